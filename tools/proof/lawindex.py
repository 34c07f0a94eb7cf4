"""Writes the list of tests and golden rounds of each clause: ``python -m tools.proof.lawindex``.

The list only has names, so that it does not change with every line of code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from sabot import games
from sabot.procedure import round_scripts
from sabot.regulations import evidence
from sabot.regulations.evidence import Evidence

ROOT = Path(__file__).parents[2]
OF_ROUNDS = "tests/rounds/"


def rounds() -> Iterator[Evidence]:
    """The golden rounds, by game and name."""
    for path in evidence.texts():
        head, name = round_scripts.read(path.read_text("utf-8")), evidence.name_of(path)
        section = games.game(name.partition("/")[0]).section
        yield Evidence(name, head.title, tuple(
            rule if rule.startswith("ir/") else f"{section}/{rule}" for rule in head.shows))


def tests(items: Iterable[Any]) -> Iterator[Evidence]:
    """The collected tests with the clauses that their marks name; a parametrised test counts once,
    and golden rounds are left out."""
    clauses_of: dict[str, dict[str, None]] = {}
    for item in items:
        name = item.nodeid.partition("[")[0]
        clauses = [str(row) for mark in item.iter_markers("law") for row in mark.args]
        if clauses and not name.startswith(OF_ROUNDS):
            clauses_of.setdefault(name, {}).update(dict.fromkeys(clauses))
    for name, clauses_ in clauses_of.items():
        yield Evidence(name, "", tuple(sorted(clauses_)))


def collected() -> list[Any]:
    """The tests that pytest collects in this checkout; RuntimeError if that fails."""
    import pytest

    class Gather:
        items: list[Any] = []

        def pytest_collection_finish(self, session: Any) -> None:
            self.items = list(session.items)

    gather = Gather()
    with redirect_stdout(StringIO()):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider",
                              f"--rootdir={ROOT}", str(ROOT / "tests")], plugins=[gather])
    if status != 0:
        raise RuntimeError(f"pytest could not collect the tests (status {int(status)})")
    return gather.items


if __name__ == "__main__":
    text = evidence.format_file(iter([*rounds(), *tests(collected())]))
    (ROOT / "src" / "sabot" / "regulations" / evidence.FILE).write_text(text, "utf-8")
    print(f"{text.count(chr(10))} tests and golden rounds", file=sys.stderr)
