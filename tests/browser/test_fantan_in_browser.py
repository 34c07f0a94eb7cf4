"""The heap of fantan in a real chromium against a real house: covered while bets are made, counted
off by fours in sight, and what wins lights up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from support.page_measures import wait_for_chips
from support.served_house import HEADERS, PATIENCE, Served, open_page, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = """
game = "fantan"
name = "Mira"
kind = "individual"
places = 1
minimum = 50
maximum = 5000
unit = 10
[clocks]
between = 1
betting = 6
"""
LAID = """() => [...document.querySelectorAll('.h-dots use')].map(e => {
  const m = e.getAttribute("transform").match(
    /translate\\(([-\\d.]+) ([-\\d.]+)\\) scale\\(([\\d.]+)/);
  return m.slice(1).map(Number);
})"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    tables = {"mira": TABLE, "real": TABLE.replace('kind = "individual"', "attended = true")}
    with served(tmp_path_factory.mktemp("house"), tables) as running:
        yield running


@pytest.fixture
def table(chromium: Any, house: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The table as a new visitor finds it, with motion as asked for."""
    width, height, motion = request.param
    touch = width < 760
    context = chromium.new_context(locale="en-GB", viewport={"width": width, "height": height},
                                   reduced_motion=motion, has_touch=touch, is_mobile=touch)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(f"{house.url}/table.html?id=mira")
    page.wait_for_selector(".layout.open")
    yield page
    context.close()
    assert not wrong, wrong


def bet(page: Any, spot: str) -> None:
    box = page.locator(f'.t[data-spot="{spot}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("table", [
    (1440, 900, "reduce"), pytest.param((1440, 900, "no-preference"), marks=pytest.mark.more)],
    indirect=True)
def test_a_heap_is_covered_and_then_counted_off_in_sight(table: Any) -> None:
    lid = "getComputedStyle(document.querySelector('.h-cover')).opacity"
    bet(table, "kuoc/1-3")
    bet(table, "nim/2-4")
    wait_for_chips(table, "kuoc/1-3", "50")
    wait_for_chips(table, "nim/2-4", "50")
    assert table.evaluate(lid) == "1", "the cover stands over it"
    assert table.evaluate(LAID) == [], "and nothing of the heap is in the page"
    table.keyboard.press("c")
    table.locator(".h-left", has_text=re.compile("[1-4]")).wait_for(state="attached")
    left = int(table.locator(".h-left").text_content())
    heap = table.evaluate(LAID)
    assert (len(heap) - 1) % 4 + 1 == left and 41 <= len(heap) <= 80
    last = [(x, y) for x, y, size in heap if size > 1.5]
    assert len(last) == left and len({y for _, y in last}) == 1
    counted = sorted((x, y) for x, y, size in heap if size < 1.5)
    assert len(set(counted)) == len(counted) == len(heap) - left, "each lies by itself"
    table.locator(".zone.won").first.wait_for(state="attached")
    assert table.locator(".zone.won").count() == 16, "of 38 bets, whatever is left"
    table.locator(".prev .paid.net").wait_for(state="attached")
    net = {1: 47.5 - 50, 2: 95 - 50, 3: 47.5 - 50, 4: -50}[left]
    won = table.locator(".prev .paid.net b").inner_text().replace("\u2212", "-")
    assert float(won.replace("MOP", "").replace("\u00a0", "").replace(" ", "").strip("+=")) == net
    assert table.locator(".sums .d span").first.inner_text() == str(left)


@pytest.mark.parametrize("table", [(390, 844, "reduce")], indirect=True)
def test_the_heap_stands_above_the_bets_on_a_phone(table: Any) -> None:
    crown = table.locator(".crown.cup.wide svg").bounding_box()
    sheet = table.locator(".sheet").bounding_box()
    assert crown["width"] > 360 and crown["y"] + crown["height"] <= sheet["y"] + 1
    small = [spot for spot in ("fan/1", "nim/4-3", "kuoc/3-4", "nga/3-4-2", "sam-hong/2-3-4")
             if min(table.locator(f'.t[data-spot="{spot}"]').bounding_box()[side]
                    for side in ("width", "height")) < 36]
    assert not small


@pytest.mark.more
def test_at_a_real_table_the_cover_stands_until_the_croupier_has_lifted_it(
        house: Served, chromium: Any) -> None:
    """What is left is entered by touching its number; the heap itself nobody counts."""
    lid = "getComputedStyle(document.querySelector('.h-cover')).opacity"
    with open_page(chromium, f"{house.url}/staff.html", "en-GB") as pit, \
            open_page(chromium, f"{house.url}/table.html?id=real", "en-GB") as page:
        pit.fill("#token", house.tokens["croupier"])
        pit.keyboard.press("Enter")
        pit.wait_for_selector("#floor [data-key^='table:']")
        pit.goto(f"{house.url}/croupier.html?id=real")
        done(pit, "A heap of counters is drawn")
        done(pit, "The other cover separates")
        page.wait_for_selector(".layout.open, #controls [data-act=sit]")
        assert page.evaluate(lid) == "1"
        bet(page, "kuoc/1-3")  # who touches the cloth sits down, and the chip lies there
        page.wait_for_selector(".layout.open")
        wait_for_chips(page, "kuoc/1-3", "50")
        done(pit, "The cover is lifted")
        done(pit, "The counters are counted off")
        pit.locator("form.numbers").wait_for()
        page.wait_for_function(f"() => {lid} === '0'")  # it fades
        assert page.evaluate(LAID) == []
        bet(pit, "fan/3")
        page.locator(".h-left", has_text="3").wait_for(state="attached")
        assert len(page.evaluate(LAID)) == 3


def done(pit: Any, what: str) -> None:
    """The croupier confirms what the page asks for."""
    pit.locator("#next h1", has_text=what).wait_for()
    pit.locator("#enter .act.first").click()


def test_what_nobody_may_see_is_not_told(house: Served) -> None:
    """A program that asks gets the seal of a heap and not its number."""
    with house.client() as client:
        client.post("/api/session", headers=HEADERS)
        text = client.get("/api/tables").text
    assert '"fell"' not in text
