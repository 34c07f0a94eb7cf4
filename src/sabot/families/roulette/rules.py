"""What two regulations of roulette say alike: the house's choices, the limits, what is unlawful."""

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
"""The chances beside the numbers."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    A section for each chance with its own ``minimum`` and ``maximum``; what is left out follows
    from the table's own, which are those of a straight-up: IR 117. ``apart``: IR 132.
    ``exposure``: the most that the bank may have to pay in prizes on one spin, nothing for no such
    limit (IR 123).
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
    """The least and the most of every chance, in cents: what the house has chosen, else what keeps
    the proportions of the law to the table's own limits. A bet of several chips has the limits of
    what it is made of; one that the law limits by its chips has none in money unless it is held
    ``within`` those too, but for the dearest chip that there is."""
    kinds = cloth.kinds
    ratio = kinds[STRAIGHT].most
    found: dict[str, Limit] = {}
    for name in CHOSEN:
        chosen: Range = getattr(table.rules, name)
        low = chosen.minimum or table.minimum
        high = chosen.maximum or table.maximum * kinds[name].most // ratio
        if name != STRAIGHT and not chosen.maximum:
            high = min(high, low * kinds[name].most)
        found[name] = Limit(low, high)
    for spot in cloth.spots.values():
        if spot.parts and spot.kind not in found:
            chips, kind = cloth.chips(spot.name), kinds[spot.kind]
            found[spot.kind] = Limit(table.minimum, min(
                found[cloth.spots[part].kind].high * chips // n for part, n in spot.parts)
                if within or not kind.many else kind.many * found[STRAIGHT].high)
    return found


def check(points: Points, cloth: Cloth, *, law: str, unit_law: str) -> None:
    """The proportions of the law, chance by chance; ``law`` orders them all."""
    table = points.table
    points.limits(law, unit_law)
    cite_clause(IR[117])
    if table.minimum <= 0 or table.maximum < table.minimum:
        return
    found = limits(table, cloth)
    for name in CHOSEN:
        kind, (low, high, _) = cloth.kinds[name], found[name]
        what = "maximum" if name == STRAIGHT else f"rules.{name}"
        points.require(high >= low, kind.limit[1][0] if kind.limit[1] else law, what,
                       points.money(high), f"at least its minimum of {points.money(low)}")
        points.require(high <= kind.most * low, kind.limit[0], what, points.money(high),
                       f"at most {kind.most} times its minimum of {points.money(low)}: "
                       f"{points.money(kind.most * low)}")
    points.exposure(cloth, found)


def zero(r: Round, spot: str, fell: Fell, law: Cite) -> Cite | None:
    """The clause by which zero takes a bet beside the numbers."""
    return law if not fell[0] and r.cloth.spots[spot].kind in OUTSIDE else None


class _Marks(NamedTuple):
    """A spot whose bets stand on numbers: the chips of a unit, in all and on each number."""

    kind: str
    chips: int
    on: tuple[tuple[int, int], ...]
    numbers: frozenset[int]


@lru_cache
def _marking(cloth: Cloth, joined: tuple[str, ...]) -> dict[str, _Marks]:
    """The spots of these kinds that put chips on numbers."""
    found = {}
    for spot in cloth.spots.values():
        parts = cloth.parts(spot.name)
        on = tuple((int(number), n) for part, n in parts
                   for kind, _, number in [part.partition("/")] if kind == STRAIGHT)
        if on and spot.kind in joined:
            found[spot.name] = _Marks(spot.kind, cloth.chips(spot.name), on,
                                      frozenset(number for number, _ in on))
    return found


def marks(r: Round, player: str, joined: tuple[str, ...]) -> dict[int, dict[str, int]]:
    """What a player has on each number alone, in cents, by the spot on which he laid it; of these
    kinds of bets only."""
    marking, found = _marking(r.cloth, joined), dict[int, dict[str, int]]()
    for spot, cents in r.laid.get(player, {}).items():
        if spot in marking:
            for number, n in marking[spot].on:
                found.setdefault(number, {})[spot] = cents * n // marking[spot].chips
    return found


def rooms(r: Round, player: str, law: Cite, joined: tuple[str, ...]) -> dict[str, tuple[int, Cite]]:
    """Where a player's marks leave less than the maximum of a straight-up on a number: ``joined``
    are the kinds of bets that count together."""
    on = marks(r, player, joined)
    if not on:
        return {}
    most = r.code.limits[STRAIGHT].high
    lies = {number: sum(bets.values()) for number, bets in on.items()}
    found: dict[str, tuple[int, Cite]] = {}
    for spot, (kind, chips, puts, numbers) in _marking(r.cloth, joined).items():
        if numbers.isdisjoint(on):
            continue
        left = min((most - lies[number] + on[number].get(spot, 0)) * chips // n
                   for number, n in puts if number in on)
        if left < r.code.limits[kind].high:
            found[spot] = max(0, left), law
    return found
