"""Coups per second of the compiled baccarats, compared with a plain C loop over the same cards,
and the time for all odds of a shoe from which some cards are gone.

Setting: one player who makes the same bets before every coup; one core, CPU time, the best of
several alternating runs. The C loop (``peers/baccarat_loop.c``, cc -O3 -march=native, built in a
folder of its own) reads the same tables and the same random words; its counts must equal the
kernel's.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.cloop import against_c, build, raced
from benchmarks.goals import Goal
from sabot import games
from sabot.families.baccarat import exact, kernel, three_card
from sabot.families.layout.declare import cloth_of
from sabot.families.layout.odds import price
from sabot.games import read_table
from sabot.procedure.table import Table
from sabot.simulation.preparation import prepare

COUPS = 10_000_000
RUNS = 5
TABLES = {
    "ponto_e_banca": ('game = "ponto-e-banca"\nname = "A"\nminimum = 10\nmaximum = 700\n'
                      "[rules]\npairs = true\n", {"banca": 1000, "tie": 1000, "pair/ponto": 1000}),
    "three_card_baccarat": ('game = "three-card-baccarat"\nname = "A"\nminimum = 10\n'
                            "maximum = 700\n", {"hand/1": 1000, "tie/1": 1000, "odd": 1000}),
}
GONE = "AS 7H=2 7=4 K=9 5=7 2D"


def table(name: str) -> Table:
    """Return the table on which a game is measured."""
    found = read_table(TABLES[name][0])
    if not isinstance(found, Table):
        raise ValueError(f"{name}: {found}")
    return found


def players() -> dict[str, Any]:
    """Return the kernel of each game with its bets."""
    return {name: games.game(table(name).game).simulated.kernel(table(name), bets)
            for name, (_, bets) in TABLES.items()}


def _export(player: kernel.Dealt, file: Path) -> None:
    law = kernel.law(player.shoe, player.fresh)
    if isinstance(player, kernel.Places):
        nets, _, _ = player._steps
        cards, read, parts = kernel.of_hands(player.shoe.packs), kernel.ranks(), len(nets)
    else:
        nets = np.array([player.groups[0].nets])
        cards, read, parts = kernel.of_sides(player.shoe.packs), kernel.against(), 0
    widest = int(nets.max(axis=1).sum()) if parts else 0
    head = np.array([parts, nets.shape[1], *law, len(read), widest])
    file.write_bytes(b"".join(part.astype(np.int64).tobytes()
                              for part in (head, cards, read, nets)))


def format_counts(player: Any, count: int) -> str:
    """Format the kernel's counts as the lines of the C loop."""
    if isinstance(player, kernel.Places):
        times, totals, sums, _ = player.count(1, 1, count)
    else:
        (times, sums, _), totals = player.count(1, 1, count), np.zeros(0, np.int64)
    lines = [f"{at} {times.flat[at]}" for at in np.flatnonzero(times)]
    lines += [f"sum {at} {totals[at]}" for at in np.flatnonzero(totals)]
    return "\n".join((*lines, "shoes " + " ".join(str(int(n)) for n in sums))) + "\n"


def _one(player: Any, loop: Path | None, folder: Path, count: int, runs: int
         ) -> dict[str, Any]:
    file = folder / "tables"
    _export(player, file)
    prepare(player, player.size)
    return raced(lambda: player.block(1, 1, count),
                 lambda _, text: text == format_counts(player, count), loop, file, count, runs)


def conditional(name: str, runs: int) -> float:
    """Return the milliseconds of CPU time for all odds of a shoe from which some cards are gone."""
    at, took = table(name), []
    game = games.game(at.game)
    of_left = game.priced.cards_left
    assert of_left is not None
    price(cloth_of(game, at))
    for n in range(runs):
        exact.law.cache_clear()
        three_card.law.cache_clear()
        left = of_left(at, f"{GONE} 3={n + 1}", True)
        start = time.process_time()
        left.odds()
        took.append(time.process_time() - start)
    return round(1000 * min(took), 1)


def measure(count: int = COUPS, runs: int = RUNS) -> dict[str, Any]:
    """Measure the two games."""
    figures: dict[str, Any] = {"bench": "Baccarat, compiled",
                               "setting": "the same bets before every coup, one core"}
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as name:
        folder = Path(name)
        loop, figures["c_loop"] = build("baccarat_loop", folder)
        figures |= {game: _one(player, loop, folder, count, runs)
                    for game, player in players().items()}
    return figures | {f"{game}_after_some_cards_ms": conditional(game, runs) for game in TABLES}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [*(against_c(game, figures[game], 0.6) for game in TABLES),
            *(Goal(f"{game}: all odds of a shoe with some cards removed",
                   figures[f"{game}_after_some_cards_ms"], "ms", asked=100) for game in TABLES)]
