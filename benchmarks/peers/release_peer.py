"""Durable settled coups by an earlier release of Sabot: what `benchmarks.settle` reads.

``release_peer.py FOLDER``: a checkout of the release, such as 0.1.0; run it with a Python that has
what the release needs. It prints one line with what it is, then for each line that holds a number
lets a hundred guests play for so many seconds, as the release's own benchmark does, and prints the
milliseconds of the processor for a coup.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
import tempfile
import time
from pathlib import Path


def main(root: str) -> None:
    """Answer the lines of standard input."""
    sys.path[:0] = [f"{root}/src", root]
    answers, sys.stdout = sys.stdout, sys.stderr  # the house writes its log to standard output
    from sabot import __version__

    settle = importlib.import_module("benchmarks.settle")
    run = getattr(settle, "run", None) or settle._run
    print(f"Sabot {__version__}", file=answers, flush=True)
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            began = time.process_time()
            figures = asyncio.run(run(100, float(line), Path(folder) / "house.sqlite3"))
            spent = time.process_time() - began
        coups = figures["coups_per_second"] * figures["seconds"]
        print(1000 * spent / coups, file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
