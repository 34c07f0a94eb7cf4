"""Coups per second of the compiled layout games, compared with a plain C loop over the same
throws.

Setting: one player who makes the same bets before every throw; the five layout games of Portaria
n.º 217/2007; one core, CPU time, the best of several alternating runs. The C loop
(``peers/layout_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the same
tables and the same random words; its counts must equal the kernel's.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cloop import against_c, build, raced
from benchmarks.goals import Goal
from sabot.families.layout.kernel import Player, kernel
from sabot.families.layout.repeated_bets import Laying
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import cloth as craps
from sabot.games.craps.spots import required_bet
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french
from sabot.simulation.preparation import prepare

THROWS = 20_000_000
RUNS = 7


LAID = {
    "american_roulette": (american(), {"straight/17": 500, "series/vadios": 500, "red": 1000}),
    "french_roulette": (french(), {"split/17-20": 500, "dozen/2": 1000, "even": 1000}),
    "banca_francesa": (banca(), {"small": 500, "aces": 100}),
    "craps": (craps(), {"pass": 1000, "odds/pass": 1000, "place/6": 600, "place/8": 600}),
    "cussec": (cussec(), {"big": 1000, "total/9": 200, "single/3": 100}),
}


def players() -> dict[str, Player]:
    """Return the kernel of each game with its bets."""
    return {name: kernel(Laying(cloth, tuple(bets.items()), required_bet), "the same bets")
            for name, (cloth, bets) in LAID.items()}


def _export(player: Player, file: Path) -> None:
    chain = player.chain
    parts = (np.array(chain.nets.shape), chain.then, chain.nets, chain.ends, chain.again)
    file.write_bytes(b"".join(part.astype(np.int64).tobytes() for part in parts))


def format_counts(player: Player, count: int) -> str:
    """Format the kernel's counts as the lines of the C loop."""
    times, sums = player.count(1, 1, count)
    lines = [f"{edge} {times[edge]}" for edge in np.flatnonzero(times)]
    return "\n".join((*lines, "sums " + " ".join(str(int(n)) for n in sums))) + "\n"


def _one(player: Player, loop: Path | None, folder: Path, count: int, runs: int
         ) -> dict[str, Any]:
    file = folder / "tables"
    _export(player, file)
    prepare(player, player.size)
    return raced(lambda: player.block(1, 1, count),
                 lambda _, text: text == format_counts(player, count), loop, file, count, runs)


def measure(count: int = THROWS, runs: int = RUNS) -> dict[str, Any]:
    """Measure the five games."""
    figures: dict[str, Any] = {"bench": "Layouts of numbers and dice, compiled",
                               "setting": "the same bets before every throw, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, figures["c_loop"] = build("layout_loop", folder)
        figures |= {game: _one(player, loop, folder, count, runs)
                    for game, player in players().items()}
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [against_c(game, figures[game], 0.6) for game in LAID]
