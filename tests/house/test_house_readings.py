"""Options of a table that change what the house does around the rounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.house.errors import HouseError
from sabot.house.table.session import WARN_AFTER
from support.house_evening import ALONE, SHARED, Evening, Screen, row, run_async, table


def with_reading(text: str, reading: str) -> str:
    """The file of a table with a section of readings."""
    return f"{text}\n[rules.readings]\n{reading}\n"


def notices(screen: Screen) -> list[str]:
    screen.read()
    return [m["kind"] for m in screen.messages if m["t"] == "notice"]


@pytest.mark.law(row("29"), "ir/19")
@pytest.mark.parametrize(("reading", "lasts"), [("session-stays", True), ("session-ends", False)])
@run_async
async def test_a_session_ends_with_the_line_or_lasts(
        tmp_path: Path, reading: str, lasts: bool) -> None:
    shared = table(with_reading(SHARED, f'lost_line = "{reading}"'))
    async with Evening(tmp_path, cards=["TS 8S KD 6D 8D TC"], tables={"shared": shared}) as evening:
        ana, rui = await evening.guest("Ana"), await evening.guest("Rui")
        for guest, place in ((ana, "1"), (rui, "2")):
            await guest.must("sit", place)
        screen = await rui.look()
        await rui.room().depart(screen.viewer)
        assert (rui.session() is not None) is lasts
        screen = await ana.look()
        await ana.must("bet", "1", 1000)
        await ana.room().depart(screen.viewer)
        assert ana.session() is not None, "the bet stands"
        await evening.later(15)
        for _ in range(6):
            await evening.later(20)
        assert (ana.session() is not None) is lasts


@pytest.mark.law("ir/21")
@pytest.mark.parametrize(("reading", "void"), [("supervisor-too", True), ("program", False)])
@run_async
async def test_who_may_void_a_round(tmp_path: Path, reading: str, void: bool) -> None:
    shared = table(with_reading(SHARED, f'void_by = "{reading}"'))
    async with Evening(tmp_path, cards=["TS 8S 8D TC"], tables={"shared": shared}) as evening:
        ana = await evening.guest("Ana")
        boss = await evening.staff("Sofia", "supervisor")
        await ana.must("sit", "1")
        await ana.must("bet", "1", 1000)
        await evening.later(15)
        if void:
            await evening.house.void(boss, "shared", "a card fell")
        else:
            with pytest.raises(HouseError, match="only the program"):
                await evening.house.void(boss, "shared", "a card fell")
        assert (ana.balance == 100_000) is void


@pytest.mark.law(row("36"), "ir/22")
@pytest.mark.parametrize(("reading", "wait"), [
    ("after-invitation", WARN_AFTER), ("with-invitation", 0.0)])
@run_async
async def test_the_warning_comes_after_the_invitation_or_with_it(
        tmp_path: Path, reading: str, wait: float) -> None:
    alone = table(with_reading(ALONE, f'idle_warning = "{reading}"'))
    async with Evening(tmp_path, tables={"alone": alone}) as evening:
        ana = await evening.guest()
        screen = await ana.look("alone")
        await ana.must("sit", "1", table="alone")
        await evening.later(180.001)
        assert ("idle-warning" in notices(screen)) is (wait == 0)
        await evening.later(wait)
        assert notices(screen) == ["idle-invitation", "idle-warning"]
