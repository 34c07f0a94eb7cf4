"""Portaria 217/2007, non-banked poker: hands at tables that choose another reading of a clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from sabot.families.poker.equity import equity
from sabot.games import game
from sabot.procedure import Dealer, Scripted
from sabot.procedure.table import Violation
from support.poker_table import (
    asked,
    begin,
    bets,
    calls,
    caves,
    cited,
    do,
    evening,
    hand,
    law,
    may,
    moves_under,
    offer,
    pack,
    percentage_taken,
    play_out,
    results,
    table,
    window,
)

FOUR = (10_000,) * 4
ACES, KINGS, QUEENS, LOW = "AS AH", "KS KH", "QS QH", "2C 7D"
DRY = "3C 4D 8H 9S TC"


def read(have: Sequence[int] = FOUR, pockets: Sequence[str] = (), board: str = "",
         of: str = "holdem", rules: Mapping[str, Any] | None = None, **readings: Any) -> Dealer:
    """A hand that has been dealt at a table with these readings."""
    return hand(have, pockets, board, of, readings=readings, **(rules or {}))


# -- the pot ---------------------------------------------------------------------------------------


@law("48", "7.a", "51", "ir/233")
@pytest.mark.parametrize(("unmatched", "back", "taken"), [
    ("returned", ["1/pot 1/cave 8000"], 400), ("in-pot", [], 800)])
def test_what_nobody_matched_goes_back_or_is_charged(unmatched: str, back: list[str], taken: int
                                                     ) -> None:
    """Ana bets 80 more, and the others give up: 5 % of 80, or of 160."""
    dealer = play_out(read(rules={"rate": 5}, unmatched=unmatched), "1000 c c c 8000 f f f")
    assert moves_under(dealer, "48") == back
    assert percentage_taken(dealer) == taken
    assert "ir/233" in cited(dealer)


@law("49-2", "50", "ir/234")
@pytest.mark.parametrize(("reading", "parts"), [
    ("own-pot", ["proportion 1 105.00 €", "proportion 2 64.00 €", "remainder 3 111.00 €"]),
    ("whole-proportion", ["proportion 1 105.00 €", "proportion 2 112.00 €",
                          "remainder 3 63.00 €"]),
    ("not-all-in", ["proportion 1 105.00 €", "remainder 3 175.00 €"])])
def test_what_a_second_all_in_hand_gets_of_the_remainder(reading: str, parts: list[str]) -> None:
    """30, 50, 100 and 100, and 175 are left when the best hand is paid."""
    dealer = play_out(read((3_000, 5_000, 10_000, 10_000), [ACES, KINGS, QUEENS, LOW], DRY,
                           rules={"minimum": 100}, next_all_in=reading), "c c a a a c")
    assert calls(dealer)[1:] == parts and "ir/234" in cited(dealer)


@law("49-2", "50", "ir/234")
def test_two_whole_proportions_may_leave_less_than_the_bet() -> None:
    """90 and nine tenths of 290 are paid; 29 are left for a bet of 90, and nothing for queens."""
    dealer = play_out(read((9_000, 9_000, 10_000, 10_000), [ACES, KINGS, QUEENS, LOW], DRY,
                           rules={"minimum": 100}, next_all_in="whole-proportion"), "c c a c a c")
    assert calls(dealer)[1:] == ["proportion 1 351.00 €", "proportion 2 29.00 €"]


@law("67", "67-2", "ir/236")
@pytest.mark.parametrize(("reading", "parts"), [
    ("one-by-one", ["main 2 20.00 €", "main 3 15.00 €"]),
    ("first-winner", ["main 2 25.00 €", "main 3 10.00 €"])])
def test_what_does_not_divide_goes_round_or_to_the_first_winner(reading: str, parts: list[str]
                                                                ) -> None:
    """35 in minimums of ten: 10 for each, and 15 are left."""
    dealer = play_out(read(FOUR, ["", "AS 4C", "AH 4D", "KS QD"], "AD 9C 9H 5S JC",
                           left_over=reading), "c c f k")
    assert calls(dealer)[1:] == parts and "ir/236" in cited(dealer)


@law("7.a", "7.a-2", "65-2", "ir/237")
@pytest.mark.parametrize(("reading", "taken"), [("by-hand", 1_000), ("by-payment", 1_200)])
def test_the_maximum_of_the_percentage_counts_for_the_hand_or_for_each_payment(
        reading: str, taken: int) -> None:
    """5 % of payments of 93 and 147, at most 10."""
    dealer = play_out(read((3_000, 10_000, 10_000, 10_000), [ACES, KINGS, QUEENS, LOW], DRY,
                           rules={"minimum": 100, "rate": 5, "cap": 1_000}, charged=reading),
                      "900 c a c c f 7000 c")
    assert percentage_taken(dealer) == taken and "ir/237" in cited(dealer)


@law("17.j", "18.d", "105.b", "ir/238")
@pytest.mark.parametrize(("of", "board", "pockets", "usual", "other"), [
    ("holdem", "AH 9H 8H 2D 3C", ["KH 4H", "QH JH"], "won flush", "tie flush"),
    ("holdem", "9H 8D 3C KD AC", ["QS 4H", "JS 6H"], "won high", "tie high"),
    ("sintetico", "QS JD AS 9D 8C", ["AH KH", "KC QH"], "won simple-figures", "won pair")])
def test_the_highest_card_alone_decides_or_every_card(
        of: str, board: str, pockets: list[str], usual: str, other: str) -> None:
    for reading, result in (("card-by-card", usual), ("highest-card", other)):
        dealer = play_out(read(FOUR, pockets, board, of, compared=reading),
                          "k f f k" if of == "sintetico" else "f f c k")
        assert results(dealer)["1"] == result, reading
        assert "ir/238" in cited(dealer)


@law("17.j", "105.b", "ir/238")
def test_equities_and_counts_follow_the_reading_of_the_highest_card() -> None:
    for form, share in (("holdem", 1), ("holdem-highest", Fraction(1, 2))):
        assert equity(form, ("Qh4c", "Jd3s"), ("AS", "KD", "8C", "7H", "2D")).shares[0].equity \
            == share
    counts = {}
    for reading in ("card-by-card", "highest-card"):
        at = table("sintetico", readings={"compared": reading})
        played = game("sintetico").hands
        assert played is not None
        counts[reading] = {row.name: row.many
                           for row in played.hand_counts["five"](at).combinations}
    simple = counts["card-by-card"].pop("simple-figures")
    assert counts["card-by-card"].pop("pair") + simple == counts["highest-card"].pop("pair")
    assert counts["card-by-card"] == counts["highest-card"]


# -- betting ---------------------------------------------------------------------------------------


@law("20-2", "21.a", "ir/292")
@pytest.mark.parametrize(("small_pot", "may_bet"), [("minimum", True), ("no-bet", False)])
def test_in_a_small_pot_the_minimum_may_be_bet_or_nothing(small_pot: str, may_bet: bool) -> None:
    """Half of the fifteen in the pot is less than ten."""
    dealer = read(rules={"limit": "half-pot", "counts": 1}, small_pot=small_pot)
    assert ("raise" in may(dealer, "Eva")) is may_bet
    grown = bets(dealer, "c c c k")
    assert "bet" in may(grown, "Ana")


@law("87", "88", "47-2", "ir/294")
@pytest.mark.parametrize(("reading", "after_three", "between_two"), [
    ("of-all", False, True), ("of-each", True, True), ("free-from-start", False, False)])
def test_three_raises_are_of_all_or_of_each_and_two_may_go_on(
        reading: str, after_three: bool, between_two: bool) -> None:
    """Eva, Gil and Ana have raised: may Rui? Ana and Gil are left: may they go on?"""
    dealer = bets(read((90_000,) * 4, three_raises=reading), "1000 1000 1000")
    assert ("raise" in may(dealer, "Rui")) is after_three
    bets(dealer, "f f")
    assert ("raise" in may(dealer, "Gil")) is between_two


@law("39.b", "81", "84", "ir/295")
@pytest.mark.parametrize(("reading", "next_"), [("asked", "turn:1:2"), ("not-asked", "turn:2:1")])
def test_who_made_the_big_bet_is_asked_once_it_is_called_or_not(reading: str, next_: str) -> None:
    dealer = bets(read(big_bet=reading), "c c c")
    assert window(dealer) == next_
    raised = bets(read(big_bet=reading), "c 1000 c")
    assert window(raised) == "turn:1:2" and may(raised, "Rui") >= {"call", "raise"}


@law("49", "86", "40", "ir/296")
@pytest.mark.parametrize(("reading", "gil", "eva"), [
    ("raise", True, True), ("others-call", True, False), ("call-only", False, True)])
def test_a_stack_that_is_less_than_a_raise(reading: str, gil: bool, eva: bool) -> None:
    """Gil has 25, and Eva has raised to 20."""
    dealer = bets(read((10_000, 10_000, 10_000, 2_500), short_all_in=reading), "1000")
    assert ("all-in" in may(dealer, "Gil")) is gil
    bets(dealer, "a c f" if gil else "c 1000 f")
    assert asked(dealer)[1] == "Eva" and ("raise" in may(dealer, "Eva")) is eva


@law("112", "86", "87", "ir/297")
def test_raises_of_synthetic_poker_follow_the_general_rules_or_those_of_omaha() -> None:
    for reading, more in (("general", True), ("as-omaha", False)):
        dealer = bets(read((90_000,) * 4, of="sintetico", synthetic_raises=reading),
                      "1000 1000 1000 1000")
        assert ("raise" in may(dealer, "Rui")) is more
        limited = bets(read((90_000,) * 4, of="sintetico", synthetic_raises=reading,
                            rules={"limit": "pot", "counts": 2}), "2000")
        assert offer(limited, "Eva", "raise").high == (6_000 if more else 8_000)
    assert violations_of("sintetico", counts=3)
    assert not violations_of("sintetico", counts=3, readings={"synthetic_raises": "as-omaha"})


def violations_of(of: str, minimum: int = 1_000, unit: int = 0, **rules: Any) -> list[Violation]:
    """What is unlawful at a table."""
    return game(of).violations(table(of, minimum=minimum, unit=unit, **rules))


@law("82", "19", "ir/331")
def test_half_of_an_odd_minimum_is_cut_or_made_up_or_does_not_occur() -> None:
    """A minimum of five chips, and of one."""
    for reading, small in (("cut", 400), ("made-up", 600)):
        dealer = read(rules={"minimum": 1_000, "unit": 200}, small_bet=reading)
        assert moves_under(dealer, "81") == [f"1/cave 1/pot {small}", "2/cave 2/pot 1000"]
        assert "ir/331" in cited(dealer)
        broken = violations_of("holdem", unit=1_000, readings={"small_bet": reading})
        assert bool(broken) is (reading == "cut")
    [odd] = violations_of("holdem", unit=200, readings={"small_bet": "even-minimum"})
    assert odd.clause == "ir/331"
    assert not violations_of("holdem", unit=250, readings={"small_bet": "even-minimum"})


@law("108-2", "ir/285")
def test_a_round_is_begun_by_the_highest_bet_of_the_hand_or_of_the_last_round() -> None:
    for reading, order in (("highest-of-hand", ["2", "3", "3", "3"]),
                           ("highest-of-round", ["2", "3", "1", "1"])):
        dealer = read(of="sintetico", begins=reading)
        found = [asked(dealer)[0]]
        for words in ("k 1000 c c c", "k k k k", "k k k k"):
            bets(dealer, words)
            found.append(asked(dealer)[0])
        assert found == order


@law("23-2", "ir/291")
def test_without_a_choice_the_marker_decides_or_the_table_waits() -> None:
    for reading, clock in (("marker", "decision"), ("waits", "")):
        dealer = begin(evening(FOUR), table("holdem", second="omaha",
                                            readings={"names_none": reading}),
                       Scripted(" ".join(pack("omaha", [""] * 4))))
        do(dealer, "time")
        assert window(dealer) == "choice"
        assert dealer.standing is not None and dealer.standing.clock == clock
        assert dealer.standing.default == ("deal-holdem" if clock else "")
        do(dealer, "Ana: deal-omaha 1")
        assert window(dealer) == "turn:1:3"


@law("23", "ir/290")
def test_a_table_of_synthetic_poker_may_be_mixed_by_another_reading() -> None:
    """The eleventh place stays empty, and the pack and the first bets are those of what is
    chosen."""
    assert [one.clause for one in violations_of("sintetico", second="holdem")] == ["ir/290"]
    rules: dict[str, Any] = {"second": "holdem", "readings": {"synthetic_mixed": True}}
    assert not violations_of("sintetico", **rules)
    at = table("sintetico", **rules)
    full = begin(evening((10_000,) * 10, "sintetico"), at, Scripted(""))
    assert may(full, "Zoe") == {"book"}
    for choice, first, cut in (("holdem", ["1/cave 1/pot 500", "2/cave 2/pot 1000"], False),
                               ("sintetico", [], True)):
        dealer = begin(evening(FOUR, "sintetico"), at,
                       Scripted(" ".join(pack(choice, [""] * 4))))
        do(dealer, "time", f"Ana: deal-{choice} 1")
        if cut:
            do(dealer, "time")
        assert moves_under(dealer, "81") == first
        assert len(moves_under(dealer, "102")) == 4 * cut
        play_out(dealer)
        assert dealer.over and dealer.outcome.variant == choice


# -- estardilho ------------------------------------------------------------------------------------


def blind(*acts: str, **readings: Any) -> Dealer:
    """A hand of synthetic poker with estardilho, after these acts."""
    return do(read(of="sintetico", rules={"minimum": 100, "estardilho": True}, **readings), *acts)


@law("106.a", "106.b", "ir/286")
def test_of_several_announcements_the_first_by_place_or_the_quickest_counts() -> None:
    by_place = blind("Gil: estardilho 4 400", "Eva: estardilho 3 300", "time")
    assert moves_under(by_place, "106.a") == ["3/cave 3/pot 300"]
    quickest = blind("Gil: estardilho 4 400", announces="quickest")
    assert moves_under(quickest, "106.a") == ["4/cave 4/pot 400"]
    assert window(quickest) == "restardilho"
    assert moves_under(do(quickest, "Eva: restardilho 3"), "106.b") == ["3/cave 3/pot 800"]


@law("106.a", "102", "ir/287")
def test_the_first_bet_is_apart_from_an_estardilho_or_a_part_of_it() -> None:
    """Caves of 99 beside a first bet of 1."""
    dealer = blind(first_bet="in-amount")
    found = offer(dealer, "Rui", "estardilho")
    assert (found.low, found.high) == (200, 5_000)
    do(dealer, "Rui: estardilho 2 300", "time", "time")
    assert moves_under(dealer, "106.a") == ["2/cave 2/pot 200"]
    assert [offer(dealer, "Eva", "call").cost, offer(bets(dealer, "c c c"), "Rui", "call").cost] \
        == [500, 300]
    apart = blind("Rui: estardilho 2 300", "time", "time")
    assert offer(apart, "Eva", "call").cost == 600


@law("106.b", "ir/288")
def test_one_restardilho_or_any_number() -> None:
    acts = ("Rui: estardilho 2 300", "time", "Gil: restardilho 4", "time")
    assert window(blind(*acts)).startswith("in-double")
    dealer = blind(*acts, restardilhos="any")
    assert window(dealer) == "restardilho:2" and "restardilho" not in may(dealer, "Rui")
    do(dealer, "Ana: restardilho 1", "time")
    while window(dealer).startswith("restardilho"):
        do(dealer, "time")
    assert moves_under(dealer, "106.b") == ["4/cave 4/pot 600", "1/cave 1/pot 1200"]
    assert [offer(dealer, asked(dealer)[1], "call").cost for _ in range(3) if bets(dealer, "c")] \
        == [2_400, 1_800, 1_200]


@law("108-2", "ir/289")
def test_after_an_estardilho_its_player_or_the_first_who_bet_double_begins() -> None:
    for reading, begins in (("announcer", "3"), ("first-double", "4")):
        dealer = bets(blind("Eva: estardilho 3 300", "time", "time", made_highest=reading),
                      "c c c c")
        bets(dealer, "k k k k")
        assert asked(dealer)[0] == begins


@law("108-2", "ir/285")
def test_a_higher_bet_of_one_round_goes_before_the_most_in_the_pot() -> None:
    """Rui bets 5,000 in the first round, Eva another 1,000 in the second."""
    for reading, first in (("highest-of-hand", "3"), ("highest-bet", "2")):
        dealer = read(of="sintetico", begins=reading)
        bets(dealer, "5000 c c c")
        assert asked(dealer)[0] == "2"
        bets(dealer, "k 1000 c c c")
        assert asked(dealer)[0] == first


@law("103.m", "104", "66", "ir/455")
def test_high_cards_that_tie_share_by_their_bets_or_in_equal_parts() -> None:
    """Ana is all-in with 3,000 and ties with Rui, who bet 10,000; 10,100 are lost."""
    for reading, wins in (("by-bets", 4_400), ("equal", 4_600)):
        dealer = hand([3_000, 20_000, 20_000, 20_000], ["KH 8D", "KC 8S", "AC 9S", "TD 9C"],
                      "AD QS JH TC 9D", of="sintetico", minimum=100, unit=100,
                      readings={"other_ties": reading})
        bets(dealer, "9900 c f c 1000 f")
        assert results(dealer)["1"] == "tie high"
        assert caves(dealer)[1] == wins
        assert sum(caves(dealer).values()) == 63_000
