"""Portaria 217/2007, chemin de fer: whose the hand is, its capital, its passing, the auction."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.procedure import Act, Refusal, TimeOut, in_play
from sabot.procedure.stakes import Owners
from support.chemin_table import (
    FOUR,
    GAME,
    IN_USE,
    banking,
    begin,
    calls,
    chips_left,
    do,
    evening,
    handles,
    may,
    moves,
    nets,
    offer,
    play_out,
    refusal_of,
    table,
    window,
)

CARDS = {"bank": "2S 9H 2D KD 2C 2H", "ponto": "9H 2S KD 2D 2C 2H", "tie": "9H 9S KD KS 2C 2H"}
"""What is dealt so that this side has the higher score."""


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


# -- the hand in turn ------------------------------------------------------------------------------


@law("29", "30", "35", "37", "39", "39-2", "96.a-2", "34-2")
@pytest.mark.parametrize(("seated", "first"), [("Ana Rui Eva Gil", 1), ("- - Ana Rui Eva Gil", 3)])
def test_the_first_hand_is_that_of_the_first_at_the_dealer_s_right(seated: str, first: int) -> None:
    coup = begin(evening(seated, due="first", regular=2), table(bank=1000))
    assert window(coup) == f"hand:{first}"
    assert refusal_of(coup, f"Ana: bank {first} 900") == ("below-minimum", "35")
    assert refusal_of(coup, f"Rui: bank {first} 1000")[0] == "not-offered"
    do(coup, f"Ana: bank {first} 1000", f"Ana: alone {first}")
    assert moves(coup) == ["stake bank Ana 1000"] and handles(coup) == [f"place-bank {first}"]
    assert calls(coup)[0] == f"bank-of {first}"


@law("ir/230", "35")
def test_a_bank_goes_in_steps_of_the_unit_and_has_no_maximum() -> None:
    coup = begin(evening(regular=1), table(unit=200, minimum=600))
    assert refusal_of(coup, "Rui: bank 2 700") == ("off-unit", "ir/230")
    do(coup, f"Rui: bank 2 {10**9}")


@law("ir/229", "96.c-9", "85", "94")
def test_the_hand_is_refused_in_turn() -> None:
    coup = do(begin(evening(regular=2), table(refusal_costs_seat=False)), "Eva: decline-hand 3",
              "time", "Ana: decline-hand 1")
    assert calls(coup) == ["bank-refused 3", "bank-refused 4", "bank-refused 1"]
    assert window(coup) == "hand:2" and "Eva" in {p for p in FOUR.split() if may(coup, p)}
    do(coup, "time")
    assert calls(coup)[-1] == "auction"


@law("ir/229", "96.c-9", "85", "94", "21", "23", "30")
@pytest.mark.parametrize(("how", "clause", "beside"), [
    ("Eva: decline-hand 3", "85", "23"), ("time", "94", "21")])
def test_who_does_not_take_the_hand_in_turn_gives_up_the_seat(
        how: str, clause: str, beside: str) -> None:
    """In words, or because they are not there; the seat is free, and the hand goes on."""
    coup = begin(evening("Ana Rui Eva Gil Bea Leo", regular=2, standing="Zoe"))
    assert offer(coup, "Eva", "decline-hand").note == "loses-seat"
    assert coup.standing.default_law == f"{GAME.section}/94"
    do(coup, how)
    assert calls(coup) == ["bank-refused 3", "seat-lost 3"] and window(coup) == "hand:4"
    (lost,) = (e.step for e in coup.record if getattr(e.step, "call", "") == "seat-lost")
    assert (lost.law, lost.also[0]) == (f"{GAME.section}/{clause}", f"{GAME.section}/{beside}")
    assert "3" in offer(coup, "Pia", "sit").seats
    for asks in ("sit 3", "sit 7", "book table", "book 1", "book 7"):
        assert refusal_of(coup, f"Eva: {asks}") == ("barred", clause)
    # Who stands up when asked has left the seat, and stands behind it.
    do(coup, "Gil: stand-up 4")
    assert calls(coup)[2:] == ["bank-refused 4"] and window(coup) == "hand:5"
    do(coup, "Bea: bank 5 500", "Bea: alone 5")
    assert offer(coup, "Gil", "banco").seat == "s4"


@law("16", "ir/229")
def test_of_four_who_sit_nobody_after_the_first_who_refuses_is_asked() -> None:
    coup = do(begin(evening(regular=2)), "Eva: decline-hand 3")
    assert coup.over and calls(coup) == ["bank-refused 3", "seat-lost 3", "too-few"]
    assert coup.outcome.seats[:4] == ("Ana", "Rui", "", "Gil") and not nets(coup)


@law("92", "85", "ir/229")
def test_a_hand_that_passed_over_who_must_skip_it_is_auctioned_when_all_others_refuse() -> None:
    """Eva, Gil, Ana and Rui are skipped, Bea refuses in turn; then one must take it after all."""
    skips = tuple(FOUR.split())
    coup = do(begin(evening(FOUR + " Bea", regular=2, skips=skips)), "Bea: decline-hand 5")
    assert calls(coup)[3:] == ["seat-lost 5", "hand-skips 1", "hand-skips 2", "auction"]
    do(coup, "time")
    assert window(coup) == "must:3"


@law("81")
def test_a_hand_taken_out_of_turn() -> None:
    coup = do(begin(evening(regular=1)), "report out-of-turn 4")
    assert calls(coup) == ["hand-returned 2"] and window(coup) == "hand:2"
    do(coup, "report out-of-turn-dealt 4")
    assert calls(coup)[-1] == "hand-kept 4" and window(coup) == "hand:4"
    do(coup, "Gil: bank 4 1000")
    assert window(coup) != "hand:4" and nets(coup) == {"Gil": -1000}
    other = do(begin(evening(regular=1)), "report out-of-turn-dealt 9")
    assert calls(other) == ["hand-returned 2"]  # nobody sits there


# -- after a coup ----------------------------------------------------------------------------------


@law("96.c-2", "ir/224", "77", "32", "30")
def test_a_lost_coup_passes_the_hand_to_the_right() -> None:
    """Ana's bank of 40 loses the 10 that were bet; 30 and the garage go back to her."""
    coup = play_out(begin(banking("Ana", 4000, garage=500), cards=CARDS["ponto"]),
                    "Ana: continue 1", *[f"{p}: no-banco {n}" for n, p in ((2, "Rui"), (3, "Eva"),
                                                                           (4, "Gil"))],
                    "Rui: bet 2 1000", "time", "time")
    assert "hand-passes 1" in calls(coup) and coup.outcome.banker == ""
    assert moves(coup)[-2:] == ["return bank Ana 3000", "return garage Ana 500"]
    assert nets(coup) == {"Ana": 3500, "Rui": 1000} and not coup.outcome.held
    following = begin(coup.outcome)
    assert window(following) == "hand:2"
    new = msgspec.structs.replace(coup.outcome, shoe=msgspec.structs.replace(IN_USE, last=True))
    shoe = do(begin(new), *["time"] * 4)
    assert window(shoe) == "hand:2" and shoe.standing.law.endswith("/32")


@law("91", "ir/224")
def test_after_a_standing_banker_the_hand_goes_back_to_the_right_of_the_last_regular_one() -> None:
    carry = banking("Zoe", 1000, standing="Zoe", regular=2, due="tie")
    coup = play_out(begin(carry, cards=CARDS["ponto"]), "Zoe: continue s1", "Ana: banco 1")
    assert coup.outcome.due == "regular"
    following = begin(coup.outcome)
    assert window(following) == "hand:3" and following.standing.law.endswith("/91")
    assert offer(following, "Eva", "bank").low == 500


@law("32", "33", "96.c-8", "ir/228", "ir/257")
@pytest.mark.parametrize("due", ["won", "tie"])
def test_at_a_new_shoe_the_banker_stays_and_may_halve(due: str) -> None:
    shoe = msgspec.structs.replace(IN_USE, last=True)
    coup = do(begin(banking("Ana", 4001, due=due, shoe=shoe)), *["time"] * 4)
    assert calls(coup)[-1] == "hand-stays 1" and window(coup) == "hand"
    assert offer(coup, "Ana", "halve").law.endswith("/33")
    do(coup, "Ana: halve 1")
    assert moves(coup) == ["travel bank Ana 2000 garage"] and "halve" not in may(coup, "Ana")
    small = do(begin(banking("Ana", 900, due=due, shoe=shoe)), *["time"] * 4)
    assert "halve" not in may(small, "Ana")  # 35


@law("34")
@pytest.mark.parametrize(("wins", "due", "half"), [
    (1, "won", False), (2, "won", False), (3, "won", True), (4, "won", False), (5, "won", True),
    (3, "tie", False), (3, "void", False)])
def test_half_goes_to_the_garage_after_the_third_coup_won_and_each_odd_one(
        wins: int, due: str, half: bool) -> None:
    coup = begin(banking("Ana", 4000, due=due, wins=wins, garage=700))
    assert ("halve" in may(coup, "Ana")) is half
    if half:
        do(coup, "Ana: halve 1")
        assert moves(coup) == ["travel bank Ana 2000 garage"] and calls(coup) == ["bank-is 1"]
        play_out(coup, "Ana: continue 1", "Rui: banco 2")


@law("34-2", "34")
def test_a_new_banker_counts_anew() -> None:
    coup = do(begin(banking("Ana", 4000, wins=2), cards=CARDS["bank"]), "Ana: pass-hand 1",
              "Rui: take-level 2", "Rui: alone 2")
    ended = play_out(coup, "Eva: banco 3")
    assert ended.outcome.wins == 1
    won = play_out(begin(banking("Ana", 4000, wins=2), cards=CARDS["bank"]), "Ana: continue 1",
                   "Rui: banco 2")
    assert won.outcome.wins == 3 and "halve" in may(begin(won.outcome), "Ana")


@law("46")
@pytest.mark.parametrize(("won", "covered", "aside"), [
    (6000, False, 4000), (6000, True, 0), (200, False, 0), (8000, False, 0)])
def test_what_was_not_covered_may_be_set_aside(won: int, covered: bool, aside: int) -> None:
    """A bank of 100, covered for 60, won: 160 in play, or 120 and 40 in the garage."""
    coup = begin(banking("Ana", 16_000, won=won, covered=covered))
    assert ("reduce" in may(coup, "Ana")) is bool(aside)
    if aside:
        do(coup, "Ana: reduce 1")
        assert moves(coup) == [f"travel bank Ana {aside} garage"]
        assert "reduce" not in may(coup, "Ana")


@law("47", "ir/223")
def test_the_house_takes_its_percentage_of_what_the_bank_wins() -> None:
    """Five per cent of 9.99 is 49 cents, whole ones; from outside the bank is what it would be."""
    coup = play_out(begin(banking("Ana", 999, due="tie"), cards=CARDS["bank"]), "Ana: continue 1",
                    "Rui: banco 2")
    assert moves(coup)[-1] == "commission bank Ana 49"
    assert chips_left(coup) == {"bank": ("Ana", 1949)}
    again = begin(coup.outcome)
    assert offer(again, "Ana", "pay-outside").cost == 49
    do(again, "Ana: pay-outside 1")
    assert moves(again) == ["stake bank Ana 49"] and "pay-outside" not in may(again, "Ana")
    none = play_out(begin(banking("Ana", 999, due="tie"), table(cagnotte=0), CARDS["bank"]),
                    "Ana: continue 1", "Rui: banco 2")
    assert chips_left(none) == {"bank": ("Ana", 1998)}
    assert "pay-outside" not in may(begin(none.outcome), "Ana")


@law("76-2", "89", "89-2")
def test_after_a_tie_the_banker_goes_on_or_passes() -> None:
    coup = play_out(begin(banking("Ana", 4000, garage=300), cards=CARDS["tie"]), "Ana: continue 1",
                    "Rui: banco 2")
    assert coup.outcome.due == "tie" and coup.outcome.wins == 1
    lying = chips_left(coup)
    assert lying["bank"] == ("Ana", 4000) and lying["2"] == ("Rui", 4000)
    again = do(begin(coup.outcome), "Ana: pass-hand 1")
    assert moves(again) == ["return bank Ana 4000", "return garage Ana 300"]
    assert calls(again)[-1] == "hand-passed 1"
    assert offer(again, "Eva", "take-level").cost == 4000  # at the same level
    do(again, *[f"{p}: no-level {n}" for n, p in ((2, "Rui"), (3, "Eva"), (4, "Gil"), (1, "Ana"))])
    assert refusal_of(again, "Ana: bid table 500") == ("barred", "89-2")


@law("89-2")
def test_who_passed_after_a_tie_does_not_go_banco() -> None:
    for due, may_go in (("tie", False), ("won", True)):
        coup = do(begin(banking("Ana", 4000, due=due)), "Ana: pass-hand 1", "Rui: take-level 2",
                  "Rui: alone 2")
        assert window(coup) == "banco:0" and ("banco" in may(coup, "Ana")) is may_go
        assert "banco" in may(coup, "Eva")


@law("ir/227", "86", "88", "89-2", "90")
@pytest.mark.parametrize(("due", "coups", "auctioned", "why"), [
    ("won", 2, False, "86"), ("won", 1, True, "90"), ("tie", 1, True, "89-2"),
    ("void", 0, True, "88"), ("void", 2, False, "86")])
def test_who_gives_up_the_hand_is_barred_as_one_who_passes_it(
        due: str, coups: int, auctioned: bool, why: str) -> None:
    coup = do(begin(banking("Ana", 4000, due=due, coups=coups, auctioned=auctioned)), "time",
              "time")
    assert refusal_of(coup, "Ana: bid table 500") == ("barred", why)


@law("ir/227", "96.c-3", "77")
def test_a_banker_who_says_nothing_or_goes_gives_up_the_hand() -> None:
    silent = do(begin(banking("Ana", 4000)), "time")
    assert calls(silent) == ["hand-abandoned 1"] and "take-level" in may(silent, "Ana")
    gone = do(begin(banking("Ana", 4000, "Ana Rui Eva Gil Bea")), "Ana: leave 1")
    assert moves(gone) == ["return bank Ana 4000"] and not may(gone, "Ana")
    do(gone, "Rui: take-level 2", "Rui: alone 2")
    ended = play_out(gone, "Eva: banco 3")
    assert "Ana" not in ended.outcome.seats
    rises = play_out(begin(banking("Ana", 4000, "Ana Rui Eva Gil Bea")), "Ana: stand-up 1",
                     "Rui: take-level 2", "Rui: alone 2", "Eva: banco 3")
    assert rises.outcome.standing == ("Ana",)


# -- association -----------------------------------------------------------------------------------


@law("31", "31-2", "45", "95")
def test_an_associate_adds_as_much_as_the_bank_and_shares_all() -> None:
    coup = do(begin(evening(regular=1, standing="Zoe"), cards=CARDS["bank"]), "Rui: bank 2 1000",
              "Zoe: associate s1", "Eva: associate 3")
    assert may(coup, "Rui") == {"accept", "alone"} and may(coup, "Zoe") == set()
    do(coup, "Rui: accept s1")
    assert moves(coup) == ["stake bank Rui 1000", "stake bank/claim/s1 Zoe 1000",
                           "stake bank/claim/3 Eva 1000", "return bank/claim/3 Eva 1000",
                           "travel bank/claim/s1 Zoe 1000 bank/associate"]
    assert offer(coup, "Gil", "banco").cost == 2000 and not may(coup, "Zoe")
    ended = play_out(coup, "Gil: banco 4")
    assert chips_left(ended) == {"bank": ("Rui", 1950), "bank/associate": ("Zoe", 1950)}
    again = begin(ended.outcome)
    assert "pay-outside" not in may(again, "Rui") and may(again, "Zoe") <= {
        "by-the-table", "by-choice", "sit", "book"}


@law("31")
def test_nobody_shares_a_bank_against_the_banker_s_will() -> None:
    coup = do(begin(evening(regular=1)), "Rui: bank 2 1000", "Eva: associate 3", "Rui: alone 2")
    assert moves(coup)[-1] == "return bank/claim/3 Eva 1000"
    assert not any("associate" in line for line in moves(coup))
    again = begin(banking("Ana", 4000))
    assert "associate" not in may(do(again, "Ana: continue 1"), "Rui")  # no start of a hand


# -- at the level ----------------------------------------------------------------------------------


@law("77", "78", "80", "ir/225")
@pytest.mark.parametrize("order", list(permutations(["Rui", "Gil", "Zoe", "Max"])))
def test_the_first_in_order_takes_the_hand_whoever_spoke_first(order: tuple[str, ...]) -> None:
    seats = {"Rui": "2", "Gil": "4", "Zoe": "s1", "Max": "s2"}
    coup = do(begin(banking("Ana", 4000, standing="Zoe Max", garage=100)), "Ana: pass-hand 1")
    for name in order:
        if "take-level" in may(coup, name):
            do(coup, f"{name}: take-level {seats[name]}")
    if window(coup) == "level":
        do(coup, "time")
    assert window(coup) == "associate" and nets(coup) == {
        "Ana": 4100, "Rui": -4000, **{name: 0 for name in order if name in nets(coup)
                                      and name != "Rui"}}
    do(coup, "Rui: alone 2")
    assert calls(coup)[0] == "hand-passed 1" and "bank-of 2" in calls(coup)


@law("78", "79")
def test_the_order_begins_at_the_right_of_the_banker_or_of_the_last_regular_one() -> None:
    carry = banking("Gil", 4000, standing="Zoe")
    coup = do(begin(carry), "Gil: pass-hand 4", "Rui: take-level 2", "Ana: take-level 1")
    assert window(coup) == "associate" and nets(coup)["Ana"] == -4000
    stood = do(begin(banking("Zoe", 4000, standing="Zoe", regular=2)), "Zoe: pass-hand s1",
               "Ana: take-level 1", "Gil: take-level 4")
    assert window(stood) == "level"
    do(stood, "Eva: take-level 3")
    assert nets(stood) == {"Zoe": 4000, "Ana": 0, "Gil": 0, "Eva": -4000}


@law("92-2")
def test_who_must_let_the_hand_pass_has_no_priority() -> None:
    carry = banking("Ana", 4000, standing="Zoe", skips=("Rui",))
    coup = do(begin(carry), "Ana: pass-hand 1", "Rui: take-level 2", "Zoe: take-level s1",
              "Eva: no-level 3", "Gil: no-level 4")
    assert nets(coup) == {"Ana": 4000, "Zoe": -4000, "Rui": 0}
    assert any(step.also[-1].endswith("/92-2") for e in coup.record
               if (step := e.step) is not None and getattr(step, "window", "") == "level")


@law("80-2", "80")
def test_who_passed_may_go_on_at_the_same_amount_when_nobody_else_will() -> None:
    coup = do(begin(banking("Ana", 4000, wins=2, garage=100), cards=CARDS["bank"]),
              "Ana: pass-hand 1", "Ana: take-level 1")
    assert window(coup) == "level"
    do(coup, *[f"{p}: no-level {n}" for n, p in ((2, "Rui"), (3, "Eva"), (4, "Gil"))])
    assert "auction" not in calls(coup) and "bank-of 1" in calls(coup)
    assert nets(coup) == {"Ana": 100}
    won = play_out(coup, "Rui: banco 2")
    assert won.outcome.wins == 3  # the same hand goes on


# -- the auction -----------------------------------------------------------------------------------


def to_auction(seated: str = FOUR, standing: str = "", at: Any = None, **fields: Any) -> Any:
    """Ana, who won with a bank of 40, passes the hand and nobody takes it."""
    coup = do(begin(banking("Ana", 4000, seated, standing, **fields), at), "Ana: pass-hand 1")
    return do(coup, "time")


@law("80-2", "82", "96.c-4", "96.c-5", "96.c-6", "86", "37")
def test_the_bank_goes_to_the_highest_bid() -> None:
    coup = to_auction(at=table(bank=1000, bid=2000, raise_by=500))
    assert calls(coup)[-1] == "auction"
    assert refusal_of(coup, "Ana: bid table 2000") == ("barred", "86")
    assert refusal_of(coup, "Rui: bid table 1500") == ("below-minimum", "82")
    assert refusal_of(coup, "Rui: bid table 2100") == ("off-unit", "82")
    do(coup, "Rui: bid table 2000", "Eva: bid table 4000", "Gil: no-bid table")
    assert calls(coup)[-1] == "bid 3" and moves(coup)[-1] == "return bank/claim/2 Rui 2000"
    assert offer(coup, "Rui", "bid").low == 4000  # Rui has priority: an equal bid is enough
    assert not may(coup, "Gil") and "bid" not in may(coup, "Eva")
    do(coup, "Rui: bid table 4000")
    assert calls(coup)[-1] == "bid 2" and offer(coup, "Eva", "bid").low == 4500
    do(coup, "Eva: no-bid table")
    assert calls(coup)[-1] == "awarded 2"
    do(coup, "Rui: take-hand 2")
    assert nets(coup) == {"Ana": 4000, "Rui": -4000, "Eva": 0}


@law("83", "84", "87", "87-2", "ir/226")
@pytest.mark.parametrize("order", list(permutations(["Rui", "Gil", "Zoe", "Max"])))
def test_equal_bids_go_by_place_whoever_bid_first(order: tuple[str, ...]) -> None:
    """Rui and Eva together come after Max, who stands and bids alone, and Max after Gil."""
    bids = {"Rui": ["Rui: bid-together 3 2000", "Eva: bid-together 2 2000"],
            "Gil": ["Gil: bid table 2000"], "Zoe": ["Zoe: bid table 2000"],
            "Max": ["Max: bid table 2000"]}
    for out, best in (((), "4"), (("Gil",), "s1"), (("Gil", "Zoe"), "s2"),
                      (("Gil", "Zoe", "Max"), "2")):
        coup = to_auction(standing="Zoe Max")
        for name in order:
            do(coup, *([f"{name}: no-bid table"] if name in out else bids[name]))
        first = next(call for call in calls(coup) if call.startswith("bid "))
        assert first == f"bid {best}"


@law("84", "92-2", "87", "ir/364")
def test_equal_bids_go_by_place_also_where_a_hand_is_to_be_let_pass() -> None:
    """Rui has a hand to let pass: Rui's bid comes before that of Gil, who sits farther away. Where
    Rui and Eva bid together, Eva has the bank."""
    coup = do(to_auction(skips=("Rui",)), "Gil: bid table 1000", "Rui: bid table 1000", "time")
    assert calls(coup)[-1] == "bid 2" and moves(coup)[-1] == "return bank/claim/4 Gil 1000"
    both = do(to_auction(skips=("Rui",)), "Rui: bid-together 3 2000", "Eva: bid-together 2 2000",
              "Gil: no-bid table")
    assert calls(both)[-1] == "awarded 3"


@law("87")
def test_two_who_bid_together_share_the_bank() -> None:
    coup = do(to_auction(), "Gil: bid-together 3 2000", "Eva: bid-together 4 2000",
              "Rui: no-bid table")
    assert calls(coup)[-1] == "awarded 3"
    do(coup, "time")  # who bid takes the hand
    assert moves(coup)[-2:] == ["travel bank/claim/3 Eva 1000 bank",
                                "travel bank/claim/4 Gil 1000 bank/associate"]
    assert window(coup) == "banco:0" and offer(coup, "Rui", "banco").cost == 2000
    alone = do(to_auction(), "Gil: bid-together 3 2000", "Eva: no-bid table", "Rui: no-bid table")
    assert nets(alone)["Gil"] == 0 and "awarded" not in " ".join(calls(alone))


@law("88", "96.c-9", "86", "85")
def test_who_was_awarded_the_hand_and_refuses_it_may_not_bid_again() -> None:
    coup = do(to_auction(), "Rui: bid table 1000", "Eva: no-bid table", "Gil: no-bid table",
              "Rui: decline-hand 2")
    assert calls(coup)[-2:] == ["bank-refused 2", "auction"] and nets(coup)["Rui"] == 0
    assert refusal_of(coup, "Rui: bid table 1000") == ("barred", "88")
    assert refusal_of(coup, "Ana: bid table 1000") == ("barred", "88")
    do(coup, "Eva: bid table 500", "Gil: no-bid table", "Eva: take-hand 3")
    assert nets(coup) == {"Ana": 4000, "Rui": 0, "Eva": -500}


@law("86")
def test_the_associate_of_a_banker_who_passed_may_not_bid_either() -> None:
    coup = to_auction(associate="Eva")
    assert refusal_of(coup, "Eva: bid table 500") == ("barred", "86")
    assert nets(coup) == {"Ana": 2000, "Eva": 2000} and "bid" in may(coup, "Rui")


@law("90")
@pytest.mark.parametrize(("coups", "due", "why"), [
    (1, "won", "90"), (2, "won", "86"), (1, "tie", "89-2")])
def test_who_got_the_hand_at_an_auction_and_passes_it_at_once_may_not_bid(
        coups: int, due: str, why: str) -> None:
    coup = to_auction(auctioned=True, coups=coups, due=due)
    assert refusal_of(coup, "Ana: bid table 500") == ("barred", why)


@law("85", "94", "96.c-9", "35")
def test_without_bids_the_next_must_take_the_hand_or_give_up_the_seat() -> None:
    coup = do(to_auction("Ana Rui Eva Gil Bea Leo"), "time")
    assert window(coup) == "must:2" and offer(coup, "Rui", "decline-hand").note == "loses-seat"
    assert offer(coup, "Rui", "bank").low == offer(coup, "Rui", "bank").high == 500
    do(coup, "Rui: decline-hand 2")
    assert calls(coup)[-2:] == ["bank-refused 2", "seat-lost 2"] and window(coup) == "must:3"
    do(coup, "time")
    assert calls(coup)[-1] == "seat-lost 3" and window(coup) == "must:4"
    do(coup, "Gil: bank 4 500")
    assert nets(coup) == {"Ana": 4000, "Gil": -500}
    ended = play_out(coup, "Gil: alone 4", "Bea: banco 5")
    assert ended.outcome.seats[:4] == ("Ana", "", "", "Gil")
    assert ended.outcome.lost == {"Rui": "85", "Eva": "94"}
    following = begin(ended.outcome)
    assert refusal_of(following, "Rui: sit 3") == ("barred", "85")
    assert refusal_of(following, "Eva: book table") == ("barred", "94")


# -- what stops a coup -----------------------------------------------------------------------------


@law("ir/224", "39")
def test_a_void_coup_leaves_the_table_as_it_lay() -> None:
    coup = do(begin(banking("Ana", 4000, garage=500)), "Ana: continue 1", "Rui: banco 2")
    coup.void("power failure")
    assert chips_left(coup) == {"bank": ("Ana", 4000), "garage": ("Ana", 500)}
    assert nets(coup)["Rui"] == 0 and coup.outcome.banker == "Ana"
    new = do(begin(evening(regular=1)), "Rui: bank 2 1000", "Rui: alone 2")
    new.void("power failure")
    assert nets(new) == {"Rui": 0} and not new.outcome.held and new.outcome.banker == "Rui"
    again = begin(new.outcome)
    assert window(again) == "hand:2"
    assert not offer(again, "Rui", "decline-hand").note  # Rui has had the hand
    do(again, "Rui: decline-hand 2")
    assert calls(again) == ["bank-refused 2"] and window(again) == "hand:3"
    assert offer(again, "Eva", "decline-hand").note == "loses-seat"


NINE = "Ana Rui Eva Gil Bea Leo Ivo Pia Max"
WORDS = ("take-level", "no-level", "bid", "no-bid", "bid-together", "pass-hand", "leave",
         "take-hand", "decline-hand", "bank", "associate", "accept", "alone", "stand-up", "sit",
         "continue")


def seen_from(banker: int, seated: int, standing: int) -> list[str]:
    """Everybody but the banker, in order of priority from the banker's right: seats, then those who
    stand, Zoe between the first two seats and Ugo behind the second."""
    names, stood = NINE.split()[:seated], ["Zoe", "Ugo"][:standing]
    return names[banker + 1:] + names[:banker] + stood[banker:] + stood[:banker]


@law("78", "80", "ir/225")
@settings(max_examples=60, deadline=None)
@given(st.integers(4, 9), st.integers(0, 2), st.randoms(use_true_random=False))
def test_of_all_who_want_a_passed_hand_the_first_in_order_has_it(
        seated: int, standing: int, draw: Random) -> None:
    """Any table, any banker, whoever wants the hand, in any order of arrival."""
    at = draw.randrange(seated)
    order = seen_from(at, seated, standing)
    banker = NINE.split()[at]
    carry = banking(banker, 4000, " ".join(NINE.split()[:seated]), "Zoe Ugo"[:4 * standing])
    coup = do(begin(carry), f"{banker}: pass-hand {at + 1}")
    wants = [name for name in order if draw.random() < 0.4]
    for name in draw.sample(wants, len(wants)):
        if "take-level" in may(coup, name):
            do(coup, f"{name}: take-level {offer(coup, name, 'take-level').seat}")
    if window(coup) == "level":
        do(coup, "time")
    paid = {name for name, net in nets(coup).items() if net < 0}
    assert paid == set(wants[:1])


@law("83", "84", "87-2", "ir/226")
@settings(max_examples=60, deadline=None)
@given(st.integers(4, 9), st.integers(0, 2), st.randoms(use_true_random=False))
def test_of_equal_bids_the_same_one_wins_in_any_order_of_arrival(
        seated: int, standing: int, draw: Random) -> None:
    order = seen_from(0, seated, standing)
    carry = banking("Ana", 4000, " ".join(NINE.split()[:seated]), "Zoe Ugo"[:4 * standing])
    bids = {name: draw.choice((0, 500, 1000, 1500)) for name in order}
    best = max(bids.values())
    for _ in range(2):
        coup = do(begin(carry), "Ana: pass-hand 1", "time")
        for name in draw.sample(order, len(order)):
            do(coup, f"{name}: bid table {bids[name]}" if bids[name] else f"{name}: no-bid table")
        while window(coup).startswith("bid"):
            do(coup, "time")
        first = next(name for name in order if bids[name] == best)
        assert {name for name, net in nets(coup).items() if net < 0} == ({first} if best else set())


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 9), st.randoms(use_true_random=False))
def test_hostile_commands_race_for_one_hand(seated: int, draw: Random) -> None:
    """Whatever is sent at once, by whom and about whatever seat: no cent is lost or made, nobody is
    at two places, and who holds the hand has a bank."""
    names = (*NINE.split()[:seated], "Zoe", "Yan")
    seats = ("table", *map(str, range(1, 10)), "s1")
    coup = do(begin(banking("Ana", 4000, " ".join(names[:-2]), "Zoe")), "Ana: pass-hand 1")
    for n in range(500):
        reply = coup.answer(Act(draw.choice(names), draw.choice(WORDS), draw.choice(seats),
                                draw.choice((0, 0, 500, 2000, 4000))))
        if n % 25 == 24 and coup.standing and coup.standing.clock:
            coup.answer(TimeOut(coup.standing.window))
        assert sum(in_play(coup.record).values()) == 4000 - sum(nets(coup).values())
        if not isinstance(reply, Refusal) and (coup.over or window(coup).startswith("banco")):
            break
    if window(coup).startswith("banco"):
        held = {bet for bet, _ in Owners().fold(coup.record).lying.items()}
        assert "bank" in held and not [bet for bet in held if "claim" in bet]
    coup.void("the test ends")
    people = [p for p in (*coup.outcome.seats, *coup.outcome.standing) if p]
    assert len(people) == len(set(people))


# -- what counts -----------------------------------------------------------------------------------


@law("10", "11")
@pytest.mark.parametrize(("cards", "score"), [("7H 9S 8D KD", 5), ("TH 9S TD KD", 0),
                                              ("4H 9S 6D KD", 0), ("KH 9S QD KD", 0)])
def test_of_a_sum_beyond_ten_or_twenty_only_the_rest_counts(cards: str, score: int) -> None:
    """Ten and twenty are baccarat. The banker has 9, so that no third card comes."""
    coup = do(begin(banking("Ana", 4000), cards=cards), "Ana: continue 1", "Rui: banco 2")
    play_out(coup, "Rui: card 2")
    scores = [e.step.facts for e in coup.record if getattr(e.step, "call", "") == "scores"]
    assert scores == [{"ponto": score, "banca": 9}] and coup.outcome.results[0] == f"B9-{score}"


def test_who_waits_for_a_hand_is_not_idle() -> None:
    """Where another goes banco they cannot bet: three coups for each seat are let go by."""
    assert GAME.conduct.missed_coups == 27 and GAME.conduct.laws["idle-multi"] == "ir/231"
