"""The value of a coup and the best play of both sides: exact, and proved on each computation.

Dominated choices are removed first; the rest is a linear program. Then the solution is checked in
the whole game, in whole numbers: neither side may gain by its best reply to the other.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Endless, Numbers
from sabot.games.chemin_de_fer.chances.duel import Duel, Sums
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.probability.linear import maximise

Chance = Fraction
Bounds = tuple[Numbers, Numbers]
"""The minimum and maximum chances with which a side draws."""


class Equilibrium(NamedTuple):
    """The best play of a coup.

    ``value``: the mean win of the ponto for each unit staked; the banker loses it. ``decided``: the
    chance that the coup is no tie. ``ponto``: the chance to draw, by the ponto's hand; ``banker``:
    by the banker's hand and the ponto's third card, 10 for none. ``gain``: what the ponto gains
    over all coups, in units, by drawing with a hand instead of standing; ``banker_gain``: what the
    ponto gains when the banker draws in a case instead of standing. ``sole``: neither side has
    another best play, apart from dominated choices. """

    duel: Duel
    value: Fraction
    decided: Fraction
    ponto: dict[str, Chance]
    banker: dict[tuple[str, int], Chance]
    gain: dict[str, Fraction]
    banker_gain: dict[tuple[str, int], Fraction]
    sole: bool


def solve(game: Duel) -> Equilibrium:
    """The value and the best play; ArithmeticError if the proof fails, which is a bug."""
    ponto, banker = _without_dominated(game)
    x, y, sole = _solve_rest(game, ponto, banker)
    by_hand, by_case = hand_values(game, y), case_values(game, x)
    best = game.net.fixed + sum(max(no + d * (card - no) for d in {int(a), int(b)})
                               for (no, card), a, b in zip(by_hand, *game.ponto, strict=True))
    lowest = game.net.fixed + sum(
        min(stand + d * (draw - stand) for d in {int(a), int(b)}) for (stand, draw), a, b in zip(
            by_case, game.banker[0].ravel(), game.banker[1].ravel(), strict=True))
    if best != lowest:
        raise ArithmeticError(
            f"no equilibrium: the ponto can get {best}, the banker can hold them to {lowest}"
        )
    cells = [(name, column) for name in game.banker_side.names for column in range(NONE + 1)]
    return Equilibrium(
        game, Fraction(lowest, game.orders), mean_return(game, x, y, game.decided),
        dict(zip(game.ponto_side.names, x, strict=True)), dict(zip(cells, y, strict=True)),
        {name: (card - no) / game.orders for name, (no, card)
         in zip(game.ponto_side.names, by_hand, strict=True)},
        {cell: (draw - stand) / game.orders for cell, (stand, draw)
         in zip(cells, by_case, strict=True)}, sole)


def _integers(chances: list[Fraction]) -> tuple[Endless, int]:
    """Chances as whole numbers over one denominator."""
    denominator = lcm(*(chance.denominator for chance in chances))
    return np.array([int(chance * denominator) for chance in chances], dtype=object), denominator


def _weights(x: Endless, denominator: int) -> Endless:
    """The weight of each of the ponto's hands by column: drawing, and in the last standing."""
    weights: Endless = np.repeat(x[:, None], NONE + 1, 1) * ([1] * NONE + [-1]) + np.array(
        [0] * NONE + [denominator], dtype=object)
    return weights


def case_values(game: Duel, x: list[Fraction], figure: Sums | None = None
            ) -> list[tuple[Fraction, Fraction]]:
    """For each case of the banker, what the ponto gets if the banker stands and if the banker
    draws, summed over orders, when the ponto draws by ``x``."""
    integers, denominator = _integers(x)
    weights = _weights(integers, denominator)[:, None, :]
    sums = figure or game.net
    sums_by_choice = [
        (weights * part.astype(object)).sum(0).ravel() for part in (sums.stand, sums.draw)
    ]
    return [(Fraction(int(a), denominator), Fraction(int(b), denominator))
            for a, b in zip(*sums_by_choice, strict=True)]


def hand_values(game: Duel, y: list[Fraction], figure: Sums | None = None
            ) -> list[tuple[Fraction, Fraction]]:
    """For each hand of the ponto, what the ponto gets by standing and by drawing, summed over
    orders, when the banker draws by ``y``."""
    integers, denominator = _integers(y)
    sums = figure or game.net
    stand, draw = sums.stand.astype(object), (sums.draw - sums.stand).astype(object)
    totals = (stand * denominator + draw * integers.reshape(stand.shape[1:])).sum(1)
    return [(Fraction(int(row[NONE]), denominator), Fraction(int(row[:NONE].sum()), denominator))
            for row in totals]


def mean_return(
    game: Duel, x: list[Fraction], y: list[Fraction], figure: Sums | None = None
) -> Fraction:
    """The mean of a coup when the ponto draws by ``x`` and the banker by ``y``: of the ponto's win,
    or of another figure."""
    sums = figure or game.net
    total = sum((no + chance * (card - no) for chance, (no, card)
                in zip(x, hand_values(game, y, sums), strict=True)), Fraction(sums.fixed))
    return total / game.orders


def _without_dominated(game: Duel) -> tuple[Bounds, Bounds]:
    """The bounds of both sides without dominated choices: those that are never better while the
    other side plays within its bounds."""
    (low, high), (minimum, maximum) = game.ponto.copy(), game.banker.copy()
    stand, draw = game.net.stand, game.net.draw
    more = draw - stand
    column = np.arange(NONE + 1) == NONE
    while True:
        before = low.sum() - high.sum() + minimum.sum() - maximum.sum()
        few = np.where(column, 1 - high[:, None], low[:, None])[:, None, :]
        many = np.where(column, 1 - low[:, None], high[:, None])[:, None, :]
        worst = (more * np.where(more > 0, few, many)).sum(0)
        best = (more * np.where(more > 0, many, few)).sum(0)
        open_ = minimum < maximum
        maximum[open_ & (worst >= 0)] = 0     # drawing never helps the banker
        minimum[open_ & (best <= 0) & (worst < 0)] = 1
        under = np.where(maximum == 0, stand, np.where(minimum == 1, draw, np.minimum(stand, draw)))
        over = np.where(maximum == 0, stand, np.where(minimum == 1, draw, np.maximum(stand, draw)))
        worst, best = (values[:, :, :NONE].sum((1, 2)) - other[:, :, NONE].sum(1)
                       for values, other in ((under, over), (over, under)))
        open_ = low < high
        high[open_ & (best <= 0)] = 0
        low[open_ & (worst >= 0) & (best > 0)] = 1
        if low.sum() - high.sum() + minimum.sum() - maximum.sum() == before:
            return (low, high), (minimum, maximum)


def _solve_rest(game: Duel, ponto: Bounds, banker: Bounds
           ) -> tuple[list[Fraction], list[Fraction], bool]:
    """The best play of the rest, by a linear program. The variables are the ponto's chances, and
    for each case what the banker takes off by the choice that is worse for a standing ponto."""
    low, high = ponto
    minimum, maximum = (part.ravel() for part in banker)
    x = [Fraction(int(chance)) for chance in low]
    y = [Fraction(int(chance)) for chance in minimum]
    hands = [int(i) for i in np.flatnonzero(low < high)]
    cases = [int(k) for k in np.flatnonzero(minimum < maximum)]
    if not hands:
        for k, (stand, draw) in enumerate(case_values(game, x)):
            if k in cases:
                y[k] = Fraction(int(draw < stand))
        return x, y, all(stand != draw for k, (stand, draw) in enumerate(case_values(game, x))
                         if k in cases)
    # What each hand of the ponto adds to either choice of a case by drawing instead of standing.
    sign = np.where(np.arange(NONE + 1) == NONE, -1, 1)
    slopes = [(part * sign).reshape(len(x), -1).astype(object)
              for part in (game.net.stand, game.net.draw)]
    rows, limits, bases = [], [], []
    gains = [0] * len(hands)
    for k, (stand, draw) in enumerate(case_values(game, x)):
        base = int(draw < stand) if k in cases else int(y[k])
        for n, i in enumerate(hands):
            gains[n] += int(slopes[base][i, k])
        if k in cases:
            more = [int(slopes[base][i, k] - slopes[1 - base][i, k]) for i in hands]
            rows.append([*more, *(-int(k == other) for other in cases)])
            limits.append(abs(draw - stand))
            bases.append(base)
    for n in range(len(hands)):
        rows.append([int(n == m) for m in range(len(hands) + len(cases))])
        limits.append(Fraction(1))
    optimum = maximise([*gains, *[-1] * len(cases)], rows, limits)
    for i, chance in zip(hands, optimum.at[:len(hands)], strict=True):
        x[i] = chance
    for k, base, price in zip(cases, bases, optimum.prices[:len(cases)], strict=True):
        y[k] = base + (1 - 2 * base) * price
    return x, y, optimum.sole and optimum.sole_prices
