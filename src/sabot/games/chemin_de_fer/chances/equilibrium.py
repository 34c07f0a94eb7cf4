"""The value of a coup, and how both sides play it best: exact, and proved each time.

What is never better than another choice is put aside first; what is left is a linear program. The
answer is then held against the best that either side could do against the other, in the whole
game and in whole numbers: only if neither gains anything is it the value.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Endless, Numbers
from sabot.games.chemin_de_fer.chances.duel import Duel, Sums
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.odds.linear import maximise

Chance = Fraction
Bounds = tuple[Numbers, Numbers]
"""How often a side draws, at least and at most."""


class Solved(NamedTuple):
    """How a coup is played best.

    ``value``: what the ponto wins on average for each unit staked, and the banker loses. ``apart``:
    how often it is no tie. ``ponto``: by his hand, how often he draws; ``banker``: by his hand and
    the third card, or 10 for none, the same. ``gain`` and ``given``: what the ponto gains when he
    draws there instead of standing, and when the banker does, in units over all coups; ``often``
    and ``meets``: how often the hand and the case come. ``sole``: neither side has another best
    way of play, but for choices that are never better than others.
    """

    duel: Duel
    value: Fraction
    apart: Fraction
    ponto: dict[str, Chance]
    banker: dict[tuple[str, int], Chance]
    gain: dict[str, Fraction]
    given: dict[tuple[str, int], Fraction]
    sole: bool


def solved(game: Duel) -> Solved:
    """The value and the best play; ArithmeticError if the proof failed, which it never does."""
    ponto, banker = _undominated(game)
    x, y, sole = _mixed(game, ponto, banker)
    mine, yours = answers(game, y), replies(game, x)
    best = game.net.sure + sum(max(no + d * (card - no) for d in {int(a), int(b)})
                               for (no, card), a, b in zip(mine, *game.ponto, strict=True))
    least = game.net.sure + sum(
        min(stand + d * (draw - stand) for d in {int(a), int(b)}) for (stand, draw), a, b in zip(
            yours, game.banker[0].ravel(), game.banker[1].ravel(), strict=True))
    if best != least:
        raise ArithmeticError(f"no equilibrium: the ponto can have {best}, the banker give {least}")
    cells = [(name, column) for name in game.right.names for column in range(NONE + 1)]
    return Solved(
        game, Fraction(least, game.ways), returned(game, x, y, game.apart),
        dict(zip(game.left.names, x, strict=True)), dict(zip(cells, y, strict=True)),
        {name: (card - no) / game.ways for name, (no, card)
         in zip(game.left.names, mine, strict=True)},
        {cell: (draw - stand) / game.ways for cell, (stand, draw)
         in zip(cells, yours, strict=True)}, sole)


def _whole(chances: list[Fraction]) -> tuple[Endless, int]:
    """Chances as whole numbers over one denominator."""
    under = lcm(*(chance.denominator for chance in chances))
    return np.array([int(chance * under) for chance in chances], dtype=object), under


def _weights(x: Endless, under: int) -> Endless:
    """How often each of the ponto's hands comes to each column: drawn, and in the last not."""
    found: Endless = np.repeat(x[:, None], NONE + 1, 1) * ([1] * NONE + [-1]) + np.array(
        [0] * NONE + [under], dtype=object)
    return found


def replies(game: Duel, x: list[Fraction], of: Sums | None = None
            ) -> list[tuple[Fraction, Fraction]]:
    """For each case of the banker, what the ponto who draws so often gets in it if he stands and
    if he draws, in ways."""
    whole, under = _whole(x)
    weights = _weights(whole, under)[:, None, :]
    sums = of or game.net
    found = [(weights * part.astype(object)).sum(0).ravel() for part in (sums.stand, sums.draw)]
    return [(Fraction(int(a), under), Fraction(int(b), under))
            for a, b in zip(*found, strict=True)]


def answers(game: Duel, y: list[Fraction], of: Sums | None = None
            ) -> list[tuple[Fraction, Fraction]]:
    """For each hand of the ponto, what he gets standing and drawing from the banker who draws so
    often, in ways."""
    whole, under = _whole(y)
    sums = of or game.net
    stand, draw = sums.stand.astype(object), (sums.draw - sums.stand).astype(object)
    met = (stand * under + draw * whole.reshape(stand.shape[1:])).sum(1)
    return [(Fraction(int(row[NONE]), under), Fraction(int(row[:NONE].sum()), under))
            for row in met]


def returned(game: Duel, x: list[Fraction], y: list[Fraction], of: Sums | None = None) -> Fraction:
    """What a coup returns on average if the ponto draws by ``x`` and the banker by ``y``; of
    another figure than what the ponto wins where it is given."""
    sums = of or game.net
    told = sum((no + chance * (card - no) for chance, (no, card)
                in zip(x, answers(game, y, sums), strict=True)), Fraction(sums.sure))
    return told / game.ways


def _undominated(game: Duel) -> tuple[Bounds, Bounds]:
    """The least and the most that each side draws, without what is never better than the other
    choice while the other side plays within its own."""
    (low, high), (least, most) = game.ponto.copy(), game.banker.copy()
    stand, draw = game.net.stand, game.net.draw
    more = draw - stand
    column = np.arange(NONE + 1) == NONE
    while True:
        before = low.sum() - high.sum() + least.sum() - most.sum()
        few = np.where(column, 1 - high[:, None], low[:, None])[:, None, :]
        many = np.where(column, 1 - low[:, None], high[:, None])[:, None, :]
        worst = (more * np.where(more > 0, few, many)).sum(0)
        best = (more * np.where(more > 0, many, few)).sum(0)
        open_ = least < most
        most[open_ & (worst >= 0)] = 0     # the ponto only gains by it; where nothing, so be it
        least[open_ & (best <= 0) & (worst < 0)] = 1
        under = np.where(most == 0, stand, np.where(least == 1, draw, np.minimum(stand, draw)))
        over = np.where(most == 0, stand, np.where(least == 1, draw, np.maximum(stand, draw)))
        worst, best = (some[:, :, :NONE].sum((1, 2)) - other[:, :, NONE].sum(1)
                       for some, other in ((under, over), (over, under)))
        open_ = low < high
        high[open_ & (best <= 0)] = 0
        low[open_ & (worst >= 0) & (best > 0)] = 1
        if low.sum() - high.sum() + least.sum() - most.sum() == before:
            return (low, high), (least, most)


def _mixed(game: Duel, ponto: Bounds, banker: Bounds
           ) -> tuple[list[Fraction], list[Fraction], bool]:
    """The best play of what is left, by a linear program: the ponto's chances are what is chosen,
    with what the banker takes off by the choice that is the worse one for a ponto who stands."""
    low, high = ponto
    least, most = (part.ravel() for part in banker)
    x = [Fraction(int(chance)) for chance in low]
    y = [Fraction(int(chance)) for chance in least]
    hands = [int(i) for i in np.flatnonzero(low < high)]
    cases = [int(k) for k in np.flatnonzero(least < most)]
    if not hands:
        for k, (stand, draw) in enumerate(replies(game, x)):
            if k in cases:
                y[k] = Fraction(int(draw < stand))
        return x, y, all(stand != draw for k, (stand, draw) in enumerate(replies(game, x))
                         if k in cases)
    # What each hand of the ponto, drawing instead of standing, adds to either choice of a case.
    sign = np.where(np.arange(NONE + 1) == NONE, -1, 1)
    slopes = [(part * sign).reshape(len(x), -1).astype(object)
              for part in (game.net.stand, game.net.draw)]
    rows, limits, turned = [], [], []
    gains = [0] * len(hands)
    for k, (stand, draw) in enumerate(replies(game, x)):
        base = int(draw < stand) if k in cases else int(y[k])
        for n, i in enumerate(hands):
            gains[n] += int(slopes[base][i, k])
        if k in cases:
            more = [int(slopes[base][i, k] - slopes[1 - base][i, k]) for i in hands]
            rows.append([*more, *(-int(k == other) for other in cases)])
            limits.append(abs(draw - stand))
            turned.append(base)
    for n in range(len(hands)):
        rows.append([int(n == m) for m in range(len(hands) + len(cases))])
        limits.append(Fraction(1))
    found = maximise([*gains, *[-1] * len(cases)], rows, limits)
    for i, chance in zip(hands, found.at[:len(hands)], strict=True):
        x[i] = chance
    for k, base, price in zip(cases, turned, found.prices[:len(cases)], strict=True):
        y[k] = base + (1 - 2 * base) * price
    return x, y, found.sole and found.sole_prices
