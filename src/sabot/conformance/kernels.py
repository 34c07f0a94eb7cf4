"""Whether the compiled coups of a game are those of the reference engine, coup by coup to the cent.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sabot.conformance.cases import Case, tried
from sabot.conformance.findings import Broken, Finding, Plan
from sabot.equipment.streams import Stream
from sabot.procedure.game import Game
from sabot.procedure.table import Table

COUPS = 60
"""So many coups are held against one another at each table."""


class Difference(NamedTuple):
    """The first coup in which the two differ, and what each place returned, in cents: the main bet,
    or where ``bets`` lie beside it both."""

    coup: int
    engine: Any
    kernel: Any


def any_chart(game: Game, table: Table, seed: int) -> Any:
    """A chart of this table that does anything lawful."""
    return game.simulated.any_chart(table, seed)


def difference(game: Game, table: Table, chart: Any, coups: int, *, seats: int = 1,
               fresh: bool = False, seed: int = 1, number: int = 0, bets: Sequence[str] = (),
               lanes: int = 0) -> Difference | None:
    """None where engine and kernel return the same in each of so many coups; ``lanes``: how many
    the kernel plays, 0 for as many as it has."""
    player: Any = game.simulated.kernel(table, chart, seats=seats, fresh=fresh, bets=tuple(bets))
    if lanes and hasattr(player, "lanes"):
        player = dataclasses.replace(player, lanes=lanes)
    fast = list(player.each(seed, number, coups))
    slow = game.simulated.engine(game.coup, table, player)
    told: Iterable[Any] = slow.coups(Stream(seed, number), coups, fresh)
    if bets:
        fast = list(zip(fast, player.each_bet(seed, number, coups), strict=True))
        told = slow.played(Stream(seed, number), coups, fresh)
    for coup, (engine, kernel) in enumerate(zip(told, fast, strict=True)):
        if engine != kernel:
            return Difference(coup, engine, kernel)
    return None


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The compiled loop returns what the reference engine returns, coup by coup to the cent, by
    charts that do anything lawful. A game that is not simulated has none."""
    if game.simulation is not None:
        yield from tried(game, plan, equal, 6)
        plan.done["coups"] = COUPS * plan.done["tables"]


def equal(case: Case) -> None:
    """At some lawful table, for one place."""
    chart = any_chart(case.game, case.table, case.seed)
    found = difference(case.game, case.table, chart, COUPS, seed=case.seed, lanes=2)
    if found is not None:
        raise Broken(f"in coup {found.coup} the engine returns {found.engine} cents and the "
                     f"kernel {found.kernel}")
