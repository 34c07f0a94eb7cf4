"""Compiled loops that list hands with a joker, and find the combinations of every hand."""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, Octets, signed
from sabot.equipment.compiled import lean, within

SUITS, RANKS, JOKER = 4, 13, 52
(HIGH, LOW_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL, PAIR, FIVE,
 WILD_ROYAL, FOUR_WILD, SPECIAL) = range(15)
"""The bits of combinations: the ten of a standard ranking, a pair that is high enough, five of a
kind, a royal flush with a wild card, four cards of the wild rank, and from `SPECIAL` on the
special four of a kind."""
WHEEL = 0b1_0000_0000_1111
TOP = 0b1_1111_0000_0000


@lean
def list_fours(fours: Octets, size: int, masks: Numbers, chosen: Numbers, times: Numbers) -> int:
    """Write every set of four cards, the lowest first. Chooses one of all that differ only in the
    names of their suits: its number into ``chosen``, how many there are into ``times``; returns how
    many were chosen. ``masks``: work space for the ranks of each suit."""
    at, count = 0, 0
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                for d in range(c + 1, size):
                    fours[at, 0], fours[at, 1], fours[at, 2], fours[at, 3] = a, b, c, d
                    for suit in range(SUITS):
                        masks[suit] = 0
                    for i in range(4):
                        card = signed(fours[at, i])
                        masks[card & 3] |= signed(1) << (card >> 2)
                    first, second = masks[0] == masks[1], masks[1] == masks[2]
                    third = masks[2] == masks[3]
                    if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
                        same = 24 if first and second and third else \
                            6 if (first and second) or (second and third) else \
                            4 if first and third else 2 if first or second or third else 1
                        chosen[count] = at
                        times[count] = 24 // same
                        count += 1
                    at += 1
    return count


@within
def _fits_straight(ranks: int, distinct: int, needed: int) -> bool:
    """Whether cards of these ranks, all different, lie in five ranks that follow each other."""
    if distinct != needed:
        return False
    for low in range(RANKS - 4):
        if ranks & ~(0b11111 << low) == 0:
            return True
    return ranks & ~WHEEL == 0


@within
def _natural(ranks: int, distinct: int, top: int, suits: int, pair: int, paired: int) -> int:
    """The combination of five cards without a wild one. ``paired``: their ranks that occur
    twice."""
    flush, straight = suits & (suits - 1) == 0, _fits_straight(ranks, distinct, 5)
    if flush and straight:
        return ROYAL if ranks == TOP else STRAIGHT_FLUSH
    if top == 4:
        return FOUR
    if top == 3 and distinct == 2:
        return FULL
    if flush:
        return FLUSH
    if straight:
        return STRAIGHT
    if top == 3:
        return THREE
    if distinct == 3:
        return TWO_PAIR
    if distinct == 4:
        return PAIR if paired >> pair else LOW_PAIR
    return HIGH


@within
def _with_wild(ranks: int, distinct: int, top: int, suits: int, pair: int, pairs: int, wilds: int
               ) -> int:
    """A bit for each combination that cards make together with so many wild ones. ``pairs``: how
    many ranks occur twice or more."""
    bits = signed(1) << LOW_PAIR
    if wilds >= 2 or ranks >> pair:
        bits |= signed(1) << PAIR
    if top + wilds >= 3:
        bits |= signed(1) << THREE
    if top + wilds >= 4:
        bits |= signed(1) << FOUR
    if top + wilds >= 5:
        bits |= signed(1) << FIVE
    if distinct <= 2 and top <= 3:
        bits |= signed(1) << FULL
    singles = min(distinct - pairs, max(0, 2 - pairs))
    if min(pairs, 2) + singles == 2:
        needed = singles
    else:
        needed = singles + 2 * (2 - min(pairs, 2) - singles)
    if needed <= wilds:
        bits |= signed(1) << TWO_PAIR
    flush = suits & (suits - 1) == 0
    straight = _fits_straight(ranks, distinct, 5 - wilds)
    if flush:
        bits |= signed(1) << FLUSH
    if straight:
        bits |= signed(1) << STRAIGHT
    if flush and straight:
        bits |= signed(1) << STRAIGHT_FLUSH
        if ranks & ~TOP == 0:
            bits |= signed(1) << WILD_ROYAL
    return bits


@lean
def classify(cards: Octets, wild: int, pair: int, special: Numbers, bits: Numbers) -> None:
    """Write for every hand a bit for each combination that it can make into ``bits``.

    ``wild``: the wild rank, -1 for none; the joker is wild. ``pair``: the lowest rank of a pair
    that is high enough. ``special``: for each special four of a kind a bit for each of its ranks
    and for each of its kickers, 0 for any.
    """
    for hand in range(len(cards)):
        wilds, deuces, ranks, suits, counts = 0, 0, signed(0), signed(0), signed(0)
        for i in range(5):
            card = signed(cards[hand, i])
            rank = card >> 2
            if card == JOKER or rank == wild:
                wilds += 1
                deuces += card != JOKER
                continue
            ranks |= signed(1) << rank
            suits |= signed(1) << (card & 3)
            counts += signed(1) << 4 * rank
        distinct, top, pairs, paired = 0, signed(0), 0, signed(0)
        for rank in range(RANKS):
            many = counts >> 4 * rank & 15
            distinct += many > 0
            pairs += many > 1
            if many > 1:
                paired |= signed(1) << rank
            top = max(top, many)
        if wilds:
            hand_bits = _with_wild(ranks, distinct, top, suits, pair, pairs, wilds)
            if deuces == 4:
                hand_bits |= signed(1) << FOUR_WILD
        else:
            hand_bits = signed(1) << _natural(ranks, distinct, top, suits, pair, paired)
        for n in range(len(special)):
            for rank in range(RANKS):
                if special[n, 0] >> rank & 1 and (counts >> 4 * rank & 15) + wilds >= 4:
                    others = ranks & ~(signed(1) << rank)
                    if special[n, 1] == 0 or others & special[n, 1]:
                        hand_bits |= signed(1) << SPECIAL + n
        bits[hand] = hand_bits
