"""General rules that no regulation orders, simulated: a second method for what is priced."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sabot.families.blackjack import general
from sabot.families.blackjack.charts.chart import mimic
from sabot.families.blackjack.kernel.general_rules import kernel
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.simulation import figures

SURE = 4.5  # standard errors: one false alarm in 150,000 figures
COUPS = 1_500_000
SETS = [
    "",
    "soft17=hit surrender=late peek=yes",
    "soft17=hit-ace-six surrender=late double_aces=yes bank_blackjack=takes-all",
    "packs=2 peek=yes soft17=hit blackjack_pays=6:5 double=9-11 double_after_split=no",
    "peek=yes charlie=5",
    "charlie=6 surrender=early",
    "peek=yes hit_split_aces=yes resplit_aces=yes double_aces=yes",
    "packs=1 max_hands=1 surrender=early-not-ace",
    "packs=8 double=10-11 ace_fixed_at_1=yes special=yes special_on_split=no even_money=AT",
    "packs=4 must_hit=11 five_cards=yes max_hands=none split_by_rank=yes",
    "packs=1 soft17=hit bank_blackjack=original-only insurance=100 even_money=none",
]


def terms(rules: str) -> Terms:
    return general.parse_terms(dict(rule.split("=") for rule in rules.split()))


def check_simulated(rules: str, strategy: str, coups: int, seed: int) -> None:
    price = worth(terms(rules), strategy)
    player = kernel(price.terms, price.chart)
    found = figures(player.block(seed, 0, coups), player.unit)
    assert abs(found.mean - price.mean) < SURE * found.error
    assert found.deviation > 1


@pytest.mark.parametrize("rules", SETS)
def test_what_is_priced_is_what_is_played(rules: str) -> None:
    check_simulated(rules, "composition", COUPS, 17)


def test_so_it_is_by_totals() -> None:
    check_simulated(SETS[1], "total", COUPS, 18)
    check_simulated(SETS[3], "two-card", COUPS, 19)


@pytest.mark.soak
@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("strategy", ["composition", "total"])
def test_so_it_is_for_long(rules: str, strategy: str) -> None:
    check_simulated(rules, strategy, 200_000_000, 20)


def seen(rules: str, chart: Any = None) -> dict[int, int]:
    player = kernel(terms(rules), chart or worth(terms(rules)).chart)
    nets = player.block(1, 0, 50_000).nets
    return {net * 100 // player.unit: times for net, times in nets.items()}


def test_rules_are_seen_in_what_is_paid() -> None:
    """In hundredths of the bet."""
    assert 150 in seen("") and 120 not in seen("")
    assert 120 in seen("blackjack_pays=6:5") and 150 not in seen("blackjack_pays=6:5")
    assert -50 in seen("surrender=late") and -50 not in seen("insurance=0 surrender=none")
    assert min(seen("max_hands=1")) >= -250 > min(seen("max_hands=none"))


def chance_of(cards: int, left: tuple[int, ...], hand: tuple[int, ...] = ()) -> float:
    """The chance of so many cards, not over 21, for one who takes them up to 16."""
    hard = sum(hand)
    soft = hard + 10 if 1 in hand and hard <= 11 else hard
    if hard > 21 or (soft >= 17 and 1 < len(hand) < cards):
        return 0.0
    if len(hand) == cards:
        return 1.0
    return sum(many / sum(left) * chance_of(
        cards, (*left[:value - 1], many - 1, *left[value:]), (*hand, value))
        for value, many in enumerate(left, start=1) if many)


def test_so_many_cards_win_at_once() -> None:
    mean = {rules: sum(net * times for net, times in seen(rules, mimic()).items())
            for rules in ("", "charlie=6", "charlie=5")}
    assert mean[""] < mean["charlie=6"] < mean["charlie=5"]
    for cards in (4, 5, 6):
        player = kernel(terms(f"packs=2 charlie={cards}"), mimic())
        counts, coups = player.block(1, 0, 200_000).counts, 200_000
        chance = chance_of(cards, (8,) * 9 + (32,))
        assert abs(counts["charlies"] - coups * chance) < SURE * math.sqrt(coups * chance)
        assert "five_cards" not in counts


@pytest.mark.parametrize("rules", ["charlie=6 five_cards=yes", "charlie=3 special=yes"])
def test_what_cannot_be_played_is_said(rules: str) -> None:
    with pytest.raises(ValueError, match="priced but not simulated"):
        kernel(terms(rules), worth(terms(rules)).chart)


def test_a_kernel_is_named_after_its_rules() -> None:
    chart = mimic()
    assert len({kernel(terms(rules), chart).identity for rules in SETS}) == len(SETS)
