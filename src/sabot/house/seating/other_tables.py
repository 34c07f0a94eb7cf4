"""Restrictions for players who sit at another table of the game."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.house.people.players import BOT
from sabot.house.ports import HasDesk
from sabot.house.table.restrictions import Restriction
from sabot.regulations import cite_clause


def seated_elsewhere(
    rooms: Mapping[str, HasDesk], player: str, table_id: str) -> Restriction | None:
    """Return why a player at another table of the game may not sit at this one, when a clause
    allows a seat at only one (``one-table``); or None."""
    room = rooms.get(table_id)
    law = room.desk.game.conduct.laws.get("one-table", "") if room else ""
    if not law or room is None or player.startswith(BOT):
        return None
    for other in rooms.values():
        if other is not room and other.desk.game is room.desk.game and \
                player in other.published_seats:
            name = other.desk.table.name
            return Restriction(
                "seated-elsewhere", law, f"you have a seat at {name}, and nobody may have seats at "
                "two tables of this game; leave that seat first", {"name": name})
    return None


def chips_elsewhere(rooms: Mapping[str, HasDesk], player: str, table_id: str) -> Restriction | None:
    """Return why a player with chips of another table and no place here may not bet, when chips may
    be played only at their own table (`Game.chips`); or None."""
    room = rooms.get(table_id)
    if room is None or room.desk.game.chips_clause is None or player in room.desk.seats:
        return None
    for other in rooms.values():
        if player in other.published_seats and other.desk.game is room.desk.game:
            name = other.desk.table.name
            law, also = room.desk.game.chips_clause(other.desk.table)
            cite_clause(*also)
            return Restriction(
                "chips-elsewhere", law, f"your chips are valid only at {name}; take a place here "
                "to get chips of this table", {"name": name})
    return None
