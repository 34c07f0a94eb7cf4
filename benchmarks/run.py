"""All benchmarks, one after another, on one page, each with its goal and its peer of the same
run.

``python -m benchmarks.run [NAME ...] [--json FILE] [--page FILE] [--resume]``. A benchmark is
a module of this folder with ``measure()``, which returns plain values, among them its name and
setting, and ``goals(found)``, which converts them to `benchmarks.goals.Goal`. ``--page`` also
writes the page between the marks of a Markdown file; all figures go to the JSON file after each
benchmark, and ``--resume`` goes on with those that it does not have yet.
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import os
import platform
import re
import sys
import time
from pathlib import Path
from typing import Any

import structlog

from benchmarks.goals import around, page, write

BENCHES = ("baccarat", "books", "chemin", "crowd", "engine", "families", "hands", "kernel",
           "layout", "learn", "machine", "newcomer", "nodes", "nodraw", "odds", "pages", "poker",
           "pokertable", "selfplay", "settle", "sockets", "states", "tables", "wallet")
LONG = frozenset({"newcomer"})
"""Those that take many minutes: run when they are named, or for a page."""
OUT = Path(__file__).parent / "results.json"


def machine() -> dict[str, Any]:
    """Describe the machine of this run; a busy machine gives lower figures."""
    return {"processor": _processor(), "python": platform.python_version(),
            "system": platform.platform(terse=True), "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 2),
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


def _processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.+)", info.read_text()) if info.exists() else []
    return str(names[0]) if names else platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.run", description="measured figures")
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], default=[], metavar="NAME",
                        help=f"one of {', '.join(BENCHES)}; when none is named, all of them, "
                             "without --page except the long ones")
    parser.add_argument("--json", type=Path, default=OUT, help="where the figures are written")
    parser.add_argument("--page", type=Path, help="a page that has the two marks of this run")
    parser.add_argument("--resume", action="store_true",
                        help="measure only what the JSON file does not have yet")
    asked = parser.parse_args()
    if asked.page:  # it is known before anything is measured, and not minutes later
        try:
            around(asked.page)
        except ValueError as fault:
            parser.error(str(fault))
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    where = machine()
    results: dict[str, Any] = {"setting": where}  # beside the benches, one of which is `machine`
    if asked.resume and asked.json.is_file():
        results = json.loads(asked.json.read_text("utf-8"))
        where = results["setting"]
    benches = []
    chosen = [name for name in BENCHES if asked.page or name not in LONG]
    for name in asked.names or chosen:
        bench = importlib.import_module(f"benchmarks.{name}")
        if name not in results:
            print(f"{name} ...", file=sys.stderr, flush=True)
            results[name] = bench.measure()
            asked.json.write_text(json.dumps(results, indent=2) + "\n", "utf-8")
        benches.append((results[name], bench.goals(results[name])))
    page_text = page(benches, where)
    print(page_text)
    if asked.page:
        write(asked.page, page_text)
    print(f"every figure: {asked.json}")


if __name__ == "__main__":
    main()
