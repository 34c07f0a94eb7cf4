"""Runs the tests that a change is most likely to break, within a short time.

``make quick`` takes what differs from the last commit, ``make quick GAME=craps`` one game. A
changed line selects the tests that ran it when ``make map`` was last run; a line that only runs at
import selects the tests of its uses, and a figure of the law the tests of its clauses. Without a
map, or for a file that is not in it, the tests nearest to the file are used, and a note says so.
Lint and types of the changed files are checked at the same time. """

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
from sabot.regulations import evidence
from tools.proof import figures, linemap
from tools.proof.references import References

SECONDS = 45.0
"""The time limit of the chosen tests in seconds."""
WORKERS = 2
DEFAULT_SECONDS = 0.3
"""The assumed duration of an unknown test in seconds."""
SINGLE_PROCESS_SECONDS = 8.0
"""Up to this duration one process is as quick as two."""
FAILURES = 10
MAX_SHARE = 0.5
"""A line that more than this share of all tests runs says little about any of them."""
ROUNDS = "src/sabot/games/{}/rounds/*.txt"
"""The golden rounds of the game with this folder, or of any."""

NOT_FOUND = (4, 5)
"""The exit status of pytest, alone and parallel, if a named test does not exist."""


class Choice(NamedTuple):
    """The tests to run: ``tests`` by ids or files, the likeliest first; ``not_chosen`` is how many
    others could notice the change too; ``notes`` are for the reader."""

    tests: list[str]
    not_chosen: int
    notes: list[str]


class Chooser:
    """Finds the tests of a change in a checkout."""

    def __init__(self, root: Path, line_map: linemap.LineMap | None) -> None:
        self.root = root
        self.map = line_map
        self.notes: list[str] = []
        self._references: References | None = None
        if line_map is None:
            self.notes.append("no map of lines: the tests nearest to each change are used; make "
                              "map "
                              "writes one")

    # -- what changed ------------------------------------------------------------------------------

    def changed(self, base: str) -> list[str]:
        """The files that differ from a commit, and new ones, from the root."""
        lists = (["git", "diff", "--name-only", "--relative", base, "--"],
                 ["git", "ls-files", "--others", "--exclude-standard"])
        files: set[str] = set()
        for command in lists:
            output = subprocess.run(command, cwd=self.root, capture_output=True, text=True,
                                    check=False)
            if output.returncode:
                raise SystemExit(f"quick: {output.stderr.strip()}")
            files |= set(output.stdout.splitlines())
        return sorted(files)

    def tests_by_kind(self, files: Iterable[str]) -> list[list[str]]:
        """The tests of these files by kind, the most reliable kind first."""
        own_tests: list[str] = []
        clauses: list[str] = []
        lines: list[str] = []
        nearby: list[str] = []
        for file in files:
            if Path(file).match(ROUNDS.format("*")):
                own_tests += self._tests_of([Path(file)])
            elif file.startswith("tests/"):
                own_tests += self._of_tests(file)
            elif file.startswith("src/sabot/") and file.endswith(".py"):
                by_clauses, by_lines = self._of_module(file)
                clauses += by_clauses
                lines += by_lines
                nearby += self._nearest_to(file) if not by_lines else self._of_folder(file)
            else:
                nearby += self._nearest_to(file)
        return [[*dict.fromkeys(kind)] for kind in (own_tests, clauses, lines, nearby)]

    def game(self, name: str) -> list[list[str]]:
        """The tests of one game: of its golden rounds, its clauses, its folder."""
        game_ = games.game(name)
        section = f"{game_.section}/"
        names = [item.name for item in evidence.all_evidence().values()
                 if any(clause.startswith(section) for clause in item.clauses)]
        tests = [item for item in names if item.startswith("tests/")]
        folder = name.replace("-", "_")
        return [self._rounds(folder), self._quick_first(tests),
                self._of_folder(f"src/sabot/games/{folder}/rules.py")]

    # -- from a file to tests ----------------------------------------------------------------------

    def _of_tests(self, file: str) -> list[str]:
        """A changed test itself; for a changed helper the tests that import it."""
        path = Path(file)
        if path.name.startswith("test_"):
            return [file] if (self.root / file).exists() else []
        if path.suffix != ".py" and len(path.parts) > 2:
            return self._files(str(path.parent))
        return self._naming(rf"^\s*(from|import) {re.escape(path.stem)}\b|"
                            rf"\b{re.escape(path.name)}\b")

    def _naming(self, pattern: str) -> list[str]:
        """The test files that match a pattern."""
        regex = re.compile(pattern, re.MULTILINE)
        return [file for file in self._files("tests")
                if regex.search((self.root / file).read_text("utf-8"))]

    def _of_module(self, file: str) -> tuple[list[str], list[str]]:
        """The tests of the clauses that changed lines cite, and those that ran these lines, the
        most specific first."""
        path = self.root / file
        new_text = path.read_text("utf-8") if path.exists() else ""
        lines_of_file = self.map.files.get(file) if self.map else None
        old_text = lines_of_file.text if lines_of_file else self._committed(file)
        if self.map is not None and lines_of_file is None:
            self.notes.append(f"{file} is not in the map: the tests nearest to it are used")
        changed = linemap.changed_lines(old_text, new_text)
        clauses = [test for figure in figures.figures(old_text)
                   if not figure.lines.isdisjoint(changed)
                   for row in figure.rows for test in evidence.tests(row)]
        if self.map is None:
            return clauses, []
        tests_of_line = self.map.tests_of(file, changed)
        sets = list(tests_of_line.values())
        if at_import := [line for line in changed if not tests_of_line.get(line)]:
            for file_, lines in self._uses().uses(file, at_import).items():
                sets += self.map.tests_of(file_, lines).values()
        return self._quick_first(clauses), self._particular(sets)

    def _uses(self) -> References:
        assert self.map is not None
        if self._references is None:
            self._references = References(
                {name: lines_.text for name, lines_ in self.map.files.items()}
            )
        return self._references

    def _particular(self, sets: Iterable[set[str]]) -> list[str]:
        """The tests that ran the lines, first those of lines that few tests run; for lines that
        many run, tests of each file in turn."""
        assert self.map is not None
        chosen: dict[str, None] = {}
        for tests in sorted(sets, key=len):
            is_particular = len(tests) <= MAX_SHARE * len(self.map.tests)
            chosen |= dict.fromkeys(
                self._quick_first(tests) if is_particular else self._in_turn(tests)
            )
        return list(chosen)

    def _nearest_to(self, file: str) -> list[str]:
        """The tests nearest to a file: of its game, those that import its module or name it, and
        those of the folder with the same name."""
        path = Path(file)
        tests = self._of_folder(file)
        if path.suffix == ".py" and file.startswith("src/"):
            module = file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
            package, _, name = module.replace("/", ".").rpartition(".")
            package = re.escape(package)
            tests += self._naming(rf"(from|import) {package}\.{name}\b|"
                                  rf"from {package} import (\([^)]*|[^\n(]*)\b{name}\b")
        else:
            tests += self._naming(rf"\b{re.escape(path.name)}\b")
        parts = path.parts
        if len(parts) > 2 and parts[0] == "src" and (self.root / "tests" / parts[2]).is_dir():
            tests += self._files(f"tests/{parts[2]}")
        return [*dict.fromkeys(tests)]

    def _of_folder(self, file: str) -> list[str]:
        """The golden rounds and the tests of the game in whose folder a file is."""
        parts = Path(file).parts
        if parts[:3] != ("src", "sabot", "games") or len(parts) < 5:
            return []
        return [*self._rounds(parts[3]),
                *(file_ for file_ in self._files("tests/games") if parts[3] in file_)]

    def _rounds(self, folder: str) -> list[str]:
        """The tests of the golden rounds in the folder of a game."""
        return self._tests_of(sorted(self.root.glob(ROUNDS.format(folder))))

    def _tests_of(self, coups: Iterable[Path]) -> list[str]:
        """The tests of these golden rounds."""
        test = "tests/rounds/test_rounds.py::test_a_round_is_told_as_it_is_written"
        return [f"{test}[{evidence.name_of(coup)}]" for coup in coups]

    def _files(self, folder: str) -> list[str]:
        """The files of tests in a folder and below it, from the root."""
        return sorted(path.relative_to(self.root).as_posix()
                      for path in (self.root / folder).rglob("test_*.py"))

    def _committed(self, file: str) -> str:
        output = subprocess.run(["git", "show", f"HEAD:./{file}"], cwd=self.root,
                                capture_output=True, text=True, check=False)
        return output.stdout if output.returncode == 0 else ""

    # -- what is run -------------------------------------------------------------------------------

    def seconds(self, test: str) -> float:
        """The duration of a test, or of all tests of a file, when the map was written."""
        if self.map is None:
            return DEFAULT_SECONDS
        if "::" in test:
            return self.map.seconds.get(test, DEFAULT_SECONDS)
        return sum(seconds for name, seconds in self.map.seconds.items()
                   if name.startswith(f"{test}::")) or DEFAULT_SECONDS

    def _quick_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(dict.fromkeys(tests), key=lambda test: (self.seconds(test), test))

    def _in_turn(self, tests: Iterable[str]) -> list[str]:
        """The quickest test of each file, then the second of each, and so on."""
        files: dict[str, list[str]] = {}
        for test in self._quick_first(tests):
            files.setdefault(test.partition("::")[0], []).append(test)
        return [test for row in zip_longest(*files.values()) for test in row if test]

    def within(self, kinds: Sequence[Sequence[str]], seconds: float) -> Choice:
        """As many tests as fit into a time limit, the most reliable kinds first; slow tests are
        skipped for others that still fit."""
        budget, chosen = seconds * WORKERS, dict[str, None]()
        candidates = dict.fromkeys(test for kind in kinds for test in kind)
        for test in candidates:
            if test.partition("::")[0] in chosen:
                continue
            if (duration := self.seconds(test)) <= min(budget, seconds):
                chosen[test] = None
                budget -= duration
        return Choice(list(chosen), len(candidates) - len(chosen), self.notes)


def _code_checks(root: Path, files: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """The commands that check lint and types of the changed files."""
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
    options = parser.parse_args(arguments)
    if options.game and options.game not in games.catalogue():
        raise SystemExit(f"quick: there is no game {options.game!r}: "
                         f"{', '.join(games.catalogue())}")
    root = Path.cwd()
    chooser = Chooser(root, linemap.read(root))
    files = [] if options.game else chooser.changed(options.base)
    if not options.game and not files:
        print(f"nothing differs from {options.base}; GAME=craps runs the tests of a game")
        return 0
    chosen = chooser.within(
        chooser.game(options.game) if options.game else chooser.tests_by_kind(files),
        options.seconds,
    )
    for line in chosen.notes:
        print(line)
    print(f"{len(chosen.tests)} tests are run" + (
        f", {chosen.not_chosen} more could notice it: make "
        "test" if chosen.not_chosen else ""), flush=True)
    if options.list:
        print("\n".join(chosen.tests))
        return 0
    return _run(chooser, chosen.tests, list(_code_checks(root, files)))


def _still_there(root: Path, tests: Sequence[str]) -> Iterator[str]:
    """The tests of an old map that still exist, without their cases."""
    for name in dict.fromkeys(test.partition("[")[0] for test in tests):
        file, _, function = name.partition("::")
        path = root / file
        if path.exists() and (not function or f"def {function.rpartition('::')[2]}("
                              in path.read_text("utf-8")):
            yield name


def _pytest(root: Path, tests: Sequence[str], options: Sequence[str]) -> int:
    """What pytest ends with on these tests; ``several`` are its options for several workers."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(tests))
        file.flush()
        return subprocess.call(
            [sys.executable, "-m", "pytest", "-q", "--law-asserts-only", "--no-header",
             "--maxfail", str(FAILURES), *options, f"@{file.name}"], cwd=root)


def _run(chooser: Chooser, tests: Sequence[str], checks: Sequence[tuple[str, list[str]]]) -> int:
    running = [(name, subprocess.Popen(command, cwd=chooser.root, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True))
               for name, command in checks]
    parallel = ["-n", str(WORKERS), "--dist", "worksteal"] if sum(
        map(chooser.seconds, tests)) > SINGLE_PROCESS_SECONDS else []
    failed = _pytest(chooser.root, tests, parallel) if tests else 0
    if failed in NOT_FOUND and (existing := list(_still_there(chooser.root, tests))):
        print("the map is older than some tests, which are run with all their cases: make map",
              flush=True)
        failed = _pytest(chooser.root, existing, parallel)
    for name, process in running:
        output, _ = process.communicate()
        if process.returncode:
            print(f"{name}:\n{output}")
        failed = failed or process.returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
