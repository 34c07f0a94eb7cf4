"""Staff at a table: fault reports, and what a croupier of a real table enters (cards, dice, and
their own actions).

Everything goes through the table's mailbox, is stored before it is published, and names who did it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import structlog

from sabot import deprecated
from sabot.house.errors import HouseError, not_stored, reason_of
from sabot.house.faults import ProcedureError
from sabot.house.money.meter_check import Meters, current_meters, expected_credit, meters_of
from sabot.house.people.roles import Member
from sabot.house.ports import AnyTable, HasClock, HasTables, RecordsStaffActs
from sabot.house.shared_views import Names, StepData
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import run_in_turn
from sabot.house.table.versioned_events import Proposal
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Cover,
    Deal,
    Handle,
    Incident,
    Refusal,
    Throw,
    Turn,
)
from sabot.procedure.dealer import DONE
from sabot.procedure.game import Game
from sabot.procedure.limits import LIMIT
from sabot.procedure.narration import Narrator
from sabot.procedure.phrases import PHRASES
from sabot.procedure.steps import Detail
from sabot.regulations import cite_clause
from sabot.words import phrase

Fact = str | tuple[int, ...] | Incident

HOUSE_FAULTS = frozenset({"ticket"})
"""Faults that only the house reports: it alone decides whether a ticket is good. New limits, which
it stores, are others."""

log = structlog.get_logger("sabot.room")


class TableStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A table as staff see it (`table_status`). The fields from ``step`` on are present when a
    croupier is awaited: the kind of the step, the step in words by language and as stored, its
    clauses, the hand and how its card lies, and what may be entered."""

    table: str
    coup: str
    v: int
    attended: bool
    faults: list[str]
    waits: str
    details: tuple[Detail, ...] | msgspec.UnsetType = msgspec.UNSET
    step: str | msgspec.UnsetType = msgspec.UNSET
    words: Names | msgspec.UnsetType = msgspec.UNSET
    data: StepData | msgspec.UnsetType = msgspec.UNSET
    law: str | msgspec.UnsetType = msgspec.UNSET
    also: list[str] | msgspec.UnsetType = msgspec.UNSET
    hand: str | msgspec.UnsetType = msgspec.UNSET
    face: str | msgspec.UnsetType = msgspec.UNSET
    takes: str | msgspec.UnsetType = msgspec.UNSET
    answers: list[str] | msgspec.UnsetType = msgspec.UNSET


class StaffHost(HasClock, HasTables, RecordsStaffActs, Protocol):
    """What staff at a table need of the house."""

    meters: Meters


def table_status(house: HasTables, table_id: str) -> TableStatus:
    """Return a table as staff see it: which faults may be reported now, and what the croupier does
    next.

    ``waits`` is for whom: "croupier", "players" or "nobody". ``takes`` is what may be entered: a
    "card", a "word" of ``answers``, or "numbers"; ``v`` must be sent with it, so that nothing is
    entered twice. ``details``: what a fault report contains besides its kind, when that is fixed.
    """
    desk = house.room(table_id).desk
    step = desk.awaited
    standing = desk.dealer.standing if desk.dealer else None
    details = getattr(step or standing, "details", ())
    status = TableStatus(table=table_id, coup=desk.state.coup, v=desk.state.version,
                         attended=desk.playing.attended, faults=list(faults_at(desk)),
                         waits="croupier" if step else "players" if desk.listening else "nobody",
                         details=details or msgspec.UNSET)
    return _with_awaited_step(status, step, desk.game) if step else status


def faults_at(desk: Desk) -> tuple[str, ...]:
    """Return the kinds of fault that staff may report now."""
    return tuple(kind for kind in desk.faults if not _of_house(kind))


def _with_awaited_step(status: TableStatus, step: AnyStep, game: Game) -> TableStatus:
    """Add what a croupier must enter: the step in words and as data, its clauses, its answers."""
    if isinstance(step, Handle):
        takes, answers = "word", step.answers or (DONE,)
    elif isinstance(step, Throw | Cover):
        takes, answers = "numbers", ()
    else:
        takes, answers = "card", ("??",) if _deals_face_down(step) else ()
    cite_clause(step.law, *step.also)
    return msgspec.structs.replace(
        status, step=str(step.__struct_config__.tag),
        words={lang: _step_words(step, game, lang) for lang in PHRASES},
        data=msgspec.to_builtins(step), law=step.law, also=list(step.also),
        hand=getattr(step, "to", "") or getattr(step, "hand", "") or getattr(step, "seat", ""),
        face="down" if _deals_face_down(step) else "up" if isinstance(step, Deal | Turn) else "",
        takes=takes, answers=list(answers))


def _deals_face_down(step: AnyStep) -> bool:
    return isinstance(step, Deal) and step.seen_by == NOBODY


def _step_words(step: AnyStep, game: Game, lang: str) -> str:
    return Narrator.of(game, lang if lang in game.words else "en").asks(step)


def _of_house(kind: str) -> bool:
    return kind in HOUSE_FAULTS or kind.startswith(LIMIT)


async def report_fault(house: StaffHost, member: Member, table_id: str, incident: Incident,
                       first: Callable[[], Awaitable[None]] | None = None,
                       seen: int | None = None) -> int:
    """Report a fault for a supervisor; the coup goes on from it as its law says.

    ``incident.note`` is the reason. ``first`` runs before, in its turn at the table. ``seen`` is
    the version at which the fault was reported; HouseError when the table has moved on since.
    Returns the table's version after it.
    """
    room = house.room(table_id)
    why = reason_of(incident.note)
    reported = msgspec.structs.replace(incident, note=why)

    async def job() -> int:
        desk = room.desk
        if first is not None:
            await first()
        law = _open_coup(room)
        _check_version(desk, seen, law)
        if _of_house(incident.kind):
            raise HouseError("no-fault", phrase("only the house reports {kind}",
                                                kind=repr(incident.kind)), law, 409)
        full = await house.meters.with_figures(desk, reported)
        take = desk.propose_enter if desk.awaited else desk.propose_report
        proposal = await _propose(room, lambda: take(full, house.clock.now(), member.signs))
        if meters_of(desk):  # a machine has no croupier: use the clause under which it goes on
            law = next((e.step.law for e in proposal.events if e.step is not None), law)
        await _record_fault(house, room, member, full, law, proposal)
        version = await _store(room, proposal)
        await house.meters.after_report(room, full)
        return version

    return await run_in_turn(room.ask, job)


async def give_back(house: StaffHost, member: Member, table_id: str, reason: str) -> int:
    """Give a player their credit from a machine that is closed or out of order; return the cents.

    HouseError when the machine can be played: then the player takes the credit out.
    """
    room = house.room(table_id)
    desk, part = room.desk, meters_of(room.desk)
    why = reason_of(reason)
    if part is None:
        raise HouseError("no-machine", phrase("{id} is not a machine", id=table_id), status=404)

    async def job() -> int:
        await room.begin()  # a closed machine with credit may still begin a coup
        standing = desk.dealer.standing if desk.dealer else None
        offered = {offer.act for offer in standing.offers} if standing else set()
        if room.closed_by() is None and offered.intersection(part.begins):
            raise HouseError("in-play", "the machine is in service: players cash out their credit "
                             "themselves", part.gives, 409)
        lies, player = expected_credit(desk, current_meters(desk)), desk.holder(part.leave[1])
        if not player or part.leave[0] not in offered:
            raise HouseError("not-now", "a game is in progress: it is played to its end first" if
                             player else "nobody has credit in this machine", part.gives, 409)
        await house.act(member, "give-back", table_id, why, part.gives, (),
                        {"coup": desk.state.coup, "amount": lies, "player": player})
        if not await room.act_for(Act(player, *part.leave)):
            raise not_stored()
        return lies
    return await run_in_turn(room.ask, job)


async def enter_fact(house: StaffHost, member: Member, table_id: str, fact: Fact,
                     seen: int | None = None) -> int:
    """Enter what the cards, the dice or the croupier did at a real table, for the awaited step.

    ``seen`` is the version at which it was asked; HouseError when the table has moved on since.
    Returns the table's version after it.
    """
    room = house.room(table_id)
    if isinstance(fact, Incident) and fact.note:
        fact = msgspec.structs.replace(fact, note=reason_of(fact.note))

    async def job() -> int:
        desk = room.desk
        law = _open_coup(room)
        _check_version(desk, seen, law)
        proposal = await _propose(
            room, lambda: desk.propose_enter(fact, house.clock.now(), member.signs))
        if isinstance(fact, Incident):
            await _record_fault(house, room, member, fact, law, proposal)
        return await _store(room, proposal)

    return await run_in_turn(room.ask, job)


def _check_version(desk: Desk, seen: int | None, law: str) -> None:
    """Raise HouseError when the table is no longer at the version that was shown."""
    if seen is not None and seen != desk.state.version:
        raise HouseError("moved-on", "the table has moved on since this was asked; look at "
                         "what it asks now", law, 409, {"v": desk.state.version})


def _open_coup(room: AnyTable) -> str:
    """Return the clause under which staff act on the open coup; HouseError when none is open."""
    desk = room.desk
    laws = desk.game.conduct.laws
    law = laws.get("attended", laws["void-by"])
    if desk.dealer is None or desk.state.over:
        raise HouseError("no-coup", phrase("no round is in progress at {id}", id=desk.id), law, 409)
    return law


async def _propose(room: AnyTable, propose: Callable[[], Proposal | Refusal]) -> Proposal:
    try:
        proposal = propose()
    except ProcedureError as fault:
        log.exception("an entry by staff failed", table=room.desk.id)
        if room.desk.lost:
            await room.refund()
        raise HouseError("fault", "internal error; the action was undone and the error has been "
                         "logged", status=500) from fault
    if isinstance(proposal, Refusal):
        raise HouseError(proposal.code, proposal.text, proposal.law, 409,
                         {**proposal.facts, "accepts": list(proposal.accepts)})
    return proposal


async def _record_fault(
    house: StaffHost, room: AnyTable, member: Member, incident: Incident, law: str,
    proposal: Proposal) -> None:
    """Record who reported a fault, and why; the card itself is in the coup's own record."""
    reason = incident.note or incident.kind
    try:
        await house.act(member, "fault", room.desk.id, reason, law, (),
                        {"coup": room.desk.state.coup, "kind": incident.kind,
                         "seat": incident.seat,
                         **({"figures": incident.figures} if incident.figures else {})})
    except HouseError:
        room.desk.roll_back(room.index_before(proposal))
        raise


async def _store(room: AnyTable, proposal: Proposal) -> int:
    if await room.store(proposal) is None:
        raise not_stored()
    return proposal.state.version


deprecated.install(__name__)
