"""The map from lines of the program to the tests that run them, written by a run with ``--map``.

The map holds the text of every file as it was then, so that it goes on telling after a change:
`touched` says which of its lines a changed file no longer has, or has something new beside.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from pathlib import Path

import msgspec

FILE = ".line-map"


class Lines(msgspec.Struct, frozen=True):
    """A file: its ``text``, and by line (from 1) the number of a set of tests that run it."""

    text: str
    sets: dict[int, int]


class LineMap(msgspec.Struct, frozen=True):
    """``tests`` by number; ``sets`` of those numbers; ``files`` by their path from the root, with
    forward slashes; ``seconds`` that each test took."""

    tests: list[str]
    sets: list[list[int]]
    files: dict[str, Lines]
    seconds: dict[str, float]

    def tests_of(self, file: str, lines: Iterable[int]) -> dict[int, set[str]]:
        """The tests that run each of these lines of the mapped file, by line."""
        lines_of_file = self.files.get(file)
        if lines_of_file is None:
            return {}
        return {line: {self.tests[n] for n in self.sets[lines_of_file.sets[line]]}
                for line in lines if line in lines_of_file.sets}

    def everything(self, file: str) -> set[str]:
        """The tests that run any line of a file."""
        lines_of_file = self.files.get(file)
        numbers = set(lines_of_file.sets.values()) if lines_of_file else set()
        return {self.tests[n] for number in numbers for n in self.sets[number]}


def write(root: Path, ran: Mapping[str, Mapping[int, Iterable[str]]],
          seconds: Mapping[str, float]) -> Path:
    """Write a map of the lines that tests ran, by file. A line that only ran at import has an empty
    set."""
    tests = sorted(
        {
            test
            for lines in ran.values()
            for tests_of_line in lines.values()
            for test in tests_of_line
        }
    )
    numbers = {test: n for n, test in enumerate(tests)}
    sets: dict[tuple[int, ...], int] = {}
    files = {}
    for name, lines in sorted(ran.items()):
        set_of_line = {}
        for line, tests_of_line in lines.items():
            key = tuple(sorted(numbers[test] for test in tests_of_line))
            set_of_line[line] = sets.setdefault(key, len(sets))
        files[name] = Lines((root / name).read_text("utf-8"), set_of_line)
    line_map = LineMap(tests, [list(set_) for set_ in sets], files, dict(seconds))
    path = root / FILE
    path.write_bytes(zlib.compress(msgspec.msgpack.encode(line_map)))
    return path


def read(root: Path) -> LineMap | None:
    """The map of a checkout; None if there is none or it cannot be read."""
    try:
        return msgspec.msgpack.decode(zlib.decompress((root / FILE).read_bytes()), type=LineMap)
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


def changed_lines(before: str, now: str) -> list[int]:
    """The lines (from 1) of the old text that are deleted or changed, and those next to
    insertions."""
    old, new = before.splitlines(), now.splitlines()
    result: set[int] = set()
    for operation, start, end, _, _ in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if operation == "insert":
            result |= {start, start + 1}
        elif operation != "equal":
            result |= set(range(start + 1, end + 1))
    return sorted(line for line in result if 1 <= line <= len(old))
