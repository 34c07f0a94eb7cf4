"""The odds of a jackpot chip as structs: its prizes, its break-even pool, the time until it is won.
"""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

QUANTILES = (0.05, 0.5, 0.95)


class ChipLine(msgspec.Struct, frozen=True, kw_only=True):
    """A prize of the scale and its ``chance``. It pays ``times`` the chip, or ``share`` hundredths
    of the pool."""

    name: str
    times: int
    share: int
    chance: str


class WholePool(msgspec.Struct, frozen=True, kw_only=True):
    """How many chips until the whole pool is won: on average (``mean``), and by quantile
    (``chips``).

    ``grows``: what one chip adds to the pool on average, in cents. ``pool``: what it holds by then,
    by quantile, in cents.
    """

    mean: str
    chips: dict[str, int]
    grows: str
    pool: dict[str, int]


class SharedChip(msgspec.Struct, frozen=True, kw_only=True):
    """The odds where a chip lies at each of several ``boxes`` and equal prizes are divided.

    ``even``: the pool in cents from which a chip is worth its price in any case. ``also``: by
    prize, the chance that one given other box wins it too.
    """

    boxes: int
    even: str
    also: dict[str, str]


class ChipOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of a chip while the pool holds no more than its start.

    ``chip`` and ``start`` are cents, ``rate`` is hundredths of the chip. ``fixed``: the part of a
    chip that prizes without a share of the pool return. ``even``: the pool in cents, with the chips
    of this coup, from which the chip is worth its price; None where no prize is a share of the
    pool. ``top``: the prize of the whole pool, None where there is none. ``shared``: where others
    may win the same prize; None where that is not known.
    """

    chip: int
    start: int
    rate: int
    lines: tuple[ChipLine, ...]
    fixed: str
    even: str | None
    top: WholePool | None
    shared: SharedChip | UnsetType | None = UNSET


def chips_until(chance: Fraction) -> dict[str, int]:
    """The number of chips until a prize of this ``chance`` is won, by quantile."""
    rest = math.log1p(-float(chance))
    return {f"{part:g}": math.ceil(math.log1p(-part) / rest) for part in QUANTILES}
