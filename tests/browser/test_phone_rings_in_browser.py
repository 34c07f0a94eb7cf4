"""A phone at the tables with pots, from the empty table to the end of a hand: what a finger presses
is large enough and lies alone, nothing is cut or covered, and nothing moves under the finger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support.page_measures import (
    cloth_box,
    cut_texts,
    keep_screenshot,
    sideways_scroll,
    touch_faults,
)
from support.phone_walk import PhoneWalk, phone_walk, table_of_each_game
from support.staged_coups import card, drawn, resized
from support.staged_poker import asked, showdown

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

GAMES = ("holdem", "omaha", "sintetico")
SIZES = ((390, 844), (360, 740), (430, 932), (768, 1024))
MOST_SHIFT = 0.1
TURN = ("check", "call", "fold", "bet", "raise", "all-in")
LIES_OVER = (Path(__file__).parent / "ringlies.js").read_text("utf-8")
# By how much a face covers the name or the sum of any plate, and a plate its player's own cards.
COVERED = """() => {
  const box = e => { const r = document.createRange(); r.selectNodeContents(e);
    return r.getBoundingClientRect(); };
  const across = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = (a, b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const seen = css => [...document.querySelectorAll(css)].filter(e => e.getClientRects().length);
  const over = (one, other, by) =>
    across(one, other) > by && down(one, other) > by ? Math.round(down(one, other)) : 0;
  const faces = seen('.rseat .face').map(e => [e, e.getBoundingClientRect()]);
  const texts = seen('.rseat :is(.nm, .cv)').map(e => [e, box(e)]);
  const plate = document.querySelector('.rseat.me .oname')?.getBoundingClientRect();
  return [
    ...faces.flatMap(([, face]) => texts.map(([e, text]) =>
      over(face, text, 1.5) ? `a face over ${e.textContent}` : '')),
    ...(plate ? seen('.rseat.me .cardbox').map(e =>
      over(e.getBoundingClientRect(), plate, 8) ? 'my plate over my cards' : '') : []),
  ].filter(Boolean); }"""


def faults(page: Any) -> list[str]:
    """All that is wrong with the page as it is drawn now."""
    found = touch_faults(page) + cut_texts(page)
    found += [*page.evaluate(COVERED), *page.evaluate(LIES_OVER)]
    return found + ["it scrolls sideways"] * (sideways_scroll(page) > 0)


def measured(page: Any, name: str) -> dict[tuple[int, int], str]:
    """Nothing is wrong at any size. Where the cloth lies at each."""
    cloths = {}
    for width, height in (*SIZES[1:], SIZES[0]):
        resized(page, width, height)
        wrong = faults(page)
        if wrong:
            keep_screenshot(page, f"phone-{name}-{width}")
        assert not wrong, (name, width, wrong)
        cloths[width, height] = cloth_box(page)
    return cloths


def turns(walk: PhoneWalk) -> list[Any]:
    """What this person may answer in their turn now."""
    return [o for o in walk.offers() if o.player == walk.player and o.act in TURN]


def answer(walk: PhoneWalk) -> None:
    """Stay in the hand for as little as possible."""
    offer = min(turns(walk), key=lambda o: TURN.index(o.act))
    assert walk.act(offer.act, offer.spots[0], offer.least)


def plays_on(walk: PhoneWalk) -> bool:
    """Answer if it is this person's turn; whether the hand is over."""
    if turns(walk):
        answer(walk)
    return bool(walk.desk.state.over)


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_from_the_empty_table_to_the_end_of_a_hand(
        chromium: Any, tmp_path: Path, game: str) -> None:
    states: dict[str, Any] = {
        "empty": lambda walk: None,
        "seated": lambda walk: walk.sit(),
        "turn": lambda walk: walk.until(lambda: bool(turns(walk))),
        "answered": answer,
        "result": lambda walk: walk.until(lambda: plays_on(walk)),
    }
    with phone_walk(chromium, tmp_path, table_of_each_game()[game], *SIZES[0]) as walk:
        cloths = {}
        for state, reach in states.items():
            walk.touch()
            reach(walk)
            walk.quiet()
            cloths[state] = measured(walk.page, f"{game}-{state}")
        assert len({str(cloth) for cloth in cloths.values()}) == 1, cloths
        assert walk.shift() <= MOST_SHIFT, walk.page.evaluate("shifts")


@pytest.mark.more_of("omaha", "sintetico")
@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_asks_and_shows_its_hands(chromium: Any, game: str) -> None:
    for moment, snapshot in (("asked", asked(game, 1)), ("shown", showdown(game))):
        with drawn(chromium, snapshot, width=390, height=844, lang="en-GB") as page:
            measured(page, f"{game}-full-{moment}")
            faces = page.locator(".rseat:not(.me, .free) .face:visible").count()
            assert faces or moment == "shown", "every player has a face on a phone of 390 px"


@pytest.mark.parametrize("width", [390, 360])
def test_the_button_to_sit_down_lies_alone_on_the_card_of_a_game(
        chromium: Any, width: int) -> None:
    tables = [card("homem", []), card("guadiana", [])]
    with drawn(chromium, {}, width=width, height=844, tables=tables) as page:
        assert page.locator(".card-of .seat").count() == len(tables)
        for button in page.locator(".card-of .seat").all():
            button.scroll_into_view_if_needed()
            assert not touch_faults(page, within=".card-of .seat, .card-of .like")
