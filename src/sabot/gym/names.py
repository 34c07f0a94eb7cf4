"""Names at a table relative to a player's own place.

A place is given by its distance from the player's own ("+0" is their own, "+1" the next), so that
what is learned at one place is valid at another. Hands after a split ("3.2") belong to their place;
spots of a layout ("straight/17") have the same name for everybody.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PLACE = re.compile(r"(\d+)(?:\.(\d+))?(?:\+\d+)?(/.*)?")
OWN = "+0"


@lru_cache(maxsize=1 << 16)
def seen_from(name: str, own: str, places: int) -> tuple[str, int]:
    """A seat, hand or bet relative to the place ``own``, and the number of the hand at its place
    (from 1; 0 if it has no place)."""
    match = _PLACE.fullmatch(name)
    if match is None:
        return name, 0
    place, hand, suffix = match.groups()
    distance = (int(place) - int(own or 1)) % max(places, 1)
    return f"+{distance}{suffix or ''}", int(hand or 1)


def order(name: str) -> tuple[object, ...]:
    """A sort key for names with numbers: straight/2 before straight/10."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part)
                 for part in re.split(r"(\d+)", name) if part)
