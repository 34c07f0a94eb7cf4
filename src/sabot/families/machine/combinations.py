"""The chance of each combination of the pay table: the rows of a PAR sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sabot.families.machine.linepay import Line, Runs
from sabot.families.machine.model import Model, Reels


class Combination(NamedTuple):
    """``many`` of a symbol or group pay ``coins``; ``chance``: on a line, or in the first window
    of a game in which every way pays."""

    name: str
    many: int
    coins: int
    chance: Fraction


def combination_chances(model: Model, reels: Reels) -> list[Combination]:
    """Every prize with its chance, in the order of the pay table, the largest first.

    On lines it is the chance that a line pays exactly this prize, averaged over all lines; where
    wild symbols multiply, each sum has its own row. In ways it is the chance that a game pays this
    many of the symbol, and for a scatter the chance per game.
    """
    results: Counter[tuple[str, int, int]] = Counter()
    if model.ways:
        for key, ways in _in_ways(model, reels):
            results[key] += ways
        cycle = reels.cycle
    else:
        for line in model.lines:
            results.update(_on_line(model, reels, line))
        cycle = reels.cycle * len(model.lines)
    rows = [Combination(name, many, coins, Fraction(ways, cycle))
            for (name, many, coins), ways in results.items()]
    for name in model.scatters:
        for many, ways in with_scatter(reels, name).items():
            if coins := model.prizes.get(name, {}).get(many, 0):
                rows.append(Combination(name, many, coins, Fraction(ways, reels.cycle)))
    order = {name: n for n, name in enumerate(model.pays)}
    return sorted(rows, key=lambda row: (order[row.name], -row.many, row.coins))


def can_win(model: Model, name: str, many: int, lines: int) -> bool:
    """Whether a game on this many lines, with its features, can pay ``many`` or more of a symbol,
    a group or a combination of different symbols."""
    reel_sets = (model.base,) if model.free is None else (model.base, model.extra)
    return any(_can_win(model, reels, name, many, lines) for reels in reel_sets)


def _can_win(model: Model, reels: Reels, name: str, many: int, lines: int) -> bool:
    if model.symbol(name).scatter:
        least = max(many, min(model.prizes[name]))
        return any(number >= least and ways for number, ways in with_scatter(reels, name).items())
    if model.ways:
        return any(symbol == name and count >= many and ways
                   for (symbol, count, _), ways in _in_ways(model, reels))
    return any(symbol == name and count >= many and ways for line in model.lines[:lines]
               for (symbol, count, _), ways in _on_line(model, reels, line).items())


def _on_line(model: Model, reels: Reels, line: tuple[int, ...]
             ) -> Counter[tuple[str, int, int]]:
    """The number of results that pay each combination on one line."""
    rules = Runs(model)
    states: Counter[Line] = Counter({rules.first: 1})
    for reel, row in enumerate(line):
        symbols: Counter[str] = Counter()
        for window, weight in reels.windows(reel).items():
            symbols[reels.expanded(window)[row - 1]] += weight
        after: Counter[Line] = Counter()
        for so_far, ways in states.items():
            for symbol, weight in symbols.items():
                after[rules.step(so_far, reel, symbol)] += ways * weight
        states = after
    results: Counter[tuple[str, int, int]] = Counter()
    for read, ways in states.items():
        if read.best[0]:
            results[read.best] += ways
    return results


def _in_ways(model: Model, reels: Reels) -> Iterator[tuple[tuple[str, int, int], int]]:
    """The number of results that show a symbol on exactly this many reels from the left."""
    for name, prizes in model.prizes.items():
        if model.symbol(name).scatter:
            continue
        symbols = model.symbols_for(name)
        with_it = [sum(weight for window, weight in reels.windows(reel).items()
                        if symbols & {*reels.expanded(window)})
                   for reel in range(len(reels.window))]
        for many, coins in prizes.items():
            ways = 1
            for reel, side in enumerate(reels.sides):
                shows = with_it[reel]
                ways *= shows if reel < many else side - shows if reel == many else side
            yield (name, many, coins), ways


def with_scatter(reels: Reels, name: str) -> Counter[int]:
    """The number of results by the number of a scatter that they show."""
    results = Counter({0: 1})
    for reel in range(len(reels.window)):
        after: Counter[int] = Counter()
        for window, weight in reels.windows(reel).items():
            for many, ways in results.items():
                after[many + window.count(name)] += ways * weight
        results = after
    return results
