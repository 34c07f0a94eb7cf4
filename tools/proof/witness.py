"""Records which clauses are cited while each test runs.

The result is read by `sabot.certify.coverage`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import msgspec

from sabot import __version__
from sabot import regulations as law
from sabot.certify.coverage import FILE, Coverage, UnreadableCoverage, read
from tools.proof import perturb


def write(root: Path, coverage: Coverage) -> Path:
    """Store a run's coverage atomically.

    For tests that this run left out, results of an earlier run of the same code are kept.
    """
    path = root / FILE
    try:
        old = read(path)
    except UnreadableCoverage:
        old = None
    if old is not None and old.code == coverage.code:
        old_tests = {t: r for t, r in old.tests.items() if t not in coverage.unseen}
        coverage = msgspec.structs.replace(
            coverage, tests={**old_tests, **coverage.tests},
            seconds={**old.seconds, **coverage.seconds},
            spoken=sorted({*old.spoken, *coverage.spoken}),
            compared={row: max(old.compared.get(row, 0), coverage.compared.get(row, 0))
                      for row in sorted({*old.compared, *coverage.compared})})
        coverage = msgspec.structs.replace(
            coverage, perturbed=perturb.counts(root, coverage.spoken)
        )
    data = msgspec.to_builtins(coverage) | {"rows": coverage.rows}
    temporary = path.with_name(f"{FILE}.{os.getpid()}")
    temporary.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", "utf-8")
    temporary.replace(path)
    return path


def check_citations(cites: Iterable[object]) -> list[str]:
    """The errors in the rows that a mark names; [] if all exist."""
    problems = []
    for cite in cites:
        try:
            if isinstance(cite, str) and cite.startswith("ir/"):
                law.interpretation(cite)
            else:
                law.row(str(cite))
        except law.UnknownClause as unknown:
            problems.append(str(unknown.args[0]))
    return problems


@contextmanager
def watch() -> Iterator[tuple[set[str], set[str]]]:
    """The clauses cited while this context lasts, and those of steps that are only announced; both
    sets grow meanwhile."""
    cited: set[str] = set()
    announced: set[str] = set()
    law.witnesses.append(cited.add)
    law.hearers.append(announced.add)
    try:
        yield cited, announced
    finally:
        law.witnesses.remove(cited.add)
        law.hearers.remove(announced.add)


class Run:
    """Collects what the tests of one run exercised, also from parallel workers."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}
        self.unseen_by_test: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.spoken: set[str] = set()
        self.compared = Counter[str]()

    def passed(self, test: str, rows: Iterable[str], unseen: Iterable[str] = (),
               seconds: float = 0, spoken: Iterable[str] = (),
               compared: Mapping[str, int] = MappingProxyType({})) -> None:
        """Record a passed test with the cited rows; ``unseen`` are named rows that were not cited,
        ``compared`` is how often an oracle compared each row.

        A test that shows that a rule does *not* apply names it, but is not counted for it.
        """
        self.compared.update(compared)
        if exercised := sorted(set(rows)):
            self.tests[test] = exercised
            self.seconds[test] = round(seconds, 3)
            self.spoken.update(spoken)
        if not_cited := set(unseen):
            self.unseen_by_test[test] = not_cited

    def failed(self, test: str) -> None:
        """Forget a failed test."""
        self.seconds.pop(test, None)
        self.tests.pop(test, None)
        self.unseen_by_test.pop(test, None)

    @property
    def unseen(self) -> dict[str, list[str]]:
        """The rows that tests named but that were never cited in any test."""
        exercised = {row for rows in self.tests.values() for row in rows}
        return {
            test: sorted(rows - exercised)
            for test, rows in self.unseen_by_test.items()
            if rows - exercised
        }

    def coverage(self, date: str, root: Path) -> Coverage:
        """The coverage of this run."""
        return Coverage(date=date, version=__version__, code=perturb.code_digest(root),
                        tests=self.tests, unseen=self.unseen,
                        perturbed=perturb.counts(root, self.spoken),
                        seconds=self.seconds, spoken=sorted(self.spoken),
                        compared=dict(sorted(self.compared.items())))
