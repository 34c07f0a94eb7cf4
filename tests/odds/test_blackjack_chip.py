"""The jackpot's chip and the most that a bank may have to pay, held against counting by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest

from sabot.equipment import packs as cards_of
from sabot.families.blackjack import Prize
from sabot.families.blackjack.pricing.jackpot_chip import (
    line_chances,
    price_chip,
    price_unsplit_chip,
)
from sabot.families.blackjack.pricing.liability import main_bet_gains, maximum_liability, most_hands
from sabot.families.blackjack.round.jackpot import makes_line
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.families.blackjack.rules.table_law import Jackpot
from sabot.families.jackpot.chip import chips_until
from sabot.games import catalogue
from sabot.games.blackjack_2001.rules import SCALE
from sabot.probability.liability import Unlimited
from sabot.procedure.table import Table

LAW = "pt-1364-2001/blackjack"


def test_the_chances_of_two_aces_are_those_of_two_cards_without_replacement() -> None:
    """Rows 43.d and 43.e, with six packs: who has two aces always takes a third card."""
    found = line_chances(6, SCALE)
    aces = Fraction(24 * 23, 312 * 311)
    assert sum(found.values()) == aces
    four = Fraction(2 * 12 * 11 * 10 * 9, 312 * 311 * 310 * 309)
    assert found["aces-4"] == four == Fraction(33, 12909299)
    suited = Fraction(4 * 6 * 5 * 4, 312 * 311 * 310)
    # Three aces of one suit, unless the fourth is of their colour: 9 of 309 cards.
    assert found["aces-3-suit"] == suited * Fraction(300, 309)
    two = Fraction(24 * 5, 312 * 311) * Fraction(288, 310)
    assert found["aces-2-suit"] == two


def test_every_four_cards_of_a_small_shoe() -> None:
    """One pack, every order of four cards that begins with two aces."""
    scale = (Prize(name="any", cards=2, rank="", times=3),
             Prize(name="red", cards=3, alike="colour", times=20),
             Prize(name="all", cards=4, rank="", alike="", share=100))
    found = line_chances(1, scale)
    shoe = cards_of(1)
    counted: Counter[str] = Counter()
    aces = [card for card in shoe if card[0] == "A"]
    for first, second in permutations(aces, 2):
        for third in shoe:
            if third in (first, second):
                continue
            for fourth in shoe:
                if fourth in (first, second, third):
                    continue
                cards = [first, second, third, fourth]
                run = next((i for i in range(4) if cards[i][0] != "A"), 4)
                paid = max((p for p in scale if makes_line(p, cards[:run])),
                           key=lambda p: (p.share, p.times))
                counted[paid.name] += 1
    ways = 52 * 51 * 50 * 49
    assert found["red"] == Fraction(counted["red"], ways)
    assert found["any"] == Fraction(12 * counted["any"] + 12 * counted["red"] + counted["any"],
                                    ways)
    assert found["all"] == Fraction(13 * counted["all"], ways)


def test_the_pool_at_which_a_chip_breaks_even() -> None:
    jackpot = Jackpot(chip=100, rate=50, start=1_000_000, manual=False, prizes=SCALE)
    chip_price = price_chip(6, jackpot)
    even = Fraction(chip_price.jackpot.even)
    assert even == Fraction(278_217_300, 11)
    there = price_chip(6, msgspec.structs.replace(jackpot, start=int(even)))
    assert 0 <= there.edge_float < float(Fraction(33, 12909299)) / 100  # less than a cent more
    more = price_chip(6, msgspec.structs.replace(jackpot, start=int(even) + 1_000))
    assert more.edge_float < 0
    assert sum(Fraction(chance) for _, chance in chip_price.net) == 1
    assert Fraction(chip_price.jackpot.fixed) + Fraction(33, 12909299) * 10_000 == (
        1 - Fraction(chip_price.edge))


def test_who_splits_nothing_has_two_cards_or_those_that_they_draw() -> None:
    """Of six packs: two aces are 100 times the chip with one suit, 25 without, and no more."""
    jackpot = Jackpot(chip=100, rate=60, start=1_000_000, manual=False, prizes=SCALE)
    suited, mixed = Fraction(24 * 5, 312 * 311), Fraction(24 * 18, 312 * 311)
    chip_price = price_unsplit_chip(6, jackpot)
    assert 1 - Fraction(chip_price.edge) == 100 * suited + 25 * mixed == Fraction(950, 4043)
    drawn = msgspec.structs.replace(jackpot, drawn_cards=True)
    for split in (price_chip(6, jackpot), price_chip(6, drawn)):
        assert split.edge == price_unsplit_chip(6, drawn).edge != chip_price.edge


def test_a_scale_without_a_share_never_breaks_even() -> None:
    fixed = price_chip(
        4, Jackpot(chip=100, rate=50, start=1_000_000, manual=False, prizes=SCALE[:2])
    )
    assert (fixed.jackpot.even, fixed.jackpot.top) == (None, None)


def test_how_many_chips_the_top_prize_takes() -> None:
    assert chips_until(Fraction(1, 4)) == {"0.05": 1, "0.5": 3, "0.95": 11}
    assert 1 - .75 ** 3 >= .5 > 1 - .75 ** 2


@pytest.mark.parametrize(("changes", "value", "expected"), [
    ({"max_hands": 4}, 8, 4), ({"max_hands": 4}, 1, 2), ({"max_hands": 0}, 8, 24),
    ({"max_hands": 0}, 10, 96), ({"max_hands": 0, "split_rank": True}, 10, 24),
    ({"max_hands": 4, "resplit": False}, 8, 2), ({"max_hands": 1}, 8, 1),
    ({"max_hands": 0, "resplit_aces": True}, 1, 24),
])
def test_how_many_hands_a_pair_may_become(changes: dict[str, int], value: int, expected: int
                                          ) -> None:
    assert most_hands(Terms(**changes), value) == expected


def test_what_a_place_may_win_by_hand() -> None:
    """Four hands, doubled at will: eight bets; without splits a double with a prize is more."""
    assert max(gain for gain, _ in main_bet_gains(Terms()).values()) == 8
    alone = main_bet_gains(Terms(max_hands=1, special=True))
    assert max(alone.values()) == (5, 3) and alone["a blackjack"] == (Fraction(3, 2), 2)
    few = main_bet_gains(Terms(max_hands=2, double=(9, 11), double_split=(9, 11), special=True))
    assert few["6s split into 2 hands"] == (8, 6)  # 6-7-8 twice: each wins 1 and 3


def test_the_liability_of_a_table_of_2007() -> None:
    game = catalogue()["blackjack-2007"]
    liability = maximum_liability(game.book, Table(game=game.id, name="", rules=game.rules()))
    # Six packs: 96 hands of a ten, of which 24 meet an ace and are doubled, at 150 euros.
    assert liability.place == (96 + 24) * 15_000 and liability.outcome == "tens split into 96 hands"
    assert liability.place < liability.table < 7 * liability.place
    assert liability.left_out == ""


def test_a_law_that_lets_anybody_bet_sets_no_limit() -> None:
    game = catalogue()["blackjack-macau"]
    assert isinstance(
        maximum_liability(game.book, Table(game=game.id, name="", rules=game.rules())), Unlimited
    )
