"""What the priced play leaves to a player who remembers every card of their other hands.

The first hand of a split is dealt and played as priced; the second is then played in the best way
for the shoe that this leaves, and in the way that was priced. The difference is what memory gains.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sabot.families.blackjack.charts.chart import DOUBLE, HIT, SPLIT
from sabot.families.blackjack.charts.hand_states import States, states
from sabot.families.blackjack.pricing.exact import BEST, ONLY, bank_draws, bank_results, worths
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.splits import law_numbers, make_workspace, start_chances
from sabot.families.blackjack.rules.pricing_rules import pricing_terms
from sabot.games import game
from support.plain_tables import table_with


def one_hand(chance: np.random.Generator, acts: Any, shoe: Any, pair: int, table: States) -> Any:
    """The shoe after one hand of a split, which begins with one card of the pair."""
    left = shoe.copy()
    first = int(chance.choice(10, p=left / left.sum()))
    left[first] -= 1
    hand = int(table.two[pair - 1][first])
    while hand >= 0 and table.total[hand] < 21 and acts[hand] in (HIT, DOUBLE):
        card = int(chance.choice(10, p=left / left.sum()))
        left[card] -= 1
        if acts[hand] == DOUBLE:
            break
        hand = int(table.next[hand, card])
    return left


def remembered(game_id: str, samples: int, *options: str) -> tuple[float, float]:
    """What a coup gains by it on average, in initial bets, and its standard error."""
    this_game = game(game_id)
    terms = pricing_terms(this_game.book.table_law(table_with(this_game, options)))
    table, use, chance = states(), make_workspace(states()), np.random.default_rng(1)
    gain = variance = 0.0
    for seen in worth(terms, "composition").against:
        shoe = np.array([4.0 * terms.packs] * 9 + [16.0 * terms.packs])
        shoe[seen.up - 1] -= 1
        for pair, split in seen.splits.items():
            often = seen.chance * sum(
                deal.chance for deal, act in zip(seen.deals, seen.acts, strict=True)
                if act == SPLIT and table.twin[deal.hand] == pair)
            law = law_numbers(terms, True, pair == 1)
            if not often or law.one_card:
                continue
            hands = np.nonzero(table.cards[:table.plain, pair - 1] > 0)[0]
            found = []
            for _ in range(samples):
                both = shoe.copy()
                both[pair - 1] -= 2
                left = one_hand(chance, split.acts, both, pair, table)
                left[pair - 1] += 1  # the second hand's own, which counts as still there
                start = start_chances(law, seen.up, pair, left, table)
                bank_results(*bank_draws(seen.up, terms.soft17), left, table.cards, hands, use.bank)
                values = []
                for acts, mode in ((split.acts.copy(), BEST), (split.acts, ONLY)):
                    worths(law, terms.packs, seen.up, left, hands, table, use.bank, acts, mode,
                           use.value, use.each)
                    values.append(float(start @ use.value))
                found.append(values[0] - values[1])
            assert min(found) > -1e-12  # the best is the best
            gain += often * float(np.mean(found))
            variance += often ** 2 * float(np.var(found)) / samples
    return gain, variance ** 0.5


@pytest.mark.parametrize(("game_id", "options", "least", "most"), [
    ("blackjack-2007", (), 5e-8, 5e-7), ("blackjack-macau", (), 1e-7, 7e-7),
    ("blackjack-macau", ("packs=1",), 5e-6, 1.2e-5)])
def test_memory_gains_next_to_nothing(game_id: str, options: tuple[str, ...], least: float,
                                      most: float) -> None:
    """The figures of docs/odds.md: more than rounding, and far below what any rule is worth."""
    gain, error = remembered(game_id, 60, *options)
    assert least < gain - 2 * error and gain + 2 * error < most
