"""The compiled loop of chemin de fer: whole coups from a shoe as the law has it.

A card is one byte: its points, and in the upper half how many cards it burns (13). Hands are two
cards by their points, ten times the one and the other.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws, word

SIZE, BEHIND, BURNS, FIRST, FRESH = range(5)
LAW = 5
"""What the loop reads of a table: cards of the shoe; those behind the warning card; whether cards
are burned, and whether the first of them counts; whether each coup has a shoe of its own."""
STAND, DRAW, CHANCE, SHOWN = range(4)
HANDS, COLUMNS = 100, 11
BANKER = HANDS
"""Where the banker's decisions begin: those of the ponto by his hand, then his by hand and third
card, the last for none."""


@lean
def _next(rng: Words, cards: Octets, size: int, at: int, scratch: Numbers) -> int:
    draws(rng, size - at, 1, scratch)
    place = at + scratch[0]
    card = cards[place]
    cards[place] = cards[at]
    cards[at] = card
    return signed(card)


@lean
def _says(what: int, chance: np.uint64, rng: Words) -> bool | np.bool_:
    """Whether a hand draws."""
    if what == CHANCE:
        return word(rng) < chance
    return what == DRAW


@lean
def block(law: Numbers, decides: Octets, chances: Words, rng: Words, cards: Octets,
          scratch: Numbers, count: int, nets: Numbers, sums: Numbers, told: Numbers) -> None:
    """``count`` coups from a new shoe on.

    ``nets`` counts what the ponto won: -1, 0, 1 from its first place on; ``sums``: shoes, n * n,
    n * s and s * s of them. The first coups are kept in ``told``, as many as it holds.
    """
    size, behind, burns, first, fresh = law[SIZE], law[BEHIND], law[BURNS], law[FIRST], law[FRESH]
    at, n, s = size, signed(0), signed(0)
    shoes, nn, ns, ss = signed(0), signed(0), signed(0), signed(0)
    lost, tied, won = signed(0), signed(0), signed(0)
    keep = len(told)
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
                card = _next(rng, cards, size, at, scratch)
                at += 1
                more = (card >> 4) - first
                while more > 0:
                    _next(rng, cards, size, at, scratch)
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
        mine, yours = signed(a * 10 + c), signed(b * 10 + d)
        ponto, banca = a + c, b + d
        ponto -= 10 if ponto > 9 else 0
        banca -= 10 if banca > 9 else 0
        what = decides[mine]
        if what != SHOWN:
            takes = _says(what, chances[mine], rng)
            if banca < 8:
                third = signed(10)
                if takes:
                    third = _next(rng, cards, size, at, scratch) & 15
                    at += 1
                    ponto += third
                    ponto -= 10 if ponto > 9 else 0
                case = BANKER + yours * COLUMNS + third
                if _says(decides[case], chances[case], rng):
                    banca += _next(rng, cards, size, at, scratch) & 15
                    at += 1
                    banca -= 10 if banca > 9 else 0
        net = signed(ponto > banca) - signed(ponto < banca)
        n += 1
        s += net
        lost += net < 0
        won += net > 0
        if coup < keep:
            told[coup] = net
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
