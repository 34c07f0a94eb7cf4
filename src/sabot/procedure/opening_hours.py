"""The opening hours in a table file: how they are written, and what is wrong with them.

``closes`` is the hour at which the gaming room closes, ``gaming_day`` the hour at which its gaming
day begins, and ``time_zone`` the zone of its clock ("Europe/Lisbon").
`sabot.house.table.opening_hours` computes the moments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from sabot.words import phrase

KEYS = ("closes", "gaming_day", "time_zone")
"""The keys of opening hours; a file has all of them or none."""
HOUR_TEXT = 'an hour of the day in quotes, "03:00"'
"""What an hour may be, in words."""
ZONE_TEXT = 'the name of a time zone in quotes, "Europe/Lisbon"'
"""What a time zone may be, in words."""
_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class LastPlay(NamedTuple):
    """What a law requires before the closing hour: ``minutes`` before it the clock reports the
    incident ``kind`` to the coup, and nothing new begins; ``law`` closes the table."""

    kind: str
    minutes: int
    law: str


def parse_hour(value: object) -> str:
    """An hour of a file, "03:00"; a local time of TOML is accepted too. ValueError for anything
    else."""
    text = str(value)
    if not isinstance(value, str) and hasattr(value, "strftime") and not hasattr(value, "year"):
        text = text.removesuffix(":00")
    if not _HOUR.fullmatch(text):
        raise ValueError(text)
    return text


def parse_zone(value: object) -> str:
    """The name of a time zone, that of a place or "UTC"; ValueError where this machine does not
    know it."""
    if not isinstance(value, str) or not ("/" in value or value == "UTC"):
        raise ValueError(str(value))
    try:
        return ZoneInfo(value).key
    except (LookupError, ValueError, OSError):
        raise ValueError(value) from None


def suggest_zone(name: str) -> str:
    """Time zones that an unknown name may mean, or what a time zone may be."""
    place = name.rpartition("/")[2].casefold()
    names = [zone for zone in sorted(available_timezones())
             if "/" in zone and zone.rpartition("/")[2].casefold() == place]
    return f"{', '.join(names[:3])}?" if names else ZONE_TEXT


def find_faults(values: Mapping[str, object], good: Mapping[str, object]
                ) -> Iterator[tuple[str, str, str]]:
    """Missing and contradictory hours of a file, each as key, found, allowed. ``values`` are those
    of the file, ``good`` those that could be read."""
    if not any(key in values for key in KEYS):
        return
    for key in KEYS:
        if key not in values:
            allowed = ZONE_TEXT if key == "time_zone" else HOUR_TEXT
            yield key, "nothing", phrase("{allowed}: {keys} stand together", allowed=allowed,
                                         keys=", ".join(KEYS))
    closes = good.get("closes")
    if closes and closes == good.get("gaming_day"):
        yield "closes", repr(closes), ("an hour that differs from the beginning of the gaming "
                                       "day: a table that never closes has no hours")
