"""What a caller passes to an environment, checked before it is used."""

from __future__ import annotations

from operator import index
from typing import Any

Number = Any
"""Whatever a caller passes for a whole number."""


def check_number(name: str, number: Number, least: int, most: int | None = None) -> int:
    """A whole number between two limits; ValueError says what was found."""
    try:
        whole = None if isinstance(number, bool) else index(number)
    except TypeError:
        whole = None
    if whole is None or whole < least or (most is not None and whole > most):
        upwards = f"from {least} on" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name}: found {number!r}; allowed: a whole number {upwards}")
    return whole
