"""Idle players: the invitation (35), the warning and the end (36), to the second and the coup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sabot.house.table.session import WARN_AFTER
from support.house_evening import ALONE, Evening, Guest, Screen, row, run_async, table


def kinds(screen: Screen) -> list[str]:
    screen.read()
    return [m["kind"] for m in screen.messages if m["t"] == "notice"]


@pytest.mark.law(row("35"), row("35.a"), row("36"), row("33"), row("34"))
@run_async
async def test_individual_more_than_three_minutes_then_a_warning_then_one_minute(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await evening.later(180)
        assert kinds(screen) == [], "three minutes are not more than three minutes"
        assert ana.room("alone").due() == pytest.approx(evening.clock.now() + 0.001)
        await evening.later(0.001)
        assert kinds(screen) == ["idle-invitation"]
        invitation = screen.messages[-1]
        assert invitation["law"] == row("35") and invitation["facts"]["cause"] == row("35.a")
        await evening.later(WARN_AFTER)
        assert kinds(screen)[1:] == ["idle-warning"]
        assert screen.messages[-1]["facts"] == {
            "cause": row("35.a"), "individual": True, "seconds": 60}
        assert screen.messages[-1]["law"] == row("36")
        await evening.later(59.999)
        assert ana.session("alone") is not None
        await evening.later(0.001)
        assert kinds(screen)[2:] == ["session-ended"] and ana.session("alone") is None
        facts = screen.messages[-1]["facts"]
        assert facts["reason"] == "idle" and facts["coups"] == facts["net"] == 0
        assert screen.messages[-1]["law"] == row("33")
        assert ana.room("alone").desk.seats == ("",)
        stored = evening.house.archive.sessions(ana.id)
        assert [s.reason for s in stored] == ["idle"]


@pytest.mark.law(row("36"), row("35.a"))
@pytest.mark.parametrize("wait", [0.0, WARN_AFTER, WARN_AFTER + 59.9])
@run_async
async def test_individual_a_bet_takes_the_warning_back(tmp_path: Path, wait: float) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await evening.later(180.001)
        await evening.later(min(wait, WARN_AFTER))
        await evening.later(max(0.0, wait - WARN_AFTER))
        await ana.must("bet", "1", 200, table="alone")
        await evening.later(180)
        seen = len(kinds(screen))
        await ana.must("bet", "1", 400, table="alone")
        await ana.must("clear", "1", table="alone")
        await evening.later(180)
        assert len(kinds(screen)) == seen
        await evening.later(0.001)
        assert kinds(screen)[seen:] == ["idle-invitation"], "everything begins anew"
        if not wait:
            await evening.later(WARN_AFTER)
            await evening.later(60)
            assert kinds(screen)[-1] == "session-ended"
        if wait:
            # The mark's clause on the warning was given above.
            assert "idle-warning" in kinds(screen)


@pytest.mark.law(row("35.a"))
@run_async
async def test_individual_a_player_who_thinks_in_mid_coup_is_not_idle(tmp_path: Path) -> None:
    slow = table(ALONE.replace("[rules]", "[clocks]\ndecision = 600\n[rules]"))
    async with Evening(tmp_path, tables={"alone": slow},
                       cards=["", "TS 9H QD TC"]) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 200, table="alone")
        await ana.must("deal", "table", table="alone")
        await evening.later(590)
        await ana.must("stand", "1", table="alone")
        await evening.later(3)
        assert kinds(screen) == []
        await evening.later(177)
        assert kinds(screen) == [], "counted from the end of the coup of the last bet"
        await evening.later(0.001)
        assert kinds(screen) == ["idle-invitation"]


async def coup(evening: Evening, *betting: Guest) -> None:
    """One coup of the shared table in which these bet at their places."""
    for guest in betting:
        await guest.must("bet", guest.room().desk.places_of(guest.id)[0], 200)
    await evening.later(15)
    while not evening.desk().state.over:
        await evening.later(20)
    await evening.later(3)


@pytest.mark.law(row("35"), row("35.b"), row("36"), row("33"))
@run_async
async def test_shared_more_than_five_coups_then_a_warning_then_one_coup(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        rui_screen = await rui.look()
        await coup(evening, ana, rui)
        for _ in range(5):
            await coup(evening, ana)
        assert kinds(rui_screen) == [], "five coups are not more than five"
        await coup(evening, ana)
        assert kinds(rui_screen) == ["idle-invitation", "idle-warning"]
        warned = rui_screen.messages[-1]
        assert warned["facts"] == {"cause": row("35.b"), "individual": False, "coups": 1}
        assert rui_screen.notices("idle-warning")[0]["law"] == row("36")
        await coup(evening, ana)
        assert kinds(rui_screen)[2:] == ["session-ended"]
        facts = rui_screen.notices("session-ended")[0]["facts"]
        assert (facts["reason"], facts["coups"], facts["staked"]) == ("idle", 1, 200)
        assert evening.desk().seats == (ana.id, "", "")
        assert [s.reason for s in evening.house.archive.sessions(rui.id)] == ["idle"]


@pytest.mark.law(row("36"), row("35.b"))
@run_async
async def test_shared_a_bet_in_the_warned_coup_counts_only_when_it_is_dealt(
        tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        rui_screen = await rui.look()
        for _ in range(6):
            await coup(evening, ana)
        assert kinds(rui_screen) == ["idle-invitation", "idle-warning"]
        await coup(evening, ana, rui)
        assert rui.session().missed == 0 and rui.session().stage == ""
        for _ in range(6):
            await coup(evening, ana)
        assert kinds(rui_screen)[2:] == ["idle-invitation", "idle-warning"]
        await rui.must("bet", "2", 200)
        await rui.must("clear", "2")
        await coup(evening, ana)
        assert kinds(rui_screen)[4:] == ["session-ended"], "a bet taken back is no bet in the coup"


@pytest.mark.law(row("35"), row("35.b"))
@run_async
async def test_shared_nobody_is_ended_who_was_not_warned(tmp_path: Path) -> None:
    """The look at idle players depends on no timer: a command may open the coup too."""
    async with Evening(tmp_path) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        await ana.must("sit", "1")
        await rui.must("sit", "2")
        rui_screen = await rui.look()
        for _ in range(6):
            await ana.must("bet", "1", 200)
            await evening.later(15)
            while not evening.desk().state.over:
                await evening.later(20)
            evening.clock.advance(3)
        assert kinds(rui_screen) == []
        await ana.must("bet", "1", 200)
        assert kinds(rui_screen) == ["idle-invitation", "idle-warning"]


@pytest.mark.law(row("35"), row("35.a"))
@run_async
async def test_idle_time_and_its_stages_survive_a_restart(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        await ana.must("sit", "1", table="alone")
        await evening.later(100)
        await evening.reopen()
        screen = await ana.look("alone")
        await evening.later(80)
        assert kinds(screen) == []
        await evening.later(0.001)
        assert kinds(screen) == ["idle-invitation"]
        await evening.reopen()
        screen = await ana.look("alone")
        await evening.later(WARN_AFTER)
        assert kinds(screen) == ["idle-warning"]
        evening.clock.advance(60)
        await evening.reopen()
        await evening.settle()
        assert ana.session("alone") is None
        assert evening.house.archive.sessions(ana.id)[0].reason == "idle"


@pytest.mark.law(row("33"), row("36"), "ir/19")
@run_async
async def test_who_was_away_when_their_session_ended_hears_its_sums_at_the_next_visit(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await screen.go()
        for seconds in (180.001, WARN_AFTER, 60):
            await evening.later(seconds)
        assert ana.session("alone") is None and kinds(screen) == []
        await evening.reopen()
        back = await ana.look("alone")
        assert kinds(back) == ["session-ended"] and back.messages[-1]["law"] == row("33")
        facts = back.messages[-1]["facts"]
        assert facts["reason"] == "idle" and facts["away"]
        await back.go()
        assert kinds(await ana.look("alone")) == [], "once is enough"
        await ana.must("sit", "1", table="alone")
        assert ana.session("alone").started == evening.clock.now()


@pytest.mark.law(row("35.a"), row("36"), row("33"), "ir/22")
@run_async
async def test_individual_a_bet_that_lies_undealt_goes_back_when_the_session_ends(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 200, table="alone")
        assert ana.balance == 99_800
        await evening.later(180)
        assert not kinds(screen)
        for wait in (0.001, WARN_AFTER, 60):
            await evening.later(wait)
        assert kinds(screen) == ["idle-invitation", "idle-warning", "session-ended"]
        assert ana.session("alone") is None and ana.balance == 100_000


@pytest.mark.law(row("35.a"))
@run_async
async def test_individual_nobody_is_idle_while_bets_are_refused(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        marta = await evening.staff("Marta", "supervisor")
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await ana.must("bet", "1", 200, table="alone")
        await evening.house.switch(marta, "table:alone", False, "a new cloth")
        await evening.later(10_000)
        assert ana.session("alone") is not None
        await ana.must("deal", "table", table="alone")  # the open coup is played to its end
        while not ana.room("alone").desk.state.over:
            await evening.later(30)
        assert (await ana.refused("bet", "1", 200, table="alone")).code == "closed"
        await evening.house.switch(marta, "table:alone", True, "it is laid")
        await evening.settle()
        await evening.later(180)
        assert "idle-invitation" not in kinds(screen)
        await evening.later(0.001)
        assert "idle-invitation" in kinds(screen), "the three minutes began when it opened"


@pytest.mark.law(row("35.a"), row("36"))
@run_async
async def test_individual_the_minute_after_a_warning_begins_when_the_warning_is_stored(
        tmp_path: Path) -> None:
    """A slow disk takes nothing from the time that the player has."""
    async with Evening(tmp_path, tables={"alone": table(ALONE)}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        store = evening.house.purse.store

        async def slowly(*entry: Any) -> Any:
            outcome = await store(*entry)
            evening.clock.advance(7)
            return outcome

        await evening.later(1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evening.house.purse, "store", slowly)
            await ana.must("bet", "1", 200, table="alone")
            await evening.later(179.99)
            assert kinds(screen) == [], "the bet was stored seven seconds after it was made"
            await evening.later(0.02)
            assert kinds(screen) == ["idle-invitation"]
            await evening.later(WARN_AFTER)
            assert kinds(screen)[1:] == ["idle-warning"]
        await evening.later(59.99)
        assert ana.session("alone") is not None
        await evening.later(0.02)
        assert kinds(screen)[2:] == ["session-ended"]
