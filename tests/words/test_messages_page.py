"""The page of messages tells integrators every code with the words that the house speaks today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sabot.procedure
from sabot.games import catalogue
from sabot.regulations import rows
from tools.pages.messages import render_page

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"


@pytest.fixture(scope="module")
def page() -> str:
    return render_page()


def rows_below(page: str, heading: str) -> dict[str, list[str]]:
    """The rows below a heading by what they begin with."""
    part = page.split(f"## {heading}")[1].split("\n## ")[0]
    return {cells[1].strip(" `"): [cell.strip() for cell in cells[2:-1]] for line in
            part.splitlines() if (cells := line.split("|"))[0] == "" and "`" in line}


def test_the_page_is_what_is_spoken(page: str) -> None:
    assert PAGE.read_text("utf-8") == page, (
        "words have changed: python -m tools.pages.messages docs/messages.md")


def test_every_code_of_the_dealer_stands_there_in_three_languages(page: str) -> None:
    dealer = (Path(sabot.procedure.__file__).parent / "dealer.py").read_text("utf-8")
    codes = set(re.findall(r'Refusal\("([a-z-]+)"', dealer)) | {"credit", "off-unit"}
    found = rows_below(page, "Refused at the table")
    assert codes <= set(found)
    assert found["credit"] == [
        "`have`, `need`", "Crédito insuficiente. Pede {need}, tem {have}. Nada foi debitado.",
        "Not enough credit. It takes {need}, you have {have}. Nothing was debited.",
        "餘額不足。需要{need}，現有{have}。並無扣款。"]


def test_every_fault_stands_there_with_its_games(page: str) -> None:
    found = rows_below(page, "Faults")
    assert {key.removeprefix("incident.") for game in catalogue().values()
            for key in game.words["pt"] if key.startswith("incident.")} == set(found)
    assert found["jam"][1:] == ["carta encravada", "a card is jammed", "紙牌卡住"]


def test_refusals_of_a_game_name_rows_of_its_regulation(page: str) -> None:
    part = page.split("## Refused under a clause of a game")[1].split("\n## ")[0]
    named = re.findall(r"\| `([\w/.-]+/[\w.-]+)` \|", part)
    assert "pt-217-2007/bacara-ponto-e-banca/12-3" in named and set(named) <= set(rows())


def test_notices_of_idleness_have_their_clause(page: str) -> None:
    found = rows_below(page, "Notices")
    assert found["idle-warning"][0] == "`warning`" and all(found["idle-warning"][1:])
