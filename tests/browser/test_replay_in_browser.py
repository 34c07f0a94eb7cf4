"""A hand that is over, shown step by step from a file; and several tables on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.page_measures import sideways_scroll
from support.served_house import HEADERS, PATIENCE, browser

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 QhQs", "d dh p2 AsKd", "d dh p3 ????", "p3 f", "p1 cbr 6", "p2 cc",
           "d db Ac7h2d", "p1 cc", "p2 cbr 8", "p1 f"]
players = ["Ana", "Rui", "Eva"]
"""
POKER = """
game = "holdem"
name = "{name}"
places = 10
minimum = 2
maximum = 200
[rules]
minimum_share = false
cave = 100
"""


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Any]:
    tables = {name.lower(): table(POKER.format(name=name)) for name in ("Ria", "Vez")}
    with Doors(tmp_path, tables=tables) as doors, browser() as chromium:
        context = chromium.new_context(base_url=doors.at, locale="en-GB", reduced_motion="reduce",
                                       viewport={"width": 1440, "height": 900})
        context.set_default_timeout(PATIENCE)
        context.request.post("/api/session", data={"name": "Ana"}, headers=HEADERS)
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
        context.close()
        assert not wrong, wrong


def test_a_hand_of_a_file_is_stepped_through(visitor: Any) -> None:
    page = visitor
    page.goto("/replay.html")
    page.set_input_files("#file", {"name": "h.phh", "mimeType": "text/plain",
                                   "buffer": HAND.encode()})
    page.wait_for_selector("#story li")
    assert "does not judge" in page.locator("#note").inner_text()
    assert not page.locator("#story .law").count(), "no clause of ours for a hand from elsewhere"

    def shows() -> tuple[int, str]:
        pot = page.locator(".rpot b")
        return page.locator(".rboard .row .cardbox").count(), (
            re.sub(r"\s", "", pot.inner_text()) if pot.count() else "")
    assert shows() == (0, "€3")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert shows() == (3, "€12") and "Board" in page.locator("#now").inner_text()
    page.keyboard.press("ArrowLeft")
    assert shows() == (0, "€12")
    page.click("#deck [data-to]:last-of-type")  # the last street
    assert shows()[0] == 3
    page.keyboard.press("End")
    assert page.locator(".rseat.out").count() and page.locator("#deck [data-do=next]").is_disabled()
    page.keyboard.press("Home")
    assert shows() == (0, "€3")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".ring.tall")
    assert sideways_scroll(page) <= 0


def test_several_tables_stand_side_by_side(visitor: Any) -> None:
    page = visitor
    page.goto("/tables.html?ids=ria")
    page.wait_for_selector("#add option[value=vez]", state="attached")
    page.select_option("#add", "vez")
    assert page.locator(".pane").count() == 2 and page.url.endswith("ids=ria,vez")
    second = page.frame_locator(".pane iframe").nth(1)
    second.locator(".ring").wait_for()
    second.locator(".rseat[data-place='3'] .oname").click()
    second.locator("#controls [data-act=sit]").click()
    second.locator(".rseat.me[data-place='3']").wait_for(state="attached")
    page.evaluate(
        "document.querySelectorAll('iframe')[0].contentDocument.body.dataset.asked = 'true'")
    page.wait_for_selector(".pane.asked[data-id=ria]")
    assert not page.locator(".pane.asked[data-id=vez]").count()
    page.keyboard.press("Alt+1")
    assert page.evaluate("document.activeElement === document.querySelector('iframe')")
    page.click("[data-id=ria] [data-close]")
    assert page.locator(".pane").count() == 1 and page.url.endswith("ids=vez")
