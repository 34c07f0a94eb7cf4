"""What a poker table says of chips that move: only who comes to a place brings a stack."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]
pytestmark = pytest.mark.browser

KEY = """async ([bet, into]) => {
  const { potMoveKey } = await import('/js/record/narration.js');
  return potMoveKey({ pot: 'pot', owed: 'dead', cave: 'cave' }, { bet, into });
}"""


@pytest.mark.parametrize(("bet", "into", "key"), [
    ("3/cave", "3/pot", "move.pot"),
    ("3/cave", "3/dead", "move.pot"),  # a missed blind
    ("3/pot", "3/cave", "move.back"),
    ("3/dead", "3/cave", "move.back"),
    ("2/pot", "3/cave", "move.from"),
    ("5/lot", "3/cave", "move.carry"),  # the seats were drawn
    ("5/cave", "5/lot", "move.travel"),
])
def test_only_who_comes_to_a_place_brings_a_stack(browser: Any, modules: str, bet: str, into: str,
                                                  key: str) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    assert page.evaluate(KEY, [bet, into]) == key
    page.close()
