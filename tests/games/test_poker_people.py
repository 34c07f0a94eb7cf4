"""Portaria 217/2007, non-banked poker: who sits, waits, rests and leaves, and what they bring."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.families.pokertable.public_state import reopen
from sabot.families.pokertable.round import Carry, Folk
from sabot.families.pokertable.rules import violations
from sabot.families.pokertable.seat_draw import lot_sides, order_by_lots
from sabot.families.pokertable.table_group import by_suit, may_change_table
from sabot.families.pokertable.variant import VARIANTS
from sabot.games import game
from sabot.procedure import (
    RISES,
    Call,
    Deal,
    Dealer,
    Handle,
    Live,
    Move,
    Refusal,
    Scripted,
    Throw,
    replay,
)
from sabot.procedure.refusal_text import render_refusal, text_for_clause, with_refusal_words
from support.poker_table import (
    NAMES,
    SECTION,
    asked,
    begin,
    bets,
    calls,
    caves,
    do,
    evening,
    law,
    may,
    moves_under,
    offer,
    pack,
    refusal_of,
    steps,
    table,
    try_act,
    window,
)

CAVE = 20_000  # twenty times the minimum of ten


def chance(seed: int = 1) -> Live:
    return Live(Seeded(seed, "people"))


def pause(people: int = 5, had: int = 0, *, cave: int = CAVE, of: str = "holdem",
          folk: dict[str, Any] | None = None, hands: int = 1, **rules: Any) -> Dealer:
    """The pause before a hand: so many sit at places 1, 2, 3 and so on."""
    return begin(evening([cave] * people, of, hand=had, hands=hands, folk=Folk(**(folk or {}))),
                 table(of, **rules), chance())


def again(dealer: Dealer, seed: int = 2) -> Dealer:
    """The pause after a hand."""
    return begin(dealer.outcome, table(), chance(seed))


def over(dealer: Dealer, quiet: str = "") -> Dealer:
    """The hand played to its end: all check or give up; for ``quiet`` the clock does."""
    while not dealer.over:
        turn = next((o for o in dealer.standing.offers if o.act == "fold"), None) \
            if dealer.standing else None
        if turn is None or turn.player == quiet:
            do(dealer, "time")
        else:
            do(dealer, f"{turn.player}: "
               f"{'check' if 'check' in may(dealer, turn.player) else 'fold'} {turn.seat}")
    return dealer


def places_dealt(dealer: Dealer) -> list[str]:
    """The places that have cards, in the order of the deal."""
    return list(dict.fromkeys(step.to for step in steps(dealer, Deal) if step.to.isdecimal()))


def sat(dealer: Dealer) -> tuple[str, ...]:
    """Who sits where once the hand is over."""
    found: tuple[str, ...] = dealer.outcome.seats
    return found


# -- the table -------------------------------------------------------------------------------------


def breaks(of: str = "holdem", **rules: Any) -> set[str]:
    """The clauses that a table with these rules breaks."""
    return {v.clause.rpartition("/")[2] for v in violations(VARIANTS[of], table(of, **rules))}


@law("28", "74-2", "98")
def test_what_the_house_fixes_before_the_game() -> None:
    assert breaks() == breaks("sintetico") == set()
    assert breaks(entry="average") == breaks("sintetico", entry="average") == set()
    assert breaks("sintetico", entry="floor") == {"28"}
    assert breaks(sessions=24) == set() and breaks(sessions=25) == {"74-2"}
    assert breaks("sintetico", sessions=-1) == {"98"}


# -- the start: registration and lots --------------------------------------------------------------


def new_table(*throws: tuple[int, ...], people: int = 4, **rules: Any) -> Dealer:
    """A new table at which so many have registered with their initial caves."""
    at = table(**rules)
    dealer = begin(game("holdem").opening(at), at, Scripted(" ".join(pack("holdem", [""] * 10)),
                                                            throws))
    for n in range(people):
        do(dealer, f"{NAMES[n]}: sit {n + 1} {CAVE}")
    return dealer


@law("8.a", "11", "75", "ir/258")
def test_seats_are_drawn_by_lot_among_who_registered() -> None:
    """Ana draws place 4, Rui the first of those left, and so on; each takes their cave there."""
    dealer = new_table((4, 1, 8, 1))
    assert refusal_of(dealer, "Bea: sit 9 30000") == ("above-maximum", "75")
    assert refusal_of(dealer, "Bea: sit 9 10000") == ("below-minimum", "75")
    do(dealer, "time")
    assert [(step.thing, step.sides, step.first) for step in steps(dealer, Throw)] \
        == [("lot", (10, 9, 8, 7), 1)]
    assert next(step.facts for step in steps(dealer, Call) if step.call == "drawn") \
        == {RISES: {"1": 4, "2": 1, "3": 10, "4": 2}}
    over(dealer)
    assert sat(dealer) == ("Rui", "Gil", "", "Ana", "", "", "", "", "", "Eva")
    assert set(caves(dealer)) == {1, 2, 4, 10} and sum(caves(dealer).values()) == 4 * CAVE


@law("9.b", "11", "29")
def test_seats_are_drawn_once_and_the_game_begins_at_the_dealer_s_left() -> None:
    dealer = over(do(new_table((4, 1, 8, 1)), "time"))
    assert "hand 1" in calls(dealer)
    assert not steps(over(again(dealer)), Throw)


def test_a_lot_names_each_once() -> None:
    assert lot_sides(10, 3) == (10, 9, 8)
    assert order_by_lots("ABCDE", (5, 1, 1)) == ["E", "A", "B"]


@law("12.b", "8.a")
def test_who_finds_no_seat_is_on_the_list_and_is_called_when_one_is_free() -> None:
    dealer = pause(10)
    assert "sit" not in may(dealer, "Zoe")
    assert refusal_of(dealer, "Ana: book table") == ("barred", "8.a")
    do(dealer, "Zoe: book table")
    assert refusal_of(dealer, "Zoe: book table") == ("barred", "8.a")
    do(dealer, "Eva: leave 3")
    assert "called" in calls(dealer) and window(dealer).startswith("called")
    assert refusal_of(dealer, f"Max: sit 3 {CAVE}")[0] == "not-yours"
    do(dealer, f"Zoe: sit 3 {CAVE}")
    assert window(dealer) == "between" and sat(over(dealer))[2] == "Zoe"


@law("12.b")
def test_who_is_called_and_does_not_come_loses_their_place_on_the_list() -> None:
    dealer = do(pause(10), "Zoe: book table", "Max: book table", "Eva: leave 3")
    assert window(dealer).startswith("called")
    do(dealer, "time")
    assert window(dealer).startswith("called")
    do(dealer, "time")
    assert window(dealer) == "between" and "sit" in may(dealer, "Zoe")


@law("12.b", "ir/259")
def test_lots_decide_among_those_who_registered_in_the_same_hand() -> None:
    """Zoe registered before Max and Ivo, is called first, and lots decide between the two."""
    folk = {"booked": [("Max", 3), ("Ivo", 3), ("Zoe", 2)]}
    carry = evening([CAVE] * 8, hands=4, folk=Folk(**folk))
    dealer = begin(carry, table(), Scripted("2S", [(2,)]))
    assert not steps(dealer, Throw)
    do(dealer, f"Zoe: sit 9 {CAVE}")
    assert [step.sides for step in steps(dealer, Throw)] == [(2,)]
    do(dealer, f"Ivo: sit 10 {CAVE}")
    assert window(dealer) == "between"
    assert may(dealer, "Max") == {"leave"}  # from the list
    do(dealer, "Max: leave table")
    assert may(dealer, "Max") == {"book"}


@law("12.a", "12", "14.k")
def test_who_asked_to_change_goes_before_the_list() -> None:
    dealer = do(pause(10), "Zoe: book table", "Ana: change-seat 3")
    assert "seat-changed 3" not in calls(dealer)
    do(dealer, "Eva: leave 3")
    assert "seat-changed 3" in calls(dealer)
    assert moves_under(dealer, "12.a") == ["1/cave 3/cave 20000"]
    do(dealer, f"Zoe: sit 1 {CAVE}")
    assert sat(over(dealer))[:3] == ("Zoe", "Rui", "Ana")


@law("14.k")
def test_nobody_changes_with_another_player() -> None:
    """Each of two asks for the seat of the other, and both stay; one's own seat takes it back."""
    dealer = do(pause(5), "Ana: change-seat 2", "Rui: change-seat 1", "Rui: change-seat 2")
    assert sat(over(dealer))[:2] == ("Ana", "Rui")
    assert dealer.outcome.folk.moves == [("Ana", 2)]


@law("12.a")
def test_a_seat_that_is_free_is_taken_before_the_next_hand() -> None:
    dealer = do(pause(5), "time")
    assert refusal_of(dealer, "Bea: change-seat 9")[0] == "not-offered"  # while Bea plays
    bets(dealer, "f f f")
    do(dealer, "Bea: change-seat 9")
    assert "seat-changed 9" not in calls(dealer)
    later = over(again(over(dealer)))
    assert sat(later)[4] == "" and sat(later)[8] == "Bea"


@law("12.a", "12.b")
def test_a_newcomer_does_not_take_the_seat_that_a_player_has_asked_for() -> None:
    """Eva is out of the hand and asks for the seat of Gil, who leaves in the middle of it. Zoe is
    put on the list, and gets the seat that Eva leaves."""
    dealer = bets(do(pause(10), "time"), "f f")
    do(dealer, "Eva: change-seat 4", "Gil: leave 4")
    assert may(dealer, "Zoe") == {"book"}
    do(dealer, "Zoe: book table")
    later = again(over(dealer))
    assert window(later).startswith("called")
    do(later, f"Zoe: sit 3 {CAVE}")
    assert sat(over(later))[2:4] == ("Zoe", "Eva")


@law("27", "ir/258")
def test_who_played_the_session_before_goes_first_when_too_many_register() -> None:
    """Twelve want ten places. Kim, on the list, played before and sits; lots choose nine more."""
    folk = Folk(registered=list(NAMES[:10]), booked=[("Kim", 0), ("Lia", 0)], previous=["Kim"])
    carry = evening([CAVE] * 10, hands=0, folk=folk)
    dealer = begin(carry, table(), Scripted("2S " * 40, [(1,) * 9, (1,) * 10]))
    do(dealer, "time")
    assert steps(dealer, Throw)[0].sides == (11, 10, 9, 8, 7, 6, 5, 4, 3)
    assert "not-drawn 10" in calls(dealer)
    assert refusal_of(dealer, f"Lia: sit 10 {CAVE}")[0] in ("not-yours", "not-your-turn")
    do(dealer, f"Kim: sit 10 {CAVE}")
    over(dealer)
    assert set(sat(dealer)) == {*NAMES[:9], "Kim"}
    assert [who for who, _ in dealer.outcome.folk.booked] == ["Lia", NAMES[9]]


# -- several tables --------------------------------------------------------------------------------


@law("25")
def test_each_draws_a_suit_that_is_their_table() -> None:
    """Nine players and two tables: five and four, whatever the lots."""
    found = by_suit("ABCDEFGHI", ("one", "two"), (1,) * 9)
    assert found == {"one": list("ACEGI"), "two": list("BDFH")}
    assert by_suit("AB", ("one", "two"), (2, 1)) == {"one": ["B"], "two": ["A"]}
    with pytest.raises(ValueError, match="4 suits"):
        by_suit("ABCDE", tuple("12345"), (1,) * 5)


@law("26", "26-2", "ir/262")
def test_a_player_changes_table_only_without_a_cave_and_where_both_stay_even() -> None:
    at = table()
    assert may_change_table(at, 0, here=6, there=5) == ""
    assert may_change_table(at, 100, here=6, there=5).endswith("/26")
    assert may_change_table(at, 0, here=4, there=2).endswith("/26-2")
    assert may_change_table(at, 0, here=6, there=6).endswith("/26-2")


# -- what is brought and added ---------------------------------------------------------------------


@law("10", "78", "20-2", "52", "10-2")
def test_who_joins_hold_em_brings_at_least_what_the_casino_asks() -> None:
    dealer = pause(5, cave=50_000)
    assert refusal_of(dealer, "Zoe: sit 9 19500") == ("below-minimum", "78")
    assert refusal_of(dealer, "Zoe: sit 9 20001") == ("off-unit", "20-2")
    do(dealer, "Zoe: sit 9 20000", "Max: sit 8 90000")
    assert refusal_of(dealer, "Zoe: sit 10 20000") == ("barred", "10")
    assert refusal_of(dealer, "Ivo: sit 9 20000") == ("not-yours", "10")
    assert [(m.bet, m.player, m.amount) for m in steps(dealer, Move) if m.kind == "stake"] \
        == [("9/cave", "Zoe", 20_000), ("8/cave", "Max", 90_000)]


@law("28", "ir/269")
@pytest.mark.parametrize(("of", "rules"), [("sintetico", {}),
                                           ("holdem", {"entry": "average"})])
def test_who_joins_brings_the_average_of_the_table(of: str, rules: dict[str, Any]) -> None:
    """Caves of 100, 200, 300 and 401: 250.25 on average, and no part of a chip."""
    carry = evening([10_000, 20_000, 30_000, 40_100], of)
    dealer = begin(carry, table(of, unit=100, **rules), chance())
    assert (offer(dealer, "Zoe", "sit").low, offer(dealer, "Zoe", "sit").high) == (25_000, 25_000)
    assert refusal_of(dealer, "Zoe: sit 9 24900") == ("below-minimum", "28")


@law("28", "ir/269")
def test_what_lies_in_the_pot_counts_for_who_bet_it() -> None:
    dealer = do(pause(4, entry="average"), "time")
    bets(dealer, "5000")
    assert offer(dealer, "Zoe", "sit").low == CAVE


@law("14.h", "ir/269")
def test_who_comes_back_brings_what_they_had() -> None:
    dealer = do(pause(5, cave=75_000), "Ana: leave 1", "Zoe: sit 8 20000")
    assert refusal_of(dealer, "Ana: sit 1 20000") == ("below-minimum", "14.h")
    do(dealer, "Ana: sit 1 75000")


@law("58-2", "71.a", "ir/311")
@pytest.mark.parametrize(("reports", "clause"), [
    (("grave-breach",), "58-2"), (("breach", "breach"), "58-2"), (("slow", "slow"), "71.a")])
def test_who_had_to_leave_the_table_gets_no_seat_in_this_game(
        reports: tuple[str, ...], clause: str) -> None:
    at = table(attended=True)
    dealer = do(begin(evening([CAVE] * 6, hand=5), at, chance()), "time")
    assert asked(dealer) == ("2", "Rui")
    for kind in reports:
        do(dealer, f"report {kind} 2")
    assert "must-leave 2" in calls(dealer) and may(dealer, "Rui") == set()
    for act in (f"Rui: sit 2 {CAVE}", f"Rui: sit 9 {CAVE}", "Rui: book table"):
        assert refusal_of(dealer, act) == ("barred", clause)
    assert "sit" in may(dealer, "Zoe")
    assert may(again(over(dealer)), "Rui") == set()


@law("58", "58-2", "14.f", "14.h")
@pytest.mark.parametrize(("people", "asked_for"), [(6, "between"), (3, "seats")])
def test_a_breach_between_two_hands_is_warned_of_too(people: int, asked_for: str) -> None:
    """A loan needs no cards on the table; nobody is delayed there, since nobody's turn it is."""
    at = table(attended=True)
    chance_ = Scripted("", words=["loan", "not-restored"])
    dealer = begin(evening([CAVE] * people, hand=5), at, chance_)
    assert window(dealer) == asked_for
    do(dealer, "report breach 2")
    assert steps(dealer, Call)[-1].call == "warned" and window(dealer) == asked_for
    assert refusal_of(dealer, "report slow 2")[0] == "no-fault"
    do(dealer, "report breach 2")
    assert "must-leave 2" in calls(dealer) and may(dealer, "Rui") == set()
    assert [step.law.rpartition("/")[2] for step in steps(dealer, Call)
            if step.call in ("warned", "must-leave")] == ["14.f", "58-2"]


@law("13-2", "ir/311")
def test_who_did_not_play_may_come_back_and_a_new_game_is_open_to_all() -> None:
    carry = evening([CAVE] * 4, folk=Folk(absent={"Gil": 3}, out={"Zoe": f"{SECTION}/58-2"}))
    dealer = begin(carry, table(), chance())
    assert "away 4" in calls(dealer) and window(dealer) == "seats"
    assert "sit" in may(dealer, "Gil") and may(dealer, "Zoe") == set()
    do(dealer, "time")
    assert "game-closed" in calls(dealer) and "sit" in may(dealer, "Zoe")
    full = pause(10, folk={"out": {"Zoe": f"{SECTION}/58-2"}})
    assert may(full, "Zoe") == set() and may(full, "Gil") > {"leave"}
    assert refusal_of(full, "Zoe: book table") == ("barred", "58-2")


@law("14.e", "79", "75", "ir/261")
def test_a_cave_is_made_up_between_hands_only() -> None:
    dealer = pause(5, top_up=10_000)
    assert refusal_of(dealer, "Ana: top-up 1 5000") == ("below-minimum", "75")
    do(dealer, "Ana: top-up 1 10000", "Ana: top-up 1 10000", "time")
    assert refusal_of(dealer, "Ana: top-up 1 10000") == ("barred", "14.e")
    bets(dealer, "f f f f")
    assert caves(dealer)[1] >= CAVE + 2 * 10_000 - 1_000


@law("79", "14.e", "ir/261", "ir/263")
def test_who_has_less_than_the_minimum_is_not_dealt_in_and_may_add_meanwhile() -> None:
    carry = evening([CAVE, CAVE, 500, CAVE, CAVE])
    dealer = do(begin(carry, table(), chance()), "time")
    assert places_dealt(dealer) == ["1", "2", "4", "5"]
    do(dealer, f"Eva: top-up 3 {CAVE}")
    assert places_dealt(over(do(again(over(dealer)), "time")))[-1] == "1"


@law("14.g", "9.d", "5-3", "ir/266")
def test_chips_leave_a_cave_as_a_tip_or_with_their_player() -> None:
    dealer = pause(5)
    assert may(dealer, "Ana") == {"leave", "top-up", "tip", "rest", "change-seat"}
    assert refusal_of(dealer, "Ana: tip 1 20500") == ("above-maximum", "14.g")
    do(dealer, "Ana: tip 1 500")
    assert [(m.kind, m.bet, m.amount) for m in steps(dealer, Move) if m.kind == "gratuity"] \
        == [("gratuity", "1/cave", 500)]
    do(dealer, "time")
    assert "tip" not in may(dealer, "Ana")


@law("39.a")
def test_who_plays_a_hand_stays_until_they_give_it_up() -> None:
    dealer = do(pause(5), "time")
    assert refusal_of(dealer, "Eva: leave 3") == ("barred", "39.a")
    bets(dealer, "f")
    do(dealer, "Eva: leave 3")
    assert sat(over(dealer))[2] == ""


@law("24", "14.e", "ir/268")
def test_a_player_whom_the_others_cannot_spare_reads_what_holds_now() -> None:
    """Leo sits down during the hand; Eva then gives up with less than the minimum, so that three
    are left to play: nobody may rest, and nobody adds chips to the stack of another."""
    dealer = begin(evening([30_000, 30_000, CAVE, CAVE, CAVE], hand=5), table(), chance())
    do(dealer, "Gil: rest table", "Bea: leave 5", "time", f"Leo: sit 5 {CAVE}")
    assert "rest" in may(dealer, "Leo")
    bets(dealer, "18500 5000 c f")
    assert refusal_of(dealer, "Leo: rest table") == ("barred", "24")
    assert refusal_of(dealer, "Leo: top-up 1") == ("barred", "14.e")
    do(dealer, f"Leo: top-up 5 {CAVE}")


@law("ir/24")
def test_a_void_refunds_the_bets_of_who_has_gone() -> None:
    """Eva bet, gave up and left; Zoe sits on her place, and her cave is her own."""
    dealer = do(pause(4), "time")
    bets(dealer, "1000 2000 c c f")  # Eva raises, Gil raises more, Eva gives up
    do(dealer, "Eva: leave 3", f"Zoe: sit 3 {CAVE}")
    dealer.void("a fault")
    assert [(m.player, m.amount) for m in steps(dealer, Move) if m.kind == "refund"] \
        == [("Eva", 2_000)]
    assert {who: cents for _, who, cents in dealer.outcome.held} \
        == dict.fromkeys(("Ana", "Rui", "Zoe", "Gil"), CAVE)


# -- rest, absence, missed bets --------------------------------------------------------------------


@law("13", "90")
def test_two_hands_of_rest_keep_the_seat() -> None:
    """Rui rests while the big and the small bet pass, and restores both on coming back: 10 and 5
    that count for no bet in the hand."""
    first = do(pause(5, had=5), "Rui: rest table", "time")
    assert places_dealt(first) == ["1", "3", "4", "5"]
    second = do(again(over(first)), "time")
    assert places_dealt(second) == ["3", "4", "5", "1"]
    third = do(again(over(second)), "time")
    assert places_dealt(third) == ["4", "5", "1", "2", "3"]
    assert moves_under(third, "90") == ["2/cave 2/dead 1500"]
    bets(third, "f")
    assert offer(third, "Rui", "call").cost == 1_000
    assert sat(over(third))[1] == "Rui" and third.outcome.folk.owed == {}


@law("13")
def test_who_asks_in_the_middle_of_a_hand_rests_for_the_two_after_it() -> None:
    """The hand in which they ask is not one of the two."""
    dealer = do(pause(6, had=5), "time", "Eva: rest table")
    played = []
    for n in range(3):
        dealer = do(again(over(dealer), n), "time")
        played.append("3" in places_dealt(dealer))
    assert played == [False, False, True]


@law("13", "13-2", "ir/263")
def test_who_comes_back_in_the_middle_of_a_hand_of_rest_has_missed_none() -> None:
    dealer = do(pause(6, had=5), "Gil: rest table", "time", "Gil: back table")
    assert over(dealer).outcome.folk.absent == {}
    assert "4" in places_dealt(do(again(dealer), "time"))


@law("13-2", "ir/263")
def test_a_bet_of_the_hand_in_which_a_rest_was_asked_for_is_none_since() -> None:
    dealer = bets(do(pause(6, had=5), "time", "Eva: rest table"), "c c")
    assert asked(dealer) == ("4", "Gil")
    for n in range(3):
        dealer = do(again(over(dealer), n), "time")
    assert refusal_of(dealer, "Eva: rest table") == ("barred", "13-2")


@law("90")
def test_the_rest_can_be_ended_before_anything_was_missed() -> None:
    dealer = do(pause(5, had=5), "Gil: rest table")
    assert may(dealer, "Gil") >= {"back"} and "rest" not in may(dealer, "Gil")
    do(dealer, "Gil: back table", "time")
    assert "4" in places_dealt(dealer) and not moves_under(dealer, "90")


@law("90")
def test_who_has_less_than_they_missed_restores_what_they_have() -> None:
    carry = evening([CAVE, CAVE, CAVE, 1_000, CAVE], hand=5, folk=Folk(owed={"Gil": 1_500}))
    dealer = over(do(begin(carry, table(), chance()), "time"))
    assert moves_under(dealer, "90") == ["4/cave 4/dead 1000"]
    assert dealer.outcome.folk.owed == {"Gil": 500}


def owes(dealer: Dealer, *who: str) -> list[int]:
    """What players owe after a hand."""
    return [over(dealer).outcome.folk.owed.get(name, 0) for name in who]


@law("14.h", "24")
def test_a_game_that_all_have_left_is_the_same_until_it_is_closed() -> None:
    """All leave a suspended game: who comes back within the quarter of an hour brings what they
    had, however often they leave; in a new game they bring what it asks for."""
    dealer = do(pause(4, cave=75_000), *(f"{who}: leave {n}" for n, who in enumerate(NAMES[:4], 1)))
    assert window(dealer) == "seats" and dealer.standing.clock == "suspension"
    for _ in range(2):
        assert refusal_of(dealer, f"Ana: sit 1 {CAVE}") == ("below-minimum", "14.h")
        do(dealer, "Ana: sit 1 75000", "Ana: leave 1")
    do(dealer, f"Zoe: sit 1 {CAVE}", "time", f"Ana: sit 1 {CAVE}")
    assert "game-closed" in calls(dealer)


@law("90", "ir/310")
def test_who_leaves_before_their_bets_and_comes_back_restores_them() -> None:
    """Both bets pass the seat that Gil had; Gil takes another one, and brings 15 for them."""
    dealer = do(pause(6, had=1), "Gil: leave 4", "time")  # Rui has the hand, Eva the big bet
    assert owes(dealer, "Gil", "Bea") == [0, 0]
    dealer = do(again(dealer), "time")                    # Eva has it, the big bet goes to Bea
    assert owes(dealer, "Gil") == [1_000]
    dealer = do(again(dealer), "time")                    # Bea has it
    assert owes(dealer, "Gil") == [1_500]
    dealer = do(again(dealer), f"Gil: sit 8 {CAVE}", "time")
    assert moves_under(dealer, "90") == ["8/cave 8/dead 1500"]
    assert owes(dealer, "Gil") == [0] and dealer.outcome.folk.left == {}


@law("90", "ir/310")
def test_what_was_owed_is_owed_still_by_who_takes_a_seat_anew() -> None:
    carry = evening([CAVE] * 6, hand=5, folk=Folk(owed={"Gil": 1_500}))
    dealer = do(begin(carry, table(), chance()), "Gil: leave 4", f"Gil: sit 4 {CAVE}", "time")
    assert moves_under(dealer, "90") == ["4/cave 4/dead 1500"]


@law("90", "80", "ir/310")
def test_nobody_sits_down_anew_to_let_the_small_bet_pass() -> None:
    """Rui had the big bet and would have the hand. A player who joins cannot have it: Rui plays the
    next hand with the small bet that was missed."""
    dealer = do(pause(6, had=1), "Rui: leave 2", f"Rui: sit 2 {CAVE}", "time")
    assert "enters-next 2" in calls(dealer) and owes(dealer, "Rui") == [500]
    assert moves_under(do(again(dealer), "time"), "90") == ["2/cave 2/dead 500"]


@law("90", "ir/310")
def test_one_small_and_one_big_bet_is_all_that_is_owed() -> None:
    """Gil is away while the bets pass the seat twice."""
    dealer = do(pause(6, had=1), "Gil: leave 4")
    for n in range(12):
        assert owes(do(dealer, "time"), "Gil")[0] <= 1_500
        dealer = again(dealer, n)
    assert owes(do(dealer, "time"), "Gil") == [1_500]


@law("90", "ir/310")
def test_nothing_passes_a_seat_that_somebody_else_has_taken() -> None:
    dealer = do(pause(6, had=1), "Gil: leave 4", f"Zoe: sit 4 {CAVE}", "time")
    for n in range(6):
        assert owes(dealer, "Gil", "Zoe") == [0, 0]
        dealer = do(again(dealer, n), "time")


@law("13-2", "ir/263")
def test_a_rest_is_not_repeated_before_a_bet() -> None:
    dealer = do(pause(6), "Gil: rest table", "Gil: back table")
    assert refusal_of(dealer, "Gil: rest table") == ("barred", "13-2")
    do(dealer, "time")
    while (turn := next(o for o in dealer.standing.offers if o.act == "fold")).player != "Gil":
        bets(dealer, "f")
    bets(dealer, "c")
    assert turn and "rest" in may(again(over(dealer)), "Gil")


@law("24", "ir/268")
def test_nobody_rests_whom_the_others_cannot_spare() -> None:
    """Of five two may rest, since three others play; the third may not."""
    dealer = do(pause(5), "Ana: rest table", "Rui: rest table")
    assert refusal_of(dealer, "Eva: rest table") == ("barred", "24")
    do(dealer, "time")
    assert places_dealt(dealer) == ["3", "4", "5"]


@law("24", "ir/268")
def test_who_has_less_than_the_minimum_is_nobody_to_play_on_with() -> None:
    """Six sit, and two of them have lost their caves: nobody of the four others may rest."""
    carry = evening([CAVE, CAVE, CAVE, CAVE, CAVE, 500])
    dealer = do(begin(carry, table(), chance()), "Ana: rest table")
    assert refusal_of(do(dealer, "Rui: rest table"), "Eva: rest table") == ("barred", "24")
    assert window(dealer) == "between"


@law("13", "24", "ir/268")
def test_rests_end_where_nobody_would_be_left_to_play() -> None:
    """Of six three rest, and two others leave: four players are no reason to suspend the game."""
    dealer = do(pause(6), "Ana: rest table", "Rui: rest table", "Eva: rest table", "Bea: leave 5")
    assert calls(dealer) == []
    do(dealer, "Leo: leave 6")
    assert calls(dealer) == ["rests-over"] and window(dealer) == "between"
    assert "rest" not in may(dealer, "Ana") and "back" not in may(dealer, "Ana")
    do(dealer, "time")
    assert set(places_dealt(dealer)) == {"1", "2", "3", "4"}


@law("13-2", "ir/263")
def test_who_does_not_play_three_hands_in_a_row_must_leave() -> None:
    """The clock decides for Bea in three hands; Bea leaves with the cave."""
    dealer = pause(6)
    for _ in range(3):
        assert "away 5" not in calls(dealer)
        dealer = again(over(dealer, quiet="Bea"))
    assert "away 5" in calls(dealer)
    assert any(m.kind == "return" and m.bet == "5/cave" for m in steps(dealer, Move))
    assert "Bea" not in sat(over(dealer))


@law("13-2", "89", "ir/263", "ir/264")
def test_five_hands_without_a_bet_cost_a_big_bet_and_no_seat() -> None:
    """Gil gave five hands up. The big bet belongs to this hand: Gil may check to it, and who speaks
    first does not change."""
    carry = evening([CAVE] * 6, hand=6, folk=Folk(unbet={"Gil": 5, "Bea": 4}))
    dealer = do(begin(carry, table(), chance()), "time")
    assert moves_under(dealer, "89") == ["4/cave 4/pot 1000"]
    bets(dealer, "f")  # Eva, at the left of the big bet
    assert may(dealer, "Gil") >= {"check", "raise"} and "call" not in may(dealer, "Gil")
    over(dealer)
    assert dealer.outcome.folk.unbet.get("Gil", 0) == 0
    assert dealer.outcome.folk.unbet["Bea"] == 5


@law("80")
def test_who_has_just_joined_does_not_have_the_hand() -> None:
    """Place 2 would have the hand; Zoe takes it, and the hand moves to place 3."""
    carry = evening([CAVE, 0, CAVE, CAVE, CAVE], hand=1)
    dealer = do(begin(carry, table(), chance()), f"Zoe: sit 2 {CAVE}", "time")
    assert "enters-next 2" in calls(dealer) and "hand 3" in calls(dealer)
    assert "2" not in places_dealt(dealer)
    assert over(dealer).outcome.folk.absent == {}  # it is not Bea who does not play (13-2)
    assert "2" in places_dealt(do(again(dealer), "time"))


@law("24", "24-2")
def test_fewer_than_four_wait_a_quarter_of_an_hour_and_the_game_is_closed() -> None:
    dealer = do(pause(4), "Ana: leave 1")
    assert dealer.standing.clock == "suspension" and "suspended" in calls(dealer)
    assert table().clocks.suspension == 15 * 60
    do(dealer, "time")
    assert "game-closed" in calls(dealer)
    assert sum(m.amount for m in steps(dealer, Move) if m.kind == "return") == 4 * CAVE
    assert window(dealer) == "seats" and not dealer.standing.clock


@law("24")
def test_a_fourth_player_ends_the_suspension() -> None:
    dealer = do(pause(4), "Ana: leave 1", f"Zoe: sit 1 {CAVE}")
    assert window(dealer) == "between"
    assert sat(over(dealer))[0] == "Zoe"


@law("4-2", "24")
def test_the_pack_is_opened_after_an_interruption() -> None:
    """A suspension, or a hand that is stopped, and only then: a game that goes on shows nothing
    between two hands."""
    dealer = do(pause(4), "Ana: leave 1", f"Zoe: sit 1 {CAVE}", "time")
    assert [step.what for step in steps(dealer, Handle)] == ["show-cards"]
    later = do(again(over(dealer)), "time")
    assert not steps(later, Handle)
    later.void("a fault")
    assert steps(do(again(later), "time"), Handle)


@law("24", "24-2")
def test_each_suspension_is_told_and_has_its_own_quarter_of_an_hour() -> None:
    """Zoe comes and goes again before a hand is dealt: the game is suspended anew."""
    dealer = do(pause(4), "Ana: leave 1", f"Zoe: sit 1 {CAVE}")
    assert dealer.standing.clock == "late"
    do(dealer, "Zoe: leave 1")
    assert calls(dealer) == ["suspended", "suspended"]
    assert dealer.standing.clock == "suspension"


# -- sessions and limits ---------------------------------------------------------------------------


@law("74-2", "74", "7.b-2", "ir/265")
def test_a_game_is_over_with_the_last_of_its_sessions() -> None:
    at = table(sessions=2)
    carry = evening([CAVE] * 4, hands=1)
    dealer = do(begin(carry, at, chance()), "time")
    assert calls(dealer).count("session-begins-free") == 1
    do(dealer, "time", "report after-60")
    dealer = begin(over(dealer).outcome, at, chance(2))
    do(dealer, "time")
    assert calls(dealer) == ["session-begins-free"] and dealer.outcome is None
    do(dealer, "time", "report after-60")
    dealer = begin(over(dealer).outcome, at, chance(3))
    assert calls(dealer) == ["game-over"] and window(dealer) == "seats"
    assert sum(m.amount for m in steps(dealer, Move) if m.kind == "return") == 4 * CAVE


@law("7.b-2")
def test_an_hour_that_passes_between_two_hands_is_over_at_once() -> None:
    dealer = do(pause(5, sessions=2), "time", "time", "report after-60")
    assert calls(dealer)[-1] == "session-over"  # with this hand
    later = begin(over(dealer).outcome, table(sessions=2), chance(2))
    do(later, "time")
    assert calls(later)[-1] == "session-begins-free"
    do(later, "report after-60")
    assert "session-ended" in calls(later) and calls(later)[-1] == "game-over"


@law("98")
def test_synthetic_poker_has_as_many_sessions_as_were_fixed() -> None:
    at = table("sintetico", sessions=1)
    carry = evening([CAVE] * 4, "sintetico", session="over", folk=Folk(sessions=1))
    assert calls(begin(carry, at, chance())) == ["game-over"]


@law("74-2", "98", "ir/265")
@pytest.mark.parametrize("of", ["holdem", "sintetico"])
def test_a_game_of_so_many_minutes_ends_with_the_hand_in_which_they_have_passed(of: str) -> None:
    """Told as it begins, once, and as the time is up; the clock of a hand says nothing of it."""
    at = table(of, duration=90)
    dealer = do(begin(evening([CAVE] * 4, of), at, chance()), "time")
    assert calls(dealer).count("lasts") == 1
    assert next(s for s in steps(dealer, Call) if s.call == "lasts").facts == {
        "starts": 90, "minutes": 90}
    while not any(o.act == "fold" for o in dealer.standing.offers):
        do(dealer, "time")  # the cut, and what is bet before the common cards
    do(dealer, "report elapsed")
    assert calls(dealer)[-1] == "time-up"
    assert "elapsed" not in dealer.standing.faults  # once is enough
    dealer = begin(over(dealer).outcome, at, chance(2))
    assert calls(dealer) == ["game-over"] and window(dealer) == "seats"
    assert sum(m.amount for m in steps(dealer, Move) if m.kind == "return") == 4 * CAVE


@law("74-2", "ir/265")
def test_time_that_is_up_between_two_hands_ends_the_game_there() -> None:
    at = table(duration=1)
    dealer = begin(evening([CAVE] * 5, folk=Folk(timed=True)), at, chance())
    assert window(dealer) == "between"
    do(dealer, "report elapsed")
    assert calls(dealer) == ["time-ended", "game-over"]
    assert window(dealer) == "seats" and "book" not in may(dealer, "Ana")


@law("74-2", "98")
def test_a_game_has_a_duration_or_so_many_sessions() -> None:
    assert not breaks(duration=1440) and not breaks(sessions=24)
    assert breaks(duration=1441) and breaks(duration=-1) and breaks(duration=60, sessions=1)


@law("8.a", "12", "ir/259")
def test_a_table_laid_out_anew_keeps_who_waits_and_what_was_asked() -> None:
    """The list stays in its order, and who asked for another seat has asked still; who has no
    chips there has no seat."""
    folk = Folk(booked=[("Zoe", 7), ("Max", 7), ("Lia", 9)], moves=[("Ana", 8), ("Noa", 9)],
                resting={"Rui": 1, "Noa": 2}, rested=["Rui"], previous=["Ana"], absent={"Ana": 2})
    carry = reopen(table(), evening([CAVE] * 4, folk=folk, hands=9))
    people = carry.folk
    assert [player for player, _ in people.booked] == ["Zoe", "Max", "Lia"]
    first, second, third = (since for _, since in people.booked)
    assert first == second < third < carry.hands + 1
    assert people.moves == [("Ana", 8)] and people.resting == {"Rui": 1}
    assert people.rested == ["Rui"] and people.previous == ["Ana"] and not people.absent


@law("22", "20-2", "21", "ir/267")
def test_new_limits_are_told_before_the_next_hand() -> None:
    """The table is laid out anew between two hands: caves and seats stay, and in the pause
    everybody may leave."""
    old = over(pause(5))
    at = table(minimum=2_000)
    carry = reopen(at, old.outcome)
    assert carry.seats == old.outcome.seats and carry.hand == old.outcome.hand
    dealer = begin(carry, at, chance())
    assert calls(dealer) == ["limits"] and window(dealer) == "between"
    assert steps(dealer, Call)[0].facts == {"minimum": "20.00 €", "limit": "cave"}
    assert "leave" in may(dealer, "Ana")
    assert "limits" not in calls(again(over(pause(5))))


# -- the words of refusals -------------------------------------------------------------------------


@law("10", "8.a", "39.a", "14.e", "13-2", "24", "58-2")
def test_who_is_barred_is_told_why_in_words() -> None:
    """Every bar of a table has words of its own clause, in both languages."""
    folk = {"out": {"Zoe": f"{SECTION}/58-2"}, "rested": ["Gil"]}
    quiet, full, few = pause(6, folk=folk), pause(10), do(pause(4), "Rui: rest table")
    tries = [(quiet, f"Ana: sit 9 {CAVE}"), (quiet, f"Zoe: sit 9 {CAVE}"),
             (full, "Ana: book table"), (quiet, "Gil: rest table"), (few, "Ana: rest table")]
    hand_ = do(pause(6, had=5), "time")
    tries += [(hand_, "Eva: leave 3"), (hand_, f"Eva: top-up 3 {CAVE}")]
    texts = {}
    for dealer, act in tries:
        no = try_act(dealer, act)
        assert no.code == "barred", act
        for lang in ("pt", "en"):
            words = with_refusal_words(game("holdem").words)[lang]
            assert text_for_clause(no, words)
            texts[no.law, lang] = render_refusal(no, words, str)
    assert len(texts) == len(set(texts.values())) == 14


# -- as a whole ------------------------------------------------------------------------------------


def test_an_evening_of_comings_and_goings_replays() -> None:
    carry: Carry | None = None
    at = table()
    acts = (("Ana: sit 1 20000", "Rui: sit 2 20000", "Eva: sit 3 20000", "Gil: sit 4 20000",
             "Bea: sit 5 20000"), ("Rui: rest table",), ("Eva: change-seat 9",),
            ("Gil: tip 4 500",))
    for n, some in enumerate(acts):
        start = game("holdem").opening(at) if carry is None else carry
        dealer = begin(start, at, chance(n))
        for act in some:
            reply = try_act(dealer, act)
            assert n == 3 or not isinstance(reply, Refusal), act
        over(dealer)
        assert replay(game("holdem").coup(at, start), dealer.record).record == dealer.record
        carry = dealer.outcome
    assert carry and sum(map(bool, carry.seats)) == 5
