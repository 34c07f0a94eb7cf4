"""The best chart by totals: each cell weighed over every hand that a round reaches.

All hands of a cell have one act, whether they come from a split or not, so a cell is weighed over
both. The value of a split is a sum over shoes from which more and more twins are gone
(`splits.sum_over_hands`), linear in the value of one hand from each of them; how much of that goes
through a hand is its weight there, negative where the sum subtracts. One hand never reaches a cell
twice, so the best act of a cell is found exactly while the others stay fixed; they are changed in
turn until no change of a single cell improves the chart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Floats, Numbers
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT, STAND, Acts
from sabot.families.blackjack.charts.hand_states import SUITED, States
from sabot.families.blackjack.pricing.exact import (
    EVERY,
    IMPOSSIBLE,
    Draws,
    bank_results,
    fill_reach,
    worths,
)
from sabot.families.blackjack.pricing.numeric_law import Law
from sabot.families.blackjack.pricing.splits import (
    law_numbers,
    may_double,
    most_hands,
    rank_counts,
    split_weights,
    start_chances,
)
from sabot.families.blackjack.rules.pricing_rules import Terms

ROUNDS = 40
LIGHT = 1e-9  # a shoe with less weight changes no act


class ShoeView(NamedTuple):
    """The hands of a split from one shoe; ``left`` before a hand's own cards are taken out.

    With the values by ``law`` and ``bank``, the split counts ``any_of`` times the value of
    ``start`` (chances of two cards), less ``twin_of`` times that of ``twin``, the pair again.
    """

    law: Law
    left: Floats
    hands: Numbers
    bank: Floats
    any_of: float
    start: Floats
    twin_of: float
    twin: Floats


class ActWeights(NamedTuple):
    """The weight of every act of every hand in the total: ``plain`` (n, 6) where each may be done,
    ``double`` (n,) where a double may, ``fall`` (n, 6) where it may not."""

    plain: Floats
    double: Floats
    fall: Floats


class TotalChart:
    """The chart against one open card; ``cells``: the cell of each hand."""

    def __init__(self, terms: Terms, up: int, left: Floats, draw: Draws, table: States,
                 cells: Numbers, bank: Floats) -> None:
        self.terms, self.up, self.left, self.draw = terms, up, left, draw
        self.table, self.cells, self.bank = table, cells, bank
        self.everything = np.arange(table.plain)
        self.law = law_numbers(terms, False)
        self.views: dict[int, list[ShoeView]] = {}
        self.value = np.zeros(len(cells))
        self.each = np.zeros((len(cells), 6))
        won = (table.size >= terms.charlie) if terms.charlie else np.zeros(len(cells), bool)
        two, pair = table.size == 2, table.twin > 0
        open_to = ~won & (table.total < 21) & (np.arange(len(cells)) < table.plain)
        groups = [(cells == cell) & open_to & ~pair for cell in np.unique(cells)]
        groups += [(table.twin == value) & open_to for value in range(1, 11)]
        self.groups = [(np.nonzero(group & two)[0], np.nonzero(group & ~two)[0])
                       for group in groups if group.any()]

    def settle(self, start: Floats, pairs: dict[int, float], acts: Acts, fall: Acts, by_cards: bool
               ) -> None:
        """Change ``acts`` into the best by totals, and ``fall``: the act in place of a double where
        a hand of a split may not double.

        ``start``: the chances of the two-card hands that are not split; ``pairs``: of the pairs
        that are. ``by_cards``: two cards decide by what they are.
        """
        own = self.everything
        worths(self.law, self.terms.packs, self.up, self.left, own, self.table, self.bank, acts,
               EVERY, self.value, self.each)
        before: list[Acts] = []
        for _ in range(ROUNDS):
            weights = self.weigh(start, pairs, acts, fall)
            for twos, more in self.groups:
                _choose_cell(weights, twos, more, self.each, acts, fall, by_cards)
            worths(self.law, self.terms.packs, self.up, self.left, own, self.table, self.bank,
                   acts, EVERY, self.value, self.each)
            for k, (a, b) in enumerate(SUITED):  # suits do not belong to a total
                same, plain = self.table.two[a - 1, b - 1], self.table.plain + 2 * k
                for row in (acts, fall):
                    row[plain:plain + 2] = row[same]
            now = np.concatenate([acts, fall])
            if any(np.array_equal(now, earlier) for earlier in before):
                return
            before.append(now)

    def weigh(self, start: Floats, pairs: dict[int, float], acts: Acts, fall: Acts) -> ActWeights:
        """Every act of every hand, weighed by how often the hand is reached."""
        table = self.table
        reach = start.copy()
        fill_reach(acts, self.left, table, reach)
        reach += 1e-12 * (table.size > 1)  # for cells that these acts never reach
        weights = ActWeights(reach[:, None] * self.each, reach * self.each[:, DOUBLE],
                           np.zeros_like(self.each))
        value, each = np.zeros_like(self.value), np.zeros_like(self.each)
        for pair, chance in pairs.items():
            for view in self.split_views(pair):
                play = fall_back_doubles(view.law, table, acts, fall)
                worths(view.law, self.terms.packs, self.up, view.left, view.hands, table, view.bank,
                       play, EVERY, value, each)
                reach_any, twin = view.start.copy(), view.twin.copy()
                fill_reach(play, view.left, table, reach_any)
                fill_reach(play, view.left, table, twin)
                weight = chance * (view.any_of * reach_any - view.twin_of * twin)
                hands = np.nonzero(weight)[0]
                here = weight[hands, None] * each[hands]
                doubles = each[hands, DOUBLE] > IMPOSSIBLE + 1
                weights.plain[hands] += here
                weights.double[hands] += np.where(doubles, here[:, DOUBLE], 0.0)
                weights.fall[hands] += np.where(doubles[:, None], 0.0, here)
        return weights

    def split_views(self, pair: int) -> list[ShoeView]:
        """The hands of a split pair, by how many further twins have gone."""
        if pair not in self.views:
            self.views[pair] = self._make_split_views(pair)
        return self.views[pair]

    def _make_split_views(self, pair: int) -> list[ShoeView]:
        law, table = law_numbers(self.terms, True, pair == 1), self.table
        if law.one_card:
            return []
        cards = float(self.left.sum()) - 2
        any_of, twin_of = np.zeros(32), np.zeros(32)
        for rank_cards, weight in rank_counts(self.terms, self.up, pair, self.left):
            whole, plain = split_weights(
                min(most_hands(self.terms, pair), int(rank_cards)), rank_cards - 2, cards
            )
            any_of[:len(whole)] += weight * (whole + plain)
            gone = np.arange(len(plain))
            twin_of[:len(plain)] += weight * plain * np.maximum(rank_cards - 2 - gone, 0) / (
                cards - gone)
        views = []
        hands = np.nonzero(table.cards[:table.plain, pair - 1] > 0)[0]
        for k in range(len(any_of)):
            if abs(any_of[k]) + abs(twin_of[k]) < LIGHT:
                continue
            left = self.left.copy()
            left[pair - 1] -= 1 + k
            if left[pair - 1] < 1:
                break
            bank = np.zeros((len(self.cells), 7))
            bank_results(*self.draw, left, table.cards, hands, bank)
            start = start_chances(law, self.up, pair, left, table)
            twin = np.zeros_like(start)
            twin[table.two[pair - 1, pair - 1]] = 1.0
            views.append(
                ShoeView(law, left, hands, bank, float(any_of[k]), start, float(twin_of[k]), twin)
            )
        return views


def fall_back_doubles(law: Law, table: States, acts: Acts, fall: Acts) -> Acts:
    """The acts of a chart for hands under this law: a double that it does not allow falls back."""
    play = acts.copy()
    for hand in np.nonzero(play == DOUBLE)[0]:
        if not may_double(law, table, int(hand)):
            play[hand] = fall[hand]
    return play


def _choose_cell(weights: ActWeights, twos: Numbers, more: Numbers, each: Floats, acts: Acts,
                 fall: Acts, by_cards: bool) -> None:
    """Choose one act for all hands of a cell, and perhaps a double for those of two cards."""
    parts = [[hand] for hand in twos] if by_cards else [twos]
    for part in parts:
        fallback = weights.fall[part].sum(axis=0) + 1e-15 * each[part].sum(axis=0)
        fall[part] = HIT if fallback[HIT] > fallback[STAND] else STAND
    rest = weights.plain[more].sum(axis=0)
    if by_cards:
        if len(more):
            acts[more] = max(_shared_acts(each, more), key=lambda act: rest[act])
        for hand in twos:
            acts[hand] = max(_two_card_options(weights, [hand], each, fall))[1]
        return
    options = [
        (float(rest[act]) + worth, act, two)
        for act in _shared_acts(each, more)
        for worth, two in _two_card_options(weights, twos, each, fall)
        if two in (act, DOUBLE)
    ]
    _, act, two = max(options) if len(twos) else max(
        (float(rest[act]), act, act) for act in _shared_acts(each, more))
    acts[more] = act
    acts[twos] = two


def _shared_acts(each: Floats, hands: Numbers | list[int]) -> list[int]:
    """The acts except a double that all of these hands may do. An act that one of them may not do
    is left out, because a negative weight would turn it into a gain."""
    return [act for act in (STAND, HIT, CLAIM) if (each[hands, act] > IMPOSSIBLE + 1).all()]


def _two_card_options(weights: ActWeights, hands: Numbers | list[int], each: Floats, fall: Acts
                      ) -> list[tuple[float, int]]:
    """The values of acts of these two-card hands."""
    options = [(float(weights.plain[hands, act].sum()), act) for act in _shared_acts(each, hands)]
    if (each[hands, DOUBLE] > IMPOSSIBLE + 1).all():
        options.append((float(weights.double[hands].sum() + weights.fall[hands, fall[hands]].sum()),
                        DOUBLE))
    return options
