"""A plan of bets in the browser: odds follow the pass bet once for each point, and not again after
they were taken back."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]
pytestmark = pytest.mark.browser

FOLLOW = """async ([times, high, points]) => {
  const { LayoutBets } = await import('/js/table/layout_bets.js');
  const offers = [{act: 'bet', seat: 'odds/pass', low: 100, high, unit: 100}];
  const felt = {shape: 'layout', zones: [], points: []};
  let s = {table: {felt}, seats: [{place: '1', yours: true}], menus: {}, settlements: {},
           bets: {'1/pass': 1000}, mine: {'1/pass': true}, listen: {offers}, you: {places: ['1']}};
  const sent = [];
  const bets = new LayoutBets(() => s, async (act, seat, amount) => {
    sent.push([s.point, act, seat, amount]);
    return {ok: true};
  }, () => {});
  bets.setPlan({first: 'pass', then: 'odds/pass', times, law: '', edge: '7:825'});
  for (const point of points) {
    s = {...s, point};
    bets.followPlan();
    await Promise.resolve();
    bets.followPlan();
  }
  bets.stopPlan();
  s = {...s, point: 9};
  bets.followPlan();
  return sent;
}"""


@pytest.mark.parametrize(("times", "high", "points", "sent"), [
    (1, 30_000, [0, 6, 6], [[6, "bet", "odds/pass", 1000]]),
    (2, 30_000, [0, 6, 0, 6], [[6, "bet", "odds/pass", 2000]] * 2),
    (5, 3_000, [4], [[4, "bet", "odds/pass", 3000]]),
    (1, 30_000, [0, 0], []),
])
def test_odds_are_laid_once_for_each_point(browser: Any, modules: str, times: int, high: int,
                                           points: list[int], sent: list[Any]) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    assert page.evaluate(FOLLOW, [times, high, points]) == sent
    page.close()
