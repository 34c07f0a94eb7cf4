"""Gaming machines: how long an exact return takes, and games a second beside a plain C loop.

Setting: models of five reels and twenty lines with wild and scatter symbols; one core, the
processor's time. "Exact": everything that a PAR sheet says of 254,803,968 results and of 10^9, warm
(compiled before). "Games": paid games without features, all twenty lines, best of several runs in
turns. The C loop (``peers/machine_loop.c``, cc -O3 -march=native) reads every line of every game
from the left, with the same words of the stream; it must count the same coins.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.cloop import build, in_bytes, run_in_turns
from benchmarks.goals import Goal
from sabot.families.machine.file import shipped
from sabot.families.machine.kernel import Player
from sabot.families.machine.model import Model
from sabot.families.machine.par import Sheet
from sabot.odds.tally import Tally

GAMES = 20_000_000
RUNS = 5
GOAL = 30_000_000
SECONDS = 5.0


def plain() -> Model:
    """The machine of twenty lines without free games, and without prizes of its scatter: what the C
    loop plays."""
    model = shipped()["costa"]
    assert isinstance(model, Model)
    pays = {name: prizes for name, prizes in model.pays.items() if name not in model.scatters}
    return msgspec.structs.replace(model, free=None, pays=pays)


def longer(model: Model, stops: int) -> Model:
    """The same model on strips of so many stops."""
    strips = tuple(" ".join((list(strip) * stops)[:stops]) for strip in model.strips)
    return msgspec.structs.replace(model, reels=strips)


def _export(model: Model, file: Path) -> None:
    reels = model.base
    number = {name: n for n, name in enumerate(model.names)}
    longest, rows = max(reels.sides), max(reels.window)
    symbols = np.zeros((len(reels.sides), longest, rows), np.int64)
    for reel, side in enumerate(reels.sides):
        for stop in range(side):
            symbols[reel, stop] = [
                number[symbol] for symbol in reels.seen(reel, reels.stop(reel, stop))
            ]
    pays = np.zeros((len(number), len(reels.sides) + 1), np.int64)
    for name, prizes in model.prizes.items():
        for length in range(1, len(reels.sides) + 1):
            pays[number[name], length] = max(
                (coins for count, coins in prizes.items() if count <= length), default=0)
    kinds = np.array([2 if model.symbol(name).scatter else int(model.symbol(name).wild)
                      for name in model.names], np.int64)
    file.write_bytes(in_bytes((np.array(reels.sides, np.int64), symbols,
                               np.array(model.lines, np.int64) - 1, pays, kinds,
                               np.array([longest, rows], np.int64))))


def _same(tally: Tally, c_output: str, bet: int) -> bool:
    coins, hits, _ = map(int, c_output.split())
    return (tally.total + tally.coups * bet, tally.counts.get("wins", 0)) == (coins, hits)


def _seconds(model: Model) -> float:
    start = time.process_time()
    sheet = Sheet(model)
    assert sheet.returned and sheet.variance
    return time.process_time() - start


def measure(count: int = GAMES, runs: int = RUNS) -> dict[str, Any]:
    """The figures."""
    full_model = shipped()["costa"]
    assert isinstance(full_model, Model)
    model = plain()
    player = Player(model)
    player.block(1, 0, 1000)
    report: dict[str, Any] = {"bench": "Gaming machines, compiled and counted",
                              "setting": "five reels, twenty lines, wild and scatter; one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        file = Path(name) / "tables"
        _export(model, file)
        loop, report["c_loop"] = build("machine_loop", Path(name))
        best, tally, c_time, c_output = run_in_turns(
            lambda: player.block(1, 1, count), loop, file, count, runs
        )
        report["games_per_second"] = round(count / best)
        if loop is not None:
            report["c_loop_games_per_second"] = round(count / c_time)
            report["ratio"] = round(c_time / best, 2)
            report["counts"] = "the same" if _same(tally, c_output, player.bet) else "OTHERS"
    _seconds(full_model)
    for stops in (48, 63):
        large = longer(full_model, stops)
        report[f"exact_{large.base.cycle}_results_seconds"] = round(_seconds(large), 2)
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [Goal("games", report["games_per_second"], "games/s", "C loop",
                 report.get("c_loop_games_per_second"), GOAL),
            *(Goal(f"exact return of {int(name.split('_')[1]):,} results", seconds, "s",
                   asked=SECONDS)
              for name, seconds in report.items() if name.startswith("exact_"))]
