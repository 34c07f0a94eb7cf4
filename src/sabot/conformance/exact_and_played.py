"""Checks exact odds against many coups of the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sabot.conformance.capabilities import default_table
from sabot.conformance.findings import Broken, Finding, Plan, collecting, name_of
from sabot.families.layout.odds_answer import ClothBet
from sabot.probability.tally import Kernel, Tally, merge
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.simulation import figures, of_bet

MAX_ERRORS = 5.0
"""The allowed difference in standard errors: one false alarm in two million figures."""
COUPS_PER_COUP = 20_000
"""Coups of each bet for each coup of the plan."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The exact return of the first strategy, and on a layout the exact edge of every bet, are
    within five standard errors of the simulated ones."""
    if game.simulation is None:
        return
    table = default_table(game)
    for law in (of_the_first_way, of_each_bet_laid):
        findings: list[Finding] = []
        with collecting(findings, game, name_of(law), plan.seed, [table], plan.coups):
            law(game, table, plan)
        yield from findings


def play_coups(kernel: Kernel, plan: Plan) -> Tally:
    """Play the coups of a plan with a kernel; return the merged tally."""
    coups, number, tallies = COUPS_PER_COUP * plan.coups, 0, list[Tally]()
    plan.done["coups"] += coups
    while coups > 0:
        tallies.append(kernel.block(plan.seed, number, min(coups, kernel.size)))
        coups -= tallies[-1].coups
        number += 1
    return merge(tallies)


def of_the_first_way(game: Game, table: Table, plan: Plan) -> None:
    """The default strategy, from full shoes."""
    name, strategy = next(iter(game.simulated.strategies.items()))
    strategy_ = strategy(table)
    if strategy_.mean is None:
        return
    on_layout = game.simulated.repeats_bets
    kernel = game.simulated.kernel(table, strategy_.chart, fresh=not on_layout)
    numbers = figures(play_coups(kernel, plan), kernel.unit)
    if abs(numbers.mean - strategy_.mean) > MAX_ERRORS * numbers.error + 1e-9:
        raise Broken(f"{name!r} returns {strategy_.mean:+.6f} for each unit by its exact odds, but "
                     f"{numbers.mean:+.6f} in {numbers.coups} coups, with a standard error of "
                     f"{numbers.error:.6f}")
    plan.done["figures"] += 1


def of_each_bet_laid(game: Game, table: Table, plan: Plan) -> None:
    """Each bet of a layout that may be placed alone, on one of its spots."""
    read = game.simulated.read_chart
    if not (game.simulated.repeats_bets and game.pricing and read):
        return
    for spot, returns in exact_returns(game, table).items():
        amount = table.minimum
        try:
            chart = read(table, f"{spot}={amount // 100}.{amount % 100:02}").chart
            kernel: Any = game.simulated.kernel(table, chart)
        except ValueError:
            continue  # it needs another bet, or has other limits
        numbers = of_bet(play_coups(kernel, plan).parts.get(f"bet/{spot}", {}), amount)
        if numbers is None:
            continue
        low, high = min(returns), max(returns)
        tolerance = MAX_ERRORS * numbers.error + 1e-9
        if not low - tolerance <= numbers.mean <= high + tolerance:
            raise Broken(f"the bet {spot!r} returns "
                         f"{', '.join(f'{value:+.6f}' for value in returns)} "
                         f"for each unit by its exact odds, and {numbers.mean:+.6f} in "
                         f"{numbers.times} bets, with a standard error of {numbers.error:.6f}")
        plan.done["figures"] += 1


def exact_returns(game: Game, table: Table) -> dict[str, list[float]]:
    """The exact returns of each bet of a layout by its first spot; several if they depend on the
    state."""
    returns: dict[str, list[float]] = {}
    for bet in game.priced.odds(table).bets:
        if isinstance(bet, ClothBet):
            returns.setdefault(bet.spots[0], []).append(0.0 - bet.edge_float)
    return returns
