"""Exact chances of one round from a full shoe: the bank's results, and the value of each hand.

Cards are drawn without replacement from a shoe of which only the player's own cards and the bank's
open card are known. Values are in initial bets and unconditional: each includes what is won or lost
where the bank turns out to have a blackjack. As cards are exchangeable, the order of hidden cards
does not matter: a value is a plain average over the next card even where the bank has looked at its
own, and decisions after that look are the best given it.

Floats here are sums of products of at most about thirty factors, each rounded to 53 bits; `BOUND`
is a proven limit of the error of a value.

The split of a pair follows one stated play for every hand that comes of it; for such a play the
value is exact for any number of hands: see `split_weights`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Floats, Numbers, Shorts
from sabot.equipment.compiled import compiled
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT, STAND
from sabot.families.blackjack.charts.hand_states import States
from sabot.families.blackjack.pricing import whole_arrays
from sabot.families.blackjack.pricing.numeric_law import Law

LANES = 64
DEPTH = 12
NATURAL = 5  # 0 to 4 are the totals 17 to 21, 6 is a bust
RESULTS = ("17", "18", "19", "20", "21", "blackjack", "bust")
BOUND = 1e-11
ONLY, BEST, EVERY = range(3)
IMPOSSIBLE = -9.0  # the value of an act that is not allowed: no bet loses as much


class Draws(NamedTuple):
    """The cards that the bank can draw to its open one, as sorted rows that share prefixes.

    A node adds a card of ``value`` (less 1), the ``copy``-th (from 0) of it in its row, as number
    ``depth`` of the row. Where rows end, ``result`` is the bank's (see `RESULTS`) and ``orders``
    the number of orders in which the bank would draw exactly these cards; else ``result`` is -1.
    """

    value: Numbers
    copy: Numbers
    depth: Numbers
    result: Numbers
    orders: Floats


def _points(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The best points of cards, and whether an ace counts 11."""
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return hard + 10 * soft, soft


@cache
def bank_draws(up: int, soft17: str, stands: int = 17) -> Draws:
    """What the bank can draw to this open card (its value) under a rule for soft 17."""
    ends: dict[tuple[int, ...], int] = {}
    level: dict[tuple[int, ...], int] = {(): 1}
    while level:
        deeper: dict[tuple[int, ...], int] = {}
        for drawn, orders in level.items():
            points, soft = _points((up, *drawn))
            again = points == 17 and soft and (
                soft17 == "hit" or (soft17 == "hit-ace-six" and len(drawn) == 1))
            if drawn and points >= stands and not again:
                ends[drawn] = ends.get(drawn, 0) + orders
                continue
            for value in range(1, 11):
                row = tuple(sorted((*drawn, value)))
                deeper[row] = deeper.get(row, 0) + orders
        level = deeper
    nodes: list[tuple[int, int, int, int, int]] = []
    before: tuple[int, ...] = ()
    for row in sorted(ends):
        points, _ = _points((up, *row))
        if points > 21:
            continue  # computed as the rest of all other chances
        same = 0
        while same < min(len(before), len(row) - 1) and before[same] == row[same]:
            same += 1
        for depth in range(same, len(row)):
            value = row[depth]
            nodes.append((value - 1, row[:depth].count(value), depth, -1, 0))
        natural = points == 21 and len(row) == 1
        nodes[-1] = (*nodes[-1][:3], NATURAL if natural else points - 17, ends[row])
        before = row
    table = np.array(nodes, dtype=np.int64)
    columns = [np.ascontiguousarray(column) for column in table.T]
    return Draws(columns[0], columns[1], columns[2], columns[3], columns[4].astype(np.float64))


@compiled
def bank_results(value: Numbers, copy: Numbers, depth: Numbers, result: Numbers, orders: Floats,
                 left: Floats, cards: Bytes, hands: Numbers, out: Floats) -> None:
    """Write the chances of the bank's results for each of ``hands`` into ``out[hand]`` (7 columns).

    ``left`` (10,): the cards that remain before the hand's own are taken out.
    """
    term = np.empty((DEPTH + 1, LANES))
    copies = np.empty((10, LANES))
    sums = np.empty((6, DEPTH, LANES))
    total = 0.0
    for v in range(10):
        total += left[v]
    deepest = 0
    for node in range(len(value)):
        deepest = max(deepest, depth[node] + 1)
    for start in range(0, len(hands), LANES):
        width = min(LANES, len(hands) - start)
        for lane in range(LANES):
            hand = hands[start + min(lane, width - 1)]
            for v in range(10):
                copies[v, lane] = max(left[v] - cards[hand, v], 0.0)
            term[0, lane] = 1.0
        sums[:, :deepest, :] = 0.0
        for node in range(len(value)):
            d = depth[node]
            v = value[node]
            m = float(copy[node])
            r = result[node]
            for lane in range(LANES):
                term[d + 1, lane] = term[d, lane] * (copies[v, lane] - m)
            if r >= 0:
                w = orders[node]
                for lane in range(LANES):
                    sums[r, d, lane] += w * term[d + 1, lane]
        for lane in range(width):
            hand = hands[start + lane]
            rest = total
            for v in range(10):
                rest -= cards[hand, v]
            for r in range(6):
                out[hand, r] = 0.0
            per = 1.0
            for d in range(deepest):
                per *= max(rest - d, 1.0)
                for r in range(6):
                    out[hand, r] += sums[r, d, lane] / per
            over = 1.0
            for r in range(6):
                over -= out[hand, r]
            out[hand, 6] = max(over, 0.0)


@compiled
def _value_if_paid(law: Law, amount: float, natural: float) -> float:
    """The value of ``amount`` paid at once, unless the bank looked and has a blackjack."""
    if law.peek:
        amount = amount * (1.0 - natural) - law.loss * natural
    return amount


@compiled
def _value_of_total(bank: Floats, total: int, law: Law, times: float, loss: float) -> float:
    """The value of a hand of this total that stands, with ``times`` the bet on it."""
    value: float = law.win * bank[6]
    for r in range(5):
        if r + 17 < total:
            value += law.win * bank[r]
        elif r + 17 > total:
            value -= bank[r]
    value = times * value - loss * bank[5]
    return value


@compiled
def plain_worths(law: Law, up: int, left: Floats, hands: Numbers, table: States, bank: Floats,
                 acts: Bytes, mode: int, value: Floats, each: Floats) -> None:
    """Write the values of hands, higher numbers first, into ``value[hand]`` and ``each[hand,
    act]``; not those of two cards of one suit.

    ``hands`` ascend and hold every hand that another of them can become. With the mode BEST the
    best act is taken and written into ``acts``, else the act in ``acts`` is taken; with ONLY just
    that act is valued, with EVERY all are. ``left``: the cards that remain, before the hand's own
    are taken out. Splits and surrender are not among the acts here.
    """
    cards, size, hard, total = table.cards, table.size, table.hard, table.total
    after, twin = table.next, table.twin
    shoe = 0.0
    for v in range(10):
        shoe += left[v]
    for index in range(len(hands) - 1, -1, -1):
        hand = hands[index]
        rest = shoe - size[hand]
        for act in range(6):
            each[hand, act] = IMPOSSIBLE
        if rest < 1.0:
            value[hand] = 0.0
            continue
        every = mode != ONLY or (law.prize > 0.0 and size[hand] == 2)
        points = total[hand]
        natural = bank[hand, 5]
        if law.charlie > 0 and size[hand] >= law.charlie:
            value[hand] = _value_if_paid(law, law.win, natural)
            each[hand, STAND] = value[hand]
            if mode == BEST:
                acts[hand] = STAND
            continue
        if (points > law.must_hit or law.one_card) and (
                every or acts[hand] == STAND):
            each[hand, STAND] = _value_of_total(bank[hand], points, law, 1.0, law.loss)
        if law.five >= 0.0 and size[hand] == 5 and up != 1:
            each[hand, CLAIM] = _value_if_paid(law, law.five, natural)
        if points < 21 and not law.one_card and (
                every or acts[hand] == HIT):
            hit = 0.0
            for v in range(10):
                chance = (left[v] - cards[hand, v]) / rest
                if chance <= 0.0:
                    continue
                next_hand = after[hand, v]
                if next_hand < 0:
                    lost = -1.0
                    if law.loss != 1.0:
                        lost = _bust_value(law, left, cards, hand, v, up, rest, 1.0, law.loss)
                    hit += chance * lost
                else:
                    hit += chance * value[next_hand]
                    if v == 6 and twin[hand] == 7 and law.prize > 0.0:
                        hit += chance * _prize_value(law, bank[next_hand, 5])
            each[hand, HIT] = hit
        if size[hand] == 2 and points < 21 and law.low <= law.high and (
                every or acts[hand] == DOUBLE):
            ace = cards[hand, 0] > 0
            any_total = law.low == 0 and law.high == 21
            if any_total or (law.low <= hard[hand] <= law.high and (law.fixes_ace or not ace)):
                fixed = ace and not any_total
                doubled = 0.0
                for v in range(10):
                    chance = (left[v] - cards[hand, v]) / rest
                    if chance <= 0.0:
                        continue
                    next_hand = after[hand, v]
                    if next_hand < 0:
                        doubled += chance * _bust_value(law, left, cards, hand, v, up, rest, 2.0,
                                                        law.loss_doubled)
                        continue
                    points = total[next_hand]
                    if fixed:  # its ace stays 1; a new ace may count 11
                        points = hard[next_hand] + (10 if v == 0 and hard[next_hand] <= 11 else 0)
                    doubled += chance * _value_of_total(
                        bank[next_hand], points, law, 2.0, law.loss_doubled
                    )
                    if v == 6 and twin[hand] == 7 and law.prize > 0.0:
                        doubled += chance * _prize_value(law, bank[next_hand, 5])
                each[hand, DOUBLE] = doubled
        if mode == BEST:
            choice = STAND
            for act in range(6):
                if each[hand, act] > each[hand, choice]:
                    choice = act
            acts[hand] = choice
        value[hand] = each[hand, acts[hand]]


@compiled
def worths(law: Law, packs: int, up: int, left: Floats, hands: Numbers, table: States, bank: Floats,
           acts: Bytes, mode: int, value: Floats, each: Floats) -> None:
    """The values of hands as by `plain_worths`, and those of two cards of one suit that may still
    earn a prize."""
    plain_worths(law, up, left, hands, table, bank, acts, mode, value, each)
    if law.prize <= 0.0 or law.one_card:
        return
    cards, two, after, plain = table.cards, table.two, table.next, table.plain
    shoe = 0.0
    for v in range(10):
        shoe += left[v]
    for k in range(6):  # two cards of 6-7-8 in one suit
        hand = plain + k
        pair = two[5, 6] if k < 2 else two[5, 7] if k < 4 else two[6, 7]
        third = 7 if k < 2 else 6 if k < 4 else 5
        for act in range(6):
            each[hand, act] = each[pair, act]
        copies = left[third] - cards[pair, third]
        if cards[hand, 5] + cards[hand, 6] + cards[hand, 7] == 2 and copies > 0.0:
            shows = up == third + 1
            of_suit = packs - 1.0 if k % 2 == 1 else float(packs)
            suit_chance = of_suit / (4.0 * packs - 1.0) if shows else 0.25
            next_hand = after[pair, third]
            gain = copies / (shoe - 2.0) * suit_chance * _prize_value(law, bank[next_hand, 5])
            each[hand, HIT] += gain
            if each[hand, DOUBLE] > IMPOSSIBLE:
                each[hand, DOUBLE] += gain
        if mode == BEST:
            choice = STAND
            for act in range(6):
                if each[hand, act] > each[hand, choice]:
                    choice = act
            acts[hand] = choice
        value[hand] = each[hand, acts[hand]]


@compiled
def _prize_value(law: Law, natural: float) -> float:
    """The value of a special combination: paid whatever the hand's result, once the bank has
    looked."""
    prize: float = law.prize
    return prize * (1.0 - natural) if law.peek else prize


@compiled
def _bust_value(law: Law, left: Floats, cards: Bytes, hand: int, v: int, up: int, rest: float,
                times: float, loss: float) -> float:
    """The value of a hand over 21: lost, except for what a bank's blackjack gives back."""
    need = 9 if up == 1 else 0 if up == 10 else -1
    if need < 0:
        return -times
    copies = left[need] - cards[hand, need] - (1.0 if need == v else 0.0)
    natural: float = max(copies, 0.0) / max(rest - 1.0, 1.0)
    return -times * (1.0 - natural) - loss * natural


@compiled
def reachable_hands(
    acts: Bytes, starts: Numbers, table: States, marks: Bytes
) -> tuple[Numbers, Numbers]:
    """The hands that come up when ``acts`` are followed from ``starts``, ascending; and those that
    meet the bank, on their own or one card after a double."""
    after, plain = table.next, table.plain
    marks[:] = 0
    for hand in starts:
        if hand < plain:
            marks[hand] = 1
    for hand in starts:
        if hand >= plain:  # two cards of one suit
            _mark_next_hands(hand, acts[hand], after, marks)
    for hand in range(plain):
        if marks[hand] & 1:
            _mark_next_hands(hand, acts[hand], after, marks)
            if acts[hand] != HIT:
                marks[hand] |= 2
    return np.nonzero(marks & 1)[0], np.nonzero(marks & 2)[0]


@compiled
def _mark_next_hands(hand: int, act: int, after: Shorts, marks: Bytes) -> None:
    """Mark the hands after one more card."""
    if act in (HIT, DOUBLE):
        for v in range(10):
            next_hand = after[hand, v]
            if next_hand >= 0:
                marks[next_hand] |= 1 if act == HIT else 2


@compiled
def fill_reach(acts: Bytes, left: Floats, table: States, reach: Floats) -> None:
    """Fill ``reach``, the chance of each hand when ``acts`` are followed. It starts with the
    chances of two-card hands. The third card of a double is not counted."""
    cards, size, after, plain = table.cards, table.size, table.next, table.plain
    shoe = 0.0
    for v in range(10):
        shoe += left[v]
    for k in range(6):
        hand = plain + k
        if reach[hand] > 0.0 and acts[hand] == HIT:
            for v in range(10):
                next_hand = after[hand, v]
                if next_hand >= 0:
                    reach[next_hand] += (
                        reach[hand] * max(left[v] - cards[hand, v], 0.0) / (shoe - 2.0)
                    )
    for hand in range(plain):
        if reach[hand] > 0.0 and acts[hand] == HIT:
            rest = shoe - size[hand]
            for v in range(10):
                next_hand = after[hand, v]
                if next_hand >= 0 and left[v] > cards[hand, v]:
                    reach[next_hand] += reach[hand] * (left[v] - cards[hand, v]) / rest


bank_results.in_plain(whole_arrays.bank_results)
plain_worths.in_plain(whole_arrays.plain_worths)
reachable_hands.in_plain(whole_arrays.reachable_hands)
fill_reach.in_plain(whole_arrays.fill_reach)
