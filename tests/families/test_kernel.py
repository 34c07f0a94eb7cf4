"""The compiled blackjack plays as the engine does: the same cards, the same cents."""

from __future__ import annotations

import pickle
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify import kernel_equality
from sabot.certify.kernel_equality import any_chart, difference
from sabot.equipment import plain_streams, streams
from sabot.equipment.streams import MASK
from sabot.families.blackjack.charts.chart import HIT, STAND, Chart, mimic
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.kernel import player as kernel_module
from sabot.families.blackjack.kernel.blocks import LANES
from sabot.procedure.table import Table
from support.plain_tables import BLACKJACKS, table_with
from support.random_play import LONG, examples, tables

EXAMPLES = sorted(Path("examples/tables").glob("*.toml"))
each = pytest.mark.parametrize("game_id", BLACKJACKS)


def plain(game_id: str) -> Table:
    """The game's table with no choice made."""
    table = kernel_equality.plain_table(games.game(game_id))
    assert isinstance(table, Table)
    return table


def seats_of(table: Table) -> int:
    """How many places can be played; elsewhere one player's bets are."""
    if table.game not in BLACKJACKS:
        return 1
    return table.places_per_player if table.individual else table.places


@each
@pytest.mark.parametrize("fresh", [False, True])
def test_thousands_of_coups_return_the_same_to_the_cent(game_id: str, fresh: bool) -> None:
    """In all lanes, and in a few of which each comes to the end of several shoes."""
    game, table = games.game(game_id), plain(game_id)
    coups = 1250 if LONG else 400
    for n, lanes in enumerate((LANES, 1, 3, 4) if LONG else (LANES, 1, 3)):
        chart = any_chart(game, table, n)
        assert difference(game, table, chart, coups, fresh=fresh, number=n, lanes=lanes) is None


@pytest.mark.more_of("blackjack-2001", "blackjack-2007")
@each
@settings(examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_so_they_do_at_any_lawful_table(game_id: str, data: st.DataObject, seed: int) -> None:
    game = games.game(game_id)
    table = data.draw(tables(game))
    seats = data.draw(st.integers(1, seats_of(table)))
    chart = any_chart(game, table, seed)
    lanes = data.draw(st.integers(1, 3))
    assert difference(game, table, chart, 60, seats=seats, seed=seed, lanes=lanes) is None


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_so_they_do_at_the_tables_of_the_examples(file: Path) -> None:
    table = games.read_table(file.read_text("utf-8"))
    assert isinstance(table, Table)
    game = games.game(table.game)
    if not table.attended and game.simulation:
        for seats in (seats_of(table), *[1] * (table.game in BLACKJACKS)):
            assert difference(game, table, any_chart(game, table, 1), 150, seats=seats,
                              lanes=3) is None


def begun(seed: int, number: int, lane: int = 0) -> Any:
    """A state whose first, first two, second or third word is nought."""
    rng = np.random.default_rng([seed, number, lane])
    a, b, c, d = (int(word) for word in rng.integers(1, 1 << 62, 4))
    if number < 2:
        b, c = 0, a if number else c
    elif number == 2:
        c = a ^ b
    else:
        d = a ^ b << 17 & MASK
    state = np.array([a, b, c, d], np.uint64)
    return state


@pytest.mark.parametrize(("number", "noughts"), [
    (0, (True, False, False)), (1, (True, True, False)), (2, (False, True, False)),
    (3, (False, False, True))])
@pytest.mark.parametrize("game_id", ["blackjack-2007", "blackjack-macau"])
def test_words_that_would_favour_some_cards_are_thrown_away(
        monkeypatch: pytest.MonkeyPatch, game_id: str, number: int, noughts: tuple[bool, ...]
        ) -> None:
    """A word of nought always would. Which one comes in its place is the same for all."""
    monkeypatch.setattr(kernel_module, "stream", begun)
    monkeypatch.setattr(plain_streams, "first_state", lambda seed, number, lane=0: tuple(
        int(word) for word in begun(seed, number, lane)))
    state = begun(1, number)
    assert tuple(streams.word(state) == 0 for _ in noughts) == noughts
    game, table = games.game(game_id), plain(game_id)
    for seed, fresh in product(range(3), (False, True)):  # where a card is burnt it has the first
        assert difference(game, table, mimic(), LANES, seed=seed, number=number,
                          fresh=fresh) is None
        assert difference(game, table, mimic(), 1, seats=3, seed=seed, number=number,
                          fresh=fresh) is None


@each
@pytest.mark.parametrize("fresh", [False, True])
def test_lanes_count_what_is_counted_coup_by_coup(game_id: str, fresh: bool) -> None:
    game, table = games.game(game_id), plain(game_id)
    best = game.simulated.strategies["best"](table).chart
    for chart in (best, any_chart(game, table, 1), mimic()):
        player = game.simulated.kernel(table, chart, fresh=fresh)
        one, by_one = player.block(3, 1, 20_011), player._play_with_bets(3, 1, 20_011)[0]
        assert one == by_one and not one.wrong()
        assert one.coups == 20_011 and (fresh or one.shoes < 2000)
        nets = [net for net, in player.each(3, 1, 20_011)]
        assert one.total == sum(nets) and one.squares == sum(net * net for net in nets)
        assert [net for net, in player.each(3, 1, 500)] == nets[:500]


@each
def test_a_block_is_the_coups_that_it_is_made_of(game_id: str) -> None:
    kernel = games.game(game_id).simulated.kernel(plain(game_id), seats=2)
    by_coup = kernel.each(3, 1, 2000)
    tally = kernel.block(3, 1, 2000)
    assert not tally.wrong()
    assert tally.coups == 2000 and 30 < tally.shoes < 400
    assert tally.total == sum(map(sum, by_coup))
    assert tally.squares == sum(sum(nets) ** 2 for nets in by_coup)
    for n in (1, 2):
        assert sum(net * times for net, times in tally.parts[f"place/{n}"].items()) == sum(
            nets[n - 1] for nets in by_coup)
    counts = tally.counts
    hands = 2 * 2000 + counts.get("splits", 0)
    assert hands == sum(counts[name] for name in ("wins", "pushes", "losses"))
    assert kernel.each(3, 1, 500) == by_coup[:500] != kernel.each(3, 2, 500)


@each
def test_with_a_shoe_for_each_coup_a_shoe_is_a_coup(game_id: str) -> None:
    tally = games.game(game_id).simulated.kernel(plain(game_id), fresh=True).block(1, 0, 5000)
    assert tally.shoes == tally.nn == tally.coups == 5000
    assert (tally.ns, tally.ss) == (tally.total, tally.squares)


def test_a_kernel_is_plain_and_named_after_all_that_decides_its_blocks() -> None:
    make, table = games.game("blackjack-2007").simulated.kernel, plain("blackjack-2007")
    kernel = make(table)
    sent = pickle.loads(pickle.dumps(kernel))
    assert sent.identity == kernel.identity
    assert sent.block(1, 5, 3000) == kernel.block(1, 5, 3000)
    others = [make(table, seats=2), make(table, fresh=True), make(table, mimic(16)),
              make(msgspec.structs.replace(table, minimum=2000, maximum=60_000))]
    assert len({kernel.identity, *(other.identity for other in others)}) == 5
    assert "below 17" in kernel.strategy and kernel.unit == 1000


@pytest.mark.parametrize(("game_id", "options", "splits"), [
    ("blackjack-macau", ("special_prizes=false",), False),
    ("blackjack-2007", ("special_prize_on_split=false",), True)])
def test_cards_of_one_suit_are_as_others_where_they_earn_no_prize(
        game_id: str, options: tuple[str, ...], splits: bool) -> None:
    """What a chart says of 6-7-8 of one suit counts only where it is paid, on split hands too."""
    game = games.game(game_id)
    table = table_with(game, options)
    chart = game.simulated.strategies["best"](table).chart
    suits = slice(states().plain, None)
    others = [part.copy() for part in chart]
    for part in others[:4]:
        if part.ndim == 3 or not splits:
            part[..., suits] = STAND + HIT - (part[..., suits] == HIT)
    make = game.simulated.kernel
    one, two = (make(table, of).each(4, 0, 60_000) for of in (chart, Chart(*others)))
    assert one == two
    plain_one, plain_two = (make(table_with(game, ()), of).each(4, 0, 60_000)
                            for of in (chart, Chart(*others)))
    assert plain_one != plain_two


def test_a_chart_that_stands_on_eleven_is_refused() -> None:
    make: Any = games.game("blackjack-2007").simulated.kernel
    with pytest.raises(ValueError, match=r"says stand with \[.*allows hit"):
        make(plain("blackjack-2007"), mimic(11))
    with pytest.raises(ValueError, match="1 to 7 can be played"):
        make(plain("blackjack-2007"), seats=8)
