"""The model of a gaming machine as a plain value (pt-217-2007/maquinas-automaticas).

A `Model` has everything that determines what a bet can win, and nothing else: reels, window, lines,
pay table, features, and the bets that it takes. Its identity is a hash of its canonical form: a
model with one changed byte is a different model (8).

`sabot.families.machine.model_faults` lists every fault of a model. Whether a correct model is also
lawful is checked by the game (`sabot.games.machines.rules`).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple, assert_never

import msgspec

from sabot.words import phrase

MAX_REELS, MAX_ROWS, MAX_LINES = 8, 8, 200
MAX_STOPS = 512             # of one strip
MAX_CYCLE = 2**62           # of all reels together, so that counts fit into 64 bits
MAX_PAY = 10**7             # of one combination, in coins
MAX_SPINS = 500             # free games of one feature
MAX_HELD = 4_096            # choices of windows that respins may hold
ANYTHING = "*"
"""In a combination of different symbols: the place of any symbol."""


class Symbol(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The special properties of a symbol. A ``wild`` symbol substitutes for every symbol that is
    neither a scatter nor ``alone``, and multiplies the prize of a combination that it completes by
    ``times``. A ``scatter`` counts anywhere in the window. A symbol that ``expands`` covers its
    whole reel where the window shows it; scatters are counted before."""

    later: ClassVar[frozenset[str]] = frozenset({"expands"})

    wild: bool = False
    alone: bool = False
    scatter: bool = False
    times: int = 1
    expands: bool = False


class Mixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A combination of different ``symbols`` or groups on a line. In the ``order`` that is "given"
    each stands for a reel, from the left, and ``*`` for any symbol; in "any" order they may lie in
    any places of the line, and the other places may show anything."""

    symbols: tuple[str, ...]
    order: Literal["given", "any"] = "given"


class Free(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Free games: ``scatter`` triggers them, ``games`` is their number by the number of scatters,
    and every prize in them is multiplied by ``times``. ``again``: free games can trigger more, up
    to ``most`` in total, 0 for no limit. ``reels``: other strips for them, with their own
    ``weights``."""

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


class Respin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Respins of whole reels: where ``least`` reels or more show a ``symbol`` after a paid game,
    they stay as they are, and the others spin again. Each respin pays like a game, and holds the
    further reels that show the symbol. It ends when ``turns`` respins in a row have held no further
    reel, or when all reels are held."""

    symbol: str
    least: int = 1
    turns: int = 1


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
    """A model that is identified by a hash of its content (8). ``largest``: the largest number that
    its file may have."""

    largest: ClassVar[int] = 10**15

    def __hash__(self) -> int:
        return hash(self.identity)

    @cached_property
    def canonical(self) -> bytes:
        """The model as JSON bytes, from which the identity is computed; the order of keys does not
        matter."""
        return msgspec.json.encode(_without_later_defaults(self), order="sorted")

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

    ``from_right``: so many in a row count from the last reel to the left as well.
    ``anywhere``: names in ``pays`` whose numbers count in any places of a line. ``mixed``:
    combinations of different symbols by the name under which they pay, with the number of their
    symbols. ``wilds``: the multipliers of the wild symbols in a combination are multiplied, or only
    the largest counts, once, or they are added. ``fixed``: names whose prizes they never multiply.
    ``needs_own``: a combination needs a symbol that is not only a wild one in place of it.
    ``by_coins``: for a bet of so many coins in all, the coins that a line then pays for
    combinations that do not pay in proportion (0 for nothing); a scatter again multiples of the
    bet.
    """

    later: ClassVar[frozenset[str]] = frozenset(
        {"from_right", "anywhere", "mixed", "wilds", "fixed", "needs_own",
         "by_coins", "respin"})

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
    from_right: bool = False
    anywhere: tuple[str, ...] = ()
    mixed: dict[str, Mixed] = {}
    wilds: Literal["product", "largest", "sum"] = "product"
    fixed: tuple[str, ...] = ()
    needs_own: bool = False
    by_coins: dict[str, dict[str, dict[str, int]]] = {}
    respin: Respin | None = None

    @cached_property
    def strips(self) -> tuple[tuple[str, ...], ...]:
        """The strips of the reels, symbol by symbol."""
        return tuple(tuple(strip.split()) for strip in self.reels)

    @cached_property
    def base(self) -> Reels:
        """The reels of a paid game."""
        return Reels(self.strips, _weights(self.strips, self.weights), self.window,
                     self._expanding)

    @cached_property
    def extra(self) -> Reels:
        """The reels of a free game."""
        if self.free is None or not self.free.reels:
            return self.base
        strips = tuple(tuple(strip.split()) for strip in self.free.reels)
        return Reels(strips, _weights(strips, self.free.weights), self.window, self._expanding)

    @property
    def _expanding(self) -> frozenset[str]:
        return frozenset(name for name, symbol in self.symbols.items() if symbol.expands)

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

    def own_symbols(self, name: str) -> frozenset[str]:
        """The symbols that are a symbol, a group or a combination of different symbols themselves,
        not only in place of it."""
        parts = self.mixed[name].symbols if name in self.mixed else (name,)
        return frozenset(symbol for part in parts for symbol in self.groups.get(part, (part,)))

    def times(self, symbol: str) -> int:
        """The multiplier of a symbol for the prize of its combination."""
        properties = self.symbol(symbol)
        return properties.times if properties.wild else 1

    def joined_times(self, first: int, second: int) -> int:
        """The multiplier of a combination whose parts multiply by ``first`` and ``second``."""
        match self.wilds:
            case "product":
                return first * second
            case "largest":
                return max(first, second)
            case "sum":
                return first + second if first > 1 < second else max(first, second)
            case _:
                assert_never(self.wilds)

    @cached_property
    def scatters(self) -> tuple[str, ...]:
        """The symbols that count anywhere."""
        return tuple(name for name in self.names if self.symbol(name).scatter)

    def coins(self, lines: int = 0) -> int:
        """The cost of a game with one coin on each of ``lines`` lines, 0 for all."""
        return self.ways or lines or len(self.lines)

    @cached_property
    def bets_by_coins(self) -> dict[int, tuple[int, int]]:
        """For each number of coins that may be bet in all: the lines, and the coins on each. Where
        two bets cost the same, only one of them."""
        lines = self.taken or (len(self.lines),)
        return {many * stake: (0 if self.ways else many, stake)
                for many in ((self.ways,) if self.ways else lines) for stake in self.stakes}

    def for_coins(self, coins: int) -> Model:
        """The model as it is for a bet of so many coins in all: its prizes on a line are then coins
        for the whole stake on a line. ValueError for a bet that the model does not take."""
        if coins not in self.bets_by_coins:
            raise ValueError(phrase("coins: found {coins}; allowed: {stakes}", coins=coins,
                                    stakes=sorted(self.bets_by_coins)))
        _, stake = self.bets_by_coins[coins]
        listed = self.by_coins.get(str(coins), {})
        pays: dict[str, dict[str, int]] = {}
        for name, by_count in self.pays.items():
            unit = 1 if self.symbol(name).scatter else stake
            prizes = {count: listed.get(name, {}).get(count, each * unit)
                      for count, each in by_count.items()}
            if prizes := {count: each for count, each in prizes.items() if each}:
                pays[name] = prizes
        return msgspec.structs.replace(self, pays=pays, by_coins={}, stakes=(1,), mixed={
            name: mixed for name, mixed in self.mixed.items() if name in pays})


_PLAIN = Symbol()


class Reels(NamedTuple):
    """A set of reels: symbols and ``weights`` of every stop, the visible rows, and the symbols
    that cover their whole reel (``expands``)."""

    strips: tuple[tuple[str, ...], ...]
    weights: tuple[tuple[int, ...], ...]
    window: tuple[int, ...]
    expands: frozenset[str] = frozenset()

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
        raise ValueError(phrase("reel {reel} has the numbers 0 to {sides}", reel=reel + 1,
                                sides=self.sides[reel] - 1))

    def top(self, reel: int, stop: int) -> int:
        """The index on the strip of the first visible row when a reel stops with this symbol in the
        middle row (the upper one of two)."""
        return (stop - (self.window[reel] - 1) // 2) % len(self.strips[reel])

    def window_at(self, reel: int, stop: int) -> tuple[str, ...]:
        """The symbols that a reel shows at a stop, from the top down."""
        strip, top = self.strips[reel], self.top(reel, stop)
        return tuple(strip[(top + row) % len(strip)] for row in range(self.window[reel]))

    def expanded(self, window: tuple[str, ...]) -> tuple[str, ...]:
        """The symbols that a reel shows after the first expanding symbol of its window, from the
        top, has covered it."""
        if not self.expands:
            return window
        return next((len(window) * (symbol,) for symbol in window if symbol in self.expands),
                    window)

    def windows(self, reel: int) -> dict[tuple[str, ...], int]:
        """Every window of a reel, with the number of generator numbers that show it."""
        windows: dict[tuple[str, ...], int] = {}
        for stop, weight in enumerate(self.weights[reel]):
            if weight:
                window = self.window_at(reel, stop)
                windows[window] = windows.get(window, 0) + weight
        return windows


def _without_later_defaults(value: object) -> object:
    """The value as plain data, without the options that came later (``later`` of its class) where
    they are not used: a model that has none of them keeps its identity."""
    if isinstance(value, msgspec.Struct):
        later: frozenset[str] = getattr(value, "later", frozenset())
        defaults = {field.name: field.default if field.default is not msgspec.NODEFAULT else
                    field.default_factory() if callable(field.default_factory) else None
                    for field in msgspec.structs.fields(value) if field.name in later}
        return {name: _without_later_defaults(part)
                for name in value.__struct_fields__ if (part := getattr(value, name)) is not None
                or name not in later if name not in later or part != defaults[name]}
    if isinstance(value, dict):
        return {key: _without_later_defaults(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [_without_later_defaults(part) for part in value]
    return value


def _weights(strips: tuple[tuple[str, ...], ...], weights: tuple[tuple[int, ...], ...]
             ) -> tuple[tuple[int, ...], ...]:
    return weights or tuple((1,) * len(strip) for strip in strips)


def largest_reached(prizes: Mapping[int, int], many: int) -> int:
    """The largest prize whose number of symbols is reached; 0 for none."""
    return max((coins for count, coins in prizes.items() if count <= many), default=0)
