"""Chemin de fer: coups a second beside a plain C loop, and how soon a coup is solved.

Setting: one unit of the ponto's against the bank, both sides by the best play of a full shoe, under
rules 64 and 67 and with banco's free draws; a full shoe for each coup and shoes as the law has
them; one core, the processor's time, the best of several runs taken in turns. The C loop
(``peers/chemin_loop.c``, cc -O3 -march=native, built in a folder of its own) reads the same tables
and the same words of the stream, and its counts must be the kernel's.

Solving: the value and the best play of both sides, exact and proved, from a shoe of which some
cards have gone: the counter's question.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.cloop import against_c, build, in_bytes, race
from benchmarks.goals import Goal
from sabot.games.chemin_de_fer.chances.deal import Cards
from sabot.games.chemin_de_fer.chances.duel import CARDS, TOTAL, Terms, duel
from sabot.games.chemin_de_fer.chances.equilibrium import solved
from sabot.games.chemin_de_fer.chances.kernel import Player, packed
from sabot.games.chemin_de_fer.chances.plays import best

COUPS = 20_000_000
RUNS = 7
DEALT = Cards((71, 17, 20, 15, 22, 11, 19, 18, 9, 16))


def players() -> dict[str, Player]:
    """The kernel of each way to play."""
    return {f"{name}{', fresh shoes' if fresh else ''}": Player(best(banco), 1000, name,
                                                                fresh=fresh)
            for name, banco in (("rules_64_and_67", False), ("banco", True))
            for fresh in (False, True)}


def _race(player: Player, loop: Path | None, folder: Path, count: int, runs: int
          ) -> dict[str, Any]:
    file = folder / "tables"
    file.write_bytes(in_bytes((player.law, *player.decisions, packed())))
    player.block(1, 0, 1000)
    return race(
        lambda: player.counted(1, 1, count, 0)[0],
        lambda nets, c_output: [int(number) for number in c_output.split()] == nets.tolist(),
        loop,
        file,
        count,
        runs,
    )


def solving(runs: int = RUNS) -> dict[str, float]:
    """Milliseconds that it takes to solve a coup of a shoe that was dealt from."""
    result = {}
    for known in (TOTAL, CARDS):
        for banco in (False, True):
            times = []
            for _ in range(runs):
                start = time.process_time()
                solved(duel(DEALT, Terms(banco, known, known)))
                times.append(time.process_time() - start)
            result[f"solved, {'banco' if banco else 'rules 64 and 67'}, by {known}"] = \
                round(1000 * min(times), 1)
    return result


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """The figures."""
    report: dict[str, Any] = {"bench": "Chemin de fer, compiled and solved",
                              "setting": "ponto and bank by the best play, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, report["c_loop"] = build("chemin_loop", folder)
        report |= {name_: _race(player, loop, folder, count, runs)
                   for name_, player in players().items()}
    return report | solving(runs)


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them; a coup is the counter's question, answered within that of baccarat."""
    return [*(against_c(name, value, 0.6) for name, value in report.items()
              if isinstance(value, dict)),
            *(Goal(name, value, "ms", asked=100) for name, value in report.items()
              if name.startswith("solved"))]
