"""Checks that compiled coups equal those of the reference engine, coup by coup to the cent."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan
from sabot.equipment.streams import Stream
from sabot.procedure.game import Game
from sabot.procedure.table import Table

COUPS_PER_TABLE = 60
"""Coups that are compared at each table."""


class Difference(NamedTuple):
    """The first coup in which the two differ, and the returns of each place in cents (with side
    bets: of the main bet and of them)."""

    coup: int
    engine: Any
    kernel: Any


def any_chart(game: Game, table: Table, seed: int) -> Any:
    """A random lawful chart for this table."""
    return game.simulated.any_chart(table, seed)


def difference(game: Game, table: Table, chart: Any, coups: int, *, seats: int = 1,
               fresh: bool = False, seed: int = 1, number: int = 0, bets: Sequence[str] = (),
               lanes: int = 0) -> Difference | None:
    """The first difference between engine and kernel in so many coups, or None.

    ``lanes`` is the number of lanes of the kernel, 0 for its default.
    """
    player: Any = game.simulated.kernel(table, chart, seats=seats, fresh=fresh, bets=tuple(bets))
    if lanes and hasattr(player, "lanes"):
        player = dataclasses.replace(player, lanes=lanes)
    of_kernel = list(player.each(seed, number, coups))
    engine_player = game.simulated.engine(game.coup, table, player)
    of_engine: Iterable[Any] = engine_player.coups(Stream(seed, number), coups, fresh)
    if bets:
        of_kernel = list(zip(of_kernel, player.each_bet(seed, number, coups), strict=True))
        of_engine = engine_player.play_stream(Stream(seed, number), coups, fresh)
    for coup, (engine, kernel) in enumerate(zip(of_engine, of_kernel, strict=True)):
        if engine != kernel:
            return Difference(coup, engine, kernel)
    return None


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The kernel returns the same as the reference engine, coup by coup to the cent, with random
    lawful charts. Skipped for a game without a kernel."""
    if game.simulation is not None:
        yield from try_law(game, plan, equal, 6, priced=True)
        plan.done["coups"] = COUPS_PER_TABLE * plan.done["tables"]


def equal(case: Case) -> None:
    """Compare one place at a random lawful table."""
    chart = any_chart(case.game, case.table, case.seed)
    first_difference = difference(
        case.game, case.table, chart, COUPS_PER_TABLE, seed=case.seed, lanes=2
    )
    if first_difference is not None:
        raise Broken(f"in coup {first_difference.coup} the engine returns "
                     f"{first_difference.engine} cents and the "
                     f"kernel {first_difference.kernel}")
