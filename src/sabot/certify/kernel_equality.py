"""Whether the compiled coups of a game are those of the reference engine, coup by coup to the cent.

``python -m sabot.certify.kernel_equality GAME [--table FILE] [--coups N] [--seats N] [--fresh]
[--lanes N]
[--bets all]`` plays both with the same cards or throws, by charts that do anything lawful, with
``--bets all`` every additional bet of the table beside. Where they differ the engine is right. The
suite does the same over random lawful tables.

How it is done, and what a game declares for it, is in `conformance.kernels`.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from sabot import games
from sabot.conformance.kernels import Difference, any_chart, difference
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation, parse_values

__all__ = ["Difference", "any_chart", "difference", "plain"]

PLAIN = 'game = "{id}"\nname = "{id}"\nminimum = 10\nmaximum = 300\n'


def plain(game: Game) -> Table | list[Violation]:
    """The plain table of a game, with what a demonstration of it says; or what is unlawful in it.
    """
    text = PLAIN.format(id=game.id)
    if game.times:  # the law fixes the maximum by the minimum
        text = text.replace("300", str(10 * game.times[0]))
    return games.read_values(games.demonstrated(game, parse_values(text)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="sabot.certify.kernel_equality")
    parser.add_argument("game")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--coups", type=int, default=10_000)
    parser.add_argument("--charts", type=int, default=10)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--lanes", type=int, default=0)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--bets", nargs="*", default=[], help="all, or the names of some")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = games.game(asked.game)
    table = games.read_table(asked.table.read_text("utf-8")) if asked.table else plain(game)
    if not isinstance(table, Table):
        sys.exit("\n".join(map(str, table)))
    start = time.perf_counter()
    for n in range(asked.charts):
        chart = any_chart(game, table, asked.seed + n)
        if found := difference(game, table, chart, asked.coups // asked.charts, seats=asked.seats,
                               fresh=asked.fresh, seed=asked.seed, number=n, bets=asked.bets,
                               lanes=asked.lanes):
            sys.exit(f"chart {n}, coup {found.coup}: the engine {found.engine}, the kernel "
                     f"{found.kernel}")
    print(f"{game.id}: {asked.coups} coups, the same to the cent for each place; "
          f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
