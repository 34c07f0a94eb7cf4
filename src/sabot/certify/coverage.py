"""Which clauses the tests exercise, counted from the clauses that the code cites while they run.

A test names clauses by its mark, ``@pytest.mark.law("pt-805-2015/blackjack-online/15.a")``. While
it runs, a witness records every clause that a step, an offer, a refusal, a violation or a notice
cites. Rows that a passed test names and that were cited are *exercised* by it. A clause that tests
name but that is never cited fails a run of the whole suite. A test that shows that a clause does
*not* apply names it by ``@pytest.mark.withheld(...)``: it fails if the clause is cited, and
exercises nothing.

The run writes ``.law-coverage.json`` into the root directory (see `Coverage`). A row counts as
exercised only if its law is also perturbed, by a patch that applies (`tools.proof.perturb`):
written by hand, or derived from the figures of the rules or from the steps that are only announced.
A row that software does not perform is listed in the ``outside.toml`` of its game, with a reason
from `sabot.reports.outside_rows.REASONS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabot import regulations as law
from sabot.reports import regulation_report
from sabot.reports.outside_rows import outside
from sabot.words import phrase

FILE = ".law-coverage.json"
"""The file in which a run of the tests writes its coverage."""

# -- the coverage file ----------------------------------------------------------------------------


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The coverage file of the last run.

    ``date`` is ISO 8601 in UTC; ``version`` the program's, ``code`` a digest of code and tests.
    ``tests`` has the rows that each passed test exercised; ``unseen`` the rows that a test named
    but that were never cited; ``perturbed`` the number of patches for each row; ``seconds`` the
    duration of each test; ``spoken`` the rows that order a step which is only announced.
    ``compared`` is how often an oracle (a reference written from the published text alone) compared
    what was played with each row.
    """

    date: str
    version: str
    code: str
    tests: dict[str, list[str]]
    unseen: dict[str, list[str]] = {}
    perturbed: dict[str, int] = {}
    seconds: dict[str, float] = {}
    spoken: list[str] = []
    compared: dict[str, int] = {}

    @property
    def rows(self) -> dict[str, list[str]]:
        """The tests that exercised each row, by row."""
        tests_of_row: dict[str, list[str]] = {}
        for test, rows in sorted(self.tests.items()):
            for row in rows:
                tests_of_row.setdefault(row, []).append(test)
        return tests_of_row

    def exercised_rows(self) -> set[str]:
        """Rows shown by a test and perturbed by a patch that applies."""
        return {row for row in self.rows if self.perturbed.get(row)}


class UnreadableCoverage(ValueError):
    """A file that is not a valid coverage file."""


def find_file(start: Path | None = None) -> Path | None:
    """The coverage file in the directory, in one above it, or in the checkout; None if none."""
    here = (start or Path.cwd()).resolve()
    checkout = Path(str(resources.files("sabot"))).resolve().parents[1]
    for folder in (here, *here.parents, checkout):
        if (folder / FILE).is_file():
            return folder / FILE
    return None


def read(path: Path) -> Coverage:
    """The coverage in a file; UnreadableCoverage if it is invalid."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Coverage)
    except (OSError, msgspec.MsgspecError) as error:
        raise UnreadableCoverage(phrase("{path} is not a coverage file: {error}; run the tests "
                                        "again", path=path, error=error)) from None


def last() -> Coverage | None:
    """The coverage of the last run, or None when there was none."""
    path = find_file()
    return read(path) if path else None




# -- the tally ------------------------------------------------------------------------------------

_NONE = {"rows": 0, "exercised": 0, "outside": 0, "open": 0, "oracle": 0}


def tally(coverage: Coverage | None) -> dict[str, dict[str, dict[str, int]]]:
    """The number of rows by state: document, then game, then the numbers; "oracle" counts those
    that an oracle compared.

    ``{"pt-805-2015": {"blackjack-online":
    {"rows": 89, "exercised": 84, "outside": 5, "open": 0, "oracle": 61}}}``
    """
    exercised = coverage.exercised_rows() if coverage else set()
    compared = coverage.compared if coverage else {}
    outside_rows = outside()
    table: dict[str, dict[str, dict[str, int]]] = {}
    for row in law.rows().values():
        line = table.setdefault(row.document, {}).setdefault(
            row.game, dict(_NONE))
        line["rows"] += 1
        line["oracle"] += row.id in compared
        line[
            "outside" if row.id in outside_rows else "exercised" if row.id in exercised else "open"
        ] += 1
    return table


def totals(lines: Iterable[dict[str, int]]) -> dict[str, int]:
    """The sums of lines of the tally."""
    sums = dict(_NONE)
    for line in lines:
        for name, n in line.items():
            sums[name] += n
    return sums


def lacking(coverage: Coverage | None, section: str) -> dict[str, list[str]]:
    """The open rules of a section by what they lack: "test" or "perturbation"."""
    rules_by_lack: dict[str, list[str]] = {}
    for row, lack in open_rows(coverage, section):
        rules_by_lack.setdefault(lack, []).append(row.rule)
    return rules_by_lack


def open_rows(coverage: Coverage | None, section: str) -> list[tuple[law.Row, str]]:
    """The open rows of a section, each with what it lacks."""
    exercised = coverage.exercised_rows() if coverage else set()
    tested = coverage.rows if coverage else {}
    outside_rows = outside()
    return [
        (row, "perturbation" if row.id in tested else "test")
        for row in law.sections()[section]
        if row.id not in exercised and row.id not in outside_rows
    ]


class ClauseDescription(NamedTuple):
    """A row or an interpretation with everything known about it.

    ``tests``, ``perturbations`` and ``compared`` are None without a coverage file; ``compared`` is
    how often an oracle compared it. ``cited`` lists the places in the code; ``options`` the options
    that depend on it, each with its game.
    """

    id: str
    entry: regulation_report.ClauseEntry | regulation_report.ReadingEntry
    tests: list[str] | None
    perturbations: int | None
    compared: int | None
    cited: list[law.Citation]
    options: list[tuple[str, str]]

    @property
    def data(self) -> dict[str, object]:
        """The description as plain data; ``named`` are the tests whose marks name it."""
        data: dict[str, object] = msgspec.to_builtins(self.entry)
        data["named"] = data.pop("tests")
        data["tests"], data["perturbations"] = self.tests, self.perturbations
        data["compared"] = self.compared
        data["cited"] = [{"module": c.module, "line": c.line, "name": c.name} for c in self.cited]
        data["options"] = self.options
        if isinstance(self.entry, regulation_report.ClauseEntry):
            data["document"] = law.document(self.id).title
            data["game"] = law.row(self.id).game
        return data


def describe(row_id: str, coverage: Coverage | None, lang: str = "en") -> ClauseDescription:
    """Describe a row or an interpretation in a language; law.UnknownClause if there is none."""
    return ClauseDescription(
        row_id,
        regulation_report.entry(row_id, lang),
        None if coverage is None else coverage.rows.get(row_id, []),
        None if coverage is None else coverage.perturbed.get(row_id, 0),
        None if coverage is None else coverage.compared.get(row_id, 0),
        law.citations(row_id),
        regulation_report.options(row_id),
    )
