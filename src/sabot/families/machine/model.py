"""The model of a gaming machine as a plain value (pt-217-2007/maquinas-automaticas).

A `Model` has everything that determines what a bet can win, and nothing else: reels, window, lines,
pay table, features, and the bets that it takes. Its identity is a hash of its canonical form: a
model with one changed byte is a different model (8).

`faults` lists every fault of a model. Whether a correct model is also lawful is checked by the game
(`sabot.games.machines.rules`).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

MAX_REELS, MAX_ROWS, MAX_LINES = 8, 8, 200
MAX_STOPS = 512             # of one strip
MAX_CYCLE = 2**62           # of all reels together, so that counts fit into 64 bits
MAX_PAY = 10**7             # of one combination, in coins
MAX_SPINS = 500             # free games of one feature


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The special properties of a symbol. A ``wild`` symbol substitutes for every symbol that is
    neither a scatter nor ``alone``, and multiplies the prize of a combination that it completes by
    ``times``. A ``scatter`` counts anywhere in the window."""

    wild: bool = False
    alone: bool = False
    scatter: bool = False
    times: int = 1


class Free(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Free games: ``scatter`` triggers them, ``games`` is their number by the number of scatters,
    and every prize in them is multiplied by ``times``. ``again``: free games can trigger more, up
    to ``most`` in total. ``reels``: other strips for them, with their own ``weights``."""

    scatter: str
    games: dict[str, int]
    times: int = 1
    again: bool = False
    most: int = 100
    reels: tuple[str, ...] = ()
    weights: tuple[tuple[int, ...], ...] = ()


class Hold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hold and respin: ``least`` or more of a scatter are held, and all other places of the window
    spin again until nothing new has landed ``turns`` times in a row. At each turn the symbol lands
    on a free place in ``lands[0]`` of ``lands[1]`` cases. Each held symbol pays a multiple of the
    bet: ``values`` are the multiples with their weights. A full window pays ``full`` bets more.
    """

    scatter: str
    least: int
    lands: tuple[int, int]
    values: dict[str, int]
    turns: int = 3
    full: int = 0


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rung of a ladder: ``pays``, multiples of the bet with their weights, and ``ends``, the
    weight of the end of the feature."""

    pays: dict[str, int]
    ends: int = 0


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rungs that the player climbs one after another, triggered by ``least`` of a scatter.
    ``choice``: the player may stop before every rung except the first. ``lost``: a rung that ends
    the feature takes the prizes of the other rungs."""

    scatter: str
    least: int
    rungs: tuple[Rung, ...]
    choice: bool = False
    lost: bool = False


class Identified(msgspec.Struct, frozen=True, dict=True):
    """A model that is identified by a hash of its content (8)."""

    def __hash__(self) -> int:
        return hash(self.identity)

    @cached_property
    def canonical(self) -> bytes:
        """The model as JSON bytes, from which the identity is computed; the order of keys does not
        matter."""
        return msgspec.json.encode(self, order="sorted")

    @cached_property
    def identity(self) -> str:
        """The SHA-256 of the canonical form (8)."""
        return hashlib.sha256(self.canonical).hexdigest()


class Model(Identified, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A model of a machine with reels.

    ``reels``: the strip of each reel from the top down, symbols separated by blanks. ``weights``:
    how many numbers of the generator stop each symbol in the middle row, by default 1 (a virtual
    reel). ``window``: the visible rows of each reel. ``lines``: for each line the row of every
    reel, from 1 at the top. ``ways``: instead of lines, the cost in coins of a game in which every
    way pays. ``falls``: winning symbols fall out; the multipliers of the prizes of each window,
    the last one for all further windows. ``pays``: for a symbol or one of the ``groups``, the coins
    by its number in a row from the left; a scatter pays multiples of the whole bet. ``stakes``: the
    numbers of coins that may be bet on a line. ``taken``: the numbers of lines, from the first,
    that may be played, by default all.
    """

    name: str
    version: str
    reels: tuple[str, ...]
    window: tuple[int, ...]
    pays: dict[str, dict[str, int]]
    lines: tuple[tuple[int, ...], ...] = ()
    ways: int = 0
    falls: tuple[int, ...] = ()
    symbols: dict[str, Symbol] = {}
    groups: dict[str, tuple[str, ...]] = {}
    weights: tuple[tuple[int, ...], ...] = ()
    stakes: tuple[int, ...] = (1,)
    taken: tuple[int, ...] = ()
    free: Free | None = None
    hold: Hold | None = None
    ladder: Ladder | None = None

    @cached_property
    def strips(self) -> tuple[tuple[str, ...], ...]:
        """The strips of the reels, symbol by symbol."""
        return tuple(tuple(strip.split()) for strip in self.reels)

    @cached_property
    def base(self) -> Reels:
        """The reels of a paid game."""
        return Reels(self.strips, _weights(self.strips, self.weights), self.window)

    @cached_property
    def extra(self) -> Reels:
        """The reels of a free game."""
        if self.free is None or not self.free.reels:
            return self.base
        strips = tuple(tuple(strip.split()) for strip in self.free.reels)
        return Reels(strips, _weights(strips, self.free.weights), self.window)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every symbol on the strips, in the order of the strips."""
        symbols = [symbol for reels in (self.base, self.extra) for strip in reels.strips
                   for symbol in strip]
        return tuple(dict.fromkeys(symbols))

    @cached_property
    def prizes(self) -> dict[str, dict[int, int]]:
        """The pay table with its counts as numbers."""
        return {name: {int(count): coins for count, coins in by_count.items()}
                for name, by_count in self.pays.items()}

    def symbol(self, name: str) -> Symbol:
        """The properties of a symbol; a plain symbol if the model declares none."""
        return self.symbols.get(name, _PLAIN)

    def symbols_for(self, name: str) -> frozenset[str]:
        """The symbols that count as a symbol or group that pays: itself or its members, and all
        wild symbols that may substitute for it."""
        own = self.groups.get(name, (name,))
        if all(self.symbol(member).alone for member in own):
            return frozenset(own)
        return frozenset((*own, *(name for name in self.names if self.symbol(name).wild)))

    def times(self, symbol: str) -> int:
        """The multiplier of a symbol for the prize of its combination."""
        properties = self.symbol(symbol)
        return properties.times if properties.wild else 1

    @cached_property
    def scatters(self) -> tuple[str, ...]:
        """The symbols that count anywhere."""
        return tuple(name for name in self.names if self.symbol(name).scatter)

    def coins(self, lines: int = 0) -> int:
        """The cost of a game with one coin on each of ``lines`` lines, 0 for all."""
        return self.ways or lines or len(self.lines)


_PLAIN = Symbol()


class Reels(NamedTuple):
    """A set of reels: symbols and ``weights`` of every stop, and the visible rows."""

    strips: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[int, ...], ...]
    window: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """How many equally likely numbers the generator draws from, for each reel."""
        return tuple(sum(weights) for weights in self.weights)

    @property
    def cycle(self) -> int:
        """The number of equally likely results of a game."""
        return math.prod(self.sides)

    def stop(self, reel: int, number: int) -> int:
        """The stop, from 0, for a number of the generator, from 0. ValueError for a number out of
        range."""
        for stop, weight in enumerate(self.weights[reel]):
            if number < weight:
                return stop
            number -= weight
        raise ValueError(f"reel {reel + 1} has the numbers 0 to {self.sides[reel] - 1}")

    def top(self, reel: int, stop: int) -> int:
        """The index on the strip of the first visible row when a reel stops with this symbol in the
        middle row (the upper one of two)."""
        return (stop - (self.window[reel] - 1) // 2) % len(self.strips[reel])

    def window_at(self, reel: int, stop: int) -> tuple[str, ...]:
        """The symbols that a reel shows at a stop, from the top down."""
        strip, top = self.strips[reel], self.top(reel, stop)
        return tuple(strip[(top + row) % len(strip)] for row in range(self.window[reel]))

    def windows(self, reel: int) -> dict[tuple[str, ...], int]:
        """Every window of a reel, with the number of generator numbers that show it."""
        windows: dict[tuple[str, ...], int] = {}
        for stop, weight in enumerate(self.weights[reel]):
            if weight:
                window = self.window_at(reel, stop)
                windows[window] = windows.get(window, 0) + weight
        return windows


def _weights(strips: tuple[tuple[str, ...], ...], weights: tuple[tuple[int, ...], ...]
             ) -> tuple[tuple[int, ...], ...]:
    return weights or tuple((1,) * len(strip) for strip in strips)


# -- faults of a model -------------------------------------------------------------------------


class ModelFault(NamedTuple):
    """One fault of a model: where it is, what was found, what is allowed."""

    where: str
    found: str
    allowed: str


def faults(model: Model) -> list[ModelFault]:
    """Every fault of a model, which must have none before it is priced or played. A prize that the
    reels cannot show is a fault too: every listed prize can be won."""
    problems = [*_check_shape(model)]
    if not problems:
        problems += _check_strips(model, "", model.reels, model.weights)
        if model.free and (model.free.reels or model.free.weights):
            problems += _check_strips(model, "free.", model.free.reels, model.free.weights)
    if not problems:
        problems += [*_check_pays(model), *_check_bets(model), *_check_free(model),
                     *_check_hold(model), *_check_ladder(model)]
    return problems


def _check_range(where: str, value: int, low: int, high: int) -> Iterator[ModelFault]:
    if not low <= value <= high:
        yield ModelFault(where, str(value), f"{low} to {high}")


def _check_shape(model: Model) -> Iterator[ModelFault]:
    """Reels, rows and lines must fit one another."""
    for key, text in (("name", model.name), ("version", model.version)):
        if not text.strip():
            yield ModelFault(key, repr(text), "text")
    many = len(model.reels)
    yield from _check_range("reels", many, 1, MAX_REELS)
    if len(model.window) != many:
        yield ModelFault("window", f"{len(model.window)} numbers",
                         f"the rows of each of {many} reels")
        return
    for n, rows in enumerate(model.window, 1):
        yield from _check_range(f"window[{n}]", rows, 1, MAX_ROWS)
    if model.ways and (model.lines or model.taken):
        yield ModelFault("ways", str(model.ways), "lines or ways, not both")
    yield from _check_range(
        *(("ways", model.ways) if model.ways else ("lines", len(model.lines))), 1, MAX_LINES)
    if model.falls and not model.ways:
        yield ModelFault("falls", str(list(model.falls)), "only where every way pays")
    for n, times in enumerate(model.falls, 1):
        yield from _check_range(f"falls[{n}]", times, 1, 100)
    for n, line in enumerate(model.lines, 1):
        where = f"lines[{n}]"
        if len(line) != many:
            yield ModelFault(where, f"{len(line)} rows", f"a row of each of {many} reels")
        elif any(not 1 <= row <= rows for row, rows in zip(line, model.window, strict=True)):
            yield ModelFault(where, str(list(line)), f"rows from 1 to {list(model.window)}")
    if len(set(model.lines)) < len(model.lines):
        yield ModelFault("lines", "the same line twice", "each line once")


def _check_strips(model: Model, at: str, reels: tuple[str, ...],
                  weights: tuple[tuple[int, ...], ...]) -> Iterator[ModelFault]:
    """Strips must be long enough to fill the window, with a weight for each stop."""
    strips = tuple(tuple(strip.split()) for strip in reels)
    if len(strips) != len(model.window):
        yield ModelFault(f"{at}reels", f"{len(strips)} strips", f"{len(model.window)}")
        return
    for n, strip in enumerate(strips, 1):
        where = f"{at}reels[{n}]"
        yield from _check_range(where, len(strip), model.window[n - 1], MAX_STOPS)
        known = {*model.pays, *model.symbols, *(member for group in model.groups.values()
                                                for member in group)}
        for name in sorted({*strip} - known):
            yield ModelFault(where, f"the symbol {name!r}",
                             f"a symbol that pays, is in a group or is named in symbols: "
                             f"{', '.join(sorted(known))}")
    stops = [len(strip) for strip in strips]
    if weights and [len(row) for row in weights] != stops:
        yield ModelFault(f"{at}weights", str([len(row) for row in weights]),
                         f"one for each stop: {stops}")
        return
    for n, row in enumerate(weights, 1):
        if min(row) < 0 or not sum(row):
            yield ModelFault(f"{at}weights[{n}]", str(min(row)),
                             "0 or more, and not all of them 0")
    cycle = math.prod(map(sum, weights)) if weights else math.prod(map(len, strips))
    if cycle >= MAX_CYCLE:
        yield ModelFault(f"{at}weights", f"{cycle} results", f"fewer than {MAX_CYCLE}")


def _check_pays(model: Model) -> Iterator[ModelFault]:
    """The pay table must name symbols of the strips, and numbers of them that can be shown."""
    names = {*model.names}
    for name, group in model.groups.items():
        if name in names:
            yield ModelFault(f"groups.{name}", "the name of a symbol", "a name that no symbol has")
        for member in group:
            if member not in names or model.symbol(member).scatter:
                yield ModelFault(f"groups.{name}", repr(member),
                                 "symbols of the strips except scatters")
    for name in {*model.symbols} - names:
        yield ModelFault(f"symbols.{name}", "a symbol that no strip shows", ", ".join(model.names))
    for name in names:
        symbol, where = model.symbol(name), f"symbols.{name}"
        if symbol.wild and symbol.scatter:
            yield ModelFault(where, "wild and scatter", "one of the two")
        yield from _check_range(f"{where}.times", symbol.times, 1, 100)
        if symbol.times > 1 and not symbol.wild:
            yield ModelFault(f"{where}.times", str(symbol.times),
                             "1: only a wild symbol multiplies")
    for name, prizes in model.pays.items():
        if name not in names and name not in model.groups:
            yield ModelFault(f"pays.{name}", "a symbol that no strip shows",
                             ", ".join((*model.names, *model.groups)))
            continue
        for count, coins in prizes.items():
            where = f"pays.{name}.{count}"
            yield from _check_range(where, coins, 1, MAX_PAY)
            if not count.isdecimal() or int(count) < 1:
                yield ModelFault(where, repr(count), "a number of symbols, from 1")
            elif int(count) > _max_shown(model, name):
                yield ModelFault(where, f"{count} symbols",
                                 f"at most {_max_shown(model, name)}: the reels cannot show more, "
                                 "and every listed prize must be possible")


def _max_shown(model: Model, name: str) -> int:
    """The maximum number of a symbol or group that the reels can show in a row from the left; of a
    scatter, anywhere."""
    maximum = 0
    for reels in {model.base, model.extra}:
        if model.symbol(name).scatter:
            maximum = max(maximum, sum(max(window.count(name) for window in reels.windows(reel))
                                       for reel in range(len(reels.strips))))
            continue
        symbols = model.symbols_for(name)
        run = 0
        for reel in range(len(reels.strips)):
            if not any(symbols & {*window} for window in reels.windows(reel)):
                break
            run += 1
        maximum = max(maximum, run)
    return maximum


def _check_bets(model: Model) -> Iterator[ModelFault]:
    if not model.stakes or any(not 1 <= coins <= 1000 for coins in model.stakes):
        yield ModelFault("stakes", str(list(model.stakes)), "coins on a line, 1 to 1000")
    for lines in model.taken:
        yield from _check_range("taken", lines, 1, len(model.lines))


def _check_free(model: Model) -> Iterator[ModelFault]:
    free = model.free
    if free is None:
        return
    if free.scatter not in model.scatters:
        yield ModelFault("free.scatter", repr(free.scatter),
                         f"a scatter: {', '.join(model.scatters) or 'there is none'}")
        return
    for count, games in free.games.items():
        where = f"free.games.{count}"
        yield from _check_range(where, games, 1, MAX_SPINS)
        if not count.isdecimal() or not 1 <= int(count) <= _max_shown(model, free.scatter):
            yield ModelFault(where, repr(count), f"1 to {_max_shown(model, free.scatter)} scatters")
    if not free.games:
        yield ModelFault("free.games", "nothing", "the number of games by the number of scatters")
    yield from _check_range("free.times", free.times, 1, 1000)
    yield from _check_range("free.most", free.most, max(free.games.values(), default=1), MAX_SPINS)


def _check_trigger(model: Model, where: str, scatter: str, least: int) -> Iterator[ModelFault]:
    """A feature must be triggered by a possible number of a scatter."""
    if scatter not in model.scatters:
        yield ModelFault(f"{where}.scatter", repr(scatter),
                         f"a scatter: {', '.join(model.scatters) or 'there is none'}")
    else:
        yield from _check_range(f"{where}.least", least, 1, _max_shown(model, scatter))


def _check_weights(where: str, shares: Mapping[str, int]) -> Iterator[ModelFault]:
    """The weights of prizes."""
    if not shares:
        yield ModelFault(where, "nothing", "multiples of the bet with their weights")
    for times, share in shares.items():
        if not times.isdecimal() or not 1 <= int(times) <= MAX_PAY:
            yield ModelFault(f"{where}.{times}", repr(times),
                             f"a multiple of the bet, 1 to {MAX_PAY}")
        yield from _check_range(f"{where}.{times}", share, 1, 10**6)


def _check_hold(model: Model) -> Iterator[ModelFault]:
    hold = model.hold
    if hold is None:
        return
    yield from _check_trigger(model, "hold", hold.scatter, hold.least)
    if not 1 <= hold.lands[0] < hold.lands[1] <= 10**6:
        yield ModelFault("hold.lands", str(list(hold.lands)),
                         "cases in which a symbol lands, and all cases, up to 10**6")
    yield from _check_range("hold.turns", hold.turns, 1, 10)
    yield from _check_range("hold.full", hold.full, 0, MAX_PAY)
    yield from _check_weights("hold.values", hold.values)


def _check_ladder(model: Model) -> Iterator[ModelFault]:
    ladder = model.ladder
    if ladder is None:
        return
    yield from _check_trigger(model, "ladder", ladder.scatter, ladder.least)
    yield from _check_range("ladder.rungs", len(ladder.rungs), 1, 30)
    for n, rung in enumerate(ladder.rungs, 1):
        yield from _check_weights(f"ladder.rungs[{n}].pays", rung.pays)
        yield from _check_range(f"ladder.rungs[{n}].ends", rung.ends, 0, 10**6)
    if ladder.choice and not ladder.lost:
        yield ModelFault("ladder.choice", "true",
                         "false if nothing can be lost, because no player would stop")


def largest_reached(prizes: Mapping[int, int], many: int) -> int:
    """The largest prize whose number of symbols is reached; 0 for none."""
    return max((coins for count, coins in prizes.items() if count <= many), default=0)
