"""One coup as a game of two persons: what each side may choose, and what the choices return.

The ponto decides before he has seen any card of the banker (65 before 67); the banker, after the
ponto's word and his third card. The stakes are equal, a tie moves nothing (2), and what one wins
the other loses; the cagnotte (47) is left out. An 8 or a 9 of either side ends the coup with the
cards that lie there (64.a, 67.a, 67.c): the ponto's third card, asked for in vain, is not drawn.
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
"""How often a side draws: at least, at most."""
MARKS = {MUST: DRAW, NOT: STAND, MAY: FREE}
THIRDS = ("T", *RANKS[:9], "")
"""A card for each number of points, and last none."""
TOTAL, CARDS = "totals", "cards"


class Terms(NamedTuple):
    """Which game is played.

    ``banco``: both sides may depart from rules 64 and 67, the banker with baccarat apart (70).
    ``ponto`` and ``banker``: what of his own two cards each side decides by, their total or the
    cards themselves. ``chase``: rule 70 read so that a banker with less than 8 may draw even
    against an 8 or a 9 that was shown (interpretation 246 has it otherwise).
    """

    banco: bool = False
    ponto: str = TOTAL
    banker: str = TOTAL
    chase: bool = False


def ponto_may(total: int, banco: bool) -> tuple[int, int]:
    """What the ponto may do with two cards of a total below 8."""
    return FREE if banco else MARKS[drawing.ponto(total)]  # 70, 64


def banker_may(total: int, column: int, banco: bool) -> tuple[int, int]:
    """What the banker may do with two cards of a total below 8, against a third card or none."""
    if banco and total:  # 70
        return FREE
    return MARKS[drawing.banker(total, THIRDS[column])]  # 67


class Side(NamedTuple):
    """What one side tells apart: a name and a total for each of its hands, and which of these every
    two cards belong to, -1 for those that are shown at once."""

    names: tuple[str, ...]
    totals: tuple[int, ...]
    which: Numbers

    def sums(self, over: Numbers) -> Numbers:
        """Ways by two cards, the first axis, added up by what is told apart."""
        found = np.zeros((len(self.names), *over.shape[1:]), np.int64)
        np.add.at(found, self.which[self.which >= 0], over[self.which >= 0])
        return found


@lru_cache
def side(known: str) -> Side:
    """By totals or by cards."""
    if known == TOTAL:
        return Side(tuple(map(str, range(NATURAL))), tuple(range(NATURAL)),
                    np.where(TOTALS < NATURAL, TOTALS, -1))
    hidden = np.flatnonzero(TOTALS < NATURAL)
    which = np.full(len(TOTALS), -1)
    which[hidden] = np.arange(hidden.size)
    return Side(tuple("{}-{}".format(*COMPOSITIONS[n]) for n in hidden),
                tuple(int(TOTALS[n]) for n in hidden), which)


class Sums(NamedTuple):
    """One figure of every course of the coup, in ways: ``sure`` of those where a natural lies,
    ``stand`` and ``draw`` of the others by the ponto's hand, the banker's, and the third card."""

    sure: int
    stand: Numbers
    draw: Numbers


class Duel(NamedTuple):
    """A game to be solved: ``net`` is what the ponto wins less what he loses, ``apart`` what is no
    tie, ``all`` every way; ``ponto`` and ``banker`` are the least and the most that each may draw.
    """

    terms: Terms
    ways: int
    left: Side
    right: Side
    ponto: Numbers
    banker: Numbers
    net: Sums
    apart: Sums
    all: Sums


TABLED = Terms()


def duel(cards: Cards, terms: Terms = TABLED) -> Duel:
    """The game of one coup from these cards."""
    left, right = side(terms.ponto), side(terms.banker)
    told = returns(cards)
    chased = _chased(left, right, told.net) if terms.banco and terms.chase else None
    net, apart, ways = (_sums(left, right, courses, chased)
                        for courses in (told.net, told.apart, told.all))
    ponto = np.array([ponto_may(total, terms.banco) for total in left.totals])
    banker = np.array([[banker_may(total, column, terms.banco) for column in range(VALUES + 1)]
                       for total in right.totals])
    return Duel(terms, told.ways, left, right, ponto.T, np.moveaxis(banker, 2, 0), net, apart, ways)


def _chased(left: Side, right: Side, net: Courses) -> Flags:
    """Against which shown cards the banker draws, by his hand: those against which it is better."""
    shown = left.which < 0
    return right.sums(net.banker[shown].T) < right.sums(net.none[shown].T)


def _sums(left: Side, right: Side, of: Courses, chased: Flags | None) -> Sums:
    shown, shows = left.which < 0, right.which < 0
    sure = of.none[:, shows].sum()
    if chased is None:
        sure += of.none[shown][:, ~shows].sum()
    else:
        sure += np.where(chased, right.sums(of.banker[shown].T),
                         right.sums(of.none[shown].T)).sum()

    def both(over: Numbers) -> Numbers:
        return np.moveaxis(right.sums(np.moveaxis(left.sums(over), 1, 0)), 0, 1)

    stand = np.concatenate((both(of.ponto), both(of.none)[:, :, None]), axis=2)
    draw = np.concatenate((both(of.both), both(of.banker)[:, :, None]), axis=2)
    return Sums(int(sure), stand, draw)
