"""Playing in a real chromium against a real house: phone and desktop, two at a table, a house that
is killed in mid-hand, reduced motion, and texts that can be read."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import sabot
from support.chromium_browser import Stopwatch
from support.open_house import Doors, table
from support.page_files import choose_language
from support.page_measures import (
    by_turns,
    contrasts,
    keep_screenshot,
    moving_parts,
    sideways_scroll,
)
from support.served_house import HEADERS, PATIENCE, RUN, free_port
from support.stacked_shoe import Stacked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

TABLES = {"alone": ("individual", 1), "shared": ("multi", 5)}
TABLE = """
game = "blackjack-online"
name = "{name}"
kind = "{kind}"
places = {places}
minimum = 5
maximum = 500
[clocks]
betting = 8
decision = 60
insurance = 5
between = 1
[rules]
warning_card = 104
"""
#: No two of them are 11 or less, where nobody may stand, nor 21.
MIDDLE = "9S 8H 7D 8S 9H 6D 7C 9C 8D 6S 7H 9D"


class House:
    """A house in its own process, that can be killed and opened again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        (folder / "tables").mkdir()
        for key, (kind, places) in TABLES.items():
            (folder / "tables" / f"{key}.toml").write_text(
                TABLE.format(name=key.title(), kind=kind, places=places), "utf-8")

    def open(self) -> None:
        env = {**os.environ, "SABOT_VAR": str(self.folder),
               "PYTHONPATH": str(Path(sabot.__file__).parents[1])}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN, "serve", "--port", str(self.port), "--tables",
                 str(self.folder / "tables"), "--database",
                 f"sqlite:///{self.folder / 'books.sqlite3'}"], env=env, stdout=log, stderr=log)
        until = time.monotonic() + 2 * PATIENCE / 1000
        while time.monotonic() < until and self.process.poll() is None:
            try:
                httpx.get(f"{self.url}/health", verify=False)
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    running = House(tmp_path_factory.mktemp("house"))
    running.open()
    yield running
    running.kill()


Visit = Callable[..., Any]


@pytest.fixture
def visit(chromium: Any, house: House) -> Iterator[Visit]:
    """A page of a new visitor; what its own script does wrong fails the test."""
    if house.process.poll() is not None:  # the test before this one left it killed
        house.open()
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_page(path: str, name: str = "", **how: Any) -> Any:
        how.setdefault("viewport", {"width": 1280, "height": 860})
        how.setdefault("locale", "pt-PT")
        how.setdefault("base_url", house.url)
        context = chromium.new_context(**how)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if name:
            context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda entry: wrong.append(entry.text)
                if "Content Security Policy" in entry.text else None)
        page.goto(path)
        return page
    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, wrong


CALM = ("stand", "no-insurance", "wait", "hit")


def decided(page: Any, press: Callable[[Any], None] | None = None) -> bool:
    """Answer one thing that is asked, the calmest way; whether anything was asked.

    A button may go while the pointer is on its way to it; who calls then asks again.
    """
    from playwright.sync_api import TimeoutError as Gone

    for act in CALM:
        button = page.locator(f"#controls [data-act='{act}']:not(:disabled)")
        if button.count():
            with suppress(Gone):
                (press or (lambda b: b.click(timeout=3_000)))(button.first)
            return True
    return False


def asked(page: Any) -> bool:
    return page.locator("#controls [data-act='hit']:not(:disabled)").count() > 0


def to_the_end(page: Any, press: Callable[[Any], None] | None = None) -> None:
    """Play the coup until bets are open again."""
    until = time.monotonic() + 40
    while not page.locator("[data-id=rebet]:not(:disabled)").count():
        assert time.monotonic() < until, page.locator("#caption").inner_text()
        decided(page, press)
        page.wait_for_timeout(60)


def readable(page: Any, where: str) -> None:
    """Every text in sight stands out enough from what is under it."""
    found = contrasts(page)
    assert len(found) > 5, where
    dim = [(c.text, round(c.ratio, 2)) for c in found if c.ratio < 4.5]
    assert not dim, (where, dim)


# -------------------------------------------------------------------------------------------------


@pytest.mark.more_of("pt-PT")
@pytest.mark.parametrize("lang", by_turns(["pt-PT", "en-GB"]))
def test_a_newcomer_on_a_phone_plays_by_touch_and_scrolls_nothing_sideways(
        visit: Visit, lang: str) -> None:
    watch = Stopwatch()
    page = visit("/", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
                 locale=lang)
    page.wait_for_selector("a.go.first")
    assert sideways_scroll(page) <= 0
    keep_screenshot(page, f"phone-lobby-{lang}")
    page.tap("a.go.first")
    page.wait_for_selector(".chipb:not(:disabled)")
    assert sideways_scroll(page) <= 0
    page.tap("[data-chip='5']")
    page.wait_for_selector("[data-act=deal]:not(:disabled)")
    page.tap("[data-act=deal]")
    page.wait_for_selector(".me .cardbox")
    assert watch.seconds < 10, "from the open page to the first card"
    page.wait_for_timeout(800)
    assert sideways_scroll(page) <= 0
    keep_screenshot(page, f"phone-hand-{lang}")
    to_the_end(page, lambda button: button.tap())
    assert sideways_scroll(page) <= 0
    keep_screenshot(page, f"phone-result-{lang}")
    for tab in ("steps", "session", "rules", "table"):
        page.tap(f".tabs [data-tab={tab}]")
        page.wait_for_timeout(100)
        assert sideways_scroll(page) <= 0, tab
    # The other language, in place.
    page.evaluate("window.same = true")
    other = "en" if lang.startswith("pt") else "pt"
    choose_language(page, other)
    assert page.evaluate("[document.documentElement.lang, window.same]") == [other, True]
    assert sideways_scroll(page) <= 0


def test_two_browsers_share_a_table_and_each_decides_alone(
        visit: Visit, tmp_path: Path) -> None:
    """The clock and the first cards are the test's: a coup that comes to a decision of both."""
    kind, places = TABLES["shared"]
    source = TABLE.format(name="Shared", kind=kind, places=places)
    with Doors(tmp_path, source=Stacked(MIDDLE, 6), tables={"t": table(source)}) as doors:
        ana = visit("/table.html?id=t", "Ana", base_url=doors.at)
        rui = visit("/table.html?id=t", "Rui", base_url=doors.at, locale="en-GB")
        two_share(doors, ana, rui)


def two_share(doors: Doors, ana: Any, rui: Any) -> None:
    ana.click(".seat:nth-child(2) .spot")
    rui.click(".seat:nth-child(4) .spot")
    ana.wait_for_selector(".seat:nth-child(2).me")
    rui.wait_for_selector(".seat:nth-child(4).me")
    ana.locator(".seat:nth-child(4) .tag", has_text="Rui").wait_for()
    rui.locator(".seat:nth-child(2) .tag", has_text="Ana").wait_for()
    assert ana.locator(".seat.me").count() == rui.locator(".seat.me").count() == 1
    ana.click("[data-chip='25']:not(:disabled)")
    rui.click("[data-chip='5']:not(:disabled)")
    rui.wait_for_selector(".seat:nth-child(2) .amt >> text=25")
    ana.wait_for_selector(".seat:nth-child(4) .amt >> text=5")
    doors.later(9)  # the time for bets is up
    ana.wait_for_selector("#controls [data-act='hit']:not(:disabled)")
    for page in (ana, rui):  # who is not asked may still be watching the deal
        page.locator(".bank .cardbox").nth(1).wait_for()
        page.locator(".seat .cardbox").nth(3).wait_for()
    seats = ana.locator("#controls [data-act]").evaluate_all(
        "all => all.map(b => b.dataset.seat)")
    assert {s.split(".")[0] for s in seats} == {"2"}
    assert not rui.locator("#controls [data-act='hit'], #controls [data-act='stand']").count()
    # Both see the same cards, and neither the one that lies face down.
    cards = [[c.get_attribute("aria-label") for c in page.locator(".seat .cardbox").all()]
             for page in (ana, rui)]
    assert len(cards[0]) == len(cards[1]) == 4
    for page in (ana, rui):
        assert page.locator(".bank .cardbox").count() == 2
    keep_screenshot(ana, "two-first")
    keep_screenshot(rui, "two-second")
    assert decided(ana)
    rui.wait_for_selector("#controls [data-act='stand']:not(:disabled)")
    assert not asked(ana)
    assert decided(rui)
    until = time.monotonic() + 40
    while not ana.locator("[data-id=rebet]:not(:disabled)").count():
        assert time.monotonic() < until, ana.locator("#caption").inner_text()
        doors.later(1)
        ana.wait_for_timeout(100)


def test_a_house_that_is_killed_in_mid_hand_gives_the_same_hand_back(
        visit: Visit, house: House) -> None:
    page = visit("/table.html?id=alone", "Ana")
    for _ in range(8):
        page.wait_for_selector(".chipb:not(:disabled)")
        page.click("[data-chip='25']")
        page.click("[data-act=deal]:not(:disabled)")
        until = time.monotonic() + 15
        while not asked(page) and time.monotonic() < until:
            if page.locator("[data-act='no-insurance'], [data-act='wait']").count():
                decided(page)
            if page.locator("[data-id=rebet]:not(:disabled)").count():
                break
            page.wait_for_timeout(60)
        if asked(page):
            break
    else:
        pytest.fail("no coup came to a decision")

    def lies() -> Any:
        return page.evaluate("""() => ({
            cards: [...document.querySelectorAll('.cardbox')]
                .map(c => c.getAttribute('aria-label')),
            acts: [...document.querySelectorAll('#controls [data-act]')].map(b => b.dataset.act),
            amount: document.querySelector('.me .amt')?.textContent})""")
    page.locator(".cardbox").nth(3).wait_for()
    before, seen, until = lies(), None, time.monotonic() + 10
    while seen != before:  # until the page has shown everything
        assert time.monotonic() < until, (seen, before)
        page.wait_for_timeout(350)
        seen, before = before, lies()
    assert len(before["cards"]) >= 4 and "25" in before["amount"]
    house.kill()
    page.wait_for_selector(".notice.lost")
    keep_screenshot(page, "house-killed")
    house.open()
    page.wait_for_selector(".notice.lost", state="detached")
    page.wait_for_selector("#controls [data-act='hit']:not(:disabled)")
    assert lies() == before, "the same hand, the same bet, the same decisions"
    page.reload()
    page.wait_for_selector("#controls [data-act='hit']:not(:disabled)")
    assert lies() == before, "and after a reload too"
    to_the_end(page)


@pytest.mark.more_of("no-preference")
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_whole_coup_by_keyboard_with_motion_only_where_it_is_wanted(
        visit: Visit, motion: str) -> None:
    page = visit("/", reduced_motion=motion)
    page.wait_for_selector("a.go.first")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('a.go')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".chipb:not(:disabled)")
    page.keyboard.press(page.locator("[data-chip='5']").get_attribute("data-key"))
    page.wait_for_selector("[data-act=deal]:not(:disabled)")
    page.keyboard.press("Enter")
    seen: list[str] = []
    until = time.monotonic() + 20
    while page.locator(".me .cardbox").count() < 2 or (motion != "reduce" and not seen):
        assert time.monotonic() < until, page.locator("#caption").inner_text()
        seen += moving_parts(page)
        page.wait_for_timeout(30)
    to_the_end(page, lambda button: page.keyboard.press(button.get_attribute("data-key")))
    assert bool(seen) == (motion != "reduce"), seen
    assert page.locator("#caption").get_attribute("aria-live") == "polite"


@pytest.mark.more
def test_every_text_can_be_read(visit: Visit) -> None:
    page = visit("/", "Ana", reduced_motion="reduce")
    page.wait_for_selector("a.go.first")
    readable(page, "lobby")
    keep_screenshot(page, "lobby")
    page.goto("/table.html?id=alone")
    page.wait_for_selector(".chipb:not(:disabled)")
    readable(page, "before the bet")
    page.click("[data-chip='25']")
    page.wait_for_selector("[data-act=deal]:not(:disabled)")
    readable(page, "with a bet")
    keep_screenshot(page, "table-bet")
    page.click("[data-act=deal]")
    page.wait_for_selector(".me .cardbox")
    readable(page, "in the hand")
    keep_screenshot(page, "table-hand")
    to_the_end(page)
    readable(page, "the result")
    keep_screenshot(page, "table-result")
    page.goto("/api.html")
    page.wait_for_selector("#routes details")
    readable(page, "the API page")


def test_the_measure_of_contrast_can_fail(visit: Visit) -> None:
    page = visit("/", "Ana")
    page.wait_for_selector("#hello")
    page.evaluate("document.querySelector('#hello').style.color = '#2a3336'")
    text = page.locator("#hello").inner_text()
    assert next(c.ratio for c in contrasts(page) if c.text == text[:60]) < 4.5
