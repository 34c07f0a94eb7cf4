"""Counts what happens in worlds: acts by game and kind, acts of staff and errands, and faults."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.table import Table as Grid

from sabot.games import catalogue
from sabot.house.table.messages import ActCommand
from sabot.procedure.table import Table
from tools.worlds.people import Person
from tools.worlds.plan import PersonPlan, Plan
from tools.worlds.pool_books import PoolBook
from tools.worlds.wallets import OperatorWallet

if TYPE_CHECKING:
    from tools.worlds.world import Outcome


class Busy(Protocol):
    """Somebody who works in the house or does errands; ``done`` counts what, by name and outcome.
    """

    done: Counter[str]

    async def live(self) -> None:
        """Work until the world ends, or everything planned is done."""


class Employed(Busy, Protocol):
    """Somebody who works in the house."""

    plan: PersonPlan


class _World(Protocol):
    """What is counted of a world."""

    plan: Plan
    people: Sequence[Person]
    staff: Sequence[Employed]
    errands: Sequence[Busy]
    all_tables: Mapping[str, Table]
    wallet: OperatorWallet | None
    pool_book: PoolBook | None


def count(world: _World) -> dict[str, int]:
    """What happened in a world: by "act/GAME/ACT", "refused/GAME/CODE", "role/ROLE/ACT, OUTCOME",
    "errand//ACT, OUTCOME", "wallet//CALL", "pools//CALL" and "fault//KIND"."""
    done = Counter[str]()
    for person in world.people:
        table = world.all_tables[person.plan.table]
        game = table.game
        done[f"world/{game}/{'attended' if table.attended else table.kind}"] += 1
        for key, answer in person.answers.items():
            command = person.sent[key]
            act = command.act if isinstance(command, ActCommand) else type(command).__name__
            if key in person.acknowledged:
                done[f"act/{game}/{act}"] += 1
            else:
                done[f"refused/{game}/{answer.get('code')}"] += 1
    for employee in world.staff:
        for what, times in employee.done.items():
            done[f"{employee.plan.role}//{what}"] += times
    for errands in world.errands:
        for what, times in errands.done.items():
            done[f"errand//{what}"] += times
    for name, book in (("wallet", world.wallet), ("pools", world.pool_book)):
        for what, times in (book.calls if book is not None else {}).items():
            done[f"{name}//{what}"] += times
    for fault in world.plan.faults:
        done[f"fault//{fault.kind}"] += 1
    done["money//worlds"] += world.plan.money
    return dict(done)


def total(outcomes: Iterable[Outcome]) -> Counter[str]:
    """The counts of several worlds."""
    counts = Counter[str]()
    for outcome in outcomes:
        counts.update(outcome.done)
    return counts


def report(counts: Counter[str], console: Console | None = None) -> None:
    """Print a line for each game and for each kind of other act; names what never happened."""
    console = console or Console(width=120)
    games: dict[str, Counter[str]] = {game: Counter() for game in catalogue()}
    others: dict[str, Counter[str]] = {}
    refusals: dict[str, Counter[str]] = {game: Counter() for game in catalogue()}
    for key, times in counts.items():
        kind, game, what = key.split("/", 2)
        if kind == "act":
            games[game][what] += times
        elif kind == "refused":
            refusals[game][what] += times
        elif kind != "world":
            others.setdefault(kind, Counter())[what] += times
    grid = Grid("game", "people", "acts", "refused", "kinds of act")
    for game, acts in sorted(games.items()):
        seats = {key.rpartition("/")[2]: times for key, times in counts.items()
                 if key.startswith(f"world/{game}/")}
        grid.add_row(game, _line(Counter(seats)), str(acts.total()),
                     str(refusals[game].total()), _line(acts))
    console.print(grid)
    for kind, times_of in sorted(others.items()):
        console.print(f"{kind}: {_line(times_of)}")
    if unplayed := [game for game, acts in games.items() if not acts]:
        console.print(f"games without an act: {', '.join(unplayed)}")


def _line(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {times}" for what, times in counts.most_common())


def main() -> None:
    """Play the worlds of so many seeds (200), and report what happened in them."""
    from tools.worlds.playing import house_tables, play_seed

    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    report(total(play_seed(seed, house_tables()) for seed in range(worlds)))


if __name__ == "__main__":
    main()
