"""How much `make quick` misses of what `make test` finds, measured on random changes.

One line of the program is changed at a time, as by a typing error: a comparison, a constant, a
condition, a call that is left out. `make quick` chooses its tests as it does for a developer, and
they run until one fails. All changes that it did not detect are then combined in one copy, and
the whole suite runs on it once: every test that fails there is run against each of these changes
separately, so that for each change it is known whether `make test` detects it.

    python -m benchmarks.quick_misses --changes 100 --seed 1

This needs the map that ``make map`` writes. It works in a copy of the checkout. Each change, and
the test that detected it, is stored in ``--out`` as it goes; a second run continues from there.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.proof import linemap
from tools.proof.quick import SECONDS, WORKERS, Chooser

COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
WRITTEN: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"}


class Change(NamedTuple):
    """Line ``line`` of a file, counted from 1, before and after the change."""

    file: str
    line: int
    before: str
    after: str

    def make(self, root: Path) -> None:
        path = root / self.file
        lines = path.read_text("utf-8").split("\n")
        assert lines[self.line - 1] in (self.before, self.after), self
        lines[self.line - 1] = self.after
        path.write_text("\n".join(lines), "utf-8")


def slips(file: str, text: str) -> list[Change]:
    """Yield every error that one line of a module could have, each within its line."""
    lines = text.split("\n")
    found: list[Change] = []

    def put(line: int, start: int, end: int, new: str) -> None:
        raw = lines[line - 1].encode()
        after = (raw[:start] + new.encode() + raw[end:]).decode()
        if after != lines[line - 1]:
            found.append(Change(file, line, lines[line - 1], after))

    for node in ast.walk(ast.parse(text)):
        line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
        if not line or line != end:
            continue
        a, b = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = node.left.end_col_offset or 0, node.comparators[0].col_offset
            between = lines[line - 1].encode()[left:right].decode()
            old, new = WRITTEN[type(node.ops[0])], COMPARED[type(node.ops[0])]
            put(line, left, right, re.sub(rf"(?<![\w<>=!]){re.escape(old)}(?![\w=])", new, between))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            put(line, a, b, str(node.value + 1))
        elif isinstance(node, ast.BoolOp):
            left, right = node.values[0].end_col_offset or 0, node.values[1].col_offset
            between = lines[line - 1].encode()[left:right].decode()
            put(line, left, right, between.replace(" and ", " or ") if " and " in between
                else between.replace(" or ", " and "))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            put(line, a, node.operand.col_offset, "")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.YieldFrom):
            put(line, a, b, "pass")
        elif isinstance(node, ast.Return) and node.value is not None:
            put(line, a, b, "return None")
    return found


def chosen(root: Path, changes: int, seed: int) -> list[Change]:
    """Return random changes; each line of the program that can be changed is equally likely."""
    every: dict[tuple[str, int], list[Change]] = {}
    for path in sorted((root / "src" / "sabot").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for one in slips(file, path.read_text("utf-8")):
            every.setdefault((one.file, one.line), []).append(one)
    chance = random.Random(seed)
    return [chance.choice(every[key]) for key in chance.sample(sorted(every), changes)]


def run(root: Path, tests: list[str], *more: str, several: bool = True) -> tuple[bool, list[str]]:
    """Return whether a test failed, and which."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(tests))
        file.flush()
        process = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--law-asserts-only", "--no-header", "-rfE",
             "--tb=no", "-p", "no:cacheprovider", *more,
             *(["-n", str(WORKERS), "--dist", "worksteal"] if several else []), f"@{file.name}"],
            cwd=root, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(root / "src")})
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", process.stdout, re.MULTILINE)
    return process.returncode not in (0, 5), failed


def quick(root: Path, change: Change, known: linemap.LineMap) -> tuple[str, int]:
    """Return the test that detected a change among those that `make quick` runs, "" if none did,
    and how many it ran."""
    chooser = Chooser(root, known)
    choice = chooser.within(chooser.tests_by_kind([change.file]), SECONDS)
    if not choice.tests:
        return "", 0
    long = sum(map(chooser.seconds, choice.tests)) > 8
    fell, failed = run(root, choice.tests, "-x", several=long)
    return (failed[0] if failed else "the start") if fell else "", len(choice.tests)


def measured(root: Path, changes: list[Change], out: Path) -> Iterator[dict[str, object]]:
    known = linemap.read(root)
    if known is None:
        raise SystemExit("there is no map of lines: make map writes one")
    before = {one["change"]: one for one in map(json.loads, out.read_text().splitlines())} \
        if out.exists() else {}
    for n, change in enumerate(changes):
        name = f"{change.file}:{change.line} {change.after.strip()}"
        if name not in before:
            text = (root / change.file).read_text("utf-8")
            began = time.monotonic()
            try:
                change.make(root)
                by, tests = quick(root, change, known)
            finally:
                (root / change.file).write_text(text, "utf-8")
            before[name] = {"change": name, "by": by, "tests": tests,
                            "seconds": round(time.monotonic() - began, 1)}
            with out.open("a") as file:
                file.write(json.dumps(before[name]) + "\n")
        print(f"{n + 1:4} {before[name]['seconds']:6} s  {before[name]['by'] or '-':70} {name}",
              flush=True)
        yield before[name]


def main() -> None:
    parser = argparse.ArgumentParser(prog="quick_misses", description=__doc__)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("quick-misses.jsonl"))
    asked = parser.parse_args()
    here = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="quick-misses-") as folder:
        root = Path(folder) / "copy"
        shutil.copytree(here, root, symlinks=True, ignore=shutil.ignore_patterns(
            ".venv", ".git", "__pycache__", "_build", ".mypy_cache", ".hypothesis"))
        changes = chosen(root, asked.changes, asked.seed)
        results = list(measured(root, changes, asked.out))
        left = [change for change, one in zip(changes, results, strict=True) if not one["by"]]
        print(f"{len(changes) - len(left)} of {len(changes)} noticed by make quick; the whole "
              f"suite runs once on the {len(left)} others together", flush=True)
        texts = {one.file: (root / one.file).read_text("utf-8") for one in left}
        for one in left:
            one.make(root)
        _, failed = run(root, ["tests"])
        missed: dict[str, list[str]] = {}
        for change in left if failed else []:
            for file, text in texts.items():
                (root / file).write_text(text, "utf-8")
            change.make(root)
            if by := run(root, failed)[1]:
                missed[f"{change.file}:{change.line} {change.after.strip()}"] = by
        for file, text in texts.items():
            (root / file).write_text(text, "utf-8")
        found = len(changes) - len(left) + len(missed)
        for name, by in missed.items():
            print(f"missed: {name}\n        {', '.join(by[:3])}")
        print(f"make test finds {found} of {len(changes)} changes, make quick "
              f"{found - len(missed)} of these: {100 * (1 - len(missed) / max(found, 1)):.1f} %")


if __name__ == "__main__":
    main()
