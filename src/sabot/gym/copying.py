"""Copies of objects whose parts are mostly constant."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

T = TypeVar("T")


def copy_attributes(source: T) -> T:
    """A new object of the same class: dictionaries, lists, sets and counters are copied one level
    deep, everything else is shared."""
    copy: T = object.__new__(type(source))
    vars(copy).update({name: value.copy() if type(value) in (dict, list, set, Counter) else value
                       for name, value in vars(source).items()})
    return copy
