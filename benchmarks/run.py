"""Every bench, one after another: figures on the screen and as JSON.

``python -m benchmarks.run [NAME ...] [--json FILE]``. A bench is a module of this folder with a
``measure()`` that gives plain values: its name, its setting, its figures, and in the same run the
limit or peer that they are to be read against.
"""

from __future__ import annotations

import argparse
import importlib
import json
import logging
import os
import platform
import time
from pathlib import Path
from typing import Any

import structlog

BENCHES = ("baccarat", "chemin", "engine", "families", "kernel", "layout", "nodraw", "odds",
           "poker", "pokertable", "settle", "sockets", "tables")
OUT = Path(__file__).parent / "results.json"


def machine() -> dict[str, Any]:
    """Where the figures come from; a loaded machine gives lower ones."""
    return {"python": platform.python_version(), "system": platform.platform(terse=True),
            "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 2),
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}


def _print(found: dict[str, Any]) -> None:
    print(f"\n{found['bench']}")
    for key, value in found.items():
        if key != "bench":
            print(f"  {key.replace('_', ' '):28} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.run", description="measured figures")
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], default=[], metavar="NAME",
                        help=f"one of {', '.join(BENCHES)}; all of them when none is named")
    parser.add_argument("--json", type=Path, default=OUT, help="where the figures are written")
    asked = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    told: dict[str, Any] = {"machine": machine()}
    print("  ".join(f"{key} {value}" for key, value in told["machine"].items()))
    for name in asked.names or BENCHES:
        told[name] = importlib.import_module(f"benchmarks.{name}").measure()
        _print(told[name])
    asked.json.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    print(f"\nwritten to {asked.json}")


if __name__ == "__main__":
    main()
