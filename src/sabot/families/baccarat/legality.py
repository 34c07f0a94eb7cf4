"""Checks whether a table of ponto e banca, of either regulation, is lawful."""

from __future__ import annotations

from sabot.families.baccarat.clauses import DEDUCTIONS, DOUBLE, SHUFFLERS, TABLES, seating
from sabot.families.layout.legality import Points
from sabot.words import either, phrase

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
                       either(f'"{option}"' for option in allowed))
    least, most = double if rules.table == DOUBLE else single
    points.require(least <= rules.seats <= most, seats, "rules.seats", rules.seats,
                   phrase("{low} to {high} at each side of a double table"
                          if rules.table == DOUBLE else "{low} to {high} at a single table",
                          low=least, high=most))
    points.require(about[0] <= rules.warning <= about[1], warning, "rules.warning", rules.warning,
                   phrase("{low} to {high} cards", low=about[0], high=about[1]))
    if least <= rules.seats <= most:
        layout = seating(table)
        points.require(
            table.individual or table.places >= layout.seated, seats, "places", table.places,
            phrase("at least the {seated} seats", seated=layout.seated))
        gaps = 0 if table.individual else layout.gaps
        points.require(
            1 <= table.places <= layout.seated + gaps, standing, "places", table.places,
            phrase("at most {seated} seats and {gaps} standing places", seated=layout.seated,
                   gaps=gaps) if gaps else
            phrase("at most {seated} seats: a player who is alone has nobody to stand beside",
                   seated=layout.seated))
    points.require(
        table.places_per_player == 1, one_place, "places_per_player", table.places_per_player, "1"
    )
