"""The end of a round in a real chromium: what was won and lost stays to be read until the next act,
or the next card; the net stands on the cloth, and the same bets are one press away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.open_house import Doors, table
from support.page_measures import keep_screenshot, moving_parts, sideways_scroll
from support.served_house import HEADERS, PATIENCE
from support.stacked_shoe import Stacked

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

BLACKJACK = """
game = "blackjack-online"
name = "Results"
kind = "{kind}"
places = {places}
minimum = 5
maximum = 500
[clocks]
betting = 8
decision = 60
insurance = 5
between = 1
[rules]
warning_card = 104
"""
ROULETTE = """
game = "american-roulette"
name = "Wheel"
kind = "individual"
places = 1
minimum = 2
maximum = 60
[clocks]
between = 1
"""
BACCARAT = """
game = "ponto-e-banca"
name = "Baccarat"
kind = "individual"
places = 1
minimum = 5
maximum = 350
[clocks]
between = 1
"""
#: Two of them never make a natural, and three are more than 21.
HIGH = "9S 8H 8D 9D 9C 7H 8C 8S 9H 7D"
#: 20 against a bank that draws too much, twice.
TWENTY = "TS 6H TD TC TH KS 6D KD KH QS"


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[..., Any]]:
    """A page of a new visitor; what its own script does wrong fails the test."""
    wrong: list[str] = []
    contexts: list[Any] = []

    def open_page(doors: Doors, key: str = "t", name: str = "Ana", motion: str = "reduce",
                  width: int = 1280, height: int = 860) -> Any:
        context = chromium.new_context(base_url=doors.at, locale="en-GB", reduced_motion=motion,
                                       viewport={"width": width, "height": height})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.request.post("/api/session", data={"name": name}, headers=HEADERS)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"/table.html?id={key}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong, wrong


def blackjack(kind: str = "individual", places: int = 1) -> dict[str, Any]:
    return {"t": table(BLACKJACK.format(kind=kind, places=places))}


def deals(page: Any, chip: int = 5) -> None:
    """One press of a chip: it goes to one's own place, without a target; then the cards."""
    page.click(f"[data-chip='{chip}']:not(:disabled)")
    page.click("[data-act=deal]:not(:disabled)")


def net(page: Any) -> str:
    page.locator(".verdict b").wait_for()
    return str(page.locator(".verdict b").inner_text())


def test_busted_cards_stay_grey_and_struck_until_the_next_act(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(HIGH, 6), tables=blackjack()) as doors:
        page = visit(doors)
        deals(page)
        page.click("[data-act=hit]:not(:disabled)")
        assert net(page) == "−€5.00"
        doors.later(2)
        page.locator("[data-id=replay]:not(:disabled)").wait_for()
        mine = page.locator(".me [data-end=lost]")
        assert mine.locator(".cardbox").count() == 3, "collected, and still to be seen"
        assert "line-through" in mine.locator(".pill").evaluate(
            "e => getComputedStyle(e).textDecorationLine")
        assert "grayscale" in mine.locator(".cardbox svg").first.evaluate(
            "e => getComputedStyle(e).filter + getComputedStyle(e.parentElement).filter")
        assert not page.locator(".board.gained, .paidin:visible, .travel").count()
        assert "You lost €5.00" in page.locator("#caption").inner_text(), "for screen readers"
        assert page.locator(".verdict .law").count() == 1
        doors.later(30)  # no clock takes it away at a table of one's own
        page.wait_for_timeout(300)
        assert mine.locator(".cardbox").count() == 3 and net(page) == "−€5.00"
        assert not moving_parts(page)
        keep_screenshot(page, "result-lost")
        page.click("[data-chip='5']")
        page.locator(".verdict").wait_for(state="detached")
        assert not page.locator(".me .cardbox, .bank .cardbox").count()


def test_a_win_is_lit_listed_and_played_again_in_one_press(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(TWENTY, 6), tables=blackjack()) as doors:
        page = visit(doors)
        deals(page)
        page.click("[data-act=stand]:not(:disabled)")
        assert net(page) == "+€5.00"
        assert page.locator(".board.told.gained .me [data-end=won] .cardbox").count() == 2
        assert page.locator(".paidin").inner_text() == "€10.00 paid in"
        doors.later(2)
        rows = page.locator(".bill li").all_inner_texts()
        assert "+€5.00" in rows[0] and "Your stake stays yours" in rows[1] and "€5.00" in rows[1]
        assert "Your result" in rows[-1] and "+€5.00" in rows[-1]
        again = page.locator("[data-id=replay]:not(:disabled)")
        assert "Deal again" in again.inner_text() and "€5" in again.inner_text()
        assert page.locator("#controls .act.first").count() == 1, "one brass button"
        page.keyboard.press("Enter")
        page.locator(".verdict").wait_for(state="detached")
        page.locator(".me .cardbox").nth(1).wait_for()
        page.locator(".me .amt", has_text="5").wait_for()


def test_chips_travel_and_any_key_ends_it_without_losing_anything(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(TWENTY, 6), tables=blackjack()) as doors:
        page = visit(doors, motion="no-preference")
        deals(page)
        page.click("[data-act=stand]:not(:disabled)")
        page.locator(".travel i").first.wait_for(state="attached")
        page.keyboard.press("q")
        assert not page.locator(".travel").count()
        assert "1,005" in page.locator("#purse").inner_text()
        assert net(page) == "+€5.00" and page.locator(".me .cardbox").count() == 2


def test_a_phone_shows_the_result_where_it_hides_no_card(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(TWENTY, 6), tables=blackjack()) as doors:
        page = visit(doors, width=390, height=844)
        deals(page)
        page.click("[data-act=stand]:not(:disabled)")
        net(page)
        over = page.evaluate("""() => {
          const v = document.querySelector('.verdict b').getBoundingClientRect();
          return [...document.querySelectorAll('.cardbox')].map(c => c.getBoundingClientRect())
            .filter(c => c.left < v.right && c.right > v.left && c.top < v.bottom &&
              c.bottom > v.top).length; }""")
        assert not over and sideways_scroll(page) <= 0
        keep_screenshot(page, "result-phone")


def until_stored(doors: Doors, cents: int) -> None:
    """Wait until the house has so much on its bets: a page shows a bet before it is stored."""
    desk, until = doors.house.rooms["t"].desk, time.monotonic() + PATIENCE / 1000
    while sum(desk.staked.values()) != cents:
        assert time.monotonic() < until, desk.staked
        time.sleep(0.02)


def test_at_a_shared_table_it_stays_while_others_bet_and_until_i_do(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, source=Stacked(TWENTY, 6), tables=blackjack("multi", 5)) as doors:
        ana = visit(doors)
        eva = visit(doors, name="Eva")
        ana.click(".seat:nth-child(2) .spot")
        eva.click(".seat:nth-child(4) .spot")
        ana.locator(".seat:nth-child(2).me").wait_for()
        ana.click("[data-chip='5']:not(:disabled)")
        ana.locator(".me .amt").wait_for()
        until_stored(doors, 500)
        doors.later(9)
        ana.click("[data-act=stand]:not(:disabled)")
        ana.locator(".verdict b").wait_for()
        doors.later(2)
        ana.locator(".chipb:not(:disabled)").first.wait_for()
        eva.click("[data-chip='25']:not(:disabled)")
        ana.locator(".seat:nth-child(4) .amt", has_text="25").wait_for()
        assert ana.locator(".me .cardbox").count() >= 2, "my cards stay while others bet"
        assert ana.locator(".verdict").count() == 1
        assert eva.locator(".seat:nth-child(2) .cardbox").count() == 0, "Eva has bet anew"
        ana.click("[data-chip='5']:not(:disabled)")
        ana.locator(".verdict").wait_for(state="detached")
        assert not ana.locator(".me .cardbox").count()


HIDDEN_BY_NET = """() => {
  const net = document.querySelector('.verdict b').getBoundingClientRect();
  return [...document.querySelectorAll('.zone.won .edge, .laid, .cb .cardbox')].filter(e => {
    const box = e.getBoundingClientRect();
    return Math.min(box.right, net.right) - Math.max(box.left, net.left) > 1 &&
      Math.min(box.bottom, net.bottom) - Math.max(box.top, net.top) > 1;
  }).map(e => e.parentElement.className.baseVal ?? e.className); }"""


@pytest.mark.parametrize("key, first, light", [("wheel", "red", ".zone.won"),
                                               ("cards", "banca", ".cb.winner, .cb .is-tie")])
def test_what_won_on_a_layout_is_lit_and_lost_chips_stay_as_ghosts(
        visit: Callable[..., Any], tmp_path: Path, key: str, first: str, light: str) -> None:
    tables = {"wheel": table(ROULETTE), "cards": table(BACCARAT)}
    with Doors(tmp_path, tables=tables) as doors:
        page = visit(doors, key)
        until_bets(page, doors)
        page.locator(f'.t[data-spot="{first}"]').press("Enter")
        page.locator(f'.laid[data-spot="{first}"]').wait_for()
        page.click("#controls .act.first[data-act]:not(:disabled)")
        await_result(page, doors)
        assert net(page)[0] in "+−="
        assert page.locator(light).count() and page.locator(".zone.won").count(), "what fell is lit"
        assert not page.evaluate(HIDDEN_BY_NET)
        assert page.locator(".laid.lost, .laid.prize, .laid.own").count()
        doors.later(2)
        page.locator("[data-id=replay]:not(:disabled)").wait_for()
        assert page.locator(".verdict").count(), "bets for the next round are taken"
        page.click("[data-id=replay]")
        page.locator(".verdict").wait_for(state="detached")
        await_result(page, doors)
        keep_screenshot(page, f"result-{key}")


#: What stays of a round, and what it cost, told without a house.
WITHOUT_A_HOUSE = """async () => {
  const { empty, fold } = await import('/js/core/store.js');
  const { pictureOf } = await import('/js/core/last_round.js');
  const { billLines } = await import('/js/table/result_bill.js');
  const felt = kind => ({ ...empty(), table: { felt: kind, words: {}, rules: {} } });
  const play = (state, events) => events.reduce(fold, state);
  const begin = (coup, no) => ({ step: 'begin', coup, no });
  const deal = (to, card) => ({ step: 'deal', to, card });
  const shape = s => Object.keys(s.hands).sort();
  const ring = play(felt({ shape: 'oval', ring: { board: 'board', pot: 'pot', cave: 'cave' } }), [
    begin('a', 1), deal('1', 'AS'), deal('2', 'KS'), deal('3', 'QS'), deal('board', '2C'),
    { step: 'discard', hands: ['3'] }, { step: 'result', hand: '1', result: 'won', law: 'x' },
    { step: 'result', hand: '2', result: 'lost', law: 'x' }]);
  const shown = shape(pictureOf(ring));
  const over = play(ring, [{ step: 'discard', hands: ['1', '2', 'board'] }]);
  const next = play(over, [begin('b', 2)]);
  const move = (kind, amount) =>
    ({ step: 'move', bet: '1/bank', kind, amount, yours: true, law: kind });
  const paid = play(felt({ shape: 'layout', zones: [{ spot: 'bank' }] }), [begin('c', 1),
    move('stake', 500), move('pay', 500), move('commission', 25), move('return', 475)]);
  return { shown, over: shape(pictureOf(over)), next: shape(pictureOf(next)),
    fresh: pictureOf(next).fresh === next, dismissed: shape(pictureOf(next, 'a')),
    dealt: shape(pictureOf(play(next, [deal('1', 'AD')]))), bank: next.last.last === undefined,
    bill: billLines(paid).map(line => [line.net, line.stake, line.law]) };
}"""


def test_a_folded_hand_goes_a_shown_one_stays_and_a_commission_is_a_line_of_its_own(
        visit: Callable[..., Any], tmp_path: Path) -> None:
    with Doors(tmp_path, tables=blackjack()) as doors:
        states = visit(doors).evaluate(WITHOUT_A_HOUSE)
    assert states["shown"] == ["1", "2", "board"], "the third gave up its cards"
    assert states["over"] == states["next"] == ["1", "2", "board"] and states["fresh"]
    assert states["dismissed"] == [] and states["dealt"] == ["1"]
    assert states["bank"], "a picture does not carry the one before it"
    assert states["bill"] == [[500, 500, "pay"], [-25, 0, "commission"]]


def until_bets(page: Any, doors: Doors) -> None:
    for _ in range(60):
        if page.locator(".layout.open").count():
            return
        doors.later(2)
        page.wait_for_timeout(100)
    raise AssertionError(page.locator("#caption").inner_text())


def await_result(page: Any, doors: Doors) -> None:
    """Until the result is told; what is asked meanwhile is left to the clock."""
    for _ in range(150):
        if page.locator(".verdict").count():
            return
        if not page.locator(".layout.open").count():
            doors.later(1)
        page.wait_for_timeout(100)
    raise AssertionError(page.locator("#caption").inner_text())
