"""The page of chemin de fer odds is up to date."""

from __future__ import annotations

from pathlib import Path

from tools.pages.chemin import render_page

PAGE = Path(__file__).parents[2] / "docs" / "chemin-de-fer-odds.md"


def test_the_page_is_what_is_computed() -> None:
    assert PAGE.read_text("utf-8") == render_page(), (
        "figures have changed: python -m tools.pages.chemin docs/chemin-de-fer-odds.md")


def test_the_page_has_the_values_of_the_known_game() -> None:
    text = render_page()
    assert "| `endless` | 37.5437 % | 859/2288 | 81.8182 % | 9/11 |" in text
    assert "-679568/53094899" in text
