"""The prize of a payline: by definition, and as a table that is read reel by reel.

`pay` is the definition: only the highest combination of a line counts. `automaton` is the smallest
table that gives the same prize while the reels are read one after another. Tests compare exact
counting and the compiled game with the definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import permutations
from typing import NamedTuple, Protocol

from sabot.families.machine.model import ANYTHING, Mixed, Model
from sabot.words import phrase

MAX_STATES = 300_000
"""The maximum number of states in which a line may be read."""


class TooManyStates(ValueError):
    """The combinations of a model have more states than a line may have."""


class LineWin(NamedTuple):
    """A combination on a line: ``many`` of a symbol, a group or a combination of different symbols,
    the coins that it pays, and the ``reels`` that show it, from 0."""

    name: str
    many: int
    coins: int
    reels: tuple[int, ...]


def pay(model: Model, line: Sequence[str]) -> int:
    """The coins that a line with these symbols, from the left, pays for one coin."""
    best = best_win(model, line)
    return best.coins if best else 0


def best_win(model: Model, line: Sequence[str]) -> LineWin | None:
    """The highest combination of a line, the first of the pay table of equal ones; None if it has
    none."""
    best: LineWin | None = None
    for name in targets(model):
        for win in _wins(model, name, line):
            if best is None or win.coins > best.coins:
                best = win
    return best


def targets(model: Model) -> tuple[str, ...]:
    """The names of the pay table that count on a line: all except scatters."""
    return tuple(name for name in model.pays if not model.symbol(name).scatter)


def _wins(model: Model, name: str, line: Sequence[str]) -> Iterator[LineWin]:
    """What a line has of one symbol, group or combination of different symbols."""
    own = model.own_symbols(name)
    for count, coins, reels in _numbers_on(model, name, line):
        if not model.needs_own or any(line[reel] in own for reel in reels):
            yield LineWin(name, count, _multiplied(model, name, coins, line, reels), reels)


def _numbers_on(model: Model, name: str, line: Sequence[str]
           ) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The numbers of a target that a line shows, with the coins of each and the reels."""
    prizes = model.prizes[name]
    if mixed := model.mixed.get(name):
        for reels in _places_of(model, mixed, line):
            yield len(mixed.symbols), prizes[len(mixed.symbols)], reels
        return
    wanted = model.symbols_for(name)
    if name in model.anywhere:
        reels = tuple(reel for reel, symbol in enumerate(line) if symbol in wanted)
        for count, coins in prizes.items():
            if count <= len(reels):
                yield count, coins, reels
        return
    order = tuple(range(len(line)))
    for way in (order, order[::-1]) if model.from_right else (order,):
        for count, reel in enumerate(way, 1):
            if line[reel] not in wanted:
                break
            if count in prizes:
                yield count, prizes[count], tuple(sorted(way[:count]))


def _multiplied(model: Model, name: str, coins: int, line: Sequence[str], reels: Sequence[int]
                ) -> int:
    """The coins of a combination on these reels, times the multipliers of its wild symbols."""
    if name in model.fixed:
        return coins
    return coins * reduce(model.joined_times, (model.times(line[reel]) for reel in reels), 1)


def _places_of(model: Model, mixed: Mixed, line: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Every choice of reels that show a combination of different symbols."""
    wanted = [model.symbols_for(name) if name != ANYTHING else None for name in mixed.symbols]
    if mixed.order == "given":
        if all(own is None or symbol in own for own, symbol in zip(wanted, line, strict=True)):
            yield tuple(reel for reel, own in enumerate(wanted) if own is not None)
        return
    for reels in permutations(range(len(line)), len(wanted)):
        if all(own is None or line[reel] in own for own, reel in zip(wanted, reels, strict=True)):
            yield tuple(sorted(reels))


# -- reel by reel ----------------------------------------------------------------------------------


class Paid(NamedTuple):
    """A prize of a target while a line is read: ``many`` of it, and its coins."""

    many: int
    coins: int


NOTHING = Paid(0, 0)
State = tuple[int, ...]
"""How far a line has a target; what the numbers mean depends on the kind of target."""


class Reader(Protocol):
    """Reads a line from the left for one target."""

    first: State

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        """The state after a reel, from 0, shows a symbol, and the highest prize that the reels read
        so far ensure."""
        ...


class _Target:
    """What the readers of a target share: its prizes, the multiplier of each symbol, and whether a
    symbol is its own."""

    def __init__(self, model: Model, name: str) -> None:
        self.model, self.prizes = model, model.prizes[name]
        self.own = frozenset(model.names) if not model.needs_own else model.own_symbols(name)
        self.fixed = name in model.fixed

    def times(self, symbol: str) -> int:
        """The multiplier of a symbol in a combination of the target."""
        return 1 if self.fixed else self.model.times(symbol)


class _InARow(_Target):
    """So many in a row from the left. State: the multiplier of the run, and whether it has an own
    symbol; nothing once it is broken."""

    first: State = (1, 0)

    def __init__(self, model: Model, name: str) -> None:
        super().__init__(model, name)
        self.wanted = model.symbols_for(name)

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        if not state or symbol not in self.wanted:
            return (), NOTHING
        times = self.model.joined_times(state[0], self.times(symbol))
        own = int(state[1] or symbol in self.own)
        return (times, own), Paid(reel + 1, own * self.prizes.get(reel + 1, 0) * times)


class _FromRight(_Target):
    """So many in a row up to the last reel. State: for each symbol that ends the line so far, the
    last one first, its multiplier and whether it is an own symbol."""

    first: State = ()

    def __init__(self, model: Model, name: str) -> None:
        super().__init__(model, name)
        self.wanted, self.last = model.symbols_for(name), len(model.window)

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        row: State = (self.times(symbol), int(symbol in self.own),
                      *state) if symbol in self.wanted else ()
        if reel + 1 < self.last:
            return row, NOTHING
        best, times, own = NOTHING, 1, 0
        for count, (each, mine) in enumerate(zip(row[::2], row[1::2], strict=True), 1):
            times, own = self.model.joined_times(times, each), own or mine
            if own and self.prizes.get(count, 0) * times > best.coins:
                best = Paid(count, self.prizes[count] * times)
        return (), best


class _Anywhere(_Target):
    """So many in any places. State: their number, their multiplier, and whether one is an own
    symbol."""

    first: State = (0, 1, 0)

    def __init__(self, model: Model, name: str) -> None:
        super().__init__(model, name)
        self.wanted = model.symbols_for(name)

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        many, times, own = state
        if symbol in self.wanted:
            many, times = many + 1, self.model.joined_times(times, self.times(symbol))
            own = int(own or symbol in self.own)
        best = NOTHING
        for count, coins in sorted(self.prizes.items()):
            if count <= many and own * coins * times > best.coins:
                best = Paid(count, coins * times)
        return (many, times, own), best


class _Given(_Target):
    """Different symbols in a given order. State: the multiplier so far, and whether one is an own
    symbol; nothing once a reel shows something else."""

    first: State = (1, 0)

    def __init__(self, model: Model, name: str) -> None:
        super().__init__(model, name)
        symbols = model.mixed[name].symbols
        self.coins = self.prizes[len(symbols)]
        self.wanted = [None if own == ANYTHING else model.symbols_for(own) for own in symbols]
        self.many = len(symbols)

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        wanted = self.wanted[reel]
        if not state or (wanted is not None and symbol not in wanted):
            return (), NOTHING
        times, own = state
        if wanted is not None:
            times = self.model.joined_times(times, self.times(symbol))
            own = int(own or symbol in self.own)
        last = reel + 1 == self.many
        return (times, own), Paid(self.many, own * self.coins * times) if last else NOTHING


class _AnyOrder(_Target):
    """Different symbols in any order. State: for each set of them that the reels so far can show (a
    bit for each, and the highest for an own symbol), the set and the highest multiplier; all in one
    row."""

    first: State = (0, 1)

    def __init__(self, model: Model, name: str) -> None:
        super().__init__(model, name)
        symbols = model.mixed[name].symbols
        self.coins, self.many = self.prizes[len(symbols)], len(symbols)
        self.wanted = [model.symbols_for(own) for own in symbols]

    def step(self, state: State, reel: int, symbol: str) -> tuple[State, Paid]:
        best = dict(zip(state[::2], state[1::2], strict=True))
        mine = (symbol in self.own) << self.many
        for sets, times in zip(state[::2], state[1::2], strict=True):
            for place, wanted in enumerate(self.wanted):
                if symbol in wanted and not sets >> place & 1:
                    after = sets | 1 << place | mine
                    joined = self.model.joined_times(times, self.times(symbol))
                    best[after] = max(best.get(after, 0), joined)
        whole = best.get((2 << self.many) - 1, 0)
        row = tuple(number for pair in sorted(best.items()) for number in pair)
        return row, Paid(self.many, self.coins * whole) if whole else NOTHING


def _readers(model: Model, name: str) -> Iterator[Reader]:
    """The readers of one target of a model."""
    if mixed := model.mixed.get(name):
        yield _Given(model, name) if mixed.order == "given" else _AnyOrder(model, name)
    elif name in model.anywhere:
        yield _Anywhere(model, name)
    else:
        yield _InARow(model, name)
        if model.from_right:
            yield _FromRight(model, name)


class Line(NamedTuple):
    """A line that has been read so far: the highest prize (its target, number and coins), and the
    state of each reader."""

    best: tuple[str, int, int]
    states: tuple[State, ...]


class Runs:
    """The rules for reading the lines of a model from the left."""

    def __init__(self, model: Model) -> None:
        both = [(name, reader) for name in targets(model) for reader in _readers(model, name)]
        self.targets = tuple(name for name, _ in both)
        self.readers = tuple(reader for _, reader in both)
        self._steps: dict[tuple[int, State, int, str], tuple[State, Paid]] = {}

    @property
    def first(self) -> Line:
        """The line before the first reel."""
        return Line(("", 0, 0), tuple(reader.first for reader in self.readers))

    def step(self, line: Line, reel: int, symbol: str) -> Line:
        """The line after a reel, from 0, shows a symbol."""
        best, states = line.best, []
        for n, (state, name) in enumerate(zip(line.states, self.targets, strict=True)):
            key = n, state, reel, symbol
            if key not in self._steps:
                self._steps[key] = self.readers[n].step(state, reel, symbol)
            after, paid = self._steps[key]
            states.append(after)
            if paid.coins > best[2]:
                best = name, paid.many, paid.coins
        return Line(best, tuple(states))


class Automaton(NamedTuple):
    """A table that reads a line reel by reel.

    ``steps[reel][state][symbol]`` is the state after a reel shows a symbol, numbered as in
    ``model.names``; state 0 is the first. ``settled[reels][state]``: the coins of a state after
    this many reels if no further reel can change them, else -1.
    """

    steps: tuple[tuple[tuple[int, ...], ...], ...]
    settled: tuple[tuple[int, ...], ...]


def automaton(model: Model) -> Automaton:
    """The smallest table for the lines of a model. TooManyStates if its combinations are too many
    to be read together."""
    rules = Runs(model)
    Coins = tuple[int, tuple[State, ...]]
    layers: list[dict[Coins, int]] = [{(0, rules.first.states): 0}]
    moves: list[list[list[int]]] = []
    for reel in range(len(model.window)):
        after: dict[Coins, int] = {}
        rows = []
        for coins, states in layers[-1]:
            lines = [rules.step(Line(("", 0, coins), states), reel, symbol)
                     for symbol in model.names]
            rows.append([after.setdefault((line.best[2], line.states), len(after))
                         for line in lines])
            if len(after) > MAX_STATES:
                raise TooManyStates(phrase(
                    "the combinations of a line have more than {most} states; allowed: fewer "
                    "combinations in any place or order", most=MAX_STATES))
        moves.append(rows)
        layers.append(after)
    return _minimize(moves, [coins for coins, _ in layers[-1]])


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
