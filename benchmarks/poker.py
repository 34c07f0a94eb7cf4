"""Hands of poker a second: seven cards one after another, by chance, from plain Python; Omaha.

Setting: one core, the processor's time, the best of several runs. "In a kernel" adds up the
strengths of all 133,784,560 hands of seven cards in nested loops; the arrays are a million hands by
chance, "checked" those that are looked at for cards that are none or twice; single calls are made
one by one from a loop of Python, with codes ("AS"). The C loop (``peers/poker_loop.c``, cc -O3
-march=native) looks into the same tables and must find the same sums.

The peers are built outside the project. ``SABOT_EVALUATORS`` is a command that prints one line with
what they are, then answers each name of a file of hands as ``peers/poker_peers.py`` does, where
nothing is checked either; all must put the hands in one order. Without it that part is skipped.

``python -m benchmarks.poker docs/poker-hands.md`` writes them between the marks of that page.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
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
from benchmarks.run import machine
from sabot.equipment.cards import PACK
from sabot.equipment.compiled import lean
from sabot.families.poker import kernel
from sabot.families.poker.equity import equity
from sabot.families.poker.hands import STANDARD
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.tables import COUNTS, Tables

ALL = 133_784_560
BEGIN, END = "<!-- made by benchmarks.poker -->\n", "<!-- until here -->\n"
FOUR = np.uint64(0x1111 << COUNTS)
ROWS = 1_000_000
SINGLE = 20_000
RUNS = 5


def _best_time(work: Callable[[], Any], runs: int = RUNS) -> float:
    """Seconds of the processor, the least of some runs."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def rows_of(count: int) -> NDArray[np.uint8]:
    """So many rows of nine cards by chance, always the same ones."""
    random = np.random.default_rng(217_2007)
    cards = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    return np.ascontiguousarray(cards[:, :9])


def _rate(hands: int, seconds: float) -> int:
    return round(hands / seconds)


@lean
def total(low: Any, high: Any, values: Any, flushes: Any, keys: Any, bits: Any) -> Any:
    """The strengths of all hands of seven cards of a pack together."""
    result = np.uint64(0)
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
                                    result += np.uint64(kernel.worth(
                                        low, high, values, flushes, kf + keys[g], mf | bits[g]))
                            else:  # six cards that a seventh makes no flush
                                for g in range(f):
                                    key = kf + keys[g]
                                    result += np.uint64(values[
                                        np.uint64(low[key & kernel.SUM])
                                        + np.uint64(high[key >> kernel.HALF & kernel.SUM])])
    return result


def _in_c(loop: Path, rows: NDArray[np.uint8], folder: Path) -> tuple[float, int, float, int]:
    seven = evaluator().tables.sized(7)
    tables, hands = folder / "tables", folder / "seven"
    tables.write_bytes(in_bytes(seven[:6]))
    hands.write_bytes(rows.tobytes())
    process = subprocess.run([loop, tables, hands], capture_output=True, text=True, check=True)
    all_time, total, row_time, row_sum = process.stdout.split()
    return float(all_time), int(total), float(row_time), int(row_sum)


def _compare_peers(report: dict[str, Any], rows: NDArray[np.uint8], folder: Path,
                   strengths: dict[str, NDArray[np.uint16]]) -> dict[str, Any]:
    """What the peers made of the same hands."""
    command = os.environ.get("SABOT_EVALUATORS", "")
    if not command:
        return {"peers": "skipped: SABOT_EVALUATORS names no program"}
    try:
        return _ask_peers(command, report, rows, folder, strengths)
    except (BrokenPipeError, json.JSONDecodeError):
        return {"peers": f"skipped: {command} ended before it had answered"}


def _ask_peers(command: str, report: dict[str, Any], rows: NDArray[np.uint8], folder: Path,
               strengths: dict[str, NDArray[np.uint16]]) -> dict[str, Any]:
    file = folder / "nine"
    file.write_bytes(rows.tobytes())
    with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as peer:
        assert peer.stdin and peer.stdout
        result: dict[str, Any] = {"peers": peer.stdout.readline().strip()}
        print(file, file=peer.stdin, flush=True)
        answer = json.loads(peer.stdout.readline())
        for part, key in (("all", "in_a_kernel"), ("rows", "array_call"),
                          ("single", "single_call"), ("omaha", "omaha_array_call")):
            result[f"{key}_peers"] = {
                name: {"per_second": (rate := _rate(answer_["hands"], answer_["seconds"])),
                       "times_peer": round(report[key] / rate, 2)}
                for name, answer_ in answer[part].items()}
        result["same_strengths"] = all(
            _alike(np.fromfile(answer_["file"], np.uint16), strengths[part])
            for part in ("rows", "omaha") for answer_ in answer[part].values())
        peer.stdin.close()
    return result


def _alike(peer_strengths: NDArray[np.uint16], our_strengths: NDArray[np.uint16]) -> bool:
    """Whether two lists of strengths put the hands in one order, or in the opposite one."""
    pairs = np.unique(np.stack((our_strengths, peer_strengths)), axis=1).astype(np.int64)
    up = np.diff(pairs[1])
    return bool((np.diff(pairs[0]) > 0).all() and ((up > 0).all() or (up < 0).all()))


def measure(rows: int = ROWS, single: int = SINGLE, every: bool = True) -> dict[str, Any]:
    """The figures; ``every`` plays all hands of seven cards in the kernel."""
    start = time.process_time()
    tables_ = Tables(STANDARD)
    for size in (5, 6, 7):
        tables_.sized(size)
    tables_.paired()
    build_time = time.process_time() - start
    evaluator_, rows_ = evaluator(), rows_of(rows)
    seven, own, board = (np.ascontiguousarray(rows_[:, part]) for part in (
        slice(7), slice(4), slice(4, 9)))
    table = evaluator_.tables.sized(7)
    pack = [13 * suit + (rank + 1) % 13 for rank in range(13) for suit in range(4)]
    keys, bits = (part[pack if every else pack[:20]] for part in (table.keys, table.masks))
    parts = table.low, table.high, table.values, table.flushes
    total(*parts, keys[:7], bits[:7])
    in_kernel = _best_time(lambda: total(*parts, keys, bits), 3)
    summed = int(total(*parts, keys, bits))
    hands = [tuple(PACK[n] for n in row) for row in seven[:single].tolist()]
    strengths = {"rows": evaluator_.ranks(seven), "omaha": evaluator_.twos(own, board)}
    evaluator_.rank(hands[0])

    def one_by_one() -> None:
        for hand in hands:
            evaluator_.rank(hand)

    report: dict[str, Any] = {
        "bench": "Hands of poker told",
        "setting": "one core, the processor's time",
        "tables_built_seconds": round(build_time, 2),
        "in_a_kernel": _rate(math.comb(len(keys), 7), in_kernel),
        "array_call": _rate(rows, _best_time(lambda: evaluator_.ranks(seven, check=False))),
        "array_call_checked": _rate(rows, _best_time(lambda: evaluator_.ranks(seven))),
        "single_call": _rate(single, _best_time(one_by_one)),
        "omaha_array_call": _rate(
            rows, _best_time(lambda: evaluator_.twos(own, board, check=False))
        ),
        "omaha_array_call_checked": _rate(rows, _best_time(lambda: evaluator_.twos(own, board))),
    }
    for name, form, ranges in (("two_hands", "holdem", ("AsKs", "QhQd")),
                               ("two_hands_omaha", "omaha", ("AsAhKsKh", "JdTd9c8c")),
                               ("any_two_synthetic", "synthetic", ("random", "random")),
                               ("any_two", "holdem", ("random", "random"))):
        if name == "any_two" and not every:
            continue
        equity(form, ranges)
        report[f"equity_{name}_seconds"] = round(
            _best_time(lambda f=form, r=ranges: equity(f, r), 2), 3
        )
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, report["c_compiler"] = build("poker_loop", folder)
        if loop is not None and every:
            all_time, of_all, row_time, of_rows = _in_c(loop, seven, folder)
            report |= {
                "in_a_kernel_c_loop": _rate(ALL, all_time),
                "array_call_c_loop": _rate(rows, row_time),
                "of_c_loop": {
                    "in_a_kernel": round(report["in_a_kernel"] / _rate(ALL, all_time), 2),
                    "array_call": round(report["array_call"] / _rate(rows, row_time), 2),
                },
                "same_as_c_loop": (
                    of_all == summed and of_rows == int(strengths["rows"].sum(dtype=np.int64))
                ),
            }
        return report | _compare_peers(report, rows_, folder, strengths)


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    figures_ = (("all 133,784,560 sevens, in a kernel", "in_a_kernel", 100e6),
                ("a million sevens by chance, an array", "array_call", 20e6),
                ("sevens from plain Python, one by one", "single_call", 1e6),
                ("a million of Omaha by chance, an array", "omaha_array_call", 15e6))
    return [Goal(what, report[key], "hands/s", "C loop, same tables" if f"{key}_c_loop" in report
                 else "", report.get(f"{key}_c_loop"), goal) for what, key, goal in figures_]


def page(report: dict[str, Any], setting: str) -> str:
    """The figures as a table of a page, in millions a second."""
    lines = (("all 133 784 560 sevens, in a kernel", "in_a_kernel"),
             ("a million sevens by chance, an array", "array_call"),
             ("the same in Omaha, four and five cards", "omaha_array_call"),
             ("sevens from plain Python, one by one", "single_call"))
    lines_ = [setting, "",
              "| hands, millions a second | Sabot | cards looked at | C, same tables | others |",
              "|---|--:|--:|--:|---|"]
    for words, key in lines:
        others = "; ".join(f"{name} {_millions(answer_['per_second'])}"
                           for name, answer_ in report.get(f"{key}_peers", {}).items())
        lines_.append(f"| {words} | {_millions(report[key])} | "
                      f"{_millions(report.get(f'{key}_checked'))} | "
                      f"{_millions(report.get(f'{key}_c_loop'))} | {others} |")
    lines_ += ["", f"Tables built in {report['tables_built_seconds']} s. Two hands before the "
                   "board, "
               f"every deal: hold'em {report['equity_two_hands_seconds']} s, Omaha "
               f"{report['equity_two_hands_omaha_seconds']} s. Any hand against any other, every "
               f"deal: hold'em {report['equity_any_two_seconds']} s, synthetic poker "
               f"{report['equity_any_two_synthetic_seconds']} s."]
    return "\n".join(lines_) + "\n"


def _millions(rate: int | None) -> str:
    return "" if rate is None else f"{rate / 1e6:.{0 if rate >= 1e8 else 1 if rate >= 1e6 else 2}f}"


def write(file: Path, report: dict[str, Any], setting: str) -> None:
    """The table in place of the one between the marks of a page; ValueError where it has none."""
    before, _, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"{file} has not the marks {BEGIN.strip()} and {END.strip()}")
    file.write_text(before + BEGIN + page(report, setting) + END + after, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.poker")
    parser.add_argument("file", type=Path, help="the page that has the two marks")
    file = parser.parse_args().file
    report, machine_ = measure(), machine()
    write(file, report, (
        f"One core of {machine_['cores']} that others used too (load {machine_['load']}), the "
        "processor's "
        f"time, the best of several runs; Python {machine_['python']}; {report['c_compiler']}; "
        f"{report['peers']}. "
        + ("All tell the hands alike." if report.get("same_strengths") else "")))


if __name__ == "__main__":
    main()
