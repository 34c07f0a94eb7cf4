"""What a game of the layout is made of: its law as values, and who orders each moment of a coup."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sabot.families.layout.cloth import Cite, Cloth, Fell
from sabot.money import EURO, Odds
from sabot.procedure import Act, AnyStep, Offer
from sabot.procedure.table import Table

if TYPE_CHECKING:
    from sabot.families.layout.round import Round

NOT: Cite = ("", ())
"""The clause of what a law does not have."""


def _all(kind: str, cents: int) -> int:
    return cents


class Limit(NamedTuple):
    """The least and the most that may lie on one spot of a chance, in cents.

    ``step``: bets are multiples of it, where it is not the unit of the table.
    """

    low: int
    high: int
    step: int = 0


class Code(NamedTuple):
    """The law of one table as plain values, the house's choices filled in.

    ``limits`` by kind. ``faults``: what may happen to a throw at a real table. ``chips``: the kinds
    that are played in chips of the player's own colour, whose value he chooses up to ``dearest``
    cents in steps of ``unit``. ``steps``: by kind, the clause of the chips that make its steps,
    where it is not that of the limit. ``idle``: so many coups in a row without a bet lose the
    colour to one who waits. ``exposure``: the most that the bank may have to pay in prizes on one
    throw, 0 for no such limit of the house. ``act`` ends the bets of who plays alone. ``counts``
    says what of the cents that lie on a spot of a kind is at stake: the rest goes back when the bet
    is decided. ``shared``: what one player bets may change what others may bet. ``currency``: of
    the sums that are announced.

    ``order`` and ``collect`` are the kinds in the order in which prizes are paid and lost bets are
    collected; ``backward``: the latter from the last place to the first. ``together``: the prizes
    of one player follow one another, and are announced in one sum unless ``each`` is announced on
    its own.
    """

    cloth: Cloth
    limits: dict[str, Limit]
    unit: int
    act: str
    faults: tuple[str, ...] = ()
    chips: frozenset[str] = frozenset()
    dearest: int = 0
    idle: int = 0
    exposure: int = 0
    results: int = 12
    order: tuple[str, ...] = ()
    collect: tuple[str, ...] = ()
    together: bool = True
    backward: bool = False
    each: bool = False
    steps: Mapping[str, str] = {}
    counts: Callable[[str, int], int] = _all
    shared: bool = False
    currency: str = EURO


class Clauses(NamedTuple):
    """For each moment that every game of the layout tells, the clause that orders it and those
    that shaped it; NOT where a law has no such moment.

    ``stay``: bets that a throw does not decide. ``kept``: the winning stake remains the player's.
    ``order``: prizes are paid in an order; ``announce``: each payment is said. ``disturbed``: bets
    that the croupiers moved are rebuilt. ``rest``: of what lies there a part is not at stake.
    ``lone``: who plays alone asks for the throw. ``gather``: new cards wait for who may cut them.
    """

    open_bets: Cite
    betting: Cite
    sit: Cite
    leave: Cite
    one_place: Cite
    unbet: Cite
    repeat: Cite
    no_more: Cite
    call: Cite
    null: Cite
    again: Cite
    collect: Cite
    lost: Cite
    order: Cite
    announce: Cite
    kept: Cite
    stay: Cite
    void: Cite
    refund: Cite
    indicator: Cite
    exposure: Cite = NOT
    value: Cite = NOT
    posted: Cite = NOT
    idle: Cite = NOT
    waits: Cite = NOT
    disturbed: Cite = NOT
    rest: Cite = NOT
    lone: Cite = NOT
    gather: Cite = NOT


def _no_rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    return {}


def _no_locks(r: Round, player: str) -> dict[str, Cite]:
    return {}


def _no_gaps(r: Round, player: str) -> dict[str, tuple[int, int, Cite]]:
    return {}


def _no_law(r: Round, spot: str, fell: Fell) -> Cite | None:
    return None


def _of_cloth(r: Round, spot: str) -> bool:
    return r.cloth.open(r.state, spot)


def _for_all(spot: str) -> bool:
    return True


def _usual(r: Round, spot: str) -> Cite:
    return r.c.unbet


def _no_acts(r: Round, player: str) -> tuple[Offer, ...]:
    return ()


def _no_manner(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    return None


def _whole(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite] | None:
    return None


def _pays(r: Round, bet: str) -> str:
    return "pays"


def _nothing_more(r: Round) -> tuple[AnyStep, ...]:
    return ()


class Book(NamedTuple):
    """The law of one game: its clauses, and the code of each table.

    ``rooms`` says where the limits leave a player less than those of the kind: the most for a spot,
    and the clause. ``locks``: his bets that may be neither changed nor taken back, each with its
    clause. ``lost``: a clause of its own for a bet that a throw loses, moves or gives back, where
    there is one; ``paid``: for one that it pays. ``open``: whether a new bet may lie on a spot now;
    ``common``: whether it may for everybody alike, by the menu; ``barred``: where a player may
    not bet now, each with the clause that a refusal cites. ``unbet``: under which clause a bet is
    taken back. ``acts``: what else a player may do while bets are made, and ``heard`` what comes of
    it.
    ``deducts``: what the house keeps of a prize, for a unit of the stake, and its clause; the fate
    of the bet is what is left to the player. ``floors``: bets that may grow and not shrink, each
    with the cents below which it may not go and the clause. ``gaps``: for a spot two sums, all
    between which a player's bet there may not be, and the clause. ``stays``: a player's bets that
    stay though he takes all back, with the clause, where they are not all ``locks`` and ``floors``.
    ``manner``: how the prizes of a throw are paid, where it is not the usual one: what is handled,
    and its clause. ``said`` is the word that announces a prize, by its bet. ``commands``: what a
    supervisor may report while bets are made, and what is done then. ``follows``: what comes of
    every change of bets: those of others that have to give way.
    """

    clauses: Clauses
    code: Callable[[Table], Code]
    rooms: Callable[[Round, str], dict[str, tuple[int, Cite]]] = _no_rooms
    locks: Callable[[Round, str], dict[str, Cite]] = _no_locks
    lost: Callable[[Round, str, Fell], Cite | None] = _no_law
    paid: Callable[[Round, str, Fell], Cite | None] = _no_law
    open: Callable[[Round, str], bool] = _of_cloth
    common: Callable[[str], bool] = _for_all
    barred: Callable[[Round, str], dict[str, Cite]] = _no_locks
    unbet: Callable[[Round, str], Cite] = _usual
    acts: Callable[[Round, str], Iterable[Offer]] = _no_acts
    heard: Mapping[str, Callable[[Round, Act], Generator[AnyStep, Any, Any]]] = {}
    manner: Callable[[Round, Fell], tuple[str, Cite] | None] = _no_manner
    said: Callable[[Round, str], str] = _pays
    commands: Mapping[str, Callable[[Round], Generator[AnyStep, Any, Any]]] = {}
    deducts: Callable[[Round, str, Fell], tuple[Odds, Cite] | None] = _whole
    floors: Callable[[Round, str], dict[str, tuple[int, Cite]]] = _no_rooms
    follows: Callable[[Round], Iterable[AnyStep]] = _nothing_more
    gaps: Callable[[Round, str], dict[str, tuple[int, int, Cite]]] = _no_gaps
    stays: Callable[[Round, str], dict[str, Cite]] | None = None
