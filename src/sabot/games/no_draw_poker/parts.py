"""What no-draw poker declares of its chances: the counted game, ways to play it, the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sabot.families.poker.no_draw_answer import NoDrawAnswer
from sabot.games.no_draw_poker.chances.words import CLASSES, ODDS
from sabot.odds.answer import HandAdvice, PlayClass, PublishedFigure, Step
from sabot.odds.liability import Owed
from sabot.odds.tally import Strategy
from sabot.procedure.capabilities import Pricing, Simulation
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.games.no_draw_poker.chances.charts import Chart
    from sabot.games.no_draw_poker.chances.engine import CoupPlayer
    from sabot.games.no_draw_poker.chances.kernel import Player
    from sabot.games.no_draw_poker.round import Carry
    from sabot.procedure.dealer import Coup


def _odds(table: Table, play: str = "best") -> NoDrawAnswer:
    from sabot.games.no_draw_poker.chances.odds import price
    return price(table, play)


def _edge(table: Table, play: str = "best") -> float:
    from sabot.games.no_draw_poker.chances.odds import edge
    return edge(table, play)


def _waterfall(table: Table, play: str = "best") -> tuple[Step, ...]:
    from sabot.games.no_draw_poker.chances.odds import waterfall
    return waterfall(table, play)


def _simpler(table: Table) -> tuple[PlayClass, ...]:
    from sabot.games.no_draw_poker.chances.odds import simpler
    return simpler(table)


def _most(table: Table) -> Owed:
    from sabot.games.no_draw_poker.chances.odds import most
    return most(table)


def _advice(table: Table, hand: str, up: str) -> HandAdvice:
    from sabot.games.no_draw_poker.chances.odds import advice
    return advice(table, hand, up)


def _published() -> tuple[PublishedFigure, ...]:
    from sabot.games.no_draw_poker.chances.published import against_published
    return against_published()


def _play(play: str) -> Callable[[Table], Strategy]:
    def made(table: Table) -> Strategy:
        from sabot.games.no_draw_poker.chances.charts import of_play
        from sabot.games.no_draw_poker.chances.terms import law_of
        return of_play(law_of(table), play)
    return made


def _read(table: Table, text: str) -> Strategy:
    from sabot.games.no_draw_poker.chances.chartfile import read
    return read(table, text)


def _write(table: Table, game: str, play: str = "best") -> str:
    from sabot.games.no_draw_poker.chances.chartfile import written
    return written(table, game, play)


def _any(table: Table, seed: int) -> Chart:
    from sabot.games.no_draw_poker.chances.charts import drawn
    from sabot.games.no_draw_poker.chances.terms import law_of
    return drawn(law_of(table), seed)


def _kernel(table: Table, chart: Chart | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a table; every play is from a full pack anyway."""
    from sabot.games.no_draw_poker.chances.charts import chart_of
    from sabot.games.no_draw_poker.chances.kernel import kernel
    from sabot.games.no_draw_poker.chances.terms import law_of
    return kernel(table, chart_of(law_of(table), "akj83") if chart is None else chart, seats=seats,
                  bets=bets)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> CoupPlayer:
    """The reference engine under the play of a kernel."""
    from sabot.games.no_draw_poker.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


PRICING = Pricing(
    odds=_odds, answer=NoDrawAnswer, words=ODDS, classes=CLASSES, edge=_edge,
    waterfall=_waterfall, simpler=_simpler, most=_most, advice=_advice, published=_published)
SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_any, read_chart=_read, write_chart=_write,
    strategies={play: _play(play) for play in CLASSES})
