"""Every bench, one after another, on one page: what is asked, and the peer of the same run.

``python -m benchmarks.run [NAME ...] [--json FILE] [--page FILE]``. A bench is a module of this
folder with a ``measure()`` that gives plain values, its name and its setting among them, and with
``goals(found)``, which reads them as `benchmarks.goals.Goal`. ``--page`` writes the page between
the marks of a Markdown file as well; all figures go to the JSON file.
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

from benchmarks.goals import page, text_around, write

BENCHES = ("baccarat", "books", "chemin", "engine", "families", "kernel", "layout", "learn",
           "machine", "nodraw", "odds", "poker", "pokertable", "settle", "sockets", "tables",
           "wallet")
OUT = Path(__file__).parent / "results.json"


def machine() -> dict[str, Any]:
    """Where the figures come from; a loaded machine gives lower ones."""
    return {"processor": _processor(), "python": platform.python_version(),
            "system": platform.platform(terse=True), "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 2),
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


def _processor() -> str:
    """The processor as the system names it."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.+)", info.read_text()) if info.exists() else []
    return str(names[0]) if names else platform.processor() or platform.machine()


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.run", description="measured figures")
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], default=[], metavar="NAME",
                        help=f"one of {', '.join(BENCHES)}; all of them when none is named")
    parser.add_argument("--json", type=Path, default=OUT, help="where the figures are written")
    parser.add_argument("--page", type=Path, help="a page that has the two marks of this run")
    options = parser.parse_args()
    if options.page:  # it is known before anything is measured, and not minutes later
        try:
            text_around(options.page)
        except ValueError as fault:
            parser.error(str(fault))
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    setting = machine()
    report: dict[str, Any] = {"setting": setting}  # beside the benches, one of which is `machine`
    benches = []
    for name in options.names or BENCHES:
        print(f"{name} ...", file=sys.stderr, flush=True)
        bench = importlib.import_module(f"benchmarks.{name}")
        report[name] = bench.measure()
        benches.append((report[name], bench.goals(report[name])))
    options.json.write_text(json.dumps(report, indent=2) + "\n", "utf-8")
    page_text = page(benches, setting)
    print(page_text)
    if options.page:
        write(options.page, page_text)
    print(f"every figure: {options.json}")


if __name__ == "__main__":
    main()
