"""What a table keeps and proposes: its items by version, its state, and what is to be stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from sabot.house.session import Session
from sabot.ledger import Document, Entry
from sabot.procedure import Act, Event, canonical, redact

SEATING = frozenset({"sit", "leave"})


class Item(NamedTuple):
    """One version of a table: an event of a coup, or something that the house itself says."""

    version: int
    event: Event | None
    house: dict[str, Any] | None = None

    def seen_by(self, eyes: str) -> dict[str, Any]:
        """What these eyes may be told; {} keeps the count where they may be told nothing."""
        if self.event is not None:
            return redact(self.event, eyes) or {}
        house = self.house or {}
        if house.get("to") not in (None, eyes):
            return {}
        return {key: value for key, value in house.items() if key != "to"}


class State(msgspec.Struct, kw_only=True):
    """What of a table is kept beside its journal, so that it can go on after a restart."""

    version: int = 0
    coup: str = ""
    no: int = 0
    over: bool = True
    deadline: float = 0.0
    window: str = ""
    next_at: float = 0.0
    carry: msgspec.Raw = msgspec.Raw(b"null")
    sessions: dict[str, Session] = {}
    reserved: dict[str, str] = {}
    held: dict[str, tuple[str, int]] = {}


class Proposal(NamedTuple):
    """What would be stored, and what becomes of the table when it is."""

    entry: Entry
    events: Sequence[Event]
    house: Sequence[dict[str, Any]]
    state: State
    ended: Sequence[Session] = ()


def seated(events: Sequence[Event]) -> list[tuple[int, str]]:
    """The places that were taken and left, in order: (place, player or "")."""
    return [(int(e.answer.seat), e.answer.player if e.answer.act == "sit" else "")
            for e in events if isinstance(e.answer, Act) and e.answer.act in SEATING]


def session_document(session: Session) -> Document:
    """A session as it is kept in the books."""
    return Document(kind="session", id=session.id, owner=session.player, body=canonical(session))


def begin_item(coup: str, no: int) -> dict[str, Any]:
    """What is told when a coup begins."""
    return {"step": "begin", "coup": coup, "no": no}
