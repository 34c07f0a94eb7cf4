"""The odds of no-draw poker, as data."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.jackpot.chip import ChipOdds
from sabot.probability.entry import Bet, Net
from sabot.probability.sheets import Curve, RowsFirst, Sheet, SheetAnswer


class OpenRank(msgspec.Struct, frozen=True, kw_only=True):
    """A rank of the bank's open card: the chance that it is shown, and the edge then."""

    chance: float
    edge: float


class NoDrawBet(Bet, frozen=True, kw_only=True):
    """A bet of no-draw poker. One struct serves all bets, since no field of a bet says its kind:

    - the main bet has the mean ``staked`` with the second bet and the edge over it; the exact
      number of ``deals`` and of initial bets ``lost``; ``often``, the chance of each end; the
      chances of each first decision; and the edge ``by_up``, by open card;
    - a chip of the ``jackpot`` has the odds of the chip.
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
    conditions: str = msgspec.field(name="given")
    jackpot: ChipOdds | UnsetType = UNSET
    skewness: float


class NoDrawAnswer(SheetAnswer, frozen=True, kw_only=True):
    """The bets of no-draw poker, with tables of its plays, of its combinations, and of hands of ace
    and king."""

    bets: tuple[NoDrawBet, ...]
    sheets: tuple[Sheet, RowsFirst, Sheet]
    curves: tuple[Curve, ...]
