"""Perturbing the law: change one figure or condition, and a test named by its clause must die.

A test that names a clause and does not notice when the clause is broken shows nothing. The data
file lists patches, each the text of one rule in the code and a wrong text in its place::

    [[perturb]]
    row = "pt-805-2015/blackjack-online/17.a"
    file = "games/blackjack_online/rules.py"    # under src/sabot
    find = "BANK_STANDS = 17"                   # occurs exactly once
    replace = "BANK_STANDS = 18"

Each patch is applied to a copy of the code and the tests marked with the row are run against the
copy. ``python -m sabot.certify.perturb`` does it for all and exits with 1 when a patch survives.
A patch changes what the code does, never what it cites.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

COVERAGE = ".law-coverage.json"  # which tests exercise a row, as the last run left it
DATA = Path("tests") / "law" / "perturbations.toml"
SOURCE = Path("src") / "sabot"
SECONDS = 300


class Perturbation(NamedTuple):
    """One patch: the row it breaks, the file under src/sabot, the text found and its replacement.

    ``tests`` are the files or test ids to run, separated by spaces; "" for every test that the last
    coverage names for the row, or the whole suite when there is none.
    """

    row: str
    file: str
    find: str
    replace: str
    tests: str = ""

    @property
    def name(self) -> str:
        """The patch on one line."""
        def one(text: str) -> str:
            return " ".join(text.split())
        return f"{self.row}: {self.file}: {one(self.find)} -> {one(self.replace)}"


class Outcome(NamedTuple):
    """What became of a patch: ``killed``, ``survived``, or ``broken``: it could not be tried."""

    patch: Perturbation
    end: str
    text: str


def load(root: Path) -> list[Perturbation]:
    """The patches of a checkout, in the order of the file; none when it has no such file."""
    path = root / DATA
    if not path.is_file():
        return []
    return [Perturbation(**entry) for entry in tomllib.loads(path.read_text("utf-8"))["perturb"]]


_CITES = re.compile(r'L\["[^"]+"\]|IR\[\d+\]')


def fault(patch: Perturbation, root: Path) -> str:
    """Why a patch cannot be applied, or "" when it can."""
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


def counts(root: Path) -> dict[str, int]:
    """How many patches apply to each row."""
    found: dict[str, int] = {}
    for patch in load(root):
        if not fault(patch, root):
            found[patch.row] = found.get(patch.row, 0) + 1
    return found


# -- running --------------------------------------------------------------------------------------


def copy_source(root: Path, into: Path, patch: Perturbation | None = None) -> Path:
    """The code copied, with the patch applied to it; the folder for the import path."""
    shutil.copytree(root / SOURCE, into / SOURCE, ignore=shutil.ignore_patterns("__pycache__"))
    if patch is not None:
        path = into / SOURCE / patch.file
        path.write_text(path.read_text("utf-8").replace(patch.find, patch.replace), "utf-8")
    return into / SOURCE.parent


def run_tests(root: Path, source: Path, rows: Iterable[str], where: Sequence[str]
              ) -> tuple[int, str]:
    """The tests of these rows against a copy of the code: pytest's exit status and output.

    Nothing is written to the checkout, and a clause that is not given does not fail a test here:
    what it asserts must.
    """
    wanted = [f"--law-row={row}" for row in rows]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider",
               "--law-asserts-only", *wanted, *where]
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True,
                              timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return 1, f"the tests did not end within {SECONDS} seconds"
    return done.returncode, done.stdout + done.stderr


def _where(patch: Perturbation, tests: dict[str, list[str]]) -> list[str]:
    if patch.tests:
        return patch.tests.split()
    return sorted({test.partition("::")[0] for test in tests.get(patch.row, ())}, key=_quick)


def _quick(path: str) -> tuple[bool, str]:
    """Tests of coups before those of houses and programs: the first that dies is enough."""
    return not path.startswith(("tests/rounds", "tests/games")), path


def attempt(patch: Perturbation, root: Path, tests: dict[str, list[str]]) -> Outcome:
    """Apply one patch to a copy of the code and see whether a test of its row dies."""
    wrong = fault(patch, root)
    if wrong:
        return Outcome(patch, "broken", wrong)
    with tempfile.TemporaryDirectory(prefix="sabot-perturb-") as folder:
        source = copy_source(root, Path(folder), patch)
        status, text = run_tests(root, source, [patch.row], _where(patch, tests))
    if status == 1:
        return Outcome(patch, "killed", text)
    if status == 0:
        return Outcome(patch, "survived", text)
    why = "no test is marked with its row" if status == 5 else f"pytest ended with {status}"
    return Outcome(patch, "broken", f"{why}\n{text}")


def control(patches: Sequence[Perturbation], root: Path, tests: dict[str, list[str]]) -> str:
    """The same tests against an unchanged copy must pass; "" or what they said."""
    rows = sorted({patch.row for patch in patches})
    where = sorted({place for patch in patches for place in _where(patch, tests)})
    with tempfile.TemporaryDirectory(prefix="sabot-perturb-") as folder:
        status, text = run_tests(root, copy_source(root, Path(folder)), rows, where)
    return "" if status == 0 else text


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the patches; 0 when every one was killed, 1 when one survived or could not be tried."""
    about = str(__doc__).partition("\n")[0]
    reader = argparse.ArgumentParser(prog="sabot.certify.perturb", description=about)
    reader.add_argument("rows", nargs="*", help="only patches of these rows, such as 15.a or ir/4")
    reader.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    reader.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    given = reader.parse_args(arguments)
    root = given.root.resolve()
    patches = [p for p in load(root) if not given.rows
               or any(p.row == row or p.row.endswith(f"/{row}") for row in given.rows)]
    if not patches:
        print(f"no patches in {root / DATA}", file=sys.stderr)
        return 2
    file = root / COVERAGE
    tests = json.loads(file.read_text("utf-8"))["rows"] if file.is_file() else {}
    if said := control(patches, root, tests):
        print(f"the tests fail before anything is perturbed:\n{said}", file=sys.stderr)
        return 1
    alive = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for outcome in pool.map(lambda p: attempt(p, root, tests), patches):
            print(f"{outcome.end:9} {outcome.patch.name}", flush=True)
            if outcome.end != "killed":
                alive += 1
                print(textwrap.indent(outcome.text.strip()[-1500:], "    "), file=sys.stderr)
    print(f"{len(patches) - alive} of {len(patches)} perturbations were noticed")
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main())
