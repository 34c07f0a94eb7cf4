"""``sabot play holdem --attended``: the croupier types the cards, and what players did wrong."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.regulations import row

SEATED = [f"{name}: sit {place} 200" for place, name in enumerate(("Ana", "Rui", "Eva", "Gil"), 1)]
DEALT = [*SEATED, "time", "1-1-1-1", "done", *["??"] * 8]


def after(text: str, typed: str) -> str:
    """What is shown between this input and the next."""
    return text.split(f"> {typed}\n", 1)[1].split("> ", 1)[0]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/71.f", "pt-217-2007/poquer-nao-bancado/14.j")
def test_a_fault_is_typed_with_its_place_and_its_sum() -> None:
    typed = [*DEALT, "report out-of-turn 4 35.00", "report out-of-turn 3 35.00",
             "report short 500,00 3", "report breach 4", "comment", "q"]
    result = CliRunner().invoke(main, ["play", "holdem", "--attended", "--set", "minimum=10",
                                       "--set", "minimum_share=false", "--set", "limit=cave"],
                                input="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.output
    text = result.output
    lists = [" ".join(one.split("\n\n")[0].split())
             for one in text.split("report KIND [PLACE] [CARD] [SUM]:")[1:]]
    assert lists[0].startswith("breach (a breach of conduct), grave-breach")  # before the hand
    listed = next(one for one in lists if "out-of-turn" in one)
    assert "out-of-turn (bet out of turn; 1.00 €–200.00 €)" in listed
    assert "short (too few chips for a call; 1.00 €–9.00 €)" in listed
    assert "mixed (cards mixed with folded ones)," in listed
    heard = after(text, "report out-of-turn 4 35.00")
    assert re.search(r"Bet out of turn, valid: 35\.00 €» +71\.f ir/272", heard)
    assert "35.00 € on stack of place 4 goes to pot of place 4" in heard
    assert "one of the places 1, 2, not '3'" in after(text, "report out-of-turn 3 35.00")
    wrong = after(text, "report short 500,00 3")
    assert "1.00 € to 34.00 € in steps of 1.00 €; 500.00 € was entered" in wrong
    assert "which breach?" in after(text, "report breach 4")
    assert re.search(r"place 4: «A warning» +14\.j 14 58", after(text, "comment"))


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/9.g")
def test_who_deals_real_cards_clears_up_a_doubt_about_the_rules() -> None:
    result = CliRunner().invoke(main, ["play", "holdem", "--attended"], input="? 24\nq\n")
    assert result.exit_code == 0, result.output
    rule = row("pt-217-2007/poquer-nao-bancado/24").text
    assert f"24 {rule} 9.g" in " ".join(result.output.split())
