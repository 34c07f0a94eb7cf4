"""Exact figures as text, however many digits they have.

The interpreter turns no whole number of more than some thousands of digits into text, as a guard
against what others send; figures that are counted here may be longer.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

SHORT = 10**600
"""What the interpreter turns into text whatever its limit is set to."""


def text(value: Fraction | int) -> str:
    """A fraction as "a/b", or a whole number, in all its digits."""
    over, under = value.numerator, value.denominator
    return _digits(over) if under == 1 else f"{_digits(over)}/{_digits(under)}"


def _digits(number: int) -> str:
    return str(number) if -SHORT < number < SHORT else str(Decimal(number))


def fraction(said: str) -> Fraction:
    """The fraction that `text` has told."""
    over, _, under = said.partition("/")
    return Fraction(int(Decimal(over)), int(Decimal(under or "1")))
