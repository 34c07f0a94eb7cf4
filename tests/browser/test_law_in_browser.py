"""The page of the law as people use it, and the odds of all games: keys, telephone, languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.served_house import Served, open_page, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLE = """
game = "craps"
name = "Dados"
minimum = 5
maximum = 100
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_here(tmp_path_factory.mktemp("law"), {"one": TABLE}) as doors:
        yield doors


def test_a_clause_is_reached_by_its_address_and_opens_with_all_that_shows_it(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/law.html?doc=pt-217-2007&game=craps#13.3.a") as page:
        page.wait_for_selector("details[id='13.3.a'][open] .inspectors")
        focused = page.evaluate("document.activeElement.closest('details').id")
        assert focused == "13.3.a"
        assert not page.locator("details[id='13.3.a'] .names").first.is_visible()
        page.locator("details[id='13.3.a'] .inspectors > summary").click()
        page.wait_for_selector("details[id='13.3.a'] .names")
        text = page.locator("details[id='13.3.a']").inner_text()
        assert "em prática" in text and "CLAUSES.announce" in text
        page.locator("details[id='13.3.a'] [data-round]").first.click()
        page.wait_for_selector("details[id='13.3.a'] .round")
        assert "lances:" in page.locator("details[id='13.3.a'] .round").inner_text()
        page.keyboard.press("Enter")  # the button again: the coup is put away
        page.wait_for_selector("details[id='13.3.a'] .round", state="hidden")


def test_the_longest_section_opens_at_once_and_is_searched(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/law.html?doc=pt-217-2007&game=poquer-nao-bancado",
                   lang="en-GB", width=390) as page:
        page.wait_for_selector("#rows .clause")
        assert page.locator("#rows .clause").count() == 250
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.fill("[name=words]", "cagnotte")
        page.wait_for_selector("#found .given")
        assert page.locator("#rows").is_hidden()
        page.click("[data-here=false]")
        page.wait_for_selector("#found .clause")
        page.fill("[name=words]", "")
        page.wait_for_selector("#rows .clause")


def test_every_regulation_leads_to_its_sections_and_an_interpretation_stands_alone(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/law.html") as page:
        page.wait_for_selector(".sections a")
        assert page.locator(".doc").count() >= 5
        page.click(".sections a[href*='game=cussec']")
        page.wait_for_selector("#rows .clause")
        page.locator("#rows summary").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#rows .clause[open] .inspectors")
        page.goto(f"{house.url}/law.html?ir=121")
        page.wait_for_selector(".reading[open]")
        assert page.locator(".reading a.law").count() > 0
        page.goto(f"{house.url}/law.html?doc=pt-217-2007&game=whist")
        page.wait_for_selector("[role=alert]")


def test_what_an_option_costs_is_asked_for(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/law.html?ir=182") as page:
        page.wait_for_selector("main h1")
    with open_page(chromium, f"{house.url}/law.html?doc=pt-217-2007&game=bacara-ponto-e-banca"
                   ) as page:
        page.wait_for_selector("#rows .clause")
        clause = page.evaluate("""async () => {
            for (const row of document.querySelectorAll('#rows .clause')) {
                const told = await (await fetch('/api/clauses/' + row.dataset.clause)).json();
                if (told.options.some(o => o.option === 'deduction')) return row.id;
            }}""")
        page.evaluate("id => { document.getElementById(id).open = true; }", clause)
        page.click(".inspectors > summary")
        page.click("[data-price]")
        page.wait_for_selector(".costs b.down", timeout=60_000)
        assert "+2,2933" in page.locator(".costs").inner_text()


def test_the_drawer_of_a_table_leads_into_the_regulation(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/table.html?id=one") as page:
        page.wait_for_selector("a.law[data-law]")
        page.locator("a.law[data-law]").first.click()
        page.click("a.ghost[href^='law.html?']")
        page.wait_for_selector(".clause[open] .inspectors, .reading[open]")


@pytest.mark.more
def test_the_odds_of_machines_and_of_people_fit_a_telephone(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html?game=machines", width=390) as page:
        page.wait_for_selector(".model", timeout=120_000)
        assert page.locator(".model").count() == 4
        assert "89,5126 %" in page.locator(".model").first.inner_text().replace("\xa0", " ")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.locator(".model summary").first.click()
        assert page.locator(".model .lines tbody tr").first.is_visible()
        assert page.evaluate("[...document.querySelectorAll('main *')].every("
                             "e => !/NaN|undefined|study\\\\./.test(e.textContent))")
    with open_page(chromium, f"{house.url}/odds.html?game=sintetico", width=390) as page:
        page.wait_for_selector(".census th[scope=row]", timeout=120_000)
        page.wait_for_selector(".census tbody tr td:nth-child(6)", state="attached",
                               timeout=120_000)
        assert "sequência real" in page.locator(".census tbody tr").first.inner_text().lower() or \
            page.locator(".census tbody tr").count() == 12
        assert page.locator("a[href='equity.html?form=synthetic']").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_all_games_are_listed_and_sorted_by_keyboard(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/odds.html", lang="en-GB") as page:
        page.wait_for_selector("a[href='odds.html?game=american-roulette']")
        page.wait_for_selector("tr:has(a[href='odds.html?game=american-roulette']) b",
                               timeout=120_000)
        text = page.locator("tr:has(a[href='odds.html?game=american-roulette'])").inner_text()
        assert "1/37" in text and "2.703 %" in text.replace("\xa0", " ")
        page.focus("[data-by=game]")
        page.keyboard.press("Enter")
        names = page.locator(".games tbody th a").all_inner_texts()
        assert names == sorted(names, key=str.casefold) and len(names) >= 18
        assert page.evaluate("document.activeElement.dataset.by") == "game"
