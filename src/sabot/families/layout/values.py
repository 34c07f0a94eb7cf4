"""The law of a game of the layout as plain values: its limits, the code of a table, its clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sabot.families.layout.cloth import Cite, Cloth
from sabot.money import EURO

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


class TableLaw(NamedTuple):
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
