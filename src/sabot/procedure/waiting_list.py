"""The waiting list for several tables of one game: who waits, and who plays where.

A `WaitingList` is a plain value. Every change is a `Change` in the journal, so that a reader of the
journal rebuilds the same list, and the same draw of tables from its lots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from sabot.procedure.steps import Carry
from sabot.procedure.table import Table


class Placed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a player of the list plays: the ``table``, the clause of it (``law``), since when in
    Unix seconds (``at``), the ``suit`` that they drew, if any, and whether they have taken a seat
    (``sat``)."""

    table: str
    law: str
    at: float
    suit: str = ""
    sat: bool = False


class WaitingList(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who waits, in the order of registration, and ``since`` when the first of them waits; and who
    has a table."""

    id: str
    waiting: tuple[str, ...] = ()
    since: float = 0.0
    placed: dict[str, Placed] = {}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a list, under a clause.

    Players ``register`` and ``leave``. A ``draw`` gives each of ``players`` one of ``tables``,
    whose suits are ``suits``, by the lots that ``fell``; ``to`` is the table of each player.
    ``place`` sends players to ``table`` without a draw. ``sat``: they have taken a seat there.
    ``move``: the house lets a player change to ``table``. ``free``: the list releases them.
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
    """What a game says about waiting lists for several tables.

    ``least`` players fill a table. ``lots(of, many)`` are the sides of a draw, and ``draw(players,
    tables, fell)`` assigns players to tables by the lots that fell; each table has one of
    ``suits``. ``changes(table, cave, here, there)`` is the clause that keeps a player at their
    table, "" where none does, from their stack in cents and the number of players at both tables.
    ``in_sessions(table)``: whether that rule applies there, and ``binds_standing(table)``: also to
    players who have stood up. ``opened(table, players)``: for how many tables so many players
    suffice. ``late_choose(table)``: players who register while tables are in play choose theirs.
    ``cave(carry, player)`` is the stack
    that a player has at a table, or had when they left. ``waits(carry)`` are the players who wait
    there for a seat. ``laws`` has the clauses of the "list", the "draw" and the "change" of tables,
    and the interpretations for players who come "late" and for how long a place is "kept".
    """

    least: int
    suits: str
    lots: Callable[[int, int], tuple[int, ...]]
    draw: Callable[[Sequence[str], Sequence[str], Sequence[int]], dict[str, list[str]]]
    changes: Callable[[Table, int, int, int], str]
    opened: Callable[[Table, int], int]
    in_sessions: Callable[[Table], bool]
    binds_standing: Callable[[Table], bool]
    late_choose: Callable[[Table], bool]
    cave: Callable[[Carry, str], int]
    waits: Callable[[Carry], Collection[str]]
    laws: dict[str, str]


def tables_filled(rules: Rules, players: int, tables: int) -> int:
    """How many tables so many registered players fill."""
    return min(players // rules.least, tables, len(rules.suits))


def assigned_tables(rules: Rules, change: Change) -> dict[str, str]:
    """The table of each player by the lots of a draw; ValueError where the lots do not fit."""
    sides = rules.lots(len(change.players), len(change.players))
    if len(change.fell) != len(sides) or any(
            not 1 <= n <= maximum for n, maximum in zip(change.fell, sides, strict=True)):
        raise ValueError(f"these are not the lots of {len(sides)} players: {list(change.fell)}")
    players_by_table = rules.draw(change.players, change.tables, change.fell)
    return {player: table for table, players in players_by_table.items() for player in players}


def apply_change(before: WaitingList, change: Change, rules: Rules) -> WaitingList:
    """The list after a change; ValueError says why the change is impossible."""
    waiting, placed = list(before.waiting), dict(before.placed)
    if change.act == "draw":
        _check_draw(before, change, rules)
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
            _change_player(player, change, waiting, placed)
    since = change.at if waiting and not before.waiting else before.since
    return WaitingList(before.id, tuple(waiting), since if waiting else 0.0, placed)


def _check_draw(before: WaitingList, change: Change, rules: Rules) -> None:
    """ValueError where a draw is not possible, or its result does not follow from its lots."""
    if change.players != before.waiting:
        raise ValueError("a draw is among all who wait")
    if not 2 <= len(change.tables) <= tables_filled(rules, len(change.players), len(change.tables)):
        raise ValueError(f"{len(change.players)} players do not fill {len(change.tables)} tables, "
                         "or need no draw")
    if change.suits != rules.suits[:len(change.tables)]:
        raise ValueError(f"the suits of these tables are {rules.suits[:len(change.tables)]}")
    if assigned_tables(rules, change) != change.to:
        raise ValueError("the lots give another result")


def _change_player(
    player: str, change: Change, waiting: list[str], placed: dict[str, Placed]
) -> None:
    """Apply a change other than a draw or a registration to one player."""
    placement = placed.get(player)
    if change.act == "place":
        if player not in waiting:
            raise ValueError(f"{player} does not wait")
        waiting.remove(player)
        placed[player] = Placed(change.table, change.law, change.at)
    elif change.act == "leave" and player in waiting:
        waiting.remove(player)
    elif placement is None:
        raise ValueError(f"{player} has no table")
    elif change.act == "sat":
        if placement.sat:
            raise ValueError(f"{player} sits already")
        placed[player] = msgspec.structs.replace(placement, sat=True)
    elif change.act == "move":
        if not placement.sat or placement.table == change.table:
            raise ValueError(f"{player} cannot change to {change.table}")
        placed[player] = Placed(change.table, change.law, change.at)
    else:  # "leave", "free"
        del placed[player]
