"""The hours in the file of a table: how they are written, and what is wrong with them.

``closes`` is the hour at which its gaming room closes, ``gaming_day`` that at which a day of play
begins there, ``time_zone`` where its clock hangs ("Europe/Lisbon"). Which moments these are is for
who has a clock (`sabot.house.table.opening_hours`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

KEYS = ("closes", "gaming_day", "time_zone")
HOUR_TEXT = 'an hour of the day in quotes, "03:00"'
ZONE_TEXT = 'the name of a time zone in quotes, "Europe/Lisbon"'
_HOUR = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class LastPlay(NamedTuple):
    """What a law has done before the closing hour: so many ``minutes`` before it the clock reports
    ``kind`` to the coup, and nothing begins any more; ``law`` closes the table."""

    kind: str
    minutes: int
    law: str


def parse_hour(found: object) -> str:
    """An hour of a file, "03:00", also where it stands there as a local time of TOML; ValueError
    where it is none."""
    text = str(found)
    if not isinstance(found, str) and hasattr(found, "strftime") and not hasattr(found, "year"):
        text = text.removesuffix(":00")
    if not _HOUR.fullmatch(text):
        raise ValueError(text)
    return text


def parse_zone(found: object) -> str:
    """The name of a time zone, that of a place or "UTC"; ValueError where this machine knows none
    of this name."""
    if not isinstance(found, str) or not ("/" in found or found == "UTC"):
        raise ValueError(str(found))
    try:
        return ZoneInfo(found).key
    except (LookupError, ValueError, OSError):
        raise ValueError(found) from None


def suggest_zone(found: str) -> str:
    """Names of time zones that may be meant by one that is none."""
    wanted = found.rpartition("/")[2].casefold()
    names = [name for name in sorted(available_timezones())
             if "/" in name and name.rpartition("/")[2].casefold() == wanted]
    return f"{', '.join(names[:3])}?" if names else ZONE_TEXT


def find_faults(values: Mapping[str, object], good: Mapping[str, object]
                ) -> Iterator[tuple[str, str, str]]:
    """What hours of a file lack, and where one contradicts another: key, found, allowed.
    ``values`` stand in the file; ``good`` are those of them that could be read."""
    if not any(key in values for key in KEYS):
        return
    for key in KEYS:
        if key not in values:
            told = ZONE_TEXT if key == "time_zone" else HOUR_TEXT
            yield key, "nothing", f"{told}: {', '.join(KEYS)} stand together"
    closes = good.get("closes")
    if closes and closes == good.get("gaming_day"):
        yield "closes", repr(closes), ("another hour than that at which the gaming day begins: a "
                                       "table that never closes has no hours")
