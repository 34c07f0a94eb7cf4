"""Bets that a player saves on this device, and what of them may be laid again."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]
pytestmark = pytest.mark.browser

KEEP = """async () => {
  const { saveBets, savedBets, forgetBets } = await import('/js/table/saved_bets.js');
  saveBets('wheel', 'Luck', [['red', 200]]);
  saveBets('wheel', 'Neighbours', [['straight/7', 200], ['straight/8', 400]]);
  saveBets('wheel', 'Luck', [['black', 400]]);
  saveBets('dice', 'Luck', [['pass', 500]]);
  forgetBets('dice', 'Luck');
  localStorage.setItem('sabot.bets.spoilt', '[{"name": 1}, 4');
  return [savedBets('wheel'), savedBets('dice'), savedBets('spoilt')];
}"""
LAY = """async ([bets, offers, lying, balance]) => {
  const { lawfulPart } = await import('/js/table/saved_bets.js');
  return lawfulPart(bets, spot => offers[spot], spot => lying[spot] ?? 0, balance);
}"""


@pytest.fixture
def page(browser: Any, modules: str) -> Any:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    yield page
    page.close()


def test_bets_are_kept_by_game_and_name(page: Any) -> None:
    wheel, dice, spoilt = page.evaluate(KEEP)
    assert [(one["name"], one["bets"]) for one in wheel] == [
        ("Luck", [["black", 400]]), ("Neighbours", [["straight/7", 200], ["straight/8", 400]])]
    assert dice == spoilt == []


OFFERS = {"red": {"low": 200, "high": 6000, "unit": 200}, "tie": {"low": 500, "high": 700},
          "shut": {"low": 200, "high": 6000, "disabled": {"need": 1}}}


@pytest.mark.parametrize(("bets", "lying", "balance", "lay", "left"), [
    ([["red", 600]], {}, 10_000, [["red", 600]], []),
    ([["red", 600]], {"red": 600}, 10_000, [], []),                  # it lies there already
    ([["red", 600]], {"red": 200}, 10_000, [["red", 600]], []),      # the rest is added
    ([["red", 9000]], {}, 10_000, [["red", 6000]], ["red"]),         # no more than the limit
    ([["red", 700]], {}, 10_000, [["red", 600]], ["red"]),           # in steps of the bet
    ([["tie", 900], ["red", 400]], {}, 800, [["tie", 700]], ["tie", "red"]),   # within the purse
    ([["tie", 400], ["shut", 200], ["gone", 200]], {}, 10_000, [], ["shut", "gone"]),
])
def test_what_is_laid_again_is_lawful(page: Any, bets: Any, lying: Any, balance: int, lay: Any,
                                      left: Any) -> None:
    found = page.evaluate(LAY, [bets, OFFERS, lying, balance])
    assert found["lay"] == lay and found["left"] == left
