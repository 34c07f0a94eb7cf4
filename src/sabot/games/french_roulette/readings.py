"""The readings of ambiguous clauses that a table of French roulette may choose."""

from __future__ import annotations

from sabot.families.layout.readings import PlacesFor
from sabot.families.roulette import readings


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a table may choose; see `families.roulette.readings.Readings` for more.

    ``places_for``: see `families.layout.readings.OpenReadings` (IR 146).
    """

    places_for: PlacesFor = "as-stated"
