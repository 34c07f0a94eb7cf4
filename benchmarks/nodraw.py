"""No-draw poker: coups a second beside a plain C loop, how soon it is counted, and one hand.

Setting: one box at the minimum, by the best play, by three rules of thumb and by a pair or better;
every coup from a full pack; one core, the processor's time, the best of several runs taken in
turns. The C loop (``bench/nodraw_loop.c``, cc -O3 -march=native, built in a folder of its own)
reads the same tables and the same words of the stream, and its counts must be the kernel's. It
counts how boxes end; the kernel sums what they return as well.

Counting: all 19,933,230,517,200 deals of one set of rules, with the eight plays that are priced,
by processor time, machine code at hand. One hand: every bank hand against it, looked at.
"""

from __future__ import annotations

import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.cloop import build

from sabot.equipment.streams import stream
from sabot.families.poker.nodrawadvice import advice
from sabot.families.poker.nodrawplay import solved
from sabot.games.no_draw_poker.chances import loop
from sabot.games.no_draw_poker.chances.charts import of_play
from sabot.games.no_draw_poker.chances.kernel import Player
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import Rules
from sabot.procedure.table import Table

COUPS = 20_000_000
RUNS = 7
HANDS = 200
TABLE = Table(game="no-draw-poker", name="bench", minimum=1000, maximum=25_000, rules=Rules())


def players() -> dict[str, Player]:
    """The kernel of each way to play."""
    return {play: Player(TABLE.rules, TABLE.minimum, of_play(law_of(TABLE), play).chart, play)
            for play in ("best", "rules", "pair")}


def in_c(file: Path, built: Path, count: int) -> tuple[float, list[int]]:
    """The C loop's processor time, and how many boxes ended how."""
    words = [str(int(word)) for word in stream(1, 1)]
    done = subprocess.run([built, file, str(count), *words], capture_output=True, text=True,
                          check=True)
    return float(done.stderr), [int(number) for number in done.stdout.split()]


def written(player: Player, file: Path) -> Path:
    """The tables of the kernel as the C loop reads them."""
    parts, rows, codes, suits, _, _, _, decides, places, masks, *_ = player.tables
    file.write_bytes(b"".join(np.int64(part.nbytes).tobytes() + part.tobytes() for part in (
        player.law, parts, rows, codes, suits, decides, places, masks)))
    return file


def _one(player: Player, built: Path | None, folder: Path, count: int, runs: int) -> str:
    player.block(1, 0, 1000)
    file = written(player, folder / "tables")
    ours, theirs, told, counts = [], [], list[int](), [0]
    for _ in range(runs):
        start = time.process_time()
        counts = player.counted(1, 1, count).tolist()
        ours.append(time.process_time() - start)
        if built is not None:
            seconds, told = in_c(file, built, count)
            theirs.append(seconds)
    found = f"{count / min(ours):,.0f} coups/s"
    if built is None:
        return found
    same = "the same counts" if told == [*counts[:loop.WON], sum(counts[loop.WON:])] \
        else "OTHER COUNTS"
    return (f"{found}, {min(theirs) / min(ours):.3f} of the C loop's {count / min(theirs):,.0f}, "
            f"{same}")


def counting(runs: int = 3) -> str:
    """How long it takes to count every deal and price every play."""
    took = []
    for _ in range(runs):
        solved.cache_clear()
        start = time.process_time()
        solved(law_of(TABLE))
        took.append(time.process_time() - start)
    return f"{min(took):.2f} s"


def looking(hands: int = HANDS) -> str:
    """How long one hand takes against one open card, at the middle of many."""
    law, draws, took = law_of(TABLE), random.Random(1), []
    for _ in range(hands):
        *hand, up = draws.sample(law.ranking.pack, 6)
        start = time.process_time()
        advice(law, hand, up)
        took.append(time.process_time() - start)
    return f"{1000 * sorted(took)[hands // 2]:.2f} ms"


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """The figures."""
    told: dict[str, Any] = {"bench": "no-draw poker: coups of one box, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        built, told["c_loop"] = build("nodraw_loop", folder)
        told |= {play: _one(player, built, folder, count, runs)
                 for play, player in players().items()}
    return told | {"every deal counted": counting(), "one hand": looking()}
