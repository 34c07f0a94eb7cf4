"""What machines declare: strategies, the simulation kernel and its reference engine, the
cabinet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from sabot.families.machine.draw import Draw
from sabot.families.machine.minimum_return import bets as every_bet
from sabot.games.machines.clauses import PAPERS, SEVERAL
from sabot.games.machines.meters import METERED
from sabot.games.machines.recall import recall_game
from sabot.games.machines.rules import (
    bets_of,
    model_of,
    number_of,
    queue_key,
    rate_of,
    winners_by_bet,
)
from sabot.probability.answer import Answer
from sabot.probability.par import ParSheet
from sabot.probability.tally import Strategy
from sabot.procedure.capabilities import AMOUNTS, Amount, Cabinet, Simulation
from sabot.procedure.hints import Hint, Seen
from sabot.procedure.table import Table
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.families.machine.batch import CardMachines, ReelMachines
    from sabot.games.machines.chances.engine import CoupPlayer, EngineKernel
    from sabot.games.machines.chances.kernel import Machine
    from sabot.games.machines.chances.plays import Play
    from sabot.games.machines.round import Carry
    from sabot.procedure.dealer import Coup


def _play(name: str, table: Table) -> Strategy:
    from sabot.games.machines.chances.plays import strategy
    return strategy(name, table)


def _random_play(table: Table, seed: int) -> Play:
    from sabot.games.machines.chances.plays import random_play
    return random_play(table, seed)


def _kernel(table: Table, chart: Play | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Machine:
    """The kernel of a machine; every game uses a full pack in any case."""
    from sabot.games.machines.chances.kernel import kernel
    from sabot.games.machines.chances.plays import chart_of
    return kernel(table, chart_of("best", table) if chart is None else chart, seats, bets)


def _batch(table: Table, n: int, *, fresh: bool = False, amounts: Sequence[Amount] = AMOUNTS
           ) -> ReelMachines | CardMachines:
    """Many machines in compiled code. Their bets are those of the machine: ``amounts`` change
    nothing. Jackpots are not counted, and money is inserted as it is needed."""
    from sabot.families.machine.batch import CardMachines, CoinBet, ReelMachines
    model = model_of(table.rules)
    if isinstance(model, Draw):
        return CardMachines(model, [CoinBet(seat, bet.stake, bet.coin)
                                    for seat, bet in bets_of(table).items()], n)
    return ReelMachines(model, [CoinBet(seat, bet.lines, bet.unit)
                                for seat, bet in bets_of(table).items()], n)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: Machine) -> CoupPlayer:
    """The reference engine with the play of a kernel."""
    from sabot.games.machines.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


def _engine_kernel(table: Table) -> EngineKernel:
    """The reference engine as a kernel, with the best play of the minimum bet."""
    from sabot.games.machines.chances.engine import EngineKernel
    return EngineKernel(table, _kernel(table))


def _par(table: Table | None) -> tuple[ParSheet, ...]:
    """The PAR sheet of a table's machine; without a table, of all models of the program."""
    from sabot.families.machine.file import shipped_models
    from sabot.families.machine.par_report import par_sheet
    if table is None:
        return tuple(par_sheet(model) for model in shipped_models().values())
    return (_par_of(table, 0),)


def _par_of(table: Table, bet: int) -> ParSheet:
    from sabot.families.machine.par_report import par_sheet
    return par_sheet(model_of(table.rules), bet, rate_of(table.rules.jackpot),
                     winners_by_bet(table))


def _par_at(table: Table, bet: int) -> ParSheet:
    """The PAR sheet of a table's machine at one bet, with the cost of each of its bets. ValueError
    for a bet that its model does not take."""
    taken = every_bet(model_of(table.rules))
    if bet and bet not in taken:
        raise ValueError(phrase("the bet: found {bet}; allowed at this table: {bets}", bet=bet,
                                bets=", ".join(map(str, taken))))
    coins: dict[int, tuple[tuple[int, int, int], ...]] = {}
    for listed in bets_of(table).values():
        coins[listed.coin] = (*coins.get(listed.coin, ()),
                              (listed.lines, listed.stake, listed.cost))
    return msgspec.structs.replace(_par_of(table, bet), coins=coins or msgspec.UNSET)


def load_hint(table: Table, seen: Seen, answer: Answer | None) -> Hint:
    """What the bets that are open cost, or the ways to hold cards."""
    from sabot.games.machines.hints import hint
    return hint(table, seen, answer)


SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_random_play, engine_kernel=_engine_kernel,
    batch=_batch,
    span="game", strategies={name: partial(_play, name) for name in ("best", "simple", "climb")})
CABINET = Cabinet(
    par=_par, par_at=_par_at, number=number_of, type_key=queue_key, several_clauses=SEVERAL,
    papers=PAPERS, meters=METERED, recall=recall_game)
