"""The value of a round of blackjack: every hand against every card of the bank, and the best play.

Classes of play, each priced as the best of its kind:

* ``composition``: every act depends on all cards of the hand. For hands of no split this is the
  true optimum for a player who sees their own cards and the bank's open one.
* ``two-card``: the first two cards decide by what they are, later acts by the total alone.
* ``total``: only the total (and whether an ace counts 11) decides, and for two cards whether they
  are a pair, and whether a hand may still double.

The last two are charts of cells, each weighed over every hand that a round reaches, including those
of splits; no change of a single cell would be better (`total_strategy`). ``total-kept`` is the
chart that others publish: two cards that are surrendered weigh in their cell as if they were
played.

Hands of a split: under ``composition`` each is played in the best way given that one more card of
its rank is gone; under ``zero-memory`` (the class of other analysers) and the two classes by totals
like the same cards without a split. A further pair is split whenever it may be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Floats, Numbers
from sabot.families.blackjack.charts.chart import SPLIT, STAND, SURRENDER, Acts, Chart
from sabot.families.blackjack.charts.hand_states import SUITED, States, states
from sabot.families.blackjack.pricing.exact import (
    BEST,
    IMPOSSIBLE,
    NATURAL,
    Draws,
    bank_draws,
    bank_results,
    worths,
)
from sabot.families.blackjack.pricing.splits import (
    NEAR,
    USUAL,
    Split,
    Workspace,
    law_numbers,
    make_workspace,
    most_hands,
    price_split,
    restrict_doubles,
)
from sabot.families.blackjack.pricing.total_strategy import ROUNDS, TotalChart, fall_back_doubles
from sabot.families.blackjack.rules.pricing_rules import Terms

STRATEGIES = ("composition", "zero-memory", "two-card", "total")
KEPT = "total-kept"


class Deal(NamedTuple):
    """Two cards that may be dealt: their state, their chance, and whether they may be split."""

    hand: int
    chance: float
    pair: bool


class UpCardValues(NamedTuple):
    """The values against one open card of the bank.

    ``chance`` of the card. ``deals`` and their acts. ``each`` (n, 6): the value of each act of a
    hand of no split, `IMPOSSIBLE` where it is not allowed. ``value``: the value of the act that is
    taken where a split is not possible. ``bank`` (n, 7): the chances of the bank's results.
    ``splits`` by the value of the pair. ``mean``: the net return.
    """

    up: int
    chance: float
    left: Floats
    bank: Floats
    deals: tuple[Deal, ...]
    acts: tuple[int, ...]
    each: Floats
    value: Floats
    splits: dict[int, Split]
    mean: float

    @property
    def natural(self) -> Floats:
        """The chance of a bank's blackjack, by hand."""
        return self.bank[:, NATURAL]


class Worth(NamedTuple):
    """The price of a game: ``mean`` is the net return for each unit of the initial bet, including
    that of ``insurance`` (its part of ``mean``)."""

    terms: Terms
    strategy: str
    chart: Chart
    against: tuple[UpCardValues, ...]
    mean: float
    insurance: float

    @property
    def edge(self) -> float:
        """What the house keeps of each unit of the initial bet."""
        return -self.mean


def full_shoe(packs: int) -> Floats:
    """The number of cards of each value in a shoe."""
    return np.array([4.0 * packs] * 9 + [16.0 * packs])


def two_card_deals(terms: Terms, up: int, left: Floats, table: States) -> tuple[Deal, ...]:
    """Every two cards, with their chances once the bank shows ``up``."""
    deals = []
    cards = left.sum()
    for a in range(1, 11):
        for b in range(a, 11):
            orders = left[a - 1] * (left[b - 1] - (a == b)) * (1 + (a != b))
            chance = float(orders / (cards * (cards - 1)))
            if chance <= 0:
                continue
            hand = int(table.two[a - 1, b - 1])
            if a == b == 10 and terms.split_rank:
                same = equal_tens_chance(terms.packs, up)
                deals += [Deal(hand, chance * same, True), Deal(hand, chance * (1 - same), False)]
            elif terms.special and (a, b) in SUITED:
                base = table.plain + 2 * SUITED.index((a, b))
                shows = 0.25 if up == 21 - a - b else 0.0
                deals += [Deal(hand, 0.75 * chance, False),
                          Deal(base, 0.25 * chance * (1 - shows), False)]
                if shows:
                    deals.append(Deal(base + 1, 0.25 * chance * shows, False))
            else:
                deals.append(Deal(hand, chance, a == b))
    return tuple(deals)


def equal_tens_chance(packs: int, up: int) -> float:
    """The chance that two cards worth ten have the same rank."""
    ranks = [4 * packs] * 3 + [4 * packs - (up == 10)]
    cards = sum(ranks)
    return sum(n * (n - 1) for n in ranks) / (cards * (cards - 1))


def surrender_value(terms: Terms, up: int, natural: float) -> float:
    """The value of a surrender, `IMPOSSIBLE` where it is not offered."""
    half = -1.0 / terms.surrender_part
    if terms.surrender == "early" or (terms.surrender == "early-not-ace" and up != 1):
        return half
    return half * (1 - natural) - natural if terms.surrender == "late" else IMPOSSIBLE


@lru_cache(maxsize=64)
def worth(terms: Terms, strategy: str = "composition") -> Worth:
    """The price of a round under these terms, for the best play of a class."""
    return _Price(terms, strategy).price()


def _cells(terms: Terms, table: States) -> Numbers:
    """The cell of a chart by totals to which each hand belongs."""
    five = (table.size == 5) if terms.five else np.zeros(len(table.size), bool)
    return np.asarray(table.total + 32 * table.soft + 64 * five, dtype=np.int64)


class _Price:
    """The calculation of a `Worth`."""
    def __init__(self, terms: Terms, strategy: str) -> None:
        self.terms = terms
        self.strategy = strategy
        self.table = states()
        self.workspace: Workspace = make_workspace(self.table)
        n = len(self.table.size)
        self.first = np.zeros((10, n), np.int8)
        self.first_whole = np.zeros((10, n), np.int8)
        self.after = np.zeros((10, 10, n), np.int8)
        self.after_whole = np.zeros((10, 10, n), np.int8)
        self.everything = np.arange(self.table.plain)
        self.law = law_numbers(terms, False)
        self.cells = _cells(terms, self.table)
        self.cells_of: dict[int, tuple[TotalChart, Acts, Acts]] = {}

    def price(self) -> Worth:
        """Price all open cards of the bank."""
        full = full_shoe(self.terms.packs)
        against = []
        for up in range(1, 11):
            if full[up - 1]:
                left = full.copy()
                left[up - 1] -= 1
                against.append(self.price_up_card(up, float(full[up - 1] / full.sum()), left))
        n = len(self.table.size)
        evens = np.zeros(10, np.int8)
        mean = 0.0
        for upcard in against:
            blackjacks = float(upcard.natural[self.table.two[0, 9]])
            evens[upcard.up - 1] = blackjack_value(self.terms, upcard.up, blackjacks)[1]
            mean += upcard.chance * upcard.mean
        insure, gain = insurance_play(self.terms, against[0], self.strategy, n)
        mean += against[0].chance * gain
        chart = Chart(self.first, self.first_whole, self.after, self.after_whole, insure, evens)
        return Worth(self.terms, self.strategy, chart, tuple(against), mean,
                     against[0].chance * gain)

    def price_up_card(self, up: int, chance: float, left: Floats) -> UpCardValues:
        """Price everything about one open card."""
        terms, table = self.terms, self.table
        n = len(table.size)
        draw = bank_draws(up, terms.soft17)
        bank, value, each = np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6))
        bank_results(*draw, left, table.cards, self.everything, bank)
        for k, (a, b) in enumerate(SUITED):
            bank[table.plain + 2 * k:table.plain + 2 * k + 2] = bank[table.two[a - 1, b - 1]]
        acts = np.zeros(n, np.int8)
        worths(self.law, terms.packs, up, left, self.everything, table, bank, acts, BEST, value,
               each)
        deals = two_card_deals(terms, up, left, table)
        if self.strategy not in ("two-card", "total", KEPT):
            splits, chosen, mean = self.price_splits(up, left, draw, bank, deals, acts, None, value,
                                                    each)
            return UpCardValues(up, chance, left, bank, deals, chosen, each, value, splits, mean)
        totals = TotalChart(terms, up, left, draw, table, self.cells, bank)
        best = next(values for values in worth(terms).against if values.up == up)
        chosen, fall = best.acts, np.zeros(n, np.int8)
        for _ in range(ROUNDS):
            start, pairs = self.two_card_chances(deals, chosen)
            totals.settle(start, pairs, acts, fall, self.strategy == "two-card")
            each[:], value[:] = totals.each, totals.value
            before = chosen
            splits, chosen, mean = self.price_splits(up, left, draw, bank, deals, acts, fall, value,
                                                    each)
            if self.two_card_chances(deals, chosen)[1].keys() == pairs.keys() and [
                    act == SURRENDER for act in chosen] == [act == SURRENDER for act in before]:
                break
        self.cells_of[up] = totals, acts, fall
        return UpCardValues(up, chance, left, bank, deals, chosen, each, value, splits, mean)

    def two_card_chances(self, deals: tuple[Deal, ...], chosen: tuple[int, ...]
                         ) -> tuple[Floats, dict[int, float]]:
        """The chances of two-card hands that are played as they are, and of pairs that are split.
        """
        start, pairs = np.zeros(len(self.table.size)), dict[int, float]()
        natural = int(self.table.two[0, 9])
        for deal, act in zip(deals, chosen, strict=True):
            if act == SPLIT:
                pair = int(self.table.twin[deal.hand])
                pairs[pair] = pairs.get(pair, 0.0) + deal.chance
            elif deal.hand != natural and (act != SURRENDER or self.strategy == KEPT):
                start[deal.hand] += deal.chance
        return start, pairs

    def price_splits(self, up: int, left: Floats, draw: Draws, bank: Floats,
                     deals: tuple[Deal, ...], acts: Acts, fall: Acts | None, value: Floats,
                     each: Floats) -> tuple[dict[int, Split], tuple[int, ...], float]:
        """Price the pairs when split, if hands are played this way; return the splits, the act of
        every two cards, and the mean return. ``fall``: the act of a hand of a split that may not
        double, None for its best."""
        terms, table = self.terms, self.table
        splits: dict[int, Split] = {}
        self.first_whole[up - 1] = acts
        for pair in range(1, 11):
            hand = int(table.two[pair - 1, pair - 1])
            law = law_numbers(terms, True, pair == 1)
            usual = (restrict_doubles(law, table, acts, each) if fall is None else
                     fall_back_doubles(law, table, acts, fall))
            highest = most_hands(terms, pair)
            taken_once = 1.0 if terms.peek or terms.keeps_split else 0.0
            split = price_split(terms, up, pair, min(highest, USUAL), left, draw, table,
                                self.workspace, usual, self.strategy == "composition")
            if split is None:
                continue
            best = max(value[hand], surrender_value(terms, up, bank[hand, NATURAL]))
            if highest > USUAL and split.value - taken_once * bank[hand, NATURAL] > best - NEAR:
                split = (
                    price_split(terms, up, pair, highest, left, draw, table, self.workspace, usual,
                                self.strategy == "composition")
                    or split
                )
            splits[pair] = split
            each[hand, SPLIT] = split.value - taken_once * bank[hand, NATURAL]
            self.after_whole[up - 1, pair - 1] = split.acts
            self.after[up - 1, pair - 1] = split.acts
            if highest > 2:
                self.after[up - 1, pair - 1, hand] = SPLIT
        self.first[up - 1] = acts
        return splits, *self.choose_first_acts(up, deals, bank, value, each)

    def choose_first_acts(
        self, up: int, deals: tuple[Deal, ...], bank: Floats, value: Floats, each: Floats
    ) -> tuple[tuple[int, ...], float]:
        """The acts of the first two cards, including splits and surrender; and the mean return."""
        table = self.table
        natural = int(table.two[0, 9])
        chosen: list[tuple[int, float]] = []
        for deal in deals:
            hand = deal.hand
            act, best = int(self.first_whole[up - 1, hand]), float(value[hand])
            if hand == natural:
                act, best = STAND, blackjack_value(self.terms, up, float(bank[hand, NATURAL]))[0]
            elif deal.pair and each[hand, SPLIT] > best:
                act, best = SPLIT, float(each[hand, SPLIT])
            chosen.append((act, best))
        for group in self.surrender_groups(deals, natural):
            half = [
                surrender_value(self.terms, up, float(bank[deals[i].hand, NATURAL])) for i in group
            ]
            if sum(deals[i].chance * (h - chosen[i][1])
                   for i, h in zip(group, half, strict=True)) > 0:
                for i, h in zip(group, half, strict=True):
                    chosen[i] = SURRENDER, h
        for deal, (act, _) in zip(deals, chosen, strict=True):
            each[deal.hand, SURRENDER] = surrender_value(
                self.terms, up, float(bank[deal.hand, NATURAL])
            )
            if act == SURRENDER or not deal.pair:
                self.first_whole[up - 1, deal.hand] = act
            if deal.pair or deal.hand != int(table.two[9, 9]) or not self.terms.split_rank:
                self.first[up - 1, deal.hand] = act
        return (tuple(act for act, _ in chosen),
                sum(d.chance * best for d, (_, best) in zip(deals, chosen, strict=True)))

    def surrender_groups(self, deals: tuple[Deal, ...], natural: int) -> list[list[int]]:
        """The deals that surrender together: by totals those of one total, but each pair alone."""
        groups: dict[tuple[int, int], list[int]] = {}
        for i, deal in enumerate(deals):
            if deal.hand != natural:
                alone = -1 if self.strategy in ("total", KEPT) and not deal.pair else i
                groups.setdefault((int(self.cells[deal.hand]), alone), []).append(i)
        return list(groups.values())


def blackjack_value(terms: Terms, up: int, natural: float) -> tuple[float, bool]:
    """The value of a player's blackjack, and whether it takes even money."""
    waits = float(terms.blackjack_pays.ratio) * (1 - natural)
    offered = up in {"none": (), "A": (1,), "AT": (1, 10)}[terms.even_money]
    now = float(terms.even_money_pays.ratio)
    return (now, True) if offered and now > waits else (waits, False)


def insurance_play(terms: Terms, ace: UpCardValues, strategy: str, n: int) -> tuple[Acts, float]:
    """The hands that insure under an ace, and what that adds to the mean return there."""
    insure = np.zeros(n, np.int8)
    table = states()
    pays = float(terms.insurance_pays.ratio)
    gains: list[tuple[int, float]] = []
    for deal in ace.deals:
        own = deal.hand == int(table.two[0, 9])
        if own and (not terms.insure_blackjack or blackjack_value(
                terms, 1, float(ace.natural[deal.hand]))[1]):
            continue
        chance = float(ace.natural[deal.hand])
        gains.append((deal.hand, deal.chance * terms.insurance / 100 * (
            pays * chance - (1 - chance))))
    if strategy in ("total", KEPT):
        total = sum(gain for _, gain in gains)
        gains = gains if total > 0 else []
    else:
        gains = [(hand, gain) for hand, gain in gains if gain > 0]
    for hand, _ in gains:
        insure[hand] = 1
    return insure, sum(gain for _, gain in gains)
