"""A player who makes no bet is invited to end his session, and then warned (35 and 36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from sabot.house.session import Session
from sabot.law import given

if TYPE_CHECKING:
    from sabot.house.room import Room


async def remind(room: Room, session: Session, stage: str, now: float) -> bool:
    """Invite to end (35) or warn of the end (36); whether it was stored and told."""
    desk, conduct, player = room.desk, room.desk.game.conduct, session.player
    individual = desk.table.individual
    kind = {"invited": "idle-invitation", "warned": "idle-warning"}[stage]
    cause = room.laws["idle-individual" if individual else "idle-multi"]
    law = room.laws["invitation" if stage == "invited" else "warning"]
    facts: dict[str, Any] = {"cause": cause, "individual": individual}
    if stage == "warned":
        facts["seconds" if individual else "coups"] = (
            conduct.grace_seconds if individual else conduct.grace_coups)
    sessions = {**desk.state.sessions, player: msgspec.structs.replace(
        session, stage=stage, stage_at=now, stage_missed=session.missed)}
    said = {"notice": kind, "to": player, "law": law, **facts}
    if not await room.store(desk.propose_house("house", (said,), now, sessions=sessions)):
        return False
    given(cause, room.laws["idle-moments"])
    room.notice(player, kind, law, facts)
    return True
