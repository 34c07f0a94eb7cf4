"""The page of what hands of poker win: it counts for who studies, and for nobody at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from doors import Doors, Visitor, table
from sabot.families.poker.forms import FORMS
from sabot.games import catalogue

TABLE = """
game = "holdem"
name = "Ria"
places = 10
minimum = 2
maximum = 1000
"""


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder: Path = tmp_path_factory.mktemp("equity")
    with Doors(folder, tables={"ria": table(TABLE)}) as opened:
        yield opened


def ask(doors: Any, *hands: str, **more: str) -> Any:
    return asked(doors.visitor(), *hands, **more)


def asked(visitor: Visitor, *hands: str, **more: str) -> Any:
    query = urlencode([*(("hand", hand) for hand in hands), *more.items()])
    return visitor.get(f"/api/equity?{query}")


def test_two_hands_are_counted_over_every_deal(doors: Doors) -> None:
    told = ask(doors, "AsKs", "QhQd").json()
    assert told["exact"] and told["deals"] == 1_712_304
    assert [player["hand"] for player in told["players"]] == ["AsKs", "QhQd"]
    assert sum(player["equity"] for player in told["players"]) == pytest.approx(1, abs=1e-12)
    # The usual race: queens are ahead by a little.
    assert 0.53 < told["players"][1]["equity"] < 0.55


def test_many_ranges_are_drawn_with_an_interval(doors: Doors) -> None:
    told = ask(doors, "TT+", "AKs", "random").json()
    assert not told["exact"]
    low, high = told["players"][0]["interval"]
    assert low < told["players"][0]["equity"] < high


@pytest.mark.parametrize(("hands", "more", "said"), [
    (("AsKs",), {}, "2 to 6 hands, not 1"),
    (("AsKs", "AsQs"), {}, "need the same cards"),
    (("AsKs", "xyz"), {}, "xyz"),
    (("AsKs", "QQ"), {"board": "2c2c7d"}, "the same card twice"),
    (("AsKs", "QQ"), {"form": "whist"}, "no poker of the form 'whist'"),
    (("2s3s", "QQ"), {"form": "synthetic"}, "2S"),
    (("A" * 300, "QQ"), {}, ""),
])
def test_what_cannot_be_counted_is_refused_in_words(
        doors: Doors, hands: tuple[str, ...], more: dict[str, str], said: str) -> None:
    answer = ask(doors, *hands, **more)
    assert answer.status_code == 400 and said in answer.json()["text"]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/56")
def test_who_sits_at_a_table_of_poker_is_told_nothing(doors: Doors) -> None:
    """Nobody is helped with a hand in play: he gets up first."""
    ana = doors.guest("Ana")
    assert asked(ana, "AsKs", "QhQd").status_code == 200
    with ana.table("ria") as line:
        line.until("snapshot")
        sat = line.do("sit", "1", 4_000)
        assert sat["t"] == "ack", sat
        refused = asked(ana, "AsKs", "QhQd")
        assert refused.status_code == 409 and refused.json()["code"] == "at-a-table"
        assert refused.json()["law"].endswith("/56")
        assert line.do("leave", "1")["t"] == "ack"
    assert asked(ana, "AsKs", "QhQd").status_code == 200


def test_every_form_belongs_to_a_game() -> None:
    assert {of.parts["equity"] for of in catalogue().values() if "equity" in of.parts} \
        == set(FORMS)
