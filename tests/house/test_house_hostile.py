"""Random and hostile play through the door of a room: what must hold whatever is sent.

One to seven players send offered acts, nonsense, other people's acts and repeated keys; lines
break and come back, time passes, the supervisor voids, the house is killed and opened again.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot import games
from support.demonstration_choices import with_choices
from support.hostile_players import BIG, evening_of
from support.house_evening import row

PORTUGAL = BIG[:BIG.index("packs = 4")].replace("places_per_player = 2", "places_per_player = 3"
                                                ).replace("200", "60") + "packs = 4\n"
GRANTED = """
[[authorisations]]
option = "{}"
by = "DICJ"
reference = "1/70"
requested = 1970-01-02
effective = 1970-01-09
"""
POOL = "\n[rules.jackpot]\n" + "".join(map(GRANTED.format, ("38", "40", "43")))
MACAU = PORTUGAL.replace("packs = 4", "any_pair = true\nperfect_pair = true\n"
                         "winning_streak = true").replace("[clocks]", "".join(
                             GRANTED.format(option) for option in ("3.2", "13.1", "14.4", "14.5"))
                             + "[clocks]")


def real(text: str) -> str:
    """The same table with a croupier."""
    return text.replace("places = 7\n", "places = 7\nattended = true\n")


EVENINGS = [
    ("blackjack-2007", PORTUGAL), ("blackjack-2001", PORTUGAL),
    ("blackjack-2007", PORTUGAL + 'shuffler = "continuous"\nlid_every = 2\n' + POOL),
    ("blackjack-2001", PORTUGAL + 'shuffler = "batch"\n' + POOL),
    ("blackjack-2007", real(PORTUGAL) + POOL),
    ("blackjack-2007", real(PORTUGAL) + 'shuffler = "continuous"\nlid_every = 2\n' + POOL),
    ("blackjack-macau", MACAU), ("blackjack-macau", real(MACAU)),
]


@pytest.mark.law(row("6"))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck),
          derandomize=True)
@given(seed=st.integers(0, 2 ** 32), players=st.integers(1, 7))
def test_whatever_players_send_the_house_holds(seed: int, players: int) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(evening_of(seed, players, 130, Path(folder), kills=True))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_a_long_evening_of_seven(seed: int, tmp_path: Path) -> None:
    assert asyncio.run(evening_of(seed, 7, 500, tmp_path, kills=False)) > 5


def evening_at(game: str, text: str, seed: int, folder: Path) -> int:
    """An evening at two tables of one kind, one of them for a player alone."""
    big = with_choices(text.replace("blackjack-online", game), "1969")
    alone = big.replace("places = 7\n", 'kind = "individual"\nplaces = 7\n').replace(
        "attended = true\n", "")
    return asyncio.run(evening_of(seed, 5, 400, folder, kills=True, big=big, alone=alone))


HELD = [e for e in EVENINGS if e[0] in games.catalogue()]


@pytest.mark.more_of("blackjack-2007-text0", "blackjack-2001-text1", "blackjack-2007-text2",
                     "blackjack-2007-text4", "blackjack-2007-text5", "blackjack-macau-text6")
@pytest.mark.parametrize(("game", "text"), HELD)
def test_an_evening_at_each_kind_of_table(game: str, text: str, tmp_path: Path) -> None:
    assert evening_at(game, text, 0, tmp_path) > 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_evenings_at_each_kind_of_table(tmp_path: Path) -> None:
    for seed in range(1, 20):
        for n, (game, text) in enumerate(HELD):
            folder = tmp_path / f"{seed}-{n}"
            folder.mkdir()
            assert evening_at(game, text, seed, folder) > 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_evenings(tmp_path: Path) -> None:
    for seed in range(300):
        folder = tmp_path / str(seed)
        folder.mkdir()
        asyncio.run(evening_of(seed, 1 + seed % 7, 600, folder, kills=True))
