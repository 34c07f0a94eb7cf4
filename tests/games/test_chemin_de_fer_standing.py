"""Portaria 217/2007, chemin de fer: where people stand, who of them comes first (24, 25, 93)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.games.chemin_de_fer.felt import felt
from sabot.games.chemin_de_fer.places import place_name, row, seat_of
from sabot.games.chemin_de_fer.rules import violations
from sabot.procedure import Dealer
from support.chemin_table import (
    GAME,
    IN_USE,
    banking,
    begin,
    calls,
    do,
    evening,
    may,
    moves,
    offer,
    play_out,
    refusal_of,
    table,
    window,
)

FIVE = "Ana Rui Eva Gil Bea"
WINS = "4S 9H 3S KH"
"""The bank wins, 9 against 7."""
SPREAD = "Pia Leo - Ivo Zoe - - - - Max"
"""Pia stands at seat 1, Leo and then Max at 2, Ivo at 4, Zoe at 5."""


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/344`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def asked(coup: Dealer, act: str) -> list[str]:
    """Who is offered an act, in the order in which the table asks."""
    return [o.player for o in coup.standing.offers if o.act == act and not o.barred]


def goes(banker: str, seated: str = FIVE, standing: str = SPREAD) -> list[str]:
    """The order in which people may go banco against this banker."""
    coup = do(begin(banking(banker, 10_000, seated, standing, due="void", regular=3)),
              f"{banker}: continue {place(banker, seated, standing)}")
    assert window(coup) == "banco:0"
    return asked(coup, "banco")


def place(player: str, seated: str, standing: str) -> str:
    """Where somebody is."""
    if player in seated.split():
        return str(seated.split().index(player) + 1)
    return f"s{standing.split().index(player) + 1}"


# -- who comes first -------------------------------------------------------------------------------


@law("24", "48", "49", "ir/344", "ir/346")
@pytest.mark.parametrize(("banker", "sit", "stand"), [
    ("Ana", "Rui Eva Gil Bea", "Pia Leo Max Ivo Zoe"),
    ("Rui", "Eva Gil Bea Ana", "Leo Max Ivo Zoe Pia"),
    ("Eva", "Gil Bea Ana Rui", "Ivo Zoe Pia Leo Max"),
    ("Gil", "Bea Ana Rui Eva", "Ivo Zoe Pia Leo Max"),
    ("Bea", "Ana Rui Eva Gil", "Zoe Pia Leo Max Ivo"),
])
def test_the_order_runs_by_place_from_the_right_of_the_banker(
        banker: str, sit: str, stand: str) -> None:
    """Those who sit, then those who stand; who stands behind the banker is the first of these."""
    assert goes(banker) == sit.split() + stand.split()


@law("48", "49", "ir/346")
@pytest.mark.parametrize(("banker", "sit", "stand"), [
    ("Leo", "Eva Gil Bea Ana Rui", "Max Ivo Zoe Pia"),
    ("Max", "Eva Gil Bea Ana Rui", "Ivo Zoe Pia Leo"),
    ("Zoe", "Ana Rui Eva Gil Bea", "Pia Leo Max Ivo"),
])
def test_a_banker_who_stands_has_a_right_too(banker: str, sit: str, stand: str) -> None:
    """It is where the player stands, whoever banked last in their own turn."""
    assert goes(banker) == sit.split() + stand.split()


@law("78", "79", "84", "ir/346")
def test_a_hand_passed_by_a_standing_player_and_its_bids_go_round_from_the_regular_banker() -> None:
    """79 speaks of the offer alone: of equal bids the nearest to the banker counts."""
    coup = do(begin(banking("Ivo", 10_000, FIVE, SPREAD, regular=2)), "Ivo: pass-hand s4")
    assert " ".join(asked(coup, "take-level")) == "Eva Gil Bea Ana Rui Leo Max Zoe Pia Ivo"
    do(coup, "time", "Pia: bid table 1000", "Zoe: bid table 1000", "Leo: bid table 1000", "time",
       "time")
    assert "take-hand" in may(coup, "Zoe")


@law("84", "83")
@pytest.mark.parametrize(("passer", "has"), [("Ana", "Pia"), ("Rui", "Leo"), ("Eva", "Ivo"),
                                             ("Gil", "Ivo"), ("Bea", "Zoe")])
def test_of_equal_bids_of_people_who_stand_the_nearest_counts(passer: str, has: str) -> None:
    """At the right of the banker who passed, not of who came to the hand in turn."""
    coup = do(begin(banking(passer, 10_000, FIVE, SPREAD, regular=3)),
              f"{passer}: pass-hand {place(passer, FIVE, SPREAD)}", "time")
    do(coup, *(f"{who}: bid table 2000" for who in ("Zoe", "Max", "Ivo", "Leo", "Pia")),
       "time", "time")
    assert "take-hand" in may(coup, has)


@law("95", "ir/344", "ir/346")
@pytest.mark.parametrize(("banker", "order"), [
    ("Ana", "Pia Rui Leo Max Eva Gil Ivo Bea Zoe"), ("Gil", "Ivo Bea Zoe Ana Pia Rui Leo Max Eva"),
    ("Leo", "Max Eva Gil Ivo Bea Zoe Ana Pia Rui"),
])
@pytest.mark.parametrize("bank_wins", [False, True])
def test_bets_are_paid_and_taken_by_place_sitting_and_standing(
        banker: str, order: str, bank_wins: bool) -> None:
    ponto, bank = ("4S 3S", "9H KH") if bank_wins else ("9S KS", "4H 3H")
    dealt = [card for pair in zip(ponto.split(), bank.split(), strict=True) for card in pair]
    at = place(banker, FIVE, SPREAD)
    coup = do(begin(banking(banker, 20_000, FIVE, SPREAD, due="void"), cards=" ".join(dealt)),
              f"{banker}: continue {at}", "time")
    for who in reversed(order.split()):
        do(coup, f"{who}: bet {place(who, FIVE, SPREAD)} 500")
    play_out(coup)
    kind = "take" if bank_wins else "award"
    assert [m.split()[2] for m in moves(coup) if m.startswith(kind)] == order.split()


# -- where people stand ----------------------------------------------------------------------------


def test_the_names_of_the_places() -> None:
    assert [(place_name(n), seat_of(n), row(n)) for n in (1, 8, 9, 16, 72)] == [
        ("s1", 1, 1), ("s8", 8, 1), ("s9", 1, 2), ("s16", 8, 2), ("s72", 8, 9)]


@law("24", "ir/344")
def test_one_comes_to_stand_behind_somebody_who_sits() -> None:
    """Behind the others who stand there, also where the first of them has gone."""
    coup = begin(banking("Ana", 10_000, FIVE, "- Leo"), cards=WINS)
    assert set(offer(coup, "Zoe", "join").seats) == {*"12345", "table"}
    assert refusal_of(coup, "Zoe: join 7")[0] == "not-offered"  # nobody sits there
    do(coup, "Zoe: join 2", "Leo: leave table", "Max: join 2", "Ana: continue 1")
    assert [offer(coup, who, "banco").seat for who in ("Zoe", "Max")] == ["s10", "s18"]
    play_out(coup, "Rui: banco 2")
    assert coup.outcome.standing == ("", "Zoe", *[""] * 7, "Max")
    again = do(begin(coup.outcome), "Ana: continue 1")
    assert [offer(again, who, "banco").seat for who in ("Zoe", "Max")] == ["s2", "s10"]


@law("24")
def test_money_keeps_its_place_and_so_does_who_stands_behind_a_free_seat() -> None:
    """A bet that lies there after a tie keeps its name; the seat before it may become free."""
    coup = do(begin(banking("Ana", 10_000, FIVE, "- Leo - - - - - - - Zoe"), cards="6S 6H KS KH"),
              "Leo: leave table", "Rui: leave 2", "Ana: continue 1", "Zoe: banco s10")
    play_out(coup)
    assert coup.outcome.standing[9] == "Zoe" and ("s10", "Zoe", 10_000) in coup.outcome.held
    after = begin(coup.outcome)
    assert set(offer(after, "Max", "join").seats) == {*"1345", "table"}


@law("24", "ir/344")
def test_who_asks_for_no_seat_stands_where_fewest_do() -> None:
    coup = do(begin(banking("Ana", 10_000, FIVE, "Pia - Leo")), "Zoe: join table",
              "Max: join table", "Ivo: join table", "Luz: join table", "Ana: continue 1")
    assert {who: offer(coup, who, "banco").seat for who in ("Zoe", "Max", "Ivo", "Luz")} == {
        "Zoe": "s2", "Max": "s4", "Ivo": "s5", "Luz": "s9"}


@law("24", "ir/344")
def test_the_house_says_how_many_stand_in_all_and_behind_one_seat() -> None:
    one = begin(banking("Ana", 10_000, FIVE, "- Leo"), table(standing_each=1))
    assert refusal_of(one, "Zoe: join 2")[0] == "not-offered"
    assert refusal_of(one, "Rui: stand-up 2") == ("barred", "24")
    do(one, "Zoe: join 3")
    all_ = begin(banking("Ana", 10_000, FIVE, "- Leo"), table(standing=2))
    do(all_, "Rui: stand-up 2")
    assert refusal_of(all_, "Zoe: join 3")[0] == "not-offered"
    assert refusal_of(all_, "Gil: stand-up 4") == ("barred", "24")
    for most in (0, 10):
        assert [v.clause for v in violations(table(standing_each=most))] == ["ir/344"]


@law("24", "96.c-3")
def test_who_gets_up_to_stand_does_so_behind_their_own_seat() -> None:
    """The banker too, once somebody else has the hand."""
    coup = do(begin(banking("Ana", 10_000, f"{FIVE} Max", "- Leo")), "Rui: stand-up 2",
              "Ana: stand-up 1", "Bea: take-level 5", "time", "Bea: alone 5")
    assert [offer(coup, who, "banco").seat for who in ("Rui", "Ana")] == ["s10", "s1"]


@law("25")
def test_nobody_stands_beside_the_dealer() -> None:
    """To the right of the ninth seat is the dealer's left; the drawing has no place there."""
    nine = "Ana Rui Eva Gil - - - - Bea"
    coup = begin(banking("Ana", 10_000, nine))
    assert refusal_of(coup, "Zoe: join 9") == ("barred", "25")
    assert refusal_of(coup, "Bea: stand-up 9") == ("barred", "25")
    assert "9" not in offer(coup, "Zoe", "join").seats
    last = begin(banking("Bea", 10_000, nine))
    assert refusal_of(last, "Bea: stand-up 9") == ("barred", "25")
    drawn = felt(table())
    for places in (drawn.places, drawn.tall.places):
        assert [p.place for p in places if p.behind] == list("12345678")


# -- nobody follows the hand -----------------------------------------------------------------------


@law("93", "ir/345")
def test_who_leaves_comes_back_to_the_same_seat_or_to_none() -> None:
    """Also without a name, after a time in a seat, and in a later coup."""
    coup = do(begin(banking("Gil", 10_000, FIVE, "- Leo - Max")), "Leo: leave table")
    assert refusal_of(coup, "Leo: join 5") == ("barred", "93")
    assert offer(coup, "Leo", "join").seats == ("2", "table")
    do(coup, "Leo: join table", "Leo: sit 6")
    assert refusal_of(coup, "Leo: stand-up 6") == ("barred", "93")
    do(coup, "Leo: leave 6", "Max: leave table", "Gil: continue 4")
    play_out(coup, "Bea: banco 5")
    later = begin(coup.outcome)
    assert refusal_of(later, "Leo: join 3") == ("barred", "93")
    assert refusal_of(later, "Leo: join 9") == ("barred", "25")
    assert refusal_of(later, "Max: join 2") == ("barred", "93")
    do(later, "Leo: join 2", "Max: join 4", "Zoe: join 3")


@law("93", "ir/345")
def test_with_a_new_shoe_one_may_stand_elsewhere() -> None:
    ended = msgspec.structs.replace(IN_USE, last=True)
    stays = begin(evening(FIVE, "- Leo", stood={"Max": 4}, regular=1))
    assert refusal_of(stays, "Max: join 3") == ("barred", "93")
    anew = begin(evening(FIVE, "- Leo", stood={"Max": 4}, regular=1, shoe=ended))
    while not window(anew).startswith("hand"):
        do(anew, "time")
    do(anew, "Max: join 3")


@law("93", "24")
def test_who_has_a_place_takes_no_other() -> None:
    coup = begin(banking("Ana", 10_000, FIVE, "- Leo"))
    assert refusal_of(coup, "Leo: join 3") == ("barred", "93")
    assert refusal_of(coup, "Ana: join 3") == ("barred", "93")


# -- what release 0.1.0 left -----------------------------------------------------------------------


@law("ir/344")
def test_a_coup_without_places_is_ended_in_the_order_of_arrival() -> None:
    """As it was begun; with the next one the first who came stands behind seat 1."""
    old = banking("Rui", 10_000, FIVE, "Leo - Ivo", due="void", placed=False)
    coup = begin(old, cards=WINS)
    assert [o.seat for o in coup.standing.offers if o.act == "join"] == ["table"]
    do(coup, "Zoe: join table", "Leo: leave table", "Leo: join table", "Rui: continue 2")
    assert " ".join(asked(coup, "banco")) == "Eva Gil Bea Ana Ivo Zoe Leo"
    assert offer(coup, "Zoe", "banco").seat == "s4"
    play_out(coup, "Bea: banco 5")
    assert not coup.outcome.placed and coup.outcome.standing == ("Ivo", "Zoe", "Leo")
    again = do(begin(GAME.upgrade_carry(coup.outcome)), "Rui: continue 2")
    assert asked(again, "banco")[-3:] == ["Zoe", "Leo", "Ivo"]


@law("ir/344")
def test_nine_who_stood_in_a_row_have_nine_places() -> None:
    """The ninth is the second behind seat 1."""
    nine = [f"P{n}" for n in range(1, 10)]
    old = banking("Bea", 10_000, FIVE, " ".join(nine), due="void", placed=False)
    coup = do(begin(GAME.upgrade_carry(old)), "Bea: continue 5")
    assert asked(coup, "banco")[4:] == ["P5", "P6", "P7", "P8", "P1", "P9", "P2", "P3", "P4"]
    assert GAME.upgrade_carry(GAME.upgrade_carry(old)) == GAME.upgrade_carry(old)


@law("ir/344")
def test_a_bet_that_lies_there_keeps_the_place_that_it_had_without_a_seat() -> None:
    old = banking("Rui", 10_000, FIVE, "- Leo", due="tie", placed=False)
    held = (*old.held, ("s2", "Leo", 1_000))
    coup = play_out(begin(msgspec.structs.replace(old, held=held), cards="6S 6H KS KH"),
                    "Rui: continue 2")
    assert coup.outcome.standing == ("", "Leo")
    assert ("s2", "Leo", 1_000) in coup.outcome.held
    again = do(begin(GAME.upgrade_carry(coup.outcome)), "Rui: continue 2")
    assert {o.seat for o in again.standing.offers if o.player == "Leo"} == {"s2"}


# -- what others see of it -------------------------------------------------------------------------


def seen(coup: Dealer, carry: Any) -> dict[str, tuple[str, str]]:
    standing: dict[str, tuple[str, str]] = GAME.standing_players(carry, coup.record)
    return standing


@law("24")
def test_who_stands_where_follows_from_what_was_done() -> None:
    carry = banking("Ana", 10_000, FIVE, "- Leo - Max")
    coup = do(begin(carry, cards=WINS), "Zoe: join 2", "Leo: leave table", "Rui: stand-up 2",
              "Max: sit 6", "Ivo: join table")
    assert seen(coup, carry) == {"s1": ("Ivo", "1"), "s10": ("Zoe", "2"), "s18": ("Rui", "2")}
    play_out(coup, "Ana: continue 1", "Bea: banco 5")
    assert seen(begin(coup.outcome), coup.outcome) == {
        "s1": ("Ivo", "1"), "s2": ("Zoe", "2"), "s10": ("Rui", "2")}


@law("24", "85", "96.c-9")
def test_who_stands_up_when_the_hand_comes_has_left_the_seat_and_stands_behind_it() -> None:
    carry = evening(FIVE, regular=1)
    coup = do(begin(carry), "Rui: stand-up 2")
    assert calls(coup) == ["bank-refused 2"]
    assert seen(coup, carry) == {"s2": ("Rui", "2")} and "sit" not in may(coup, "Rui")


@law("107")
def test_nobody_stands_at_a_table_that_closes() -> None:
    ended = msgspec.structs.replace(IN_USE, last=True)
    carry = banking("Ana", 10_000, FIVE, "- Leo", due="void", shoe=ended, closing="last")
    coup = begin(carry)
    while window(coup) not in ("", "seats"):
        do(coup, "time")
    assert seen(coup, carry) == {}
