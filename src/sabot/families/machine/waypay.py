"""What a window pays in ways, and what follows when its winning symbols fall out.

A symbol pays in every way to find it on reels next to each other from the left. Where a model
`falls`, the symbols that won leave the window, those above them fall down, the strip goes on above
them, and what then wins is paid too, until nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.families.machine.model import Model, Reels

Window = Sequence[Sequence[str]]
"""What each reel shows, from the top down."""


class Win(NamedTuple):
    """What a symbol has won: on so many ``reels``, in so many ``ways``, so many ``coins``."""

    name: str
    reels: int
    ways: int
    coins: int


def wins(model: Model, window: Window) -> list[Win]:
    """What a window pays, symbol by symbol of the pay table. A wild symbol that multiplies counts
    as so many ways."""
    found = []
    for name in model.prizes:
        if model.symbol(name).scatter:
            continue
        wanted, ways, best = model.wanted(name), 1, Win(name, 0, 0, 0)
        for count, seen in enumerate(window, 1):
            ways *= sum(model.times(one) for one in seen if one in wanted)
            if not ways:
                break
            coins = model.prizes[name].get(count, 0) * ways
            if coins > best.coins:
                best = Win(name, count, ways, coins)
        if best.coins:
            found.append(best)
    return found


def left(model: Model, window: Window, won: Sequence[Win]) -> list[list[str]]:
    """What stays in the window once all that won has left it: for each reel from the top down."""
    out: list[set[str]] = [set() for _ in window]
    for win in won:
        for reel in range(win.reels):
            out[reel] |= model.wanted(win.name)
    return [[one for one in seen if one not in gone]
            for seen, gone in zip(window, out, strict=True)]


class Fall(NamedTuple):
    """One window of a game, what it won, and how often that is paid."""

    window: tuple[tuple[str, ...], ...]
    won: list[Win]
    times: int


def falls(model: Model, reels: Reels, stops: Sequence[int]) -> list[Fall]:
    """All windows of a game whose reels stopped here, until one pays nothing or the falls that the
    model has are over. Above a window the strip goes on as it does on the drum."""
    window = [list(reels.seen(reel, stop)) for reel, stop in enumerate(stops)]
    tops = [reels.top(reel, stop) for reel, stop in enumerate(stops)]
    found: list[Fall] = []
    paid = model.falls or (1,)
    while True:
        times = paid[min(len(found), len(paid) - 1)]
        won = wins(model, window)
        found.append(Fall(tuple(map(tuple, window)), won, times))
        if not won or not model.falls or len(found) > MOST_FALLS:
            return found
        for reel, stays in enumerate(left(model, window, won)):
            strip, gone = reels.strips[reel], len(window[reel]) - len(stays)
            tops[reel] = (tops[reel] - gone) % len(strip)
            new = [strip[(tops[reel] + row) % len(strip)] for row in range(gone)]
            window[reel] = [*new, *stays]


MOST_FALLS = 50
"""Falls of one game: a strip all of whose symbols win would fall for ever."""


def paid(model: Model, reels: Reels, stops: Sequence[int]) -> int:
    """All coins of a game whose reels stopped here, without scatters."""
    return sum(win.coins * fall.times for fall in falls(model, reels, stops) for win in fall.won)
