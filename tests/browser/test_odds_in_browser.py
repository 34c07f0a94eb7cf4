"""The page of odds as people use it: by keyboard, by touch, in two languages, on a telephone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.page_files import choose_language
from support.served_house import Served, open_page, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

PRICED = 280_000
"""Milliseconds until a class of play is priced, also on a machine that does much else."""

TABLE = """
game = "blackjack-2007"
name = "Acumulado"
minimum = 10
maximum = 300
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_here(tmp_path_factory.mktemp("odds"), {"one": TABLE}) as doors:
        yield doors


def priced(page: Any) -> None:
    page.wait_for_selector(".keeps", timeout=PRICED)


def test_the_chart_is_walked_with_the_keys(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html?table=one") as page:
        priced(page)
        assert "0,1996 %" in page.locator(".keeps h2").inner_text().replace("\xa0", " ")
        assert page.locator(".grid").count() == 3
        assert page.locator(".grid [tabindex='0']").count() == 3  # one stop of Tab in each
        page.locator(".grid [tabindex='0']").first.focus()
        for key in ("End", "ArrowLeft", *["ArrowDown"] * 11):
            page.keyboard.press(key)
        text = page.locator("#cell").inner_text()
        assert text.startswith("R") and "16 contra 10: Desistir" in text
        assert "−0,5000" in text and "custa mais" in text
        page.keyboard.press("ArrowRight")
        assert "16 contra Ás: Pedir" in page.locator("#cell").inner_text()
        begins = page.locator("#first tr").all_inner_texts()
        assert len(begins) == 6 and "Ficar" in begins[0] and "40,6 %" in begins[0], begins
        text = page.locator("#most").inner_text().replace("\xa0", " ")
        assert "Num lugar\n36 000 €" in text and "com 300 € apostados no lugar" in text, text


@pytest.mark.more
def test_a_class_of_play_and_a_language_are_chosen_in_place(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html?game=blackjack-2007", lang="en-GB") as page:
        priced(page)
        page.locator("[role=radio][aria-checked=true]").focus()
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("[data-class=total][aria-checked=true]", timeout=PRICED)
        assert "120 times the stake" in page.locator("#most").inner_text()
        assert "0.2085 %" in page.locator(".keeps h2").inner_text()
        assert "play=total" in page.url
        choose_language(page, "pt")
        assert page.locator("#h-chart").inner_text() == "A melhor jogada"
        assert "desistência" in page.locator("#rules").inner_text()
        page.click("[data-cards=true]")
        assert page.locator(".grid [data-at]").count() > 500


def test_it_fits_a_telephone_and_is_reached_from_room_and_table(house: Served, chromium: Any
                                                                ) -> None:
    with open_page(chromium, f"{house.url}/", width=390) as page:
        page.click(".game[href$='game=blackjack-2007']")
        page.click(".of a[href^='odds.html?table=']")
        priced(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.evaluate("[...document.querySelectorAll('main *')].every("
                             "e => !/NaN|undefined/.test(e.textContent))")
        page.goto(f"{house.url}/table.html?id=one")
        page.wait_for_selector("a[href='odds.html?table=one']", state="attached")


def test_what_has_no_odds_is_said_in_words(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html?game=whist") as page:
        page.wait_for_selector("[role=alert]")
        assert "whist" in page.locator("[role=alert]").inner_text()
        page.click("a[href='./']")
        page.wait_for_selector(".game")


def test_every_bet_of_a_layout_is_in_one_table(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html?game=american-roulette", width=390) as page:
        priced(page)
        rows = page.locator(".laid tbody tr").all_inner_texts()
        assert len(rows) == 16 and all("1/37" in row for row in rows), rows
        assert page.locator(".others, #chart, #class").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_when_drawing_at_five_is_right_is_drawn(house: Served, chromium: Any) -> None:
    """People who play one another: no house keeps anything, a curve and tables instead."""
    with open_page(chromium, f"{house.url}/odds.html?game=chemin-de-fer", width=390) as page:
        priced(page)
        assert "banqueiro" in page.locator(".keeps h2").inner_text()
        assert page.locator("svg.curve .line").count() == 2
        assert page.locator("svg.curve .at").text_content() == "37,88 %"
        assert "37,88 %" in page.locator("#curve-five .saying").inner_text()
        cells = page.locator("#sheet-banker td").all()
        assert len(cells) == 7 * 11
        assert [cell.text_content() for cell in cells if "mixes" in (
            cell.get_attribute("class") or "")] == ["37,9 %"]
        assert "custa" in (cells[0].get_attribute("title") or "")
        assert page.locator("#most, #chart, #class").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate("[...document.querySelectorAll('main *')].every("
                             "e => !/NaN|undefined|sheet\\.|curve\\./.test(e.textContent))")


@pytest.mark.more
def test_hands_of_ace_and_king_are_a_chart(house: Served, chromium: Any) -> None:
    """Poker against the bank: ways to play, hands, and what to do against each open card."""
    with open_page(chromium, f"{house.url}/odds.html?game=no-draw-poker", width=390) as page:
        priced(page)
        assert "5,2243 %" in page.locator(".keeps h2").inner_text()
        assert page.locator("[data-class]").count() == 8
        cells = page.locator("#sheet-kings td").all()
        texts = [cell.text_content() or "" for cell in cells]
        assert len(texts) == 24 * 13 and texts[0].startswith("V") and texts[4 * 13 - 1][0] == "V"
        assert "custa" in (cells[0].get_attribute("title") or "")
        assert {"V", "P"} < {text[0] for text in texts} and "mixes" in (
            cells[13 + 4].get_attribute("class") or "")
        assert page.locator("#ups tr").count() == 13 and page.locator("#first tr").count() == 2
        page.click("[data-class=blind]")
        page.wait_for_selector(".keeps h2:has-text('16,6072 %')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate("[...document.querySelectorAll('main *')].every("
                             "e => !/NaN|undefined|sheet\\.|kind\\.|class\\./.test(e.textContent))")
