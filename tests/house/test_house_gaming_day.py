"""The gaming day of a house, to which every entry of its books belongs in the second format."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.house.table.opening_hours import Days, days_on_record, house_days
from sabot.ledger import Entry, Ledger
from support.house_evening import Evening, run_async

LISBON = Days("08:00", "Europe/Lisbon")


def at(text: str, zone: str = "Europe/Lisbon") -> int:
    """A time of a clock, in milliseconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(("moment", "day"), [
    ("2026-11-28 07:59:59", 20261127), ("2026-11-28 08:00:00", 20261128),
    ("2026-11-28 23:59:59", 20261128), ("2026-11-29 00:00:00", 20261128),
    # The clock is put forward on 29 March and back on 25 October.
    ("2026-03-29 07:59:00", 20260328), ("2026-03-29 08:00:00", 20260329),
    ("2026-10-25 07:59:00", 20261024), ("2026-10-25 08:00:00", 20261025)])
def test_a_day_begins_at_its_hour_by_the_clock_of_the_house(moment: str, day: int) -> None:
    assert LISBON(at(moment)) == day


def test_a_day_is_an_hour_shorter_or_longer_where_the_clock_is_moved() -> None:
    for eve, hours in (("2026-03-28", 23), ("2026-10-24", 25), ("2026-11-27", 24)):
        begins = at(f"{eve} 08:00:00")
        assert LISBON(begins) == LISBON(begins + hours * 3_600_000 - 1)
        assert LISBON(begins) + 1 == LISBON(begins + hours * 3_600_000)


def test_an_hour_that_the_clock_never_shows_is_the_moment_of_the_change() -> None:
    """01:00 is 02:00 on 29 March: a day that begins at 01:30 begins then."""
    half_past_one = Days("01:30", "Europe/Lisbon")
    assert half_past_one(at("2026-03-29 00:59:00")) == 20260328
    assert half_past_one(at("2026-03-29 02:00:00")) == 20260329


def test_in_macau_the_clock_is_never_moved() -> None:
    macau = Days("06:00", "Asia/Macau")
    for month in range(1, 13):
        begins = at(f"2026-{month:02}-15 06:00:00", "Asia/Macau")
        assert macau(begins) == 20260015 + 100 * month == macau(begins - 1) + 1


@run_async
async def test_every_entry_has_its_day_and_the_opening_says_which_clock(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=2, days=LISBON) as evening:
        evening.clock._now = at("2026-11-28 07:59:00") / 1000
        evening.ledger._clock = lambda: int(evening.clock.now() * 1000)  # type: ignore[method-assign]
        await evening.house.commit(Entry(kind="house"))
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="alone")
        evening.clock._now = at("2026-11-28 08:00:00") / 1000
        await ana.must("bet", "1", 500, table="alone")
        days = {(one.kind, one.chain == ""): one.day for one in evening.ledger.entries()[1:]}
        assert days["house", True] == days["player", True] == 20261127
        assert days["play", False] == 20261128
        start = msgspec.json.decode(evening.ledger.entries(kind="house")[0].body)["start"]
        assert start["days"] == {"gaming_day": "08:00", "time_zone": "Europe/Lisbon"}


@pytest.mark.parametrize("days", [None, Days("23:59")])
def test_what_is_entered_while_the_house_is_closed_has_the_day_that_it_said_last(
        tmp_path: Path, days: Days | None) -> None:
    """The day of a house that begins at 23:59 has nearly always another date than that of UTC."""
    async def scene() -> None:
        async with Evening(tmp_path, format=2, days=LISBON):
            pass
        async with Evening(tmp_path, format=2, days=days) as evening:
            await evening.guest("Ana")

    asyncio.run(scene())
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    result = CliRunner().invoke(
        main, ["staff", "add", "Eva", "--role", "cashier", "--database", url])
    assert result.exit_code == 0, result.output
    with Ledger.open(url, readonly=True) as books:
        [entry] = books.entries(kind="staff")
        assert entry.day == (days or Days())(entry.at)
        assert days_on_record(books) == (days or Days())


def test_an_opening_that_is_not_as_it_was_told_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    with Ledger.open(url, format=2) as ledger:
        ledger.commit([Entry(kind="house", body=b'{"start":{"days":8}}')])
    result = CliRunner().invoke(
        main, ["staff", "add", "Eva", "--role", "cashier", "--database", url])
    assert result.exit_code == 2 and "entry 1 of the journal" in result.output


@pytest.mark.parametrize(("hour", "zone", "expected"), [
    ("8", "UTC", "an hour of the day"), ("24:00", "UTC", "an hour of the day"),
    ("08:00", "Lisbon", "Europe/Lisbon?"), ("08:00", "Nowhere/None", "the name of a time zone")])
def test_what_is_no_hour_or_no_zone_is_refused(hour: str, zone: str, expected: str) -> None:
    with pytest.raises(ValueError, match="of the house: found") as refused:
        house_days(hour, zone)
    assert expected in str(refused.value)
    result = CliRunner().invoke(main, ["serve", "--gaming-day", hour, "--time-zone", zone])
    assert result.exit_code == 2 and expected in result.output.replace("\n", " ")
