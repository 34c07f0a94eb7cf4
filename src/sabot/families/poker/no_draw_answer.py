"""What a no-draw poker answers of its bets."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.jackpot.chip import ChipOdds
from sabot.odds.entry import Bet, Net
from sabot.odds.sheets import Curve, RowsFirst, Sheet, SheetAnswer


class OpenRank(msgspec.Struct, frozen=True, kw_only=True):
    """A rank of the bank's open card: how often it shows it, and the edge then."""

    chance: float
    edge: float


class NoDrawBet(Bet, frozen=True, kw_only=True):
    """A bet of a no-draw poker. It is one struct since nothing in a bet says which kind it is:

    - of the main bet what is ``staked`` on average with the second one, and the edge of all of it;
      of how many deals initial bets are lost; how ``often`` what happens, the chances of each first
      decision, and the edge ``by_up``;
    - of a ``jackpot``'s chip all that is known of it.
    """

    net: Net
    staked: float | UnsetType = UNSET
    edge_per_staked: float | UnsetType = UNSET
    edge_per_staked_exact: str | UnsetType = UNSET
    deals: str | UnsetType = UNSET
    lost: str | UnsetType = UNSET
    often: dict[str, float] | UnsetType = UNSET
    first_decision: dict[str, float] | UnsetType = UNSET
    by_up: dict[str, OpenRank] | UnsetType = UNSET
    given: str
    jackpot: ChipOdds | UnsetType = UNSET
    skewness: float


class NoDrawAnswer(SheetAnswer, frozen=True, kw_only=True):
    """The bets of a no-draw poker: sheets of its plays, of its combinations, and of hands of ace
    and king."""

    bets: tuple[NoDrawBet, ...]
    sheets: tuple[Sheet, RowsFirst, Sheet]
    curves: tuple[Curve, ...]
