"""What a game can do beside being played, as typed values: `Game` has a field for each of these,
and who needs one asks whether it is there.

Where a value holds something of the game's own that nobody else looks into (a chart, a carry) it
is Any on purpose. What a game says of its odds are the structs of `sabot.odds`; a kind of game that
has more to say extends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from sabot.odds.answer import Answer, HandAdvice, PlayClass, PublishedFigure, Step, Together
from sabot.odds.liability import Most
from sabot.odds.par import ParSheet
from sabot.odds.people import Census, Commission, Cost
from sabot.odds.tally import Kernel, Strategy
from sabot.procedure.dealer import Event
from sabot.procedure.meters import Metered
from sabot.procedure.steps import Act, Carry, Offer
from sabot.procedure.table import Table, Values, Violation
from sabot.procedure.view import TableState

Known = TypeVar("Known", covariant=True)

Words = Mapping[str, Mapping[str, str]]
"""Words by language and key."""

Cite = tuple[str, tuple[str, ...]]
"""A clause, and those beside it."""


# -- the house's choices ---------------------------------------------------------------------------


class Note(msgspec.Struct, frozen=True):
    """Something that a lawful table should know of itself: the ``clause``, the key of the file that
    it is about (``what``), and the text."""

    clause: str
    what: str
    text: str


@dataclass(frozen=True)
class OpenChoices:
    """Choices that a regulation leaves to the house without a value that holds by itself.

    ``unsaid(said, table)``: what is wrong with a file whose rules are ``said``. ``demonstration``:
    the rules and authorisations of a table that no house has laid down.
    """

    unsaid: Callable[[Values, Table], list[Violation]]
    demonstration: Values


# -- odds ------------------------------------------------------------------------------------------


class OddsOf(Protocol):
    """Every bet of a table priced under a class of play; without one, under the best."""

    def __call__(self, table: Table, strategy: str = ..., /) -> Answer: ...


class OfPlay(Protocol[Known]):
    """What is known of a table under a class of play; without one, under the best."""

    def __call__(self, strategy: str = ..., /) -> Known: ...


class EdgeOf(Protocol):
    """The edge of a table's main bet under a class of play, in units of the stake: above nothing
    for the house."""

    def __call__(self, table: Table, strategy: str = ..., /) -> float: ...


class StepsOf(Protocol):
    """What each rule of a table adds to its edge under a class of play, one after the other."""

    def __call__(self, table: Table, strategy: str = ..., /) -> tuple[Step, ...]: ...


class WrittenPlay(Protocol):
    """The play of a class as the text of a file, under the id of the game."""

    def __call__(self, table: Table, game: str, strategy: str = ..., /) -> str: ...


@dataclass(frozen=True)
class CardsLeft:
    """The odds of a table from the cards that are left in its shoe: ``odds`` under a class of play,
    and ``together`` of bets laid together, as those of `Pricing` are from a full one."""

    odds: OfPlay[Answer]
    together: Callable[[str], Together] | None = None


@dataclass(frozen=True)
class Pricing:
    """What the bets of a game against a bank are worth.

    ``odds``: every bet priced. ``words``: what a page calls these bets, by language. ``classes``:
    the classes of play, the best first. ``answer``: what kind of answer ``odds`` gives, so that one
    that was stored reads back. ``edge``: of the main bet; ``waterfall``: what each rule
    adds to it; ``simpler``: what each class of play is worth; ``most``: the most that the bank may
    owe in one coup. ``together``: bets laid together, from a text that names them.
    ``cards_left(table, text, seen)``: the odds from the cards that are left, which the text names,
    or those that have gone where ``seen``; ValueError says what is wrong with it. ``advice``: how
    one hand is played against what the bank shows. ``published``: figures of others beside ours.
    ``cloth``: the spots, outcomes and fates of a table, of the family's own type.
    """

    odds: OddsOf
    answer: type[Answer]
    words: Words = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    edge: EdgeOf | None = None
    waterfall: StepsOf | None = None
    simpler: Callable[[Table], tuple[PlayClass, ...]] | None = None
    most: Callable[[Table], Most] | None = None
    together: Callable[[Table, str], Together] | None = None
    cards_left: Callable[[Table, str, bool], CardsLeft] | None = None
    advice: Callable[[Table, str, str], HandAdvice] | None = None
    published: Callable[[], tuple[PublishedFigure, ...]] | None = None
    cloth: object = None


# -- simulation ------------------------------------------------------------------------------------


class KernelOf(Protocol):
    """The kernel of a lawful table: who plays its coups in compiled loops.

    ``chart`` is how is played, of the game's own type (see `Strategy`); None for the simplest way
    that it has. ``seats``: places played, each at the minimum of the table. ``fresh``: a full shoe
    for each coup. ``bets``: names of bets that lie beside each of these, or "all"; the kernel then
    has ``stakes``, the cents on each by name, and its tallies the parts "bet/NAME" with the net
    result of each that was decided. ValueError, with the words for the player of it, for what this
    table does not allow.
    """

    def __call__(self, table: Table, chart: Any = None, *, seats: int = 1, fresh: bool = False,
                 bets: tuple[str, ...] = ()) -> Kernel: ...


class BatchOf(Protocol):
    """So many tables that wait for decisions, in compiled code."""

    def __call__(self, table: Table, n: int, *, fresh: bool = False) -> Any: ...


Span = Literal["shoe", "game"]
"""Within what coups of a simulation depend on one another."""


@dataclass(frozen=True)
class Simulation:
    """How a game is played in numbers.

    ``kernel``: see `KernelOf`. ``engine(coup, table, kernel)``: the reference engine under the play
    of a kernel. ``any_chart(table, seed)``: some lawful way to play. ``strategies``: ways to play,
    by name; ``read_chart`` and ``write_chart``: charts as files. ``alone``: the reference engine as
    a kernel, where it cannot play the game by itself. ``laid``: the chart is the bets that are laid
    again before every coup; ``shoes``: these coups come from a shoe. ``span``: see `Span`.
    ``batch``: many tables at once, for those who learn.
    """

    kernel: KernelOf
    engine: Callable[[Callable[..., Any], Table, Any], Any]
    any_chart: Callable[[Table, int], Any]
    strategies: Mapping[str, Callable[[Table], Strategy]] = field(default_factory=dict)
    read_chart: Callable[[Table, str], Strategy] | None = None
    write_chart: WrittenPlay | None = None
    alone: Callable[[Table], Kernel] | None = None
    batch: BatchOf | None = None
    laid: bool = False
    shoes: bool = False
    span: Span = "shoe"


# -- players of the house's own, and games among players -------------------------------------------


Dice = Callable[[int], int]
"""A number from 0 to one less than this, by chance."""

Bot = Callable[[Table, str, TableState, tuple[Offer, ...], Dice], Act | None]
"""What a player of the house's own does next, from what they see and may do; None where they wait
for others."""


class OpenHands(Protocol):
    """Open hands that only cards decide any more, as an onlooker sees them.

    ``form``: the word of the game where hands are held against one another. ``hands``: the cards
    of each place that is in. ``boards``: the common cards when the last decision was made, and at
    each street after it but the last. ``dead``: other cards that lay open before everybody.
    """

    @property
    def form(self) -> str: ...

    @property
    def hands(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def boards(self) -> tuple[tuple[str, ...], ...]: ...

    @property
    def dead(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class HandsAmongPlayers:
    """Hands of cards that players hold against one another, without a bank.

    ``pot``: the bet that is won. ``commission`` and ``cost``: what the house keeps, of a table and
    as a page tells it. ``counts``: how many hands there are of each combination, by what is
    counted. ``equity``: the form in which hands are held against one another. ``race``: open hands
    in a record that nobody can bet on any more. ``variant``: which game is dealt now, by language.
    ``history(events, table, player, name)``: a hand as the file of a hand history, where its format
    has a code for the game.
    """

    pot: str
    commission: Callable[[Table], Commission]
    cost: Callable[[Table], Cost]
    counts: Mapping[str, Callable[[], Census]]
    equity: str
    race: Callable[[Iterable[Event], Table], OpenHands | None]
    variant: Callable[[Table, Carry, Sequence[Event]], Mapping[str, str]]
    history: Callable[[Iterable[Event], Table, str, str], str] | None = None


@dataclass(frozen=True)
class Purse:
    """Money that a player brings to the table before it is bet, and that stays there.

    ``names``: the bets under which it lies; ``law``: the clause that keeps it there. ``spends``:
    the acts that bet from it. ``brings(table)``: the least and the most that is brought, in cents,
    0 for no most.
    """

    names: tuple[str, ...]
    law: str
    spends: tuple[str, ...] = ()
    brings: Callable[[Table], tuple[int, int]] | None = None


# -- machines --------------------------------------------------------------------------------------


class Papers(msgspec.Struct, frozen=True):
    """The clauses of what the house does with tickets, with vouchers, and with the numbers of
    machines that they bear."""

    ticket: Cite
    voucher: Cite
    number: str


@dataclass(frozen=True)
class Cabinet:
    """What a gaming machine is to the house.

    ``par``: the sheet of a table's machine, or of all models without a table; ``par_at`` of a
    table's machine at one bet (lines or coins, 0 for the most), with what its bets cost.
    ``number``: its identification number. ``alike``: what machines of one type and bet have in
    common, under ``several`` the clauses of playing several. ``papers``, ``meters``: see there.
    ``recall``: what a coup came to as a game, None where none was played to its end.
    """

    par: Callable[[Table | None], tuple[ParSheet, ...]]
    par_at: Callable[[Table, int], ParSheet]
    number: Callable[[Table], str]
    alike: Callable[[Table], tuple[object, ...]]
    several: Cite
    papers: Papers
    meters: Metered
    recall: Callable[[Sequence[Event]], dict[str, Any] | None]


# -- what else a house asks of a game --------------------------------------------------------------


@dataclass(frozen=True)
class PoolTerms:
    """What a table says of the pool of its jackpot: its ``start`` in cents, and the ``share`` of
    each bet that goes there, where one does."""

    start: Callable[[Table], int] | None = None
    share: Callable[[Table], Fraction] | None = None


@dataclass(frozen=True)
class Preparation:
    """What a game needs once in a process and takes seconds to make: whether it will be needed
    ``soon``, and how it is made, in a thread."""

    soon: Callable[[], bool]
    make: Callable[[], None]


@dataclass(frozen=True)
class Trial:
    """What the conformance checks cannot find by themselves: ``rare``, a carry that evenings seldom
    come to; ``full``, rules under which all acts of the game occur; ``begin``, the seed of the
    first walk that looks for them, where others come to them late."""

    rare: Callable[[Table], Carry] | None = None
    full: tuple[Values, ...] = ()
    begin: int = 0


Exposure = Callable[[Table, Carry, Mapping[str, tuple[str, int]]], int]
"""The most that a bank may have to pay in prizes with these bets lying, in cents."""

Stands = Callable[[Carry, Sequence[Event]], Mapping[str, tuple[str, str]]]
"""Who stands behind the seats: by the name of each place its player and the seat."""

__all__ = ["BatchOf", "Bot", "Cabinet", "CardsLeft", "Dice", "Exposure",
           "HandsAmongPlayers", "KernelOf", "Note", "OfPlay", "OpenChoices", "OpenHands",
           "Papers", "PoolTerms", "Preparation", "Pricing", "Purse", "Simulation", "Span", "Stands",
           "Trial", "Words"]
