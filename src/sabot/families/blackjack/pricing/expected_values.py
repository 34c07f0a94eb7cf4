"""What a coup of blackjack is worth: every hand against every card of the bank, and the best play.

Three classes of play, each priced as the best of its kind:

* ``composition``: every act depends on all cards of the hand. Of hands that come from no split this
  is the true optimum for one who sees his own cards and the bank's open one.
* ``two-card``: the first two cards decide by what they are, later acts by the total alone.
* ``total``: only the total (and whether an ace counts 11) decides, and of two cards whether they
  are a pair, and whether a hand may still double.

The last two are charts of cells, each weighed over every hand that a coup comes to, those of splits
too; no change of a single cell would be better (`totals`). ``total-kept`` is the chart that others
publish: two cards that are given up weigh in their cell as if they were played.

Hands of a split: under ``composition`` each is played in the best way for one who knows one more
card of its rank to be gone; under ``zero-memory`` (the class of other analysers) and the two
classes by totals as the same cards would be without a split. A further pair is split whenever it
may be.
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
    bank_results,
    draws,
    worths,
)
from sabot.families.blackjack.pricing.splits import (
    NEAR,
    USUAL,
    Room,
    Split,
    law_of,
    limit,
    restrict,
    room,
    split,
)
from sabot.families.blackjack.pricing.total_strategy import ROUNDS, Totals, restricted
from sabot.families.blackjack.rules.pricing_rules import Terms

STRATEGIES = ("composition", "zero-memory", "two-card", "total")
KEPT = "total-kept"


class Deal(NamedTuple):
    """Two cards as they may be dealt: their state, their chance, whether they may be split."""

    hand: int
    chance: float
    pair: bool


class Against(NamedTuple):
    """One open card of the bank.

    ``chance`` of the card; ``deals`` and their acts; ``each`` (n, 6): the worth of each act of a
    hand that comes from no split, `IMPOSSIBLE` where there is none; ``value``: the worth of the act
    that is taken when a split is not to be had; ``natural`` (n,): the chance of a bank's blackjack;
    ``splits`` by the value of the pair; ``mean``: the net return.
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
        return self.bank[:, NATURAL]


class Worth(NamedTuple):
    """The price of a game: ``mean`` is the net return for each unit of the initial bet, that of
    ``insurance`` (the part taken into ``mean``) included."""

    terms: Terms
    strategy: str
    chart: Chart
    against: tuple[Against, ...]
    mean: float
    insurance: float

    @property
    def edge(self) -> float:
        """What the house keeps of each unit of the initial bet."""
        return -self.mean


def shoe(packs: int) -> Floats:
    """How many cards of each value a shoe holds."""
    return np.array([4.0 * packs] * 9 + [16.0 * packs])


def deals_of(terms: Terms, up: int, left: Floats, table: States) -> tuple[Deal, ...]:
    """Every two cards, with their chances once the bank shows ``up``."""
    found = []
    cards = left.sum()
    for a in range(1, 11):
        for b in range(a, 11):
            ways = left[a - 1] * (left[b - 1] - (a == b)) * (1 + (a != b))
            chance = float(ways / (cards * (cards - 1)))
            if chance <= 0:
                continue
            hand = int(table.two[a - 1, b - 1])
            if a == b == 10 and terms.split_rank:
                same = equal_tens(terms.packs, up)
                found += [Deal(hand, chance * same, True), Deal(hand, chance * (1 - same), False)]
            elif terms.special and (a, b) in SUITED:
                base = table.plain + 2 * SUITED.index((a, b))
                shows = 0.25 if up == 21 - a - b else 0.0
                found += [Deal(hand, 0.75 * chance, False),
                          Deal(base, 0.25 * chance * (1 - shows), False)]
                if shows:
                    found.append(Deal(base + 1, 0.25 * chance * shows, False))
            else:
                found.append(Deal(hand, chance, a == b))
    return tuple(found)


def equal_tens(packs: int, up: int) -> float:
    """The chance that two cards worth ten are of one rank."""
    ranks = [4 * packs] * 3 + [4 * packs - (up == 10)]
    cards = sum(ranks)
    return sum(n * (n - 1) for n in ranks) / (cards * (cards - 1))


def gives_up(terms: Terms, up: int, natural: float) -> float:
    """What a surrender is worth, `IMPOSSIBLE` where it is not offered."""
    half = -1.0 / terms.surrender_part
    if terms.surrender == "early" or (terms.surrender == "early-not-ace" and up != 1):
        return half
    return half * (1 - natural) - natural if terms.surrender == "late" else IMPOSSIBLE


@lru_cache(maxsize=64)
def worth(terms: Terms, strategy: str = "composition") -> Worth:
    """The worth of a coup under these terms, for the best play of a class."""
    return _Price(terms, strategy).whole()


def _cells(terms: Terms, table: States) -> Numbers:
    """The cell of a chart by totals to which each hand belongs."""
    five = (table.size == 5) if terms.five else np.zeros(len(table.size), bool)
    return np.asarray(table.total + 32 * table.soft + 64 * five, dtype=np.int64)


class _Price:
    def __init__(self, terms: Terms, strategy: str) -> None:
        self.terms = terms
        self.strategy = strategy
        self.table = states()
        self.use: Room = room(self.table)
        n = len(self.table.size)
        self.first = np.zeros((10, n), np.int8)
        self.first_whole = np.zeros((10, n), np.int8)
        self.after = np.zeros((10, 10, n), np.int8)
        self.after_whole = np.zeros((10, 10, n), np.int8)
        self.everything = np.arange(self.table.plain)
        self.law = law_of(terms, False)
        self.cells = _cells(terms, self.table)
        self.cells_of: dict[int, tuple[Totals, Acts, Acts]] = {}

    def whole(self) -> Worth:
        full = shoe(self.terms.packs)
        against = []
        for up in range(1, 11):
            if full[up - 1]:
                left = full.copy()
                left[up - 1] -= 1
                against.append(self.up(up, float(full[up - 1] / full.sum()), left))
        n = len(self.table.size)
        evens = np.zeros(10, np.int8)
        mean = 0.0
        for seen in against:
            blackjacks = float(seen.natural[self.table.two[0, 9]])
            evens[seen.up - 1] = blackjack(self.terms, seen.up, blackjacks)[1]
            mean += seen.chance * seen.mean
        insure, gain = insurance(self.terms, against[0], self.strategy, n)
        mean += against[0].chance * gain
        chart = Chart(self.first, self.first_whole, self.after, self.after_whole, insure, evens)
        return Worth(self.terms, self.strategy, chart, tuple(against), mean,
                     against[0].chance * gain)

    def up(self, up: int, chance: float, left: Floats) -> Against:
        """Everything about one open card."""
        terms, table = self.terms, self.table
        n = len(table.size)
        draw = draws(up, terms.soft17)
        bank, value, each = np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6))
        bank_results(*draw, left, table.cards, self.everything, bank)
        for k, (a, b) in enumerate(SUITED):
            bank[table.plain + 2 * k:table.plain + 2 * k + 2] = bank[table.two[a - 1, b - 1]]
        acts = np.zeros(n, np.int8)
        worths(self.law, terms.packs, up, left, self.everything, table, bank, acts, BEST, value,
               each)
        deals = deals_of(terms, up, left, table)
        if self.strategy not in ("two-card", "total", KEPT):
            found, chosen, mean = self.with_splits(up, left, draw, bank, deals, acts, None, value,
                                                   each)
            return Against(up, chance, left, bank, deals, chosen, each, value, found, mean)
        totals = Totals(terms, up, left, draw, table, self.cells, bank)
        wise = next(seen for seen in worth(terms).against if seen.up == up)
        chosen, fall = wise.acts, np.zeros(n, np.int8)
        for _ in range(ROUNDS):
            start, pairs = self.taken(deals, chosen)
            totals.settle(start, pairs, acts, fall, self.strategy == "two-card")
            each[:], value[:] = totals.each, totals.value
            before = chosen
            found, chosen, mean = self.with_splits(up, left, draw, bank, deals, acts, fall, value,
                                                   each)
            if self.taken(deals, chosen)[1].keys() == pairs.keys() and [
                    act == SURRENDER for act in chosen] == [act == SURRENDER for act in before]:
                break
        self.cells_of[up] = totals, acts, fall
        return Against(up, chance, left, bank, deals, chosen, each, value, found, mean)

    def taken(self, deals: tuple[Deal, ...], chosen: tuple[int, ...]
              ) -> tuple[Floats, dict[int, float]]:
        """The chances of the two-card hands that are played as they are, and of the pairs that are
        split."""
        start, pairs = np.zeros(len(self.table.size)), dict[int, float]()
        natural = int(self.table.two[0, 9])
        for deal, act in zip(deals, chosen, strict=True):
            if act == SPLIT:
                pair = int(self.table.twin[deal.hand])
                pairs[pair] = pairs.get(pair, 0.0) + deal.chance
            elif deal.hand != natural and (act != SURRENDER or self.strategy == KEPT):
                start[deal.hand] += deal.chance
        return start, pairs

    def with_splits(self, up: int, left: Floats, draw: Draws, bank: Floats,
                    deals: tuple[Deal, ...], acts: Acts, fall: Acts | None, value: Floats,
                    each: Floats) -> tuple[dict[int, Split], tuple[int, ...], float]:
        """What the pairs are worth split, if hands are played so; then what is done with every two
        cards, and the mean return. ``fall``: what a hand of a split does that may not double, None
        for its best."""
        terms, table = self.terms, self.table
        splits: dict[int, Split] = {}
        self.first_whole[up - 1] = acts
        for pair in range(1, 11):
            hand = int(table.two[pair - 1, pair - 1])
            law = law_of(terms, True, pair == 1)
            usual = (restrict(law, table, acts, each) if fall is None else
                     restricted(law, table, acts, fall))
            most = limit(terms, pair)
            once = 1.0 if terms.peek or terms.keeps_split else 0.0
            found = split(terms, up, pair, min(most, USUAL), left, draw, table, self.use, usual,
                          self.strategy == "composition")
            if found is None:
                continue
            best = max(value[hand], gives_up(terms, up, bank[hand, NATURAL]))
            if most > USUAL and found.value - once * bank[hand, NATURAL] > best - NEAR:
                found = split(terms, up, pair, most, left, draw, table, self.use, usual,
                          self.strategy == "composition") or found
            splits[pair] = found
            each[hand, SPLIT] = found.value - once * bank[hand, NATURAL]
            self.after_whole[up - 1, pair - 1] = found.acts
            self.after[up - 1, pair - 1] = found.acts
            if most > 2:
                self.after[up - 1, pair - 1, hand] = SPLIT
        self.first[up - 1] = acts
        return splits, *self.choose(up, deals, bank, value, each)

    def choose(self, up: int, deals: tuple[Deal, ...], bank: Floats, value: Floats, each: Floats
               ) -> tuple[tuple[int, ...], float]:
        """The acts of the first two cards, splits and surrender among them; the mean return."""
        table = self.table
        natural = int(table.two[0, 9])
        chosen: list[tuple[int, float]] = []
        for deal in deals:
            hand = deal.hand
            act, best = int(self.first_whole[up - 1, hand]), float(value[hand])
            if hand == natural:
                act, best = STAND, blackjack(self.terms, up, float(bank[hand, NATURAL]))[0]
            elif deal.pair and each[hand, SPLIT] > best:
                act, best = SPLIT, float(each[hand, SPLIT])
            chosen.append((act, best))
        for group in self.groups(deals, natural):
            half = [gives_up(self.terms, up, float(bank[deals[i].hand, NATURAL])) for i in group]
            if sum(deals[i].chance * (h - chosen[i][1])
                   for i, h in zip(group, half, strict=True)) > 0:
                for i, h in zip(group, half, strict=True):
                    chosen[i] = SURRENDER, h
        for deal, (act, _) in zip(deals, chosen, strict=True):
            each[deal.hand, SURRENDER] = gives_up(self.terms, up, float(bank[deal.hand, NATURAL]))
            if act == SURRENDER or not deal.pair:
                self.first_whole[up - 1, deal.hand] = act
            if deal.pair or deal.hand != int(table.two[9, 9]) or not self.terms.split_rank:
                self.first[up - 1, deal.hand] = act
        return (tuple(act for act, _ in chosen),
                sum(d.chance * best for d, (_, best) in zip(deals, chosen, strict=True)))

    def groups(self, deals: tuple[Deal, ...], natural: int) -> list[list[int]]:
        """The deals that surrender together: by totals those of one total, but pairs alone."""
        groups: dict[tuple[int, int], list[int]] = {}
        for i, deal in enumerate(deals):
            if deal.hand != natural:
                alone = -1 if self.strategy in ("total", KEPT) and not deal.pair else i
                groups.setdefault((int(self.cells[deal.hand]), alone), []).append(i)
        return list(groups.values())


def blackjack(terms: Terms, up: int, natural: float) -> tuple[float, bool]:
    """What a player's blackjack is worth, and whether even money is taken for it."""
    waits = float(terms.blackjack_pays.ratio) * (1 - natural)
    offered = up in {"none": (), "A": (1,), "AT": (1, 10)}[terms.even_money]
    now = float(terms.even_money_pays.ratio)
    return (now, True) if offered and now > waits else (waits, False)


def insurance(terms: Terms, ace: Against, strategy: str, n: int) -> tuple[Acts, float]:
    """Which hands insure under an ace, and what it adds to the mean return there."""
    insure = np.zeros(n, np.int8)
    table = states()
    pays = float(terms.insurance_pays.ratio)
    gains: list[tuple[int, float]] = []
    for deal in ace.deals:
        own = deal.hand == int(table.two[0, 9])
        if own and (not terms.insure_blackjack or blackjack(
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
