"""Time at a table: the clock reports it, as a supervisor does at a table that a croupier attends.
The closing hour of a table it reports at both."""

from __future__ import annotations

from sabot.house import timetable
from sabot.house.desk import Desk, Fault
from sabot.house.items import Proposal
from sabot.law import IR, given
from sabot.procedure import Incident, Refusal
from sabot.procedure.steps import AFTER, ELAPSED, HOUR

MINUTE, SECONDS = 60.0, 3600.0


def due(desk: Desk, now: float) -> list[float]:
    """When the next hour strikes, so many minutes of a period of play or all those of a game have
    passed, or the closing hour draws near, where this concerns the table now: somebody plays, no
    croupier is there to report it, and the coup can go on from it (ir/122, ir/190, ir/239, ir/265,
    ir/360)."""
    return [at for at, _ in _strokes(desk, now)]


def _strokes(desk: Desk, now: float) -> list[tuple[float, str]]:
    standing = desk.dealer.standing if desk.dealer else None
    if standing is None or not any(desk.seats):
        return []
    closing = [one for one in timetable.strokes(desk, now) if one[1] in standing.faults]
    if desk.playing.attended:
        return closing
    state = desk.state
    return closing + [((state.hour + 1) * SECONDS if kind == HOUR else
             state.ends if kind == ELAPSED else
             state.since + int(kind.removeprefix(AFTER)) * MINUTE, kind)
            for kind in standing.faults
            if kind == HOUR or (kind == ELAPSED and state.ends)
            or (kind.startswith(AFTER) and state.since)]


def propose(desk: Desk, now: float) -> Proposal:
    """What follows from the first stroke that is `due`; Fault when the procedure fails."""
    _, kind = min(_strokes(desk, now))
    given(IR[360] if timetable.closes_play(desk, kind) else
          {HOUR: IR[190], ELAPSED: IR[265]}.get(kind, IR[239]))
    proposal = desk.propose_report(Incident(kind), now, "the clock")
    if isinstance(proposal, Refusal):  # it is among the faults of this question
        raise Fault(proposal.text)
    return proposal
