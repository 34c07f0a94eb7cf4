"""Opening hours: when a table opens and closes, and what follows from that.

A gaming day begins at the hour ``gaming_day`` and ends when the next one begins; the closing hour
lies in it. An hour of the file is the first moment of its date at which the clock of the table
shows that hour or a later one. When the clock is put forward over the hour, that is the moment of
the change; when it is put back and shows the hour twice, the first time counts (ir/361). By other
readings, which a table may choose, the second time counts, and an hour that does not occur comes as
long after the change as it lies in the hour left out; or the hours from the opening are counted.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from sabot.house.shared_views import Hours
from sabot.ledger import Corrupt
from sabot.ledger.second_format import day_number
from sabot.procedure import Handle, opening_hours
from sabot.procedure.game import Game
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.steps import CLOSING, NO, TIME_LEFT, YES
from sabot.procedure.table import Table
from sabot.words import phrase

if TYPE_CHECKING:
    from sabot.ledger import Books, Ledger

MINUTE = 60.0
SECOND, FROM_OPENING = "second", "from-opening"
"""Other readings of ir/361 than the first time (``clock_change``)."""
TOO_LATE = 2 * MINUTE
"""After so many seconds, an announcement of the minutes before closing would no longer be true."""


class Day(NamedTuple):
    """A gaming day in Unix seconds: when it begins, when its table closes, when the next begins."""

    begins: float
    closes: float
    ends: float


@lru_cache(512)
def moment(day: date, hour: str, zone: str, second: bool = False) -> float:
    """Return the first moment of a date at which a clock shows an hour or a later one, in Unix
    seconds; with ``second`` by the reading of ir/361 for which the second time counts."""
    clock = ZoneInfo(zone)
    local = datetime.combine(day, time.fromisoformat(hour))
    if second:
        times = (local.replace(tzinfo=clock, fold=fold).timestamp() for fold in (0, 1))
        return max(times)
    timestamp = local.replace(tzinfo=clock).timestamp()
    if datetime.fromtimestamp(timestamp, clock).replace(tzinfo=None) == local:
        return timestamp
    # The clock never shows it: look for the second at which it is put forward.
    before, after = int(local.replace(tzinfo=clock, fold=1).timestamp()), int(timestamp)
    later = datetime.fromtimestamp(after, clock).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, clock).utcoffset() == later:
            after = middle
        else:
            before = middle
    return float(after)


def day_of(table: Table, now: float) -> Day | None:
    """Return the gaming day that contains a moment; None at a table without hours."""
    if not table.closes:
        return None
    one_day = timedelta(days=1)
    second = _reading(table) == SECOND
    day = _date(now, table.gaming_day, table.time_zone, second)
    closing = day if table.closes > table.gaming_day else day + one_day
    begins = moment(day, table.gaming_day, table.time_zone, second)
    ends = moment(day + one_day, table.gaming_day, table.time_zone, second)
    if _reading(table) == FROM_OPENING:
        opened, closed = (datetime.combine(date_, time.fromisoformat(hour)) for date_, hour in (
            (day, table.gaming_day), (closing, table.closes)))
        closes = min(begins + (closed - opened).total_seconds(), ends)
    else:
        closes = moment(closing, table.closes, table.time_zone, second)
    return Day(begins, closes, ends)


def _reading(table: Table) -> str:
    """The reading of ir/361 that a table has chosen."""
    return getattr(getattr(table.rules, "readings", None), "clock_change", "first")


def _date(now: float, gaming_day: str, zone: str, second: bool = False) -> date:
    """Return the date on which the gaming day that contains a moment began."""
    today, one_day = datetime.fromtimestamp(now, ZoneInfo(zone)).date(), timedelta(days=1)
    return next(day for day in (today + one_day, today, today - one_day)
                if moment(day, gaming_day, zone, second) <= now)


def date_of(table: Table, now: float) -> int:
    """Return the date of the gaming day that contains a moment, by the clock of the table, as
    20261123; 0 at a table without hours, which uses the house's days."""
    second = _reading(table) == SECOND
    return day_number(_date(now, table.gaming_day, table.time_zone, second)) if table.closes else 0


class Days(msgspec.Struct, frozen=True):
    """The gaming days of a house: the hour at which one begins, by the clock of a time zone."""

    gaming_day: str = "00:00"
    time_zone: str = "UTC"

    def __call__(self, at: int) -> int:
        """Return the gaming day of a moment in milliseconds since 1970, as 20261123."""
        # Days begin and clocks change at whole minutes, so a result is valid for its minute.
        return _number(at // 60_000 * 60, self.gaming_day, self.time_zone)


@lru_cache(64)
def _number(now: int, gaming_day: str, zone: str) -> int:
    return day_number(_date(now, gaming_day, zone))


def house_days(gaming_day: str, time_zone: str) -> Days:
    """Return the gaming days of a house as its operator configures them; ValueError, with what is
    allowed, for an invalid hour or time zone."""
    try:
        begins = opening_hours.parse_hour(gaming_day)
    except ValueError:
        raise ValueError(phrase("the gaming day of the house: found {gaming_day}; allowed: "
                                "{hour_text}", gaming_day=repr(gaming_day),
                                hour_text=opening_hours.HOUR_TEXT)) from None
    try:
        return Days(begins, opening_hours.parse_zone(time_zone))
    except ValueError:
        raise ValueError(phrase("the time zone of the house: found {time_zone}; allowed: "
                                "{suggest_zone}", time_zone=repr(time_zone),
                                suggest_zone=opening_hours.suggest_zone(time_zone))) from None


def days_on_record(books: Books) -> Days:
    """Return the gaming days with which the house was last opened, for programs that write into a
    closed journal; those from midnight UTC when none are recorded. Corrupt for an entry that cannot
    be read."""
    before = None
    while page := books.entries(kind="house", before_seq=before, limit=100, newest_first=True):
        for record in page:
            if record.body.startswith(_OPENING):
                try:
                    return msgspec.json.decode(record.body, type=_Opening).start.days or Days()
                except msgspec.MsgspecError as error:
                    raise Corrupt(phrase("entry {seq} of the journal differs from what was written "
                                         "({error}); run sabot verify", seq=record.seq,
                                         error=error)) from error
        before = page[-1].seq
    return Days()


def open_closed_books(database: str, *, create: bool) -> Ledger:
    """Open the journal of a closed house for writing, by its gaming days. LedgerError as from
    `Ledger.open` and `days_on_record`."""
    from sabot.ledger import Ledger

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
    """Return the hours of a table for its players; None when it has none."""
    return Hours(opens=table.gaming_day, closes=table.closes, zone=table.time_zone) \
        if table.closes else None


def last_play(game: Game) -> LastPlay | None:
    """Return what the law of a game requires before its closing hour; None when it says nothing."""
    return game.last_play


def closes_play(game: Game, kind: str) -> bool:
    """Whether an incident of this kind reports the closing hour, or the time before it after which
    nothing begins."""
    part = last_play(game)
    return kind == CLOSING or (part is not None and kind == part.kind)


def last_start(game: Game, day: Day) -> float:
    """Return the time after which nothing begins any more."""
    part = last_play(game)
    return day.closes - part.minutes * MINUTE if part else day.closes


def cleared_at_closing(game: Game, table: Table, carry: Any, over: float, now: float) -> bool:
    """Whether a table is reset because it has closed since its last coup: its law has its cards put
    away at closing, such as cards in a shuffler. ``over`` is when the coup after the last one could
    begin."""
    part, day = game.put_away, day_of(table, now)
    return bool(part and day and 0 < over < day.begins and part(carry))


def time_left_answer(game: Game, table: Table, step: Handle, now: float) -> str | None:
    """Return the clock's answer when a coup asks whether there is time for what it is about to
    begin; None when it asks something else."""
    if step.what != TIME_LEFT:
        return None
    day = day_of(table, now)
    return NO if day is not None and now >= last_start(game, day) else YES
