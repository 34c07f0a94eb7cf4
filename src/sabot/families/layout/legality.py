"""Checks whether a table of a layout game is lawful."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from sabot.families.layout.bets import bounds, bounds_by_prize
from sabot.families.layout.cloth import Cloth
from sabot.families.layout.values import Limit, TableLaw
from sabot.procedure import violations
from sabot.procedure.table import Money
from sabot.regulations import IR
from sabot.words import phrase

MOST_PLACES = 10


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The minimum and maximum of one bet, in cents; 0 for the value that follows from the
    table's."""

    minimum: Money = 0
    maximum: Money = 0


class Points(violations.LegalityCheck):
    """The checks of a table that all layout games share."""

    def limits(self, law: str, unit_law: str) -> None:
        """Check the minimum, maximum and unit of the table."""
        table = self.table
        self.require(table.minimum > 0, law, "minimum", self.money(table.minimum), "more than 0")
        self.require(table.maximum >= table.minimum, law, "maximum", self.money(table.maximum),
                     phrase("at least the minimum of {low}",
                            low=self.money(table.minimum)))
        self.require(table.unit > 0, unit_law, "unit", self.money(table.unit), "more than 0")
        if table.unit > 0:
            for option, value in (("minimum", table.minimum), ("maximum", table.maximum)):
                self.require(value % table.unit == 0, unit_law, option, self.money(value),
                             phrase("a multiple of the unit of {unit}",
                                    unit=self.money(table.unit)))

    def places(self, law: str, one_law: str) -> None:
        """Check the number of places, one for each player."""
        table = self.table
        self.require(1 <= table.places <= MOST_PLACES, law, "places", table.places,
                     phrase("1 to {most}", most=MOST_PLACES))
        self.require(table.places_per_player == 1, one_law, "places_per_player",
                     table.places_per_player, "1")

    def steps(self, cloth: Cloth, limits: Mapping[str, Limit], option: Callable[[str], str]
              ) -> None:
        """Check that the limits of every kind hold a multiple of the unit; ``option`` names the
        option of a kind's limits."""
        table_law = TableLaw(cloth, dict(limits), self.table.unit, "")
        for kind in cloth.kinds.values():
            if kind.name not in limits or self.table.unit <= 0:
                continue
            low, high, unit = bounds(table_law, kind, self.table.unit)
            limit = limits[kind.name]
            self.require(low <= high or limit.high < limit.low, kind.limit[0], option(kind.name),
                         phrase("{low} to {high}", low=self.money(limit.low),
                                high=self.money(limit.high)),
                         phrase("limits with a multiple of {unit} between them",
                                unit=self.money(unit)))

    def exposure(self, cloth: Cloth, limits: Mapping[str, Limit]) -> None:
        """Check that the house's limit of exposure allows the minimum bet on every spot."""
        cap = self.table.rules.exposure
        if not cap:
            return
        # The minimum bet may exceed the minimum: bets go in steps that are paid in whole cents.
        table_law = TableLaw(cloth, dict(limits), self.table.unit, "")
        least = max((int(odds.ratio * low)
                     for name, kind in cloth.kinds.items() if name in limits
                     for odds, (low, high, _) in bounds_by_prize(table_law, kind,
                                                                 self.table.minimum)
                     if low <= high), default=0)
        self.require(cap >= least, IR[123], "rules.exposure", self.money(cap),
                     phrase("at least the prize of the minimum bet on any spot: {least}",
                            least=self.money(least)))
