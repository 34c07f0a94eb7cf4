"""A file of hands becomes the events of a table, with the cards that it knows and no others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.open_house import Doors

HAND = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 ????", "d dh p2 AsKd", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 cc",
           "d db Ac7h2d", "p2 cbr 20", "p3 f"]
players = ["Ana", "Rui", "Eva"]
"""


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    with Doors(tmp_path_factory.mktemp("house")) as opened:
        yield opened


def sent(doors: Doors, text: str, at: int = 0) -> Any:
    return doors.visitor().post("/api/hands", {"text": text, "at": at})


def test_a_hand_of_a_file_is_played_again(doors: Doors) -> None:
    hand = sent(doors, HAND).json()
    assert hand["names"] == {"1": "Ana", "2": "Rui", "3": "Eva"} and hand["mine"] == "2"
    dealt = [(e["to"], e.get("card")) for e in hand["events"]
             if e.get("step") == "deal" and e["to"] != "burn"]
    assert dealt == [("1", None), ("2", "AS"), ("3", None), ("1", None), ("2", "KD"), ("3", None),
                     ("board", "AC"), ("board", "7H"), ("board", "2D")]
    assert [e["answer"] for e in hand["events"] if "answer" in e] == [
        "raise", "fold", "call", "bet", "fold"]
    assert hand["laid"]["felt"]["ring"]["hands"]["holdem"]["use"] == 0


def test_a_hand_from_elsewhere_is_not_judged_by_this_regulation(doors: Doors) -> None:
    hand = sent(doors, HAND).json()
    assert not hand["here"] and not [e for e in hand["events"] if e.get("law") or e.get("also")]


def test_one_of_many_hands_is_shown_and_the_others_are_named(doors: Doors) -> None:
    many = f"[7]\n{HAND}\n[8]\n{HAND.replace('Rui', 'Gil')}"
    hand = sent(doors, many, 1).json()
    assert hand["headings"] == ["7", "8"] and hand["names"]["2"] == "Gil"


@pytest.mark.parametrize("text", ["no hand at all", HAND.replace('"p3 f"]', '"p1 f"]'), ""])
def test_a_file_that_is_wrong_says_why(doors: Doors, text: str) -> None:
    answer = sent(doors, text)
    assert answer.status_code == 400 and answer.json()["code"] == "hands"


def test_only_the_page_of_a_table_may_stand_in_a_frame_of_the_house(doors: Doors) -> None:
    framed = doors.visitor().get("/table.html").headers
    assert framed["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in framed["content-security-policy"]
    other = doors.visitor().get("/tables.html").headers
    assert other["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in other["content-security-policy"]
