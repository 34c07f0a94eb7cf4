"""The page of layout odds is up to date."""

from __future__ import annotations

from pathlib import Path

from tools.pages.layouts import render_page

PAGE = Path(__file__).parents[2] / "docs" / "layout-odds.md"


def test_the_page_is_what_is_computed() -> None:
    assert PAGE.read_text("utf-8") == render_page(), (
        "figures have changed: python -m tools.pages.layouts docs/layout-odds.md")


def test_the_page_lists_every_bet_of_the_five_games() -> None:
    text = render_page()
    assert text.count("| 1/37 |") == 16 + 10
    assert text.count("| 1/63 |") == 5
    assert "| Don’t pass line | 1 | 1 | 10.2 | 47.929 % | 3/220 | 1.364 % | 27/1925 |" in text
    assert "| Number to win 6 or 8 (*Número (1.ª forma) 6 ou 8*) | 2 | 7/6 | 12.1.pay-6-8 |" in text
    assert "| Odds on 4 or 10 (*Odds no 4 ou 10*) | 3 | 2 | 11.1.pay-4-10 |" in text
