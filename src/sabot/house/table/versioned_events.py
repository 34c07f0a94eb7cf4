"""What a table keeps and proposes: its items by version, its state, and what is to be stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sabot.equipment import Entropy
from sabot.house.shared_views import Said, TableEvent
from sabot.house.table.session import Session
from sabot.house.table.session_results import Parted
from sabot.ledger import Document, Entry
from sabot.procedure import (
    RISES,
    Act,
    Call,
    Event,
    Listen,
    Menu,
    Menus,
    Move,
    answer_clause,
    canonical,
    redact,
)
from sabot.procedure.steps import number

SEATING = frozenset({"sit", "leave", "stand-up"})
SALTS = 32  # read at a time


class Item(NamedTuple):
    """One version of a table: an event of a coup, or something that the house itself says.

    ``law`` is the clause of an answer, the same for all who hear of it.
    """

    version: int
    event: Event | None
    house: Said | None = None
    law: str = ""

    def seen_by(self, eyes: str, name: Callable[[str], str] | None = None) -> TableEvent:
        """What these eyes may be told; {} keeps the count where they may be told nothing.

        ``name`` is how others see a player: an act and a bet that moves say whose they are.
        """
        if self.event is not None:
            player = _mover(self.event) if name is not None else ""
            by = name(player) if name is not None and player else ""
            return redact(self.event, eyes, self.law, by) or {}
        house = self.house or {}
        if house.get("to") not in (None, eyes):
            return {}
        return {key: value for key, value in house.items() if key != "to"}


def _mover(event: Event) -> str:
    """Whose act or money an event tells."""
    who = event.step if isinstance(event.step, Move) else event.answer
    return who.player if isinstance(who, Move | Act) else ""


def numbered(events: Sequence[Event], first: int, heard: Listen | None, menus: Menus
             ) -> Iterator[Item]:
    """Events as items from a version on; ``heard`` is the question that stood before them, and
    ``menus`` are those of the coup so far, to which these events add theirs."""
    for version, event in enumerate(events, first):
        law = answer_clause(heard, event.answer)
        if event.step is None and event.incident is not None:  # what the law does about it
            law = next((e.step.law for e in events[version - first:] if e.step is not None), "")
        yield Item(version, event, None, law)
        if isinstance(event.step, Menu):
            menus.add(event.step)
        elif isinstance(event.step, Listen):
            heard = menus.expand(event.step)


class State(msgspec.Struct, kw_only=True):
    """What of a table is kept beside its journal, so that it can go on after a restart.

    ``hour`` is the last one that the coup was told has struck, in hours since 1970; ``since`` is
    when the last period of play began whose minutes count, ``ends`` when the time fixed for the
    game has passed, 0 where there is none. ``parted`` are the sessions, by player, that have ended
    before all that concerns them is decided. ``shoe`` is the seal of the shoe that was shuffled
    last and whose order may still matter: it is laid open once it is over. ``closing`` is when the
    coup was last told of the closing hour.
    """

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
    hour: int = 0
    since: float = 0.0
    ends: float = 0.0
    parted: dict[str, Parted] = {}
    shoe: str = ""
    closing: float = 0.0


class Proposal(NamedTuple):
    """What would be stored, and what becomes of the table when it is."""

    entry: Entry
    events: Sequence[Event]
    house: Sequence[Said]
    state: State
    ended: Sequence[Session] = ()


def rises(event: Event) -> bool:
    """Whether somebody gets up, or sits elsewhere, with this event, by no act of his."""
    return isinstance(event.step, Call) and RISES in event.step.facts


def reseat(seats: list[str], events: Sequence[Event]) -> None:
    """Keep the player at each place in step with what was done and called."""
    for event in events:
        answer, step = event.answer, event.step
        if isinstance(answer, Act) and answer.act in SEATING and answer.seat.isdecimal():
            place, player = int(answer.seat), answer.player if answer.act == "sit" else ""
            if place <= len(seats):
                seats[place - 1] = player
        elif isinstance(step, Call) and RISES in step.facts:
            if isinstance(moves := step.facts[RISES], Mapping):
                _change(seats, {old: number(moves, old) for old in moves})
                continue
            rises = number(step.facts, RISES)
            player = seats[rises - 1] if rises else ""
            for place in (rises,) if rises else range(1, len(seats) + 1):
                seats[place - 1] = ""
            if rises and step.seat.isdecimal() and step.seat != str(rises):
                seats[int(step.seat) - 1] = player


def _change(seats: list[str], moves: dict[str, int]) -> None:
    """Those who sat at these places sit elsewhere now, all at once."""
    players = {new: seats[int(old) - 1] for old, new in moves.items()}
    for old in moves:
        seats[int(old) - 1] = ""
    for new, player in players.items():
        seats[new - 1] = player


def salts(entropy: Entropy) -> Iterator[str]:
    """Salts of 16 random bytes, in hex. They are read many at a time: each reading lets another
    thread have the interpreter, and the table would wait until it comes back."""
    while True:
        read = entropy.token(16 * SALTS)
        for start in range(0, len(read), 16):
            yield read[start:start + 16].hex()


def session_document(session: Session) -> Document:
    """A session as it is kept in the books."""
    return Document(kind="session", id=session.id, owner=session.player, body=canonical(session))


def begin_item(coup: str, no: int) -> Said:
    """What is told when a coup begins."""
    return {"step": "begin", "coup": coup, "no": no}


def salted(events: Sequence[Event], salt: str) -> dict[str, Any]:
    """Events as the body of an entry.

    The head of the journal is public, and one unseen card has only 52 values: without the salt
    the digest of an entry could be tried for each of them.
    """
    return {"events": msgspec.to_builtins(events), "salt": salt}
