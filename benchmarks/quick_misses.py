"""What `make quick` misses of what `make test` finds, measured on random changes.

One line of the program is changed at a time, as a slip of the pen would: a comparison, a constant,
a condition, a call that is left out. `make quick` chooses its tests as it does for a person, and
they run until one fails. All changes that it did not notice are then put together into one copy,
and the whole suite runs on it once: every test that fails there is run against each of these
changes alone, so that each is known to be found by `make test` or by nothing.

    python -m benchmarks.quick_misses --changes 100 --seed 1

Needs the map that ``make map`` writes. Works in a copy of the checkout; what each change was, and
who noticed it, is kept in ``--out`` as it goes, and a second run goes on from there.
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
    """Line ``line`` of a file, counted from 1, as it is and as it would be."""

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
    """Every slip that one line of a module could have, each within its line."""
    lines = text.split("\n")
    changes: list[Change] = []

    def add_change(line: int, start: int, end: int, new: str) -> None:
        raw = lines[line - 1].encode()
        after = (raw[:start] + new.encode() + raw[end:]).decode()
        if after != lines[line - 1]:
            changes.append(Change(file, line, lines[line - 1], after))

    for node in ast.walk(ast.parse(text)):
        line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
        if not line or line != end:
            continue
        a, b = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = node.left.end_col_offset or 0, node.comparators[0].col_offset
            between = lines[line - 1].encode()[left:right].decode()
            old, new = WRITTEN[type(node.ops[0])], COMPARED[type(node.ops[0])]
            add_change(
                line, left, right, re.sub(rf"(?<![\w<>=!]){re.escape(old)}(?![\w=])", new, between)
            )
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            add_change(line, a, b, str(node.value + 1))
        elif isinstance(node, ast.BoolOp):
            left, right = node.values[0].end_col_offset or 0, node.values[1].col_offset
            between = lines[line - 1].encode()[left:right].decode()
            add_change(line, left, right, between.replace(" and ", " or ") if " and " in between
                       else between.replace(" or ", " and "))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            add_change(line, a, node.operand.col_offset, "")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.YieldFrom):
            add_change(line, a, b, "pass")
        elif isinstance(node, ast.Return) and node.value is not None:
            add_change(line, a, b, "return None")
    return changes


def random_changes(root: Path, changes: int, seed: int) -> list[Change]:
    """Random changes: each line of the program that could have a slip is as likely as another."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for path in sorted((root / "src" / "sabot").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        for change in slips(file, path.read_text("utf-8")):
            by_line.setdefault((change.file, change.line), []).append(change)
    random_ = random.Random(seed)
    return [random_.choice(by_line[key]) for key in random_.sample(sorted(by_line), changes)]


def run(
    root: Path, tests: list[str], *options: str, parallel: bool = True
) -> tuple[bool, list[str]]:
    """Whether a test failed, and which."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(tests))
        file.flush()
        process = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "--law-asserts-only", "--no-header", "-rfE",
             "--tb=no", "-p", "no:cacheprovider", *options,
             *(["-n", str(WORKERS), "--dist", "worksteal"] if parallel else []), f"@{file.name}"],
            cwd=root, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(root / "src")})
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", process.stdout, re.MULTILINE)
    return process.returncode not in (0, 5), failed


def quick(root: Path, change: Change, line_map: linemap.LineMap) -> tuple[str, int]:
    """Who of what `make quick` runs for a change noticed it, "" for nobody; how many it ran."""
    chooser = Chooser(root, line_map)
    choice = chooser.within(chooser.tests_by_kind([change.file]), SECONDS)
    if not choice.tests:
        return "", 0
    long = sum(map(chooser.seconds, choice.tests)) > 8
    has_failed, failed = run(root, choice.tests, "-x", parallel=long)
    return (failed[0] if failed else "the start") if has_failed else "", len(choice.tests)


def measure_changes(root: Path, changes: list[Change], out: Path) -> Iterator[dict[str, object]]:
    line_map = linemap.read(root)
    if line_map is None:
        raise SystemExit("there is no map of lines: make map writes one")
    results = (
        {result["change"]: result for result in map(json.loads, out.read_text().splitlines())}
        if out.exists()
        else {}
    )
    for n, change in enumerate(changes):
        name = f"{change.file}:{change.line} {change.after.strip()}"
        if name not in results:
            text = (root / change.file).read_text("utf-8")
            start = time.monotonic()
            try:
                change.make(root)
                by, tests = quick(root, change, line_map)
            finally:
                (root / change.file).write_text(text, "utf-8")
            results[name] = {"change": name, "by": by, "tests": tests,
                             "seconds": round(time.monotonic() - start, 1)}
            with out.open("a") as file:
                file.write(json.dumps(results[name]) + "\n")
        print(f"{n + 1:4} {results[name]['seconds']:6} s  {results[name]['by'] or '-':70} {name}",
              flush=True)
        yield results[name]


def main() -> None:
    parser = argparse.ArgumentParser(prog="quick_misses", description=__doc__)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("quick-misses.jsonl"))
    options = parser.parse_args()
    checkout = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="quick-misses-") as folder:
        root = Path(folder) / "copy"
        shutil.copytree(checkout, root, symlinks=True, ignore=shutil.ignore_patterns(
            ".venv", ".git", "__pycache__", "_build", ".mypy_cache", ".hypothesis"))
        changes = random_changes(root, options.changes, options.seed)
        results = list(measure_changes(root, changes, options.out))
        unnoticed = [
            change for change, item in zip(changes, results, strict=True) if not item["by"]
        ]
        print(f"{len(changes) - len(unnoticed)} of {len(changes)} noticed by make quick; the whole "
              f"suite runs once on the {len(unnoticed)} others together", flush=True)
        texts = {item.file: (root / item.file).read_text("utf-8") for item in unnoticed}
        for item in unnoticed:
            item.make(root)
        _, failed = run(root, ["tests"])
        missed: dict[str, list[str]] = {}
        for change in unnoticed if failed else []:
            for file, text in texts.items():
                (root / file).write_text(text, "utf-8")
            change.make(root)
            if by := run(root, failed)[1]:
                missed[f"{change.file}:{change.line} {change.after.strip()}"] = by
        for file, text in texts.items():
            (root / file).write_text(text, "utf-8")
        found_count = len(changes) - len(unnoticed) + len(missed)
        for name, by in missed.items():
            print(f"missed: {name}\n        {', '.join(by[:3])}")
        print(f"make test finds {found_count} of {len(changes)} changes, make quick "
              f"{found_count - len(missed)} of these: "
              f"{100 * (1 - len(missed) / max(found_count, 1)):.1f} %")


if __name__ == "__main__":
    main()
