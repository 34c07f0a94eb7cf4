"""Limits that the house changes while a table is open: announced at once, in force from the next
coup on, kept over a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.people.roles import Member
from sabot.house.ports import Laid, Notices, Seen, Signed, Timed, Voids
from sabot.house.table.effective_tables import Changed, of
from sabot.house.table.mailbox import in_turn
from sabot.house.table.switches import base_of
from sabot.law import cite_clause
from sabot.procedure.limits import Limits
from sabot.procedure.table import Table


class _Table(Seen, Notices, Voids, Protocol):
    """A table whose limits change."""


class _Host(Timed, Laid, Signed, Protocol):
    """What a change of limits needs of the house; ``files`` are the tables as their files lay them
    out."""

    @property
    def files(self) -> Mapping[str, Table]: ...


async def change(house: _Host, member: Member, table_id: str, minimum: int, mode: str,
                 reason: str) -> Changed:
    """Change the least bet (cents) and the mode of the greatest; 0 and "" leave one as it is."""
    room, table = house.room(base_of(table_id)), house.tables[base_of(table_id)]
    part = of(table)
    if part is None:
        law = room.desk.game.conduct.laws["limits"]
        cite_clause(law)
        raise HouseError("no-change", "the rules of this game allow no change of limits while a "
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
        cite_clause(part.law, part.reading)
        await house.act(member, "limits", made.table, reason, part.law, (made.document(),),
                        {"minimum": made.minimum, "mode": made.mode})
        house.tables[made.table] = new
        for other in house.rooms.values():
            if base_of(other.desk.id) == made.table:
                _tell(other, new, made)
        await _at_once(room)
        return made

    return await in_turn(room.ask, job)


def _lawful(new: Table, table: Table, part: Limits) -> None:
    if part.mode(new) not in part.modes:
        raise HouseError("limits", f"there is no mode {part.mode(new)!r}; the modes are "
                         f"{', '.join(part.modes)}", part.law, 409)
    if (new.minimum, part.mode(new)) == (table.minimum, part.mode(table)):
        raise HouseError("no-change", "the limits are already these", part.law, 409)
    if wrong := game(table.game).violations(new):
        raise HouseError("unlawful", "; ".join(map(str, wrong)), wrong[0].clause, 409,
                         {"violations": msgspec.to_builtins(wrong)})


def _tell(room: _Table, new: Table, made: Changed) -> None:
    """Everybody at a table hears of it now; its next coup is played so."""
    room.desk.table = new
    room.everybody("limits", made.law, {
        "minimum": room.desk.game.money(made.minimum), "mode": made.mode, "reason": made.reason})


async def _at_once(room: _Table) -> None:
    """Where nobody sits there is no coup to wait for: the next one begins."""
    desk = room.desk
    if not desk.state.over and not any(desk.seats) and not desk.staked:
        await room.void("limits")
