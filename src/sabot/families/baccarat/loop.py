"""The compiled loops of baccarat: coups from a shoe that is shuffled, has cards burned, and ends at
its cut card, as the regulation orders.

A card that is burned face down may be any of the unseen cards: the loops do not draw it, they only
count it among the cards that have left the shoe.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Numbers, Words, signed
from sabot.equipment.compiled import high, inlined, lean
from sabot.equipment.streams import draws, step

LOW = 60  # low bits of the sum of squares, summed separately since 64 bits may be too few
REST = (1 << LOW) - 1
SIZE, FIRST, BURN, STOP, FRESH, DRAWN_AGAINST = range(6)
"""A shoe as the loops read it: its cards, the cards burned at its start and before each later coup,
the number that have left it when its last coup begins, whether each coup has a full shoe, whether
the other side draws against eight or nine."""
SHOES, NN, NS, SS, ABOVE = range(5)
WORD = 6
"""Cards drawn from one word of the stream: 416 * 415 * ... * 411 is less than a word."""
FIGURE = 32
"""What a figure adds to the number of a card of three-card hands, in addition to its points."""


@lean
def _shoe(sums: Numbers, played: int, returned: int) -> None:
    """Add a finished shoe: the coups ``played`` and the cents ``returned``."""
    sums[SHOES] += 1
    sums[NN] += played * played
    sums[NS] += played * returned
    sums[SS] += returned * returned
    sums[ABOVE] += sums[SS] >> LOW
    sums[SS] &= REST


Six = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64,
            np.uint64, np.uint64]
"""Six numbers drawn, and the state of the stream after them."""


@inlined
def _six(n: np.uint64, a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> Six:
    """The same six numbers as `draws` gives, and the state after them, in registers."""
    n1, n2, n3 = n - np.uint64(1), n - np.uint64(2), n - np.uint64(3)
    n4, n5 = n - np.uint64(4), n - np.uint64(5)
    product = n * n1 * n2 * n3 * n4 * n5
    while True:
        rest, a, b, c, d = step(a, b, c, d)
        i0, rest = high(rest, n), rest * n
        i1, rest = high(rest, n1), rest * n1
        i2, rest = high(rest, n2), rest * n2
        i3, rest = high(rest, n3), rest * n3
        i4, rest = high(rest, n4), rest * n4
        i5, rest = high(rest, n5), rest * n5
        if rest >= product or rest >= (np.uint64(0) - product) % product:
            break
    return i0, i1, i2, i3, i4, i5, a, b, c, d


@inlined
def _take(cards: Numbers, pos: np.uint64, ahead: np.uint64) -> int:
    """Swap the card ``ahead`` places further to the next position, and return it."""
    card: int = cards[pos + ahead]
    cards[pos + ahead] = cards[pos]
    cards[pos] = card
    return card


@lean
def sides(law: Numbers, rng: Words, cards: Numbers, against: Numbers, nets: Numbers, count: int,
          times: Numbers, sums: Numbers, each: Numbers) -> None:
    """Play ``count`` coups of ponto and banca, from new packs.

    A card is its value plus 16 times its rank. ``against`` has, by the points of banca's two cards,
    a bit for each third card of ponto, by value, on which banca draws; bit 10 for no third card.
    ``nets``: the net cents of each outcome. ``times`` counts the outcomes, numbered
    ((10 ponto + banca) 2 + ponto's pair) 2 + banca's pair. ``sums``: see `_shoe`. ``each``: the
    outcome of each coup, or empty.
    """
    u1, u2, u4 = np.uint64(1), np.uint64(2), np.uint64(4)
    u0, low, ten, eight = np.uint64(0), np.uint64(15), np.uint64(10), np.uint64(8)
    size, first, burn = np.uint64(law[SIZE]), np.uint64(law[FIRST]), np.uint64(law[BURN])
    stop, fresh, listing = np.uint64(law[STOP]), law[FRESH] != 0, len(each) > 0
    drawn_against = law[DRAWN_AGAINST] != 0
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    pos = gone = u0
    played = returned = 0
    for number in range(count):
        if fresh or gone > stop or number == 0:
            if played and not fresh:
                _shoe(sums, played, returned)
                played = returned = 0
            pos, gone = u0, first
        else:
            gone += burn
        i0, i1, i2, i3, i4, i5, a, b, c, d = _six(size - pos, a, b, c, d)
        p0, b0 = np.uint64(_take(cards, pos, i0)), np.uint64(_take(cards, pos + u1, i1))
        p1 = np.uint64(_take(cards, pos + u2, i2))
        b1 = np.uint64(_take(cards, pos + u2 + u1, i3))
        pos += u4
        gone += u4
        ponto = (p0 & low) + (p1 & low)
        banca = (b0 & low) + (b1 & low)
        ponto -= ten * np.uint64(ponto >= ten)
        banca -= ten * np.uint64(banca >= ten)
        if drawn_against or (ponto < eight and banca < eight):
            third = ten
            ahead = i4
            if ponto < np.uint64(6):
                third = np.uint64(_take(cards, pos, i4)) & low
                pos += u1
                gone += u1
                ponto += third
                ponto -= ten * np.uint64(ponto >= ten)
                ahead = i5
            if np.uint64(against[banca]) >> third & u1:
                banca += np.uint64(_take(cards, pos, ahead)) & low
                pos += u1
                gone += u1
                banca -= ten * np.uint64(banca >= ten)
        at = ((ponto * ten + banca) * u2 + np.uint64(p0 == p1)) * u2 + np.uint64(b0 == b1)
        times[at] += 1
        if listing:
            each[number] = signed(at)
        if not fresh:
            played += 1
            returned += nets[at]
    if played:
        _shoe(sums, played, returned)


@lean
def hands(law: Numbers, rng: Words, cards: Numbers, rank: Numbers, nets: Numbers, count: int,
          scratch: Words, sums_of_hands: Numbers, times: Numbers, totals: Numbers, sums: Numbers,
          each: Numbers) -> None:
    """Play ``count`` coups of the bank's hand of three cards against those of some places, from new
    packs; cards are dealt one at a time, the bank's last.

    A card is its points, plus `FIGURE` for a figure; ``rank`` is the rank by the sum of three
    cards. ``nets``: for the bank alone and for each place the net of each outcome, in steps above
    the lowest. ``times`` counts these outcomes, numbered 31 times the bank's rank plus that of the
    place, from 0. ``totals`` counts the sums of steps; ``sums``: see `_shoe`, in steps. ``each``:
    the sum of each coup, or empty. ``scratch`` and ``sums_of_hands`` are working memory. """
    size, stop, first = np.uint64(law[SIZE]), np.uint64(law[STOP]), np.uint64(law[FIRST])
    fresh, listing, places = law[FRESH] != 0, len(each) > 0, len(nets) - 1
    need, batch, burn = np.uint64(3 * (places + 1)), np.uint64(WORD), np.uint64(law[BURN])
    u0, u1, u2, u3, u4 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    wide, last = np.uint64(31), np.uint64(places)
    pos = gone = u0
    played = returned = 0
    for number in range(count):
        if fresh or gone > stop or number == 0:
            if played and not fresh:
                _shoe(sums, played, returned)
                played = returned = 0
            pos, gone = u0, first
        else:
            gone += burn
        gone += need
        if places == 1:
            a, b, c, d = rng[0], rng[1], rng[2], rng[3]
            i0, i1, i2, i3, i4, i5, a, b, c, d = _six(size - pos, a, b, c, d)
            rng[0], rng[1], rng[2], rng[3] = a, b, c, d
            own = _take(cards, pos, i0)
            other = _take(cards, pos + u1, i1)
            own += _take(cards, pos + u2, i2)
            other += _take(cards, pos + u3, i3)
            own += _take(cards, pos + u4, i4)
            other += _take(cards, pos + u4 + u1, i5)
            pos += need
            bank = wide * np.uint64(rank[np.uint64(other)])
            at = bank + np.uint64(rank[np.uint64(own)])
            times[u0, bank] += 1
            times[u1, at] += 1
            total = nets[u0, bank] + nets[u1, at]
        else:
            for h in range(places + 1):
                sums_of_hands[np.uint64(h)] = 0
            hand, dealt = u0, u0
            while dealt < need:
                some = min(batch, need - dealt)
                draws(rng, size - pos, some, scratch)
                for i in range(some):
                    sums_of_hands[hand] += _take(cards, pos, scratch[np.uint64(i)])
                    pos += u1
                    hand = hand + u1 if hand < last else u0
                dealt += some
            bank = wide * np.uint64(rank[np.uint64(sums_of_hands[last])])
            times[u0, bank] += 1
            total = nets[u0, bank]
            for h in range(places):
                row = np.uint64(h)
                at = bank + np.uint64(rank[np.uint64(sums_of_hands[row])])
                times[row + u1, at] += 1
                total += nets[row + u1, at]
        totals[np.uint64(total)] += 1
        if listing:
            each[number] = total
        played += 1
        returned += total
        if fresh:
            _shoe(sums, played, returned)
            played = returned = 0
    if played:
        _shoe(sums, played, returned)
