"""A table whose limits leave no bet: every game of the layout says so, though none looks for it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from sabot.families.layout.cloth import Cloth, Kind, Spot, of_kinds, of_spots
from sabot.families.layout.declare import Chances
from sabot.families.layout.game import layout_game
from sabot.families.layout.legality import Points
from sabot.families.layout.values import Limit
from sabot.games import catalogue, game
from sabot.money import Odds
from sabot.procedure.table import Table

GAME = game("cussec")
BOOK = GAME.book


def declared(prize: Odds, own: Any = lambda table: []) -> Any:
    """Cussec with this prize for every bet, and nothing of its own to say about a table."""
    def table_law(table: Table) -> Any:
        law = BOOK.table_law(table)
        kinds = {name: replace(kind, prizes=(prize,)) for name, kind in law.cloth.kinds.items()}
        return law._replace(cloth=replace(law.cloth, kinds=kinds),
                            limits=dict.fromkeys(kinds, next(iter(law.limits.values()))))
    return layout_game(
        BOOK._replace(table_law=table_law), id="x", section=GAME.section, names=GAME.names,
        rules=GAME.rules, coup=GAME.coup, violations=own, felt=GAME.felt, conduct=GAME.conduct,
        words=GAME.words, chances=Chances(GAME.priced, GAME.simulated, GAME.hints))


def table(cents: int) -> Table:
    return Table(game="cussec", name="x", rules=GAME.rules(), minimum=cents, maximum=cents,
                 unit=2)


def test_a_table_at_which_nothing_can_be_bet_is_not_lawful() -> None:
    """A bet that is paid nine to five goes in steps of five cents, and in units of two: of ten."""
    (found,) = declared(Odds(9, 5)).violations(table(2))
    kind = next(iter(GAME.book.table_law(table(2)).cloth.kinds.values()))
    assert found.what == "maximum" and found.clause == (kind.limit[0] or kind.bet[0])
    assert "at least 0.10 €, the minimum bet in steps of 0.10 €" in found.allowed
    assert declared(Odds(9, 5)).violations(table(10)) == []
    assert declared(Odds(2)).violations(table(2)) == []


def test_what_a_game_finds_itself_stands_before() -> None:
    own = declared(Odds(9, 5), lambda table: ["its own"])
    assert own.violations(table(2)) == ["its own"]


@pytest.mark.parametrize("name", [
    name for name, one in catalogue().items() if "sabot.families.layout" in type(
        one.book).__module__])
def test_every_game_of_the_layout_takes_some_bet_at_its_usual_table(name: str) -> None:
    one = game(name)
    usual = Table(game=name, name="x", rules=one.rules())
    assert one.violations(usual) or one.bets(usual)


def test_a_limit_of_prizes_leaves_room_for_the_least_bet_that_is_paid_whole() -> None:
    """Cents that no bet can be made of are no bet: its prize is what the limit is held against."""
    kinds = of_kinds(Kind("low", ("x", ()), ("x", ()), (Odds(9, 5),)))
    cloth = Cloth(kinds, of_spots(Spot("low", "low")), (6,), lambda state, spot, fell: Odds(9, 5))

    def held_against(exposure: int) -> list[str]:
        points = Points(Table(game="x", name="x", rules=SimpleNamespace(exposure=exposure),
                              minimum=2, maximum=100, unit=2))
        points.exposure(cloth, {"low": Limit(2, 100)})
        return [one.allowed for one in points.violations]

    assert held_against(17) == [
        "at least the prize of the minimum bet on any spot: 0.18 €"]
    assert held_against(18) == held_against(0) == []
