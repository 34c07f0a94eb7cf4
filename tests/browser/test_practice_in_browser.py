"""Hints at a table of one's own, greetings and names at a shared one, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.open_house import ALONE, SHARED
from support.served_house import Served, open_page, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

WHEEL = """
game = "american-roulette"
name = "Alva"
kind = "individual"
places = 1
minimum = 2
maximum = 60
"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serve_here(tmp_path, {
            "alone": ALONE, "shared": SHARED, "wheel": WHEEL}) as opened:
        yield opened


def test_hints_say_what_a_bet_costs(chromium: Any, house: Served) -> None:
    """The address switches them on at a table of one's own; the switch in the side turns them off
    again, for this page only."""
    with open_page(chromium, f"{house.url}/table.html?id=wheel&hints=1", "en-GB", 1440) as page:
        page.locator(".hintswitch[aria-checked=true]").wait_for()
        until(page, house, "#hint", "Every bet costs the same here: 2.70")
        page.locator(".hintswitch").click()
        page.locator("#hint").wait_for(state="hidden")
        page.reload()
        page.locator(".hintswitch[aria-checked=true]").wait_for()


def test_a_mistake_is_told_with_its_cost(chromium: Any, house: Served) -> None:
    """After an act that was not the best one line says what it cost, and the count goes on."""
    with open_page(chromium, f"{house.url}/table.html?id=alone&hints=1", "en-GB", 1440) as page:
        page.locator(".hintswitch[aria-checked=true]").wait_for()
        for _ in range(200):
            for chosen in ("[data-act=no-insurance]", "[data-act=deal]", "[data-chip] >> nth=1"):
                button = page.locator(f"#controls {chosen}")
                if button.count() and button.first.is_enabled():
                    button.first.click()
                    break
            house.doors.later(0.05)  # the hand may not be over before it is shown
            page.wait_for_timeout(50)
            if page.locator("#controls [data-act=hit]").count():
                break
        page.locator("#hint b", has_text="Best:").wait_for()
        best = page.locator("#hint b").inner_text().casefold()
        act = "stand" if "stand" not in best else "hit"
        page.locator(f"#controls [data-act={act}]").click()
        page.locator("#hint .sofar", has_text="on average").wait_for()
        page.locator("#hint .sofar", has_text="1 decision").wait_for()


def test_greetings_are_read_in_ones_own_language(chromium: Any, house: Served) -> None:
    """Only keys are sent: a reader of Chinese sees Chinese beside the seat, unless they switched
    greetings off. There are no hints at a shared table."""
    address = f"{house.url}/table.html?id=shared&hints=1"
    with open_page(chromium, address, "pt-PT", 1440) as one, \
            open_page(chromium, address, "zh-TW", 1440) as other:
        other.locator(".seat").first.wait_for()
        one.locator(".seat .spot:not([disabled])", has_text="Sentar").first.click()
        one.locator(".companybox summary").click()
        assert not one.locator(".hintswitch").count() and one.locator("#hint").is_hidden()
        one.locator("[data-greet=evening]").click()
        one.locator(".greetings p", has_text="Boa noite").wait_for()
        other.locator(".greetings p", has_text="晚上好").wait_for()
        one.locator(".ownname input").fill("Inês Vaz")
        one.locator(".ownname button").click()
        other.locator(".seat", has_text="Inês Vaz").wait_for()
        one.locator(".greetshow").uncheck()
        house.doors.later(5)
        one.locator("[data-greet=luck]").click()
        other.locator(".greetings p", has_text="祝您好運").wait_for()
        assert not one.locator(".greetings p").count()


def until(page: Any, house: Served, css: str, *texts: str) -> None:
    """Let time pass at the table until an element has one of these texts."""
    for _ in range(60):
        if any(text in page.locator(css).inner_text() for text in texts):
            return
        house.doors.later(5)
        page.wait_for_timeout(50)
    raise AssertionError(page.locator(css).inner_text())
