"""A phone at every game, upright and turned, from the empty table to the end of a coup: what a
finger presses is large enough and lies alone, nothing is cut, and nothing moves under the finger.

On the cloth itself, where the law says what lies where, a place may be as small as 24 px: it has
room round it, and the buttons below do the same in 44 px.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sabot.games import game as game_of
from sabot.games import read_table
from sabot.procedure.felt import OvalFelt
from support.page_measures import (
    cloth_box,
    contrasts,
    cut_texts,
    keep_screenshot,
    sideways_scroll,
    touch_faults,
)
from support.phone_walk import STATES, has_layout, phone_walk, table_of_each_game
from support.served_house import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

SIZES = ((390, 844), (360, 740), (430, 932), (768, 1024), (844, 390))
MOST_SHIFT = 0.1
ALWAYS = {("blackjack-macau", (360, 740)), ("chemin-de-fer", (390, 844)),
          ("machines", (844, 390))}


def measured_whole(text: str) -> bool:
    """Whether everything on the page is measured; a layout and a ring have measures of their own
    for their cloths and what lies below (layouts: test_layout_phone_in_browser)."""
    table = read_table(text)
    assert not isinstance(table, list), table
    felt = game_of(table.game).felt(table)
    return not has_layout(text) and not (isinstance(felt, OvalFelt) and felt.turn)


TABLES = table_of_each_game()
WHOLE = [name for name, text in TABLES.items() if measured_whole(text)]
CASES = [pytest.param(name, size, marks=() if (name, size) in ALWAYS else pytest.mark.more,
                      id=f"{name}-{size[0]}") for name in WHOLE for size in SIZES]


@pytest.mark.parametrize(("game", "size"), CASES)
def test_a_finger_finds_everything_and_nothing_moves_under_it(
        chromium: Any, tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with phone_walk(chromium, tmp_path, TABLES[game], *size) as walk:
        boxes: dict[str, str] = {}
        assert size[0] <= 380 or walk.page.locator("#game").is_visible(), "the head names the game"
        for state in STATES:
            if not walk.reach(state):
                continue  # nobody is asked anything at this game
            wrong = touch_faults(walk.page) + cut_texts(walk.page)
            if wrong:
                keep_screenshot(walk.page, f"phone-{game}-{size[0]}-{state}")
            assert not wrong, (state, wrong)
            assert sideways_scroll(walk.page) <= 0, state
            boxes[state] = cloth_box(walk.page)
            if state in ("betting", "deciding"):
                assert not [c for c in contrasts(walk.page) if c.ratio < 4.5], state
        assert len(set(boxes.values())) == 1, boxes
        assert walk.shift() <= MOST_SHIFT, walk.page.evaluate("shifts")


FRAME = [name for name, text in TABLES.items() if name not in WHOLE and not has_layout(text)]


@pytest.mark.more
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("game", FRAME)
def test_the_head_and_the_tabs_of_every_table_fit_a_finger(
        chromium: Any, tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    with phone_walk(chromium, tmp_path, TABLES[game], *size) as walk:
        for state in ("empty", "seated"):
            walk.reach(state)
            assert not touch_faults(walk.page, within=".top, .tabs"), state


def test_a_tap_explains_a_closed_act(
        chromium: Any, tmp_path: Path) -> None:
    """What a mouse points at a finger taps; the clause beside it opens with the reason."""
    with phone_walk(chromium, tmp_path, TABLES["blackjack-2007"], 390, 844) as walk:
        for state in ("seated", "betting", "deciding"):
            assert walk.reach(state)
        closed = walk.page.locator("#controls .not").first
        reason = walk.page.locator("#controls .whynot")
        assert closed.get_attribute("data-why") and reason.is_hidden()
        closed.tap(force=True)  # it says that it is closed
        reason.wait_for()
        assert str(closed.get_attribute("data-why")) in reason.inner_text()
        assert reason.locator(".law").count() == 1


def test_a_tap_on_a_clause_opens_it_and_the_table_is_one_tap_away(
        chromium: Any, tmp_path: Path) -> None:
    with phone_walk(chromium, tmp_path, TABLES["blackjack-2007"], 390, 844) as walk:
        assert walk.reach("seated")
        walk.page.locator("#caption .law").first.tap()
        walk.page.locator("#side [data-clause], #side .clause, #side blockquote, #side h2"
                          ).first.wait_for()
        assert walk.page.locator("#board").is_hidden() or \
            walk.page.locator("#side").is_visible()
        walk.page.locator("#tabs [data-tab=table]").tap()
        walk.page.locator("#board").wait_for()
        walk.page.locator("#side").wait_for(state="hidden")


def test_the_sheet_of_a_place_gives_way_when_the_betting_ends(
        chromium: Any, tmp_path: Path) -> None:
    """It covers the table on a phone, and whoever bet wants to see their cards."""
    with phone_walk(chromium, tmp_path, TABLES["blackjack-2007"], 390, 844) as walk:
        assert walk.reach("seated") and walk.reach("betting")
        who, side = walk.page.locator(".seat.me .who"), walk.page.locator("#side")
        who.evaluate("who => who.click()")
        side.locator(".lie li.ours").wait_for()
        assert walk.reach("deciding")
        side.wait_for(state="hidden")
        assert walk.page.locator("#board").is_visible()
        who.evaluate("who => who.click()")
        side.locator(".lie li.ours").wait_for()
        walk.act("stand", walk.asked()[0].spots[0])
        walk.quiet()
        assert side.is_visible(), "opened during the round, it stays until it is closed"


def test_before_sitting_the_lower_third_has_one_large_button_that_sits_down(
        chromium: Any, tmp_path: Path) -> None:
    """Whoever has just come finds it under the thumb."""
    with phone_walk(chromium, tmp_path, TABLES["blackjack-2007"], 390, 844) as walk:
        button = walk.page.locator("#controls [data-act=sit]")
        box = button.bounding_box()
        assert box["y"] >= 844 * 2 / 3 and box["height"] >= 44 and box["width"] >= 300
        button.tap()
        walk.page.wait_for_selector(".seat.me", timeout=PATIENCE)
        assert walk.player in walk.desk.seats
        assert not button.count()


def test_the_place_under_the_cloth_has_its_height_before_the_record_comes(
        chromium: Any, tmp_path: Path) -> None:
    """On a slow line the table is drawn late, and nothing jumps when it is."""
    with phone_walk(chromium, tmp_path, TABLES["blackjack-2007"], 390, 844) as walk:
        drawn = cloth_box(walk.page)
        walk.page.route_web_socket("**/ws/**", lambda ws: None)  # answers nothing
        walk.page.reload()
        walk.page.wait_for_selector("#caption :text-matches('.')")
        assert walk.page.locator("body.bare").count()
        assert cloth_box(walk.page) == drawn
