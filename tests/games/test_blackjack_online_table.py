"""Regulamento 805/2015, rules 2 to 13: the table, its limits, and the taking of bets."""

from __future__ import annotations

import msgspec

from sabot.families.blackjack import Carry
from sabot.games.blackjack_online.bets import catalogue
from sabot.games.blackjack_online.felt import felt
from sabot.games.blackjack_online.rules import violations
from sabot.procedure import Call, Deal, Listen, Move, Open, Shuffle
from support.blackjack_table import GAME, TEN, Played, cases, clause, law, shared, solo, table


def breaks(**options: object) -> set[str]:
    """The clauses that a table with these options breaks."""
    return {v.clause.removeprefix(f"{GAME.section}/") for v in violations(table(**options))}


def test_the_tables_of_these_examples_are_lawful() -> None:
    """So that each test below breaks one rule only; a full table has seven places."""
    assert breaks() == breaks(individual=True, places=1) == set()


# -- the table, 3 to 7 -----------------------------------------------------------------------------


@law("4.a")
@cases(("places", "lawful"), [(0, False), (1, True), (7, True), (8, False)])
def test_a_table_has_one_to_seven_places(places: int, lawful: bool) -> None:
    assert ("4.a" not in breaks(places=places)) is lawful


@law("3-2", "4", "4.a")
@cases("places", range(1, 8))
def test_each_place_has_its_circle_on_the_felt(places: int) -> None:
    """3-2 and 4.a: a circle for each place, all apart, and the mark of the insurance."""
    drawn = felt(table(places=places))
    assert [p.place for p in drawn.places] == [str(n) for n in range(1, places + 1)]
    assert len({(p.x, p.y) for p in drawn.places}) == places
    assert "2 a 1" in drawn.band.text
    assert drawn.shoe and drawn.tray


@law("4.a", "16.d")
def test_the_insurance_mark_goes_only_with_the_insurance() -> None:
    assert not felt(table(insurance=False)).band
    asked = solo("AS AD KS 7C", insurance=False)
    assert clause("16.d") in asked.steps(Call, call="even-money")[0].also


@law("3-2")
def test_its_cards_are_never_real_ones() -> None:
    """The game runs in a virtual environment: no croupier enters what real cards did."""
    real = msgspec.structs.replace(table(), attended=True)
    assert [v.clause for v in violations(real)] == [clause("3-2")]
    assert violations(table()) == []


@law("4.b")
@cases(("packs", "lawful"), [(3, False), (4, True), (5, False), (6, True),
                                               (7, False), (8, True), (9, False)])
def test_a_shoe_has_four_six_or_eight_packs(packs: int, lawful: bool) -> None:
    assert ("4.b" not in breaks(packs=packs)) is lawful


@law("4.b", "ir/17")
@cases("packs", [4, 6, 8])
def test_the_packs_of_the_table_are_shuffled(packs: int) -> None:
    started = Played(table(packs=packs), "")
    assert [s.packs for s in started.steps(Shuffle)] == [packs]


@law("4.b", "ir/17")
@cases(("left", "shuffled"), [(105, False), (104, True), (103, True)])
def test_the_shoe_is_shuffled_when_its_warning_card_has_come(left: int, shuffled: bool) -> None:
    """The default warning card stands 104 from the end; the old order is shown then."""
    carry = Carry(("",) * 7, "old", 312 - left)
    started = Played(table(), "", carry)
    assert len(started.steps(Open)) == len(started.steps(Shuffle)) == int(shuffled)


@law("ir/17")
def test_a_warning_card_at_the_full_length_is_a_shuffle_for_each_coup() -> None:
    assert Played(table(warning_card=312), "", Carry(("",) * 7, "old", 4)).steps(Shuffle)
    assert not Played(table(warning_card=312), "", Carry(("",) * 7, "new", 0)).steps(Shuffle)


@law("ir/17")
@cases(("places", "card", "lawful"), [
    (7, 79, False), (7, 80, True), (1, 19, False), (1, 20, True), (7, 312, True), (7, 313, False)])
def test_the_warning_card_leaves_ten_cards_for_each_hand(
        places: int, card: int, lawful: bool) -> None:
    assert ("ir/17" not in breaks(places=places, warning_card=card)) is lawful


@law("4.c", "ir/20")
def test_the_indicator_shows_the_bank_s_last_twelve_results() -> None:
    carry = Carry(("", ""), "seal", 4, tuple(str(n) for n in range(12)))
    after = Played(table(places=2), "TS 9D 9S 9C", carry).do("sit 1", f"bet 1 {TEN}", "time",
                                                         "stand 1")
    results = GAME.public_state(after.dealer.outcome)["results"]
    assert results == ["18", *(str(n) for n in range(11))]


@law("4.c", "ir/20")
@cases(("cards", "acts", "result"), [
    ("TS TD 9S 9C", ["stand 1"], "19"),
    ("TS TD 9S AC", ["stand 1"], "BJ"),
    ("TS TD 9S 6C KC", ["stand 1"], "26"),
    ("TS TD 6S 6C KC", ["hit 1"], "-"),
])
def test_the_indicator_tells_what_the_bank_had(cards: str, acts: list[str], result: str) -> None:
    assert GAME.public_state(solo(cards, *acts).dealer.outcome)["results"] == [result]


@law("5")
def test_an_individual_table_is_its_player_s_alone() -> None:
    """The second player is refused; the first may have the other place (7)."""
    taken = Played(table(individual=True, places=2, places_per_player=2), "").do("sit 1")
    assert taken.offers("2")["sit"].law == clause("5")
    assert taken.do("Rui: sit 2").refused.code == "not-yours"
    assert taken.do("Ana: sit 2").refused is None


@law("5", "4.a")
def test_a_shared_table_takes_a_player_for_each_place() -> None:
    assert shared(7, "TS " * 16, places=7).offers()["hit"].player == "Ana"


@law("6", "25")
def test_all_places_are_bound_by_one_hand_of_the_bank() -> None:
    """Three totals against one 18: each player wins or loses against it alone."""
    end = shared(3, "TS TH TC TD 9S 8H 7C 8D", "stand 1", "stand 2", "stand 3")
    assert [end.net(p) for p in ("Ana", "Rui", "Eva")] == [TEN, 0, -TEN]
    assert clause("6") in end.result("bank").also
    assert {end.result(n).facts["bank"] for n in "123"} == {18}


@law("7")
@cases("allowed", [1, 2, 3])
def test_a_player_has_as_many_places_as_the_house_allows(allowed: int) -> None:
    at = Played(table(places_per_player=allowed), "")
    for n in range(1, allowed + 1):
        assert at.do(f"Ana: sit {n}").refused is None
    assert at.do(f"Ana: sit {allowed + 1}").refused.law == clause("7")
    assert at.do("Rui: sit 7").refused is None


@law("7")
@cases(("each", "lawful"), [(0, False), (1, True), (5, True), (6, False)])
def test_places_for_each_player_go_from_one_to_all(each: int, lawful: bool) -> None:
    assert ("7" not in breaks(places=5, places_per_player=each)) is lawful


# -- limits, 2 and 9 to 11 -------------------------------------------------------------------------


@law("9", "10", "2.b", "2.c")
@cases(("amount", "code"), [
    (499, "below-minimum"), (500, ""), (50_000, ""), (50_001, "above-maximum")])
def test_a_bet_goes_from_the_minimum_to_the_maximum(amount: int, code: str) -> None:
    at = Played(table(unit=2), "").do("sit 1")
    at.do(f"bet 1 {amount}")
    assert (at.refused.code if at.refused else "") == code
    assert at.moves("stake") == ([] if code else [amount])
    if at.refused:
        assert at.refused.law == clause("9")
        assert at.refused.accepts == ((500,) if amount < 500 else (50_000,))


@law("10", "2.b", "2.c", "ir/13")
def test_the_operator_s_limits_stand_in_the_offer() -> None:
    at = Played(table(minimum=200, maximum=20_000), "").do("sit 1")
    bet = at.offers("1")["bet"]
    assert (bet.low, bet.high) == (200, 20_000)
    assert {clause("10"), clause("2.b"), clause("2.c"), "ir/13"} <= set(bet.also)
    main = catalogue(at_table := table(minimum=200, maximum=20_000))[0]
    assert (main.minimum, main.maximum) == (at_table.minimum, at_table.maximum)


@law("ir/13", "15.b")
def test_a_double_and_a_split_may_pass_the_maximum() -> None:
    end = solo("5S 6D 6H TC TS TH", bet=50_000).do("double 1")
    assert end.moves("stake", "1") == [50_000, 50_000]


@law("11")
@cases(("maximum", "lawful"), [(50_000, True), (50_002, False)])
def test_the_maximum_is_at_most_a_hundred_times_the_minimum(maximum: int, lawful: bool) -> None:
    assert ("11" not in breaks(minimum=500, maximum=maximum, unit=2)) is lawful


@law("9")
def test_limits_must_make_sense() -> None:
    assert "9" in breaks(minimum=0)
    assert "9" in breaks(minimum=600, maximum=500)
    assert "9" not in breaks(minimum=500, maximum=500)


@law("ir/8")
@cases(("unit", "lawful"), [(0, False), (1, False), (2, True), (3, False),
                                              (4, True), (100, True)])
def test_the_unit_pays_three_to_two_and_one_half_in_whole_cents(unit: int, lawful: bool) -> None:
    assert ("ir/8" not in breaks(unit=unit, minimum=1200, maximum=1200)) is lawful


@law("ir/8")
def test_limits_are_multiples_of_the_unit() -> None:
    assert "ir/8" in breaks(unit=200, minimum=500, maximum=50_000)
    assert "ir/8" in breaks(unit=500, minimum=500, maximum=49_900)


@law("ir/8")
def test_a_bet_off_the_unit_is_refused_with_its_neighbours() -> None:
    at = Played(table(), "").do("sit 1", "bet 1 750")
    assert (at.refused.code, at.refused.law) == ("off-unit", "ir/8")
    assert at.refused.accepts == (700, 800)


@law("2.a", "1")
def test_a_bet_is_money_of_the_player_put_at_stake() -> None:
    """2.a; and 1: it is staked against the bank, never against another player."""
    at = Played(table(), "").do("sit 1", "bet 1 1000")
    stake = at.steps(Move)[0]
    assert (stake.kind, stake.law, stake.player, stake.amount) == ("stake", clause("2.a"), "Ana",
                                                                  1000)
    assert clause("1") in stake.also
    assert at.do("bet 1 1200").net() == -1200


# -- the betting period, 12 and 13 -----------------------------------------------------------------


@law("12", "12-2")
def test_the_betting_period_runs_for_everybody_at_once() -> None:
    """12: one clock for all bets; it starts with the first, and the calls of 12-2 frame it."""
    at = Played(table(), "TS 9D 9S 9C").do("sit 1", "sit 2")
    assert at.dealer.standing.clock == ""
    at.do("bet 1 1000")
    before = at.dealer.standing
    assert (before.clock, before.law, before.default) == ("betting", clause("12"), "no-more-bets")
    at.do("bet 2 500")
    assert at.dealer.standing.window == before.window
    assert at.calls() == ["place-your-bets"]
    at.do("clear 2", "time")
    assert at.calls() == ["place-your-bets", "no-more-bets"]
    assert {c.law for c in at.steps(Call)} == {clause("12-2")}
    assert at.do("Rui: bet 2 500").refused


@law("12")
def test_a_bet_may_be_changed_and_taken_back_until_the_period_ends() -> None:
    at = Played(table(), "").do("sit 1", "bet 1 1000", "bet 1 600", "bet 1 800")
    assert at.moves("stake") == [1000, 200]
    assert at.moves("return") == [400]
    at.do("clear 1")
    assert at.net() == 0
    assert "clear" not in at.offers("1")
    assert at.do("clear 1").refused.law == clause("9")


@law("12", "34")
def test_who_leaves_takes_their_bet_along() -> None:
    at = Played(table(), "").do("sit 1", "bet 1 1000")
    assert at.offers("1")["leave"].law == clause("34")
    assert at.do("leave 1").net() == 0
    assert at.do("Rui: sit 1").refused is None


@law("13")
def test_at_an_individual_table_the_player_starts_the_deal() -> None:
    """13: the player deals when their bet lies there, and no clock runs."""
    at = Played(table(individual=True, places=1), "TS 9D 9S 9C").do("sit 1")
    assert "deal" not in at.offers()
    assert at.do("deal table").refused
    at.do("bet 1 1000")
    assert at.offers()["deal"].law == at.dealer.standing.law == clause("13")
    assert at.dealer.standing.clock == ""
    assert at.do("deal table").steps(Deal)


@law("12")
def test_at_a_shared_table_nobody_deals_for_the_others() -> None:
    at = Played(table(), "").do("sit 1", "bet 1 1000")
    assert "deal" not in at.offers()
    assert at.do("deal table").refused


@law("16.c")
@cases(("limit", "lawful"), [(-1, False), (0, True), (1, True)])
def test_a_limit_of_splits_is_a_number(limit: int, lawful: bool) -> None:
    assert ("16.c" not in breaks(max_splits=limit)) is lawful


@law("16.a")
def test_doubles_after_a_split_need_doubles_on_any_total() -> None:
    assert "16.a" in breaks(double_any_after_split=True)
    assert "16.a" not in breaks(double_any_after_split=True, double_any=True)


def test_every_fault_of_a_table_is_told_at_once() -> None:
    assert breaks(places=8, packs=5, minimum=100, maximum=10_100, warning_card=1) == {
        "4.a", "4.b", "11", "ir/17"}


def test_a_listen_cites_only_rules() -> None:
    """Each offer of the betting period stands under a clause of its own."""
    listen = Played(table(), "").do("sit 1", "bet 1 1000").dealer.standing
    assert isinstance(listen, Listen)
    assert all(o.law.startswith(GAME.section) for o in listen.offers)
