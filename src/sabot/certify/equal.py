"""Whether the compiled blackjack plays as the reference engine does, coup by coup and cent by cent.

``python -m sabot.certify.equal GAME [--table FILE] [--coups N] [--seats N] [--fresh]`` plays both
with the same cards, by charts that do anything lawful. Where they differ the engine is right. The
suite does the same over random lawful tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sabot import games
from sabot.equipment.streams import Stream
from sabot.families.blackjack.chart import Chart
from sabot.families.blackjack.chartplayer import ChartPlayer
from sabot.families.blackjack.legal import drawn
from sabot.families.blackjack.terms import of_code
from sabot.procedure.game import Game
from sabot.procedure.table import Table

PLAIN = 'game = "{id}"\nname = "{id}"\nminimum = 10\nmaximum = 300\n'


class Difference(NamedTuple):
    """The first coup in which the two differ, and what each place returned, in cents."""

    coup: int
    engine: list[int]
    kernel: list[int]


def any_chart(game: Game, table: Table, seed: int) -> Chart:
    """A chart of this table that does anything lawful."""
    return drawn(of_code(game.parts["book"].code(table)), np.random.default_rng(seed))


def difference(game: Game, table: Table, chart: Chart, coups: int, *, seats: int = 1,
               fresh: bool = False, seed: int = 1, number: int = 0) -> Difference | None:
    """None where engine and kernel return the same in each of so many coups."""
    fast = game.parts["kernel"](table, chart, seats=seats, fresh=fresh).each(seed, number, coups)
    slow = ChartPlayer(game.parts["book"], table, chart, seats)
    told = slow.coups(Stream(seed, number), coups, fresh)
    for coup, (engine, kernel) in enumerate(zip(told, fast, strict=True)):
        if engine != kernel:
            return Difference(coup, engine, kernel)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(prog="sabot.certify.equal")
    parser.add_argument("game")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--coups", type=int, default=10_000)
    parser.add_argument("--charts", type=int, default=10)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = games.game(asked.game)
    text = asked.table.read_text("utf-8") if asked.table else PLAIN.format(id=game.id)
    table = games.read_table(text)
    if not isinstance(table, Table):
        sys.exit("\n".join(map(str, table)))
    start = time.perf_counter()
    for n in range(asked.charts):
        chart = any_chart(game, table, asked.seed + n)
        if found := difference(game, table, chart, asked.coups // asked.charts, seats=asked.seats,
                               fresh=asked.fresh, seed=asked.seed, number=n):
            sys.exit(f"chart {n}, coup {found.coup}: the engine {found.engine}, the kernel "
                     f"{found.kernel}")
    print(f"{game.id}: {asked.coups} coups, the same to the cent for each place; "
          f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
