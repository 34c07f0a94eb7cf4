"""The odds of the bets of a layout game, as typed values."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sabot.probability.answer import Answer
from sabot.probability.entry import Bet, Net


class ClothBet(Bet, frozen=True, kw_only=True):
    """Bets with the same odds: the ``spots`` on which they can be made; ``edge_decided``: the edge
    of a bet that is won or lost, where it may go back undecided; ``throws``: the mean number of
    throws until it is decided, and ``edge_throw`` the edge of each, where that is not one;
    ``beside``: it can only be made together with another bet."""

    net: Net
    conditions: str = msgspec.field(name="given")
    spots: tuple[str, ...]
    edge_decided: str | UnsetType = UNSET
    throws: str | UnsetType = UNSET
    edge_throw: str | UnsetType = UNSET
    beside: bool | UnsetType = UNSET
    skewness: float


class ClothAnswer(Answer, frozen=True, kw_only=True):
    """The bets of a cloth; ``left``: the cards left by rank, where some are gone."""

    bets: tuple[ClothBet, ...]
    left: dict[str, int] | UnsetType = UNSET
