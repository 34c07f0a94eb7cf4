"""Plays many worlds in several processes, and reports how dense they are.

``python -m tools.worlds.batch --worlds 200``: the status is 1 where a world went wrong. Each
failing world is named with the command that plays it again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

import click
import msgspec

from tools.worlds.loop import TimeStandsStill
from tools.worlds.playing import fix_hash_seed, house_tables, plan_of_seed, warm_up
from tools.worlds.world import play

MOST_PROCESSOR = 120.0
"""Seconds of processor that a world may take."""


class Played(msgspec.Struct, frozen=True):
    """What is counted of a world: commands sent and answered, groups stored, virtual seconds, its
    faults by kind, its tables by game, what was wrong ("" if nothing), and the seconds of processor
    that it cost."""

    seed: int
    wrong: str
    acts: int
    answers: int
    groups: int
    seconds: float
    faults: dict[str, int]
    games: dict[str, int]
    processor: float
    nodes: int = 1


class Density:
    """The sums of the worlds that were played."""

    def __init__(self) -> None:
        self.worlds = self.acts = self.answers = self.groups = 0
        self.virtual = self.processor = 0.0
        self.faults: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.wrong: list[Played] = []
        self.began = time.monotonic()

    def add(self, world: Played) -> None:
        """Count a world."""
        self.worlds += 1
        self.acts += world.acts
        self.answers += world.answers
        self.groups += world.groups
        self.virtual += world.seconds
        self.processor += world.processor
        self.faults.update(world.faults)
        self.games.update(world.games)
        if world.wrong:
            self.wrong.append(world)

    def lines(self) -> list[str]:
        """The report."""
        took = max(time.monotonic() - self.began, 1e-9)
        return [
            f"{self.worlds} worlds in {took:.0f} s: {self.worlds / took:.2f} worlds/s, "
            f"{self.virtual / took:.0f} times as fast as real time; "
            f"{self.processor / max(self.worlds, 1):.2f} s of processor each",
            f"{self.acts} commands, {self.answers} answered; {self.groups} groups stored",
            "faults: " + _counted(self.faults),
            "tables: " + _counted(self.games),
            f"{len(self.wrong)} worlds went wrong" if self.wrong else "no world went wrong",
        ]


def _counted(numbers: Counter[str]) -> str:
    return ", ".join(f"{n} {name}" for name, n in numbers.most_common())


def _stands_still(*_: object) -> None:
    """Something in a world never lets anybody else go on."""
    raise TimeStandsStill(f"the world has taken {MOST_PROCESSOR:.0f} s of processor")


def play_one(seed: int, nodes: int = 1) -> Played:
    """Play the world of a seed, with a house of so many nodes, and count it."""
    tables, began = house_tables(), time.process_time()
    signal.signal(signal.SIGVTALRM, _stands_still)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_PROCESSOR)
    try:
        outcome = play(plan := plan_of_seed(seed, tables, nodes), tables)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Played(
        seed, outcome.wrong, outcome.acts, outcome.answers, outcome.groups,
        outcome.story[-1].at if outcome.story else 0.0,
        dict(Counter(fault.kind for fault in plan.faults)),
        dict(Counter(tables[name].game for name in plan.tables)),
        time.process_time() - began, nodes)


def play_many(seeds: Iterable[int], jobs: int, nodes: int = 1) -> Iterator[Played]:
    """Play the worlds of these seeds, in so many processes, in their order."""
    warm_up()  # once for all processes
    play_seed = partial(play_one, nodes=nodes)
    if jobs < 2:
        yield from map(play_seed, seeds)
        return
    # Each process is replaced after some worlds: what a fault of the program leaves behind in one
    # of them does not gather.
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=50) as pool:
        yield from pool.imap(play_seed, seeds)


def tell_wrong(world: Played) -> str:
    """What to do about a world that went wrong."""
    return (f"world {world.seed} went wrong: {world.wrong}\n"
            f"  sabot simulate-house --seed {world.seed} "
            f"{f'--nodes {world.nodes} ' if world.nodes > 1 else ''}--shrink")


def usual_jobs() -> int:
    """One process for each processor that this one may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


@click.command()
@click.option("--first", type=int, default=0, help="the first seed")
@click.option("--worlds", type=click.IntRange(1), default=200, help="how many")
@click.option("--jobs", type=click.IntRange(1), default=usual_jobs, help="how many processes")
@click.option("--nodes", type=click.IntRange(1, 6), default=1, help="how many nodes each house has")
def main(first: int, worlds: int, jobs: int, nodes: int) -> None:
    """Play the worlds of many seeds, and report what they held."""
    density = Density()
    for world in play_many(range(first, first + worlds), jobs, nodes):
        density.add(world)
        if world.wrong:
            click.echo(tell_wrong(world))
    for line in density.lines():
        click.echo(line)
    raise SystemExit(bool(density.wrong))


if __name__ == "__main__":
    fix_hash_seed()
    main()
