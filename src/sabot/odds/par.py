"""The sheet of a gaming machine: what its model returns, exactly. Prizes are coins for one coin of
a line; fractions are texts with floats beside them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

CoinBets = dict[int, tuple[tuple[int, int, int], ...]]
"""By the worth of a coin in cents: lines, coins on each, and what that costs."""


class PartReturned(msgspec.Struct, frozen=True, kw_only=True):
    """A part of each bet that comes back."""

    returned: str
    returned_float: float


class Begins(msgspec.Struct, frozen=True, kw_only=True):
    """How often something begins, of all games."""

    chance: str
    chance_float: float
    once_in: float


class TopPrize(msgspec.Struct, frozen=True, kw_only=True):
    """The highest prize, in coins and in bets, and how often it comes."""

    coins: int
    bets: float
    chance: str
    chance_float: float
    once_in: float


class PaidCombination(msgspec.Struct, frozen=True, kw_only=True):
    """A combination: its symbol or its cards, on reels how ``many`` of it, and what it pays."""

    name: str
    many: int | UnsetType = UNSET
    coins: int
    chance: str
    chance_float: float
    once_in: float


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """How often between so many bets and less than so many are paid; ``below`` is 0 for nothing at
    all, None for the last band."""

    least: int = msgspec.field(name="from")
    below: int | None
    chance: str
    chance_float: float


class FreeGames(msgspec.Struct, frozen=True, kw_only=True):
    """What free games return in bets, and how many they become."""

    mean: str
    mean_float: float
    games: str
    games_float: float


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """What a hold returns in bets, and how often how much."""

    mean: str
    mean_float: float
    bands: tuple[Band, ...]


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """What a ladder returns in bets at its best play: with what one stops at each step, where there
    is a ``choice``."""

    mean: str
    mean_float: float
    choice: bool
    stops: tuple[int | None, ...]
    bands: tuple[Band, ...]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """Within what bounds the return of so many games lies, 90 times of 100."""

    games: int
    low: float
    high: float


class Volatility(msgspec.Struct, frozen=True, kw_only=True):
    """Half of the width of the 90 % interval of a game, in bets, and the intervals of many."""

    index: float
    intervals: tuple[Interval, ...]


class LeastReturn(msgspec.Struct, frozen=True, kw_only=True):
    """The least that any bet returns, and whether the law is content with it."""

    least: str
    least_float: float
    lawful: bool


class Readings(msgspec.Struct, frozen=True, kw_only=True):
    """What the law asks for (``required``) held against the plan of prizes alone (``base``) and
    with the ``share`` of each bet that goes to jackpots; ``won_by``: whether "all" bets can win
    them, "some" or "none", where there is a share."""

    share: str
    required: str
    base: LeastReturn
    whole: LeastReturn
    won_by: str | UnsetType = UNSET
    laws: tuple[str, ...]


class BetReturn(msgspec.Struct, frozen=True, kw_only=True):
    """What a bet of so many lines or coins returns: by its plan of prizes, as a ``whole`` with the
    jackpots that it can win (``won_by`` all its games, some from ``won_from`` cents on, or none),
    and to who plays by ``simple`` rules."""

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


class ParSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything exact that is known of a model at one bet. Machines with reels ("lines", "ways")
    say of these and of their features what machines of "cards" do not have; ``coins``: what each
    bet costs, of the machine of a table."""

    model: str
    version: str
    identity: str
    kind: str
    bet: int
    cycle: int | UnsetType = UNSET
    stops: tuple[int, ...] | UnsetType = UNSET
    sides: tuple[int, ...] | UnsetType = UNSET
    window: tuple[int, ...] | UnsetType = UNSET
    symbols: dict[str, tuple[int, ...]] | UnsetType = UNSET
    returned: str
    returned_float: float
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
