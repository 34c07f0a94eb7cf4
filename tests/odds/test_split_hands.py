"""The distribution of a coup with split hands: its mean, and what two hands do together."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from sabot import games
from sabot.equipment.arrays import Floats
from sabot.families.blackjack.charts.chart import DOUBLE, HIT, Acts
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.general import parse_terms
from sabot.families.blackjack.pricing import outcomes
from sabot.families.blackjack.pricing.exact import (
    bank_draws,
    bank_results,
    fill_reach,
    reachable_hands,
)
from sabot.families.blackjack.pricing.expected_values import Deal, UpCardValues, worth
from sabot.families.blackjack.pricing.odds import SECOND_ORDER, main_bet
from sabot.families.blackjack.pricing.outcome_chances import add_endings
from sabot.families.blackjack.pricing.splits import law_numbers
from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from support.plain_tables import table_with

TABLE = states()
End = tuple[int, int, tuple[float, ...]]
GENERAL = [
    {}, {"packs": "1", "peek": "yes"}, {"packs": "1", "split_by_rank": "yes", "max_hands": "none"},
    {"packs": "2", "max_hands": "none", "resplit_aces": "yes", "hit_split_aces": "yes"},
    {"bank_blackjack": "takes-all", "surrender": "late", "double": "none"},
    {"special": "yes", "five_cards": "yes", "double": "9-11", "max_hands": "none"},
    {"packs": "8", "resplit": "no"},
]


def agrees(terms: Terms, strategy: str) -> None:
    price = worth(terms, strategy)
    main = main_bet(price)
    chances = {float(Fraction(net)): chance for net, chance in main.net}
    mean = sum(net * chance for net, chance in chances.items())
    assert abs(mean + main.edge_float + main.insured) <= main.bounds.mean
    assert main.bounds.mean < 1e-6
    assert abs(sum(chances.values()) - 1) < 1e-12
    assert min(chances.values()) > 0
    three = [float(chance) for chance in (main.p_win, main.p_push, main.p_lose)]
    assert abs(sum(three) - 1) < 1e-12
    assert abs(sum(main.place) - 1) < 1e-12
    square = sum(net ** 2 * chance for net, chance in chances.items())
    assert main.variance_float == pytest.approx(square - mean ** 2, abs=1e-12)


@pytest.mark.parametrize("options", GENERAL, ids=lambda o: "-".join(o.values()) or "plain")
def test_edge_and_distribution_have_one_mean(options: dict[str, str]) -> None:
    agrees(parse_terms(options), "composition")
    agrees(parse_terms(options), "total")


@pytest.mark.parametrize("game_id", ["blackjack-2007", "blackjack-macau", "blackjack-2001"])
@pytest.mark.parametrize("strategy", ["composition", "zero-memory", "two-card"])
def test_edge_and_distribution_of_a_law_have_one_mean(game_id: str, strategy: str) -> None:
    game = games.game(game_id)
    agrees(pricing_terms(game.book.table_law(table_with(game, ()))), strategy)


def hands_of_one(acts: Acts, pair: int, left: Floats) -> dict[End, float]:
    """Every way that one hand of a split ends: the bets on it, its points (0 when it is over 21)
    and its cards, with their chances. ``left``: the shoe without the pair."""
    ends: dict[End, float] = defaultdict(float)
    reach: dict[int, float] = defaultdict(float)
    for value in range(10):
        reach[int(TABLE.two[pair - 1, value])] += float(left[value] / left.sum())
    for hand in range(TABLE.plain):
        chance = reach.get(hand, 0.0)
        if chance <= 0:
            continue
        cards = TABLE.cards[hand].astype(float)
        rest = left - cards
        rest[pair - 1] += 1
        if acts[hand] not in (HIT, DOUBLE):
            ends[1, int(TABLE.total[hand]), tuple(cards)] += chance
            continue
        for value in range(10):
            drawn = chance * max(rest[value], 0) / rest.sum()
            then = int(TABLE.next[hand, value])
            more = cards.copy()
            more[value] += 1
            if acts[hand] == HIT and then >= 0:
                reach[then] += drawn
            else:
                points = int(TABLE.total[then]) if then >= 0 else 0
                ends[1 + int(acts[hand] == DOUBLE), points, tuple(more)] += drawn
    return ends


def two_hands(terms: Terms, seen: UpCardValues, pair: int) -> dict[float, float]:
    """The sum of two split hands, exactly: for each way that the first ends, the second and the
    bank from the cards that are left."""
    acts = seen.splits[pair].acts
    law = law_numbers(terms, True, pair == 1)
    left = seen.left.copy()
    left[pair - 1] -= 2
    net: dict[float, float] = defaultdict(float)
    bank, marks = np.zeros((len(TABLE.size), 7)), np.zeros(len(TABLE.size), np.int8)
    for (bets, points, cards), chance in hands_of_one(acts, pair, left).items():
        rest = left - np.array(cards)
        rest[pair - 1] += 1
        start = np.zeros(len(TABLE.size))
        start[TABLE.two[pair - 1]] = np.maximum(rest, 0) / rest.sum()
        rest[pair - 1] += 1  # the card of the second hand, which is taken out with it
        reachable_hands(acts, np.nonzero(start)[0], TABLE, marks)
        bank_results(*bank_draws(seen.up, terms.soft17), rest, TABLE.cards,
                     np.nonzero(marks[:TABLE.plain])[0], bank)
        out, reach = np.zeros((7, 16)), start.copy()
        fill_reach(acts, rest, TABLE, reach)
        add_endings(law, terms.packs, seen.up, rest, TABLE, bank, acts, reach, start, out,
                    outcomes.NOTHING)
        for result in range(7):
            bust = result == 6
            first = 0 if result == 5 else bets * (
                -1 if not points else 1 if bust or points > result + 17 else
                0 if points == result + 17 else -1)
            for event in np.nonzero(out[result])[0]:
                second = 0 if result == 5 else (event % 4 - 1) * (1 + event // 4 % 2)
                net[first + second - (result == 5)] += chance * float(out[result, event])
    return net


@pytest.mark.parametrize("packs", [1, 6])
@pytest.mark.parametrize(("up", "pair"), [(6, 8), (5, 1), (10, 8), (6, 2)])
def test_two_hands_together_are_within_the_bound(packs: int, up: int, pair: int) -> None:
    terms = parse_terms({"packs": str(packs), "peek": "yes", "max_hands": "2"})
    price = worth(terms)
    seen = next(one for one in price.against if one.up == up)
    exact = two_hands(terms, seen, pair)
    count = outcomes._OutcomeCount(price)
    count.count_split(
        seen._replace(chance=1.0), Deal(int(TABLE.two[pair - 1, pair - 1]), 1.0, True)
    )
    zero = len(count.sums) // 2
    ours = {(int(at) - zero) / count.parts: float(count.sums[at])
            for at in np.nonzero(count.sums)[0]}
    nets = set(exact) | set(ours)
    apart = sum(abs(exact.get(net, 0) - ours.get(net, 0)) for net in nets) / 2
    moved, squares, _ = count.moved
    assert 2e-4 < moved < 2e-2  # without it they would be as far from the truth as this
    assert apart < SECOND_ORDER / (52 * packs) * moved / 3
    worse = sum(net ** 2 * (exact.get(net, 0) - ours.get(net, 0)) for net in nets)
    assert abs(worse) < SECOND_ORDER / (52 * packs) * squares / 3
    assert sum(net * chance for net, chance in exact.items()) == pytest.approx(
        sum(net * chance for net, chance in ours.items()), abs=1e-12)
