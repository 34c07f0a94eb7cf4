"""Coups per second of the compiled blackjack, compared with a plain C loop over the same coups.

Setting: one place, the best play of each game's own table, a full shoe for each coup, and shoes
as the law has them; one core, CPU time, the best of several alternating runs. The C loop
(``peers/blackjack_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the same
tables and the same random words, and its histogram must equal the kernel's; it counts nothing
else. Two workers are two threads, measured by the clock; the figure is useful only on a machine
that does nothing else.

The other peer is a public simulator, built outside the project. ``SABOT_SIMULATOR`` is a command
that prints one line with its setting, then for each line with a number of coups the mean, the
deviation of a coup, the coups played and the seconds of CPU time; ``SABOT_SIMULATOR_NAME`` says
what it is: name, commit. ``peers/hhoppe_coups.py`` is such a program. Both play one place, six
packs, warning card 78 from the end; the bank stands on all 17, does not peek and takes all bets
with a blackjack; doubles on any two cards, after a split too; four hands, one card on split aces,
no surrender, no insurance (even money is open here, and best refused); best play by the total of
the hand. Without the command that part is skipped.
"""

from __future__ import annotations

import math
import os
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np

from benchmarks.cloop import build, in_bytes, in_turns
from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from sabot import games
from sabot.certify.kernel_equality import any_chart, difference, plain_table
from sabot.families.blackjack.kernel.encoding import Packed
from sabot.families.blackjack.kernel.player import Player
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.rules.pricing_rules import ANY, pricing_terms
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.simulation import figures
from sabot.simulation.preparation import prepare

COUPS = 5_000_000
RUNS = 5
PAIRS = 9


def _export(packed: Packed, file: Path) -> None:
    tables = packed.tables
    file.write_bytes(in_bytes((tables.law, packed.cards, *tables[1:], np.array([packed.most]))))


def _side_by_side(kernel: Any, loop: Path | None, folder: Path, coups: int) -> dict[str, Any]:
    file = folder / "tables"
    _export(kernel.packed, file)
    prepare(kernel, kernel.size)
    ours, tally, theirs, counts = in_turns(lambda: kernel.block(1, 1, coups), loop, file, coups,
                                           RUNS, kernel.lane_count)
    found: dict[str, Any] = {"coups_per_second": round(coups / ours)}
    if loop is not None:
        nets = {int(net) * kernel.packed.share: int(times)
                for net, times in (line.split() for line in counts.splitlines())}
        found |= {"c_loop": round(coups / theirs), "of_c_loop": round(theirs / ours, 3),
                  "same_histogram": nets == tally.nets}
    return found


def _two_workers(kernel: Any, coups: int) -> dict[str, Any]:
    """Return how much faster two threads are than one, by the clock: alternating pairs, each with
    its ratio.

    The median, minimum and maximum show how quiet the machine was.
    """
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(PAIRS):
            start = time.perf_counter()
            kernel.block(1, 1, coups)
            kernel.block(1, 2, coups)
            one = time.perf_counter() - start
            start = time.perf_counter()
            list(pool.map(lambda n: kernel.block(1, n, coups), (1, 2)))
            ratios.append(one / (time.perf_counter() - start))
    return {"times_one": round(statistics.median(ratios), 2), "pairs": PAIRS,
            "from_to": [round(min(ratios), 2), round(max(ratios), 2)]}


def _usual() -> tuple[Any, float]:
    """Return the kernel of the peer's table, and the exact mean from a full shoe."""
    game = games.game("blackjack-online")
    table = plain_table(game)
    table_law = msgspec.structs.replace(
        cast(Any, game.book).table_law(table), packs=6, warning=78, burn=0, must_hit=0, double=ANY,
        double_split=ANY, fixes_ace=False, split_rank=False, max_splits=3, resplit_aces=False,
        surrender="", insurance=None, special=None, at_once=False)
    best = worth(pricing_terms(table_law), "total")
    return Player(table_law, table.minimum, best.chart, "as the peer plays"), best.mean


def measured_beside_peer(coups: int) -> dict[str, Any]:
    """Measure the other simulator and the kernel alternately, and return the mean of each."""
    kernel, exact = _usual()
    ours, theirs = [], []
    try:
        with other_program("SABOT_SIMULATOR") as peer:
            prepare(kernel, kernel.size)
            for n in range(RUNS):
                start = time.process_time()
                tally = kernel.block(1, n, coups)
                ours.append(coups / (time.process_time() - start))
                mean, deviation, played, seconds = map(float, peer.ask(coups).split())
                theirs.append(played / seconds)
    except Skipped as skipped:
        return {"peer": str(skipped)}
    found = figures(tally, kernel.unit)
    return {"peer": os.environ.get("SABOT_SIMULATOR_NAME", os.environ["SABOT_SIMULATOR"]),
            "peer_setting": peer.name,
            "peer_coups_per_second": round(max(theirs)), "coups_per_second": round(max(ours)),
            "times_peer": round(max(ours) / max(theirs), 2),
            "exact_full_shoe": round(exact, 6),
            "mean": f"{found.mean:+.6f}, error {found.error:.6f}",
            "peer_mean": f"{mean:+.6f}, error {deviation / math.sqrt(played):.6f}"}


def measure() -> dict[str, Any]:
    """Measure the four games."""
    results: dict[str, Any] = {"bench": "Blackjack, compiled",
                               "setting": "best play, one place, one core; "
                                          "two workers by the clock"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, results["c_compiler"] = build("blackjack_loop", folder)
        for game_id, game in games.catalogue().items():
            if not game.simulation or "composition" not in game.simulated.strategies:
                continue  # nothing is decided there: see `layout`
            table = plain_table(game)
            chart = game.simulated.strategies["composition"](table).chart
            for fresh in (True, False):
                kernel = game.simulated.kernel(table, chart, fresh=fresh)
                key = f"{game_id}{'_fresh' if fresh else ''}"
                results[key] = _side_by_side(kernel, loop, folder, COUPS)
            results[f"{game_id}_two_workers"] = (
                _two_workers(kernel, COUPS) if (os.cpu_count() or 1) > 1
                else "skipped: one processor")
            results[f"{game_id}_equal_seconds"] = _equal(game, table)
    return results | measured_beside_peer(COUPS)


def _equal(game: Game, table: Table, coups: int = 10_000) -> float:
    """Return the seconds in which engine and kernel are compared, coup by coup to the cent."""
    start = time.perf_counter()
    if found := difference(game, table, any_chart(game, table, 1), coups):
        raise RuntimeError(f"{game.id}: the engine and the kernel differ: {found}")
    return round(time.perf_counter() - start, 2)


def goals(found: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    targets = []
    for name, value in found.items():
        if name.endswith("_equal_seconds"):
            game_id = name.removesuffix("_equal_seconds")
            targets.append(Goal(f"{game_id}: 10,000 coups compared with the engine's", value, "s",
                                asked=10))
        elif name.endswith("_two_workers") and isinstance(value, dict):
            targets.append(Goal(f"{name.removesuffix('_two_workers')}: two workers",
                                value["times_one"], "times one", asked=1.8))
        elif isinstance(value, dict) and "c_loop" in value:
            targets.append(Goal(name.replace("_fresh", ": fresh shoes"), value["coups_per_second"],
                                "coups/s", "C loop", value["c_loop"], 0.8, "ratio"))
    if "times_peer" in found:
        targets.append(Goal("six packs, by totals", found["coups_per_second"], "coups/s",
                            found["peer"], found["peer_coups_per_second"], 4, "ratio"))
    return targets
