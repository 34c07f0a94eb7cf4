"""How many of all deals end in each combination, as the page of poker hands says."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest

from sabot.equipment.cards import PACK
from sabot.families.poker import census
from sabot.families.poker.forms import FORMS
from sabot.families.poker.hands import STANDARD, SYNTHETIC
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.tables import BIAS, tables

PAGE = Path(__file__).parents[2] / "docs" / "poker-hands.md"
NAMED = {
    "royal flush": "royal", "straight flush": "straight-flush", "four of a kind": "four",
    "full house": "full", "three of a kind": "three", "two pairs": "two-pair", "one pair": "pair",
    "high card": "high", "figures with pairs": "figures-with-pairs",
    "simple figures": "simple-figures"}


def read_column(column: str) -> dict[str, int]:
    """A column of the page, whose last line is its sum."""
    lines = [[cell.strip() for cell in line.strip("| \n").split("|")]
             for line in re.findall(r"^\| .*\|$", PAGE.read_text("utf-8"), re.M)]
    head = next(line for line in lines if line[0] == "combination")
    at, found = head.index(column), dict[str, int]()
    for line in lines[lines.index(head) + 1:]:
        if line[0] == "all":
            assert sum(found.values()) == int(line[at].replace(" ", ""))
            return found
        if len(line) > at and line[at]:
            found[NAMED.get(line[0], line[0])] = int(line[at].replace(" ", ""))
    raise AssertionError(column)


def test_hands_of_five_and_seven() -> None:
    assert read_column("five of 52") == census.by_combination(STANDARD)
    assert read_column("seven of 52") == census.by_combination(STANDARD, seven=True)
    assert read_column("five of 28") == census.by_combination(SYNTHETIC)


def test_deals_of_synthetic_poker() -> None:
    found = census.of_two_and_three(FORMS["synthetic"])
    assert read_column("synthetic poker") == found
    assert sum(found.values()) == comb(28, 5) * comb(23, 2)


def test_deals_of_synthetic_poker_told_hand_by_hand() -> None:
    evaluate, pack = evaluator(SYNTHETIC), [PACK.index(card) for card in SYNTHETIC.pack]
    places = np.fromiter(chain.from_iterable(combinations(range(26), 5)), np.uint8).reshape(-1, 5)
    found = Counter[str]()
    for one, other in combinations_with_replacement(SYNTHETIC.ranks, 2):
        for suit, ways in (("H", 6),) if one == other else (("S", 4), ("H", 12)):
            own = [PACK.index(one + "S"), PACK.index(other + suit)]
            left = np.array([card for card in pack if card not in own], np.uint8)
            numbers = evaluate.twos(np.tile(np.array(own, np.uint8), (len(places), 1)),
                                    left[places])
            for number, times in enumerate(np.bincount(numbers).tolist()):
                if times:
                    found[evaluate.strength(number).category] += ways * times
    assert found == read_column("synthetic poker")


@pytest.mark.parametrize("board", ["AS KS QS JS 2D", "9H 9D 9C 4S 4H", "2H 5H 8H JH KH",
                                   "AS 3D 4C 8H 9S"])
def test_all_hands_of_omaha_on_one_board(board: str) -> None:
    all_tables, five = tables(STANDARD), tables(STANDARD).of_size(5)
    common = [PACK.index(card) for card in board.split()]
    total = np.array([BIAS + sum(int(five.keys[c]) for c in common)], np.uint64)
    mask = np.array([sum(int(five.masks[c]) for c in common)], np.uint64)
    kind = np.array([0, *(value.rank for value in all_tables.strengths if value)], np.uint64)
    counts = np.zeros(10, np.int64)
    census._count_pairs(all_tables.with_board(), kind, np.arange(52, dtype=np.uint8), total, mask,
                        np.ones(1, np.int64), True, np.zeros(52, np.uint8),
                        np.zeros((52, 52), np.uint64), counts)
    left = np.array([card for card in range(52) if card not in common], np.uint8)
    places = np.fromiter(chain.from_iterable(combinations(range(47), 4)), np.uint8).reshape(-1, 4)
    numbers = evaluator().twos(left[places], np.tile(np.array(common, np.uint8), (len(places), 1)))
    assert counts.tolist() == np.bincount(kind[numbers].astype(np.int64), minlength=10).tolist()


@pytest.mark.soak
def test_deals_of_omaha() -> None:
    found = census.of_two_and_three(FORMS["omaha"])
    assert read_column("Omaha") == found
    assert sum(found.values()) == comb(52, 5) * comb(47, 4)
