"""The PAR sheet of a gaming machine: the exact return of its model. Prizes are coins for one coin
of a line; fractions are texts with floats next to them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

CoinBets = dict[int, tuple[tuple[int, int, int], ...]]
"""By the value of a coin in cents: lines, coins on each, and their cost."""


class PartReturned(msgspec.Struct, frozen=True, kw_only=True):
    """A part of each bet that is returned."""

    returned: str
    returned_float: float


class Begins(msgspec.Struct, frozen=True, kw_only=True):
    """How often a feature begins, per game."""

    chance: str
    chance_float: float
    once_in: float


class TopPrize(msgspec.Struct, frozen=True, kw_only=True):
    """The highest prize, in coins and in bets, and its chance."""

    coins: int
    bets: float
    chance: str
    chance_float: float
    once_in: float


class PaidCombination(msgspec.Struct, frozen=True, kw_only=True):
    """A combination: its symbol or cards, on reels ``many`` of it, and its prize."""

    name: str
    many: int | UnsetType = UNSET
    coins: int
    chance: str
    chance_float: float
    once_in: float


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of a prize from so many bets to less than ``below``, which is 0 for no prize and
    None for the last band."""

    least: int = msgspec.field(name="from")
    below: int | None
    chance: str
    chance_float: float


class FreeGames(msgspec.Struct, frozen=True, kw_only=True):
    """The return of free games in bets, and their mean number."""

    mean: str
    mean_float: float
    games: str
    games_float: float


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """The return of a hold in bets, and its distribution."""

    mean: str
    mean_float: float
    bands: tuple[Band, ...]


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """The return of a ladder in bets under its best play: the prize at which the player stops at
    each step, where there is a ``choice``."""

    mean: str
    mean_float: float
    choice: bool
    stops: tuple[int | None, ...]
    bands: tuple[Band, ...]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of the return of so many games, in 90 of 100 cases."""

    games: int
    low: float
    high: float


class Volatility(msgspec.Struct, frozen=True, kw_only=True):
    """Half the width of the 90 % interval of a game, in bets, and the intervals of many games."""

    index: float
    intervals: tuple[Interval, ...]


class LeastReturn(msgspec.Struct, frozen=True, kw_only=True):
    """The minimum return of any bet, and whether it is lawful."""

    least: str
    least_float: float
    lawful: bool


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """The return that the law requires (``required``), compared with the plan of prizes alone
    (``base``) and with the ``share`` of each bet that goes to jackpots. ``won_by``: whether "all"
    bets can win them, "some" or "none", where there is a share."""

    share: str
    required: str
    base: LeastReturn
    whole: LeastReturn
    won_by: str | UnsetType = UNSET
    laws: tuple[str, ...]


class BetReturn(msgspec.Struct, frozen=True, kw_only=True):
    """The return of a bet of so many lines or coins: by its plan of prizes, with the jackpots that
    it can win (``whole``; ``won_by`` all its games, some from ``won_from`` cents on, or none), and
    for players who follow ``simple`` rules."""

    won_by: str | UnsetType = UNSET
    won_from: int | UnsetType | None = UNSET
    bet: int
    returned: str
    returned_float: float
    whole: str
    whole_float: float
    hit: str
    hit_float: float
    deviation: float
    simple: dict[str, PartReturned]


class Bounded(msgspec.Struct, frozen=True, kw_only=True):
    """An exact figure that is too long to be written: it is at least the value of the sheet and at
    most ``error`` more. ``digits``: its decimal digits that are certain."""

    error: str
    error_float: float
    digits: str


class ParSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything exact that is known of a model at one bet. Machines with reels ("lines", "ways")
    have fields that machines with "cards" do not have; ``coins``: the cost of each bet, for the
    machine of a table. ``lines``: how many are played, where the bet is a number of coins.
    ``bound``: of the return and the variance, where the free games have too many digits."""

    model: str
    version: str
    identity: str
    kind: str
    bet: int
    lines: int | UnsetType = UNSET
    cycle: int | UnsetType = UNSET
    stops: tuple[int, ...] | UnsetType = UNSET
    sides: tuple[int, ...] | UnsetType = UNSET
    window: tuple[int, ...] | UnsetType = UNSET
    symbols: dict[str, tuple[int, ...]] | UnsetType = UNSET
    returned: str
    returned_float: float
    bound: Bounded | UnsetType = UNSET
    hit: str
    hit_float: float
    variance: str
    variance_float: float
    deviation: float
    choice: str | UnsetType = UNSET
    parts: dict[str, PartReturned] | UnsetType = UNSET
    begins: dict[str, Begins] | UnsetType = UNSET
    top: TopPrize | UnsetType = UNSET
    combinations: tuple[PaidCombination, ...]
    bands: tuple[Band, ...] | UnsetType = UNSET
    wins: dict[str, str] | UnsetType = UNSET
    free: dict[str, FreeGames] | UnsetType = UNSET
    hold: dict[str, Hold] | UnsetType = UNSET
    ladder: Ladder | UnsetType = UNSET
    volatility: Volatility
    readings: Readings
    every_bet: tuple[BetReturn, ...]
    coins: CoinBets | UnsetType = UNSET
