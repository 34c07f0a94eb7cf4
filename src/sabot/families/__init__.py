"""Rules that several games share, one package for each family of games."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Mapping
from typing import Protocol

from sabot.probability.answer import Answer, HandAdvice, PlayClass, PublishedFigure, Step
from sabot.probability.tally import Kernel, Strategy

Terms = object
"""The rules that options describe: a type of the family, opaque to other code."""


class GeneralRule(Protocol):
    """One option of general rules."""

    @property
    def allowed(self) -> str:
        """The values that the option may have, as text."""


class General(Protocol):
    """The general rules of a family: a game without a regulation that can be priced.

    Rules are given as options, by name and text. Every method raises ValueError for an unknown
    option or a value that is not allowed.
    """

    @property
    def RULES(self) -> Mapping[str, GeneralRule]:
        """The options by name."""
    @property
    def STRATEGIES(self) -> tuple[str, ...]:
        """The strategies by which the rules can be priced."""
    @property
    def SIMULATED_STRATEGIES(self) -> tuple[str, ...]:
        """The strategies by which the rules can be simulated."""

    def default_value(self, rule: str) -> str:
        """The value of an option that is not given."""

    def parse_terms(self, options: Mapping[str, str]) -> Terms:
        """The terms that these options describe."""

    def describe_terms(self, terms: Terms) -> dict[str, object]:
        """The terms by name, as they are sent."""

    def price(self, terms: Terms, strategy: str = ..., /) -> Answer:
        """The odds under these terms."""

    def advice(self, terms: Terms, hand: str, up: str) -> HandAdvice:
        """The value of every act of one hand against the bank's card, both as text."""

    def waterfall(self, terms: Terms, strategy: str = ..., /) -> tuple[Step, ...]:
        """What each rule adds to the edge, from the standard game on."""

    def simpler(self, terms: Terms) -> tuple[PlayClass, ...]:
        """What simpler strategies cost."""

    def against_published(self) -> tuple[PublishedFigure, ...]:
        """Published figures next to ours."""

    def kernel(self, terms: Terms, strategy: str = ..., *, seats: int = ...
               ) -> tuple[Kernel, Strategy]:
        """The kernel that simulates these terms, and the strategy that it plays."""


def load_general(name: str) -> General | None:
    """Return the general rules of a family, or None where the family has none."""
    if name not in general_families():
        return None
    module: General = importlib.import_module(f"{__name__}.{name}.general")
    return module


def general_families() -> tuple[str, ...]:
    """The families whose rules can be priced without a regulation."""
    return tuple(sorted(
        family.name for family in pkgutil.iter_modules(__path__)
        if importlib.util.find_spec(f"{__name__}.{family.name}.general") is not None))
