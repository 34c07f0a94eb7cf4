"""The deals of a coup, counted: how often each combination of hands comes, and what it returns.

A card is its points, 0 to 9 (9, 10). Counts are whole numbers, over all orders of the next six
cards of the shoe, used or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.families.baccarat.values import NATURALS
from sabot.words import phrase

VALUES = 10
COMPOSITIONS = tuple((low, high) for low in range(VALUES) for high in range(low, VALUES))
"""Every two cards, by their points, the lower first."""
TOTALS = np.array([sum(cards) % VALUES for cards in COMPOSITIONS])
NATURAL = min(NATURALS)  # 64.a, 67.a
CARDS = 6
"""The most cards that a coup uses."""


class Cards(NamedTuple):
    """The remaining cards: how many of each points. ``endless``: each card is put back before the
    next is drawn, so that only the proportions matter."""

    left: tuple[int, ...]
    endless: bool = False

    def orders(self) -> Numbers:
        """The number of orders, by the ponto's two cards, the banker's two, the fifth card and the
        sixth. ValueError for fewer than six cards (106.d), or more than a shoe can have."""
        if len(self.left) != VALUES or min(self.left) < 0:
            raise ValueError("cards left: ten counts are needed, for 0 to 9 points")
        if not self.endless and sum(self.left) < CARDS:
            raise ValueError(phrase("a coup may need {cards} cards; {left} are left",
                                    cards=CARDS, left=sum(self.left)))
        if sum(self.left) > 1000:
            raise ValueError("more cards than any shoe holds")
        n = np.array(self.left, np.int64)
        low, high = np.array(COMPOSITIONS).T
        swaps = np.where(low == high, 1, 2)
        if self.endless:
            pairs = n[low] * n[high] * swaps
            counts: Numbers = (pairs[:, None, None, None] * pairs[:, None, None]
                            * n[:, None] * n)
            return counts
        unit = np.eye(VALUES, dtype=np.int64)
        used = unit[low] + unit[high]
        first = n[low] * (n[high] - (low == high)) * swaps
        remaining = n - used
        second = remaining[:, low] * (remaining[:, high] - (low == high)) * swaps
        four = first[:, None] * second
        left_four = remaining[:, None, :] - used
        five = four[:, :, None] * left_four
        # An impossible draw already counts 0, so a negative number of remaining cards does no harm.
        six: Numbers = five[..., None] * (left_four[:, :, None, :] - unit)
        return six


SIX_PACKS = Cards((96, *[24] * 9))
ENDLESS = Cards((4, *[1] * 9), endless=True)


class Courses(NamedTuple):
    """One figure for every course of a coup, summed over orders, by the ponto's and the banker's
    two cards: ``none`` draws; the ``banker`` alone draws; the ``ponto`` alone draws, by the third
    card; ``both`` draw, by the ponto's third card."""

    none: Numbers
    banker: Numbers
    ponto: Numbers
    both: Numbers


class Returns(NamedTuple):
    """The figures of a coup. ``net``: orders that the ponto wins minus those lost; ``decided``:
    orders without a tie; ``all``: every order. ``orders``: their number."""

    net: Courses
    decided: Courses
    all: Courses
    orders: int


def returns(cards: Cards) -> Returns:
    """The figures of one coup from these cards."""
    six = cards.orders()
    five = six.sum(3)
    four = five.sum(2)
    third = np.arange(VALUES)
    ponto, banca = TOTALS[:, None], TOTALS[None, :]
    ponto3 = (ponto[:, :, None] + third) % VALUES
    banca3 = (banca[:, :, None] + third) % VALUES
    signs = (np.sign(ponto - banca), np.sign(ponto[:, :, None] - banca3),
             np.sign(ponto3 - banca[:, :, None]),
             np.sign(ponto3[:, :, :, None] - banca3[:, :, None, :]))
    counts = (four, five, five, six)

    def courses(figure: Callable[[Numbers], Numbers]) -> Courses:
        sums = [count * figure(sign) for count, sign in zip(counts, signs, strict=True)]
        return Courses(sums[0], sums[1].sum(2), sums[2], sums[3].sum(3))

    return Returns(courses(lambda sign: sign), courses(np.abs),
                   Courses(four, four, five, five), int(four.sum()))
