"""Portaria 217/2007, non-banked poker at a real table: what dealer and players do wrong, and how
play goes on (14 to 16, 33, 53 to 58, 69 to 71, 91, 109 to 111)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.equipment import PACK, UNKNOWN, Seeded
from sabot.families.pokertable.round import Folk
from sabot.families.pokertable.variant import VARIANTS
from sabot.games import game
from sabot.procedure import (
    FLOWS,
    Act,
    Attended,
    Call,
    Deal,
    Dealer,
    Discard,
    Handle,
    Incident,
    Listen,
    Live,
    Move,
    Refusal,
    Reveal,
    Scripted,
    Shift,
    Shuffle,
    TableState,
    TimeOut,
    Turn,
    canonical,
    redact,
    replay,
)
from sabot.procedure.visible_events import NO_LABEL
from support.poker_table import (
    SECTION,
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
    refusal_of,
    steps,
    table,
    window,
)

FOUR = (10_000, 10_000, 10_000, 10_000)
DOWN = "?? " * 8
FLOP = f"{DOWN}?? 2C 3D 4H "


def real(cards: str | Sequence[str | Incident] = DOWN, have: Sequence[int] = FOUR,
         of: str = "holdem", answers: str = "", **rules: Any) -> Dealer:
    """A hand at a real table up to the first question; place 1 has the hand, place 3 speaks
    first."""
    places = VARIANTS[of].places
    chance = Scripted(cards, words=answers.split())
    dealer = begin(evening(have, of, hand=places), table(of, attended=True, **rules), chance)
    do(dealer, "time")
    if window(dealer) == "cut":
        do(dealer, "time")
    return dealer


def again(dealer: Dealer, *cards: str, **rules: Any) -> Dealer:
    """The next hand, up to its first question."""
    later = begin(dealer.outcome, table(attended=True, **rules), Scripted(" ".join(cards) or DOWN))
    return do(later, "time")


def kinds(dealer: Dealer) -> tuple[str, ...]:
    """The faults that may be reported now."""
    assert dealer.standing is not None
    return dealer.standing.faults


def no(dealer: Dealer, *, seat: str = "", kind: str = "", amount: int = 0) -> Refusal:
    """A report that is refused, and changes nothing."""
    before = list(dealer.record)
    reply = dealer.report(Incident(kind, seat=seat, amount=amount))
    assert isinstance(reply, Refusal) and dealer.record == before
    return reply


def given_by(dealer: Dealer, call: str) -> list[str]:
    """The rules of a call, without their section."""
    step = next(step for step in steps(dealer, Call) if step.call == call)
    return [clause.removeprefix(f"{SECTION}/") for clause in (step.law, *step.also)]


# -- conduct ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "rules"), [
    pytest.param(word, rules, id=word, marks=law(*rules)) for word, rules in (
        ("partners", ["14.a", "14", "58"]), ("joint", ["14.b", "14", "58"]),
        ("chop", ["14.c", "14", "58"]), ("agreement", ["14.d", "14", "58"]),
        ("added-chips", ["14.e", "14", "58"]), ("loan", ["14.f", "14", "58"]),
        ("hid-chips", ["14.g", "14", "58"]), ("not-restored", ["14.h", "14", "58"]),
        ("took-cards", ["14.i", "14", "58"]), ("comment", ["14.j", "14", "58"]),
        ("changed-seat", ["14.k", "14", "58"]), ("proxy", ["14.l", "14", "58"]),
        ("influence", ["14.m", "14", "58"]), ("marked", ["14.n", "14", "58"]),
        ("noise", ["15-2", "15", "58"]), ("spoke-folded", ["39.a-2", "58"]),
        ("saw-cards", ["54", "58"]), ("raised-after", ["55", "58"]),
        ("talk", ["56", "58"]), ("looked", ["57", "58"]))])
def test_a_breach_is_warned_of_under_its_clause(word: str, rules: list[str]) -> None:
    """The dealer warns, and the game goes on."""
    dealer = do(real(answers=word), "report breach 4")
    assert calls(dealer)[-1] == "warned 4"
    assert given_by(dealer, "warned") == [*rules, "ir/280"]
    assert asked(dealer) == ("3", "Eva")
    bets(dealer, "f f f")
    assert dealer.outcome.warned == {"Gil": ("conduct",)} and dealer.outcome.seats[3] == "Gil"


@law("58", "58-2", "ir/280")
def test_a_second_breach_of_another_kind_is_a_repeated_one() -> None:
    """Gil commented, and peeks now: Gil leaves with the cave, and ten stay in the pot."""
    dealer = do(real(answers="comment saw-cards"), "report breach 4")
    do(bets(dealer, "c c"), "report breach 4")
    assert calls(dealer)[-1] == "must-leave 4"
    [gone] = [move for move in steps(dealer, Move) if move.kind == "return"]
    assert (gone.player, gone.amount) == ("Gil", 9000)
    bets(dealer, "f f")
    assert caves(dealer) == {1: 9500, 2: 9000, 3: 12_500} and not dealer.outcome.seats[3]


@law("58-2", "71.a", "ir/280")
def test_delays_are_counted_by_themselves_and_for_the_whole_game() -> None:
    """Eva was warned of a breach in one hand. In the next Eva delays: that is a first warning, and
    a second delay the last one."""
    dealer = bets(do(real(answers="talk"), "report breach 3"), "f f f")
    dealer = bets(again(dealer, FLOP), "c c c")
    assert asked(dealer) == ("3", "Eva")
    do(dealer, "report slow 3")
    assert calls(dealer)[-1] == "warned 3" and not dealer.over
    do(dealer, "report slow 3")
    assert "must-leave 3" in calls(dealer) and window(dealer).startswith("turn:2:")


@law("58-2")
def test_who_must_leave_a_hand_of_two_leaves_the_pot_to_the_other() -> None:
    dealer = bets(real(answers="loan"), "f f")
    do(dealer, "report grave-breach 1")
    assert dealer.over and caves(dealer) == {2: 10_500, 3: 10_000, 4: 10_000}


@law("58-2", "ir/24")
def test_a_void_gives_who_was_sent_away_what_they_have_in_the_pot() -> None:
    """The place is free, and may be another's: the bet goes back to the player, not to a cave."""
    dealer = bets(real(answers="loan"), "c c")
    do(dealer, "report grave-breach 4", "Leo: sit 4 20000")
    dealer.void("the light went out")
    back = [(m.player, m.amount) for m in steps(dealer, Move) if m.kind == "refund"]
    assert back == [("Gil", 1000)]
    assert caves(dealer) == {1: 10_000, 2: 10_000, 3: 10_000, 4: 20_000}


# -- what a report says ----------------------------------------------------------------------------


@law("37")
def test_sums_and_places_that_cannot_be_are_refused() -> None:
    """Eva owes ten: too few chips for a call are less, an unannounced raise is more, and nobody
    bets out of turn in her own."""
    dealer = real()
    for kind, amount in (("short", 0), ("short", 1000), ("short", 300), ("unannounced", 1000),
                         ("unannounced", 10_500), ("announced", 500), ("out-of-turn", 0)):
        seat = "4" if kind == "out-of-turn" else "3"
        assert no(dealer, kind=kind, seat=seat, amount=amount).code == "fault-amount"
    for kind in ("short", "unannounced", "announced", "absent", "skipped", "looked-again"):
        assert no(dealer, kind=kind, seat="4", amount=500).code == "fault-place"
    assert no(dealer, kind="out-of-turn", seat="3", amount=500).accepts == ("1", "2", "4")
    assert no(dealer, kind="mixed").code == "fault-place"
    assert no(dealer, kind="mixed", seat="3", amount=500).code == "no-amount"
    assert no(dealer, kind="early-turn").code == "no-fault"


def test_faults_are_those_of_real_cards_and_chips() -> None:
    """Where the program deals and holds the chips none of them can happen (IR 281)."""
    for of in VARIANTS:
        dealer = hand(FOUR, of=of)
        assert dealer.standing is not None and kinds(dealer) == ()
        assert not any(step.faults for step in steps(dealer, Deal) + steps(dealer, Handle))


def test_who_has_decided_is_not_absent_and_a_plea_is_late_once_somebody_has() -> None:
    dealer = real()
    assert "absent" in kinds(dealer) and "late-plea" not in kinds(dealer)
    bets(dealer, "1000 c c")
    assert asked(dealer) == ("2", "Rui") and {"absent", "late-plea"} <= set(kinds(dealer))
    bets(dealer, "1000")
    assert asked(dealer) == ("3", "Eva") and "absent" not in kinds(dealer)


def test_a_first_bet_is_asked_for_before_its_player_has_decided() -> None:
    dealer = real(FLOP)
    assert no(dealer, kind="no-first-bet", seat="3").accepts == ("1", "2")
    bets(dealer, "c c c")
    assert no(dealer, kind="no-first-bet", seat="1").accepts == ("2",)
    bets(dealer, "k")
    assert "no-first-bet" not in kinds(dealer) and window(dealer).startswith("turn:2:")


# -- bets ------------------------------------------------------------------------------------------


@law("71.f", "ir/272")
def test_a_bet_out_of_turn_that_is_too_little_is_completed_or_lost() -> None:
    """Ana owes five and puts them in: a call. Gil owes ten and puts five in, and completes it."""
    dealer = do(real(), "report out-of-turn 1 500", "report out-of-turn 4 500")
    bets(dealer, "c")
    assert asked(dealer) == ("4", "Gil") and may(dealer, "Gil") >= {"fold", "call"}
    assert not {"raise", "all-in"} & may(dealer, "Gil")
    bets(dealer, "c")
    assert asked(dealer) == ("2", "Rui"), "Ana's bet stands, and Ana is not asked again"


@law("71.f", "ir/272")
def test_a_whole_cave_out_of_turn_is_a_raise() -> None:
    dealer = do(real(), "report out-of-turn 4 10000")
    bets(dealer, "f f f")
    assert dealer.over and caves(dealer) == {1: 9500, 2: 9000, 3: 10_000, 4: 11_500}


@law("71.f", "87")
def test_a_fourth_raise_out_of_turn_is_a_call() -> None:
    """Three raises were made: what is over stays with its player."""
    dealer = bets(real(), "1000 1000 1000")
    do(dealer, "report out-of-turn 3 5000")
    assert calls(dealer)[-1] == "out-of-turn 3 20.00 €"  # what counts of the fifty
    bets(dealer, "f")
    assert refusal_of(dealer, "Gil: raise 4 1000") == ("barred", "87")
    assert sum(step.amount for step in steps(dealer, Move)
               if step.kind == "travel" and step.bet == "3/cave") == 4000


@law("71.f", "20-2", "86", "ir/272")
def test_of_chips_put_in_out_of_turn_the_dealer_says_what_counts() -> None:
    """Nobody has bet on the flop, and five are less than a bet. At the limit of the pot no more
    than the pot counts. Ana has ten left and owes more: they are a call, all-in."""
    dealer = do(bets(real(FLOP), "c c c k"), "report out-of-turn 3 500")
    assert calls(dealer)[-1] == "out-of-turn 3 0.00 €" 
    assert asked(bets(dealer, "k k")) == ("3", "Eva") and may(dealer, "Eva") >= {"check"}
    assert refusal_of(dealer, "Eva: bet 3 1000") == ("barred", "71.f")
    dealer = do(real(limit="pot"), "report out-of-turn 4 9000")
    assert calls(dealer)[-1] == "out-of-turn 4 45.00 €"  # ten, and 15 with the last bet tripled
    dealer = bets(real(have=(1500, 10_000, 10_000, 10_000)), "5000")
    do(dealer, "report out-of-turn 1 1500")
    assert calls(dealer)[-1] == "out-of-turn 1 10.00 €"


@law("71.c", "49")
def test_a_call_with_too_few_chips_of_a_small_cave_is_completed_by_all_of_it() -> None:
    """Gil has fifteen and owes twenty: five, then the other ten, which is all-in."""
    dealer = bets(real(f"{FLOP}?? 9S ?? 5D KC KD QC QD", have=(10_000, 10_000, 10_000, 1500)),
                  "1000")
    do(dealer, "report short 4 500")
    bets(dealer, "c f f")
    put = [(m.amount, m.law.rpartition("/")[2]) for m in steps(dealer, Move)
           if m.bet == "4/cave" and m.kind == "travel"]
    assert put == [(500, "71.c"), (1000, "49")]


@law("71.d", "39.b")
def test_the_big_bet_that_is_raised_without_a_word_is_passed() -> None:
    """Three have called. Rui owes nothing and puts twenty more in: they go back, and the flop
    follows. Where nobody has bet chips without a word are a bet, and no raise."""
    dealer = bets(real(FLOP), "c c c")
    assert asked(dealer) == ("2", "Rui")
    do(dealer, "report unannounced 2 2000")
    assert window(dealer) == "turn:2:1" and "counts-as-call 2" in calls(dealer)
    put = [(m.bet, m.amount) for m in steps(dealer, Move) if m.law.endswith("/71.d")]
    assert put == [("2/cave", 2000), ("2/pot", 2000)]
    assert no(dealer, kind="unannounced", seat="1", amount=1000).code == "no-fault"


@law("53-2")
def test_what_was_announced_is_a_raise_like_any_other() -> None:
    """It counts among the three, and opens the turn of those who had bet."""
    dealer = bets(real(), "c")
    do(dealer, "report announced 4 2000")
    bets(dealer, "f f")
    assert asked(dealer) == ("3", "Eva") and "raise" in may(dealer, "Eva")


# -- cards -----------------------------------------------------------------------------------------


def attended(cards: str, of: str = "holdem") -> Dealer:
    """A hand whose croupier enters these cards in the deal, up to the first decision."""
    dealer = begin(evening(FOUR, of, hand=10), table(of, attended=True), Attended())
    do(dealer, "time")
    for card in cards.split():
        dealer.enter(card)
    return dealer


@law("70.d")
def test_the_cards_that_lie_outside_are_not_shuffled_back() -> None:
    """Hole cards that the croupier knows, the burnt one and folded ones stay out; those of the
    flop that came too early may come again."""
    dealer = bets(attended("AS AH ?? ?? KS KH ?? ??"), "c f")
    do(dealer, "report early-flop")
    for fact in ("two", "9C", "5S", "6S"):
        dealer.enter(fact)
    bets(dealer, "f k")
    shuffle = steps(dealer, Shuffle)[-1]
    assert sorted(shuffle.without) == sorted(["AS", "AH", "KS", "KH", "9C", *["??"] * 4])
    for card in ("AS", "KH", "9C"):
        reply = dealer.enter(card)
        assert isinstance(reply, Refusal) and reply.code == "not-in-pack"
    for card in ("5S", "7D", "6S"):
        assert not isinstance(dealer.enter(card), Refusal)
    assert window(dealer).startswith("turn:2:")


@law("70.e", "70.f")
def test_turn_and_river_too_early_in_one_hand_are_shuffled_back_together() -> None:
    """The river's early card came where nothing had to be burnt any more."""
    dealer = bets(real(f"{FLOP}?? AS ?? 9C KS AS KC QC 8D 8H"), "c f f k k")
    do(dealer, "report early-turn")
    bets(dealer, "k k")
    do(dealer, "report early-river")
    bets(dealer, "k k k")
    assert [step.hands for step in steps(dealer, Discard)
            if step.hands == ("early",)] == [("early",)]
    assert [step.to for step in steps(dealer, Deal)][8:] == [
        "burn", "board", "board", "board", "burn", "early", "burn", "board", "early", "board"]
    assert dealer.over


@law("70.g", "70.d", "70.h", "ir/276")
@pytest.mark.parametrize(("many", "early"), [("one", 0), ("two", 1), ("three", 2)])
def test_of_a_flop_that_came_too_early_the_first_card_is_the_burnt_one_where_none_was(
        many: str, early: int) -> None:
    """One card shown is the burnt one, and nothing came too early: Gil may raise, and the flop
    follows without another burnt card. Of two or three the others go back."""
    cards = [*[UNKNOWN] * 8, Incident("no-burn", "7H"), *["9S", "TS"][:early], "2C", "3D", "4H"]
    dealer = bets(real(cards, answers=many), "c")
    do(dealer, "report early-flop")
    assert ("raise" in may(dealer, "Gil")) is (not early)
    assert ("early-flop" in kinds(dealer)) is (not early)
    assert ("early-flop" in calls(dealer)) is bool(early)
    bets(dealer, "c c k")
    assert window(dealer).startswith("turn:2:")
    dealt = [step.to for step in steps(dealer, Deal)][8:]
    assert dealt == ["burn", *["early"] * early, "board", "board", "board"]
    assert len(steps(dealer, Shuffle)) == 1 + bool(early)
    if not early:
        assert given_by(dealer, "turned-burnt") == ["70.g", "41"]


@law("70.g", "70.e", "ir/276")
def test_a_turn_shown_in_place_of_the_burnt_card_is_the_burnt_card() -> None:
    cards = [*f"{DOWN}?? 2C 3D 4H".split(), Incident("no-burn", "7H"), "9S"]
    dealer = bets(real(cards), "c c c k k")
    do(dealer, "report early-turn")
    assert "bet" in may(dealer, "Rui")
    bets(dealer, "k k k")
    assert window(dealer).startswith("turn:3:")
    assert [step.to for step in steps(dealer, Deal)][12:] == ["burn", "board"]


@law("70.c", "70.d")
def test_the_card_that_was_turned_is_the_burnt_one_of_a_flop_that_comes_too_early() -> None:
    cards = [UNKNOWN, UNKNOWN, Incident("turned", "7H"), *[UNKNOWN] * 6, "5S", "2C", "3D", "4H"]
    dealer = bets(real(cards), "c")
    bets(do(dealer, "report early-flop"), "c c k")
    assert [step.to for step in steps(dealer, Deal)].count("burn") == 0


@law("69.g", "70.c")
def test_the_card_that_completes_a_hand_may_be_the_second_that_is_turned() -> None:
    """Eva's first card was turned. What completes her hand is a card of the deal too: a wrong
    count is put right and it comes again, one more card turned makes the hand null."""
    start = [UNKNOWN, UNKNOWN, Incident("turned", "7H"), *[UNKNOWN] * 5]
    dealer = real([*start, Incident("wrong-count"), UNKNOWN], answers="yes")
    assert calls(dealer)[-1] == "put-right 3" and asked(dealer) == ("3", "Eva")
    assert [step.to for step in steps(dealer, Deal)][-2:] == ["3", "3"]
    dealer = real([*start, Incident("turned", "8H")])
    assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))
    assert given_by(dealer, "annulled") == ["69.g", "69", "ir/270"]


@law("71.e", "62")
def test_cards_that_lie_open_are_not_turned_again() -> None:
    dealer = real(f"{DOWN}QH QD ?? 2C 3D 4H ?? 9S ?? 5D KC KD")
    do(dealer, "report uncovered 4")
    assert no(dealer, kind="uncovered", seat="4").code == "fault-place"
    bets(dealer, "f c f k k k k k k k")
    assert [(step.hand, step.index) for step in steps(dealer, Turn)] == [
        ("4", 0), ("4", 1), ("2", 0), ("2", 1)]


@law("69.e", "62", "65")
def test_a_pack_is_found_wanting_before_the_pot_is_paid() -> None:
    """When the cards are called, or when all have shown: nobody wins, and every bet goes back."""
    for last in (["!"], ["KC", "KD", "QC", "QD", "!"]):
        cards = [*f"{FLOP}?? 9S ?? 5D".split(), *last]
        found = [Incident("pack-incomplete") if card == "!" else card for card in cards]
        dealer = bets(real(found), "c f f k k k k k k k")
        assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))
        assert dealer.outcome.renewed and not dealer.outcome.results
        later = again(dealer)
        assert [step.what for step in steps(later, Handle)] == ["show-cards"]


END = f"{FLOP}?? 9S ?? 5D".split()


@law("69", "62")
@pytest.mark.parametrize("kind", ["wrong-order", "wrong-count", "card-seen", "pack-face-up"])
@pytest.mark.parametrize("shown", [[], ["KC", "KD", "QC", "QD"]], ids=["called", "shown"])
def test_an_error_of_the_deal_is_found_when_the_cards_are_called_or_lie_open(
        kind: str, shown: list[str]) -> None:
    """Rui turns up three cards, say: nobody wins, whenever it is found."""
    cards = [*END, *shown, Incident(kind, seat="2" if kind == "wrong-count" else "")]
    dealer = bets(real(cards), "c f f k k k k k k k")
    assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))
    assert "annulled" in calls(dealer) and not dealer.outcome.results


@law("69.b", "65")
def test_a_count_that_is_put_right_when_the_cards_lie_open_leaves_the_pot_to_be_won() -> None:
    cards = [*END, "KC", "KD", "QC", "QD", Incident("wrong-count", seat="2")]
    dealer = bets(real(cards, answers="yes"), "c f f k k k k k k k")
    assert dealer.over and caves(dealer) == {1: 9500, 2: 11_500, 3: 9000, 4: 10_000}
    assert calls(dealer)[-2:] == ["put-right 2", "main 2 25.00 €"]


@law("71.h", "62", "ir/278")
def test_an_error_that_is_pleaded_when_the_cards_are_called_costs_the_pot() -> None:
    """Eva is alone with Rui, who wins and shows nothing."""
    dealer = bets(real([*END, Incident("late-plea", seat="3")]), "c f f k k k k k k k")
    assert calls(dealer)[1:] == ["late-plea 3", "wins-unseen 2", "main 2 25.00 €"]
    assert not steps(dealer, Turn) and caves(dealer)[2] == 11_500


@law("110", "ir/275")
def test_two_cards_too_many_cost_two_rounds() -> None:
    dealer = real(f"{DOWN}8C 9D TH JS QC KD KS AC AD", of="sintetico")
    assert asked(dealer) == ("2", "Rui")
    do(dealer, "report one-more", "report one-more")
    bets(dealer, "k k k k")
    assert calls(dealer).count("round-lost") == 2
    assert len([s for s in steps(dealer, Deal) if s.to == "board"]) == 4
    assert window(dealer) == "turn:2:2"


@law("110")
def test_there_is_no_sixth_common_card() -> None:
    dealer = real(f"{DOWN}8C 9D TH JS QC", of="sintetico")
    do(dealer, *["report one-more"] * 4)
    assert "one-more" not in kinds(dealer)


@law("109.a", "109.b", "109.c", "109.d", "69.c")
def test_in_synthetic_poker_nothing_of_the_deal_is_put_right() -> None:
    for kind in ("wrong-order", "wrong-count", "face-up", "turned", "card-seen"):
        dealer = real([UNKNOWN, Incident(kind, "8C")], of="sintetico")
        assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))
        assert not [step for step in steps(dealer, Handle) if step.what == "put-right"]


@law("69.d", "112")
def test_more_than_one_card_face_up_in_the_pack_makes_synthetic_poker_null_too() -> None:
    """In the deal one is enough (109.c). Later 69.d holds: before a common card, while somebody is
    asked, and when the cards are called."""
    found = Incident("pack-face-up")
    for cards, words in (([*DOWN.split(), found], ""), ([*f"{DOWN}8C".split(), found], "k k k k"),
                         ([*f"{DOWN}8C 9D TH JS QC".split(), found], "k k k k " * 5)):
        dealer = bets(real(cards, of="sintetico"), words)
        assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))
        assert given_by(dealer, "annulled")[0] == "69.d"
    dealer = do(real(f"{DOWN}8C", of="sintetico"), "report pack-face-up")
    assert given_by(dealer, "annulled")[0] == "69.d"


@law("69", "30", "ir/270")
def test_after_a_null_hand_the_next_player_has_the_hand() -> None:
    dealer = do(real(), "report wrong-order")
    assert dealer.over and dealer.outcome.hand == 1
    assert calls(again(dealer))[0] == "hand 2"


@law("90", "69", "ir/321")
def test_what_was_missed_is_owed_still_after_a_null_hand() -> None:
    """Gil is back and restores ten; the hand is null: Gil gets them back and restores them in the
    next. Bea owes nothing for bets that pass during a rest in the null hand."""
    folk = Folk(owed={"Gil": 1000}, resting={"Bea": 2}, rested=["Bea"])
    carry = evening((*FOUR, 10_000), hand=4, folk=folk)
    dealer = begin(carry, table(attended=True), Scripted(DOWN))
    do(dealer, "time")
    assert calls(dealer)[0] == "hand 1" and dealer.outcome is None
    assert [(m.bet, m.amount) for m in steps(dealer, Move) if m.law.endswith("/90")] == [
        ("4/cave", 1000)]
    do(dealer, "report wrong-order")
    assert caves(dealer) == dict.fromkeys(range(1, 6), 10_000)
    assert dealer.outcome.folk.owed == {"Gil": 1000}
    back = [m for m in steps(dealer, Move) if m.bet == "4/dead" and m.into == "4/cave"]
    assert [clause.rpartition("ir/")[2] for clause in back[0].also][-1] == "321"


@law("90", "ir/24", "ir/321")
def test_what_was_missed_is_owed_still_after_a_void() -> None:
    """While the caves are made up as much as in the middle of a hand."""
    for moment in (0, 1):
        carry = evening(FOUR, hand=4, folk=Folk(owed={"Gil": 1000}))
        dealer = begin(carry, table(), Live(Seeded(1)))
        do(dealer, *["time"] * moment)
        dealer.void("the light went out")
        assert dealer.outcome.folk.owed == {"Gil": 1000} and caves(dealer)[4] == 10_000


# -- before the first round of betting: estardilho -------------------------------------------------


def blind(cards: str = DOWN, answers: str = "") -> Dealer:
    """Synthetic poker at a real table, up to the question who announces an estardilho."""
    dealer = real(cards, of="sintetico", answers=answers, estardilho=True)
    assert window(dealer) == "estardilho"
    return dealer


@law("69.c", "69.d", "69.e", "69.f", "109.a", "109.b")
@pytest.mark.parametrize("kind", ["wrong-order", "wrong-count", "card-seen", "pack-face-up",
                                  "pack-incomplete", "damaged"])
@pytest.mark.parametrize("acts", [[], ["Rui: estardilho 2 1000"]], ids=["announcing", "advanced"])
def test_an_error_of_the_deal_is_found_while_bets_are_made_unseen(
        kind: str, acts: list[str]) -> None:
    dealer = do(blind(), *acts, *["time"] * bool(acts))
    assert window(dealer) == ("restardilho" if acts else "estardilho")
    do(dealer, f"report {kind}" + " 1" * (kind == "wrong-count"))
    assert dealer.over and caves(dealer) == dict(enumerate(FOUR, 1))


@law("106.a", "71.e")
def test_who_shows_their_cards_announces_no_estardilho() -> None:
    dealer = do(blind(f"{DOWN}8C 9C"), "report uncovered 3")
    assert "estardilho" not in may(dealer, "Eva") and "estardilho" in may(dealer, "Gil")
    do(dealer, "Gil: estardilho 4 1000", "time", "time")
    assert asked(dealer)[0] == "1" and "uncovered 3" in calls(dealer)


@law("71.g", "106.a")
def test_hands_that_are_mixed_before_anybody_looks_are_null() -> None:
    """Rui has announced, and those cards are mixed with Eva's: both are out, and nobody advances
    anything. With three of four out the last one wins the first bets."""
    dealer = do(blind(answers="3"), "Rui: estardilho 2 1000", "report mixed-together 2")
    assert not {"estardilho", "no-estardilho"} & (may(dealer, "Rui") | may(dealer, "Eva"))
    do(dealer, "Ana: no-estardilho 1")
    do(dealer, "report mixed 4")
    assert dealer.over and caves(dealer) == {1: 13_000, 2: 9000, 3: 9000, 4: 9000}
    assert calls(dealer)[-2:] == ["wins-unseen 1", "main 1 40.00 €"]


@law("71.b", "106.a", "108-2")
def test_who_advanced_and_lost_their_hand_leads_no_round() -> None:
    """Rui's cards are gone while Eva is asked to double: Rui's ten stay, the first who doubled
    leads."""
    dealer = do(blind(f"{DOWN}8C 9D"), "Rui: estardilho 2 1000", "time", "time")
    assert window(dealer) == "in-double:3"
    do(dealer, "report mixed 2", "Eva: call 3", "Gil: fold 4", "Ana: call 1")
    bets(dealer, "k k")
    assert window(dealer) == "turn:2:3"
    assert [m.amount for m in steps(dealer, Move) if m.bet == "2/cave" and m.kind == "travel"
            ] == [1000, 1000]


@law("70.b", "71.a", "106.a")
def test_who_is_not_there_to_answer_an_estardilho_is_absent_and_who_delays_is_warned() -> None:
    dealer = do(blind(), "Rui: estardilho 2 1000")
    assert "slow" not in kinds(dealer) and "absent" not in kinds(dealer)
    do(dealer, "time", "time", "report slow 3", "report absent 3")
    assert calls(dealer)[-2:] == ["warned 3", "absent 3"] and window(dealer) == "in-double:4"
    do(dealer, "Gil: fold 4", "report grave-breach 1")
    assert dealer.over and caves(dealer) == {2: 13_000, 3: 9000, 4: 9000}


@law("111", "111-2", "ir/274")
def test_a_first_bet_is_missed_before_an_estardilho_is_announced() -> None:
    dealer = do(blind(), "report first-bet-unknown", "report no-first-bet 3", "Eva: fold 3")
    assert window(dealer) == "estardilho" and "estardilho" not in may(dealer, "Eva")
    assert no(dealer, kind="no-first-bet", seat="3").code == "fault-place"


# -- nobody sees what is not theirs to see ---------------------------------------------------------


class Hostile:
    """A hand played by chance; a croupier enters a pack without two cards alike, knows some of what
    lies face down, and things go wrong."""

    def __init__(self, of: str, seed: int, *, attended: bool) -> None:
        self.random = Random(seed)
        ranks = VARIANTS[of].ranking.ranks
        self.cards = [card for card in PACK if card[0] in ranks]
        self.random.shuffle(self.cards)
        chance: Any = Attended() if attended else Scripted(self.cards)
        have = [self.random.randrange(2, 20) * 500 for _ in range(5)]
        self.carry = evening(have, of, hand=VARIANTS[of].places)
        blind = of == "sintetico" and seed % 2 == 1
        self.table = table(of, attended=attended, estardilho=blind)
        self.dealer = begin(self.carry, self.table, chance)
        while not self.dealer.over:
            reply = self.enters() if self.dealer.awaited is not None else self.asked()
            assert not isinstance(reply, Refusal) or reply.code == "not-in-pack", reply

    def card(self) -> str:
        return self.cards.pop()

    def enters(self) -> Any:
        step: Any = self.dealer.awaited
        if len(self.cards) < 2:
            return self.dealer.void("no card is left")
        if getattr(step, "faults", ()) and self.random.random() < 0.06:
            card = self.card() if isinstance(step, Deal) and self.random.random() < 0.5 else ""
            return self.dealer.enter(self.fault(step, card))
        if isinstance(step, Handle):
            return self.dealer.enter(self.random.choice(step.answers or ("done",)))
        hidden = isinstance(step, Deal) and step.seen_by == ""
        return self.dealer.enter(UNKNOWN if hidden and self.random.random() < 0.5
                                 else self.card())

    def fault(self, step: Any, card: str = "") -> Incident:
        kind = self.random.choice(step.faults)
        for detail in step.details if not isinstance(step, Deal) else ():
            if detail.kind == kind:
                steps = (detail.high - detail.low) // detail.unit if detail.unit else 0
                amount = detail.low + detail.unit * self.random.randint(0, steps)
                return Incident(kind, seat=self.random.choice(detail.seats or ("",)),
                                amount=amount)
        return Incident(kind, card)

    def asked(self) -> Any:
        listen = self.dealer.standing
        assert listen is not None
        if listen.faults and self.random.random() < 0.15:
            return self.dealer.report(self.fault(listen))
        own = [o for o in listen.offers if o.player and o.player not in o.barred]
        acts = [o for o in own if o.act in (
            "check", "call", "bet", "raise", "all-in", "fold", "estardilho", "no-estardilho",
            "restardilho", "no-restardilho")]
        if not listen.clock:  # too many had to leave
            return self.dealer.void("nobody is left to play")
        if not acts:
            return self.dealer.answer(TimeOut(listen.window))
        one = self.random.choices(acts, [1 if o.act in ("fold", "all-in") else 6 for o in acts])[0]
        return self.dealer.answer(Act(one.player, one.act, one.seat, one.low))

    def seen(self, eyes: str) -> set[str]:
        """The cards that these eyes may see: those that lay open, and their own."""
        found: set[str] = set()
        for event in self.dealer.record:
            step = event.step
            if isinstance(step, Deal) and step.seen_by in ("*", eyes or "*"):
                found.add(event.card or (event.incident.card if event.incident else ""))
            elif isinstance(step, Turn):
                found.add(event.card)
            elif isinstance(step, Shift) or (isinstance(step, Reveal)
                                             and step.seen_by in ("*", eyes or "*")):
                found.add(step.card)
        return found


def named_cards(dealer: Dealer, eyes: str) -> set[str]:
    """Every card that is named in anything that this person is shown."""
    state = TableState(lambda *_: NO_LABEL)
    seen_by: list[Any] = []
    for event in dealer.record:
        seen = redact(event, eyes)
        state.fold(seen)
        seen_by += [seen, state.show() if isinstance(event.step, Listen) else None]
    text = canonical(seen_by).decode()
    return {card for card in PACK if f'"{card}"' in text}


@law("54", "39.a-2")
@pytest.mark.parametrize("real_cards", [True, False], ids=["real", "dealt by the program"])
@pytest.mark.parametrize("of", VARIANTS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_no_card_reaches_eyes_that_it_does_not_belong_to(
        of: str, real_cards: bool, seed: int) -> None:
    """Folded hands, burnt cards, cards never dealt and cards of a fault are shown to nobody,
    neither during the hand nor after it. It balances, and can be replayed."""
    played = Hostile(of, seed, attended=real_cards)
    dealer = played.dealer
    for eyes in ("Ana", "Rui", "Eva", "Zoe", ""):
        assert named_cards(dealer, eyes) <= played.seen(eyes)
    assert "??" not in canonical([redact(event, "") for event in dealer.record]).decode()
    stake = sum(move.amount * ((FLOWS[move.kind][1] == "stake") - (FLOWS[move.kind][0] == "stake"))
                for move in steps(dealer, Move))
    assert stake == 0
    replayed = replay(game(of).coup(played.table, played.carry), dealer.record)
    assert replayed.record == dealer.record and replayed.outcome == dealer.outcome


@law("71.c", "106.a")
def test_too_few_chips_for_the_double_are_made_up() -> None:
    """Rui advanced ten: Eva owes twenty, lays five and is asked for the other fifteen."""
    dealer = do(blind(), "Rui: estardilho 2 1000", "time", "time")
    assert window(dealer) == "in-double:3"
    do(dealer, "report short 3 500")
    assert window(dealer) == "in-double:3" and offer(dealer, "Eva", "call").cost == 1500
    do(dealer, "Eva: call 3")
    assert moves_under(dealer, "71.c") == ["3/cave 3/pot 500"]
    assert window(dealer) == "in-double:4" and "short 3" in calls(dealer)


@law("71.d", "106.a")
def test_more_than_the_double_without_a_word_is_the_double() -> None:
    dealer = do(blind(f"{DOWN}8C 9D"), "Rui: estardilho 2 1000", "time", "time",
                "report unannounced 3 3500")
    assert moves_under(dealer, "71.d") == ["3/cave 3/pot 3500", "3/pot 3/cave 1500"]
    assert window(dealer) == "in-double:4" and "counts-as-call 3" in calls(dealer)
    do(dealer, "Gil: fold 4", "Ana: fold 1")
    assert window(dealer) == "doubles:2" and offer(dealer, "Rui", "call").cost == 1000
    do(dealer, "report unannounced 2 1500")      # Rui has doubled, and raised nothing
    assert window(dealer).startswith("turn:1")


@law("53-2", "106.a-3")
def test_chips_of_an_announced_raise_are_changed_for_the_sum_that_was_named() -> None:
    dealer = do(blind(), "Rui: estardilho 2 1000", "time", "time",
                "Eva: call 3", "Gil: fold 4", "Ana: fold 1")
    assert window(dealer) == "doubles:2"
    do(dealer, "report announced 2 2000")
    assert moves_under(dealer, "39.d")[-1:] == ["2/cave 2/pot 3000"]
    assert window(dealer) == "in-double:3" and offer(dealer, "Eva", "call").cost == 2000


@law("71.c", "106.a-3")
def test_who_laid_too_little_may_raise_the_next_bet_but_not_their_estardilho() -> None:
    dealer = do(blind(f"{DOWN}8C 9D"), "Rui: estardilho 2 1000", "time", "time",
                "Eva: call 3", "Gil: fold 4", "Ana: fold 1")
    assert "raise" in may(dealer, "Rui")
    do(dealer, "report short 2 500")
    assert offer(dealer, "Rui", "call").cost == 500 and "raise" not in may(dealer, "Rui")
    do(dealer, "Rui: call 2")
    assert window(dealer).startswith("turn:1:2") and "bet" in may(dealer, "Rui")


@law("106.a")
def test_nothing_is_owed_where_nobody_could_match_what_was_advanced() -> None:
    """No chips are asked for, and none can be reported."""
    dealer = do(blind(), "Rui: estardilho 2 1000", "time", "time",
                "Eva: fold 3", "Gil: fold 4", "Ana: fold 1")
    assert dealer.over and "wins-unseen 2" in calls(dealer)
