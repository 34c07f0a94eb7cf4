"""Names at a table as a player sees them from his own place.

A place is told by how many places it lies behind his own ("+0" is his, "+1" the next), so that who
has learned at one place can play at another. What the hands of one place are called after a split
("3.2") is a hand of that place; a spot of a cloth ("straight/17") has its own name for everybody.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PLACE = re.compile(r"(\d+)(?:\.(\d+))?(?:\+\d+)?(/.*)?")
OWN = "+0"


@lru_cache(maxsize=1 << 16)
def seen_from(name: str, own: str, places: int) -> tuple[str, int]:
    """A seat, hand or bet as it is seen from the place ``own``, and which hand of its place it is,
    from 1 on; 0 where it is of no place."""
    match = _PLACE.fullmatch(name)
    if match is None:
        return name, 0
    place, hand, suffix = match.groups()
    distance = (int(place) - int(own or 1)) % max(places, 1)
    return f"+{distance}{suffix or ''}", int(hand or 1)


def order(name: str) -> tuple[object, ...]:
    """A key by which names stand as people count: straight/2 before straight/10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part)
                 for part in re.split(r"(\d+)", name) if part)
