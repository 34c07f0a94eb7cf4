"""Perturbs the law: changes one figure or condition, and checks that a test of its clause fails.

A test that names a clause must notice when the clause is broken. The files of
``tests/law/perturbations`` list patches, each with the text of a rule in the code and a wrong
text::

    [[perturb]]
    rows = ["pt-805-2015/blackjack-online/17.a"]   # or row = "...": each must be noticed
    file = "games/blackjack_online/coup.py"        # under src/sabot
    find = "while alive and points < BANK_STANDS:" # occurs exactly once
    replace = "while points < BANK_STANDS:"

    [[perturb]]
    rows = ["pt-1364-2001/blackjack/11"]
    drop = "last-coup"                             # this Call or Handle is left out

Two kinds of patches are derived. The figures of each game's rules are made wrong one by one
(`tools.proof.figures`), unless a written patch of the same row does so. A row of procedure without
a patch is perturbed by leaving out the calls and handlings that it orders.

Each patch is applied to a copy of the code, and the tests marked with its rows run against the
copy. ``python -m tools.proof.perturb`` does this for all patches, and exits with 1 if a patch
survives. A patch changes what the code does, never what it cites. """

from __future__ import annotations

import argparse
import hashlib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import tomllib
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sabot import regulations as law
from sabot.certify import coverage
from sabot.procedure.dealer import Coup, Dealer, is_announcement
from sabot.procedure.resolvers import Resolver
from tools.proof import figures

FIGURES = ("games", "families")  # the folders whose modules hold figures of the law
DATA = Path("tests") / "law" / "perturbations"
SOURCE = Path("src") / "sabot"
SECONDS = 300       # for the tests of one patch
TEST_SECONDS = 60   # for one test
CONTROL_SECONDS = 3600  # for the control run with unchanged code
SAMPLE = 12         # the sample has one patch in so many

# The plugins that pytest loads: no others that are installed, and none that only check memory at
# the end of a run.
PLUGINS = ("-p", "timeout", "-p", "hypothesispytest",
           *(f"-pno:{name}" for name in ("cacheprovider", "unraisableexception",
                                         "threadexception")))

# Kinds of rows that are fulfilled by announcing a step.
STEP_KINDS = frozenset(("procedure", "equipment", "admin", "announcement", "accounting", "conduct"))


class Perturbation(NamedTuple):
    """One patch: the rows that it breaks, the file under src/sabot, a text and its replacement.

    A patch with ``drop`` changes no file: the calls and handlings with this word, or ordered by
    this row, are left out. ``tests`` are the files or test ids to run, separated by spaces; "" for
    those of the rows in the last coverage, or the whole suite if there is none.
    """

    rows: tuple[str, ...]
    file: str = ""
    find: str = ""
    replace: str = ""
    tests: str = ""
    drop: str = ""

    @property
    def name(self) -> str:
        """The patch as one line."""
        def on_one_line(text: str) -> str:
            return " ".join(text.split())
        change = f"not told: {self.drop}" if self.drop else \
            f"{self.file}: {on_one_line(self.find)} -> {on_one_line(self.replace)}"
        return f"{', '.join(self.rows)}: {change}"


class Outcome(NamedTuple):
    """The result of a patch: ``killed``, ``survived``, or ``broken`` if it could not be tried.

    ``by`` are the tests that noticed it.
    """

    patch: Perturbation
    end: str
    text: str
    by: frozenset[str] = frozenset()


class LastRun(msgspec.Struct, frozen=True):
    """The coverage file of a test run: the tests of each row, their durations, and the rows whose
    calls and handlings were announced."""

    rows: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    spoken: list[str] = []


def last_run(root: Path) -> LastRun:
    """The last test run of a checkout; empty if there was none."""
    file = root / coverage.FILE
    return msgspec.json.decode(file.read_bytes(), type=LastRun) if file.is_file() else LastRun()


# -- the patches ----------------------------------------------------------------------------------


def written_patches(root: Path) -> list[Perturbation]:
    """The written patches of a checkout, in the order of the files."""
    patches = []
    for path in sorted((root / DATA).glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8")).get("perturb", []):
            rows = entry.pop("rows", None) or [entry.pop("row")]
            patches.append(Perturbation(tuple(rows), **entry))
    return patches


def derived_patches(root: Path, other_patches: Collection[Perturbation] = ()) -> list[Perturbation]:
    """Every figure of the law in games and families made wrong, but for what ``others`` do already.

    A value on lines that another patch of the same row changes is left to that patch.
    """
    patches = []
    for path in sorted(path_ for name in FIGURES for path_ in (root / SOURCE / name).rglob("*.py")):
        file, source = path.relative_to(root / SOURCE).as_posix(), path.read_text("utf-8")
        for figure in figures.figures(source):
            covered = {row for p in other_patches for row in p.rows if p.file == file
                       and (p.find.strip() in figure.text or figure.text.strip() in p.find)}
            context = _context_before(source, figure)
            patches += [Perturbation(rows, file, context + figure.text, context + variant)
                        for variant, variant_rows in figure.variants
                        if (rows := tuple(row for row in variant_rows if row not in covered))]
    return patches


def _context_before(source: str, figure: figures.Figure) -> str:
    """The lines before a figure that make its text unique in the file."""
    lines, text, at = source.splitlines(), "", figure.at - 1
    while source.count(text + figure.text) > 1 and at:
        at -= 1
        text = f"{lines[at]}\n{text}"
    return text


def omitted_steps(
    step_rows: Iterable[str], other_patches: Iterable[Perturbation]
) -> list[Perturbation]:
    """For each row of procedure among ``spoken`` that no other patch breaks: leave it out."""
    covered = {row for patch in other_patches for row in patch.rows}
    return [Perturbation((row,), drop=row) for row in step_rows
            if row not in covered and not row.startswith("ir/") and law.row(row).kind in STEP_KINDS]


def load(root: Path, step_rows: Iterable[str] | None = None) -> list[Perturbation]:
    """Every patch of a checkout, written and derived.

    ``step_rows`` are the rows whose calls and handlings were announced in tests; None for those of
    the last run.
    """
    patches = written_patches(root)
    patches += derived_patches(root, patches)
    return patches + omitted_steps(
        last_run(root).spoken if step_rows is None else step_rows, patches
    )


_CITES = re.compile(r'L\["[^"]+"\]|IR\[\d+\]')


def fault(patch: Perturbation, root: Path) -> str:
    """Why a patch cannot be applied, or ""."""
    if patch.drop:
        return (
            "a patch that leaves out a step has no text to find" if patch.file or patch.find else ""
        )
    path = root / SOURCE / patch.file
    if not path.is_file():
        return f"{patch.file} does not exist"
    times = path.read_text("utf-8").count(patch.find)
    if times != 1:
        return f"its text occurs {times} times in {patch.file}, not once"
    if patch.find == patch.replace:
        return "it changes nothing"
    if sorted(_CITES.findall(patch.find)) != sorted(_CITES.findall(patch.replace)):
        return "it changes a citation, not what the code does"
    return ""


def counts(root: Path, step_rows: Iterable[str] = ()) -> dict[str, int]:
    """The number of applicable patches of each row."""
    number_by_row: dict[str, int] = {}
    for patch in load(root, step_rows):
        if not fault(patch, root):
            for row in patch.rows:
                number_by_row[row] = number_by_row.get(row, 0) + 1
    return number_by_row


_MADE = re.compile(r"^(__pycache__|node_modules|\..*_cache)$|\.egg-info$")


def code_digest(root: Path) -> str:
    """Hex SHA-256 over the code, the tests and the tools of a checkout, in order of name; what was
    installed or compiled there does not count."""
    digest = hashlib.sha256()
    for path in sorted(path_ for folder in ("src", "tests", "tools")
                       for path_ in (root / folder).rglob("*")):
        if path.is_file() and not any(_MADE.search(part) for part in path.parts):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sample(patches: Iterable[Perturbation], digest: str) -> list[Perturbation]:
    """About one patch in SAMPLE; other code gives other patches."""
    return [p for p in patches
            if hashlib.sha256(f"{digest}{p.name}".encode()).digest()[0] % SAMPLE == 0]


# -- steps that are left out ----------------------------------------------------------------------


@contextmanager
def dropping(word: str) -> Iterator[None]:
    """Leave out every Call and Handle with this word, or ordered by this row."""
    begin = Dealer.__init__

    def without_steps(self: Dealer, coup: Coup, chance: Resolver) -> None:
        begin(self, _without(coup, word), chance)

    Dealer.__init__ = without_steps  # type: ignore[method-assign]
    try:
        yield
    finally:
        Dealer.__init__ = begin  # type: ignore[method-assign]


def _without(coup: Coup, word: str) -> Generator[Any, Any, Any]:
    """The coup without these steps; it continues as if they had been done."""
    reply: Any = None
    try:
        step = next(coup)
        while True:
            if is_announcement(step) and word in (step.law, getattr(step, "call", ""),
                                                  getattr(step, "what", "")):
                step = coup.send(None)
                continue
            try:
                reply = yield step
            except Exception as error:
                step = coup.throw(error)
            else:
                step = coup.send(reply)
    except StopIteration as end:
        return end.value


# -- running --------------------------------------------------------------------------------------


class Worker:
    """A copy of the code, and a process that runs tests against it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._folder = tempfile.TemporaryDirectory(prefix="sabot-perturb-")
        self._workspace = Path(self._folder.name)
        self._copy = self._workspace / SOURCE
        self._changes, self._changed = 0, ""
        shutil.copytree(root / SOURCE, self._copy, ignore=shutil.ignore_patterns("__pycache__"))
        for folder, copy in ((root / SOURCE, self._copy), (root / "tests", root / "tests")):
            _copy_compiled(folder, copy, Path(f"{self._copy.parent}.pyc"))
        environment = {**os.environ, "PYTHONPATH": str(self._copy.parent),
                       "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        self._forks = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("forks.py"))], cwd=root,
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *failure: object) -> None:
        for pipe in (self._forks.stdin, self._forks.stdout):
            if pipe is not None:
                pipe.close()
        self._forks.wait()
        self._folder.cleanup()

    def run(self, rows: Iterable[str], files: Sequence[str], *options: str, seconds: int = SECONDS
            ) -> tuple[str, str, dict[str, set[str]]]:
        """Run the tests of these rows.

        Return pytest's status, its output, and by name the rows with a test ("ran"), those with a
        failed test ("dead") and the failed tests ("by"). The run ends as soon as each row has a
        failed test. Nothing is written to the checkout. Only assertions count: a clause that is not
        cited does not fail a test here.
        """
        output, result_file = self._workspace / "said", self._workspace / "fate.json"
        result_file.unlink(missing_ok=True)
        arguments = ["-q", "--no-header", *PLUGINS, f"--timeout={TEST_SECONDS}",
                     "-W", "ignore::pytest.PytestAssertRewriteWarning",
                     "--continue-on-collection-errors",
                     "--law-asserts-only", f"--law-fate={result_file}",
                     *(f"--law-row={row}" for row in rows), *options, *files]
        order = {"source": str(self._copy.parent), "changed": self._changed,
                 "arguments": arguments, "said": str(output), "seconds": seconds}
        assert self._forks.stdin is not None and self._forks.stdout is not None
        self._forks.stdin.write(json.dumps(order) + "\n")
        self._forks.stdin.flush()
        status = self._forks.stdout.readline().strip()
        text = output.read_text("utf-8", "replace") if output.exists() else ""
        result = json.loads(result_file.read_text("utf-8")) if result_file.exists() else {}
        return status, text, {key: set(result.get(key, ())) for key in ("ran", "dead", "by")}

    def note(self, tests: Sequence[str]) -> Path:
        """Write a file that lists these tests; return its path."""
        path = self._workspace / "tests.json"
        path.write_text(json.dumps(tests), "utf-8")
        return path

    @contextmanager
    def changed(self, patch: Perturbation) -> Iterator[None]:
        """Apply a patch to the copy."""
        if patch.drop:
            yield
            return
        path = self._copy / patch.file
        text, stat = path.read_text("utf-8"), path.stat()
        path.write_text(text.replace(patch.find, patch.replace), "utf-8")
        # Compiled files are checked by the second of the source: no two changes may share one.
        self._changes += 1
        os.utime(path, (stat.st_atime, int(stat.st_mtime) + self._changes))
        self._changed = patch.file
        try:
            yield
        finally:
            self._changed = ""
            path.write_text(text, "utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def attempt(self, patch: Perturbation, last: LastRun) -> Outcome:
        """Apply one patch, and check whether a test of each of its rows fails."""
        if problem := fault(patch, self.root):
            return Outcome(patch, "broken", problem)
        options = [f"--law-drop={patch.drop}"] if patch.drop else []
        unnoticed_rows, tried_rows, noticing, text = set(patch.rows), set[str](), set[str](), ""
        with self.changed(patch):
            for files in stages(patch, last):
                status, text, result = self.run(sorted(unnoticed_rows), files, *options)
                if status == "late":
                    return Outcome(patch, "killed", f"the tests last more than {SECONDS} seconds")
                if status not in ("0", "1", "5"):
                    return Outcome(patch, "broken", f"pytest ended with {status}\n{text}")
                tried_rows |= result["ran"]
                unnoticed_rows -= result["dead"]
                noticing |= result["by"]
                if not unnoticed_rows:
                    return Outcome(patch, "killed", text, frozenset(noticing))
        if untested := unnoticed_rows - tried_rows:
            why = f"no test is marked with its row {', '.join(sorted(untested))}"
            return Outcome(patch, "broken", f"{why}\n{text}")
        return Outcome(patch, "survived", f"unnoticed: {', '.join(sorted(unnoticed_rows))}\n{text}")


def _copy_compiled(folder: Path, copy: Path, prefix: Path) -> None:
    """Copy the compiled files of a folder to the cache of a copy with this prefix; they are valid
    as long as the copy has the same file times."""
    for path in folder.rglob(f"__pycache__/*{sys.implementation.cache_tag}*.pyc"):
        target = prefix / (copy / path.relative_to(folder)).parent.parent.relative_to(copy.anchor)
        target.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # another process writes there too
            shutil.copyfile(path, target / path.name)


def stages(patch: Perturbation, last: LastRun) -> list[list[str]]:
    """The test files to run first, and those to run only if a row is still unnoticed.

    First the quickest file of each row; then all others, the quick ones first.
    """
    if patch.tests:
        return [patch.tests.split()]
    costs: dict[str, float] = {}
    first: set[str] = set()
    for row in patch.rows:
        seconds_of: dict[str, float] = {}
        for test in last.rows.get(row, ()):
            file = test.partition("::")[0]
            seconds_of[file] = seconds_of.get(file, 0.05) + last.seconds.get(test, 0.1)
        if seconds_of:
            first.add(min(seconds_of, key=lambda f: (seconds_of[f], f)))
        for file, cost in seconds_of.items():
            costs[file] = costs.get(file, 0) + cost
    if not costs:
        return [[]]
    later = sorted(costs.keys() - first, key=lambda f: (costs[f], f))
    return [sorted(first), later] if later else [sorted(first)]


def control(workers: Sequence[Worker], ids: Iterable[str]) -> tuple[set[str], str]:
    """Run the noticing tests against unchanged copies; return those that fail there too, and the
    output."""
    files = sorted({test.partition("::")[0] for test in ids})
    tests = sorted(ids)

    def run_share(index: int) -> tuple[set[str], str]:
        own_tests = [
            test for test in tests if test.partition("::")[0] in files[index :: len(workers)]
        ]
        if not own_tests:
            return set(), ""
        status, text, result = workers[index].run(
            (), files[index::len(workers)], f"--law-tests={workers[index].note(own_tests)}",
            seconds=CONTROL_SECONDS)
        return (set(), "") if status in ("0", "5") else (result["by"] or set(own_tests), text)

    with ThreadPoolExecutor(len(workers)) as pool:
        results = list(pool.map(run_share, range(len(workers))))
    return set().union(*(failed for failed, _ in results)), "\n".join(text for _, text in results)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the patches; return 0 if all were killed, 1 if one survived or could not be tried."""
    description = str(__doc__).partition("\n")[0]
    reader = argparse.ArgumentParser(prog="tools.proof.perturb", description=description)
    reader.add_argument("rows", nargs="*", help="only patches of these rows, such as 15.a or ir/4, "
                        "or of the sections that begin so")
    reader.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    reader.add_argument("--sample", action="store_true",
                        help=f"one of {SAMPLE}, others for every state of the code")
    reader.add_argument("--list", action="store_true", help="only name them")
    reader.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    arguments_ = reader.parse_args(arguments)
    root = arguments_.root.resolve()
    patches = [p for p in load(root) if not arguments_.rows or any(
        row.startswith(f"{row_}/") or row.endswith(f"/{row_}") or row == row_
        for row in p.rows for row_ in arguments_.rows)]
    if arguments_.sample:
        patches = sample(patches, code_digest(root))
    if not patches:
        print(f"no patches in {root / DATA}", file=sys.stderr)
        return 2
    if arguments_.list:
        print("\n".join(patch.name for patch in patches))
        return 0
    return _run_all(root, patches, max(1, min(arguments_.jobs, len(patches))))


def _try_patch(worker: Worker, patch: Perturbation, last: LastRun) -> Outcome:
    """Try a patch, and print its result."""
    start = time.monotonic()
    outcome = worker.attempt(patch, last)
    print(f"{outcome.end:9}{time.monotonic() - start:5.1f} s  {patch.name}", flush=True)
    if outcome.end != "killed":
        print(textwrap.indent(outcome.text.strip()[-1500:], "    "), file=sys.stderr, flush=True)
    return outcome


def _run_all(root: Path, patches: Sequence[Perturbation], jobs: int) -> int:
    last, start = last_run(root), time.monotonic()
    workers = [Worker(root) for _ in range(jobs)]
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)
    groups: dict[
        str, list[Perturbation]
    ] = {}  # one worker for each file, which loads the other modules once
    for patch in patches:
        groups.setdefault(patch.file, []).append(patch)

    def try_group(group: Sequence[Perturbation]) -> list[Outcome]:
        worker = idle.get()
        try:
            return [_try_patch(worker, patch, last) for patch in group]
        finally:
            idle.put(worker)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            longest = sorted(groups.values(), key=len, reverse=True)
            outcomes = [outcome for part in pool.map(try_group, longest) for outcome in part]
        failed, output = control(workers, {test for outcome in outcomes for test in outcome.by})
    finally:
        for worker in workers:
            worker.__exit__()
    if failed:
        print(f"these tests fail though nothing is perturbed:\n{output}", file=sys.stderr)
    open_outcomes = [outcome for outcome in outcomes
                     if outcome.end != "killed" or (outcome.by and outcome.by <= failed)]
    for (
        outcome
    ) in open_outcomes:  # repeated at the end, in case the log is cut
        print(f"{outcome.end.upper()} {outcome.patch.name}")
    print(f"{len(patches) - len(open_outcomes)} of {len(patches)} perturbations were noticed "
          f"in {time.monotonic() - start:.0f} seconds")
    return 1 if open_outcomes or failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
