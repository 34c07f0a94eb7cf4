"""What both regulations of roulette share: the house's options, the limits, the lawfulness
checks."""

from __future__ import annotations

from functools import lru_cache
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
    """A spot whose bets put chips on numbers: the chips of a unit, in total and on each number."""

    chips: int
    on: tuple[tuple[int, int], ...]


@lru_cache
def _marking(cloth: Cloth, joined: tuple[str, ...]) -> dict[str, _Marks]:
    """The spots of these kinds that put chips on numbers."""
    marking = {}
    for spot in cloth.spots.values():
        parts = cloth.parts(spot.name)
        on = tuple((int(number), n) for part, n in parts
                   for kind, _, number in [part.partition("/")] if kind == STRAIGHT)
        if on and spot.kind in joined:
            marking[spot.name] = _Marks(cloth.chips(spot.name), on)
    return marking


class _ByNumber(NamedTuple):
    """The spots that put one chip of a unit on each number, and the chips of a unit of each spot.
    """

    spots: dict[int, tuple[str, ...]]
    chips: dict[str, int]


@lru_cache
def _by_number(cloth: Cloth, joined: tuple[str, ...]) -> _ByNumber:
    spots: dict[int, list[str]] = {}
    chips: dict[str, int] = {}
    for spot, of_spot in _marking(cloth, joined).items():
        chips[spot] = of_spot.chips
        for number, n in of_spot.on:
            if n != 1:
                raise ValueError(f"{spot} puts {n} chips of a unit on {number}: one is expected")
            spots.setdefault(number, []).append(spot)
    return _ByNumber({number: tuple(entries) for number, entries in spots.items()}, chips)


def marks(r: Round, player: str, joined: tuple[str, ...]) -> dict[int, dict[str, int]]:
    """The cents of a player on each number, by the spot of the bet; only for these kinds of
    bets."""
    marking, on_numbers = _marking(r.cloth, joined), dict[int, dict[str, int]]()
    for spot, cents in r.bets.get(player, {}).items():
        if spot in marking:
            for number, n in marking[spot].on:
                on_numbers.setdefault(number, {})[spot] = cents * n // marking[spot].chips
    return on_numbers


def caps(table_law: TableLaw, joined: tuple[str, ...]) -> Shared:
    """The limits of `rooms` as sums: on each number, what these kinds of bets put there together.
    """
    shares: dict[int, dict[str, int]] = {}
    for spot, marks_ in _marking(table_law.cloth, joined).items():
        for number, chips in marks_.on:
            shares.setdefault(number, {})[spot] = chips
    most = table_law.limits[STRAIGHT].high
    return Shared(tuple(Cap(most, of) for _, of in sorted(shares.items())))


def rooms(r: Round, player: str, law: Cite, joined: tuple[str, ...]) -> dict[str, tuple[int, Cite]]:
    """The spots where a player's bets leave less than the maximum of a straight-up bet on a number,
    with the cents left and the clause; ``joined``: the kinds of bets that count together."""
    on = marks(r, player, joined)
    if not on:
        return {}
    limits, mine = r.table_law.limits, r.bets.get(player, {})
    most, marking, least = limits[STRAIGHT].high, _by_number(r.cloth, joined), dict[str, int]()
    room = {number: most - sum(bets.values()) for number, bets in on.items()}
    for number in sorted(room, key=room.__getitem__, reverse=True):  # the least comes last
        least.update(dict.fromkeys(marking.spots[number], room[number]))
    remaining: dict[str, tuple[int, Cite]] = {}
    for spot, chips in marking.chips.items():
        if spot in least:
            left = (least[spot] + mine.get(spot, 0) // chips) * chips
            if left < limits[r.cloth.spots[spot].kind].high:
                remaining[spot] = max(0, left), law
    return remaining
