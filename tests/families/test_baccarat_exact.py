"""The exact laws of the games of baccarat: against plain recursions that draw single cards, and
against counts that others made."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb, perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment.cards import RANKS, packs
from sabot.families.baccarat import exact, three_card
from sabot.families.baccarat.remaining_cards import (
    Left,
    by_rank,
    by_value,
    full,
    remaining,
    without,
)

VALUE = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
BANCA = {3: "A2345679T", 4: "234567", 5: "4567", 6: "67"}
"""As rule 13 prints it; T is every card that counts nothing."""


def by_recursion(cards: str) -> dict[tuple[int, ...], Fraction]:
    """Every deal of these few cards, one card after another, as rule 13 reads."""
    found: dict[tuple[int, ...], Fraction] = {}

    def end(ponto: str, banca: str, chance: Fraction) -> None:
        one, other = (sum(VALUE[card] for card in hand) % 10 for hand in (ponto, banca))
        key = one, other, int(ponto[0] == ponto[1]), int(banca[0] == banca[1])
        found[key] = found.get(key, Fraction(0)) + chance

    def deal(ponto: str, banca: str, rest: str, chance: Fraction) -> None:
        one, other = (sum(VALUE[card] for card in hand[:2]) % 10 for hand in (ponto, banca))
        to = ""
        if len(ponto) + len(banca) < 4:
            to = "banca" if len(ponto) > len(banca) else "ponto"
        elif one < 8 and other < 8:
            if len(ponto) == 2 and one < 6:
                to = "ponto"
            elif len(banca) == 2:
                third = "T" if len(ponto) > 2 and ponto[2] in "TJQK" else ponto[2:]
                alone = not third and other < 6
                if alone or (third and (other < 3 or third in BANCA.get(other, ""))):
                    to = "banca"
        if not to:
            end(ponto, banca, chance)
            return
        for at, card in enumerate(rest):
            left = rest[:at] + rest[at + 1:]
            more = chance / len(rest)
            deal(*((ponto + card, banca) if to == "ponto" else (ponto, banca + card)), left, more)

    deal("", "", cards, Fraction(1))
    return found


def of(cards: str) -> Left:
    count = Counter(cards)
    return tuple(count[rank] for rank in RANKS)


@pytest.mark.parametrize("cards", ["AA3456789", "TTJJQ678", "K5K566T2", "9JQKTTA43", "4444567"])
def test_a_coup_is_what_drawing_card_by_card_makes_it(cards: str) -> None:
    law, all_deals = exact.law(of(cards)), perm(len(cards), 6)
    assert sum(law.values()) == all_deals
    assert {fell: Fraction(ways, all_deals) for fell, ways in law.items()} == by_recursion(cards)


@settings(max_examples=15, deadline=None)
@given(st.text(RANKS, min_size=6, max_size=8))
def test_so_it_is_of_any_few_cards(cards: str) -> None:
    law = exact.law(of(cards))
    assert {fell: Fraction(ways, perm(len(cards), 6)) for fell, ways in law.items()} == \
        by_recursion(cards)


@pytest.mark.parametrize(("count", "banca", "ponto", "tie"), [
    (8, 2292252566437888, 2230518282592256, 475627426473216),
    (6, 403095751234560, 392220492728832, 83552962932288)])
def test_the_counts_of_the_whole_shoe(count: int, banca: int, ponto: int, tie: int) -> None:
    """Counts that are published for eight packs; those of six are held by the recursions above."""
    law = exact.law(full(count))
    won = {sign: sum(ways for fell, ways in law.items() if (fell[0] > fell[1]) - (
        fell[0] < fell[1]) == sign) for sign in (-1, 0, 1)}
    assert (won[-1], won[1], won[0]) == (banca, ponto, tie)
    assert sum(won.values()) == perm(52 * count, 6)


@pytest.mark.parametrize("count", range(1, 9))
def test_a_pair_comes_as_often_as_two_cards_are_alike(count: int) -> None:
    law = exact.law(full(count))
    pair = Fraction(4 * count - 1, 52 * count - 1)
    for side in (2, 3):
        assert Fraction(sum(ways for fell, ways in law.items() if fell[side]),
                        perm(52 * count, 6)) == pair
    both = Fraction(sum(ways for fell, ways in law.items() if fell[2] and fell[3]),
                    perm(52 * count, 6))
    same = Fraction(perm(4 * count, 4), perm(52 * count, 4)) * 13
    other = Fraction(perm(4 * count, 2) ** 2, perm(52 * count, 4)) * 13 * 12
    assert both == same + other


def test_the_counts_of_the_register_for_one_pack_and_one_place() -> None:
    law, size = three_card.law(full(1), 1), 31
    banker_first = [(at // size, at % size, ways) for at, ways in enumerate(law)]
    assert sum(ways for bank, place, ways in banker_first if place < bank) == 195_898_240
    assert sum(ways for bank, place, ways in banker_first if place > bank) == 195_898_240
    assert sum(ways for bank, place, ways in banker_first if place == bank) == 15_373_920
    assert sum(law) == comb(52, 3) * comb(49, 3) == 407_170_400


def test_the_counts_of_the_register_for_each_rank() -> None:
    found = three_card.law(full(1))
    assert found[0] == 220 and sum(found) == 22_100
    for n, points in enumerate(range(9, -1, -1)):
        one_figure = 960 if points % 2 else 912
        assert found[1 + 3 * n:4 + 3 * n] == (264, one_figure, 988)


def rank_of(cards: tuple[str, ...]) -> int:
    """The annex, from the cards themselves."""
    figures = sum(card[0] in "JQK" for card in cards)
    points = sum(VALUE[card[0]] for card in cards) % 10
    if figures == 3:
        return 1
    return 2 + 3 * (9 - points) + {2: 0, 1: 1, 0: 2}[figures]


def test_every_set_of_three_cards_has_its_rank() -> None:
    counted = Counter(rank_of(hand) for hand in itertools.combinations(packs(1), 3))
    assert tuple(counted[rank] for rank in range(1, 32)) == three_card.law(full(1))


@pytest.mark.parametrize("cards", ["KQJTTA9", "JJQ5556", "99TK8AA2", "KKKQ34TT"])
def test_hands_against_each_other_are_what_dealing_them_out_makes_them(cards: str) -> None:
    numbered = tuple(enumerate(cards))
    for places in (1, 2):
        hands = places + 1
        if len(cards) < 3 * hands:
            cards += "TJ5"[:3 * hands - len(cards)]
            numbered = tuple(enumerate(cards))
        counted: Counter[tuple[int, ...]] = Counter()

        def deal(left: tuple[tuple[int, str], ...], ranks: tuple[int, ...]) -> None:
            if len(ranks) == hands:  # noqa: B023
                counted[ranks] += 1  # noqa: B023
                return
            for hand in itertools.combinations(left, 3):
                rest = tuple(card for card in left if card not in hand)
                deal(rest, (*ranks, rank_of(tuple(card for _, card in hand))))

        deal(numbered, ())
        law = three_card.law(of(cards), places)
        falls = list(itertools.product(range(1, 32), repeat=hands))
        assert {fell: ways for fell, ways in zip(falls, law, strict=True) if ways} == counted


@pytest.mark.parametrize("count", [1, 3, 8])
def test_two_places_are_one_place_twice(count: int) -> None:
    """The joint law of two places has that of one as its margin, whichever is left out."""
    import numpy as np
    cube = np.array(three_card.law(full(count), 2), dtype=object).reshape(31, 31, 31)
    square = np.array(three_card.law(full(count), 1), dtype=object).reshape(31, 31)
    more = comb(52 * count - 6, 3)
    for axis in range(3):
        assert (cube.sum(axis=axis) == square * more).all()
    assert (square == square.T).all()


# -- what is left of a shoe ------------------------------------------------------------------------


def test_a_shoe_half_played_is_told_by_what_is_left_or_by_what_has_gone() -> None:
    left = remaining("A=20 10=3, k=0", 8, 6)
    assert by_rank(left) == dict.fromkeys(RANKS, 32) | {"A": 20, "T": 3, "K": 0}
    assert without("AS AS KD 7 7=3 10H=2", 6, 6) == tuple(
        24 - {"A": 2, "K": 1, "7": 4, "T": 2}.get(rank, 0) for rank in RANKS)
    assert by_value(left) == (3 + 32 + 32 + 0, 20, *[32] * 8)


@pytest.mark.parametrize(("text", "says"), [
    ("", "no rank is named"), ("A", "'A' is not RANK=CARDS"), ("X=3", "'X' is not a rank"),
    ("AS=3", "'AS' is not a rank"), ("A=33", "8 packs have 32 cards of a rank"),
    ("A=-1", "'-1' is not a number of cards"), ("A=3 A=4", "A is named twice"),
    ("A=", "'' is not a number of cards"), ("=4", "'' is not a rank"),
    (" ".join(f"{rank}=0" for rank in RANKS), "0 cards are left; a coup may take 6")])
def test_what_is_left_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        remaining(text, 8, 6)


@pytest.mark.parametrize(("text", "says"), [
    (" ", "no card is named"), ("AS=9", "8 packs have 8 such cards"), ("1S", "'1S' is not a rank"),
    ("A=33", "8 packs have 32 cards of a rank"), ("KX", "'KX' is not a rank"),
    ("A=x", "'x' is not a number of cards")])
def test_cards_that_cannot_have_gone_are_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        without(text, 8, 6)


def test_cards_without_number_are_no_shoe() -> None:
    with pytest.raises(ValueError, match="at least one pack"):
        full(0)
    with pytest.raises(ValueError, match="5 cards are left"):
        exact.law(of("A2345"))
    with pytest.raises(ValueError, match="this deal takes 9"):
        three_card.law(of("A2345678"), 2)
