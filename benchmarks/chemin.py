"""Chemin de fer: coups per second compared with a plain C loop, and the time to solve a coup.

Setting: one unit of the ponto against the bank, both sides by the best play of a full shoe, under
rules 64 and 67 and with the free draws of a banco; a full shoe for each coup, and shoes as the
law has them; one core, CPU time, the best of several alternating runs. The C loop
(``peers/chemin_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the same
tables and the same random words, and its counts must equal the kernel's.

Solving: the value and the best play of both sides, exact and proved, from a shoe of which some
cards are gone: the question of a card counter.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.cloop import against_c, build, in_bytes, raced
from benchmarks.goals import Goal
from sabot.games.chemin_de_fer.chances.deal import Cards
from sabot.games.chemin_de_fer.chances.duel import CARDS, TOTAL, Terms, duel
from sabot.games.chemin_de_fer.chances.equilibrium import solve
from sabot.games.chemin_de_fer.chances.kernel import Player, pack_cards
from sabot.games.chemin_de_fer.chances.plays import best_play
from sabot.simulation.preparation import prepare

COUPS = 20_000_000
RUNS = 7
DEALT = Cards((71, 17, 20, 15, 22, 11, 19, 18, 9, 16))


def players() -> dict[str, Player]:
    """Return the kernel of each way to play."""
    return {f"{name}{', fresh shoes' if fresh else ''}": Player(best_play(banco), 1000, name,
                                                                fresh=fresh)
            for name, banco in (("rules_64_and_67", False), ("banco", True))
            for fresh in (False, True)}


def _one(player: Player, loop: Path | None, folder: Path, count: int, runs: int
         ) -> dict[str, Any]:
    file = folder / "tables"
    file.write_bytes(in_bytes((player.law, *player.decisions, pack_cards())))
    prepare(player, player.size)
    return raced(lambda: player.count(1, 1, count, 0)[0],
                  lambda nets, counts: [int(number) for number in counts.split()] == nets.tolist(),
                  loop, file, count, runs)


def solving(runs: int = RUNS) -> dict[str, float]:
    """Return the milliseconds to solve a coup of a shoe that was dealt from."""
    found = {}
    for known in (TOTAL, CARDS):
        for banco in (False, True):
            took = []
            for _ in range(runs):
                start = time.process_time()
                solve(duel(DEALT, Terms(banco, known, known)))
                took.append(time.process_time() - start)
            found[f"solved, {'banco' if banco else 'rules 64 and 67'}, by {known}"] = \
                round(1000 * min(took), 1)
    return found


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """Measure this benchmark."""
    figures: dict[str, Any] = {"bench": "Chemin de fer, compiled and solved",
                               "setting": "ponto and bank by the best play, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, figures["c_loop"] = build("chemin_loop", folder)
        figures |= {way: _one(player, loop, folder, count, runs)
                    for way, player in players().items()}
    return figures | solving(runs)


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals; solving a coup has the same limit as at baccarat."""
    return [*(against_c(name, value, 0.6) for name, value in figures.items()
              if isinstance(value, dict)),
            *(Goal(name, value, "ms", asked=100) for name, value in figures.items()
              if name.startswith("solved"))]
