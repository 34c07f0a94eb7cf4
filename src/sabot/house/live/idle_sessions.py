"""Idle sessions are invited to end, warned, and ended (35, 36)."""

from __future__ import annotations

from typing import Protocol

import msgspec

from sabot.house.clock import Clock
from sabot.house.ports import EndsSessions, HasDesk, OpensTable, SendsNotices, StoresProposals
from sabot.house.shared_views import Facts
from sabot.house.table.session import Session, idle_stage, warning_delay
from sabot.ledger import Books
from sabot.procedure.readings import reading
from sabot.regulations import cite_clause


class _Table(HasDesk, StoresProposals, SendsNotices, EndsSessions, OpensTable, Protocol):
    """What reminders need of a table."""


async def check_idle(room: _Table, clock: Clock) -> None:
    """Apply rules 35 and 36: invite, warn, end.

    Nobody is idle while bets are refused. A lone player with an undealt bet is idle, because no act
    follows (35.a); at a shared table the bet counts once cards come.
    """
    desk, conduct = room.desk, room.desk.game.conduct.at_table(room.desk.table.rules)
    if not desk.betting or room.closed_by():
        return
    individual = desk.table.individual
    for player in list(desk.state.sessions):
        while player in desk.state.sessions and (individual or player not in desk.at_stake):
            session, now = desk.state.sessions[player], clock.now()
            stage = idle_stage(session, conduct, individual, now, all(desk.seats),
                               warning_delay(desk.table))
            if stage in ("", session.stage):
                break
            if stage == "ended":
                await room.end_now(session, "idle")
            if stage == "ended" or not await _remind(room, session, stage, now):
                break


async def _remind(room: _Table, session: Session, stage: str, now: float) -> bool:
    """Invite the player to end the session (35), or warn of its end (36); return whether that was
    stored and sent."""
    desk, conduct, player = room.desk, room.desk.game.conduct, session.player
    individual = desk.table.individual
    kind = {"invited": "idle-invitation", "warned": "idle-warning"}[stage]
    cause = room.laws["idle-individual" if individual else "idle-multi"]
    law = room.laws["invitation" if stage == "invited" else "warning"]
    facts: Facts = {"cause": cause, "individual": individual}
    if stage == "warned":
        facts["seconds" if individual else "coups"] = (
            conduct.grace_seconds if individual else conduct.grace_coups)
    sessions = {**desk.state.sessions, player: msgspec.structs.replace(
        session, stage=stage, stage_at=now, stage_missed=session.missed)}
    house_event = {"notice": kind, "to": player, "law": law, **facts}
    if not await room.store(desk.propose_house("house", (house_event,), now, sessions=sessions)):
        return False
    cite_clause(cause, room.laws["idle-moments"])
    room.notify(player, kind, law, facts)
    return True


async def restart_idle_clock(room: _Table, now: float) -> None:
    """Restart the three minutes of 35.a, because bets are taken again."""
    desk = room.desk
    sessions = {player: msgspec.structs.replace(s, idle_since=now, stage="", stage_at=0.0)
                for player, s in desk.state.sessions.items()}
    if sessions and desk.table.individual:
        await room.store(desk.propose_house("house", (), now, sessions=sessions))


async def send_missed_summaries(room: _Table, books: Books, player: str, clock: Clock) -> None:
    """Send the sums of sessions that ended while their player was away (33, and ir/19)."""
    sessions = (msgspec.json.decode(d.body, type=Session)
                for d in books.documents("session", owner=player))
    for session in [s for s in sessions if s.table == room.desk.id and s.ended and not s.told][:5]:
        noted = msgspec.structs.replace(session, told=True)
        if await room.store(room.desk.propose_house(
                "session", (), clock.now(), ended=(noted,))) is not None:
            cite_clause(room.laws["line-session"])
            room.notify(player, "session-ended", room.laws["summary"],
                        {**msgspec.to_builtins(session.summary()), "away": True})


async def end_with_line(room: _Table, player: str, clock: Clock) -> None:
    """End the session of a player whose line is lost, with the round if they have bets in it, where
    the table reads the rules so (IR 19)."""
    desk = room.desk
    session = desk.state.sessions.get(player)
    if session is None or reading(desk.table.rules, "lost_line") != "session-ends":
        return
    cite_clause(room.laws["line-session"])
    if player not in desk.at_stake:
        await room.end_now(session, "player")
        return
    sessions = {**desk.state.sessions, player: msgspec.structs.replace(session, leaving=True)}
    await room.store(desk.propose_house("session", (), clock.now(), sessions=sessions))
