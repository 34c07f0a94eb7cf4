"""The exact analysis of a full shoe beside another program's, and what the verb takes as a whole.

Setting: 1, 6 and 8 packs; the bank stands on all 17 and looks; any two cards double, after a split
too; four hands, one card on split aces; every split hand played as its cards would be without one.
One core, warm, wall time, each with the other in turn in the same run; the best of several.

The other program is built outside the project. ``SABOT_ANALYSER`` is a command that is given the
number of packs and prints its mean return in hundredths of the bet and the seconds that its
analysis took, process start left out; ``SABOT_ANALYSER_NAME`` says what it is: name, commit,
compiler. Without the command that part is skipped.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from typing import Any

import msgspec

from benchmarks.goals import Goal
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.rule_values import USUAL

PACKS = (1, 6, 8)
VERB = "from sabot.cli import main; main()"
VERBS = {"blackjack-2007": 2.0, "no-draw-poker": 5.0}


def _ours(packs: int) -> tuple[float, float]:
    terms = msgspec.structs.replace(USUAL, packs=packs)
    start = time.perf_counter()
    values = worth.__wrapped__(terms, "zero-memory")
    return 100 * values.mean, time.perf_counter() - start


def _theirs(command: str, packs: int) -> tuple[float, float]:
    out = subprocess.run([*shlex.split(command), str(packs)], capture_output=True, text=True,
                         check=True, timeout=120).stdout.split()
    return float(out[0]), float(out[1])


def _process(*arguments: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True, timeout=300)
    return time.perf_counter() - start


def measure(rounds: int = 7) -> dict[str, Any]:
    """Seconds for each number of packs, the ratio to the other program, and whole processes."""
    command = os.environ.get("SABOT_ANALYSER", "")
    report: dict[str, Any] = {
        "bench": "Exact odds of blackjack",
        "setting": "stands on 17, looks, any double, after a split too, 4 hands; one core, warm",
        "peer": os.environ.get("SABOT_ANALYSER_NAME", command) if command else
                "skipped: SABOT_ANALYSER names no program",
    }
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    try:
        if cores:
            os.sched_setaffinity(0, {min(cores)})
        _ours(1)  # compiled or taken from the cache
        for packs in PACKS:
            our_results, peer_results = [], []
            for _ in range(rounds):
                our_results.append(_ours(packs))
                if command:
                    peer_results.append(_theirs(command, packs))
            best = min(seconds for _, seconds in our_results)
            line: dict[str, float] = {
                "seconds": round(best, 4),
                "mean": round(our_results[0][0], 9),
            }
            if peer_results:
                line |= {"peer_seconds": round(min(seconds for _, seconds in peer_results), 4),
                         "peer_mean": round(peer_results[0][0], 9)}
            report[f"packs_{packs}"] = line
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    for game in VERBS:
        report[f"verb_{game}_seconds"] = round(
            min(_process("-c", VERB, "odds", game) for _ in range(3)), 2)
    report["import_seconds"] = round(min(_process("-c", "import sabot") for _ in range(5)), 3)
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    goals_ = [Goal(f"a full shoe of {packs} packs", line["seconds"], "s", report["peer"],
                   line.get("peer_seconds"), 1, "ratio")
            for packs in PACKS if (line := report.get(f"packs_{packs}"))]
    goals_ += [Goal(f"`sabot odds {game}`, the whole process, warm", report[f"verb_{game}_seconds"],
                    "s", asked=limit) for game, limit in VERBS.items()]
    return [*goals_, Goal("`import sabot`", report["import_seconds"], "s", asked=0.2)]
