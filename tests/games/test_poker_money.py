"""Portaria 217/2007, non-banked poker: what goes into the pot, and who takes what out of it."""

from __future__ import annotations

import pytest

from sabot.games import game
from sabot.procedure import Deal, Move, Reveal, Scripted
from support.poker_table import (
    NAMES,
    begin,
    bets,
    calls,
    cited,
    do,
    evening,
    hand,
    law,
    moves_under,
    nets,
    pack,
    percentage_taken,
    play_out,
    pots_announced,
    results,
    shows,
    steps,
    table,
    window,
)

SHORT = (3_000, 10_000, 10_000, 10_000)
"""Ana, who has the hand, can match three tenths of what the others have."""

TO_10_AND_30 = "900 c a c c f 7000 c"
"""Eva makes it 10; Gil calls and gives up later; Ana is all-in with 30; Rui and Eva bet 100."""

ACES, KINGS, QUEENS, LOW = "AS AH", "KS KH", "QS QH", "2C 7D"
DRY = "3C 4D 8H 9S TC"


# -- all-in ----------------------------------------------------------------------------------------

@law("38", "49", "49-2", "50", "65", "ir/232")
def test_an_all_in_winner_has_their_bet_and_a_proportion_of_the_rest() -> None:
    """30 of 100: 30, and three tenths of the other 210; the ten that Gil gave up count like the
    rest. Kings take the remainder from queens."""
    dealer = play_out(hand(SHORT, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100), TO_10_AND_30)
    assert calls(dealer)[1:] == ["proportion 1 93.00 €", "remainder 2 147.00 €"]
    assert nets(dealer, SHORT) == [6_300, 4_700, -10_000, -1_000]


@law("38", "38-2", "65", "ir/232")
def test_by_side_pots_an_all_in_winner_has_the_same_sum_from_every_bet() -> None:
    dealer = play_out(hand(SHORT, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100, shares="side-pots"),
                      TO_10_AND_30)
    assert calls(dealer)[1:] == ["main 1 100.00 €", "side 2 140.00 €"]
    assert nets(dealer, SHORT) == [7_000, 4_000, -10_000, -1_000]


@law("38", "38-2", "ir/232")
@pytest.mark.parametrize("shares", ["proportion", "side-pots"])
def test_a_side_pot_lies_there_for_each_other_all_in_bet(shares: str) -> None:
    """Whatever a winner is paid, all see who may win what; what nobody matched is in no pot."""
    dealer = play_out(hand((3_000, 5_000, 12_000, 10_000), [ACES, KINGS, QUEENS, LOW], DRY,
                           minimum=100, shares=shares), "c c a a a c")
    assert pots_announced(dealer) == ["120.00 €: 1, 2, 3, 4", "60.00 €: 2, 3, 4", "100.00 €: 3, 4"]
    even = play_out(hand((3_000,) * 4, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100), "c a c c c")
    assert pots_announced(even) == [], "all have bet the same: one pot, nothing to tell"


@law("49-2", "50")
def test_an_all_in_player_who_does_not_win_best_has_nothing_of_the_pot() -> None:
    dealer = play_out(hand(SHORT, [KINGS, ACES, QUEENS, LOW], DRY, minimum=100), TO_10_AND_30)
    assert calls(dealer)[1:] == ["main 2 240.00 €"]
    assert nets(dealer, SHORT) == [-3_000, 14_000, -10_000, -1_000]


@law("49-2", "50", "ir/234")
def test_the_remainder_is_a_pot_in_which_counts_what_goes_beyond_the_bet_that_was_paid() -> None:
    """30, 50, 100 and 100: 30 and three tenths of 250; then 20 of the 70 that are left of each."""
    caves = (3_000, 5_000, 10_000, 10_000)
    dealer = play_out(hand(caves, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100), "c c a a a c")
    assert calls(dealer)[1:] == ["proportion 1 105.00 €", "proportion 2 64.00 €",
                                 "remainder 3 111.00 €"]
    assert nets(dealer, caves) == [7_500, 1_400, 1_100, -10_000]


@law("48", "49-2", "50", "ir/233", "ir/234")
def test_where_everybody_is_all_in_the_equal_bet_is_the_highest_that_was_matched() -> None:
    """Gil bet 120 and nobody has more than 80: 40 go back before anything is shared."""
    caves = (2_000, 5_000, 8_000, 12_000)
    dealer = play_out(hand(caves, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100), "c a c c c")
    assert moves_under(dealer, "48") == ["4/pot 4/cave 4000"]
    assert calls(dealer)[1:] == ["proportion 1 72.00 €", "proportion 2 94.00 €",
                                 "remainder 3 64.00 €"]
    assert nets(dealer, caves) == [5_200, 4_400, -1_600, -8_000]


@law("49")
def test_a_cave_that_cannot_match_the_bet_is_all_in() -> None:
    dealer = bets(hand(SHORT, minimum=100), "9900 c")
    call = next(offer for offer in dealer.standing.offers if offer.act == "call")
    assert (call.player, call.note, call.cost) == ("Ana", "all-in", 2_950)
    assert "raise" not in {offer.act for offer in dealer.standing.offers}
    play_out(dealer)
    assert {bet.amount for bet in steps(dealer, Move) if bet.law.endswith("/49")} == {2_950}


@law("62")
def test_all_in_players_show_no_card_before_the_last_common_card() -> None:
    dealer = play_out(hand((1_000,) * 4, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100), "a c c c")
    kinds = [type(event.step) for event in dealer.record if type(event.step) in (Deal, Reveal)]
    assert kinds == sorted(kinds, key=lambda kind: kind is Reveal)
    assert shows(dealer) == ["3", "4", "1", "2"]  # place 3 began the only round


@law("62-2", "49", "ir/320")
@pytest.mark.parametrize(("caves", "acts", "order"), [
    # Ana, who has the hand, is all-in before the flop: Rui begins the later rounds.
    ((1_000, 9_000, 9_000, 9_000), "c c a c c c k k k k k k k k k", "2 3 4 1"),
    # The same, and the others have nothing left after the flop, which Rui began.
    ((1_000, 9_000, 9_000, 9_000), "c c a c c c k a c c", "2 3 4 1"),
    # Eva began before the flop, and nobody has anything left; Gil has given up.
    ((9_000,) * 4, "a f c c", "3 1 2"),
])
def test_who_is_all_in_begins_no_round(caves: tuple[int, ...], acts: str, order: str) -> None:
    assert " ".join(shows(play_out(hand(caves, minimum=100), acts))) == order


@law("62-2", "108-2", "ir/320")
def test_a_leader_who_is_all_in_begins_no_round_of_synthetic_poker() -> None:
    """Gil goes all-in in the first round, and three call: the next in play begins the second,
    and the others."""
    dealer = hand((9_000, 9_000, 9_000, 2_000), of="sintetico", minimum=100)
    bets(dealer, "k k a c c c")
    assert window(dealer) == "turn:2:1"
    assert shows(play_out(dealer)) == ["1", "2", "3", "4"]


# -- one who is left -------------------------------------------------------------------------------

@law("48", "51", "ir/233")
def test_who_is_left_alone_wins_unseen_and_has_back_what_nobody_matched() -> None:
    """Eva raises to 60 against 5 and 10: 50 come back, and Eva wins 25."""
    caves = (10_000,) * 4
    dealer = play_out(hand(caves), "5000 f f f")
    assert dealer.over and not steps(dealer, Reveal)
    assert moves_under(dealer, "48") == ["3/pot 3/cave 5000"]
    assert calls(dealer)[1:] == ["wins-unseen 3", "main 3 25.00 €"]
    assert nets(dealer, caves) == [-500, -1_000, 1_500, 0]


@law("51", "7.a", "9.c", "ir/233", "ir/237")
def test_a_hand_without_a_board_is_charged_on_what_was_matched_only() -> None:
    caves = (10_000,) * 4
    dealer = play_out(hand(caves, rate=5), "5000 f f f")
    assert percentage_taken(dealer) == 125
    assert nets(dealer, caves) == [-500, -1_000, 1_375, 0]


# -- equal hands -----------------------------------------------------------------------------------

TIED = ["AS 4C", "AH 4D", "KS QD", "2C 7D"]
PAIRED = "AD 9C 9H 5S JC"
"""Ana and Rui have aces and nines."""


@law("66", "67", "67-2", "ir/235", "ir/236")
@pytest.mark.parametrize(("tied", "ana"), [("part", 4_400), ("lost", 3_700)])
def test_an_all_in_hand_that_ties_has_its_bet_and_its_share(tied: str, ana: int) -> None:
    """Ana's 30, and 30/130 of a part of 60 that Ana alone would have won, 13.85; or of the 30 that
    Eva lost within reach of that bet, 6.92. In whole minimums, the odd one to the hand."""
    dealer = play_out(hand(SHORT, TIED, PAIRED, minimum=100, tied=tied), "c f a c c 7000 c")
    assert results(dealer) == {"1": "tie two-pair", "2": "tie two-pair", "3": "lost pair"}
    rui = 23_000 - ana
    assert calls(dealer)[1:] == [f"main 1 {ana // 100}.00 €", f"main 2 {rui // 100}.00 €"]
    assert nets(dealer, SHORT) == [ana - 3_000, rui - 10_000, -10_000, 0]


@law("49-2", "50", "66", "ir/235")
@pytest.mark.parametrize(("caves", "pockets", "acts", "after"), [
    # of the 40 that a bet of 60 reaches of a bet of 100, the like for both: 60 + 30 and 40 more
    ((6_000, 10_000, 10_000, 10_000), TIED, "c f a c c 4000 c", [3_000, 7_000, -10_000, 0]),
    # all are equal: nobody wins of anybody
    ((3_000, 10_000, 10_000, 10_000), ["AS 4C", "AH 4D", "AC 4H", "2C 7D"],
     "c f a c c 7000 c", [0, 0, 0, 0]),
    # Ana and Rui are all-in with 10 and 20: 17.33 and 52.67 of 70
    ((1_000, 2_000, 10_000, 10_000), TIED, "c c a a c c 8000 c", [800, 3_200, 6_000, -10_000]),
    # Rui, all-in with 60, is beaten by Ana and Eva, who tie: 30 + 30/130 of 78, and the rest
    ((3_000, 6_000, 10_000, 10_000), ["AS 4C", "KS QD", "AH 4D", "2C 7D"],
     "c c a a c c 4000 c", [1_800, -6_000, 14_200, -10_000]),
])
def test_equal_hands_win_no_more_than_their_bets_reach(
        caves: tuple[int, ...], pockets: list[str], acts: str, after: list[int]) -> None:
    dealer = play_out(hand(caves, pockets, PAIRED, minimum=100), acts)
    assert nets(dealer, caves) == after


@law("38-2", "67", "ir/235")
def test_equal_hands_share_a_side_pot_equally() -> None:
    dealer = play_out(hand(SHORT, TIED, PAIRED, minimum=100, shares="side-pots"),
                      "c f a c c 7000 c")
    assert calls(dealer)[1:] == ["main 1 45.00 €", "main 2 45.00 €", "side 2 140.00 €"]
    assert nets(dealer, SHORT) == [1_500, 8_500, -10_000, 0]


@law("66", "49-2", "67")
def test_equal_hands_share_the_remainder_too() -> None:
    """Jacks full of the all-in player first, then the two that have aces and nines."""
    pockets = ["JS JH", "AS 4C", "AH 4D", "2C 7D"]
    dealer = play_out(hand(SHORT, pockets, PAIRED, minimum=100), "c f a c c 7000 c")
    assert calls(dealer)[1:] == ["proportion 1 90.00 €", "remainder 2 70.00 €",
                                 "remainder 3 70.00 €"]


@law("67", "67-2", "ir/236")
@pytest.mark.parametrize(("had", "acts", "pockets", "expected"), [
    (0, "c c f k", ["", *TIED[:2], TIED[2]], ["main 2 20.00 €", "main 3 15.00 €"]),
    (2, "c c f k", [TIED[0], TIED[2], "", TIED[1]], ["main 4 20.00 €", "main 1 15.00 €"]),
    (1, "f c c k", TIED, ["main 2 20.00 €", "main 1 10.00 €"]),
])
def test_the_larger_part_goes_to_the_hand_and_on_clockwise(
        had: int, acts: str, pockets: list[str], expected: list[str]) -> None:
    """35 in minimums of 10, where a small bet was given up, are 20 and 15; 30 are 20 and 10."""
    dealer = play_out(hand((10_000,) * 4, pockets, PAIRED, had=had), acts)
    assert calls(dealer)[1:] == expected


# -- the showdown ----------------------------------------------------------------------------------

@law("62", "62-2", "ir/452")
def test_who_began_the_last_round_shows_first_whoever_bet_last() -> None:
    dealer = play_out(hand((10_000,) * 5, had=2), "c c c c k k k k k k k k k k k k 1000 c c c c")
    assert shows(dealer) == ["3", "4", "5", "1", "2"]
    dealer = play_out(hand((10_000,) * 5, had=2), "c c c c k f k k k k")
    assert shows(dealer) == ["4", "5", "1", "2"]


@law("63", "64", "65", "9.f")
def test_cards_speak_and_the_dealer_names_the_winner() -> None:
    dealer = play_out(hand((10_000,) * 4, [ACES, KINGS, QUEENS, LOW], DRY), "c c c k")
    assert results(dealer) == {"1": "won pair", "2": "lost pair", "3": "lost pair",
                               "4": "lost high"}
    assert nets(dealer, (10_000,) * 4) == [3_000, -1_000, -1_000, -1_000]
    assert {"63", "64", "65", "9.f"} <= cited(dealer)


@law("38", "52", "53", "53-2")
def test_a_bet_is_the_announced_sum_from_the_cave_to_the_pot_at_once() -> None:
    dealer = hand((10_000,) * 4)
    before = len(steps(dealer, Move))
    bets(dealer, "2500")
    [move] = steps(dealer, Move)[before:]
    assert (move.kind, move.bet, move.into, move.amount) == (
        "travel", "3/cave", "3/pot", 3_500)


@law("52")
def test_what_a_newcomer_brings_is_on_the_table() -> None:
    dealer = begin(evening((10_000,) * 4), table(), Scripted("2S"))
    do(dealer, "Leo: sit 6 20000")
    [move] = [move for move in steps(dealer, Move) if move.kind == "stake"]
    assert (move.bet, move.player, move.amount) == ("6/cave", "Leo", 20_000)


# -- the percentage --------------------------------------------------------------------------------

@law("7", "7.a", "9.c", "65-2", "ir/237")
@pytest.mark.parametrize(("cap", "commission", "net"), [
    (0, 1_200, [5_835, 3_965]), (1_000, 1_000, [5_913, 4_087]), (1_300, 1_200, [5_835, 3_965])])
def test_the_percentage_comes_out_of_each_payment_and_its_maximum_counts_for_the_hand(
        cap: int, commission: int, net: list[int]) -> None:
    """5 % of 240, of which 93 and 147 are paid."""
    dealer = play_out(hand(SHORT, [ACES, KINGS, QUEENS, LOW], DRY, minimum=100, rate=5, cap=cap),
                      TO_10_AND_30)
    assert percentage_taken(dealer) == commission
    assert nets(dealer, SHORT)[:2] == net


@law("5-2", "7.a", "9.c", "99-2")
@pytest.mark.parametrize(("of", "acts", "slot_"), [
    ("holdem", "c c c k", 200), ("omaha", "c c c k", 200), ("sintetico", "k k k k", 200)])
def test_what_the_house_takes_lies_in_its_slot(of: str, acts: str, slot_: int) -> None:
    """5 % of four bets of 10, and the winner has the rest."""
    dealer = play_out(hand((10_000,) * 4, of=of, rate=5), acts)
    assert percentage_taken(dealer) == slot_
    assert sum(nets(dealer, (10_000,) * 4)) == -slot_
    assert "99-2" in cited(dealer) or "5-2" in cited(dealer)


@law("7.a-2")
def test_a_maximum_of_the_percentage_is_what_the_house_has_fixed() -> None:
    dealer = hand((10_000,) * 4, [ACES, KINGS, QUEENS, LOW], DRY, rate=5, cap=150)
    play_out(dealer, "c c c k")
    assert percentage_taken(dealer) == 150
    assert nets(dealer, (10_000,) * 4)[0] == 2_850


SESSION = {"percentage": "session", "rate": 10, "cave": 20_000}


@law("7", "7.b", "9.c", "ir/239")
def test_a_session_is_paid_from_every_cave_before_its_first_hand() -> None:
    """10 % of the cave of the table, 20; who has less gives all of it, and no hand is charged."""
    dealer = begin(evening((5_000, 30_000, 3_000, 1_500, 4_000)), table(**SESSION), Scripted("2S"))
    do(dealer, "time")
    assert calls(dealer) == ["session-begins 20.00 €"]
    paid = [(move.bet, move.amount) for move in steps(dealer, Move) if move.kind == "commission"]
    assert paid == [("1/cave", 2_000), ("2/cave", 2_000), ("3/cave", 2_000), ("4/cave", 1_500),
                    ("5/cave", 2_000)]
    assert window(dealer) == "between"  # caves may be made up once more


@law("7.b", "7.b-2")
def test_a_session_lasts_until_the_hand_is_over_in_which_its_hour_has_passed() -> None:
    before = evening((50_000,) * 4, session="charged", charged=NAMES[:4])
    at, cards = table(**SESSION), " ".join(pack("holdem", [""] * 4) * 2)
    dealer = do(begin(before, at, Scripted(cards)), "time", "report after-60")
    assert percentage_taken(play_out(dealer)) == 0
    assert "session-over" in calls(dealer)
    later = do(begin(dealer.outcome, at, Scripted(cards)), "time")
    assert percentage_taken(later) == 4 * 2_000


@law("7.b-3")
@pytest.mark.parametrize(("reported", "paid"), [((), 2_000), (("report after-30",), 0)])
def test_who_sits_down_within_thirty_minutes_pays_for_the_session_too(
        reported: tuple[str, ...], paid: int) -> None:
    before = evening((50_000,) * 4, session="begun", charged=NAMES[:4])
    dealer = begin(before, table(**SESSION), Scripted(" ".join(pack("holdem", [""] * 5))))
    do(dealer, "time", *reported, "Leo: sit 6 20000")
    assert percentage_taken(dealer) == paid
    do(dealer, "Leo: leave 6", "Leo: sit 7 20000")
    assert percentage_taken(dealer) == paid  # once in a session
    assert ("after-30" in dealer.standing.faults) is not bool(reported)


# -- synthetic poker -------------------------------------------------------------------------------

@law("104", "67", "ir/235")
def test_in_synthetic_poker_what_the_others_lost_is_divided_equally() -> None:
    """All-in with 30, Ana ties with Rui; of the 101 that were lost three tenths are within reach of
    both. By 66 Ana would have 44."""
    dealer = hand(SHORT, ["AS KD", "AH KC", "QS QD", "8S 8H"], "AD AC KH 9C 8D",
                  of="sintetico", minimum=100)
    play_out(dealer, "k k k a c c f k k k k k k 7000 c")
    assert results(dealer) == {"1": "tie full", "2": "tie full", "3": "lost figures-with-pairs"}
    assert calls(dealer)[-2:] == ["main 1 46.00 €", "main 2 185.00 €"]
    assert nets(dealer, SHORT) == [1_600, 8_500, -10_000, -100]


def test_a_table_tells_what_the_house_keeps() -> None:
    """Of a hand a rate with its cap, of a session a sum: 5 % of a cave of 200."""
    tells = game("holdem").hands.commission
    answer = tells(table(rate=4, cap=300))
    assert (answer.of, answer.rate, answer.cap) == ("hand", 4, 300)
    answer = tells(table(percentage="session", rate=5, cave=20_000))
    assert (answer.of, answer.cents) == ("session", 1_000)
