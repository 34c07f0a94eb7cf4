"""What was done for players while they were away, to be told when they are back.

Kept in memory only: the journal has every round, and the pages of rounds show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sabot.house.shared_views import Facts
from sabot.house.table.desk import Desk
from sabot.house.table.versioned_events import Item
from sabot.procedure import Listen, Move, TimeOut

SETTLES = {"prize": 1, "collect": -1}
"""The kinds of moves that settle a bet, with the sign of what they bring to its player."""
MOST_ROUNDS = 20
"""The rounds that are named to a player who is back."""


@dataclass
class Absence:
    """What happened to the bets of a player who is away: how often the clock acted for them
    (``acts``), their rounds in order, and what these brought, in cents."""

    acts: int = 0
    net: int = 0
    rounds: dict[str, None] = field(default_factory=dict)


class Absences:
    """The players of one table who are away with a seat or a session."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._away: dict[str, Absence] = {}
        self._question: Listen | None = None

    def leaves(self, player: str) -> None:
        """A player is away from now on."""
        desk = self.desk
        if player and (player in desk.seats or player in desk.at_stake
                       or player in desk.state.sessions):
            self._away[player] = Absence()

    def note(self, items: Iterable[Item], online: Callable[[str], bool]) -> None:
        """Note what items that were just published have done for players who are away."""
        for item in items:
            event = item.event
            if event is None:
                continue
            step = event.step
            if isinstance(step, Listen):
                self._question = step
            elif isinstance(event.answer, TimeOut) and self._question is not None:
                question = self._question
                for player in {offer.player for offer in question.offers
                               if offer.act == question.default and offer.player in self._away}:
                    self._note_round(player).acts += 1
            elif isinstance(step, Move) and step.player in self._away and step.kind in SETTLES:
                self._note_round(step.player).net += SETTLES[step.kind] * step.amount
        for player in [player for player in self._away if online(player)]:
            del self._away[player]

    def _note_round(self, player: str) -> Absence:
        absence = self._away[player]
        absence.rounds[self.desk.state.coup] = None
        return absence

    def returns(self, player: str) -> Facts | None:
        """Return what to tell a player who is back; None when nothing was done for them."""
        absence = self._away.pop(player, None)
        if absence is None or not absence.rounds:
            return None
        return {"acts": absence.acts, "net": absence.net, "n": len(absence.rounds),
                "rounds": list(absence.rounds)[-MOST_ROUNDS:]}
