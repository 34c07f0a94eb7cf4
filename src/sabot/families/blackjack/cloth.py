"""The cloth of a blackjack table as data: places on an arc, lettering, spots for every bet."""

from __future__ import annotations

from typing import Any

from sabot.families.blackjack.code import Book
from sabot.law import given
from sabot.procedure.table import Table

# Where the places stand: percent of the cloth's width and height, and the lean of the cards.
# Place 1 is at the croupier's left, so at the right of who looks at the table.
SEVEN = ((89.2, 58.6, -19), (80.6, 74.4, -10), (66.5, 85.5, -5), (50.0, 89.0, 0),
         (33.5, 85.5, 5), (19.4, 74.4, 10), (10.8, 58.6, 19))
NINE = ((91.5, 50.5, -22), (86.0, 65.0, -15), (76.4, 77.2, -9), (63.8, 85.6, -4), (50.0, 88.6, 0),
        (36.2, 85.6, 4), (23.6, 77.2, 9), (14.0, 65.0, 15), (8.5, 50.5, 22))
CHOSEN = {1: (3,), 2: (2, 4), 3: (1, 3, 5), 4: (0, 2, 4, 6), 5: (0, 1, 3, 5, 6),
          6: (0, 1, 2, 4, 5, 6), 7: tuple(range(7))}


def arc(count: int) -> list[tuple[float, float, int]]:
    """So many places in a half circle."""
    if count > len(SEVEN):
        return [NINE[i] for i in range(9) if count == 9 or i != 4]
    return [SEVEN[i] for i in CHOSEN[count]]


def cloth(book: Book, table: Table, *, place_law: str, laws: tuple[str, ...],
          lettering: list[dict[str, Any]], band: dict[str, Any] | None) -> dict[str, Any]:
    """The zones of a table: places with their spots, band, lettering, indicator, shoe and tray.

    A place lists the ``spots`` of its additional bets; the ``jackpot`` has its slot and meter, a
    table with streaks its ``buttons``.
    """
    c, code = book.laws(table), book.code(table)
    given(place_law, *laws)
    spots = [{"spot": side.spot, "law": side.law[0]} for side in code.sides]
    if code.jackpot is not None:
        spots.append({"spot": "jackpot", "law": c.chip[0]})
    zones: dict[str, Any] = {
        "shape": "arc", "cloth": "blackjack",
        "places": [{"place": str(n), "x": x, "y": y, "lean": lean, "law": place_law}
                   for n, (x, y, lean) in enumerate(arc(table.places), start=1)],
        "lettering": lettering,
        "indicator": {"text": "Últimas da banca", "law": c.indicator[0]},
        "shoe": code.source, "tray": True,
    }
    if spots:
        zones["spots"] = spots
    if code.jackpot is not None:
        zones["jackpot"] = {"chip": code.jackpot.chip, "start": code.jackpot.start,
                            "law": c.start[0]}
    if any(side.streak for side in code.sides):
        zones["buttons"] = {"law": c.streak_button[0]}
    if band is not None:
        zones["band"] = band
    return zones
