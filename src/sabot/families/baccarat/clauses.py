"""The clauses of each moment of ponto e banca, in addition to those of every layout game."""

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
"""By hand; by a machine that shuffles all cards before the cut; by a shuffling shoe."""

DOUBLE = "double"
TABLES = ("single", DOUBLE)

NONE, PART, ON_FIVE = "none", "5%", "50%"
DEDUCTIONS = (NONE, PART, ON_FIVE)
"""What the house deducts from prizes on banca: nothing, a part of each, or half when banca wins
with five."""


class Pile(NamedTuple):
    """The cards of a table: the number of ``packs``, of cards ``burned`` when a shoe begins, and of
    cards that it ``burns`` before each later coup."""

    packs: Callable[[Table], int]
    burned: int
    burns: int = 1


def packs(single: int, double: int, machine: int, table: Table) -> int:
    """The number of packs of a table; a shuffling shoe has the same number at every table."""
    if table.rules.shuffler == CONTINUOUS:
        return machine
    return double if table.rules.table == DOUBLE else single


class Law(NamedTuple):
    """For each moment of ponto e banca, the clause that orders it and those that shaped it.

    ``packs``: the number of packs. ``machine``: the cards are in a shuffling shoe. ``back``: they
    return to it, or lie in its ``corner``. ``start``: the first cards of a shoe are burned;
    ``burn``: one before each later coup. ``uncover``: cards are turned up. ``values``: an ace, a
    card that counts nothing, a card that counts as printed. ``stands``: ponto stands. ``against``:
    banca draws or stands by the third card of ponto; ``alone``: ponto took none. ``third_alone``:
    the third card is looked at separately. ``dealer``: only the dealer handles cards.
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
    third_alone: Cite
    dealer: Cite
    scores: Cite
    wins: Cite
    tie: Cite
    pair: Cite


class Seating(NamedTuple):
    """The places of a table: first the seats, then the places of people who stand.

    The ``seats`` of each side (*tabuleiro*) are numbered in a row. People stand in the gap between
    two seats and belong to the seat with the lower number. When a law lets several people stand in
    one gap, their places are numbered after all the first ones, in the same order.
    """

    seats: int
    sides: int

    @property
    def seated(self) -> int:
        """The number of places with a seat."""
        return self.seats * self.sides

    @property
    def gaps(self) -> int:
        """The number of gaps in which people may stand."""
        return (self.seats - 1) * self.sides

    def seat_of(self, place: int) -> int:
        """The seat to which a standing place belongs; 0 for a place that is a seat."""
        if place <= self.seated:
            return 0
        side, gap = divmod((place - self.seated - 1) % self.gaps, self.seats - 1)
        return side * self.seats + gap + 1

    def order(self, places: int, both: bool = False) -> list[int]:
        """The places in order: each seat, followed by the standing places that belong to it.

        ``both``: a standing place belongs to both seats beside it, and comes after them (IR 195).
        """
        def seat(place: int) -> int:
            before = self.seat_of(place)
            return before + both if before else place

        return sorted(range(1, places + 1), key=lambda place: (seat(place), place))


def seating(table: Table) -> Seating:
    """The places of a table, by its rules."""
    return Seating(max(2, table.rules.seats), 2 if table.rules.table == DOUBLE else 1)
