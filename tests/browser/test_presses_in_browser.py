"""A double click in a real browser: what is clicked twice is done once, chips excepted; what is
pressed before the answer has come is not sent again; and nobody is reproached for either."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.served_house import HEADERS, PATIENCE
from support.stacked_shoe import Stacked
from support.staged_machines import TEXT, Picks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

BLACKJACK = """
game = "blackjack-online"
name = "Alone"
kind = "individual"
minimum = 5
maximum = 500
[rules]
packs = 4
warning_card = 104
"""
SMALL = "4S 5H 6D 7C 2S 2H 3D 2C 3S 2D 3C 4H"
MIDDLE = "7S 5H 6D 9C 2S 2H 3D 2C 3S 2D 3C 4H"
WHEEL = """
game = "american-roulette"
name = "Wheel"
kind = "individual"
minimum = 1
maximum = 30
"""
HOLDEM = """
game = "holdem"
name = "Ria"
places = 10
minimum = 2
maximum = 1000
bots = 7
[clocks]
decision = 900
[rules]
minimum_share = false
limit = "cave"
"""
SENT = """() => {
  window.sent = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    const m = JSON.parse(data);
    if (m.t !== 'ping') window.sent.push(m);
    send.call(this, data);
  };
}"""


@contextmanager
def at(chromium: Any, doors: Doors, table_id: str, **how: Any) -> Iterator[Any]:
    """A guest at a table, whose page tells what it sends."""
    context = chromium.new_context(base_url=doors.at, locale="en-GB", reduced_motion="reduce",
                                   viewport={"width": 1280, "height": 900}, **how)
    context.set_default_timeout(PATIENCE)
    context.request.post("/api/session", data={"name": "Ana"}, headers=HEADERS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(f"({SENT})()")
    try:
        page.goto(f"/table.html?id={table_id}")
        yield page
        assert not wrong, wrong
    finally:
        context.close()


def sent(page: Any, act: str) -> list[dict[str, Any]]:
    """The acts of this kind that left the page."""
    found: list[dict[str, Any]] = page.evaluate(
        "act => window.sent.filter(m => (m.act ?? m.t) === act)", act)
    return found


def untroubled(page: Any) -> None:
    """No page shows a refusal."""
    page.wait_for_timeout(300)
    assert not page.locator("#caption .refused, #caption.refused, .notice.refused").count(), \
        page.locator("#caption").inner_text()


def answers(doors: Doors, act: str) -> int:
    """How often the tables have this act on record."""
    async def look() -> int:
        return sum(getattr(item.event.answer, "act", "") == act
                   for room in doors.house.rooms.values() for item in room.desk.layout.coup_items
                   if item.event is not None)
    found: int = doors.run(look)
    return found


def test_deal_and_hit_are_done_once(chromium: Any, tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(SMALL, 4), tables={"b": table(BLACKJACK)}) as doors, \
            at(chromium, doors, "b") as page:
        page.dblclick("[data-chip='5']:not(:disabled)")
        page.locator(".me .amt", has_text="10").wait_for()
        assert [m["amount"] for m in sent(page, "bet")] == [500, 1000], "two chips are laid"
        page.dblclick("[data-act=deal]:not(:disabled)")
        page.wait_for_selector("#controls [data-act=hit]:not(:disabled)")
        untroubled(page)
        page.dblclick("#controls [data-act=hit]")
        page.wait_for_function("() => document.querySelectorAll('.me .cardbox').length >= 3")
        untroubled(page)
        assert page.locator(".me .cardbox").count() == 3
        assert len(sent(page, "deal")) == len(sent(page, "hit")) == 1
        assert isinstance(sent(page, "hit")[0]["v"], int)
        # The second click of a slow hand comes when the answer has long been here.
        page.wait_for_selector("#controls [data-act=hit]:not(:disabled)")
        box = page.locator("#controls [data-act=hit]").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        for n in (1, 2):
            page.mouse.down(click_count=n)
            page.mouse.up(click_count=n)
            page.wait_for_function("() => document.querySelectorAll('.me .cardbox').length >= 4")
            page.wait_for_selector("#controls [data-act=hit]:not(:disabled)")
        assert page.locator(".me .cardbox").count() == 4
        # A key: once for each time that it is pressed, and not for as long as it is held.
        key = page.locator("#controls [data-act=hit]").get_attribute("data-key")
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.down(key)
        page.keyboard.up(key)
        page.wait_for_function("() => document.querySelectorAll('.me .cardbox').length >= 5")
        page.wait_for_timeout(300)
        assert answers(doors, "hit") == 3


def test_what_is_pressed_before_its_answer_has_come_is_sent_once(
        chromium: Any, tmp_path: Path) -> None:
    """The house is held up; the button of the first press stands there all the while."""
    with Doors(tmp_path, source=Stacked(MIDDLE, 4), tables={"b": table(BLACKJACK)}) as doors, \
            at(chromium, doors, "b") as page:
        page.click("[data-chip='10']:not(:disabled)")
        page.click("[data-act=deal]:not(:disabled)")
        page.wait_for_selector("#controls [data-act=hit]:not(:disabled)")
        room = next(r for name, r in doors.house.rooms.items() if "~" in name)
        with doors.pause(room):
            page.click("#controls [data-act=hit]")
            page.click("#controls [data-act=hit]")
            page.click("#controls [data-act=stand]")  # another button: the house says no
            page.wait_for_function("() => window.sent.some(m => m.act === 'stand')")
            assert len(sent(page, "hit")) == 1
        page.wait_for_function("() => document.querySelectorAll('.me .cardbox').length >= 3")
        untroubled(page)
        assert (answers(doors, "hit"), answers(doors, "stand")) == (1, 0)


def test_a_double_click_on_spin_plays_one_game(chromium: Any, tmp_path: Path) -> None:
    chance = Picks()
    source = TEXT.format(name="azulejo", number="0042", more="")
    with Doors(tmp_path, source=chance, tables={"m": table(source)}) as doors, \
            at(chromium, doors, "m") as page:
        page.dblclick("[data-do=sit]")
        page.click("[data-do=note-1000]:not(:disabled)")
        page.wait_for_selector("[data-do=spin]:not(:disabled)")
        page.dblclick("[data-do=spin]")
        page.wait_for_function("() => window.sent.some(m => m.act === 'spin')")
        page.wait_for_selector("[data-do=spin]:not(:disabled)")
        untroubled(page)
        assert len(sent(page, "spin")) == len(sent(page, "sit")) == 1


def test_a_double_click_lays_two_chips_and_throws_the_ball_once(
        chromium: Any, tmp_path: Path) -> None:
    with Doors(tmp_path, tables={"w": table(WHEEL)}) as doors, at(chromium, doors, "w") as page:
        page.wait_for_selector("[data-chip='1']:not(:disabled)")
        page.click("[data-chip='1']")
        spot = page.locator(".t[data-spot='even']")
        spot.dblclick(force=True)
        page.wait_for_function("() => window.sent.filter(m => m.act === 'bet').length === 2")
        assert [m["amount"] for m in sent(page, "bet")] == [100, 200]
        page.wait_for_selector("#controls .act.first:not(:disabled)")
        act = page.locator("#controls .act.first").get_attribute("data-act")
        page.dblclick("#controls .act.first")
        page.wait_for_function("act => window.sent.some(m => m.act === act)", arg=act)
        page.wait_for_timeout(600)
        untroubled(page)
        assert len(sent(page, act)) == 1


@pytest.mark.more
def test_a_double_click_on_fold_or_call_is_one_turn(chromium: Any, tmp_path: Path) -> None:
    with Doors(tmp_path, tables={"h": table(HOLDEM)}) as doors, at(chromium, doors, "h") as page:
        page.wait_for_selector("[data-id=open][data-open^=sit]:not(:disabled)")
        page.dblclick("[data-id=open][data-open^=sit]")
        page.wait_for_selector("#controls [data-act=sit]:not(:disabled)")
        assert not sent(page, "sit"), "the second click fell on a button that had come under it"
        page.dblclick("#controls [data-act=sit]")
        page.wait_for_function("() => window.sent.some(m => m.act === 'sit')")
        for _ in range(200):
            doors.later(1)
            page.wait_for_timeout(300)  # the house's own players take their time
            mine = page.locator("#controls [data-act=call]:not(:disabled), "
                                "#controls [data-act=fold]:not(:disabled)")
            if mine.count():
                break
        act = mine.first.get_attribute("data-act")
        mine.first.dblclick()
        page.wait_for_function("act => window.sent.some(m => m.act === act)", arg=act)
        untroubled(page)
        assert len(sent(page, act)) == len(sent(page, "sit")) == 1
