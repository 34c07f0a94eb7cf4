"""A machine as it is drawn, and what it must show to who plays."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import Cited, Cloth, Drawn, FeltPlace


class MachineBet(Drawn, frozen=True, kw_only=True):
    """A bet that a machine takes: its name among the acts, its parts, what it costs in cents."""

    seat: str
    lines: int
    stake: int
    coin: int
    cost: int


class MachinePays(Drawn, frozen=True, kw_only=True):
    """What so many of a symbol pay, in coins: times the coin of a line, or for a ``scatter`` times
    the whole bet."""

    symbol: str
    count: int
    coins: int
    scatter: bool


class FreeFeature(Drawn, frozen=True, kw_only=True):
    """Free games, as the model has them: what begins them and how many so many of it bring, how
    many ``times`` over prizes are paid, whether they begin ``again``, how many at ``most``, and
    other strips for them with their weights."""

    scatter: str
    games: dict[str, int]
    times: int
    again: bool
    most: int
    reels: tuple[str, ...]
    weights: tuple[tuple[int, ...], ...]


class HoldFeature(Drawn, frozen=True, kw_only=True):
    """Hold and respin, as the model has it: the ``least`` of what is held, in how many cases one
    ``lands``, how often of all each of the ``values`` is paid, after how many ``turns`` it ends,
    and what a ``full`` window pays more."""

    scatter: str
    least: int
    lands: tuple[int, int]
    values: dict[str, int]
    turns: int
    full: int


class LadderRung(Drawn, frozen=True, kw_only=True):
    """A rung: how often of all it ``pays`` the bet so many times, and how often it ``ends``."""

    pays: dict[str, int]
    ends: int


class LadderFeature(Drawn, frozen=True, kw_only=True):
    """A ladder, as the model has it: the ``least`` of what begins it, its rungs, whether there is a
    ``choice`` to stop, and whether what was paid is ``lost`` where it ends."""

    scatter: str
    least: int
    rungs: tuple[LadderRung, ...]
    choice: bool
    lost: bool


class Features(Drawn, frozen=True, kw_only=True):
    """What a model has beside its prizes. ``falls``: winning symbols fall out, and how many times
    over what wins in each window is paid."""

    free: FreeFeature | UnsetType = UNSET
    hold: HoldFeature | UnsetType = UNSET
    ladder: LadderFeature | UnsetType = UNSET
    falls: tuple[int, ...] = ()


class BetReturns(Drawn, frozen=True, kw_only=True):
    """What comes back of a bet of so many coins: exactly, and in hundredths."""

    bet: int
    returned: str
    percent: str


class MachineSign(Drawn, frozen=True, kw_only=True):
    """What is seen of a machine from far: its number, what it plays, and the least and the most
    that comes back of a bet."""

    number: str
    name: str
    model: str
    symbols: tuple[str, ...]
    returned: tuple[str, str]


class MachineJackpot(Cited, frozen=True, kw_only=True):
    """The jackpot of a machine: the ``share`` of each bet that it takes, also in hundredths, how
    many of which symbol win it in a bet of at ``least`` so much, its ``start`` in cents, and the
    ``pool`` of several machines, "" for one of its own."""

    pool: str
    share: str
    percent: str
    symbol: str
    count: int
    least: int
    start: int


class CabinetLaws(Drawn, frozen=True, kw_only=True):
    """The clauses of what stands on a machine."""

    number: str
    bet: str
    pays: str
    payment: str
    portuguese: str
    returned: str
    hand: str
    records: str
    last: str


class CabinetFelt(Cloth, frozen=True, kw_only=True, tag="cabinet"):
    """Everything that a cabinet shows: its number, the model with its version and identity, bets,
    winning sequences, what comes back, and instructions by language.

    ``play`` is what wins. ``reels`` are strips, ``free_reels`` those of free games where these have
    their own; ``window``: how many rows of each are seen; ``lines``: the row of each reel;
    ``times``: by how much a wild symbol multiplies; ``groups``: names for several symbols;
    ``pair``: at cards the least pair that pays. ``coins``, ``notes``, ``most_credit`` and
    ``by_hand``, above which a prize is paid by hand, are cents.
    """

    cloth: str
    aside: tuple[str, ...] = ()
    places: tuple[FeltPlace, ...]
    number: str
    name: str
    version: str
    identity: str
    model: str
    play: Literal["lines", "ways", "cards"]
    reels: tuple[tuple[str, ...], ...]
    free_reels: tuple[tuple[str, ...], ...] | None
    window: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    scatters: tuple[str, ...]
    wilds: tuple[str, ...]
    times: dict[str, int]
    groups: dict[str, tuple[str, ...]]
    pair: str = ""
    pays: tuple[MachinePays, ...]
    features: Features
    bets: tuple[MachineBet, ...]
    coins: tuple[int, ...]
    notes: tuple[int, ...]
    most_credit: int
    by_hand: int
    returned: tuple[BetReturns, ...]
    sign: MachineSign
    instructions: dict[str, tuple[str, ...]]
    laws: CabinetLaws
    jackpot: MachineJackpot | UnsetType = UNSET
