"""The result of a session of many coups: its whole distribution, with a proven error bound.

The chances are multiplied by repeated squaring, with sums of products of nonnegative numbers. Such
a sum of L products has a relative error of at most L + 1 roundings in any order of addition
(Higham, *Accuracy and Stability of Numerical Algorithms*, 3.1), and the errors of both factors are
added once each. Every chance is therefore right to a few roundings of its own size, however small
it is. A transform (FFT) would be faster, but only right to roundings of the largest chance: useless
for the tails, which decide about ruin. Results that are too rare to affect any figure are cut off
at both ends and counted as ``missing``.
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

ROUNDING = 2.0 ** -53
NEGLIGIBLE = 1e-18  # what is cut off at each end of each product
MOST = 400_000  # values of a product: beyond it would take minutes


@dataclass(frozen=True)
class Session:
    """The net result of a session of ``coups``: the chance of ``low + i * step`` cents is
    ``chances[i]``. Every chance has a relative error of at most ``relative``, and everything left
    out has together a chance of at most ``missing``."""

    coups: int
    low: int
    step: int
    chances: Chances
    relative: float
    missing: float

    @property
    def bound(self) -> float:
        """The maximum error of any probability of the session."""
        return self.relative + self.missing

    def _index(self, net: int) -> int:
        """How many values are ``net`` cents or less."""
        return max(0, min(len(self.chances), (net - self.low) // self.step + 1))

    def above(self, net: int) -> float:
        """The chance of more than so many cents."""
        return math.fsum(self.chances[self._index(net):])

    def below(self, net: int) -> float:
        """The chance of less than so many cents."""
        return math.fsum(self.chances[:self._index(net - 1)])

    @property
    def ahead(self) -> float:
        """The chance to end with more than at the beginning."""
        return self.above(0)

    @property
    def even(self) -> float:
        """The chance to end with exactly as much."""
        return self.above(-1) - self.ahead

    def quantile(self, part: float) -> int:
        """The smallest net result in cents that is not exceeded with at least this chance."""
        if not 0 < part < 1:
            raise ValueError("a quantile needs a part between 0 and 1")
        known = 0.0
        for i, chance in enumerate(self.chances):
            known += float(chance)
            if known >= part:
                return self.low + i * self.step
        return self.low + (len(self.chances) - 1) * self.step


@dataclass(frozen=True)
class _Part:
    """Some coups: the chances from the ``low``-th step on, their relative error, and what was cut
    off."""

    low: int
    chances: Chances
    relative: float
    missing: float


def session(bet: Distribution, coups: int) -> Session:
    """The distribution of so many independent coups.

    ValueError for fewer than one, or for too many different results.
    """
    import numpy as np

    if coups < 1:
        raise ValueError("a session has at least one coup")
    step = bet.step
    first = bet.low // step
    chances = np.zeros(bet.high // step - first + 1)
    for net, chance in bet.chances.items():
        chances[net // step - first] = float(chance)
    # Fractions are rounded once; floats that were given are taken as they are.
    start = product = _Part(first, chances, ROUNDING if bet.exact else 0.0, 0.0)
    for bit in f"{coups:b}"[1:]:
        product = _product(product, product)
        if bit == "1":
            product = _product(product, start)
    return Session(
        coups, product.low * step, step, product.chances, product.relative, product.missing
    )


def _product(a: _Part, b: _Part) -> _Part:
    import numpy as np

    if len(a.chances) + len(b.chances) > MOST:
        raise ValueError(phrase("more than {most} different results are too many to compute; "
                                "choose fewer coups or a larger unit", most=MOST))
    chances = np.convolve(a.chances, b.chances)
    terms = (min(len(a.chances), len(b.chances)) + 1) * ROUNDING
    relative = (1 + a.relative) * (1 + b.relative) * (1 + terms / (1 - terms)) - 1
    cut = NEGLIGIBLE
    start = int(np.searchsorted(np.cumsum(chances), cut))
    end = len(chances) - int(np.searchsorted(np.cumsum(chances[::-1]), cut))
    # What is cut off was computed too, so that its own relative error is allowed for.
    return _Part(a.low + b.low + start, chances[start:end], relative,
                 a.missing + b.missing + 2 * cut * (1 + 2 * relative))
