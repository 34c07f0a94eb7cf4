"""What cards the two sides of a coup may get, counted: how many ways there are to every hand, and
what they return to the ponto.

Cards are told by their points, 0 to 9 (9, 10). Counts are whole numbers, over all orders in which
six cards may come out of the shoe, used or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Numbers
from sabot.families.baccarat.values import NATURALS

VALUES = 10
COMPOSITIONS = tuple((low, high) for low in range(VALUES) for high in range(low, VALUES))
"""Every two cards, by their points."""
TOTALS = np.array([sum(cards) % VALUES for cards in COMPOSITIONS])
NATURAL = min(NATURALS)  # 64.a, 67.a
CARDS = 6  # the most that one coup uses


class Cards(NamedTuple):
    """How many cards of each number of points are left; ``endless`` where they are put back before
    the next is drawn, so that only their proportions count."""

    left: tuple[int, ...]
    endless: bool = False

    def ways(self) -> Numbers:
        """How many ways there are by the ponto's two cards, the banker's, the fifth card and the
        sixth. ValueError for fewer than six cards (106.d) or more than counts can hold."""
        if len(self.left) != VALUES or min(self.left) < 0:
            raise ValueError("the cards left are ten numbers, by their points from 0 to 9")
        if not self.endless and sum(self.left) < CARDS:
            raise ValueError(f"a coup may need {CARDS} cards; {sum(self.left)} are left")
        if sum(self.left) > 1000:
            raise ValueError("more cards than any shoe holds")
        n = np.array(self.left, np.int64)
        low, high = np.array(COMPOSITIONS).T
        orders = np.where(low == high, 1, 2)
        if self.endless:
            two = n[low] * n[high] * orders
            found: Numbers = (two[:, None, None, None] * two[:, None, None]
                            * n[:, None] * n)
            return found
        one = np.eye(VALUES, dtype=np.int64)
        held = one[low] + one[high]
        first = n[low] * (n[high] - (low == high)) * orders
        left = n - held
        second = left[:, low] * (left[:, high] - (low == high)) * orders
        four = first[:, None] * second
        left_four = left[:, None, :] - held
        five = four[:, :, None] * left_four
        # What cannot be drawn has no way already: the count of cards below nothing never matters.
        six: Numbers = five[..., None] * (left_four[:, :, None, :] - one)
        return six


SIX_PACKS = Cards((96, *[24] * 9))
ENDLESS = Cards((4, *[1] * 9), endless=True)


class Courses(NamedTuple):
    """A figure of every course that a coup may take, in ways, by the ponto's two cards and the
    banker's: where both stand; where the banker alone draws; where the ponto alone draws, by his
    third card; where both draw, by the ponto's."""

    none: Numbers
    banker: Numbers
    ponto: Numbers
    both: Numbers


class Returns(NamedTuple):
    """``net``: what the ponto wins less what he loses; ``apart``: what is no tie; ``all``: every
    way."""

    net: Courses
    apart: Courses
    all: Courses
    ways: int


def returns(cards: Cards) -> Returns:
    """Of one coup from these cards."""
    six = cards.ways()
    five = six.sum(3)
    four = five.sum(2)
    third = np.arange(VALUES)
    ponto, banca = TOTALS[:, None], TOTALS[None, :]
    ponto3 = (ponto[:, :, None] + third) % VALUES
    banca3 = (banca[:, :, None] + third) % VALUES
    signs = (np.sign(ponto - banca), np.sign(ponto[:, :, None] - banca3),
             np.sign(ponto3 - banca[:, :, None]),
             np.sign(ponto3[:, :, :, None] - banca3[:, :, None, :]))
    ways = (four, five, five, six)

    def courses(of: Callable[[Numbers], Numbers]) -> Courses:
        found = [way * of(sign) for way, sign in zip(ways, signs, strict=True)]
        return Courses(found[0], found[1].sum(2), found[2], found[3].sum(3))

    return Returns(courses(lambda sign: sign), courses(np.abs),
                   Courses(four, four, five, five), int(four.sum()))
