"""Time at a table without a croupier: the clock reports it, as a supervisor does elsewhere."""

from __future__ import annotations

from sabot.house.desk import Desk, Fault
from sabot.house.items import Proposal
from sabot.law import IR, given
from sabot.procedure import Incident, Refusal
from sabot.procedure.steps import AFTER, HOUR

MINUTE, SECONDS = 60.0, 3600.0


def due(desk: Desk) -> list[float]:
    """When the next hour strikes, or so many minutes of a period of play have passed, where this
    concerns the table now: somebody plays, no croupier is there to report it, and the coup can go
    on from it (ir/122, ir/190, ir/239)."""
    return [at for at, _ in _strokes(desk)]


def _strokes(desk: Desk) -> list[tuple[float, str]]:
    standing = desk.dealer.standing if desk.dealer else None
    if standing is None or desk.playing.attended or not any(desk.seats):
        return []
    return [((desk.state.hour + 1) * SECONDS, kind) if kind == HOUR else
            (desk.state.since + int(kind.removeprefix(AFTER)) * MINUTE, kind)
            for kind in standing.faults
            if kind == HOUR or (kind.startswith(AFTER) and desk.state.since)]


def propose(desk: Desk, now: float) -> Proposal:
    """What follows from the first stroke that is `due`; Fault when the procedure fails."""
    _, kind = min(_strokes(desk))
    given(IR[190] if kind == HOUR else IR[239])
    proposal = desk.propose_report(Incident(kind), now, "the clock")
    if isinstance(proposal, Refusal):  # it is among the faults of this question
        raise Fault(proposal.text)
    return proposal
