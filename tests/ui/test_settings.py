"""What a person chose, kept on their device: one record, whatever the device has kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]

pytestmark = pytest.mark.browser
SETTINGS = "await import('/js/core/settings.js')"


@pytest.fixture
def visit(browser: Any, modules: str) -> Iterator[Callable[..., Any]]:
    """Open an empty page of the files; an error on it fails the test."""
    faults: list[str] = []
    context = browser.new_context()

    def open_page(before: str = "") -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        if before:
            page.add_init_script(before)
        page.route("**/empty", lambda route: route.fulfill(
            body="<!doctype html><html lang='en'><title>Empty</title><body>Empty",
            content_type="text/html"))
        page.goto(f"{modules}/empty")
        page.evaluate(f"async () => {{ window.S = {SETTINGS}; }}")
        return page

    yield open_page
    context.close()
    assert not faults


def test_what_is_chosen_stays_on_the_device_and_reaches_other_pages(
        visit: Callable[..., Any]) -> None:
    page, other = visit(), visit()
    other.evaluate("""() => { window.told = [];
        S.onSettingsChange((to, from) => told.push([from.deck, to.deck, to.keys.en])); }""")
    page.evaluate("S.changeSettings({ deck: 'four', askOver: 5000, keys: { en: { hit: 'J' } } })")
    other.wait_for_function("() => told.length")
    assert other.evaluate("told") == [["own", "four", {"hit": "J"}]]
    later = visit()
    assert later.evaluate("[S.settings().deck, S.settings().askOver, S.settings().back]") == [
        "four", 5000, "tiles"]
    assert later.evaluate("Object.isFrozen(S.settings()) && Object.isFrozen(S.settings().volume)")


def test_language_and_sound_are_kept_under_the_names_that_they_had(
        visit: Callable[..., Any]) -> None:
    page = visit("localStorage.setItem('sabot.lang', 'zh'); "
                 "localStorage.setItem('sabot.sound', 'low');")
    assert page.evaluate("[S.settings().language, S.settings().sound]") == ["zh", "low"]
    page.evaluate("S.changeSettings({ sound: 'on', language: 'pt' })")
    assert page.evaluate("[localStorage['sabot.lang'], localStorage['sabot.sound']]") == [
        "pt", "on"]


@pytest.mark.parametrize("stored", [
    "{", "null", "[]", '"x"', '{"deck": 7, "volume": "loud", "keys": [1], "motion": "fast"}',
    '{"keys": {"en": {"hit": "1"}, "x": {"hit": "J"}}, "askOver": -5, "volume": {"cards": "9"}}'])
def test_a_broken_record_is_as_delivered(visit: Callable[..., Any], stored: str) -> None:
    page = visit(f"localStorage.setItem('sabot.settings', {stored!r});")
    delivered = page.evaluate("({ ...S.DELIVERED, keys: null })")
    assert page.evaluate("({ ...S.settings(), keys: null })") == delivered
    assert page.evaluate("S.settings().keys") in ({}, {"en": {}})


def test_a_browser_that_keeps_nothing_still_lets_one_choose(visit: Callable[..., Any]) -> None:
    page = visit(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('closed'); } });")
    page.evaluate("S.changeSettings({ deck: 'four', sound: 'loud' })")
    assert page.evaluate("[S.settings().deck, S.settings().sound]") == ["four", "off"]


def test_the_system_is_followed_until_somebody_decides_otherwise(
        visit: Callable[..., Any]) -> None:
    page = visit()
    assert page.evaluate("S.motionNow()") == "full"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("S.motionNow()") == "none"
    page.wait_for_function("() => document.documentElement.dataset.motion === 'none'")
    page.evaluate("S.changeSettings({ system: false, motion: 'short' })")
    assert page.evaluate("[S.motionNow(), document.documentElement.dataset.motion]") == [
        "short", "short"]
    paces = """async motion => {
        const { pace, reducedMotion } = await import('/js/core/motion.js');
        S.changeSettings({ motion });
        return [pace(), reducedMotion()];
    }"""
    assert [page.evaluate(paces, motion) for motion in ("full", "short", "none")] == [
        [1, False], [.5, False], [1, True]]


def test_a_chosen_letter_belongs_to_the_act_with_these_letters(visit: Callable[..., Any]) -> None:
    """The same act has other letters in another game: that one keeps its own."""
    page = visit()
    page.evaluate("S.changeSettings({ keys: { en: { 'call:VCC': 'J' } } })")
    letters = page.evaluate("""async () => {
        const { gameWord } = await import('/js/core/i18n.js');
        const at = (pt, en) => ({ words: { pt: { 'key.call': pt }, en: { 'key.call': en },
                                           zh: { 'key.call': en } } });
        return [[at('V', 'C'), 'en'], [at('V', 'C'), 'pt'], [at('C', 'C'), 'en'], [{}, 'en']]
            .map(([table, as]) => gameWord(table, 'key.call', {}, as));
    }""")
    assert letters == ["J", "V", "C", ""]


def test_cards_that_lie_on_the_page_follow_the_deck(visit: Callable[..., Any]) -> None:
    page = visit()
    page.evaluate("""async () => {
        const kit = await import('/js/core/kit.js');
        (await import('/js/core/redraw_cards.js')).followDeck();
        document.body.innerHTML = kit.card('QD') + kit.back() + kit.card('QD', { look: {} });
    }""")
    before = page.evaluate("[...document.querySelectorAll('svg')].map(x => x.innerHTML)")
    page.evaluate("S.changeSettings({ deck: 'four', back: 'waves' })")
    after = page.evaluate("[...document.querySelectorAll('svg')].map(x => x.innerHTML)")
    assert "#1c5aa8" in after[0] and "#1c5aa8" not in before[0]
    assert "k-waves" in after[1] and "k-tile" in before[1]
    assert after[2] == before[2], "a sample keeps its own look"
    page.evaluate("S.changeSettings({ largeIndex: true })")
    assert page.locator("svg").first.locator("text").count() == 1
