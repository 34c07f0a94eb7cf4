"""The compiled loop of chemin de fer: whole coups from a shoe, by the law.

A card is one byte: its points, and in the upper four bits the number of cards that it burns (13). A
hand of two cards is ten times the points of the first plus those of the second.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws, word

SIZE, BEHIND, BURNS, FIRST, FRESH = range(5)
LAW = 5
"""The parameters of a table: cards of the shoe; cards behind the warning card; whether cards are
burnt, and whether the first of them counts; whether each coup has a fresh shoe."""
STAND, DRAW, CHANCE, SHOWN = range(4)
HANDS, COLUMNS = 100, 11
BANKER = HANDS
"""The index of the banker's first decision. Decisions of the ponto come first, by hand; then those
of the banker, by hand and third card, the last column for none."""


@lean
def _take(rng: Words, cards: Octets, size: int, at: int, scratch: Numbers) -> int:
    """Swap a random remaining card to position ``at``, and return it."""
    draws(rng, size - at, 1, scratch)
    place = at + scratch[0]
    card = cards[place]
    cards[place] = cards[at]
    cards[at] = card
    return signed(card)


@lean
def _decide(decision: int, chance: np.uint64, rng: Words) -> bool | np.bool_:
    """Whether a hand draws."""
    if decision == CHANCE:
        return word(rng) < chance
    return decision == DRAW


@lean
def count_coups(law: Numbers, decides: Octets, chances: Words, rng: Words, cards: Octets,
                scratch: Numbers, count: int, nets: Numbers, sums: Numbers, each: Numbers) -> None:
    """Play ``count`` coups from a new shoe.

    ``nets`` counts the coups that the ponto lost, tied and won. ``sums``: the number of shoes, and
    over shoes the sums of n * n, n * s and s * s, for n coups with net win s. ``each``: the net win
    of the first coups, as many as it has room for.
    """
    size, behind, burns, first, fresh = law[SIZE], law[BEHIND], law[BURNS], law[FIRST], law[FRESH]
    at, n, s = size, signed(0), signed(0)
    shoes, nn, ns, ss = signed(0), signed(0), signed(0), signed(0)
    lost, tied, won = signed(0), signed(0), signed(0)
    listed = len(each)
    for coup in range(count):
        if fresh or size - at < behind or at == size:
            if n:
                shoes += 1
                nn += n * n
                ns += n * s
                ss += s * s
                n = s = signed(0)
            at = signed(0)
            if burns and not fresh:
                card = _take(rng, cards, size, at, scratch)
                at += 1
                more = (card >> 4) - first
                while more > 0:
                    _take(rng, cards, size, at, scratch)
                    at += 1
                    more -= 1
        draws(rng, size - at, 4, scratch)
        for i in range(4):
            place = at + i + scratch[i]
            card = cards[place]
            cards[place] = cards[at + i]
            cards[at + i] = card
        a, c = signed(cards[at] & 15), signed(cards[at + 2] & 15)
        b, d = signed(cards[at + 1] & 15), signed(cards[at + 3] & 15)
        at += 4
        ponto_hand, banker_hand = signed(a * 10 + c), signed(b * 10 + d)
        ponto, banca = a + c, b + d
        ponto -= 10 if ponto > 9 else 0
        banca -= 10 if banca > 9 else 0
        decision = decides[ponto_hand]
        if decision != SHOWN:
            draws_third = _decide(decision, chances[ponto_hand], rng)
            if banca < 8:
                third = signed(10)
                if draws_third:
                    third = _take(rng, cards, size, at, scratch) & 15
                    at += 1
                    ponto += third
                    ponto -= 10 if ponto > 9 else 0
                case = BANKER + banker_hand * COLUMNS + third
                if _decide(decides[case], chances[case], rng):
                    banca += _take(rng, cards, size, at, scratch) & 15
                    at += 1
                    banca -= 10 if banca > 9 else 0
        net = signed(ponto > banca) - signed(ponto < banca)
        n += 1
        s += net
        lost += net < 0
        won += net > 0
        if coup < listed:
            each[coup] = net
    tied = count - lost - won
    nets[0] += lost
    nets[1] += tied
    nets[2] += won
    if n:
        shoes += 1
        nn += n * n
        ns += n * s
        ss += s * s
    sums[0] += shoes
    sums[1] += nn
    sums[2] += ns
    sums[3] += ss
