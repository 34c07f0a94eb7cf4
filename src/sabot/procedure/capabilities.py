"""What a game can do in addition to being played, as typed values. `Game` has a field for each.

Values that belong to a game (a chart, a carry) are Any on purpose: no other code reads their
contents. The answers about odds are structs of `sabot.probability`; a family with more to say
extends them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from sabot.probability.answer import (
    Answer,
    ChartLoss,
    HandAdvice,
    PlayClass,
    PublishedFigure,
    Step,
    Together,
)
from sabot.probability.liability import Most
from sabot.probability.par import ParSheet
from sabot.probability.people import Census, Commission, Cost
from sabot.probability.tally import Kernel, Strategy
from sabot.procedure.dealer import Event
from sabot.procedure.meters import Metered
from sabot.procedure.steps import Act, Carry, Offer
from sabot.procedure.table import Table, Values, Violation
from sabot.procedure.view import TableState

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Shorts

Known = TypeVar("Known", covariant=True)

Words = Mapping[str, Mapping[str, str]]
"""Texts by language and key."""

Cite = tuple[str, tuple[str, ...]]
"""A clause, and further clauses."""


# -- the house's choices ---------------------------------------------------------------------------


class Note(msgspec.Struct, frozen=True):
    """A remark on a lawful table: its ``clause``, the key of the file that it concerns (``what``),
    and the text."""

    clause: str
    what: str
    text: str


@dataclass(frozen=True)
class OpenChoices:
    """Choices that a regulation leaves to the house without a default.

    ``missing(values, table)`` lists what is wrong with a file whose rules are ``values``.
    ``demonstration`` has the rules and authorisations of a table that no house has configured.
    """

    missing: Callable[[Values, Table], list[Violation]]
    demonstration: Values


# -- odds ------------------------------------------------------------------------------------------


class OddsOf(Protocol):
    """Prices every bet of a table under a class of play; by default under the best."""

    def __call__(self, table: Table, strategy: str = ..., /) -> Answer: ...


class OfPlay(Protocol[Known]):
    """Something computed for a table under a class of play; by default under the best."""

    def __call__(self, strategy: str = ..., /) -> Known: ...


class EdgeOf(Protocol):
    """The edge of a table's main bet under a class of play, in units of the stake; positive for the
    house."""

    def __call__(self, table: Table, strategy: str = ..., /) -> float: ...


class StepsOf(Protocol):
    """What each rule of a table adds to its edge under a class of play, one rule after another."""

    def __call__(self, table: Table, strategy: str = ..., /) -> tuple[Step, ...]: ...


class WrittenPlay(Protocol):
    """The strategy of a class of play as the text of a file, under the id of the game."""

    def __call__(self, table: Table, game: str, strategy: str = ..., /) -> str: ...


@dataclass(frozen=True)
class CardsLeft:
    """The odds of a table with the cards left in its shoe: ``odds`` under a class of play, and
    ``together`` of several bets at once, as in `Pricing` for a full shoe."""

    odds: OfPlay[Answer]
    together: Callable[[str], Together] | None = None


@dataclass(frozen=True)
class Pricing:
    """How the bets of a game against a bank are priced.

    ``odds`` prices every bet; ``answer`` is the type of its answer, so that a stored answer can be
    decoded. ``words`` are the names of these bets, by language. ``classes`` are the classes of
    play, the best first. ``edge`` is the edge of the main bet, ``waterfall`` what each rule adds to
    it, ``class_values`` the value of each class of play, ``liability`` the maximum that the bank
    may owe in one coup. ``together`` prices several bets at once, named by a text.

    ``cards_left(table, text, seen)`` gives the odds for the cards left, which the text names, or
    (``seen``) for those that have been dealt; ValueError says what is wrong with the text.
    ``advice`` is how one hand is played against the bank's card. ``chart_loss`` is what a chart
    (see `Strategy`) loses to the best play. ``published`` compares figures of others with ours.
    ``cloth`` has the spots, outcomes and results of a table, in the family's own type.
    """

    odds: OddsOf
    answer: type[Answer]
    words: Words = field(default_factory=dict)
    classes: tuple[str, ...] = ()
    edge: EdgeOf | None = None
    waterfall: StepsOf | None = None
    class_values: Callable[[Table], tuple[PlayClass, ...]] | None = None
    liability: Callable[[Table], Most] | None = None
    together: Callable[[Table, str], Together] | None = None
    cards_left: Callable[[Table, str, bool], CardsLeft] | None = None
    advice: Callable[[Table, str, str], HandAdvice] | None = None
    chart_loss: Callable[[Table, Any], ChartLoss] | None = None
    published: Callable[[], tuple[PublishedFigure, ...]] | None = None
    cloth: object = None


# -- simulation ------------------------------------------------------------------------------------


class KernelOf(Protocol):
    """Makes the kernel of a lawful table, which plays its coups in compiled loops.

    ``chart`` is how to play, in the game's own type (see `Strategy`); None for the simplest play.
    ``seats`` is the number of places played, each at the minimum of the table. ``fresh``: a full
    shoe for each coup. ``bets`` names the side bets on each place, or is "all"; the kernel then has
    ``stakes``, the cents on each by name, and its tallies have the parts "bet/NAME" with the net
    result of each decided bet. ValueError, with a text for the user, for what this table does not
    allow.
    """

    def __call__(self, table: Table, chart: Any = None, *, seats: int = 1, fresh: bool = False,
                 bets: tuple[str, ...] = ()) -> Kernel: ...


Amount = str | int
"""A stake of a grid: "least" or "most" of what is lawful, or a multiple of the least."""
AMOUNTS: tuple[Amount, ...] = ("least", 2, 5, "most")


def stakes_of(amounts: Sequence[Amount], low: int, high: int, unit: int) -> tuple[int, ...]:
    """The cents of a grid of stakes from ``low`` to ``high`` in steps of ``unit``, each sum once: 0
    where an amount is not possible."""
    stakes: list[int] = []
    for amount in amounts:
        cents = low if amount == "least" else high if amount == "most" else int(amount) * low
        lawful = low <= cents <= high and cents % unit == 0 and cents not in stakes
        stakes.append(cents if lawful else 0)
    return tuple(stakes)


Views: TypeAlias = "Shorts | Ints"


class ManyTables(Protocol):
    """Many tables of a game in compiled code, each of which waits for a decision of its player.

    ``columns``: the columns of a view, which are whole numbers from 0 to ``highest``;
    ``decisions``: the decisions, by index.
    """

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a view."""

    @property
    def decisions(self) -> tuple[str, ...]:
        """The names of the decisions."""

    @property
    def highest(self) -> int:
        """The highest number of a view."""

    def start(self, seed: int, number: int = 0, /) -> tuple[Views, Bytes]:
        """Begin anew at every table, with chance from stream ``number`` of the seed, one lane for
        each table. Return the views and the masks of the open decisions."""

    def step(self, decisions: ArrayLike, /
             ) -> tuple[Views, Bytes, Numbers, Flags, Flags, Views]:
        """Apply a decision at each table. Return the views, the masks, the net cents of each
        player, which episodes are over (the next have begun), which decisions were refused and
        changed nothing, and the last views of the episodes that are over."""


@runtime_checkable
class DrawnTables(Protocol):
    """Many tables of which a picture can be drawn."""

    def seen_at(self, table: int, /) -> Mapping[str, object]:
        """The hands and the bets of one table, as `TableState.show` has them."""


class BatchOf(Protocol):
    """Makes ``n`` tables that wait for decisions, in compiled code.

    ``fresh``: each episode begins with full packs, or in the initial state of the table.
    ``amounts``: the grid of stakes, where they are decisions.
    """

    def __call__(self, table: Table, n: int, *, fresh: bool = False,
                 amounts: Sequence[Amount] = ...) -> ManyTables: ...


Span = Literal["shoe", "game"]
"""The range within which the coups of a simulation depend on one another."""


@dataclass(frozen=True)
class Simulation:
    """How a game is simulated.

    ``kernel``: see `KernelOf`. ``engine(coup, table, kernel)`` is the reference engine with the
    play of a kernel. ``any_chart(table, seed)`` is some lawful play. ``strategies`` are ways to
    play, by name; ``read_chart`` and ``write_chart`` read and write charts as files.
    ``engine_kernel`` is the reference engine as a kernel, where it cannot play the game by itself.
    ``repeats_bets``: the chart is a set of bets that is repeated before every coup. ``from_shoe``:
    the coups come from a shoe. ``span``: see `Span`. ``batch`` plays many tables at once, for
    reinforcement learning.
    """

    kernel: KernelOf
    engine: Callable[[Callable[..., Any], Table, Any], Any]
    any_chart: Callable[[Table, int], Any]
    strategies: Mapping[str, Callable[[Table], Strategy]] = field(default_factory=dict)
    read_chart: Callable[[Table, str], Strategy] | None = None
    write_chart: WrittenPlay | None = None
    engine_kernel: Callable[[Table], Kernel] | None = None
    batch: BatchOf | None = None
    repeats_bets: bool = False
    from_shoe: bool = False
    span: Span = "shoe"


# -- players of the house's own, and games among players -------------------------------------------


Dice = Callable[[int], int]
"""A random number from 0 to one less than the argument."""

Bot = Callable[[Table, str, TableState, tuple[Offer, ...], Dice], Act | None]
"""The next act of a house player, from what they see and may do; None where they wait for others.
"""


class OpenHands(Protocol):
    """Open hands that only cards can decide, as an onlooker sees them.

    ``form`` is the game's word for how hands are compared. ``hands`` has the cards of each place
    still in. ``boards`` are the common cards at the last decision and at each later street but the
    last. ``dead`` are other cards that everybody has seen.
    """

    @property
    def form(self) -> str:
        """The form of poker."""

    @property
    def hands(self) -> Mapping[str, tuple[str, ...]]:
        """The hands and ranges."""

    @property
    def boards(self) -> tuple[tuple[str, ...], ...]:
        """The boards."""

    @property
    def dead(self) -> tuple[str, ...]:
        """The dead cards."""


@dataclass(frozen=True)
class HandsAmongPlayers:
    """Hands that players compare with one another, without a bank.

    ``pot`` is the bet that is won. ``commission`` is the house's share at a table, and ``cost`` the
    same for a page. ``hand_counts`` counts the hands of each combination at a table, by what is
    counted; they are the same at all tables with the same ``ranking``.
    ``equity_form`` is the form in which hands are compared. ``open_hands`` finds the open hands of
    a record on which nobody can bet any more. ``variant`` names the game that is dealt now, by
    language. ``history(events, table, player, name)`` is a hand as a hand-history file, where that
    format has a code for the game.
    """

    pot: str
    commission: Callable[[Table], Commission]
    cost: Callable[[Table], Cost]
    hand_counts: Mapping[str, Callable[[Table], Census]]
    ranking: Callable[[Table], str]
    equity_form: str
    open_hands: Callable[[Iterable[Event], Table], OpenHands | None]
    variant: Callable[[Table, Carry, Sequence[Event]], Mapping[str, str]]
    history: Callable[[Iterable[Event], Table, str, str], str] | None = None


@dataclass(frozen=True)
class Purse:
    """Money that a player brings to the table before betting it, and that stays there.

    ``bets`` are the bets that hold it; ``law`` is the clause that keeps it there. ``bet_acts`` are
    the acts that bet from it. ``buy_in(table)`` is the minimum and maximum that a player brings, in
    cents, with 0 for no maximum.
    """

    bets: tuple[str, ...]
    law: str
    bet_acts: tuple[str, ...] = ()
    buy_in: Callable[[Table], tuple[int, int]] | None = None


# -- machines --------------------------------------------------------------------------------------


class Papers(msgspec.Struct, frozen=True):
    """The clauses for tickets, vouchers and the machine numbers on them."""

    ticket: Cite
    voucher: Cite
    number: str


@dataclass(frozen=True)
class Cabinet:
    """What the house needs to know of a gaming machine.

    ``par`` is the PAR sheet of a table's machine, or of all models without a table. ``par_at`` is
    that of a table's machine at one bet (lines or coins, 0 for the maximum), with the cost of its
    bets. ``number`` is its identification number. ``type_key`` is what machines of one type and bet
    share; ``several_clauses`` are the clauses of playing several. ``papers`` and ``meters``: see
    there. ``recall`` is a coup as a game to show again; None where none was finished.
    """

    par: Callable[[Table | None], tuple[ParSheet, ...]]
    par_at: Callable[[Table, int], ParSheet]
    number: Callable[[Table], str]
    type_key: Callable[[Table], tuple[object, ...]]
    several_clauses: Cite
    papers: Papers
    meters: Metered
    recall: Callable[[Sequence[Event]], dict[str, Any] | None]


# -- what else a house asks of a game --------------------------------------------------------------


@dataclass(frozen=True)
class PoolTerms:
    """What a table says of its jackpot pool: its ``start`` in cents, and the ``share`` of each bet
    that goes to it, if any."""

    start: Callable[[Table], int] | None = None
    share: Callable[[Table], Fraction] | None = None


@dataclass(frozen=True)
class Preparation:
    """What a game computes once in a process, in seconds: whether it is ``needed_soon``, and how to
    ``prepare`` it, in a thread."""

    needed_soon: Callable[[], bool]
    prepare: Callable[[], None]


@dataclass(frozen=True)
class Trial:
    """Hints for the conformance checks: ``rare``, a carry that play seldom reaches; ``full``, rules
    under which all acts of the game occur; ``begin``, the seed of the first walk that looks for
    them."""

    rare: Callable[[Table], Carry] | None = None
    full: tuple[Values, ...] = ()
    begin: int = 0


Exposure = Callable[[Table, Carry, Mapping[str, tuple[str, int]]], int]
"""The maximum in prizes, in cents, that a bank may have to pay for these bets."""

Stands = Callable[[Carry, Sequence[Event]], Mapping[str, tuple[str, str]]]
"""Who stands behind the seats: the player and the seat, by the name of each standing place."""

__all__ = ["AMOUNTS", "Amount", "BatchOf", "Bot", "Cabinet", "CardsLeft", "Dice", "DrawnTables",
           "Exposure", "HandsAmongPlayers", "KernelOf", "ManyTables", "Note", "OfPlay",
           "OpenChoices", "OpenHands", "Papers", "PoolTerms", "Preparation", "Pricing", "Purse",
           "Simulation", "Span", "Stands", "Trial", "Words"]
