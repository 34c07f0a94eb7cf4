"""The browser in Chinese: every cloth drawn, called in the law's language, told in the reader's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from support.page_files import given, speaks
from support.page_measures import by_turns, cut, keep, sideways
from support.staged_coups import ME, Stage, drawn, house_table, macau

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
HAN = re.compile("[\u4e00-\u9fff]")
TABLES = {"lisboa": house_table("lisboa"), "macau": macau(7)}


def bets(text: str) -> dict[str, Any]:
    """A table while bets are made, one place mine."""
    return Stage(text, mine=(1,)).sit().bet().snapshot()


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("width, height", by_turns([(390, 844), (1440, 900)]))
def test_a_table_speaks_chinese_and_leaves_no_hole(chromium: Any, name: str, width: int,
                                                   height: int) -> None:
    with drawn(chromium, bets(TABLES[name]), width=width, height=height, lang="zh-MO") as page:
        assert page.evaluate("document.documentElement.lang") == "zh-Hant"
        for tab in ("table", "steps", "session", "rules"):
            if width < 760:
                page.tap(f".tabs [data-tab={tab}]")
            text = page.locator("body").inner_text()
            assert not re.search(r"\{\w+\}", text), text
            assert HAN.search(text) and sideways(page) <= 0 and not cut(page)
        keep(page, f"chinese-{name}-{width}")


@pytest.mark.parametrize("name, lang, calls, reads", [
    ("lisboa", "pt-PT", "pt", ""), ("lisboa", "en-GB", "pt", "Place your bets"),
    ("lisboa", "zh-TW", "pt", "請投注"), ("macau", "pt-PT", "pt", ""),
    ("macau", "zh-HK", "zh-Hant", ""), ("macau", "en-GB", "zh-Hant", "Place your bets")])
def test_the_croupier_calls_in_the_laws_language(chromium: Any, name: str, lang: str, calls: str,
                                                 reads: str) -> None:
    """What is said in the reader's own language is said once."""
    with drawn(chromium, bets(TABLES[name]), width=1440, height=900, lang=lang) as page:
        call = page.locator("#caption q")
        assert call.get_attribute("lang") == calls
        said, below = call.inner_text(), page.locator("#caption p").inner_text()
        assert said == {"pt": "Façam as vossas apostas.", "zh-Hant": "請投注。"}[calls]
        assert (reads in below) if reads else said not in below


def test_another_language_keeps_the_coup(chromium: Any) -> None:
    stage = Stage(TABLES["lisboa"], mine=(1,)).sit().bet()
    stage.deal()
    with drawn(chromium, stage.snapshot(), width=1440, height=900) as page:
        lies = ("[...document.querySelectorAll('.seat, .bank')]"
                ".map(e => e.querySelectorAll('.card').length)")
        before = page.evaluate(lies)
        page.evaluate("window.same = true")
        for lang in ("zh", "en", "pt"):
            speaks(page, lang)
            assert page.evaluate(lies) == before and sum(before) > 2
            assert page.evaluate("window.same") is True
            assert ("場次" in page.locator("#side").inner_text()) == (lang == "zh")
        assert ME in page.locator("body").inner_text()


def test_cards_sums_and_days_are_written_as_in_macau(chromium: Any) -> None:
    with drawn(chromium, bets(TABLES["lisboa"]), width=1440, height=900, lang="zh-MO") as page:
        says = page.evaluate("""async () => {
          const w = await import('./js/core/i18n.js');
          const mop = w.inCurrency('MOP', () => w.formatSum(150000));
          return [w.cardName('KH'), w.cardName('TS'), w.formatSum(122050), mop,
                  w.numberInWords(17), w.numberInWords(31),
                  w.joinList(['莊', '閒']), w.formatDay('2009-03-30'), w.endSentence('請投注'),
                  w.withAside('林小姐', '3號門')];
        }""")
        assert says == ["紅心K", "黑桃10", "€1,220.50", "MOP$1,500", "十七", "三十一", "莊、閒",
                        "2009年3月30日", "請投注。", "林小姐（3號門）"]


def test_a_page_without_its_words_says_so_and_goes_on_when_they_come(chromium: Any) -> None:
    context = chromium.new_context(locale="zh-MO", viewport={"width": 1280, "height": 900})
    page, gone = context.new_page(), [True]

    def file(route: Any) -> None:
        path = route.request.url.removeprefix("http://sabot.test").split("?")[0]
        if path.startswith("/api/"):
            route.fulfill(json=[])
        elif path.startswith("/words/") and gone[0]:
            route.abort()
        else:
            body, kind = given(path)
            route.fulfill(body=body, content_type=kind)

    context.route("**/*", file)
    try:
        page.goto("http://sabot.test/equity.html")
        page.wait_for_selector("#wordless")
        assert all(text in page.locator("#wordless").inner_text() for text in (
            "As palavras desta página", "The words of this page", "未能載入"))
        assert "equity." not in page.locator("body").inner_text()  # no key stands in their place
        gone[0] = False
        page.click("[data-again]")
        page.wait_for_selector("#wordless", state="detached")
        page.wait_for_selector("h1:has-text('各手牌的勝算')")
        gone[0] = True  # another language cannot come: the page stays as it is
        page.click("[data-lang=pt]")
        page.wait_for_selector("#wordless")
        assert page.evaluate("document.documentElement.lang") == "zh-Hant"
        assert page.locator("h1").inner_text() == "各手牌的勝算"
        page.click("[data-leave]")
        page.wait_for_selector("#wordless", state="detached")
    finally:
        context.close()
