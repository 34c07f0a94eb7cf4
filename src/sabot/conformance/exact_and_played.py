"""Whether what is exact is what is played: odds beside many coups of the compiled loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sabot.conformance.capabilities import a_table
from sabot.conformance.findings import Broken, Finding, Plan, name_of, noted
from sabot.families.layout.odds_answer import ClothBet
from sabot.odds.tally import Kernel, Tally, merged
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.simulate import figures, of_bet

SURE = 5.0
"""Standard errors between the two that are still chance: one false alarm in two million figures."""
COUPS = 20_000
"""So many coups are played of each bet for each coup of a plan."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The exact return of the first way to play, and on a cloth the exact edge of every bet, lie
    within five standard errors of what the compiled loop returns."""
    if game.simulation is None:
        return
    table = a_table(game)
    for law in (of_the_first_way, of_each_bet_laid):
        found: list[Finding] = []
        with noted(found, game, name_of(law), plan.seed, [table], plan.coups):
            law(game, table, plan)
        yield from found


def played(kernel: Kernel, plan: Plan) -> Tally:
    """So many coups of a kernel as a plan wants."""
    coups, number, tallies = COUPS * plan.coups, 0, list[Tally]()
    plan.done["coups"] += coups
    while coups > 0:
        tallies.append(kernel.block(plan.seed, number, min(coups, kernel.size)))
        coups -= tallies[-1].coups
        number += 1
    return merged(tallies)


def of_the_first_way(game: Game, table: Table, plan: Plan) -> None:
    """The strategy that is taken where none is named, from full shoes."""
    name, way = next(iter(game.simulated.strategies.items()))
    plays = way(table)
    if plays.mean is None:
        return
    laid = game.simulated.laid
    kernel = game.simulated.kernel(table, plays.chart, fresh=not laid)
    found = figures(played(kernel, plan), kernel.unit)
    if abs(found.mean - plays.mean) > SURE * found.error + 1e-9:
        raise Broken(f"{name!r} returns {plays.mean:+.6f} for each unit by its exact odds, and "
                     f"{found.mean:+.6f} in {found.coups} coups, with a standard error of "
                     f"{found.error:.6f}")
    plan.done["figures"] += 1


def of_each_bet_laid(game: Game, table: Table, plan: Plan) -> None:
    """Each bet of a cloth that may be laid by itself, on one of its spots."""
    read = game.simulated.read_chart
    if not (game.simulated.laid and game.pricing and read):
        return
    for spot, exact in priced(game, table).items():
        amount = table.minimum
        try:
            chart = read(table, f"{spot}={amount // 100}.{amount % 100:02}").chart
            kernel: Any = game.simulated.kernel(table, chart)
        except ValueError:
            continue  # it lies beside another, or has other limits
        found = of_bet(played(kernel, plan).parts.get(f"bet/{spot}", {}), amount)
        if found is None:
            continue
        low, high = min(exact), max(exact)
        apart = SURE * found.error + 1e-9
        if not low - apart <= found.mean <= high + apart:
            raise Broken(f"the bet {spot!r} returns {', '.join(f'{one:+.6f}' for one in exact)} "
                         f"for each unit by its exact odds, and {found.mean:+.6f} in "
                         f"{found.times} bets, with a standard error of {found.error:.6f}")
        plan.done["figures"] += 1


def priced(game: Game, table: Table) -> dict[str, list[float]]:
    """The exact returns of each bet of a cloth by the first of its spots: several where it is
    worth another thing at another time."""
    found: dict[str, list[float]] = {}
    for bet in game.priced.odds(table).bets:
        if isinstance(bet, ClothBet):
            found.setdefault(bet.spots[0], []).append(0.0 - bet.edge_float)
    return found
