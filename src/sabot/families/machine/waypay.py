"""The prizes of a window in which every way pays, and the falls of its winning symbols.

A symbol pays once for every way to choose it on adjacent reels from the left. In a model with
`falls`, the winning symbols leave the window, the symbols above them fall down, the strip continues
above, and the new window pays too, until nothing wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.families.machine.model import Model, Reels

Window = Sequence[Sequence[str]]
"""The symbols that each reel shows, from the top down."""


class Win(NamedTuple):
    """The win of a symbol: the number of ``reels``, of ``ways`` and of ``coins``."""

    name: str
    reels: int
    ways: int
    coins: int


def wins(model: Model, window: Window) -> list[Win]:
    """The wins of a window, in the order of the pay table. A wild symbol with a multiplier counts
    as that many ways."""
    wins = []
    for name in model.prizes:
        if model.symbol(name).scatter:
            continue
        symbols, ways, best = model.symbols_for(name), 1, Win(name, 0, 0, 0)
        for count, reel in enumerate(window, 1):
            ways *= sum(model.times(symbol) for symbol in reel if symbol in symbols)
            if not ways:
                break
            coins = model.prizes[name].get(count, 0) * ways
            if coins > best.coins:
                best = Win(name, count, ways, coins)
        if best.coins:
            wins.append(best)
    return wins


def remaining_symbols(model: Model, window: Window, won: Sequence[Win]) -> list[list[str]]:
    """The symbols that stay when the winning symbols leave, for each reel from the top down."""
    removed: list[set[str]] = [set() for _ in window]
    for win in won:
        for reel in range(win.reels):
            removed[reel] |= model.symbols_for(win.name)
    return [[symbol for symbol in symbols if symbol not in out]
            for symbols, out in zip(window, removed, strict=True)]


class Fall(NamedTuple):
    """One window of a game, its wins, and the multiplier of its prizes."""

    window: tuple[tuple[str, ...], ...]
    won: list[Win]
    times: int


def falls(model: Model, reels: Reels, stops: Sequence[int]) -> list[Fall]:
    """All windows of a game whose reels stopped here, until a window pays nothing or the maximum
    number of falls is reached. Above a window the strip continues as on the drum."""
    window = [list(reels.expanded(reels.window_at(reel, stop))) for reel, stop in enumerate(stops)]
    tops = [reels.top(reel, stop) for reel, stop in enumerate(stops)]
    windows: list[Fall] = []
    factors = model.falls or (1,)
    while True:
        times = factors[min(len(windows), len(factors) - 1)]
        won = wins(model, window)
        windows.append(Fall(tuple(map(tuple, window)), won, times))
        if not won or not model.falls or len(windows) > MAX_FALLS:
            return windows
        for reel, stay in enumerate(remaining_symbols(model, window, won)):
            strip, missing = reels.strips[reel], len(window[reel]) - len(stay)
            tops[reel] = (tops[reel] - missing) % len(strip)
            new = [strip[(tops[reel] + row) % len(strip)] for row in range(missing)]
            window[reel] = [*new, *stay]


MAX_FALLS = 50
"""The maximum number of falls of one game: a strip on which every symbol wins would never stop."""


def pay(model: Model, reels: Reels, stops: Sequence[int]) -> int:
    """The coins of a game whose reels stopped here, with its falls and without scatters."""
    return sum(win.coins * fall.times for fall in falls(model, reels, stops) for win in fall.won)
