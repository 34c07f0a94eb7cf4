"""From the lines of the program to the tests that run them: what a run with ``--map`` wrote.

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
        """The tests that run each of these lines of a file as it was, by line."""
        known = self.files.get(file)
        if known is None:
            return {}
        return {line: {self.tests[n] for n in self.sets[known.sets[line]]}
                for line in lines if line in known.sets}

    def everything(self, file: str) -> set[str]:
        """The tests that run any line of a file."""
        known = self.files.get(file)
        wanted = set(known.sets.values()) if known else set()
        return {self.tests[n] for one in wanted for n in self.sets[one]}


def write(root: Path, found: Mapping[str, Mapping[int, Iterable[str]]],
          seconds: Mapping[str, float]) -> Path:
    """Keep a map of the lines that tests ran, by file. A line that ran only when its module was
    imported has an empty set."""
    tests = sorted({test for lines in found.values() for some in lines.values() for test in some})
    numbers = {test: n for n, test in enumerate(tests)}
    sets: dict[tuple[int, ...], int] = {}
    files = {}
    for name, lines in sorted(found.items()):
        known = {}
        for line, some in lines.items():
            key = tuple(sorted(numbers[test] for test in some))
            known[line] = sets.setdefault(key, len(sets))
        files[name] = Lines((root / name).read_text("utf-8"), known)
    made = LineMap(tests, [list(one) for one in sets], files, dict(seconds))
    path = root / FILE
    path.write_bytes(zlib.compress(msgspec.msgpack.encode(made)))
    return path


def read(root: Path) -> LineMap | None:
    """The map of a checkout, None where there is none that can be read."""
    try:
        return msgspec.msgpack.decode(zlib.decompress((root / FILE).read_bytes()), type=LineMap)
    except (OSError, zlib.error, msgspec.MsgspecError):
        return None


def touched(before: str, now: str) -> list[int]:
    """The lines (from 1) of a text that another one lacks or has changed; of what was only put in,
    the lines on both sides."""
    old, new = before.splitlines(), now.splitlines()
    found: set[int] = set()
    for what, start, end, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "insert":
            found |= {start, start + 1}
        elif what != "equal":
            found |= set(range(start + 1, end + 1))
    return sorted(line for line in found if 1 <= line <= len(old))
