"""The sessions of one table: they begin with a first place or bet, and count the results of coups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot.house.table.session import OWN_ACCOUNTS, Session, Tally, after_bet
from sabot.house.table.session_results import (
    UnsettledSession,
    bets_at_start,
    count_round,
    settle_until_now,
)
from sabot.house.table.versioned_events import State, session_document
from sabot.ledger import Document
from sabot.procedure import FLOWS, Act, Event, Move, canonical
from sabot.procedure.game import Game
from sabot.regulations import cite_clause

STARTING_ACTS = frozenset({"sit", "wait", "join"})
"""Acts that begin a guest's session before a bet."""


class Sessions:
    """Updates the sessions of a table with its coups."""

    def __init__(self, table_id: str, game: Game, individual: bool) -> None:
        self._table = table_id
        self._game = game
        self._individual = individual
        self._purses = game.purse.bets if game.purse else ()
        """The names of money that was brought to the table and is not bet yet."""

    def after(self, state: State, events: Sequence[Event], record: Sequence[Event], now: float
              ) -> dict[str, Session]:
        """Return the sessions after these events: one begins with a first place or the wish for one
        (2.g), or with the first bet of a standing player; bets restart its idle clock. ``record``
        is that of the coup."""
        sessions = dict(state.sessions)
        for event in events:
            answer, step = event.answer, event.step
            bets = (
                step.player if isinstance(step, Move) and FLOWS[step.kind][0] in OWN_ACCOUNTS
                else "")
            sits = answer.player if isinstance(answer, Act) and answer.act in STARTING_ACTS else ""
            player = bets or sits
            if player and player not in sessions:
                cite_clause(
                    self._game.conduct.laws["session-is"], self._game.conduct.laws["session"]
                )
                sessions[player] = self._new(player, now, bets_at_start(
                    player, record, state.held, state.parted, self._purses))
            if bets:
                sessions[bets] = after_bet(sessions[bets], self._individual, now)
        return sessions

    def _new(self, player: str, now: float, at_start: int) -> Session:
        return Session(
            id=f"{self._table}:{player}:{int(now * 1000)}", player=player, table=self._table,
            game=self._game.id, started=now, idle_since=now, staked=at_start, held=at_start)

    def settle_session(
        self, session: Session, record: Sequence[Event], before: Mapping[str, UnsettledSession],
        now: float) -> UnsettledSession:
        """Return a session that ends in an open coup, with the coup's result for its player so far.
        """
        return UnsettledSession(*settle_until_now(session, record, before, now, self._purses))

    def count(self, state: State, record: Sequence[Event], coup: str, no: int, now: float
              ) -> tuple[Document, ...]:
        """Add the results of a finished coup to the sessions in ``state``; return their documents.
        """
        after = count_round(record, state.sessions, state.parted, state.held, now,
                            lambda player, at_start: self._new(player, now, at_start), self._purses)
        state.sessions, state.parted = after.sessions, after.parted
        return (*(self._of_coup(player, mine, coup, no, now)
                  for player, mine in after.sums.items() if mine.played),
                *(session_document(session) for session in after.changed))

    def _of_coup(self, player: str, mine: Tally, coup: str, no: int, now: float) -> Document:
        body = {"id": coup, "table": self._table, "game": self._game.id, "no": no,
                "ended": now, "staked": mine.staked, "won": mine.won, "held": mine.held,
                **({"given": mine.given} if mine.given else {}), "net": mine.net,
                "results": mine.results}
        return Document(kind="coup", id=f"{coup}:{player}", owner=player, body=canonical(body))


def changed_documents(
    before: Mapping[str, Session], after: Mapping[str, Session]) -> tuple[Document, ...]:
    """Return the documents of the sessions that have changed."""
    return tuple(session_document(s) for p, s in after.items() if s is not before.get(p))
