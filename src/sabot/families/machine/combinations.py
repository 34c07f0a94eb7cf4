"""How often each combination of the pay table comes: the rows of a PAR sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sabot.families.machine.linepay import runs
from sabot.families.machine.model import Model, Reels


class Combo(NamedTuple):
    """So many of a symbol or a group, which pay so many coins; ``chance`` on a line, or in the
    first window of a game in ways."""

    name: str
    many: int
    coins: int
    chance: Fraction


def combos(model: Model, reels: Reels) -> list[Combo]:
    """Every prize with its chance, in the order of the pay table, the largest first. On lines the
    chance that a line pays just it, in the mean over all lines; where wild symbols multiply, each
    of its sums on its own. In ways the chance that a game pays so many of it. A scatter's is that
    of a game."""
    found: Counter[tuple[str, int, int]] = Counter()
    if model.ways:
        for key, ways in _in_ways(model, reels):
            found[key] += ways
        whole = reels.cycle
    else:
        for line in model.lines:
            found.update(_on_line(model, reels, line))
        whole = reels.cycle * len(model.lines)
    rows = [Combo(name, many, coins, Fraction(ways, whole))
            for (name, many, coins), ways in found.items()]
    for name in model.scatters:
        for many, ways in _scattered(reels, name).items():
            if coins := model.prizes.get(name, {}).get(many, 0):
                rows.append(Combo(name, many, coins, Fraction(ways, reels.cycle)))
    order = {name: n for n, name in enumerate(model.pays)}
    return sorted(rows, key=lambda row: (order[row.name], -row.many, row.coins))


def can_win(model: Model, name: str, many: int, lines: int) -> bool:
    """Whether a game on so many lines, or what follows from it, may ever pay so many of a symbol or
    a group, or more."""
    every = (model.base,) if model.free is None else (model.base, model.extra)
    return any(_pays(model, reels, name, many, lines) for reels in every)


def _pays(model: Model, reels: Reels, name: str, many: int, lines: int) -> bool:
    if model.symbol(name).scatter:
        least = max(many, min(model.prizes[name]))
        return any(shown >= least and ways for shown, ways in _scattered(reels, name).items())
    if model.ways:
        return any(one == name and count >= many and ways
                   for (one, count, _), ways in _in_ways(model, reels))
    return any(one == name and count >= many and ways for line in model.lines[:lines]
               for (one, count, _), ways in _on_line(model, reels, line).items())


def _on_line(model: Model, reels: Reels, line: tuple[int, ...]
             ) -> Counter[tuple[str, int, int]]:
    """How many results pay each combination on one line."""
    read = runs(model)
    none: tuple[str, int, int] = ("", 0, 0)
    at: Counter[tuple[tuple[int, ...], tuple[str, int, int]]] = Counter({(read.first, none): 1})
    for reel, row in enumerate(line):
        seen: Counter[str] = Counter()
        for window, weight in reels.windows(reel).items():
            seen[window[row - 1]] += weight
        after: Counter[tuple[tuple[int, ...], tuple[str, int, int]]] = Counter()
        for (has, best), ways in at.items():
            for symbol, weight in seen.items():
                (then, paid), won = read.step(has, reel + 1, symbol), best
                for name, coins in zip(read.targets, paid, strict=True):
                    if coins > won[2]:
                        won = (name, reel + 1, coins)
                after[then, won] += ways * weight
        at = after
    found: Counter[tuple[str, int, int]] = Counter()
    for (_, won), ways in at.items():
        if won[0]:
            found[won] += ways
    return found


def _in_ways(model: Model, reels: Reels) -> Iterator[tuple[tuple[str, int, int], int]]:
    """How many results show a symbol on so many reels, and no more."""
    for name, prizes in model.prizes.items():
        if model.symbol(name).scatter:
            continue
        wanted = model.wanted(name)
        with_it = [sum(weight for seen, weight in reels.windows(reel).items() if wanted & {*seen})
                   for reel in range(len(reels.window))]
        for many, coins in prizes.items():
            ways = 1
            for reel, side in enumerate(reels.sides):
                shows = with_it[reel]
                ways *= shows if reel < many else side - shows if reel == many else side
            yield (name, many, coins), ways


def _scattered(reels: Reels, name: str) -> Counter[int]:
    """How many results show so many of a scatter."""
    found = Counter({0: 1})
    for reel in range(len(reels.window)):
        after: Counter[int] = Counter()
        for seen, weight in reels.windows(reel).items():
            for many, ways in found.items():
                after[many + seen.count(name)] += ways * weight
        found = after
    return found
