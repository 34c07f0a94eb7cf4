"""The five roads, against shoes worked by hand as published guides draw them.

The guides agree on where each derived road begins, on what is red, and that a streak which meets
another turns to the right at once; their own examples are pictures.
"""

from __future__ import annotations

from typing import Any

import pytest

from sabot.families.baccarat.roads import public_roads, roads
from sabot.families.layout.round import Carry


def shoe(marks: str) -> list[str]:
    """Results from letters: P, B and T, each with some points."""
    return [{"P": "P8-6", "B": "B7-3", "T": "T6-6"}[mark] for mark in marks.replace(" ", "")]


def at(cells: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(cell["column"], cell["row"]) for cell in cells]


def colours(cells: list[dict[str, Any]]) -> str:
    return "".join(cell["value"][0] for cell in cells)


def down(column: int, rows: int) -> list[tuple[int, int]]:
    return [(column, row) for row in range(rows)]


def test_a_short_shoe() -> None:
    """Streaks of three, two, one, three and one."""
    drawn = roads(shoe("BBB PP B PPP B"))
    assert at(drawn["bead"]) == [*down(0, 6), *down(1, 4)]
    assert colours(drawn["bead"]) == "BBBPPBPPPB"
    assert at(drawn["big"]) == [*down(0, 3), *down(1, 2), (2, 0), *down(3, 3), (4, 0)]
    assert colours(drawn["big"]) == "BBBPPBPPPB"
    assert colours(drawn["eye"]) == "rbbbrb"
    assert at(drawn["eye"]) == [(0, 0), *down(1, 3), (2, 0), (3, 0)]
    assert colours(drawn["small"]) == "brbb"
    assert at(drawn["small"]) == [(0, 0), (1, 0), (2, 0), (2, 1)]
    assert colours(drawn["cockroach"]) == "rrr" and at(drawn["cockroach"]) == down(0, 3)


def test_a_shoe_with_dragon_tails() -> None:
    """Eight of ponto turn right at the sixth row; a later streak of seven meets that tail and turns
    right above it."""
    drawn = roads(shoe("PPPPPPPP B PPPPPPP BT P"))
    assert at(drawn["big"]) == [*down(0, 6), (1, 5), (2, 5), (1, 0), *down(2, 5), (3, 4), (4, 4),
                                (3, 0), (4, 0)]
    assert [cell.get("ties", 0) for cell in drawn["big"]] == [0] * 16 + [1, 0]
    assert len(drawn["bead"]) == 19 and colours(drawn["bead"])[-2:] == "TP"
    assert colours(drawn["eye"]) == "bbrrrrrbb"
    assert colours(drawn["small"]) == "rrrrrrbr"
    assert at(drawn["small"]) == [*down(0, 6), (1, 0), (2, 0)]
    assert colours(drawn["cockroach"]) == "b"


def test_a_shoe_that_alternates_and_begins_with_a_tie() -> None:
    drawn = roads(shoe("T B P B P BB PP"))
    assert colours(drawn["bead"])[0] == "T"
    assert drawn["big"][0] == {"column": 0, "row": 0, "value": "B", "ties": 1}
    assert at(drawn["big"]) == [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (5, 0), (5, 1)]
    assert colours(drawn["eye"]) == "rrrbbr"
    assert colours(drawn["small"]) == "rrbbb"
    assert colours(drawn["cockroach"]) == "rbbb"


def test_pairs_are_told_in_the_two_roads_of_results() -> None:
    drawn = roads(["P8-6p", "T6-6pb", "P7-1b", "B7-3"])
    assert [cell.get("pairs", "") for cell in drawn["bead"]] == ["p", "pb", "b", ""]
    assert [(cell.get("pairs", ""), cell.get("ties", 0)) for cell in drawn["big"]] \
        == [("p", 1), ("b", 0), ("", 0)]


@pytest.mark.parametrize("marks", ["", "T", "TTT", "P", "PT"])
def test_the_first_coups_of_a_shoe(marks: str) -> None:
    drawn = roads(shoe(marks))
    assert len(drawn["bead"]) == len(marks)
    assert len(drawn["big"]) == marks.count("P")
    assert not (drawn["eye"] or drawn["small"] or drawn["cockroach"])


def test_a_streak_that_goes_on_and_on_never_turns_down_again() -> None:
    cells = at(roads(shoe("P" * 12 + "B" * 12))["big"])
    assert cells[:12] == [*down(0, 6), *[(column, 5) for column in range(1, 7)]]
    assert cells[12:] == [*down(1, 5), *[(column, 4) for column in range(2, 9)]]
    assert len(set(cells)) == 24


def test_a_table_shows_those_of_its_shoe() -> None:
    carry = Carry(("",), results=("B7-3", "P8-6", "T6-6"))
    assert public_roads(carry)["roads"] == roads(["T6-6", "P8-6", "B7-3"])
    assert public_roads(Carry(("",))) == {}
