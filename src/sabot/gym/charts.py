"""What a chart loses to the best play of its table."""

from __future__ import annotations

from sabot import games
from sabot.games.make_table import HasTable, as_house_table
from sabot.probability.answer import ChartLoss
from sabot.probability.tally import Strategy
from sabot.procedure.table import Table


def best_response(table: Table | HasTable, chart: object) -> ChartLoss:
    """The value of a chart, that of the best reply to the table, and each decision that costs
    something: exact, for one round from a full shoe, in units of the initial bet.

    Args:
        table: A table of a game whose charts are compared, such as any blackjack: a `sabot.Table`,
            or a table of a house.
        chart: The name of a strategy of the game ("total", "mimic"), the text of a chart file, a
            `Strategy` or the chart in one.

    ValueError for a game without such charts and for a faulty chart, with its faults.
    """
    table = as_house_table(table)
    game = games.game(table.game)
    simulation, pricing = game.simulation, game.pricing
    if simulation is None or pricing is None or pricing.chart_loss is None:
        able = [other for other in games.ids() if (known := games.game(other).pricing)
                and known.chart_loss]
        raise ValueError(f"table: found one of {table.game}; allowed: {', '.join(able)}")
    if isinstance(chart, str) and chart in simulation.strategies:
        chart = simulation.strategies[chart](table)
    elif isinstance(chart, str) and simulation.read_chart is not None:
        chart = simulation.read_chart(table, chart)
    return pricing.chart_loss(table, chart.chart if isinstance(chart, Strategy) else chart)
