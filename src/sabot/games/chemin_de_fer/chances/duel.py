"""One coup as a game of two players: the choices of each side, and what they return.

The ponto decides before seeing any card of the banker (65 before 67); the banker decides after the
ponto's announcement and third card. The stakes are equal, a tie moves nothing (2), and one side
wins what the other loses; the cagnotte (47) is left out. An 8 or a 9 of either side ends the coup
without another card (64.a, 67.a, 67.c), even when the ponto asked for a third one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Flags, Numbers
from sabot.equipment.cards import RANKS
from sabot.games.chemin_de_fer import drawing
from sabot.games.chemin_de_fer.chances.deal import (
    COMPOSITIONS,
    NATURAL,
    TOTALS,
    VALUES,
    Cards,
    Courses,
    returns,
)
from sabot.games.chemin_de_fer.drawing import MAY, MUST, NOT

DRAW, STAND, FREE = (1, 1), (0, 0), (0, 1)
"""The minimum and the maximum chance with which a side draws."""
BOUNDS = {MUST: DRAW, NOT: STAND, MAY: FREE}
THIRDS = ("T", *RANKS[:9], "")
"""A card for each number of points; last, no card."""
TOTAL, CARDS = "totals", "cards"


class Terms(NamedTuple):
    """The variant of the game.

    ``banco``: both sides may depart from rules 64 and 67, except a banker with baccarat (70).
    ``ponto`` and ``banker``: what each side decides by: "totals" or "cards", the total of the own
    two cards or the cards themselves. ``chase``: rule 70 read so that a banker below 8 may draw
    even against a shown 8 or 9 (interpretation 246 says otherwise).
    """

    banco: bool = False
    ponto: str = TOTAL
    banker: str = TOTAL
    chase: bool = False


def ponto_bounds(total: int, banco: bool) -> tuple[int, int]:
    """The bounds of the ponto with two cards of a total below 8."""
    return FREE if banco else BOUNDS[drawing.ponto_letter(total)]  # 70, 64


def banker_bounds(total: int, column: int, banco: bool) -> tuple[int, int]:
    """The bounds of the banker with a total below 8, by the ponto's third card or none."""
    if banco and total:  # 70
        return FREE
    return BOUNDS[drawing.banker_letter(total, THIRDS[column])]  # 67


class Side(NamedTuple):
    """The hands that one side distinguishes: their names and totals; ``hand_of``: the hand of every
    two cards, -1 for naturals, which are shown at once."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    hand_of: Numbers

    def sums(self, over: Numbers) -> Numbers:
        """Counts by two cards, the first axis, summed by hand."""
        sums = np.zeros((len(self.names), *over.shape[1:]), np.int64)
        np.add.at(sums, self.hand_of[self.hand_of >= 0], over[self.hand_of >= 0])
        return sums


@lru_cache
def side(known: str) -> Side:
    """The hands by total or by cards."""
    if known == TOTAL:
        return Side(tuple(map(str, range(NATURAL))), tuple(range(NATURAL)),
                    np.where(TOTALS < NATURAL, TOTALS, -1))
    hidden = np.flatnonzero(TOTALS < NATURAL)
    hand_of = np.full(len(TOTALS), -1)
    hand_of[hidden] = np.arange(hidden.size)
    return Side(tuple("{}-{}".format(*COMPOSITIONS[n]) for n in hidden),
                tuple(int(TOTALS[n]) for n in hidden), hand_of)


class Sums(NamedTuple):
    """One figure of a coup, summed over orders. ``fixed``: of coups with a natural; ``stand`` and
    ``draw``: of the others, when the banker stands or draws, by the ponto's hand, the banker's, and
    the ponto's third card."""

    fixed: int
    stand: Numbers
    draw: Numbers


class Duel(NamedTuple):
    """A game to be solved. ``net``: orders that the ponto wins minus those lost; ``decided``:
    orders without a tie; ``all``: every order; ``orders``: their number. ``ponto`` and ``banker``:
    the minimum and maximum chance with which each hand may draw.
    """

    terms: Terms
    orders: int
    ponto_side: Side
    banker_side: Side
    ponto: Numbers
    banker: Numbers
    net: Sums
    decided: Sums
    all: Sums


TABLED = Terms()


def duel(cards: Cards, terms: Terms = TABLED) -> Duel:
    """The game of one coup from these cards."""
    ponto_side, banker_side = side(terms.ponto), side(terms.banker)
    figures = returns(cards)
    chased = _chased(ponto_side, banker_side, figures.net) if terms.banco and terms.chase else None
    net, decided, every = (_sums(ponto_side, banker_side, courses, chased)
                        for courses in (figures.net, figures.decided, figures.all))
    ponto = np.array([ponto_bounds(total, terms.banco) for total in ponto_side.totals])
    banker = np.array([[banker_bounds(total, column, terms.banco) for column in range(VALUES + 1)]
                       for total in banker_side.totals])
    return Duel(
        terms, figures.orders, ponto_side, banker_side, ponto.T, np.moveaxis(banker, 2, 0), net,
        decided, every)


def _chased(ponto_side: Side, banker_side: Side, net: Courses) -> Flags:
    """The shown cards against which the banker draws, by hand: those where drawing is better."""
    natural = ponto_side.hand_of < 0
    return banker_side.sums(net.banker[natural].T) < banker_side.sums(net.none[natural].T)


def _sums(ponto_side: Side, banker_side: Side, courses: Courses, chased: Flags | None) -> Sums:
    """The sums of a figure by hand, with the natural hands in ``fixed``."""
    natural, banker_natural = ponto_side.hand_of < 0, banker_side.hand_of < 0
    fixed = courses.none[:, banker_natural].sum()
    if chased is None:
        fixed += courses.none[natural][:, ~banker_natural].sum()
    else:
        fixed += np.where(chased, banker_side.sums(courses.banker[natural].T),
                         banker_side.sums(courses.none[natural].T)).sum()

    def both(over: Numbers) -> Numbers:
        return np.moveaxis(banker_side.sums(np.moveaxis(ponto_side.sums(over), 1, 0)), 0, 1)

    stand = np.concatenate((both(courses.ponto), both(courses.none)[:, :, None]), axis=2)
    draw = np.concatenate((both(courses.both), both(courses.banker)[:, :, None]), axis=2)
    return Sums(int(fixed), stand, draw)
