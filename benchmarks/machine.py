"""Gaming machines: the time for an exact return, and games per second compared with a plain C
loop.

Setting: models of five reels and twenty lines with wild and scatter symbols; one core, CPU time.
"Exact": everything that a PAR sheet contains for 254,803,968 results and for 10^9, warm (compiled
before). "Games": paid games without features, all twenty lines, the best of several alternating
runs. The C loop (``peers/machine_loop.c``, cc -O3 -march=native) reads every line of every game
from the left, with the same random words; it must count the same coins.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.cloop import build, in_bytes, in_turns
from benchmarks.goals import Goal
from sabot.families.machine.file import shipped_models
from sabot.families.machine.kernel import ReelPlayer
from sabot.families.machine.model import Model
from sabot.families.machine.par import Sheet
from sabot.probability.tally import Tally
from sabot.simulation.preparation import prepare

GAMES = 20_000_000
RUNS = 5
GOAL = 30_000_000
SECONDS = 5.0


def plain() -> Model:
    """Return the machine of twenty lines without free games and scatter prizes: what the C loop
    plays."""
    model = shipped_models()["costa"]
    assert isinstance(model, Model)
    pays = {name: prizes for name, prizes in model.pays.items() if name not in model.scatters}
    return msgspec.structs.replace(model, free=None, pays=pays)


def longer(model: Model, stops: int) -> Model:
    """Return the same model on strips with a number of stops."""
    strips = tuple(" ".join((list(strip) * stops)[:stops]) for strip in model.strips)
    return msgspec.structs.replace(model, reels=strips)


def _export(model: Model, file: Path) -> None:
    reels = model.base
    number = {name: n for n, name in enumerate(model.names)}
    most, rows = max(reels.sides), max(reels.window)
    shown = np.zeros((len(reels.sides), most, rows), np.int64)
    for reel, side in enumerate(reels.sides):
        for at in range(side):
            shown[reel, at] = [number[one] for one in reels.window_at(reel, reels.stop(reel, at))]
    pays = np.zeros((len(number), len(reels.sides) + 1), np.int64)
    for name, prizes in model.prizes.items():
        for many in range(1, len(reels.sides) + 1):
            pays[number[name], many] = max(
                (coins for count, coins in prizes.items() if count <= many), default=0)
    kinds = np.array([2 if model.symbol(name).scatter else int(model.symbol(name).wild)
                      for name in model.names], np.int64)
    file.write_bytes(in_bytes((np.array(reels.sides, np.int64), shown,
                               np.array(model.lines, np.int64) - 1, pays, kinds,
                               np.array([most, rows], np.int64))))


def _same(tally: Tally, counts: str, bet: int) -> bool:
    coins, hits, _ = map(int, counts.split())
    return (tally.total + tally.coups * bet, tally.counts.get("wins", 0)) == (coins, hits)


def _seconds(model: Model) -> float:
    start = time.process_time()
    sheet = Sheet(model)
    assert sheet.returned and sheet.variance
    return time.process_time() - start


def measure(count: int = GAMES, runs: int = RUNS) -> dict[str, Any]:
    """Measure this benchmark."""
    whole = shipped_models()["costa"]
    assert isinstance(whole, Model)
    model = plain()
    player = ReelPlayer(model)
    prepare(player, player.size)
    figures: dict[str, Any] = {"bench": "Gaming machines, compiled, and their exact return",
                               "setting": "five reels, twenty lines, wild and scatter; one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        file = Path(name) / "tables"
        _export(model, file)
        loop, figures["c_loop"] = build("machine_loop", Path(name))
        best, tally, theirs, found = in_turns(lambda: player.block(1, 1, count), loop, file, count,
                                              runs)
        figures["games_per_second"] = round(count / best)
        if loop is not None:
            figures["c_loop_games_per_second"] = round(count / theirs)
            figures["ratio"] = round(theirs / best, 2)
            figures["counts"] = "the same" if _same(tally, found, player.bet) else "OTHERS"
    _seconds(whole)
    for stops in (48, 63):
        large = longer(whole, stops)
        figures[f"exact_{large.base.cycle}_results_seconds"] = round(_seconds(large), 2)
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [Goal("games", figures["games_per_second"], "games/s", "C loop",
                 figures.get("c_loop_games_per_second"), GOAL),
            *(Goal(f"exact return of {int(name.split('_')[1]):,} results", seconds, "s",
                   asked=SECONDS)
              for name, seconds in figures.items() if name.startswith("exact_"))]
