"""The bets on a table between coups, and the spots on which bets lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.procedure import FLOWS, Event, Move

HeldStakes = dict[str, tuple[str, int]]


def held_after(held: Mapping[str, tuple[str, int]], events: Iterable[Event]) -> HeldStakes:
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


def spot_of(bet: str) -> str:
    """The spot on which a bet lies, whoever made it: ``3+1/pair`` lies on ``3/pair``."""
    hand, slash, word = bet.partition("/")
    return hand.partition("+")[0] + slash + word
