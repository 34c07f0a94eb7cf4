"""The odds of a blackjack as structs: the main bet, the other bets, and charts of play."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.jackpot.chip import ChipOdds
from sabot.probability.answer import Answer
from sabot.probability.entry import Bet, Figures, Net, Prizes, figures, skewness


class UpCard(msgspec.Struct, frozen=True, kw_only=True):
    """An open card of the bank: its chance, and the edge given it."""

    chance: float
    edge: float


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """The maximum error of each figure of the main bet; ``mean``: that of its ``net``."""

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
    """A bet of a blackjack. All bets share one struct, because the data does not say of which kind
    a bet is:

    - the main bet has what is ``staked`` on average and the edge of all of it, the ``covariance``
      of two hands of a split, how ``often`` things happen, the chances of each first decision,
      those that a ``place`` loses, ties and wins, the edge ``by_up``, the ``bounds`` of errors, and
      what insurance adds (``insured``);
    - a bet on wins in a row has the mean number of ``coups`` that it lasts;
    - insurance has its figures for a bettor known to have no blackjack, where only such a bettor is
      offered it, and the edge by the two cards of its bettor;
    - a ``jackpot`` chip has its own odds.
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
    conditions: str = msgspec.field(name="given")
    without_blackjack: Figures | UnsetType = UNSET
    by_cards: dict[str, str] | UnsetType = UNSET
    jackpot: ChipOdds | UnsetType = UNSET
    skewness: float


def card_bet(name: str, prizes: Prizes, lose: Fraction | None = None, *, assumption: str,
             without_blackjack: Figures | UnsetType = UNSET,
             by_cards: dict[str, str] | UnsetType = UNSET,
             jackpot: ChipOdds | UnsetType = UNSET) -> CardBet:
    """A bet with the exact figures of these prizes: see `figures`."""
    exact = figures(prizes, lose)
    return CardBet(bet=name, conditions=assumption, without_blackjack=without_blackjack,
                   by_cards=by_cards, jackpot=jackpot, skewness=skewness(exact.net),
                   **msgspec.structs.asdict(exact))


class ChartCell(msgspec.Struct, frozen=True, kw_only=True):
    """The best ``act`` and its ``worth``; the second best act and what it costs to take it."""

    act: str
    worth: float
    second: str
    cost: float


class ChartRow(msgspec.Struct, frozen=True, kw_only=True):
    """One hand: ``kind`` is "hard", "soft" or "pair"; cells by the bank's card as in
    `bestplay.UPS`."""

    kind: str
    name: str
    cells: tuple[ChartCell, ...]


class ChartException(msgspec.Struct, frozen=True, kw_only=True):
    """Two cards whose best play against a card of the bank differs from the row of their total
    (``by_total``), and the cost of following that row."""

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
