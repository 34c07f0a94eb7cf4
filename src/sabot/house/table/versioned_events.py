"""The items of a table by version, its stored state, and proposals to store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sabot.equipment import Entropy
from sabot.house.people.players import BOT
from sabot.house.shared_views import HouseEvent, TableEvent
from sabot.house.table.session import Session
from sabot.house.table.session_results import UnsettledSession
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
    """One version of a table: an event of a coup, or an event of the house itself.

    ``law`` is the clause of an answer, the same for every viewer.
    """

    version: int
    event: Event | None
    house: HouseEvent | None = None
    law: str = ""

    def seen_by(self, eyes: str, name: Callable[[str], str] | None = None) -> TableEvent:
        """Return the item as these eyes may see it; {} preserves the count of versions when they
        may see nothing.

        ``name`` returns the name under which others see a player, for acts and moving bets.
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
    """Return the player whose act or money an event shows."""
    mover = event.step if isinstance(event.step, Move) else event.answer
    return mover.player if isinstance(mover, Move | Act) else ""


def number_events(events: Sequence[Event], first: int, heard: Listen | None, menus: Menus
                  ) -> Iterator[Item]:
    """Yield events as items from a version on. ``heard`` is the question before them; ``menus`` are
    those of the coup so far, to which these events add theirs."""
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
    """The state of a table that is stored with the journal, so that play can go on after a restart.

    ``hour`` is the last hour that was reported to the coup, in hours since 1970; ``since`` is when
    the last timed period of play began, ``ends`` when the fixed time of the game has passed, 0 for
    none. ``parted`` are the sessions, by player, that ended before everything that concerns them
    was decided. ``shoe`` is the seal of the shoe that was shuffled last and whose order may still
    matter: it is shown once the shoe is over. ``closing`` is when the closing hour was last
    reported to the coup. ``ready`` are the players who need no more of the time that runs now.
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
    parted: dict[str, UnsettledSession] = {}
    shoe: str = ""
    closing: float = 0.0
    ready: tuple[str, ...] = ()


class Proposal(NamedTuple):
    """What would be stored, and the state of the table after it. ``at``: when it was proposed, from
    which clocks that it starts are counted."""

    entry: Entry
    events: Sequence[Event]
    house: Sequence[HouseEvent]
    state: State
    at: float
    ended: Sequence[Session] = ()


def still_ready(state: State, events: Sequence[Event], window: str, coup: str | None,
                over: bool | None, private: bool) -> tuple[str, ...]:
    """Return who needs no more time after these events: nobody once another time runs, and who acts
    again has not finished. ``window``, ``coup`` and ``over`` are those after the events.

    At a ``private`` table there is one person. Who is ready for the next round there is also ready
    for the time that runs before its first act, and who sits down is ready for the first round.
    """
    acts = {event.answer.player: event.answer.act
            for event in events if isinstance(event.answer, Act)}
    done = tuple(player for player in state.ready if player not in acts)
    if private and (not window or window.endswith("/late")):
        return done + tuple(player for player, act in acts.items()
                            if act == "sit" and not player.startswith(BOT))
    return done if window == state.window and not coup and over in (None, state.over) else ()


def moves_seat(event: Event) -> bool:
    """Whether a player gets up, or sits elsewhere, with this event, without an own act."""
    return isinstance(event.step, Call) and RISES in event.step.facts


def reseat(seats: list[str], events: Sequence[Event]) -> None:
    """Update the player at each place with these acts and calls."""
    for event in events:
        answer, step = event.answer, event.step
        if isinstance(answer, Act) and answer.act in SEATING and answer.seat.isdecimal():
            place, player = int(answer.seat), answer.player if answer.act == "sit" else ""
            if answer.act == "sit" and place == len(seats) + 1:
                seats.append("")  # a table where all who come have a place (ir/181)
            if place <= len(seats):
                seats[place - 1] = player
        elif isinstance(step, Call) and RISES in step.facts:
            if isinstance(moves := step.facts[RISES], Mapping):
                _move_seats(seats, {old: number(moves, old) for old in moves})
                continue
            rising = number(step.facts, RISES)
            player = seats[rising - 1] if rising else ""
            for place in (rising,) if rising else range(1, len(seats) + 1):
                seats[place - 1] = ""
            if rising and step.seat.isdecimal() and step.seat != str(rising):
                seats[int(step.seat) - 1] = player


def _move_seats(seats: list[str], moves: dict[str, int]) -> None:
    """Move the players at these places to their new places, all at once."""
    players = {new: seats[int(old) - 1] for old, new in moves.items()}
    for old in moves:
        seats[int(old) - 1] = ""
    for new, player in players.items():
        seats[new - 1] = player


def read_salts(entropy: Entropy) -> Iterator[str]:
    """Yield salts of 16 random bytes, in hex. Many are read at a time: each read releases the
    interpreter, and the table would have to wait for it."""
    while True:
        read = entropy.token(16 * SALTS)
        for start in range(0, len(read), 16):
            yield read[start:start + 16].hex()


def session_document(session: Session) -> Document:
    """Return the document of a session to store."""
    return Document(kind="session", id=session.id, owner=session.player, body=canonical(session))


def begin_item(coup: str, no: int) -> HouseEvent:
    """Return the house event at the beginning of a coup."""
    return {"step": "begin", "coup": coup, "no": no}


def salted_body(events: Sequence[Event], salt: str) -> dict[str, Any]:
    """Return events as the body of an entry.

    The head of the journal is public, and one unseen card has only 52 values. Without the salt, the
    digest of an entry could be tried for each of them.
    """
    return {"events": msgspec.to_builtins(events), "salt": salt}


def restart_clock(before: State, stored: State, seconds: float) -> None:
    """Give a question that was just stored its whole time, and sessions theirs: nobody could read
    it in the ``seconds`` that it took to be stored. A clock that ran ``before`` goes on."""
    if seconds <= 0:
        return
    same = (before.coup, before.window) == (stored.coup, stored.window)
    stored.deadline = _later(stored.deadline, before.deadline if same else 0.0, seconds)
    for player, session in stored.sessions.items():
        known = before.sessions.get(player)
        if session is known:
            continue
        idle, stage = (known.idle_since, known.stage_at) if known else (0.0, 0.0)
        stored.sessions[player] = msgspec.structs.replace(
            session, idle_since=_later(session.idle_since, idle, seconds),
            stage_at=_later(session.stage_at, stage, seconds))


def _later(moment: float, before: float, seconds: float) -> float:
    """A moment so many seconds later, unless it is none (0) or the same as before."""
    return moment + seconds if moment and moment != before else moment
