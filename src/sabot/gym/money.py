"""The money of a table in play, computed from the movements of coups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sabot.gym.copying import copy_attributes
from sabot.procedure import FLOWS, Event, Move, Part, gain, renamed_bet


class TableMoney:
    """The money of each player and of the house, in cents.

    Attributes:
        purse: The money of each player that is not on the table.
        bets: The owner and the cents of each bet on the table, also between coups.
        tickets: The value of each player's tickets.
        house: What the bank, the pool and others have taken minus what they have paid.
    """

    def __init__(self, purses: dict[str, int]) -> None:
        self.purse = Counter(purses)
        self.bets: dict[str, tuple[str, int]] = {}
        self.tickets: Counter[str] = Counter()
        self.house = 0
        self._staked = Counter[str]()
        self._issued = sum(purses.values())

    def copy(self) -> TableMoney:
        """An independent copy."""
        return copy_attributes(self)

    def tell(self, events: Iterable[Event]) -> None:
        """Add the movements of these events. Bets held for the next coup stay on the table, so that
        ``hold`` and ``resume`` move nothing here."""
        for event in events:
            step = event.step
            if isinstance(step, Part):
                self.bets = {renamed_bet(bet, step): bet_ for bet, bet_ in self.bets.items()}
            elif isinstance(step, Move):
                self._move(step)

    def _move(self, move: Move) -> None:
        frm, to = FLOWS[move.kind]
        if "held" in (frm, to):
            return
        self.purse[move.player] += gain(move)
        if frm == "stake":
            self._change_bet(move.bet, "", -move.amount)
        if to == "stake":
            target = (frm == "stake" and move.into) or move.bet
            self._change_bet(target, "" if move.kind == "take" else move.player, move.amount)
        if "ticket" in (frm, to):
            self.tickets[move.player] += move.amount * (1 if to == "ticket" else -1)
        self.house += move.amount * ((to not in _PLAYERS) - (frm not in _PLAYERS))

    def _change_bet(self, bet: str, player: str, amount: int) -> None:
        owner, old = self.bets.pop(bet, (player, 0))
        self._staked[owner] += amount
        if old + amount:
            self.bets[bet] = (owner, old + amount)

    def staked(self, player: str) -> int:
        """The player's money on the table."""
        return self._staked[player]

    def worth(self, player: str) -> int:
        """All money of a player: purse, table and tickets."""
        return self.purse[player] + self.staked(player) + self.tickets[player]

    def balanced(self) -> bool:
        """Whether all money adds up to what was issued."""
        total = sum(self.purse.values()) + sum(self.tickets.values()) + self.house
        return total + sum(cents for _, cents in self.bets.values()) == self._issued


_PLAYERS = frozenset({"player", "stake", "ticket"})
