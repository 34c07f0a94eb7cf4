"""The connection to a table: what a client that comes back receives, what becomes of its coup."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabot.house import metrics
from sabot.house.table.layout_state import KEPT_ITEMS
from sabot.house.table.viewer import OUTBOX
from support.house_evening import COUPS, Evening, Screen, row, run_async

TWENTY_AGAINST_NINETEEN = "TS 9H QD TC"


@run_async
async def test_who_comes_back_gets_exactly_what_they_missed(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["TS 9S 9H 5D 6D TC"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        always = await rui.look()
        first = await rui.look()
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        first.read()
        seen, drawn = first.version, first.state
        await first.go()
        await ana.must("bet", "1", 200)
        await rui.must("bet", "2", 200)
        await evening.later(15)
        await ana.must("stand", "1")
        again = Screen(rui.room(), rui.id)
        again.state = drawn
        await again.enter(seen)
        always.read()
        assert again.messages[0]["t"] == "events" and again.messages[0]["v"] == (seen or 0) + 1
        assert again.messages[0].get("coup") is None, "no new coup began meanwhile"
        assert again.events == always.events[-len(again.events):]
        assert again.state.show() == always.state.show()
        assert again.last["listen"] == always.last["listen"]
        # Seen all: nothing missed, and still the present state of things.
        third = await rui.look(since=evening.desk().state.version)
        assert third.messages[0]["events"] == [] and third.last["listen"]["offers"]


@run_async
async def test_who_has_seen_nothing_or_too_much_gets_a_snapshot(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1")
        version = evening.desk().state.version
        for since in (None, 0, version + 1, 10 ** 18):
            screen = await ana.look(since=since)
            assert screen.messages[0]["t"] == "snapshot" and screen.version == version
        while evening.desk().state.version <= version + KEPT_ITEMS:
            for cents in (200, 300):
                await ana.must("bet", "1", cents)
        assert (await ana.look(since=version)).messages[0]["t"] == "snapshot"
        recent = evening.desk().state.version - 50
        assert len((await ana.look(since=recent)).messages[0]["events"]) == 50


@pytest.mark.law(row("35"), row("35.b"))
@run_async
async def test_what_is_for_one_player_alone_is_an_empty_entry_for_others(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        ana_screen, rui_screen = await ana.look(), await rui.look()
        for _ in range(6):
            await ana.must("bet", "1", 200)
            await evening.later(15)
            await ana.must("stand", "1")
            await evening.later(3)
        ana_screen.read(), rui_screen.read()
        assert rui_screen.notices("idle-invitation") and not ana_screen.notices("idle-invitation")
        notices = [e for e in rui_screen.events if "notice" in e]
        assert notices and {} in ana_screen.events
        assert len(ana_screen.events) == len(rui_screen.events)
        assert ana_screen.version == rui_screen.version
        assert not any("notice" in e for e in ana_screen.events)


@pytest.mark.law(row("29"), row("30"), "ir/1", "ir/19")
@run_async
async def test_a_lost_line_voids_nothing_and_the_hand_is_played_by_ir_1(tmp_path: Path) -> None:
    # Ana holds 9; the table takes for her 2 (11) and 5 (16), and stands. The bank has 19.
    async with Evening(tmp_path, cards=["4S 9H 5D TC 2H 5C"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        ana_screen, rui_screen = await ana.look(), await rui.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await ana_screen.go()
        rui_screen.read()
        assert [e for e in rui_screen.events if "line" in e] == [
            {"line": "lost", "places": ["1"], "law": row("29"), "also": ["ir/1", "ir/19"]}]
        assert next(s["online"] for s in rui_screen.last["seats"]) is False
        await evening.later(19)
        assert evening.desk().listening, "the bet stands and her time runs"
        await evening.later(1)
        assert evening.desk().state.over
        results = {r["hand"]: (r["result"], r["facts"]) for r in rui_screen.steps("result")}
        assert results["1"] == ("lost", {"total": 16, "bank": 19})
        assert ana.balance == 99_000
        assert ana.session() is not None, "a lost line ends no session"
        assert evening.house.archive.last_coups(ana.id)[0].net == -1000


@pytest.mark.law(row("30"), row("29"))
@run_async
async def test_who_comes_back_in_time_decides_themselves(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=["5S 9H 5D TC AH"]) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        rui_screen = await rui.look()
        ana_screen = await ana.look()
        second = await ana.look()
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        await ana_screen.go()
        rui_screen.read()
        assert not any("line" in e for e in rui_screen.events), "Ana has another line"
        second.read()
        await second.go()
        await evening.later(12)
        back = Screen(ana.room(), ana.id)
        back.state = second.state
        await back.enter(second.version)
        assert back.last["clock"]["left"] == 8.0
        rui_screen.read()
        assert [e["law"] for e in rui_screen.events if "line" in e] == [row("29"), row("30")]
        await ana.must("double", "1")
        assert ana.balance == 100_000 + 2000
        assert back.steps("result")[-1]["facts"]["total"] == 21


@run_async
async def test_a_client_that_does_not_read_is_dropped_and_counted_and_nobody_waits(
        tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        slow, quick = await rui.look(), await ana.look()
        before = metrics.SLOW._value.get()
        await ana.must("sit", "1")
        for n in range(OUTBOX + 5):
            await ana.must("bet", "1", 200 + 100 * (n % 2))
            quick.read()
        assert slow.viewer.closed and metrics.SLOW._value.get() == before + 1
        assert slow.viewer not in rui.room().viewers and quick.viewer in rui.room().viewers
        assert [m["t"] for m in slow.read()] == ["dropped"], "what it did not read is forgotten"
        await slow.go()
        back = await rui.look(since=slow.version)
        assert back.version == quick.version


@run_async
async def test_a_room_that_is_given_up_still_answers(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        room = screen.room
        await screen.go()
        assert room.closed and room.desk.id not in evening.house.rooms
        from sabot.house.table.messages import ActCommand, Refused
        answer = await asyncio.wait_for(room.reply_to(ana.id, ActCommand("k", "sit", "1")), 5)
        assert isinstance(answer, Refused) and answer.code == "room-closed"
        assert not await asyncio.wait_for(room.arrive(screen.viewer, None), 5)
        await asyncio.wait_for(room.depart(screen.viewer), 5)
        assert (await ana.must("sit", "1", table="alone")).v
