"""No-draw poker: each reading that a table may choose, beside the usual one."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.equipment import UNKNOWN
from sabot.procedure import Deal, Incident, Listen, Move
from support.dice_coups import do, nets, steps
from support.no_draw_plays import (
    ACE_KING,
    GAME,
    JACKPOT,
    LOW,
    at,
    begin,
    enter,
    play_out,
    real,
    report,
)


def law(*rules: str) -> Any:
    """The law mark of rules of the game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def chosen(reading: str) -> str:
    """The rules of a table that chooses a reading."""
    return f"readings = {{ {reading} }}"


@law("18-3", "ir/164")
@pytest.mark.parametrize(("reading", "won"), [("returned", 500), ("paid", 1_500), ("lost", -500)])
def test_the_second_bet_goes_back_or_is_paid_or_is_lost(reading: str, won: int) -> None:
    table = at(chosen(f'second_bet = "{reading}"'))
    dealer = play_out(["2S 2D 4C 6D 8D"], LOW, table=table)
    assert nets(dealer) == {"Ana": won}


@law("17-2", "ir/183")
def test_a_call_binds_or_may_be_taken_back() -> None:
    hands = ["2S 2D 4H 6C 8S", "9S 9D JH QC TS"]
    usual = do(begin(at(), hands, ACE_KING), "Ana: call 1", "Rui: call 2")
    assert usual.over
    dealer = do(begin(at(chosen('calls = "revocable"')), hands, ACE_KING),
                "Ana: call 1", "Rui: call 2")
    assert isinstance(dealer.standing, Listen) and dealer.standing.law == "ir/183"
    do(dealer, "Ana: pass 1", "time")
    assert dealer.over and nets(dealer) == {"Ana": -500, "Rui": 1_500}


@law("19", "ir/186")
def test_chips_of_a_void_deal_go_back_or_stay_in_the_pool() -> None:
    for reading, ana in (("all-back", 0), ("chips-stay", -100), ("two-open", 0)):
        rules = chosen(f'deal_errors = "{reading}"') + "\n" + JACKPOT
        dealer = enter(real(1, rules=rules), UNKNOWN, Incident("miscount"))
        assert dealer.over and nets(dealer)["Ana"] == ana
        kinds = {step.kind for step in steps(dealer, Move)}
        assert ("contribute" in kinds) == (reading == "chips-stay")


@law("19-2", "ir/186")
def test_the_last_card_lies_open_beside_the_exposed_one() -> None:
    dealer = enter(real(1, rules=chosen('deal_errors = "two-open"')), UNKNOWN,
                   Incident("exposed", "KH"), *[UNKNOWN] * 7)
    last = dealer.awaited
    assert isinstance(last, Deal) and (last.to, last.seen_by) == ("bank", "*")
    enter(dealer, "AC", "done")
    do(dealer, "Ana: call 1")
    enter(dealer, "7H", "5S", "3C", "2S", "2D", "4H", "6C", "8S")
    assert dealer.over and nets(dealer) == {"Ana": 1_500}


@law("17-4", "17-6", "20.b", "ir/188")
@pytest.mark.parametrize(("reading", "lost"), [("both-bets", -1_500), ("initial-bet", -500)])
def test_who_shows_cards_loses_both_bets_or_the_initial_one(reading: str, lost: int) -> None:
    dealer = real(2, rules=chosen(f'showing_costs = "{reading}"'))
    enter(dealer, *[UNKNOWN] * 14, "AC", "done")
    report(do(dealer, "Ana: call 1"), "showed", "1")
    do(dealer, "Rui: pass 2")
    while dealer.awaited is not None:
        enter(dealer, "KD" if getattr(dealer.awaited, "index", 0) == 0 else
              ("7H", "5S", "3C")[dealer.awaited.index - 1])
    assert dealer.over and nets(dealer) == {"Ana": lost, "Rui": -500}
