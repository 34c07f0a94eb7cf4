"""What staff do with the cards of a table: faults that they report, and what they enter at a real
table, where a croupier says what the cards, the dice and he himself did.

Everything goes through the table's mailbox, is stored before it is told, and names who did it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import structlog

from sabot.house.errors import HouseError, not_stored, reason_of
from sabot.house.faults import Fault
from sabot.house.money.meter_check import Meters, credit, metered, now
from sabot.house.people.roles import Member
from sabot.house.ports import AnyTable, Laid, Signed, Timed
from sabot.house.shared_views import Names, StepData
from sabot.house.table.desk import Desk
from sabot.house.table.mailbox import in_turn
from sabot.house.table.versioned_events import Proposal
from sabot.law import cite_clause
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
from sabot.procedure.narration import Teller
from sabot.procedure.phrases import PHRASES
from sabot.procedure.steps import Detail

Fact = str | tuple[int, ...] | Incident

OURS = frozenset({"ticket"})
"""What the house reports itself: whether a ticket is good is no matter of opinion."""

log = structlog.get_logger("sabot.room")


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """A table as staff see it (`now_at`). What begins with ``step`` is there where a croupier is
    awaited: the kind of the step, the step in words by language and as it is stored, its clauses,
    the hand and how its card lies, and what may be entered."""

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


class Staffed(Timed, Laid, Signed, Protocol):
    """What staff need of the house at a table."""

    meters: Meters


def now_at(house: Laid, table_id: str) -> Now:
    """A table as staff see it: which faults may be reported now, and what the croupier does next.

    ``waits`` is for whom: "croupier", "players" or "nobody". ``takes`` is what may be entered: a
    "card", a "word" of ``answers``, or "numbers"; ``v`` goes with it, so that nothing is entered
    twice. ``details``: what a fault says besides its kind, where that is fixed.
    """
    desk = house.room(table_id).desk
    step = desk.awaited
    standing = desk.dealer.standing if desk.dealer else None
    details = getattr(step or standing, "details", ())
    told = Now(table=table_id, coup=desk.state.coup, v=desk.state.version,
               attended=desk.playing.attended, faults=list(faults_at(desk)),
               waits="croupier" if step else "players" if desk.listening else "nobody",
               details=details or msgspec.UNSET)
    return _asked(told, step, desk.game) if step else told


def faults_at(desk: Desk) -> tuple[str, ...]:
    """The kinds of fault from which the coup can go on now, those that staff may report."""
    return tuple(kind for kind in desk.faults if kind not in OURS)


def _asked(told: Now, step: AnyStep, game: Game) -> Now:
    """With what a croupier is asked to enter: the step in words and as data, its clauses, its
    answers."""
    if isinstance(step, Handle):
        takes, answers = "word", step.answers or (DONE,)
    elif isinstance(step, Throw | Cover):
        takes, answers = "numbers", ()
    else:
        takes, answers = "card", ("??",) if _down(step) else ()
    cite_clause(step.law, *step.also)
    return msgspec.structs.replace(
        told, step=str(step.__struct_config__.tag),
        words={lang: _words(step, game, lang) for lang in PHRASES},
        data=msgspec.to_builtins(step), law=step.law, also=list(step.also),
        hand=getattr(step, "to", "") or getattr(step, "hand", "") or getattr(step, "seat", ""),
        face="down" if _down(step) else "up" if isinstance(step, Deal | Turn) else "",
        takes=takes, answers=list(answers))


def _down(step: AnyStep) -> bool:
    return isinstance(step, Deal) and step.seen_by == NOBODY


def _words(step: AnyStep, game: Game, lang: str) -> str:
    return Teller.of(game, lang if lang in game.words else "en").asks(step)


async def report(house: Staffed, member: Member, table_id: str, incident: Incident,
                 first: Callable[[], Awaitable[None]] | None = None,
                 seen: int | None = None) -> int:
    """A fault that a supervisor reports, for the coup to go on from as its law says.

    ``incident.note`` is the reason; ``first`` is done before, in the turn of the table. ``seen`` is
    the version at which it was reported; HouseError when the table has moved on since. Returns the
    table's version after it.
    """
    room = house.room(table_id)
    why = reason_of(incident.note)
    told = msgspec.structs.replace(incident, note=why)

    async def job() -> int:
        desk = room.desk
        if first is not None:
            await first()
        law = _open_coup(room)
        _not_moved_on(desk, seen, law)
        if incident.kind in OURS:
            raise HouseError("no-fault", f"only the house reports {incident.kind!r}", law, 409)
        full = await house.meters.figured(desk, told)
        take = desk.propose_enter if desk.awaited else desk.propose_report
        proposal = await _propose(room, lambda: take(full, house.clock.now(), member.signs))
        if metered(desk):  # no croupier's seat: the clause under which the machine goes on
            law = next((e.step.law for e in proposal.events if e.step is not None), law)
        await _on_record(house, room, member, full, law, proposal)
        version = await _store(room, proposal)
        await house.meters.reported(room, full)
        return version

    return await in_turn(room.ask, job)


async def give_back(house: Staffed, member: Member, table_id: str, reason: str) -> int:
    """Staff give a player what lies for him in a machine that is closed or out of order; the cents.

    HouseError where it can be played: there the player takes it out himself.
    """
    room = house.room(table_id)
    desk, part = room.desk, metered(room.desk)
    why = reason_of(reason)
    if part is None:
        raise HouseError("no-machine", f"{table_id} is not a machine", status=404)

    async def job() -> int:
        await room.begin()  # one that is closed tells of what lies in it all the same
        standing = desk.dealer.standing if desk.dealer else None
        asked = {offer.act for offer in standing.offers} if standing else set()
        if room.closed_by() is None and asked.intersection(part.begins):
            raise HouseError("in-play", "the machine is in service: players cash out their credit "
                             "themselves", part.gives, 409)
        lies, player = credit(desk, now(desk)), desk.holder(part.leave[1])
        if not player or part.leave[0] not in asked:
            raise HouseError("not-now", "a game is in progress: it is played to its end first" if
                             player else "nobody has credit in this machine", part.gives, 409)
        await house.act(member, "give-back", table_id, why, part.gives, (),
                        {"coup": desk.state.coup, "amount": lies, "player": player})
        if not await room.quiet(Act(player, *part.leave)):
            raise not_stored()
        return lies
    return await in_turn(room.ask, job)


async def enter(house: Staffed, member: Member, table_id: str, fact: Fact,
                seen: int | None = None) -> int:
    """What the cards, the dice or the croupier did at a real table, in answer to what is awaited.

    ``seen`` is the version at which it was asked; HouseError when the table has moved on since.
    Returns the table's version after it.
    """
    room = house.room(table_id)
    if isinstance(fact, Incident) and fact.note:
        fact = msgspec.structs.replace(fact, note=reason_of(fact.note))

    async def job() -> int:
        desk = room.desk
        law = _open_coup(room)
        _not_moved_on(desk, seen, law)
        proposal = await _propose(
            room, lambda: desk.propose_enter(fact, house.clock.now(), member.signs))
        if isinstance(fact, Incident):
            await _on_record(house, room, member, fact, law, proposal)
        return await _store(room, proposal)

    return await in_turn(room.ask, job)


def _not_moved_on(desk: Desk, seen: int | None, law: str) -> None:
    """HouseError when the table is no longer at the version that was shown."""
    if seen is not None and seen != desk.state.version:
        raise HouseError("moved-on", "the table has moved on since this was asked; look at "
                         "what it asks now", law, 409, {"v": desk.state.version})


def _open_coup(room: AnyTable) -> str:
    """The clause under which staff act on the open coup; HouseError when none is open."""
    desk = room.desk
    laws = desk.game.conduct.laws
    law = laws.get("attended", laws["void-by"])
    if desk.dealer is None or desk.state.over:
        raise HouseError("no-coup", f"no round is in progress at {desk.id}", law, 409)
    return law


async def _propose(room: AnyTable, propose: Callable[[], Proposal | Refusal]) -> Proposal:
    try:
        proposal = propose()
    except Fault as fault:
        log.exception("what staff told cannot be taken", table=room.desk.id)
        if room.desk.lost:
            await room.refund()
        raise HouseError("fault", "internal error; the action was undone and the error has been "
                         "logged", status=500) from fault
    if isinstance(proposal, Refusal):
        raise HouseError(proposal.code, proposal.text, proposal.law, 409,
                         {**proposal.facts, "accepts": list(proposal.accepts)})
    return proposal


async def _on_record(house: Staffed, room: AnyTable, member: Member, incident: Incident, law: str,
                     proposal: Proposal) -> None:
    """Who reported what, and why; which card it was stands in the coup's own record."""
    reason = incident.note or incident.kind
    try:
        await house.act(member, "fault", room.desk.id, reason, law, (),
                        {"coup": room.desk.state.coup, "kind": incident.kind,
                         "seat": incident.seat,
                         **({"figures": incident.figures} if incident.figures else {})})
    except HouseError:
        room.desk.take_back(room.index_before(proposal))
        raise


async def _store(room: AnyTable, proposal: Proposal) -> int:
    if await room.store(proposal) is None:
        raise not_stored()
    return proposal.state.version
