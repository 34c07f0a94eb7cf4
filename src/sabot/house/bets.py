"""Whose the bets on a table are: in play, and held between coups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.procedure import FLOWS, Event, Move, Part, renamed

Held = dict[str, tuple[str, int]]


class Owners:
    """The player of each bet that lies on the table, as the events of a coup tell it."""

    def __init__(self) -> None:
        self._lying: Held = {}

    def fold(self, events: Iterable[Event]) -> None:
        for event in events:
            step = event.step
            if isinstance(step, Part):
                self._lying = {renamed(b, step): kept for b, kept in self._lying.items()}
            elif isinstance(step, Move):
                source, target = FLOWS[step.kind]
                if source == "stake":
                    self._lay(step.bet, step.player, -step.amount)
                if target == "stake":
                    self._lay(step.into or step.bet, step.player, step.amount)

    def _lay(self, bet: str, player: str, amount: int) -> None:
        owner, before = self._lying.pop(bet, (player, 0))
        if before + amount:
            self._lying[bet] = (owner, before + amount)

    def of(self, player: str) -> dict[str, int]:
        """A player's bets in play, each with its cents."""
        return {bet: amount for bet, (owner, amount) in self._lying.items() if owner == player}


def held_after(held: Mapping[str, tuple[str, int]], events: Iterable[Event]) -> Held:
    """The stakes that stay on the table between coups, once these events were told."""
    left = dict(held)
    for event in events:
        step = event.step
        if isinstance(step, Move) and "held" in FLOWS[step.kind]:
            sign = 1 if FLOWS[step.kind][1] == "held" else -1
            owner, before = left.pop(step.bet, (step.player, 0))
            if before + sign * step.amount:
                left[step.bet] = (owner, before + sign * step.amount)
    return left


def by_player(held: Mapping[str, tuple[str, int]]) -> dict[str, int]:
    """What each player has among these stakes."""
    found: dict[str, int] = {}
    for owner, amount in held.values():
        found[owner] = found.get(owner, 0) + amount
    return found


def spot_of(bet: str) -> str:
    """The spot on which a bet lies, whoever made it: ``3+1/pair`` lies on ``3/pair``."""
    hand, slash, word = bet.partition("/")
    return hand.partition("+")[0] + slash + word
