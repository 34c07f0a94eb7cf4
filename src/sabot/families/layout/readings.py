"""The readings of ambiguous clauses that tables of several layout games may choose."""

from __future__ import annotations

from typing import Literal

from sabot.families.layout.values import TableLaw
from sabot.procedure import readings
from sabot.procedure.table import Table

MOST_COMERS = 40
"""The most players of a table for whoever comes, so that a coup can still be played."""

PlacesFor = Literal["as-stated", "all-comers"]
AfterNull = Literal["bets-stay", "may-change"]


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that the table of a layout game may choose.

    ``void_undoes``: a void coup returns the bets that are not decided, or also those that the bank
    has collected; prizes that were paid stay paid (IR 24). ``winning_stake``: a stake that wins
    goes back to its player, or plays on until its player takes it back; the winning part of a bet
    of several chips goes back (IR 121). ``maximum_of``: the maximum of a chance limits what each
    player has on a spot, or what all of them have there together (IR 371).
    """

    void_undoes: Literal["undecided", "every-bet"] = "undecided"
    winning_stake: Literal["back", "plays-on"] = "back"
    maximum_of: Literal["each-player", "whole-spot"] = "each-player"


class OpenReadings(Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings of games of which the regulation counts no places.

    ``places_for``: as many play as the table states, or whoever comes: where every place is taken
    there is one more, up to `MOST_COMERS` (IR 146, IR 151, IR 181).
    """

    places_for: PlacesFor = "as-stated"


def read_law(table_law: TableLaw, table: Table) -> TableLaw:
    """The law of a table by the readings that layout games share."""
    chosen: Readings = table.rules.readings
    comers = getattr(chosen, "places_for", "as-stated") == "all-comers"
    if chosen.maximum_of == "whole-spot":
        table_law = table_law._replace(shared=True, joint=frozenset(table_law.limits))
    return table_law._replace(
        plays_on=chosen.winning_stake == "plays-on", restores=chosen.void_undoes == "every-bet",
        most_places=MOST_COMERS if comers and not table.individual else 0)
