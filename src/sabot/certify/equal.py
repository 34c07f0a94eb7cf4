"""Whether the compiled coups of a game are those of the reference engine, coup by coup to the cent.

``python -m sabot.certify.equal GAME [--table FILE] [--coups N] [--seats N] [--fresh] [--lanes N]
[--bets all]`` plays both with the same cards or throws, by charts that do anything lawful, with
``--bets all`` every additional bet of the table beside. Where they differ the engine is right. The
suite does the same over random lawful tables.

A game with a kernel declares ``parts["any_chart"]``, a chart of a table drawn from a seed, and
``parts["engine"]``, which plays a table as a kernel of it does.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sabot import games
from sabot.equipment.streams import Stream
from sabot.procedure.game import Game
from sabot.procedure.table import Table, Violation, values_of

PLAIN = 'game = "{id}"\nname = "{id}"\nminimum = 10\nmaximum = 300\n'


def plain(game: Game) -> Table | list[Violation]:
    """The plain table of a game, with what a demonstration of it says; or what is unlawful in it.
    """
    text = PLAIN.format(id=game.id)
    if game.times:  # the law fixes the maximum by the minimum
        text = text.replace("300", str(10 * game.times[0]))
    return games.read_values(games.demonstrated(game, values_of(text)))


class Difference(NamedTuple):
    """The first coup in which the two differ, and what each place returned, in cents: the main bet,
    or where ``bets`` lie beside it both."""

    coup: int
    engine: Any
    kernel: Any


def any_chart(game: Game, table: Table, seed: int) -> Any:
    """A chart of this table that does anything lawful."""
    return game.simulated.any_chart(table, seed)


def difference(game: Game, table: Table, chart: Any, coups: int, *, seats: int = 1,
               fresh: bool = False, seed: int = 1, number: int = 0, bets: Sequence[str] = (),
               lanes: int = 0) -> Difference | None:
    """None where engine and kernel return the same in each of so many coups; ``lanes``: how many
    the kernel plays, 0 for as many as it has."""
    player: Any = game.simulated.kernel(table, chart, seats=seats, fresh=fresh, bets=tuple(bets))
    if lanes and hasattr(player, "lanes"):
        player = dataclasses.replace(player, lanes=lanes)
    fast = list(player.each(seed, number, coups))
    slow = game.simulated.engine(game.coup, table, player)
    told: Iterable[Any] = slow.coups(Stream(seed, number), coups, fresh)
    if bets:
        fast = list(zip(fast, player.each_bet(seed, number, coups), strict=True))
        told = slow.played(Stream(seed, number), coups, fresh)
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
