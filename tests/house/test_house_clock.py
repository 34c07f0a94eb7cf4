"""The clock of the machine is set while the house is closed: what ran has the time that it had."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.certify.audit.verify import verify
from sabot.games import game
from sabot.house import House
from sabot.house.archive.startup_check import shift_clock
from sabot.house.staff import croupier
from sabot.house.table.session import Session, idle_due, idle_stage
from sabot.house.table.versioned_events import State, restart_clock
from sabot.ledger import Ledger
from sabot.procedure import Incident
from support.house_evening import Evening, run_async
from support.random_night import shipped

HOUR, YEAR = 3600.0, 365 * 86_400.0


class OneClock(Evening):
    """An evening whose ledger dates its entries by the clock that the test moves."""

    async def open(self) -> House:
        ledger_open = Ledger.open

        def opened(*args: Any, **more: Any) -> Ledger:
            ledger = ledger_open(*args, **more)
            ledger._clock = lambda: int(self.clock.now() * 1000)
            return ledger

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Ledger, "open", opened)
            return await super().open()


async def asked(evening: Evening, table: str = "shared") -> Any:
    """A player with a bet who is asked; what of the time for it is left."""
    ana = await evening.guest("Ana")
    await ana.must("sit", "1", table=table)
    await ana.must("bet", "1", 1000, table=table)
    await evening.later(15)
    return ana


@pytest.mark.parametrize("jump", [-HOUR, -10 * 86_400.0, -15.0])
@run_async
async def test_a_clock_set_back_leaves_open_coups_their_time(tmp_path: Path, jump: float) -> None:
    cards = ["TS 5S 9H QD 6D TC 9C"]
    async with OneClock(tmp_path, cards=cards) as evening:
        await asked(evening)
        desk = evening.desk()
        assert desk.listening and desk.state.window.startswith("1:1")
        await evening.later(5)
        left = desk.state.deadline - evening.clock.now()
        evening.clock.advance(jump)
        await evening.reopen()
        desk = evening.desk()
        assert evening.house.recovered["shared"] == "resumed"
        # What the house knows of the old clock is when it last stored something: that was the deal.
        assert desk.state.deadline - evening.clock.now() == pytest.approx(left + 5)
        session = next(iter(desk.state.sessions.values()))
        assert session.started <= session.idle_since <= evening.clock.now()
        await evening.later(left + 5)  # and then the clock decides, as it would have done
        assert not desk.state.window.startswith("1:1")
        start = evening.ledger.entries(kind="house", newest_first=True, limit=1)[0]
        assert msgspec.json.decode(start.body)["start"]["clock_back"] == -jump - 5
        finding = verify(evening.ledger)
        assert finding.verified and finding.clock_back == (start.seq,)


@run_async
async def test_a_table_from_a_node_whose_clock_is_ahead_keeps_its_time(tmp_path: Path) -> None:
    """The times of a table are those of the node that ran it, whoever has stored something since.
    """
    async with OneClock(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        await asked(evening)
        left = evening.desk().state.deadline - evening.clock.now()
        await evening.house.give_up(["shared"])
        evening.clock.advance(-HOUR)  # that of the next node
        await (await evening.guest("Rui")).must("sit", "1", table="alone")
        assert evening.ledger.clock_lag() == 0 < evening.ledger.clock_lag("shared")
        await evening.house.take_over(["shared"])
        assert evening.house.recovered["shared"] == "resumed"
        desk = evening.desk()
        assert desk.listening
        assert desk.state.deadline - evening.clock.now() == pytest.approx(left, abs=10)


@run_async
async def test_a_clock_set_ahead_and_back_leaves_the_journal_in_the_present(tmp_path: Path) -> None:
    """It was once held in the future for as long as the clock had been ahead."""
    async with OneClock(tmp_path) as evening:
        began = evening.clock.now()
        for jump in (400 * 86_400.0, -400 * 86_400.0):
            evening.clock.advance(jump)
            await evening.reopen()
        await evening.guest("Ana")
        times = [r.at / 1000 for r in evening.ledger.entries()]
        assert times[-1] == pytest.approx(began) and max(times) > began + YEAR
        assert verify(evening.ledger).verified


def state(**more: Any) -> State:
    one = Session(id="s", player="p", table="t", game="g", started=900.0, idle_since=950.0,
                  stage="invited", stage_at=980.0)
    return State(over=False, sessions={"p": one}, **more)


def move_clock(before: State, now: float, back: float) -> State:
    return msgspec.json.decode(shift_clock(msgspec.json.encode(before), now, back), type=State)


@pytest.mark.parametrize("back", [100.0, 1e7])
def test_every_time_of_a_table_is_brought_to_the_new_clock(back: float) -> None:
    now = 1_000.0
    ahead: Callable[[float], float] = lambda at: at + back  # noqa: E731
    before = state(deadline=ahead(1_015.0), next_at=ahead(1_003.0), ends=ahead(1_500.0),
                   since=ahead(990.0), hour=int(ahead(1_000.0) // 3600))
    one = before.sessions["p"]
    before.sessions["p"] = msgspec.structs.replace(
        one, started=ahead(999.0), idle_since=ahead(999.5), stage_at=ahead(999.9))
    after = move_clock(before, now, back)
    assert (after.deadline, after.next_at, after.ends, after.since) == (
        1_015.0, 1_003.0, 1_500.0, 990.0)
    assert after.hour == 0
    session = after.sessions["p"]
    assert (session.started, session.idle_since, session.stage_at) == pytest.approx(
        (999.0, 999.5, 999.9))


def test_what_was_stored_before_the_clock_was_set_ahead_stays() -> None:
    before = state(deadline=1_010.0, next_at=1_005.0, since=990.0)
    after = move_clock(before, 1_000.0, 400 * 86_400.0)
    assert (after.deadline, after.next_at, after.since) == (1_010.0, 1_005.0, 990.0)
    assert after.sessions == before.sessions


def test_whoever_was_invited_before_the_clock_was_set_back_has_been_idle_as_long() -> None:
    before = state()
    before.sessions["p"] = msgspec.structs.replace(
        before.sessions["p"], started=700.0, idle_since=990.0, stage_at=1_171.0)
    session = move_clock(before, 1_000.0, 175.0).sessions["p"]
    assert (session.started, session.idle_since, session.stage_at) == (700.0, 815.0, 996.0)


def test_a_session_is_looked_at_again_when_its_next_stage_can_come() -> None:
    """Otherwise its table would look at it again and again."""
    one, conduct = state().sessions["p"], game("blackjack-online").conduct
    for idle_since in (0.1, 700.7, 1_760_000_000.123, 1_800_000_097.887_317_2):
        for stage, at in (("", 0.0), ("invited", idle_since + 181), ("warned", idle_since + 196.3),
                          ("invited", idle_since + 10.1), ("warned", idle_since + 20.3)):
            session = msgspec.structs.replace(one, idle_since=idle_since, stage=stage, stage_at=at)
            due = idle_due(session, conduct)
            assert idle_stage(session, conduct, True, due) not in ("", stage)


@run_async
async def test_what_waits_since_a_moment_to_come_waits_from_the_opening(tmp_path: Path) -> None:
    """Lists and requests for machines are derived from the journal: its times stay."""
    async with Evening(tmp_path) as evening:
        house, now = evening.house, evening.clock.now()
        assert house.since(now - 5) == now - 5
        assert house.since(now + HOUR) == house.opened == now
        evening.clock.advance(30)
        assert house.since(now + HOUR) == now and house.since(now + 30) == now + 30


@run_async
async def test_the_time_to_decide_begins_when_the_question_is_stored(tmp_path: Path) -> None:
    async with OneClock(tmp_path, cards=["TS 5S 9H QD 6D TC 9C"]) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1")
        desk, store = evening.desk(), evening.house.purse.store

        async def slowly(*entry: Any) -> Any:
            outcome = await store(*entry)
            evening.clock.advance(12)
            return outcome

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evening.house.purse, "store", slowly)
            await ana.must("bet", "1", 1000)
        assert desk.state.window == "bets/betting"
        until = desk.state.deadline
        assert until == evening.clock.now() + desk.table.clocks.betting
        await ana.must("bet", "1", 2000)
        assert desk.state.deadline == until, "the clock that runs goes on"
        screen = await ana.look()
        assert screen.messages[0]["clock"]["left"] == desk.table.clocks.betting


@run_async
async def test_a_question_after_a_reported_fault_has_its_whole_time_however_slow_the_disk(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the supervisor did is stored first; a cut of the new packs is asked for after it."""
    async with OneClock(tmp_path, tables={"sor": shipped("sor")}) as evening:
        ana, boss = await evening.guest("Ana"), await evening.staff("Sofia", "supervisor")
        await ana.must("sit", "1", table="sor")
        await ana.must("cut", "1", 9, table="sor")
        act, desk = evening.house.act, ana.room("sor").desk

        async def slowly(*of: Any) -> None:
            evening.clock.advance(7)
            await act(*of)

        monkeypatch.setattr(evening.house, "act", slowly)
        await croupier.report_fault(evening.house, boss, desk.id, Incident(
            "damaged-card", card="QD", note="torn"))
        assert desk.state.window.startswith("cut:1/")
        clock = desk.state.window.partition("/")[2]
        assert desk.state.deadline == evening.clock.now() + getattr(desk.playing.clocks, clock)


def test_a_new_question_has_its_whole_time_where_its_end_is_that_of_the_one_before() -> None:
    """Who answers in the moment in which a question is stored begins the next one then: both end
    at the same time, until the second has been stored too."""
    before = State(coup="low-1", window="turn:1:1/decision", deadline=120.0)
    after = State(coup="low-1", window="turn:1:2/decision", deadline=120.0)
    restart_clock(before, after, 0.8)
    assert after.deadline == 120.8
    goes_on = msgspec.structs.replace(before)
    restart_clock(before, goes_on, 0.8)
    assert goes_on.deadline == 120.0
    next_coup = msgspec.structs.replace(before, coup="low-2")
    restart_clock(before, next_coup, 0.8)
    assert next_coup.deadline == 120.8
