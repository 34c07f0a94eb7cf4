"""What is unlawful in a table of either ponto e banca, said point by point."""

from __future__ import annotations

from sabot.families.baccarat.code import DEDUCTIONS, DOUBLE, SHUFFLERS, TABLES, seating
from sabot.families.layout.legality import Points

CHOICES = {"table": TABLES, "shuffler": SHUFFLERS, "deduction": DEDUCTIONS, "seats": (7, 8, 9),
           "warning": (10, 12, 14), "places": (1, 7, 8, 9, 12, 13, 14, 22, 24, 26)}
"""The values of the rules that are text, and of numbers with few; of places, those of both tables.
"""


def check(points: Points, *, seats: str, standing: str, one: str, shuffler: str, warning: str,
          deduction: str, single: tuple[int, int], double: tuple[int, int],
          about: tuple[int, int]) -> None:
    """The places, the cards, the deduction; each key is the clause of its point. ``single`` and
    ``double`` are the least and the most seats of a side, ``about`` the cards behind the warning
    card."""
    table, rules = points.table, points.table.rules
    for name, found, allowed, law in (
            ("table", rules.table, TABLES, seats),
            ("shuffler", rules.shuffler, SHUFFLERS, shuffler),
            ("deduction", rules.deduction, DEDUCTIONS, deduction)):
        points.require(found in allowed, law, f"rules.{name}", repr(found),
                       " or ".join(f'"{one}"' for one in allowed))
    least, most = double if rules.table == DOUBLE else single
    kind = "at each side of a double table" if rules.table == DOUBLE else "at a single table"
    points.require(least <= rules.seats <= most, seats, "rules.seats", rules.seats,
                   f"{least} to {most} {kind}")
    points.require(about[0] <= rules.warning <= about[1], warning, "rules.warning", rules.warning,
                   f"{about[0]} to {about[1]} cards")
    if least <= rules.seats <= most:
        made = seating(table)
        points.require(
            table.individual or table.places >= made.seated,
            seats,
            "places",
            table.places,
            f"the {made.seated} seats at least",
        )
        points.require(
            1 <= table.places <= made.seated + made.gaps,
            standing,
            "places",
            table.places,
            f"at most {made.seated} seats and {made.gaps} places to stand at",
        )
    points.require(table.places_per_player == 1, one, "places_per_player", table.places_per_player,
                   "1")
