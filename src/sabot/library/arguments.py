"""What the public functions take: each check returns the value, or raises `SabotError`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import isfinite
from operator import index
from os import PathLike
from pathlib import Path
from typing import SupportsIndex, TypeVar

from sabot.errors import wrong
from sabot.words import LANGS, phrase

Item = TypeVar("Item")

MAX_SEED = 2 ** 64 - 1
"""The greatest seed. A greater one would draw the same as a smaller one."""
MAX_COUPS = 10 ** 15
MAX_WORKERS = 256
MAX_SUM = 10 ** 12
"""The greatest sum of money in cents, that of a table file."""


def text(what: str, value: object) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise wrong(what, value, "text")


def whole(what: str, value: object, least: int, most: int) -> int:
    """A whole number within limits, also one of numpy; not a float, nor true and false."""
    number = None
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        with suppress(TypeError):  # an array is no number
            number = index(value)
    if number is not None and least <= number <= most:
        return int(number)
    facts = {"least": f"{least:,}", "most": f"{most:,}"}
    raise wrong(what, value, phrase("a whole number from {least} to {most}", **facts)
                if number is None else phrase("{least} to {most}", **facts))


def cents(what: str, value: object, least: int = 1) -> int:
    """A sum in whole cents."""
    return whole(what, value, least, MAX_SUM)


def seed(value: object) -> int:
    """A seed."""
    return whole("seed", value, 0, MAX_SEED)


def positive(what: str, value: object) -> float:
    """A number above 0."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 \
            and isfinite(value):
        return float(value)
    raise wrong(what, value, "a number above 0")


def one_of(what: str, value: object, allowed: Iterable[str]) -> str:
    """One of these words."""
    allowed = tuple(allowed)
    if isinstance(value, str) and value in allowed:
        return value
    raise wrong(what, value, ", ".join(allowed) or "none")


def language(value: object) -> str:
    """A language of the program."""
    return one_of("lang", value, LANGS)


def path(what: str, value: object) -> Path:
    """A path."""
    if isinstance(value, str | PathLike):
        return Path(value)
    raise wrong(what, value, "a path")


def item(what: str, items: Sequence[Item], n: object) -> Item:
    """An item of a sequence by its place, counted from 0, or from the end with negative numbers."""
    return items[whole(what, n, -len(items), len(items) - 1)]
