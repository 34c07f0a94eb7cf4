"""The fonts of the pages in a browser: ours for every Latin text, and no jump when they come."""

from __future__ import annotations

from typing import Any

import pytest

from support.page_measures import by_turns
from support.staged_coups import (
    ME,
    Stage,
    card,
    drawn,
    gaming_room,
    house_table,
    page_with_snapshot,
    stand_in,
)

pytestmark = pytest.mark.browser
CHINESE = "[\\u2e80-\\u9fff\\uff00-\\uffef]"
# The elements with a text of their own. A point in a text takes the font of the Chinese beside it.
MARK = f"""() => [...document.querySelectorAll('body *')].flatMap((e, n) => {{
    const text = [...e.childNodes].filter(c => c.nodeType === 3).map(c => c.data).join('').trim();
    const style = getComputedStyle(e);
    if (!text || /{CHINESE}|·/.test(text) || /mono/.test(style.fontFamily)) return [];
    e.dataset.n = n;
    return [[`[data-n="${{n}}"]`, text]];
}})"""
SHIFTS = """window.shifts = 0;
new PerformanceObserver(list => list.getEntries().forEach(e => { window.shifts += e.value; }))
    .observe({ type: 'layout-shift', buffered: true });"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def other_fonts(page: Any) -> dict[str, str]:
    """The Latin texts that are drawn in a font of the system, and which."""
    page.evaluate("document.fonts.ready")
    page.evaluate(PAINTED)
    marked = page.evaluate(MARK)
    assert len(marked) > 20
    line = page.context.new_cdp_session(page)
    line.send("DOM.enable")
    line.send("CSS.enable")
    root = line.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    wrong = {}
    for selector, text in marked:
        node = line.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        if not node:  # the page has drawn this part anew
            continue
        fonts = line.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        if strange := [font["familyName"] for font in fonts if not font["isCustomFont"]]:
            wrong[text] = ", ".join(strange)
    line.detach()
    return wrong


@pytest.mark.parametrize("lang", by_turns(["pt-PT", "en-GB", "zh-TW"]))
def test_every_latin_text_is_set_in_the_fonts_that_come_with_the_page(chromium: Any,
                                                                      lang: str) -> None:
    with drawn(chromium, {}, width=1440, height=900, lang=lang,
               tables=[card(name, []) for name in ("lisboa", "taipa", "costa")]) as page:
        assert other_fonts(page) == {}
    stage = Stage(house_table("lisboa"), mine=(1,)).sit().bet()
    stage.deal()
    with drawn(chromium, stage.snapshot(), width=1440, height=900, lang=lang) as page:
        assert other_fonts(page) == {}


@pytest.mark.parametrize("width, height", by_turns([(390, 844), (1440, 900)]))
def test_a_page_hardly_moves_when_its_fonts_come(chromium: Any, width: int, height: int) -> None:
    """The font that stands in has the widths and the lines of ours."""
    tables = [card(name, []) for name in ("lisboa", "taipa", "costa", "douro")]
    answers = {"/api/lobby": gaming_room(tables), "/api/session": {"name": ME, "balance": 1_000}}
    context = chromium.new_context(locale="en-GB", viewport={"width": width, "height": height},
                                   reduced_motion="reduce")
    with page_with_snapshot(context, {}, lambda path: answers.get(path, [])) as page:
        held: list[Any] = []
        released: list[bool] = []
        page.route("**/type/*.woff2", lambda route: route.continue_() if released
                   else held.append(route))
        page.add_init_script(SHIFTS)
        page.goto(f"{stand_in().at}/index.html", wait_until="domcontentloaded")
        page.wait_for_selector(".game")
        page.evaluate(PAINTED)
        assert not page.evaluate("document.fonts.check('17px \"Sabot Serif\"')")
        before = page.evaluate("shifts")
        released.append(True)
        for route in held:
            route.continue_()
        page.wait_for_function("document.fonts.check('17px \"Sabot Serif\"')"
                               " && document.fonts.check('17px \"Sabot Sans\"')")
        page.evaluate(PAINTED)
        assert len(held) >= 2 and page.evaluate("shifts") - before < .02
