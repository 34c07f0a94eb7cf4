"""Whether what a player pressed still answers what the table asks.

A command says what its sender knew: the last version of the table that had been seen when it was
pressed or, of a client that does not say, the version at which it arrived. A question that is newer
than that was not answered by it, and the same act once more before its answer was known is the same
press: a double click, a bouncing key, a page that was slow. Such a command changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sabot.games import game
from sabot.house.table.desk import Desk
from sabot.house.table.messages import ActCommand, EndCommand, Refused
from sabot.house.table.versioned_events import Proposal
from sabot.procedure import Call, Listen, Menu, Move
from sabot.procedure.table import Table

ANY_TIME = frozenset({"sit", "leave", "wait", "redeem"})
"""Acts that answer no question: they mean the same whatever is asked meanwhile."""
STAYS = (Call, Listen, Menu, Move)
"""What may be told while a question stands: no card and no throw, which are looked at first."""
BETS = "bets"
SAME_QUESTION = {"late": BETS, "play": "play", "banco": "banco", "bid": "bid"}
"""Windows of a coup that ask the same by the first word of their name: bets may be laid until a
place has its own first card, what is put into a machine begins no game, and of those who claim the
same bank or bid for the same hand none loses by what another has said first."""
PLAYERS = 256  # whose last act is kept


class Press(NamedTuple):
    """What was pressed, without its key."""

    act: str
    seat: str = ""
    amount: int = 0


@lru_cache(64)
def _any_time(table: Table) -> frozenset[str]:
    """The acts of a table that answer no question. Its cloth, which names those that it lays aside,
    is drawn once for all rooms of the table."""
    return ANY_TIME.union(game(table.game).felt(table).aside)


class PressHistory:
    """What one table asks and since when, and what each of its players did last."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.any_time = _any_time(desk.table)
        self._last: dict[str, tuple[Press, int]] = {}
        self.start()

    def start(self) -> None:
        """The table stands where it was found; whoever comes is shown it as it is now."""
        self.since = self.desk.state.version
        self._coup, self._question = self._asked()

    def _asked(self) -> tuple[str, str]:
        """The coup, and what is asked in it, by name; "" where nobody is asked."""
        standing = self.desk.dealer.standing if self.desk.dealer else None
        window = standing.window if standing else ""
        return self.desk.state.coup, SAME_QUESTION.get(window.partition(":")[0], window)

    def note_stored(self, proposal: Proposal) -> None:
        """Something was stored: another question may stand now.

        What a coup begins with is asked since the coup before has ended, unless there was something
        to look at first.
        """
        coup, question = self._asked()
        looked_at = question != BETS and any(
            e.step is not None and not isinstance(e.step, STAYS) for e in proposal.events)
        changed = (coup, question) != (self._coup, self._question)
        if looked_at or (changed and proposal.entry.kind != "begin"):
            self.since = self.desk.state.version
        self._coup, self._question = coup, question

    def note_accepted(self, player: str, command: ActCommand | EndCommand, version: int) -> None:
        """A player's command was accepted; the table stood at this version after it."""
        _, before = self._last.pop(player, (None, 0))
        self._last[player] = (_press(command), max(version, before))
        if len(self._last) > PLAYERS:
            del self._last[next(iter(self._last))]

    def refuse_stale(self, player: str, command: ActCommand | EndCommand, arrived: int
                     ) -> Refused | None:
        """The refusal of a command whose question stands no more, or which is a press that was
        answered already; ``arrived`` is the version at which it came. None for any other."""
        known = arrived if command.v is None else command.v
        press = _press(command)
        last, version = self._last.get(player, (None, 0))
        again = press == last and version > known
        answers = isinstance(command, ActCommand) and press.act not in self.any_time
        if not again and not (answers and self.since > known):
            return None
        return Refused(command.id, "moved-on", "", "the table has moved on; look at what it asks "
                       "now", {"v": self.desk.state.version})


def _press(command: ActCommand | EndCommand) -> Press:
    if isinstance(command, EndCommand):
        return Press("end-session")
    return Press(command.act, command.seat, command.amount)

