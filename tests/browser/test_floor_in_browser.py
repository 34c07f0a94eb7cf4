"""The bank of machines in a real browser: what a floor manager sees and reports."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabot.house.money.meter_check import current_meters
from support.page_files import choose_language
from support.page_measures import ARTEFACTS
from support.served_house import Served, open_page, serve_here

sys.path.insert(0, str(Path(__file__).parents[1] / "house"))
from test_house_meters import Books

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ROW = "pt-217-2007/maquinas-automaticas"
STATE = ("free", "play", "hand-pay", "out", "meters", "closed")


def machine(number: str, model: str = "costa", coin: str = "0.05", more: str = "") -> str:
    return f"""
game = "machines"
name = "Machine {number}"
places = 1
minimum = "{coin}"
maximum = "20.00"
[clocks]
between = 1
call = 900
[rules]
number = "{number}"
model = "{model}"
coins = ["{coin}"]
{more}
"""


TABLES = {
    "m1": machine("0101"), "m2": machine("0102"),
    "m3": machine("0103", "azulejo", "0.50", 'notes = ["5.00"]\nby_hand = "0.50"'),
    "m4": machine("0104"), "m5": machine("0105"), "m6": machine("0106", more=(
        '[rules.jackpot]\nshare = "1/50"\nsymbol = "ship"\ncount = 5\nstart = "20.00"')),
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    """Six machines, each in another state; the meters of one were changed while it was closed."""
    with serve_here(tmp_path, TABLES) as before:
        ana = before.doors.guest("Ana")
        with ana.table("m5") as line:
            line.do("sit", "1")
            line.do("insert", "1", 2_000)
            for _ in range(3):
                line.do("spin", "20x1x5")
                before.doors.later(2)
            line.do("spin", "20x1x5")
    books = Books(f"sqlite:///{tmp_path / 'house.sqlite3'}")

    def change(state: dict[str, Any]) -> None:
        assert state["over"]
        state["carry"]["meters"]["bets"] += 1_000
    books.state(change, "m5")
    with serve_here(tmp_path, TABLES) as again:
        again.doors.later(2)
        yield again


@pytest.fixture
def boss(house: Served) -> Iterator[Any]:
    """Players at the machines, and the supervisor who has reported what is wrong with others."""
    with contextlib.ExitStack() as stack:
        yield stage(house, stack)


def stage(house: Served, stack: contextlib.ExitStack) -> Any:
    boss, lines = stack.enter_context(house.client()), []
    boss.post("/api/staff/login", json={"token": house.tokens["supervisor"]}).raise_for_status()
    for table_id in ("m2", "m3"):
        line = stack.enter_context(house.doors.guest("Bia").table(table_id))
        line.do("sit", "1")
        line.do("insert", "1", 1_000)
        lines.append(line)
    for _ in range(3):
        lines[0].do("spin", "20x1x5")
        house.doors.later(2)
    for _ in range(200):
        if lines[1].do("spin", "1x1x50")["t"] == "refused":
            lines[1].do("insert", "1", 500)
        lines[1].do("stop", "1")
        house.doors.later(2)
        if next(m for m in boss.get("/api/staff/machines").json()
                if m["id"] == "m3")["lamp"] == "hand-pay":
            break
    for path, body in (("tables/m4/faults", {"kind": "door-opened", "reason": "a note is stuck"}),
                       ("tables/m6/close", {"reason": "it is being moved"})):
        boss.post(f"/api/staff/{path}", json=body).raise_for_status()
    return boss


def enter(page: Any, house: Served, role: str, lang: str) -> None:
    choose_language(page, lang)
    page.fill("#token", house.tokens[role])
    page.keyboard.press("Enter")
    page.wait_for_selector(".cab")


def shot(page: Any, name: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"floor-{name}.png", full_page=True)


@pytest.mark.law(f"{ROW}/9-2", f"{ROW}/9", f"{ROW}/14", "ir/327")
def test_a_floor_manager_sees_every_lamp_and_mends_meters(
        house: Served, boss: Any, chromium: Any) -> None:
    machines = {m["id"]: m for m in boss.get("/api/staff/machines").json()}
    assert {m["lamp"] for m in machines.values()} == set(STATE)
    with open_page(chromium, f"{house.url}/floor.html", width=1440) as page:
        enter(page, house, "supervisor", "en")
        for table_id, one in machines.items():
            cab = page.locator(f"[data-machine={table_id}]")
            assert f"is-{one['lamp']}" in cab.get_attribute("class")
            assert one["number"] in cab.inner_text()
        for lamp in STATE:
            page.click(f"[data-lamp={lamp}]")
            assert page.locator(".cab").count() == sum(
                m["lamp"] == lamp for m in machines.values()) == 1
        page.click("[data-lamp=all]")
        shot(page, "1440")
        page.click("[data-machine=m5]")
        page.wait_for_selector("#past li")
        bad = page.locator(".figures .bad", has_text="Bets").inner_text()
        shows = house.doors.run(lambda: _meters(house, "m5"))
        both = [f"€{cents / 100:.2f}" for cents in (shows["bets"] + 1_000, shows["bets"])]
        assert bad.split() == ["Bets", *both] and page.locator("#face .law").count() >= 2
        assert page.locator("#past li").count() == 4
        page.locator("#past summary").first.click()
        game = boss.get("/api/staff/machines/m5").json()["games"][0]
        cells = page.locator("#past .window").first.locator("td").all_inner_texts()
        shown = game["windows"][-1]["shown"]
        assert cells == [reel[row] for row in range(3) for reel in shown]
        shot(page, "1440-meters")
        page.click("[data-act=meters-mended]")
        page.click("#slot .go")
        page.wait_for_selector("#slot .no")  # no reason was given
        page.fill("#why", "the books were looked at")
        page.click("#slot .go")
        page.wait_for_selector("#slot .yes")
        page.wait_for_selector("[data-machine=m5].is-play, [data-machine=m5].is-free")
        assert page.locator(".figures .bad").count() == 0
        acts = [e["body"]["staff"] for e in boss.get("/api/staff/journal").json()
                if e["body"].get("staff", {}).get("kind") == "meters-mended"]
        assert acts[0]["by"] == "Marta Reis" and acts[0]["reason"] == "the books were looked at"
        assert acts[0]["figures"]["bets"] == [shows["bets"] + 1_000, shows["bets"]]


async def _meters(house: Served, table_id: str) -> dict[str, int]:
    return {m.name: m.shows for m in current_meters(house.doors.house.rooms[table_id].desk)}


@pytest.mark.law(f"{ROW}/13", f"{ROW}/9-2")
def test_roles_and_a_phone(house: Served, boss: Any, chromium: Any) -> None:
    """A croupier only looks; on a phone nothing scrolls sideways; a supervisor reports and pays."""
    assert boss.get("/api/staff/me").json()["role"] == "supervisor"
    with open_page(chromium, f"{house.url}/floor.html", width=390) as page:
        enter(page, house, "croupier", "pt")
        assert page.locator(".cab").count() == 6
        shot(page, "390")
        page.click("[data-machine=m4]")
        page.wait_for_selector("#past ol, #past .none")
        assert page.locator("[data-act]").count() == 0
        assert "Fora de serviço" in page.locator("#one .lamp").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        shot(page, "390-machine")
        page.click("#face .law >> nth=0")
        page.wait_for_selector("#one blockquote")
    with open_page(chromium, f"{house.url}/floor.html", width=1440) as page:
        enter(page, house, "supervisor", "en")
        page.click("[data-machine=m4]")
        page.click("[data-act=door-closed]")
        page.fill("#why", "the note is out")
        page.click("#slot .go")
        page.wait_for_selector("[data-machine=m4].is-free")
        page.click("[data-machine=m3]")
        page.click("[data-act=pay]")
        page.click("#slot .go")
        page.wait_for_selector("[data-machine=m3]:not(.is-hand-pay)")
