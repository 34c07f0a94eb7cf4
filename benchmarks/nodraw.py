"""No-draw poker: coups a second beside a plain C loop, how soon it is counted, and one hand.

Setting: one box at the minimum, by the best play, by three rules of thumb and by a pair or better;
every coup from a full pack; one core, the processor's time, the best of several runs taken in
turns. The C loop (``peers/nodraw_loop.c``, cc -O3 -march=native, built in a folder of its own)
reads the same tables and the same words of the stream, and its counts must be the kernel's. It
counts how boxes end; the kernel sums what they return as well.

Counting: all 19,933,230,517,200 deals of one set of rules, with the eight plays that are priced,
by processor time, machine code at hand. One hand: every bank hand against it, looked at.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.cloop import against_c, build, in_bytes, race
from benchmarks.goals import Goal
from sabot.families.poker.no_draw_advice import advice
from sabot.families.poker.no_draw_plays import solved
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


def write_tables(player: Player, file: Path) -> Path:
    """The tables of the kernel as the C loop reads them."""
    kinds, rows, codes, suits, _, _, _, decides, places, masks, *_ = player.tables
    file.write_bytes(in_bytes((player.law, kinds, rows, codes, suits, decides, places, masks)))
    return file


def _same(counts: list[int], c_output: str) -> bool:
    return [int(number) for number in c_output.split()] == [
        *counts[: loop.WON],
        sum(counts[loop.WON :]),
    ]


def _race(player: Player, built: Path | None, folder: Path, count: int, runs: int
          ) -> dict[str, Any]:
    player.block(1, 0, 1000)
    return race(lambda: player.counted(1, 1, count).tolist(), _same, built,
                  write_tables(player, folder / "tables"), count, runs)


def counting_time(runs: int = 3) -> float:
    """Seconds that it takes to count every deal and price every play."""
    times = []
    for _ in range(runs):
        solved.cache_clear()
        start = time.process_time()
        solved(law_of(TABLE))
        times.append(time.process_time() - start)
    return round(min(times), 2)


def advice_time(hands: int = HANDS) -> float:
    """Milliseconds that one hand takes against one open card, at the middle of many."""
    law, draws, times = law_of(TABLE), random.Random(1), []
    for _ in range(hands):
        *hand, up = draws.sample(law.ranking.pack, 6)
        start = time.process_time()
        advice(law, hand, up)
        times.append(time.process_time() - start)
    return round(1000 * sorted(times)[hands // 2], 2)


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """The figures."""
    report: dict[str, Any] = {"bench": "No-draw poker, compiled and counted",
                              "setting": "one box, a full pack for every coup, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop_, report["c_loop"] = build("nodraw_loop", folder)
        report |= {play: _race(player, loop_, folder, count, runs)
                   for play, player in players().items()}
    return report | {"every_deal_counted_seconds": counting_time(), "one_hand_ms": advice_time()}


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [*(against_c(play, report[play], 0.6) for play in ("best", "rules", "pair")),
            Goal("every deal counted, warm", report["every_deal_counted_seconds"], "s", asked=5),
            Goal("advice for one hand", report["one_hand_ms"], "ms", asked=50)]
