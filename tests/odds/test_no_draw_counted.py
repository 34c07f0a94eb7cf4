"""No-draw poker counted: against hands looked at one by one, and against small packs in full."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from sabot.families.poker.hands import NO_DRAW, Ranking, Strength, no_draw, strength
from sabot.families.poker.no_draw import (
    ENDS,
    EVEN,
    FOLD,
    LOSE,
    WEAK,
    WEIGHTS,
    WIN,
    Counts,
    Law,
    Strengths,
    counts,
    name,
    number,
    strengths,
)
from sabot.families.poker.no_draw_advice import advice
from sabot.families.poker.no_draw_plays import BEST, BLIND, PAIR, QUALIFY, PricedPlay, solve
from sabot.families.poker.no_draw_shares import shared_combination

WINS = tuple(1 + 2 * pays for pays in (1, 1, 2, 3, 4, 5, 7, 20, 50, 100))
"""The initial bet 1 to 1, the second by the table of rule 6."""
USUAL = Law(no_draw(suited_high=False), WINS)
"""No suit rule: the game that the world calls Caribbean stud."""
OURS = Law(NO_DRAW, WINS)


@pytest.fixture(scope="module", autouse=True)
def hand_counts() -> Iterator[Counts]:
    """The count of our own ranking: while somebody holds it, it is made once."""
    found = counts(NO_DRAW)
    yield found


def plays_with(held: Strength, cards: tuple[str, ...]) -> bool:
    """Rule 18, read from the cards: an ace and a king, or a combination."""
    return held.category != "high" or {"A", "K"} <= {card[0] for card in cards}


def bank_plays(ranking: Ranking, cards: tuple[str, ...]) -> bool:
    """The same, whatever the cards are worth."""
    return plays_with(strength(cards, ranking), cards)


def one_by_one(law: Law, hand: list[str], up: str) -> Counter[int]:
    """Every bank hand, compared by the definition."""
    mine, found = strength(hand, law.ranking), Counter[int]()
    for others in itertools.combinations(sorted(set(law.ranking.pack) - {*hand, up}), 4):
        bank = strength((up, *others), law.ranking)
        found[WEAK if not plays_with(bank, (up, *others)) else
              WIN if mine > bank else EVEN if mine == bank else LOSE] += 1
    return found


@pytest.mark.parametrize("flush_all", [True, False])
@pytest.mark.parametrize("pair_all", [True, False])
@pytest.mark.parametrize("suited", [True, False])
def test_numbers_are_in_the_order_of_the_definition(flush_all: bool, pair_all: bool, suited: bool
                                                    ) -> None:
    ranking, draws = no_draw(flush_all, pair_all, suited), random.Random(7)
    known = strengths(ranking)
    hands = [draws.sample(ranking.pack, 5) for _ in range(1000)]
    for hand in hands:
        assert known.of[known.number(ranking, hand)] == strength(hand, ranking)
    assert list(known.of) == sorted(known.of)
    assert bank_plays(ranking, ("AS", "KD", "4H", "3C", "2S"))
    assert known.number(ranking, ("AS", "KD", "4H", "3C", "2S")) == known.plays
    assert known.number(ranking, ("AS", "QD", "JH", "TC", "9S")) < known.plays


def test_no_two_hands_have_one_sum() -> None:
    sums = [sum(WEIGHTS[rank] for rank in ranks)
            for ranks in itertools.combinations_with_replacement(range(13), 5)
            if max(map(ranks.count, ranks)) <= 4]
    assert len(set(sums)) == len(sums) == 6175


@pytest.mark.more
@pytest.mark.parametrize(("law", "hand", "up"), [
    (OURS, "AS KD 9H 4C 2S", "7D"), (USUAL, "AH KH QH 5D 3C", "KC")])
def test_a_hand_is_advised_as_its_bank_hands_say(law: Law, hand: str, up: str) -> None:
    found = advice(law, hand.split(), up)
    assert found.counts == {**dict.fromkeys((WEAK, WIN, EVEN, LOSE), 0),
                            **one_by_one(law, hand.split(), up)}
    assert found.whole == comb(46, 4)


@pytest.mark.soak
@pytest.mark.parametrize("reading", [*itertools.product([False, True], repeat=3)])
def test_hands_are_advised_as_their_bank_hands_say_for_long(reading: tuple[bool, bool, bool]
                                                            ) -> None:
    law, draws = Law(no_draw(*reading), WINS), random.Random(19)
    for _ in range(40):
        *hand, up = draws.sample(law.ranking.pack, 6)
        assert Counter({key: n for key, n in advice(law, hand, up).counts.items() if n}) == \
            one_by_one(law, hand, up)


def test_what_is_counted_is_what_one_hand_is_advised() -> None:
    """Inclusion and exclusion over all deals, and a look at every bank hand of one."""
    found, draws = counts(NO_DRAW), np.random.default_rng(1)
    known = strengths(NO_DRAW)
    kings = np.flatnonzero((found.strength >= known.plays) & (found.strength < known.plays + 300))
    for n in (*draws.integers(len(found.cards), size=150), *draws.choice(kings, 50)):
        hand = [name(int(card), NO_DRAW) for card in found.cards[n]]
        up = int(draws.choice(np.setdiff1d(np.arange(52), found.cards[n])))
        ways = advice(OURS, hand, name(up, NO_DRAW)).counts
        weak, worse, even = (int(number) for number in found.out[:, n, up])
        assert ways[WEAK] == weak
        if found.strength[n] >= known.plays:
            assert (ways[WIN], ways[EVEN]) == (worse - weak, even - worse)
        else:
            assert even <= weak and (ways[WIN], ways[EVEN]) == (0, 0)
    assert len(found.cards) == 134_459 and int(found.times.sum()) == comb(52, 5)
    assert found.deals == 19_933_230_517_200


def naively(law: Law) -> tuple[int, int, dict[int, int]]:
    """A small pack in full: what the best play and the blind one lose in antes over all deals, and
    how all deals of the blind one end. Every hand against every bank hand, by the definition."""
    pack, ranking = law.ranking.pack, law.ranking
    hands = list(itertools.combinations(range(len(pack)), 5))
    held = [strength([pack[card] for card in hand], ranking) for hand in hands]
    order = {one: at for at, one in enumerate(sorted(set(held)))}
    mine = np.array([order[one] for one in held])
    plays = np.array([plays_with(one, tuple(pack[card] for card in hand))
                      for one, hand in zip(held, hands, strict=True)])
    has = np.zeros((len(hands), len(pack)), np.float32)  # sums stay far below 2**24
    for at, hand in enumerate(hands):
        has[at, hand] = 1
    bits = has.astype(np.int64) @ 2 ** np.arange(len(pack))
    best, blind, ends = 0, 0, Counter[int]()
    whole = comb(len(pack) - 6, 4)
    for at in range(len(hands)):
        free = np.flatnonzero(bits & bits[at] == 0)
        bank, does = mine[free], plays[free]
        ways = np.array([~does, does & (bank > mine[at]), does & (bank == mine[at]),
                         does & (bank < mine[at])], np.float32) @ has[free]
        by_up = dict(zip((WEAK, LOSE, EVEN, WIN), ways.astype(int), strict=True))
        gain = sum(law.gain(end, held[at].rank) * rows for end, rows in by_up.items())
        others = has[at] == 0
        blind -= int(gain[others].sum())
        best -= int(np.maximum(gain[others], -whole).sum())
        for end, rows in by_up.items():
            ends[end] += int(rows[others].sum())
    return best, blind, {end: ends[end] for end in ENDS}


@pytest.mark.more
@pytest.mark.parametrize("reading", [(True, True, True), (False, False, False)])
@pytest.mark.parametrize("ranks", ["TJQKA", pytest.param("9TJQKA", marks=pytest.mark.soak)])
def test_a_small_pack_is_solved_as_it_is_by_looking_at_everything(
        ranks: str, reading: tuple[bool, bool, bool]) -> None:
    law = Law(replace(no_draw(*reading), name=ranks, ranks=ranks), WINS)
    found = solve(law)
    best, blind, ends = naively(law)
    assert found.played[BEST].lost == best
    assert found.played[BLIND].lost == blind
    assert {end: found.played[BLIND].often(end) for end in ENDS} == ends
    assert found.played[BEST].deals == sum(ends.values()) == comb(len(ranks) * 4, 5) * (
        len(ranks) * 4 - 5) * comb(len(ranks) * 4 - 6, 4)


def test_the_bank_plays_with_ace_and_king_or_better() -> None:
    """1,463,700 of 2,598,960 hands: 56.32 % before a card is known."""
    assert 1 - solve(OURS).weak == Fraction(1_463_700, 2_598_960)


def test_the_usual_game_loses_what_is_printed() -> None:
    """All of 19,933,230,517,200 deals, to the last ante, as they are printed for the usual game."""
    played = solve(USUAL).played
    assert {play: one.lost for play, one in played.items() if play != "ranks"} == {
        "best": 1_041_372_912_372, "rules": 1_041_417_758_724, "akj83": 1_059_715_400_580,
        "match": 1_063_176_931_284, "pair": 1_090_272_101_460, "qualify": 1_132_600_203_540,
        "blind": 3_310_360_338_060}
    assert {one.deals for one in played.values()} == {19_933_230_517_200}


def test_who_looks_at_ranks_alone_is_between_the_best_and_the_rules() -> None:
    played = solve(OURS).played
    assert played["best"].lost < played["ranks"].lost < played["rules"].lost


def test_three_of_a_suit_change_who_goes_on_and_hardly_the_edge() -> None:
    """Both sides have it as often, and a hand of ace and king wins what it would lose: whoever does
    not look at suits loses exactly the same."""
    with_suits, without = solve(OURS).played, solve(USUAL).played
    for play in (PAIR, QUALIFY, BLIND, "rules", "akj83", "match"):
        assert with_suits[play].lost == without[play].lost
    assert with_suits["best"].lost - without["best"].lost == 2604
    ties = [played["best"].often(EVEN, 0) for played in (with_suits, without)]
    assert 0 < ties[0] < ties[1]


def test_pairs_and_flushes_by_their_highest_card_alone_tie_more_often() -> None:
    literal = solve(Law(no_draw(False, False, True), WINS)).played
    full = solve(OURS).played
    for kind in (1, 5):
        assert literal["best"].often(EVEN, kind) > full["best"].often(EVEN, kind)
    assert literal["best"].edge != full["best"].edge


def test_the_figures_of_a_play_fit_one_another() -> None:
    one: PricedPlay = solve(OURS).played[BEST]
    whole = one.distribution(100)
    assert whole.mean == -100 * one.edge and whole.exact
    assert one.calls == 1 - Fraction(one.often(FOLD), one.deals)
    assert one.risk * (1 + 2 * one.calls) == one.edge
    by_up = [one.net(up=up) for up in range(13)]
    ways = [sum(one.often(end, up=up) for end in ENDS) for up in range(13)]
    assert len(set(ways)) == 1
    assert -sum(sum(gain * chance for gain, chance in net.items()) for net in by_up) / 13 == \
        one.edge


def test_what_always_goes_on_and_what_never_does() -> None:
    """Found by the count: less than ace and king never does; ace, king, queen, jack, and 2 up."""
    for law in (OURS, USUAL):
        known, found = strengths(law.ranking), solve(law)
        assert found.never == known.plays
        assert known.of[found.always].kickers[:5] == (12, 11, 10, 9, 0)


def test_cards_that_cannot_be_are_refused() -> None:
    for hand, up, word in (("AS KD 9H 4C 2S", "AS", "twice"), ("AS KD 9H 4C", "2S", "five"),
                           ("AS KD 9H 4C 2S", "1D", "not a card"),
                           ("AS AS 9H 4C 2S", "7D", "twice")):
        with pytest.raises(ValueError, match=word):
            advice(OURS, hand.split(), up)
    assert number("2S", NO_DRAW) == 0 and name(51, NO_DRAW) == "AC"
    assert isinstance(strengths(NO_DRAW), Strengths)


def test_how_often_two_have_the_same_combination() -> None:
    """A second royal flush is one of three others; the rest as every pair of hands says."""
    assert shared_combination(NO_DRAW, 9) == Fraction(3, comb(47, 5))
    fours = [(rank, card) for rank in range(13) for card in range(52) if card // 4 != rank]
    pairs = sum(rank != other and card // 4 != other and beside // 4 != rank and card != beside
                for rank, card in fours for other, beside in fours)
    assert shared_combination(NO_DRAW, 7) == Fraction(pairs, len(fours) * comb(47, 5))
    # a flush leaves others more likely
    assert shared_combination(NO_DRAW, 5) > Fraction(5108, comb(52, 5))
    assert shared_combination(NO_DRAW, 1) is None
