"""Portaria 217/2007, chemin de fer: options that choose other readings of the hand, of banco with
the table, and of faults, each against the usual one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.games.chemin_de_fer.readings import Readings
from sabot.procedure import Dealer, Incident, Refusal, Scripted
from sabot.procedure.table import Table
from support.chemin_table import (
    FOUR,
    GAME,
    IN_USE,
    banking,
    begin,
    calls,
    chips_left,
    do,
    evening,
    handles,
    may,
    nets,
    offer,
    play_out,
    refusal_of,
    table,
    try_act,
    window,
)

FIVE = f"{FOUR} Bea"
PONTO_WINS, BANK_WINS = "9H 2S KD 2D 2C 2H", "2S 9H 2D KD 2C 2H"


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(*, attended: bool = False, bank: int = 0, **readings: Any) -> Table:
    """A table with these readings."""
    return table(attended=attended, bank=bank, readings=Readings(**readings))


def going_on(cards: Any = "2S " * 20, *, attended: bool = False, bank: int = 4000,
             carry: dict[str, Any] | None = None, **readings: Any) -> Dealer:
    """Ana goes on against Rui, Eva and Gil; the cards are a script or a source of chance."""
    script = {"cards": cards} if isinstance(cards, str) else {"chance": cards}
    before = banking("Ana", bank, **{"due": "void", **(carry or {})})
    return do(begin(before, at(attended=attended, **readings), **script), "Ana: continue 1")


# -- banco -----------------------------------------------------------------------------------------


@law("ir/420", "57")
def test_banco_with_the_table_may_be_repeated_after_all_others_by_another_reading() -> None:
    """Rui, whose seat is the first at Ana's right, declared it in the coup before."""
    for reading, again in (("forbidden", False), ("no-priority", True)):
        coup = going_on(carry={"tabled": "Rui"}, second_table=reading)
        assert ("banco-table" in may(coup, "Rui")) is again
        if again:
            assert "ir/420" in offer(coup, "Rui", "banco-table").also
            do(coup, "Rui: banco-table 2 2000", "Eva: banco-table 3 2000")
            assert "banco-table" not in may(coup, "Rui")  # Eva goes before
            assert "banco-alone" in may(coup, "Rui")  # with the priority of 57


@law("ir/421", "54", "51")
def test_who_lost_a_first_banco_has_no_right_against_another_banker_by_another_reading() -> None:
    """Gil has lost banco; Ana passes the hand to Rui, or goes on."""
    for reading, repeated, still in (("any-lost", False, True), ("any-lost", True, True),
                                     ("after-suivi", False, False), ("after-suivi", True, True)):
        carry = banking("Ana", 4000, suivi="Gil", repeated=repeated)
        passed = do(begin(carry, at(suivi_new_bank=reading)), "Ana: pass-hand 1",
                    "Rui: take-level 2", "Rui: alone 2")
        assert ("suivi" in may(passed, "Gil")) is still
        same = do(begin(carry, at(suivi_new_bank=reading)), "Ana: continue 1")
        assert "suivi" in may(same, "Gil")  # against the same banker 51 gives it


@law("54", "51")
def test_the_coup_says_whether_a_lost_banco_went_on_after_another() -> None:
    for suivi, repeated in (("", False), ("Rui", False), ("Gil", True)):
        act = "Gil: suivi 4" if suivi == "Gil" else "Gil: banco 4"
        coup = play_out(do(going_on(BANK_WINS, carry={"suivi": suivi}), act))
        assert (coup.outcome.suivi, coup.outcome.repeated) == ("Gil", repeated)
    assert not play_out(do(going_on(PONTO_WINS, carry={"suivi": "Gil"}), "Gil: suivi 4")
                        ).outcome.repeated


@law("ir/422", "55", "45")
def test_banco_with_the_table_for_the_whole_bank_is_banco_by_another_reading() -> None:
    for reading, acts, follows in (("as-declared", {"no"}, ("", "Eva")),
                                   ("banco", {"no", "card"}, ("Eva", ""))):
        coup = do(going_on("2S 9H 4D KD 2C 2H", whole_table=reading), "Eva: banco-table 3 4000",
                  "time")
        assert {"no", "card"} & may(coup, "Eva") == acts
        play_out(coup)
        assert (coup.outcome.suivi, coup.outcome.tabled) == follows
    half = do(going_on("2S 9H 4D KD 2C 2H", whole_table="banco"), "Eva: banco-table 3 2000", "time",
              "time")
    assert {"no", "card"} & may(half, "Eva") == {"no"}


# -- the hand --------------------------------------------------------------------------------------


def auctioned(seated: str = FOUR, **readings: Any) -> Dealer:
    """Ana has passed the hand, and nobody takes it at its level."""
    return do(begin(banking("Ana", 4000, seated), at(**readings)), "Ana: pass-hand 1", "time")


@law("ir/424", "85")
def test_those_after_one_who_refuses_may_refuse_without_loss_by_another_reading() -> None:
    for reading, note in (("must", "loses-seat"), ("may", "")):
        coup = do(auctioned(FIVE + " Leo Zoe", after_refusal=reading), "time",
                  "Rui: decline-hand 2")
        assert window(coup) == "must:3" and calls(coup)[-1] == "seat-lost 2"
        assert offer(coup, "Eva", "decline-hand").note == note
        do(coup, "Eva: decline-hand 3")
        assert ("seat-lost 3" in calls(coup)) is (reading == "must")
        do(coup, "time", "Bea: bank 5 500")
        assert ("seat-lost 4" in calls(coup)) is (reading == "must")
        assert nets(coup)["Bea"] == -500


@law("ir/425", "88")
def test_a_silent_winner_of_an_auction_refuses_the_hand_by_another_reading() -> None:
    for reading, call in (("takes", "bank-of 2"), ("refuses", "bank-refused 2")):
        coup = do(auctioned(silent_winner=reading), "Rui: bid table 1000", "time", "time", "time")
        if reading == "takes":
            do(coup, "Rui: alone 2")
        assert call in calls(coup)
        if reading == "refuses":
            assert refusal_of(coup, "Rui: bid table 500") == ("barred", "88")
    taken = do(auctioned(silent_winner="refuses"), "Rui: bid table 1000", "time", "time",
               "Rui: take-hand 2")
    assert nets(taken)["Rui"] == -1000


@law("ir/426", "88", "87")
def test_the_partner_of_one_who_refuses_is_barred_by_another_reading() -> None:
    for reading, barred in (("free", False), ("barred", True)):
        coup = do(auctioned(refused_partner=reading), "Rui: bid-together 3 1000",
                  "Eva: bid-together 2 1000", "time")
        while window(coup) != "awarded":
            do(coup, "time")
        do(coup, "Rui: decline-hand 2")
        assert isinstance(try_act(coup, "Eva: bid table 500"), Refusal) is barred
        do(coup, "Gil: bid table 1000")


@law("ir/427", "27-2", "28")
def test_after_the_supervisor_has_cut_one_begins_at_the_left_by_another_reading() -> None:
    """Eva at 3 had cut; nobody wants to cut the next shoe, and then comes another."""
    for reading, first in (("last-player", "cut:2"), ("croupiers-left", "cut:4")):
        ended = msgspec.structs.replace(IN_USE, last=True, cutter=3)
        coup = begin(evening(shoe=ended, regular=1), at(cut_after_house=reading))
        while window(coup).startswith("cut"):
            do(coup, "time")
        assert "house-cuts" in calls(coup)
        ended = msgspec.structs.replace(play_out(coup, "Rui: bank 2 1000", "Rui: alone 2",
                                                 "Eva: banco 3").outcome.shoe, last=True)
        assert window(begin(evening(shoe=ended, regular=1), at(cut_after_house=reading))) == first


@law("ir/428", "34", "46", "35")
def test_a_bank_is_reduced_below_the_least_one_by_another_reading() -> None:
    """The least bank is 50 euros, the least bet 5."""
    for reading, may_reduce in (("minimum-bank", False), ("minimum-bet", True)):
        rules = at(bank=5000, reduced_bank=reading)
        coup = begin(banking("Ana", 8000, wins=3, won=1000), rules)
        assert ({"halve", "reduce"} <= may(coup, "Ana")) is may_reduce
        assert bool({"halve", "reduce"} & may(coup, "Ana")) is may_reduce
        if may_reduce:
            do(coup, "Ana: halve 1", "Ana: reduce 1", "Ana: continue 1")
            assert "bank-of 1" in calls(coup)
            cited = [event.step.also for event in coup.record if event.step is not None
                     and getattr(event.step, "into", "") == "garage"]
            assert cited and all("ir/428" in also for also in cited)
    small = begin(banking("Ana", 900, wins=3, covered=True), at(reduced_bank="minimum-bet"))
    assert "halve" not in may(small, "Ana")  # nobody could bet against 4.50


@law("ir/430", "84", "85")
def test_where_nobody_passed_the_order_runs_from_the_croupier_by_another_reading() -> None:
    """Eva was the last regular banker; nobody takes the hand in turn."""
    for reading, winner, duty in (("last-regular", "bid 4", "must:4"),
                                  ("croupiers-right", "bid 1", "must:1")):
        rules = table(refusal_costs_seat=False, readings=Readings(no_passer=reading))
        coup = begin(evening(FIVE, regular=3), rules)
        while window(coup).startswith("hand"):
            do(coup, "time")
        bids = do(coup, "Ana: bid table 1000", "Gil: bid table 1000", "time")
        assert winner in calls(bids)
        silent = begin(evening(FIVE, regular=3), rules)
        while not window(silent).startswith("must"):
            do(silent, "time")
        assert window(silent) == duty


@law("ir/434", "82")
def test_a_bid_exceeds_the_one_before_by_one_step_by_another_reading() -> None:
    for reading, refused in (("any-number", False), ("one", True)):
        coup = auctioned(bid_step=reading)
        assert isinstance(try_act(coup, "Eva: bid table 1000"), Refusal) is refused
        coup = do(auctioned(bid_step=reading), "Eva: bid table 500", "time")
        assert isinstance(try_act(coup, "Gil: bid table 1500"), Refusal) is refused
        do(auctioned(bid_step=reading), "Eva: bid table 500", "time", "Gil: bid table 1000")


# -- faults ----------------------------------------------------------------------------------------


@law("ir/423", "104.g")
@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_a_given_seven_or_eight_binds_the_banker_by_another_reading(score: int) -> None:
    """The ponto has a ten, a king and a third card; the banker has 4 and draws as much as ties."""
    for reading, bound in (("banker", False), ("ponto", score in (7, 8))):
        cards = ["TS", "TH", "KD", "4C", Incident("ponto-more"), f"{score}S", f"{score - 4}D"]
        coup = do(going_on(Scripted(cards), attended=True, given_score=reading), "time",
                  "Gil: bet 4 2000", "time", "time")
        assert (window(coup) == "banker") is not bound
        if bound:
            assert coup.outcome.results[0] == f"P{score}-4"
        else:
            assert do(coup, "Ana: draw 1").outcome.results[0] == f"T{score}-{score}"


@law("ir/431", "75")
def test_two_who_put_cards_away_annul_the_coup_by_another_reading() -> None:
    for reading, annulled in (("first-loses", False), ("annulled", True)):
        chance = Scripted(["9H", "2S", "KD", "2D", Incident("banker-deposits"),
                           Incident("ponto-deposits"), "2C", "2H"])
        coup = do(going_on(chance, attended=True, both_deposit=reading), "Rui: banco 2",
                  "Rui: show 2")
        assert ("annulled" in calls(coup)) is annulled
        if annulled:
            assert chips_left(coup)["2"] == ("Rui", 4000) and not nets(coup).get("Ana")
        else:
            assert coup.outcome.results[0].startswith("P") and nets(coup)["Rui"] == 4000


@law("ir/429", "106.d")
@pytest.mark.parametrize(("drawn", "valid"), [(303, True), (304, False)])
def test_a_coup_with_too_few_cards_behind_the_warning_card_is_void_by_another_reading(
        drawn: int, valid: bool) -> None:
    """The card comes before the fourth of the coup: six or five lie behind it."""
    shoe = msgspec.structs.replace(IN_USE, drawn=drawn)
    for reading, void in (("before", False), ("at-warning", not valid)):
        chance = Scripted(["9H", "2S", "KD", Incident("warning-card"), "2D"])
        coup = do(going_on(chance, attended=True, carry={"shoe": shoe}, six_cards=reading),
                  "Rui: banco 2", "Rui: show 2")
        assert "last-coup" in calls(coup) and coup.outcome.shoe.last
        assert ("annulled" in calls(coup)) is void
        assert ("gather-cards" in handles(coup)) is not void
