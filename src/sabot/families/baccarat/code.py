"""What the law of a ponto e banca orders, moment by moment, beside what every layout has."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabot.families.layout.cloth import Cite
from sabot.families.shoe.shoe import ShoeLaw
from sabot.procedure.table import Table

PONTO, BANCA = "ponto", "banca"
SIDES = (PONTO, BANCA)

BATCH, CONTINUOUS = "batch", "continuous"
SHUFFLERS = ("", BATCH, CONTINUOUS)
"""By hand, by a machine that shuffles all cards before they are cut, by a shuffling shoe."""

DOUBLE = "double"
TABLES = ("single", DOUBLE)

NONE, PART, ON_FIVE = "none", "5%", "50%"
DEDUCTIONS = (NONE, PART, ON_FIVE)
"""What the house keeps of the prizes when banca wins: nothing, a part of each, or half where it
wins with five."""


class Pile(NamedTuple):
    """The cards of a table: how many ``packs``, how many are ``burned`` when a shoe begins, and how
    many it ``burns`` before each later coup."""

    packs: Callable[[Table], int]
    burned: int
    burns: int = 1


def packs(single: int, double: int, machine: int, table: Table) -> int:
    """How many packs a table is played with: a shuffling shoe has as many at every table."""
    if table.rules.shuffler == CONTINUOUS:
        return machine
    return double if table.rules.table == DOUBLE else single


class Law(NamedTuple):
    """For each moment of a ponto e banca, the clause that orders it and those that shaped it.

    ``packs``: how many there are. ``machine``: the cards
    are in a shuffling shoe. ``back``: they return to it, or lie in its ``corner``. ``start``: the
    first cards of a shoe are burned, ``burn`` one before each later coup. ``uncover``: cards are
    turned up; ``values`` by what a card counts: ace, nothing, as printed. ``stands``: ponto stands.
    ``against``: banca draws or stands by the card of ponto; ``alone`` where ponto has none.
    ``apart``: the third card is looked at on its own. ``dealer``: the dealer alone handles cards.
    """

    shoe: ShoeLaw
    packs: Cite
    machine: Cite
    back: Cite
    corner: Cite
    start: Cite
    burn: Cite
    renew: Cite
    invite: Cite
    closed: Cite
    deal: Cite
    uncover: Cite
    values: tuple[str, str, str]
    natural: Cite
    third: Cite
    draws: Cite
    stands: Cite
    against: Cite
    alone: Cite
    natural_banca: Cite
    face_up: Cite
    slip: Cite
    null: Cite
    null_back: Cite
    handles: Cite
    equal: Cite
    declines: Cite
    looks: Cite
    apart: Cite
    dealer: Cite
    scores: Cite
    wins: Cite
    tie: Cite
    pair: Cite


class Seating(NamedTuple):
    """The places of a table: those with a seat come first, then those of people who stand.

    ``seats`` of each side (*tabuleiro*) follow one another; a gap between two of them has room for
    who stands, at the seat with the lower number. Where a law lets several stand in one gap, the
    places behind it are numbered after all first ones, in the same order.
    """

    seats: int
    sides: int

    @property
    def seated(self) -> int:
        """How many places have a seat."""
        return self.seats * self.sides

    @property
    def gaps(self) -> int:
        """How many places there are for people who stand."""
        return (self.seats - 1) * self.sides

    def beside(self, place: int) -> int:
        """The seat at which somebody stands; 0 for a place that is a seat."""
        if place <= self.seated:
            return 0
        side, gap = divmod((place - self.seated - 1) % self.gaps, self.seats - 1)
        return side * self.seats + gap + 1

    def order(self, places: int) -> list[int]:
        """The places as they follow one another: each seat, then who stands behind it."""
        return sorted(range(1, places + 1), key=lambda place: (self.beside(place) or place, place))


def seating(table: Table) -> Seating:
    """The places of a table as its rules give them."""
    return Seating(max(2, table.rules.seats), 2 if table.rules.table == DOUBLE else 1)
