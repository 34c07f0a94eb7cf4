"""A plain loop in C beside which a bench is measured: built where there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

FLAGS = ("-O3", "-march=native")
BENCH = Path(__file__).parents[1] / "bench"


def build(source: str, folder: Path) -> tuple[Path | None, str]:
    """The loop of a file of ``bench``, and what built it or why nothing did."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None, "skipped: there is no C compiler here"
    loop = folder / source
    done = subprocess.run([compiler, *FLAGS, "-o", loop, BENCH / f"{source}.c"],
                          capture_output=True, text=True)
    if done.returncode:
        return None, f"skipped: the C loop was not built ({done.stderr.splitlines()[-1]})"
    told = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    return loop, f"{told.splitlines()[0]} {' '.join(FLAGS)}"
