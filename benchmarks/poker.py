"""Poker hands evaluated per second: all seven-card hands, random ones, from plain Python; Omaha.

Setting: one core, CPU time, the best of several runs. "Compiled loop" adds up the strengths of
all 133,784,560 seven-card hands in nested loops; the arrays are a million random hands, "checked"
those with a check for invalid and repeated cards; single calls are made one by one from a Python
loop, with codes ("AS") or numbers. The C loop (``peers/poker_loop.c``, cc -O3 -march=native) reads
the same tables and must return the same sums.

The peers are built outside the project. ``SABOT_EVALUATORS`` is a command that prints one line
with what they are, then answers each name of a file of hands as ``peers/poker_peers.py`` does,
also without checks; all must rank the hands in one order. Without it that part is skipped.

``python -m benchmarks.poker docs/poker-hands.md`` writes the figures between the marks of that
page.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.cloop import build, in_bytes
from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from benchmarks.run import machine
from sabot.equipment.cards import PACK
from sabot.equipment.compiled import lean
from sabot.families.poker import kernel
from sabot.families.poker.equity import equity
from sabot.families.poker.hands import STANDARD
from sabot.families.poker.kernel import worth
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.tables import COUNTS, Tables

ALL = 133_784_560
BEGIN, END = "<!-- made by benchmarks.poker -->\n", "<!-- until here -->\n"
FOUR = np.uint64(0x1111 << COUNTS)
ROWS = 1_000_000
SINGLE = 20_000
RUNS = 5


def _least(ask: Callable[[], Any], runs: int = RUNS) -> float:
    """Return the seconds of CPU time, the minimum of several runs."""
    found = []
    for _ in range(runs):
        start = time.process_time()
        ask()
        found.append(time.process_time() - start)
    return min(found)


def rows_of(count: int) -> NDArray[np.uint8]:
    """Return rows of nine random cards, always the same."""
    random = np.random.default_rng(217_2007)
    some = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return np.ascontiguousarray(some[:, :9])


def _rate(hands: int, seconds: float) -> int:
    return round(hands / seconds)


@lean
def total(low: Any, high: Any, values: Any, flushes: Any, keys: Any, bits: Any) -> Any:
    """Return the sum of the strengths of all seven-card hands of a pack."""
    found = np.uint64(0)
    for a in range(len(keys)):
        ka, ma = kernel.BIAS + keys[a], bits[a]
        for b in range(a):
            kb, mb = ka + keys[b], ma | bits[b]
            for c in range(b):
                kc, mc = kb + keys[c], mb | bits[c]
                for d in range(c):
                    kd, md = kc + keys[d], mc | bits[d]
                    for e in range(d):
                        ke, me = kd + keys[e], md | bits[e]
                        for f in range(np.uint64(e)):
                            kf, mf = ke + keys[f], me | bits[f]
                            if kf + FOUR & kernel.FIVE:
                                for g in range(f):
                                    found += np.uint64(worth(
                                        low, high, values, flushes, kf + keys[g], mf | bits[g]))
                            else:  # six cards that a seventh makes no flush
                                for g in range(f):
                                    key = kf + keys[g]
                                    found += np.uint64(values[
                                        np.uint64(low[key & kernel.SUM])
                                        + np.uint64(high[key >> kernel.HALF & kernel.SUM])])
    return found


def _in_c(loop: Path, rows: NDArray[np.uint8], folder: Path) -> tuple[float, int, float, int]:
    seven = evaluator().tables.of_size(7)
    tables, hands = folder / "tables", folder / "seven"
    tables.write_bytes(in_bytes(seven[:6]))
    hands.write_bytes(rows.tobytes())
    process = subprocess.run([loop, tables, hands], capture_output=True, text=True, check=True)
    one, total, other, found = process.stdout.split()
    return float(one), int(total), float(other), int(found)


def _beside(found: dict[str, Any], rows: NDArray[np.uint8], folder: Path,
            strengths: dict[str, NDArray[np.uint16]]) -> dict[str, Any]:
    """Return what the peers made of the same hands."""
    file = folder / "nine"
    file.write_bytes(rows.tobytes())
    try:
        with other_program("SABOT_EVALUATORS") as peer:
            answer = json.loads(peer.ask(file))
    except Skipped as skipped:
        return {"peers": str(skipped)}
    answers: dict[str, Any] = {"peers": peer.name}
    for part, key in (("all", "in_a_kernel"), ("rows", "array_call"), ("single", "single_call"),
                      ("omaha", "omaha_array_call")):
        answers[f"{key}_peers"] = {
            name: {"per_second": (rate := _rate(of["hands"], of["seconds"])),
                   "times_peer": round(found[key] / rate, 2)}
            for name, of in answer[part].items()}
    answers["same_strengths"] = all(
        _alike(np.fromfile(of["file"], np.uint16), strengths[part])
        for part in ("rows", "omaha") for of in answer[part].values())
    return answers


def _alike(theirs: NDArray[np.uint16], ours: NDArray[np.uint16]) -> bool:
    """Whether two lists of strengths rank the hands in one order, or in the opposite one."""
    pairs = np.unique(np.stack((ours, theirs)), axis=1).astype(np.int64)
    up = np.diff(pairs[1])
    return bool((np.diff(pairs[0]) > 0).all() and ((up > 0).all() or (up < 0).all()))


def measure(rows: int = ROWS, single: int = SINGLE, every: bool = True) -> dict[str, Any]:
    """Measure this benchmark; ``every`` evaluates all seven-card hands in compiled code."""
    start = time.process_time()
    tables = Tables(STANDARD)
    for size in (5, 6, 7):
        tables.of_size(size)
    tables.with_board()
    built = time.process_time() - start
    asked, dealt = evaluator(), rows_of(rows)
    seven, own, board = (np.ascontiguousarray(dealt[:, part]) for part in (
        slice(7), slice(4), slice(4, 9)))
    table = asked.tables.of_size(7)
    pack = [13 * suit + (rank + 1) % 13 for rank in range(13) for suit in range(4)]
    keys, bits = (part[pack if every else pack[:20]] for part in (table.keys, table.masks))
    parts = table.low, table.high, table.values, table.flushes
    total(*parts, keys[:7], bits[:7])
    in_kernel = _least(lambda: total(*parts, keys, bits), 3)
    summed = int(total(*parts, keys, bits))
    hands = [tuple(PACK[n] for n in row) for row in seven[:single].tolist()]
    strengths = {"rows": asked.ranks(seven), "omaha": asked.twos(own, board)}
    asked.rank(hands[0])

    by_number = list(map(tuple, seven[:single].tolist()))
    rank = asked.compile()

    def one_by_one() -> None:
        for hand in hands:
            rank(hand)

    def numbers_one_by_one() -> None:
        for hand in by_number:
            rank(hand)

    figures: dict[str, Any] = {
        "bench": "Evaluation of poker hands",
        "setting": "one core, CPU time",
        "tables_built_seconds": round(built, 2),
        "in_a_kernel": _rate(math.comb(len(keys), 7), in_kernel),
        "array_call": _rate(rows, _least(lambda: asked.ranks(seven, check=False))),
        "array_call_checked": _rate(rows, _least(lambda: asked.ranks(seven))),
        "single_call": _rate(single, _least(one_by_one)),
        "single_call_numbers": _rate(single, _least(numbers_one_by_one)),
        "omaha_array_call": _rate(rows, _least(lambda: asked.twos(own, board, check=False))),
        "omaha_array_call_checked": _rate(rows, _least(lambda: asked.twos(own, board)))}
    for name, form, ranges in (("two_hands", "holdem", ("AsKs", "QhQd")),
                               ("two_hands_omaha", "omaha", ("AsAhKsKh", "JdTd9c8c")),
                               ("any_two_synthetic", "synthetic", ("random", "random")),
                               ("any_two", "holdem", ("random", "random"))):
        if name == "any_two" and not every:
            continue
        equity(form, ranges)
        figures[f"equity_{name}_seconds"] = round(
            _least(lambda f=form, r=ranges: equity(f, r), 2), 3)
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, figures["c_compiler"] = build("poker_loop", folder)
        if loop is not None and every:
            one, of_all, other, of_rows = _in_c(loop, seven, folder)
            figures |= {
                "in_a_kernel_c_loop": _rate(ALL, one), "array_call_c_loop": _rate(rows, other),
                "of_c_loop": {"in_a_kernel": round(figures["in_a_kernel"] / _rate(ALL, one), 2),
                              "array_call": round(figures["array_call"] / _rate(rows, other), 2)},
                "same_as_c_loop": (of_all == summed
                                   and of_rows == int(strengths["rows"].sum(dtype=np.int64)))}
        return figures | _beside(figures, dealt, folder, strengths)


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    asked = (("all 133,784,560 seven-card hands, compiled loop", "in_a_kernel", 100e6),
             ("a million random seven-card hands, array", "array_call", 20e6),
             ("seven-card hands one at a time, from Python", "single_call", 1e6),
             ("a million random Omaha hands, array", "omaha_array_call", 15e6))
    lines = [Goal(what, figures[key], "hands/s", "C loop, same tables" if f"{key}_c_loop" in figures
                  else "", figures.get(f"{key}_c_loop"), goal) for what, key, goal in asked]
    singles = {name: of["per_second"] for name, of in figures.get("single_call_peers", {}).items()}
    fastest = max(singles, key=singles.__getitem__, default=figures.get("peers", ""))
    return lines + [
        Goal(f"the same with {cards}", figures[key], "hands/s", fastest, singles.get(fastest),
             0.5, of="ratio")
        for cards, key in (("codes", "single_call"), ("numbers", "single_call_numbers"))]


def page(found: dict[str, Any], setting: str) -> str:
    """Render the figures as a table of a page, in millions per second."""
    lines = (("all 133 784 560 seven-card hands, compiled loop", "in_a_kernel"),
             ("a million random seven-card hands, array", "array_call"),
             ("the same in Omaha, four and five cards", "omaha_array_call"),
             ("seven-card hands one at a time, from Python", "single_call"))
    rows = [setting, "",
            "| hands, millions a second | Sabot | cards looked at | C, same tables | others |",
            "|---|--:|--:|--:|---|"]
    for words, key in lines:
        others = "; ".join(f"{name} {_millions(of['per_second'])}"
                           for name, of in found.get(f"{key}_peers", {}).items())
        rows.append(f"| {words} | {_millions(found[key])} | "
                    f"{_millions(found.get(f'{key}_checked'))} | "
                    f"{_millions(found.get(f'{key}_c_loop'))} | {others} |")
    rows += ["", f"Tables built in {found['tables_built_seconds']} s. Two hands before the board, "
             f"every deal: hold'em {found['equity_two_hands_seconds']} s, Omaha "
             f"{found['equity_two_hands_omaha_seconds']} s. Any hand against any other, every "
             f"deal: hold'em {found['equity_any_two_seconds']} s, synthetic poker "
             f"{found['equity_any_two_synthetic_seconds']} s."]
    return "\n".join(rows) + "\n"


def _millions(rate: int | None) -> str:
    return "" if rate is None else f"{rate / 1e6:.{0 if rate >= 1e8 else 1 if rate >= 1e6 else 2}f}"


def write(file: Path, found: dict[str, Any], setting: str) -> None:
    """Replace the table between the marks of a page; ValueError if it has none."""
    before, _, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{file} has not the marks {BEGIN.strip()} and {END.strip()}")
    file.write_text(before + BEGIN + page(found, setting) + END + after, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.poker")
    parser.add_argument("file", type=Path, help="the page that has the two marks")
    file = parser.parse_args().file
    found, on = measure(), machine()
    write(file, found, (
        f"One core of {on['cores']} that others used too (load {on['load']}), the processor's "
        f"time, the best of several runs; Python {on['python']}; {found['c_compiler']}; "
        f"{found['peers']}. "
        + ("All rank the hands alike." if found.get("same_strengths") else "")))


if __name__ == "__main__":
    main()
