"""What a line of symbols pays, by definition and as a table that is read reel by reel.

`pay` is the definition: the highest combination from the left counts, and it alone. `automaton`
makes of it the smallest table that finds the same while the reels are read one after another; exact
counting, the compiled game and the definition are held against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from sabot.families.machine.model import Model


def pay(model: Model, line: Sequence[str]) -> int:
    """The coins for one coin on a line that shows these symbols, from the left."""
    return max((won(model, name, line) for name in model.pays
                if not model.symbol(name).scatter), default=0)


def won(model: Model, name: str, line: Sequence[str]) -> int:
    """The coins for what a line has of a symbol or a group, from the left: the most that a number
    of them pays which is reached, times what the wild symbols among these multiply."""
    wanted, best, times = model.wanted(name), 0, 1
    for count, symbol in enumerate(line, 1):
        if symbol not in wanted:
            break
        times *= model.times(symbol)
        if count in model.prizes[name]:
            best = max(best, model.prizes[name][count] * times)
    return best


class Runs(NamedTuple):
    """What a line has of each symbol and group that pays while it is read from the left: the
    product of what its wild symbols multiply by, 0 once the row is broken."""

    targets: tuple[str, ...]
    times: dict[str, tuple[int, ...]]
    """By symbol what it multiplies the run of each target by."""
    pays: tuple[tuple[int, ...], ...]
    """By number of reels the coins for each target."""

    @property
    def first(self) -> tuple[int, ...]:
        """Before the first reel."""
        return (1,) * len(self.targets)

    def step(self, runs: tuple[int, ...], count: int, symbol: str
             ) -> tuple[tuple[int, ...], list[int]]:
        """After reel number ``count`` shows a symbol: the runs, and the coins that each has won
        with so many."""
        after = tuple(map(mul, runs, self.times[symbol]))
        return after, list(map(mul, after, self.pays[count]))


def runs(model: Model) -> Runs:
    """How the lines of a model are read."""
    targets = tuple(name for name in model.pays if not model.symbol(name).scatter)
    wanted = [model.wanted(name) for name in targets]
    return Runs(targets, {symbol: tuple(model.times(symbol) if symbol in own else 0
                                        for own in wanted) for symbol in model.names},
                tuple(tuple(model.prizes[name].get(count, 0) for name in targets)
                      for count in range(len(model.window) + 1)))


class Automaton(NamedTuple):
    """A table that reads a line reel by reel.

    ``steps[reel][state][symbol]`` is the state after a reel has shown a symbol, numbered as in
    ``model.names``; state 0 is the first. ``settled[reels][state]`` are the coins of a state after
    so many reels where no further reel can change them, else -1.
    """

    steps: tuple[tuple[tuple[int, ...], ...], ...]
    settled: tuple[tuple[int, ...], ...]


def automaton(model: Model) -> Automaton:
    """The smallest table for the lines of a model."""
    read = runs(model)

    def step(state: tuple[int, tuple[int, ...]], count: int, symbol: str
             ) -> tuple[int, tuple[int, ...]]:
        then, coins = read.step(state[1], count, symbol)
        return max(state[0], max(coins, default=0)), then

    layers: list[dict[tuple[int, tuple[int, ...]], int]] = [{(0, read.first): 0}]
    moves: list[list[list[int]]] = []
    for reel in range(len(model.window)):
        after: dict[tuple[int, tuple[int, ...]], int] = {}
        rows = []
        for state in layers[-1]:
            rows.append([after.setdefault(step(state, reel + 1, symbol), len(after))
                         for symbol in model.names])
        moves.append(rows)
        layers.append(after)
    return _smallest(moves, [best for best, _ in layers[-1]])


def _smallest(moves: list[list[list[int]]], pays: list[int]) -> Automaton:
    """States that lead to the same prizes whatever follows are one: found from the last reel
    back."""
    kinds: dict[int, int] = {}
    names = [kinds.setdefault(pay, len(kinds)) for pay in pays]
    settled = [tuple(kinds)]
    steps: list[tuple[tuple[int, ...], ...]] = []
    for rows in reversed(moves):
        told = [tuple(names[target] for target in row) for row in rows]
        found: dict[tuple[int, ...], int] = {}
        names = [found.setdefault(row, len(found)) for row in told]
        below = settled[0]
        settled.insert(0, tuple(
            below[row[0]] if len({below[target] for target in row}) == 1 else -1
            for row in found))
        steps.insert(0, tuple(found))
    return Automaton(tuple(steps), tuple(settled))
