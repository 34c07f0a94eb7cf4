"""What five cards are worth: every combination of the published lists, and every tie-break."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from sabot.families.poker.hands import (
    NO_DRAW,
    STANDARD,
    SYNTHETIC,
    Ranking,
    best,
    no_draw,
    strength,
)


def word(cards: str, ranking: Ranking = STANDARD) -> str:
    return strength(cards.split(), ranking).category


def beats(one: str, other: str, ranking: Ranking = STANDARD) -> bool:
    return strength(one.split(), ranking) > strength(other.split(), ranking)


def tie(one: str, other: str, ranking: Ranking = STANDARD) -> bool:
    return strength(one.split(), ranking) == strength(other.split(), ranking)


LADDER = (
    ("royal", "AS KS QS JS TS"), ("straight-flush", "9H 8H 7H 6H 5H"), ("four", "2S 2H 2D 2C 3S"),
    ("full", "2S 2H 2D 3C 3S"), ("flush", "7C 5C 4C 3C 2C"), ("straight", "5S 4H 3D 2C AS"),
    ("three", "2S 2H 2D 3C 4S"), ("two-pair", "2S 2H 3D 3C 4S"), ("pair", "2S 2H 3D 4C 5S"),
    ("high", "7S 5H 4D 3C 2S"))
"""The combinations from the highest to the lowest, each by as low a hand as there is."""


@pytest.mark.parametrize(("category", "cards"), LADDER)
def test_a_combination_has_its_name(category: str, cards: str) -> None:
    assert word(cards) == category
    assert word(cards, NO_DRAW) == category


def test_the_lowest_of_a_combination_beats_the_highest_of_the_next() -> None:
    highest = {
        "straight-flush": "KD QD JD TD 9D", "four": "AS AH AD AC KS", "full": "AS AH AD KC KS",
        "flush": "AC KC QC JC 9C", "straight": "AS KH QD JC TS", "three": "AS AH AD KC QS",
        "two-pair": "AS AH KD KC QS", "pair": "AS AH KD QC JS", "high": "AS KH QD JC 9S"}
    for (_, low), (below, _) in pairwise(LADDER):
        for ranking in (STANDARD, NO_DRAW):
            assert beats(low, highest[below], ranking)


def test_an_ace_goes_below_the_two_or_above_the_king_and_not_round() -> None:
    assert word("AS 2H 3D 4C 5S") == word("AS KH QD JC TS") == "straight"
    assert word("QS KH AD 2C 3S") == "high"
    assert beats("6S 5H 4D 3C 2S", "5S 4H 3D 2C AS")
    assert beats("6S 5S 4S 3S 2S", "5S 4S 3S 2S AS")


@pytest.mark.parametrize(("one", "other"), [
    ("9S 9H 9D 9C 3S", "8S 8H 8D 8C AS"), ("9S 9H 9D 9C 4S", "9S 9H 9D 9C 3S"),
    ("3S 3H 3D 2C 2S", "2S 2H 2D AC AS"), ("3S 3H 3D 4C 4S", "3S 3H 3D 2C 2S"),
    ("9S 8H 7D 6C 5S", "8S 7H 6D 5C 4S"), ("AS 9S 5S 4S 2S", "KH QH JH TH 8H"),
    ("AS 9S 5S 4S 3S", "AH 9H 5H 4H 2H"), ("4S 4H 4D 3C 2S", "3S 3H 3D AC KS"),
    ("4S 4H 4D 5C 2S", "4S 4H 4D 3C 2S"), ("4S 4H 4D AC 3S", "4S 4H 4D AC 2S"),
    ("KS KH 2D 2C 3S", "QS QH JD JC AS"), ("KS KH 3D 3C 2S", "KS KH 2D 2C AS"),
    ("KS KH 3D 3C 4S", "KS KH 3D 3C 2S"), ("3S 3H 4D 5C 6S", "2S 2H AD KC QS"),
    ("3S 3H 4D 5C 7S", "3S 3H 4D 5C 6S"), ("3S 3H 8D 7C 6S", "3S 3H 8D 7C 5S"),
    ("AS KH 4D 3C 2S", "AS QH JD TC 9S"), ("AS KH 9D 8C 3S", "AS KH 9D 8C 2S")])
def test_equal_combinations_are_told_apart_by_their_cards(one: str, other: str) -> None:
    assert word(one) == word(other)
    assert beats(one, other)


def test_suits_never_decide() -> None:
    assert tie("AS KS QS JS TS", "AC KC QC JC TC")
    assert tie("AS KH QD JC 9S", "AC KD QH JS 9C")


def test_under_the_letter_of_no_draw_poker_the_top_card_decides_flushes_and_pairs() -> None:
    letter = no_draw(flush_all=False, pair_all=False)
    assert tie("AS 9S 5S 4S 3S", "AH KH 5H 4H 2H", letter)
    assert beats("AS 9S 5S 4S 3S", "KH QH JH TH 8H", letter)
    assert tie("3S 3H 8D 7C 6S", "3D 3C 8C 5C 4S", letter)
    assert beats("3S 3H 9D 5C 4S", "3D 3C 8C 7C 6S", letter)
    assert beats("AS AH 8D 8C 6S", "AC AD 8H 8S 5S", letter)
    assert beats("3S 3H 8D 7C 6S", "3D 3C 8C 7H 4S", NO_DRAW)


def test_of_equal_high_cards_three_of_one_suit_win_in_no_draw_poker() -> None:
    three, none = "AS KS 9S 4H 2D", "AH KH 9C 4C 2S"
    assert beats(three, none, NO_DRAW)
    assert beats("AD KD 9H 4D 2D", none, NO_DRAW)
    assert tie(three, "AC KH 9H 4C 2C", NO_DRAW)
    assert tie(three, "AD KD 9H 4D 2D", NO_DRAW)
    assert tie(three, none, no_draw(suited_high=False))
    assert tie(three, none, STANDARD)
    assert beats("AH KH 9C 5C 2S", three, NO_DRAW)
    assert tie("AS AD KS 9S 2S", "AH AC KH 9C 2D", NO_DRAW)


SYNTHETIC_LADDER = (
    ("royal", "AS KS QS JS TS"), ("straight-flush", "JH TH 9H 8H AH"), ("four", "8S 8H 8D 8C 9S"),
    ("flush", "KC TC 9C 8C QC"), ("full", "AS AH AD KC KS"), ("straight", "AS 8H 9D TC JS"),
    ("three", "8S 8H 8D 9C TS"), ("figures-with-pairs", "JS JH QD QC KS"),
    ("simple-figures", "JS JH QD KC AS"), ("two-pair", "AS AH KD KC TS"),
    ("pair", "AS AH KD QC TS"), ("high", "AS KH QD JC 9S"))


def test_synthetic_poker_has_an_order_of_its_own() -> None:
    for category, cards in SYNTHETIC_LADDER:
        assert word(cards, SYNTHETIC) == category
    for (_, high), (_, low) in pairwise(SYNTHETIC_LADDER):
        assert beats(high, low, SYNTHETIC)


def test_figures_are_told_apart_by_their_pairs() -> None:
    assert beats("AS AH JD JC QS", "KS KH QD QC AS", SYNTHETIC)
    assert beats("AS AH QD QC JS", "AS AH JD JC KS", SYNTHETIC)
    assert beats("AS AH QD QC KS", "AS AH QD QC JS", SYNTHETIC)
    assert beats("KS KH AD QC JS", "QS QH AD KC JS", SYNTHETIC)
    assert tie("KS KH AD QC JS", "KD KC AH QS JC", SYNTHETIC)


def test_the_lowest_straight_of_synthetic_poker_is_jack_high() -> None:
    assert beats("QS JH TD 9C 8S", "JS TH 9D 8C AS", SYNTHETIC)
    straights = {strength(hand, SYNTHETIC) for hand in combinations(SYNTHETIC.pack, 5)
                 if strength(hand, SYNTHETIC).category == "straight"}
    assert len(straights) == 4


def test_the_98_280_hands_of_synthetic_poker() -> None:
    found = Counter(strength(hand, SYNTHETIC).category
                    for hand in combinations(SYNTHETIC.pack, 5))
    assert found == {
        "royal": 4, "straight-flush": 12, "four": 168, "flush": 68, "full": 1_008,
        "straight": 4_080, "three": 6_720, "figures-with-pairs": 1_728, "simple-figures": 1_536,
        "two-pair": 13_392, "pair": 52_224, "high": 17_340}


def test_the_best_five_of_seven() -> None:
    value, cards = best(["AS", "2H"], ["3D", "4C", "5S", "KD", "KC"])
    assert value.category == "straight"
    assert cards == ("5S", "4C", "3D", "2H", "AS")
    value, cards = best(["2S", "7H"], ["AS", "KS", "QS", "JS", "TS"])
    assert value.category == "royal" and cards == ("AS", "KS", "QS", "JS", "TS")
    value, cards = best(["9S", "9H"], ["9D", "KC", "KS", "AD", "AC"])
    assert cards == ("9S", "9H", "9D", "AD", "AC")


def test_omaha_takes_two_of_the_hand_and_three_of_the_board() -> None:
    board = ["AS", "KS", "QS", "JS", "2D"]
    assert best(["TS", "2H", "3H", "4H"], board, use=2)[0].category != "royal"
    assert best(["TS", "8S", "3H", "4H"], board, use=2)[0].category == "flush"
    value, cards = best(["2S", "2H", "2C", "AD"], board, use=2)
    assert value.category == "three" and set(cards[:3]) == {"2S", "2H", "2D"}
    value, cards = best(["AS", "KS"], ["QS", "JS", "8H", "TD", "AD"], SYNTHETIC, use=2)
    assert value.category == "straight"


@pytest.mark.parametrize(("cards", "says"), [
    (["AS"] * 5, "the same card twice: AS"), (["AS", "KS", "QS"], "five cards, not 3"),
    (["AS", "KS", "QS", "JS", "??"], "not a card of this pack"),
    (["AS", "KS", "QS", "JS", "1S"], "'1S'")])
def test_what_is_no_hand_is_refused_and_told(cards: list[str], says: str) -> None:
    with pytest.raises(ValueError, match=says.replace("?", r"\?")):
        strength(cards)


def test_a_pack_without_a_rank_has_no_such_card() -> None:
    with pytest.raises(ValueError, match="89TJQKA"):
        strength(["AS", "KS", "QS", "JS", "7S"], SYNTHETIC)
    with pytest.raises(ValueError, match="2 of 4 own cards and 3 of 2 board"):
        best(["AS", "KS", "QS", "JS"], ["TS", "9S"], use=2)
    with pytest.raises(ValueError, match="not 4"):
        best(["AS", "KS"], ["QS", "JS"])


def test_a_ranking_names_what_it_orders() -> None:
    with pytest.raises(ValueError, match="lacks four"):
        Ranking("odd", "6789TJQKA", tuple(w for w in STANDARD.order if w != "four"))
    with pytest.raises(ValueError, match="five different ranks"):
        Ranking("odd", "AAKQJ", STANDARD.order)
    with pytest.raises(ValueError, match="not combinations of poker: blaze"):
        Ranking("odd", "6789TJQKA", (*STANDARD.order, "blaze"))
    plain = Ranking("plain", "6789TJQKA", STANDARD.order[:-1])
    assert strength(["AS", "KS", "QS", "JS", "TS"], plain).category == "straight-flush"
    assert word("6S 7H 8D 9C AS", plain) == "straight"
