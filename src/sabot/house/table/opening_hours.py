"""When a table opens and closes: the hours of its file as moments, and what follows from them.

A gaming day begins at the hour of that name and ends when the next one begins; the closing hour
lies in it. An hour of the file is the first moment of its date at which the clock of the table
shows it or a later one: where the clock is put forward over it, that is the moment of the change;
where it is put back and shows it twice, the first time counts (ir/361).
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from sabot.house.shared_views import Hours
from sabot.ledger import Books, Corrupt, Ledger
from sabot.ledger.second_format import day_number
from sabot.procedure import Handle, opening_hours
from sabot.procedure.game import Game
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.steps import CLOSING, NO, TIME_LEFT, YES
from sabot.procedure.table import Table

MINUTE = 60.0
LATE = 2 * MINUTE
"""After so long what is told some minutes before the closing hour would not be true any more."""


class Day(NamedTuple):
    """A gaming day in Unix seconds: when it begins, when its table closes, when the next begins."""

    begins: float
    closes: float
    ends: float


@lru_cache(512)
def moment(day: date, hour: str, zone: str) -> float:
    """The first moment of a date at which a clock shows an hour or a later one, in Unix seconds."""
    clock = ZoneInfo(zone)
    wanted = datetime.combine(day, time.fromisoformat(hour))
    found = wanted.replace(tzinfo=clock).timestamp()
    if datetime.fromtimestamp(found, clock).replace(tzinfo=None) == wanted:
        return found
    # The clock never shows it: look for the second at which it is put forward.
    before, after = int(wanted.replace(tzinfo=clock, fold=1).timestamp()), int(found)
    later = datetime.fromtimestamp(after, clock).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, clock).utcoffset() == later:
            after = middle
        else:
            before = middle
    return float(after)


def day_of(table: Table, now: float) -> Day | None:
    """The gaming day in which a moment lies; None at a table without hours."""
    if not table.closes:
        return None
    one = timedelta(days=1)
    day = _date(now, table.gaming_day, table.time_zone)
    closing = day if table.closes > table.gaming_day else day + one
    return Day(moment(day, table.gaming_day, table.time_zone),
               moment(closing, table.closes, table.time_zone),
               moment(day + one, table.gaming_day, table.time_zone))


def _date(now: float, gaming_day: str, zone: str) -> date:
    """The date of the gaming day in which a moment lies: that on which the day has begun."""
    today, one = datetime.fromtimestamp(now, ZoneInfo(zone)).date(), timedelta(days=1)
    return next(day for day in (today + one, today, today - one)
                if moment(day, gaming_day, zone) <= now)


def date_of(table: Table, now: float) -> int:
    """The date of the gaming day in which a moment lies, by the clock of the table, as 20261123; 0
    at a table without hours, whose days are those of its house."""
    return day_number(_date(now, table.gaming_day, table.time_zone)) if table.closes else 0


class Days(msgspec.Struct, frozen=True):
    """The gaming days of a house: the hour at which one begins, by the clock of a time zone."""

    gaming_day: str = "00:00"
    time_zone: str = "UTC"

    def __call__(self, at: int) -> int:
        """The gaming day of a moment in milliseconds since 1970, as 20261123."""
        # Days begin and clocks are moved at whole minutes: what is worked out holds for one.
        return _number(at // 60_000 * 60, self.gaming_day, self.time_zone)


@lru_cache(64)
def _number(now: int, gaming_day: str, zone: str) -> int:
    return day_number(_date(now, gaming_day, zone))


def days_of(gaming_day: str, time_zone: str) -> Days:
    """The gaming days of a house as its operator says them; ValueError for what is no hour or no
    time zone, with what is allowed."""
    try:
        begins = opening_hours.parse_hour(gaming_day)
    except ValueError:
        raise ValueError(f"the gaming day of the house: found {gaming_day!r}; allowed: "
                         f"{opening_hours.HOUR_TEXT}") from None
    try:
        return Days(begins, opening_hours.parse_zone(time_zone))
    except ValueError:
        raise ValueError(f"the time zone of the house: found {time_zone!r}; allowed: "
                         f"{opening_hours.suggest_zone(time_zone)}") from None


def days_on_record(books: Books) -> Days:
    """The gaming days that a house said when it was last opened, as whoever writes into its books
    while it is closed counts them; those of midnight UTC where it has said none. Corrupt for what
    no house has said."""
    before = None
    while page := books.entries(kind="house", before_seq=before, limit=100, newest_first=True):
        for record in page:
            if record.body.startswith(_OPENING):
                try:
                    return msgspec.json.decode(record.body, type=_Opening).start.days or Days()
                except msgspec.MsgspecError as error:
                    raise Corrupt(f"entry {record.seq} of the journal is not as it was written "
                                  f"({error}); run sabot verify") from error
        before = page[-1].seq
    return Days()


def while_closed(database: str, *, create: bool) -> Ledger:
    """The books of a house that is closed, to write into: by its gaming days. LedgerError as from
    `Ledger.open` and `days_on_record`."""
    ledger = Ledger.open(database, create=create)
    try:
        ledger.days = days_on_record(ledger)
    except BaseException:
        ledger.close()
        raise
    return ledger


class _Start(msgspec.Struct):
    days: Days | None = None


class _Opening(msgspec.Struct):
    start: _Start


_OPENING = b'{"start":'


def hours_of(table: Table) -> Hours | None:
    """The hours of a table as its players read them; None where it has none."""
    return Hours(opens=table.gaming_day, closes=table.closes, zone=table.time_zone) \
        if table.closes else None


def last_play(game: Game) -> LastPlay | None:
    """What the law of a game has done before its closing hour; None where it says nothing."""
    return game.last_play


def closes_play(game: Game, kind: str) -> bool:
    """Whether an incident of this kind is a report of the closing hour, or of the time before it
    from which on nothing begins."""
    part = last_play(game)
    return kind == CLOSING or (part is not None and kind == part.kind)


def last(game: Game, day: Day) -> float:
    """From when on nothing begins any more."""
    part = last_play(game)
    return day.closes - part.minutes * MINUTE if part else day.closes


def put_away(game: Game, table: Table, carry: Any, over: float, now: float) -> bool:
    """Whether a table begins afresh because it has closed since its last coup, after which the next
    could begin at ``over``: where a law has what lies there put away at the closing, such as cards
    in a shuffler."""
    part, day = game.put_away, day_of(table, now)
    return bool(part and day and 0 < over < day.begins and part(carry))


def answer(game: Game, table: Table, step: Handle, now: float) -> str | None:
    """What the clock says where a coup asks whether there is time for what it is about to begin;
    None where it asks something else."""
    if step.what != TIME_LEFT:
        return None
    day = day_of(table, now)
    return NO if day is not None and now >= last(game, day) else YES
