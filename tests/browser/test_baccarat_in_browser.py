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
from support.page_measures import sizes, wait_for_chips, watch_size
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
def at_table(chromium: Any, folder: Path, text: str, names: str, chance: Any = None,
             size: tuple[int, int] = (1280, 860)) -> Iterator[tuple[Doors, list[Any]]]:
    """A table with these guests in the order of their places, and the house behind it."""
    wrong: list[str] = []
    with Doors(folder, source=chance, tables={"t": table(text)}) as doors, \
            ExitStack() as guests:
        pages = []
        for name in names.split():
            context = chromium.new_context(base_url=doors.at, locale="pt-PT",
                                           viewport={"width": size[0], "height": size[1]},
                                           reduced_motion="reduce")
            guests.callback(context.close)
            context.set_default_timeout(PATIENCE)
            context.request.post("/api/session", data={"name": name}, headers=HEADERS)
            page = context.new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto("/table.html?id=t")
            page.locator(".sitb").click()
            page.locator(".sitb").wait_for(state="detached")
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
        # Nobody's page has a face: Ana's cards wait to be squeezed, Rui's page never got them.
        assert faces(ana, "ponto") == faces(rui, "ponto") == faces(ana, "banca") == 0
        assert cards(rui, "ponto") == cards(ana, "ponto") == [DOWN] * 2
        assert rui.locator(".squeeze").get_attribute("data-hand") == "banca"
        pill = ana.locator('.cb[data-hand="ponto"] .pill')
        assert not pill.is_visible()
        peel, may = ana.locator(".squeeze .peel"), ana.locator(".squeeze .may")
        assert not cards_named_in_panel(ana)
        assert not may.locator("li").count() and not peel.locator("clipPath").count()
        peel.focus()
        ana.keyboard.press("ArrowLeft")
        ana.keyboard.press("ArrowLeft")
        assert may.locator("li").count() in (2, 3), "its edge tells two or three ranks apart"
        assert not cards_named_in_panel(ana), "the side says nothing before the card is turned"
        ana.keyboard.press("Enter")
        assert cards(ana, "ponto")[0] != DOWN
        assert cards(ana, "ponto")[1] == DOWN and not pill.is_visible()
        heard = ana.locator(".cardboxes > [role=status]").text_content()
        assert heard.lower() == f"{cards(ana, 'ponto')[0]}."
        assert peel.evaluate("card => card === document.activeElement")
        box = peel.bounding_box()
        x, y = box["x"] + box["width"] - 4, box["y"] + box["height"] / 2
        ana.mouse.move(x, y)
        ana.mouse.down()
        ana.mouse.move(x - box["width"] / 2, y, steps=4)
        assert cards(ana, "ponto")[1] == DOWN, "half bent up"
        assert may.locator("li").count() in (2, 3)
        ana.mouse.move(x - box["width"], y, steps=4)
        ana.mouse.up()
        known = cards(ana, "ponto")
        assert DOWN not in known and pill.is_visible()
        assert not ana.locator(".squeeze").is_visible()
        assert cards(rui, "ponto") == [DOWN] * 2, "lifting is no showing"
        shows(ana).click()
        until(doors, rui, lambda: cards(rui, "ponto")[:2] == known)
        until(doors, ana, lambda: play_on(ana, rui) or ana.locator(".roadbox circle").count(), 4)
        text = ana.locator(".results > .sr").inner_text()
        assert any(word in text for word in ("Ponto", "Banca", "Empate")), text
        nexts = ana.locator(".next li > .sr").all_inner_texts()
        assert nexts == ["Se ganhar Ponto: ainda nada", "Se ganhar Banca: ainda nada"], nexts


def cards_named_in_panel(page: Any) -> int:
    """How many cards of ponto the panel at the side names."""
    return int(page.locator(".steps .cd:not(.hid)").count())


def test_the_first_press_on_a_bet_sits_down_and_lays_the_chip(
        chromium: Any, tmp_path: Path) -> None:
    with at_table(chromium, tmp_path, MACAU, "Ana Rui") as (doors, (ana, _)):
        await_bets(doors, ana)
        late = ana.context.browser.new_context(base_url=doors.at, locale="pt-PT")
        page = late.new_page()
        page.goto("/table.html?id=t")
        page.locator(".sitb").wait_for()
        lays(page, "ponto")
        wait_for_chips(page, "ponto", "10")
        assert page.locator(".people .you").count()
        late.close()


@pytest.mark.parametrize(("width", "height"), [
    (390, 844), pytest.param(360, 740, marks=pytest.mark.more)])
def test_on_a_phone_no_box_moves_while_cards_are_squeezed_and_paid(
        chromium: Any, tmp_path: Path, width: int, height: int) -> None:
    with at_table(chromium, tmp_path, PONTO, "Ana", size=(width, height)) as (doors, (ana,)):
        watch_size(ana)
        await_bets(doors, ana)
        lays(ana, "ponto", 25)
        ana.locator(".laid.own:not(.draft)").wait_for()
        closed(doors)
        until(doors, ana, lambda: ana.locator(".squeeze").is_visible())
        ana.locator(".squeeze [data-do=turn]").click()
        until(doors, ana, lambda: play_on(ana) or ana.locator(".prev .paid.net").count(), 3)
        await_bets(doors, ana)
        assert len(sizes(ana)) == 1, sizes(ana)


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
