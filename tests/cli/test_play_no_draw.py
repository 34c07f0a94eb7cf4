"""``sabot play no-draw-poker``: alone, several at one keyboard, and with real cards."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from sabot.cli import main

LAW = "pt-217-2007/poquer-sem-descarte"


def play(script: str, *options: str) -> str:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(main, ["play", "no-draw-poker", *options], input=script)
    assert result.exit_code == 0 and "Traceback" not in result.output, result.output
    return result.stdout


@pytest.mark.law(f"{LAW}/17", f"{LAW}/17-2", f"{LAW}/18-3")
def test_one_person_looks_at_their_cards_and_goes_on() -> None:
    text = play("b 5\nc\nc\nq\n", "--seed", "7")
    assert "Bets from 5.00 € to 125.00 €" in text
    look = text.index("«Look at your hands»")
    assert "place 1 turns up" not in text[:look] and "K♣ 10♥ A♣ 9♦ 10♦" in text[look:]
    assert "c  Call  10.00 € more" in text and "p  Fold" in text
    assert "bank: does not qualify" in text and "This round +5.00 €" in text
    assert re.search(r"staked +15.00 €", text)


@pytest.mark.law(f"{LAW}/17-8", "ir/183")
def test_who_passes_loses_only_the_first_bet() -> None:
    text = play("b 20\nc\np\nq\n", "--seed", "7", "--lang", "pt")
    assert "«Vejam o vosso jogo»" in text and "lugar 1: passou" in text
    assert "-20.00 €" in text


@pytest.mark.law(f"{LAW}/17")
def test_several_at_one_keyboard_look_one_by_one() -> None:
    script = ("Ana: sit 1\nRui: sit 2\nAna: bet 1 5\nRui: bet 2 10\nRui: look\nlook\ntime\nlook\n"
              "Rui: look\nNobody: look\nAna: c 1\nRui: c 2\nq\n")
    text = play(script, "--players", "Ana,Rui", "--seed", "7")
    assert "Rui sees no card that the others do not see" in text
    assert "type who looks, for example Ana: look" in text
    assert "Ana, place 1: K♣ 4♣ 9♦ 3♣ Q♥  K Q" in text
    assert "Rui, place 2: A♠ A♣ 10♠ 7♥ Q♣  2×A" in text
    assert text.index("Rui, place 2") < text.index("place 2 turns up A♠")
    assert "Nobody, place" not in text


@pytest.mark.law(f"{LAW}/19-2", f"{LAW}/17-6")
def test_a_croupier_enters_what_the_real_cards_did() -> None:
    cards = ["??"] * 5 + ["fault exposed KH"] + ["??"] * 9
    script = "\n".join(["done", "done", "done", "done", "??", "Ana: sit 1", "Rui: sit 2",
                        "Ana: bet 1 5", "Rui: bet 2 5", "time", *cards, "done",
                        "report showed 1", "Rui: call 2", "AC", "7H", "5S", "3C", "9S", "9D",
                        "AH", "3D", "2S", "q", ""])
    text = play(script, "--attended", "--players", "Ana,Rui")
    assert "fault KIND [CARD] [PLACE]: exposed (an exposed card)" in text
    assert "«This is the bank’s open card»" in text
    assert "report KIND [PLACE] [CARD] [SUM]: showed (a player shows their cards)" in text
    assert "place 1: «Cards may not be shown»" in text and "place 1: loses" in text
    assert "the bank pays Rui 10.00 € on second bet of place 2, 1:1" in text
