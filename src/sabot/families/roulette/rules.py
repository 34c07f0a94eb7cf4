"""What both regulations of roulette share: the house's options, the limits, the lawfulness
checks."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.families.layout.legality import Points, Range
from sabot.families.layout.round import Round
from sabot.families.layout.values import Limit
from sabot.law import IR, cite_clause
from sabot.procedure.table import Money, Table

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
    of the prizes of one spin, 0 for no such limit (IR 123).
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


def limits(table: Table, cloth: Cloth, within: bool = True) -> dict[str, Limit]:
    """The minimum and maximum of every bet, in cents: the house's own, or those that keep the
    regulation's proportions to the limits of the table. A bet of several chips has the limits of
    its parts. A bet that the regulation limits by its number of chips has no limit in money unless
    ``within`` those of its parts, except that of the most valuable chip."""
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
            limits[spot.kind] = Limit(table.minimum, min(
                limits[cloth.spots[part].kind].high * chips // n for part, n in spot.parts)
                if within or not kind.many else kind.many * limits[STRAIGHT].high)
    return limits


def check(points: Points, cloth: Cloth, *, law: str, unit_law: str) -> None:
    """Check the proportions of the limits, bet by bet; ``law`` orders them all."""
    table = points.table
    points.limits(law, unit_law)
    cite_clause(IR[117])
    if table.minimum <= 0 or table.maximum < table.minimum:
        return
    ranges = limits(table, cloth)
    for name in CHOSEN:
        kind, (low, high, _) = cloth.kinds[name], ranges[name]
        option = "maximum" if name == STRAIGHT else f"rules.{name}"
        points.require(high >= low, kind.limit[1][0] if kind.limit[1] else law, option,
                       points.money(high), f"at least its minimum of {points.money(low)}")
        points.require(high <= kind.most * low, kind.limit[0], option, points.money(high),
                       f"at most {kind.most} times its minimum of {points.money(low)}: "
                       f"{points.money(kind.most * low)}")
    points.exposure(cloth, ranges)


def zero(r: Round, spot: str, fell: Fell, law: Cite) -> Cite | None:
    """The clause under which zero takes an outside bet; None for other bets and numbers."""
    return law if not fell[0] and r.cloth.spots[spot].kind in OUTSIDE else None


class _Marks(NamedTuple):
    """A spot whose bets put chips on numbers: the chips of a unit, in total and on each number."""

    kind: str
    chips: int
    on: tuple[tuple[int, int], ...]
    numbers: frozenset[int]


@lru_cache
def _marking(cloth: Cloth, joined: tuple[str, ...]) -> dict[str, _Marks]:
    """The spots of these kinds that put chips on numbers."""
    marking = {}
    for spot in cloth.spots.values():
        parts = cloth.parts(spot.name)
        on = tuple((int(number), n) for part, n in parts
                   for kind, _, number in [part.partition("/")] if kind == STRAIGHT)
        if on and spot.kind in joined:
            marking[spot.name] = _Marks(spot.kind, cloth.chips(spot.name), on,
                                        frozenset(number for number, _ in on))
    return marking


def marks(r: Round, player: str, joined: tuple[str, ...]) -> dict[int, dict[str, int]]:
    """The cents of a player on each number, by the spot of the bet; only for these kinds of
    bets."""
    marking, on_numbers = _marking(r.cloth, joined), dict[int, dict[str, int]]()
    for spot, cents in r.bets.get(player, {}).items():
        if spot in marking:
            for number, n in marking[spot].on:
                on_numbers.setdefault(number, {})[spot] = cents * n // marking[spot].chips
    return on_numbers


def rooms(r: Round, player: str, law: Cite, joined: tuple[str, ...]) -> dict[str, tuple[int, Cite]]:
    """The spots where a player's bets leave less than the maximum of a straight-up bet on a number,
    with the cents left and the clause; ``joined``: the kinds of bets that count together."""
    on = marks(r, player, joined)
    if not on:
        return {}
    most = r.table_law.limits[STRAIGHT].high
    lies = {number: sum(bets.values()) for number, bets in on.items()}
    remaining: dict[str, tuple[int, Cite]] = {}
    for spot, (kind, chips, puts, numbers) in _marking(r.cloth, joined).items():
        if numbers.isdisjoint(on):
            continue
        left = min((most - lies[number] + on[number].get(spot, 0)) * chips // n
                   for number, n in puts if number in on)
        if left < r.table_law.limits[kind].high:
            remaining[spot] = max(0, left), law
    return remaining
