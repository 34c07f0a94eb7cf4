"""What the regulations repeat from game to game."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from types import ModuleType


def general(name: str) -> ModuleType | None:
    """The general rules of a family that can price them, None where there are none of that name.

    It offers ``RULES`` by name with what each is if left out (``usual(rule)``),
    ``terms_with(options)``, ``told(terms)`` and ``price(terms, ...)``;
    one that can be simulated, ``WAYS`` and ``kernel(terms, way, seats=...)``.
    """
    if name not in generals():
        return None
    return importlib.import_module(f"{__name__}.{name}.general")


def generals() -> tuple[str, ...]:
    """The families whose rules can be priced without a regulation."""
    return tuple(sorted(
        found.name for found in pkgutil.iter_modules(__path__)
        if importlib.util.find_spec(f"{__name__}.{found.name}.general") is not None))
