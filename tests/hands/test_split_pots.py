"""Pots that low hands or several boards share, and the low hands themselves."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from pokerkit import OmahaEightOrBetterLowHand

from sabot.equipment import PACK
from sabot.families.poker.lows import LOWEST_RANKS, eight_or_better
from sabot.families.pokertable.pots import EQUAL, SIDE_POTS, divide
from sabot.families.pokertable.split_pots import BoardOrder, divide_by_boards
from sabot.hands import Hand, HandError, read

HAND = """
variant = "{variant}"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
{sizes}
starting_stacks = [{stacks}]
actions = [{deals}, {actions}]
{more}
"""


def hand(variant: str, deals: str, actions: str, more: str = "", stacks: str = "100, 100, 100"
         ) -> Hand:
    sizes = "small_bet = 2\nbig_bet = 4" if variant.startswith("F") else "min_bet = 2"
    listed = ["d dh " + deal for deal in deals.split(", ")]
    [read_hand] = read(HAND.format(
        variant=variant, sizes=sizes, stacks=stacks, more=more,
        deals=", ".join(f'"{deal}"' for deal in listed),
        actions=", ".join(f'"{action}"' for action in actions.split(", "))))
    return read_hand


@pytest.mark.parametrize(("own", "common", "low"), [
    ("AS 2S KH KD", "3C 4D 5H TS TD", "5432A"), ("AS 8S KH KD", "7C 6D 5H TS TD", "8765A"),
    ("AS 9S KH KD", "3C 4D 5H TS TD", ""), ("AS 2S 3S 4S", "KC 6D 7H 8S AD", "7632A"),
    ("AS 2S KH KD", "3C 4D TH TS TD", ""), ("2S 2C KH KD", "3C 4D 5H 6S 7D", "")])
def test_a_low_hand_has_five_ranks_up_to_eight(own: str, common: str, low: str) -> None:
    """Two of them are the player's own; the ace is low."""
    found = eight_or_better(own.split(), common.split(), 2)
    assert "".join(LOWEST_RANKS[rank] for rank in found or ()) == low


def test_low_hands_are_ordered_as_pokerkit_orders_them() -> None:
    chance = random.Random(1)
    deals = []
    for _ in range(300):
        cards = chance.sample([card for card in PACK if card[0] in "A23456789"], 13)
        deals.append((cards[:4], cards[4:8], cards[8:]))
    for first, second, board in deals:
        ours = [eight_or_better(own, board, 2) for own in (first, second)]
        theirs = [OmahaEightOrBetterLowHand.from_game_or_none(spell(own), spell(board))
                  for own in (first, second)]
        assert [low is None for low in ours] == [low is None for low in theirs]
        if ours[0] is not None and ours[1] is not None:
            assert (ours[0] < ours[1], ours[0] == ours[1]) \
                == (theirs[0] > theirs[1], theirs[0] == theirs[1])


def spell(cards: list[str]) -> str:
    return "".join(card[0] + card[1].lower() for card in cards)


def test_with_one_board_and_no_low_hand_pots_are_divided_as_side_pots() -> None:
    """Every division of small bets among three hands equals that of the other function."""
    orders = ([[1], [2], [3]], [[3], [1, 2]], [[1, 2, 3]], [[2, 3], [1]])
    for bets, order, dead in product(combinations((0, 1, 3, 4, 7), 3), orders, (0, 5)):
        put = dict(enumerate(bets, start=1))
        usual = divide(put, (), order, 1, 3, 1, dead=dead, reading=SIDE_POTS, ties=EQUAL,
                       for_all=True)
        split = divide_by_boards(put, (), [BoardOrder(order)], 1, 3, 1, dead=dead, for_all=True)
        assert (split.won, split.back) == (usual.won, usual.back)


def test_whatever_is_divided_adds_up_to_the_bets() -> None:
    chance = random.Random(2)
    for _ in range(300):
        bets = {seat: chance.randint(0, 9) for seat in range(1, 5)}
        folded = {4} if chance.random() < 0.5 and bets[4] else set[int]()
        seats = [seat for seat in bets if seat not in folded]
        boards = [BoardOrder([[seat] for seat in chance.sample(seats, len(seats))],
                             [[seat] for seat in chance.sample(seats, chance.randint(0, 2))])
                  for _ in range(chance.randint(1, 3))]
        division = divide_by_boards(bets, folded, boards, 1, 4, 1, dead=3, for_all=True,
                                    as_one=chance.random() < 0.5)
        assert division.pot + sum(division.back.values()) == sum(bets.values()) + 3


def test_the_high_hand_gets_the_odd_chip_of_a_halved_pot() -> None:
    """A pot of 13: 7 for the pair of aces, 6 for the low hand."""
    checks = "p2 cc, p3 cc"
    played = hand("FO/8", "p1 ????????, p2 AsAd9h9s, p3 2c3cJhTs",
                  f"p3 cbr 4, p1 f, p2 cbr 6, p3 cc, d db Kc4d8h, {checks}, d db 7s, {checks}, "
                  f"d db Qd, {checks}, p2 sm -, p3 sm -").play()
    assert played.winnings == (0, 7, 6)


def test_without_a_low_hand_the_best_hand_wins_the_whole_pot() -> None:
    checks = "p2 cc, p3 cc"
    played = hand("PO/8", "p1 ????????, p2 AsAd9h9s, p3 2c3cJhTs",
                  f"p3 cc, p1 f, p2 cc, d db KcQdJs, {checks}, d db 7s, {checks}, d db 4d, "
                  f"{checks}, p2 sm -, p3 sm -").play()
    assert played.winnings == (0, 5, 0)


@pytest.mark.parametrize(("amount", "expected"), [
    ("p3 cbr 5", "a bet or a raise is to 4"), ("p3 cbr 6", "a bet or a raise is to 4")])
def test_a_fixed_limit_has_one_size_of_bets(amount: str, expected: str) -> None:
    with pytest.raises(HandError, match=expected):
        hand("FT", "p1 ????", f"{amount}, p1 f, p2 f").play()


def test_an_all_in_of_less_may_be_made_up_to_the_size_of_a_bet_or_raised_by_it() -> None:
    """The rules of rooms differ: a raise to 3 chips where bets are of 2 may be followed by 4 or by
    5."""
    for total in (4, 5):
        played = hand("FT", "p3 ????", f"p3 cbr 3, p1 cbr {total}, p2 f, d db 2c3c4d, d db 5h, "
                      "d db 9s, p1 sm AsAd, p3 sm KsKd", stacks="100, 100, 3").play()
        assert played.stacks == (105, 98, 0)


def test_three_boards_decide_a_third_of_the_pot_each() -> None:
    """What does not divide belongs to the first board."""
    more = '_boards = ["KdKh9c", "9d"]'
    flop = "d db 2c7h4s, d db Js, d db 9s"
    two = hand("NT", "p1 AsAh, p2 KsKc, p3 ????", f"p3 f, p1 cbr 50, p2 cc, {flop}".replace(
        "p1 cbr 50", "p1 cbr 100"), more)
    assert two.record.further_boards == [["KD", "KH", "9C"], ["9D"]]
    assert two.play().winnings == (134, 66, 0)
    assert "further board: KdKh9c" in two.text()


@pytest.mark.parametrize(("more", "expected"), [
    ('_boards = "KdKh"', "_boards: must be a list of texts"),
    ('_boards = ["Kd??"]', "each board has one to five own cards"),
    ('_boards = [""]', "each board has one to five own cards"),
    ('_boards = ["2c"]', "the same card twice: 2c")])
def test_boards_that_cannot_be_are_refused(more: str, expected: str) -> None:
    with pytest.raises(HandError, match=expected):
        hand("NT", "p1 AsAh, p2 KsKc, p3 ????",
             "p3 f, p1 cbr 100, p2 cc, d db 2c7h4s, d db Js, d db 9s", more).play()


def test_antes_without_blinds_and_without_betting_before_the_flop() -> None:
    """Everybody posts 5, and betting begins with three common cards. The checks that are added let
    other programs play the hand; a player whom the ante has taken all is asked nothing."""
    [bomb] = read("""
variant = "PO"
antes = [5, 5, 5]
blinds_or_straddles = [0, 0, 0]
min_bet = 2
starting_stacks = [100, 5, 100]
actions = ["d dh p1 ????????", "d dh p2 ????????", "d dh p3 ????????",
  "d db 2c7h4s", "p1 cbr 15", "p3 f", "d db Js", "d db 9s", "p1 sm AsAhKdKh", "p2 sm QsQhJdTd"]
""")
    assert bomb.record.actions[3:5] == ("p1 cc", "p3 cc")
    assert "_bomb_ante = true" in bomb.to_phh()
    assert bomb.play().stacks == (110, 0, 95)
    assert read(bomb.to_phh())[0].record == bomb.record
