"""The exact worth of the best play, held against that very play simulated from full shoes."""

from __future__ import annotations

import math

import pytest

from sabot import games
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.outcomes import outcomes
from sabot.families.blackjack.rules.pricing_rules import pricing_terms
from sabot.probability.tally import Tally, merge
from support.plain_tables import table_with

TABLES = [
    ("blackjack-2001", ("packs=4", "shuffler=continuous")),
    ("blackjack-2007", ()),
    ("blackjack-2007", ("resplit_aces=false", "special_prize_on_split=false")),
    ("blackjack-online", ("double_any=true", "double_any_after_split=true", "packs=4")),
    ("blackjack-online", ("max_splits=1", "split_pairs_only=true", "packs=8")),
    ("blackjack-macau", ()),
    ("blackjack-macau", ("packs=1", "device=box", "procedure=1")),
    ("blackjack-macau", ("packs=1", "device=box", "procedure=3")),
    ("blackjack-macau", ("split_by=value", "resplit_aces=true", "max_hands=8")),
    ("blackjack-macau", ("double_any=false", "double_eleven=true", "double_split=false",
                         "eleven_protected=true", "hit_soft_17=false")),
    ("blackjack-macau", ("resplit=false", "surrender=false", "packs=2", "shuffle_each_hand=true")),
]
SURE = 4.5  # standard errors: one false alarm in 150,000 figures


def check_simulated(game_id: str, options: tuple[str, ...], strategy: str, coups: int) -> None:
    game = games.game(game_id)
    table = table_with(game, options)
    price = worth(pricing_terms(game.book.table_law(table)), strategy)
    kernel = game.simulated.kernel(table, price.chart, seats=1, fresh=True)
    played: list[Tally] = []
    left, number = coups, 0
    while left > 0:
        played.append(kernel.block(2007, number, min(left, kernel.size)))
        left -= played[-1].coups
        number += 1
    tally = merge(played)
    n, unit = tally.coups, kernel.unit
    mean = tally.total / n / unit
    variance = tally.squares / n / unit ** 2 - mean ** 2
    assert abs(mean - price.mean) < SURE * math.sqrt(variance / n)
    known = outcomes(price)
    fourth = sum(times * (net / unit - mean) ** 4 for net, times in tally.nets.items()) / n
    assert abs(variance - known.variance) < SURE * math.sqrt((fourth - variance ** 2) / n) + 1e-5
    for net, chance in known.net.items():
        seen = tally.nets.get(int(net * unit), 0) / n
        assert abs(seen - chance) < SURE * math.sqrt(chance / n) + 4e-6, str(net)


@pytest.mark.more_of("blackjack-2001-packs=4-shuffler=continuous", "blackjack-2007-")
@pytest.mark.parametrize(("game_id", "options"), TABLES, ids=lambda part: "-".join(
    part) if isinstance(part, tuple) else part)
def test_what_is_exact_is_what_is_played(game_id: str, options: tuple[str, ...]) -> None:
    check_simulated(game_id, options, "composition", 500_000)


def test_a_play_by_totals_is_worth_what_it_is_priced_at() -> None:
    check_simulated("blackjack-macau", (), "total", 500_000)
    check_simulated("blackjack-2007", (), "two-card", 500_000)


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "options"), TABLES)
@pytest.mark.parametrize("strategy", ["composition", "zero-memory", "two-card", "total"])
def test_what_is_exact_is_what_is_played_for_long(game_id: str, options: tuple[str, ...],
                                                  strategy: str) -> None:
    check_simulated(game_id, options, strategy, 100_000_000)
