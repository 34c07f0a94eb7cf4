"""The casino rule book as running code: play it, price it, simulate it, prove it.

>>> import sabot
>>> sabot.odds("american-roulette")["straight"].edge
Fraction(1, 37)

What is named here is imported when it is used; ``__init__.pyi`` has the types.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sabot import deprecated

__version__ = "0.2.0.dev0"

_NAMES = {
    "Clause": "library.clauses", "Equity": "library.poker", "Machine": "library.machines",
    "Odds": "library.odds", "Play": "library.playing", "Problem": "errors", "SabotError": "errors",
    "Simulation": "library.simulation", "Table": "library.tables", "equity": "library.poker",
    "evaluate": "library.poker", "evaluator": "library.poker", "find_law": "library.clauses",
    "law": "library.clauses", "odds": "library.odds", "play": "library.playing",
    "simulate": "library.simulation",
}
"""The module of each public name."""

__all__ = ["__version__", "hands", *_NAMES]


def __getattr__(name: str) -> Any:
    if name == "hands":
        return import_module("sabot.hands")
    if name not in _NAMES:
        raise AttributeError(f"module 'sabot' has no attribute {name!r}")
    value = getattr(import_module(f"sabot.{_NAMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})


deprecated.find_old_modules()
