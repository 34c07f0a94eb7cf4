"""The results of a coup for sessions: those that continue, and those that ended before it.

A session may end while a coup goes on in which its player has nothing left, or while the player's
bets wait for a later coup. It then counts what was decided until its end. Later results are added
to it, unless its player has begun another session at the table by then. So the sums of all sessions
of a player equal what moved between the player and the tables.
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
    """A session that ended before everything that concerns it was decided. ``done`` is what it has
    counted of the open coup, with what was in play then as held."""

    session: Session
    done: Tally = msgspec.field(default_factory=Tally)


class SessionResults(NamedTuple):
    """The sessions after a coup: those that go on; ended ones that it changed; ended ones with
    something still on the table; and the result for each player."""

    sessions: dict[str, Session]
    changed: tuple[Session, ...]
    parted: dict[str, UnsettledSession]
    sums: dict[str, Tally]


def settle_until_now(
    session: Session, record: Sequence[Event], before: Mapping[str, UnsettledSession], now: float,
    purses: Iterable[str] = ()) -> tuple[Session, Tally]:
    """Return a session that ends within this coup, with the coup's result for its player so far,
    and that tally. ``before`` are the sessions that have already ended."""
    player = session.player
    tallies, dealt = count_movements(record, purses)
    tally = tallies.get(player, Tally())
    tally.held += bets_in_play(record, purses).get(player, 0)
    tally.results = []
    rest = tally.less(before[player].done) if player in before else tally
    return (after_coup(session, rest, dealt, now) if rest.moved else session), tally


def bets_at_start(player: str, record: Sequence[Event], held_bets: Mapping[str, tuple[str, int]],
                  parted: Mapping[str, UnsettledSession], purses: Iterable[str] = ()) -> int:
    """Return what bets a player has on the table when a session begins: held, or in play from the
    coup before, or left there by a session that ended in this coup."""
    if player in parted and parted[player].done.moved:
        return parted[player].done.held
    resumed = count_movements(record, purses)[0].get(player, Tally()).resumed
    return by_player(bets_among(held_bets, purses)).get(player, 0) + resumed


def count_round(
    record: Sequence[Event], sessions: Mapping[str, Session],
    parted: Mapping[str, UnsettledSession], held_bets: Mapping[str, tuple[str, int]], now: float,
    begin: Callable[[str, int], Session], purses: Iterable[str] = ()) -> SessionResults:
    """Return the sessions after a coup with this record. ``held_bets`` stay on the table;
    ``begin`` creates the session of a player without one, with what the player had there."""
    tallies, dealt = count_movements(record, purses)
    sums = concerned_tallies(tallies, dealt, record, purses)
    due = dict(sums)
    for player, unsettled in parted.items():
        due.pop(player, None)
        if player in tallies and (rest := tallies[player].less(unsettled.done)).moved:
            due[player] = rest
    late = {player: unsettled for player, unsettled in parted.items() if player not in sessions}
    changed = []
    for player in [player for player in due if player not in sessions]:
        unsettled = late.get(player) or UnsettledSession(msgspec.structs.replace(
            begin(player, due[player].resumed), ended=now, reason="player"))
        session = after_coup(
            unsettled.session, due[player], dealt and not unsettled.done.moved, now)
        changed.append(msgspec.structs.replace(session, told=False))
        late[player] = UnsettledSession(changed[-1])
    return SessionResults({player: after_coup(session, due.get(player), dealt, now)
                           for player, session in sessions.items()}, tuple(changed),
                 {player: UnsettledSession(unsettled.session) for player, unsettled in late.items()
                  if player in by_player(held_bets)}, sums)
