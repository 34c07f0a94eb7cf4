"""The exact odds of blackjack, held against plain recursions that share nothing with them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import msgspec
import numpy as np
import pytest

from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT, SPLIT, STAND, Acts
from sabot.families.blackjack.charts.hand_states import SUITED, states
from sabot.families.blackjack.pricing.exact import (
    EVERY,
    IMPOSSIBLE,
    bank_draws,
    bank_results,
    worths,
)
from sabot.families.blackjack.pricing.expected_values import UpCardValues, _Price, full_shoe, worth
from sabot.families.blackjack.pricing.splits import (
    hand_count_chances,
    law_numbers,
    make_workspace,
    price_split,
    split_orders,
    sum_over_hands,
)
from sabot.families.blackjack.rules.pricing_rules import Terms

Shoe = tuple[int, ...]
PEEK = Terms(peek=True, insurance=0, even_money="none")
PORTUGAL = Terms(
    keeps_split=False, keeps_double=False, keeps_double_split=False, must_hit=11, double=(9, 11),
    double_split=(9, 11), fixes_ace=True, max_hands=0, resplit_aces=True,
    surrender="early-not-ace", special=True)


def count(hand: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(hand)
    soft = 1 in hand and hard <= 11
    return hard + 10 * soft, soft


def without(shoe: Shoe, card: int) -> Shoe:
    return (*shoe[:card - 1], shoe[card - 1] - 1, *shoe[card:])


def cards(shoe: Shoe) -> Iterator[tuple[int, Fraction]]:
    total = sum(shoe)
    for value, n in enumerate(shoe, start=1):
        if n:
            yield value, Fraction(n, total)


def full(packs: int, *gone: int) -> Shoe:
    shoe = (*(4 * packs for _ in range(9)), 16 * packs)
    for card in gone:
        shoe = without(shoe, card)
    return shoe


def bank(shoe: Shoe, hand: tuple[int, ...], soft17: str) -> dict[str, Fraction]:
    """What the bank makes, card by card."""
    points, soft = count(hand)
    again = points == 17 and soft and (
        soft17 == "hit" or (soft17 == "hit-ace-six" and len(hand) == 2))
    if len(hand) > 1 and points >= 17 and not again:
        name = "bust" if points > 21 else "blackjack" if points == 21 and len(hand) == 2 \
            else str(points)
        return {name: Fraction(1)}
    found: dict[str, Fraction] = {}
    for card, chance in cards(shoe):
        for name, part in bank(without(shoe, card), (*hand, card), soft17).items():
            found[name] = found.get(name, Fraction(0)) + chance * part
    return found


@pytest.mark.parametrize("soft17", ["stand", "hit", "hit-ace-six"])
@pytest.mark.parametrize(("up", "hand"), [(10, (10, 6)), (6, (1, 7)), (9, (9, 9, 2)), (7, (8, 8))])
def test_the_banks_results_are_those_of_drawing_card_by_card(
        soft17: str, up: int, hand: tuple[int, ...]) -> None:
    table = states()
    left = np.array(full(1, up), dtype=float)
    out = np.zeros((len(table.size), 7))
    number = int(table.one[hand[0] - 1])
    for card in hand[1:]:
        number = int(table.next[number, card - 1])
    bank_results(*bank_draws(up, soft17), left, table.cards, np.array([number]), out)
    slow = bank(full(1, up, *hand), (up,), soft17)
    names = ("17", "18", "19", "20", "21", "blackjack", "bust")
    for name, fast in zip(names, out[number], strict=True):
        assert fast == pytest.approx(float(slow.get(name, Fraction(0))), abs=1e-14)


class Slow:
    """A hand that comes from no split, played as well as can be: a recursion over single cards."""

    def __init__(self, terms: Terms, packs: int, up: int) -> None:
        self.terms, self.packs, self.up = terms, packs, up
        self.banks: dict[tuple[int, ...], dict[str, float]] = {}

    def bank(self, hand: tuple[int, ...]) -> dict[str, float]:
        key = tuple(sorted(hand))
        if key not in self.banks:
            left = np.array(full(self.packs, self.up), dtype=float)
            table, out = states(), np.zeros((len(states().size), 7))
            number = int(table.one[key[0] - 1])
            for card in key[1:]:
                number = int(table.next[number, card - 1])
            bank_results(*bank_draws(self.up, self.terms.soft17), left, table.cards,
                         np.array([number]), out)
            self.banks[key] = dict(zip(
                ("17", "18", "19", "20", "21", "blackjack", "bust"), out[number].tolist(),
                strict=True))
        return self.banks[key]

    def stand(self, hand: tuple[int, ...], bets: int = 1, points: int = 0) -> float:
        points = points or count(hand)[0]
        value = 0.0
        for name, chance in self.bank(hand).items():
            if name == "blackjack":
                keeps = self.terms.peek or self.terms.keeps_double
                value -= chance * (1 if keeps else bets)
            elif name == "bust" or int(name) < points:
                value += chance * bets
            elif int(name) > points:
                value -= chance * bets
        return value

    def left(self, hand: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        for card, chance in cards(full(self.packs, self.up, *hand)):
            yield card, float(chance)

    @cache  # noqa: B019
    def best(self, hand: tuple[int, ...]) -> float:
        points = count(hand)[0]
        if points > 21:
            return -1.0
        options = [] if points <= self.terms.must_hit else [self.stand(hand)]
        if points < 21:
            options.append(self.hit(hand))
        return max(options)

    def hit(self, hand: tuple[int, ...]) -> float:
        return sum(chance * (self.best(tuple(sorted((*hand, card)))) + self.prize(hand, card))
                   for card, chance in self.left(hand))

    def prize(self, hand: tuple[int, ...], card: int) -> float:
        return 3.0 if self.terms.special and sorted((*hand, card)) == [7, 7, 7] else 0.0

    def double(self, hand: tuple[int, ...]) -> float:
        value = 0.0
        for card, chance in self.left(hand):
            more = tuple(sorted((*hand, card)))
            if count(more)[0] > 21:
                value -= 2 * chance
                if self.terms.peek or self.terms.keeps_double:
                    need = {1: 10, 10: 1}.get(self.up)
                    if need:
                        shoe = full(self.packs, self.up, *more)
                        value += chance * shoe[need - 1] / sum(shoe)
            else:
                value += chance * (self.stand(more, 2) + self.prize(hand, card))
        return value


@pytest.mark.parametrize("terms", [PEEK, PORTUGAL, msgspec.structs.replace(
    PEEK, peek=False, soft17="hit")], ids=["peek", "portugal", "original-only"])
@pytest.mark.parametrize("up", [1, 6, 10])
def test_every_two_cards_are_worth_what_a_recursion_over_single_cards_finds(
        terms: Terms, up: int) -> None:
    terms = msgspec.structs.replace(terms, packs=1)
    price = worth(terms)
    seen = next(seen for seen in price.against if seen.up == up)
    slow, table = Slow(terms, 1, up), states()
    for hand in ((10, 6), (1, 7), (5, 6), (3, 4), (7, 7), (10, 2), (9, 9)):
        number = int(table.two[hand[0] - 1, hand[1] - 1])
        each = seen.each[number]
        key = tuple(sorted(hand))
        assert each[HIT] == pytest.approx(slow.hit(key), abs=1e-11)
        if count(key)[0] > terms.must_hit:
            assert each[STAND] == pytest.approx(slow.stand(key), abs=1e-11)
        else:
            assert each[STAND] == IMPOSSIBLE
        if terms.double == (0, 21) or 9 <= sum(key) <= 11:
            assert each[DOUBLE] == pytest.approx(slow.double(key), abs=1e-11)


# -- splits ----------------------------------------------------------------------------------------


class Splitting:
    """A split as it is dealt: hand after hand from one shoe, the bank last."""

    def __init__(self, terms: Terms, pair: int, most: int, acts: list[int], up: int) -> None:
        self.terms, self.pair, self.most, self.acts, self.up = terms, pair, most, acts, up

    @cache  # noqa: B019
    def run(self, shoe: Shoe, waiting: int, hand: tuple[int, ...], hands: int,
            done: tuple[tuple[int, int], ...]) -> Fraction:
        """``done``: totals (22 for over) and bets of finished hands; ``waiting``: single twins."""
        table = states()
        if not hand:
            if not waiting:
                return self.settle(shoe, done)
            return self.run(shoe, waiting - 1, (self.pair,), hands, done)
        if len(hand) == 1:
            return sum((chance * self.run(without(shoe, card), waiting,
                                          tuple(sorted((*hand, card))), hands, done)
                        for card, chance in cards(shoe)), Fraction(0))
        points = count(hand)[0]
        if hand == (self.pair, self.pair) and hands < self.most:
            return self.run(shoe, waiting + 1, (self.pair,), hands + 1, done)
        number = int(table.two[hand[0] - 1, hand[1] - 1])
        for card in hand[2:]:
            number = int(table.next[number, card - 1]) if number >= 0 else number
        act = STAND if points >= 21 else self.acts[number]
        if act == STAND:
            end = (*done, (min(points, 22), 1))
            return self.run(shoe, waiting, (), hands, tuple(sorted(end)))
        total = Fraction(0)
        for card, chance in cards(shoe):
            more = tuple(sorted((*hand, card)))
            if act == DOUBLE:
                end = (*done, (min(count(more)[0], 22), 2))
                total += chance * self.run(without(shoe, card), waiting, (), hands,
                                           tuple(sorted(end)))
            else:
                total += chance * self.run(without(shoe, card), waiting, more, hands, done)
        return total

    def settle(self, shoe: Shoe, done: tuple[tuple[int, int], ...]) -> Fraction:
        value = Fraction(0)
        for name, chance in self.bank(shoe).items():
            natural = name == "blackjack"
            theirs = 21 if natural else 0 if name == "bust" else int(name)
            if natural and self.terms.keeps_split:
                value -= chance
                continue
            for mine, bets in done:
                if mine > 21 or mine < theirs or natural:
                    value -= chance * bets
                elif mine > theirs:
                    value += chance * bets
        return value

    @cache  # noqa: B019
    def bank(self, shoe: Shoe) -> dict[str, Fraction]:
        return bank(shoe, (self.up,), self.terms.soft17)


@pytest.mark.parametrize("keeps", [True, False], ids=["original-only", "takes-all"])
@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_split_is_worth_what_dealing_it_hand_by_hand_gives(most: int, keeps: bool) -> None:
    """A shoe so small that each way to deal it can be followed: eights against a ten."""
    terms = msgspec.structs.replace(PEEK, peek=False, packs=1, keeps_split=keeps,
                                    keeps_double=keeps, keeps_double_split=keeps)
    table = states()
    small = (2, 0, 2, 0, 0, 0, 0, 4, 0, 6)  # aces, threes, eights (all of them in hand), tens
    left = np.array(small, dtype=float)
    found = price_split(terms, 10, 8, most, left, bank_draws(10, "stand"), table,
                        make_workspace(table), np.zeros(len(table.size), np.int8), True)
    assert found is not None
    acts = [int(act) for act in found.acts]
    slow = Splitting(terms, 8, most, acts, 10)
    value = slow.run(without(without(small, 8), 8), 2, (), 2, ())
    natural = 0.0
    if keeps:  # what is taken once for the place
        natural = float(slow.bank(without(without(small, 8), 8)).get("blackjack", Fraction(0)))
    assert found.value - natural == pytest.approx(float(value), abs=1e-10)


def test_the_number_of_hands_of_a_split_adds_up() -> None:
    for most in range(2, 9):
        chances = hand_count_chances(most, 22.0, 309.0)
        assert sum(chances) == pytest.approx(1.0, abs=1e-12)
        mean = sum(n * p for n, p in enumerate(chances, start=2))
        ones = [1.0] * (2 * most - 3)
        plain = [1.0 - (22.0 - k) / (309.0 - k) for k in range(2 * most - 3)]
        assert sum_over_hands(most, 22.0, 309.0, ones, plain) == pytest.approx(mean, abs=1e-12)


def test_the_ways_to_four_hands_are_counted() -> None:
    """Two hands: both draw no twin. Three: the twin is drawn by the first or by the second hand."""
    assert split_orders(4) == ((1, 2), ((0, 1), (1, 2), (2, 2)))


def test_hands_that_may_not_double_after_a_split_never_do() -> None:
    law = law_numbers(msgspec.structs.replace(PEEK, double_split=()), True)
    assert law.low > law.high


# -- the whole -------------------------------------------------------------------------------------


def seen_of(terms: Terms, up: int) -> UpCardValues:
    return next(seen for seen in worth(terms).against if seen.up == up)


@pytest.mark.more
def test_classes_of_play_are_ordered() -> None:
    """More to look at never makes the best play worse."""
    for terms in (PEEK, PORTUGAL):
        found = [worth(terms, name).mean for name in ("composition", "two-card", "total")]
        assert found[0] >= found[1] >= found[2]
        assert worth(terms, "composition").mean >= worth(terms, "zero-memory").mean - 1e-12


def test_a_rule_for_the_player_never_helps_the_house() -> None:
    base = worth(PEEK).mean
    for better in ({"surrender": "late"}, {"resplit_aces": True}, {"hit_aces": True},
                   {"charlie": 7}, {"five": True}, {"special": True}, {"max_hands": 0}):
        assert worth(msgspec.structs.replace(PEEK, **better)).mean > base - 1e-12, better
    for worse in ({"soft17": "hit"}, {"double": (9, 11)}, {"double_split": ()}, {"max_hands": 2},
                  {"peek": False, "keeps_split": False, "keeps_double": False,
                   "keeps_double_split": False}):
        assert worth(msgspec.structs.replace(PEEK, **worse)).mean < base, worse


def test_a_look_at_the_hidden_card_is_worth_what_the_original_bet_only_is() -> None:
    """Where a bank's blackjack takes the first bet and no more, to look beforehand changes nothing.
    """
    blind = msgspec.structs.replace(PEEK, peek=False)
    assert worth(blind).mean == pytest.approx(worth(PEEK).mean, abs=1e-12)


def test_two_cards_of_a_suit_are_worth_the_chance_of_the_third() -> None:
    """6-7 of one suit against a 2 hits where 6-7 of two suits stands: a quarter of the eights pay
    3 to 1 on top."""
    table = states()
    seen = seen_of(PORTUGAL, 2)
    pair, base = int(table.two[5, 6]), table.plain + 2 * SUITED.index((6, 7))
    assert seen.each[base, HIT] - seen.each[pair, HIT] == pytest.approx(24 / 309 / 4 * 3, abs=1e-12)
    assert seen.each[pair, STAND] > seen.each[pair, HIT]
    assert seen.each[base, HIT] > seen.each[base, STAND]


def test_the_banks_eight_of_the_suit_is_one_that_cannot_come() -> None:
    table = states()
    seen = seen_of(PORTUGAL, 8)
    pair, base = int(table.two[5, 6]), table.plain + 2 * SUITED.index((6, 7))
    for number, eights in ((base, 6), (base + 1, 5)):
        assert seen.each[number, HIT] - seen.each[pair, HIT] == pytest.approx(
            3 * eights / 309, abs=1e-12)


def test_an_ace_that_stays_one_makes_a_poor_double() -> None:
    """Ace and eight double as nine: what comes is seen as if the hand were nine, never nineteen."""
    table = states()
    seen = seen_of(PORTUGAL, 6)
    hand = int(table.two[0, 7])
    assert IMPOSSIBLE < seen.each[hand, DOUBLE] < seen.each[hand, STAND]
    free = msgspec.structs.replace(PORTUGAL, fixes_ace=False)
    assert seen_of(free, 6).each[hand, DOUBLE] == IMPOSSIBLE


def test_surrender_is_early_and_never_against_an_ace() -> None:
    table = states()
    sixteen = int(table.two[9, 5])
    price = worth(PORTUGAL)
    acts = {seen.up: dict(zip((deal.hand for deal in seen.deals), seen.acts, strict=True))
            for seen in price.against}
    assert acts[10][sixteen] == 4
    assert acts[1][sixteen] != 4
    assert SPLIT in acts[7].values()


LATE = Terms(packs=1, peek=True, surrender="late")
FIVE = Terms(packs=1, double=(9, 11), double_split=(11, 11), five=True, surrender="early-not-ace")
CHARLIE = Terms(packs=2, charlie=6, soft17="hit", resplit_aces=True, hit_aces=True)
BOTH = pytest.mark.soak  # each of the terms is tried with one class of play, in long runs with both


@pytest.mark.more
@pytest.mark.parametrize(("terms", "strategy"), [
    pytest.param(LATE, "total", id="late-total"),
    pytest.param(LATE, "two-card", id="late-two-card", marks=BOTH),
    pytest.param(FIVE, "total", id="five-total", marks=BOTH),
    pytest.param(FIVE, "two-card", id="five-two-card"),
    pytest.param(CHARLIE, "total", id="charlie-total"),
    pytest.param(CHARLIE, "two-card", id="charlie-two-card", marks=BOTH)])
def test_no_change_of_a_cell_makes_a_chart_better(terms: Terms, strategy: str) -> None:
    for up in (2, 6, 10):
        price = _Price(terms, strategy)
        left = full_shoe(terms.packs)
        left[up - 1] -= 1
        seen = price.price_up_card(up, 1.0, left)
        totals, acts, _ = price.cells_of[up]
        assert mean_of(price, seen, acts.copy()) == pytest.approx(seen.mean, abs=1e-12)
        changed = 0
        for twos, more in totals.groups:
            loose = strategy == "two-card"
            parts = [([hand], (STAND, HIT, DOUBLE)) for hand in twos] if loose else [
                ([*twos, *more], (STAND, HIT, CLAIM)), (twos, (DOUBLE,))]
            parts += [(more, (STAND, HIT, CLAIM))] if loose else []
            for part, options in parts:
                for act in options:
                    if len(part) and (seen.each[part, act] > IMPOSSIBLE + 1).all():
                        other = acts.copy()
                        other[part] = act
                        changed += not np.array_equal(other, acts)
                        assert mean_of(price, seen, other) <= seen.mean + 1e-12, (up, part, act)
        assert changed > 20


def mean_of(price: _Price, seen: UpCardValues, acts: Acts) -> float:
    """The mean return of a chart against one open card, splits and surrender at their best."""
    totals, _, fall = price.cells_of[seen.up]
    value, each = np.zeros(len(acts)), np.zeros((len(acts), 6))
    worths(price.law, price.terms.packs, seen.up, seen.left, price.everything, price.table,
           seen.bank, acts, EVERY, value, each)
    return price.price_splits(seen.up, seen.left, totals.draw, seen.bank, seen.deals, acts, fall,
                             value, each)[2]


def test_a_chart_that_counts_what_is_given_up_is_no_better() -> None:
    """Two cards of 16 are given up against a ten: the others of the cell should stand."""
    terms = Terms(packs=1, peek=True, surrender="late", insurance=0, even_money="none")
    assert worth(terms, "total").edge < worth(terms, "total-kept").edge - 1e-4
    assert worth(terms).edge < worth(terms, "total").edge
