"""Which clauses the tests really exercised: counted from what was given, never claimed.

A test names clauses by its mark, ``@pytest.mark.law("pt-805-2015/blackjack-online/15.a")``. While
it runs, a witness notes every clause that a step, an offer, a refusal, a violation or a notice
really cites. The rows that are named and given by a test that passes are *exercised* by it. A
clause that tests name and none of them sees given fails a run of the whole suite. A test that shows
that a clause does *not* apply names it by ``@pytest.mark.withheld(...)``: it fails when the clause
is given, and exercises nothing.

The run leaves ``.law-coverage.json`` in the root directory (see `Coverage`). A row counts as
exercised in the tally only when the law of that row is perturbed as well, with a patch that applies
(`tools.proof.perturb`): written, or worked out from the figures of the rules or from the steps
that are only told. A row that software does not perform is listed in the ``outside.toml`` of
its game, with a reason from `sabot.reports.outside_rows.REASONS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabot import law
from sabot.reports import regulation_report
from sabot.reports.outside_rows import outside

FILE = ".law-coverage.json"
"""Which tests exercise a row, as the last run left it."""

# -- what a run left behind -----------------------------------------------------------------------


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """The coverage file of the last run.

    ``date`` is ISO 8601 in UTC; ``version`` the program's, ``code`` the digest of code and tests.
    ``tests`` gives the rows that each passed test exercised; ``unseen`` the rows that a test named
    and that no test saw given; ``perturbed`` how many patches apply to a row; ``seconds`` how long
    each of these tests took; ``spoken`` the rows that order a step which is only told.
    """

    date: str
    version: str
    code: str
    tests: dict[str, list[str]]
    unseen: dict[str, list[str]] = {}
    perturbed: dict[str, int] = {}
    seconds: dict[str, float] = {}
    spoken: list[str] = []

    @property
    def rows(self) -> dict[str, list[str]]:
        """The tests that exercised each row."""
        found: dict[str, list[str]] = {}
        for test, rows in sorted(self.tests.items()):
            for row in rows:
                found.setdefault(row, []).append(test)
        return found

    def exercised(self) -> set[str]:
        """Rows shown by a test and perturbed by a patch that applies."""
        return {row for row in self.rows if self.perturbed.get(row)}


class Unreadable(ValueError):
    """A coverage file that is not one."""


def find_file(start: Path | None = None) -> Path | None:
    """The coverage file of the directory or of one above it, else of the checkout; None if none."""
    here = (start or Path.cwd()).resolve()
    checkout = Path(str(resources.files("sabot"))).resolve().parents[1]
    for folder in (here, *here.parents, checkout):
        if (folder / FILE).is_file():
            return folder / FILE
    return None


def read(path: Path) -> Coverage:
    """The coverage that a file holds; Unreadable says what is wrong with it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Coverage)
    except (OSError, msgspec.MsgspecError) as error:
        raise Unreadable(f"{path} is no coverage file: {error}; run the tests again") from None


def last() -> Coverage | None:
    """The coverage of the last run, or None when there was none."""
    path = find_file()
    return read(path) if path else None




# -- the tally ------------------------------------------------------------------------------------


def tally(found: Coverage | None) -> dict[str, dict[str, dict[str, int]]]:
    """How the register stands: document, then game, then the four numbers.

    ``{"pt-805-2015": {"blackjack-online":
    {"rows": 89, "exercised": 84, "outside": 5, "open": 0}}}``
    """
    shown = found.exercised() if found else set()
    out = outside()
    table: dict[str, dict[str, dict[str, int]]] = {}
    for row in law.rows().values():
        line = table.setdefault(row.document, {}).setdefault(
            row.game, {"rows": 0, "exercised": 0, "outside": 0, "open": 0})
        line["rows"] += 1
        line["outside" if row.id in out else "exercised" if row.id in shown else "open"] += 1
    return table


def totals(lines: Iterable[dict[str, int]]) -> dict[str, int]:
    """The sums of lines of the tally."""
    found = {"rows": 0, "exercised": 0, "outside": 0, "open": 0}
    for line in lines:
        for name, n in line.items():
            found[name] += n
    return found


def lacking(found: Coverage | None, section: str) -> dict[str, list[str]]:
    """The open rules of a section by what they lack: a test, or a perturbation."""
    sorts: dict[str, list[str]] = {}
    for row, lack in open_rows(found, section):
        sorts.setdefault(lack, []).append(row.rule)
    return sorts


def open_rows(found: Coverage | None, section: str) -> list[tuple[law.Row, str]]:
    """The rows of a section that are open, each with what it lacks."""
    shown = found.exercised() if found else set()
    tested = found.rows if found else {}
    out = outside()
    return [(row, "perturbation" if row.id in tested else "test")
            for row in law.sections()[section] if row.id not in shown and row.id not in out]


class Described(NamedTuple):
    """A row or an interpretation with everything that is known about it: ``tests`` that a run saw
    exercise it and its ``perturbations``, None where no run is known; where it is ``cited``, and
    the options of rules that hang on it, each with its game."""

    id: str
    entry: regulation_report.ClauseEntry | regulation_report.ReadingEntry
    tests: list[str] | None
    perturbations: int | None
    cited: list[law.Citation]
    options: list[tuple[str, str]]

    @property
    def data(self) -> dict[str, object]:
        """All of it as it is sent; ``named`` are tests whose marks name it."""
        told: dict[str, object] = msgspec.to_builtins(self.entry)
        told["named"] = told.pop("tests")
        told["tests"], told["perturbations"] = self.tests, self.perturbations
        told["cited"] = [{"module": c.module, "line": c.line, "name": c.name} for c in self.cited]
        told["options"] = self.options
        if isinstance(self.entry, regulation_report.ClauseEntry):
            told["document"] = law.document(self.id).title
            told["game"] = law.row(self.id).game
        return told


def describe(row_id: str, found: Coverage | None) -> Described:
    """A row or an interpretation with everything that is known about it."""
    return Described(
        row_id,
        regulation_report.entry(row_id),
        None if found is None else found.rows.get(row_id, []),
        None if found is None else found.perturbed.get(row_id, 0),
        law.citations(row_id),
        regulation_report.options(row_id),
    )
