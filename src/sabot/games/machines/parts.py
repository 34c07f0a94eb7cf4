"""What machines declare: ways to play them, the kernel and the engine under it, what they are to a
house."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from sabot.games.machines.clauses import PAPERS, SEVERAL
from sabot.games.machines.meters import METERED
from sabot.games.machines.recall import recalled
from sabot.games.machines.rules import alike, bets_of, model_of, number_of, rate_of, won_by
from sabot.odds.par import ParSheet
from sabot.odds.tally import Strategy
from sabot.procedure.capabilities import Cabinet, Simulation
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.games.machines.chances.engine import CoupPlayer, Told
    from sabot.games.machines.chances.kernel import Machine
    from sabot.games.machines.chances.plays import Play
    from sabot.games.machines.round import Carry
    from sabot.procedure.dealer import Coup


def _play(name: str, table: Table) -> Strategy:
    from sabot.games.machines.chances.plays import play
    return play(name, table)


def _any(table: Table, seed: int) -> Play:
    from sabot.games.machines.chances.plays import drawn
    return drawn(table, seed)


def _kernel(table: Table, chart: Play | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Machine:
    """The kernel of a machine; every game is from a full pack anyway."""
    from sabot.games.machines.chances.kernel import kernel
    from sabot.games.machines.chances.plays import chart_of
    return kernel(table, chart_of("best", table) if chart is None else chart, seats, bets)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: Machine) -> CoupPlayer:
    """The reference engine under the play of a kernel."""
    from sabot.games.machines.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


def _alone(table: Table) -> Told:
    """The reference engine as a kernel, under the best play of the least bet."""
    from sabot.games.machines.chances.engine import Told
    return Told(table, _kernel(table))


def _par(table: Table | None) -> tuple[ParSheet, ...]:
    """The sheet of a table's machine; without a table those of all models of the program."""
    from sabot.families.machine.file import shipped
    from sabot.families.machine.par_report import par
    if table is None:
        return tuple(par(model) for model in shipped().values())
    return (_par_of(table, 0),)


def _par_of(table: Table, bet: int) -> ParSheet:
    from sabot.families.machine.par_report import par
    return par(model_of(table.rules), bet, rate_of(table.rules.jackpot), won_by(table))


def _par_at(table: Table, bet: int) -> ParSheet:
    """The sheet of a table's machine at one bet, and what each of its bets costs."""
    coins: dict[int, tuple[tuple[int, int, int], ...]] = {}
    for one in bets_of(table).values():
        coins[one.coin] = (*coins.get(one.coin, ()), (one.lines, one.stake, one.cost))
    return msgspec.structs.replace(_par_of(table, bet), coins=coins or msgspec.UNSET)


SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_any, alone=_alone, span="game",
    strategies={name: partial(_play, name) for name in ("best", "simple", "climb")})
CABINET = Cabinet(
    par=_par, par_at=_par_at, number=number_of, alike=alike, several=SEVERAL, papers=PAPERS,
    meters=METERED, recall=recalled)
