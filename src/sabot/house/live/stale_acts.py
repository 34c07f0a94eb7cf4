"""Detects acts that answer a question which the table no longer asks.

A command says what its sender knew: the last version seen when it was pressed or, for a client that
does not say, the version at which it arrived. It cannot answer a newer question. The same act
again, before its reply was known, is the same press: a double click, a bouncing key, a slow page.
Such a command changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sabot.games import game
from sabot.house.table.desk import Desk
from sabot.house.table.messages import EndCommand, PlayerCommand, ReadyCommand, Refused
from sabot.house.table.versioned_events import Proposal
from sabot.procedure import Call, Listen, Menu, Move
from sabot.procedure.table import Table

ANY_TIME = frozenset({"sit", "leave", "wait", "redeem"})
"""Acts that answer no question: they mean the same whatever the table asks."""
STAYS = (Call, Listen, Menu, Move)
"""Steps that may be published while a question stands: no card and no throw, which players look at
first."""
BETS = "bets"
SAME_QUESTION = {"late": BETS, "play": "play", "banco": "banco", "bid": "bid"}
"""Windows of a coup that ask the same question, by the first word of their name. Bets may be made
until a place has its own first card. Money put into a machine begins no game. Players who claim the
same bank, or bid for the same hand, lose nothing when another speaks first."""
PLAYERS = 256  # how many players' last presses are remembered


class Press(NamedTuple):
    """What was pressed, without its key."""

    act: str
    seat: str = ""
    amount: int = 0


@lru_cache(64)
def _any_time(table: Table) -> frozenset[str]:
    """Return the acts of a table that answer no question. Its layout, which names those that it
    sets aside, is drawn once for all rooms of the table."""
    return ANY_TIME.union(game(table.game).felt(table).aside)


class PressHistory:
    """What one table asks and since when, and the last press of each player: of an act, and apart
    from it those that end a session or say that somebody is ready."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.any_time = _any_time(desk.table)
        self._last: dict[tuple[str, type], tuple[Press, int]] = {}
        self.start()

    def start(self) -> None:
        """Start from the present state of the table, which is shown to everybody who joins."""
        self.since = self.desk.state.version
        self._coup, self._question = self._asked()

    def _asked(self) -> tuple[str, str]:
        """Return the coup and the name of the question in it; "" when nobody is asked."""
        standing = self.desk.dealer.standing if self.desk.dealer else None
        window = standing.window if standing else ""
        return self.desk.state.coup, SAME_QUESTION.get(window.partition(":")[0], window)

    def note_stored(self, proposal: Proposal) -> None:
        """Note that something was stored, so that another question may stand now.

        The question at the start of a coup counts from the end of the coup before, unless there was
        something to look at first.
        """
        coup, question = self._asked()
        looked_at = question != BETS and any(
            e.step is not None and not isinstance(e.step, STAYS) for e in proposal.events)
        changed = (coup, question) != (self._coup, self._question)
        if looked_at or (changed and proposal.entry.kind != "begin"):
            self.since = self.desk.state.version
        self._coup, self._question = coup, question

    def note_accepted(self, player: str, command: PlayerCommand, version: int) -> None:
        """Note that a player's command was accepted; ``version`` is that of the table after it."""
        kind = player, type(command)
        _, before = self._last.pop(kind, (None, 0))
        self._last[kind] = (_press(command), max(version, before))
        if len(self._last) > PLAYERS:
            del self._last[next(iter(self._last))]

    def refuse_stale(self, player: str, command: PlayerCommand, arrived: int
                     ) -> Refused | None:
        """Return the refusal of a command whose question no longer stands, or that repeats an
        accepted press; ``arrived`` is the version at which it arrived. None for any other command.
        """
        known = arrived if command.v is None else command.v
        press = _press(command)
        last, version = self._last.get((player, type(command)), (None, 0))
        again = press == last and version > known
        answers = not isinstance(command, EndCommand) and press.act not in self.any_time
        if not again and not (answers and self.since > known):
            return None
        return Refused(command.id, "moved-on", "", "the table has moved on; look at what it asks "
                       "now", {"v": self.desk.state.version})


def _press(command: PlayerCommand) -> Press:
    if isinstance(command, EndCommand):
        return Press("end-session")
    if isinstance(command, ReadyCommand):
        return Press("ready")
    return Press(command.act, command.seat, command.amount)

