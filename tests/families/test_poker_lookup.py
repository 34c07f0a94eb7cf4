"""The fast evaluator is the definition: class by class, and by the known counts of all hands."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import chain, combinations, combinations_with_replacement
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from sabot.equipment.cards import PACK
from sabot.families.poker import kernel
from sabot.families.poker.hands import (
    NO_DRAW,
    STANDARD,
    SYNTHETIC,
    Ranking,
    best,
    no_draw,
    strength,
)
from sabot.families.poker.lookup import Evaluator, evaluator
from sabot.families.poker.tables import KEYS, classes, tables

LETTER = no_draw(flush_all=False, pair_all=False, suited_high=False)
SHORT = Ranking("short", "6789TJQKA", (
    "high", "pair", "two-pair", "straight", "three", "full", "flush", "four", "straight-flush"))
RANKINGS = (STANDARD, NO_DRAW, SYNTHETIC, LETTER, SHORT)
ALL_FIVE = {
    "royal": 4, "straight-flush": 36, "four": 624, "full": 3_744, "flush": 5_108,
    "straight": 10_200, "three": 54_912, "two-pair": 123_552, "pair": 1_098_240,
    "high": 1_302_540}
ALL_SEVEN = {
    "royal": 4_324, "straight-flush": 37_260, "four": 224_848, "full": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three": 6_461_620, "two-pair": 31_433_400,
    "pair": 58_627_800, "high": 23_294_460}
"""The hands of five and of seven cards of a pack of 52, as the literature counts them."""


def named(ranking: Ranking) -> pytest.MarkDecorator:
    return pytest.param(ranking, id=ranking.name)


def census(ranking: Ranking, size: int) -> dict[str, int]:
    """How many hands of so many cards have each combination."""
    evaluate = evaluator(ranking)
    found = Counter[str]()
    for number, times in enumerate(evaluate.census(seven=size == 7).tolist()):
        if times:
            found[evaluate.strength(number).category] += times
    return dict(found)


def numbers(cards: list[str] | tuple[str, ...]) -> list[int]:
    return [PACK.index(card) for card in cards]


@pytest.mark.parametrize("ranking", [named(one) for one in RANKINGS])
def test_every_class_of_five_cards_is_as_defined(ranking: Ranking) -> None:
    """Every set of ranks, and every way of suits that matters to it."""
    evaluate = evaluator(ranking)
    for ranks in combinations_with_replacement(ranking.ranks, 5):
        if len(set(ranks)) == 1:
            continue
        single = len(set(ranks)) == 5
        for suits in ("SSSSS", "SSSHD", "HHCSS", "SSHHD", "SHDCS") if single else ("SHDCS",):
            cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            assert evaluate.strength(evaluate.rank(cards)) == strength(cards, ranking), cards


@pytest.mark.parametrize("ranking", [named(one) for one in (STANDARD, SYNTHETIC, LETTER, SHORT)])
def test_the_best_of_six_and_seven_is_as_defined(ranking: Ranking) -> None:
    evaluate, random = evaluator(ranking), Random(7)
    for size in (6, 7):
        for _ in range(400):
            cards = random.sample(ranking.pack, size)
            assert evaluate.strength(evaluate.rank(cards)) == best(cards, (), ranking)[0], cards
        for _ in range(200):  # flushes are rare: cards of two suits
            cards = random.sample([c for c in ranking.pack if c[1] in "SH"], size)
            assert evaluate.strength(evaluate.rank(cards)) == best(cards, (), ranking)[0], cards


@pytest.mark.parametrize("ranking", [named(one) for one in RANKINGS])
def test_arrays_and_single_hands_agree(ranking: Ranking) -> None:
    evaluate, random = evaluator(ranking), Random(3)
    for size in (5,) if ranking.suited_high else (5, 6, 7):
        hands = [random.sample(ranking.pack, size) for _ in range(3000)]
        found = evaluate.ranks([numbers(hand) for hand in hands])
        assert found.dtype == np.uint16
        assert found.tolist() == [evaluate.rank(hand) for hand in hands]
        assert found.tolist() == [evaluate.rank(numbers(hand)) for hand in hands]
        assert evaluate.ranks([numbers(hand) for hand in hands],
                              check=False).tolist() == found.tolist()


def test_compiled_code_asks_for_one_hand() -> None:
    random, evaluate = Random(5), evaluator()
    for size, ask in ((5, kernel.rank5), (6, kernel.rank6), (7, kernel.rank7)):
        table = evaluate.tables.of_size(size)
        for _ in range(300):
            cards = random.sample(PACK, size)
            given_rows = np.array(numbers(cards), np.uint8)
            assert ask(table, *given_rows) == kernel.rank(table, given_rows) == evaluate.rank(cards)
    table = tables(NO_DRAW).of_size(5)
    for cards in ("AS KS 9S 4H 2D", "AH KH 9C 4C 2S", "AS AD KS 9S 2S", "AC KC 9C 4C 2S"):
        given_rows = np.array(numbers(cards.split()), np.uint8)
        right = evaluator(NO_DRAW).rank(cards.split())
        assert kernel.rank5(table, *given_rows) == kernel.rank(table, given_rows) == right


@pytest.mark.parametrize(("ranking", "own"), [
    pytest.param(STANDARD, 4, id="omaha"), pytest.param(STANDARD, 5, id="omaha-of-five"),
    pytest.param(SYNTHETIC, 2, id="synthetic"), pytest.param(SHORT, 4, id="short")])
def test_two_and_three_are_as_defined(ranking: Ranking, own: int) -> None:
    evaluate, random = evaluator(ranking), Random(11)
    dealt = [random.sample(ranking.pack, own + 5) for _ in range(250)]
    dealt += [random.sample([c for c in ranking.pack if c[1] in "SH"], own + 5)
              for _ in range(250)]
    found = evaluate.twos([numbers(cards[:own]) for cards in dealt],
                          [numbers(cards[own:]) for cards in dealt])
    for cards, number in zip(dealt, found.tolist(), strict=True):
        right = best(cards[:own], cards[own:], ranking, use=2)[0]
        assert evaluate.strength(number) == right, cards
        assert evaluate.two(cards[:own], cards[own:]) == number
        rows = np.array(numbers(cards), np.uint8)
        assert evaluate.twos([rows[:own]], [rows[own:]], check=False).tolist() == [number]
        assert kernel.two(evaluate.tables.with_board(), rows[:own], rows[own:]) == number


def test_the_2_598_960_hands_of_five_cards() -> None:
    assert census(STANDARD, 5) == census(NO_DRAW, 5) == ALL_FIVE


def test_the_133_784_560_hands_of_seven_cards() -> None:
    assert census(STANDARD, 7) == ALL_SEVEN


def test_the_hands_of_synthetic_poker() -> None:
    assert census(SYNTHETIC, 5) == {
        "royal": 4, "straight-flush": 12, "four": 168, "flush": 68, "full": 1_008,
        "straight": 4_080, "three": 6_720, "figures-with-pairs": 1_728, "simple-figures": 1_536,
        "two-pair": 13_392, "pair": 52_224, "high": 17_340}


def test_7_462_strengths_of_five_cards_and_4_824_of_seven() -> None:
    all_tables = tables(STANDARD)
    assert classes(all_tables, 5).total() == 7_462 and len(all_tables.strengths) == 7_463
    assert classes(all_tables, 7).total() == 4_824
    assert classes(all_tables, 5)["high"] == classes(all_tables, 5)["flush"] == 1_277
    assert classes(all_tables, 7)["high"] == 407


def test_no_two_sets_of_ranks_have_one_sum() -> None:
    """Each number is the least of which that is so."""
    for count in range(1, len(KEYS) + 1):
        most = KEYS[count - 1]
        assert _differ(KEYS[:count])
        before = KEYS[:count - 1]
        tried = range((before or (0,))[-1] + 1, most) if count < 6 else range(most - 20, most)
        assert not any(_differ((*before, less)) for less in tried)


def _differ(keys: tuple[int, ...]) -> bool:
    sums = [(0, 0)]
    for key in keys:
        sums = [(cards + same, total + same * key) for cards, total in sums
                for same in range(min(4, 7 - cards) + 1)]
    return len({total for _, total in sums}) == len(sums)


@pytest.mark.soak
@pytest.mark.parametrize("ranking", [named(one) for one in RANKINGS])
def test_every_hand_of_five_cards_is_as_defined(ranking: Ranking) -> None:
    evaluate = evaluator(ranking)
    for cards in combinations(ranking.pack, 5):
        assert evaluate.strength(evaluate.rank(cards)) == strength(cards, ranking), cards


def threes(own: list[int], left: list[int], evaluate: Evaluator) -> NDArray[np.uint16]:
    """By places in ``left`` the best of two own cards and those three, by ranking five cards."""
    common = np.array(list(combinations(range(len(left)), 3)))
    cards = np.array(left)[common]
    found = np.zeros(len(common), np.uint16)
    for pair in combinations(own, 2):
        five = np.hstack((np.tile(pair, (len(cards), 1)), cards))
        found = np.maximum(found, evaluate.ranks(five))
    table = np.zeros((len(left),) * 3, np.uint16)
    table[tuple(common.T)] = found
    return table


def on_every_board(own: list[int], pack: list[int], evaluate: Evaluator) -> int:
    """Holds a hand against all boards of five; how many there were."""
    left = [card for card in pack if card not in own]
    boards = np.fromiter(chain.from_iterable(combinations(range(len(left)), 5)), np.uint8)
    boards = boards.reshape(-1, 5)
    table, right = threes(own, left, evaluate), np.zeros(len(boards), np.uint16)
    for three in combinations(range(5), 3):
        right = np.maximum(right, table[tuple(boards[:, three].T)])
    found = evaluate.twos(np.tile(np.array(own, np.uint8), (len(boards), 1)),
                          np.array(left, np.uint8)[boards])
    assert (found == right).all()
    return len(boards)


@pytest.mark.parametrize("own", ["AS KS QH QD", "7C 7D 8C 9D", "2H 3H 4H 5H"])
def test_a_hand_of_omaha_on_all_its_boards(own: str) -> None:
    assert on_every_board(numbers(own.split()), list(range(52)), evaluator()) == 1_712_304


def test_synthetic_poker_on_all_boards() -> None:
    """Every hand but for the names of its suits: 7 pairs, 21 of one suit, 21 of two."""
    pack = numbers(SYNTHETIC.pack)
    hands = [numbers((one + "S", other + suit)) for one, other in combinations_with_replacement(
        SYNTHETIC.ranks, 2) for suit in ("SH" if one != other else "H")]
    assert len(hands) == 49
    for own in hands:
        assert on_every_board(own, pack, evaluator(SYNTHETIC)) == 65_780


@pytest.mark.soak
def test_synthetic_poker_on_all_boards_with_every_hand() -> None:
    pack = numbers(SYNTHETIC.pack)
    assert sum(on_every_board(list(own), pack, evaluator(SYNTHETIC))
               for own in combinations(pack, 2)) == 24_864_840


@pytest.mark.parametrize(("hands", "says"), [
    ([[0, 1, 2, 3, 3]], "row 0: the same card twice: 4S"), ([[0, 1, 2, 3, 52]], "not a card.*'52'"),
    ([[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]], "row 1: .*not a card"),
    ([[0, 1, 2, 3, 256]], "not a card"),
    ([[0.5, 1, 2, 3, 4]], "whole numbers"), ([0, 1, 2, 3, 4], "rows"),
    ([[0, 1, 2, 3]], "no table of 4 cards")])
def test_what_is_no_hand_is_told(hands: list[object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        evaluator().ranks(hands)  # type: ignore[arg-type]


def test_unchecked_rows_of_anything_do_no_harm() -> None:
    """What they are worth means nothing; no table is read beyond its end."""
    for evaluate in (evaluator(), evaluator(SYNTHETIC)):
        rows = np.random.default_rng(1).integers(0, 256, (20_000, 7), np.uint8)
        cards = np.random.default_rng(2).choice(numbers(evaluate.tables.ranking.pack), (20_000, 7))
        for sized in map(evaluate.tables.of_size, (5, 6, 7)):
            assert int(sized.low.max()) + int(sized.high.max()) < len(sized.values)
            assert len(sized.low) == len(sized.high) == 1 << 14
        for some in (rows, cards):
            assert evaluate.ranks(some, check=False).max() < len(evaluate.tables.strengths)
            found = evaluate.twos(some[:, :2], some[:, 2:], check=False)
            assert found.max() < len(evaluate.tables.strengths)
        pair = evaluate.tables.with_board()
        assert len(pair.plain) == len(pair.five.values)
        assert pair.rows.min() >= 0 and pair.rows.max() == len(pair.flush) - 1


def test_what_is_no_hand_of_another_pack_is_told() -> None:
    with pytest.raises(ValueError, match="row 0: not a card of this pack: '2S'"):
        evaluator(SYNTHETIC).ranks([[0, 1, 7, 8, 9]])
    with pytest.raises(ValueError, match="row 0: the same card twice: AS"):
        evaluator().twos([[0, 1, 2, 3]], [[0, 5, 6, 7, 8]])
    with pytest.raises(ValueError, match="as many rows of five"):
        evaluator().twos([[0, 1, 2, 3]], [[5, 6, 7, 8]])


@pytest.mark.parametrize(("cards", "says"), [
    ("AS KS QS JS", "five, six or seven cards, not 4"), ("AS KS QS JS 1S", "not a card.*'1S'"),
    ("AS AS AS AS AS", "the same card twice"), ("AS KS QS JS TS 9S 8S 7S", "not 8"),
    ("AS KS QS JS TS 9S ??", r"not a card.*'\?\?'")])
def test_a_single_hand_that_is_none_is_told(cards: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        evaluator().rank(cards.split())


def test_hands_of_more_cards_need_a_ranking_that_knows_them() -> None:
    with pytest.raises(ValueError, match="no-draw has five cards, not 7"):
        evaluator(NO_DRAW).rank(["AS", "KS", "QS", "JS", "TS", "2H", "3H"])
    with pytest.raises(ValueError, match="five cards only"):
        tables(NO_DRAW).with_board()
    odd = Ranking("odd", STANDARD.ranks, ("flush", *(w for w in STANDARD.order if w != "flush")))
    with pytest.raises(ValueError, match="odd: flush must be above high"):
        Evaluator(tables(odd))
    with pytest.raises(ValueError, match="highest is 7462"):
        evaluator().strength(7463)
    with pytest.raises(ValueError, match="2 of 1 own cards"):
        evaluator().two(["AS"], ["KS", "QS", "JS"])


def test_single_hands_need_no_compiler() -> None:
    asked = ("import sys\n"
             "from sabot.families.poker.lookup import evaluator\n"
             "assert evaluator().rank(['AS', 'KS', 'QS', 'JS', 'TS', '2H', '3H']) == 7462\n"
             "sys.exit('numba' in sys.modules)")
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_a_house_opens_without_the_compiler() -> None:
    """To import it takes as long as all games together."""
    asked = ("import sys\n"
             "from sabot import games\n"
             "import sabot.web.app\n"
             "assert games.catalogue()\n"
             "sys.exit('numba' in sys.modules)")
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
