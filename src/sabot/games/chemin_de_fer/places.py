"""Where people stand: behind a seat, to the right of who sits there (24, 25).

The places between the seats are those of a table of *ponto e banca*: one gap fewer than there are
seats, as the right of the last seat is beside the dealer. "s3" is the first place behind seat 3,
"s11" the second, and so on, eight apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.families.baccarat.code import Seating
from sabot.games.chemin_de_fer.rules import SEATS

PLACES = Seating(SEATS, 1)
"""The seats, and the gaps between them that people stand in."""
TABLE = "table"
"""The seat of acts that concern the whole table."""
ROWS = 9
"""How many places behind one seat have a name."""


def name(n: int) -> str:
    """What the place of who stands is called, by its number."""
    return f"s{n}"


def behind(n: int) -> int:
    """The seat behind which somebody stands, by the number of his place."""
    return PLACES.seat_of(SEATS + n)


def row(n: int) -> int:
    """Whether a place is the first behind its seat, the second, and so on."""
    return (n - 1) // PLACES.gaps + 1


def at(standing: Sequence[str], seat: int) -> list[int]:
    """The places behind a seat that are taken, in their order."""
    return [n for n, player in enumerate(standing, start=1) if player and behind(n) == seat]


def room(standing: Sequence[str], seat: int, most: int) -> int:
    """The place that who comes next to this seat has, behind those who stand there; 0 where there
    is none: beside the dealer, or where so many stand already as may."""
    if not 1 <= seat <= PLACES.gaps:
        return 0
    taken = at(standing, seat)
    place = taken[-1] + PLACES.gaps if taken else seat
    return place if len(taken) < most and row(place) <= ROWS else 0


def put(standing: list[str], place: int, player: str) -> None:
    """A player takes a place."""
    standing += [""] * (place - len(standing))
    standing[place - 1] = player


def tidied(standing: Sequence[str]) -> tuple[str, ...]:
    """The same people, each behind his seat, without the places that were left empty."""
    found: list[str] = []
    for seat in range(1, PLACES.gaps + 1):
        for n in at(standing, seat):
            put(found, room(found, seat, ROWS), standing[n - 1])
    return tuple(found)


def trimmed(standing: Sequence[str]) -> tuple[str, ...]:
    """The same places without the empty ones after the last that is taken."""
    last = max((n for n, player in enumerate(standing, start=1) if player), default=0)
    return tuple(standing[:last])
