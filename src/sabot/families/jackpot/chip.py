"""What is told of a jackpot's chip as a priced bet: its lines, the pool that makes it worth its
price, and how long the whole pool takes to be won."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

QUANTILES = (0.05, 0.5, 0.95)


class ChipLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the scale: it pays so many chips (``times``) or so many hundredths of the pool
    (``share``), and comes with this chance."""

    name: str
    times: int
    share: int
    chance: str


class WholePool(msgspec.Struct, frozen=True, kw_only=True):
    """How many chips until the whole pool is won: on average (``mean``), and with each chance. What
    a chip adds to the pool in cents (``grows``), and what it holds by then, in cents."""

    mean: str
    chips: dict[str, int]
    grows: str
    pool: dict[str, int]


class SharedChip(msgspec.Struct, frozen=True, kw_only=True):
    """The same where a chip lies at so many ``boxes`` and equal prizes are divided: a pool in cents
    from which it is worth its price in any case (``even``), and by line the chance that a given
    other box has it ``also``."""

    boxes: int
    even: str
    also: dict[str, str]


class ChipOdds(msgspec.Struct, frozen=True, kw_only=True):
    """A chip with no more in the pool than at its start. ``chip`` and ``start`` are cents, ``rate``
    hundredths of the chip; ``fixed``: what prizes that take no share of the pool return of a chip;
    ``even``: the pool in cents, with the chips of this coup, from which the chip is worth its
    price, None where no line takes a share of it; ``top``: the whole pool, None where no line wins
    it; ``shared`` where others may have the same line, None where that is not known."""

    chip: int
    start: int
    rate: int
    lines: tuple[ChipLine, ...]
    fixed: str
    even: str | None
    top: WholePool | None
    shared: SharedChip | UnsetType | None = UNSET


def chips_until(chance: Fraction) -> dict[str, int]:
    """How many chips until a line comes: quantiles."""
    rest = math.log1p(-float(chance))
    return {f"{part:g}": math.ceil(math.log1p(-part) / rest) for part in QUANTILES}
