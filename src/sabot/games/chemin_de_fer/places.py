"""The places where people stand: behind a seat, to the right of its player (24, 25).

They are numbered like those of a table of *ponto e banca*: there is one gap fewer than there are
seats, since the dealer sits to the right of the last seat. "s3" is the first place behind seat 3,
"s11" the second, "s19" the third, and so on in steps of eight.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.families.baccarat.clauses import Seating
from sabot.games.chemin_de_fer.rules import SEATS

PLACES = Seating(SEATS, 1)
"""The seats, and the gaps between them in which people stand."""
TABLE = "table"
"""The seat of acts that concern the whole table."""
ROWS = 9
"""How many places behind one seat have a name."""


def place_name(n: int) -> str:
    """The name of a standing place, by its number."""
    return f"s{n}"


def seat_of(n: int) -> int:
    """The seat in front of a standing place, by the number of the place."""
    return PLACES.seat_of(SEATS + n)


def row(n: int) -> int:
    """The row of a standing place: 1 for the first behind its seat, 2 for the second, ..."""
    return (n - 1) // PLACES.gaps + 1


def places_behind(standing: Sequence[str], seat: int) -> list[int]:
    """The numbers of the occupied places behind a seat, in order."""
    return [n for n, player in enumerate(standing, start=1) if player and seat_of(n) == seat]


def free_place(standing: Sequence[str], seat: int, limit: int) -> int:
    """The next free place behind a seat, after the people who stand there; 0 when there is none:
    next to the dealer, or when ``limit`` people stand there already."""
    if not 1 <= seat <= PLACES.gaps:
        return 0
    occupied = places_behind(standing, seat)
    place = occupied[-1] + PLACES.gaps if occupied else seat
    return place if len(occupied) < limit and row(place) <= ROWS else 0


def occupy(standing: list[str], place: int, player: str) -> None:
    """Put a player on a standing place; the list grows when it is too short."""
    standing += [""] * (place - len(standing))
    standing[place - 1] = player


def compact(standing: Sequence[str]) -> tuple[str, ...]:
    """The same people behind the same seats, without empty places between them."""
    standing_now: list[str] = []
    for seat in range(1, PLACES.gaps + 1):
        for n in places_behind(standing, seat):
            occupy(standing_now, free_place(standing_now, seat, ROWS), standing[n - 1])
    return tuple(standing_now)


def trim(standing: Sequence[str]) -> tuple[str, ...]:
    """The same places, without the empty ones after the last occupied one."""
    last = max((n for n, player in enumerate(standing, start=1) if player), default=0)
    return tuple(standing[:last])
