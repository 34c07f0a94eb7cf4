"""What a gaming machine is: its model as a plain value (pt-217-2007/maquinas-automaticas).

A `Model` says everything that decides what a bet may win: reels, window, lines, pay table and
features, and which bets are taken. Nothing else may. Its canonical form is hashed (`identity`): a
model of which one byte is changed is another one (8).

`faults` reads a model as an engineer wrote it and says everything that is wrong with it; whether
one that is right is lawful too is another matter (`lawful` in the game).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

MOST_REELS, MOST_ROWS, MOST_LINES = 8, 8, 200
MOST_STOPS = 512            # of one strip
MOST_CYCLE = 2**62          # of all reels together: what is counted in one machine word
MOST_PAY = 10**7            # of one combination, in coins
MOST_SPINS = 500            # free games of one feature


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a symbol does. A ``wild`` one stands for every other that is no scatter and not
    ``alone``, and multiplies the prize of a combination that it completes by ``times``. A
    ``scatter`` counts anywhere in the window."""

    wild: bool = False
    alone: bool = False
    scatter: bool = False
    times: int = 1


class Free(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Free games: ``scatter`` begins them, ``games`` says how many for so many of it; every prize
    in them is paid ``times`` over. ``again``: they may begin anew while they last, ``most`` of them
    in all. ``reels``: other strips for them, with their own ``weights``."""

    scatter: str
    games: dict[str, int]
    times: int = 1
    again: bool = False
    most: int = 100
    reels: tuple[str, ...] = ()
    weights: tuple[tuple[int, ...], ...] = ()


class Hold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hold and respin: ``least`` of a scatter are held, and all other places of the window turn
    again until nothing new has come ``turns`` times in a row. At each turn one of them comes to a
    free place in ``lands[0]`` of ``lands[1]`` cases. Each that is held pays the whole bet some
    times over: ``values`` says how often of all which. A full window pays it ``full`` times more.
    """

    scatter: str
    least: int
    lands: tuple[int, int]
    values: dict[str, int]
    turns: int = 3
    full: int = 0


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rung of a ladder: how often of all it ``pays`` the bet so many times, and how often it
    ``ends`` the feature."""

    pays: dict[str, int]
    ends: int = 0


class Ladder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Rungs that the player climbs one after another, begun by ``least`` of a scatter. ``choice``:
    he may stop before every rung but the first. ``lost``: a rung that ends takes what the others
    paid."""

    scatter: str
    least: int
    rungs: tuple[Rung, ...]
    choice: bool = False
    lost: bool = False


class Identified(msgspec.Struct, frozen=True, dict=True):
    """A model that is known by its identity: one of which a byte is changed is another (8)."""

    def __hash__(self) -> int:
        return hash(self.identity)

    @cached_property
    def canonical(self) -> bytes:
        """The model as bytes: what its identity is taken of. The order of keys does not matter."""
        return msgspec.json.encode(self, order="sorted")

    @cached_property
    def identity(self) -> str:
        """The SHA-256 of the canonical form (8)."""
        return hashlib.sha256(self.canonical).hexdigest()


class Model(Identified, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A model of a machine with reels.

    ``reels``: for each reel its strip, symbols with blanks between them, from the top down;
    ``weights`` how many numbers of the generator stop each in the middle row, 1 where nothing
    is said (a virtual reel). ``window``: how many rows of each reel are seen. ``lines``: for
    each line the row of every reel, from 1 at the top. ``ways``: in place of lines, the coins
    that a game costs in which every way pays; ``falls``: winning symbols fall out, and how many
    times over what wins in each window is paid, the last for all further ones. ``pays``: for a
    symbol, or one of the ``groups`` of them, the coins for so many of it in a row from the
    left; a scatter pays the whole bet so many times. ``stakes``: how many coins may be bet on a
    line; ``taken`` how many lines, from the first, may be played, all where nothing is said.
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
        """Every symbol that a strip shows, in the order in which the strips name them."""
        shown = [symbol for reels in (self.base, self.extra) for strip in reels.strips
                 for symbol in strip]
        return tuple(dict.fromkeys(shown))

    @cached_property
    def prizes(self) -> dict[str, dict[int, int]]:
        """The pay table with its counts as numbers."""
        return {name: {int(count): coins for count, coins in by_count.items()}
                for name, by_count in self.pays.items()}

    def symbol(self, name: str) -> Symbol:
        """What a symbol does: nothing of its own where the model does not say."""
        return self.symbols.get(name, _PLAIN)

    def wanted(self, name: str) -> frozenset[str]:
        """The symbols that count as a paying one: itself or those of its group, and all wild ones
        where these may stand for it."""
        own = self.groups.get(name, (name,))
        if all(self.symbol(one).alone for one in own):
            return frozenset(own)
        return frozenset((*own, *(one for one in self.names if self.symbol(one).wild)))

    def times(self, symbol: str) -> int:
        """What a symbol multiplies the prize of its combination by."""
        one = self.symbol(symbol)
        return one.times if one.wild else 1

    @cached_property
    def scatters(self) -> tuple[str, ...]:
        """The symbols that count anywhere."""
        return tuple(name for name in self.names if self.symbol(name).scatter)

    def coins(self, lines: int = 0) -> int:
        """What a game costs with one coin on each of so many lines, on all where none are named."""
        return self.ways or lines or len(self.lines)


_PLAIN = Symbol()


class Reels(NamedTuple):
    """A set of reels: symbols and ``weights`` of every stop, and how many rows are seen."""

    strips: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[int, ...], ...]
    window: tuple[int, ...]

    @property
    def sides(self) -> tuple[int, ...]:
        """How many equally likely numbers the generator draws from for each reel."""
        return tuple(sum(weights) for weights in self.weights)

    @property
    def cycle(self) -> int:
        """How many equally likely results a game has."""
        return math.prod(self.sides)

    def stop(self, reel: int, number: int) -> int:
        """The stop, from 0, to which a number of the generator, from 0, is mapped."""
        for stop, weight in enumerate(self.weights[reel]):
            if number < weight:
                return stop
            number -= weight
        raise ValueError(f"reel {reel + 1} has the numbers 0 to {self.sides[reel] - 1}")

    def top(self, reel: int, stop: int) -> int:
        """Where on its strip the first row of a reel is when it stops with this symbol in its
        middle one, of two the upper."""
        return (stop - (self.window[reel] - 1) // 2) % len(self.strips[reel])

    def seen(self, reel: int, stop: int) -> tuple[str, ...]:
        """What a reel shows from the top down when it stops here."""
        strip, top = self.strips[reel], self.top(reel, stop)
        return tuple(strip[(top + row) % len(strip)] for row in range(self.window[reel]))

    def windows(self, reel: int) -> dict[tuple[str, ...], int]:
        """Everything that a reel can show, each with the numbers of the generator for it."""
        found: dict[tuple[str, ...], int] = {}
        for stop, weight in enumerate(self.weights[reel]):
            if weight:
                seen = self.seen(reel, stop)
                found[seen] = found.get(seen, 0) + weight
        return found


def _weights(strips: tuple[tuple[str, ...], ...], weights: tuple[tuple[int, ...], ...]
             ) -> tuple[tuple[int, ...], ...]:
    return weights or tuple((1,) * len(strip) for strip in strips)


# -- what is wrong with a model ----------------------------------------------------------------


class Wrong(NamedTuple):
    """One thing in a model that cannot be: where, what was found, what may be."""

    where: str
    found: str
    allowed: str


def faults(model: Model) -> list[Wrong]:
    """Everything that is wrong with a model; nothing of it can be priced or played before it is
    mended. A prize that no strip can show is a fault too: every prize that is told can be won."""
    found = [*_shape(model)]
    if not found:
        found += _strips(model, "", model.reels, model.weights)
        if model.free and (model.free.reels or model.free.weights):
            found += _strips(model, "free.", model.free.reels, model.free.weights)
    if not found:
        found += [*_table(model), *_bets(model), *_free(model), *_hold(model), *_ladder(model)]
    return found


def _within(where: str, found: int, low: int, high: int) -> Iterator[Wrong]:
    if not low <= found <= high:
        yield Wrong(where, str(found), f"{low} to {high}")


def _shape(model: Model) -> Iterator[Wrong]:
    """Reels, rows and lines fit one another."""
    for key, text in (("name", model.name), ("version", model.version)):
        if not text.strip():
            yield Wrong(key, repr(text), "text")
    many = len(model.reels)
    yield from _within("reels", many, 1, MOST_REELS)
    if len(model.window) != many:
        yield Wrong("window", f"{len(model.window)} numbers", f"the rows of each of {many} reels")
        return
    for n, rows in enumerate(model.window, 1):
        yield from _within(f"window[{n}]", rows, 1, MOST_ROWS)
    if model.ways and (model.lines or model.taken):
        yield Wrong("ways", str(model.ways), "lines, or ways in their place")
    yield from _within(*(("ways", model.ways) if model.ways else ("lines", len(model.lines))), 1,
                       MOST_LINES)
    if model.falls and not model.ways:
        yield Wrong("falls", str(list(model.falls)), "only where every way pays")
    for n, times in enumerate(model.falls, 1):
        yield from _within(f"falls[{n}]", times, 1, 100)
    for n, line in enumerate(model.lines, 1):
        where = f"lines[{n}]"
        if len(line) != many:
            yield Wrong(where, f"{len(line)} rows", f"a row of each of {many} reels")
        elif any(not 1 <= row <= rows for row, rows in zip(line, model.window, strict=True)):
            yield Wrong(where, str(list(line)), f"rows from 1 to {list(model.window)}")
    if len(set(model.lines)) < len(model.lines):
        yield Wrong("lines", "the same line twice", "each line once")


def _strips(model: Model, at: str, reels: tuple[str, ...], weights: tuple[tuple[int, ...], ...]
            ) -> Iterator[Wrong]:
    """Strips that are long enough to fill the window, with a weight for each stop."""
    strips = tuple(tuple(strip.split()) for strip in reels)
    if len(strips) != len(model.window):
        yield Wrong(f"{at}reels", f"{len(strips)} strips", f"{len(model.window)}")
        return
    for n, strip in enumerate(strips, 1):
        where = f"{at}reels[{n}]"
        yield from _within(where, len(strip), model.window[n - 1], MOST_STOPS)
        known = {*model.pays, *model.symbols, *(one for group in model.groups.values()
                                                for one in group)}
        for name in sorted({*strip} - known):
            yield Wrong(where, f"the symbol {name!r}",
                        f"one that pays, is in a group or is named in symbols: "
                        f"{', '.join(sorted(known))}")
    if weights and [len(one) for one in weights] != [len(one) for one in strips]:
        yield Wrong(f"{at}weights", str([len(one) for one in weights]),
                    f"one for each stop: {[len(one) for one in strips]}")
        return
    for n, one in enumerate(weights, 1):
        if min(one) < 0 or not sum(one):
            yield Wrong(f"{at}weights[{n}]", str(min(one)), "0 or more, and not all of them 0")
    cycle = math.prod(map(sum, weights)) if weights else math.prod(map(len, strips))
    if cycle >= MOST_CYCLE:
        yield Wrong(f"{at}weights", f"{cycle} results", f"fewer than {MOST_CYCLE}")


def _table(model: Model) -> Iterator[Wrong]:
    """The pay table: of symbols that are there, for numbers of them that can be shown."""
    names = {*model.names}
    for name, group in model.groups.items():
        if name in names:
            yield Wrong(f"groups.{name}", "the name of a symbol", "a name of its own")
        for member in group:
            if member not in names or model.symbol(member).scatter:
                yield Wrong(f"groups.{name}", repr(member), "symbols of the strips, no scatter")
    for name in {*model.symbols} - names:
        yield Wrong(f"symbols.{name}", "a symbol that no strip shows", ", ".join(model.names))
    for name in names:
        one, where = model.symbol(name), f"symbols.{name}"
        if one.wild and one.scatter:
            yield Wrong(where, "wild and scatter", "one of the two")
        yield from _within(f"{where}.times", one.times, 1, 100)
        if one.times > 1 and not one.wild:
            yield Wrong(f"{where}.times", str(one.times), "1: only a wild symbol multiplies")
    for name, prizes in model.pays.items():
        if name not in names and name not in model.groups:
            yield Wrong(f"pays.{name}", "a symbol that no strip shows",
                        ", ".join((*model.names, *model.groups)))
            continue
        for count, coins in prizes.items():
            where = f"pays.{name}.{count}"
            yield from _within(where, coins, 1, MOST_PAY)
            if not count.isdecimal() or int(count) < 1:
                yield Wrong(where, repr(count), "how many of it, from 1 on")
            elif int(count) > _reach(model, name):
                yield Wrong(where, f"{count} of it", f"at most {_reach(model, name)}: no more can "
                            "be shown, and every prize that is told can be won")


def _reach(model: Model, name: str) -> int:
    """The most of a symbol, or of a group, that can be shown in a row from the left; of a scatter,
    anywhere."""
    most = 0
    for reels in {model.base, model.extra}:
        if model.symbol(name).scatter:
            most = max(most, sum(max(seen.count(name) for seen in reels.windows(reel))
                                 for reel in range(len(reels.strips))))
            continue
        wanted = model.wanted(name)
        run = 0
        for reel in range(len(reels.strips)):
            if not any(wanted & {*seen} for seen in reels.windows(reel)):
                break
            run += 1
        most = max(most, run)
    return most


def _bets(model: Model) -> Iterator[Wrong]:
    if not model.stakes or any(not 1 <= one <= 1000 for one in model.stakes):
        yield Wrong("stakes", str(list(model.stakes)), "coins on a line, 1 to 1000")
    for one in model.taken:
        yield from _within("taken", one, 1, len(model.lines))


def _free(model: Model) -> Iterator[Wrong]:
    free = model.free
    if free is None:
        return
    if free.scatter not in model.scatters:
        yield Wrong("free.scatter", repr(free.scatter),
                    f"a scatter: {', '.join(model.scatters) or 'there is none'}")
        return
    for count, games in free.games.items():
        where = f"free.games.{count}"
        yield from _within(where, games, 1, MOST_SPINS)
        if not count.isdecimal() or not 1 <= int(count) <= _reach(model, free.scatter):
            yield Wrong(where, repr(count), f"1 to {_reach(model, free.scatter)} of it")
    if not free.games:
        yield Wrong("free.games", "nothing", "how many games for so many of the scatter")
    yield from _within("free.times", free.times, 1, 1000)
    yield from _within("free.most", free.most, max(free.games.values(), default=1), MOST_SPINS)


def _begins(model: Model, where: str, scatter: str, least: int) -> Iterator[Wrong]:
    """A feature is begun by so many of a scatter."""
    if scatter not in model.scatters:
        yield Wrong(f"{where}.scatter", repr(scatter),
                    f"a scatter: {', '.join(model.scatters) or 'there is none'}")
    else:
        yield from _within(f"{where}.least", least, 1, _reach(model, scatter))


def _shares(where: str, shares: Mapping[str, int]) -> Iterator[Wrong]:
    """How often of all each of some prizes comes."""
    if not shares:
        yield Wrong(where, "nothing", "how often of all the bet is paid so many times")
    for times, share in shares.items():
        if not times.isdecimal() or not 1 <= int(times) <= MOST_PAY:
            yield Wrong(f"{where}.{times}", repr(times), f"times the bet, 1 to {MOST_PAY}")
        yield from _within(f"{where}.{times}", share, 1, 10**6)


def _hold(model: Model) -> Iterator[Wrong]:
    hold = model.hold
    if hold is None:
        return
    yield from _begins(model, "hold", hold.scatter, hold.least)
    if not 1 <= hold.lands[0] < hold.lands[1] <= 10**6:
        yield Wrong("hold.lands", str(list(hold.lands)), "so many of so many cases, up to 10**6")
    yield from _within("hold.turns", hold.turns, 1, 10)
    yield from _within("hold.full", hold.full, 0, MOST_PAY)
    yield from _shares("hold.values", hold.values)


def _ladder(model: Model) -> Iterator[Wrong]:
    ladder = model.ladder
    if ladder is None:
        return
    yield from _begins(model, "ladder", ladder.scatter, ladder.least)
    yield from _within("ladder.rungs", len(ladder.rungs), 1, 30)
    for n, rung in enumerate(ladder.rungs, 1):
        yield from _shares(f"ladder.rungs[{n}].pays", rung.pays)
        yield from _within(f"ladder.rungs[{n}].ends", rung.ends, 0, 10**6)
    if ladder.choice and not ladder.lost:
        yield Wrong("ladder.choice", "true", "false where nothing can be lost: nobody would stop")


def counts(prizes: Mapping[int, int], found: int) -> int:
    """The coins for so many of something: those of the largest number that is reached."""
    return max((coins for count, coins in prizes.items() if count <= found), default=0)
