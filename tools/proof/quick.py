"""The tests that a change can break, the likeliest first, within the time of a cup of coffee.

``make quick`` looks at what differs from the last commit, ``make quick GAME=craps`` at one game. A
changed line leads to the tests that ran it when ``make map`` was last run; a line that runs only at
import leads to those that run what is made of it, and a figure of the law to the tests of its
clauses. Where there is no map, or where it does not know a file, the tests beside it are
taken, and that is said. Lint and types of what changed are looked at meanwhile.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from sabot import games
from sabot.law import evidence
from tools.proof import figures, linemap
from tools.proof.references import References

SECONDS = 45.0
"""The time on the clock that the chosen tests are given."""
WORKERS = 2
UNKNOWN = 0.3
"""Seconds that a test takes of which nobody knows how long it takes."""
ALONE = 8.0
"""Seconds of tests that one process runs as soon as two would."""
FAILURES = 10
EVERYWHERE = 0.5
"""A line that more than this part of all tests runs says little about any of them."""
ROUNDS = "src/sabot/games/{}/rounds/*.txt"
"""The golden coups of the game with this folder, or of any."""

NOT_FOUND = (4, 5)
"""What pytest ends with, alone and in several workers, where a test that was named is not there."""


class Choice(NamedTuple):
    """What is run: ``tests`` by their ids or files, the likeliest first; ``left`` others could
    notice the change too; ``said`` is what the reader should know of how they were found."""

    tests: list[str]
    left: int
    said: list[str]


class Chooser:
    """Finds the tests of a change in a checkout."""

    def __init__(self, root: Path, known: linemap.LineMap | None) -> None:
        self.root = root
        self.map = known
        self.said: list[str] = []
        self._references: References | None = None
        if known is None:
            self.said.append("no map of lines: the tests beside each change are taken; make map "
                             "writes one")

    # -- what changed ------------------------------------------------------------------------------

    def changed(self, base: str) -> list[str]:
        """The files that differ from a commit, and new ones, from the root."""
        lists = (["git", "diff", "--name-only", "--relative", base, "--"],
                 ["git", "ls-files", "--others", "--exclude-standard"])
        found: set[str] = set()
        for command in lists:
            told = subprocess.run(command, cwd=self.root, capture_output=True, text=True,
                                  check=False)
            if told.returncode:
                raise SystemExit(f"quick: {told.stderr.strip()}")
            found |= set(told.stdout.splitlines())
        return sorted(found)

    def of(self, files: Iterable[str]) -> list[list[str]]:
        """The tests of these files, those of each kind by themselves: the surest kind first."""
        own: list[str] = []
        clauses: list[str] = []
        lines: list[str] = []
        beside: list[str] = []
        for file in files:
            if Path(file).match(ROUNDS.format("*")):
                own += self._tests_of([Path(file)])
            elif file.startswith("tests/"):
                own += self._of_tests(file)
            elif file.startswith("src/sabot/") and file.endswith(".py"):
                cited, ran = self._of_module(file)
                clauses += cited
                lines += ran
                beside += self._nearest_to(file) if not ran else self._of_folder(file)
            else:
                beside += self._nearest_to(file)
        return [[*dict.fromkeys(one)] for one in (own, clauses, lines, beside)]

    def game(self, name: str) -> list[list[str]]:
        """The tests of one game: of its clauses, of its coups, of its folder."""
        found = games.game(name)
        section = f"{found.section}/"
        named = [one.name for one in evidence.all_evidence().values()
                 if any(clause.startswith(section) for clause in one.clauses)]
        tests = [one for one in named if one.startswith("tests/")]
        folder = name.replace("-", "_")
        return [self._rounds(folder), self._quick_first(tests),
                self._of_folder(f"src/sabot/games/{folder}/rules.py")]

    # -- from a file to tests ----------------------------------------------------------------------

    def _of_tests(self, file: str) -> list[str]:
        """A changed test is run; a changed helper by the tests that import it."""
        path = Path(file)
        if path.name.startswith("test_"):
            return [file] if (self.root / file).exists() else []
        if path.suffix != ".py" and len(path.parts) > 2:
            return self._files(str(path.parent))
        return self._naming(rf"^\s*(from|import) {re.escape(path.stem)}\b|"
                            rf"\b{re.escape(path.name)}\b")

    def _naming(self, pattern: str) -> list[str]:
        """The files of tests in which this stands."""
        wanted = re.compile(pattern, re.MULTILINE)
        return [one for one in self._files("tests")
                if wanted.search((self.root / one).read_text("utf-8"))]

    def _of_module(self, file: str) -> tuple[list[str], list[str]]:
        """The tests of the clauses that changed lines cite, and those that ran these lines, the
        most particular first."""
        path = self.root / file
        now = path.read_text("utf-8") if path.exists() else ""
        known = self.map.files.get(file) if self.map else None
        before = known.text if known else self._committed(file)
        if self.map is not None and known is None:
            self.said.append(f"{file} is not in the map: the tests beside it are taken")
        changed = linemap.touched(before, now)
        clauses = [test for figure in figures.figures(before)
                   if not figure.lines.isdisjoint(changed)
                   for row in figure.rows for test in evidence.tests(row)]
        if self.map is None:
            return clauses, []
        ran = self.map.tests_of(file, changed)
        sets = list(ran.values())
        if at_import := [line for line in changed if not ran.get(line)]:
            for where, lines in self._uses().uses(file, at_import).items():
                sets += self.map.tests_of(where, lines).values()
        return self._quick_first(clauses), self._particular(sets)

    def _uses(self) -> References:
        assert self.map is not None
        if self._references is None:
            self._references = References({name: one.text for name, one in self.map.files.items()})
        return self._references

    def _particular(self, sets: Iterable[set[str]]) -> list[str]:
        """Tests that ran the lines, those of lines that few tests run first; of lines that many
        run, some of each file in turn."""
        assert self.map is not None
        found: dict[str, None] = {}
        for tests in sorted(sets, key=len):
            few = len(tests) <= EVERYWHERE * len(self.map.tests)
            found |= dict.fromkeys(self._quick_first(tests) if few else self._in_turn(tests))
        return list(found)

    def _nearest_to(self, file: str) -> list[str]:
        """The tests that stand nearest to a file: of its game, those that import its module, those
        that name it, those of the folder of its name."""
        path = Path(file)
        found = self._of_folder(file)
        if path.suffix == ".py" and file.startswith("src/"):
            module = file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
            package, _, name = module.replace("/", ".").rpartition(".")
            package = re.escape(package)
            found += self._naming(rf"(from|import) {package}\.{name}\b|"
                                  rf"from {package} import (\([^)]*|[^\n(]*)\b{name}\b")
        else:
            found += self._naming(rf"\b{re.escape(path.name)}\b")
        parts = path.parts
        if len(parts) > 2 and parts[0] == "src" and (self.root / "tests" / parts[2]).is_dir():
            found += self._files(f"tests/{parts[2]}")
        return [*dict.fromkeys(found)]

    def _of_folder(self, file: str) -> list[str]:
        """The golden coups and the tests of the game in whose folder a file lies."""
        parts = Path(file).parts
        if parts[:3] != ("src", "sabot", "games") or len(parts) < 5:
            return []
        return [*self._rounds(parts[3]),
                *(one for one in self._files("tests/games") if parts[3] in one)]

    def _rounds(self, folder: str) -> list[str]:
        """The tests that tell the golden coups in the folder of a game."""
        return self._tests_of(sorted(self.root.glob(ROUNDS.format(folder))))

    def _tests_of(self, coups: Iterable[Path]) -> list[str]:
        """The tests that tell these golden coups."""
        test = "tests/rounds/test_rounds.py::test_a_round_is_told_as_it_is_written"
        return [f"{test}[{evidence.name_of(coup)}]" for coup in coups]

    def _files(self, folder: str) -> list[str]:
        """The files of tests in a folder and below it, from the root."""
        return sorted(path.relative_to(self.root).as_posix()
                      for path in (self.root / folder).rglob("test_*.py"))

    def _committed(self, file: str) -> str:
        told = subprocess.run(["git", "show", f"HEAD:./{file}"], cwd=self.root,
                              capture_output=True, text=True, check=False)
        return told.stdout if told.returncode == 0 else ""

    # -- what is run -------------------------------------------------------------------------------

    def seconds(self, test: str) -> float:
        """How long a test, or all tests of a file, took when the map was written."""
        if self.map is None:
            return UNKNOWN
        if "::" in test:
            return self.map.seconds.get(test, UNKNOWN)
        return sum(seconds for name, seconds in self.map.seconds.items()
                   if name.startswith(f"{test}::")) or UNKNOWN

    def _quick_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(dict.fromkeys(tests), key=lambda test: (self.seconds(test), test))

    def _in_turn(self, tests: Iterable[str]) -> list[str]:
        """The quickest test of each file, then the second of each, and so on."""
        files: dict[str, list[str]] = {}
        for test in self._quick_first(tests):
            files.setdefault(test.partition("::")[0], []).append(test)
        return [test for row in zip_longest(*files.values()) for test in row if test]

    def within(self, kinds: Sequence[Sequence[str]], seconds: float) -> Choice:
        """As many tests as fit into a time on the clock, the surest kinds first: of each kind a
        slow test is passed over for those that still fit."""
        left, chosen = seconds * WORKERS, dict[str, None]()
        every = dict.fromkeys(test for kind in kinds for test in kind)
        for test in every:
            if test.partition("::")[0] in chosen:
                continue
            if (took := self.seconds(test)) <= min(left, seconds):
                chosen[test] = None
                left -= took
        return Choice(list(chosen), len(every) - len(chosen), self.said)


def _looks_at_code(root: Path, files: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Lint and types of what changed, as commands."""
    code = [file for file in files if file.endswith(".py") and (root / file).exists()]
    if code:
        yield "ruff", [sys.executable, "-m", "ruff", "check", "--quiet", *code]
        yield "mypy", [sys.executable, "-m", "mypy", "--no-error-summary"]


def main(arguments: Sequence[str] | None = None) -> int:
    """``python -m tools.proof.quick [--game NAME] [--base REV] [--seconds N] [--list]``"""
    parser = argparse.ArgumentParser(prog="quick", description=__doc__)
    parser.add_argument("--game", default="", help="the tests of this game")
    parser.add_argument("--base", default="HEAD", help="what differs from this commit")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="the time for the tests")
    parser.add_argument("--list", action="store_true", help="name the tests, and run none")
    asked = parser.parse_args(arguments)
    if asked.game and asked.game not in games.catalogue():
        raise SystemExit(f"quick: there is no game {asked.game!r}: "
                         f"{', '.join(games.catalogue())}")
    root = Path.cwd()
    chooser = Chooser(root, linemap.read(root))
    files = [] if asked.game else chooser.changed(asked.base)
    if not asked.game and not files:
        print(f"nothing differs from {asked.base}; GAME=craps runs the tests of a game")
        return 0
    chosen = chooser.within(chooser.game(asked.game) if asked.game else chooser.of(files),
                            asked.seconds)
    for line in chosen.said:
        print(line)
    print(f"{len(chosen.tests)} tests are run" + (
        f", {chosen.left} more could notice it: make test" if chosen.left else ""), flush=True)
    if asked.list:
        print("\n".join(chosen.tests))
        return 0
    return _run(chooser, chosen.tests, list(_looks_at_code(root, files)))


def _still_there(root: Path, tests: Sequence[str]) -> Iterator[str]:
    """Tests of a map that is older than they are: those that have not gone, without their cases."""
    for name in dict.fromkeys(test.partition("[")[0] for test in tests):
        file, _, function = name.partition("::")
        path = root / file
        if path.exists() and (not function or f"def {function.rpartition('::')[2]}("
                              in path.read_text("utf-8")):
            yield name


def _pytest(root: Path, tests: Sequence[str], several: Sequence[str]) -> int:
    """What pytest ends with on these tests; ``several`` are its options for several workers."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(tests))
        file.flush()
        return subprocess.call(
            [sys.executable, "-m", "pytest", "-q", "--law-asserts-only", "--no-header",
             "--maxfail", str(FAILURES), *several, f"@{file.name}"], cwd=root)


def _run(chooser: Chooser, tests: Sequence[str], looks: Sequence[tuple[str, list[str]]]) -> int:
    looking = [(name, subprocess.Popen(command, cwd=chooser.root, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True))
               for name, command in looks]
    several = ["-n", str(WORKERS), "--dist", "worksteal"] if sum(
        map(chooser.seconds, tests)) > ALONE else []
    failed = _pytest(chooser.root, tests, several) if tests else 0
    if failed in NOT_FOUND and (still := list(_still_there(chooser.root, tests))):
        print("the map is older than some tests, which are run with all their cases: make map",
              flush=True)
        failed = _pytest(chooser.root, still, several)
    for name, one in looking:
        said, _ = one.communicate()
        if one.returncode:
            print(f"{name}:\n{said}")
        failed = failed or one.returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
