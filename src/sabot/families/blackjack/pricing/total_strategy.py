"""The best chart by totals: each cell weighed over every hand that a coup comes to.

All hands of a cell have one act, whether they come of a split or not, so that a cell is weighed
over both. What a split is worth is a sum over shoes from which more and more twins are gone
(`splits.over_hands`), linear in what one hand is worth from each of them; how much of that goes
through a hand is its weight there, below nothing where the sum subtracts. A cell is never come to
twice by one hand, so its best act is found exactly while the others stay; they are changed in turn
until no change of a single cell makes the chart better.
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
    Law,
    bank_results,
    flow,
    worths,
)
from sabot.families.blackjack.pricing.splits import (
    law_of,
    limit,
    may_double,
    ranks_of,
    starts_of,
    weights,
)
from sabot.families.blackjack.rules.pricing_rules import Terms

ROUNDS = 40
LIGHT = 1e-9  # what a shoe with so little weight is worth changes no act


class View(NamedTuple):
    """The hands of a split from one shoe, ``left`` but for a hand's own cards. Of what ``law`` and
    ``bank`` make of them the split takes ``any_of`` times what becomes of ``start``, the chances of
    two cards, less ``twin_of`` times what becomes of the ``twin`` of the pair."""

    law: Law
    left: Floats
    hands: Numbers
    bank: Floats
    any_of: float
    start: Floats
    twin_of: float
    twin: Floats


class Found(NamedTuple):
    """What every act of every hand weighs in all that is won: ``plain`` (n, 6) where each may be
    done, ``double`` (n,) where a double may, ``fall`` (n, 6) where it may not."""

    plain: Floats
    double: Floats
    fall: Floats


class Totals:
    """The chart against one open card; ``cells``: to which cell each hand belongs."""

    def __init__(self, terms: Terms, up: int, left: Floats, draw: Draws, table: States,
                 cells: Numbers, bank: Floats) -> None:
        self.terms, self.up, self.left, self.draw = terms, up, left, draw
        self.table, self.cells, self.bank = table, cells, bank
        self.everything = np.arange(table.plain)
        self.law = law_of(terms, False)
        self.views: dict[int, list[View]] = {}
        self.value = np.zeros(len(cells))
        self.each = np.zeros((len(cells), 6))
        won = (table.size >= terms.charlie) if terms.charlie else np.zeros(len(cells), bool)
        two, pair = table.size == 2, table.twin > 0
        open_to = ~won & (table.total < 21) & (np.arange(len(cells)) < table.plain)
        groups = [(cells == cell) & open_to & ~pair for cell in np.unique(cells)]
        groups += [(table.twin == value) & open_to for value in range(1, 11)]
        self.groups = [(np.nonzero(group & two)[0], np.nonzero(group & ~two)[0])
                       for group in groups if group.any()]

    def settle(self, start: Floats, pairs: dict[int, float], acts: Acts, fall: Acts, loose: bool
               ) -> None:
        """Turn ``acts`` into the best by totals, and ``fall``: what is done in place of a double
        where a hand of a split may not double. ``start``: the chances of the two-card hands that
        are not split, ``pairs``: of the pairs that are. ``loose``: two cards decide by what they
        are."""
        own = self.everything
        worths(self.law, self.terms.packs, self.up, self.left, own, self.table, self.bank, acts,
               EVERY, self.value, self.each)
        before: list[Acts] = []
        for _ in range(ROUNDS):
            found = self.weigh(start, pairs, acts, fall)
            for twos, more in self.groups:
                _cell(found, twos, more, self.each, acts, fall, loose)
            worths(self.law, self.terms.packs, self.up, self.left, own, self.table, self.bank,
                   acts, EVERY, self.value, self.each)
            for k, (a, b) in enumerate(SUITED):  # suits are no part of a total
                same, plain = self.table.two[a - 1, b - 1], self.table.plain + 2 * k
                for row in (acts, fall):
                    row[plain:plain + 2] = row[same]
            now = np.concatenate([acts, fall])
            if any(np.array_equal(now, one) for one in before):
                return
            before.append(now)

    def weigh(self, start: Floats, pairs: dict[int, float], acts: Acts, fall: Acts) -> Found:
        """Every act of every hand, weighed by how often the hand is come to."""
        table = self.table
        reach = start.copy()
        flow(acts, self.left, table, reach)
        reach += 1e-12 * (table.size > 1)  # for cells that these acts never come to
        found = Found(reach[:, None] * self.each, reach * self.each[:, DOUBLE],
                      np.zeros_like(self.each))
        value, each = np.zeros_like(self.value), np.zeros_like(self.each)
        for pair, chance in pairs.items():
            for view in self.of_pair(pair):
                play = restricted(view.law, table, acts, fall)
                worths(view.law, self.terms.packs, self.up, view.left, view.hands, table, view.bank,
                       play, EVERY, value, each)
                whole, twin = view.start.copy(), view.twin.copy()
                flow(play, view.left, table, whole)
                flow(play, view.left, table, twin)
                weight = chance * (view.any_of * whole - view.twin_of * twin)
                hands = np.nonzero(weight)[0]
                here = weight[hands, None] * each[hands]
                doubles = each[hands, DOUBLE] > IMPOSSIBLE + 1
                found.plain[hands] += here
                found.double[hands] += np.where(doubles, here[:, DOUBLE], 0.0)
                found.fall[hands] += np.where(doubles[:, None], 0.0, here)
        return found

    def of_pair(self, pair: int) -> list[View]:
        """The hands of a split pair, by how many twins more have gone."""
        if pair not in self.views:
            self.views[pair] = self._of_pair(pair)
        return self.views[pair]

    def _of_pair(self, pair: int) -> list[View]:
        law, table = law_of(self.terms, True, pair == 1), self.table
        if law.one_card:
            return []
        cards = float(self.left.sum()) - 2
        any_of, twin_of = np.zeros(32), np.zeros(32)
        for there, weight in ranks_of(self.terms, self.up, pair, self.left):
            whole, plain = weights(min(limit(self.terms, pair), int(there)), there - 2, cards)
            any_of[:len(whole)] += weight * (whole + plain)
            gone = np.arange(len(plain))
            twin_of[:len(plain)] += weight * plain * np.maximum(there - 2 - gone, 0) / (
                cards - gone)
        found = []
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
            start = starts_of(law, self.up, pair, left, table)
            twin = np.zeros_like(start)
            twin[table.two[pair - 1, pair - 1]] = 1.0
            found.append(View(law, left, hands, bank, float(any_of[k]), start, float(twin_of[k]),
                              twin))
        return found


def restricted(law: Law, table: States, acts: Acts, fall: Acts) -> Acts:
    """The acts of a chart for hands under this law: a double that it does not allow falls back."""
    play = acts.copy()
    for hand in np.nonzero(play == DOUBLE)[0]:
        if not may_double(law, table, int(hand)):
            play[hand] = fall[hand]
    return play


def _cell(found: Found, twos: Numbers, more: Numbers, each: Floats, acts: Acts, fall: Acts,
          loose: bool) -> None:
    """One act for all hands of a cell, and perhaps another, a double, for those of two cards."""
    parts = [[hand] for hand in twos] if loose else [twos]
    for part in parts:
        behind = found.fall[part].sum(axis=0) + 1e-15 * each[part].sum(axis=0)
        fall[part] = HIT if behind[HIT] > behind[STAND] else STAND
    rest = found.plain[more].sum(axis=0)
    if loose:
        if len(more):
            acts[more] = max(_open(each, more), key=lambda act: rest[act])
        for hand in twos:
            acts[hand] = max(_of_two(found, [hand], each, fall))[1]
        return
    options = [(float(rest[act]) + worth, act, two) for act in _open(each, more)
               for worth, two in _of_two(found, twos, each, fall) if two in (act, DOUBLE)]
    _, act, two = max(options) if len(twos) else max(
        (float(rest[act]), act, act) for act in _open(each, more))
    acts[more] = act
    acts[twos] = two


def _open(each: Floats, hands: Numbers | list[int]) -> list[int]:
    """The acts beside a double that every one of these hands may do. What one of them may not is
    left out here, for a weight below nothing would make a gain of it."""
    return [act for act in (STAND, HIT, CLAIM) if (each[hands, act] > IMPOSSIBLE + 1).all()]


def _of_two(found: Found, hands: Numbers | list[int], each: Floats, fall: Acts
            ) -> list[tuple[float, int]]:
    """What acts of these two-card hands come to."""
    options = [(float(found.plain[hands, act].sum()), act) for act in _open(each, hands)]
    if (each[hands, DOUBLE] > IMPOSSIBLE + 1).all():
        options.append((float(found.double[hands].sum() + found.fall[hands, fall[hands]].sum()),
                        DOUBLE))
    return options
