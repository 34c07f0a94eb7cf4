"""Portaria 217/2007, chemin de fer: who sits, stands and waits, the six packs, lawful tables."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sabot.equipment import Seeded, Shoe
from sabot.games import read_values
from sabot.games.chemin_de_fer.cards import burn_value
from sabot.games.chemin_de_fer.rules import violations
from sabot.procedure import Attended, Cut, Deal, Live, Open, Shuffle, offers_for
from sabot.procedure.table import Table
from support.chemin_table import (
    FOUR,
    GAME,
    IN_USE,
    banking,
    begin,
    calls,
    do,
    evening,
    handles,
    may,
    moves,
    offer,
    play_out,
    refusal_of,
    table,
    window,
)


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


# -- the table -------------------------------------------------------------------------------------


def breaks(**options: Any) -> set[str]:
    """The clauses that a table with these options breaks."""
    return {v.clause.removeprefix(f"{GAME.section}/") for v in violations(table(**options))}


def test_the_table_of_these_examples_is_lawful() -> None:
    """So that each test below breaks one rule only."""
    assert breaks() == set()


@law("3", "16", "17")
def test_nine_seats_one_for_each_of_many() -> None:
    assert breaks(places=8) == {"3"} and breaks(places=10) == {"3"}
    assert breaks(individual=True) == {"16"} and breaks(places_per_player=2) == {"17"}
    file = read_values({"game": GAME.id, "name": "x", "minimum": 5, "maximum": 50})
    assert isinstance(file, Table) and file.places == 9 and len(GAME.opening(file).seats) == 9


@law("35", "36", "82", "24", "ir/230", "ir/223")
def test_the_sums_of_a_table() -> None:
    assert breaks(minimum=550, unit=100) == {"36"} and breaks(unit=5, minimum=500) == {"ir/230"}
    assert breaks(bank=400) == {"35"} and breaks(bank=1050) >= {"35"}
    assert breaks(bank=500) == breaks(bank=2000, bid=2000) == set()
    assert breaks(bid=400, raise_by=200) == {"82"} and breaks(bid=1100) == {"82"}
    assert breaks(raise_by=75, bid=750) == {"82"} and breaks(bid=1500) == set()
    assert breaks(standing=10) == {"24"} and breaks(cagnotte=100) == {"ir/223"}


# -- seats -----------------------------------------------------------------------------------------


@law("16", "17", "21")
def test_nobody_plays_until_four_sit() -> None:
    coup = do(begin(), "Ana: sit 1", "Rui: sit 2", "Eva: sit 5")
    assert window(coup) == "seats" and not handles(coup)
    assert refusal_of(coup, "Ana: sit 4") == ("barred", "17")
    do(coup, "Eva: leave 5", "Eva: sit 5", "Gil: sit 9")
    assert handles(coup)[0] == "show-new-packs" and window(coup) == "cut:9"


@law("15", "16", "ir/221")
def test_play_stops_with_fewer_than_four() -> None:
    coup = begin(banking("Ana", 4000, "Ana Rui Eva", garage=1000))
    assert moves(coup) == ["return bank Ana 4000", "return garage Ana 1000"]
    assert calls(coup) == ["too-few"] and handles(coup) == ["spread-cards"]
    assert [e.step.law for e in coup.record if isinstance(e.step, Open)] == [f"{GAME.section}/15"]
    assert window(coup) == "seats"
    do(coup, "Gil: sit 4")
    assert any(isinstance(e.step, Shuffle) for e in coup.record) and window(coup) == "cut:4"
    do(coup, "Gil: cut 4 6")
    assert window(coup) == "hand:1"  # 29, as at the start


@law("16", "15")
def test_a_seat_lost_while_the_hand_is_given_may_stop_play() -> None:
    coup = do(begin(evening(regular=1)), "Rui: decline-hand 2")
    while not coup.over:
        do(coup, "time")
    assert coup.outcome.due == "first" and "spread-cards" in handles(coup)
    assert not coup.outcome.shoe.seal and not coup.outcome.held


@law("23", "17", "26", "22")
def test_who_says_beforehand_that_they_take_no_hand_is_not_seated() -> None:
    """At a free seat, at one that is kept for them, and when they are called to it."""
    coup = do(begin(evening(regular=1)), "Zoe: book 3", "Max: book table", "Eva: stand-up 3",
              "Ivo: join table")
    for who, n in (("Pia", 6), ("Ivo", 6), ("Eva", 6), ("Zoe", 3), ("Max", 5)):
        assert refusal_of(coup, f"{who}: sit-no-hand {n}") == ("barred", "23")
        assert "sit-no-hand" not in may(coup, who)
    assert refusal_of(coup, "Pia: sit-no-hand 3") == ("barred", "23")
    assert refusal_of(coup, "Pia: sit 3") == ("not-yours", "26")
    assert not [o for o in offers_for(coup.standing, "Ana") if o.act == "sit-no-hand"]
    do(coup, "Max: sit 5", "Rui: bank 2 1000", "Rui: alone 2", "Gil: banco 4")
    again = begin(play_out(coup).outcome)
    assert calls(again) == ["called 3"]
    assert refusal_of(again, "Zoe: sit-no-hand 3") == ("barred", "23")
    do(again, "Zoe: sit 3")


@law("24", "93", "26", "ir/220")
def test_standing_players_stand_in_order_of_arrival_and_do_not_move() -> None:
    at = table(standing=3)
    coup = do(begin(evening(regular=1), at), "Zoe: join table", "Max: join table")
    assert refusal_of(coup, "Zoe: join table") == ("barred", "93")
    assert refusal_of(coup, "Ana: join table") == ("barred", "93")
    do(coup, "Eva: stand-up 3")
    assert refusal_of(coup, "Ivo: join table")[0] == "not-offered"  # three stand there
    do(coup, "Zoe: sit 3")
    assert "join" in may(coup, "Ivo")
    do(coup, "Rui: bank 2 1000", "Rui: alone 2")
    assert offer(coup, "Max", "banco").seat == "s2"  # in order of arrival, though Zoe has gone


@law("ir/220", "21")
def test_who_has_a_part_in_the_coup_does_not_leave() -> None:
    coup = do(begin(evening(regular=1)), "Rui: bank 2 1000", "Rui: alone 2",
              *[f"{name}: no-banco {n}" for n, name in ((3, "Eva"), (4, "Gil"), (1, "Ana"))],
              "Eva: bet 3 500")
    assert refusal_of(coup, "Eva: leave 3") == ("barred", "ir/220")
    assert refusal_of(coup, "Rui: leave 2") == ("barred", "ir/220")
    do(coup, "Eva: clear 3", "Eva: leave 3")


@law("18", "20", "20-2", "22", "26", "19")
def test_who_is_registered_is_called_in_the_order_of_the_book() -> None:
    coup = do(begin(evening(regular=1)), "Zoe: book 3", "Max: book table", "Ivo: book 3")
    assert refusal_of(coup, "Zoe: book table") == ("barred", "18")
    assert refusal_of(coup, "Ana: book 4") == ("barred", "18")
    # Seats 5 to 9 are free, so that Max has the first of them; seat 3 is taken.
    assert refusal_of(coup, "Pia: sit 5") == ("not-yours", "26")
    do(coup, "Max: sit 5", "Eva: leave 3")
    assert refusal_of(coup, "Ivo: sit 3") == ("not-yours", "26")
    do(coup, "Rui: bank 2 1000", "Rui: alone 2", "Gil: banco 4")
    while not coup.over:
        do(coup, "time")
    again = begin(coup.outcome)
    assert calls(again) == ["called 3"] and may(again, "Zoe") == {"sit", "leave"}
    assert not may(again, "Ivo")
    do(again, "time")  # Zoe does not answer
    assert calls(again) == ["called 3"] * 2 and may(again, "Ivo") == {"sit", "leave"}
    do(again, "Ivo: sit 3")
    assert window(again).startswith("hand") and "book" in may(again, "Zoe")


@law("19-2", "21")
def test_a_reservation_lapses_when_the_hand_comes_to_a_free_seat() -> None:
    coup = do(begin(evening("Ana Rui Eva Gil Bea Leo", regular=1)), "Zoe: book 3", "Eva: leave 3")
    assert refusal_of(coup, "Pia: sit 3") == ("not-yours", "26")
    do(coup, "Rui: decline-hand 2")
    assert "booking-lapses 3" in calls(coup) and window(coup) == "hand:4"
    assert "3" in offer(coup, "Pia", "sit").seats


@law("20", "20-2", "92")
def test_at_the_end_of_a_shoe_who_asked_for_another_seat_goes_first() -> None:
    ended = msgspec.structs.replace(IN_USE, last=True)
    waits = (("Zoe", 5), ("Gil", 5), ("Eva", 9))
    coup = begin(evening("Ana Rui Eva Gil", shoe=ended, booked=waits, regular=1))
    assert calls(coup)[:2] == ["seat-changed 5", "seat-changed 9"]
    assert window(coup) == "cut:9"  # Zoe's seat went to one who sat already
    follow = begin(evening("Ana Rui Eva Gil", shoe=ended, booked=(("Ana", 5),), regular=4))
    do(follow, "time", "time", "time", "time")
    assert calls(follow)[0] == "seat-changed 5" and "hand-skips 5" in calls(follow)


@law("92", "96.c-7")
def test_a_seat_nearer_to_the_hand_must_let_it_pass_once() -> None:
    """Eva sat at 3 and comes back at 9, to which the hand comes sooner than to 3 again."""
    free = table(refusal_costs_seat=False)
    coup = do(begin(evening(regular=3), free), "Eva: leave 3", "Eva: sit 9", "Gil: decline-hand 4")
    assert "hand-skips 9" in calls(coup) and window(coup) == "hand:1"
    later = do(begin(evening(regular=1), free), "Eva: leave 3", "Eva: sit 9", "Rui: decline-hand 2",
               "Gil: decline-hand 4")
    assert window(later) == "hand:9"


@law("92", "96.c-7")
def test_while_the_hand_goes_round_it_counts_from_the_seat_to_which_it_has_come() -> None:
    """Rui gets up when the hand is at 2 and sits at 7 when it is at 4: it comes there sooner than
    to 2 again. Eva goes from 6 to 3, which it has passed, and so loses nothing."""
    seated = "Ana Rui - Gil Bea Eva - Zoe Leo"
    coup = do(begin(evening(seated, regular=1), table(refusal_costs_seat=False)),
              "Rui: stand-up 2", "Rui: sit 7", "Eva: leave 6", "Eva: sit 3",
              "Gil: decline-hand 4", "Bea: decline-hand 5")
    assert calls(coup)[-1] == "hand-skips 7" and window(coup) == "hand:8"
    do(coup, "Zoe: bank 8 500", "Zoe: alone 8", "Leo: banco 9")
    assert play_out(coup).outcome.skips == ()


# -- the cards -------------------------------------------------------------------------------------


@law("20", "20-2", "12", "24")
def test_what_players_may_ask_for_at_any_time() -> None:
    """A second request for a seat goes behind those made since; who stands does not shuffle."""
    coup = do(begin(evening(regular=1, standing="Zoe")), "Gil: shuffle table",
              "Gil: shuffle table", "Gil: change-seat 5", "Eva: change-seat 5",
              "Gil: change-seat 6", "Zoe: by-the-table table")
    assert refusal_of(coup, "Zoe: shuffle table")[0] == "not-offered"
    assert refusal_of(coup, "Zoe: change-seat 5")[0] == "not-offered"
    ended = play_out(coup, "Rui: bank 2 1000", "Rui: alone 2", "Eva: banco 3")
    assert ended.outcome.booked == (("Eva", 5), ("Gil", 6))
    assert ended.outcome.shufflers == ("Gil",) and ended.outcome.novices == ("Zoe",)


@law("4", "7", "8", "12-2", "12", "13", "13-2", "13-3", "13-4", "14-2", "96.c-10", "96.c")
def test_a_new_shoe_from_new_packs_and_from_used_ones() -> None:
    coup = do(begin(evening(shoe=type(IN_USE)(), regular=1, shufflers=("Gil", "Rui"))),
              "Gil: cut 4 100")
    assert handles(coup) == ["show-new-packs", "player-shuffles 2", "warning-card", "load-shoe"]
    shuffle, = [e.step for e in coup.record if isinstance(e.step, Shuffle)]
    assert (shuffle.packs, shuffle.warning) == (6, 7)
    assert calls(coup) == ["first-coup-of-shoe"]
    used = msgspec.structs.replace(IN_USE, last=True)
    again = do(begin(evening(shoe=used, regular=1)), "Gil: cut 4 306")
    assert handles(again) == ["spread-used-packs", "warning-card", "load-shoe"]
    assert [e.step.law.rpartition("/")[2] for e in again.record if isinstance(e.step, Open)] == [
        "14-2"]


@law("13")
def test_six_cards_stay_on_each_side_of_the_cut() -> None:
    coup = begin(evening(shoe=type(IN_USE)(), regular=1))
    assert refusal_of(coup, "Gil: cut 4 5") == ("below-minimum", "13")
    assert refusal_of(coup, "Gil: cut 4 307") == ("above-maximum", "13")
    do(coup, "Gil: cut 4 6")
    assert [e.step.at for e in coup.record if isinstance(e.step, Cut)] == [6]


@law("27", "27-2", "28")
@pytest.mark.parametrize(("cutter", "order"), [
    (0, "4 3 2 1"), (3, "2 1 4 3"), (1, "4 3 2 1"), (2, "1 4 3 2"), (7, "4 3 2 1")])
def test_who_may_cut(cutter: int, order: str) -> None:
    """From the dealer's left backwards; then from the left of who cut the last shoe."""
    coup = begin(evening(shoe=msgspec.structs.replace(IN_USE, last=True, cutter=cutter),
                         regular=1))
    for n in order.split():
        assert window(coup) == f"cut:{n}"
        do(coup, "time")
    assert "house-cuts" in calls(coup)


@law("9", "9.a", "9.b", "9.c", "13-4", "ir/222")
@pytest.mark.parametrize(("card", "burnt"), [("AS", 1), ("TH", 10), ("KD", 1), ("7C", 7)])
def test_the_first_card_says_how_many_are_burnt(card: str, burnt: int) -> None:
    for first in (True, False):
        coup = do(begin(evening(shoe=type(IN_USE)(), regular=1), table(burn_first=first),
                        f"{card} " + "2S " * 20), "Gil: cut 4 100")
        deals = [e.step for e in coup.record if isinstance(e.step, Deal)]
        more = 0 if first else card[0] not in "KQJ"
        assert len(deals) == burnt + more
        assert [step.seen_by for step in deals] == ["*", *[""] * (len(deals) - 1)]
    assert (burn_value("QS"), burn_value("AS"), burn_value("TS"), burn_value("9S")) == (0, 1, 10, 9)


@law("14", "14-3", "96.c-11")
def test_the_coup_in_which_the_warning_card_comes_is_the_last() -> None:
    shoe = msgspec.structs.replace(IN_USE, drawn=305)
    coup = do(begin(evening(shoe=shoe, regular=1)), "Rui: bank 2 1000", "Rui: alone 2",
              "Eva: banco 3")
    while not coup.over:
        do(coup, "time")
    assert calls(coup).count("last-coup") == 1 and coup.outcome.shoe.last
    following = begin(coup.outcome)
    assert handles(following)[0] == "spread-used-packs"


@law("106.d")
@pytest.mark.parametrize(("drawn", "invalid"), [(306, False), (307, True)])
def test_a_last_coup_needs_six_cards(drawn: int, invalid: bool) -> None:
    """The warning card had been put elsewhere: at a real table it has not come yet."""
    shoe = msgspec.structs.replace(IN_USE, drawn=drawn)
    coup = begin(evening(shoe=shoe, regular=1), table(attended=True), chance=Attended())
    assert (coup.awaited is not None) is invalid
    assert ("last-coup-invalid" in calls(coup)) is invalid


@law("107", "96.c-12", "ir/221")
def test_the_last_shoe_is_played_to_its_end() -> None:
    shoe = msgspec.structs.replace(IN_USE, drawn=305, cutter=3)
    coup = do(begin(evening(shoe=shoe, regular=1)), "report last-shoe",
              "Rui: bank 2 1000", "Rui: alone 2", "Eva: banco 3")
    while not coup.over:
        do(coup, "time")
    assert calls(coup)[-2:] == ["last-coup-of-all", "table-closes"]
    assert not any(coup.outcome.seats) and not coup.outcome.held and not coup.outcome.closing
    assert not coup.outcome.shoe.cutter  # the next evening begins as the first
    early = do(begin(evening(regular=1)), "report last-shoe", "report last-shoe")
    assert calls(early) == ["last-shoe"]
    idle = do(begin(), "Ana: sit 1", "report last-shoe")
    assert calls(idle) == ["last-shoe", "table-closes"] and "sit" in may(idle, "Ana")


@law("101", "102")
def test_who_does_not_know_the_rules_says_so() -> None:
    coup = play_out(begin(evening(regular=1)), "Rui: by-the-table table", "Eva: by-the-table table",
                    "Eva: by-choice table", "Eva: by-choice table", "Rui: by-the-table table",
                    "Rui: bank 2 1000", "Rui: alone 2", "Eva: banco 3")
    assert coup.outcome.novices == ("Rui",) and "by-the-table" in calls(coup)


@law("12-3", "12-2", "14-2")
def test_a_real_shoe_runs_through_an_evening() -> None:
    """Cards of six packs under a seal: shoes follow one another, every seal is opened, and the
    cards came in the order that it shows."""
    carry, chance = evening(shoe=type(IN_USE)(), regular=1), Live(Seeded(1, "evening"))
    opened, dealt = 0, []
    for _ in range(120):
        coup = begin(carry, chance=chance)
        while not coup.over:
            name = window(coup)
            if name.startswith("hand:"):
                who = next(p for p in FOUR.split() if "bank" in may(coup, p))
                do(coup, f"{who}: bank {name[5:]} 500")
            elif name == "hand":
                who = next(p for p in FOUR.split() if "continue" in may(coup, p))
                do(coup, f"{who}: continue {offer(coup, who, 'continue').seat}")
            elif name == "banco:0":
                who = next(p for p in FOUR.split() if "banco" in may(coup, p)
                           or "suivi" in may(coup, p))
                act = "banco" if "banco" in may(coup, who) else "suivi"
                do(coup, f"{who}: {act} {offer(coup, who, act).seat}")
            else:
                do(coup, "time")
        for event in coup.record:
            if isinstance(event.step, Deal):
                dealt.append(event.card)
            elif event.opening:
                assert Shoe.opened(event.opening).order[:len(dealt)] == dealt and len(dealt) > 250
                opened, dealt = opened + 1, []
        carry = coup.outcome
    assert opened >= 1
