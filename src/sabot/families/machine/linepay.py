"""The prize of a payline: by definition, and as a table that is read reel by reel.

`pay` is the definition: only the highest combination from the left counts. `automaton` is the
smallest table that gives the same prize while the reels are read one after another. Tests compare
exact counting and the compiled game with the definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from sabot.families.machine.model import Model


def pay(model: Model, line: Sequence[str]) -> int:
    """The coins that a line with these symbols, from the left, pays for one coin."""
    return max((combination_pay(model, name, line) for name in model.pays
                if not model.symbol(name).scatter), default=0)


def combination_pay(model: Model, name: str, line: Sequence[str]) -> int:
    """The coins that a line pays for one symbol or group, from the left: the highest prize of the
    numbers reached, times the multipliers of the wild symbols in it."""
    wanted, best, times = model.symbols_for(name), 0, 1
    for count, symbol in enumerate(line, 1):
        if symbol not in wanted:
            break
        times *= model.times(symbol)
        if count in model.prizes[name]:
            best = max(best, model.prizes[name][count] * times)
    return best


class Runs(NamedTuple):
    """The rules for reading a line from the left. The state is one number for each target (a symbol
    or group that pays): the product of the multipliers of its wild symbols, 0 once the run is
    broken."""

    targets: tuple[str, ...]
    times: dict[str, tuple[int, ...]]
    """By symbol, the factor for the run of each target."""
    pays: tuple[tuple[int, ...], ...]
    """By number of reels, the coins for each target."""

    @property
    def first(self) -> tuple[int, ...]:
        """The state before the first reel."""
        return (1,) * len(self.targets)

    def step(self, runs: tuple[int, ...], count: int, symbol: str
             ) -> tuple[tuple[int, ...], list[int]]:
        """The runs after reel number ``count`` shows a symbol, and the coins that each run pays
        with this length."""
        after = tuple(map(mul, runs, self.times[symbol]))
        return after, list(map(mul, after, self.pays[count]))


def runs(model: Model) -> Runs:
    """The rules for reading the lines of a model."""
    targets = tuple(name for name in model.pays if not model.symbol(name).scatter)
    wanted = [model.symbols_for(name) for name in targets]
    return Runs(targets, {symbol: tuple(model.times(symbol) if symbol in own else 0
                                        for own in wanted) for symbol in model.names},
                tuple(tuple(model.prizes[name].get(count, 0) for name in targets)
                      for count in range(len(model.window) + 1)))


class Automaton(NamedTuple):
    """A table that reads a line reel by reel.

    ``steps[reel][state][symbol]`` is the state after a reel shows a symbol, numbered as in
    ``model.names``; state 0 is the first. ``settled[reels][state]``: the coins of a state after
    this many reels if no further reel can change them, else -1.
    """

    steps: tuple[tuple[tuple[int, ...], ...], ...]
    settled: tuple[tuple[int, ...], ...]


def automaton(model: Model) -> Automaton:
    """The smallest table for the lines of a model."""
    rules = runs(model)

    def step(state: tuple[int, tuple[int, ...]], count: int, symbol: str
             ) -> tuple[int, tuple[int, ...]]:
        extended, coins = rules.step(state[1], count, symbol)
        return max(state[0], max(coins, default=0)), extended

    layers: list[dict[tuple[int, tuple[int, ...]], int]] = [{(0, rules.first): 0}]
    moves: list[list[list[int]]] = []
    for reel in range(len(model.window)):
        after: dict[tuple[int, tuple[int, ...]], int] = {}
        rows = []
        for state in layers[-1]:
            rows.append([after.setdefault(step(state, reel + 1, symbol), len(after))
                         for symbol in model.names])
        moves.append(rows)
        layers.append(after)
    return _minimize(moves, [best for best, _ in layers[-1]])


def _minimize(moves: list[list[list[int]]], pays: list[int]) -> Automaton:
    """Merge the states that always lead to the same prizes, from the last reel backwards."""
    kinds: dict[int, int] = {}
    names = [kinds.setdefault(pay, len(kinds)) for pay in pays]
    settled = [tuple(kinds)]
    steps: list[tuple[tuple[int, ...], ...]] = []
    for rows in reversed(moves):
        targets = [tuple(names[target] for target in row) for row in rows]
        merged: dict[tuple[int, ...], int] = {}
        names = [merged.setdefault(row, len(merged)) for row in targets]
        below = settled[0]
        settled.insert(0, tuple(
            below[row[0]] if len({below[target] for target in row}) == 1 else -1
            for row in merged))
        steps.insert(0, tuple(merged))
    return Automaton(tuple(steps), tuple(settled))
