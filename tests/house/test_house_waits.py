"""New cards wait a stated time for the players who are on their way to a shared table (ir/116)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.certify.audit.verify import verify
from sabot.procedure import Handle, Shuffle
from support.house_evening import Evening, Guest, run_async, table

PT = "pt-217-2007/blackjack"
MESA = """
game = "blackjack-2007"
name = "Mesa"
minimum = 5
maximum = 150
unit = 5
places = 6
[clocks]
shuffle = 15
"""


def window(house: Evening) -> str:
    dealer = house.desk("mesa").dealer
    return dealer.standing.window if dealer and dealer.standing else ""


def behind(house: Evening) -> list[int]:
    """How many cards lie behind the warning card, of each shoe of the coup."""
    return [e.step.warning for e in house.desk("mesa").dealer.record
            if isinstance(e.step, Shuffle)]


async def sit(guest: Guest, place: str) -> None:
    await guest.must("sit", place, table="mesa")


@pytest.mark.law("ir/116", f"{PT}/8-2", f"{PT}/9")
@run_async
async def test_who_comes_before_the_shuffle_is_counted_and_cuts_in_order(
        tmp_path: Path) -> None:
    """Ana comes second, sits at the lower place, and the house is restarted meanwhile."""
    async with Evening(tmp_path, tables={"mesa": table(MESA)}) as house:
        rui, ana = await house.guest("Rui"), await house.guest("Ana")
        screen = await ana.look("mesa")
        assert screen.last["clock"] is None
        await sit(rui, "4")
        screen.read()
        assert screen.last["clock"] == {"window": "seats", "of": 15, "left": 15.0}
        await house.later(12)
        await sit(ana, "2")
        await house.kill()
        await house.open()
        assert house.house.recovered["mesa"] == "resumed"
        assert (window(house), behind(house)) == ("seats", []), "ten seconds are left at least"
        await house.later(9)
        assert window(house) == "seats"
        await house.later(1)
        assert (window(house), behind(house)) == ("cut:2", [50])
        await ana.must("cut", "2", 60, table="mesa")
        handled = [e.step for e in house.desk("mesa").dealer.record if isinstance(e.step, Handle)]
        assert [h.facts for h in handled if h.what == "warning-card"] == [{"behind": 50}]
        assert verify(house.ledger).verified


@pytest.mark.law("ir/116", f"{PT}/9-2")
@run_async
async def test_who_stays_alone_has_the_warning_card_in_the_middle(tmp_path: Path) -> None:
    """The wait begins anew when the first has got up, and the place of who ends is free at once."""
    async with Evening(tmp_path, tables={"mesa": table(MESA)}) as house:
        rui, ana = await house.guest("Rui"), await house.guest("Ana")
        await sit(rui, "4")
        await house.later(10)
        await rui.end("mesa")
        assert house.desk("mesa").seats == ("",) * 6 and not house.desk("mesa").state.deadline
        await house.later(20)
        assert window(house) == "seats"
        await sit(ana, "4")
        await house.later(14)
        assert (window(house), behind(house)) == ("seats", [])
        await house.later(1)
        assert (window(house), behind(house)) == ("cut:4", [156])
        await ana.must("cut", "4", 60, table="mesa")


@pytest.mark.law("ir/116")
@run_async
async def test_a_table_that_is_full_waits_no_longer(tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"mesa": table(MESA)}) as house:
        for place in range(1, 7):
            assert window(house) == "seats"
            await sit(await house.guest(), str(place))
        assert window(house) == "cut:1"


@pytest.mark.law("ir/116")
@run_async
async def test_players_of_a_table_laid_out_anew_all_sit_again_before_the_shuffle(
        tmp_path: Path) -> None:
    async with Evening(tmp_path, tables={"mesa": table(MESA)}) as house:
        rui, ana = await house.guest("Rui"), await house.guest("Ana")
        await sit(rui, "4")
        await sit(ana, "2")
        await house.later(15)
        await ana.must("cut", "2", 60, table="mesa")
        await ana.must("bet", "2", 500, table="mesa")
        for _ in range(12):
            if house.desk("mesa").state.over:
                break
            await house.later(20)
        await house.kill()
        house.tables = {"mesa": table(MESA.replace("places = 6", "places = 7"))}
        await house.open()
        await house.later(3)
        desk = house.desk("mesa")
        assert (window(house), desk.holder("2"), desk.holder("4")) == ("seats", ana.id, rui.id)
        await house.later(15)
        assert (window(house), behind(house)) == ("cut:2", [50])


@pytest.mark.law("ir/116")
@run_async
async def test_a_table_may_wait_for_nobody(tmp_path: Path) -> None:
    """A wait of no seconds: the first who sits is alone and cuts."""
    at = table(MESA.replace("shuffle = 15", "shuffle = 0"))
    async with Evening(tmp_path, tables={"mesa": at}) as house:
        await sit(await house.guest(), "4")
        assert (window(house), behind(house)) == ("cut:4", [156])
