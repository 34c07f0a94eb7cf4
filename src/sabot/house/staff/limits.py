"""Changes of limits while a table is open: announced at once, in force from the next coup, and
stored over a restart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.people.roles import Member
from sabot.house.ports import (
    HasClock,
    HasDesk,
    HasTables,
    RecordsStaffActs,
    SendsNotices,
    StoresProposals,
    VoidsRounds,
)
from sabot.house.table.effective_tables import LimitsChange, limits_of
from sabot.house.table.mailbox import run_in_turn
from sabot.house.table.switches import base_of
from sabot.procedure import Incident, Refusal
from sabot.procedure.limits import LIMIT, Limits
from sabot.procedure.table import Table
from sabot.regulations import cite_clause
from sabot.words import phrase, sentences, to_plain


class _Table(HasDesk, SendsNotices, StoresProposals, VoidsRounds, Protocol):
    """What a change of limits needs of a table."""


class _Host(HasClock, HasTables, RecordsStaffActs, Protocol):
    """What a change of limits needs of the house; ``files`` are the tables as their files configure
    them."""

    @property
    def files(self) -> Mapping[str, Table]: ...


async def change_limits(house: _Host, member: Member, table_id: str, minimum: int, mode: str,
                        reason: str) -> LimitsChange:
    """Change the minimum bet (cents) and the mode of the maximum; 0 and "" leave them unchanged."""
    room, table = house.room(base_of(table_id)), house.tables[base_of(table_id)]
    part = limits_of(table)
    if part is None:
        law = room.desk.game.conduct.laws["limits"]
        cite_clause(law)
        raise HouseError("no-change", "the rules of this game allow no change of limits while a "
                         "table is open", law, 409)

    async def job() -> LimitsChange:
        table = house.tables[base_of(table_id)]
        new = part.changed(table, minimum or table.minimum, mode or part.mode(table))
        _check_limits(new, table, part)
        first = house.files[base_of(table_id)]
        changed = LimitsChange(
            table=base_of(table_id), minimum=new.minimum, mode=part.mode(new),
            was=(first.minimum, part.mode(first)), by=member.signs, reason=reason.strip(),
            law=part.law, at=house.clock.now())
        cite_clause(part.law, part.reading)
        await house.act(member, "limits", changed.table, reason, part.law, (changed.document(),),
                        {"minimum": changed.minimum, "mode": changed.mode})
        house.tables[changed.table] = new
        for other in house.rooms.values():
            if base_of(other.desk.id) == changed.table:
                _announce(other, new, changed)
                if part.at_once(new) and other is not room:
                    other.post(partial(_report, other, changed))  # in its own turn
        if part.at_once(new):
            await _report(room, changed)
        await _apply_now_if_empty(room)
        return changed

    return await run_in_turn(room.ask, job)


def _check_limits(new: Table, table: Table, part: Limits) -> None:
    if part.mode(new) not in part.modes:
        raise HouseError("limits", phrase("there is no mode {mode}; the modes are {modes}",
                                          mode=repr(part.mode(new)), modes=", ".join(part.modes)),
                         part.law, 409)
    if (new.minimum, part.mode(new)) == (table.minimum, part.mode(table)):
        raise HouseError("no-change", "the table already has these limits", part.law, 409)
    if wrong := game(table.game).violations(new):
        raise HouseError("unlawful", sentences(violation.sentence for violation in wrong),
                         wrong[0].clause, 409, {"violations": to_plain(wrong)})


def _announce(room: _Table, new: Table, changed: LimitsChange) -> None:
    """Notify everybody at a table now; the next coup uses the new limits."""
    room.desk.table = new
    room.notify_all(
        "limits",
        changed.law,
        {
            "minimum": room.desk.game.money(changed.minimum), "mode": changed.mode,
            "reason": changed.reason},
    )


async def _report(room: _Table, changed: LimitsChange) -> None:
    """Report new limits to the coup under way, where they begin with the next bet and it can take
    them now; otherwise they begin with the next coup."""
    desk, kind = room.desk, f"{LIMIT}{changed.mode}"
    if kind not in desk.faults:
        return
    proposal = desk.propose_report(Incident(kind, amount=changed.minimum, note=changed.reason),
                                   changed.at, changed.by)
    if not isinstance(proposal, Refusal):
        await room.store(proposal)


async def _apply_now_if_empty(room: _Table) -> None:
    """Begin the next coup at once when nobody sits or has a stake at the table."""
    desk = room.desk
    if not desk.state.over and not any(desk.seats) and not desk.staked:
        await room.void("limits")
