"""What a game of the layout answers of its bets."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sabot.odds.answer import Answer
from sabot.odds.entry import Bet, Net


class ClothBet(Bet, frozen=True, kw_only=True):
    """Bets on a cloth with the same odds, told once: the ``spots`` where they lie; the edge of each
    that is won or lost (``edge_decided``) where one may go back undecided; on how many ``throws``
    one lies on average, and the edge for each, where that is not one. ``beside``: it is laid with
    another bet only."""

    net: Net
    given: str
    spots: tuple[str, ...]
    edge_decided: str | UnsetType = UNSET
    throws: str | UnsetType = UNSET
    edge_throw: str | UnsetType = UNSET
    beside: bool | UnsetType = UNSET
    skewness: float


class ClothAnswer(Answer, frozen=True, kw_only=True):
    """The bets of a cloth; ``left``: the cards by rank where they are not all."""

    bets: tuple[ClothBet, ...]
    left: dict[str, int] | UnsetType = UNSET
