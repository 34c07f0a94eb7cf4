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
    ``joint``: the kinds of which all bets on one spot together keep to the maximum (IR 371).
    ``currency``: of announced sums. ``leaving``: what becomes of bets that a player who leaves
    cannot take back: they keep the player at the table (""), they play on ("plays-on"), or the bank
    collects them ("forfeits").

    ``plays_on``: a stake that wins stays for the next throw (IR 121). ``restores``: a void coup
    also returns the bets that the bank has collected (IR 24). ``idle_counts``: the coups without a
    bet that count (IR 119). ``most_places``: the places that there may be, more than the table
    states where whoever comes may play (IR 146, IR 151); 0 for those of the table.
    ``late``: the clause under which chips of a player's own colour that go back when the table
    closes are worth the minimum of the table (IR 141).

    ``order``: the kinds in the order in which prizes are paid, those that are paid together in one
    group; ``collect``: the kinds in the order in which lost bets are collected; ``backward``:
    collected from the last place to the first. ``together``: the prizes of one player follow one
    another, and are announced as one sum unless ``each`` is announced.
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
    order: tuple[tuple[str, ...], ...] = ()
    collect: tuple[str, ...] = ()
    together: bool = True
    backward: bool = False
    each: bool = False
    steps: Mapping[str, str] = {}
    counts: Callable[[str, int], int] = _all
    shared: bool = False
    joint: frozenset[str] = frozenset()
    currency: str = EURO
    leaving: str = ""
    plays_on: bool = False
    restores: bool = False
    most_places: int = 0
    late: Cite = NOT
    idle_counts: str = "decided"


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
