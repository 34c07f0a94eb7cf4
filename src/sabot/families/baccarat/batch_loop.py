"""Compiled deals of baccarat at many tables: the coups of `loop`, card for card from the same
stream."""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Flags, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import draws
from sabot.families.baccarat.loop import BURN, DRAWN_AGAINST, FIRST, FRESH, SIZE, STOP, WORD

POSITION, GONE, STARTED = range(3)
SHOE = 3
"""The shoe of a table: its next card, the cards that have left it, whether a coup was dealt."""
RANKS = 31
CARDS = 3


@within
def _begin(law: Numbers, at: Numbers, i: int) -> None:
    """Begin a coup: a new shoe when the last one has ended, or a burned card."""
    if law[FRESH] != 0 or at[i, GONE] > law[STOP] or at[i, STARTED] == 0:
        at[i, POSITION], at[i, GONE] = 0, law[FIRST]
    else:
        at[i, GONE] += law[BURN]
    at[i, STARTED] = 1


@within
def _take(cards: Octets, at: Numbers, i: int, ahead: np.uint64) -> int:
    """Swap the card ``ahead`` places further to the next position, and return it."""
    here = np.uint64(at[i, POSITION])
    there = here + ahead
    card = cards[i, there]
    cards[i, there] = cards[i, here]
    cards[i, here] = card
    at[i, POSITION] += 1
    at[i, GONE] += 1
    return signed(card)


@lean
def deal_sides(law: Numbers, streams: Words, cards: Octets, at: Numbers, against: Numbers,
               throwing: Flags, outcomes: Ints, left: Ints, six: Words) -> None:
    """Deal a coup of ponto and banca at the tables in ``throwing``; see `loop.sides` for the cards
    and the numbers of the outcomes."""
    size = law[SIZE]
    for i in range(len(throwing)):
        if not throwing[i]:
            continue
        _begin(law, at, i)
        draws(streams[i], np.uint64(size - at[i, POSITION]), np.uint64(WORD), six)
        p0, b0 = _take(cards, at, i, six[0]), _take(cards, at, i, six[1])
        p1, b1 = _take(cards, at, i, six[2]), _take(cards, at, i, six[3])
        ponto, banca = ((p0 & 15) + (p1 & 15)) % 10, ((b0 & 15) + (b1 & 15)) % 10
        if law[DRAWN_AGAINST] != 0 or (ponto < 8 and banca < 8):
            third, ahead = signed(10), six[4]
            if ponto < 6:
                third = _take(cards, at, i, six[4]) & 15
                ponto = (ponto + third) % 10
                ahead = six[5]
            if against[banca] >> third & 1:
                banca = (banca + (_take(cards, at, i, ahead) & 15)) % 10
        outcomes[i, 0] = ((ponto * 10 + banca) * 2 + (p0 == p1)) * 2 + (b0 == b1)
        left[i] = size - at[i, GONE]


@lean
def deal_places(law: Numbers, streams: Words, cards: Octets, at: Numbers, ranks: Numbers, also: int,
                at_place: Numbers, throwing: Flags, outcomes: Ints, left: Ints, sums: Numbers,
                ahead: Words) -> None:
    """Deal hands of three cards at the tables in ``throwing``, one card at a time, the bank's last;
    see `loop.hands`. A place has cards where a bet lies there, and place ``also``.

    ``outcomes``: 31 times the rank of the bank plus that of the place, from 0; the bank's column
    has rank 0 for the place.
    """
    size, columns = law[SIZE], outcomes.shape[1]
    for i in range(len(throwing)):
        if not throwing[i]:
            continue
        _begin(law, at, i)
        need = signed(CARDS)
        for place in range(1, columns):
            sums[place] = 0
            if at_place[i, place] > 0 or place == also:
                need += CARDS
        sums[0] = 0
        place, waiting, used = signed(0), signed(0), signed(0)
        for dealt in range(need):
            if waiting == 0:
                waiting, used = min(signed(WORD), need - dealt), signed(0)
                draws(streams[i], np.uint64(size - at[i, POSITION]), np.uint64(waiting), ahead)
            while True:  # the next place with cards, the bank after the last of them
                place += 1
                if place >= columns:
                    place = signed(0)
                if place == 0 or at_place[i, place] > 0 or place == also:
                    break
            sums[place] += _take(cards, at, i, ahead[used])
            used += 1
            waiting -= 1
        bank = RANKS * ranks[sums[0]]
        outcomes[i, 0] = bank
        for place in range(1, columns):
            if at_place[i, place] > 0 or place == also:
                outcomes[i, place] = bank + ranks[sums[place]]
        left[i] = size - at[i, GONE]
