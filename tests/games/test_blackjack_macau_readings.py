"""Blackjack of Macau: the other readings of clauses that a table may choose."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sabot.games import game
from sabot.games.blackjack_macau.rules import Rules
from sabot.procedure import (
    Act,
    Call,
    Deal,
    Dealer,
    Handle,
    Incident,
    Move,
    Refusal,
    Result,
    Reveal,
    Scripted,
    TimeOut,
    Turn,
)
from sabot.procedure.table import Table

GAME = game("blackjack-macau")
WIN = "AS 9D KS 8C"


def law(*rows: str) -> Any:
    """The mark of these rows of the regulation; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(row if row.startswith("ir/") else f"{GAME.section}/{row}"
                             for row in rows))


def table(reading: str = "", value: str = "", attended: bool = False, **rules: Any) -> Table:
    """A table that chooses this value of a reading."""
    chosen = rules | ({"readings": {reading: value}} if reading else {})
    return Table(game=GAME.id, name="test", rules=msgspec.convert(chosen, Rules), places=6,
                 minimum=500, maximum=50_000, attended=attended, places_per_player=6)


class Night:
    """Coup after coup with the cards of one script."""

    def __init__(self, at: Table, cards: str | list[str | Incident], *seats: str) -> None:
        self.at = at
        carry = msgspec.structs.replace(
            GAME.opening(at), seats=(*seats, *[""] * (6 - len(seats))), seal="00", drawn=60,
            shown=True)
        self.chance = Scripted(cards)
        self.dealer = Dealer(GAME.coup(at, carry), self.chance)
        self.refused: Refusal | None = None

    def do(self, *acts: str) -> Night:
        """``Ana: bet 1 1000``; "time" runs out; "next" begins a coup; "report KIND" of a fault."""
        for act in acts:
            who, _, what = act.rpartition(": ")
            words = what.split()
            reply: Any = None
            if what == "time":
                assert self.dealer.standing is not None
                reply = self.dealer.answer(TimeOut(self.dealer.standing.window))
            elif what == "next":
                self.dealer = Dealer(GAME.coup(self.at, self.dealer.outcome), self.chance)
            elif words[0] == "report":
                reply = self.dealer.report(Incident(words[1]))
            else:
                amount = int(words[2]) if len(words) > 2 else 0
                reply = self.dealer.answer(Act(who, words[0], words[1], amount))
            self.refused = reply if isinstance(reply, Refusal) else None
        return self

    def steps(self, kind: type[Any]) -> list[Any]:
        return [e.step for e in self.dealer.record if isinstance(e.step, kind)]

    def moves(self, bet: str) -> list[tuple[str, int]]:
        """What moved on a bet in this coup."""
        return [(move.kind, move.amount) for move in self.steps(Move) if move.bet == bet]

    def results(self, bet: str) -> list[str]:
        return [result.result for result in self.steps(Result) if result.hand == bet]

    def offered(self, seat: str) -> set[str]:
        assert self.dealer.standing is not None
        return {offer.act for offer in self.dealer.standing.offers if seat in offer.spots}


def both(reading: str, usual: str, other: str, cards: str | list[str | Incident], *acts: str,
         seats: tuple[str, ...] = ("Ana",), **rules: Any) -> tuple[Night, Night]:
    """The same cards and acts by the usual reading and by the other."""
    usual_night, other_night = (
        Night(table(reading, value, **rules), cards, *seats).do(*acts)
        for value in (usual, other))
    return usual_night, other_night


@law("4.1", "4.1.1", "ir/53")
def test_each_hand_may_be_a_game_that_begins_with_burned_cards() -> None:
    for burned in (False, True):
        count = 6 if burned else 1
        usual, other = (Night(table("one_game", value, burn_per_pack=burned), "2C " * 6, "Ana")
                        for value in ("each-shuffle", "each-hand"))
        assert [step.to for step in usual.steps(Deal)] == []
        deals = other.steps(Deal)
        assert [step.to for step in deals] == ["burn"] * count
        assert all("ir/53" in step.also for step in deals)


@law("3.4", "ir/55")
def test_the_bank_alone_handles_the_cards_of_standing_players() -> None:
    usual, other = both("bank_handles", "each-place", "whole-table", "2C 9H 9D 3C 8H",
                        "Rui: bet 1 1000", "Gil: bet 2 1000", "time", seats=("", "Gil"),
                        procedure=1)
    assert [step.seen_by for step in usual.steps(Deal) if step.to == "1"] == ["", ""]
    assert [step.seen_by for step in other.steps(Deal) if step.to == "1"] == ["Rui", "Rui"]
    turned = [{step.hand for kind in (Reveal, Turn) for step in night.steps(kind)}
              for night in (usual, other)]
    assert turned == [{"1"}, set()]


@law("5.1.1-2", "ir/57")
def test_the_first_card_of_each_hand_may_count_though_it_was_face_up() -> None:
    usual, other = both("first_card", "of-shuffle", "of-hand",
                        [Incident("exposed", "2C"), "9H", "TD", "8S", "7C"],
                        "Ana: bet 1 1000", "time", attended=True, first_exposed_valid=True)
    assert "exposed-good" not in [call.call for call in usual.steps(Call)]
    assert "exposed-good" in [call.call for call in other.steps(Call)]


@law("5.1.2-2", "ir/58")
def test_a_cancelled_hand_may_be_dealt_again_with_the_same_bets() -> None:
    cards = ["TS", "9D", Incident("beyond-repair"), *WIN.split()]
    usual, other = both("cancelled", "bets-return", "dealt-again", cards, "Ana: bet 1 1000",
                        "Ana: bet 1/pair 500", "time", attended=True, any_pair=True)
    assert usual.moves("1") == [("stake", 1000), ("refund", 1000)]
    assert usual.dealer.standing is None
    assert other.moves("1") == [("stake", 1000), ("refund", 1000), ("stake", 1000),
                                ("pay", 1500), ("return", 1000)]
    assert other.moves("1/pair") == [("stake", 500), ("refund", 500), ("stake", 500),
                                     ("collect", 500)]


@law("5.1.2-2", "ir/58")
def test_a_hand_is_dealt_again_after_decisions_too_and_its_questions_are_new() -> None:
    cards = ["8S", "9D", "8D", "2C", Incident("beyond-repair"), "TS", "9D", "9S", "8C"]
    night = Night(table("cancelled", "dealt-again", attended=True), cards, "Ana").do(
        "Ana: bet 1 1000", "time", "Ana: split 1")
    assert night.dealer.standing is not None
    first = night.dealer.standing.window
    night.do("Ana: hit 1.1")
    assert night.dealer.standing is not None
    assert night.dealer.standing.window not in (first, "1:1")
    night.do("Ana: stand 1")
    assert night.results("1") == ["won"]
    assert night.moves("1")[-3:] == [("stake", 1000), ("pay", 1000), ("return", 1000)]


@law("5.2.3.(3)", "ir/59")
def test_the_house_may_choose_not_to_look_at_the_hole_card() -> None:
    usual, other = both("look", "after-questions", "no-look", "9C TD 9S AD 2C",
                        "Ana: bet 1 1000", "time", procedure=3, surrender=False)
    assert [step.what for step in usual.steps(Handle)].count("peek") == 1
    assert [step.what for step in other.steps(Handle)].count("peek") == 0
    assert usual.results("1") == ["lost"] and other.results("1") == []
    assert "hit" in other.offered("1")
    other.do("Ana: double 1")
    assert other.moves("1")[2:] == [("collect", 1000), ("return", 1000)]


@law("9", "ir/63")
def test_a_bank_over_21_may_have_more_points() -> None:
    usual, other = both("bank_over", "loses", "wins", "TC TD 9S 6H KC", "Ana: bet 1 1000", "time",
                        "Ana: stand 1")
    assert (usual.results("1"), other.results("1")) == (["won"], ["lost"])
    assert other.moves("1")[-1] == ("collect", 1000)


@law("10.6-2", "ir/64")
def test_a_split_21_may_tie_with_a_blackjack() -> None:
    usual, other = both("split_21", "loses", "ties", "AS TD AH TC KC AD", "Ana: bet 1 1000",
                        "time", "Ana: split 1")
    assert usual.results("1.1") == usual.results("1.2") == ["lost"]
    assert other.results("1.1") == other.results("1.2") == ["tie"]
    assert other.moves("1.1")[-1] == ("return", 1000)


@law("11.1.2", "ir/66")
def test_a_tie_may_go_to_the_bank() -> None:
    usual, other = both("tie", "returns", "lost", "TC TD TS KC", "Ana: bet 1 1000", "time",
                        "Ana: stand 1")
    assert usual.results("1") == other.results("1") == ["tie"]
    assert usual.moves("1")[-1] == ("return", 1000)
    assert other.moves("1")[-1] == ("collect", 1000)


@law("13.2.(2)", "ir/70")
def test_a_third_seven_may_count_without_a_split() -> None:
    usual, other = both("third_seven", "of-split", "any", "7S 9D 7H 7C TC", "Ana: bet 1 1000",
                        "Ana: bet 1/sevens 500", "time", "Ana: hit 1", sevens=True)
    assert usual.moves("1/sevens")[1] == ("pay", 25_000)
    assert other.moves("1/sevens")[1] == ("pay", 250_000)
    prices = [{bet.bet: bet for bet in GAME.priced.odds(night.at).bets}
              for night in (usual, other)]
    assert prices[0]["sevens"].edge == prices[1]["sevens"].edge
    assert [price["sevens"].conditions for price in prices] == [
        "every pair of sevens is split", "a third card follows every pair of sevens"]


@law("13.5.(2).iii", "ir/73")
def test_five_cards_and_even_money_may_leave_the_count_as_it_is() -> None:
    for cards, acts in (
            ("2S 9D 3S 2C 3C 4D TC", ("Ana: hit 1",) * 3 + ("Ana: claim-five 1",)),
            ("AS TD KS 8C", ("Ana: even-money 1",))):
        usual, other = both("streak_claims", "win", "no-result", cards, "Ana: bet 1 1000",
                            "Ana: bet 1/streak2 500", "time", *acts, winning_streak=True)
        assert usual.dealer.outcome.streaks == {"1": 1}
        assert other.dealer.outcome.streaks == {"1": 0}


@law("14.2.3", "ir/74")
def test_sevens_of_different_suits_may_have_to_be_all_different() -> None:
    usual, other = both("suits_of_sevens", "not-all-one", "all-different", "7S 9D 7S 7C 5C TC TD",
                        "Ana: bet 1 1000", "Ana: bet 1/sevens 500", "time", "Ana: split 1",
                        sevens=True)
    assert usual.moves("1/sevens")[1] == ("pay", 250_000)
    assert other.moves("1/sevens")[1] == ("pay", 75_000)
    found = [Fraction({bet.bet: bet.edge for bet in GAME.priced.odds(night.at).bets}["sevens"])
             for night in (usual, other)]
    assert found[0] < found[1]


@law("15", "ir/75")
def test_a_special_prize_may_end_the_hand_or_multiply_all_that_stands_on_it() -> None:
    nights = [Night(table("special_prize", value), "6S 9D 7S 8S TC", "Ana").do(
        "Ana: bet 1 1000", "time", "Ana: double 1")
        for value in ("on-top", "on-whole-bet", "ends-hand")]
    assert [night.moves("1/special") for night in nights] == [
        [("pay", 3000)], [("pay", 6000)], [("pay", 3000)]]
    assert [night.moves("1")[2:] for night in nights] == [
        [("pay", 2000), ("return", 2000)], [("pay", 2000), ("return", 2000)], [("return", 2000)]]


@law("16.6", "7.2", "ir/78")
def test_what_was_bust_before_a_blackjack_may_stay_lost() -> None:
    usual, other = both("lost_before", "counts", "lost-besides", "8S TD 8D 6S TC TH AC",
                        "Ana: bet 1 1000", "time", "Ana: split 1", "Ana: hit 1.1", "Ana: stand 1.2")
    lost = [sum(amount * {"collect": 1, "restore": -1}.get(kind, 0)
                for hand in ("1.1", "1.2") for kind, amount in night.moves(hand))
            for night in (usual, other)]
    assert lost == [1000, 2000]


@law("16.7.1", "ir/79")
def test_a_majority_may_be_of_all_hands() -> None:
    usual, other = both("split_majority", "of-decided", "of-all", "8S 9D 8D TS 9C 8H",
                        "Ana: bet 1 1000", "Ana: bet 1/streak3 500", "time", "Ana: split 1",
                        "Ana: stand 1.1", "Ana: stand 1.2", winning_streak=True)
    assert usual.dealer.outcome.streaks == {"1": 1}
    assert other.dealer.outcome.streaks == {"1": 0}


@law("19.1", "ir/81")
def test_five_cards_may_cost_half_of_the_bet() -> None:
    usual, other = both("five_cards", "prize", "half-lost", "2S 9D 3S 2C 3C 4D TC",
                        "Ana: bet 1 1000", "time", *("Ana: hit 1",) * 3, "Ana: claim-five 1")
    assert usual.moves("1")[1:] == [("pay", 500), ("return", 1000)]
    assert other.moves("1")[1:] == [("collect", 500), ("return", 500)]


@law("ir/82")
def test_a_place_without_a_holder_may_take_no_bets() -> None:
    usual, other = both("empty_places", "take-bets", "no-bets", "", "Ana: sit 1",
                        "Rui: bet 1 1000", "Ana: bet 1 1000", "Rui: bet 2 1000", seats=())
    assert usual.refused is None and other.refused is not None
    for night, back in ((usual, []), (other, [("return", 1000)])):
        assert night.do("Ana: leave 1").moves("1+1")[1:] == back


@law("5.1", "6.3", "ir/86")
def test_the_left_may_be_that_of_the_players() -> None:
    nights = both("dealt_from", "left-of-bank", "left-of-players", "2C 3C 9D 2D 3D 8C",
                  "Ana: bet 1 1000", "Rui: bet 2 1000", "time", seats=("Ana", "Rui"),
                  surrender=False)
    assert [[step.to for step in night.steps(Deal)][:5] for night in nights] == [
        ["1", "2", "bank", "1", "2"], ["2", "1", "bank", "2", "1"]]
    for night, first in zip(nights, ("1", "2"), strict=True):
        assert "hit" in night.offered(first)


@law("ir/87", "5.1")
def test_main_bets_may_stay_open_until_the_first_card_of_each_place() -> None:
    for rules in ({}, {"procedure": 1}, {"readings": {"dealt_from": "left-of-players"}}):
        readings = rules.pop("readings", {})
        at = table(**rules, readings=readings | {"bets_until": "own-first-card"})
        seats = ("", "", "", "", "Rui", "Ana") if readings else ("Ana", "Rui")
        places = ("6", "5") if readings else ("1", "2")
        night = Night(at, "2C 3C 9D 2D 3D 8C", *seats).do(f"Ana: bet {places[0]} 1000", "time")
        assert [step.to for step in night.steps(Deal)] == [places[0]]
        night.do(f"Ana: bet {places[0]} 2000")
        assert night.refused is not None
        night.do(f"Rui: bet {places[1]} 1000")
        assert night.refused is None
        night.do("time")
        assert night.steps(Deal)[1].to == places[1]
    usual = Night(table(), "2C 3C 9D 2D 3D 8C", "Ana", "Rui").do("Ana: bet 1 1000", "time",
                                                                "Rui: bet 2 1000")
    assert usual.refused is not None


@law("10.3", "6.3", "ir/107")
def test_hands_that_lie_face_down_may_be_asked_only_what_they_need() -> None:
    usual, other = both("blackjack_asked", "alike", "openly", "AS 9C TD KS 8C", "Ana: bet 1 1000",
                        "Rui: bet 2 1000", "time", seats=("Ana", "Rui"), procedure=1)
    assert usual.offered("2") and not other.offered("2")
    assert "even-money" in usual.offered("1") and "even-money" in other.offered("1")


@law("13.5.(2).v", "ir/110")
def test_streak_bets_may_return_where_nothing_decides_the_hand() -> None:
    void = []
    cancelled = []
    for value in ("wait", "return-if-void", "return"):
        at = table("undecided_streak", value, winning_streak=True)
        night = Night(at, "5H 9D 9C", "Ana").do("Ana: bet 1 1000", "Ana: bet 1/streak2 500",
                                                "time")
        night.dealer.void("power failure")
        void.append(night.moves("1/streak2")[1][0])
        night = Night(table("undecided_streak", value, attended=True, winning_streak=True),
                      ["TS", "9D", Incident("beyond-repair")], "Ana").do(
            "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time")
        cancelled.append((night.moves("1/streak2")[1][0], bool(night.dealer.outcome.streaks)))
    assert void == ["hold", "refund", "refund"]
    assert cancelled == [("hold", True), ("hold", True), ("refund", False)]


@law("ir/24")
def test_a_void_hand_may_return_what_the_bank_has_collected() -> None:
    nights = both("void_undoes", "undecided", "every-bet", "TS TC 9D 9S 8C KD", "Ana: bet 1 1000",
                  "Rui: bet 2 1000", "time", "Ana: hit 1", seats=("Ana", "Rui"), surrender=False)
    for night in nights:
        night.dealer.void("power failure")
    assert [night.moves("1")[1:] for night in nights] == [
        [("collect", 1000)], [("collect", 1000), ("restore", 1000)]]
    assert [night.moves("2")[1:] for night in nights] == [[("refund", 1000)]] * 2


@law("5.1.2", "ir/111")
def test_a_second_card_in_error_may_cancel_the_hand() -> None:
    usual, other = both("misdrawn", "next-player", "second-cancels", "5H 9D 4C 2C 3C TC",
                        "Ana: bet 1 1000", "time", "report misdrawn-unseen",
                        "report misdrawn-unseen", attended=True)
    assert usual.dealer.standing is not None and "hit" in usual.offered("1")
    assert other.dealer.standing is None
    assert other.moves("1") == [("stake", 1000), ("refund", 1000)]


@law("18.2", "ir/111")
def test_a_card_in_error_may_end_the_right_to_surrender() -> None:
    usual, other = both("misdrawn", "next-player", "no-surrender", "5H 9D 4C 2C 3C TC",
                        "Ana: bet 1 1000", "time", "report misdrawn-unseen", attended=True)
    assert "surrender" in usual.offered("1")
    assert "surrender" not in other.offered("1")


@law("17.1", "ir/80")
def test_a_table_may_have_exactly_one_variant_of_doubling() -> None:
    one = table(double_any=False, double_split=False, double_eleven=True)
    assert {"double" in Night(one, cards, "Ana").do("Ana: bet 1 1000", "time").offered("1")
            for cards in ("6S 9D 5C", "5S 9D 6C")} == {True}
    assert "double" not in Night(one, "5S 9D 5C", "Ana").do(
        "Ana: bet 1 1000", "time").offered("1")


@law("4.1", "ir/28")
def test_burned_cards_may_lie_face_up() -> None:
    usual, other = both("burned_card", "face-down", "face-up", "2C 3C", burn_each="start")
    assert [step.seen_by for step in usual.steps(Deal)] == [""]
    assert [step.seen_by for step in other.steps(Deal)] == ["*"]


@law("2.1.1-2", "ir/393")
def test_the_white_card_may_stand_among_the_last_thirty() -> None:
    def wrong(value: str, cards: int) -> bool:
        at = table("white_card", value, warning_card=cards)
        return any("half of the cards" in v.allowed for v in GAME.violations(at))

    assert [wrong("behind", cards) for cards in (1, 29, 30, 156, 157)] == [
        True, True, False, False, True]
    assert [wrong("among", cards) for cards in (0, 1, 29, 30, 156, 157)] == [
        True, False, False, False, False, True]


@law("13.1", "13.2", "13.3", "13.4", "ir/394")
def test_on_whose_hands_additional_bets_may_lie() -> None:
    kinds = ("pair", "sevens", "over", "perfect", "streak2")
    taken = {}
    for value in ("any-pair", "every-kind", "own"):
        night = Night(table("side_hands", value, any_pair=True, sevens=True, over_under=True,
                            perfect_pair=True, winning_streak=True, one_side_bet=False),
                      "2C", "Ana", "Rui").do("Ana: bet 1 1000", "Rui: bet 2 1000")
        taken[value] = [kind for kind in kinds
                        if night.do(f"Ana: bet 2/{kind} 500").refused is None]
        assert all(night.do(f"Ana: bet 1/{kind} 500").refused is None for kind in kinds)
    assert taken == {"any-pair": ["pair"], "every-kind": list(kinds[:4]), "own": []}


@law("13.4", "14.4", "ir/394")
def test_a_perfect_pair_on_the_hand_of_another_is_paid() -> None:
    night = Night(table("side_hands", "every-kind", perfect_pair=True),
                  "2C 8S 9D 3C 8S TD 7C 9C", "Ana", "Rui").do(
        "Ana: bet 1 1000", "Rui: bet 2 1000", "Ana: bet 2/perfect 500", "time")
    name = next(move.bet for move in night.steps(Move) if "perfect" in move.bet)
    assert night.moves(name) == [("stake", 500), ("pay", 12_500), ("return", 500)]


@law("13.3", "ir/395")
def test_over_and_under_may_exclude_each_other() -> None:
    for value, refused in (("two", False), ("one", True)):
        for one_kind in (True, False):
            night = Night(table("over_under_bets", value, over_under=True, one_side_bet=one_kind),
                          "2C", "Ana").do("Ana: bet 1 1000", "Ana: bet 1/over 500")
            assert night.do("Ana: bet 1/over 600").refused is None
            assert (night.do("Ana: bet 1/under 500").refused is not None) is refused


@law("13.3", "14.3", "ir/396")
def test_two_aces_may_be_over_thirteen() -> None:
    usual, other = both("two_aces", "12", "22", "AS 9D AH 8C TC", "Ana: bet 1 1000",
                        "Ana: bet 1/over 500", "time", over_under=True, thirteen_ace="any")
    assert usual.moves("1/over") == [("stake", 500), ("collect", 500)]
    assert other.moves("1/over") == [("stake", 500), ("pay", 500), ("return", 500)]
    found = [Fraction({bet.bet: bet.edge for bet in GAME.priced.odds(night.at).bets}["over"])
             for night in (usual, other)]
    assert found == [Fraction(-791, 4043), Fraction(-837, 4043)]


@law("16.5", "ir/397")
def test_a_refusal_to_split_again_and_silence() -> None:
    def again(value: str, *acts: str) -> bool:
        night = Night(table("split_refused", value), "8S 9D 8D 8H 8C TS TC TD", "Ana").do(
            "Ana: bet 1 1000", "time", "Ana: split 1", *acts)
        standing = night.dealer.standing
        assert standing is not None
        return ("split", "1.2") in [(offer.act, offer.seat) for offer in standing.offers]

    stands, silent = ("Ana: stand 1.1",), ("time",)
    assert [again("in-words", *acts) for acts in (stands, silent)] == [False, True]
    assert [again("silence-too", *acts) for acts in (stands, silent)] == [False, False]
    assert [again("that-hand", *acts) for acts in (stands, silent)] == [True, True]


@law("14", "14.1", "14.5", "ir/398")
def test_the_bank_may_take_the_stake_of_an_additional_bet_that_wins() -> None:
    usual, other = both("side_stakes", "returned", "collected", "8S 9D 8H 8C", "Ana: bet 1 1000",
                        "Ana: bet 1/pair 500", "time", "Ana: stand 1", any_pair=True)
    assert usual.moves("1/pair") == [("stake", 500), ("pay", 5500), ("return", 500)]
    assert other.moves("1/pair") == [("stake", 500), ("pay", 5500), ("collect", 500)]
    for value, last in (("returned", "return"), ("collected", "collect")):
        night = Night(table("side_stakes", value, winning_streak=True),
                      "TS 7D 9S TC TS 7D 9S TC", "Ana").do(
            "Ana: bet 1 1000", "Ana: bet 1/streak2 500", "time", "Ana: stand 1", "next",
            "Ana: bet 1 1000", "time", "Ana: stand 1")
        assert night.moves("1/streak2")[-2:] == [("pay", 1500), (last, 500)]
