"""What no-draw poker declares for pricing and simulation: odds, strategies, kernel, engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sabot.families.poker.no_draw_answer import NoDrawAnswer
from sabot.games.no_draw_poker.chances.words import CLASSES, ODDS
from sabot.probability.answer import HandAdvice, PlayClass, PublishedFigure, Step
from sabot.probability.liability import Owed
from sabot.probability.tally import Strategy
from sabot.procedure.capabilities import AMOUNTS, Amount, Pricing, Simulation
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.games.no_draw_poker.chances.batch import BoxTables
    from sabot.games.no_draw_poker.chances.charts import Chart
    from sabot.games.no_draw_poker.chances.engine import CoupPlayer
    from sabot.games.no_draw_poker.chances.kernel import BoxPlayer
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


def _compare_plays(table: Table) -> tuple[PlayClass, ...]:
    from sabot.games.no_draw_poker.chances.odds import compare_plays
    return compare_plays(table)


def _max_liability(table: Table) -> Owed:
    from sabot.games.no_draw_poker.chances.odds import max_liability
    return max_liability(table)


def _advice(table: Table, hand: str, up: str) -> HandAdvice:
    from sabot.games.no_draw_poker.chances.odds import advice
    return advice(table, hand, up)


def _published() -> tuple[PublishedFigure, ...]:
    from sabot.games.no_draw_poker.chances.published import against_published
    return against_published()


def _play(play: str) -> Callable[[Table], Strategy]:
    def strategy(table: Table) -> Strategy:
        from sabot.games.no_draw_poker.chances.charts import strategy_of
        from sabot.games.no_draw_poker.chances.terms import law_of
        return strategy_of(law_of(table), play)
    return strategy


def _parse_chart(table: Table, text: str) -> Strategy:
    from sabot.games.no_draw_poker.chances.chartfile import parse_chart
    return parse_chart(table, text)


def _format_chart(table: Table, game: str, play: str = "best") -> str:
    from sabot.games.no_draw_poker.chances.chartfile import format_chart
    return format_chart(table, game, play)


def _random_chart(table: Table, seed: int) -> Chart:
    from sabot.games.no_draw_poker.chances.charts import random_chart
    from sabot.games.no_draw_poker.chances.terms import law_of
    return random_chart(law_of(table), seed)


def _kernel(table: Table, chart: Chart | None = None, *, seats: int = 1, fresh: bool = False,
            bets: tuple[str, ...] = ()) -> BoxPlayer:
    """The kernel of a table; every round uses a full pack in any case."""
    from sabot.games.no_draw_poker.chances.charts import chart_of
    from sabot.games.no_draw_poker.chances.kernel import kernel
    from sabot.games.no_draw_poker.chances.terms import law_of
    return kernel(table, chart_of(law_of(table), "akj83") if chart is None else chart, seats=seats,
                  bets=bets)


def _batch(table: Table, n: int, *, fresh: bool = False, amounts: Sequence[Amount] = AMOUNTS
           ) -> BoxTables:
    """Many tables with one box each; every round uses a full pack in any case."""
    from sabot.games.no_draw_poker.chances.batch import BoxTables
    return BoxTables(table, n, amounts)


def _engine(coup: Callable[[Table, Carry], Coup], table: Table, kernel: BoxPlayer) -> CoupPlayer:
    """The reference engine with the play of a kernel."""
    from sabot.games.no_draw_poker.chances.engine import CoupPlayer
    return CoupPlayer(coup, table, kernel)


PRICING = Pricing(
    odds=_odds, answer=NoDrawAnswer, words=ODDS, classes=CLASSES, edge=_edge,
    waterfall=_waterfall, class_values=_compare_plays, liability=_max_liability, advice=_advice,
    published=_published)
SIMULATION = Simulation(
    kernel=_kernel, engine=_engine, any_chart=_random_chart, read_chart=_parse_chart,
    write_chart=_format_chart, batch=_batch,
    strategies={play: _play(play) for play in CLASSES})
