"""What a blackjack answers of its bets: the main one and those beside it, and charts of play."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.jackpot.chip import ChipOdds
from sabot.odds.answer import Answer
from sabot.odds.entry import Bet, Figures, Net, Prizes, figures, skewness


class UpCard(msgspec.Struct, frozen=True, kw_only=True):
    """An open card of the bank: how often it shows it, and the edge then."""

    chance: float
    edge: float


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """How far each figure of the main bet may be off, at most; ``mean``: that of its ``net``."""

    net: float
    p_win: float
    p_push: float
    p_lose: float
    place: float
    mean: float
    variance: float
    covariance: float
    staked: float
    often: float


class CardBet(Bet, frozen=True, kw_only=True):
    """A bet of a blackjack. It is one struct since nothing in a bet says which kind it is:

    - of the main bet what is ``staked`` on average and the edge of all of it, the ``covariance`` of
      two hands of a split, how ``often`` what happens, the chances of each first decision, those
      that a ``place`` loses, ties and wins, the edge ``by_up``, how far figures may be off
      (``bounds``), and whether it is ``insured``;
    - of one on wins in a row how many ``coups`` it lasts on average;
    - of the insurance its figures for a bettor known to have no blackjack, where no other is
      offered it, and the edge by the two cards of its bettor;
    - of a ``jackpot``'s chip all that is known of it.
    """

    staked: float | UnsetType = UNSET
    edge_per_staked: float | UnsetType = UNSET
    covariance: float | UnsetType = UNSET
    often: dict[str, float] | UnsetType = UNSET
    first_decision: dict[str, float] | UnsetType = UNSET
    place: tuple[float, float, float] | UnsetType = UNSET
    by_up: dict[str, UpCard] | UnsetType = UNSET
    net: Net
    bounds: Bounds | UnsetType = UNSET
    insured: float | UnsetType = UNSET
    coups: float | UnsetType = UNSET
    given: str
    without_blackjack: Figures | UnsetType = UNSET
    by_cards: dict[str, str] | UnsetType = UNSET
    jackpot: ChipOdds | UnsetType = UNSET
    skewness: float


def card_bet(name: str, prizes: Prizes, lose: Fraction | None = None, *, given: str,
             without_blackjack: Figures | UnsetType = UNSET,
             by_cards: dict[str, str] | UnsetType = UNSET,
             jackpot: ChipOdds | UnsetType = UNSET) -> CardBet:
    """A bet with the exact figures of these prizes: see `figures`."""
    found = figures(prizes, lose)
    return CardBet(bet=name, given=given, without_blackjack=without_blackjack, by_cards=by_cards,
                   jackpot=jackpot, skewness=skewness(found.net),
                   **msgspec.structs.asdict(found))


class ChartCell(msgspec.Struct, frozen=True, kw_only=True):
    """What is best: ``act``, its ``worth``; the next best act and what it costs to take it."""

    act: str
    worth: float
    second: str
    cost: float


class ChartRow(msgspec.Struct, frozen=True, kw_only=True):
    """One hand: ``kind`` is "hard", "soft" or "pair"; cells by the bank's card as in
    `charts.UPS`."""

    kind: str
    name: str
    cells: tuple[ChartCell, ...]


class ChartException(msgspec.Struct, frozen=True, kw_only=True):
    """Two cards that are best played otherwise than the row of their total says (``by_total``)
    against a card of the bank, and what following it costs."""

    hand: str
    against: str
    best: str
    by_total: str
    cost: float


class ChartAnswer(Answer, frozen=True, kw_only=True):
    """The bets of a blackjack with the best play as charts: by totals and by every two cards."""

    bets: tuple[CardBet, ...]
    chart: tuple[ChartRow, ...]
    two_cards: tuple[ChartRow, ...]
    exceptions: tuple[ChartException, ...]
