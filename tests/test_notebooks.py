"""The tutorial notebooks run, and show what they have answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.pages import notebooks

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "notebooks"
ADDRESS = re.compile(r"0x[0-9a-f]+")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_answers_what_it_shows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    stored = notebooks.read(path)
    ran = notebooks.run(stored)
    for before, after in zip(stored["cells"], ran["cells"], strict=True):
        assert after.get("outputs") == before.get("outputs"), notebooks.source(before)
        assert not ADDRESS.search(str(after.get("outputs")))


def test_each_kind_of_user_has_a_notebook() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} >= {
        "inspector", "mathematician", "operator", "player", "researcher"}


def test_a_notebook_as_a_page() -> None:
    page = notebooks.page(notebooks.read(FOLDER / "inspector.ipynb"))
    assert page.startswith("# For inspectors") and "```{raw} html" in page
    assert "rules.packs: found 5" in page and page.count("```") % 2 == 0
