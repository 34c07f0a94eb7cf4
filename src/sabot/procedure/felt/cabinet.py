"""A machine as it is drawn, and what it must show to its player."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import Cited, Cloth, Drawn, FeltPlace


class MachineBet(Drawn, frozen=True, kw_only=True):
    """A bet that a machine takes: its name among the acts, its parts, and its cost in cents."""

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


class MixedPays(Drawn, frozen=True, kw_only=True):
    """A combination of different symbols, as its ``symbols`` or groups stand for each reel ("*" for
    any symbol), or in any ``order``."""

    symbols: tuple[str, ...]
    order: Literal["given", "any"]


class LineRules(Drawn, frozen=True, kw_only=True):
    """What counts on a line besides so many in a row from the left: names whose numbers count
    ``anywhere``, ``mixed`` combinations, rows ``from_right``, whether a combination ``needs_own``
    symbols, how the multipliers of ``wilds`` are joined, and the prizes that they do not multiply
    (``fixed``)."""

    anywhere: tuple[str, ...] = ()
    mixed: dict[str, MixedPays] = {}
    from_right: bool = False
    needs_own: bool = False
    wilds: Literal["product", "largest", "sum"] = "product"
    fixed: tuple[str, ...] = ()


class RespinFeature(Drawn, frozen=True, kw_only=True):
    """Respins of whole reels: how many that show the ``symbol`` begin them (``least``), and after
    how many ``turns`` without a further one they end."""

    symbol: str
    least: int
    turns: int


class FreeFeature(Drawn, frozen=True, kw_only=True):
    """The free games of a model: what triggers them and how many games each number of it brings,
    the factor of prizes (``times``), whether they can be triggered ``again``, the maximum number
    (``most``, 0 for none), and their own strips with weights."""

    scatter: str
    games: dict[str, int]
    times: int
    again: bool
    most: int
    reels: tuple[str, ...]
    weights: tuple[tuple[int, ...], ...]


class HoldFeature(Drawn, frozen=True, kw_only=True):
    """Hold and respin: the minimum number of symbols held (``least``), the chance that one
    ``lands``, the weights of the ``values`` paid, after how many ``turns`` it ends, and what a
    ``full`` window adds."""

    scatter: str
    least: int
    lands: tuple[int, int]
    values: dict[str, int]
    turns: int
    full: int


class LadderRung(Drawn, frozen=True, kw_only=True):
    """A rung: the weights of the multiples of the bet that it ``pays``, and the weight with which
    it ``ends``."""

    pays: dict[str, int]
    ends: int


class LadderFeature(Drawn, frozen=True, kw_only=True):
    """A ladder: the minimum number of symbols that begins it (``least``), its rungs, whether the
    player has a ``choice`` to stop, and whether the prizes so far are ``lost`` where it ends."""

    scatter: str
    least: int
    rungs: tuple[LadderRung, ...]
    choice: bool
    lost: bool


class Features(Drawn, frozen=True, kw_only=True):
    """The features of a model besides its prizes. ``falls``: winning symbols fall out, and the
    factor of prizes in each window. ``expands``: the symbols that cover their reel."""

    free: FreeFeature | UnsetType = UNSET
    hold: HoldFeature | UnsetType = UNSET
    ladder: LadderFeature | UnsetType = UNSET
    falls: tuple[int, ...] = ()
    respin: RespinFeature | UnsetType = UNSET
    expands: tuple[str, ...] = ()


class BetReturns(Drawn, frozen=True, kw_only=True):
    """The return of a bet of so many coins: exactly, and in hundredths."""

    bet: int
    returned: str
    percent: str


class MachineSign(Drawn, frozen=True, kw_only=True):
    """What is seen of a machine from a distance: its number, what it plays, and the minimum and
    maximum return of a bet."""

    number: str
    name: str
    model: str
    symbols: tuple[str, ...]
    returned: tuple[str, str]


class MachineJackpot(Cited, frozen=True, kw_only=True):
    """The jackpot of a machine: the ``share`` of each bet that it takes, also in hundredths, the
    number and kind of symbols that win it at a bet of at ``least`` so much, its ``start`` in cents,
    and the ``pool`` of several machines, "" for its own."""

    pool: str
    share: str
    percent: str
    symbol: str
    count: int
    least: int
    start: int


class CabinetLaws(Drawn, frozen=True, kw_only=True):
    """The clauses of what is written on a machine."""

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
    """Everything that a cabinet shows: its number, the model with version and identity, bets,
    winning sequences, returns, and instructions by language.

    ``play`` is what wins. ``reels`` are the strips, ``free_reels`` those of free games where these
    have others; ``window`` is the number of visible rows of each; ``lines`` have the row on each
    reel; ``times`` are the factors of wild symbols; ``groups`` are names for several symbols;
    ``pair`` is the lowest pair that pays, at cards, and ``wild_rank`` the rank that stands for any
    card. ``by_coins`` has all prizes of a bet of so many coins in all, where they are not in
    proportion to it. ``coins``, ``notes``, ``most_credit`` and
    ``by_hand`` (prizes above it are paid by hand) are cents.
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
    wild_rank: str = ""
    line_rules: LineRules = LineRules()
    by_coins: dict[str, tuple[MachinePays, ...]] = {}
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
