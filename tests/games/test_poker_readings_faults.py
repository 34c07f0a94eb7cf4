"""Portaria 217/2007, non-banked poker: faults at tables that choose another reading of a clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sabot.equipment import UNKNOWN
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure import Deal, Dealer, Discard, Incident, Scripted
from support.poker_table import (
    asked,
    begin,
    bets,
    calls,
    caves,
    cited,
    do,
    evening,
    law,
    may,
    moves_under,
    steps,
    table,
    window,
)

FOUR = (10_000,) * 4
DOWN = "?? " * 8
FLOP = f"{DOWN}?? 2C 3D 4H "
AS_BEFORE = dict(enumerate(FOUR, 1))


def real(cards: str | Sequence[str | Incident] = DOWN, answers: str = "", of: str = "holdem",
         have: Sequence[int] = FOUR, **readings: Any) -> Dealer:
    """A hand at a real table with these readings; place 1 has the hand, place 3 speaks first."""
    dealer = begin(evening(have, of, hand=VARIANTS[of].places),
                   table(of, attended=True, readings=readings),
                   Scripted(cards, words=answers.split()))
    do(dealer, "time")
    return do(dealer, "time") if window(dealer) == "cut" else dealer


def kinds(dealer: Dealer) -> tuple[str, ...]:
    """The faults that may be reported now."""
    assert dealer.standing is not None
    return dealer.standing.faults


@law("71.f", "ir/272")
@pytest.mark.parametrize(("reading", "acts"), [
    ("may-match", {"fold", "call"}), ("adds-nothing", {"fold"})])
def test_who_bet_out_of_turn_matches_a_raise_or_adds_nothing(reading: str, acts: set[str]) -> None:
    """Gil put ten in out of turn; Eva, who comes before, bets twenty."""
    dealer = do(real(late_call=reading), "report out-of-turn 4 1000")
    bets(dealer, "1000")
    assert asked(dealer)[1] == "Gil"
    assert may(dealer, "Gil") & {"fold", "call", "raise", "all-in", "check"} == acts
    assert ("short" in kinds(dealer)) is (reading == "may-match")


@law("71.i", "39.b", "ir/279")
@pytest.mark.parametrize(("reading", "out"), [("passed", []), ("out", [("1",)])])
def test_a_turn_that_went_by_without_a_bet_is_a_pass_or_puts_out(
        reading: str, out: list[tuple[str]]) -> None:
    dealer = do(bets(real(FLOP, "against", lost_turn=reading), "c c c k"), "report skipped 1")
    assert [step.hands for step in steps(dealer, Discard)] == out
    assert asked(dealer)[1] == "Rui"


@law("70.h", "70.d", "ir/271")
@pytest.mark.parametrize(("reading", "forced"), [
    ("own-bet", False), ("also-forced", True)])
def test_who_has_bet_when_a_flop_comes_too_early(reading: str, forced: bool) -> None:
    """Eva has called; Gil has not bet, Ana and Rui have only made the bets before the cards."""
    dealer = bets(real(f"{DOWN}?? 2C", "one", has_bet=reading), "c")
    do(dealer, "report early-flop")
    assert "raise" not in may(dealer, "Gil")
    bets(dealer, "c")
    assert ("raise" in may(dealer, "Ana")) is forced
    bets(dealer, "c")
    assert ("raise" in may(dealer, "Rui")) is forced


@law("70.h", "70.e", "ir/271")
@pytest.mark.parametrize(("reading", "free"), [("own-bet", False), ("also-check", True)])
def test_who_checked_has_bet_when_a_turn_comes_too_early_or_not(reading: str, free: bool) -> None:
    """Ana checks and Rui bets; the turn comes before Eva and Gil, who may only call."""
    dealer = bets(real(f"{FLOP}?? 9S", has_bet=reading), "c c c k k 1000")
    do(dealer, "report early-turn")
    assert "raise" not in may(dealer, "Eva")
    bets(dealer, "c c")
    assert ("raise" in may(dealer, "Ana")) is free


@law("70.d", "41", "ir/276")
@pytest.mark.parametrize(("reading", "burnt"), [("burned", ["burn"]), ("not-burned", [])])
def test_a_card_was_burned_before_a_flop_that_comes_too_early_or_not(
        reading: str, burnt: list[str]) -> None:
    cards = f"{DOWN}{'?? ' if burnt else ''}2C 3D 4H 5S"
    dealer = do(bets(real(cards, "one", early_burn=reading), "c"), "report early-flop")
    bets(dealer, "c c k")
    assert [step.to for step in steps(dealer, Deal)][8:] == [*burnt, "early", *["board"] * 3]


@law("71.g", "66", "ir/273")
@pytest.mark.parametrize(("reading", "after"), [
    ("void", AS_BEFORE), ("shared", {1: 11_000, 2: 10_000, 3: 9_000, 4: 10_000})])
def test_where_no_hand_is_left_the_hand_is_void_or_the_pot_is_shared(
        reading: str, after: dict[int, int]) -> None:
    """Eva called ten and gave up later; the hands of Ana and Rui are both null. Of thirty in whole
    minimums Ana, who has the hand, gets twenty."""
    dealer = bets(real(FLOP, both_null=reading), "c f c k k 1000 f")
    do(dealer, "report mixed-together 1")
    assert dealer.over and caves(dealer) == after
    assert "ir/273" in cited(dealer)


@law("91-2", "ir/274")
@pytest.mark.parametrize(("reading", "back"), [
    ("as-it-is", []), ("equal-parts", ["1/pot 1/cave 250", "2/pot 2/cave 250"])])
def test_a_pot_without_a_first_bet_is_as_it_is_or_is_reduced_in_equal_parts(
        reading: str, back: list[str]) -> None:
    """The small bet of five, from both."""
    dealer = do(real(reduced_pot=reading), "report first-bet-unknown")
    assert moves_under(dealer, "91-2") == back and calls(dealer)[-1] == "reduced-pot"
    bets(dealer, "f f f")
    assert sum(caves(dealer).values()) == sum(FOUR)


@law("110", "ir/275")
@pytest.mark.parametrize(("reading", "common", "lost"), [
    ("not-the-due-one", 2, 0), ("all", 3, 2)])
def test_of_two_cards_that_come_together_one_or_both_cost_a_round(
        reading: str, common: int, lost: int) -> None:
    cards = [*DOWN.split(), Incident("one-more", "8C"), "9D", "TH", "JS", "QC"]
    dealer = real(cards, of="sintetico", extra_cards=reading)
    board = [step for step in steps(dealer, Deal) if step.to == "board"]
    assert len(board) == common and asked(dealer)[1] == "Rui"
    assert calls(dealer).count("round-lost") == lost


@law("69.b", "ir/277")
@pytest.mark.parametrize(("reading", "null"), [("any-time", False), ("in-the-deal", True)])
def test_a_wrong_count_is_corrected_at_any_time_or_in_the_deal(reading: str, null: bool) -> None:
    dealt = real([UNKNOWN, Incident("wrong-count"), *[UNKNOWN] * 8], "yes", wrong_count=reading)
    assert "put-right 2" in calls(dealt)
    dealer = do(real(answers="yes", wrong_count=reading), "report wrong-count 4")
    assert ("annulled" in calls(dealer)) is null


@law("71.h", "71.h-2", "69", "ir/278")
@pytest.mark.parametrize(("reading", "late_at_once", "null_later"), [
    ("first-decision", False, True), ("last-card", True, True), ("not-null-later", False, False)])
def test_until_when_an_error_of_the_deal_is_pleaded_and_makes_a_hand_null(
        reading: str, late_at_once: bool, null_later: bool) -> None:
    dealer = real(deal_errors=reading)
    assert ("late-plea" in kinds(dealer)) is late_at_once and "wrong-order" in kinds(dealer)
    bets(dealer, "c")
    assert "late-plea" in kinds(dealer) and ("wrong-order" in kinds(dealer)) is null_later
    do(dealer, "report late-plea 4")
    assert "ir/278" in cited(dealer)


@law("71.g", "48", "ir/454")
@pytest.mark.parametrize(("reading", "wins"), [
    ("lost", {1: 9_500, 2: 16_500, 3: 4_000, 4: 10_000}),
    ("unmatched-back", {1: 9_500, 2: 11_500, 3: 9_000, 4: 10_000})])
def test_what_nobody_matched_of_a_null_hand_is_lost_or_goes_back(reading: str, wins: dict[int, int]
                                                                 ) -> None:
    """Eva has bet 6,000 and Rui 1,000; her cards are mixed with those of Gil, and Ana gives up."""
    dealer = bets(real(answers="4", null_bets=reading), "5000")
    bets(do(dealer, "report mixed-together 3"), "f")
    assert caves(dealer) == wins


@law("58-2", "ir/456")
@pytest.mark.parametrize(("reading", "answers", "called"), [
    ("croupier", "loan", "must-leave 3"), ("supervisor", "loan grave", "must-leave 3"),
    ("supervisor", "loan not-grave", "warned 3")])
def test_the_croupier_or_a_supervisor_says_that_a_breach_is_grave(
        reading: str, answers: str, called: str) -> None:
    dealer = do(real(answers=answers, grave_by=reading), "report grave-breach 3")
    assert called in calls(dealer)
