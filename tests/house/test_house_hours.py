"""Tables that close by the clock: the last play, the last shoe, the night when the clock is
changed, and a house that is opened when its tables are closed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.house.shared_views import Hours
from sabot.house.staff.croupier import enter_fact, report_fault
from sabot.house.table import opening_hours
from sabot.house.table.stored_rounds import stored_round
from sabot.procedure import Handle, Incident
from support.dice_coups import ThrownDice
from support.house_evening import Evening, Guest, run_async, table

LISBON = ZoneInfo("Europe/Lisbon")
HOURS = '\ncloses = "03:00"\ngaming_day = "15:00"\ntime_zone = "Europe/Lisbon"\n'
CRAPS = 'game = "craps"\nname = "Craps"\nminimum = 5\nmaximum = 300\nplaces = 3\n'
CHEMIN = 'game = "chemin-de-fer"\nname = "Chemin"\nminimum = 5\nmaximum = 50\n'
ROULETTE = 'game = "french-roulette"\nname = "Roleta"\nminimum = 5\nmaximum = 150\nplaces = 3\n'


def evening(where: Path, at: str, text: str, *thrown: tuple[int, int]) -> Evening:
    """A house with one table, and this time on the clock of its room."""
    night = Evening(where, tables={"one": table(text)})
    if thrown:
        night.source = ThrownDice(*thrown)  # type: ignore[assignment]
    until(night, at)
    return night


def until(house: Evening, at: str, *, fold: int = 0) -> None:
    """Put the clock of the room to an hour that is still to come."""
    moment = datetime.fromisoformat(at).replace(tzinfo=LISBON, fold=fold).timestamp()
    assert moment >= house.clock.now()
    house.clock.advance(moment - house.clock.now())


async def comes(house: Evening, at: str) -> None:
    """That hour strikes at every table."""
    until(house, at)
    await house.later(0)


async def throw(house: Evening) -> None:
    for seconds in (15, 20, 3):
        await house.later(seconds)


def called(house: Evening, name: str) -> int:
    """How often something was called at the table, by its journal."""
    events = [event for room in house.house.rooms.values() for n in range(1, room.desk.state.no + 1)
              for event in stored_round(room.desk.ledger, f"one-{n}")[1]]
    return sum(getattr(event.step, "call", "") == name for event in events)


def sound(house: Evening) -> None:
    found = verify(house.ledger)
    assert found.verified and not found.otherwise, found.fault


async def closed(guest: Guest, act: str = "sit", seat: str = "1", amount: int = 0) -> str:
    """The clause under which a closed table refuses an act; the reason says both hours."""
    no = await guest.refused(act, seat, amount, table="one")
    assert no.code == "closed" and "03:00" in no.text and "15:00" in no.text, no
    return no.law


# -- craps -----------------------------------------------------------------------------------------


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b", "pt-217-2007/craps/13.3.b-2", "ir/360")
async def test_five_minutes_before_the_hour_the_clock_announces_the_last_play(
        tmp_path: Path) -> None:
    """The series that is on then runs on beyond the hour; when it is decided everybody gets up, and
    nobody sits down again before the gaming day begins."""
    dice = ((3, 3), (4, 5), (1, 1), (2, 4), (4, 5))
    async with evening(tmp_path, "2026-11-26 02:54:20", CRAPS + HOURS, *dice) as house:
        ana = await house.guest("Ana")
        screen = await ana.look("one")
        begun = ana.balance
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await throw(house)
        await comes(house, "2026-11-26 02:54:59")
        assert called(house, "last-play") == 0
        room = house.house.rooms["one"]
        assert room.due() == house.clock.now() + 1, "the room wakes up for it"
        await comes(house, "2026-11-26 02:55")
        assert [e["facts"] for e in screen.steps("call") if e["call"] == "last-play"] == [
            {"minutes": 5}]
        await ana.must("bet", "come", 500, table="one")
        await throw(house)
        assert called(house, "last-play") == 1, "it is announced once"
        await comes(house, "2026-11-26 02:59:50")  # 2 decides nothing
        await house.later(3)
        assert house.desk("one").carry.state == 6 and called(house, "closing-time") == 0
        await comes(house, "2026-11-26 03:00")
        assert called(house, "closing-time") == 1 and house.house.closed_by(room.desk) is None
        await ana.must("bet", "odds/pass", 500, table="one")  # the series is on
        await throw(house)
        assert called(house, "table-closes") == 0, "a come bet is still thrown for"
        no = await ana.refused("bet", "field", 500, table="one")
        assert no.law == "pt-217-2007/craps/13.3.b"
        await throw(house)
        assert called(house, "table-closes") == 1 and set(house.desk("one").seats) == {""}
        assert ana.balance == begun + 1000 + 600 + 500  # the line, odds of 6 to 5, the come bet
        assert await closed(ana) == "pt-217-2007/craps/13.3.b-2"
        (notice,) = screen.notices("table-closed")
        assert notice["facts"]["code"] == "hours" and notice["facts"]["facts"] == {
            "opens": "15:00", "closes": "03:00", "zone": "Europe/Lisbon"}
        await comes(house, "2026-11-26 14:59:59")
        assert house.desk("one").state.over and await closed(ana)
        await comes(house, "2026-11-26 15:00")
        assert screen.notices("table-open")
        await ana.must("sit", "1", table="one")
        assert house.desk("one").carry.closing == "", "the first play of a day is not its last"
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b-2", "ir/360")
async def test_where_no_play_is_on_the_table_closes_at_the_hour(tmp_path: Path) -> None:
    """Ana sits there with a bet that nobody threw for: it goes back, and Ana gets up."""
    text = CRAPS.replace("places = 3", 'kind = "individual"') + HOURS
    async with evening(tmp_path, "2026-11-26 02:54", text) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        room = house.house.room_for("one", ana.id)
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await comes(house, "2026-11-26 02:55")
        calls = [getattr(e.step, "call", "") for e in room.desk.dealer.record]
        assert calls.count("last-play") == 1
        await comes(house, "2026-11-26 02:59:59")
        assert ana.balance == begun - 1000
        await comes(house, "2026-11-26 03:00")
        assert ana.balance == begun and set(room.desk.seats) == {""}
        assert await closed(ana) == "pt-217-2007/craps/13.3.b-2"
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b-2", "ir/360")
async def test_nobody_comes_to_an_empty_table_when_the_last_play_should_have_begun(
        tmp_path: Path) -> None:
    async with evening(tmp_path, "2026-11-26 02:54:59", CRAPS + HOURS) as house:
        ana = await house.guest("Ana")
        await comes(house, "2026-11-26 02:55")
        assert await closed(ana) == "pt-217-2007/craps/13.3.b-2"
        assert called(house, "last-play") == 0, "there was nobody to tell"
        card = house.house.lobby()[0]
        assert not card.open and card.code == "hours"
        assert card.hours == Hours(opens="15:00", closes="03:00", zone="Europe/Lisbon")
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b", "ir/174", "ir/360")
async def test_a_supervisor_closes_earlier_and_the_clock_closes_all_the_same(
        tmp_path: Path) -> None:
    """After the supervisor's last play people may sit down again; the clock announces its own."""
    async with evening(tmp_path, "2026-11-26 01:00", CRAPS + HOURS, (5, 6), (5, 6)) as house:
        marta, ana = await house.staff("Marta", "supervisor"), await house.guest("Ana")
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await report_fault(house.house, marta, "one", Incident("last-play", note="early"))
        await throw(house)
        assert set(house.desk("one").seats) == {""}
        await ana.must("sit", "2", table="one")
        await comes(house, "2026-11-26 02:55")
        assert called(house, "last-play") == 2
        await ana.must("bet", "pass", 1000, table="one")
        await throw(house)
        assert set(house.desk("one").seats) == {""} and await closed(ana)
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b", "ir/360")
async def test_at_a_real_table_the_clock_announces_it_too(tmp_path: Path) -> None:
    """Its croupier need not look at the clock, but still reports full hours."""
    async with evening(tmp_path, "2026-11-26 01:50", CRAPS + "attended = true" + HOURS) as house:
        ana = await house.guest("Ana")
        await ana.must("sit", "1", table="one")
        await comes(house, "2026-11-26 02:55")
        assert called(house, "last-play") == 1
        await comes(house, "2026-11-26 03:00")
        assert not any(house.desk("one").seats) and await closed(ana)
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/chemin-de-fer/107", "ir/360")
async def test_the_croupier_of_a_real_table_says_whether_a_shoe_may_be_begun(
        tmp_path: Path) -> None:
    async with evening(tmp_path, "2026-11-26 01:50", CHEMIN + "attended = true" + HOURS) as house:
        marta = await house.staff("Marta", "croupier")
        await four(house)
        step = house.desk("one").awaited
        assert step.what == "time-left" and step.answers == ("yes", "no")
        await enter_fact(house.house, marta, "one", "no")
        assert called(house, "table-closes") == 1 and not any(house.desk("one").seats)
        sound(house)


# -- a house that is opened later ------------------------------------------------------------------


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b", "ir/360")
async def test_a_house_opened_after_the_hour_ends_the_series_that_was_on(tmp_path: Path) -> None:
    """It was killed at a quarter to three with a point on the table; at four the series is played
    to its end, as the last, and nobody reads of minutes that are not left."""
    async with evening(tmp_path, "2026-11-26 02:40", CRAPS + HOURS, (3, 3), (3, 3)) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await throw(house)
        until(house, "2026-11-26 04:00")
        await house.reopen()
        await house.later(0)
        assert called(house, "last-play") == 0 and called(house, "closing-time") == 1
        await throw(house)
        assert ana.balance == begun + 1000 and set(house.desk("one").seats) == {""}
        assert await closed(ana)
        sound(house)


@run_async
@pytest.mark.law("ir/360")
async def test_a_house_opened_between_two_gaming_days_begins_no_coup(tmp_path: Path) -> None:
    async with evening(tmp_path, "2026-11-26 09:00", CRAPS + HOURS) as house:
        ana = await house.guest("Ana")
        await house.later(60)
        assert house.desk("one").state.no == 0 and await closed(ana)
        await house.reopen()
        room = house.house.rooms["one"]
        assert room.due() == datetime(2026, 11, 26, 15, tzinfo=LISBON).timestamp()
        await comes(house, "2026-11-26 15:00")
        assert house.desk("one").state.no == 1
        await ana.must("sit", "1", table="one")
        sound(house)


@run_async
@pytest.mark.law("ir/360")
async def test_a_house_opened_on_the_next_gaming_day_goes_on(tmp_path: Path) -> None:
    """What was on the table when it was killed is not closed for a day that has passed."""
    async with evening(tmp_path, "2026-11-26 02:40", CRAPS + HOURS, (3, 3), (4, 5)) as house:
        ana = await house.guest("Ana")
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await throw(house)
        until(house, "2026-11-26 15:10")
        await house.reopen()
        await throw(house)
        assert called(house, "closing-time") == 0 and house.desk("one").carry.state == 6
        sound(house)


# -- chemin de fer ---------------------------------------------------------------------------------


async def four(house: Evening) -> list[Guest]:
    guests = [await house.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
    for n, guest in enumerate(guests, start=1):
        await guest.must("sit", str(n), table="one")
    return guests


@run_async
@pytest.mark.law("pt-217-2007/chemin-de-fer/107", "ir/360")
async def test_twenty_minutes_before_the_hour_the_shoe_becomes_the_last(tmp_path: Path) -> None:
    """It was begun in time, so it is played on beyond the hour; at its end everybody gets up."""
    free = CHEMIN + HOURS + "[rules]\nrefusal_costs_seat = false\n"  # nobody loses a seat meanwhile
    async with evening(tmp_path, "2026-11-26 02:30", free) as house:
        guests = await four(house)
        desk = house.desk("one")
        assert any(getattr(e.step, "what", "") == "time-left" and e.word == "yes"
                   for e in desk.dealer.record)
        for _ in range(60):  # the hand goes round until somebody must take it
            if desk.dealer.standing and desk.dealer.standing.window.startswith("hand"):
                break
            await house.later(10)
        await comes(house, "2026-11-26 02:40")
        assert called(house, "last-shoe") == 1
        until(house, "2026-11-26 03:05")
        await house.later(0)
        assert any(desk.seats) and house.house.closed_by(desk) is None
        for guest in guests:
            await guest.end("one")
        for _ in range(200):
            if not any(desk.seats):
                break
            await house.later(20)
        assert called(house, "table-closes") == 1
        assert await closed(guests[0]) == "pt-217-2007/chemin-de-fer/107"
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/chemin-de-fer/107", "ir/360")
async def test_no_shoe_is_begun_in_the_last_twenty_minutes(tmp_path: Path) -> None:
    """Three wait since before; a fourth who comes later finds the table closed."""
    async with evening(tmp_path, "2026-11-26 02:39", CHEMIN + HOURS) as house:
        guests = [await house.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
        for n, guest in enumerate(guests[:3], start=1):
            await guest.must("sit", str(n), table="one")
        await comes(house, "2026-11-26 02:40")
        assert called(house, "last-shoe") == called(house, "table-closes") == 1
        assert not any(house.desk("one").seats)
        assert await closed(guests[3], "sit", "4") == "pt-217-2007/chemin-de-fer/107"
        await comes(house, "2026-11-26 15:00")
        await four(house)
        assert any(getattr(e.step, "step", "") or type(e.step).__name__ == "Shuffle"
                   for e in house.desk("one").dealer.record), "the next day a shoe is begun"
        sound(house)


# -- a law that says nothing -----------------------------------------------------------------------


@run_async
@pytest.mark.law("ir/360")
async def test_other_tables_take_bets_until_the_hour_and_play_the_coup_out(tmp_path: Path) -> None:
    async with evening(tmp_path, "2026-11-26 02:59:55", ROULETTE + HOURS) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "red", 500, table="one")
        await comes(house, "2026-11-26 03:00")
        assert await closed(ana, "bet", "red", 500) == "ir/360"
        for _ in range(6):
            await house.later(15)
        desk = house.desk("one")
        assert desk.state.over and desk.state.no == 1 and ana.balance in (begun - 500, begun + 500)
        await comes(house, "2026-11-26 15:00")
        assert desk.state.no == 2
        await ana.must("bet", "red", 500, table="one")
        sound(house)


@run_async
@pytest.mark.law("ir/360")
async def test_other_hours_lay_no_table_anew(tmp_path: Path) -> None:
    """A table gets hours while a point stands: the bets that wait are where they were."""
    async with evening(tmp_path, "2026-11-26 20:00", CRAPS, (3, 3), (3, 3)) as house:
        ana = await house.guest("Ana")
        begun = ana.balance
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "pass", 1000, table="one")
        await throw(house)
        house.tables["one"] = table(CRAPS + HOURS)
        await house.reopen()
        assert house.desk("one").carry.state == 6 and house.desk("one").seats[0] == ana.id
        await throw(house)
        assert ana.balance == begun + 1000
        sound(house)


@run_async
@pytest.mark.law("pt-217-2007/blackjack/55", "pt-217-2007/blackjack/57", "ir/360")
async def test_what_is_in_a_shuffler_leaves_it_when_the_table_has_closed(tmp_path: Path) -> None:
    """The cards stay in it from coup to coup; on the next gaming day they were taken out before the
    first, also where the house was closed in between."""
    text = ('game = "blackjack-2007"\nname = "Lisboa"\nminimum = 5\nmaximum = 150\n' + HOURS
            + '[rules]\nshuffler = "continuous"\n')
    async with evening(tmp_path, "2026-11-26 02:50", text) as house:
        ana = await house.guest("Ana")

        def handled() -> list[str]:
            return [e.step.what for e in house.desk("one").dealer.record
                    if isinstance(e.step, Handle)]

        async def play() -> None:
            no = house.desk("one").state.no
            await ana.must("bet", "1", 500, table="one")
            for _ in range(40):
                if house.desk("one").state.over or house.desk("one").state.no > no:
                    return
                await house.later(20)

        await ana.must("sit", "1", table="one")
        assert "load-shuffler" in handled() and "unload-shuffler" not in handled()
        await play()
        await house.later(3)
        assert house.desk("one").state.no == 2 and "load-shuffler" not in handled()
        await comes(house, "2026-11-26 02:59")
        await play()
        await comes(house, "2026-11-26 12:00")
        await house.reopen()
        await comes(house, "2026-11-26 15:00")
        assert handled()[:2] == ["unload-shuffler", "sort-packs"] and "load-shuffler" in handled()
        sound(house)


# -- the clock of the room -------------------------------------------------------------------------


def day(text: str, at: str, fold: int = 0) -> list[str]:
    """The gaming day at a moment of the room's clock: its three moments in UTC."""
    moment = datetime.fromisoformat(at).replace(tzinfo=LISBON, fold=fold).timestamp()
    found = opening_hours.day_of(table(CRAPS + text), moment)
    assert found is not None
    return [datetime.fromtimestamp(one, UTC).strftime("%m-%d %H:%M") for one in found]


def hours(closes: str, gaming_day: str = "15:00", zone: str = "Europe/Lisbon") -> str:
    return f'closes = "{closes}"\ngaming_day = "{gaming_day}"\ntime_zone = "{zone}"\n'


@pytest.mark.law("ir/361")
def test_a_gaming_day_lasts_beyond_midnight() -> None:
    for at in ("2026-11-25 15:00", "2026-11-25 23:59", "2026-11-26 00:00", "2026-11-26 14:59"):
        assert day(hours("03:00"), at) == ["11-25 15:00", "11-26 03:00", "11-26 15:00"], at
    assert day(hours("03:00"), "2026-11-26 15:00")[0] == "11-26 15:00"
    # A room that closes before midnight, and one whose day begins at it.
    assert day(hours("23:30"), "2026-11-26 02:00") == ["11-25 15:00", "11-25 23:30", "11-26 15:00"]
    assert day(hours("20:00", "00:00"), "2026-11-26 00:00") == [
        "11-26 00:00", "11-26 20:00", "11-27 00:00"]


def test_an_entry_after_midnight_belongs_to_the_gaming_day_that_has_begun() -> None:
    at = table(CRAPS + hours("03:00"))
    for moment, date in (("2026-11-25 15:00", 20261125), ("2026-11-26 02:30", 20261125),
                         ("2026-11-26 14:59", 20261125), ("2026-11-26 15:00", 20261126)):
        now = datetime.fromisoformat(moment).replace(tzinfo=LISBON).timestamp()
        assert opening_hours.date_of(at, now) == date, moment
    assert opening_hours.date_of(table(CRAPS), now) == 0, "a table without hours has none"


@pytest.mark.law("ir/361")
def test_an_hour_that_the_clock_leaves_out_has_come_when_it_is_put_forward() -> None:
    """On 29 March 2026 the clock of Lisbon goes from 01:00 to 02:00."""
    for closes in ("01:00", "01:01", "01:30", "01:59", "02:00"):
        assert day(hours(closes), "2026-03-28 23:00")[1] == "03-29 01:00", closes
    assert day(hours("00:59"), "2026-03-28 23:00")[1] == "03-29 00:59"
    assert day(hours("02:01"), "2026-03-28 23:00")[1] == "03-29 01:01"
    assert day(hours("12:00", "01:30"), "2026-03-29 02:00") == [
        "03-29 01:00", "03-29 11:00", "03-30 00:30"]


@pytest.mark.law("ir/361")
def test_an_hour_that_comes_twice_counts_the_first_time() -> None:
    """On 25 October 2026 the clock of Lisbon goes from 02:00 back to 01:00."""
    assert day(hours("01:30"), "2026-10-24 23:00")[1] == "10-25 00:30"
    assert day(hours("00:59"), "2026-10-24 23:00")[1] == "10-24 23:59"
    assert day(hours("02:00"), "2026-10-24 23:00")[1] == "10-25 02:00"
    # The second time round is the same gaming day, after its closing hour.
    assert day(hours("01:30"), "2026-10-25 01:30", fold=1) == [
        "10-24 14:00", "10-25 00:30", "10-25 15:00"]


def by(reading: str) -> str:
    """The words of a file for a reading of ir/361."""
    return f'[rules.readings]\nclock_change = "{reading}"\n'


@pytest.mark.law("ir/361")
def test_by_other_readings_the_second_time_counts_or_the_hours_that_have_passed() -> None:
    for reading, closes in (("first", "10-25 00:30"), ("second", "10-25 01:30"),
                            ("from-opening", "10-25 00:30")):
        assert day(hours("01:30") + by(reading), "2026-10-24 23:00")[1] == closes
    for reading, closes in (("first", "10-25 03:00"), ("from-opening", "10-25 02:00")):
        assert day(hours("03:00") + by(reading), "2026-10-24 23:00")[1] == closes
    for reading, closes in (("first", "03-29 01:00"), ("second", "03-29 01:30"),
                            ("from-opening", "03-29 01:30")):
        assert day(hours("01:30") + by(reading), "2026-03-28 23:00")[1] == closes
    for reading, closes in (("first", "03-29 02:00"), ("from-opening", "03-29 03:00")):
        assert day(hours("03:00") + by(reading), "2026-03-28 23:00")[1] == closes


@pytest.mark.law("ir/361")
@pytest.mark.parametrize("reading", ["first", "second", "from-opening"])
def test_every_moment_lies_in_one_gaming_day(reading: str) -> None:
    """Over both changes, hour by hour: each day begins where the one before ends, and closes in it.
    """
    for text in (hours("03:00"), hours("01:30"), hours("01:15", "01:45"), hours("01:45", "01:15")):
        at = table(CRAPS + text + by(reading))
        for start in (datetime(2026, 3, 27, tzinfo=UTC), datetime(2026, 10, 23, tzinfo=UTC)):
            ends = 0.0
            for minute in range(0, 4 * 24 * 60, 15):
                now = start.timestamp() + 60 * minute
                found = opening_hours.day_of(at, now)
                assert found is not None and found.begins <= now < found.ends
                # An hour in the gap lasts no time: one that opens and closes in it is closed.
                assert found.begins <= found.closes <= found.ends
                assert not ends or found.ends == ends or found.begins == ends
                ends = found.ends


@run_async
@pytest.mark.law("pt-217-2007/craps/13.3.b-2", "ir/361")
async def test_five_minutes_are_minutes_that_pass(tmp_path: Path) -> None:
    """The room closes at 02:03 on the night when the clock is put forward from 01:00 to 02:00: the
    last play is announced at 00:58, two minutes before the change."""
    text = CRAPS + hours("02:03")
    async with evening(tmp_path, "2026-03-29 00:57:59", text) as house:
        ana = await house.guest("Ana")
        await ana.must("sit", "1", table="one")
        await house.later(0)
        assert called(house, "last-play") == 0
        await comes(house, "2026-03-29 00:58")
        assert called(house, "last-play") == 1
        await house.later(299)
        assert any(house.desk("one").seats)
        await house.later(1)
        assert not any(house.desk("one").seats)
        sound(house)


@run_async
@pytest.mark.law("ir/361")
async def test_a_table_does_not_open_again_while_its_hour_comes_round_again(
        tmp_path: Path) -> None:
    text = ROULETTE + hours("01:30")
    async with evening(tmp_path, "2026-10-25 01:29", text) as house:
        ana = await house.guest("Ana")
        await ana.must("sit", "1", table="one")
        await ana.must("bet", "red", 500, table="one")
        await house.later(60)
        assert (await ana.refused("bet", "red", 500, table="one")).code == "closed"
        until(house, "2026-10-25 01:29", fold=1)
        await house.later(0)
        assert (await ana.refused("bet", "red", 500, table="one")).code == "closed"
        sound(house)


@pytest.mark.law("ir/360")
def test_a_table_without_hours_never_closes_by_itself() -> None:
    assert opening_hours.day_of(table(CRAPS), 0.0) is None
    assert opening_hours.hours_of(table(CRAPS)) is None


def test_hours_are_no_part_of_how_a_table_is_laid_out() -> None:
    from sabot.house.table.effective_tables import same_but_limits
    one, other = table(CRAPS), table(CRAPS + HOURS)
    assert same_but_limits(one, other) and same_but_limits(other, one)
    assert not same_but_limits(one, msgspec.structs.replace(other, maximum=10_000))
