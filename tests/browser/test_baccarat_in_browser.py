"""The baccarats with a bank in real browsers: who sees which cards, the squeeze, the roads, a stake
that a tie locks, and a bet that no longer fits. The clock and the first cards are the test's."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.page_measures import wait_for_chips
from support.served_house import HEADERS, PATIENCE
from support.stacked_shoe import Stacked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

DOWN = "carta tapada"
PONTO = """
game = "ponto-e-banca"
name = "Minho"
places = 7
minimum = 5
maximum = 350
"""
MACAU = """
game = "ponto-e-banca-macau"
name = "Vouga"
places = 7
minimum = 10
maximum = 1000
[rules]
dealer_alone = true
"""
THREE = """
game = "three-card-baccarat"
name = "Zêzere"
places = 7
minimum = 50
maximum = 5000
unit = 10
"""


@contextmanager
def at_table(chromium: Any, folder: Path, text: str, names: str, chance: Any = None
             ) -> Iterator[tuple[Doors, list[Any]]]:
    """A table with these guests in the order of their places, and the house behind it."""
    wrong: list[str] = []
    with Doors(folder, source=chance, tables={"t": table(text)}) as doors, \
            ExitStack() as guests:
        pages = []
        for name in names.split():
            context = chromium.new_context(base_url=doors.at, locale="pt-PT",
                                           viewport={"width": 1280, "height": 860},
                                           reduced_motion="reduce")
            guests.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.request.post("/api/session", data={"name": name}, headers=HEADERS)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto("/table.html?id=t")
            page.locator(".sitb").click()
            page.locator(".people .you").wait_for()
            pages.append(page)
        yield doors, pages
    assert not wrong, wrong


def until(doors: Doors, page: Any, so: Callable[[], Any], clock: float = 0) -> None:
    """Wait until it is so; ``clock`` moves the house's time by so much at each look."""
    end = time.monotonic() + 40
    while not so():
        assert time.monotonic() < end, page.locator("#caption").inner_text()
        if clock:
            doors.later(clock)
        page.wait_for_timeout(120)
        page.evaluate("document.activeElement?.blur()")
        page.keyboard.press(" ")  # show at once what the page has not shown yet


def closed(doors: Doors) -> None:
    """The time for bets, and for late ones, runs out."""
    doors.later(16)
    doors.later(3)


def await_bets(doors: Doors, page: Any) -> None:
    """Until bets are taken: nobody shuffles or cuts."""
    until(doors, page, lambda: page.locator("[data-chip]:not(:disabled)").count(), 3)


def lays(page: Any, spot: str, chip: int | None = None) -> None:
    if chip:
        page.click(f"[data-chip='{chip}']")
    box = page.locator(f'.t[data-spot="{spot}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def cards(page: Any, hand: str) -> list[str]:
    """What each card of a hand is called, without case."""
    cards = page.locator(f'.cb[data-hand="{hand}"] .cardbox').evaluate_all(
        "all => all.map(c => c.getAttribute('aria-label'))")
    return [str(name).lower() for name in cards]


def shows(page: Any) -> Any:
    return page.locator("#controls [data-act='show']:not(:disabled)")


def faces(page: Any, hand: str) -> int:
    """How many faces of a hand are anywhere in the page, covered or not."""
    return int(page.locator(f'.cb[data-hand="{hand}"] .cardbox .full').count())


@pytest.mark.law(*(f"pt-217-2007/bacara-ponto-e-banca/{rule}" for rule in ("15-4", "15-5")))
def test_only_who_handles_the_cards_sees_and_lifts_them(
        chromium: Any, tmp_path: Path) -> None:
    with at_table(chromium, tmp_path, PONTO, "Ana Rui") as (doors, (ana, rui)):
        await_bets(doors, ana)
        await_bets(doors, rui)
        lays(ana, "ponto", 25)
        lays(rui, "banca", 25)
        wait_for_chips(ana, "ponto", "25")
        wait_for_chips(rui, "banca", "25")
        closed(doors)
        until(doors, ana, lambda: shows(ana).count())
        until(doors, rui, lambda: len(cards(rui, "ponto")) == 2)
        # Rui's page has the faces, each under its back; the other page has them in no form.
        assert faces(ana, "ponto") == 2 and faces(rui, "ponto") == faces(ana, "banca") == 0
        assert cards(rui, "ponto") == [DOWN] * 2
        assert all(name.startswith(DOWN) for name in cards(ana, "ponto"))
        pill = ana.locator('.cb[data-hand="ponto"] .pill')
        assert not pill.is_visible()
        first, second = (ana.locator('.cb[data-hand="ponto"] .cardbox').nth(n) for n in (0, 1))
        first.focus()
        ana.keyboard.press("Enter")
        assert not cards(ana, "ponto")[0].startswith(DOWN)
        assert cards(ana, "ponto")[1].startswith(DOWN) and not pill.is_visible()
        heard = ana.locator(".cardboxes > [role=status]").text_content()
        assert heard == f"{cards(ana, 'ponto')[0]}."
        assert second.evaluate("card => card === document.activeElement")
        box = second.bounding_box()
        x, foot = box["x"] + box["width"] / 2, box["y"] + box["height"] - 2
        ana.mouse.move(x, foot)
        ana.mouse.down()
        ana.mouse.move(x, foot - box["height"] / 2, steps=4)
        assert cards(ana, "ponto")[1].startswith(DOWN), "half lifted"
        ana.mouse.move(x, foot - box["height"], steps=4)
        ana.mouse.up()
        known = cards(ana, "ponto")
        assert DOWN not in " ".join(known) and pill.is_visible()
        assert cards(rui, "ponto") == [DOWN] * 2, "lifting is no showing"
        shows(ana).click()
        until(doors, rui, lambda: cards(rui, "ponto")[:2] == known)
        until(doors, ana, lambda: play_on(ana, rui) or ana.locator(".roads circle").count(), 4)
        text = ana.locator(".results .sr").inner_text()
        assert any(word in text for word in ("Ponto", "Banca", "Empate")), text


def play_on(*pages: Any) -> int:
    """Whoever is asked shows their cards; 0."""
    for page in pages:
        if shows(page).count():
            shows(page).first.click()
    return 0


@pytest.mark.law("mo-22-96-M/3-card-baccarat/7.2")
def test_a_stake_that_a_tie_locks_lies_there_again_and_cannot_be_taken(
        chromium: Any, tmp_path: Path) -> None:
    kings = " ".join(f"K{suit}" for suit in "SHDC" * 6)
    with at_table(chromium, tmp_path, THREE, "Ana", Stacked(kings, 6, at=156)) as (doors, (ana,)):
        await_bets(doors, ana)
        lays(ana, "hand/1", 100)
        wait_for_chips(ana, "hand/1", "100")
        closed(doors)
        until(doors, ana, lambda: ana.locator(".prev .paid.net").count(), 2)
        await_bets(doors, ana)
        wait_for_chips(ana, "hand/1", "100")
        box = ana.locator('.t[data-spot="hand/1"]').bounding_box()
        ana.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
        ana.wait_for_timeout(400)
        back = "[data-act='clear-all'], [data-act='clear'], [data-id=clear], [data-id=undo]"
        assert not ana.locator(back).count()
        wait_for_chips(ana, "hand/1", "100")


@pytest.mark.law("pt-217-2007/bacara-ponto-e-banca-macau/22")
def test_what_still_fits_under_the_difference_is_said(
        chromium: Any, tmp_path: Path) -> None:
    with at_table(chromium, tmp_path, MACAU, "Ana Rui") as (doors, (ana, rui)):
        await_bets(doors, ana)
        await_bets(doors, rui)
        lays(ana, "ponto", 500)
        for there, more in (("500", 100), ("600", 0)):
            until(doors, ana, lambda now=there: f"em{now}€nopano" in plain(ana))
            if more:
                lays(ana, "ponto", more)
        lays(rui, "ponto", 500)
        rui.locator("#caption.refused").wait_for()
        caption = rui.locator("#caption").inner_text()
        assert "400" in caption, caption
        # What others laid on banca makes room again.
        lays(ana, "banca", 100)
        until(doors, ana, lambda: "em700€nopano" in plain(ana))
        lays(rui, "ponto", 500)
        wait_for_chips(rui, "ponto", "500")


def plain(page: Any) -> str:
    """The caption without spaces."""
    return re.sub(r"\s", "", page.locator("#caption").inner_text())
