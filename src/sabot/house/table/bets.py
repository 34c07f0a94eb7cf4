"""The stakes that stay on a table between coups, and the spots of bets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sabot.procedure import FLOWS, Event, Move

HeldStakes = dict[str, tuple[str, int]]


def held_after(before: Mapping[str, tuple[str, int]], events: Iterable[Event]) -> HeldStakes:
    """Return the stakes that stay on the table between coups, after these events."""
    remaining = dict(before)
    for event in events:
        step = event.step
        if isinstance(step, Move) and "held" in FLOWS[step.kind]:
            sign = 1 if FLOWS[step.kind][1] == "held" else -1
            owner, amount_before = remaining.pop(step.bet, (step.player, 0))
            if amount_before + sign * step.amount:
                remaining[step.bet] = (owner, amount_before + sign * step.amount)
    return remaining


def spot_of(bet: str) -> str:
    """Return the spot of a bet, whoever made it: ``3+1/pair`` is on ``3/pair``."""
    hand, slash, word = bet.partition("/")
    return hand.partition("+")[0] + slash + word
