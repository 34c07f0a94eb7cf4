"""A table in a browser that has never been here: what it fetches, and in what order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from support.served_house import Served, serve_here

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
ARC = """
game = "blackjack-online"
name = "Cards"
minimum = 100
maximum = 1000
places = 7
"""
LATER = {"table.beside_parts.js"}
FIRST = {"table.begin.js", "table.table.js", "table.arc_builder.js"}
ROW = 12
FETCHED = """() => performance.getEntriesByType('resource').map(
  e => ({name: e.name, began: e.startTime, ended: e.responseEnd}))"""
LINKS = """() => [...document.querySelectorAll('link[rel=modulepreload]')].map(l => l.href)"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_here(tmp_path_factory.mktemp("light"), {"cards": ARC}) as open_house:
        yield open_house


@pytest.fixture
def page(chromium: Any, house: Served) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="pt-PT")
    opened = context.new_page()
    yield opened
    context.close()


def longest_row(fetched: list[dict[str, Any]]) -> int:
    """The length of the longest row of requests of which each began when the one before ended."""
    length: list[tuple[float, int]] = []
    for one in sorted(fetched, key=lambda one: one["began"]):
        length.append((one["ended"], 1 + max(
            (row for ended, row in length if ended <= one["began"]), default=0)))
    return max(row for _, row in length) + 1  # the page itself


def test_every_script_of_a_table_is_named_in_its_page_and_used(page: Any, house: Served) -> None:
    page.goto(f"{house.url}/table.html?id=cards")
    page.wait_for_selector("#board button:not(:disabled)")
    fetched = page.evaluate(FETCHED)
    modules = {one["name"] for one in fetched if one["name"].endswith(".js")}
    named = set(page.evaluate(LINKS))
    late = {one.rsplit("/", 1)[1] for one in modules - named}  # after the first picture
    assert named <= modules and late <= LATER
    assert {one.rsplit("/", 1)[1] for one in named} == FIRST
    addresses = [one["name"] for one in fetched]
    assert len([one for one in addresses if one.endswith(".css")]) == 1
    assert [one.rsplit("/words/", 1)[1] for one in addresses if "/words/" in one] == [
        "table.arc/pt.json"]
    assert longest_row(fetched) <= ROW


def test_a_joined_script_has_the_names_of_its_module(page: Any, house: Served) -> None:
    """Every module but those that a page runs."""
    static = Path(str(resources.files("sabot.web") / "static"))
    run = {name for one in static.glob("*.html")
           for name in re.findall(r'src="/?(js/[^"]+)"', one.read_text("utf-8"))}
    modules = sorted({one.relative_to(static).as_posix() for one in static.glob("js/*/*.js")} - run)
    page.goto(f"{house.url}/table.html?id=cards")
    page.wait_for_selector("#board button:not(:disabled)")
    names = page.evaluate("""async ([modules, base]) => {
      const names = async path => Object.keys(await import(path)).sort();
      return Promise.all(modules.map(async path => [path, await names('/' + path),
        await names(base + path.slice(3).replace('/', '.'))])); }""",
        [modules, next(iter(page.evaluate(LINKS))).rsplit("/", 1)[0] + "/"])
    assert len(names) == len(modules) > 100
    for module, own, joined in names:
        assert [name for name in joined if name != "modules"] == own, module


def test_what_is_opened_later_is_fetched_then(page: Any, house: Served) -> None:
    page.goto(f"{house.url}/table.html?id=cards")
    page.wait_for_selector("#board button:not(:disabled)")
    page.click("#tabs [data-tab=rules]")
    page.wait_for_selector(".v-rules .body h3")
    fetched = [one["name"] for one in page.evaluate(FETCHED)]
    assert any(one.endswith("/joined/table/table.sheets.js") for one in fetched)


def test_a_language_is_fetched_when_it_is_chosen(page: Any, house: Served) -> None:
    page.goto(f"{house.url}/table.html?id=cards")
    page.wait_for_selector("#board button:not(:disabled)")
    page.set_viewport_size({"width": 1280, "height": 800})  # on a phone it is a setting
    page.click("[data-lang=zh]")
    page.wait_for_function("() => document.documentElement.lang === 'zh-Hant'")
    fetched = [one["name"] for one in page.evaluate(FETCHED)]
    assert any(one.endswith("/words/table.arc/zh.json") for one in fetched)
