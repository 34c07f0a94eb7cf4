"""How long a player may complain about a round: until its cards go back into the shuffler."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.procedure import Event, Handle
from sabot.regulations import IR, cite_clause

RETURNED = "return-cards"


def before_return(events: Sequence[Event]) -> bool:
    """Whether the cards of a round have not gone back yet, by its record and the later ones."""
    cite_clause(IR[52])
    return not any(isinstance(e.step, Handle) and e.step.what == RETURNED for e in events)
