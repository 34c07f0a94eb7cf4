"""No-draw poker at its table: the file, the boxes, the deal, call or pass, and payment."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games.no_draw_poker.bot import bot
from sabot.games.no_draw_poker.cards import label, short_name
from sabot.games.no_draw_poker.round import Carry
from sabot.procedure import (
    NOBODY,
    Act,
    Call,
    Cut,
    Deal,
    Dealer,
    Discard,
    Handle,
    Listen,
    Move,
    Open,
    Result,
    Reveal,
    Scripted,
    Shuffle,
    TableState,
    TimeOut,
    offers_for,
    redact,
)
from sabot.procedure.visible_events import NO_LABEL, ShownDeal, ShownReveal
from support.dice_coups import breaks, by_bet, do, nets, read, refusal_of, steps
from support.no_draw_plays import (
    ACE_KING,
    GAME,
    LOW,
    NAMES,
    WORD,
    at,
    begin,
    carry_with,
    pack_of,
    play_out,
)


def law(*rules: str) -> Any:
    """The law mark of rules of the game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def results(dealer: Dealer) -> dict[str, str]:
    """How each hand ended."""
    return {step.hand: step.result for step in steps(dealer, Result)}


def cites(dealer: Dealer, hand: str) -> set[str]:
    """The clauses that decided a hand."""
    step = next(one for one in steps(dealer, Result) if one.hand == hand)
    return {one.removeprefix(f"{GAME.section}/") for one in (step.law, *step.also)}


# -- the table and its file ------------------------------------------------------------------------


@law("5", "2")
def test_one_to_seven_boxes() -> None:
    assert at(places=1).places == 1 and at(places=7).places == 7
    assert breaks(GAME.id, maximum=125, places=8) == {"places": "5"}
    assert breaks(GAME.id, maximum=125, places=0) == {"places": "5"}
    felt = GAME.felt(at(places=6))
    assert [one.place for one in felt.places] == list("123456")
    assert [spot.spot for spot in felt.spots] == ["second"], "two spaces and no slot"
    assert felt.places[0].law == f"{GAME.section}/2"


@law("5-3")
def test_nobody_plays_more_than_one_box() -> None:
    assert breaks(GAME.id, maximum=125, places_per_player=2) == {"places_per_player": "5-3"}
    dealer = Dealer(GAME.coup(at(), carry_with(("Ana",))), Scripted(pack_of([ACE_KING], LOW)))
    assert refusal_of(dealer, "Ana: sit 2") == ("barred", "5-3"), "even if boxes are free"


@law("5-2")
def test_who_stands_may_not_take_part() -> None:
    dealer = Dealer(GAME.coup(at(), carry_with(("Ana",))), Scripted(pack_of([ACE_KING], LOW)))
    assert refusal_of(dealer, "Rui: bet 1 500")[0] == "not-yours"
    assert refusal_of(dealer, "Rui: bet 2 500")[0] == "not-offered"
    assert not [o for o in offers_for(dealer.standing, "Rui") if o.act != "sit"]


@law("14", "13-2", "13")
def test_the_band_is_twenty_five_times_the_authorised_minimum() -> None:
    assert at(minimum=5, maximum=125).maximum == 12_500
    assert breaks(GAME.id, minimum=5, maximum=126) == {"maximum": "14"}
    assert at("authorised = 4", minimum=5, maximum=100).maximum == 10_000
    assert breaks(GAME.id, f"authorised = 4\n{WORD}", minimum=5, maximum=101) == {"maximum": "14"}
    assert breaks(GAME.id, f"authorised = 6\n{WORD}", minimum=5, maximum=100) == {"minimum": "13-2"}
    assert breaks(GAME.id, "authorised = 5", minimum=5, maximum=100) == {"rules.authorised": "14"}
    assert breaks(GAME.id, minimum=0, maximum=0)["minimum"] == "13"
    assert breaks(GAME.id, minimum=5, maximum=4) == {"maximum": "13"}
    assert breaks(GAME.id, minimum=5, maximum=100, unit=2) == {"minimum": "13"}


@law("1", "16-2")
def test_one_pack_or_two_in_turn_with_a_shuffler() -> None:
    assert breaks(GAME.id, "packs = 2", maximum=125) == {"rules.packs": "16-2"}
    assert breaks(GAME.id, "packs = 3", maximum=125) == {"rules.packs": "1"}
    assert breaks(GAME.id, "packs = 3\nshuffler = true", maximum=125) == {"rules.packs": "1"}
    table = at("shuffler = true\npacks = 2")
    carry, packs = carry_with(("Ana",)), []
    for _ in range(3):
        dealer = Dealer(GAME.coup(table, carry), Scripted(pack_of([ACE_KING], LOW, True)))
        packs += [step.facts["pack"] for step in steps(dealer, Handle) if step.what == "take-pack"]
        assert [step.packs for step in steps(dealer, Shuffle)] == [1], "one pack in play at a time"
        do(dealer, "Ana: bet 1 500", "time", "Ana: pass 1")
        carry = dealer.outcome
    assert packs == [1, 2, 1]


@law("13", "16-4")
def test_bets_keep_to_the_limits_of_the_table() -> None:
    dealer = Dealer(GAME.coup(at(), carry_with(("Ana",))), Scripted(pack_of([ACE_KING], LOW)))
    assert refusal_of(dealer, "Ana: bet 1 400") == ("below-minimum", "13")
    assert refusal_of(dealer, "Ana: bet 1 12600") == ("above-maximum", "13")
    assert refusal_of(dealer, "Ana: bet 1 550") == ("off-unit", "13")
    do(dealer, "Ana: bet 1 12500")
    assert dealer.standing is not None and dealer.standing.clock == "betting"
    assert not steps(dealer, Deal)[1:], "no card is dealt before the bets are made"


# -- the pack --------------------------------------------------------------------------------------


@law("16", "16-2", "16-3", "ir/134")
def test_cards_are_shown_shuffled_cut_by_the_croupier_and_one_is_burnt() -> None:
    table = at()
    dealer = Dealer(GAME.coup(table, GAME.opening(table)), Scripted(pack_of([ACE_KING], LOW)))
    order = [step for step in (e.step for e in dealer.record) if not isinstance(step, Listen)]
    assert [type(step).__name__ for step in order] == [
        "Handle", "Shuffle", "Call", "Cut", "Deal", "Discard", "Call"]
    assert order[0].what == "show-cards" and order[2].call == "house-cuts"
    assert 0 < order[3].at < 52
    assert (order[4].to, order[4].seen_by) == ("burn", NOBODY) and order[5].hands == ("burn",)
    do(dealer, "Ana: sit 1", "Ana: bet 1 500", "time", "Ana: call 1")
    again = Dealer(GAME.coup(table, dealer.outcome), Scripted(pack_of([ACE_KING], LOW)))
    assert not steps(again, Handle), "shown once, shuffled before every play"
    assert len(steps(again, Shuffle)) == len(steps(again, Cut)) == 1


@law("ir/189")
def test_the_order_of_a_played_pack_is_shown_when_the_next_is_shuffled() -> None:
    dealer = play_out([ACE_KING], LOW, "pass")
    assert not steps(dealer, Open)
    again = Dealer(GAME.coup(at(), dealer.outcome), Scripted(pack_of([ACE_KING], LOW)))
    kinds = [type(e.step).__name__ for e in again.record]
    assert kinds.index("Open") < kinds.index("Shuffle")


@law("16.a", "16.b", "ir/184")
def test_with_a_shuffler_nobody_cuts_and_five_cards_are_dealt_at_a_time() -> None:
    dealer = begin(at("shuffler = true"), [ACE_KING, LOW], "AS AD AH QC QD")
    assert not steps(dealer, Cut) and not [s for s in steps(dealer, Call) if s.call == "house-cuts"]
    deals = steps(dealer, Deal)
    assert [step.to for step in deals] == ["burn", *["1"] * 5, *["2"] * 5, *["bank"] * 5]
    assert [step.seen_by for step in deals[-5:]] == [NOBODY] * 4 + ["*"]


# -- the deal --------------------------------------------------------------------------------------


@law("16-8", "16-9")
def test_cards_come_one_by_one_clockwise_the_bank_last_and_its_fifth_open() -> None:
    table = at(places=5)
    carry = Carry(("Ana", "", "Eva", "", "Bea"), shoe=carry_with(()).shoe)
    dealer = Dealer(GAME.coup(table, carry), Scripted(pack_of([ACE_KING, LOW, LOW], LOW)))
    do(dealer, "Bea: bet 5 500", "Ana: bet 1 500", "time")
    assert [step.to for step in steps(dealer, Deal)[1:]] == ["1", "5", "bank"] * 5, \
        "boxes with a bet alone"
    assert [step.seen_by for step in steps(dealer, Deal)[1:]] == [NOBODY] * 14 + ["*"]


@law("17")
def test_nobody_sees_their_cards_before_the_call() -> None:
    dealer = begin(at(), [ACE_KING, LOW], "AS AD AH QC QD")
    call = next(n for n, e in enumerate(dealer.record)
                if isinstance(e.step, Call) and e.step.call == "see-your-hand")
    before = [redact(event, "Ana") for event in dealer.record[:call]]
    assert [one.card for one in before if isinstance(one, ShownDeal) and one.card] == ["QD"], \
        "the bank's open one"
    after = [redact(event, "Ana") for event in dealer.record[call:]]
    assert [one.card for one in after if isinstance(one, ShownReveal)] == ACE_KING.split()
    others = [redact(event, "Rui") for event in dealer.record]
    assert [one.card for one in others if isinstance(one, ShownReveal)] == LOW.split()


@law("17")
def test_a_neighbour_and_an_onlooker_learn_nothing_until_cards_are_turned_up() -> None:
    hands = ["AS KS QS JS 9D", "2C 3C 4C 5D 7H"]
    other = ["QH QD QC 8H 8S", hands[1]]
    views = []
    for mine in (hands, other):
        dealer = begin(at(), mine, LOW)
        do(dealer, "Ana: call 1", "Rui: pass 2")
        until = next(n for n, e in enumerate(dealer.record)
                     if isinstance(e.step, Reveal) and e.step.hand == "bank")
        for eyes in ("Rui", "Zoe", ""):
            state = TableState(GAME.label)
            seen_events = [redact(event, eyes) for event in dealer.record[:until]]
            for one in seen_events:
                state.fold(one)
            views.append((eyes, seen_events, state.show()))
    assert views[:3] == views[3:]


# -- call or pass ----------------------------------------------------------------------------------


@law("17-2", "17-7", "ir/183")
def test_each_in_turn_goes_on_with_twice_the_initial_bet() -> None:
    dealer = begin(at(), [ACE_KING, LOW], LOW, antes=(700, 500))
    assert dealer.standing is not None and dealer.standing.clock == "decision"
    assert {(o.act, o.seat, o.cost) for o in dealer.standing.offers} == {
        ("call", "1", 1400), ("pass", "1", 0)}
    assert refusal_of(dealer, "Rui: call 2")[0] == "not-your-turn"
    assert refusal_of(dealer, "Ana: call 1 700") == ("no-amount", "17-2"), "exactly the double"
    do(dealer, "Ana: call 1")
    stake = steps(dealer, Move)[-1]
    assert (stake.bet, stake.kind, stake.amount) == ("1/second", "stake", 1400)
    assert refusal_of(dealer, "Ana: pass 1")[0] == "not-your-turn", "a bet that was laid stands"


@law("17-3", "17-5", "17-8")
def test_a_pass_is_final_and_the_bet_is_taken_at_that_moment() -> None:
    dealer = do(begin(at(), ["AS AD AH AC KS", LOW], LOW), "Ana: pass 1")
    last = [e.step for e in dealer.record][-4:]
    assert isinstance(last[0], Result) and last[0].result == "passed"
    assert isinstance(last[1], Move) and (last[1].kind, last[1].amount) == ("collect", 500)
    assert isinstance(last[2], Discard) and last[2].hands == ("1",)
    assert isinstance(last[3], Listen) and last[3].offers[0].seat == "2"
    assert refusal_of(dealer, "Ana: call 1")[0] == "not-your-turn"
    do(dealer, "Rui: call 2")
    assert nets(dealer)["Ana"] == -500
    assert not [s for s in steps(dealer, Reveal) if s.hand == "1" and s.seen_by == "*"]


@law("ir/183", "17-8")
def test_who_says_nothing_passes() -> None:
    dealer = begin(at(), ["AS AD AH AC KS"], LOW)
    assert dealer.standing is not None and dealer.standing.default == "pass"
    do(dealer, "time")
    assert dealer.over and results(dealer)["1"] == "passed" and nets(dealer) == {"Ana": -500}


# -- the bank --------------------------------------------------------------------------------------


@law("18")
def test_the_bank_uncovers_its_four_covered_cards_once_all_have_decided() -> None:
    dealer = begin(at(), [ACE_KING, LOW], "AS AD AH QC QD")
    assert not [s for s in steps(dealer, Reveal) if s.hand == "bank"]
    do(dealer, "Ana: pass 1", "Rui: pass 2")
    assert [(s.index, s.card) for s in steps(dealer, Reveal) if s.hand == "bank"] == [
        (0, "AS"), (1, "AD"), (2, "AH"), (3, "QC")], "even when nobody goes on"


@law("18-2")
@pytest.mark.parametrize(("bank", "plays"), [
    ("AC KD 4H 3S 2C", True), ("AC QD JH TS 8C", False), ("KC QD JH TS 8C", False),
    ("2C 2D 3H 4S 5C", True), ("AC 2D 3H 4S 5C", True), ("2C 3C 4C 5C 7C", True)])
def test_the_bank_plays_with_ace_and_king_or_better(bank: str, plays: bool) -> None:
    dealer = play_out(["9S 9D 9H KS QH"], bank)
    assert results(dealer)["bank"] == ("plays" if plays else "stays-out")
    assert dealer.outcome.results[0] == (short_name(bank.split()) if plays else "-")


@law("18-3", "ir/164")
def test_a_bank_that_stays_out_pays_the_initial_bet_whatever_is_held() -> None:
    dealer = play_out(["3S 4S 5D 7D 8H", "AS KS QS JS TS"], "KC QD 9H 6D 2H", antes=(700, 500))
    assert by_bet(dealer) == {"1": 700, "1/second": 0, "2": 500, "2/second": 0}
    assert not [s for s in steps(dealer, Reveal) if s.hand in "12" and s.seen_by == "*"]


@law("18-4", "18-5", "6")
@pytest.mark.parametrize(("hand", "times", "rule"), [
    ("AS KS QS JS TS", 100, "6.a"), ("5S 4S 3S 2S AS", 50, "6.b"), ("9S 8S 7S 6S 5S", 50, "6.b"),
    ("8S 8D 8H 8C 2S", 20, "6.c"), ("8S 8D 8H 2S 2D", 7, "6.d"), ("KS QS 8S 4S 2S", 5, "6.e"),
    ("AS 2S 3D 4D 5S", 4, "6.f"), ("TS JS QD KH AS", 4, "6.f"), ("8S 8D 8H 4S 2D", 3, "6.g"),
    ("8S 8D 4H 4S 2D", 2, "6.h"), ("8S 8D QH 4S 2D", 1, "6.i"), ("AS KS QD 4S 2D", 1, "6.j")])
def test_the_second_bet_is_paid_by_the_table(hand: str, times: int, rule: str) -> None:
    dealer = play_out([hand], ACE_KING, antes=(700,))
    assert by_bet(dealer) == {"1": 700, "1/second": times * 1400}
    paid = next(s for s in steps(dealer, Move) if s.kind == "pay" and s.bet == "1/second")
    assert paid.law == f"{GAME.section}/{rule}" and paid.odds == f"{times}:1"


def _paid(rule: str, hand: str, times: int) -> None:
    dealer = play_out([hand], ACE_KING)
    assert by_bet(dealer) == {"1": 500, "1/second": times * 1000}
    assert any(s.law == f"{GAME.section}/{rule}" for s in steps(dealer, Move))


@law("6.a")
def test_a_royal_flush_wins_a_hundred_times() -> None:
    _paid("6.a", "AS KS QS JS TS", 100)


@law("6.b")
def test_a_straight_flush_wins_fifty_times() -> None:
    _paid("6.b", "KS QS JS TS 9S", 50)


@law("6.c")
def test_four_of_a_kind_win_twenty_times() -> None:
    _paid("6.c", "2S 2D 2H 2C 4S", 20)


@law("6.d")
def test_a_full_house_wins_seven_times() -> None:
    _paid("6.d", "2S 2D 2H 4C 4S", 7)


@law("6.e")
def test_a_flush_wins_five_times() -> None:
    _paid("6.e", "7S 5S 4S 3S 2S", 5)


@law("6.f")
def test_a_straight_wins_four_times() -> None:
    _paid("6.f", "5S 4D 3S 2S AS", 4)


@law("6.g")
def test_three_of_a_kind_win_three_times() -> None:
    _paid("6.g", "2S 2D 2H 4C 5S", 3)


@law("6.h")
def test_two_pairs_win_twice() -> None:
    _paid("6.h", "2S 2D 4H 4C 5S", 2)


@law("6.i")
def test_a_pair_wins_once() -> None:
    _paid("6.i", "2S 2D 4H 6C 8S", 1)


@law("6.j")
def test_higher_cards_win_once_and_are_compared_downwards() -> None:
    _paid("6.j", "AS KS 7D 5H 4D", 1)
    for hand, how in (("AS KS 7D 6H 2D", "won"), ("AS KS 7D 5H 2D", "lost"),
                      ("AS QS JD TH 9D", "lost"), ("AS KS 8D 3H 2D", "won")):
        assert results(play_out([hand], ACE_KING))["1"] == how, hand


@law("6.resultado", "18-6")
def test_only_a_higher_hand_wins_a_lower_one_loses_all_and_an_equal_one_keeps_it() -> None:
    hands = ["9S 9D KS QH JH", "7S 7D KH QS JD", "8S 8D AH QD JC"]
    dealer = play_out(hands, "8C 8H AD QC JS", antes=(500, 700, 900))
    assert results(dealer) | {"bank": ""} == {"bank": "", "1": "won", "2": "lost", "3": "tie"}
    assert by_bet(dealer) == {"1": 500, "1/second": 1000, "2": -700, "2/second": -1400,
                              "3": 0, "3/second": 0}
    assert "6.resultado" in cites(dealer, "3") and "18-6" in cites(dealer, "2")


# -- equal combinations ----------------------------------------------------------------------------


def _against(hand: str, bank: str, how: str, rule: str) -> None:
    """A hand against a bank with the same combination, under this clause."""
    dealer = play_out([hand], bank)
    assert results(dealer)["1"] == how, (hand, bank)
    assert {"7", rule, "18-7"} <= cites(dealer, "1")


@law("7", "7.a", "18-7")
def test_the_higher_four_of_a_kind_wins() -> None:
    _against("9S 9D 9H 9C 2S", "8S 8D 8H 8C AS", "won", "7.a")
    _against("7S 7D 7H 7C AS", "8S 8D 8H 8C 2S", "lost", "7.a")


@law("7.b")
def test_the_higher_three_decide_between_full_houses() -> None:
    _against("9S 9D 9H 2C 2S", "8S 8D 8H AC AS", "won", "7.b")
    _against("7S 7D 7H AC AS", "8S 8D 8H 2C 2S", "lost", "7.b")


@law("7.c", "1-2")
def test_the_highest_card_decides_between_straights_and_an_ace_may_count_one() -> None:
    _against("AS 2D 3H 4C 5S", "2S 3D 4H 5C 6S", "lost", "7.c")
    _against("AS KD QH JC TS", "KS QD JH TC 9S", "won", "7.c")
    _against("6S 5D 4H 3C 2D", "2S 3D 4S 5C 6D", "tie", "7.c")
    _against("AS 2S 3S 4S 5S", "2D 3D 4D 5D 6D", "lost", "7.c")
    _against("AS KS QS JS TS", "AD KD QD JD TD", "tie", "7.c")
    assert results(play_out(["QS KD AH 2C 3S"], "AD KS QD 5C 6S"))["1"] == "lost", "no way round"


@law("7.d", "ir/149")
def test_flushes_are_compared_downwards_or_by_the_highest_card_alone() -> None:
    _against("KS 9S 7S 5S 2S", "QD JD TD 8D 7D", "won", "7.d")
    _against("KS 9S 7S 5S 3S", "KD 9D 7D 5D 2D", "won", "7.d")
    assert {"ir/149"} <= cites(play_out(["KS 9S 7S 5S 3S"], "KD 9D 7D 5D 2D"), "1")
    literal = at("flush_all = false")
    assert results(play_out(["KS 9S 7S 5S 3S"], "KD 9D 7D 5D 2D", table=literal))["1"] == "tie"
    assert results(play_out(["AS 9S 7S 5S 3S"], "KD 9D 7D 5D 2D", table=literal))["1"] == "won"


@law("7.e")
def test_the_higher_three_of_a_kind_wins() -> None:
    _against("9S 9D 9H 2C 3S", "8S 8D 8H AC KS", "won", "7.e")
    _against("7S 7D 7H AC KS", "8S 8D 8H 2C 3S", "lost", "7.e")


@law("7.f")
def test_two_pairs_go_by_the_higher_then_the_other_then_the_last_card() -> None:
    _against("9S 9D 2H 2C 3S", "8S 8D 7H 7C KS", "won", "7.f")
    _against("9S 9D 6H 6C 3S", "9C 9H 7H 7C 2S", "lost", "7.f")
    _against("9S 9D 6H 6C KS", "9C 9H 6S 6D QS", "won", "7.f")
    _against("9S 9D 6H 6C KS", "9C 9H 6S 6D KD", "tie", "7.f")


@law("7.g", "ir/163")
def test_pairs_go_by_their_rank_then_by_the_cards_beside_them() -> None:
    _against("9S 9D 4H 3C 2S", "8S 8D AH KC QS", "won", "7.g")
    _against("9S 9D AH 3C 2S", "9C 9H KH QC JS", "won", "7.g")
    _against("9S 9D AH 3C 2S", "9C 9H AS 4C 2D", "lost", "7.g")
    _against("9S 9D AH KC QS", "9C 9H AS KD QD", "tie", "7.g")
    literal = at("pair_all = false")
    assert results(play_out(["9S 9D AH 3C 2S"], "9C 9H AS 4C 2D", table=literal))["1"] == "tie"
    assert results(play_out(["9S 9D AH 3C 2S"], "9C 9H KS 4C 2D", table=literal))["1"] == "won"


@law("6.j.desempate", "ir/137")
def test_of_equal_high_cards_three_of_one_suit_beat_none() -> None:
    none, three, four = "AS KD 7H 5C 3S", "AD KH 7D 5D 3C", "AH KC 7C 5C 3C"
    for hand, bank, how in ((three, none, "won"), (none, three, "lost"), (four, three, "tie"),
                            (four, none, "won"), ("AC KS 7S 5H 3H", none, "tie")):
        dealer = play_out([hand], bank)
        assert results(dealer)["1"] == how, (hand, bank)
        assert {"6.j", "6.j.desempate", "ir/137"} <= cites(dealer, "1")
        assert results(play_out([hand], bank, table=at("suited_high = false")))["1"] == "tie"
    assert results(play_out(["9S 9H KS 5S 3D"], "9D 9C KH 5C 3S"))["1"] == "tie", "high cards only"


# -- the most that is paid -------------------------------------------------------------------------


@law("15", "ir/185")
def test_the_most_in_prizes_is_shared_in_proportion_or_paid_in_order() -> None:
    assert breaks(GAME.id, "prize_cap = 500", maximum=125) == {"rules.prize_cap": "15"}
    assert breaks(GAME.id, f"prize_cap = 4\n{WORD}", maximum=125) == {"rules.prize_cap": "15"}
    hands = ["AS KS QS JS TS", "9S 9D 9H 2C 4C"]
    plain = play_out(hands, ACE_KING)
    assert nets(plain) == {"Ana": 100_500, "Rui": 3_500}
    shared = play_out(hands, ACE_KING, table=at("prize_cap = 104"))
    # 104 000 cents are due and 10 400 are paid: each prize is a tenth.
    assert by_bet(shared) == {"1": 50, "1/second": 10_000, "2": 50, "2/second": 300}
    assert [s.call for s in steps(shared, Call) if s.call == "prizes-capped"]
    ordered = play_out(hands, ACE_KING, table=at("prize_cap = 1010\ncap_in_order = true"))
    assert by_bet(ordered) == {"1": 500, "1/second": 100_000, "2": 0, "2/second": 500}
    exact = play_out(hands, ACE_KING, table=at("prize_cap = 1040"))
    assert nets(exact) == nets(plain) and "prizes-capped" not in {
        s.call for s in steps(exact, Call)}


# -- around a play ---------------------------------------------------------------------------------


@law("16-6")
def test_bets_may_be_changed_until_the_call_that_nothing_more_goes() -> None:
    dealer = Dealer(GAME.coup(at(), carry_with(("Ana", "Rui"))), Scripted(pack_of([LOW], ACE_KING)))
    do(dealer, "Ana: bet 1 500", "Ana: bet 1 900", "Rui: bet 2 500", "Rui: clear 2", "Rui: leave 2")
    do(dealer, "Eva: sit 2", "Ana: bet 1 700", "time")
    assert steps(dealer, Call)[-2].call == "no-more-bets"
    do(dealer, "Ana: pass 1")
    assert by_bet(dealer) == {"1": -700, "2": 0} and dealer.outcome.seats[:2] == ("Ana", "Eva")


def test_a_lone_player_asks_for_their_cards() -> None:
    table = at(kind="individual", places=1)
    dealer = Dealer(GAME.coup(table, GAME.opening(table)), Scripted(pack_of([ACE_KING], LOW)))
    do(dealer, "Ana: sit 1")
    assert refusal_of(dealer, "Ana: deal table")[0] == "not-offered"
    do(dealer, "Ana: bet 1 500", "Ana: deal table", "Ana: call 1")
    assert dealer.over and nets(dealer) == {"Ana": 500}


@law("2", "17-7", "18-5")
def test_every_bet_is_listed_with_its_limits_and_prizes() -> None:
    found = {bet.bet: bet for bet in GAME.bets(at())}
    assert set(found) == {"main", "second"}
    assert (found["second"].minimum, found["second"].maximum) == (1000, 25_000)
    assert {one.what: one.odds for one in found["second"].pays}["four"] == "20:1"
    assert all(one.law for bet in found.values() for one in bet.pays)


@pytest.mark.parametrize(("cards", "short"), [
    ("AS KD 7H 5C 3S", "A K"), ("TS TD 7H 5C 3S", "2×10"), ("9S 9D 6H 6C KS", "2×9 2×6"),
    ("9S 9D 9H 6C KS", "3×9"), ("AS 2D 3H 4C 5S", "A-5"), ("AS KD QH JC TS", "10-A"),
    ("KS 9S 7S 5S 3S", "K♠"), ("9S 9D 9H 6C 6S", "3×9 2×6"), ("9S 9D 9H 9C 6S", "4×9"),
    ("6D 5D 4D 3D 2D", "2-6♦"), ("AH KH QH JH TH", "10-A♥")])
def test_hands_in_short(cards: str, short: str) -> None:
    assert short_name(cards.split()) == short
    assert label("1", list(cards.split()), ()).total == short
    assert label("1", [None, *cards.split()[1:]], ()) == NO_LABEL, "told only when all is seen"


def test_a_player_of_the_house_bets_and_goes_on_with_what_is_worth_it() -> None:
    table = at()
    for cards, word in (("2S 2D 4H 6C 8S", "call"), ("AS KD JH 8C 3S", "call"),
                        ("AS KD JH 7C 5S", "pass"), ("KS QD JH TC 8S", "pass")):
        dealer = begin(table, [cards], LOW)
        state = TableState(GAME.label)
        for event in dealer.record:
            state.fold(redact(event, "Ana"))
        offers = tuple(offers_for(dealer.standing, "Ana"))
        assert bot(table, "Ana", state, offers, lambda n: 0) == Act("Ana", word, "1")
    early = Dealer(GAME.coup(table, carry_with(NAMES[:1])), Scripted(pack_of([LOW], LOW)))
    act = bot(table, "Ana", TableState(GAME.label), tuple(offers_for(early.standing, "Ana")),
              lambda n: n - 1)
    assert act == Act("Ana", "bet", "1", 1500)


def test_a_wrong_scale_is_named_line_by_line() -> None:
    found = read(GAME.id, "[rules.jackpot]\nprizes = []", maximum=125)
    assert isinstance(found, list) and {one.what for one in found} == {
        "rules.jackpot", "rules.jackpot.prizes"}


def test_time_that_was_over_before_is_refused() -> None:
    dealer = begin(at(), [ACE_KING], LOW)
    reply = dealer.answer(TimeOut("bets"))
    assert getattr(reply, "code", "") == "late"
