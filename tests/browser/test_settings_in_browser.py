"""The page of settings, and a table that follows it at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.served_house import HEADERS, PATIENCE
from support.stacked_shoe import Stacked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

BLACKJACK = """
game = "blackjack-online"
name = "Alone"
kind = "individual"
minimum = 5
maximum = 500
[rules]
packs = 4
warning_card = 104
"""
CARDS = "4D 5H 6C 7C 2S 2H 3D 2C 3S 2D 3C 4H"
HIT = "#keys [data-as=en][aria-label^='Hit,']"
STAND = "#keys [data-as=en][aria-label^='Stand,']"


@pytest.fixture
def doors(tmp_path: Path) -> Iterator[Doors]:
    with Doors(tmp_path, source=Stacked(CARDS, 4), tables={"b": table(BLACKJACK)}) as house:
        yield house


@pytest.fixture
def context(chromium: Any, doors: Doors) -> Iterator[Any]:
    """The browser of a guest: its pages share what they keep. An error on one fails the test."""
    wrong: list[str] = []
    one = chromium.new_context(base_url=doors.at, locale="en-GB",
                               viewport={"width": 1280, "height": 900})
    one.set_default_timeout(PATIENCE)
    one.request.post("/api/session", data={"name": "Ana"}, headers=HEADERS)
    one.on("page", lambda page: page.on("pageerror", lambda error: wrong.append(str(error))))
    yield one
    one.close()
    assert not wrong, wrong


def page_of(context: Any, address: str) -> Any:
    page = context.new_page()
    page.goto(address)
    return page


def settings_page(context: Any) -> Any:
    page = page_of(context, "/settings.html?game=blackjack-online")
    page.wait_for_selector(HIT)
    return page


def deal(page: Any) -> None:
    """A hand is dealt, and asks."""
    page.click("[data-chip='5']:not(:disabled)")
    page.locator(".me .amt", has_text="5").wait_for()
    page.click("#controls [data-act=deal]:not(:disabled)")
    page.wait_for_selector("#controls [data-act=hit]:not(:disabled)")


def test_a_letter_is_chosen_for_a_key_and_works_at_a_table(context: Any) -> None:
    page, at_table = settings_page(context), page_of(context, "/table.html?id=b")
    page.click(HIT)
    page.keyboard.press("s")
    status = page.locator("#keys-said")
    assert "S already belongs to Stand" in status.inner_text(), "refused, and by whom"
    page.keyboard.press("5")
    assert "digits choose chips" in status.inner_text()
    page.keyboard.press("j")
    assert status.inner_text() == "Hit: now J."
    assert page.locator(HIT).inner_text() == "J"
    assert page.locator(".keyrow kbd").first.inner_text() == "J", "so does the sample table"
    page.click(STAND)
    page.keyboard.press("Escape")
    assert status.inner_text() == "Stand: still S."
    deal(at_table)
    hit = at_table.locator("#controls [data-act=hit]")
    assert hit.locator("kbd").inner_text() == "J"
    at_table.keyboard.press("h")
    at_table.keyboard.press("j")
    at_table.wait_for_function("() => document.querySelectorAll('.me .cardbox').length === 3")
    page.click(HIT)
    page.keyboard.press("Delete")
    at_table.wait_for_selector("#controls [data-act=hit] kbd:text-is('H')")


def test_the_deck_of_the_table_changes_with_the_settings(context: Any) -> None:
    at_table = page_of(context, "/table.html?id=b")
    at_table.wait_for_selector("[data-chip='5']:not(:disabled)")
    deal(at_table)
    diamond = at_table.locator(".me svg.card[data-face='4D']").first
    assert "#1c5aa8" not in diamond.inner_html()
    page = settings_page(context)
    page.click("[data-field=deck][data-to=four]")
    page.click("[data-field=back][data-to=waves]")
    page.click("[data-field=cloth][data-to=baccarat]")
    assert page.locator("[data-field=deck][data-to=four]").get_attribute("aria-pressed") == "true"
    assert "#1c5aa8" in page.locator("#felt svg[data-face=QD]").inner_html()
    at_table.wait_for_function("() => document.documentElement.dataset.oneCloth === 'baccarat'")
    assert "#1c5aa8" in diamond.inner_html()
    assert "k-waves" in at_table.locator(".bank svg[data-face=back]").first.inner_html()
    page.click("#undo")
    at_table.wait_for_function("() => document.documentElement.dataset.oneCloth === 'own'")
    assert "#1c5aa8" not in diamond.inner_html()


def test_switches_say_what_they_are_and_delivered_restores(context: Any) -> None:
    page = settings_page(context)
    large = page.get_by_role("switch", name="Large index")
    assert large.get_attribute("aria-checked") == "false"
    large.click()
    assert page.locator(".row:has([data-switch=largeIndex]) b").inner_text() == "on"
    page.locator("[data-volume=cards]").fill("30")
    assert page.locator("[data-volume=cards] + output").inner_text() == "30 %"
    page.click("[data-limit='1']")
    page.reload()
    page.wait_for_selector(HIT)
    assert page.get_by_role("switch", name="Large index").get_attribute("aria-checked") == "true"
    assert page.locator("#limit").inner_text() == "€10"
    page.click("#delivered")
    assert page.evaluate("localStorage['sabot.settings']") != "{}"
    assert page.locator("#limit").inner_text() == "never"
    assert page.locator("[data-volume=cards]").input_value() == "70"


def test_a_language_is_chosen_for_every_page(context: Any) -> None:
    page, room = settings_page(context), page_of(context, "/")
    page.click("[data-lang-to=pt]")
    page.wait_for_selector("h1:has-text('Definições')")
    room.wait_for_function("() => document.documentElement.lang === 'pt'")
    assert room.locator("a.gear").get_attribute("aria-label") == "Definições"
    room.click("a.gear")
    room.wait_for_url("**/settings.html")


def test_without_motion_cards_only_appear(context: Any) -> None:
    page = settings_page(context)
    moving = "() => document.getAnimations().filter(x => x.effect.getKeyframes().some(f => " \
             "(f.transform ?? 'none') !== 'none')).length"
    page.evaluate("() => localStorage.clear()")
    page.click("[data-field=motion][data-to=full]")
    assert page.evaluate(moving) > 0
    page.click("[data-field=motion][data-to=none]")
    page.wait_for_function(f"() => ({moving})() === 0")
    page.click("[data-field=motion][data-to=none]")
    assert page.evaluate(moving) == 0
    assert page.evaluate("document.documentElement.dataset.motion") == "none"


def test_a_stake_over_ones_own_limit_is_asked_for_once_more(context: Any) -> None:
    page = page_of(context, "/settings.html")
    page.evaluate("""async () => {
        (await import('/js/core/settings.js')).changeSettings({ askOver: 1000 }); }""")
    page.goto("/table.html?id=b")
    page.wait_for_selector("[data-chip='5']:not(:disabled)")
    page.click("[data-chip='5']")
    page.click("[data-chip='5']")
    page.locator(".me .amt", has_text="10").wait_for()
    page.click("[data-chip='5']")
    page.wait_for_selector("#caption.ask:has-text('€15 is over your own limit of €10.')")
    assert "10" in page.locator(".me .amt").inner_text(), "nothing was staked"
    page.click("#caption [data-do=go]")
    page.locator(".me .amt", has_text="15").wait_for()
    assert not page.locator("#caption.ask").count()
    page.keyboard.press("c")
    page.wait_for_selector("#controls [data-act=double]:not(:disabled)")
    page.click("#controls [data-act=double]")
    page.wait_for_selector("#controls [data-act=double] strong:has-text('press again')")
    page.wait_for_timeout(350)  # a second press that is no double click
    page.click("#controls [data-act=double]")
    page.wait_for_function("() => document.querySelectorAll('.me .cardbox').length === 3")


def test_the_sound_button_of_a_table_goes_round(context: Any) -> None:
    page = page_of(context, "/table.html?id=b")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/sound/" in request.url
            else None)
    button = page.locator("button.soundb")
    page.wait_for_selector("[data-chip='5']:not(:disabled)")
    assert button.inner_text() == "Sound: off"
    page.mouse.click(5, 300)
    deal(page)
    assert not asked, "nothing is loaded while it is off"
    for level in ("low", "on", "off"):
        button.click()
        assert button.inner_text() == f"Sound: {level}"
        assert page.evaluate("localStorage['sabot.sound']") == level
    assert asked
