"""Incidents that the clock reports: elapsed times, at tables without a croupier, and the closing
hour, at all tables. It also keeps a table closed from its closing hour until its next day."""

from __future__ import annotations

import msgspec

from sabot.house.faults import ProcedureError
from sabot.house.table.desk import Desk
from sabot.house.table.opening_hours import (
    TOO_LATE,
    closes_play,
    day_of,
    hours_of,
    last_play,
    last_start,
)
from sabot.house.table.switches import HouseClosure, base_of
from sabot.house.table.versioned_events import Proposal
from sabot.procedure import Incident, Refusal
from sabot.procedure.steps import AFTER, CLOSING, ELAPSED, HOUR
from sabot.regulations import IR, cite_clause

MINUTE, SECONDS = 60.0, 3600.0


def due_times(desk: Desk, now: float) -> list[float]:
    """Return when the next incident is due that concerns the table now: an hour strikes, the
    minutes of a period of play or of a game have passed, or the closing hour is near. It concerns
    the table when somebody plays, no croupier is there to report it, and the coup can go on from it
    (ir/122, ir/190, ir/239, ir/265, ir/360)."""
    return [at for at, _ in _due_incidents(desk, now)]


def _due_incidents(desk: Desk, now: float) -> list[tuple[float, str]]:
    standing = desk.dealer.standing if desk.dealer else None
    if standing is None or not any(desk.seats):
        return []
    closing = [
        incident for incident in _closing_incidents(desk, now) if incident[1] in standing.faults]
    if desk.playing.attended:
        return closing
    state = desk.state
    return closing + [((state.hour + 1) * SECONDS if kind == HOUR else
             state.ends if kind == ELAPSED else
             state.since + int(kind.removeprefix(AFTER)) * MINUTE, kind)
            for kind in standing.faults
            if kind == HOUR or (kind == ELAPSED and state.ends)
            or (kind.startswith(AFTER) and state.since)]


def propose_incident(desk: Desk, now: float) -> Proposal:
    """Propose the effects of the first incident that is due (`due_times`); ProcedureError when the
    procedure fails."""
    _, kind = min(_due_incidents(desk, now))
    cite_clause(IR[360] if closes_play(desk.game, kind) else
                {HOUR: IR[190], ELAPSED: IR[265]}.get(kind, IR[239]))
    proposal = desk.propose_report(Incident(kind), now, "the clock")
    if isinstance(proposal, Refusal):  # impossible: it is among the faults of this question
        raise ProcedureError(proposal.text)
    return proposal


def _closing_incidents(desk: Desk, now: float) -> list[tuple[float, str]]:
    """Return the closing incidents of this gaming day that are still to be reported, and when; of
    past ones, only the last."""
    day, part = day_of(desk.table, now), last_play(desk.game)
    if day is None or part is None:
        return []
    due = [(at, CLOSING if now > at + TOO_LATE else kind)
           for at, kind in ((last_start(desk.game, day), part.kind), (day.closes, CLOSING))
           if at > desk.state.closing]
    return [
        incident for n, incident in enumerate(due) if not any(at <= now for at, _ in due[n + 1 :])]


def hours_closure(desk: Desk, now: float) -> HouseClosure | None:
    """Return why a table takes no bets: its closing hour has come, and play that its law allows
    after it is over; None when it is open."""
    day, part = day_of(desk.table, now), last_play(desk.game)
    if day is None or now < last_start(desk.game, day):
        return None
    if part and (any(desk.sitting) or desk.staked):
        return None  # the last play, or play that the next incident ends
    hours = hours_of(desk.table)
    assert hours is not None
    facts = msgspec.structs.asdict(hours)
    cite_clause(IR[360], IR[361])
    return HouseClosure(
        key=f"table:{base_of(desk.id)}", open=False, law=part.law if part else IR[360],
        code="hours", facts=facts,
        reason="the table closes at {closes} and opens at {opens} ({zone})".format(**facts))


def reopening_time(desk: Desk, now: float) -> float:
    """Return when a table closed by its hours opens again; 0 when it is open."""
    day = day_of(desk.table, now)
    return day.ends if day is not None and hours_closure(desk, now) else 0.0


def next_change(desk: Desk, now: float) -> float:
    """Return when opening hours next change something at a table; 0 when it has none."""
    day = day_of(desk.table, now)
    if day is None:
        return 0.0
    return min(at for at in (last_start(desk.game, day), day.closes, day.ends) if at > now)
