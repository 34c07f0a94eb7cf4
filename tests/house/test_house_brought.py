"""What a player learns of a session at a table to which money is brought before it is bet."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sabot.house.archive.history import History
from support.house_evening import Evening, run_async, table
from support.random_night import shipped

MACHINE = """
game = "machines"
name = "Machine"
places = 1
minimum = "0.05"
maximum = "20.00"
[clocks]
between = 0
[rules]
number = "1"
model = "costa"
coins = ["0.05", "0.25"]
"""


@run_async
async def test_money_in_a_machine_is_no_stake_and_what_is_cashed_out_no_prize(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"m": table(MACHINE)}) as evening:
        ana = await evening.guest("Ana")
        await ana.must("sit", "1", table="m")
        await ana.must("insert", "1", 2_000, table="m")
        for _ in range(3):
            await ana.must("spin", "20x1x5", table="m")
            await evening.later(0)
        room = ana.room("m")
        you = evening.house.player_summary(ana.id, room.desk)
        assert you is not None
        shown, credit = you.session, evening.desk("m").carry.meters.credit
        assert (shown.coups, shown.staked, shown.brought) == (3, 300, 2_000)
        assert shown.taken is msgspec.UNSET
        assert shown.net == shown.won - 300 == credit - 2_000
        await ana.must("cash-out", "1", table="m")
        await ana.must("leave", "1", table="m")
        await evening.later(0)
        (past,) = History(evening.house, ana.id, "UTC").sessions()
        assert past.staked == 300 and past.held == 0
        assert past.brought == 2_000 and past.taken == credit
        assert past.net == ana.balance - 100_000 == past.taken - past.brought
        coups = History(evening.house, ana.id, "UTC").page().coups
        assert [coup.staked for coup in coups] == [100, 100, 100]
        assert sum(coup.net for coup in coups) == past.net


@run_async
async def test_a_stack_is_no_stake_until_it_is_in_a_pot(tmp_path: Path) -> None:
    """What a seat at poker is bought with is brought; staked is only what went into pots."""
    async with Evening(tmp_path, tables={"ave": shipped("ave")}) as evening:
        guests = [await evening.guest(f"G{n}") for n in range(5)]
        for place, guest in enumerate(guests, start=1):
            await guest.must("sit", str(place), 10_000, table="ave")
        desk = evening.desk("ave")
        for guest in guests:
            assert (guest.session("ave").staked, guest.session("ave").coups) == (0, 0)
        while not desk.state.coup or desk.state.over:
            await evening.later(1)
        coup = desk.state.coup
        while desk.state.coup == coup and not desk.state.over:
            await evening.later(5)  # whoever is asked lets the time run out
        room = guests[0].room("ave")
        played = 0
        for guest in guests:
            you = evening.house.player_summary(guest.id, desk)
            assert you is not None and room is guest.room("ave")
            assert you.session.brought == 10_000 and you.session.staked < 1_000
            receipts = History(evening.house, guest.id, "UTC").page().coups
            assert sum(one.staked for one in receipts) == you.session.staked
            assert sum(one.net for one in receipts) == you.session.net
            played += you.session.staked
        assert played > 0, "somebody paid a blind"
