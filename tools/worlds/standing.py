"""Where a world stands at a moment, in lines that a person can read."""

from __future__ import annotations

from sabot.house import House
from sabot.house.table.desk import Desk


def describe_standing(house: House | None) -> tuple[str, ...]:
    """The tables of a house with their rounds, what is asked and what is at stake, and whether the
    journal can be written; for a house that is closed only that."""
    if house is None:
        return ("the house is closed",)
    lines = [_describe_desk(room.desk, len(room.viewers)) for room in house.rooms.values()]
    if trouble := house.books.trouble:
        lines.append(f"the journal cannot be written: {trouble}")
    return tuple(lines)


def _describe_desk(desk: Desk, viewers: int) -> str:
    state = desk.state
    if not state.coup:
        return f"{desk.id}: no round yet"
    standing = desk.dealer.standing if desk.dealer else None
    asks = "between rounds" if state.over else f"asks {standing.window}" if standing else "stands"
    stakes = sum(desk.staked.values())
    return (f"{desk.id}: round {state.no} v{state.version} {asks}, {stakes / 100:.2f} at stake, "
            f"{viewers} watch")
