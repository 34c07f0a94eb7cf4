"""Lists of several tables in real browsers: registered in the room, drawn at the staff door, seated
at the table of the suit and at no other; and limits that staff change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from support.page_measures import sideways_scroll
from support.served_house import Served, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ROW = "pt-217-2007/poquer-nao-bancado"
FILE = """
game = "holdem"
name = "{name}"
list = "Noite"
minimum = 2
maximum = 200
places = 10
[rules]
minimum_share = false
cave = 40
[clocks]
late = 60
"""
TABLES = {name.lower(): FILE.format(name=name) for name in ("Ave", "Lis", "Sado")}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, TABLES) as open_house:
        yield open_house


def room(stack: ExitStack, chromium: Any, house: Served, width: int = 1440) -> Any:
    """A person who has come into the gaming room."""
    context = chromium.new_context(viewport={"width": width, "height": 900}, locale="en-GB")
    stack.callback(context.close)
    page = context.new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.goto(f"{house.url}/?game=holdem")
    page.wait_for_selector("[data-roll=Noite]")
    return page


def staff(stack: ExitStack, chromium: Any, house: Served) -> Any:
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    stack.callback(context.close)
    page = context.new_page()
    page.goto(house.url + "/staff.html")
    page.fill("#token", house.tokens["supervisor"])
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key='list:Noite']")
    return page


@pytest.mark.more
@pytest.mark.law(f"{ROW}/8.a", f"{ROW}/25")
def test_eight_register_are_drawn_by_suits_and_sit_at_their_own_tables(
        chromium: Any, house: Served) -> None:
    """Three of them in browsers of their own, one on a phone; five are programs."""
    with ExitStack() as stack:
        pages = [room(stack, chromium, house, width) for width in (1440, 1024, 390)]
        for page in pages:
            page.click("[data-roll] [data-do=register]")
            page.wait_for_selector("[data-roll] [data-do=leave]")
            assert sideways_scroll(page) <= 0
        for n in range(5):
            guest = stack.enter_context(house.client())
            guest.post("/api/session", json={"name": f"P{n}"}).raise_for_status()
            guest.post("/api/lists/Noite/register").raise_for_status()
        door = staff(stack, chromium, house)
        door.click("[data-key='list:Noite'] [data-act=draw]")
        door.fill("[data-key='list:Noite'] textarea", "the evening begins")
        door.click("[data-key='list:Noite'] .slot .go")
        door.wait_for_selector("[data-key='list:Noite'] .yes")
        for page in pages:
            page.reload()
            page.wait_for_selector("[data-roll] .drew")
            text = page.inner_text("[data-roll] .say")
            suit, mine = re.search(r"You drew (\w+)\. Your table is (\w+)", text).groups()
            assert (suit, mine) in (("spades", "Ave"), ("hearts", "Lis"))
            assert sideways_scroll(page) <= 0
            other = "lis" if mine == "Ave" else "ave"
            page.goto(f"{house.url}/table.html?id={other}")
            page.wait_for_selector(f"a.act[href*='{mine.lower()}']")
            assert not page.query_selector("[data-open^='sit:']")
            assert page.get_attribute(".caption [data-law]", "data-law") == f"{ROW}/25"
            page.click("a.act")
            page.click("[data-open^='sit:']")
            page.click("#controls [data-act=sit]:not(:disabled)")
            page.wait_for_selector(".rseat.me", state="attached")
        with house.client() as anybody:
            entry = anybody.get("/api/lists").json()[0]
        assert sum(one["taken"] for one in entry["tables"]) == 3
        assert [one["taken"] + one["to_come"] for one in entry["tables"]] == [4, 4, 0]
        for page in pages:
            assert page.wrong == []


@pytest.mark.more
@pytest.mark.law(f"{ROW}/22")
def test_a_supervisor_changes_limits_and_who_sits_is_told(chromium: Any, house: Served) -> None:
    with ExitStack() as stack:
        door = staff(stack, chromium, house)
        watcher = room(stack, chromium, house)
        watcher.goto(f"{house.url}/table.html?id=sado")
        watcher.wait_for_selector(".caption")
        row = "[data-key='table:sado']"
        door.click(f"{row} [data-act=limits]")
        door.fill(f"{row} [name=minimum]", "3.5")
        door.select_option(f"{row} [name=mode]", "pot")
        door.fill(f"{row} textarea", "a quiet evening")
        door.click(f"{row} .slot .go")
        refused = door.wait_for_selector(f"{row} .no")
        assert "multiple of the unit" in refused.inner_text()
        door.fill(f"{row} [name=minimum]", "4")
        door.click(f"{row} .slot .go")
        door.wait_for_selector(f"{row} .yes")
        watcher.wait_for_selector(".caption.notice")
        watcher.wait_for_selector(".top >> text=€4")
        assert watcher.wrong == []


@pytest.mark.more
@pytest.mark.law(f"{ROW}/26")
def test_a_seated_player_asks_for_another_table_and_is_answered_at_their_seat(
        chromium: Any, tmp_path: Path) -> None:
    """Their cave is whole, so they stay; the house says so beside the cards, under 26."""
    rules = '[rules]\npercentage = "session"\nrate = 5\n'
    tables = {name: text.replace("[rules]\n", rules) for name, text in TABLES.items()}
    with served(tmp_path, tables) as house, ExitStack() as stack:
        page = room(stack, chromium, house)
        page.click("[data-roll] [data-do=register]")
        page.wait_for_selector("[data-roll] [data-do=leave]")
        for n in range(7):
            guest = stack.enter_context(house.client())
            guest.post("/api/session", json={"name": f"P{n}"}).raise_for_status()
            guest.post("/api/lists/Noite/register").raise_for_status()
        door = staff(stack, chromium, house)
        door.click("[data-key='list:Noite'] [data-act=draw]")
        door.fill("[data-key='list:Noite'] textarea", "the evening begins")
        door.click("[data-key='list:Noite'] .slot .go")
        door.wait_for_selector("[data-key='list:Noite'] .yes")
        page.reload()
        page.click("[data-roll] .does .go")
        page.click("[data-open^='sit:']")
        page.click("#controls [data-act=sit]:not(:disabled)")
        page.wait_for_selector(".rseat.me", state="attached")
        page.click(".links [data-go=change]")
        page.wait_for_selector(".change [data-do=move]")
        assert page.locator(".change [data-do=move]").count() == 2
        assert page.get_attribute(".change .none [data-law]", "data-law") == f"{ROW}/26"
        page.click(".change [data-do=move] >> nth=0")
        answer = page.wait_for_selector(".change [role=alert]")
        assert "only players who have lost their stack" in answer.inner_text()
        assert page.get_attribute(".change [role=alert] [data-law]", "data-law") == f"{ROW}/26"
        page.click(".change [role=alert] [data-law]")
        page.wait_for_selector(".panel.v-law")
        page.set_viewport_size({"width": 390, "height": 844})
        page.click("#tabs [data-tab=session]")
        page.click(".links [data-go=change]")
        assert page.wait_for_selector(".change [role=alert]").is_visible()
        assert sideways_scroll(page) <= 0
        assert page.wrong == []
