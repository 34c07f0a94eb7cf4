"""The law of a layout game as plain values: its limits, the law of a table, its clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sabot.families.layout.cloth import Cite, Cloth
from sabot.money import EURO

NOT: Cite = ("", ())
"""The clause of a moment that a regulation does not have."""


def _all(kind: str, cents: int) -> int:
    return cents


class Limit(NamedTuple):
    """The minimum and maximum of a bet on one spot, in cents.

    ``step``: bets are multiples of it; 0 for the unit of the table.
    """

    low: int
    high: int
    step: int = 0


class TableLaw(NamedTuple):
    """The law of one table as plain values, with the house's options filled in.

    ``limits`` by kind. ``faults``: what may happen to a throw at a real table. ``chips``: the kinds
    that are played in chips of the player's own colour, with a value that the player chooses up to
    ``dearest`` cents in steps of ``unit``. ``steps``: by kind, the clause of the chips that make
    its steps, where it is not that of the limit. ``idle``: a player who does not bet for this
    number of coups in a row loses the colour to a waiting player. ``exposure``: the maximum of the
    prizes of one throw, 0 for no such limit of the house. ``act`` ends the bets of a player who
    plays alone. ``counts``: the cents at stake of the cents on a spot of a kind; the rest goes back
    when the bet is decided. ``shared``: the bets of one player may change the limits of others.
    ``currency``: of announced sums.

    ``order`` and ``collect``: the kinds in the order in which prizes are paid and lost bets are
    collected; ``backward``: collected from the last place to the first. ``together``: the prizes of
    one player follow one another, and are announced as one sum unless ``each`` is announced.
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
    """For each moment of a layout game, the clause that orders it and those that shaped it; NOT
    where a regulation has no such moment.

    ``stay``: bets that a throw does not decide. ``kept``: the winning stake remains the player's.
    ``order``: prizes are paid in an order. ``announce``: each payment is announced. ``disturbed``:
    bets that the croupiers moved are rebuilt. ``rest``: a part of a bet is not at stake. ``lone``:
    a player who plays alone asks for the throw. ``gather``: new cards wait for players to cut them.
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
