"""The page for those who learn runs from its first line to its last, and its pupil learns."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.more

PAGE = Path(__file__).parents[2] / "docs" / "learn.md"


@pytest.mark.timeout(400)
def test_the_page_runs_and_learns(capsys: pytest.CaptureFixture[str]) -> None:
    """Its own assertion holds what was learnt to the exact best play, a hundredth of a bet below
    at the most."""
    code = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    known: dict[str, object] = {}
    for block in code:
        exec(compile(block, PAGE.name, "exec"), known)
    output = capsys.readouterr().out
    learnt, exact = map(float, re.findall(r"[+-]0\.\d{4}", output)[-2:])
    assert -0.05 < exact < 0 and exact - 0.01 < learnt < exact + 4 * float(str(known["error"]))
