"""Portaria 217/2007, hold'em and Omaha: the pack, the forced bets, whose turn it is, how much."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.families.pokertable.rules import violations
from sabot.families.pokertable.variant import VARIANTS
from sabot.games import game
from sabot.procedure import Cut, Deal, Discard, Handle, Move, Scripted, Shuffle
from sabot.procedure.refusal_text import render_refusal, with_refusal_words
from support.poker_table import (
    NAMES,
    asked,
    begin,
    bets,
    calls,
    caves,
    do,
    evening,
    hand,
    law,
    may,
    moves_under,
    offer,
    pack,
    play_out,
    refusal_of,
    results,
    steps,
    table,
    try_act,
    window,
)

FOUR = (50_000,) * 4
FIVE = (50_000,) * 5


def turns(dealer: Any, words: str) -> str:
    """The places that are asked, while these decisions are made."""
    found = []
    for word in words.split():
        found.append(asked(dealer)[0])
        bets(dealer, word)
    return " ".join(found)


# -- the table and the cards -----------------------------------------------------------------------


@law("2", "2.a", "2.b", "2.c", "3", "5", "6", "6-2", "6-3", "99", "92", "93", "96")
def test_numbered_places_run_clockwise_from_the_dealer_s_left() -> None:
    for of, many, hole, clause in (("holdem", 10, 2, "6-2"), ("omaha", 10, 4, "6-2"),
                                   ("sintetico", 11, 2, "6-3")):
        felt = game(of).felt(table(of))
        assert felt.shape == "oval"
        assert (felt.ring.hole, felt.ring.common) == (hole, 5)
        assert [one.place for one in felt.places] == [str(n) for n in range(1, many + 1)]
        fewer = msgspec.structs.replace(table(of), places=many - 1)
        broken = {one.clause.rpartition("/")[2] for one in violations(VARIANTS[of], fewer)}
        assert broken == {clause}
        # The dealer sits above: the dealer's left is on the right of who looks at them.
        assert felt.places[0].x > felt.places[-1].x


@law("31", "32", "72")
def test_the_dealer_shuffles_fifty_two_cards_and_cuts() -> None:
    dealer = hand(FOUR)
    assert [(step.packs, step.without) for step in steps(dealer, Shuffle)] == [(1, ())]
    assert [step.law.rpartition("/")[2] for step in steps(dealer, Cut)] == ["32"]
    assert window(dealer).startswith("turn")


@law("9.a", "34", "35", "77")
@pytest.mark.parametrize(("of", "cards"), [("holdem", 2), ("omaha", 4)])
def test_cards_are_dealt_one_by_one_from_the_hand_clockwise(of: str, cards: int) -> None:
    """Place 3 has the hand: each gets a card in turn, and sees only their own."""
    dealer = hand(FOUR, of=of, had=2)
    assert [step.to for step in steps(dealer, Deal)] == ["3", "4", "1", "2"] * cards
    assert {step.seen_by for step in steps(dealer, Deal)} == set(NAMES[:4])


@law("41", "43", "45", "68", "54")
def test_a_card_is_burnt_before_the_flop_the_turn_and_the_river() -> None:
    dealer = play_out(hand(FOUR))
    common = [(step.to, step.seen_by) for step in steps(dealer, Deal) if not step.to.isdecimal()]
    flop, one = [("board", "*")] * 3, [("board", "*")]
    burnt = [("burn", "")]
    assert common == burnt + flop + burnt + one + burnt + one
    assert set(steps(dealer, Discard)[-1].hands) == {"1", "2", "3", "4", "board", "burn"}


@law("94")
def test_at_hold_em_the_board_may_be_played_as_a_whole() -> None:
    """Four aces and a king lie in common: all four have them, and divide the pot."""
    dealer = play_out(hand(FOUR, ["2C 3D", "4C 5D", "6C 7D", "8C 9D"], "AC AD AH AS KC"))
    assert set(results(dealer).values()) == {"tie four"}


@law("1", "52")
def test_players_play_against_one_another_and_the_house_has_no_stake() -> None:
    dealer = play_out(hand(FOUR, rate=0))
    assert {step.kind for step in steps(dealer, Move)} <= {"resume", "travel", "take", "hold"}
    assert sum(caves(dealer).values()) == sum(FOUR)
    odds = {pay.odds for bet in game("holdem").bets(table()) for pay in bet.pays}
    assert odds == {"1:1"}  # the others' like for one's own bet


@law("37", "9.e")
def test_the_dealer_says_whose_turn_it_is_and_nobody_else_may_decide() -> None:
    dealer = hand(FOUR)
    assert window(dealer).endswith(":3") and dealer.standing is not None
    for act in ("Gil: call 4", "Gil: check 4", "Ana: raise 1 1000", "Ana: call 3", "Zoe: fold 3"):
        assert refusal_of(dealer, act) == ("not-your-turn", "9.e")
    no = try_act(dealer, "Gil: call 4")
    assert no.facts["turn"] == "3" and no.text == "it is the turn of place 3"
    calls_heard = [
        render_refusal(no, with_refusal_words(game("holdem").words)[lang], str)
        for lang in ("pt", "en")
    ]
    assert [one.partition(".")[0] for one in calls_heard] == ["É a vez do lugar 3",
                                                      "It is the turn of place 3"]
    assert refusal_of(dealer, "Eva: check 3")[0] == "not-offered"  # it is her turn
    assert refusal_of(dealer, "Eva: call 4") == ("not-yours", "37")
    assert {o.player for o in dealer.standing.offers if o.act in ("call", "raise")} == {"Eva"}


@law("4-2")
def test_the_pack_is_opened_face_up_before_the_first_hand_only() -> None:
    def shows_cards(hands: int) -> bool:
        cards = " ".join(pack("holdem", [""] * 4))
        dealer = begin(evening(FOUR, hands=hands), table(), Scripted(cards))
        return "show-cards" in {step.what for step in steps(do(dealer, "time"), Handle)}
    assert shows_cards(0) and not shows_cards(1)


# -- whose turn ------------------------------------------------------------------------------------


@law("81", "82", "83", "84", "36")
def test_the_hand_makes_the_small_bet_and_the_next_the_big_one() -> None:
    """Place 1 has the hand. The first to decide sits at the left of the big bet."""
    dealer = hand(FOUR)
    assert moves_under(dealer, "81") == ["1/cave 1/pot 500", "2/cave 2/pot 1000"]
    assert turns(dealer, "c c c k") == "3 4 1 2"


@law("30")
def test_the_hand_goes_one_place_further_with_every_deal() -> None:
    """To the next who plays: place 2 is free, and after the last comes the first."""
    caves = (50_000, 0, 50_000, 50_000, 50_000)
    assert [calls(hand(caves, had=had))[0] for had in (1, 3, 5)] == ["hand 3", "hand 4", "hand 1"]


@law("85", "42", "44", "46")
def test_later_rounds_begin_with_the_hand() -> None:
    dealer = hand(FOUR)
    bets(dealer, "c c c k")
    for _ in range(3):
        assert turns(dealer, "k k k k") == "1 2 3 4"
    assert dealer.over


@law("85", "42")
def test_where_the_hand_has_given_up_the_next_one_begins() -> None:
    dealer = hand(FOUR)
    bets(dealer, "c c f k")
    assert turns(dealer, "k k k") == "2 3 4"


@law("39", "39.b", "39.b-2", "39.c", "42")
def test_who_passes_covers_a_later_bet_to_stay_in() -> None:
    dealer = hand(FOUR)
    assert may(dealer, "Eva") >= {"fold", "call", "raise"} and "check" not in may(dealer, "Eva")
    bets(dealer, "c c c k")
    assert may(dealer, "Ana") >= {"fold", "check", "bet"} and "call" not in may(dealer, "Ana")
    bets(dealer, "k 2000")
    bets(dealer, "f c")
    assert asked(dealer) == ("1", "Ana") and offer(dealer, "Ana", "call").cost == 2_000
    assert "check" not in may(dealer, "Ana")


@law("39.d", "40")
def test_a_raise_adds_to_the_bets_of_others_and_all_may_answer() -> None:
    """«Jogo mais 20»: Eva bets the 10 of the big bet and 20 more."""
    dealer = hand(FOUR)
    bets(dealer, "2000")
    assert moves_under(dealer, "39.d") == ["3/cave 3/pot 3000"]
    assert turns(dealer, "f c c") == "4 1 2"


# -- how much --------------------------------------------------------------------------------------


@law("86", "19", "20-2")
def test_a_raise_is_at_least_the_minimum_and_in_chips_of_the_table() -> None:
    dealer = hand(FOUR)
    assert refusal_of(dealer, "Eva: raise 3 500") == ("below-minimum", "86")
    assert refusal_of(dealer, "Eva: raise 3 1001") == ("off-unit", "20-2")
    bets(dealer, "3000 1000")  # and never the last raise


@law("86")
@pytest.mark.parametrize(("counts", "most"), [(1, 1_500), (2, 2_500), (3, 3_500)])
def test_the_most_of_a_raise_counts_the_last_bet_once_twice_or_three_times(
        counts: int, most: int) -> None:
    """Bets of 5 and 10: 15, or with the last bet doubled 25, or tripled 35."""
    dealer = hand(FOUR, limit="pot", counts=counts)
    assert offer(dealer, "Eva", "raise").high == most
    assert refusal_of(dealer, f"Eva: raise 3 {most + 500}") == ("above-maximum", "86")


@law("21.a", "21.b", "21.c", "39.d-2")
@pytest.mark.parametrize(("limit", "most", "clause"),
                         [("half-pot", 2_000, "21.a"), ("pot", 4_000, "21.b")])
def test_a_first_bet_is_half_the_pot_the_pot_or_the_cave(
        limit: str, most: int, clause: str) -> None:
    dealer = hand(FOUR, limit=limit)
    bets(dealer, "c c c k")
    assert refusal_of(dealer, f"Ana: bet 1 {most + 500}") == ("above-maximum", clause)
    bets(dealer, str(most))
    free = hand(FOUR, limit="cave")
    bets(free, "c c c k")
    assert refusal_of(free, "Ana: bet 1 50000") == ("above-maximum", "21.c")
    bets(free, "49000")


@law("87", "47")
def test_three_raises_in_a_round_and_no_more() -> None:
    """The big bet is no raise. A call is open to the fourth, and the next round begins anew."""
    dealer = hand(FIVE)
    bets(dealer, "1000 1000 1000")
    assert refusal_of(dealer, "Ana: raise 1 1000") == ("barred", "87")
    bets(dealer, "c f c c")
    assert "bet" in may(dealer, asked(dealer)[1])


@law("88", "47-2")
def test_between_two_players_raises_have_no_end() -> None:
    dealer = hand(FOUR)
    bets(dealer, "1000 1000 1000")
    assert "raise" not in may(dealer, "Rui")
    bets(dealer, "f f")
    for _ in range(4):
        bets(dealer, "1000")
    assert "raise" in may(dealer, asked(dealer)[1])
