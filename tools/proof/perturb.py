"""Perturbing the law: change one figure or condition, and a test named by its clause must die.

A test that names a clause and does not notice when the clause is broken shows nothing. The files of
``tests/law/perturbations`` list patches, each the text of a rule in the code and a wrong text in
its place::

    [[perturb]]
    rows = ["pt-805-2015/blackjack-online/17.a"]   # or row = "...": each must be noticed
    file = "games/blackjack_online/coup.py"        # under src/sabot
    find = "while alive and points < BANK_STANDS:" # occurs exactly once
    replace = "while points < BANK_STANDS:"

    [[perturb]]
    rows = ["pt-1364-2001/blackjack/11"]
    drop = "last-coup"                             # this Call or Handle is not told

Two kinds need not be written. The figures of each game's rules are made wrong one by one
(`tools.proof.figures`), unless a written patch of the same row does so. And a row of procedure
that no patch breaks is broken by not telling the calls and handlings that it orders.

Each patch is applied to a copy of the code and the tests marked with its rows are run against the
copy. ``python -m tools.proof.perturb`` does it for all and exits with 1 when a patch survives.
A patch changes what the code does, never what it cites.
"""

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

from sabot import law
from sabot.certify import coverage
from sabot.procedure.dealer import Coup, Dealer, is_announcement
from sabot.procedure.resolvers import Resolver
from tools.proof import figures

FIGURES = ("games", "families")  # the folders whose modules hold figures of the law
DATA = Path("tests") / "law" / "perturbations"
SOURCE = Path("src") / "sabot"
SECONDS = 300       # for the tests of one patch
TEST_SECONDS = 60   # for one test
CONTROL_SECONDS = 3600  # for all that noticed something, where nothing is changed
SAMPLE = 4          # one patch of so many is in the sample

# What pytest loads: not whatever else is installed, and nothing that only looks for what is left
# in memory at the end of a run.
PLUGINS = ("-p", "timeout", "-p", "hypothesispytest",
           *(f"-pno:{name}" for name in ("cacheprovider", "unraisableexception",
                                         "threadexception")))

# Rows of these kinds are done with by telling them.
TOLD = frozenset(("procedure", "equipment", "admin", "announcement", "accounting", "conduct"))


class Perturbation(NamedTuple):
    """One patch: the rows it breaks, the file under src/sabot, the text found and its replacement.

    A patch with ``drop`` changes no file: the calls and handlings with this word, or ordered by
    this row, are not told. ``tests`` are the files or test ids to run, separated by spaces; "" for
    those that the last coverage names for the rows, or the whole suite when there is none.
    """

    rows: tuple[str, ...]
    file: str = ""
    find: str = ""
    replace: str = ""
    tests: str = ""
    drop: str = ""

    @property
    def name(self) -> str:
        """The patch on one line."""
        def one(text: str) -> str:
            return " ".join(text.split())
        what = f"not told: {self.drop}" if self.drop else \
            f"{self.file}: {one(self.find)} -> {one(self.replace)}"
        return f"{', '.join(self.rows)}: {what}"


class Outcome(NamedTuple):
    """What became of a patch: ``killed``, ``survived``, or ``broken``: it could not be tried.

    ``by`` are the tests that noticed it.
    """

    patch: Perturbation
    end: str
    text: str
    by: frozenset[str] = frozenset()


class Shown(msgspec.Struct, frozen=True):
    """What a run of the tests left behind: the tests of each row, how long each took, and the rows
    whose calls and handlings it saw told."""

    rows: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    spoken: list[str] = []


def shown(root: Path) -> Shown:
    """What the last run of the tests left in a checkout; nothing when there was none."""
    file = root / coverage.FILE
    return msgspec.json.decode(file.read_bytes(), type=Shown) if file.is_file() else Shown()


# -- the patches ----------------------------------------------------------------------------------


def written(root: Path) -> list[Perturbation]:
    """The patches of a checkout's files, in the order of the files; none when it has none."""
    found = []
    for path in sorted((root / DATA).glob("*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8")).get("perturb", []):
            rows = entry.pop("rows", None) or [entry.pop("row")]
            found.append(Perturbation(tuple(rows), **entry))
    return found


def derived(root: Path, others: Collection[Perturbation] = ()) -> list[Perturbation]:
    """Every figure of the law in games and families made wrong, but for what ``others`` do already.

    A value on lines that some other patch of the same row changes is left to that patch.
    """
    found = []
    for path in sorted(one for name in FIGURES for one in (root / SOURCE / name).rglob("*.py")):
        file, source = path.relative_to(root / SOURCE).as_posix(), path.read_text("utf-8")
        for figure in figures.figures(source):
            done = {row for p in others for row in p.rows if p.file == file
                    and (p.find.strip() in figure.text or figure.text.strip() in p.find)}
            before = _before(source, figure)
            found += [Perturbation(rows, file, before + figure.text, before + wrong)
                      for wrong, named in figure.wrong
                      if (rows := tuple(row for row in named if row not in done))]
    return found


def _before(source: str, figure: figures.Figure) -> str:
    """The lines before a figure that are needed to find it, where its own stand there twice."""
    lines, text, at = source.splitlines(), "", figure.at - 1
    while source.count(text + figure.text) > 1 and at:
        at -= 1
        text = f"{lines[at]}\n{text}"
    return text


def untold(spoken: Iterable[str], others: Iterable[Perturbation]) -> list[Perturbation]:
    """For each row of procedure among ``spoken`` that no other patch breaks: it is not told."""
    broken = {row for patch in others for row in patch.rows}
    return [Perturbation((row,), drop=row) for row in spoken
            if row not in broken and not row.startswith("ir/") and law.row(row).kind in TOLD]


def load(root: Path, spoken: Iterable[str] | None = None) -> list[Perturbation]:
    """Every patch of a checkout, written and derived.

    ``spoken`` are the rows whose calls and handlings the tests saw; None for those of the last run.
    """
    patches = written(root)
    patches += derived(root, patches)
    return patches + untold(shown(root).spoken if spoken is None else spoken, patches)


_CITES = re.compile(r'L\["[^"]+"\]|IR\[\d+\]')


def fault(patch: Perturbation, root: Path) -> str:
    """Why a patch cannot be applied, or "" when it can."""
    if patch.drop:
        return "a step that is not told has no text to find" if patch.file or patch.find else ""
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


def counts(root: Path, spoken: Iterable[str] = ()) -> dict[str, int]:
    """How many patches apply to each row."""
    found: dict[str, int] = {}
    for patch in load(root, spoken):
        if not fault(patch, root):
            for row in patch.rows:
                found[row] = found.get(row, 0) + 1
    return found


def code_digest(root: Path) -> str:
    """Hex SHA-256 over the code, the tests and the tools of a checkout, in order of name."""
    digest = hashlib.sha256()
    for path in sorted(one for folder in ("src", "tests", "tools")
                       for one in (root / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def sample(patches: Iterable[Perturbation], digest: str) -> list[Perturbation]:
    """About one patch of SAMPLE, others for every other state of the code."""
    return [p for p in patches
            if hashlib.sha256(f"{digest}{p.name}".encode()).digest()[0] % SAMPLE == 0]


# -- steps that are not told ----------------------------------------------------------------------


@contextmanager
def dropping(word: str) -> Iterator[None]:
    """While this lasts no coup tells a Call or a Handle with this word or ordered by this row."""
    begin = Dealer.__init__

    def deaf(self: Dealer, coup: Coup, chance: Resolver) -> None:
        begin(self, _without(coup, word), chance)

    Dealer.__init__ = deaf  # type: ignore[method-assign]
    try:
        yield
    finally:
        Dealer.__init__ = begin  # type: ignore[method-assign]


def _without(coup: Coup, word: str) -> Generator[Any, Any, Any]:
    """The coup without these steps: it goes on as if each of them had been done."""
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
            except Exception as thrown:
                step = coup.throw(thrown)
            else:
                step = coup.send(reply)
    except StopIteration as end:
        return end.value


# -- running --------------------------------------------------------------------------------------


class Worker:
    """A copy of the code and a process that runs tests against it, one set after the other."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._folder = tempfile.TemporaryDirectory(prefix="sabot-perturb-")
        self._place = Path(self._folder.name)
        self._copy = self._place / SOURCE
        self._changes, self._changed = 0, ""
        shutil.copytree(root / SOURCE, self._copy, ignore=shutil.ignore_patterns("__pycache__"))
        for folder, copy in ((root / SOURCE, self._copy), (root / "tests", root / "tests")):
            _hand_over(folder, copy, Path(f"{self._copy.parent}.pyc"))
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

    def run(self, rows: Iterable[str], where: Sequence[str], *more: str, seconds: int = SECONDS
            ) -> tuple[str, str, dict[str, set[str]]]:
        """The tests of these rows: pytest's status, what it said, and by name the rows that had a
        test ("ran"), those of which one failed ("dead") and the tests that did ("by").

        It ends as soon as each row has a test that failed. Nothing is written to the checkout, and
        a clause that is not given does not fail a test here: what it asserts must.
        """
        said, fate = self._place / "said", self._place / "fate.json"
        fate.unlink(missing_ok=True)
        arguments = ["-q", "--no-header", *PLUGINS, f"--timeout={TEST_SECONDS}",
                     "-W", "ignore::pytest.PytestAssertRewriteWarning",
                     "--continue-on-collection-errors",
                     "--law-asserts-only", f"--law-fate={fate}",
                     *(f"--law-row={row}" for row in rows), *more, *where]
        order = {"source": str(self._copy.parent), "changed": self._changed,
                 "arguments": arguments, "said": str(said), "seconds": seconds}
        assert self._forks.stdin is not None and self._forks.stdout is not None
        self._forks.stdin.write(json.dumps(order) + "\n")
        self._forks.stdin.flush()
        status = self._forks.stdout.readline().strip()
        text = said.read_text("utf-8", "replace") if said.exists() else ""
        told = json.loads(fate.read_text("utf-8")) if fate.exists() else {}
        return status, text, {key: set(told.get(key, ())) for key in ("ran", "dead", "by")}

    def note(self, tests: Sequence[str]) -> Path:
        """A file that lists these tests."""
        path = self._place / "tests.json"
        path.write_text(json.dumps(tests), "utf-8")
        return path

    @contextmanager
    def changed(self, patch: Perturbation) -> Iterator[None]:
        """The copy with a patch applied to it."""
        if patch.drop:
            yield
            return
        path = self._copy / patch.file
        text, stat = path.read_text("utf-8"), path.stat()
        path.write_text(text.replace(patch.find, patch.replace), "utf-8")
        # Compiled code is known by the second of its source: no two changes may share one.
        self._changes += 1
        os.utime(path, (stat.st_atime, int(stat.st_mtime) + self._changes))
        self._changed = patch.file
        try:
            yield
        finally:
            self._changed = ""
            path.write_text(text, "utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def attempt(self, patch: Perturbation, known: Shown) -> Outcome:
        """Apply one patch and see whether a test of each of its rows dies."""
        if wrong := fault(patch, self.root):
            return Outcome(patch, "broken", wrong)
        more = [f"--law-drop={patch.drop}"] if patch.drop else []
        alive, tried, by, text = set(patch.rows), set[str](), set[str](), ""
        with self.changed(patch):
            for where in stages(patch, known):
                status, text, fate = self.run(sorted(alive), where, *more)
                if status == "late":
                    return Outcome(patch, "killed", f"the tests last more than {SECONDS} seconds")
                if status not in ("0", "1", "5"):
                    return Outcome(patch, "broken", f"pytest ended with {status}\n{text}")
                tried |= fate["ran"]
                alive -= fate["dead"]
                by |= fate["by"]
                if not alive:
                    return Outcome(patch, "killed", text, frozenset(by))
        if lacking := alive - tried:
            why = f"no test is marked with its row {', '.join(sorted(lacking))}"
            return Outcome(patch, "broken", f"{why}\n{text}")
        return Outcome(patch, "survived", f"unnoticed: {', '.join(sorted(alive))}\n{text}")


def _hand_over(folder: Path, copy: Path, prefix: Path) -> None:
    """What is compiled of a folder, to where a process with this prefix looks for that of a copy:
    it fits as long as the copy has the times of the files."""
    for path in folder.rglob(f"__pycache__/*{sys.implementation.cache_tag}*.pyc"):
        to = prefix / (copy / path.relative_to(folder)).parent.parent.relative_to(copy.anchor)
        to.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):  # somebody else writes there too
            shutil.copyfile(path, to / path.name)


def stages(patch: Perturbation, known: Shown) -> list[list[str]]:
    """Which files of tests to run, and which only when those leave a row alive.

    First the file that shows each row in the least time; then all others, the quick ones first.
    """
    if patch.tests:
        return [patch.tests.split()]
    costs: dict[str, float] = {}
    first: set[str] = set()
    for row in patch.rows:
        here: dict[str, float] = {}
        for test in known.rows.get(row, ()):
            file = test.partition("::")[0]
            here[file] = here.get(file, 0.05) + known.seconds.get(test, 0.1)
        if here:
            first.add(min(here, key=lambda f: (here[f], f)))
        for file, cost in here.items():
            costs[file] = costs.get(file, 0) + cost
    if not costs:
        return [[]]
    later = sorted(costs.keys() - first, key=lambda f: (costs[f], f))
    return [sorted(first), later] if later else [sorted(first)]


def control(workers: Sequence[Worker], ids: Iterable[str]) -> tuple[set[str], str]:
    """The tests that noticed something, against unchanged copies: those that fail there too, for
    which nothing can be said to have been noticed, and what was said of them."""
    files = sorted({test.partition("::")[0] for test in ids})
    tests = sorted(ids)

    def share(at: int) -> tuple[set[str], str]:
        mine = [test for test in tests if test.partition("::")[0] in files[at::len(workers)]]
        if not mine:
            return set(), ""
        status, text, fate = workers[at].run(
            (), files[at::len(workers)], f"--law-tests={workers[at].note(mine)}",
            seconds=CONTROL_SECONDS)
        return (set(), "") if status in ("0", "5") else (fate["by"] or set(mine), text)

    with ThreadPoolExecutor(len(workers)) as pool:
        found = list(pool.map(share, range(len(workers))))
    return set().union(*(failed for failed, _ in found)), "\n".join(text for _, text in found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the patches; 0 when every one was killed, 1 when one survived or could not be tried."""
    about = str(__doc__).partition("\n")[0]
    reader = argparse.ArgumentParser(prog="tools.proof.perturb", description=about)
    reader.add_argument("rows", nargs="*", help="only patches of these rows, such as 15.a or ir/4, "
                        "or of the sections that begin so")
    reader.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    reader.add_argument("--sample", action="store_true",
                        help=f"one of {SAMPLE}, others for every state of the code")
    reader.add_argument("--list", action="store_true", help="only name them")
    reader.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    given = reader.parse_args(arguments)
    root = given.root.resolve()
    patches = [p for p in load(root) if not given.rows or any(
        row.startswith(f"{asked}/") or row.endswith(f"/{asked}") or row == asked
        for row in p.rows for asked in given.rows)]
    if given.sample:
        patches = sample(patches, code_digest(root))
    if not patches:
        print(f"no patches in {root / DATA}", file=sys.stderr)
        return 2
    if given.list:
        print("\n".join(patch.name for patch in patches))
        return 0
    return _all(root, patches, max(1, min(given.jobs, len(patches))))


def _told(worker: Worker, patch: Perturbation, known: Shown) -> Outcome:
    """Try a patch, and print what became of it."""
    began = time.monotonic()
    outcome = worker.attempt(patch, known)
    print(f"{outcome.end:9}{time.monotonic() - began:5.1f} s  {patch.name}", flush=True)
    if outcome.end != "killed":
        print(textwrap.indent(outcome.text.strip()[-1500:], "    "), file=sys.stderr, flush=True)
    return outcome


def _all(root: Path, patches: Sequence[Perturbation], jobs: int) -> int:
    known, began = shown(root), time.monotonic()
    workers = [Worker(root) for _ in range(jobs)]
    free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        free.put(worker)
    groups: dict[str, list[Perturbation]] = {}  # one worker for a file: it loads the others once
    for patch in patches:
        groups.setdefault(patch.file, []).append(patch)

    def several(group: Sequence[Perturbation]) -> list[Outcome]:
        worker = free.get()
        try:
            return [_told(worker, patch, known) for patch in group]
        finally:
            free.put(worker)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            longest = sorted(groups.values(), key=len, reverse=True)
            outcomes = [outcome for part in pool.map(several, longest) for outcome in part]
        failed, said = control(workers, {test for outcome in outcomes for test in outcome.by})
    finally:
        for worker in workers:
            worker.__exit__()
    if failed:
        print(f"these tests fail though nothing is perturbed:\n{said}", file=sys.stderr)
    alive = [outcome for outcome in outcomes
             if outcome.end != "killed" or (outcome.by and outcome.by <= failed)]
    for outcome in alive:  # once more: what went before may be cut where a log is kept short
        print(f"{outcome.end.upper()} {outcome.patch.name}")
    print(f"{len(patches) - len(alive)} of {len(patches)} perturbations were noticed "
          f"in {time.monotonic() - began:.0f} seconds")
    return 1 if alive or failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
