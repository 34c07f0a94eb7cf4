"""A phone at every game with a layout, upright and turned, from the empty table to the end of a
coup: what a finger presses is large enough and lies alone, nothing is cut, and the cloth keeps its
size and its place.

On the cloth, where the law says what lies where, a box may be smaller than a finger: a lens shows
it at twice its size or more while the finger is down. On a turned phone, whose cloth is 480 px
wide, the lettering is read in that lens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.page_measures import (
    cloth_box,
    contrasts,
    cut_texts,
    keep_screenshot,
    sideways_scroll,
    touch_faults,
)
from support.phone_walk import (
    STATES,
    PhoneWalk,
    has_layout,
    phone_walk,
    table_of_each_game,
)

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LETTERING = {(390, 844): 10, (768, 1024): 10, (360, 740): 10, (430, 932): 10, (844, 390): 0}
"""The smallest lettering on the cloth in pixels, for each size of the window."""
EVERYWHERE = ((390, 844), (768, 1024))
MOST_SHIFT = 0.1
ALWAYS = "cussec"
CARDS_OUTSIDE = """() => [...document.querySelectorAll('.cb .cardbox i')].filter(card => {
  const box = card.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth;
}).map(card => card.parentElement.getAttribute('aria-label'))"""


TABLES = {name: text for name, text in table_of_each_game().items() if has_layout(text)}
GAMES = [pytest.param(name, marks=() if name == ALWAYS else pytest.mark.more) for name in TABLES]


def look(walk: PhoneWalk, size: tuple[int, int], where: str) -> str:
    """Measure the page in a window of this size; where the cloth and its surroundings lie."""
    page: Any = walk.page
    if (page.viewport_size["width"], page.viewport_size["height"]) != size:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        walk.quiet()
    wrong = touch_faults(page, lettering=LETTERING[size]) + cut_texts(page)
    wrong += [f"outside: {card}" for card in page.evaluate(CARDS_OUTSIDE)]
    wrong += [f"contrast: {c}" for c in contrasts(page) if c.ratio < 4.5]
    if sideways_scroll(page) > 0:
        wrong.append("scrolls sideways")
    if wrong:
        keep_screenshot(page, f"phone-{where}-{size[0]}")
    assert not wrong, (where, size, wrong)
    return cloth_box(page, ".pan")


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_finds_everything_and_the_cloth_keeps_its_place(
        chromium: Any, tmp_path: Path, game: str) -> None:
    """The whole coup at two sizes of the window; the other sizes while bets lie."""
    boxes: dict[tuple[int, int], set[str]] = {size: set() for size in EVERYWHERE}
    with phone_walk(chromium, tmp_path, TABLES[game], *EVERYWHERE[0]) as walk:
        for state in STATES:
            if not walk.reach(state):
                continue  # nobody is asked anything at this game
            assert walk.shift() <= MOST_SHIFT, (state, walk.page.evaluate("shifts"))
            for size in LETTERING if state == "betting" else EVERYWHERE:
                lies = look(walk, size, f"{game}-{state}")
                boxes.setdefault(size, set()).add(lies)
            boxes[EVERYWHERE[0]].add(look(walk, EVERYWHERE[0], f"{game}-{state}"))
            walk.page.evaluate("shifts.length = 0")  # a window that changed its size moves all
        assert all(len(lies) == 1 for lies in boxes.values()), boxes
