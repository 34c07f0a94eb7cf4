"""A room that is ready: one click to a seat, what this device remembers, the page of each game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue
from sabot.house.catalogue.intro import game_intro
from sabot.web.shipped_odds import shipped_edge
from sabot.words import LANGS
from support.page_measures import cut_texts, sideways_scroll
from support.served_house import Served, open_page, serve_here
from support.staged_coups import card, drawn, gaming_room, house_table, resized

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
NAMES = ("quick", "high", "douro", "tua", "mira")
ALWAYS = ("american-roulette", "blackjack-macau", "holdem", "machines", "chemin-de-fer")
LOCALES = {"pt": "pt-PT", "en": "en-GB", "zh": "zh-TW"}
PLAYS_AT = """async name => (await (await fetch('/api/lobby')).json())
    .playing.some(m => m.at === name)"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with serve_here(tmp_path, {name: house_table(name) for name in NAMES}) as open_house:
        yield open_house


def seat_of(page: Any, game: str) -> Any:
    """The button of a game's card."""
    return page.locator(f".card-of:has([data-game='{game}']) .seat")


def test_one_click_on_a_card_takes_a_seat(house: Served, chromium: Any) -> None:
    """At a table of one's own; at a shared one where the game has no other."""
    for game, table in (("craps", "tua"), ("fantan", "mira")):
        with open_page(chromium, house.url, width=1440) as page:
            page.wait_for_selector(".game")
            assert not page.locator(".game .wait").count(), "every figure is known at once"
            seat_of(page, game).click()
            page.wait_for_url(f"**/table.html?id={table}&sit=1")
            page.wait_for_function(PLAYS_AT, arg=table)
            page.goto(house.url)
            page.wait_for_selector("#now .go.first")
            back = page.locator("#now .go.first").get_attribute("href") or ""
            assert back.startswith(f"table.html?id={table}"), "the way back comes first"


def test_the_device_remembers_the_last_table_and_the_favourites(
        house: Served, chromium: Any) -> None:
    with open_page(chromium, house.url, width=1440) as page:
        page.wait_for_selector(".game")
        assert "para começar" in page.locator("#now").inner_text().lower()
        page.click("[data-game='craps']")
        row = page.locator(".one", has_text="Douro")
        page.route("**/table.html*", lambda route: route.fulfill(body="a table"))
        row.locator("a.go").click()
        page.wait_for_url("**/table.html?id=douro&sit=1")
        page.goto(house.url)
        page.wait_for_selector("#now:has-text('Douro')")
        assert "última mesa" in page.locator("#now").inner_text().lower()
        assert "id=douro" in seat_of(page, "craps").get_attribute("href")
        page.click("[data-like='fantan']")
        page.reload()
        page.wait_for_selector("[data-like='fantan'][aria-pressed=true]")
        page.click("[data-f=mine]")
        page.wait_for_function("() => document.querySelectorAll('.game').length === 2")
        page.click("[data-like='fantan']")
        page.reload()
        page.wait_for_function("() => document.querySelectorAll('.game').length === 1")
        assert page.locator(".game").get_attribute("data-game") == "craps"


def room_of_all() -> dict[str, Any]:
    """The gaming room of all shipped tables, with their figures."""
    tables = load_tables(None)[0]
    room = gaming_room([card(name, []) | {"taken": 0, "seats": []} for name in tables])
    priced = {name: edge for name, table in tables.items()
              if (edge := shipped_edge(catalogue()[table.game], table))}
    return {**room, "edges": json.loads(msgspec.json.encode(priced)), "counting": []}


def bottom(page: Any, selector: str) -> float:
    """Where the first element ends, from the top of the window."""
    ends: float = page.locator(selector).first.evaluate("e => e.getBoundingClientRect().bottom")
    return ends


@pytest.mark.more_of(*(name for name in catalogue() if name not in ALWAYS))
@pytest.mark.parametrize("name", catalogue())
def test_the_page_of_each_game_is_whole_and_its_way_in_above_the_fold(
        chromium: Any, name: str) -> None:
    """Four pictures with their clauses, the sentence, the brass button, practice and the edge."""
    intro = game_intro(catalogue()[name])
    lang = LANGS[sorted(catalogue()).index(name) % len(LANGS)]
    room = room_of_all()
    own = any(table["game"] == name and table["individual"] for table in room["tables"])
    answers = {"/api/lobby": room, "/api/intro": json.loads(msgspec.json.encode(intro))}
    with drawn(chromium, {}, width=390, height=844, lang=LOCALES[lang], tables=room["tables"],
               answers=answers) as page:
        page.click(f".game[data-game='{name}'] b")
        page.wait_for_selector(".sixty li")
        assert page.locator(".sixty li .law").evaluate_all(
            "all => all.map(a => a.dataset.law)") == [step.law for step in intro.steps]
        assert page.locator(".sixty .mini > svg").evaluate_all(
            "all => all.every(s => s.childElementCount)")
        assert page.locator(".lead").inner_text() == intro.lead[lang]
        assert page.locator("a.go.first").count() == 1, "one brass button"
        assert page.locator("a.learn").count() == own
        chosen = page.locator("a.go.first").get_attribute("href")
        [table] = [one for one in room["tables"]
                   if chosen.split("&")[0].endswith(f"id={one['id']}")]
        assert ("sit=1" in chosen) == (not table["brings"] or table["private"])
        text = page.locator("#tables").inner_text()
        assert "undefined" not in text and "{" not in text, text
        for width, height in ((390, 844), (360, 740), (1440, 900)):
            resized(page, width, height)
            assert sideways_scroll(page) <= 0 and not cut_texts(page), (width, lang)
            for part in (".of h1", ".lead", "a.go.first", *("a.learn",) * own, ".edge-box > b"):
                assert bottom(page, part) <= height, (part, width)


def test_the_brass_button_of_the_room_is_above_the_fold(chromium: Any) -> None:
    room = room_of_all()
    with drawn(chromium, {}, width=1440, height=900, tables=room["tables"],
               answers={"/api/lobby": room}) as page:
        for width, height in ((1440, 900), (390, 740), (360, 740)):
            resized(page, width, height)
            assert bottom(page, "#now a.go.first") <= height / 2


def test_the_odds_of_all_games_say_where_tables_differ(house: Served, chromium: Any) -> None:
    """Nothing waits, and beside a figure stands what the tables of this house make of it."""
    with open_page(chromium, f"{house.url}/odds.html", width=1440) as page:
        page.wait_for_selector("table.games tbody tr")
        assert not page.locator("tr.waits").count()
        online = page.locator("tr", has=page.locator("[href$='game=blackjack-online']"))
        shown = online.locator(".here").inner_text()
        assert "mesas desta casa" in shown and "%" in shown
        craps = page.locator("tr", has=page.locator("[href$='game=craps']"))
        assert not craps.locator(".here").count()


def test_the_page_of_a_game_names_no_game() -> None:
    static = resources.files("sabot.web") / "static" / "js" / "lobby"
    for name in ("game_page.js", "game_card.js", "table_row.js", "table_facts.js", "views.js"):
        text = (static / name).read_text("utf-8")
        assert not [game for game in catalogue() if f"'{game}'" in text], name
