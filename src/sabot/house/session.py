"""The gaming session of a player at a table: what it counts and when it is idle.

A session runs from the first place taken to its end (2.g, 34); it counts what was staked and what
came back (33). Idle sessions are invited to end, warned, and ended (35, 36).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabot.procedure import FLOWS, Deal, Event, Move, Part, Result, renamed
from sabot.procedure.game import Conduct

WARN_AFTER = 15.0  # seconds from the invitation at an individual table to the warning


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One player's session at one table; sums are cents, times Unix seconds.

    ``idle_since`` is the end of the last coup with a bet of his, or his last bet; ``missed`` counts
    coups in a row without one; ``stage`` is "", "invited" or "warned" since ``stage_at`` and
    ``stage_missed``. ``staked`` is what stood on bets when cards were dealt, doubles, splits and
    insurance included; ``won`` is all that came back, stakes among it; ``net`` their difference.
    ``ended`` is 0 while the session lasts; ``told`` is whether its player has heard its sums since.
    """

    id: str
    player: str
    table: str
    game: str
    started: float
    idle_since: float
    coups: int = 0
    staked: int = 0
    won: int = 0
    missed: int = 0
    stage: str = ""
    stage_at: float = 0.0
    stage_missed: int = 0
    leaving: bool = False
    ended: float = 0.0
    reason: str = ""
    told: bool = False

    @property
    def net(self) -> int:
        return self.won - self.staked

    def summary(self) -> dict[str, object]:
        """What rule 33 owes the player at the end."""
        return {"id": self.id, "table": self.table, "game": self.game, "started": self.started,
                "ended": self.ended, "coups": self.coups, "staked": self.staked, "won": self.won,
                "net": self.net, "reason": self.reason}


class Tally(msgspec.Struct):
    """What one coup did to one player: cents staked, cents returned, results by hand."""

    staked: int = 0
    won: int = 0
    results: list[dict[str, object]] = []

    @property
    def net(self) -> int:
        return self.won - self.staked


def tally(record: Iterable[Event]) -> dict[str, Tally]:
    """What a coup did to each player with a bet in it, from its record.

    Bets taken back before the cards are dealt were never staked. A coup without a card gives {}.
    """
    found: dict[str, Tally] = {}
    owner: dict[str, str] = {}
    dealt = False
    for event in record:
        step = event.step
        if isinstance(step, Deal):
            dealt = True
        elif isinstance(step, Move):
            mine = found.setdefault(step.player, Tally())
            owner[step.bet] = step.player
            if step.kind == "stake":
                mine.staked += step.amount
            elif step.kind == "return" and not dealt:
                mine.staked -= step.amount
            elif FLOWS[step.kind][1] == "player":
                mine.won += step.amount
        elif isinstance(step, Part):
            second = msgspec.structs.replace(step, into=step.into[::-1])
            owner.update({renamed(bet, part): player for part in (step, second)
                          for bet, player in owner.items()})
        elif isinstance(step, Result):
            player = owner.get(step.hand) or owner.get(step.hand.split("/")[0])
            if player:
                found[player].results.append(
                    {"hand": step.hand, "result": step.result, "law": step.law, **step.facts})
    return {player: t for player, t in found.items() if t.staked} if dealt else {}


def after_bet(session: Session, individual: bool, now: float) -> Session:
    """The session once a bet was made: its three minutes and its warning begin anew (35.a, 36).

    At a shared table coups are counted, so that a bet taken back before the deal changes nothing.
    """
    if individual:
        return msgspec.structs.replace(session, idle_since=now, stage="", stage_at=0.0)
    return session


def after_coup(session: Session, mine: Tally | None, dealt: bool, now: float) -> Session:
    """The session once a coup is over: its sums, or one more missed coup where cards were dealt."""
    if mine is not None:
        return msgspec.structs.replace(
            session, coups=session.coups + 1, staked=session.staked + mine.staked,
            won=session.won + mine.won, missed=0, idle_since=now, stage="", stage_at=0.0)
    return msgspec.structs.replace(session, missed=session.missed + 1) if dealt else session


def idle_stage(session: Session, conduct: Conduct, individual: bool, now: float) -> str:
    """Which stage of rules 35 and 36 is due: "", "invited", "warned" or "ended".

    Strictly more than three minutes, from the sixth missed coup: the text says *superior a 3
    minutos* and *mais de 5 jogadas*. No stage is left out: who is not yet warned is not ended. To
    be asked only while bets are open and the player has none, when alone he can be idle.
    """
    stage = session.stage
    if individual:
        if now - session.idle_since <= conduct.idle_seconds:
            return ""
        if stage == "invited":
            return "warned" if now - session.stage_at >= WARN_AFTER else stage
        if stage == "warned":
            return "ended" if now - session.stage_at >= conduct.grace_seconds else stage
        return "invited"
    if session.missed <= conduct.missed_coups:
        return ""
    if stage == "warned":
        late = session.missed - session.stage_missed >= conduct.grace_coups
        return "ended" if late else stage
    return "warned" if stage == "invited" else "invited"


def idle_due(session: Session, conduct: Conduct) -> float:
    """When the idle stage of a session at an individual table must be looked at again."""
    if session.stage == "warned":
        return session.stage_at + conduct.grace_seconds
    if session.stage == "invited":
        return session.stage_at + WARN_AFTER
    return session.idle_since + conduct.idle_seconds + 0.001
