"""A newcomer's clock: how long it takes from the lobby to the first bet, and from there to the
result, at every game.

A real browser (Chromium) opens the lobby as somebody who was never here, presses the button of a
game's card, which leads to a table of one's own wherever the game has one, and makes the smallest
bet that the page proposes. It presses what a person would press, with the mouse, as soon as it can
be pressed: no time to think or to read is in these figures. What a table shows, the shuffle, the
ball, the cards, is in them. A second newcomer presses the space bar whenever something is shown,
which ends it. Without a browser nothing is measured, and the page says so.

*To the first bet*: from the press in the lobby until the house has taken a stake, or at poker the
first act in one's turn. *To the result*: from the press that ends betting (the bet itself where
none does) until the result of the round stands on the table.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from benchmarks.goals import Goal
from benchmarks.pages import browser_path, house
from sabot.games import catalogue

WINDOW = {"width": 1440, "height": 900}
PATIENCE = 120.0
"""Seconds after which a newcomer gives up."""
LOOK = 40
"""Milliseconds between two looks at the page."""
SOON = 5.0
"""Seconds within which one should be able to play."""

CLOCK = """
window.clock = { bet: 0, begun: 0, result: 0, unanswered: 0, followed: false, clicks: 0, toBet: 0 };
{
  const STAKES = ['bet', 'bank', 'spin', 'call', 'check', 'raise', 'all-in'];
  const sent = new Map();
  const Plain = WebSocket;
  let playing = false;
  window.WebSocket = class extends Plain {
    constructor(...to) {
      super(...to);
      this.addEventListener('message', e => {
        const m = typeof e.data === 'string' ? JSON.parse(e.data) : {}; // no reply is so long
        if (sent.has(m.id)) clock.unanswered -= 1;
        const act = m.t === 'ack' && sent.get(m.id);
        if (act && !clock.bet && STAKES.includes(act)) {
          clock.bet = Date.now();
          clock.toBet = clock.clicks;
        }
      });
    }
    send(text) {
      const m = JSON.parse(text);
      if (m.id) {
        sent.set(m.id, m.act ?? m.t);
        clock.unanswered += 1;
        if (clock.bet && !clock.result && !clock.followed) {
          clock.followed = true;
          if (['ready', 'deal', 'spin', 'throw'].includes(sent.get(m.id))) clock.begun = Date.now();
        }
      }
      super.send(text);
    }
  };
  addEventListener('click', e => { clock.clicks += e.isTrusted && e.detail > 0; }, true);
  const free = '#controls button:not(:disabled)';
  (function look() {
    const machine = document.querySelector('.cabinet');
    playing ||= Boolean(machine && clock.bet && document.querySelector('#controls .atrest'));
    const over = machine ? playing && document.querySelector(free)
      : document.querySelector('#board .verdict, #controls [data-act=pass-hand]');
    if (clock.bet && over) Object.assign(clock, { result: Date.now(), atResult: clock.clicks });
    else requestAnimationFrame(look);
  })();
}
"""

WISH = """skips => {
  if (clock.result) return ['done'];
  if (clock.unanswered) return ['wait'];
  const can = e => e && !e.disabled && !e.closest('[inert]') && e.checkVisibility();
  const all = css => [...document.querySelectorAll(css)].filter(can);
  const press = (name, css) => {
    const same = { css, html: document.querySelector('#controls').innerHTML };
    const { last } = clock;
    if (last && last.css === css && last.html === same.html && Date.now() - last.at < 1500)
      return ['wait'];
    clock.last = { ...same, at: Date.now() };
    return [name, css];
  };
  if (!clock.bet) {
    for (const css of ['#controls .spin', '#controls .note'])
      if (all(css).length) return press(css.split('.')[1], `${css}:not(:disabled)`);
    if (all('#controls .chipb').length) {
      const size = e => { const box = e.getBoundingClientRect(); return box.width * box.height; };
      const boxes = all('#board .hits .t:not([aria-disabled=true])');
      const [widest] = boxes.sort((a, b) => size(b) - size(a));
      if (widest) return press('box', `#board .t[data-spot="${widest.dataset.spot}"]`);
      if (all('#board .spot').length) return press('box', '#board .spot:not(:disabled)');
    }
  }
  const [bank] = all('#controls [data-act=bank]');
  const first = bank ?? all('#controls button.act.first')[0];
  if (!first || (first.dataset.id === 'ready' && clock.followed && !skips)) return ['wait'];
  if (['replay', 'rebet'].includes(first.dataset.id)) {
    clock.over ??= Date.now();  // a round may decide nothing: the bet lies there for the next one
    if (Date.now() - clock.over < 5000) return ['wait'];
    Object.assign(clock, { over: null, followed: false });
  }
  return press(first.dataset.act ?? first.dataset.id,
    `#controls [data-id="${first.dataset.id}"]:not(:disabled)`);
}"""
"""What a newcomer presses next: its name and where; "wait" for nothing, "done" after the result.
A press that has not shown yet is not made again, and whoever watches does not end what is shown."""


@dataclass
class Visit:
    """What a newcomer pressed, the lobby's button first, and when: seconds to the first bet, and
    from the end of betting to the result; with the clicks of each."""

    table: str
    presses: list[str] = field(default_factory=list)
    to_bet: float = 0.0
    clicks_to_bet: int = 0
    to_result: float = 0.0
    clicks_to_result: int = 0


class Newcomer:
    """Somebody at a page of a house where nobody knows them; ``skips``: they end what is shown."""

    def __init__(self, page: Any, lobby: str, *, skips: bool) -> None:
        self.page, self.lobby, self.skips = page, lobby, skips
        page.add_init_script(CLOCK)
        self.began = 0

    def enter(self, game: str) -> Visit:
        """Press the button of a game's card in the lobby."""
        self.page.goto(self.lobby)
        seat = self.page.locator(f"li:has(> [data-game='{game}']) > a.seat")
        seat.wait_for()
        visit = Visit(seat.get_attribute("data-table"), ["sit"])
        self.began = self.page.evaluate("Date.now()")
        seat.click()
        self.page.wait_for_selector("body.table:not(.bare)")
        return visit

    def step(self, visit: Visit) -> str:
        """Press what is to be pressed next and return its name; "wait" for nothing, "done" when the
        result is there."""
        name, *where = self.page.evaluate(WISH, self.skips)
        if where and _press(self.page, where[0]):
            visit.presses.append(name)
        elif self.skips and self.page.evaluate("!document.activeElement?.closest('button, a')"):
            self.page.keyboard.press(" ")
        return str(name)

    def leave(self, visit: Visit) -> None:
        """Free the machine for the next one."""
        if "note" in visit.presses:
            for act in ("cash-out", "leave"):
                _press(self.page, f"#controls [data-do={act}]:not(:disabled)")


def play(browser: Any, lobby: str, game: str, *, skips: bool) -> Visit:
    """Play one round of a game as a newcomer; RuntimeError if there is no result."""
    with contextlib.closing(browser.new_context(viewport=WINDOW, locale="en-GB")) as context:
        newcomer = Newcomer(context.new_page(), lobby, skips=skips)
        visit = newcomer.enter(game)
        until = time.monotonic() + PATIENCE
        while newcomer.step(visit) != "done":
            if time.monotonic() > until:
                raise RuntimeError(f"{game}: no result after {PATIENCE:g} s at {visit}")
            newcomer.page.wait_for_timeout(LOOK)
        clock = newcomer.page.evaluate("clock")
        newcomer.leave(visit)
        visit.to_bet = (clock["bet"] - newcomer.began) / 1e3
        visit.clicks_to_bet = 1 + clock["toBet"]  # with the one in the lobby
        visit.clicks_to_result = clock["atResult"] - clock["toBet"]
        visit.to_result = (clock["result"] - (clock["begun"] or clock["bet"])) / 1e3
        return visit


def _press(page: Any, css: str) -> bool:
    """Press the middle of something; False if it is gone."""
    from playwright.sync_api import TimeoutError

    try:
        if " .t[" not in css:
            page.locator(css).first.click(timeout=3e3)
        else:  # a box of a layout: lines lie over its edges
            box = page.locator(css).first.bounding_box(timeout=3e3)
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    except TimeoutError:
        return False
    return True


def measure(games: tuple[str, ...] = ()) -> dict[str, Any]:
    """Measure this benchmark, of these games or of all, and return its figures with the setting."""
    bench = {"bench": "A newcomer at every game"}
    path = browser_path()
    if path is None or find_spec("playwright") is None:
        return bench | {"setting": "Left out: no Chromium was found here"}
    from playwright.sync_api import sync_playwright

    figures = {}
    with house(compressed=False) as at, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for game in games or tuple(catalogue()):
            watches = play(browser, f"{at}/", game, skips=False)
            skips = play(browser, f"{at}/", game, skips=True)
            figures[game] = {
                "table": watches.table, "presses": watches.presses,
                "clicks_to_bet": watches.clicks_to_bet,
                "clicks_to_result": watches.clicks_to_result,
                "to_bet_s": watches.to_bet, "to_result_s": watches.to_result,
                "skipped_to_bet_s": skips.to_bet, "skipped_to_result_s": skips.to_result}
        browser.close()
    return bench | {
        "setting": "Chromium, 1440 by 900, the first visit, from the lobby to the table that its "
                   "card proposes; all is shown at its pace, and beside it the same with the space "
                   "bar, which ends what is shown. No time to think or to read is in these figures",
        "games": figures}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    found = []
    for game, of in figures.get("games", {}).items():
        found += [
            Goal(f"{game}: from the lobby to the first bet; clicks: {of['clicks_to_bet']}",
                 of["to_bet_s"], "s", "with the space bar", of["skipped_to_bet_s"], asked=SOON),
            Goal(f"{game}: from there to the result; clicks: {of['clicks_to_result']}",
                 of["to_result_s"], "s", "with the space bar", of["skipped_to_result_s"])]
    return found


if __name__ == "__main__":
    print(measure())
