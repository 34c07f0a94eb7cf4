"""Greetings between players at a table: a few fixed sentences, never free text.

They are of the moment: sent to whoever looks at the table now, and in no journal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from sabot.house.ports import HasClock, NamesPlayers
from sabot.house.table.desk import Desk
from sabot.house.table.messages import Ack, GreetCommand, Greeting, Refused
from sabot.house.table.viewer import Viewer
from sabot.regulations import cite_clause

GAP = 4.0
"""Seconds between two greetings of one player."""
MOST, SPAN = 6, 60.0
"""The most greetings of one player in so many seconds."""


class _Host(HasClock, NamesPlayers, Protocol):
    """What greetings need of the house."""


class Greeter:
    """The greetings at one table, and when each player said something."""

    def __init__(self, host: _Host, desk: Desk) -> None:
        self.host = host
        self.desk = desk
        self._said: dict[str, deque[float]] = {}

    def greet(self, player: str, command: GreetCommand, viewers: Iterable[Viewer]) -> Ack | Refused:
        """Send a greeting of a player to everybody who looks at the table, or refuse it."""
        desk, places = self.desk, self.desk.places_of(player)
        if desk.table.has_copies:
            return Refused(command.id, "no-company", "", "nobody else is at this table")
        if not places:
            return Refused(command.id, "not-seated", "", "only players who are seated can greet")
        law = desk.game.conduct.laws.get("talk", "")
        if law and any(place in desk.layout.view.hands for place in places):
            cite_clause(law)
            return Refused(command.id, "silence", law,
                           "players who are in a hand say only what is strictly necessary")
        if not self._may_speak(player):
            return Refused(command.id, "too-fast", "", "too many messages; wait a moment")
        for viewer in list(viewers):
            viewer.send(Greeting(place=places[0], by=self.host.name(player),
                                 yours=viewer.player == player, greeting=command.greeting))
        return Ack(command.id, desk.state.version)

    def _may_speak(self, player: str) -> bool:
        """Whether a player has not spoken too often; notes that they speak now."""
        now, times = self.host.clock.now(), self._said.setdefault(player, deque(maxlen=MOST))
        if (times and now - times[-1] < GAP) or (len(times) == MOST and now - times[0] < SPAN):
            return False
        times.append(now)
        return True
