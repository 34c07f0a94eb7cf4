"""The page of odds as people use it: by keyboard, by touch, in two languages, on a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from serving import Served, browser, opened, served

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = """
game = "blackjack-2007"
name = "Acumulado"
minimum = 10
maximum = 300
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("odds"), {"one": TABLE}) as doors:
        yield doors


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as running:
        yield running


def priced(page: Any) -> None:
    page.wait_for_selector(".keeps", timeout=120_000)


def test_the_chart_is_walked_with_the_keys(house: Served, chromium: Any) -> None:
    with opened(chromium, f"{house.url}/odds.html?table=one") as page:
        priced(page)
        assert "0,1996 %" in page.locator(".keeps h2").inner_text().replace("\xa0", " ")
        assert page.locator(".grid").count() == 3
        assert page.locator(".grid [tabindex='0']").count() == 3  # one stop of Tab in each
        page.locator(".grid [tabindex='0']").first.focus()
        for key in ("End", "ArrowLeft", *["ArrowDown"] * 11):
            page.keyboard.press(key)
        told = page.locator("#cell").inner_text()
        assert told.startswith("R") and "16 contra 10: Desistir" in told
        assert "−0,5000" in told and "custa mais" in told
        page.keyboard.press("ArrowRight")
        assert "16 contra Ás: Pedir" in page.locator("#cell").inner_text()


def test_a_class_of_play_and_a_language_are_chosen_in_place(house: Served, chromium: Any) -> None:
    with opened(chromium, f"{house.url}/odds.html?game=blackjack-2007", lang="en-GB") as page:
        priced(page)
        page.locator("[role=radio][aria-checked=true]").focus()
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("[data-class=total][aria-checked=true]", timeout=120_000)
        assert "0.2106 %" in page.locator(".keeps h2").inner_text()
        assert "play=total" in page.url
        page.click("[data-lang=pt]")
        assert page.locator("#h-chart").inner_text() == "A melhor jogada"
        assert "desistência" in page.locator("#rules").inner_text()
        page.click("[data-cards=true]")
        assert page.locator(".grid [data-at]").count() > 500


def test_it_fits_a_telephone_and_is_reached_from_room_and_table(house: Served, chromium: Any
                                                                ) -> None:
    with opened(chromium, f"{house.url}/", width=390) as page:
        page.click("a[href^='odds.html?game=']")
        priced(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate("[...document.querySelectorAll('main *')].every("
                             "e => !/NaN|undefined/.test(e.textContent))")
        page.goto(f"{house.url}/table.html?id=one")
        page.wait_for_selector("a[href='odds.html?table=one']", state="attached")


def test_what_has_no_odds_is_said_in_words(house: Served, chromium: Any) -> None:
    with opened(chromium, f"{house.url}/odds.html?game=whist") as page:
        page.wait_for_selector("[role=alert]")
        assert "whist" in page.locator("[role=alert]").inner_text()
        page.click("a[href='./']")
        page.wait_for_selector(".one")
