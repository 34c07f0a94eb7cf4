"""Checks whether a table of ponto e banca, of either regulation, is lawful."""

from __future__ import annotations

from sabot.families.baccarat.clauses import DEDUCTIONS, DOUBLE, SHUFFLERS, TABLES, seating
from sabot.families.layout.legality import Points

CHOICES = {"table": TABLES, "shuffler": SHUFFLERS, "deduction": DEDUCTIONS, "seats": (7, 8, 9),
           "warning": (10, 12, 14), "places": (1, 7, 8, 9, 12, 13, 14, 22, 24, 26)}
"""The values to try of rules that are text or have few numbers; places of single and double tables.
"""


def check(points: Points, *, seats: str, standing: str, one_place: str, shuffler: str, warning: str,
          deduction: str, single: tuple[int, int], double: tuple[int, int],
          about: tuple[int, int]) -> None:
    """Check the places, the cards and the deduction; each keyword is the clause of its point.
    ``single`` and ``double`` are the minimum and maximum seats of a side, ``about`` those of the
    cards behind the cut card."""
    table, rules = points.table, points.table.rules
    for name, value, allowed, law in (
            ("table", rules.table, TABLES, seats),
            ("shuffler", rules.shuffler, SHUFFLERS, shuffler),
            ("deduction", rules.deduction, DEDUCTIONS, deduction)):
        points.require(value in allowed, law, f"rules.{name}", repr(value),
                       " or ".join(f'"{option}"' for option in allowed))
    least, most = double if rules.table == DOUBLE else single
    kind = "at each side of a double table" if rules.table == DOUBLE else "at a single table"
    points.require(least <= rules.seats <= most, seats, "rules.seats", rules.seats,
                   f"{least} to {most} {kind}")
    points.require(about[0] <= rules.warning <= about[1], warning, "rules.warning", rules.warning,
                   f"{about[0]} to {about[1]} cards")
    if least <= rules.seats <= most:
        layout = seating(table)
        points.require(
            table.individual or table.places >= layout.seated, seats, "places", table.places,
            f"at least the {layout.seated} seats")
        points.require(
            1 <= table.places <= layout.seated + layout.gaps, standing, "places", table.places,
            f"at most {layout.seated} seats and {layout.gaps} standing places")
    points.require(
        table.places_per_player == 1, one_place, "places_per_player", table.places_per_player, "1"
    )
