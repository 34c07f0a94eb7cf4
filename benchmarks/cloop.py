"""A plain C loop with which a benchmark is compared; built where there is a compiler."""

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

Made = TypeVar("Made")

FLAGS = ("-O3", "-march=native")
PEERS = Path(__file__).with_name("peers")


def build(source: str, folder: Path) -> tuple[Path | None, str]:
    """Build the loop from a file of ``benchmarks/peers``; return it and the compiler, or the
    reason why it was not built."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None, "skipped: there is no C compiler here"
    loop = folder / source
    done = subprocess.run([compiler, *FLAGS, "-o", loop, PEERS / f"{source}.c"],
                          capture_output=True, text=True)
    if done.returncode:
        return None, f"skipped: the C loop was not built ({done.stderr.splitlines()[-1]})"
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    return loop, f"{version.splitlines()[0]} {' '.join(FLAGS)}"


def in_bytes(arrays: Iterable[NDArray[Any]]) -> bytes:
    """Encode tables as most of the loops read them: the length of each in bytes, then the bytes."""
    return b"".join(part.nbytes.to_bytes(8, "little") + part.tobytes() for part in arrays)


def run(loop: Path, file: Path, count: int, lanes: int = 1) -> tuple[float, str]:
    """Return the CPU time of the C loop and what it counted, in its own lines.

    It reads the tables from a file, and the words of the stream of the first block, lane after
    lane.
    """
    words = [str(int(word)) for lane in range(lanes) for word in stream(1, 1, lane)]
    done = subprocess.run([loop, file, str(count), *words], capture_output=True, text=True,
                          check=True)
    return float(done.stderr), done.stdout


def in_turns(ours: Callable[[], Made], loop: Path | None, file: Path, count: int, runs: int,
             lanes: int = 1) -> tuple[float, Made, float, str]:
    """Run both sides alternately, several times. Return the best CPU time of ours with its
    result, and the same of the C loop; without a loop, 0 and ""."""
    best, theirs, counts = [], [], ""
    for _ in range(runs):
        start = time.process_time()
        tally = ours()
        best.append(time.process_time() - start)
        if loop is not None:
            seconds, counts = run(loop, file, count, lanes)
            theirs.append(seconds)
    return min(best), tally, min(theirs, default=0.0), counts


def raced(ours: Callable[[], Made], same: Callable[[Made, str], bool], loop: Path | None,
          file: Path, count: int, runs: int) -> dict[str, Any]:
    """Return coups per second of ours and of the C loop; ``same`` says whether both counted the
    same."""
    best, tally, theirs, counts = in_turns(ours, loop, file, count, runs)
    found: dict[str, Any] = {"coups_per_second": round(count / best)}
    if loop is not None:
        found |= {"c_loop": round(count / theirs), "of_c_loop": round(theirs / best, 3),
                  "same_counts": same(tally, counts)}
    return found


def against_c(what: str, found: Mapping[str, Any], asked: float) -> Goal:
    """Return a race as a goal: a ratio to the rate of the C loop."""
    return Goal(what, found["coups_per_second"], "coups/s",
                "C loop" if "c_loop" in found else "C loop: no compiler here",
                found.get("c_loop"), asked, "ratio")
