"""The results of many coups, as whole numbers that can be added in any order, and who counts them.

The sum of two tallies is the sum of each of their numbers. Blocks may therefore be played anywhere,
in any order, or again after an interruption: the sum is the same to the last digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol, TypeVar

import msgspec

Key = TypeVar("Key", int, str)
Histogram = dict[int, int]
"""The frequency of each net result, in cents."""


class Tally(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The count of some coups.

    ``nets``: the net result of a coup over all played places, in cents; zero counts are left out.
    ``counts`` by name: "wins", "splits", "staked" (cents)... ``parts``: further histograms by name,
    such as that of one place ("place/1") or of a side bet ("bet/pair").

    Coups of one shoe depend on one another; shoes do not. For the standard error, a shoe of n coups
    with the net result s adds n * n, n * s and s * s to ``nn``, ``ns`` and ``ss``. Where each coup
    has its own shoe, n is 1.
    """

    coups: int = 0
    shoes: int = 0
    nn: int = 0
    ns: int = 0
    ss: int = 0
    nets: Histogram = {}
    counts: dict[str, int] = {}
    parts: dict[str, Histogram] = {}

    def __add__(self, other: Tally) -> Tally:
        return merge((self, other))

    @property
    def total(self) -> int:
        """The net result of all coups, in cents."""
        return sum(net * times for net, times in self.nets.items())

    @property
    def squares(self) -> int:
        """The sum of the squares of the net results."""
        return sum(net * net * times for net, times in self.nets.items())

    def wrong(self) -> str:
        """A contradiction within the tally; "" for none."""
        if any(times < 1 for times in self.nets.values()):
            return "a net result with a count of 0"
        if sum(self.nets.values()) != self.coups:
            return f"results of {sum(self.nets.values())} coups, but {self.coups} coups"
        if (self.shoes < 1) != (self.coups < 1) or self.shoes > self.coups:
            return f"{self.shoes} shoes for {self.coups} coups"
        if self.nn * self.shoes < self.coups ** 2 or self.ss * self.shoes < self.total ** 2:
            return "impossible sums over shoes"
        return ""


def merge(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies; an empty tally for none."""
    numbers = [0] * 5
    nets: Counter[int] = Counter()
    counts: Counter[str] = Counter()
    parts: dict[str, Counter[int]] = {}
    for tally in tallies:
        for i, number in enumerate((tally.coups, tally.shoes, tally.nn, tally.ns, tally.ss)):
            numbers[i] += number
        _add_counts(nets, tally.nets)
        _add_counts(counts, tally.counts)
        for name, histogram in tally.parts.items():
            _add_counts(parts.setdefault(name, Counter()), histogram)
    coups, shoes, nn, ns, ss = numbers
    return Tally(coups=coups, shoes=shoes, nn=nn, ns=ns, ss=ss, nets=_sorted(nets),
                 counts=_sorted(counts),
                 parts={name: _sorted(parts[name]) for name in sorted(parts)})


def tally_shoes(shoes: Iterable[Iterable[int]], counts: Mapping[str, int] | None = None) -> Tally:
    """The tally of shoes, each given as the net results of its coups in cents."""
    coups = nn = ns = ss = number = 0
    nets: Counter[int] = Counter()
    for shoe in shoes:
        results = list(shoe)
        if not results:
            continue
        n, s = len(results), sum(results)
        coups, number = coups + n, number + 1
        nn, ns, ss = nn + n * n, ns + n * s, ss + s * s
        nets.update(results)
    return Tally(coups=coups, shoes=number, nn=nn, ns=ns, ss=ss, nets=_sorted(nets),
                 counts=dict(counts or {}))


def _add_counts(into: Counter[Key], other: Mapping[Key, int]) -> None:
    for key, times in other.items():
        into[key] += times


def _sorted(counter: Mapping[Key, int]) -> dict[Key, int]:
    return {key: counter[key] for key in sorted(counter)}


class Kernel(Protocol):
    """Plays blocks of coups of one table with one strategy; a plain value that can be sent
    anywhere.

    ``strategy`` describes the play in words. ``identity`` is equal for two kernels exactly when all
    their blocks are: a hash of rules, chart, places, and the version of the code. ``unit``: the
    cents of the first bets of a coup, over all places. ``size``: the coups of a block, some tenths
    of a second of work.
    """

    @property
    def strategy(self) -> str:
        """The strategy in words."""

    @property
    def identity(self) -> str:
        """What is played, as a text that changes with the result."""

    @property
    def unit(self) -> int:
        """The stake in which means are given, in cents."""

    @property
    def size(self) -> int:
        """The coups of a block."""

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Exactly ``size`` coups from the shoes of this block, which depend only on the seed and
        the number of the block. A shorter block is the beginning of a longer one."""


class Strategy(NamedTuple):
    """A way to play a table: the ``chart`` for its kernel, a description in ``words``, and the
    exact mean net return for a unit of the first bets from a full shoe, where it is known."""

    chart: object
    words: str
    mean: float | None = None
