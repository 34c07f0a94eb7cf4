"""The list of what shows each clause: ``python -m tools.proof.lawindex`` writes it anew.

It asks pytest which tests name which clauses, and the golden coups which they show. Names only
stand in it, so that it changes when these do and not with every line of code.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from sabot import games
from sabot.law import evidence
from sabot.law.evidence import Evidence
from sabot.procedure import round_scripts as told

ROOT = Path(__file__).parents[3]
OF_ROUNDS = "tests/rounds/"


def rounds() -> Iterator[Evidence]:
    """The golden coups, by game and name."""
    for path in evidence.texts():
        head, name = told.read(path.read_text("utf-8")), evidence.name_of(path)
        section = games.game(name.partition("/")[0]).section
        yield Evidence(name, head.title, tuple(
            rule if rule.startswith("ir/") else f"{section}/{rule}" for rule in head.shows))


def tests(items: Iterable[Any]) -> Iterator[Evidence]:
    """The tests that pytest has collected, with the clauses that their marks name; a test of many
    cases is one. Golden coups are no tests here."""
    found: dict[str, dict[str, None]] = {}
    for item in items:
        name = item.nodeid.partition("[")[0]
        clauses = [str(row) for mark in item.iter_markers("law") for row in mark.args]
        if clauses and not name.startswith(OF_ROUNDS):
            found.setdefault(name, {}).update(dict.fromkeys(clauses))
    for name, named in found.items():
        yield Evidence(name, "", tuple(sorted(named)))


def collected() -> list[Any]:
    """What pytest collects in this checkout; RuntimeError when it cannot."""
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
    (ROOT / "src" / "sabot" / "law" / evidence.FILE).write_text(text, "utf-8")
    print(f"{text.count(chr(10))} tests and golden coups", file=sys.stderr)
