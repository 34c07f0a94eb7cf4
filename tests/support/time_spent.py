"""Where the time of a run goes: the slowest tests, and the processor time of each folder.

Processor time is that of the test's own process with all its threads, and of the processes that
ended while it ran. A browser serves many tests: what it has taken is known when it is closed, and
stands beside the folders as `BROWSERS`.

A folder that takes twice what `budget.toml` gives it is named in red. No test passes or fails by
it: a budget is raised in a change that says why.
"""

from __future__ import annotations

import resource
import time
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

BUDGET = Path(__file__).parents[1] / "budget.toml"
BROWSERS = "browsers"
SLOWEST = 10
SLACK = 2.0
LEAST = 5.0
"""Seconds of processor time below which a folder is never named."""


class Spent(NamedTuple):
    """Seconds of the clock and of the processor."""

    clock: float
    processor: float

    def __sub__(self, before: object) -> Spent:
        assert isinstance(before, Spent)
        return Spent(self.clock - before.clock, self.processor - before.processor)


def now() -> Spent:
    """What this process and those it has seen end have spent so far."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(time.monotonic(), time.process_time() + ended.ru_utime + ended.ru_stime)


class Spending:
    """What the tests of a run have spent, by test and by folder."""

    def __init__(self) -> None:
        self.tests: dict[str, Spent] = {}
        self.browsers = 0.0

    def add(self, test: str, spent: Spent) -> None:
        """One phase of a test: it is set up, runs and is taken down."""
        before = self.tests.get(test, Spent(0, 0))
        self.tests[test] = Spent(before.clock + spent.clock, before.processor + spent.processor)

    def folders(self) -> dict[str, float]:
        """Processor seconds by folder of ``tests``, the most first; "." is that folder itself,
        `BROWSERS` what pages took."""
        found: dict[str, float] = defaultdict(float, {BROWSERS: self.browsers})
        for test, spent in self.tests.items():
            found[folder_of(test)] += spent.processor
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def slowest(self) -> list[tuple[str, Spent]]:
        """The tests that took longest by the clock."""
        return sorted(self.tests.items(), key=lambda one: -one[1].clock)[:SLOWEST]


def folder_of(test: str) -> str:
    """The folder below ``tests`` in which a test stands, "." for that folder itself."""
    parts = test.partition("::")[0].split("/")[1:-1]
    return parts[0] if parts else "."


def budget() -> dict[str, float]:
    """Processor seconds that each folder is given."""
    return {name: float(seconds) for name, seconds in
            tomllib.loads(BUDGET.read_text("utf-8"))["seconds"].items()}


def over(folders: Mapping[str, float], budgets: Mapping[str, float]) -> list[str]:
    """The folders that took more than twice what they are given."""
    return [name for name, spent in folders.items()
            if spent > max(LEAST, SLACK * budgets.get(name, 0.0))]
