"""Regulamento 805/2015, rules 1, 2, 8, 17 to 19 and 25 to 28: values, the bank, prizes, voids."""

from __future__ import annotations

import pytest

from sabot.equipment import PACK, RANKS, Shoe
from sabot.families.blackjack import Carry, hard, is_blackjack, label, special, total, value
from sabot.games.blackjack_online.bets import catalogue
from sabot.procedure import (
    Act,
    Call,
    Deal,
    Dealer,
    Discard,
    Listen,
    Live,
    Move,
    Result,
    Reveal,
    Shuffle,
    TableState,
    Void,
    redact,
    replay,
)
from support.blackjack_table import (
    GAME,
    TEN,
    Played,
    cases,
    clause,
    law,
    shared,
    solo,
    table,
    withheld,
)

# -- 8: values -------------------------------------------------------------------------------------


@law("8.a", "8.b", "8.c")
def test_the_value_of_each_card() -> None:
    """8.a: 1 or 11; 8.b: figures 10; 8.c: the rest what they show. Each result cites its own."""
    worth = {"A": 1, "K": 10, "Q": 10, "J": 10, "T": 10, **{str(n): n for n in range(2, 10)}}
    assert {rank: value(f"{rank}S") for rank in RANKS} == worth
    assert total(["AS"]).points == 11
    cited = {card: solo(f"{card} TD 9S 9C", "stand 1").result("1").also for card in ("AS", "KS",
                                                                                   "TS")}
    assert clause("8.a") in cited["AS"] and clause("8.b") not in cited["AS"]
    assert clause("8.b") in cited["KS"] and clause("8.a") not in cited["KS"]
    assert clause("8.c") in cited["TS"] and clause("8.b") not in cited["TS"]


@law("8.a")
@cases(("cards", "points", "soft"), [
    ("AS TH", 21, True), ("AS 9H AD", 21, True), ("AS AH", 12, True), ("AS 9H 2D", 12, False),
    ("AS TH TD", 21, False), ("AS TH JD AC", 22, False), ("AS 5H 5D", 21, True),
    ("AS AH 9D", 21, True), ("AS AH TD", 12, False)])
def test_the_ace_counts_for_the_best_total(cards: str, points: int, soft: bool) -> None:
    assert total(cards.split()) == (points, soft)
    end = solo("8S TD 3H 9C AS", "hit 1", "stand 1")
    assert end.result("1").facts["total"] == 12


@law("8.a.i", "17.a", "17.b")
@cases(("bank", "drawn", "points"), [
    ("AD 6C", 0, 17), ("AD 5C 2H", 1, 18), ("AD 5C TH 2S", 2, 18), ("6D AC", 0, 17),
    ("AD 2C 3H 4S", 2, 20), ("AD AC 5H", 1, 17), ("9D AC", 0, 20)])
def test_the_bank_s_ace_counts_11_from_17_to_21(bank: str, drawn: int, points: int) -> None:
    up, hole, *rest = bank.split()
    end = solo(f"TS {up} 9S {hole} {' '.join(rest)} 9H", "no-insurance 1", "stand 1") \
        if up == "AD" else solo(f"TS {up} 9S {hole} {' '.join(rest)} 9H", "stand 1")
    assert len(end.cards("bank")) == 2 + drawn
    assert end.result("bank").facts["total"] == points
    assert clause("8.a.i") in end.result("bank").also


@law("8.a.ii", "ir/4", "15.b")
@cases(("ace", "other", "third", "points"), [
    ("AS", "8H", "2D", 11), ("8H", "AS", "2D", 11), ("AS", "9H", "AD", 21), ("AS", "8H", "AD", 20),
    ("AS", "9H", "TD", 20), ("AS", "8H", "3D", 12)])
def test_an_ace_doubled_as_1_stays_1(ace: str, other: str, third: str, points: int) -> None:
    """Ace and eight, or ace and nine; the ace that comes third is another ace and is free."""
    coup = solo(f"{ace} 7D {other} TC {third}")
    double = coup.offers("1")["double"]
    assert double.note == "ace-fixed"
    assert {clause("8.a.ii"), "ir/4"} <= set(double.also)
    coup.do("double 1")
    assert coup.result("1").facts["total"] == points
    assert [(c.call, c.law) for c in coup.steps(Call, seat="1")] == [
        ("ace-fixed", clause("8.a.ii"))]


@law("16.a")
@withheld("8.a.ii", "ir/4")
def test_no_ace_is_fixed_where_any_total_may_be_doubled() -> None:
    coup = solo("AS 7D 8H TC 2D", double_any=True)
    assert (coup.offers("1")["double"].law, coup.offers("1")["double"].note) == (clause("16.a"), "")
    assert coup.do("double 1").result("1").facts["total"] == 21


@law("8.a.ii", "23", "ir/4")
def test_a_split_hand_s_ace_is_fixed_too() -> None:
    coup = solo("8S 7D 8H TC AD 2S TS", "split 1")
    assert coup.offers("1.1")["double"].note == "ace-fixed"
    coup.do("double 1.1", "stand 1.2")
    assert coup.result("1.1").facts["total"] == 11


@law("8.a.ii")
def test_the_table_shows_what_a_fixed_ace_counts() -> None:
    """What lies on the table says 11, not 21, so that nobody is misled (24)."""
    state = TableState(GAME.label)
    shown = []
    for event in solo("AS 7D 8H TC 2D", "double 1").dealer.record:
        state.fold(redact(event, "Ana"))
        if "1" in state.labels:
            shown.append(state.labels["1"].total)
    assert shown[-1] == 11
    assert label("1", ["AS", "8H", "2D"]).total == 21


@law("15.b")
def test_a_pair_of_aces_is_not_doubled_as_2() -> None:
    assert "double" not in solo("AS 7D AH TC").offers("1")
    assert hard(["AS", "AH"]) == 2
    assert "double" in solo("AS 7D 8H TC").offers("1")


# -- 17 to 19: the bank, and what a blackjack is ---------------------------------------------------


@law("17", "17.a", "17.b")
@cases(("hole", "drawn"), [("5C", 1), ("6C", 1), ("7C", 0), ("8C", 0)])
def test_the_bank_draws_to_16_and_stands_on_17(hole: str, drawn: int) -> None:
    end = solo(f"TS TD 9S {hole} 2H 2S", "stand 1")
    steps = end.steps(Deal, to="bank")
    assert len(steps) == 2 + drawn
    assert all(s.law == clause("17.b") for s in steps[2:])
    assert end.steps(Reveal)[0].law == clause("17")
    assert end.result("bank").law == clause("17.a")


@law("17", "14.b")
def test_the_second_card_is_shown_after_all_decisions() -> None:
    coup = shared(2, "TS TH TD 9S 9H 9C", "stand 1")
    assert not coup.steps(Reveal)
    coup.do("stand 2")
    assert (coup.steps(Reveal)[0].card, coup.steps(Reveal)[0].index) == ("9C", 1)


@law("18", "25.a")
def test_a_blackjack_beats_the_bank_s_21() -> None:
    end = solo("AS TD KS 5C 6D")
    assert end.result("bank").facts["total"] == 21
    assert end.net() == 1500
    assert clause("18") in end.result("1").also


@law("18", "25.e")
@cases(("acts", "cards"), [
    (["hit 1"], "7S TD 8S AC 6D"), (["double 1"], "5S TD 6S AC TC")])
def test_the_bank_s_blackjack_beats_a_21(acts: list[str], cards: str) -> None:
    end = solo(cards, *acts)
    assert end.result("1").result == "lost"
    assert clause("18") in end.result("1").also
    assert end.result("bank").result == "blackjack"


@law("18")
def test_rule_18_is_cited_where_it_decides() -> None:
    assert clause("18") in solo("AS TD KS 5C 6D").result("1").also
    assert clause("18") not in solo("TS TD 9S AC", "stand 1").result("1").also
    assert clause("18") not in solo("AS TD KS AC").result("1").also
    assert clause("18") not in solo("AS TD KS 9C").result("1").also


@law("19", "18", "25.h", "25.c", "21-4")
def test_a_21_after_a_split_is_no_blackjack() -> None:
    """Paid 1 to 1, tied by any 21 of the bank, beaten by its blackjack."""
    win = solo("AS 7D AH TC KS KD", "split 1")
    assert win.moves("pay") == [TEN, TEN]
    assert clause("19") in win.result("1.1").also
    tie = solo("AS 5D AH TC KS 9D 6H", "split 1")
    assert tie.result("1.1").result == "tie"
    lost = solo("AS TD AH AC KS 9D", "split 1")
    assert lost.result("1.1").result == "lost"
    tens = solo("KS 7D TH TC AS 9D", "split 1", "stand 1.2")
    assert clause("19") in tens.result("1.1").also


@law("25.c")
@withheld("19", "25.a")
def test_21_with_more_cards_is_no_blackjack() -> None:
    end = solo("7S 9D 3S 9C AS", "hit 1")
    assert end.result("1").law == clause("25.c")
    assert end.moves("pay") == [TEN]


@law("ir/18", "25.a")
def test_a_blackjack_is_an_ace_and_a_ten_or_a_figure_in_two_cards() -> None:
    """Every pair of ranks, in both orders; the register takes it from the rules of 2001."""
    for a in RANKS:
        for b in RANKS:
            assert is_blackjack([f"{a}S", f"{b}H"]) is ({a, b} in [{"A", x} for x in "TJQK"])
    assert not is_blackjack(["AS", "5H", "5D"])
    for up in ("9D", "KD"):
        paid = solo(f"AS {up} TS 7C")
        assert paid.result("1").result == "blackjack"
        assert "ir/18" in paid.result("1").also


# -- 25 and 26: prizes -----------------------------------------------------------------------------


@law("25", "25.a", "26")
@cases("bet", [500, 502, 1000, 50_000])
def test_a_blackjack_wins_3_to_2(bet: int) -> None:
    end = solo("AS TD KS 9C", bet=bet, unit=2)
    assert end.moves("pay") == [bet * 3 // 2]
    assert end.moves("return") == [bet]
    assert end.net() * 2 == bet * 3


@law("25.a", "25.h")
def test_two_blackjacks_tie() -> None:
    end = solo("AS TD KS AC")
    assert (end.result("1").result, end.result("1").law) == ("tie", clause("25.h"))
    assert clause("25.a") in end.result("1").also
    assert end.net() == 0


@law("25.b", "15.d")
@cases(("card", "bust"), [("5H", False), ("6H", True)])
def test_over_21_the_bet_is_lost_at_once(card: str, bust: bool) -> None:
    """Even when the bank is over 21 later; Rui shows that the coup goes on."""
    coup = shared(2, f"TS TH 6D 6S 8H TC {card} KD", "hit 1")
    assert bool(coup.moves("collect", "1")) is bust
    assert (coup.steps(Discard, hands=("1",)) != []) is bust
    coup.do("stand 2")
    assert coup.net("Ana") == (-TEN if bust else TEN)
    if bust:
        assert coup.result("1").law == coup.steps(Discard)[0].law == clause("25.b")


@law("25.c", "25.e", "25.h", "1")
@cases(("mine", "won", "rule"), [("8S", TEN, "25.c"), ("7S", 0, "25.h"),
                                                   ("6S", -TEN, "25.e")])
def test_nearer_to_21_wins(mine: str, won: int, rule: str) -> None:
    """Against a bank of 17: 18 wins the bet, 17 ties, 16 loses."""
    end = solo(f"TS TD {mine} 7C", "stand 1")
    assert (end.net(), end.net("bank")) == (won, -won)
    assert end.result("1").law == clause(rule)


@law("25.d", "17.b")
@cases("mine", ["2S", "9S"])
def test_the_bank_over_21_pays_who_is_still_in_play(mine: str) -> None:
    end = solo(f"TS 6D {mine} TC 6H", "stand 1")
    assert end.result("bank").facts["total"] == 22
    assert (end.net(), end.result("1").law) == (TEN, clause("25.d"))


@law("25.d", "25.e")
def test_a_bank_of_21_is_not_over() -> None:
    assert solo("TS 6D 9S TC 5H", "stand 1").net() == -TEN
    assert solo("TS 6D 9S TC 6H", "stand 1").net() == TEN


@law("25.a")
@withheld("25.d")
def test_a_blackjack_gets_3_to_2_from_a_bank_over_21() -> None:
    end = solo("AS TD KS 6C 8H")
    assert end.result("bank").result == "bust"
    assert end.net() == 1500


@law("25.e", "21-2", "15.b")
def test_a_bank_blackjack_takes_all_that_was_added() -> None:
    end = solo("5S TD 5H AC 6H TS 7D", "split 1", "double 1.1", "stand 1.2")
    assert end.moves("collect") == [2 * TEN, TEN]


@law("25.f", "25.g")
@cases(("hole", "rule", "won"), [("KC", "25.f", 1000), ("9C", "25.g", -500)])
def test_insurance_pays_twice_its_amount_or_is_lost(hole: str, rule: str, won: int) -> None:
    end = solo(f"TS AD TH {hole}", "insure 1 500", "stand 1")
    assert end.result("1/insurance").law == clause(rule)
    gained = sum(end.moves("pay", "1/insurance")) - sum(end.moves("collect", "1/insurance"))
    assert gained == won


@law("25.g")
def test_a_21_of_the_bank_with_more_cards_loses_the_insurance() -> None:
    end = solo("TS AD 9S 4C 6H", "insure 1 500", "stand 1")
    assert end.result("bank").facts["total"] == 21
    assert end.result("1/insurance").law == clause("25.g")


@law("25.h")
@cases("points", ["7", "8", "9", "T"])
def test_equal_scores_tie(points: str) -> None:
    end = solo(f"TS TD {points}S {points}C", "stand 1")
    assert (end.net(), end.moves("return")) == (0, [TEN])


@law("25.i", "ir/16", "ir/3")
@cases(("cards", "kind"), [
    ("6S 7S 8S", "678"), ("8H 6H 7H", "678"), ("6S 7S 8H", ""), ("7S 7H 7D", "777"),
    ("7S 7S 7S", "777"), ("6S 7S 9S", ""), ("5S 7S 9S", ""), ("6S 6S 9S", "")])
def test_the_cards_of_the_special_prize(cards: str, kind: str) -> None:
    """Three times the bet, and the 21 wins beside it."""
    first, second, third = cards.split()
    assert special(cards.split()) == kind
    end = solo(f"{first} TD {second} 9C {third} 9D", "hit 1")
    assert end.moves("pay", "1/special") == ([3 * TEN] if kind else [])
    if kind:
        assert end.net() == 3 * TEN + TEN
        assert "ir/16" in end.steps(Result, hand="1/special")[0].also
        assert "ir/3" in end.steps(Move, bet="1/special")[0].also


@law("25.i", "18")
def test_the_special_prize_is_due_against_a_bank_blackjack() -> None:
    end = solo("7S TD 7H AC 7D", "hit 1")
    assert end.net() == 3 * TEN - TEN


@law("25.i", "ir/3", "16.a")
def test_the_special_prize_multiplies_the_initial_bet() -> None:
    end = solo("6S TD 7S 9C 8S", "double 1", double_any=True)
    assert end.moves("pay", "1/special") == [3 * TEN]
    assert end.moves("pay", "1") == [2 * TEN]


@law("25.i", "ir/2", "21")
@cases("paid", [True, False])
def test_the_special_prize_on_a_split_hand_is_the_house_s_reading(paid: bool) -> None:
    end = solo("7S TD 7H 9C 7D 7C TS", "split 1", "hit 1.1", "stand 1.2", max_splits=1,
               special_prize_on_split=paid)
    assert end.moves("pay", "1.1/special") == ([3 * TEN] if paid else [])
    if paid:
        assert "ir/2" in end.steps(Result, hand="1.1/special")[0].also


@law("26", "25.c")
def test_the_winning_bet_goes_back_to_its_player() -> None:
    end = solo("TS TD TH 9C", "stand 1")
    back = end.steps(Move, kind="return")[0]
    assert (back.law, back.amount, back.player) == (clause("26"), TEN, "Ana")


def test_the_bets_are_listed_with_their_odds() -> None:
    main, side = catalogue(table())
    odds = {p.what: (p.odds, p.law.removeprefix(f"{GAME.section}/")) for p in main.pays}
    assert odds == {"blackjack": ("3:2", "25.a"), "win": ("1:1", "25.c"), "tie": ("0:1", "25.h"),
                    "special": ("3:1", "25.i")}
    assert (side.pays[0].odds, side.maximum) == ("2:1", 25_000)
    assert [b.bet for b in catalogue(table(insurance=False, special_prizes=False))] == ["main"]
    assert len(catalogue(table(special_prizes=False))[0].pays) == 3


@law("2.d", "2.f", "1")
def test_a_coup_ends_when_all_is_paid_and_collected() -> None:
    """2.f: from the bets to the collection; 2.d: what players win the bank loses."""
    end = shared(2, "TS TH TD 9S 7H 8C", "stand 1", "stand 2")
    last = end.steps(Discard)[-1]
    assert (last.law, last.hands) == (clause("2.f"), ("1", "2", "bank"))
    assert (end.net("Ana"), end.net("Rui"), end.net("bank")) == (TEN, -TEN, 0)
    assert end.result("1").facts["bank"] == end.result("2").facts["bank"] == 18
    assert end.net("stake") == 0
    assert clause("2.d") in end.steps(Deal, to="bank")[0].also


# -- 27 and 28: void coups -------------------------------------------------------------------------


@law("27", "28", "ir/14")
@cases("acts", [
    [], ["split 1"], ["split 1", "double 1.1"], ["split 1", "double 1.1", "hit 1.2"]])
def test_a_void_coup_returns_every_stake(acts: list[str]) -> None:
    coup = solo("5S 7D 5H 9C 4S 2S 2D 2H", *acts)
    staked = sum(coup.moves("stake"))
    coup.dealer.void("a fault of the table")
    assert sum(coup.moves("refund")) == staked
    assert (coup.net(), coup.net("stake"), coup.over) == (0, 0, True)
    call = coup.steps(Call, call="void")[0]
    assert (call.law, call.facts) == (clause("27"), {"cause": "a fault of the table"})
    assert {m.law for m in coup.steps(Move, kind="refund")} == {clause("28")}
    assert not coup.steps(Reveal)


@law("28", "15.f", "ir/14")
def test_a_void_coup_returns_the_insurance() -> None:
    coup = solo("TS AD 9S 9C", "insure 1 300")
    coup.dealer.void("power")
    assert coup.moves("refund", "1/insurance") == [300]


@law("28", "12")
def test_bets_of_an_unfinished_betting_period_are_returned() -> None:
    coup = Played(table(), "").do("sit 1", "bet 1 1000")
    coup.dealer.void("power")
    assert coup.net() == 0


@law("28", "ir/14", "20.a", "25.b", "15.e")
def test_what_was_decided_stays_decided() -> None:
    """A paid blackjack, a surrender and a bust stay; only Gil's bet goes back."""
    coup = shared(4, "AS TH TC 9S 9D KS 6H 6C 3S 7D KD", "surrender 2", "hit 3")
    coup.dealer.void("power")
    assert [coup.net(p) for p in ("Ana", "Rui", "Eva", "Gil")] == [1500, -500, -TEN, 0]
    assert coup.moves("refund") == [TEN]


@law("27", "28")
def test_a_coup_that_is_over_is_not_void() -> None:
    """27 voids what cannot be determined: an open coup once, a decided one never."""
    open_coup = solo("TS TD 9S 9C")
    assert open_coup.dealer.void("power") and not open_coup.dealer.void("again")
    end = solo("TS TD 9S 9C", "stand 1")
    before = list(end.dealer.record)
    assert end.dealer.void("too late") == []
    assert end.dealer.record == before


@law("27", "28", "ir/14")
def test_a_shoe_that_runs_out_voids_the_coup() -> None:
    """The bank needs a card that is not there: the cause is recorded, and the replay agrees."""
    at = table(individual=True, places=1)
    shoe = Shoe(bytes(32), ["TS", "2D", "9S", "3C", "2H"])
    dealer = Dealer(GAME.coup(at, carry := Carry(("Ana",), shoe.seal, 0)), Live(None, shoe))
    for act, seat, amount in (("bet", "1", TEN), ("deal", "table", 0), ("stand", "1", 0)):
        dealer.answer(Act("Ana", act, seat, amount))
    assert dealer.over
    assert [e.void for e in dealer.record if e.void] == ["shoe-exhausted"]
    assert [e.step.amount for e in dealer.record
            if isinstance(e.step, Move) and e.step.law == clause("28")] == [TEN]
    again = replay(GAME.coup(at, carry), dealer.record)
    assert again.record == dealer.record
    assert dealer.outcome.drawn == 5


def test_a_void_refunds_what_was_told_wherever_the_coup_can_wait() -> None:
    """A coup waits for people or for chance; voided at each such step, what was staked returns."""
    at = table(individual=True, places=1)
    whole = solo("5S 7D 5H 9C 4S 2S TS KD", "split 1", "double 1.1", "stand 1.2").dealer.record
    steps = [e for e in whole if e.step is not None]
    answers = {i: whole[whole.index(e) + 1].answer for i, e in enumerate(steps)
               if isinstance(e.step, Listen)}
    waits = [i for i, e in enumerate(steps) if isinstance(e.step, Listen | Deal | Shuffle)]
    assert len(waits) == 15
    for stop in waits:
        coup = GAME.coup(at, GAME.opening(at))
        step, in_play = next(coup), 0
        for i in range(stop):
            in_play += _staked(step)
            step = coup.send(steps[i].card or steps[i].seal or answers.get(i))
        assert step == steps[stop].step
        in_play += _staked(step)
        step = coup.throw(Void("stop"))
        with pytest.raises(StopIteration):
            while True:
                in_play += _staked(step)
                step = coup.send(None)
        assert in_play == 0


def _staked(step: object) -> int:
    """What a step adds to the stakes in play."""
    if not isinstance(step, Move) or step.kind == "pay":
        return 0
    return step.amount if step.kind == "stake" else -step.amount


def test_every_card_has_a_value() -> None:
    assert {value(card) for card in PACK} == set(range(1, 11))
