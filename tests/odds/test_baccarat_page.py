"""The page of baccarat odds is up to date."""

from __future__ import annotations

from pathlib import Path

from tools.pages.baccarat import render_page

PAGE = Path(__file__).parents[2] / "docs" / "baccarat-odds.md"


def test_the_page_is_what_is_computed() -> None:
    text = render_page()
    assert PAGE.read_text("utf-8") == text, (
        "figures have changed: python -m tools.pages.baccarat docs/baccarat-odds.md")
    assert "| Banca, no commission | 1 | 45.865 % | -18880657128/1525814595305 |" in text
    assert "covariance of 0.316875, 1/3 of it" in text
    assert text.count("| agrees |") == 38 and text.count("| open: ") == 4
