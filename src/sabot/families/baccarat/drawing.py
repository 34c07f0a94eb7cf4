"""The tables of drawing of ponto e banca, as printed.

A third card is named by what it shows: 1 for an ace, 10 for a ten and a figure.
"""

from __future__ import annotations

from collections.abc import Mapping

from sabot.families.baccarat.values import NATURALS, PIPS

PONTO: frozenset[int] = frozenset({0, 1, 2, 3, 4, 5})
"""The points of two cards with which ponto has to draw; with 6 and 7 it stands."""

BANCA: Mapping[int, frozenset[int]] = {
    0: frozenset(range(1, 11)),
    1: frozenset(range(1, 11)),
    2: frozenset(range(1, 11)),
    3: frozenset({1, 2, 3, 4, 5, 6, 7, 9, 10}),
    4: frozenset({2, 3, 4, 5, 6, 7}),
    5: frozenset({4, 5, 6, 7}),
    6: frozenset({6, 7}),
    7: frozenset(),
}
"""For the points of banca's two cards: the third cards of ponto against which it draws."""

ALONE: frozenset[int] = frozenset({0, 1, 2, 3, 4, 5})
"""The points of two cards with which banca draws when ponto received no card."""


def ends(ponto: int, banca: int) -> bool:
    """Whether eight or nine with two cards, on either side, ends the coup."""
    return ponto in NATURALS or banca in NATURALS


def ponto_draws(ponto: int, banca: int, naturals_end: bool = True) -> bool:
    """Whether ponto draws, from the points of two cards on each side; ``naturals_end``: nobody
    draws against eight or nine (IR 199)."""
    return ponto in PONTO and not (naturals_end and ends(ponto, banca))


def banca_draws(ponto: int, banca: int, third: str = "", naturals_end: bool = True) -> bool:
    """Whether banca draws, from the points of two cards on each side; ``third`` is the card that
    ponto received, "" for none. ``naturals_end``: see `ponto_draws`."""
    if banca in NATURALS or (naturals_end and ends(ponto, banca)):
        return False
    return PIPS[third[0]] in BANCA[banca] if third else banca in ALONE
