"""The exact value of any chart, and what each of its cells costs compared with the best play.

The value is that of one round from a full shoe, in initial bets, computed as that of the best play
is (`exact`, `splits`), with the acts of the chart in place of the best ones. The loss is the sum
over all hands that a round reaches under the chart of the chance to be there, times what the act of
the chart is worth less than the best one, where all later acts are the best: this sum is the whole
difference of the two values. (The performance-difference identity: Kakade and Langford, 2002.)

The best play is that of the class "composition". It plays each hand of a split by its own cards, as
does every chart; where a chart plays these hands better, the cost of their cell is negative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Floats
from sabot.families.blackjack.charts.chart import (
    ACTS,
    SPLIT,
    STAND,
    SURRENDER,
    Acts,
    Chart,
)
from sabot.families.blackjack.charts.chartfile import CARDS, hand_name
from sabot.families.blackjack.charts.hand_states import States, states
from sabot.families.blackjack.pricing.exact import EVERY, NATURAL, bank_draws, fill_reach, worths
from sabot.families.blackjack.pricing.expected_values import (
    Deal,
    UpCardValues,
    Worth,
    blackjack_value,
    surrender_value,
    worth,
)
from sabot.families.blackjack.pricing.splits import (
    Split,
    law_numbers,
    make_workspace,
    most_hands,
    price_split,
    rank_counts,
    restrict_doubles,
)
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.probability.answer import ChartLoss, LostCell
from sabot.procedure.table import Table

LEAST = 1e-15
"""A loss of fewer initial bets per round is one of rounding."""
TAKE, REFUSE = "take", "refuse"
OFFERED = {"none": (), "A": (1,), "AT": (1, 10)}
"""The open cards of the bank under which even money is offered."""


class _Play(NamedTuple):
    """A chart against one open card: the ``acts`` of hands of no split, the value of ``each`` act
    when the chart plays on, and the value of every pair when it is split."""

    acts: Acts
    each: Floats
    splits: dict[int, float]


def chart_loss(book: RuleBook, table: Table, chart: Chart) -> ChartLoss:
    """What a chart loses at a table compared with the best play."""
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return _Comparison(pricing_terms(book.table_law(table)), chart).compare()


def chart_value(terms: Terms, chart: Chart) -> float:
    """The mean net return of a chart for a unit of the initial bet."""
    comparison = _Comparison(terms, chart)
    return comparison.mean()


class _Comparison:
    """A chart compared with the best play under these terms."""

    def __init__(self, terms: Terms, chart: Chart) -> None:
        self.terms, self.chart = terms, chart
        self.table: States = states()
        self.best: Worth = worth(terms)
        self.workspace = make_workspace(self.table)
        self.natural = int(self.table.two[0, 9])
        table = self.table
        self.idle = (table.size < 2) | (table.total >= 21)
        self.plays = {values.up: self._play(values) for values in self.best.against}

    # -- the chart --------------------------------------------------------------------------------

    def _play(self, values: UpCardValues) -> _Play:
        """The values of a chart against one open card."""
        table, terms, up = self.table, self.terms, values.up
        acts = self._settled(self.chart.first[up - 1])
        value, each = np.zeros(len(acts)), np.zeros((len(acts), len(ACTS)))
        worths(law_numbers(terms, False), terms.packs, up, values.left, np.arange(table.plain),
               table, values.bank, acts, EVERY, value, each)
        return _Play(acts, each, {pair: self._split(values, pair) for pair in range(1, 11)})

    def _settled(self, acts: Acts) -> Acts:
        """Acts in which hands without a decision stand."""
        return np.where(self.idle, STAND, acts).astype(np.int8)

    def _split(self, values: UpCardValues, pair: int) -> float:
        """The value of a pair that is split and played on by the chart; 0 without such a pair."""
        terms, up = self.terms, values.up
        twin = int(self.table.two[pair - 1, pair - 1])
        after = self._settled(self.chart.after[up - 1, pair - 1])
        whole = after.copy()
        whole[twin] = self.chart.after_whole[up - 1, pair - 1, twin]
        most = most_hands(terms, pair)
        if most <= 2 or after[twin] == SPLIT:
            return self._worth(values, pair, self._price(values, pair, most, whole, best=False))
        again = self._worth(values, pair, self._price(values, pair, 2, after, best=False))
        same = self._same_rank(values, pair)
        if same == 1:
            return again
        other = self._worth(values, pair, self._price(values, pair, 2, whole, best=False))
        return same * again + (1 - same) * other

    def _same_rank(self, values: UpCardValues, pair: int) -> float:
        """The chance that a second card of this value may be split again for its rank."""
        if pair != 10 or not self.terms.split_rank:
            return 1.0
        return sum(weight * (count - 2) for count, weight in rank_counts(
            self.terms, values.up, pair, values.left)) / float(values.left[pair - 1] - 2)

    def _price(self, values: UpCardValues, pair: int, most: int, acts: Acts, *, best: bool
               ) -> Split | None:
        return price_split(self.terms, values.up, pair, most, values.left,
                           bank_draws(values.up, self.terms.soft17), self.table, self.workspace,
                           acts.copy(), best, aces_double=self.terms.double_aces)

    def _worth(self, values: UpCardValues, pair: int, split: Split | None) -> float:
        """The value of a split with what a bank's blackjack takes once."""
        if split is None:
            return 0.0
        once = 1.0 if self.terms.peek or self.terms.keeps_split else 0.0
        twin = int(self.table.two[pair - 1, pair - 1])
        return split.value - once * float(values.bank[twin, NATURAL])

    def _act(self, up: int, deal: Deal) -> int:
        """The act of the chart for two cards."""
        unequal_tens = self.table.twin[deal.hand] > 0 and not deal.pair
        rows = self.chart.first_whole if unequal_tens else self.chart.first
        return STAND if deal.hand == self.natural else int(rows[up - 1, deal.hand])

    def _deal_value(self, values: UpCardValues, deal: Deal) -> float:
        """The value of two cards under the chart."""
        up, play = values.up, self.plays[values.up]
        if deal.hand == self.natural:
            return self._natural_value(values, bool(self.chart.evens[up - 1]))
        act = self._act(up, deal)
        if act == SPLIT:
            return play.splits[int(self.table.twin[deal.hand])]
        if act == SURRENDER:
            return surrender_value(self.terms, up, float(values.bank[deal.hand, NATURAL]))
        return float(play.each[deal.hand, act])

    def _natural_value(self, values: UpCardValues, evens: bool) -> float:
        """The value of a blackjack that takes even money, where it is offered, or waits."""
        if evens and values.up in OFFERED[self.terms.even_money]:
            return float(self.terms.even_money_pays.ratio)
        waits = 1 - float(values.bank[self.natural, NATURAL])
        return float(self.terms.blackjack_pays.ratio) * waits

    def _insurance(self, values: UpCardValues, deal: Deal, *, evens: bool) -> float:
        """What insuring two cards adds to the return; 0 where it is not offered."""
        terms = self.terms
        if values.up != 1 or (deal.hand == self.natural and (evens or not terms.insure_blackjack)):
            return 0.0
        chance = float(values.bank[deal.hand, NATURAL])
        return terms.insurance / 100 * (float(terms.insurance_pays.ratio) * chance - (1 - chance))

    def mean(self) -> float:
        """The mean net return of the chart."""
        total = 0.0
        for values in self.best.against:
            evens = bool(self.chart.evens[values.up - 1])
            for deal in values.deals:
                value = self._deal_value(values, deal)
                if self.chart.insure[deal.hand]:
                    value += self._insurance(values, deal, evens=evens)
                total += values.chance * deal.chance * value
        return total

    # -- the loss ---------------------------------------------------------------------------------

    def compare(self) -> ChartLoss:
        """The value of the chart, that of the best play, and the cells that cost something."""
        cells = [cell for values in self.best.against for cell in self._cells(values)]
        lost = sorted((cell for cell in cells if abs(cell.loss) > LEAST),
                      key=lambda cell: (-cell.loss, cell.part, cell.hand, cell.against))
        return ChartLoss(value=self.mean(), best=self.best.mean, cells=tuple(lost))

    def _cells(self, values: UpCardValues) -> Iterator[LostCell]:
        """The costs against one open card."""
        first = self._best_firsts(values)
        yield from self._asides(values)
        play = self.plays[values.up]
        reach: dict[tuple[int, int], float] = defaultdict(float)
        for act, start in self._starts(values):
            acts = play.acts.copy()
            if act >= 0:
                acts[int(self.table.two[9, 9])] = act
            reached = start.copy()
            fill_reach(acts, values.left, self.table, reached)
            for number in np.flatnonzero(reached * (self.table.size > 2)):
                reach[int(number), int(acts[number])] += float(reached[number])
        for deal in values.deals:
            if deal.hand == self.natural:
                continue
            act = self._act(values.up, deal)
            options = first[deal]
            yield self._cell(values, deal.hand, act, deal.chance, options)
            if act == SPLIT:
                pair = int(self.table.twin[deal.hand])
                cost = options[SPLIT] - play.splits[pair]
                yield self._lost("split", f"{CARDS[pair - 1]},{CARDS[pair - 1]}", values, "", "",
                                 deal.chance, cost)
        for (hand, act), chance in reach.items():
            if self.table.total[hand] < 21:
                yield self._cell(values, hand, act, chance, {
                    n: float(values.each[hand, n]) for n in range(len(ACTS))})

    def _starts(self, values: UpCardValues) -> Iterator[tuple[int, Floats]]:
        """The chances of two cards that are played on as they are: those that play by their acts
        (-1), and two tens of different ranks with their act."""
        whole, start = np.zeros(len(self.table.size)), np.zeros(len(self.table.size))
        other = -1
        for deal in values.deals:
            act = self._act(values.up, deal)
            if deal.hand == self.natural or act in (SPLIT, SURRENDER):
                continue
            if self.table.twin[deal.hand] and act != self.plays[values.up].acts[deal.hand]:
                whole[deal.hand], other = deal.chance, act
            else:
                start[deal.hand] += deal.chance
        yield -1, start
        if other >= 0:
            yield other, whole

    def _best_firsts(self, values: UpCardValues) -> dict[Deal, dict[int, float]]:
        """The value of each first act of every two cards when the best play goes on."""
        table, up = self.table, values.up
        options = {}
        for deal in values.deals:
            worth_of = {act: float(values.each[deal.hand, act]) for act in range(len(ACTS))
                        if act not in (SPLIT, SURRENDER)}
            pair = int(table.twin[deal.hand])
            if deal.pair and self.terms.max_hands != 1:
                acts = restrict_doubles(law_numbers(self.terms, True, pair == 1), table,
                                        self.best.chart.first_whole[up - 1], values.each)
                worth_of[SPLIT] = max(
                    self._worth(values, pair, self._price(values, pair, most, acts, best=True))
                    for most in {2, most_hands(self.terms, pair)})
            worth_of[SURRENDER] = surrender_value(
                self.terms, up, float(values.bank[deal.hand, NATURAL]))
            options[deal] = worth_of
        return options

    def _asides(self, values: UpCardValues) -> Iterator[LostCell]:
        """The costs of even money and of insurance."""
        evens = bool(self.chart.evens[values.up - 1])
        for deal in values.deals:
            chance = float(values.bank[deal.hand, NATURAL])
            best, takes = blackjack_value(self.terms, values.up, chance)
            if deal.hand == self.natural:
                gain = max(0.0, self._insurance(values, deal, evens=takes))
                mine = self._insurance(values, deal, evens=evens) \
                    if self.chart.insure[deal.hand] else 0.0
                cost = best + gain - self._natural_value(values, evens) - mine
                yield self._lost("blackjack", hand_name(deal.hand), values,
                                 TAKE if evens else REFUSE, TAKE if takes else REFUSE, deal.chance,
                                 cost)
                continue
            gain = self._insurance(values, deal, evens=False)
            insured = bool(self.chart.insure[deal.hand])
            yield self._lost("insurance", hand_name(deal.hand), values,
                             TAKE if insured else REFUSE, TAKE if gain > 0 else REFUSE,
                             deal.chance, max(0.0, gain) - gain * insured)

    def _cell(self, values: UpCardValues, hand: int, act: int, chance: float,
              options: dict[int, float]) -> LostCell:
        best = max(options, key=lambda n: (options[n], -n))
        return self._lost("hand", hand_name(hand), values, ACTS[act], ACTS[best], chance,
                          options[best] - options[act])

    def _lost(self, part: str, hand: str, values: UpCardValues, act: str, best: str, chance: float,
              cost: float) -> LostCell:
        return LostCell(part=part, hand=hand, against=CARDS[values.up - 1], act=act, best=best,
                        chance=values.chance * chance, cost=cost)


