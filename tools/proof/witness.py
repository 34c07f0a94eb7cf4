"""A run of the tests, watched: which clauses were really given while each of them ran.

What a run leaves is read by `sabot.certify.coverage`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from sabot import __version__, law
from sabot.certify.coverage import FILE, Coverage, UnreadableCoverage, read
from tools.proof import perturb


def write(root: Path, found: Coverage) -> Path:
    """Store a run's coverage, all of it or nothing.

    What an earlier run of the very same code showed is kept for the tests that this run left out.
    """
    path = root / FILE
    try:
        before = read(path)
    except UnreadableCoverage:
        before = None
    if before is not None and before.code == found.code:
        kept = {t: r for t, r in before.tests.items() if t not in found.unseen}
        found = msgspec.structs.replace(
            found, tests={**kept, **found.tests},
            seconds={**before.seconds, **found.seconds},
            spoken=sorted({*before.spoken, *found.spoken}))
        found = msgspec.structs.replace(found, perturbed=perturb.counts(root, found.spoken))
    data = msgspec.to_builtins(found) | {"rows": found.rows}
    part = path.with_name(f"{FILE}.{os.getpid()}")
    part.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", "utf-8")
    part.replace(path)
    return path


def check_citations(cites: Iterable[object]) -> list[str]:
    """What is wrong with the rows that a mark names; nothing when each of them exists."""
    wrong = []
    for cite in cites:
        try:
            if isinstance(cite, str) and cite.startswith("ir/"):
                law.interpretation(cite)
            else:
                law.row(str(cite))
        except law.UnknownClause as unknown:
            wrong.append(str(unknown.args[0]))
    return wrong


@contextmanager
def witnessed() -> Iterator[tuple[set[str], set[str]]]:
    """The clauses that are given while this lasts, and among them those that order a step which is
    only told; both grow as they are."""
    seen: set[str] = set()
    heard: set[str] = set()
    law.witnesses.append(seen.add)
    law.hearers.append(heard.add)
    try:
        yield seen, heard
    finally:
        law.witnesses.remove(seen.add)
        law.hearers.remove(heard.add)


class Run:
    """Gathers what the tests of one run exercised, also from the workers of a parallel run."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}
        self.vain: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        self.spoken: set[str] = set()

    def passed(self, test: str, rows: Iterable[str], unseen: Iterable[str] = (),
               seconds: float = 0, spoken: Iterable[str] = ()) -> None:
        """A test passed and saw these of its rows given; ``unseen`` it named without seeing them.

        A test may well show that a rule does *not* apply; it then names the rule and is not
        counted for it.
        """
        if shown := sorted(set(rows)):
            self.tests[test] = shown
            self.seconds[test] = round(seconds, 3)
            self.spoken.update(spoken)
        if vain := set(unseen):
            self.vain[test] = vain

    def failed(self, test: str) -> None:
        """A test failed: it shows nothing."""
        self.seconds.pop(test, None)
        self.tests.pop(test, None)
        self.vain.pop(test, None)

    @property
    def unseen(self) -> dict[str, list[str]]:
        """The rows that tests named and that no test at all saw given."""
        given = {row for rows in self.tests.values() for row in rows}
        return {test: sorted(rows - given) for test, rows in self.vain.items() if rows - given}

    def coverage(self, date: str, root: Path) -> Coverage:
        """All that this run found, as the file holds it."""
        return Coverage(date=date, version=__version__, code=perturb.code_digest(root),
                        tests=self.tests, unseen=self.unseen,
                        perturbed=perturb.counts(root, self.spoken),
                        seconds=self.seconds, spoken=sorted(self.spoken))
