"""Limits changed while a table is open: published at once, in force from the next hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.families.pokertable.rules import cave
from sabot.games import read_table
from sabot.house import HouseError
from sabot.house.live.warm_up import WarmUp
from sabot.house.ports import HasDesk
from sabot.house.shared_views import NextLimits
from sabot.house.staff import limits
from sabot.house.table.effective_tables import LimitsChange
from sabot.procedure import Call
from support.house_evening import SHARED, Evening, Guest, run_async, table

ROW = "pt-217-2007/poquer-nao-bancado"
FILE = """
game = "holdem"
name = "Ave"
minimum = 2
maximum = 1000
places = 10
[rules]
minimum_share = false
limit = "cave"
cave = 40
highest = 10
[clocks]
decision = 30
late = 10
between = 1
"""
TABLES = {"ave": table(FILE)}


async def seat_guests(evening: Evening) -> list[Guest]:
    found = [await evening.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
    for place, guest in enumerate(found, 1):
        await guest.must("sit", str(place), 4_000, table="ave")
    return found


def called(evening: Evening) -> list[str]:
    """What was called in the hand under way."""
    return [event.step.call for event in evening.desk("ave").dealer.record
            if isinstance(event.step, Call)]


async def next_hand(evening: Evening) -> None:
    """The hand is played to its end by the clock, and the pause of the next begins."""
    no = evening.desk("ave").state.no
    for _ in range(30):
        await evening.later(31)
        if evening.desk("ave").state.no > no:
            return
    raise AssertionError("the hand does not end")


@pytest.mark.law(f"{ROW}/22", "ir/267", f"{ROW}/20-2")
@run_async
async def test_new_limits_are_told_at_once_and_hold_from_the_next_hand(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        boss = await evening.staff("Marta", "supervisor")
        guests = await seat_guests(evening)
        await evening.later(11)
        screen = await guests[0].look("ave")
        change = await limits.change_limits(evening.house, boss, "ave", 400, "pot",
                                            "a full evening")
        assert (change.law, change.minimum, change.mode) == (f"{ROW}/22", 400, "pot")
        (notice,) = screen.notices("limits")
        assert notice["law"] == f"{ROW}/22" and notice["facts"] == {
            "minimum": "4.00 €", "mode": "pot", "reason": "a full evening"}
        description = evening.house.describe("ave")
        assert description.minimum == 200 and description.to_come == NextLimits(
            minimum=400, mode="pot", law=f"{ROW}/22")
        turn = next(o for o in evening.desk("ave").dealer.standing.offers if o.act == "raise")
        assert turn.high == 3_800  # without limit still: the cave less the big bet
        await next_hand(evening)
        assert evening.house.describe("ave").minimum == 400
        assert evening.house.describe("ave").to_come is None
        assert "limits" in called(evening)
        screen.read()
        tables = [m["table"] for m in screen.messages if m["t"] == "snapshot"]
        assert [(one["minimum"], one["rules"]["limit"]) for one in tables] == [
            (200, "cave"), (400, "pot")]
        assert verify(evening.ledger).verified


@run_async
async def test_each_copy_of_a_private_table_takes_new_limits_in_its_own_turn(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = FILE.replace("places = 10", 'places = 10\nkind = "private"\nbots = 5').replace(
        "highest = 10", 'highest = 10\nreadings = { limits_begin = "next-bet" }')
    reported: list[str] = []

    async def report(room: HasDesk, change: LimitsChange) -> None:
        reported.append(room.desk.id)

    monkeypatch.setattr(WarmUp, "on_open", lambda self, table: None)  # nobody plays
    monkeypatch.setattr(limits, "_report", report)
    async with Evening(tmp_path, tables={"ave": table(text)}) as evening:
        boss, ana = await evening.staff("Boss", "supervisor"), await evening.guest("Ana")
        room, free = ana.room("ave"), asyncio.Event()
        turn = asyncio.create_task(room.ask(free.wait))
        await asyncio.sleep(0)
        await limits.change_limits(evening.house, boss, "ave", 400, "pot", "a full evening")
        assert reported == ["ave"], "something else has the turn at the copy"
        free.set()
        await turn
        await evening.settle()
        assert reported == ["ave", room.desk.id]


@pytest.mark.law(f"{ROW}/22", "ir/267")
@run_async
async def test_by_another_reading_new_limits_hold_from_the_next_bet(tmp_path: Path) -> None:
    text = FILE.replace("highest = 10", 'highest = 10\nreadings = { limits_begin = "next-bet" }')
    async with Evening(tmp_path, tables={"ave": table(text)}) as evening:
        boss = await evening.staff("Marta", "supervisor")
        await seat_guests(evening)
        await evening.later(11)
        await limits.change_limits(evening.house, boss, "ave", 400, "pot", "a full evening")
        assert called(evening)[-1] == "limits"
        turn = next(o for o in evening.desk("ave").dealer.standing.offers if o.act == "raise")
        assert (turn.low, turn.high) == (400, 700)
        await next_hand(evening)
        assert evening.desk("ave").playing.minimum == 400 and "limits" not in called(evening)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/22", "ir/267")
@pytest.mark.parametrize("between", [False, True], ids=["in a hand", "between two hands"])
@run_async
async def test_new_limits_survive_a_restart_and_so_do_seats(tmp_path: Path, between: bool) -> None:
    """The list, the hand's place and the caves stay: it is the same game."""
    async with Evening(tmp_path, tables=TABLES) as evening:
        boss = await evening.staff("Marta", "supervisor")
        await seat_guests(evening)
        await evening.later(11)
        if between:
            while not evening.desk("ave").state.over:
                await evening.later(30)
        seats = evening.desk("ave").seats
        await limits.change_limits(evening.house, boss, "ave", 400, "", "a full evening")
        await evening.reopen()
        assert evening.desk("ave").seats == seats
        assert evening.desk("ave").table.minimum == 400
        await (evening.later(2) if between else next_hand(evening))
        assert evening.house.describe("ave").minimum == 400
        assert evening.desk("ave").carry.hands == 1 and "limits" in called(evening)
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/22")
@run_async
async def test_a_file_that_was_written_since_holds(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES) as evening:
        boss = await evening.staff("Marta", "supervisor")
        await limits.change_limits(evening.house, boss, "ave", 400, "", "a full evening")
        await evening.later(1)  # nobody sits: the next hand begins
        assert evening.desk("ave").playing.minimum == 400
        evening.tables = {"ave": table(FILE.replace("minimum = 2", "minimum = 6"))}
        await evening.reopen()
        assert evening.desk("ave").table.minimum == 600


@pytest.mark.law(f"{ROW}/22", f"{ROW}/75", "ir/366")
@pytest.mark.parametrize("rules", ["minimum_share = false", "minimum_share = true"])
@run_async
async def test_a_cave_that_no_file_names_stays_when_limits_change(
        tmp_path: Path, rules: str) -> None:
    """Twenty minimums of 2, or the maximum of 10: also with a minimum of 4, by another mode, over
    a restart, and with the seats as they were."""
    text = (f'game = "holdem"\nname = "Ave"\nminimum = 2\nplaces = 10\n'
            f'maximum = {10 if "true" in rules else 1000}\n[rules]\n{rules}\n')
    brought = 1_000 if "true" in rules else 4_000
    async with Evening(tmp_path, tables={"ave": table(text)}) as evening:
        boss = await evening.staff("Marta", "supervisor")
        guests = [await evening.guest(name) for name in ("Ana", "Rui")]
        for place, guest in enumerate(guests, 1):
            await guest.must("sit", str(place), brought, table="ave")
        seats = evening.desk("ave").seats
        for minimum, mode in ((400, ""), (0, "half-pot"), (0, "total"), (200, "pot")):
            await limits.change_limits(evening.house, boss, "ave", minimum, mode, "a full evening")
            assert cave(evening.desk("ave").table) == brought
        await evening.reopen()
        assert evening.desk("ave").table.rules.limit == "pot"
        assert cave(evening.desk("ave").table) == brought
        assert evening.desk("ave").seats == seats
        assert evening.house.describe("ave").brings == [
            brought, brought if "true" in rules else 0]
        assert verify(evening.ledger).verified


@pytest.mark.law(f"{ROW}/22", f"{ROW}/19", f"{ROW}/20-2")
@run_async
async def test_limits_that_are_unlawful_are_refused_with_all_that_is_wrong(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables=TABLES | {"shared": table(SHARED)}) as evening:
        boss = await evening.staff("Marta", "supervisor")

        async def refused(table_id: str, minimum: int, mode: str) -> HouseError:
            with pytest.raises(HouseError) as no:
                await limits.change_limits(evening.house, boss, table_id, minimum, mode, "why not")
            return no.value

        high = await refused("ave", 2_000, "")
        assert (high.code, high.law) == ("unlawful", f"{ROW}/19")
        assert "0.00 € to 10.00 €, as is authorised" in high.text
        off = await refused("ave", 5_050, "")
        assert {one["clause"] for one in off.facts["violations"]} >= {
            f"{ROW}/19", f"{ROW}/20-2", f"{ROW}/75"}
        assert (await refused("ave", 0, "none")).code == "limits"
        assert (await refused("ave", 200, "cave")).code == "no-change"
        none = await refused("shared", 400, "")
        assert (none.code, none.law) == ("no-change", "pt-805-2015/blackjack-online/10")
        with pytest.raises(HouseError, match="the reason"):
            await limits.change_limits(evening.house, boss, "ave", 400, "", "")
        assert evening.desk("ave").table == TABLES["ave"]


@pytest.mark.law(f"{ROW}/19")
def test_a_table_with_authorisations_says_what_range_is_authorised() -> None:
    """And its own minimum lies in it."""
    leave = """
[[authorisations]]
option = "19"
by = "SRIJ"
reference = "1"
requested = 2026-01-05
effective = 2026-01-12
"""
    wrong = read_table(FILE.replace("highest = 10", "") + leave)
    assert isinstance(wrong, list) and [one.what for one in wrong] == ["rules.highest"]
    assert not isinstance(read_table(FILE + leave), list)
    wrong = read_table(FILE.replace("highest = 10", "lowest = 3\nhighest = 10"))
    assert isinstance(wrong, list) and [one.clause for one in wrong] == [f"{ROW}/19"]


def test_the_kept_limits_read_back() -> None:
    change = LimitsChange(table="x", minimum=1, mode="pot", was=(2, "cave"), by="a", reason="b",
                          law="c", at=1.0)
    assert msgspec.json.decode(change.document().body, type=LimitsChange) == change
