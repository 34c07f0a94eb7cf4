"""Portaria 217/2007, chemin de fer: corners where money, turns or cards could be lost sight of."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.money import euros
from sabot.procedure import Dealer, Discard
from sabot.procedure.refusal_text import render_refusal, with_refusal_words
from sabot.procedure.stakes import Owners
from support.chemin_table import (
    GAME,
    IN_USE,
    banking,
    begin,
    calls,
    chips_left,
    do,
    evening,
    may,
    moves,
    nets,
    offer,
    play_out,
    refusal_of,
    table,
    try_act,
    window,
)

ENDED = msgspec.structs.replace(IN_USE, last=True)


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def auction(**fields: Any) -> Dealer:
    """Ana has passed the hand, and nobody takes it at its level."""
    coup = do(begin(banking("Ana", 4000, **fields)), "Ana: pass-hand 1", "time")
    assert window(coup) == "bid:1"
    return coup


@law("87", "82", "ir/226")
def test_half_a_bid_that_the_other_does_not_share_goes_back() -> None:
    """Eva offers to bid with Gil, who says nothing: that is no bid, and nothing of it stays."""
    coup = do(auction(), "Rui: bid table 1000", "time", "Eva: bid-together 4 2000", "time")
    assert calls(coup)[-1] == "awarded 2"
    assert moves(coup)[-1] == "return bank/claim/3 Eva 1000"
    ended = play_out(coup, "time", "Rui: alone 2", "Eva: banco 3")
    assert set(chips_left(ended)) <= {"bank", "3"}
    alone = do(auction(), "Eva: bid-together 4 2000", "time")
    assert window(alone) == "must:2" and moves(alone)[-1] == "return bank/claim/3 Eva 1000"


@law("20", "20-2")
def test_a_seat_that_is_left_by_a_change_goes_first_to_who_asked_before() -> None:
    """Ana wants 2, where Rui sits, who wants 6; Zoe, who waits for any seat, has what is left."""
    waits = (("Ana", 2), ("Rui", 6), ("Zoe", 0))
    coup = begin(evening(shoe=ENDED, booked=waits, regular=1))
    assert calls(coup) == ["seat-changed 6", "seat-changed 2", "called 1"]
    swap = begin(evening(shoe=ENDED, booked=(("Ana", 2), ("Rui", 1)), regular=1))
    assert calls(swap) == []  # each waits for the other


@law("92", "96.c-7")
def test_who_has_a_hand_to_let_pass_does_not_escape_it_by_moving_again() -> None:
    """Gil comes from 8 to 4, so nearer to the hand, and then from 4 to 5."""
    coup = do(begin(evening("Ana Rui Eva - - - - Gil Bea", regular=1),
                    table(refusal_costs_seat=False)), "Gil: leave 8", "Gil: sit 4",
              "Gil: leave 4", "Gil: sit 5", "Rui: decline-hand 2", "Eva: decline-hand 3")
    assert calls(coup)[-1] == "hand-skips 5" and window(coup) == "hand:9"
    gone = begin(evening(shoe=ENDED, skips=("Zoe", "Eva"), regular=1))
    assert gone.outcome is None and "cut" in window(gone)


@law("33")
def test_the_bank_is_halved_for_a_new_shoe_once() -> None:
    """Nobody bets in the first coup of the shoe: the next one does not begin it again."""
    coup = do(begin(banking("Ana", 8000, shoe=ENDED)), *["time"] * 4, "Ana: halve 1",
              "Ana: continue 1", "time", "Rui: done 2", "Eva: done 3", "Gil: done 4")
    assert coup.outcome.due == "void" and not coup.outcome.shoe.coups
    assert "halve" not in may(begin(coup.outcome), "Ana")


@law("40-2", "97", "104.a", "ir/243")
def test_a_card_drawn_early_is_burnt_where_nobody_bets() -> None:
    coup = do(begin(banking("Ana", 10_000, due="void"), table(attended=True), "?? " * 4),
              "Ana: continue 1", "time", "report drawn-early", "Rui: done 2", "Eva: done 3",
              "Gil: done 4")
    assert calls(coup)[-2:] == ["must-deal", "nobody-bets"]
    assert [e.step.hands for e in coup.record if isinstance(e.step, Discard)] == [("ponto",)]


# -- what is refused, and under which clause -------------------------------------------------------


@law("81")
def test_a_hand_is_not_taken_out_of_turn() -> None:
    coup = begin(evening(regular=1, standing="Zoe"))
    for act in ("Gil: bank 4 1000", "Zoe: bank s1 1000", "Ana: bank 1 1000"):
        assert refusal_of(coup, act) == ("barred", "81")
    assert "bank" not in may(coup, "Gil") and not moves(coup)
    reply = try_act(coup, "Gil: bank 4 1000")
    assert (
        render_refusal(reply, with_refusal_words(GAME.words)["pt"], euros)
        == "A mão não é sua. Nada mudou."
    )


@law("36", "45", "55")
def test_a_bet_below_the_step_and_one_beyond_the_bank_break_two_rules() -> None:
    coup = do(begin(banking("Ana", 4000, due="void")), "Ana: continue 1")
    assert refusal_of(coup, "Rui: banco-table 2 1500") == ("below-minimum", "55")
    assert refusal_of(coup, "Rui: banco-table 2 4500") == ("above-maximum", "45")
    do(coup, "time", "Eva: bet 3 1000")
    assert refusal_of(coup, "Rui: bet 2 3500") == ("above-maximum", "45")
    assert refusal_of(coup, "Rui: half 2 7000") == ("above-maximum", "45")
    assert refusal_of(coup, "Rui: bet 2 100") == ("below-minimum", "36")
    assert refusal_of(coup, "Rui: bet 2 750") == ("off-unit", "36")


@law("40-3", "40")
def test_late_bets_are_not_taken() -> None:
    """When the bets are closed: while the ponto speaks, and while the banker decides."""
    coup = do(begin(banking("Ana", 4000, due="void"), cards="2S 3H 3D 2C 4H 9S"),
              "Ana: continue 1", "time", "Eva: bet 3 1000", "time", "time")
    assert window(coup) == "ponto:0" and may(coup, "Eva") == {"no", "card", "ask-advice"}
    for act in ("Rui: bet 2 500", "Eva: bet 3 500"):
        assert refusal_of(coup, act) == ("barred", "40-3")
    do(coup, "Eva: card 3")
    assert window(coup) == "banker" and not may(coup, "Rui")
    assert refusal_of(coup, "Rui: bet 2 500") == ("barred", "40-3")


@law("64.a", "64.b", "64.c")
@pytest.mark.parametrize(("cards", "act", "clause"), [
    ("3S 2H 3D 4C", "card", "64.b"), ("3S 2H 4D 4C", "card", "64.b"), ("2S 2H 2D 4C", "no", "64.c"),
    ("4S 2H 4D 4C", "no", "64.a"), ("4S 2H 5D 4C", "card", "64.a")])
def test_a_bound_ponto_is_refused_under_the_clause_that_binds(cards: str, act: str, clause: str
                                                              ) -> None:
    coup = do(begin(banking("Ana", 10_000, due="void"), cards=cards), "Ana: continue 1", "time",
              "Gil: bet 4 2000", "time", "time")
    assert refusal_of(coup, f"Gil: {act} 4") == ("not-offered", clause)


# -- exclusions that reach no further than they say ------------------------------------------------


@law("89-2", "ir/241", "70")
def test_who_passed_after_a_tie_has_no_banco_by_betting_all() -> None:
    """A single bet covers the bank: it is taken, but the rules of drawing still bind its player."""
    for due, may_draw in (("tie", {"no", "ask-advice"}), ("won", {"no", "card", "ask-advice"})):
        coup = do(begin(banking("Ana", 4000, due=due), cards="3S 2H 3D 4C 2H"), "Ana: pass-hand 1",
                  "Rui: take-level 2", "Rui: alone 2", "time", "Ana: bet 1 4000")
        assert may(coup, "Ana") == may_draw


@law("57", "105.e")
def test_who_declared_banco_with_the_table_and_lost_the_cards_may_not_declare_it_again() -> None:
    coup = play_out(begin(banking("Ana", 4000, due="void"), cards="2S 2H 3D 4C 2H 3H"),
                    "Ana: continue 1", "Eva: banco-table 3 2000", "time", "Gil: bet 4 1000", "time")
    assert "cards-pass 4" in calls(coup) and coup.outcome.tabled == "Eva"


@law("88", "87")
def test_who_refuses_a_joint_bid_is_out_and_the_other_is_not() -> None:
    coup = do(auction(), "Rui: bid-together 3 1000", "Eva: bid-together 2 1000", "time")
    while window(coup) != "awarded":
        do(coup, "time")
    do(coup, "Rui: decline-hand 2")
    assert refusal_of(coup, "Rui: bid table 500") == refusal_of(coup, "Ana: bid table 500") == (
        "barred", "88")
    do(coup, "Eva: bid table 500")


@law("92", "29")
@pytest.mark.parametrize(("old", "new", "skips"), [(1, 4, False), (1, 9, False), (9, 4, True)])
def test_before_the_first_hand_a_turn_comes_sooner_at_a_lower_seat(
        old: int, new: int, skips: bool) -> None:
    """Play stops after Ana's hand at 2; Zoe changes seats before it begins again (29)."""
    seated = "Zoe Ana Rui" if old == 1 else "- Ana Rui - - - - - Zoe"
    coup = do(begin(evening(seated, regular=2), table(refusal_costs_seat=False)),
              f"Zoe: leave {old}", f"Zoe: sit {new}", "Gil: sit 5")
    while window(coup) != "hand:2":
        do(coup, "time")
    while window(coup).startswith("hand") and window(coup) != f"hand:{new}":
        do(coup, "time")
    assert (f"hand-skips {new}" in calls(coup)) is skips


@law("89-2", "88")
def test_who_passed_after_a_tie_has_no_banco_after_a_second_auction_either() -> None:
    coup = do(auction(due="tie"), "Rui: bid table 1000", "time", "time",
              "Rui: decline-hand 2", "Eva: bid table 500", "time", "time", "Eva: take-hand 3",
              "Eva: alone 3")
    assert window(coup) == "banco:0" and "banco" not in may(coup, "Ana")
    assert refusal_of(coup, "Ana: banco 1") == ("barred", "89-2")


@law("31-2", "ir/24")
def test_a_void_coup_gives_back_what_an_associate_laid_in_it() -> None:
    """Ana banked before and passed the hand to Rui, whose bank Ana shares."""
    coup = do(begin(banking("Ana", 4000)), "Ana: pass-hand 1", "Rui: take-level 2",
              "Ana: associate 1", "Rui: accept 1", "Eva: banco 3")
    coup.void("power failure")
    assert not chips_left(coup) and coup.outcome.banker == "Rui"
    assert nets(coup) == {"Ana": 4000, "Rui": 0, "Eva": 0} and not coup.outcome.associate


@law("36", "76", "45")
@pytest.mark.parametrize(("bank", "remaining"), [
    (2700, 2700), (3200, 2500), (2600, 2600), (2000, 2000)])
def test_a_bet_kept_from_a_tie_is_a_multiple_of_the_minimum_or_the_whole_bank(
        bank: int, remaining: int) -> None:
    """Rui went banco with 2,700 cents; Ana lays a new bank after a void coup."""
    carry = evening(banker="Ana", due="void", regular=1, held=(("2", "Rui", 2700),))
    coup = do(begin(carry), f"Ana: bank 1 {bank}", "Ana: alone 1")
    assert window(coup) == "kept"
    assert Owners().fold(coup.record).lying["2"] == ("Rui", remaining)
    several = msgspec.structs.replace(carry, held=(("2", "Rui", 1000), ("3", "Eva", 1000)))
    coup = do(begin(several), "Ana: bank 1 1700", "Ana: alone 1")
    assert Owners().fold(coup.record).lying == {
        "bank": ("Ana", 1700), "2": ("Rui", 1000), "3": ("Eva", 500)}


@law("17", "ir/224")
def test_a_bank_is_offered_at_the_seat_that_a_standing_banker_has_taken() -> None:
    coup = do(begin(evening(standing="Zoe", banker="Zoe", due="void", regular=1)))
    assert window(coup) == "hand:s1"
    do(coup, "Zoe: sit 6")
    assert window(coup) == "hand:6" and offer(coup, "Zoe", "bank").seat == "6"
    do(coup, "Zoe: bank 6 1000", "Zoe: alone 6")
    assert calls(coup)[-2:] == ["bank-of 6", "who-banco"]
