"""The exact analysis of a full shoe compared with another program's, and the time of the whole
command.

Setting: 1, 6 and 8 packs; the bank stands on all 17 and peeks; doubles on any two cards, after a
split too; four hands, one card on split aces; every split hand played as its cards would be
without a split. One core, warm, elapsed time, alternating with the other program in the same run;
the best of several.

The other program is built outside the project. ``SABOT_ANALYSER`` is a command that takes the
number of packs and prints its mean return in hundredths of the bet and the seconds of its
analysis, without process start; ``SABOT_ANALYSER_NAME`` says what it is: name, commit, compiler.
Without the command that part is skipped.
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
    began = time.perf_counter()
    found = worth.__wrapped__(terms, "zero-memory")
    return 100 * found.mean, time.perf_counter() - began


def _theirs(command: str, packs: int) -> tuple[float, float]:
    out = subprocess.run([*shlex.split(command), str(packs)], capture_output=True, text=True,
                         check=True, timeout=120).stdout.split()
    return float(out[0]), float(out[1])


def _process(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True, timeout=300)
    return time.perf_counter() - began


def measure(rounds: int = 7) -> dict[str, Any]:
    """Return the seconds for each number of packs, the ratio to the other program, and whole
    processes."""
    command = os.environ.get("SABOT_ANALYSER", "")
    figures: dict[str, Any] = {
        "bench": "Exact odds of blackjack",
        "setting": "the dealer stands on 17 and peeks, doubles on any total and after splits, "
                   "4 hands; one core, warm",
        "peer": os.environ.get("SABOT_ANALYSER_NAME", command) if command else
                "skipped: SABOT_ANALYSER names no program",
    }
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    try:
        if cores:
            os.sched_setaffinity(0, {min(cores)})
        _ours(1)  # compiled or taken from the cache
        for packs in PACKS:
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(_ours(packs))
                if command:
                    theirs.append(_theirs(command, packs))
            best = min(seconds for _, seconds in ours)
            line: dict[str, float] = {"seconds": round(best, 4), "mean": round(ours[0][0], 9)}
            if theirs:
                line |= {"peer_seconds": round(min(seconds for _, seconds in theirs), 4),
                         "peer_mean": round(theirs[0][0], 9)}
            figures[f"packs_{packs}"] = line
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    for game in VERBS:
        figures[f"verb_{game}_seconds"] = round(
            min(_process("-c", VERB, "odds", game) for _ in range(3)), 2)
    figures["import_seconds"] = round(min(_process("-c", "import sabot") for _ in range(5)), 3)
    return figures


def goals(found: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    targets = [Goal(f"a full shoe of {packs} packs", line["seconds"], "s", found["peer"],
                    line.get("peer_seconds"), 1, "ratio")
            for packs in PACKS if (line := found.get(f"packs_{packs}"))]
    targets += [Goal(f"`sabot odds {game}`, the whole process, warm", found[f"verb_{game}_seconds"],
                     "s", asked=most) for game, most in VERBS.items()]
    return [*targets, Goal("`import sabot`", found["import_seconds"], "s", asked=0.2)]
