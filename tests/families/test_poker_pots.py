"""Pots of poker: every figure of the page of worked examples, and what holds for any bets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.families.pokertable import percentage, pots
from sabot.money import cents
from support.random_play import examples

PAGE = Path(__file__).parents[2] / "docs" / "poker-pots.md"
MANY = examples(40)
READINGS = {"49-50": (pots.PROPORTION, pots.BETS), "49-50, 66": (pots.PROPORTION, pots.BETS),
            "49-50, 66 lost": (pots.PROPORTION, pots.LOST),
            "49-50, 104": (pots.PROPORTION, pots.EQUAL), "38": (pots.SIDE_POTS, pots.BETS)}


# -- the page ---------------------------------------------------------------------------------

class Example(NamedTuple):
    bets: dict[int, int]
    folded: list[int]
    hand: int
    unit: int
    back: dict[int, int]
    row: dict[str, str]


def rows(lines: list[str]) -> Iterator[dict[str, str]]:
    """The lines of a table, each by the words of its head."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    for row in cells[2:]:
        yield dict(zip(cells[0], row, strict=True))


def of_the_page() -> Iterator[Example]:
    page = PAGE.read_text("utf-8")
    for setting, table in re.findall(r"^(Bets: .*)\n\n((?:\|.*\n)+)", page, re.M):
        bets, hand, unit = re.fullmatch(
            r"Bets: (.*?)\. Hand: (\d)\. Minimum: ([\d.]+?)\.(?: Back: .*)?", setting).groups()
        put = re.findall(r"(\d) = ([\d.]+)( folded)?", bets)
        back = re.findall(r"(\d) = ([\d.]+)\.", setting.partition("Back:")[2])
        for row in rows(table.splitlines()):
            yield Example({int(s): cents(b) for s, b, _ in put}, [int(s) for s, _, f in put if f],
                          int(hand), cents(unit), {int(s): cents(b) for s, b in back}, row)


def example_id(example: Example) -> str:
    return f"{example.bets}: {example.row['showdown']} by {example.row['reading']}"


@pytest.mark.parametrize("example", list(of_the_page()), ids=example_id)
def test_every_pot_of_the_page_is_paid_as_it_says(example: Example) -> None:
    row = example.row
    order = [[int(seat) for seat in group.split("=")] for group in row["showdown"].split(">")]
    reading, ties = READINGS[row["reading"]]
    found = pots.divide(example.bets, example.folded, order, example.hand, len(example.bets),
                        example.unit, reading=reading, ties=ties)
    parts = [(word, cents(sum_)) for word, sum_ in re.findall(r"([a-z]+) ([\d.]+)", row["parts"])]
    assert [(part.word, part.amount) for part in found.parts] == parts
    shown = {int(seat): cents(sum_) for seat, sum_ in row.items() if seat.isdecimal()}
    assert {seat: found.won.get(seat, 0) for seat in shown} == shown
    assert set(found.won) <= set(shown)
    assert found.back == example.back


def test_the_page_has_an_example_of_each_reading() -> None:
    assert {example.row["reading"] for example in of_the_page()} == set(READINGS)


def charges() -> list[dict[str, str]]:
    table = PAGE.read_text("utf-8").partition("| paid |")
    return list(rows([line for line in "".join(table[1:]).splitlines() if line]))


@pytest.mark.parametrize("row", charges(), ids=lambda row: " ".join(row.values()))
def test_every_percentage_of_the_page_is_what_is_taken(row: dict[str, str]) -> None:
    paid = {seat: cents(sum_) for seat, sum_ in enumerate(row["paid"].split(", "), 1)}
    most = None if row["maximum"] == "none" else cents(row["maximum"])
    rate = Fraction(row["rate"].removesuffix(" %")) / 100
    assert list(percentage.of_hand(paid, rate, most).values()) == [
        cents(sum_) for sum_ in row["taken"].split(", ")]


# -- any hand ---------------------------------------------------------------------------------

class Showdown(NamedTuple):
    bets: dict[int, int]
    folded: frozenset[int]
    order: list[list[int]]
    hand: int
    unit: int
    dead: int

    def divide(self, reading: str = pots.PROPORTION, ties: str = pots.BETS,
               **changed: object) -> pots.Division:
        new = self._replace(**changed)
        return pots.divide(new.bets, new.folded, new.order, new.hand, 11, new.unit, dead=new.dead,
                           reading=reading, ties=ties)

    @property
    def put(self) -> dict[int, int]:
        back = pots.uncalled(self.bets, self.folded)
        return {seat: bet - back.get(seat, 0) for seat, bet in self.bets.items()}

    @property
    def pot(self) -> int:
        return sum(self.put.values()) + self.dead


@st.composite
def showdowns(draw: st.DrawFn, unit: int | None = None) -> Showdown:
    """Up to eleven seats with caves of any size; some gave up, some hands are equal."""
    seats = draw(st.lists(st.integers(1, 11), min_size=1, max_size=11, unique=True))
    level = draw(st.integers(1, 40_000))
    bets = {seat: draw(st.one_of(st.just(level), st.integers(0, level))) for seat in seats}
    stay = draw(st.lists(st.sampled_from(seats), min_size=1, unique=True))
    order: list[list[int]] = []
    for seat in stay:
        if order and draw(st.integers(0, 2)) == 0:
            order[-1].append(seat)
        else:
            order.append([seat])
    return Showdown(bets, frozenset(seats) - set(stay), order, draw(st.integers(1, 11)),
                    unit or draw(st.sampled_from((1, 25, 100, 500, 1000))),
                    draw(st.sampled_from((0, 0, 1, 250, 1500))))


readings = pytest.mark.parametrize(("reading", "ties"), [
    (pots.PROPORTION, pots.BETS), (pots.PROPORTION, pots.LOST), (pots.PROPORTION, pots.EQUAL),
    (pots.SIDE_POTS, pots.BETS)])
together = pytest.mark.parametrize("ties", [pots.BETS, pots.LOST, pots.EQUAL])


@readings
@MANY
@given(showdowns())
def test_not_a_cent_is_made_or_lost(reading: str, ties: str, hand: Showdown) -> None:
    found = hand.divide(reading, ties)
    assert sum(found.won.values()) + sum(found.back.values()) == (
        sum(hand.bets.values()) + hand.dead)
    for part in found.parts:
        assert sum(part.winners.values()) == part.amount
        assert set(part.winners) <= set(part.eligible)
        assert all(paid >= 0 for paid in part.winners.values())
    assert not hand.folded & set(found.won)


@readings
@MANY
@given(showdowns(), st.randoms())
def test_no_order_of_arrival_matters(reading: str, ties: str, hand: Showdown, random) -> None:
    bets = list(hand.bets.items())
    random.shuffle(bets)
    order = [random.sample(group, len(group)) for group in hand.order]
    assert hand.divide(reading, ties, bets=dict(bets), order=order) == hand.divide(reading, ties)


@readings
@MANY
@given(showdowns(unit=1))
def test_nobody_wins_more_than_their_hand_would_alone(reading: str, ties: str,
                                                      hand: Showdown) -> None:
    """Alone a bet reaches its like of every other, or its proportion of the rest; to a cent."""
    for seat, won in hand.divide(reading, ties).won.items():
        bet, equal = hand.put[seat], max(hand.put[s] for group in hand.order for s in group)
        if not equal or bet == equal:
            continue
        alone = (bet + Fraction(bet, equal) * (hand.pot - bet) if reading == pots.PROPORTION
                 else hand.dead + sum(min(other, bet) for other in hand.put.values()))
        assert won <= alone + len(hand.bets)


@readings
@MANY
@given(showdowns())
def test_the_best_hand_never_gets_less_than_it_bet(reading: str, ties: str,
                                                   hand: Showdown) -> None:
    found = hand.divide(reading, ties)
    for seat in hand.order[0]:
        assert found.won.get(seat, 0) >= hand.put[seat]


@together
@MANY
@given(showdowns(unit=1))
def test_equal_hands_win_of_what_was_lost_no_more_than_their_bets_reach(
        ties: str, hand: Showdown) -> None:
    """All that the best hands win up to some bet is at most its proportion of what the others have
    lost, so nobody wins from an equal hand; to a cent for each."""
    won, best = hand.divide(ties=ties).won, hand.order[0]
    equal = max(hand.put[s] for group in hand.order for s in group)
    lost = hand.pot - sum(hand.put[s] for s in best)
    for top in {hand.put[s] for s in best} if equal else ():
        lower = [s for s in best if hand.put[s] <= top]
        gained = sum(won.get(s, 0) - hand.put[s] for s in lower)
        assert gained <= Fraction(top, equal) * lost + len(best)


@together
@MANY
@given(showdowns(unit=1))
def test_among_equal_hands_the_lower_bet_never_wins_more(ties: str, hand: Showdown) -> None:
    won = hand.divide(ties=ties).won
    for group in hand.order:
        gained = [won.get(s, 0) - hand.put[s] for s in sorted(group, key=hand.put.__getitem__)]
        if all(s in won for s in group):
            assert all(low <= high + 2 for low, high in pairwise(gained))


@together
@MANY
@given(st.integers(1, 900), st.integers(901, 2_000), st.integers(0, 900), st.integers(1, 4))
def test_one_who_wins_alone_is_paid_by_the_proportion_whatever_equal_hands_would_share(
        ties: str, short: int, full: int, given_up: int, others: int) -> None:
    bets = {1: short, **dict.fromkeys(range(2, others + 3), full), 11: given_up}
    order = [[seat] for seat in bets if seat != 11]
    won = pots.divide(bets, [11], order, 1, 11, 1, ties=ties).won
    rest = sum(bets.values()) - short
    assert won == {1: short + rest * short // full, 2: rest - rest * short // full}


def test_an_all_in_hand_that_ties_has_its_bet_and_its_share_of_its_part() -> None:
    """30 and 30/130 of three tenths of 200; the bound is an equal part of the 30 within reach."""
    def paid(short: int, full: int, ties: str = pots.BETS) -> tuple[int, int]:
        won = pots.divide({1: short, 2: full, 3: full}, (), [[1, 2], [3]], 1, 10, 1, ties=ties).won
        return won[1], won[2]
    assert paid(3000, 10_000) == (4385, 18_615)
    assert paid(3000, 10_000, pots.LOST) == (3693, 19_307)
    assert paid(3000, 3100) == (4500, 4700)
    assert paid(6000, 10_000) == (9000, 17_000)


@MANY
@given(showdowns(unit=1))
def test_a_worse_hand_with_no_higher_bet_gets_nothing(hand: Showdown) -> None:
    for reading in (pots.PROPORTION, pots.SIDE_POTS):
        won, reach = hand.divide(reading).won, -1
        for group in hand.order:
            for seat in group:
                if hand.put[seat] <= reach:
                    assert seat not in won
            reach = max(reach, *(hand.put[seat] for seat in group))


@MANY
@given(showdowns(unit=1))
def test_side_pots_are_what_each_cent_of_the_bets_finds(hand: Showdown) -> None:
    """Cent by cent: the money that lies as high as each bet goes to the best that bet so high.

    Hands are parted here, so that no cent is shared.
    """
    order = [[seat] for group in hand.order for seat in group]
    small = {seat: bet // 200 for seat, bet in hand.bets.items()}
    few = hand._replace(bets=small, order=order)
    won: dict[int, int] = {}
    top = max(few.put[seat] for [seat] in order)
    for height in range(1, max(few.put.values()) + 1):
        lies = sum(1 for bet in few.put.values() if bet >= height)
        best = next(seat for [seat] in order if few.put[seat] >= min(height, top))
        won[best] = won.get(best, 0) + lies
    if few.dead:
        first = next(seat for [seat] in order if few.put[seat] or not top)
        won[first] = won.get(first, 0) + few.dead
    assert {s: w for s, w in few.divide(pots.SIDE_POTS).won.items() if w} == won


@MANY
@given(showdowns(unit=1))
def test_the_readings_agree_where_every_bet_is_one_and_the_same(hand: Showdown) -> None:
    same = hand._replace(bets=dict.fromkeys(hand.bets, 700))
    found = [same.divide(*reading).won for reading in (
        (pots.PROPORTION, pots.BETS), (pots.PROPORTION, pots.EQUAL), (pots.SIDE_POTS, pots.BETS))]
    assert found[0] == found[1] == found[2]


@MANY
@given(st.integers(1, 400), st.integers(401, 900), st.integers(2, 8))
def test_the_readings_agree_where_all_the_others_match_one_all_in_hand(
        short: int, full: int, others: int) -> None:
    bets = {1: short, **dict.fromkeys(range(2, others + 2), full)}
    order = [[seat] for seat in bets]
    for reading in (pots.PROPORTION, pots.SIDE_POTS):
        won = pots.divide(bets, (), order, 1, 11, 1, reading=reading).won
        assert won == {1: short * (others + 1), 2: (full - short) * others}


@MANY
@given(showdowns())
def test_equal_hands_with_equal_bets_differ_by_one_minimum_and_the_hand_has_the_larger(
        hand: Showdown) -> None:
    found = hand.divide(pots.SIDE_POTS)
    for part in found.parts:
        shares = [part.winners[seat] for seat in
                  sorted(part.winners, key=lambda seat: (seat - hand.hand) % 11)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] - shares[-1] <= hand.unit


@MANY
@given(st.lists(st.integers(0, 40), min_size=1, max_size=11), st.integers(1, 11),
       st.sampled_from((100, 500)))
def test_chips_of_the_minimum_stay_chips_of_the_minimum(chips: list[int], start: int,
                                                        unit: int) -> None:
    bets = {seat: n * unit for seat, n in enumerate(chips, 1)}
    for ties in (pots.BETS, pots.LOST, pots.EQUAL):
        found = pots.divide(bets, (), [list(bets)], start, 11, unit, ties=ties)
        assert all(paid % unit == 0 for paid in found.won.values())


def test_a_share_that_needs_no_cut_is_paid_as_it_is() -> None:
    half = Fraction(25, 2)
    due = {1: Fraction(20), 2: half, 3: half}
    assert pots.apportion(45, due, {}, [1, 2, 3], 5) == {1: 20, 2: 15, 3: 10}
    assert pots.apportion(45, due, {}, [3, 1, 2], 5) == {1: 20, 2: 10, 3: 15}


@MANY
@given(st.lists(st.integers(0, 900), min_size=1, max_size=11).filter(any), st.integers(0, 9000),
       st.sampled_from((1, 5, 100)))
def test_no_share_is_a_minimum_away_from_what_is_due(bets: list[int], amount: int,
                                                     unit: int) -> None:
    due = {seat: Fraction(amount * bet, sum(bets)) for seat, bet in enumerate(bets)}
    given_ = pots.apportion(amount, due, {}, list(due), unit)
    assert sum(given_.values()) == amount
    assert all(abs(given_[seat] - due[seat]) < unit for seat in due)


def test_each_group_of_equal_hands_may_share_in_its_own_way() -> None:
    """Seat 1 wins 10 all-in; the others are equal, one of them all-in with 40."""
    bets, order = {1: 1000, 2: 4000, 3: 10000, 4: 10000}, [[1], [2, 3], [4]]
    for ties, due in (([pots.EQUAL, pots.BETS], {1: 3400, 2: 4550, 3: 17_050}),
                      ([pots.BETS, pots.LOST], {1: 3400, 2: 3800, 3: 17_800}),
                      ([pots.LOST, pots.EQUAL], {1: 3400, 2: 4600, 3: 17_000})):
        assert pots.divide(bets, (), order, 1, 10, 1, ties=[*ties, pots.BETS]).won == due


def test_only_one_stays_in_and_has_the_pot_and_what_nobody_matched() -> None:
    found = pots.divide({1: 500, 2: 1000, 3: 4000}, [1, 2], [[3]], 1, 10, 1000)
    assert (found.back, found.won, found.pot) == ({3: 3000}, {3: 2500}, 2500)


def test_money_that_is_no_bet_is_won_in_proportion_and_lies_in_the_main_pot() -> None:
    bets, order = {1: 3000, 2: 10000, 3: 10000}, [[1], [2], [3]]
    assert pots.divide(bets, (), order, 1, 10, 1, dead=1000).won == {1: 9300, 2: 14700}
    assert pots.divide(bets, (), order, 1, 10, 1, dead=1000, reading=pots.SIDE_POTS).won == {
        1: 10000, 2: 14000}


def test_the_pots_on_the_table_say_who_may_win_them() -> None:
    assert pots.side_pots({1: 30, 2: 50, 3: 100, 4: 100, 5: 40}, folded=[5], dead=7) == [
        pots.Pot(157, (1, 2, 3, 4)), pots.Pot(70, (2, 3, 4)), pots.Pot(100, (3, 4))]
    assert pots.side_pots({1: 0, 2: 0}) == []
    assert pots.side_pots({1: 0, 2: 0, 3: 5}, folded=[3]) == [pots.Pot(5, (1, 2))]


def test_a_bet_given_up_above_all_others_is_lost_to_them() -> None:
    found = pots.divide({1: 30, 2: 60, 3: 100}, [3], [[1], [2]], 1, 10, 1, reading=pots.SIDE_POTS)
    assert (found.back, found.won) == ({}, {1: 90, 2: 100})


@pytest.mark.parametrize(("wrong", "says"), [
    ({"order": [[1], [1, 2]]}, "name a seat twice"),
    ({"order": [[1], [2], [3]], "folded": [3]}, "one that folded"),
    ({"order": [[1]]}, r"seats \[2, 3\] stayed in"),
    ({"order": [], "bets": {}}, "a seat that stayed in"),
    ({"bets": {1: 1, 12: 1}, "order": [[1, 12]]}, "from 1 to 11"),
    ({"unit": 0}, "at least a cent"),
    ({"dead": -1}, "must not be negative"),
    ({"bets": {1: -1, 2: 5, 3: 5}}, "must not be negative"),
])
def test_what_is_no_pot_is_refused(wrong: dict[str, object], says: str) -> None:
    good = Showdown({1: 5, 2: 5, 3: 5}, frozenset(), [[1], [2], [3]], 1, 1, 0)
    with pytest.raises(ValueError, match=says):
        good.divide(**wrong)
    with pytest.raises(ValueError, match="equal hands share"):
        good.divide(ties="luck")
    with pytest.raises(ValueError, match="cannot divide"):
        pots.apportion(10, {1: Fraction(5)}, {}, [1], 1)


# -- the percentage ---------------------------------------------------------------------------

@MANY
@given(st.lists(st.integers(0, 90_000), min_size=1, max_size=11),
       st.fractions(0, percentage.HAND_MOST), st.one_of(st.none(), st.integers(0, 3000)))
def test_a_hand_pays_the_rate_and_never_more(paid: list[int], rate: Fraction,
                                             most: int | None) -> None:
    taken = percentage.of_hand(dict(enumerate(paid)), rate, most)
    exact = min(sum(paid) * rate, sum(paid) if most is None else most)
    assert exact - 1 < sum(taken.values()) <= exact
    total = sum(taken.values())
    for seat, sum_ in enumerate(paid):
        assert 0 <= taken[seat] <= sum_
        assert abs(taken[seat] * sum(paid) - total * sum_) <= sum(paid)


def test_a_session_costs_a_share_of_the_cave_in_whole_cents() -> None:
    assert percentage.of_session(20_000, Fraction(1, 10)) == 2_000
    assert percentage.of_session(3_333, Fraction(5, 100)) == 166


@pytest.mark.parametrize("rate", [Fraction(49, 1000), Fraction(201, 1000)])
def test_a_session_costs_from_a_twentieth_to_a_fifth(rate: Fraction) -> None:
    with pytest.raises(ValueError, match="from 1/20 to 1/5"):
        percentage.of_session(10_000, rate)
    percentage.of_session(10_000, Fraction(1, 20))
    percentage.of_session(10_000, Fraction(1, 5))


def test_a_hand_costs_a_twentieth_at_most() -> None:
    with pytest.raises(ValueError, match="at most 1/20"):
        percentage.of_hand({1: 100}, Fraction(51, 1000))
    assert percentage.of_hand({1: 100}, Fraction(5, 100)) == {1: 5}
