"""At the table in a browser: a newcomer alone, two who share a table, a line that is lost."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from support.chromium_browser import Stopwatch
from support.page_files import choose_language

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
CALM = ("stand", "hit", "no-insurance", "wait")


def decide(page: Any, only: tuple[str, ...] = CALM) -> bool:
    """Answer what is asked, the calmest way, by the letter on its button in the language of the
    page; whether one of these acts was."""
    for act in only:
        button = page.locator(f"[data-act={act}]:not(:disabled)")
        if button.count():
            page.keyboard.press(letter(button))
            return True
    return False


def letter(button: Any) -> str:
    """What is pressed in its place. A button may be gone while it is looked at."""
    shown = button.locator("kbd").all_text_contents()
    return shown[0] if shown else "Shift"


def until(page: Any, done: Any, seconds: float = 40, *, haste: bool = False,
          only: tuple[str, ...] = CALM, beside: Any = None) -> None:
    """Play on until something is so: by these acts alone, and somebody ``beside`` by all.

    In haste what is being shown is skipped with the space bar.
    """
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, page.locator("#caption").inner_text()
        if not decide(page, only) and haste:
            page.keyboard.press(" ")
        if beside:
            decide(beside)
        page.wait_for_timeout(60)


def words(page: Any, where: str) -> str:
    """What stands there, with plain spaces."""
    return str(page.locator(where).inner_text()).replace("\xa0", " ")


def cents(text: str) -> int:
    return int(re.sub(r"[^\d]", "", text)) * (-1 if "−" in text else 1)


def credits(page: Any) -> int:
    """The purse in cents: demo credits in euros."""
    text = page.locator("#purse b").inner_text()
    assert "demo" in page.locator("#purse .eyebrow").inner_text().lower()
    assert re.fullmatch(r"[\d\xa0]+,\d\d\xa0€", text), text
    return cents(text)


@pytest.mark.parametrize("coups", [3, pytest.param(10, marks=pytest.mark.soak)])
def test_a_newcomer_plays_coups_by_keyboard(visit: Any, coups: int) -> None:
    watch = Stopwatch()
    page = visit("/")
    page.click("a.go.first")
    page.wait_for_selector(".chipb:not(:disabled)")
    page.keyboard.press("2")  # a chip of 5 euros, which is the minimum
    page.wait_for_selector("[data-act=deal]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".me .cardbox")
    assert watch.seconds < 10, "from the open page to the first card"
    again = page.locator("[data-id=rebet]:not(:disabled)")
    for coup in range(1, coups + 1):
        until(page, lambda: again.count() > 0, haste=coup > 1)  # who has seen one knows the way
        if coup < coups:
            page.keyboard.press("a")
            page.wait_for_selector("[data-act=deal]:not(:disabled)")
            page.keyboard.press("c")
    session = page.evaluate("fetch('/api/me/coups?limit=50').then(r => r.json())")
    assert len(session) == coups
    until(page, lambda: page.locator(".kv dd").first.inner_text() == str(coups))
    assert cents(page.locator(".net b").first.inner_text()) == sum(c["net"] for c in session)
    balance = page.evaluate("fetch('/api/session').then(r => r.json())")["balance"]
    assert credits(page) == balance


def test_a_partial_sum_waits_and_an_unlawful_one_is_refused_with_the_nearest(visit: Any) -> None:
    page = visit("/table.html?id=alone")
    page.wait_for_selector(".chipb:not(:disabled)")
    page.keyboard.press("1")
    page.wait_for_selector(".sub.draft")
    assert "5 €" in words(page, "#caption")
    assert credits(page) == 100_000  # nothing was debited
    page.keyboard.press("6")
    page.wait_for_selector(".notice.refused")
    assert "500 €" in words(page, ".notice.refused p")
    assert page.locator(".notice.refused .law").inner_text() == "9"
    page.keyboard.press("z")
    page.keyboard.press("2")
    page.wait_for_selector("[data-act=deal]")
    page.keyboard.press("x")
    page.wait_for_selector(".me .spot .plus")
    assert not page.locator("[data-act=deal]").count()


def test_the_language_changes_in_place(visit: Any) -> None:
    page = visit("/table.html?id=alone")
    page.wait_for_selector(".chipb:not(:disabled)")
    page.evaluate("window.same = true")
    assert page.evaluate("document.documentElement.lang") == "pt"
    choose_language(page, "en")
    assert page.evaluate("[document.documentElement.lang, window.same]") == ["en", True]
    assert "Place your bets" in page.locator("#caption p").inner_text()
    assert "Façam as vossas apostas" in page.locator("#caption q").inner_text()
    page.reload()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_clause_opens_and_a_complaint_is_kept(visit: Any) -> None:
    page = visit("/table.html?id=alone", lang="en-GB")
    page.wait_for_selector(".caption .law")
    page.click(".caption .law")
    page.wait_for_selector(".v-law .clause")
    page.keyboard.press("Escape")
    page.click("[data-go=complaint]")
    page.fill("textarea", "The lamp is too dim.")
    page.click("form button")
    page.wait_for_selector(".said >> text=The lamp is too dim.")


@pytest.mark.more
def test_two_share_a_table_and_one_loses_the_line_in_mid_hand(visit: Any) -> None:
    line: dict[str, Any] = {"up": True, "open": []}

    def through(page: Any) -> None:
        def route(ws: Any) -> None:
            if not line["up"]:
                ws.close()
                return
            server = ws.connect_to_server()
            line["open"].append((ws, server))
        page.route_web_socket("**/ws/tables/*", route)

    ana = visit("/table.html?id=shared")
    rui = visit("/table.html?id=shared", lang="en-GB", width=390, height=844, before=through)
    ana.click(".seat:nth-child(2) .spot")
    rui.click(".seat:nth-child(5) .spot")
    ana.wait_for_selector(".me .spot .plus")
    rui.wait_for_selector(".me .spot .plus")
    for _ in range(6):  # a blackjack, or one of the bank, ends a coup before anybody decides
        ana.keyboard.press("3")
        rui.keyboard.press("2")
        until(ana, lambda: ana.locator("[data-act=stand], [data-act=hit]").count()
              or (ana.locator(".chipb").count() > 0
                  and not ana.locator("[data-hand='2'] .amt").count()),
              only=("no-insurance", "wait"))
        if (ana.locator("[data-act=stand], [data-act=hit]").count()
                and ana.locator(".seat:nth-child(5) .cardbox").count() == 2):
            break
        until(ana, lambda: ana.locator(".me .spot .plus").count() > 0, beside=rui)
    else:
        pytest.fail("no coup came to a decision")
    cards = ".seat:nth-child(5) .cardbox"
    held = [c.get_attribute("aria-label") for c in ana.locator(cards).all()]
    line["up"] = False
    for ws, server in line["open"]:
        server.close()
        ws.close()
    rui.wait_for_selector(".notice.lost")
    assert "29" in rui.locator(".notice.lost .law").inner_text()
    until(ana, lambda: not ana.locator("[data-act=stand], [data-act=hit]").count(), 20)
    ana.wait_for_selector(".seat:nth-child(5).off")  # the others see that the line is lost
    line["up"] = True
    # The page may be faster than the hand that presses: it tries by itself too.
    rui.evaluate("document.querySelector('[data-do=go]')?.click()")
    rui.wait_for_selector(".notice.lost", state="detached")
    rui.locator(".me .cardbox").nth(1).wait_for()
    assert rui.locator(".me .cardbox").count() == len(held)
    until(rui, lambda: rui.locator(".bank .pill[class*='is-']").count() > 0, beside=ana)
