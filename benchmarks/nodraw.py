"""No-draw poker: coups per second compared with a plain C loop, the time for the exact odds, and
one hand.

Setting: one box at the minimum, by the best play, by three rules of thumb and by a pair or
better; every coup from a full pack; one core, CPU time, the best of several alternating runs. The
C loop (``peers/nodraw_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the
same tables and the same random words, and its counts must equal the kernel's. It counts how boxes
end; the kernel also sums what they return.

Exact odds: all 19,933,230,517,200 deals of one set of rules, with the eight strategies that are
priced, in CPU time, with compiled code at hand. One hand: compared with every hand of the bank.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.cloop import against_c, build, in_bytes, raced
from benchmarks.goals import Goal
from sabot.families.poker.no_draw_advice import advice
from sabot.families.poker.no_draw_plays import solve
from sabot.games.no_draw_poker.chances import loop
from sabot.games.no_draw_poker.chances.charts import strategy_of
from sabot.games.no_draw_poker.chances.kernel import BoxPlayer
from sabot.games.no_draw_poker.chances.terms import law_of
from sabot.games.no_draw_poker.rules import Rules
from sabot.procedure.table import Table
from sabot.simulation.preparation import prepare

COUPS = 20_000_000
RUNS = 7
HANDS = 200
TABLE = Table(game="no-draw-poker", name="bench", minimum=1000, maximum=25_000, rules=Rules())


def players() -> dict[str, BoxPlayer]:
    """Return the kernel of each way to play."""
    return {play: BoxPlayer(TABLE.rules, TABLE.minimum,
                            strategy_of(law_of(TABLE), play).chart, play)
            for play in ("best", "rules", "pair")}


def written(player: BoxPlayer, file: Path) -> Path:
    """Encode the tables of the kernel as the C loop reads them."""
    kinds, rows, codes, suits, _, _, _, decides, places, masks, *_ = player.tables
    file.write_bytes(in_bytes((player.law, kinds, rows, codes, suits, decides, places, masks)))
    return file


def _same(counts: list[int], text: str) -> bool:
    return [int(number) for number in text.split()] == [*counts[:loop.WON], sum(counts[loop.WON:])]


def _one(player: BoxPlayer, built: Path | None, folder: Path, count: int, runs: int
         ) -> dict[str, Any]:
    prepare(player, player.size)
    return raced(lambda: player.count_ends(1, 1, count).tolist(), _same, built,
                  written(player, folder / "tables"), count, runs)


def counting(runs: int = 3) -> float:
    """Return the seconds to evaluate every deal and price every strategy."""
    took = []
    for _ in range(runs):
        solve.cache_clear()
        start = time.process_time()
        solve(law_of(TABLE))
        took.append(time.process_time() - start)
    return round(min(took), 2)


def looking(hands: int = HANDS) -> float:
    """Return the milliseconds for one hand against one open card, the median of many."""
    law, draws, took = law_of(TABLE), random.Random(1), []
    for _ in range(hands):
        *hand, up = draws.sample(law.ranking.pack, 6)
        start = time.process_time()
        advice(law, hand, up)
        took.append(time.process_time() - start)
    return round(1000 * sorted(took)[hands // 2], 2)


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """Measure this benchmark."""
    figures: dict[str, Any] = {"bench": "No-draw poker, compiled, and its exact odds",
                               "setting": "one box, a full pack for every coup, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        built, figures["c_loop"] = build("nodraw_loop", folder)
        figures |= {play: _one(player, built, folder, count, runs)
                    for play, player in players().items()}
    return figures | {"every_deal_counted_seconds": counting(), "one_hand_ms": looking()}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [*(against_c(play, figures[play], 0.6) for play in ("best", "rules", "pair")),
            Goal("every deal evaluated, warm", figures["every_deal_counted_seconds"], "s", asked=5),
            Goal("advice for one hand", figures["one_hand_ms"], "ms", asked=50)]
