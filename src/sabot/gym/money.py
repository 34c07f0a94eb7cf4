"""The money of a table while it is played: every account, told by the movements of the coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.procedure import FLOWS, Event, Move, Part, gain, renamed_bet


class Books:
    """What each player has, in whole cents.

    ``purse`` is what he holds himself, ``lying`` whose each bet on the table is with its cents,
    between coups too, ``papers`` the tickets that he was given for money, ``house`` what the bank,
    the pool and whoever else has taken less what they have paid.
    """

    def __init__(self, purses: dict[str, int]) -> None:
        self.purse = Counter(purses)
        self.lying: dict[str, tuple[str, int]] = {}
        self.papers: Counter[str] = Counter()
        self.house = 0
        self._issued = sum(purses.values())

    def tell(self, events: Iterable[Event]) -> None:
        """Take what these events move. What a coup holds for the next one lies on, so that neither
        ``hold`` nor ``resume`` moves anything here."""
        for event in events:
            step = event.step
            if isinstance(step, Part):
                self.lying = {renamed_bet(bet, step): of for bet, of in self.lying.items()}
            elif isinstance(step, Move):
                self._move(step)

    def _move(self, move: Move) -> None:
        frm, to = FLOWS[move.kind]
        if "held" in (frm, to):
            return
        self.purse[move.player] += gain(move)
        if frm == "stake":
            self._lay(move.bet, "", -move.amount)
        if to == "stake":
            into = (frm == "stake" and move.into) or move.bet
            self._lay(into, "" if move.kind == "take" else move.player, move.amount)
        if "ticket" in (frm, to):
            self.papers[move.player] += move.amount * (1 if to == "ticket" else -1)
        self.house += move.amount * ((to not in _PLAYERS) - (frm not in _PLAYERS))

    def _lay(self, bet: str, player: str, amount: int) -> None:
        owner, before = self.lying.pop(bet, (player, 0))
        if before + amount:
            self.lying[bet] = (owner, before + amount)

    def staked(self, player: str) -> int:
        """What lies on the table as this player's."""
        return sum(cents for owner, cents in self.lying.values() if owner == player)

    def worth(self, player: str) -> int:
        """All that is a player's: in his purse, on the table, in tickets."""
        return self.purse[player] + self.staked(player) + self.papers[player]

    def balanced(self) -> bool:
        """Whether no cent has come or gone: what was issued is all there is."""
        there = sum(self.purse.values()) + sum(self.papers.values()) + self.house
        return there + sum(cents for _, cents in self.lying.values()) == self._issued


_PLAYERS = frozenset({"player", "stake", "ticket"})
