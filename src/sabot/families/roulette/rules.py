"""What both regulations of roulette share: the house's options, the limits, the lawfulness
checks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import msgspec

from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round
from sabot.families.layout.shared_limits import Cap, Shared
from sabot.families.layout.values import Limit, TableLaw
from sabot.families.roulette.readings import Readings
from sabot.procedure.table import Money, Table
from sabot.regulations import IR, cite_clause
from sabot.words import phrase

STRAIGHT = "straight"
CHOSEN = ("straight", "split", "street", "corner", "line", "dozen", "column", "dozens", "columns",
          "simple")

OUTSIDE = ("dozen", "column", "dozens", "columns", "simple")
"""The outside bets."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    A section for each bet with its own ``minimum`` and ``maximum``; what is left out follows from
    the limits of the table, which are those of a straight-up bet: IR 117. ``apart``: one stake may
    also cover two dozens or two columns that are not adjacent (IR 132). ``exposure``: the maximum
    of the prizes of one spin, 0 for no such limit (IR 123). ``readings``: see `Readings`.
    """

    straight: Range = Range()
    split: Range = Range()
    street: Range = Range()
    corner: Range = Range()
    line: Range = Range()
    dozen: Range = Range()
    column: Range = Range()
    dozens: Range = Range()
    columns: Range = Range()
    simple: Range = Range()
    apart: bool = False
    exposure: Money = 0
    readings: Readings = Readings()


def limits(table: Table, cloth: Cloth, within: bool = True, reaches: bool = False
           ) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents: the house's own, or those that keep the
    regulation's proportions to the limits of the table. A bet of several chips has the limits of
    its parts. A bet that the regulation limits by its number of chips has no limit in money unless
    ``within`` those of its parts, except that of the most valuable chip. ``reaches``: each of its
    parts is at least the minimum of its chance (IR 379)."""
    kinds = cloth.kinds
    ratio = kinds[STRAIGHT].most
    limits: dict[str, Limit] = {}
    for name in CHOSEN:
        chosen: Range = getattr(table.rules, name)
        low = chosen.minimum or table.minimum
        high = chosen.maximum or table.maximum * kinds[name].most // ratio
        if name != STRAIGHT and not chosen.maximum:
            high = min(high, low * kinds[name].most)
        limits[name] = Limit(low, high)
    for spot in cloth.spots.values():
        if spot.parts and spot.kind not in limits:
            chips, kind = cloth.chips(spot.name), kinds[spot.kind]
            low = max(-(-limits[cloth.spots[part].kind].low * chips // n)
                      for part, n in spot.parts) if reaches else table.minimum
            limits[spot.kind] = Limit(low, min(
                limits[cloth.spots[part].kind].high * chips // n for part, n in spot.parts)
                if within or not kind.many else kind.many * limits[STRAIGHT].high)
    return limits


def check(points: Points, cloth: Cloth, *, law: str, unit_law: str) -> None:
    """Check the proportions of the limits, bet by bet; ``law`` orders them all."""
    table, one_minimum = points.table, points.table.rules.readings.one_minimum
    points.limits(law, unit_law)
    cite_clause(IR[117], IR[380])
    for name in CHOSEN if one_minimum else ():
        own: Range = getattr(table.rules, name)
        points.require(own.minimum in (0, table.minimum), IR[117], f"rules.{name}",
                       points.money(own.minimum),
                       phrase("the one minimum of the table, {minimum}",
                              minimum=points.money(table.minimum)))
    if table.minimum <= 0 or table.maximum < table.minimum:
        return
    ranges = limits(table, cloth)
    for name in CHOSEN:
        kind, (low, high, _) = cloth.kinds[name], ranges[name]
        option = "maximum" if name == STRAIGHT else f"rules.{name}"
        points.require(high >= low, kind.limit[1][0] if kind.limit[1] else law, option,
                       points.money(high), phrase("at least its minimum of {low}",
                                                  low=points.money(low)))
        points.require(high <= kind.most * low, kind.limit[0], option, points.money(high),
                       phrase("at most {most} times its minimum of {low}: {high}",
                              most=kind.most, low=points.money(low),
                              high=points.money(kind.most * low)))
    points.steps(cloth, {name: ranges[name] for name in CHOSEN}, "rules.{}".format)
    points.exposure(cloth, ranges)


def zero(r: Round, spot: str, fell: Fell, law: Cite) -> Cite | None:
    """The clause under which zero takes an outside bet; None for other bets and numbers."""
    return law if not fell[0] and r.cloth.spots[spot].kind in OUTSIDE else None


class _Marks(NamedTuple):
    """A spot whose bets put one chip of a unit on each of some numbers: the chips of a unit in
    total, the numbers, and what picks the values of these from a dictionary by number."""

    chips: int
    numbers: tuple[int, ...]
    pick: Callable[[Mapping[int, int]], tuple[int, ...]]


@lru_cache
def _marking(cloth: Cloth, joined: tuple[str, ...]) -> dict[str, _Marks]:
    """The spots of these kinds that put chips on numbers."""
    marking = {}
    for spot in cloth.spots.values():
        numbers = []
        for part, n in cloth.parts(spot.name) if spot.kind in joined else ():
            kind, _, number = part.partition("/")
            if kind == STRAIGHT:
                if n != 1:
                    raise ValueError(f"{spot.name} puts {n} chips of a unit on {number}: one is "
                                     "expected")
                numbers.append(int(number))
        if numbers:
            marking[spot.name] = _Marks(cloth.chips(spot.name), tuple(numbers),
                                        itemgetter(*numbers, numbers[0]))
    return marking


@lru_cache
def _spots_on(cloth: Cloth, joined: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """The spots that put chips on each number."""
    spots: dict[int, list[str]] = {}
    for spot, marks in _marking(cloth, joined).items():
        for number in marks.numbers:
            spots.setdefault(number, []).append(spot)
    return {number: tuple(entries) for number, entries in spots.items()}


def caps(table_law: TableLaw, joined: tuple[str, ...]) -> Shared:
    """The limits of `rooms` as sums: on each number, what these kinds of bets put there together.
    """
    most, on = table_law.limits[STRAIGHT].high, _spots_on(table_law.cloth, joined)
    return Shared(tuple(Cap(most, dict.fromkeys(on[number], 1)) for number in sorted(on)))


class _Room:
    """What a player's bets leave on the spots that put chips on numbers."""

    def __init__(self, r: Round, law: Cite, joined: tuple[str, ...]) -> None:
        self._limits, self._cloth, self._law = r.table_law.limits, r.cloth, law
        self._marking, self._spots = _marking(r.cloth, joined), _spots_on(r.cloth, joined)
        self._most = self._limits[STRAIGHT].high
        self._on_number = dict.fromkeys(self._spots, self._most)
        self._bets: dict[str, int] = {}
        self._on_spot: dict[str, tuple[int, Cite] | None] = {}
        self._changed: set[int] = set()

    def follow(self, bets: Mapping[str, int]) -> None:
        """Note the present bets."""
        before, now = self._bets, dict(bets)
        for spot in {spot for spot, _ in before.items() ^ now.items()} & self._marking.keys():
            chips, numbers, _ = self._marking[spot]
            more = now.get(spot, 0) // chips - before.get(spot, 0) // chips
            for number in numbers:
                self._on_number[number] -= more
            self._changed.update(numbers)
        self._bets = now

    def on(self, spot: str) -> tuple[int, Cite] | None:
        """The cents left on a spot with the clause; None if not less than the limit of its kind."""
        marks = self._marking.get(spot)
        if marks is None or (least := min(marks.pick(self._on_number))) == self._most:
            return None
        left = (least + self._bets.get(spot, 0) // marks.chips) * marks.chips
        if left >= self._limits[self._cloth.spots[spot].kind].high:
            return None
        return max(0, left), self._law

    def on_all(self) -> dict[str, tuple[int, Cite] | None]:
        """`on` of every spot: only what bets have changed since is computed again."""
        known = self._on_spot = self._on_spot or dict.fromkeys(self._marking)
        for spot in {spot for number in self._changed for spot in self._spots[number]}:
            known[spot] = self.on(spot)
        self._changed.clear()
        return known


def rooms(r: Round, player: str, spots: Collection[str] | None, law: Cite,
          joined: tuple[str, ...]) -> dict[str, tuple[int, Cite]]:
    """The spots where a player's bets leave less than the maximum of a straight-up bet on a number,
    with the cents left and the clause; ``joined``: the kinds of bets that count together.
    ``spots``: as `RuleBook.rooms`."""
    bets, room = r.bets.get(player, {}), r.known_rooms.get(player)
    if room is None:
        room = r.known_rooms[player] = _Room(r, law, joined)
    room.follow(bets)
    left = room.on_all() if spots is None else {spot: room.on(spot) for spot in spots}
    return {spot: known for spot, known in left.items() if known is not None}
