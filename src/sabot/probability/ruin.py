"""Bankrolls: the chance of ruin, and the capital that keeps this chance small.

Play goes on with one unchanging bet, whose net result X is a `Distribution`. Ruin means that the
capital falls below zero, so that a loss cannot be paid. A player who must have the stake in advance
has, as capital here, what they own beyond that stake.

*For ever.* With a mean of zero or less, ruin is certain. Else let r be Lundberg's coefficient, the
positive solution of E[exp(-r X)] = 1 (Lundberg 1909; Cramér 1930; Feller, *Probability Theory* II,
XII.5). exp(-r S) of the capital S is a martingale. Stopped at ruin, where S is between -d and -1
steps, it gives

    exp(-r (u + d)) <= P(ruin from u) <= exp(-r (u + 1)).

Between these bounds the chance is computed from the Markov chain of the capital: psi(u) = sum of
P(X = x) psi(u + x), with psi = 1 below zero, for all u up to some height, above which psi is
replaced by its lower and then by its upper bound. Both solutions are returned, so that the error of
this replacement is visible.

*Until a goal or a number of coups* the chain is finite, and is solved or followed directly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sabot.probability.distribution import Distribution
from sabot.words import phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Chances = NDArray[np.float64]

STATES = 200_000  # of a chain; more take minutes
FINE = 1e-6  # the maximum relative distance between the bounds of a chance


class TooFine(ValueError):
    """The chain has too many states; the text is for the user."""


@dataclass(frozen=True)
class Between:
    """A chance between two computed bounds that are practically equal."""

    low: float
    high: float

    @property
    def value(self) -> float:
        """The value as a float."""
        return (self.low + self.high) / 2


def lundberg(bet: Distribution) -> float:
    """Lundberg's coefficient r for each cent: E[exp(-r X)] = 1 with r > 0.

    It is 0 where the mean is zero or less, and infinite where nothing can be lost.
    """
    if bet.low >= 0:
        return math.inf if bet.high > 0 else 0.0
    if bet.mean <= 0:
        return 0.0
    nets = [(net, float(chance)) for net, chance in bet.chances.items() if net]

    def above(r: float) -> float:
        # E[exp(-rX)] - 1 without the difference of numbers near 1.
        return math.fsum(chance * math.expm1(-r * net) for net, chance in nets)

    low, high = 0.0, 1 / -bet.low
    while above(high) < 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if above(middle) < 0 else (low, middle)
    return low


def ruin(bet: Distribution, capital: int) -> Between:
    """The chance that a capital of so many cents is ever ruined."""
    if capital < 0:
        return Between(1.0, 1.0)
    if bet.low >= 0:
        return Between(0.0, 0.0)
    if bet.mean <= 0:
        return Between(1.0, 1.0)
    low, high = _bounds_of_ruin(bet, capital // bet.step)
    steps = capital // bet.step
    return Between(float(low[steps]), float(high[steps]))


def capital_for(bet: Distribution, risk: float) -> int:
    """The minimum capital in cents whose chance of ruin is at most ``risk``.

    ValueError where no capital is enough because the mean is zero or less.
    """
    if not 0 < risk < 1:
        raise ValueError("a risk lies between 0 and 1")
    if bet.low >= 0:
        return 0
    if bet.mean <= 0:
        raise ValueError("the mean of this bet is not positive: every capital is ruined in "
                         "the end")
    enough = math.ceil(-math.log(risk) / (lundberg(bet) * bet.step))
    _, high = _bounds_of_ruin(bet, enough)
    for steps, chance in enumerate(high):
        if chance <= risk:
            return steps * bet.step
    return enough * bet.step


def _bounds_of_ruin(bet: Distribution, steps: int) -> tuple[Chances, Chances]:
    """Lower and upper chances of ruin from 0 steps on."""
    import numpy as np

    step = bet.step
    r = lundberg(bet) * step
    down, up = -bet.low // step, bet.high // step
    # Beyond the top the bounds differ by exp(-r top); what of it comes back to ``most`` counts.
    top = steps + max(up, math.ceil(-math.log(FINE) / r))
    heights = np.arange(top + 1, top + 1 + up)
    edges = [np.concatenate([np.ones(down), np.exp(-r * (heights + over))]) for over in (down, 1)]
    chances = _harmonic(bet, top + 1, np.array(edges).T)[:steps + 1]
    return chances[:, 0], chances[:, 1]


def _harmonic(bet: Distribution, count: int, edge: Chances) -> Chances:
    """psi on 0..count-1 with psi(u) = E psi(u + X). ``edge`` has its values below, then above, with
    a column for each psi.

    Elimination without pivoting: I - P of a chain that leaves its states is an M-matrix, for which
    it is stable, because only terms of the same sign are subtracted off the diagonal (Higham, 9.4).
    """
    import numpy as np

    step = bet.step
    down, up = max(0, -bet.low // step), max(0, bet.high // step)
    if count > STATES or count * (down + 1) * (up + 1) > 400_000_000:
        raise TooFine(phrase("{count} states of the capital with steps from -{down} to {up}: too "
                             "many; choose a larger unit or a larger risk", count=count,
                             down=down, up=up))
    row = np.zeros(down + up + 1)
    for net, chance in bet.chances.items():
        row[net // step + down] -= float(chance)
    # 1 - P(X = 0) as the sum of the others, so that nothing is lost where they are small.
    row[down] = 0.0
    row[down] = -math.fsum(row)
    # Row i holds the columns i - down .. i + up; on the right is what the edges give.
    width = down + up + 1
    band = np.tile(row, (count + down, 1))
    right = np.zeros((count + down, edge.shape[1]))
    for i in range(min(down, count)):
        right[i] -= row[:down - i] @ edge[i:down]
        band[i, :down - i] = 0.0
    for i in range(max(0, count - up), count):
        inside = down + count - i  # the first column of the band beyond the last state
        right[i] -= row[inside:] @ edge[down:down + width - inside]
        band[i, inside:] = 0.0
    flat, by = band.reshape(-1), band.itemsize
    for i in range(count):
        pivot = i * width + down
        # In the rows below: the column of the pivot, and the square to the right of it.
        factors = flat[pivot + width - 1:pivot + down * (width - 1) + 1:width - 1] / flat[pivot]
        square = np.ndarray((down, up), buffer=flat, offset=by * (pivot + width),
                            strides=(by * (width - 1), by))
        square -= np.outer(factors, band[i, down + 1:])
        right[i + 1:i + 1 + down] -= np.outer(factors, right[i])
    psi = np.zeros((count + up, edge.shape[1]))
    for i in range(count - 1, -1, -1):
        psi[i] = (right[i] - band[i, down + 1:] @ psi[i + 1:i + 1 + up]) / band[i, down]
    return psi[:count]


def reach(bet: Distribution, capital: int, goal: int) -> float:
    """The chance that a capital reaches ``goal`` cents (or more) before it falls below zero.

    ValueError where the bet never moves anything.
    """
    import numpy as np

    if capital >= goal:
        return 1.0
    if capital < 0:
        return 0.0
    if not bet.low and not bet.high:
        raise ValueError("this bet never changes the capital: neither the goal nor ruin is ever "
                         "reached")
    step = bet.step
    # The capital can change by whole steps only.
    rest = capital % step
    count = -(-(goal - rest) // step)
    edge = np.concatenate([np.zeros(max(0, -bet.low // step)), np.ones(max(0, bet.high // step))])
    return float(_harmonic(bet, count, edge[:, None])[capital // step, 0])


def ruined_within(bet: Distribution, capital: int, coups: int) -> float:
    """The chance that a capital falls below zero within so many coups."""
    import numpy as np

    if capital < 0:
        return 1.0
    step = bet.step
    down, up = max(0, -bet.low // step), max(0, bet.high // step)
    row = np.zeros(down + up + 1)
    for net, chance in bet.chances.items():
        row[net // step + down] += float(chance)
    alive, gone = np.zeros(capital // step + 1), []
    alive[-1] = 1.0
    for left in range(coups - 1, -1, -1):
        moved = np.convolve(alive, row)
        gone.append(math.fsum(moved[:down]))
        # A capital that survives the loss of every remaining coup is safe.
        alive = moved[down:down + left * down]
        if not alive.any():
            break
        if len(alive) > STATES:
            raise TooFine("too many different sums; choose fewer coups or a larger unit")
    return math.fsum(gone)
