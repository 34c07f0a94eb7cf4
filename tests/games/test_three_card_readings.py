"""3-card baccarat: each reading that a table may choose, beside the usual one."""

from __future__ import annotations

from typing import Any

import msgspec
from test_three_card_baccarat import ALONE, GAME, SIT, begin, law, shoe_at

from sabot.procedure import (
    Call,
    Deal,
    Dealer,
    Incident,
    Listen,
    Move,
    Result,
    Reveal,
    Scripted,
)
from sabot.procedure.table import Table
from support.dice_coups import by_bet, do, lawful, nets, refusal_of, steps

WON = "5C | KS KC | 9H 4D | 5D 6C"
"""A burned card and six others: place 1 has nine against the banker's nothing."""


def at(reading: str, rules: str = "packs = 2", **keys: Any) -> Table:
    """A table that chooses a reading, as a file names it."""
    return lawful(GAME.id, f"readings = {{ {reading} }}\n{rules}", **keys)


def two(reading: str, cards: str, **keys: Any) -> Dealer:
    """Ana and Rui at the first places of a table whose cards are ready."""
    table = at(reading, **{"places": 3, **keys})
    carry = shoe_at(table, 20)
    dealer = begin(table, cards, carry)
    return do(dealer, "Rui: sit 2")


@law("ir/210", "2.5")
def test_bets_end_with_the_call_or_with_the_first_card_turned_up() -> None:
    usual = do(two('bets_until = "call"', WON), "Ana: bet hand/1 500", "time")
    assert usual.over
    late = do(two('bets_until = "first-card"', "5C | KS KC | 9H 4D | 5D 6C"),
              "Ana: bet hand/1 500", "Ana: bet odd 500", "time")
    assert [step.to for step in steps(late, Deal)].count("1") == 3 and not steps(late, Reveal)
    assert refusal_of(late, "Rui: bet hand/2 500") == ("barred", "ir/210")
    assert refusal_of(late, "Ana: clear hand/1") == ("barred", "ir/210")
    assert refusal_of(late, "Ana: leave 1") == ("barred", "ir/210")
    do(late, "Rui: bet hand/1 1000", "Ana: bet hand/1 1500", "time")
    assert late.over and by_bet(late) == {"1/hand/1": 1_425, "1/odd": -500, "2/hand/1": 950}
    assert [step.call for step in steps(late, Call)].count("no-more-bets") == 1


@law("2.2-2", "ir/212")
def test_cards_are_dealt_singly_or_together_or_players_turn_them_up() -> None:
    for reading, order in (("singly", ["1", "bank"] * 3), ("together", ["1"] * 3 + ["bank"] * 3),
                           ("players-turn", ["1", "bank"] * 3)):
        dealer = do(two(f'dealing = "{reading}"', WON), "Rui: bet hand/1 500", "time")
        assert [step.to for step in steps(dealer, Deal) if step.to != "burn"] == order
        if reading == "players-turn":
            assert isinstance(dealer.standing, Listen) and not steps(dealer, Reveal)
            assert refusal_of(dealer, "Rui: show 1")[0] == "not-yours"
            do(dealer, "Ana: show 1")
        assert dealer.over


@law("8.3-2", "ir/213")
def test_a_tie_bet_needs_anybody_s_main_bet_or_the_player_s_own() -> None:
    do(two('tie_beside = "anybody"', ""), "Rui: bet hand/1 500", "Ana: bet tie/1 500")
    own = do(two('tie_beside = "own"', "5C | KC | JD | 9C"), "Rui: bet hand/1 500")
    assert refusal_of(own, "Ana: bet tie/1 500") == ("barred", "8.3-2")
    do(own, "Ana: bet hand/1 500", "Ana: bet tie/1 500", "Ana: clear hand/1", "Rui: clear hand/1",
       "Rui: bet odd 500", "time")
    assert [(move.bet, move.kind) for move in steps(own, Move)
            if move.player == "Ana"][-1] == ("1/tie/1", "return")


@law("2.4-2", "ir/214")
def test_bets_of_cancelled_cards_go_back_lie_or_go_back_with_what_was_locked() -> None:
    for reading, lie, back in (("new-back", 1_000, [500]), ("lie", 1_500, []),
                               ("all-back", 0, [1_500])):
        table = at(f'cancelled = "{reading}"', places=2, attended=True)
        carry = msgspec.structs.replace(shoe_at(table, 20), held=(("1/hand/1", "Ana", 1_000),))
        dealer = begin(table, carry=carry, chance=Scripted(["3S", Incident("beyond-repair")]))
        do(dealer, "Ana: bet hand/1 1500", "time")
        assert sum(cents for *_, cents in dealer.outcome.held) == lie
        refunds = [move.amount for move in steps(dealer, Move) if move.kind == "refund"]
        assert refunds == back
        if reading == "lie":
            then = begin(table, carry=dealer.outcome)
            assert refusal_of(then, "Ana: clear hand/1") == ("barred", "7.2")
            do(then, "Ana: bet hand/1 1000")


@law("10", "ir/217")
def test_a_commission_of_odd_cents_is_refused_or_rounded_down() -> None:
    keys = {"minimum": "5.01", "maximum": "50", "unit": "0.01"}
    units = {bet.bet: bet.unit for bet in GAME.bets(at('commission = "whole-cents"', **keys))}
    assert units["hand"] == 20
    table = at('commission = "rounded-down"', **ALONE, **keys)
    assert {bet.unit for bet in GAME.bets(table)} == {1}
    dealer = begin(table, WON, shoe_at(table, 20))
    do(dealer, "Ana: bet hand/1 519", "Ana: deal table")
    commission, = (move for move in steps(dealer, Move) if move.kind == "commission")
    assert commission.amount == 25 and commission.also == ("ir/217",)
    assert nets(dealer) == {"Ana": 494}


@law("4.2", "ir/219")
def test_bets_on_every_place_or_on_one_s_own_and_vacant_ones() -> None:
    do(two('bets_on = "every-place"', ""), "Ana: bet hand/2 500")
    dealer = two('bets_on = "own-and-vacant"', "")
    assert refusal_of(dealer, "Ana: bet hand/2 500") == ("barred", "4.2")
    do(dealer, "Ana: bet hand/3 500", "Ana: bet hand/1 500", "Ana: bet odd 500",
       "Ana: bet tie/3 500")


@law("4.3-2", "ir/348")
def test_who_holds_cards_off_the_table_is_told_or_loses_or_all_is_cancelled() -> None:
    for reading, expected in (("told", {"Ana": 950, "Rui": 950}),
                              ("place-lost", {"Ana": -1_000, "Rui": 950}),
                              ("hand-cancelled", {"Ana": 0, "Rui": 0})):
        cards = ["3S", "3H", *["??"] * 9, Incident("cards-off-table", seat="1"),
                 *["4H", "5D", "9S", "KD", "JH", "QD", "2C", "9D", "9C"]]
        table = at(f'handling = "{reading}"', places=2, attended=True)
        dealer = do(begin(table, chance=Scripted(cards)), *SIT)
        assert nets(dealer) == expected, reading
        if reading == "place-lost":
            assert [(one.hand, one.result) for one in steps(dealer, Result)] == [
                ("1", "lost"), ("2", "won")]
            lost, = (move for move in steps(dealer, Move) if move.kind == "collect")
            assert lost.law == f"{GAME.section}/4.3-2"
