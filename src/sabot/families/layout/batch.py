"""Many tables of a layout in compiled code, each with one player who lays bets and then asks for
the throw.

A decision lays one bet, or is the last one before the throw. A bet stays as it was laid until a
throw decides it, and no second one is laid on its spot meanwhile: what is open is always lawful,
but not every change that the law allows is a decision here. Everything is read from the cloth and
the limits of the table, as odds and simulation read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, assert_never

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Words
from sabot.equipment.streams import lanes
from sabot.families.layout import batch_loop as loop
from sabot.families.layout.bets import bounds
from sabot.families.layout.cloth import Cloth, Fate, Fell, Moves, Returns, State, Stays
from sabot.families.layout.repeated_bets import thrown_again
from sabot.families.layout.shared_limits import Cap, Shared
from sabot.families.layout.values import TableLaw
from sabot.money import Odds, format_money
from sabot.procedure.capabilities import Amount, stakes_of
from sabot.procedure.table import Table
from sabot.words import phrase

HIGHEST = 2**31 - 1


class Source(Protocol):
    """What decides the bets of many tables: throws, or the cards of a shoe at each table."""

    @property
    def falls(self) -> Sequence[Fell]:
        """Every outcome of a column, in the order of their numbers. The first number of an outcome
        belongs to column 0."""

    @property
    def columns(self) -> int:
        """The columns of an outcome: one, or one for the bank and each place."""

    def place(self, spot: str) -> int:
        """The column that decides a spot."""

    def fell(self, column: int, number: int) -> Fell:
        """What fell, as the cloth reads it, where this column shows this number."""

    def start(self, seed: int, number: int) -> None:
        """Begin with new shoes, and the chance of stream ``number`` of the seed, one lane for each
        table."""

    def throw(self, throwing: Flags, at_place: Numbers, outcomes: Ints) -> None:
        """Write the outcomes of the tables in ``throwing``; ``at_place``: the bets on each
        column."""

    @property
    def left(self) -> Ints:
        """The cards left in the shoe of each table."""


class Throws:
    """Throws of a ball, of dice or of counters: one outcome for the whole cloth."""

    columns = 1

    def __init__(self, cloth: Cloth, n: int) -> None:
        self.falls: Sequence[Fell] = cloth.outcomes
        self._again = np.array(thrown_again(cloth))
        self.left = np.zeros(n, np.int32)
        self._streams: Words = np.zeros((n, 4), np.uint64)

    def place(self, spot: str) -> int:
        """The column that decides a spot: there is one."""
        return 0

    def fell(self, column: int, number: int) -> Fell:
        """What fell."""
        return self.falls[number]

    def start(self, seed: int, number: int) -> None:
        """Begin with the chance of stream ``number`` of the seed."""
        self._streams = lanes(seed, number, len(self.left))

    def throw(self, throwing: Flags, at_place: Numbers, outcomes: Ints) -> None:
        """Throw at the tables in ``throwing``."""
        size = len(self.falls)
        loop.throw_each(np.uint64(size), np.uint64((1 << 64) % size), self._again, self._streams,
                        throwing, outcomes)


class LayoutTables:
    """``n`` tables of one law, each with a player who lays bets; see `ManyTables`.

    ``amounts`` is the grid of stakes: "least" and "most" of a spot, and multiples of the least.
    ``beside``: the spot that needs a bet first; it also limits the bet beside it. ``fresh``: every
    episode begins in the initial state of the table. ``act`` is the word of the decision that ends
    the bets. ValueError for a table with a limit that is not compiled.
    """

    def __init__(self, table_law: TableLaw, table: Table, source: Source, n: int, *,
                 amounts: Sequence[Amount], beside: Callable[[str], str], shared: Shared,
                 fresh: bool = False) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        _require_compiled(table_law)
        cloth = table_law.cloth
        self.n, self._fresh, self._source = n, fresh, source
        self._each = len(amounts)
        spots = _playable(cloth)
        self.columns: tuple[str, ...] = ("state", "throws", "left", *spots)
        self.decisions: tuple[str, ...] = (table_law.act, *(
            f"bet {spot} {amount}" for spot in spots for amount in amounts))
        self.highest = HIGHEST
        self._rules = _rules(table_law, table, source, spots, amounts, beside, shared)
        self._tables: loop.Tables | None = None

    def start(self, seed: int, number: int = 0) -> tuple[Ints, Bytes]:
        """Begin at every table without bets, with chance from stream ``number`` of the seed, one
        lane for each table; return views and masks."""
        n, r = self.n, self._rules
        self._source.start(seed, number)
        lines, spots = len(r.parts), len(r.needs)
        t = self._tables = loop.Tables(
            np.zeros(n, np.int64), np.zeros((n, lines), np.int64), np.zeros((n, lines), np.int16),
            np.zeros(n, np.int64), np.zeros((n, len(r.ceilings)), np.int64),
            np.full((n, len(r.ceilings)), loop.UNLIMITED, np.int64),
            np.zeros((n, self._source.columns), np.int64),
            np.zeros((n, loop.SPOTS + spots), np.int32), np.tile(r.empty[0], (n, 1)))
        t.views[:, loop.STATE] = r.values[0]
        t.views[:, loop.LEFT] = self._source.left
        return t.views.copy(), t.masks.copy()

    def step(self, decisions: ArrayLike) -> tuple[Ints, Bytes, Numbers, Flags, Flags, Ints]:
        """Apply a decision at each table. Return views and masks, the net cents of the bets that a
        throw decided, which episodes are over, which decisions were refused, and the last views of
        the episodes that are over."""
        t = self._tables
        if t is None:
            raise ValueError("these tables have not begun: call start first")
        n = self.n
        chosen = np.asarray(decisions, np.int64)
        throwing, refused = np.empty(n, np.bool_), np.empty(n, np.bool_)
        nets, over = np.zeros(n, np.int64), np.zeros(n, np.bool_)
        last_views = np.zeros(t.views.shape, t.views.dtype)
        if loop.lay_bets(self._rules, t, self._each, chosen, throwing, refused):
            outcomes = np.zeros((n, self._source.columns), np.int32)
            self._source.throw(throwing, t.at_place, outcomes)
            loop.settle(self._rules, t, self._each, throwing, outcomes, self._source.left,
                        int(self._fresh), nets, over, last_views)
        return t.views.copy(), t.masks.copy(), nets, over, refused, last_views

    def seen_at(self, table: int, /) -> dict[str, object]:
        """The bets of one table."""
        t = self._tables
        sums = t.views[table, loop.SPOTS:] if t is not None else ()
        return {"bets": {f"1/{spot}": int(cents) for spot, cents in zip(
            self.columns[loop.SPOTS:], sums, strict=False) if cents}}


def _require_compiled(table_law: TableLaw) -> None:
    """ValueError for a table whose limits are not compiled."""
    if table_law.exposure:
        raise ValueError(phrase(
            "rules.exposure: found {found}; allowed at many tables: 0, no limit of all prizes",
            found=format_money(table_law.exposure, table_law.currency)))
    if table_law.plays_on:
        raise ValueError(phrase("rules.readings.winning_stake: found {found}; allowed at many "
                                "tables: {allowed}", found="plays-on", allowed="back"))


# -- the law as arrays -----------------------------------------------------------------------------


def _playable(cloth: Cloth) -> dict[str, int]:
    """The spots on which bets may lie, numbered: those that are open in a state, and those to which
    bets move."""
    reached = {spot for spot in cloth.spots if any(cloth.open(at, spot) for at in cloth.states)}
    if not cloth.dealt:
        reached |= {fate.to for state in cloth.states for spot in reached.copy()
                    for part, _ in cloth.parts(spot) for fate in cloth.fates(part, state)
                    if isinstance(fate, Moves)}
    return {spot: at for at, spot in enumerate(at for at in cloth.spots if at in reached)}


def _rules(table_law: TableLaw, table: Table, source: Source, spots: Mapping[str, int],
           amounts: Sequence[Amount], beside: Callable[[str], str], shared: Shared) -> loop.Rules:
    cloth = table_law.cloth
    lines = [(spot, part, chips) for spot in spots for part, chips in cloth.parts(spot)]
    sums = _sums(table_law, table, spots, amounts)
    states = {state: at for at, state in enumerate(cloth.states)}
    starts = np.cumsum([0, *(len(cloth.parts(spot)) for spot in spots)])
    bases = [shared.needs.get(spot) or beside(spot) for spot in spots]
    needs = np.array([spots[base] if base else -1 for base in bases])
    bound, caps, ceilings = _caps(spots, shared)
    members, under = _members(spots, shared)
    touched, touches = _touches(spots, needs, shared)
    rules = loop.Rules(
        cents=sums.cents, counted=sums.counted,
        most=np.array([False] + [amount == "most" for _ in spots for amount in amounts]),
        needs=needs, units=sums.units, least=sums.least, lines=starts,
        chips=np.array([cloth.chips(spot) for spot in spots]),
        parts=np.array([chips for _, _, chips in lines]),
        of=np.array([spots[spot] for spot, _, _ in lines]), bound=bound, caps=caps,
        ceilings=ceilings, members=members, under=under,
        touched=touched, touches=touches, apart=_differences(spots, shared),
        fates=_fates(cloth, source, lines),
        up=np.array([_rounds_up(cloth, spot) for spot, _, _ in lines]),
        places=np.array([source.place(part) for _, part, _ in lines]),
        after=np.array([[states[cloth.after(state, source.fell(0, at))]
                         for at in range(len(source.falls))] for state in cloth.states]),
        values=np.array([state or 0 for state in cloth.states]),
        empty=_empty(sums.cents, needs, len(amounts)))
    return rules


class _Sums(NamedTuple):
    """The stakes of the decisions by state, the cents of them at risk; the steps and the minimums
    of the spots."""

    cents: Numbers
    counted: Numbers
    units: Numbers
    least: Numbers


def _sums(table_law: TableLaw, table: Table, spots: Mapping[str, int], amounts: Sequence[Amount]
          ) -> _Sums:
    cloth = table_law.cloth
    size = len(cloth.states), 1 + len(spots) * len(amounts)
    cents, counted = np.zeros(size, np.int64), np.zeros(size, np.int64)
    steps = np.ones((len(cloth.states), len(spots)), np.int64)
    least = np.zeros_like(steps)
    for row, state in enumerate(cloth.states):
        for spot, n in spots.items():
            if not cloth.open(state, spot):
                continue
            kind = cloth.kinds[cloth.spots[spot].kind]
            low, high, unit = bounds(table_law, kind, table.minimum,
                                     cloth.unit(spot, state) if kind.by_spot else 0)
            steps[row, n], least[row, n] = unit, low
            first = 1 + n * len(amounts)
            for at, stake in enumerate(stakes_of(amounts, low, high, unit), start=first):
                cents[row, at] = stake
                counted[row, at] = table_law.counts(kind.name, stake) if stake else 0
    return _Sums(cents, counted, steps, least)


def _empty(cents: Numbers, needs: Numbers, each: int) -> Bytes:
    """The mask of a table without bets, by state."""
    mask = (cents > 0).astype(np.int8)
    mask[:, 1:] *= np.repeat(needs < 0, each)
    return mask


def _caps(spots: Mapping[str, int], shared: Shared) -> tuple[Numbers, Numbers, Numbers]:
    rows: list[list[tuple[int, int]]] = [[] for _ in spots]
    for number, cap in enumerate(shared.caps):
        for spot, share in cap.shares.items():
            rows[spots[spot]].append((number, share))
    bound = np.cumsum([0, *map(len, rows)])
    caps = np.array([entry for row in rows for entry in row], np.int64).reshape(-1, 2)
    return bound, caps, np.array([cap.ceiling for cap in shared.caps], np.int64)


def _makes_room(cap: Cap) -> bool:
    """Whether a bet makes room for others, so that what was closed may open again."""
    return min(cap.shares.values()) < 0


def _members(spots: Mapping[str, int], shared: Shared) -> tuple[Numbers, Numbers]:
    rows = [[] if _makes_room(cap) else [(spots[spot], share) for spot, share in cap.shares.items()]
            for cap in shared.caps]
    return (np.cumsum([0, *map(len, rows)]),
            np.array([entry for row in rows for entry in row], np.int64).reshape(-1, 2))


def _touches(spots: Mapping[str, int], needs: Numbers, shared: Shared) -> tuple[Numbers, Numbers]:
    """The spots whose open decisions a bet on each spot changes: itself, those that need it, and
    those that share a limit with it, if bets make room there."""
    near = [{at} | set(np.flatnonzero(needs == at).tolist()) for at in range(len(spots))]
    for cap in shared.caps:
        together = {spots[spot] for spot in cap.shares} if _makes_room(cap) else set[int]()
        for at in together:
            near[at] |= together
    for first, second, _ in shared.apart:
        near[spots[first]].add(spots[second])
        near[spots[second]].add(spots[first])
    return (np.cumsum([0, *map(len, near)]),
            np.array([at for touched in near for at in sorted(touched)], np.int64))


def _differences(spots: Mapping[str, int], shared: Shared) -> Numbers:
    """The minimum differences between the bets of two spots, as `loop.Rules.apart` has them."""
    rows = np.full((len(spots), 2), -1, np.int64)
    for first, second, cents in shared.apart:
        rows[spots[first]] = spots[second], cents
        rows[spots[second]] = spots[first], cents
    return rows


def _fates(cloth: Cloth, source: Source, lines: Sequence[tuple[str, str, int]]) -> Ints:
    """What every outcome does to every line in every state, as `loop.Rules` has it."""
    number = {(spot, part): at for at, (spot, part, _) in enumerate(lines)}
    by_part: dict[tuple[State, str], list[tuple[int, int, int]]] = {}

    def rows(state: State, part: str) -> list[tuple[int, int, int]]:
        key = state, part
        if key not in by_part:
            column = source.place(part)
            by_part[key] = [_encoded(cloth.fate(state, part, source.fell(column, at)), number)
                            for at in range(len(source.falls))]
        return by_part[key]

    return np.array([row for state in cloth.states for _, part, _ in lines
                     for row in rows(state, part)], np.int32)


def _encoded(fate: Fate, number: Mapping[tuple[str, str], int]) -> tuple[int, int, int]:
    match fate:
        case Odds():
            return loop.PAYS, fate.win, fate.per
        case Returns():
            return loop.BACK, fate.share.numerator, fate.share.denominator
        case Stays():
            return loop.WAITS, 0, 1
        case Moves():
            return loop.GOES, number[fate.to, fate.to], 1
        case _:
            assert_never(fate)


def _rounds_up(cloth: Cloth, spot: str) -> bool:
    """Whether the net prize is rounded up: where what the house deducts is rounded down."""
    rounding = cloth.kinds[cloth.spots[spot].kind].rounding
    return rounding is not None and rounding.down == "deduction"
