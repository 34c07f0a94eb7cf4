"""Compares the compiled coups of a game with those of the reference engine, to the cent.

``python -m sabot.certify.kernel_equality GAME [--table FILE] [--coups N] [--seats N] [--fresh]
[--lanes N]
[--bets all]`` plays both with the same cards or throws, by random lawful charts. ``--bets all``
adds all side bets of the table. If they differ, the engine is right. The tests do the same over
random lawful tables.

See `conformance.kernels` for the comparison and for what a game declares.
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

__all__ = ["Difference", "any_chart", "difference", "plain_table"]

PLAIN = 'game = "{id}"\nname = "{id}"\nminimum = 10\nmaximum = 300\n'


def plain_table(game: Game) -> Table | list[Violation]:
    """The default table of a game, with its demonstrated choices; or its violations."""
    text = PLAIN.format(id=game.id)
    if game.limit_ratios:  # the law fixes the maximum by the minimum
        text = text.replace("300", str(10 * game.limit_ratios[0]))
    return games.read_values(games.with_demonstration(game, parse_values(text)))


def main() -> None:
    """Run the comparison from the command line; status 1 at the first difference."""
    parser = argparse.ArgumentParser(prog="sabot.certify.kernel_equality")
    parser.add_argument("game")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--coups", type=int, default=10_000)
    parser.add_argument("--charts", type=int, default=10)
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--lanes", type=int, default=0)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--bets", nargs="*", default=[], help="all, or names of side bets")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = games.game(arguments.game)
    table = (
        games.read_table(arguments.table.read_text("utf-8"))
        if arguments.table
        else plain_table(game)
    )
    if not isinstance(table, Table):
        sys.exit("\n".join(map(str, table)))
    start = time.perf_counter()
    for n in range(arguments.charts):
        chart = any_chart(game, table, arguments.seed + n)
        if first_difference := difference(
            game, table, chart, arguments.coups // arguments.charts, seats=arguments.seats,
            fresh=arguments.fresh, seed=arguments.seed, number=n, bets=arguments.bets,
            lanes=arguments.lanes):
            sys.exit(f"chart {n}, coup {first_difference.coup}: the engine "
                     f"{first_difference.engine}, the kernel "
                     f"{first_difference.kernel}")
    print(f"{game.id}: {arguments.coups} coups, the same to the cent for each place; "
          f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
