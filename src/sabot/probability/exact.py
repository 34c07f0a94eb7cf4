"""Exact figures as text, with any number of digits.

Python refuses to convert whole numbers of more than some thousands of digits to text, as a guard
against hostile input; figures that are computed here may be longer.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

SHORT = 10**600
"""Smaller numbers are converted under any limit of the interpreter."""


def text(value: Fraction | int) -> str:
    """A fraction as "a/b", or a whole number, with all digits."""
    over, under = value.numerator, value.denominator
    return _digits(over) if under == 1 else f"{_digits(over)}/{_digits(under)}"


def _digits(number: int) -> str:
    return str(number) if -SHORT < number < SHORT else str(Decimal(number))


def fraction(digits: str) -> Fraction:
    """The fraction of a `text`."""
    over, _, under = digits.partition("/")
    return Fraction(int(Decimal(over)), int(Decimal(under or "1")))
