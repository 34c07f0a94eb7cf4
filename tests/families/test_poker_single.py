"""Single hands by the compiled function: the strengths and the refusals of the plain one."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from sabot.equipment.cards import PACK, SUITS, as_card, spellings
from sabot.families.poker.hands import NO_DRAW, STANDARD, SYNTHETIC, Ranking, best
from sabot.families.poker.lookup import SOON, Evaluator, _ranker, evaluator
from sabot.families.poker.single import compiled_rank
from sabot.families.poker.tables import tables

Rank = Callable[[Sequence[Any]], int]
RANKINGS = [pytest.param(ranking, id=ranking.name) for ranking in (STANDARD, SYNTHETIC, NO_DRAW)]


def refuse(cards: object) -> int:
    raise AssertionError(f"the plain function was asked for {cards}")


def both(ranking: Ranking = STANDARD) -> tuple[Rank, Rank]:
    """The plain function, and the compiled one, which must know all hands itself."""
    return Evaluator(tables(ranking)).rank, compiled_rank(tables(ranking), refuse)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_random_hands_have_the_strengths_of_the_plain_function(ranking: Ranking) -> None:
    plain, compiled = both(ranking)
    dice = Random(7)
    for size in (5,) if ranking.suited_high else (5, 6, 7):
        for _ in range(800):
            hand = dice.sample(ranking.pack, size)
            assert compiled(hand) == compiled(tuple(hand)) == plain(hand)
            assert compiled([PACK.index(card) for card in hand]) == plain(hand)


@pytest.mark.more
def test_all_hands_of_five_have_the_strengths_of_the_plain_function() -> None:
    compiled, hands, count = both()[1], combinations(PACK, 5), 0
    while block := list(islice(hands, 200 * SOON)):
        plain = _ranker(tables(STANDARD))  # without a compiled one, which takes over
        assert list(map(compiled, block)) == list(map(plain, block))
        count += len(block)
    assert count == 2_598_960


@pytest.mark.more
def test_a_million_hands_of_seven_have_the_strengths_of_the_arrays() -> None:
    import numpy as np

    _, compiled = both()
    random = np.random.default_rng(7)
    deals = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (1_000_000, 1)), axis=1)[:, :7]
    assert list(map(compiled, map(tuple, deals.tolist()))) == evaluator().ranks(deals).tolist()


@pytest.mark.parametrize("hand", [
    ("As", "Ks", "Qs", "Js", "Ts"), ("as", "kS", "QS", "js", "ts"),
    ("10s", "AS", "KS", "QS", "JS"), ["10S", "As", "ks", "qs", "jS", "2h", "3d"]])
def test_cards_may_be_written_in_small_letters_and_a_ten_as_10(hand: Sequence[str]) -> None:
    evaluate = Evaluator(tables(STANDARD))
    assert evaluate.strength(evaluate.rank(hand)).category == "royal"
    assert evaluate.strength(evaluate.compile()(hand)).category == "royal"
    value, cards = best(hand[:2], hand[2:])
    assert value.category == "royal" and set(cards) == {"AS", "KS", "QS", "JS", "TS"}


def test_every_spelling_of_a_card_is_that_card() -> None:
    for card in PACK:
        assert {as_card(text) for text in spellings(card)} == {card}
    assert len(spellings("TD")) == 6 and as_card("10♦") == "TD" and as_card("q♠") == "QS"
    for other in ("", "A", "AX", "1S", "100", "??", "ASS", "110S"):
        assert as_card(other) == other
    assert SUITS == "SHDC"


class Number:
    """A number of another kind."""

    def __index__(self) -> int:
        return 3


@pytest.mark.parametrize("wrong", [
    (), ("AS",) * 4, ("AS",) * 8, ("AS", "KS", "QS", "JS", "XX"), ("AS", "KS", "QS", "JS", "1S"),
    (1, 2, 3, 4, 52), (1, 2, 3, 4, -1), (1, 2, 3, 4, 10**30), [0, 1, 2, 3, 255],
    ("ÁS", "KS", "QS", "JS", "TS"), ("\ud800S", "KS", "QS", "JS", "TS"), ("A", *"KQJT"),
    ("ASS", "KS", "QS", "JS", "TS"), "ASKSQSJSTS", ("", "KS", "QS", "JS", "TS")])
def test_what_is_no_hand_is_refused_alike(wrong: Any) -> None:
    evaluate = Evaluator(tables(STANDARD))
    with pytest.raises(ValueError, match=r".") as plain:
        evaluate.rank(wrong)
    with pytest.raises(ValueError, match=r".") as compiled:
        evaluate.compile()(wrong)
    assert str(compiled.value) == str(plain.value)


def test_other_objects_go_to_the_plain_function() -> None:
    asked: list[object] = []

    def plain(cards: object) -> int:
        asked.append(cards)
        return 0

    compiled: Any = compiled_rank(tables(STANDARD), plain)
    others = [range(5), None, 7, (Number(), 1, 2, 4, 5), ("AS", 1, 2, 3, 4), (1, 2, 3, 4, "AS"),
              (1, 2, 3, 4, 5.0)]
    assert [compiled(other) for other in others] == [0] * len(others)
    assert asked == others


def test_the_function_lives_without_its_evaluator() -> None:
    rank = Evaluator(tables(STANDARD)).compile()
    gc.collect()
    hand = ["AS", "KS", "QS", "JS", "TS"]
    assert [rank(hand) for _ in range(1000)] == [7462] * 1000


def test_after_some_thousand_hands_the_compiled_function_takes_over() -> None:
    evaluate = Evaluator(tables(STANDARD))
    plain, hand = evaluate.rank, ("AS", "KS", "QS", "JS", "TS", "2H", "3H")
    assert plain(hand) == 7462
    for _ in range(SOON - 2):  # the first counts twice: it builds the sums of seven
        plain(hand)
    assert evaluate.rank is plain
    assert plain(hand) == 7462 and evaluate.rank is not plain
    assert plain(hand) == evaluate.rank(hand) == 7462
    with pytest.raises(ValueError, match="not a card"):
        plain(("AS", "KS", "QS", "JS", "??"))
