"""The plain forms of `exact`, `outcome_chances` and `split_joint`: the same sums with whole arrays.

Every number is the result of the same operations in the same order as in the compiled loops, so
that it is the same to the last bit. Hands with as many cards do not depend on one another and are
computed together; where the order of additions matters it is that of the loops.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Flags, Floats, Numbers
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT, STAND
from sabot.families.blackjack.charts.hand_states import States
from sabot.families.blackjack.pricing.numeric_law import Law

LANES = 512
"""Hands whose bank results are computed together."""
BUST, NATURAL = 6, 5


# -- what the bank draws ---------------------------------------------------------------------------


class _Depth(NamedTuple):
    """The nodes of `exact.Draws` at one depth: the place of the node before, the value and its
    copy; and for each result of the bank the rows that end here with their orders."""

    parent: Numbers
    value: Numbers
    copy: Floats
    ends: list[tuple[int, Numbers, Floats]]


_depths: dict[int, tuple[Numbers, list[_Depth]]] = {}


def _by_depth(value: Numbers, copy: Numbers, depth: Numbers, result: Numbers, orders: Floats
              ) -> list[_Depth]:
    """The nodes depth by depth; remembered by the array, of which there are a few."""
    if (known := _depths.get(id(value))) is not None:
        return known[1]
    levels: list[_Depth] = []
    before = np.array([-1])
    for d in range(int(depth.max()) + 1):
        here = np.flatnonzero(depth == d)
        parent = np.searchsorted(before, here) - 1 if d else np.zeros(len(here), np.int64)
        ends = [(r, at, orders[here[at]]) for r in range(BUST)
                if len(at := np.flatnonzero(result[here] == r))]
        levels.append(_Depth(parent, value[here], copy[here].astype(np.float64), ends))
        before = here
    _depths[id(value)] = value, levels
    return levels


def bank_results(value: Numbers, copy: Numbers, depth: Numbers, result: Numbers, orders: Floats,
                 left: Floats, cards: Bytes, hands: Numbers, out: Floats) -> None:
    """See `exact.bank_results`."""
    levels = _by_depth(value, copy, depth, result, orders)
    total = 0.0
    for v in range(10):
        total += left[v]
    for start in range(0, len(hands), LANES):
        chosen = hands[start:start + LANES]
        # Two lanes at least, so that sums over rows are made row by row.
        lanes = np.concatenate([chosen, chosen[:1]]) if len(chosen) == 1 else chosen
        own = cards[lanes].T.astype(np.float64)
        copies = np.maximum(left[:, None] - own, 0.0)
        rest = np.full(len(lanes), total)
        for v in range(10):
            rest -= own[v]
        term = np.ones((1, len(lanes)))
        chances = np.zeros((7, len(lanes)))
        per = np.ones(len(lanes))
        for d, level in enumerate(levels):
            term = term[level.parent] * (copies[level.value] - level.copy[:, None])
            per *= np.maximum(rest - d, 1.0)
            for r, at, weights in level.ends:
                chances[r] += np.add.reduce(weights[:, None] * term[at], axis=0) / per
        over = np.ones(len(lanes))
        for r in range(BUST):
            over -= chances[r]
        chances[BUST] = np.maximum(over, 0.0)
        out[chosen] = chances.T[:len(chosen)]


# -- the value of hands ----------------------------------------------------------------------------


def _paid_at_once(law: Law, amount: float, natural: Floats) -> Floats:
    if law.peek:
        return amount * (1.0 - natural) - law.loss * natural
    return np.full(len(natural), amount)


def _total_value(bank: Floats, total: Numbers, law: Law, times: float, loss: float) -> Floats:
    value: Floats = law.win * bank[:, BUST]
    for r in range(5):
        value = np.where(r + 17 < total, value + law.win * bank[:, r],
                         np.where(r + 17 > total, value - bank[:, r], value))
    return times * value - loss * bank[:, NATURAL]


def _prize(law: Law, natural: Floats) -> Floats:
    return law.prize * (1.0 - natural) if law.peek else np.full(len(natural), law.prize)


def _lost_over_21(law: Law, left: Floats, cards: Bytes, hand: Numbers, v: int, up: int, rest: float,
                  times: float, loss: float) -> Floats:
    need = 9 if up == 1 else 0 if up == 10 else -1
    if need < 0:
        return np.full(len(hand), -times)
    copies = left[need] - cards[hand, need] - (1.0 if need == v else 0.0)
    natural = np.maximum(copies, 0.0) / max(rest - 1.0, 1.0)
    lost: Floats = -times * (1.0 - natural) - loss * natural
    return lost


def plain_worths(law: Law, up: int, left: Floats, hands: Numbers, table: States, bank: Floats,
                 acts: Bytes, mode: int, value: Floats, each: Floats) -> None:
    """See `exact.plain_worths`: hand after hand with as many cards, the most cards first."""
    shoe = 0.0
    for v in range(10):
        shoe += left[v]
    sizes = table.size[hands]
    for size in range(int(sizes.max(initial=0)), 0, -1):
        here = hands[sizes == size]
        if len(here):
            _worths_of_size(law, up, left, here, size, shoe, table, bank, acts, mode, value, each)


def _worths_of_size(law: Law, up: int, left: Floats, hand: Numbers, size: int, shoe: float,
                    table: States, bank: Floats, acts: Bytes, mode: int, value: Floats, each: Floats
                    ) -> None:
    """The values of hands with ``size`` cards."""
    only, best, _ = range(3)
    rest = shoe - size
    each[hand] = -9.0
    if rest < 1.0:
        value[hand] = 0.0
        return
    natural = bank[hand, NATURAL]
    if law.charlie > 0 and size >= law.charlie:
        value[hand] = each[hand, STAND] = _paid_at_once(law, law.win, natural)
        if mode == best:
            acts[hand] = STAND
        return
    points = table.total[hand].astype(np.int64)
    every = np.full(len(hand), mode != only or (law.prize > 0.0 and size == 2))
    act = acts[hand]
    stands = ((points > law.must_hit) | law.one_card) & (every | (act == STAND))
    if stands.any():
        own = hand[stands]
        each[own, STAND] = _total_value(bank[own], points[stands], law, 1.0, law.loss)
    if law.five >= 0.0 and size == 5 and up != 1:
        each[hand, CLAIM] = _paid_at_once(law, law.five, natural)
    if not law.one_card:
        hits = (points < 21) & (every | (act == HIT))
        if hits.any():
            each[hand[hits], HIT] = _hit(law, up, left, hand[hits], rest, table, bank, value)
    if size == 2 and law.low <= law.high:
        ace, hard = table.cards[hand, 0] > 0, table.hard[hand]
        any_total = law.low == 0 and law.high == 21
        doubles = (points < 21) & (every | (act == DOUBLE)) & (
            any_total | ((law.low <= hard) & (hard <= law.high) & (law.fixes_ace | ~ace)))
        if doubles.any():
            each[hand[doubles], DOUBLE] = _double(
                law, up, left, hand[doubles], ace[doubles] & (not any_total), rest, table, bank)
    if mode == best:
        choice = np.full(len(hand), STAND)
        for other in range(6):
            choice[each[hand, other] > each[hand, choice]] = other
        acts[hand] = choice
    value[hand] = each[hand, acts[hand]]


def _hit(law: Law, up: int, left: Floats, hand: Numbers, rest: float, table: States, bank: Floats,
         value: Floats) -> Floats:
    chances = (left - table.cards[hand]) / rest
    after = table.next[hand].astype(np.int64)
    values = value[np.maximum(after, 0)]
    sum_ = np.zeros(len(hand))
    for v in range(10):
        chance, following = chances[:, v], after[:, v]
        lost: float | Floats = -1.0
        if law.loss != 1.0:
            lost = _lost_over_21(law, left, table.cards, hand, v, up, rest, 1.0, law.loss)
        sum_ += np.where(chance > 0.0, chance * np.where(following < 0, lost, values[:, v]), 0.0)
        if v == 6 and law.prize > 0.0:
            prized = (chance > 0.0) & (following >= 0) & (table.twin[hand] == 7)
            sum_[prized] += chance[prized] * _prize(law, bank[following[prized], NATURAL])
    return sum_


def _double(law: Law, up: int, left: Floats, hand: Numbers, fixed: Flags, rest: float,
            table: States, bank: Floats) -> Floats:
    chances = (left - table.cards[hand]) / rest
    after = table.next[hand].astype(np.int64)
    sum_ = np.zeros(len(hand))
    for v in range(10):
        chance, following = chances[:, v], after[:, v]
        known = np.maximum(following, 0)
        hard = table.hard[known].astype(np.int64)
        points = np.where(fixed, hard + np.where((v == 0) & (hard <= 11), 10, 0),
                          table.total[known])
        stood = _total_value(bank[known], points, law, 2.0, law.loss_doubled)
        lost = _lost_over_21(law, left, table.cards, hand, v, up, rest, 2.0, law.loss_doubled)
        sum_ += np.where(chance > 0.0, chance * np.where(following < 0, lost, stood), 0.0)
        if v == 6 and law.prize > 0.0:
            prized = (chance > 0.0) & (following >= 0) & (table.twin[hand] == 7)
            sum_[prized] += chance[prized] * _prize(law, bank[following[prized], NATURAL])
    return sum_


# -- which hands come up ---------------------------------------------------------------------------


def reachable_hands(acts: Bytes, starts: Numbers, table: States, marks: Bytes
                    ) -> tuple[Numbers, Numbers]:
    """See `exact.reachable_hands`."""
    plain, after = table.plain, table.next
    marks[:] = 0
    marks[starts[starts < plain]] = 1

    def mark(hands: Numbers) -> None:
        for act, bit in ((HIT, 1), (DOUBLE, 2)):
            following = after[hands[acts[hands] == act]].ravel()
            marks[following[following >= 0]] |= bit

    mark(starts[starts >= plain])
    sizes = table.size[:plain]
    for size in range(1, int(sizes.max()) + 1):
        hands = np.flatnonzero((sizes == size) & (marks[:plain] & 1 != 0))
        mark(hands)
        marks[hands[acts[hands] != HIT]] |= 2
    return np.nonzero(marks & 1)[0], np.nonzero(marks & 2)[0]


def fill_reach(acts: Bytes, left: Floats, table: States, reach: Floats) -> None:
    """See `exact.fill_reach`."""
    plain, after = table.plain, table.next
    shoe = 0.0
    for v in range(10):
        shoe += left[v]

    def go_on(hands: Numbers, rest: float) -> None:
        if not len(hands):
            return
        following = after[hands]
        free = left - table.cards[hands]
        goes = (following >= 0) & (free > 0.0)
        parts = reach[hands][:, None] * free / rest
        np.add.at(reach, following[goes], parts[goes])

    suited = np.arange(plain, plain + 6)
    go_on(suited[(reach[suited] > 0.0) & (acts[suited] == HIT)], shoe - 2.0)
    sizes = table.size[:plain]
    for size in range(1, int(sizes.max()) + 1):
        hands = np.flatnonzero((sizes == size) & (reach[:plain] > 0.0) & (acts[:plain] == HIT))
        go_on(hands, shoe - size)


# -- how hands end ---------------------------------------------------------------------------------

LOST, PUSHED, WON, CLAIMED = range(4)
DOUBLED, PRIZED, EVENTS = 4, 8, 16
_RESULTS = np.arange(7)


class _Ends:
    """Endings that are added in the order of the loops: that of the hands, then of the cards."""

    def __init__(self) -> None:
        self.keys: list[Numbers] = []
        self.events: list[Numbers] = []
        self.amounts: list[Floats] = []
        self.cards: list[Floats] = []

    def add(self, keys: Numbers, events: Numbers, amounts: Floats, cards: Floats) -> None:
        """Add a row for each key: the event and the chance by the bank's result, and the cards."""
        self.keys.append(keys)
        self.events.append(np.broadcast_to(events, amounts.shape))
        self.amounts.append(amounts)
        self.cards.append(cards)

    def add_results(self, keys: Numbers, bank: Floats, chance: Floats, points: Numbers, kind: int,
                    cards: Bytes) -> None:
        """Add hands of these points that meet the bank."""
        counted = chance > 0.0
        if not counted.any():
            return
        totals = points[counted][:, None]
        events = np.where(totals > _RESULTS + 17, WON,
                          np.where(totals < _RESULTS + 17, LOST, PUSHED))
        events[:, NATURAL], events[:, BUST] = LOST, WON
        self.add(keys[counted], events + kind, chance[counted][:, None] * bank[counted],
                 cards[counted].astype(np.float64))

    def write(self, out: Floats, cards_held: Floats) -> None:
        """Add everything to the arrays."""
        if not self.keys:
            return
        order = np.argsort(np.concatenate(self.keys), kind="stable")
        events = np.concatenate(self.events)[order]
        amounts = np.concatenate(self.amounts)[order]
        place = _RESULTS * EVENTS + events
        flat = out.reshape(-1)
        np.add.at(flat, place.ravel(), amounts.ravel())
        if len(cards_held):
            cards = np.concatenate(self.cards)[order]
            held = amounts[:, :, None] * cards[:, None, :]
            places = place[:, :, None] * 10 + np.arange(10)
            np.add.at(cards_held.reshape(-1), places.ravel(), held.ravel())


def add_endings(law: Law, packs: int, up: int, left: Floats, table: States, bank: Floats,
                acts: Bytes, reach: Floats, start: Floats, out: Floats, cards_held: Floats) -> None:
    """See `outcome_chances.add_endings`."""
    plain, cards = table.plain, table.cards
    shoe = 0.0
    for v in range(10):
        shoe += left[v]
    order = np.concatenate([np.arange(plain, plain + 6), np.arange(plain)])
    if law.prize > 0.0:
        _take_prizes(law, packs, up, left, table, acts, reach, start, shoe)
    ends = _Ends()
    counted = (reach[order] > 0.0) & ~((order >= plain) & (start[order] <= 0.0))
    keys = np.flatnonzero(counted)
    hand = order[keys]
    act = acts[hand]
    for kind in (HIT, DOUBLE):
        chosen = act == kind
        if chosen.any():
            _add_drawn(ends, keys[chosen] * 16, law, packs, up, left, table, bank, hand[chosen],
                       kind, (start if kind == DOUBLE else reach)[hand[chosen]], shoe)
    meets = (act != HIT) & (act != DOUBLE) & ((hand < plain) | (start[hand] > 0.0))
    claims = meets & (act == CLAIM)
    if claims.any():
        own = hand[claims]
        ends.add(keys[claims] * 16, np.array(CLAIMED), reach[own][:, None] * bank[own],
                 cards[own].astype(np.float64))
    stands = meets & (act != CLAIM)
    own = hand[stands]
    ends.add_results(keys[stands] * 16, bank[own], reach[own], table.total[own].astype(np.int64), 0,
                     cards[own])
    ends.write(out, cards_held)


def _prize_chances(law: Law, packs: int, up: int, table: States, hand: Numbers, v: int,
                   following: Numbers, p: Floats) -> Floats:
    """The part of the chance that the next card of ``v`` earns a prize."""
    prized = np.zeros(len(hand))
    if law.prize <= 0.0:
        return prized
    known, plain = np.maximum(following, 0), table.plain
    sevens = (table.twin[hand] == 7) & (v == 6)
    prized[sevens] = p[sevens]
    for k in range(6):
        third = 7 if k < 2 else 6 if k < 4 else 5
        if v != third:
            continue
        suited = ~sevens & (hand == plain + k) & (table.hard[known] == 21) \
            & (table.size[known] == 3)
        prized[suited] = p[suited] * (packs - k % 2) / (4.0 * packs - 1.0) if up == third + 1 \
            else p[suited] * 0.25
    return prized


def _take_prizes(law: Law, packs: int, up: int, left: Floats, table: States, acts: Bytes,
                 reach: Floats, start: Floats, shoe: float) -> None:
    """Take the prizes of hands of two cards from the hands that they become."""
    plain = table.plain
    twins = np.flatnonzero(table.twin[:plain] == 7)
    for hand in np.concatenate([np.arange(plain, plain + 6), twins]):
        if reach[hand] <= 0.0 or (hand >= plain and start[hand] <= 0.0) or acts[hand] != HIT:
            continue
        one = np.array([hand])
        for v in range(10):
            copies = left[v] - table.cards[hand, v]
            following = table.next[one, v].astype(np.int64)
            if copies <= 0.0 or following[0] < 0:
                continue
            p = np.array([reach[hand] * copies / (shoe - table.size[hand])])
            prized = float(_prize_chances(law, packs, up, table, one, v, following, p)[0])
            if prized > 0.0:
                reach[following[0]] -= prized


def _add_drawn(ends: _Ends, keys: Numbers, law: Law, packs: int, up: int, left: Floats,
               table: States, bank: Floats, hand: Numbers, act: int, chance: Floats, shoe: float
               ) -> None:
    """Add the endings of hands that draw a card: those that end with it, and those over 21."""
    cards = table.cards
    rest = shoe - table.size[hand]
    over = chance[:, None] * bank[hand]
    fatal = np.zeros((len(hand), 10))
    free = left - cards[hand]
    after = table.next[hand].astype(np.int64)
    fixes = (cards[hand, 0] > 0) & (not (law.low == 0 and law.high == 21))
    for v in range(10):
        copies, following = free[:, v], after[:, v]
        p = chance * copies / rest
        busts = (copies > 0.0) & (following < 0)
        fatal[busts, v] = p[busts]
        goes = (copies > 0.0) & (following >= 0)
        if not goes.any():
            continue
        own, to, p = hand[goes], following[goes], p[goes]
        over[goes] -= p[:, None] * bank[to]
        prized = _prize_chances(law, packs, up, table, own, v, to, p)
        if act == DOUBLE:
            hard = table.hard[to].astype(np.int64)
            points = np.where(fixes[goes], hard + np.where((v == 0) & (hard <= 11), 10, 0),
                              table.total[to])
            ends.add_results(keys[goes] + v, bank[to], p - prized, points, DOUBLED, cards[to])
            ends.add_results(keys[goes] + v, bank[to], prized, points, DOUBLED + PRIZED, cards[to])
        else:
            ends.add_results(keys[goes] + v, bank[to], prized, np.full(len(to), 21), PRIZED,
                             cards[to])
    busts_in_all = np.zeros(len(hand))
    for v in range(10):
        busts_in_all += fatal[:, v]
    some = busts_in_all > 0.0
    mean = np.zeros((len(hand), 10))
    mean[some] = cards[hand[some]] + fatal[some] / busts_in_all[some][:, None]
    event = LOST + (DOUBLED if act == DOUBLE else 0)
    ends.add(keys + 10, np.array(event), np.maximum(over, 0.0), mean)


# -- the hands of a split --------------------------------------------------------------------------


def convolve(first: Floats, second: Floats) -> Floats:
    """See `split_joint._convolve`."""
    rows, columns = len(first), len(second)
    # Row i, moved i places to the right: its products belong to the sums from i on.
    skewed = np.zeros((rows, columns + rows))
    skewed[:, :columns] = first[:, None] * second
    moved = skewed.ravel()[:rows * (columns + rows - 1)].reshape(rows, columns + rows - 1)
    product: Floats = np.add.reduce(moved, axis=0, initial=0.0)
    return product


def spread(plain: Floats, whole: Floats, tilt: Floats, places: Numbers, one: Floats, other: Floats,
           both: Floats) -> None:
    """See `split_joint._spread`."""
    np.add.at(one, places, plain)
    np.add.at(other, places, whole)
    np.add.at(both, (places[:, None] + places).ravel(), tilt.ravel())
