"""The evidence for each clause: the tests that name it, and the golden rounds.

``shown.tsv`` lists both by name, with the clauses that each shows; `tools.proof.lawindex` writes
it. The tests are not part of the program; the text of a golden round is in the folder of its game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

FILE = "shown.tsv"
HERE = Path(str(resources.files(__package__)))
GAMES = HERE.parent / "games"


class Evidence(NamedTuple):
    """A test (``tests/games/test_craps.py::test_name``) or a golden round (``craps/01-name``) with
    the clauses that it shows; ``title`` is that of a coup, "" for a test."""

    name: str
    title: str
    clauses: tuple[str, ...]


@cache
def all_evidence() -> dict[str, Evidence]:
    """All tests and golden rounds by their names, in the order of the file."""
    text = (HERE / FILE).read_text("utf-8")
    return {evidence.name: evidence for evidence in read(text)}


def read(text: str) -> Iterator[Evidence]:
    """The lines of such a file."""
    for line in text.splitlines():
        name, title, clauses = line.split("\t")
        yield Evidence(name, title, tuple(clauses.split()))


def format_file(rows: Iterator[Evidence]) -> str:
    """The text of a file with these tests and coups."""
    return "".join(
        f"{evidence.name}\t{evidence.title}\t{' '.join(evidence.clauses)}\n"
        for evidence in sorted(rows, key=lambda evidence: (not evidence.title, evidence.name))
    )


@cache
def _by_clause() -> dict[str, list[Evidence]]:
    by_clause: dict[str, list[Evidence]] = {}
    for evidence in all_evidence().values():
        for clause in evidence.clauses:
            by_clause.setdefault(clause, []).append(evidence)
    return by_clause


def tests(clause: str) -> list[str]:
    """The tests that name a clause."""
    return [evidence.name for evidence in _by_clause().get(clause, ()) if not evidence.title]


def rounds(clause: str) -> list[Evidence]:
    """The golden rounds that show a clause."""
    return [evidence for evidence in _by_clause().get(clause, ()) if evidence.title]


def folder(game: str) -> Path:
    """The folder of a game's golden rounds: ``games/blackjack_2007/rounds``."""
    return GAMES / game.replace("-", "_") / "rounds"


def texts() -> list[Path]:
    """The files of all golden rounds, by game and name."""
    return sorted(GAMES.glob("*/rounds/*.txt"))


def name_of(text: Path) -> str:
    """The name of a golden round by its file: game and name, ``craps/01-name``."""
    return f"{text.parts[-3].replace('_', '-')}/{text.stem}"


def file_of(name: str) -> Path:
    """The file of a golden round by its name."""
    game, _, coup = name.partition("/")
    return folder(game) / f"{coup}.txt"


def place(name: str) -> str:
    """The path of a golden round as readers see it: ``sabot/games/craps/rounds/01-name.txt``."""
    return file_of(name).relative_to(GAMES.parents[1]).as_posix()


def round_text(name: str) -> str:
    """The text of a golden round; LookupError where there is none of this name, or where this copy
    of the program lacks it."""
    evidence = all_evidence().get(name)
    if evidence is None or not evidence.title:
        raise LookupError(f"there is no golden round {name!r}")
    if not (file := file_of(name)).is_file():
        raise LookupError("this copy of the program does not contain this golden round")
    return file.read_text("utf-8")
