"""A chart as a file: read cell by cell under the law of its table, written for people."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sabot import games
from sabot.families.blackjack.charts.chart import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Chart, mimic
from sabot.families.blackjack.charts.chartfile import CARDS, UPS, BadChart, dump, hand_name, load
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.charts.legal import open_acts
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.rules.pricing_rules import pricing_terms
from support.plain_tables import table_with

T = states()
HANDS: dict[str, Any] = {
    **{f"hard {n}": "hit" for n in range(4, 17)}, **{f"hard {n}": "stand" for n in range(17, 21)},
    **{f"soft {n}": "hit" for n in range(12, 18)}, **{f"soft {n}": "stand" for n in range(18, 21)}}


def of(game_id: str) -> tuple[Any, Any]:
    game = games.game(game_id)
    return game.book, table_with(game, ())


def read(game_id: str = "blackjack-2007", **more: Any) -> Chart:
    hands = {**HANDS, **more.pop("hands", {})}
    return load(*of(game_id), json.dumps({"hands": hands, **more}), game_id)


def faults(game_id: str = "blackjack-2007", **more: Any) -> str:
    with pytest.raises(BadChart) as refused:
        read(game_id, **more)
    return str(refused.value)


def at(up: str, *cards: int) -> tuple[int, int]:
    hand = T.one[cards[0] - 1]
    for card in cards[1:]:
        hand = T.next[hand, card - 1]
    return CARDS.index(up), int(hand)


def played_alike(game_id: str, one: Chart, other: Chart) -> bool:
    """Whether two charts say the same to every hand that is asked anything."""
    book, table = of(game_id)
    terms = pricing_terms(book.table_law(table))
    for up in range(10):
        for split in (None, *range(1, 11)):
            for may in (True, False):
                asked = (T.size >= 2) & open_acts(terms, up + 1, split, may)[HIT:].any(axis=0)
                if split is not None:
                    asked &= T.cards[:, split - 1] > 0
                if not may:
                    asked &= T.twin > 0
                a, b = (((c.first if may else c.first_whole)[up] if split is None else
                         (c.after if may else c.after_whole)[up, split - 1]) for c in (one, other))
                if (a != b)[asked].any():
                    return False
    return bool((one.insure == other.insure)[T.size == 2].all())


@pytest.mark.parametrize(("game_id", "strategy"), [
    ("blackjack-2007", "total"), ("blackjack-macau", "composition")])
def test_the_best_play_survives_its_file(game_id: str, strategy: str) -> None:
    book, table = of(game_id)
    chart = worth(pricing_terms(book.table_law(table)), strategy).chart
    text = dump(book, table, chart, game=game_id, name=strategy)
    assert played_alike(game_id, load(book, table, text, game_id), chart)


def test_any_chart_survives_its_file() -> None:
    """Hands that are played against all sense, here and there."""
    book, table = of("blackjack-macau")
    chance, chart = np.random.default_rng(4), mimic()
    terms = pricing_terms(book.table_law(table))
    parts = {name: part.copy() for name, part in chart._asdict().items()}
    for _ in range(60):
        up, split, hand = (int(chance.integers(n)) for n in (10, 10, T.plain))
        if T.size[hand] < 2 or not T.cards[hand, split]:
            continue
        for name, of_split, may in (("first", None, True), ("after", split + 1, True)):
            there = np.nonzero(open_acts(terms, up + 1, of_split, may)[:, hand])[0]
            cell = (up, hand) if of_split is None else (up, split, hand)
            parts[name][cell] = chance.choice(there)
    chart = Chart(**parts)
    back = load(book, table, dump(book, table, chart, game="x", name="y"), "x")
    assert played_alike("blackjack-macau", back, chart)


def test_a_simple_file_is_the_bank_s_way() -> None:
    chart = read()
    assert played_alike("blackjack-2007", chart, mimic()) is False  # soft 17 is hit here
    assert chart.first[at("6", 10, 6)] == HIT and chart.first[at("6", 10, 7)] == STAND
    assert chart.first[at("6", 2, 3, 5, 6)] == HIT


def test_nearer_names_go_before_wider_ones() -> None:
    chart = read(hands={"hard 16": {"2-6": "stand", "7-A": "hit"}, "10,4,2": {"10": "stand"},
                        "6,10": {"9": "surrender/hit"},
                        "pair 8,8": "split/hit"})
    assert chart.first[at("3", 9, 7)] == STAND and chart.first[at("7", 9, 7)] == HIT
    assert chart.first[at("10", 2, 4, 10)] == STAND and chart.first[at("10", 3, 3, 10)] == HIT
    assert chart.first[at("9", 10, 6)] == SURRENDER
    assert chart.first[at("10", 8, 8)] == SPLIT and chart.first_whole[at("10", 8, 8)] == HIT


def test_an_order_of_acts_takes_the_first_that_is_open() -> None:
    """Two cards double; three take a card. After a split nobody gives up."""
    chart = read(hands={"hard 11": "double/hit", "hard 15": {"10": "surrender/hit", "2-9": "hit",
                                                              "A": "hit"}})
    assert chart.first[at("6", 5, 6)] == DOUBLE and chart.first[at("6", 2, 3, 6)] == HIT
    up, hand = at("10", 10, 5)
    assert chart.first[up, hand] == SURRENDER and chart.after[up, 4, hand] == HIT


def test_hands_of_a_split_have_rows_of_their_own() -> None:
    chart = read(**{"hands": {"pair 8,8": "split/hit"}, "split 8,8": {"hard 18": "hit"}})
    up, hand = at("9", 8, 10)
    assert (chart.first[up, hand], chart.after[up, 7, hand], chart.after[up, 9, hand]) == (
        STAND, HIT, STAND)


def test_suits_that_may_earn_a_prize() -> None:
    chart = read(hands={"6,7 of one suit": "stand", "6,7 of one suit, the 8 of it shown": "hit"})
    against_eight = chart.first[CARDS.index("8")]
    assert [int(against_eight[T.plain + k]) for k in (0, 1)] == [STAND, HIT]
    assert hand_name(T.plain + 3) == "6,8 of one suit, the 7 of it shown"


def test_insurance_and_even_money() -> None:
    chart = read(**{"insurance": ["9,10", "A,5"], "even money": ["A"]})
    assert chart.insure[T.two[8, 9]] and chart.insure[T.two[0, 4]] and chart.insure.sum() == 2
    assert list(chart.evens) == [1] + [0] * 9
    assert read(insurance="always").insure[T.size == 2].all()


@pytest.mark.parametrize(("more", "words"), [
    ({"hands": {"hard 8": "stand"}}, "hard 8 against A: stand is not open to 2,6 "
                                     "(pt-217-2007/blackjack/18); open: hit"),
    ({"hands": {"hard 16": "double/hit"}}, "double is not open (pt-217-2007/blackjack/29)"),
    ({"hands": {"soft 13": {"2-A": "surrender"}}}, "not open to A,A,A"),
    ({"hands": {"hard 11": "double"}}, "double is not open to 2,2,7"),
    ({"hands": {"hard 15": {"2-9": "hit"}}},
     "hard 15 against A: the cell is missing; open: stand, hit"),
    ({"hands": {"hard 16": {"A": "surrender/hit", "2-10": "hit"}}},
     "hard 16 against A: surrender is not open (pt-217-2007/blackjack/36)"),
    ({"hands": {"hard 3": "hit"}}, "'hard 3' is not a hand"),
    ({"hands": {"9,9,9": "hit"}}, "'9,9,9' is not a hand"),
    ({"hands": {"6,10": "hit", "10,6": "hit"}}, "'10,6' appears twice"),
    ({"hands": {"hard 16": "run"}}, "'run' is not an act"),
    ({"hands": {"hard 16": {"2-A": 7}}}, "an act is required, not 7"),
    ({"hands": {"hard 16": {"J": "hit"}}}, "'J' is not a card of the bank"),
    ({"hands": {"hard 16": {"2-6": "hit", "6-A": "hit"}}}, "against 6 appears twice"),
    ({"hands": {"hard 16": ["hit"]}}, "an act, or an object of acts"),
    ({"split 8,8": {"hard 18": "surrender"}}, "surrender is not open"),
    ({"split 8,8": []}, "an object of rows by hand name"),
    ({"insurance": ["10"]}, "'10' is not a hand of two cards"),
    ({"insurance": 3}, "'never', 'always' or a list"),
    ({"even money": ["10"]},
     "not offered against '10' (pt-217-2007/blackjack/34); offered against A"),
    ({"even money": "A"}, "a list of cards"),
    ({"colour": 1}, "unknown key 'colour'"),
    ({"game": "blackjack-macau"}, "the chart is for blackjack-macau"),
])
def test_what_is_missing_or_unlawful_is_named(more: dict[str, Any], words: str) -> None:
    assert words in faults(**more)


def test_an_option_of_the_table_decides_what_is_open() -> None:
    hands = {"hard 16": "double/hit"}
    game = games.game("blackjack-online")
    text = json.dumps({"hands": {**HANDS, **hands}})
    book = game.book
    with pytest.raises(BadChart, match="double is not open"):
        load(book, table_with(game, ()), text)
    chart = load(book, table_with(game, ("double_any=true",)), text)
    assert chart.first[at("5", 10, 6)] == DOUBLE


def test_many_faults_are_told_together_and_not_without_end() -> None:
    lines = faults(hands={f"hard {n}": "stand" for n in range(4, 12)}).splitlines()
    assert len(lines) == 13 and lines[-1].startswith("and ")


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '{"hands": {}, "hands": {}}', "[" * 100_000,
                                  '{"hands": 3}'])
def test_what_is_no_chart(text: str) -> None:
    with pytest.raises(BadChart):
        load(*of("blackjack-2007"), text)


def test_a_file_reads_as_one_would_say_it() -> None:
    book, table = of("blackjack-2007")
    found = json.loads(dump(book, table, mimic(), game="blackjack-2007", name="as the bank"))
    assert found["hands"]["hard 16"] == "hit" and found["hands"]["soft 17"] == "stand"
    assert found["insurance"] == "never" and found["even money"] == []
    assert not any(key.startswith("split") for key in found) and len(UPS) == 10


def test_the_chart_of_the_documentation_can_be_played() -> None:
    page = Path(__file__).parents[2] / "docs" / "simulation.md"
    texts = re.findall(r"^```json\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    text = next(one for one in texts if '"blackjack-2007"' in one)
    chart = load(*of("blackjack-2007"), text, "blackjack-2007")
    assert chart.first[at("9", 10, 6)] == SURRENDER and chart.first[at("9", 9, 7)] == HIT
