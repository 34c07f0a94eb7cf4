"""What a chart of blackjack loses: its exact value, and the cost of each of its decisions."""

from __future__ import annotations

import numpy as np
import pytest

import sabot.gym as learn
from sabot import games
from sabot.certify.kernel_equality import any_chart, plain_table
from sabot.families.blackjack.charts.chart import STAND, Chart
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.charts.legal import sample_chart
from sabot.families.blackjack.general import parse_terms
from sabot.families.blackjack.kernel.general_rules import kernel
from sabot.families.blackjack.pricing.chart_loss import chart_value
from sabot.families.blackjack.pricing.expected_values import STRATEGIES, worth
from sabot.probability.answer import ChartLoss
from sabot.procedure.table import Table
from sabot.simulation import figures
from support.plain_tables import BLACKJACKS

GENERAL = [
    {}, {"packs": "1", "peek": "yes"}, {"packs": "1", "split_by_rank": "yes", "max_hands": "none"},
    {"packs": "2", "max_hands": "none", "resplit_aces": "yes", "hit_split_aces": "yes"},
    {"bank_blackjack": "takes-all", "surrender": "late", "double": "none"},
    {"special": "yes", "five_cards": "yes", "double": "9-11", "max_hands": "none"},
    {"packs": "8", "resplit": "no"},
]


def table_of(game: str) -> Table:
    table = plain_table(games.game(game))
    assert isinstance(table, Table)
    return table


@pytest.mark.more_of("2-none-yes-yes", "takes-all-late-none", "8-no", "1-yes")
@pytest.mark.parametrize("options", GENERAL, ids=lambda o: "-".join(o.values()) or "plain")
def test_the_value_of_the_best_charts_is_their_price(options: dict[str, str]) -> None:
    """Each class of play, under the rules of other casinos too."""
    terms = parse_terms(options)
    for strategy in STRATEGIES:
        price = worth(terms, strategy)
        assert chart_value(terms, price.chart) == pytest.approx(price.mean, abs=1e-9)


@pytest.mark.more_of("blackjack-2001", "blackjack-2007")
@pytest.mark.parametrize("game", BLACKJACKS)
def test_the_cells_add_up_to_the_loss(game: str) -> None:
    """For charts of two classes and for one that does anything lawful; the best loses nothing."""
    table = table_of(game)
    for name in ("two-card", "total"):
        comparison = learn.best_response(table, name)
        assert comparison.loss > 0 and comparison.cells[0].loss >= comparison.cells[1].loss
        adds_up(comparison)
    assert not learn.best_response(table, "composition").cells
    adds_up(learn.best_response(table, any_chart(games.game(game), table, 3)))


def adds_up(comparison: ChartLoss) -> None:
    assert sum(cell.loss for cell in comparison.cells) == pytest.approx(comparison.loss, abs=1e-11)
    assert comparison.best - comparison.loss == pytest.approx(comparison.value, abs=1e-15)
    assert all((0 < cell.chance < 1 and cell.act != cell.best) or cell.part == "split"
               or abs(cell.loss) < 1e-9 for cell in comparison.cells)


@pytest.mark.parametrize("game", ["blackjack-2007", "blackjack-macau"])
def test_any_chart_returns_its_value_in_simulation(game: str) -> None:
    """Rounds by a chart that does anything lawful: within four and a half errors of its value."""
    table, rules = table_of(game), games.game(game)
    for seed in (7, 8):
        chart = any_chart(rules, table, seed)
        player = rules.simulated.kernel(table, chart, fresh=True)
        played = figures(player.block(11, seed, 1_500_000), player.unit)
        value = learn.best_response(table, chart).value
        assert abs(played.mean - value) < 4.5 * played.error


def test_one_wrong_cell_costs_what_the_best_play_gains_there() -> None:
    """The best chart, but 9-7 stands against a ten: this cell alone is lost, with its chance."""
    table = table_of("blackjack-macau")
    game = games.game(table.game)
    best = game.simulated.strategies["composition"](table).chart
    assert isinstance(best, Chart)
    hand = int(states().two[8, 6])
    first = best.first.copy()
    assert first[9, hand] != STAND
    first[9, hand] = STAND
    comparison = learn.best_response(table, best._replace(first=first))
    (cell,) = comparison.cells
    assert (cell.part, cell.hand, cell.against, cell.act) == ("hand", "7,9", "10", "stand")
    assert cell.loss == pytest.approx(comparison.loss, abs=1e-12) and cell.cost > 0.001


def test_charts_by_every_form_are_compared() -> None:
    """The name of a strategy, a strategy, its chart and its text are the same chart."""
    table = table_of("blackjack-online")
    game = games.game(table.game)
    strategy = game.simulated.strategies["total"](table)
    text = game.simulated.write_chart(table, table.game, "total")
    forms = ["total", strategy, strategy.chart, text]
    values = {round(learn.best_response(table, form).value, 12) for form in forms}
    assert len(values) == 1 and values == {round(strategy.mean, 12)}


def test_games_without_charts_are_refused() -> None:
    table = table_of("craps")
    with pytest.raises(ValueError, match="found one of craps; allowed: blackjack-2001"):
        learn.best_response(table, "best")


@pytest.mark.parametrize("options", GENERAL[:1] + GENERAL[4:6],
                         ids=lambda o: "-".join(o.values()) or "plain")
def test_a_chart_of_other_rules_has_its_value_there(options: dict[str, str]) -> None:
    """Random charts under general rules: pairs that are not split again, tens of unequal rank."""
    terms = parse_terms(options)
    for seed in range(2):
        chart = sample_chart(terms, np.random.default_rng(seed))
        player = kernel(terms, chart)
        played = figures(player.block(seed, 0, 1_500_000), player.unit)
        assert abs(played.mean - chart_value(terms, chart)) < 4.5 * played.error
