"""What a coup comes to for sessions: those that go on, and those that ended before it did.

A session may end while a coup goes on in which its player has nothing left, and while the player's
bets wait for a coup to come. It then counts what was decided until its end; what is decided later
is added to it, unless its player has begun another session at the table by then. So the sums of all
sessions of a player are what went between the player and the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sabot.house.table.session import (
    Session,
    Tally,
    after_coup,
    bets_among,
    bets_in_play,
    concerned_tallies,
    count_movements,
)
from sabot.procedure import Event, by_player


class UnsettledSession(msgspec.Struct, frozen=True):
    """A session that has ended before all that concerns it is decided. ``done`` is what it has
    counted of the coup that is open, with what was in play for it then as held."""

    session: Session
    done: Tally = msgspec.field(default_factory=Tally)


class SessionResults(NamedTuple):
    """What sessions are after a coup: those that go on; those ended before that it changed, and
    those for which something still lies on the table; and what it came to for each player."""

    sessions: dict[str, Session]
    changed: tuple[Session, ...]
    parted: dict[str, UnsettledSession]
    sums: dict[str, Tally]


def settle_until_now(session: Session, record: Sequence[Event], before: Mapping[str, UnsettledSession], now: float,
                     purses: Iterable[str] = ()) -> tuple[Session, Tally]:
    """A session that ends in a coup with this record, with what the coup came to for its player
    until now; and that tally. ``before`` are the sessions that have ended already."""
    player = session.player
    found, dealt = count_movements(record, purses)
    mine = found.get(player, Tally())
    mine.held += bets_in_play(record, purses).get(player, 0)
    mine.results = []
    rest = mine.less(before[player].done) if player in before else mine
    return (after_coup(session, rest, dealt, now) if rest.moved else session), mine


def bets_at_start(player: str, record: Sequence[Event], held: Mapping[str, tuple[str, int]],
                  parted: Mapping[str, UnsettledSession], purses: Iterable[str] = ()) -> int:
    """What bets a player has on the table when a session begins: held, or in play from the coup
    before, or left there by a session that ended in this coup."""
    if player in parted and parted[player].done.moved:
        return parted[player].done.held
    resumed = count_movements(record, purses)[0].get(player, Tally()).resumed
    return by_player(bets_among(held, purses)).get(player, 0) + resumed


def count_round(record: Sequence[Event], sessions: Mapping[str, Session], parted: Mapping[str, UnsettledSession],
          held: Mapping[str, tuple[str, int]], now: float, begin: Callable[[str, int], Session],
          purses: Iterable[str] = ()) -> SessionResults:
    """A coup with this record is over; ``held`` is what stays on the table, and ``begin`` makes the
    session of a player who has none, with what is brought."""
    every, dealt = count_movements(record, purses)
    sums = concerned_tallies(every, dealt, record, purses)
    due = dict(sums)
    for player, gone in parted.items():
        due.pop(player, None)
        if player in every and (rest := every[player].less(gone.done)).moved:
            due[player] = rest
    late = {player: gone for player, gone in parted.items() if player not in sessions}
    changed = []
    for player in [player for player in due if player not in sessions]:
        gone = late.get(player) or UnsettledSession(msgspec.structs.replace(
            begin(player, due[player].resumed), ended=now, reason="player"))
        session = after_coup(gone.session, due[player], dealt and not gone.done.moved, now)
        changed.append(msgspec.structs.replace(session, told=False))
        late[player] = UnsettledSession(changed[-1])
    return SessionResults({player: after_coup(session, due.get(player), dealt, now)
                           for player, session in sessions.items()}, tuple(changed),
                 {player: UnsettledSession(gone.session) for player, gone in late.items()
                  if player in by_player(held)}, sums)
