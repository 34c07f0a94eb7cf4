"""The list of who wants to play at several tables of one game: who waits, and who plays where.

A `WaitingList` is a plain value. Every change of it is a `Change` in the journal, so that whoever
reads the journal rebuilds the same list, and the tables drawn, from the numbers that fell.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from sabot.procedure.steps import Carry
from sabot.procedure.table import Table


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where somebody of a list plays. ``law``: why there; ``suit``: the one that he drew, if any;
    ``at``: since when, in Unix seconds; ``sat``: whether he has taken a seat there."""

    table: str
    law: str
    at: float
    suit: str = ""
    sat: bool = False


class WaitingList(msgspec.Struct, frozen=True, omit_defaults=True):
    """A list: who waits, in the order in which they registered, the first of them ``since`` when;
    and who has his table."""

    id: str
    waiting: tuple[str, ...] = ()
    since: float = 0.0
    placed: dict[str, Placed] = {}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happens to a list, under a clause.

    ``register`` and ``leave`` are what players do. A ``draw`` of suits gives each of ``players``
    one of ``tables``, whose suits are ``suits``, by the lots that ``fell``; ``to`` is who goes
    where.
    ``place`` sends players to ``table`` without one. ``sat``: they have taken a seat there;
    ``move``: the house lets one go to ``table``; ``free``: the list holds them no more.
    """

    act: Literal["register", "leave", "draw", "place", "sat", "move", "free"]
    law: str
    players: tuple[str, ...]
    at: float
    table: str = ""
    tables: tuple[str, ...] = ()
    suits: str = ""
    fell: tuple[int, ...] = ()
    to: dict[str, str] = {}


@dataclass(frozen=True)
class Rules:
    """What a game says of lists of several tables.

    ``least`` players fill a table. ``lots(of, many)`` are the sides of a draw, and
    ``draw(players, tables, fell)`` says who sits where by the lots that fell; a table is one of
    ``suits``. ``changes(cave, here, there)`` is the clause that keeps a player at his table, ""
    where none does: what he has there, in cents, how many play there and at the other.
    ``in_sessions(table)``: whether that rule holds there. ``cave(carry, player)``: what somebody
    has, or had as he left, at a table. ``waits(carry)``: who waits there for a seat. ``laws``:
    the clauses of the "list", the "draw", the "change" of tables, and the readings for who comes
    "late" and for how long a place is "kept".
    """

    least: int
    suits: str
    lots: Callable[[int, int], tuple[int, ...]]
    draw: Callable[[Sequence[str], Sequence[str], Sequence[int]], dict[str, list[str]]]
    changes: Callable[[int, int, int], str]
    in_sessions: Callable[[Table], bool]
    cave: Callable[[Carry, str], int]
    waits: Callable[[Carry], Collection[str]]
    laws: dict[str, str]


def tables_filled(rules: Rules, players: int, tables: int) -> int:
    """How many tables so many registered players fill: as many as can have enough of them."""
    return min(players // rules.least, tables, len(rules.suits))


def assigned_tables(rules: Rules, change: Change) -> dict[str, str]:
    """Who sits where by the lots of a draw; ValueError where they are no lots of such a draw."""
    sides = rules.lots(len(change.players), len(change.players))
    if len(change.fell) != len(sides) or any(
            not 1 <= n <= most for n, most in zip(change.fell, sides, strict=True)):
        raise ValueError(f"these are no lots of {len(sides)} players: {list(change.fell)}")
    found = rules.draw(change.players, change.tables, change.fell)
    return {player: table for table, players in found.items() for player in players}


def apply_change(roll: WaitingList, change: Change, rules: Rules) -> WaitingList:
    """The list after a change; ValueError says why it cannot happen."""
    waiting, placed = list(roll.waiting), dict(roll.placed)
    if change.act == "draw":
        _check_draw(roll, change, rules)
        suit = dict(zip(change.tables, change.suits, strict=True))
        for player in change.players:
            table = change.to[player]
            placed[player] = Placed(table, change.law, change.at, suit[table])
            waiting.remove(player)
    elif change.act == "register":
        for player in change.players:
            if player in waiting or player in placed:
                raise ValueError(f"{player} is on the list")
            waiting.append(player)
    else:
        for player in change.players:
            _one(player, change, waiting, placed)
    since = change.at if waiting and not roll.waiting else roll.since
    return WaitingList(roll.id, tuple(waiting), since if waiting else 0.0, placed)


def _check_draw(roll: WaitingList, change: Change, rules: Rules) -> None:
    if change.players != roll.waiting:
        raise ValueError("a draw is among all who wait")
    if not 2 <= len(change.tables) <= tables_filled(rules, len(change.players), len(change.tables)):
        raise ValueError(f"{len(change.players)} players do not fill {len(change.tables)} tables, "
                         "or a draw is not needed")
    if change.suits != rules.suits[:len(change.tables)]:
        raise ValueError(f"the suits of these tables are {rules.suits[:len(change.tables)]}")
    if assigned_tables(rules, change) != change.to:
        raise ValueError("the lots say otherwise")


def _one(player: str, change: Change, waiting: list[str], placed: dict[str, Placed]) -> None:
    was = placed.get(player)
    if change.act == "place":
        if player not in waiting:
            raise ValueError(f"{player} does not wait")
        waiting.remove(player)
        placed[player] = Placed(change.table, change.law, change.at)
    elif change.act == "leave" and player in waiting:
        waiting.remove(player)
    elif was is None:
        raise ValueError(f"{player} has no table")
    elif change.act == "sat":
        if was.sat:
            raise ValueError(f"{player} sits already")
        placed[player] = msgspec.structs.replace(was, sat=True)
    elif change.act == "move":
        if not was.sat or was.table == change.table:
            raise ValueError(f"{player} cannot change to {change.table}")
        placed[player] = Placed(change.table, change.law, change.at)
    else:  # "leave", "free"
        del placed[player]
