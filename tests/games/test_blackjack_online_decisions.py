"""Regulamento 805/2015, rules 14 to 16 and 20 to 24: the deal, and what a player may decide.

A script lists the cards as they leave the shoe. With one player: the player's first, the bank's,
the player's second, the bank's face down, then the rest.
"""

from __future__ import annotations

from sabot.games import game
from sabot.procedure import Call, Deal, Listen, Move, Part, Result, Reveal
from support.blackjack_table import TEN, Played, cases, clause, law, shared, solo, table, withheld

TWO_CARDS = {4: "2S 2H", 8: "3S 5H", 9: "4S 5H", 10: "4S 6H", 11: "5S 6H", 12: "TS 2H",
             13: "TS 3H", 16: "TS 6H", 17: "TS 7H", 20: "TS 9H", 18: "TS 8H"}


def deal_to_ana(cards: str, up: str = "7D", **options: object) -> Played:
    """A coup in which Ana holds these two cards and the bank shows ``up``."""
    first, second = cards.split()
    return solo(f"{first} {up} {second} 9C", **options)


def acts(cards: str, up: str = "7D", **options: object) -> set[str]:
    return set(deal_to_ana(cards, up, **options).offers("1"))


# -- 14: the deal ----------------------------------------------------------------------------------


@law("14", "14.a", "14.b", "2.d", "ir/12")
def test_the_order_of_the_deal() -> None:
    """14.a: one card to each and one to the bank; 14.b: a second, the bank's face down."""
    coup = shared(2, "TS 9H KD 8S 7C 6D")
    steps = coup.steps(Deal)
    assert [(s.to, s.law, s.seen_by) for s in steps] == [
        ("1", clause("14.a"), "*"), ("2", clause("14.a"), "*"), ("bank", clause("14.a"), "*"),
        ("1", clause("14.b"), "*"), ("2", clause("14.b"), "*"), ("bank", clause("14.b"), ""),
    ]
    assert clause("2.d") in steps[2].also
    assert clause("14") in coup.steps(Call, call="no-more-bets")[0].also


@law("14")
def test_a_place_without_a_bet_gets_no_card() -> None:
    """Rui sits at the table and has not bet."""
    coup = Played(table(), "TS KD 8S 6D").do("sit 1", "sit 2", "bet 1 1000", "time")
    assert {s.to for s in coup.steps(Deal)} == {"1", "bank"}


# -- 15: the decisions -----------------------------------------------------------------------------


@law("15")
def test_a_blackjack_takes_no_decision() -> None:
    coup = shared(2, "AS 9H KD KS 7C 6D")
    assert {o.seat for o in coup.dealer.standing.offers} == {"2"}
    assert coup.dealer.standing.law == clause("15")
    assert coup.do("stand 1").refused


@law("15.a", "15.c", "15.d", "24")
@cases("total", [4, 8, 11, 12, 13, 20])
def test_a_card_is_compulsory_up_to_11(total: int) -> None:
    """15.a: at 11 or less a card and no standing; 15.c, 15.d: from 12 both."""
    offers = deal_to_ana(TWO_CARDS[total]).offers("1")
    assert ("stand" in offers) is (total > 11)
    assert offers["hit"].law == clause("15.a" if total <= 11 else "15.d")
    if total > 11:
        assert offers["stand"].law == clause("15.c")


@law("15.c")
def test_a_hand_with_an_ace_counts_its_best_total() -> None:
    """Ace and two are 13: the player may stand, so no hand with an ace is caught by 15.a."""
    assert "stand" in acts("AS 2H")


@law("15.a", "15.d")
def test_a_taken_card_cites_why_it_was_taken() -> None:
    coup = solo("2S 7D 3H 9C 6S 3D 9H", "hit 1", "hit 1")
    assert [s.law for s in coup.steps(Deal, to="1")][2:] == [clause("15.a"), clause("15.a")]
    assert [s.law for s in coup.do("hit 1").steps(Deal, to="1")][4:] == [clause("15.d")]


@law("15.b", "15")
@cases(("total", "double"), [(8, False), (9, True), (10, True), (11, True),
                                               (12, False)])
def test_a_double_needs_9_10_or_11(total: int, double: bool) -> None:
    offers = deal_to_ana(TWO_CARDS[total]).offers("1")
    assert ("double" in offers) is double
    if double:
        assert (offers["double"].law, offers["double"].cost) == (clause("15.b"), TEN)


@law("15.b")
def test_a_double_brings_one_card_and_no_more() -> None:
    coup = solo("5S 7D 6H TC 2S", "double 1")
    assert coup.over
    assert coup.cards("1") == ["5S", "6H", "2S"]
    assert coup.moves("stake") == [TEN, TEN]
    assert coup.net() == -2 * TEN


@law("15.b", "16.a", "ir/11")
def test_a_double_is_for_two_cards() -> None:
    assert "double" in solo("5S 7D 5H 9C").offers("1")
    assert set(solo("2S 7D 3H 9C 5S 9H", "hit 1").offers("1")) == {"hit"}
    any_total = solo("2S 7D 3H 9C 5S 9H", double_any=True)
    assert "double" in any_total.offers("1")
    assert set(any_total.do("hit 1").offers("1")) == {"hit"}


@law("15.d")
def test_below_21_the_player_is_asked_again() -> None:
    coup = solo("4S 7D 6H TC TH 9H", "hit 1")
    assert set(coup.offers("1")) == {"hit", "stand"}


@law("15.d", "25.c")
def test_at_21_nobody_is_asked() -> None:
    coup = solo("6S 7D 6H TC 9S", "hit 1")
    assert coup.over
    assert coup.result("1").facts["total"] == 21


@law("15.e", "24")
@cases(("up", "may"), [("AD", False), ("KD", True), ("TD", True), ("2D", True)])
def test_surrender_unless_the_bank_shows_an_ace(up: str, may: bool) -> None:
    coup = deal_to_ana("TS 6H", up)
    if up == "AD":
        assert coup.do("surrender 1").refused
        coup.do("no-insurance 1")
    assert ("surrender" in coup.offers("1")) is may


@law("15.e", "ir/9")
def test_a_surrender_loses_half_of_the_bet() -> None:
    coup = deal_to_ana("TS 6H", bet=502, unit=2).do("surrender 1")
    assert coup.moves("collect") == [251]
    assert coup.moves("return") == [251]
    assert coup.result("1").law == clause("15.e")
    assert coup.over


@law("15.e", "ir/9")
def test_surrender_is_a_first_decision() -> None:
    after_card = solo("2S 7D 3H 9C 9S", "hit 1")
    assert "surrender" not in after_card.offers("1")
    after_split = solo("8S 7D 8H 9C 9S", "split 1")
    assert "surrender" not in after_split.offers("1.1")


@law("15.e", "20.c")
def test_each_place_surrenders_for_itself() -> None:
    """Ana has two places; to surrender at one leaves the other in play."""
    coup = Played(table(places_per_player=2), "TS TH 7D 6S 9H TC")
    coup.do("Ana: sit 1", "Ana: sit 2", "Ana: bet 1 1000", "Ana: bet 2 600", "time",
            "Ana: surrender 1")
    assert coup.moves("collect") == [500]
    assert set(coup.offers("2")) == {"hit", "stand", "surrender"}
    coup.do("Ana: surrender 2")
    assert coup.net("Ana") == -800
    assert "coup-ends" in coup.calls()


@law("15.f", "ir/10")
@cases(("amount", "code"), [(0, "below-minimum"), (1, ""), (500, ""),
                                              (501, "above-maximum")])
def test_insurance_is_at_most_half_of_the_initial_bet(amount: int, code: str) -> None:
    coup = deal_to_ana("TS 9H", "AD").do(f"insure 1 {amount}")
    assert (coup.refused.code if coup.refused else "") == code
    assert not coup.refused or coup.refused.law == clause("15.f")
    assert coup.moves("stake", "1/insurance") == ([] if code else [amount])


@law("15.f")
@cases(("up", "asked"), [("AD", True), ("KD", False), ("9D", False)])
def test_insurance_is_asked_under_an_ace(up: str, asked: bool) -> None:
    assert ("insure" in acts("TS 9H", up)) is asked


@law("15.f", "ir/10", "ir/1")
def test_insurance_takes_no_decision_away() -> None:
    coup = deal_to_ana("5S 6H", "AD").do("insure 1 500")
    assert set(coup.offers("1")) == {"hit", "double"}
    assert deal_to_ana("5S 6H", "AD").do("time").moves("stake", "1/insurance") == []


@law("ir/10", "20.b")
def test_who_has_a_blackjack_is_offered_even_money_and_no_insurance() -> None:
    assert acts("AS KH", "AD") == {"even-money", "wait"}


@law("15.f", "7")
def test_each_place_is_insured_for_itself() -> None:
    coup = Played(table(places_per_player=2), "TS TH AD 6S 9H KC")
    coup.do("Ana: sit 1", "Ana: sit 2", "Ana: bet 1 1000", "Ana: bet 2 600", "time")
    assert {(o.act, o.seat, o.high) for o in coup.dealer.standing.offers if o.priced} == {
        ("insure", "1", 500), ("insure", "2", 300)}
    coup.do("Ana: insure 2 300")
    assert {o.seat for o in coup.dealer.standing.offers} == {"1"}
    assert coup.do("Ana: insure 2 300").refused
    coup.do("Ana: insure 1 100", "Ana: stand 1", "Ana: stand 2")
    assert coup.net("Ana") == 2 * 400 - 1600


# -- 16: what the house may choose -----------------------------------------------------------------


@law("16", "16.a", "ir/11")
@cases("total", [4, 8, 12, 16, 20])
def test_the_house_may_admit_a_double_on_any_total(total: int) -> None:
    assert "double" not in acts(TWO_CARDS[total])
    double = deal_to_ana(TWO_CARDS[total], double_any=True).offers("1")["double"]
    assert double.law == clause("16.a")
    assert clause("16") in double.also
    assert double.note == ""


@law("16.a", "ir/11")
def test_after_a_split_the_house_says_so_apart() -> None:
    cards = "8S 7D 8H 9C 4S"
    assert "double" not in solo(cards, "split 1", double_any=True).offers("1.1")
    both = solo(cards, "split 1", double_any=True, double_any_after_split=True)
    assert both.offers("1.1")["double"].law == clause("16.a")


@law("16.b", "ir/5", "21")
@cases(("cards", "by_value", "by_pair"), [
    ("KS KH", True, True), ("KS TH", True, False), ("JS QH", True, False), ("8S 8H", True, True),
    ("8S 9H", False, False), ("AS AH", True, True)])
def test_splits_by_value_or_by_pair(cards: str, by_value: bool, by_pair: bool) -> None:
    assert ("split" in acts(cards)) is by_value
    offers = deal_to_ana(cards, split_pairs_only=True).offers("1")
    assert ("split" in offers) is by_pair
    if by_pair:
        assert clause("16.b") in offers["split"].also


@law("16.c", "22")
@cases("limit", [1, 2, 3])
def test_the_house_may_limit_the_splits_of_a_place(limit: int) -> None:
    coup = solo("8S 7D 8H 9C " + "8D " * 8, max_splits=limit)
    assert clause("16.c") in coup.offers("1")["split"].also
    coup.do("split 1")
    for _ in range(limit - 1):
        assert "split" in coup.offers("1.1")
        coup.do("split 1.1")
    assert "split" not in coup.offers("1.1")
    assert len(coup.steps(Part)) == limit


@law("22", "21-2")
def test_without_a_limit_a_place_splits_on() -> None:
    coup = solo("8S 7D 8H 9C " + "8D " * 12, "split 1", *["split 1.1"] * 9)
    assert "split" in coup.offers("1.1")
    assert coup.moves("stake") == [TEN] * 11


@law("16.c")
def test_the_limit_is_each_place_s_own() -> None:
    coup = shared(2, "8S 8H 7D 8S 8H 9C TS TH TS TH", "split 1", "stand 1.1", "stand 1.2",
                  max_splits=1)
    assert "split" in coup.offers("2")


@law("16.d", "20.b")
@withheld("15.f")
def test_without_insurance_even_money_stays() -> None:
    coup = shared(2, "AS TH AD KS 9H 5C", insurance=False)
    assert {o.act for o in coup.dealer.standing.offers} == {"even-money", "wait"}
    call = coup.steps(Call)[-1]
    assert (call.call, call.also) == ("even-money", (clause("20.b"), clause("16.d")))
    assert "insurance" not in shared(1, "TS AD 9H 5C", insurance=False).calls()


@law("16.e")
@withheld("25.i")
def test_without_special_prizes_a_678_is_a_21() -> None:
    coup = solo("6S TD 7S 9C 8S", "hit 1", special_prizes=False)
    assert coup.net() == TEN
    assert clause("16.e") in coup.result("1").also
    assert clause("16.e") not in solo("6S TD 7H 9C 8S", "hit 1", special_prizes=False).result(
        "1").also


# -- 20: the exceptions ----------------------------------------------------------------------------


@law("20", "20.a", "25.a")
@cases(("up", "at_once"), [("9D", True), ("2D", True), ("TD", False),
                                             ("JD", False), ("KD", False), ("AD", False)])
def test_a_blackjack_is_paid_at_once_unless_the_bank_may_have_one(up: str, at_once: bool) -> None:
    coup = shared(2, f"AS 9H {up} KS 9C 7D")
    assert (coup.moves("pay", "1") == [1500]) is at_once
    assert (("1",) in coup.collected()) is at_once
    assert coup.dealer.standing is not None
    if at_once:
        assert coup.result("1").law == clause("20.a")
        assert clause("20") in coup.result("1").also


@law("20.b")
@cases(("up", "offered"), [("AD", True), ("KD", False), ("TD", False)])
def test_even_money_against_an_ace_only(up: str, offered: bool) -> None:
    coup = shared(2, f"AS 9H {up} KS 9C 7D")
    assert ("even-money" in coup.offers("1")) is offered
    assert "insure" not in coup.offers("1")


@law("20.b", "26")
@cases("hole", ["KC", "9C"])
def test_even_money_pays_the_bet_before_the_card_is_known(hole: str) -> None:
    coup = solo(f"AS AD KS {hole}", "even-money 1")
    assert coup.moves("pay") == [TEN]
    assert coup.net() == TEN
    assert not coup.steps(Reveal)


@law("20.b", "25.a", "25.h")
@cases(("hole", "won"), [("KC", 0), ("9C", 1500)])
def test_who_waits_for_the_card_is_paid_3_to_2_or_ties(hole: str, won: int) -> None:
    assert solo(f"AS AD KS {hole}", "wait 1").net() == won


@law("20.b", "ir/1")
def test_time_takes_no_even_money() -> None:
    coup = solo("AS AD KS 9C")
    assert coup.dealer.standing.default == "wait"
    assert coup.do("time").net() == 1500
    both = shared(2, "AS 9H AD KS 9C 7D")
    assert both.dealer.standing.default == "no-insurance"


@law("20", "20.c", "ir/15")
def test_when_all_have_lost_or_surrendered_the_coup_ends() -> None:
    coup = shared(2, "TS TH 9D 6S 6C 7D KD", "hit 1", "surrender 2")
    assert coup.over
    assert coup.calls()[-1] == "coup-ends"
    assert clause("20") in coup.steps(Call, call="coup-ends")[0].also
    assert not coup.steps(Reveal)
    assert len(coup.cards("bank")) == 2


@law("20.c", "ir/15", "17.b")
def test_with_one_hand_in_play_it_does_not_end() -> None:
    one = shared(2, "TS TH 9D 6S 8C 7D KD 5D", "hit 1", "stand 2")
    assert "coup-ends" not in one.calls()
    assert len(one.cards("bank")) == 3
    none = shared(2, "TS TH 9D 6S 8C 7D KD KH", "hit 1", "hit 2")
    assert "coup-ends" in none.calls()
    assert len(none.cards("bank")) == 2


@law("20.c", "ir/15", "17")
def test_a_waiting_blackjack_is_in_play() -> None:
    """The bank plays by rule 17 although only a blackjack waits; a paid one is out."""
    waiting = solo("AS KD KS 5C 4D")
    assert waiting.cards("bank") == ["KD", "5C", "4D"]
    paid = solo("AS 9D KS 5C 4D")
    assert paid.cards("bank") == ["9D", "5C"]


@law("20.c", "ir/7", "25.g", "17")
@cases(("hole", "won"), [("5C", -1500), ("KC", 0)])
def test_a_living_insurance_turns_the_card_and_draws_none(hole: str, won: int) -> None:
    coup = solo(f"TS AD 6S {hole} KD", "insure 1 500", "hit 1")
    assert len(coup.steps(Reveal)) == 1
    assert coup.cards("bank") == ["AD", hole]
    assert coup.net() == won
    assert "ir/7" in coup.result("bank").also


# -- 21 to 23: splits ------------------------------------------------------------------------------


@law("21", "2.e", "21-2", "21-3")
def test_a_split_makes_two_hands_with_equal_bets() -> None:
    coup = solo("8S 7D 8H 9C TS 9D", "split 1")
    part = coup.steps(Part)[0]
    assert (part.law, part.hand, part.into) == (clause("21"), "1", ("1.1", "1.2"))
    assert clause("2.e") in part.also
    second = coup.steps(Move, kind="stake")[-1]
    assert (second.law, second.bet, second.amount) == (clause("21-2"), "1.2", TEN)
    assert coup.steps(Deal)[-1].law == clause("21-3")
    assert set(coup.offers("1.1")) == {"hit", "stand"}
    coup.do("stand 1.1")
    assert coup.cards("1.2") == ["9D"]


@law("21-3", "15.a", "15.d")
def test_each_split_hand_takes_cards_under_rule_15() -> None:
    coup = solo("2S 7D 2H 9C 3S TD 9S", "split 1")
    assert set(coup.offers("1.1")) == {"hit"}
    coup.do("hit 1.1")
    assert set(coup.offers("1.1")) == {"hit", "stand"}


@law("21-4", "21")
def test_split_aces_receive_one_card_each() -> None:
    coup = solo("AS 7D AH TC 5S 6S", "split 1")
    assert coup.over
    assert (coup.cards("1.1"), coup.cards("1.2")) == (["5S"], ["6S"])
    assert {s.law for s in coup.steps(Deal) if s.to in ("1.1", "1.2")} == {clause("21-4")}


@law("21-4")
@withheld("23")
def test_split_aces_are_not_doubled() -> None:
    """Ace and eight would double as 9 on any other hand (23)."""
    coup = solo("AS 7D AH TC 8S 9S", "split 1", double_any=True, double_any_after_split=True)
    assert coup.over and coup.moves("stake") == [TEN, TEN]


@law("22", "ir/6", "21-4")
def test_aces_are_split_again_unless_the_house_says_no() -> None:
    cards = "AS 7D AH TC AD 5S 6S 7S"
    coup = solo(cards, "split 1")
    assert set(coup.offers("1.1")) == {"stand", "split"}
    assert coup.offers("1.1")["split"].law == clause("22")
    assert coup.do("split 1.1").over
    assert coup.moves("stake") == [TEN] * 3
    assert solo(cards, "split 1", resplit_aces=False).over
    assert solo(cards, "split 1", max_splits=1).over


@law("22")
def test_a_card_of_the_same_value_is_split_again() -> None:
    coup = solo("KS 7D TH 9C JD 3S", "split 1")
    assert coup.offers("1.1")["split"].law == clause("22")
    coup.do("split 1.1")
    assert coup.steps(Part)[-1].law == clause("22")
    assert coup.steps(Part)[-1].into == ("1.1", "1.3")


@law("22", "ir/12")
def test_hands_are_played_and_settled_by_place() -> None:
    """A second split of a later hand stays before the next place."""
    coup = shared(2, "8S TH 6D 8H 9C TC KS 8D TS 9S KD", "split 1", "stand 1.1", "split 1.2",
                  "stand 1.2", "stand 1.3", "stand 2")
    hands = [r.hand for r in coup.steps(Result) if r.hand != "bank"]
    assert hands == ["1.1", "1.2", "1.3", "2"]
    assert coup.collected()[-1] == ("1.1", "1.2", "1.3", "2", "bank")


@law("23", "15.b")
@cases(("card", "double"), [("3S", False), ("4S", True), ("5H", True),
                                              ("6S", True), ("7S", False)])
def test_a_split_hand_doubles_on_9_to_11(card: str, double: bool) -> None:
    offers = solo(f"5S 7D 5D 9C {card} TS", "split 1").offers("1.1")
    assert ("double" in offers) is double
    if double:
        assert offers["double"].law == clause("23")
        assert clause("15.b") in offers["double"].also


@law("23", "15.b")
def test_a_doubled_split_hand_gets_one_card() -> None:
    coup = solo("5S 7D 5D 9C 4S 2S TS KD", "split 1", "double 1.1")
    assert coup.cards("1.1") == ["4S", "2S"]
    assert coup.moves("stake") == [TEN, TEN, TEN]
    assert set(coup.offers("1.2")) == {"hit", "stand"}


# -- 24: what is announced to the player -----------------------------------------------------------


@law("24", "24-2")
@cases(("cards", "up", "wanted"), [
    ("5S 5H", "6D", {"hit", "double", "split", "surrender"}),
    ("5S 6H", "6D", {"hit", "double", "surrender"}),
    ("AS 8H", "6D", {"hit", "stand", "double", "surrender"}),
    ("AS AH", "6D", {"hit", "stand", "split", "surrender"}),
    ("TS 2H", "TD", {"hit", "stand", "surrender"}),
    ("TS 2H", "AD", {"insure", "no-insurance"}),
    ("AS KH", "AD", {"even-money", "wait"}),
])
def test_every_decision_is_offered_and_no_other(cards: str, up: str, wanted: set[str]) -> None:
    coup = deal_to_ana(cards, up)
    assert acts(cards, up) == wanted
    listen = coup.dealer.standing
    assert {clause("24"), clause("24-2")} <= {listen.law, *listen.also}
    every = {"hit", "stand", "double", "split", "surrender", "no-insurance", "even-money", "wait"}
    for act in every - wanted:
        assert deal_to_ana(cards, up).do(f"{act} 1").refused


@law("24", "15", "21-3")
def test_after_a_card_or_a_split_fewer_decisions_are_left() -> None:
    assert set(solo("2S 6D 3H TC 9D", "hit 1").offers("1")) == {"hit", "stand"}
    assert set(solo("2S 6D 3H TC 4D", "hit 1").offers("1")) == {"hit"}
    assert set(solo("8S 6D 8H TC 4D", "split 1").offers("1.1")) == {"hit", "stand"}
    assert set(solo("8S 6D 8H TC 8D", "split 1").offers("1.1")) == {"hit", "stand", "split"}


@law("24-2")
@cases(("act", "stakes", "cards", "done"), [
    ("hit", 1, 3, ""), ("double", 2, 3, ""), ("split", 2, 2, ""),
    ("surrender", 1, 2, "surrendered")])
def test_each_option_does_what_it_says(act: str, stakes: int, cards: int, done: str) -> None:
    coup = solo("5S 6D 5H TC 9D 9H 9S TH TD").do(f"{act} 1")
    assert coup.refused is None
    assert len(coup.moves("stake")) == stakes
    assert len(coup.cards("1")) == cards
    assert len(coup.steps(Part)) == (act == "split")
    assert [r.result for r in coup.steps(Result, hand="1")
            if r.result == "surrendered"] == ([done] if done else [])


# -- 30: time runs out -----------------------------------------------------------------------------


@law("ir/1", "15.a")
@cases(("cards", "taken"), [
    ("2S 3H", ["4S", "2D", "TS"]), ("5S 6H", ["4S"]), ("TS 2H", []), ("AS 2H", [])])
def test_time_takes_cards_up_to_12_and_then_stands(cards: str, taken: list[str]) -> None:
    first, second = cards.split()
    coup = solo(f"{first} TD {second} 7C 4S 2D TS KD", "time")
    assert coup.cards("1")[2:] == taken
    assert coup.over and coup.moves("stake") == [TEN]
    assert all("ir/1" in s.also for s in coup.steps(Deal, to="1")[2:])


@law("ir/1")
@cases(("cards", "default"), [("5S 6H", "hit"), ("TS 2H", "stand")])
def test_the_player_is_told_what_time_will_do(cards: str, default: str) -> None:
    listen = deal_to_ana(cards).dealer.standing
    assert (listen.default, listen.default_law, listen.clock) == (default, "ir/1", "decision")


@law("ir/12")
def test_another_player_s_hand_is_not_decided() -> None:
    coup = shared(2, "TS TH 7D 2S 3H 9C")
    assert coup.do("Rui: stand 1").refused.code == "not-yours"
    assert coup.do("stand 2").refused.code == "not-your-turn"
    assert isinstance(coup.dealer.standing, Listen)


def test_the_game_is_in_the_catalogue() -> None:
    assert game("blackjack-online").section == "pt-805-2015/blackjack-online"
