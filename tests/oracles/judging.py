"""What an oracle gets and what it says. This module and the oracles import nothing of the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

Json = dict[str, Any]


class Round(NamedTuple):
    """One round as it stands in a record, in plain data (README.md says in which form).

    ``table`` is the table file, ``before`` and ``after`` are the carry of the table, ``events`` the
    steps and answers in order. ``after`` is None while the round is not over.
    """

    game: str
    table: Json
    before: Json
    events: list[Json]
    after: Json | None

    def steps(self, *kinds: str) -> Iterator[tuple[int, Json]]:
        """The steps of these kinds, each with its position among the events."""
        for at, event in enumerate(self.events):
            if (step := event.get("step")) is not None and step["step"] in kinds:
                yield at, step

    def answers(self, *kinds: str) -> Iterator[tuple[int, Json]]:
        """The answers of these kinds, each with its position among the events."""
        for at, event in enumerate(self.events):
            if (answer := event.get("answer")) is not None and answer["answer"] in kinds:
                yield at, answer


class Difference(NamedTuple):
    """Where a record is not as the oracle reads the text: the rule, what the record has, what it
    should have, and the position of the event (-1 for the whole round)."""

    rule: str
    found: Any
    expected: Any
    at: int


class Judge:
    """Collects what an oracle compared.

    ``held`` counts how often each rule was compared; ``differences`` are the comparisons that
    failed.
    """

    def __init__(self) -> None:
        self.held = Counter[str]()
        self.differences: list[Difference] = []

    def hold(self, rules: str, found: Any, expected: Any, at: int = -1) -> bool:
        """Compare what the record has with what the text says. ``rules`` names the rules that say
        it, with blanks between: "25.b 8.a"."""
        for rule in rules.split():
            self.held[rule] += 1
            if found != expected:
                self.differences.append(Difference(rule, found, expected, at))
        return bool(found == expected)
