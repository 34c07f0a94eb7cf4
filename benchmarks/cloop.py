"""A plain loop in C beside which a bench is measured: built where there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from numpy.typing import NDArray

from benchmarks.goals import Goal
from sabot.equipment.streams import stream

Result = TypeVar("Result")

FLAGS = ("-O3", "-march=native")
PEERS = Path(__file__).with_name("peers")


def build(source: str, folder: Path) -> tuple[Path | None, str]:
    """The loop of a file of ``benchmarks/peers``, and what built it or why nothing did."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None, "skipped: there is no C compiler here"
    loop = folder / source
    process = subprocess.run([compiler, *FLAGS, "-o", loop, PEERS / f"{source}.c"],
                             capture_output=True, text=True)
    if process.returncode:
        return None, f"skipped: the C loop was not built ({process.stderr.splitlines()[-1]})"
    compiler_version = subprocess.run(
        [compiler, "--version"], capture_output=True, text=True
    ).stdout
    return loop, f"{compiler_version.splitlines()[0]} {' '.join(FLAGS)}"


def in_bytes(arrays: Iterable[NDArray[Any]]) -> bytes:
    """Tables as most of the loops read them: the length of each in bytes, then the bytes."""
    return b"".join(part.nbytes.to_bytes(8, "little") + part.tobytes() for part in arrays)


def run(loop: Path, file: Path, count: int, lanes: int = 1) -> tuple[float, str]:
    """The C loop's processor time and what it counted, in its own lines.

    It reads the tables of a file, and the words of the first block's stream, lane after lane.
    """
    words = [str(int(word)) for lane in range(lanes) for word in stream(1, 1, lane)]
    process = subprocess.run([loop, file, str(count), *words], capture_output=True, text=True,
                             check=True)
    return float(process.stderr), process.stdout


def run_in_turns(ours: Callable[[], Result], loop: Path | None, file: Path, count: int, runs: int,
                 lanes: int = 1) -> tuple[float, Result, float, str]:
    """Both sides one after the other, several times: the best processor time of ours and what it
    made, and the same of the C loop; without a loop, 0 and "" for it."""
    best, c_times, c_output = [], [], ""
    for _ in range(runs):
        start = time.process_time()
        result = ours()
        best.append(time.process_time() - start)
        if loop is not None:
            seconds, c_output = run(loop, file, count, lanes)
            c_times.append(seconds)
    return min(best), result, min(c_times, default=0.0), c_output


def race(ours: Callable[[], Result], is_same: Callable[[Result, str], bool], loop: Path | None,
         file: Path, count: int, runs: int) -> dict[str, Any]:
    """Coups a second, and those of the C loop; ``same`` says whether both counted alike."""
    best, result, c_time, c_output = run_in_turns(ours, loop, file, count, runs)
    report: dict[str, Any] = {"coups_per_second": round(count / best)}
    if loop is not None:
        report |= {"c_loop": round(count / c_time), "of_c_loop": round(c_time / best, 3),
                   "same_counts": is_same(result, c_output)}
    return report


def against_c(what: str, report: Mapping[str, Any], goal: float) -> Goal:
    """A race as a goal: so much of the C loop's rate."""
    return Goal(what, report["coups_per_second"], "coups/s",
                "C loop" if "c_loop" in report else "C loop: no compiler here",
                report.get("c_loop"), goal, "ratio")
