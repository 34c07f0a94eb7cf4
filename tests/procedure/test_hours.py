"""The hours in the file of a table: what is allowed, and the messages for what is not."""

from __future__ import annotations

import pytest

from sabot.games import read_table
from sabot.procedure.table import Table

FILE = 'game = "craps"\nname = "x"\nplaces = 3\nminimum = 5\nmaximum = 100\n'


def wrong(text: str) -> dict[str, tuple[str, str]]:
    found = read_table(FILE + text)
    assert isinstance(found, list)
    return {one.what: (one.found, one.allowed) for one in found}


def hours(closes: str = '"03:00"', gaming_day: str = '"15:00"',
          time_zone: str = '"Europe/Lisbon"') -> str:
    return f"closes = {closes}\ngaming_day = {gaming_day}\ntime_zone = {time_zone}\n"


def test_hours_stand_in_quotes_or_as_local_times() -> None:
    for text in (hours(), hours("03:00:00", "15:00:00")):
        found = read_table(FILE + text)
        assert isinstance(found, Table)
        assert (found.closes, found.gaming_day, found.time_zone) == (
            "03:00", "15:00", "Europe/Lisbon")


@pytest.mark.parametrize(("closes", "shown"), [
    ('"3:00"', "'3:00'"), ('"24:00"', "'24:00'"), ('"03:60"', "'03:60'"), ('"3am"', "'3am'"),
    ('"03:00 "', "'03:00 '"), ("3", "3"), ("03:00:30", "03:00:30"), ("2026-11-26", "2026-11-26"),
    ("2026-11-26T03:00:00", "2026-11-26 03:00:00"), ("true", "True"), ('"٠٣:٠٠"', "'٠٣:٠٠'")])
def test_what_is_no_hour_is_refused_as_it_stands(closes: str, shown: str) -> None:
    assert wrong(hours(closes)) == {"closes": (shown, 'an hour of the day in quotes, "03:00"')}


@pytest.mark.parametrize(("zone", "allowed"), [
    ('"Lisbon"', "Europe/Lisbon?"), ('"lisbon"', "Europe/Lisbon?"), ('"Asia/Macao"', ""),
    ('"Portugal/Lisbon"', "Europe/Lisbon?"), ('"WET"', "the name of a time zone"),
    ('"localtime"', "the name of a time zone"), ('"UTC"', ""),
    ('""', "the name of a time zone"), ('"../etc/localtime"', "the name of a time zone"),
    ('"/etc/localtime"', "the name of a time zone"), ('"Europe"', "the name of a time zone"),
    ("1", "the name of a time zone")])
def test_a_time_zone_is_one_that_is_known(zone: str, allowed: str) -> None:
    if not allowed:  # an old name of one that is
        assert isinstance(read_table(FILE + hours(time_zone=zone)), Table)
        return
    assert wrong(hours(time_zone=zone))["time_zone"][1].startswith(allowed)


def test_hours_stand_together() -> None:
    ending = "closes, gaming_day, time_zone stand together"
    found = wrong('closes = "03:00"\n')
    assert set(found) == {"gaming_day", "time_zone"}
    assert all(one[0] == "nothing" and one[1].endswith(ending) for one in found.values())
    assert set(wrong('time_zone = "Europe/Lisbon"\n')) == {"closes", "gaming_day"}


def test_a_table_that_never_closes_has_no_hours() -> None:
    assert "never closes" in wrong(hours("15:00:00"))["closes"][1]
