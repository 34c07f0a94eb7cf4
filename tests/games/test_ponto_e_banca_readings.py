"""Both ponto e banca: each reading that a table may choose, beside the usual one."""

from __future__ import annotations

from typing import Any

import pytest
from test_ponto_e_banca_table import ALONE, BOTH, LIMITS, MACAU, PLAIN, law, only, sat

from sabot.equipment import Seeded
from sabot.families.layout.declare import cloth_of
from sabot.games import game
from sabot.procedure import (
    Attended,
    Call,
    Cut,
    Deal,
    Dealer,
    Handle,
    Incident,
    Listen,
    Live,
    Move,
    Refusal,
    Scripted,
    Turn,
)
from sabot.procedure.table import Table
from support.dice_coups import breaks, by_bet, do, lawful, nets, refusal_of, steps


def at(of: str, reading: str = "", rules: str = "", **keys: Any) -> Table:
    """A table that chooses a reading, as a file names it."""
    chosen = f"readings = {{ {reading} }}\n" if reading else ""
    return lawful(of, chosen + rules, **LIMITS[of] | keys)


# -- the cards -------------------------------------------------------------------------------------


@law("13-5", "13-7", "ir/199")
@BOTH
def test_the_other_side_draws_against_an_eight_or_nine_only_by_the_other_reading(of: str) -> None:
    for cards, usual, other in (
            ("KS 9D 3H KC 6D", {"Ana": -500}, {"Ana": 0}),  # ponto 3 draws a six: 9 against 9
            ("8S KD KH 4C 5D", {"Ana": 500}, {"Ana": -500}),  # banca 4 draws a five: 9 against 8
            ("8S 9D KH KC", {"Ana": -500}, {"Ana": -500}),
            ("8S 6D KH KC", {"Ana": 500}, {"Ana": 500})):
        for reading, expected in (("ends-coup", usual), ("other-draws", other)):
            table = at(of, f'natural = "{reading}"', ALONE)
            dealer = do(sat(table, "Ana", chance=Scripted(cards)), "Ana: bet ponto 500", "time")
            assert nets(dealer) == expected, (cards, reading)


@law("13-5", "ir/199")
def test_odds_and_simulation_follow_the_reading_of_eight_and_nine() -> None:
    chances = {}
    for reading in ("ends-coup", "other-draws"):
        table = at(PLAIN, f'natural = "{reading}"')
        cloth = cloth_of(game(PLAIN), table)
        total = sum(cloth.weights)
        ties = sum(n for fell, n in zip(cloth.outcomes, cloth.weights, strict=True)
                   if fell[0] == fell[1])
        kernel = game(PLAIN).simulated.kernel(table, {"tie": 500})
        counted = kernel.block(3, 0, 200_000).nets[4000] / 200_000
        chances[reading] = ties / total
        assert abs(counted - ties / total) < 0.004
    assert 0.0950 < chances["ends-coup"] < 0.0951
    assert chances["other-draws"] - chances["ends-coup"] > 0.01


@law("4-2", "4-3", "4-4", "ir/198")
@BOTH
def test_how_deep_the_cards_are_cut_and_whether_new_cards_wait(of: str) -> None:
    for reading, least in (("anywhere", 1), ("chemin-de-fer", 6)):
        dealer = sat(at(of, f'cut = "{reading}"'), "Ana", shoe=None, chance=Live(Seeded(1, "c")))
        if least > 1:
            assert refusal_of(dealer, f"Ana: cut 1 {least - 1}") == ("below-minimum", "4-2")
        do(dealer, f"Ana: cut 1 {least}")
        assert [step.at for step in steps(dealer, Cut)] == [least]
    for reading, waits in (("anywhere", True), ("at-once", False)):
        dealer = sat(at(of, f'cut = "{reading}"'), shoe=None, chance=Live(Seeded(1, "c")))
        assert isinstance(dealer.standing, Listen)
        assert dealer.standing.window == ("seats" if waits else "bets")
        assert [step.call for step in steps(dealer, Call)][:1] == ([] if waits else ["house-cuts"])


def entered(dealer: Dealer, cards: str, fault: Incident, at_card: int) -> Dealer:
    """A coup of a real table with these cards, one of which a fault reports."""
    words = cards.split()
    dealt = -1
    while dealer.awaited is not None:
        fact: Any = "done"
        if isinstance(dealer.awaited, Deal):
            dealt += 1
            fact = fault if dealt == at_card else "??"
        elif isinstance(dealer.awaited, Turn):
            side = ("ponto", "banca").index(dealer.awaited.hand)
            fact = words[2 * dealer.awaited.index + side]
        assert not isinstance(dealer.enter(fact), Refusal)
    return dealer


@law("14", "ir/202")
@BOTH
@pytest.mark.parametrize("named", ["", "3D"])
def test_a_card_at_the_wrong_side_is_put_right_or_burned(of: str, named: str) -> None:
    for reading, word, drawn in (("order", "put-right", 4), ("burned", "burn-wrong", 5)):
        table = at(of, f'slip = "{reading}"', ALONE, attended=True)
        dealer = do(sat(table, "Ana", chance=Attended()), "Ana: bet ponto 500", "time")
        entered(dealer, "KS 7D 6H KC", Incident("wrong-side", named), 0)
        assert word in [step.what for step in steps(dealer, Handle)]
        assert dealer.outcome.shoe.drawn == 20 + drawn
        if reading == "burned" or not named:
            assert nets(dealer) == {"Ana": -500}


@law("14-2", "19", "ir/202")
@BOTH
def test_pairs_that_were_shown_are_paid_in_a_void_coup_only_by_the_other_reading(of: str) -> None:
    for reading, won in (("order", 0), ("pairs-paid", 5_500)):
        table = at(of, f'slip = "{reading}"', f"{ALONE}pairs = true")
        dealer = sat(table, "Ana", chance=Scripted(["KS", "7D", "KH", "KC", Incident("mixed-up")]))
        do(dealer, "Ana: bet ponto 500", "Ana: bet pair/ponto 500", "Ana: bet pair/banca 500",
           "time")
        assert by_bet(dealer) == {"1/ponto": 0, "1/pair/ponto": won, "1/pair/banca": 0}


# -- the bets --------------------------------------------------------------------------------------


@law("20.a", "20.b", "ir/204")
@BOTH
def test_a_deduction_of_odd_cents_is_refused_or_rounded_down(of: str) -> None:
    keys = LIMITS[of] | {"minimum": "5.01", "maximum": "350.70", "unit": "0.01"}
    assert breaks(of, 'deduction = "5%"', **keys) == {"minimum": "ir/204"}
    table = at(of, 'sums = "rounded-down"', f'{ALONE}deduction = "5%"', **keys)
    dealer = sat(table, "Ana", chance=Scripted("4S 6D KH KC KD"))
    do(dealer, "Ana: bet banca 519", "time")
    commission, = (move for move in steps(dealer, Move) if move.kind == "commission")
    assert commission.amount == 25 and commission.also[-1] == "ir/204"
    assert nets(dealer) == {"Ana": 494}


@law("4-3", "ir/195")
@BOTH
def test_who_stands_is_asked_to_cut_after_the_seat_before_or_after_both(of: str) -> None:
    for reading, order in (("before", ["Ana", "Eva", "Rui"]), ("both", ["Ana", "Rui", "Eva"])):
        table = at(of, f'gap = "{reading}"')
        dealer = sat(table, "Ana", "Rui", "", "", "", "", "", "Eva", shoe=None,
                     chance=Live(Seeded(1, "c")))
        for player in order:
            place = {"Ana": 1, "Rui": 2, "Eva": 8}[player]
            do(dealer, f"{player}: no-cut {place}")


@law("18-2", "ir/203")
@BOTH
def test_bets_on_ponto_and_banca_go_back_stay_or_are_lost_when_both_are_level(of: str) -> None:
    for reading, net, held in (("back", 0, False), ("stay", -1_000, True), ("lost", -1_000, False)):
        table = at(of, f'level = "{reading}"', ALONE)
        first = sat(table, "Ana", chance=Scripted("KS KD 6H 6C"))
        do(first, "Ana: bet ponto 1000", "time")
        assert nets(first) == {"Ana": net}
        assert first.outcome.held == ((("1/ponto", "Ana", 1_000),) if held else ())
        if held:
            again = Dealer(game(of).coup(table, first.outcome), Scripted("AS KS KD 7H 6C"))
            do(again, "Ana: bet ponto 500", "time")
            assert [move.amount for move in steps(again, Move) if move.kind == "pay"] == [500]
        cloth = cloth_of(game(of), table)
        answer = game(of).priced.odds(table)
        ties = sum(n for fell, n in zip(cloth.outcomes, cloth.weights, strict=True)
                   if fell[0] == fell[1]) / sum(cloth.weights)
        edge = {bet.bet: bet.edge_float for bet in answer.bets}["ponto"]
        usual = {bet.bet: bet.edge_float for bet in game(of).priced.odds(at(of)).bets}["ponto"]
        expected = {"back": usual, "stay": usual / (1 - ties), "lost": usual + ties}[reading]
        assert abs(edge - expected) < 1e-9


@law("11-2", "ir/206")
@BOTH
def test_a_bet_on_a_pair_needs_another_bet_only_by_the_other_reading(of: str) -> None:
    do(sat(at(of, "pair_beside = false", "pairs = true"), "Ana"), "Ana: bet pair/ponto 500")
    dealer = sat(at(of, "pair_beside = true", "pairs = true"), "Ana", "Rui")
    do(dealer, "Rui: bet ponto 500")
    assert refusal_of(dealer, "Ana: bet pair/ponto 500") == ("barred", "11-2")
    do(dealer, "Ana: bet tie 500", "Ana: bet pair/ponto 500", "Ana: clear tie")
    back = [move for move in steps(dealer, Move) if move.kind == "return"]
    assert [move.bet for move in back] == ["1/tie", "1/pair/ponto"]


# -- people who stand, and the limits of ponto e banca ---------------------------------------------


def standing(reading: str) -> Dealer:
    """Ana and Rui sit at the first two places, and Eva stands between them."""
    table = at(PLAIN, reading, "pairs = true", places=9)
    return sat(table, "Ana", "Rui", "", "", "", "", "", "Eva")


@only(PLAIN, "12", "12-2", "12-3", "ir/195")
def test_a_gap_belongs_to_the_seat_before_it_or_to_both_beside_it() -> None:
    for reading in ("before", "both"):
        dealer = do(standing(f'gap = "{reading}"'), "Rui: bet ponto 20000")
        if reading == "before":
            assert refusal_of(dealer, "Eva: bet ponto 500") == ("barred", "12-2")
            do(dealer, "Ana: bet ponto 500", "Eva: bet ponto 34500")
        else:
            do(dealer, "Eva: bet ponto 15000", "Ana: bet tie 500", "Eva: bet tie 500")
            assert refusal_of(dealer, "Eva: bet ponto 15500") == ("above-maximum", "12-2")
            assert refusal_of(dealer, "Eva: bet banca 500") == ("barred", "12-3")
            do(dealer, "Ana: bet ponto 30000")
            back = [move for move in steps(dealer, Move) if move.kind == "return"]
            assert [(move.bet, move.amount) for move in back] == [("8/ponto", 10_000)]


@only(PLAIN, "12-2", "12-3", "ir/196")
def test_who_stands_adds_on_the_same_chance_on_any_other_or_so_that_it_binds() -> None:
    usual = do(standing('standing = "same-chance"'), "Ana: bet ponto 10000", "Eva: bet ponto 25000")
    assert refusal_of(usual, "Eva: bet tie 500") == ("barred", "12-2")
    do(usual, "Ana: bet ponto 20000")
    assert [move.amount for move in steps(usual, Move) if move.kind == "return"] == [10_000]
    other = standing('standing = "any-chance"')
    assert refusal_of(other, "Eva: bet tie 500") == ("barred", "12-2")
    do(other, "Ana: bet ponto 10000", "Eva: bet tie 7500", "Eva: bet pair/banca 500")
    assert refusal_of(other, "Eva: bet banca 500") == ("barred", "12-3")
    do(other, "Ana: clear ponto")
    assert [move.amount for move in steps(other, Move) if move.kind == "return"] == [
        10_000, 7_500, 500]
    binding = do(standing('standing = "binding"'), "Ana: bet ponto 10000", "Eva: bet ponto 25000")
    assert refusal_of(binding, "Ana: bet ponto 20000") == ("above-maximum", "12-2")
    do(binding, "Eva: bet ponto 15000", "Ana: bet ponto 20000")


@only(PLAIN, "21", "21-2", "21-3", "ir/204")
def test_the_maxima_are_exact_multiples_or_greatest_ones() -> None:
    less = LIMITS[PLAIN] | {"maximum": 100}
    assert breaks(PLAIN, **less) == {"maximum": "21"}
    tie = "tie = { minimum = 5, maximum = 50 }\n"
    table = at(PLAIN, 'sums = "at-most"', f"{tie}pairs = true", maximum=100)
    bets = {bet.bet: bet.maximum for bet in game(PLAIN).bets(table)}
    assert bets == {"ponto": 10_000, "banca": 10_000, "tie": 5_000, "pair": 4_000}
    more = 'readings = { sums = "at-most" }\n'
    assert breaks(PLAIN, more, **LIMITS[PLAIN] | {"maximum": 355}) == {"maximum": "21"}
    assert breaks(PLAIN, f"{more}tie = {{ maximum = 80 }}", **less) == {"rules.tie": "21-2"}


# -- the limits of ponto e banca/Macau -------------------------------------------------------------


@only(MACAU, "22", "23", "ir/207")
def test_the_difference_is_looked_at_always_or_when_the_bets_are_closed() -> None:
    for reading in ("always", "at-close"):
        table = at(MACAU, f'difference = "{reading}"', ALONE)
        dealer = sat(table, "Ana", "Rui", chance=Scripted("KS 7D 6H KC"))
        do(dealer, "Ana: bet ponto 50000")
        if reading == "always":
            assert refusal_of(dealer, "Rui: bet ponto 500") == ("full", "23")
            continue
        do(dealer, "Rui: bet ponto 30000", "Rui: bet banca 10000", "time")
        back = [move for move in steps(dealer, Move) if move.kind == "return"][:1]
        assert [(move.bet, move.amount) for move in back] == [("2/ponto", 20_000)]
        assert back[0].law.endswith("/23") and back[0].also[-1] == "ir/207"
        assert nets(dealer) == {"Ana": -50_000, "Rui": 0}
        assert dealer.outcome.last["Rui"] == {"ponto": 10_000, "banca": 10_000}


@only(MACAU, "11-4", "ir/209")
def test_one_player_on_both_sides_keeps_apart_always_or_when_the_bets_are_closed() -> None:
    for reading in ("always", "at-close"):
        table = at(MACAU, f'both_sides = "{reading}"', ALONE)
        dealer = sat(table, "Ana", chance=Scripted("KS 7D 6H KC"))
        do(dealer, "Ana: bet ponto 1000")
        if reading == "always":
            assert refusal_of(dealer, "Ana: bet banca 1000")[1] == "11-4"
            continue
        do(dealer, "Ana: bet banca 1000", "time")
        back = [move for move in steps(dealer, Move) if move.kind == "return"][:1]
        assert [(move.bet, move.amount) for move in back] == [("1/banca", 1_000)]
        assert nets(dealer) == {"Ana": -1_000} and dealer.outcome.last["Ana"] == {"ponto": 1_000}


# -- whose limits, whose cards, and what a prize is ------------------------------------------------


@only(PLAIN, "21", "21-2", "ir/432")
def test_all_bets_on_a_chance_share_its_maximum_by_another_reading() -> None:
    for reading in ("player", "chance"):
        dealer = sat(at(PLAIN, f'maximum_of = "{reading}"', ALONE), "Ana", "Rui",
                     chance=Scripted("KS 7D 6H KC"))
        do(dealer, "Ana: bet ponto 30000", "Ana: bet tie 7500")
        if reading == "player":
            do(dealer, "Rui: bet ponto 35000", "Rui: bet tie 7500")
            continue
        assert refusal_of(dealer, "Rui: bet ponto 10000") == ("above-maximum", "21")
        assert refusal_of(dealer, "Rui: bet tie 500")[1] == "21-2"
        do(dealer, "Rui: bet ponto 5000", "Rui: bet banca 35000")
        assert refusal_of(dealer, "Ana: bet ponto 35000") == ("above-maximum", "21")
        do(dealer, "Ana: bet ponto 20000", "Rui: bet ponto 15000")
        do(dealer, "Ana: clear tie", "Rui: bet tie 7500")


@only(PLAIN, "12-2", "21", "ir/432")
def test_who_stands_shares_the_maximum_of_the_chance_too_by_another_reading() -> None:
    """Seven sit, and Leo stands in the gap after the first seat."""
    table = at(PLAIN, 'maximum_of = "chance"', ALONE, places=8)
    dealer = sat(table, "Ana", "Rui", "", "", "", "", "", "Leo", chance=Scripted("KS 7D 6H KC"))
    do(dealer, "Ana: bet ponto 5000", "Rui: bet ponto 25000")
    assert refusal_of(dealer, "Leo: bet ponto 10000")[0] == "above-maximum"
    do(dealer, "Rui: bet tie 500")
    assert refusal_of(dealer, "Leo: bet tie 500")[1] == "12-2"  # Ana has no bet there
    do(dealer, "Leo: bet ponto 5000")
    assert refusal_of(dealer, "Ana: bet ponto 6000")[0] == "above-maximum"


@law("18", "19-2", "ir/433")
@BOTH
def test_the_stake_is_in_the_prize_of_a_tie_and_of_a_pair_by_another_reading(of: str) -> None:
    """Nine each, with two kings for ponto."""
    for reading, on_tie, on_pair in (("returned", 4000, 5500), ("in-prize", 3500, 5000)):
        table = at(of, f'stake_of_prize = "{reading}"', f"{ALONE}pairs = true\n", maximum=350)
        dealer = do(sat(table, "Ana", "Rui", chance=Scripted("KS KD KH QC 9D 9C")),
                    "Ana: bet tie 500", "Rui: bet pair/ponto 500", "time")
        assert nets(dealer) == {"Ana": on_tie, "Rui": on_pair}
        paid = [move for move in steps(dealer, Move) if move.kind == "pay"]
        assert all(("ir/433" in move.also) is (reading == "in-prize") for move in paid)
        for bet, prize in (("tie", on_tie), ("pair/ponto", on_pair)):
            kernel = game(of).simulated.kernel(table, {bet: 500})
            assert prize in kernel.block(3, 0, 2_000).nets


@law("15", "15-2", "15-3", "ir/435")
@BOTH
def test_who_handles_cards_that_another_does_not_want(of: str) -> None:
    """Ana and Rui have bet as much, Eva less; Ana does not want to see cards."""
    for reading, seat in (("next-equal", "2"), ("next-lower", "3"), ("highest-stake", "2")):
        dealer = do(sat(at(of, f'handler = "{reading}"'), "Ana", "Rui", "Eva",
                        chance=Scripted("KS 7D 6H KC")),
                    "Ana: leave-cards 1",
                    "Ana: bet ponto 1000", "Rui: bet ponto 1000", "Eva: bet ponto 500", "time")
        call = next(step for step in steps(dealer, Call) if step.call == "cards-to-ponto")
        assert call.seat == seat and ("ir/435" in call.also) is (reading != "next-equal")


@only(MACAU, "15", "12", "ir/435")
def test_nobody_handles_cards_where_who_stands_has_bet_more_by_another_reading() -> None:
    for reading, handled in (("next-equal", True), ("next-lower", True), ("highest-stake", False)):
        dealer = do(sat(at(MACAU, f'handler = "{reading}"', places=8), "Ana", "", "", "", "", "",
                        "", "Leo", chance=Scripted("KS 7D 6H KC")),
                    "Ana: bet ponto 1000", "Leo: bet ponto 2000", "time")
        called = [step.seat for step in steps(dealer, Call) if step.call == "cards-to-ponto"]
        assert called == (["1"] if handled else [])
