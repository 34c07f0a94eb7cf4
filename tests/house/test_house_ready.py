"""A time that ends before it is over, because everybody at the table is ready (IR 457)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.house.table.messages import Ack, ReadyCommand, Refused
from sabot.ledger import Ledger
from support.house_evening import COUPS, Evening, Guest, Screen, run_async

pytestmark = pytest.mark.law("ir/457")


screens: dict[str, Screen] = {}
"""What each guest looks at."""


async def ready(guest: Guest, key: str, table: str = "shared", v: int | None = None) -> Any:
    return await guest.room(table).reply_to(guest.id, ReadyCommand(key, v))


async def settle(evening: Evening) -> None:
    """Let every table look at the clock, without any time passing."""
    await evening.later(0)


def window(evening: Evening, table: str = "shared") -> str:
    desk = evening.desk(table)
    standing = desk.dealer.standing if desk.dealer else None
    return standing.window if standing and not desk.state.over else ""


async def seated(evening: Evening, *names: str, bet: int = 1000) -> list[Guest]:
    """Guests with a bet each, in the window of bets, whose clock runs; all look at the table."""
    guests = [await evening.guest(name) for name in names]
    screens.clear()
    for guest in guests:
        screens[guest.id] = await guest.look()
    for place, guest in enumerate(guests, start=1):
        await guest.must("sit", str(place))
    if window(evening) == "seats":
        await evening.later(10)
    for place, guest in enumerate(guests, start=1):
        await guest.must("bet", str(place), bet)
    assert window(evening) == "bets" and evening.desk().state.deadline
    return guests


def body(ledger: Ledger, version: int, table: str = "shared") -> dict[str, Any]:
    entry, = (e for e in ledger.entries(table=table, since_version=version - 1)
              if e.version == version)
    return dict(msgspec.json.decode(entry.body))


@run_async
async def test_who_is_alone_is_dealt_to_at_once(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, = await seated(evening, "Ana")
        screen = await ana.look()
        assert screen.last["ready"] == {"law": "ir/457", "ready": [], "waits_for": ["1"],
                                        "yours": True}
        before = evening.desk().state.version
        answer = await ready(ana, "r1")
        assert isinstance(answer, Ack) and answer.v == before + 1
        await settle(evening)
        assert window(evening) != "bets" and evening.desk().at_stake == {ana.id: 1000}
        assert body(evening.ledger, before + 1)["house"] == [
            {"ready": ["1"], "window": "bets", "law": "ir/457"}]
        closing = body(evening.ledger, before + 2)
        assert closing["ready"] == [ana.id]
        assert closing["events"][0]["answer"]["answer"] == "timeout"
        screen.read()
        assert {"ready": ["1"], "window": "bets", "law": "ir/457"} in screen.events
        assert screen.last.get("ready") is None, "a decision has no time to give up"


@run_async
async def test_the_whole_time_runs_until_all_are_ready(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        screen = await rui.look()
        assert isinstance(await ready(ana, "r1"), Ack)
        await evening.later(5)
        assert window(evening) == "bets"
        screen.read()
        assert screen.last["ready"] == {"law": "ir/457", "ready": ["1"], "waits_for": ["2"],
                                        "yours": True}
        assert isinstance(await ready(rui, "r2"), Ack)
        await settle(evening)
        assert window(evening) != "bets"


@run_async
async def test_who_bets_again_is_no_longer_ready(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        assert isinstance(await ready(ana, "r1"), Ack)
        await ana.must("bet", "1", 2000)
        assert isinstance(await ready(rui, "r2"), Ack)
        await settle(evening)
        assert window(evening) == "bets"
        assert isinstance(await ready(ana, "r3"), Ack)
        await settle(evening)
        assert window(evening) != "bets"


@run_async
async def test_the_others_go_on_when_the_last_who_needed_time_leaves(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        assert isinstance(await ready(ana, "r1"), Ack)
        await rui.must("clear", "2")
        await rui.must("leave", "2")
        assert isinstance(await rui.end(), Ack)
        await settle(evening)
        assert window(evening) != "bets" and evening.desk().at_stake == {ana.id: 1000}


@run_async
async def test_a_stake_of_somebody_who_is_away_keeps_its_time(tmp_path: Path) -> None:
    """Their line is lost; their bet and their time stay (29, 30)."""
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        await screens[rui.id].go()
        assert isinstance(await ready(ana, "r1"), Ack)
        await settle(evening)
        assert window(evening) == "bets"
        await evening.later(15)
        assert window(evening) != "bets"


@run_async
async def test_nobody_waits_for_who_is_away_with_nothing_at_stake(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        await rui.must("clear", "2")
        assert isinstance(await ready(ana, "r1"), Ack)
        await settle(evening)
        assert window(evening) == "bets", "Rui may still bet"
        await screens[rui.id].go()
        await settle(evening)
        assert window(evening) != "bets" and evening.desk().at_stake == {ana.id: 1000}


@run_async
async def test_a_house_that_was_killed_remembers_who_is_ready(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS, COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        assert isinstance(await ready(ana, "r1"), Ack)
        await evening.reopen()
        again, others = Guest(evening, ana.player), Guest(evening, rui.player)
        assert evening.desk().state.ready == (ana.id,)
        repeated = await ready(again, "r1")
        assert isinstance(repeated, Ack) and evening.desk().state.ready == (ana.id,)
        assert isinstance(await ready(others, "r2"), Ack)
        await settle(evening)
        assert window(evening) != "bets"


@run_async
async def test_the_pause_after_a_round_ends_when_all_are_ready(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, rui = await seated(evening, "Ana", "Rui")
        for guest, key in ((ana, "r1"), (rui, "r2")):
            assert isinstance(await ready(guest, key), Ack)
        for _ in range(20):
            await evening.later(20 if window(evening) != "bets" else 0)
            if evening.desk().state.over:
                break
        assert evening.desk().state.over and evening.desk().state.next_at > evening.clock.now()
        no = evening.desk().state.no
        assert isinstance(await ready(ana, "r3"), Ack)
        await settle(evening)
        assert evening.desk().state.no == no, "Rui still looks at the result"
        assert isinstance(await ready(rui, "r4"), Ack)
        await settle(evening)
        assert evening.desk().state.no == no + 1 and evening.desk().state.ready == ()


@run_async
async def test_who_is_alone_begins_the_next_round_with_a_bet(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, = await seated(evening, "Ana")
        assert isinstance(await ready(ana, "r1"), Ack)
        for _ in range(20):
            await evening.later(20 if window(evening) != "bets" else 0)
            if evening.desk().state.over:
                break
        assert evening.desk().state.over
        await ana.must("bet", "1", 1000)
        assert window(evening) == "bets"


@run_async
async def test_what_cannot_end_early_is_refused(tmp_path: Path) -> None:
    async with Evening(tmp_path, cards=[COUPS]) as evening:
        ana, = await seated(evening, "Ana")
        onlooker = await evening.guest("Olga")
        answer = await ready(onlooker, "r1")
        assert isinstance(answer, Refused) and (answer.code, answer.law) == ("not-here", "ir/457")
        assert isinstance(await ready(ana, "r2"), Ack)
        await settle(evening)
        answer = await ready(ana, "r3")
        assert isinstance(answer, Refused) and (answer.code, answer.law) == ("no-clock", "ir/457")
        answer = await ready(ana, "r4", v=1)
        assert isinstance(answer, Refused) and answer.code == "moved-on"


@pytest.mark.parametrize("game_id", games.ids())
def test_every_game_names_the_clause(game_id: str) -> None:
    assert games.game(game_id).conduct.laws["ready"] == "ir/457"
