"""A cloth with spots in a real chromium against a real house: a newcomer plays a coup of roulette
with a mouse, with keys only, and with a finger on a phone; two play at one wheel, and one of them
loses their line."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.page_measures import (
    contrasts,
    sideways_scroll,
    sizes,
    wait_for_chips,
    watch_size,
)
from support.served_house import PATIENCE, Served, open_page, serve_here, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = """
game = "{game}"
name = "Tejo"
kind = "individual"
places = 1
minimum = 2
maximum = 60
[clocks]
between = 1
"""
SHARED = """
game = "american-roulette"
name = "Sado"
places = 4
minimum = 2
maximum = 60
[clocks]
betting = 6
late = 1
between = 4
"""
GAMES = {"roda": "american-roulette", "copo": "cussec", "mesa": "craps"}
SIX_CHIPS = TABLE.format(game="craps").replace(
    "minimum = 2\nmaximum = 60", "minimum = 5\nmaximum = 1000")
ROW = {0, 2, 4, 6, 8, 11, 13, 15, 17}  # the red numbers of each half, counted from its first

@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    tables = {name: TABLE.format(game=game) for name, game in GAMES.items()}
    tables["alta"] = SIX_CHIPS
    with served(tmp_path_factory.mktemp("house"), tables) as running:
        yield running


@pytest.fixture
def table(chromium: Any, house: Served, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The table as a new visitor finds it, in a window of the size asked for; motion is reduced."""
    width, height, *named = getattr(request, "param", (1440, 900))
    touch = width < 760
    context = chromium.new_context(
        locale="en-GB", viewport={"width": width, "height": height}, reduced_motion="reduce",
        has_touch=touch, is_mobile=touch)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda entry: wrong.append(entry.text)
            if "Content Security Policy" in entry.text else None)
    page.goto(f"{house.url}/table.html?id={named[0] if named else 'roda'}")
    page.wait_for_selector(".layout.open")
    yield page
    context.close()
    assert not wrong, wrong


def at(page: Any, spot: str) -> tuple[float, float]:
    """Where a spot lies on the screen."""
    box = page.locator(f'.t[data-spot="{spot}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def result(page: Any) -> int:
    """The number that the marker stands on, once all was paid."""
    page.locator(".dolly").wait_for(state="attached")
    page.locator(".prev .paid.net").wait_for(state="attached")
    return int(page.locator(".hist li:first-child span").inner_text())


@pytest.mark.parametrize("table", [(1440, 900, "copo")], indirect=True)
def test_the_dome_hides_the_dice_until_the_bets_are_made(table: Any) -> None:
    seen = "[...document.querySelectorAll('.d-die')].filter(e => e.style.display !== 'none').length"
    table.mouse.click(*at(table, "small"))
    table.mouse.click(*at(table, "triple/any"))
    wait_for_chips(table, "triple/any", "5")
    wait_for_chips(table, "small", "5")
    assert table.evaluate(seen) == 0
    assert not table.locator(".zone.won").count()
    table.keyboard.press("c")
    table.locator(".zone.won").first.wait_for(state="attached")
    assert table.evaluate(seen) == 3
    table.locator(".prev .paid.net").wait_for(state="attached")
    faces = [int(n) for n in table.locator(".sums small").first.inner_text().split()]
    net_text = table.locator(".prev .paid.net b").inner_text().replace("\u2212", "-")
    stake = int(table.locator(".kv dd").nth(1).inner_text().strip("€").split(".")[0]) // 2
    alike = len(set(faces)) == 1
    net = (32 if alike else -1) + (1 if sum(faces) < 11 and not alike else -1)
    assert float(net_text.strip("+=").replace("€", "") or 0) == net * stake, (faces, net_text)


@pytest.mark.parametrize("table", [(1440, 900, "mesa")], indirect=True)
def test_the_marker_stands_on_the_point(table: Any) -> None:
    assert table.locator(".puck text").text_content() == "OFF"
    table.mouse.click(*at(table, "pass"))
    wait_for_chips(table, "pass", "5")
    table.keyboard.press("c")
    table.locator(".sums .d").first.wait_for()
    total = int(table.locator(".sums .d span").first.inner_text())
    marker = table.locator(".puck text").text_content()
    assert marker == ("ON" if total in (4, 5, 6, 8, 9, 10) else "OFF"), total
    if marker == "ON":
        x = table.locator(".puck").bounding_box()["x"]
        box = table.locator(f'.t[data-spot="lay/{total}"]').bounding_box()
        assert box["x"] < x < box["x"] + box["width"]


def test_a_newcomer_plays_a_coup_of_roulette(table: Any) -> None:
    for spot in ("straight/17", "split/17-20", "corner/17-18-20-21", "street/19-20-21", "red"):
        table.mouse.click(*at(table, spot))
        wait_for_chips(table, spot, "1")
    table.mouse.move(*at(table, "split/17-20"))
    tip = table.locator(".tip")
    tip.wait_for()
    text = tip.inner_text().replace("\u00a0", " ")
    assert text.startswith("Split 17-20"), text
    assert "pays 17 to 1" in text and "you have €2" in text, text
    table.mouse.move(*at(table, "straight/17"))
    # 35 + 17 + 8 chips of 2 € win; the street and red, on which 17 is not, lose.
    table.locator(".tip", has_text="If 17 comes up: +€116").wait_for()
    table.mouse.click(*at(table, "red"), button="right")
    table.locator('.laid[data-spot="red"]').wait_for(state="detached")
    table.keyboard.press("c")
    number = result(table)
    stakes = {17: 35 + 17 + 8 - 1, 20: 17 + 8 + 11 - 1, 18: 8 - 3, 21: 8 + 11 - 2, 19: 11 - 3}
    net = stakes.get(number, -4) * 2
    net_text = table.locator(".prev .paid.net b").inner_text().replace("\u2212", "-")
    assert float(net_text.replace("€", "").replace("+", "")) == net, (number, net_text)
    assert re.search(r"Staked\s+€8.00", table.locator(".kv").inner_text())
    assert not [c for c in contrasts(table) if c.ratio < 4.5]


def test_the_cloth_is_played_with_keys_alone(table: Any) -> None:
    table.locator('.hits .t[tabindex="0"]').focus()
    table.locator('.t[data-spot="straight/17"]').focus()
    way = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"):
        table.keyboard.press(key)
        way.append(table.evaluate("document.activeElement.dataset.spot"))
    assert way == ["split/17-20", "straight/20", "split/19-20", "straight/19", "street/19-20-21",
                   "line/16-21"]
    table.keyboard.press("Enter")
    table.keyboard.press("Enter")
    table.locator('.t:focus[aria-label*="you have €4"]').wait_for(state="attached")
    table.keyboard.press("Delete")
    table.locator('.t:focus[aria-label*="you have €2"]').wait_for(state="attached")
    wait_for_chips(table, "line/16-21", "1")
    table.keyboard.press("c")
    result(table)


class Finger:
    """A finger on the page's screen."""

    def __init__(self, page: Any) -> None:
        self.browser = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.browser.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def up(self) -> None:
        self._touch("touchEnd")


@pytest.mark.parametrize("table", [(390, 844), (360, 740)], indirect=True)
def test_a_finger_finds_every_line_under_its_lens(table: Any) -> None:
    assert sideways_scroll(table) <= 0
    finger, lens = Finger(table), table.locator("body > .lens")
    finger.down(*at(table, "straight/14"))
    lens.get_by_text("Straight-up 14").wait_for()
    x, y = at(table, "split/14-17")
    box = lens.bounding_box()
    assert box["y"] + box["height"] < y - 20, "the finger hides none of it"
    finger.move(x, y)
    lens.get_by_text("Split 14-17").wait_for()
    assert "17 to 1 · max €" in lens.inner_text()
    assert not table.locator(".laid").count(), "nothing lies before the finger lets go"
    finger.up()
    wait_for_chips(table, "split/14-17", "1")
    lens.wait_for(state="hidden")
    finger.down(*at(table, "corner/13-14-16-17"))
    lens.get_by_text("Corner").wait_for()
    finger.move(x, 10)
    lens.get_by_text("No bet").wait_for()
    finger.up()
    lens.wait_for(state="hidden")
    table.locator('.views [data-view="track"]').click()
    table.locator('.ways [data-ways="3"]').click()
    table.touchscreen.tap(*at(table, "series/vadios"))
    wait_for_chips(table, "series/vadios", "5")
    assert not table.locator('.laid[data-spot^="corner"]').count(), "lifted away from the cloth"
    assert not [c for c in contrasts(table) if c.ratio < 4.5]


@pytest.mark.parametrize("table", [
    pytest.param((390, 844), id="roulette"), pytest.param((360, 740), id="roulette-360"),
    pytest.param((390, 844, "copo"), id="cussec"),
    pytest.param((360, 740, "mesa"), id="craps", marks=pytest.mark.more)], indirect=True)
def test_no_box_of_the_cloth_moves_from_the_first_bet_to_the_last_payment(table: Any) -> None:
    watch_size(table)
    spot = table.locator('.t[aria-disabled="false"]').first.get_attribute("data-spot")
    table.touchscreen.tap(*at(table, str(spot)))
    table.locator(".laid.own:not(.draft)").wait_for()
    table.locator(".acts .act:not(:disabled)").first.click()
    table.locator(".layout:not(.open)").wait_for()
    table.locator(".prev .paid.net").wait_for(state="attached")
    table.locator(".layout.open").wait_for()
    assert len(sizes(table)) == 1, sizes(table)


OUT_OF_THE_ROW = """() => {
  const row = document.querySelector('#controls').getBoundingClientRect();
  return [...document.querySelectorAll('#controls button')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.right > row.right + 1 || e.scrollWidth > e.clientWidth + 1;
  }).map(e => e.textContent);
}"""


@pytest.mark.more
@pytest.mark.parametrize("width", [1440, 1280, 1200])
def test_chips_tools_and_the_next_act_share_a_row_that_keeps_its_height(
        chromium: Any, house: Served, width: int) -> None:
    """Six chips, five tools and the longest words."""
    with open_page(chromium, f"{house.url}/table.html?id=alta", "pt-PT", width) as page:
        page.wait_for_selector(".layout.open")
        watch_size(page)
        assert page.locator(".chipb").count() == 6
        page.mouse.click(*at(page, "pass"))
        wait_for_chips(page, "pass", "5")
        page.locator("#controls .act").wait_for()
        page.locator(".tools .tool").nth(4).wait_for()
        assert page.evaluate(OUT_OF_THE_ROW) == []
        assert len(sizes(page)) == 1, sizes(page)


def purse(page: Any) -> int:
    """The cents that the page shows."""
    return int(re.sub(r"\D", "", page.locator("#purse b").inner_text()))


@pytest.mark.more
def test_two_play_at_one_wheel_and_one_who_loses_their_line_finds_the_payment(
        chromium: Any, tmp_path: Path) -> None:
    with (serve_here(tmp_path, {"dois": SHARED}) as house,
          open_page(chromium, url := f"{house.url}/table.html?id=dois", "en-GB", 1440) as ana,
          open_page(chromium, url, "en-GB", 1440) as rui):
        for page in (ana, rui):
            page.emulate_media(reduced_motion="reduce")
        ana.click(".sitb")
        rui.locator("#caption", has_text="Tap the layout to sit down").wait_for()
        rui.locator(".people li").wait_for(state="attached")  # Ana sits: the next place is another
        before = purse(rui)
        rui.mouse.click(*at(rui, "black"))  # sits down, and the chip lies there
        for page in (ana, rui):
            page.wait_for_selector(".layout.open")
        ana.mouse.click(*at(ana, "red"))
        wait_for_chips(ana, "red", "1")
        wait_for_chips(rui, "black", "1")
        # Each sees the other's chip, in the other's colour, and not as their own.
        for page, theirs in ((ana, "black"), (rui, "red")):
            page.locator(f'.laid:not(.own)[data-spot="{theirs}"]').wait_for(state="attached")
            assert not page.locator(f'.laid.own[data-spot="{theirs}"]').count()
        assert purse(rui) == before - 200
        rui.goto("about:blank")  # the line is lost between the bet and the spin
        for seconds in (7, 2, 5):  # bets, late bets, and the time between two coups
            house.doors.later(seconds)
        number = result(ana)
        red = {n for n in range(1, 37) if (n - 1) % 18 in ROW}
        assert ana.locator(".prev .paid.net b").inner_text().startswith(
            "+" if number in red else "\u2212")
        rui.goto(url)
        rui.wait_for_selector(".layout")
        black = number and number not in red
        until = time.monotonic() + 15
        while purse(rui) != before + (200 if black else -200):
            assert time.monotonic() < until, (number, before, purse(rui))
            rui.wait_for_timeout(100)
