"""What the regulations repeat from game to game."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from typing import Protocol

from sabot.odds.answer import Answer, PlayClass, PublishedFigure, Step
from sabot.odds.tally import Kernel, Strategy

Terms = object
"""The rules that options make: of the family's own type, which nobody else looks into."""


class GeneralRule(Protocol):
    """An option of general rules, and what it may be."""

    @property
    def allowed(self) -> str: ...


class General(Protocol):
    """The general rules of a family that can price them.

    ``RULES`` by name, with what each is if left out (``usual``); ``STRATEGIES``, in which they are
    priced, and ``WAYS``, in which they can be simulated. ``terms_with`` makes terms of options and
    ``told`` says them by name; ValueError for what is no option or cannot be.
    """

    @property
    def RULES(self) -> Mapping[str, GeneralRule]: ...
    @property
    def STRATEGIES(self) -> tuple[str, ...]: ...
    @property
    def SIMULATED_STRATEGIES(self) -> tuple[str, ...]: ...

    def default_value(self, rule: str) -> str: ...

    def parse_terms(self, options: Mapping[str, str]) -> Terms: ...

    def describe_terms(self, terms: Terms) -> dict[str, object]: ...

    def price(self, terms: Terms, strategy: str = ..., /) -> Answer: ...

    def waterfall(self, terms: Terms, strategy: str = ..., /) -> tuple[Step, ...]: ...

    def simpler(self, terms: Terms) -> tuple[PlayClass, ...]: ...

    def against_published(self) -> tuple[PublishedFigure, ...]: ...

    def kernel(self, terms: Terms, way: str = ..., *, seats: int = ...
               ) -> tuple[Kernel, Strategy]: ...


def load_general(name: str) -> General | None:
    """The general rules of a family that can price them, None where there are none of that name."""
    if name not in general_families():
        return None
    module: General = importlib.import_module(f"{__name__}.{name}.general")
    return module


def general_families() -> tuple[str, ...]:
    """The families whose rules can be priced without a regulation."""
    return tuple(sorted(
        family.name for family in pkgutil.iter_modules(__path__)
        if importlib.util.find_spec(f"{__name__}.{family.name}.general") is not None))
