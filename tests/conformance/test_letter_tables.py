"""A plain table of every game with ``reading = "letter"`` opens and plays; odds are a figure or a
refusal that names the reading."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sabot import games
from sabot import regulations as law
from sabot.conformance import (
    Plan,
    clauses,
    endings,
    kernels,
    money,
    offers,
    records,
    seals,
    sessions,
    voids,
)
from sabot.conformance.cases import Case, try_law
from sabot.procedure.game import Game
from sabot.procedure.readings import LETTER, NotPriced, chosen
from sabot.procedure.table import Table

GAMES = pytest.mark.parametrize("game", games.catalogue().values(), ids=games.catalogue())
LAWS = (money.conserved, sessions.add_up, seals.constant, endings.within_its_bound,
        endings.after_faults, endings.at_a_real_table, offers.accepted_and_nothing_else,
        offers.told_open, voids.refunded, records.replayed, clauses.of_steps)


def letter_table(game: Game) -> Table:
    """The plain table of a game that follows the letter, without an authorisation of its own."""
    table = games.plain(game, 1000, {"reading": LETTER}, shared=True)
    assert isinstance(table, Table), table
    return table


def unpriced_readings(table: Table) -> frozenset[str]:
    """The readings of a table of which the odds are not computed."""
    readings = getattr(table.rules, "readings", None)
    return readings.UNPRICED & chosen(readings).keys() if readings else frozenset()


@GAMES
@pytest.mark.parametrize("holds", LAWS, ids=lambda holds: holds.__name__)
def test_rounds_are_played_to_the_letter(game: Game, holds: Callable[[Case], None]) -> None:
    plan = Plan(coups=6)
    found = list(try_law(game, plan, holds, table_of=letter_table))
    assert not found, "\n".join(f"{one.what} (seed {one.seed}, step {one.step})" for one in found)
    assert plan.done["tables"]


@GAMES
def test_odds_of_the_letter_are_computed_or_refused_with_the_reading(game: Game) -> None:
    table = letter_table(game)
    refused = unpriced_readings(table)
    computed: list[Callable[[], object]] = []
    if pricing := game.pricing:
        computed.append(lambda: pricing.odds(table))
    if simulation := game.simulation:
        computed.append(lambda: simulation.kernel(table, simulation.any_chart(table, 1)))
    for compute in computed:
        if refused:
            with pytest.raises(NotPriced, match=rf"readings\.({'|'.join(refused)})"):
                compute()
        else:
            assert compute()


@GAMES
def test_kernel_plays_the_letter_as_the_engine_does(game: Game) -> None:
    if game.simulation is None or unpriced_readings(letter_table(game)):
        pytest.skip("no kernel plays such a table")
    found = list(try_law(game, Plan(coups=3), kernels.equal, table_of=letter_table))
    assert not found, "\n".join(one.what for one in found)


@pytest.mark.law("ir/331")
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_a_small_bet_of_half_a_chip_needs_another_minimum_or_chip(game: str) -> None:
    values = games.head(games.game(game), attended=False, shared=True, minimum=500, times=4)
    odd = games.read_values(values | {"reading": LETTER})
    assert isinstance(odd, list)
    assert [(wrong.clause, wrong.what, wrong.allowed) for wrong in odd] == [
        (law.IR[331], "minimum", "an even number of chips of 1.00 €")]
    for even in ({"minimum": "4.00"}, {"unit": "0.50"}):
        assert isinstance(games.read_values(values | even | {"reading": LETTER}), Table), even
