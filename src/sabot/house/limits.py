"""Limits that the house changes while a table is open: announced at once, in force from the next
coup on, kept over a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from sabot.games import game
from sabot.house.data import ToCome
from sabot.house.errors import HouseError
from sabot.house.switches import base_of
from sabot.law import given
from sabot.ledger import Document, Ledger
from sabot.procedure import canonical
from sabot.procedure.limits import Limits
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.house.house import House
    from sabot.house.room import Room
    from sabot.house.staff import Member


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a table as staff have changed them. ``was``: the minimum and the mode of its
    file, in cents; a file that says something else now is newer, and holds."""

    table: str
    minimum: int
    mode: str
    was: tuple[int, str]
    by: str
    reason: str
    law: str
    at: float

    def document(self) -> Document:
        return Document(kind="limits", id=self.table, body=canonical(self))


def of(table: Table) -> Limits | None:
    """What the law of a game says of such changes; None where it knows none."""
    found: Limits | None = game(table.game).parts.get("limits")
    return found


def laid(ledger: Ledger, tables: Mapping[str, Table]) -> dict[str, Table]:
    """The tables of the files with the limits that staff have changed since."""
    found = dict(tables)
    for document in ledger.documents("limits"):
        made = msgspec.json.decode(document.body, type=Changed)
        table = tables.get(made.table)
        part = of(table) if table else None
        if table and part and made.was == (table.minimum, part.mode(table)):
            new = part.changed(table, made.minimum, made.mode)
            if not game(table.game).violations(new):
                found[made.table] = new
    return found


def same_but_limits(one: Table, other: Table) -> bool:
    """Whether a table is laid out as before but for its hours, and for limits that may change while
    it is open."""
    one, other = _without_hours(one), _without_hours(other)
    if one == other:
        return True
    part = of(one) if one.game == other.game else None
    return part is not None and part.alike(one, other)


def _without_hours(table: Table) -> Table:
    return msgspec.structs.replace(table, closes="", gaming_day="", time_zone="") \
        if table.closes else table


def to_come(now: Table, laid_out: Table) -> ToCome | None:
    """The limits that hold from the next coup on, where they are others than now."""
    part = of(laid_out)
    if part is None or _without_hours(now) == _without_hours(laid_out):
        return None
    return ToCome(minimum=laid_out.minimum, mode=part.mode(laid_out), law=part.law)


async def change(house: House, member: Member, table_id: str, minimum: int, mode: str,
                 reason: str) -> Changed:
    """Change the least bet (cents) and the mode of the greatest; 0 and "" leave one as it is."""
    room, table = house.room(base_of(table_id)), house.tables[base_of(table_id)]
    part = of(table)
    if part is None:
        law = room.desk.game.conduct.laws["limits"]
        given(law)
        raise HouseError("no-change", "the law of this game knows no change of limits while a "
                         "table is open", law, 409)

    async def job() -> Changed:
        table = house.tables[base_of(table_id)]
        new = part.changed(table, minimum or table.minimum, mode or part.mode(table))
        _lawful(new, table, part)
        first = house.files[base_of(table_id)]
        made = Changed(
            table=base_of(table_id), minimum=new.minimum, mode=part.mode(new),
            was=(first.minimum, part.mode(first)), by=member.signs, reason=reason.strip(),
            law=part.law, at=house.clock.now())
        given(part.law, part.reading)
        await house.act(member, "limits", made.table, reason, part.law, (made.document(),),
                        {"minimum": made.minimum, "mode": made.mode})
        house.tables[made.table] = new
        for other in house.rooms.values():
            if base_of(other.desk.id) == made.table:
                _tell(other, new, made)
        await _at_once(room)
        return made

    made: Changed = await house.in_room(room, job)
    return made


def _lawful(new: Table, table: Table, part: Limits) -> None:
    if part.mode(new) not in part.modes:
        raise HouseError("limits", f"there is no mode {part.mode(new)!r}; the modes are "
                         f"{', '.join(part.modes)}", part.law, 409)
    if (new.minimum, part.mode(new)) == (table.minimum, part.mode(table)):
        raise HouseError("no-change", "these are the limits already", part.law, 409)
    if wrong := game(table.game).violations(new):
        raise HouseError("unlawful", "; ".join(map(str, wrong)), wrong[0].clause, 409,
                         {"violations": msgspec.to_builtins(wrong)})


def _tell(room: Room, new: Table, made: Changed) -> None:
    """Everybody at a table hears of it now; its next coup is played so."""
    room.desk.table = new
    room.everybody("limits", made.law, {
        "minimum": room.desk.game.money(made.minimum), "mode": made.mode, "reason": made.reason})


async def _at_once(room: Room) -> None:
    """Where nobody sits there is no coup to wait for: the next one begins."""
    desk = room.desk
    if not desk.state.over and not any(desk.seats) and not desk.staked:
        await room.void("limits")
