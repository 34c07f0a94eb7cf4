"""The compiled games of a model, whether or not a house may open a table with it."""

from __future__ import annotations

from sabot.families.machine.draw import Draw
from sabot.families.machine.drawkernel import CardPlayer
from sabot.families.machine.file import AnyModel
from sabot.families.machine.kernel import ReelPlayer


def player(model: AnyModel, bet: int = 0) -> ReelPlayer | CardPlayer:
    """The compiled games of a bet of so many lines or coins, 0 for the maximum, played best."""
    if isinstance(model, Draw):
        return CardPlayer(model, bet)
    if model.by_coins:
        coins = bet or max(model.bets_by_coins)
        lines, stake = model.bets_by_coins[coins]
        return ReelPlayer(model.for_coins(coins), lines, stake=stake)
    return ReelPlayer(model, bet)
