"""Coups a second of the compiled layouts, beside a plain C loop of the same throws.

Setting: one player who lays the same bets before every throw; the five layouts of Portaria
n.º 217/2007; one core, the processor's time, the best of several runs taken in turns. The C loop
(``peers/layout_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the same tables
and the same words of the stream; its counts must be the kernel's.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cloop import against_c, build, race
from benchmarks.goals import Goal
from sabot.families.layout.kernel import Player, kernel
from sabot.families.layout.repeated_bets import Laying
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import beside
from sabot.games.craps.spots import cloth as craps
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french

THROWS = 20_000_000
RUNS = 7


BETS = {
    "american_roulette": (american(), {"straight/17": 500, "series/vadios": 500, "red": 1000}),
    "french_roulette": (french(), {"split/17-20": 500, "dozen/2": 1000, "even": 1000}),
    "banca_francesa": (banca(), {"small": 500, "aces": 100}),
    "craps": (craps(), {"pass": 1000, "odds/pass": 1000, "place/6": 600, "place/8": 600}),
    "cussec": (cussec(), {"big": 1000, "total/9": 200, "single/3": 100}),
}


def players() -> dict[str, Player]:
    """The kernel of each game with its bets."""
    return {name: kernel(Laying(cloth, tuple(bets.items()), beside), "the same bets")
            for name, (cloth, bets) in BETS.items()}


def _export(player: Player, file: Path) -> None:
    chain = player.chain
    parts = (np.array(chain.nets.shape), chain.then, chain.nets, chain.ends, chain.again)
    file.write_bytes(b"".join(part.astype(np.int64).tobytes() for part in parts))


def counted(player: Player, count: int) -> str:
    """The kernel's counts in the lines of the C loop."""
    times, sums = player.counted(1, 1, count)
    lines = [f"{edge} {times[edge]}" for edge in np.flatnonzero(times)]
    return "\n".join((*lines, "sums " + " ".join(str(int(n)) for n in sums))) + "\n"


def _race(player: Player, loop: Path | None, folder: Path, count: int, runs: int
          ) -> dict[str, Any]:
    file = folder / "tables"
    _export(player, file)
    player.block(1, 0, 1000)
    return race(lambda: player.block(1, 1, count), lambda _, told: told == counted(player, count),
                  loop, file, count, runs)


def measure(count: int = THROWS, runs: int = RUNS) -> dict[str, Any]:
    """The figures of the five games."""
    report: dict[str, Any] = {"bench": "Layouts of numbers and dice, compiled",
                              "setting": "the same bets before every throw, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, report["c_loop"] = build("layout_loop", folder)
        report |= {game: _race(player, loop, folder, count, runs)
                   for game, player in players().items()}
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them."""
    return [against_c(game, report[game], 0.6) for game in BETS]
