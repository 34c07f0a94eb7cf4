"""``sabot play chemin-de-fer``: one person among players of the house."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from sabot.cli import main


def play(script: str, *options: str) -> str:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(main, ["play", "chemin-de-fer", *options], input=script)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_one_person_banks_against_players_of_the_house() -> None:
    """They have the hand, as the first at the dealer's right; what stays in the bank goes back at
    the end."""
    text = play("cut 100\nb 20\ns\nd\ns\nq\n", "--seed", "3")
    assert "place 1: «Banca de 20.00 € · Bank of 20.00 €»" in text
    assert "«Quem quer fazer bancô? · Who goes banco?»" in text
    assert "goes back to you" in text
    staked, returned, net = (re.search(rf"{word} +(-?\+?\d+\.\d\d) €", text)
                             for word in ("staked", "returned", "result"))
    assert staked and returned and net
    assert (staked[1], returned[1], net[1]) == ("20.00", "39.00", "+19.00")
    assert re.search(r"rounds +1\n", text) and "credit   1019.00 €" in text


@pytest.mark.law("pt-217-2007/chemin-de-fer/23")
def test_who_sits_is_told_that_they_take_the_hand_and_who_will_not_is_not_seated() -> None:
    why = "Seated players take the bank in turn: to decline it, play standing"
    assert re.search(rf"{why}\s+23\n", play("q\n", "--seed", "3"))
    assert "Quem se senta toma a mão na sua vez" in play("q\n", "--seed", "3", "--lang", "pt")
    script = "Ana: v 4\nRui: sit-no-hand 5\nAna: s 4\nq\n"
    text = play(script, "--players", "Ana,Rui", "--seed", "4")
    assert re.search(rf"v  Sit without the bank  \({why}\)\s+23\n", text)
    assert len(re.findall(rf"✗ {why}. Nothing changed.\s+23\n", text)) == 2
    assert "Ana: Sit 4" in text and "Rui: Sit" not in text


def test_several_people_play_at_one_keyboard() -> None:
    script = ("Ana: s 1\nRui: s 2\nEva: s 3\nGil: s 4\nGil: cut 4 100\nAna: b 1 20\nAna: s 1\n"
              "Rui: b 2\nq\n")
    text = play(script, "--players", "Ana,Rui,Eva,Gil", "--seed", "4")
    assert "Ana: 20.00 € on bank" in text and "place 2: «Bancô · Banco»" in text
    assert "Rui: no 2" in text or "Rui: show 2" in text or "Rui: card 2" in text


def test_where_one_stands_is_named_at_the_keyboard() -> None:
    """Behind a seat where somebody sits; not beside the dealer, nor elsewhere after leaving."""
    script = ("Ana: s 1\nRui: s 2\nEva: s 3\nGil: s 9\nGil: cut 9 100\nLeo: join 9\nLeo: join 3\n"
              "Leo: leave table\nLeo: join 2\nLeo: join 3\nAna: b 1 20\nAna: alone 1\n"
              "Leo: banco s3\nq\n")
    text = play(script, "--players", "Ana,Rui,Eva,Gil,Leo", "--seed", "4")
    assert "Nobody may stand next to the croupier" in text
    assert "players may not follow the bank" in text
    assert "standing at seat 3: «Bancô · Banco»" in text
