"""The page of no-draw poker odds is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pages.nodraw import render_page

PAGE = Path(__file__).parents[2] / "docs" / "no-draw-poker-odds.md"


@pytest.mark.more
def test_the_page_is_what_is_computed() -> None:
    text = render_page()
    assert PAGE.read_text("utf-8") == text, (
        "figures have changed: python -m tools.pages.nodraw docs/no-draw-poker-odds.md")
    assert "| 7231756354/138425211925 | 5.2243058 % |" in text
    assert "1,041,417,758,724" in text and text.count("| agrees |") == 7
    assert "| royal flush | 1/649740 | 649,740.0 | 0.0002 % |" in text
