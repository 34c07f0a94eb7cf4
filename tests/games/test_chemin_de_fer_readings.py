"""Portaria 217/2007, chemin de fer: options that choose other readings, each against the usual
one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sabot.games.chemin_de_fer.readings import Readings
from sabot.games.chemin_de_fer.rules import violations
from sabot.house.table import opening_hours
from sabot.procedure import Dealer, Incident, Move, Refusal, Scripted
from sabot.procedure.readings import NotPriced, require_priced
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
    moves,
    nets,
    offer,
    play_out,
    table,
    try_act,
    window,
)

ENDED = msgspec.structs.replace(IN_USE, last=True)
PONTO_WINS, BANK_WINS = "9H 2S KD 2D 2C 2H", "2S 9H 2D KD 2C 2H"


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def at(*, attended: bool = False, minimum: int = 500, raise_by: int = 0, **readings: Any) -> Table:
    """A table with these readings."""
    return table(attended=attended, minimum=minimum, raise_by=raise_by,
                 readings=Readings(**readings))


def going_on(cards: Any = "2S " * 20, *, attended: bool = False, bank: int = 4000,
             carry: dict[str, Any] | None = None, **readings: Any) -> Dealer:
    """Ana goes on against Rui, Eva and Gil; the cards are a script or a source of chance."""
    script = {"cards": cards} if isinstance(cards, str) else {"chance": cards}
    before = banking("Ana", bank, **{"due": "void", **(carry or {})})
    return do(begin(before, at(attended=attended, **readings), **script), "Ana: continue 1")


def announced(dealer: Dealer) -> list[str]:
    """The calls without their seats."""
    return [call.split()[0] for call in calls(dealer)]


# -- the table -------------------------------------------------------------------------------------


@law("ir/221", "15", "16")
def test_the_bank_waits_where_play_stops() -> None:
    coup = begin(banking("Ana", 4000, "Ana Rui Eva", garage=1000), at(stopped="bank-waits"))
    assert not moves(coup) and handles(coup) == ["spread-cards"]
    do(coup, "Gil: sit 4")
    while window(coup) != "hand":
        do(coup, "time")
    do(coup, "Ana: continue 1")
    assert calls(coup)[-2:] == ["bank-of 1", "who-banco"] and not moves(coup)


@law("ir/230", "35")
def test_a_bank_goes_in_steps_of_the_unit_or_of_the_minimum() -> None:
    for reading, step in (("unit", 100), ("minimum", 500)):
        assert offer(begin(evening(regular=1), at(bank_step=reading)), "Rui", "bank").unit == step
    found = violations(at(bank_step="minimum", raise_by=600))
    assert [violation.clause for violation in found] == ["ir/230"]


@law("ir/220", "21", "95")
def test_a_bet_stays_while_its_player_leaves_by_another_reading() -> None:
    """Eva leaves with a bet, which is paid; her seat is free once the coup is over."""
    for reading, may_go in (("after-coup", False), ("any-time", True)):
        coup = do(begin(banking("Ana", 4000, FOUR + " Bea", due="void"), at(leaving=reading),
                        PONTO_WINS), "Ana: continue 1", "time", "Rui: bet 2 1000", "Eva: bet 3 500")
        assert isinstance(try_act(coup, "Eva: leave 3"), Refusal) is not may_go
        if may_go:
            assert isinstance(try_act(coup, "Zoe: sit 3"), Refusal)
        play_out(coup)
        assert nets(coup)["Eva"] == 500 and ("Eva" in coup.outcome.seats) is not may_go
    gone = play_out(do(begin(banking("Ana", 4000, FOUR + " Bea", due="void"),
                             at(leaving="any-time")), "Ana: continue 1", "time", "Eva: bet 3 500",
                       "Eva: leave 3"))
    assert "nobody-bets" in calls(gone) and nets(gone)["Eva"] == 0


def test_who_is_idle_after_five_coups_by_another_reading() -> None:
    for reading, coups in (("twenty-seven", 27), ("five", 5)):
        assert GAME.conduct.at_table(at(idle_after=reading).rules).missed_coups == coups


@law("ir/345", "93")
def test_who_left_a_standing_place_may_stand_anywhere_by_another_reading() -> None:
    for reading, may_stand in (("same-seat", False), ("anywhere", True)):
        coup = do(begin(evening(standing="Zoe", regular=1), at(standing_again=reading)),
                  "Zoe: leave table")
        assert isinstance(try_act(coup, "Zoe: join 3"), Refusal) is not may_stand
        people = GAME.standing_players(evening(standing="Zoe", regular=1), coup.record)
        assert (("Zoe", "3") in people.values()) is may_stand


@law("ir/346", "48", "49")
@pytest.mark.parametrize(("banker", "reading", "order"), [
    ("Ana", "first", "Rui Eva Gil Zoe Leo"), ("Ana", "last", "Rui Eva Gil Leo Zoe"),
    ("Leo", "first", "Eva Gil Ana Rui Zoe"), ("Leo", "last", "Rui Eva Gil Ana Zoe")])
def test_who_stands_behind_the_banker_is_first_or_last(
        banker: str, reading: str, order: str) -> None:
    """Zoe stands behind Ana, who was the last regular banker, and Leo behind Rui."""
    carry = banking(banker, 4000, standing="Zoe Leo", regular=1, due="void")
    place = {"Ana": "1", "Leo": "s2"}[banker]
    coup = do(begin(carry, at(behind_banker=reading)), f"{banker}: continue {place}")
    assert coup.standing is not None
    assert " ".join(o.player for o in coup.standing.offers if o.act == "banco") == order


@law("ir/347", "5")
def test_a_spoilt_pack_stays_until_the_shoe_runs_out_by_another_reading() -> None:
    for reading, call, last in (("ends-shoe", "pack-spoilt", True),
                                ("runs-out", "pack-noted", False)):
        coup = do(going_on("?? " * 4, attended=True, spoilt_pack=reading), "time",
                  "report damaged-card", "Rui: done 2", "Eva: done 3", "Gil: done 4")
        assert call in calls(coup) and coup.outcome.spoilt
        assert coup.outcome.shoe.last is last


@law("ir/360", "107")
def test_a_supervisor_alone_closes_the_room_by_another_reading() -> None:
    """At a table without hours the last shoe is reported by either reading."""
    for reading, wrong in (("clock", []), ("supervisor", ["ir/360"])):
        hours = msgspec.structs.replace(at(closing_hour=reading), closes="03:00")
        assert [violation.clause for violation in violations(hours)] == wrong
        coup = do(begin(banking("Ana", 4000), at(closing_hour=reading)), "report last-shoe")
        assert calls(coup) == ["last-shoe"]


def test_an_hour_that_the_clock_shows_twice_counts_as_the_table_says() -> None:
    """On 25 October 2026 the clock of Lisbon goes from 02:00 back to 01:00."""
    now = datetime(2026, 10, 24, 23, tzinfo=UTC).timestamp()
    for reading, closes in (("first", 0), ("second", 1)):
        hours = msgspec.structs.replace(at(clock_change=reading), closes="01:30",
                                        gaming_day="15:00", time_zone="Europe/Lisbon")
        day = opening_hours.day_of(hours, now)
        assert day is not None and datetime.fromtimestamp(day.closes, UTC).hour == closes


# -- the hand --------------------------------------------------------------------------------------


@law("ir/257", "29", "32")
def test_a_later_shoe_begins_at_the_first_seat_by_another_reading() -> None:
    for reading, asked in (("rule-32", "hand"), ("first-seat", "hand:1")):
        coup = do(begin(banking("Rui", 8000, shoe=ENDED), at(later_shoe=reading)), *["time"] * 4)
        assert window(coup) == asked
        assert ("return bank Rui 8000" in moves(coup)) is (asked == "hand:1")


@law("ir/224", "96.c-2", "91")
def test_after_a_loss_of_who_took_a_passed_hand_the_regular_banker_counts_by_another_reading(
        ) -> None:
    """Ana passed the hand to Eva, who loses it."""
    for reading, asked in (("loser-right", "hand:4"), ("regular-right", "hand:2")):
        carry = banking("Eva", 4000, regular=1)
        coup = play_out(do(begin(carry, at(loss_passes_to=reading), PONTO_WINS),
                           "Eva: continue 3"), "time", "Rui: bet 2 1000")
        assert window(begin(coup.outcome, at(loss_passes_to=reading))) == asked
        own = play_out(do(begin(banking("Ana", 4000), at(loss_passes_to=reading), PONTO_WINS),
                          "Ana: continue 1"), "Rui: banco 2")
        assert window(begin(own.outcome, at(loss_passes_to=reading))) == "hand:2"


@law("ir/227", "77")
def test_a_silent_banker_goes_on_by_another_reading() -> None:
    for reading, call in (("gives-up", "hand-abandoned 1"), ("goes-on", "bank-of 1")):
        assert calls(do(begin(banking("Ana", 4000), at(silent_banker=reading)), "time"))[0] == call


@law("ir/243", "58")
def test_a_hand_against_which_nobody_bets_passes_by_another_reading() -> None:
    for reading, call, asked in (("hand-stays", "nobody-bets", "hand"),
                                 ("hand-passes", "no-bets", "hand:2")):
        coup = do(going_on(nobody_bets=reading), "time", "Rui: done 2", "Eva: done 3",
                  "Gil: done 4")
        assert call in calls(coup)
        assert window(begin(coup.outcome, at(nobody_bets=reading))) == asked
        assert nets(coup) == ({"Ana": 4000} if asked != "hand" else nets(coup))


@law("ir/249", "106.c")
def test_the_stakes_of_an_annulled_coup_go_back_by_another_reading() -> None:
    for reading, left, asked in (("stakes-stay", {"bank", "2"}, "hand"),
                                 ("stakes-go-back", set(), "hand:1")):
        chance = Scripted(["2S", "2H", "2D", "2C", Incident("misdelivered")], words=["uncertain"])
        coup = do(going_on(chance, attended=True, annulled=reading), "Rui: banco 2")
        assert coup.over and set(chips_left(coup)) == left
        assert window(begin(coup.outcome, at(annulled=reading))) == asked


@law("ir/225", "80", "34", "46")
def test_a_passed_hand_is_offered_with_the_reduced_bank_by_another_reading() -> None:
    """After the third coup won half may be set aside; after bets of 10 euros all above 20."""
    for reading, third, small in (("whole-bank", 8000, 8000), ("reduced", 4000, 2000)):
        for fields, level in (({"wins": 3, "covered": True}, third), ({"won": 1000}, small)):
            coup = do(begin(banking("Ana", 8000, **fields), at(level=reading)), "Ana: pass-hand 1")
            assert offer(coup, "Rui", "take-level").cost == level


def auctioned(**fields: Any) -> Dealer:
    """Ana has passed the hand, and nobody takes it at its level."""
    readings = fields.pop("readings")
    return do(begin(banking("Ana", 4000, **fields), at(**readings)), "Ana: pass-hand 1", "time")


@law("ir/226", "82", "84")
def test_bids_count_as_they_are_heard_by_another_reading() -> None:
    """Eva bids first; Rui, who goes before her, may bid the same only within the round."""
    for reading, winner in (("in-rounds", "bid 2"), ("as-heard", "bid 3")):
        coup = do(auctioned(readings={"bids": reading}), "Eva: bid table 1000")
        if reading == "as-heard":
            assert calls(coup)[-1] == "bid 3" and offer(coup, "Rui", "bid").low == 1500
            do(coup, "time")
        else:
            do(coup, "Rui: bid table 1000", "time")
        assert winner in calls(coup)


@law("ir/364", "84", "92-2")
def test_equal_bids_of_who_must_let_the_hand_pass_go_last_by_another_reading() -> None:
    for reading, winner in (("by-place", "bid 2"), ("last", "bid 3")):
        coup = do(auctioned(readings={"skipping_bids": reading}, skips=("Rui",)),
                  "Rui: bid table 1000", "Eva: bid table 1000", "time")
        assert winner in calls(coup)


@law("ir/363", "81", "85")
def test_who_took_the_hand_early_and_lays_no_bank_loses_the_seat_by_another_reading() -> None:
    for reading, after in (("returns-hand", ["bank-refused 4", "hand-returned 2"]),
                           ("costs-seat", ["bank-refused 4", "seat-lost 4"])):
        coup = do(begin(evening(FOUR + " Bea", regular=1), at(early_refusal=reading)),
                  "report out-of-turn-dealt 4", "Gil: decline-hand 4")
        assert calls(coup) == ["hand-kept 4", *after]
        assert window(coup) == ("hand:2" if reading == "returns-hand" else "hand:5")


# -- money -----------------------------------------------------------------------------------------


@law("ir/223", "47")
def test_the_percentage_is_one_of_the_whole_bank_by_another_reading() -> None:
    """The bank of 40 euros wins 10: of these, or of 50."""
    for reading, cut in (("bets-won", 50), ("whole-bank", 250)):
        coup = play_out(going_on(BANK_WINS, cagnotte_of=reading), "time", "Rui: bet 2 1000")
        assert [event.step.amount for event in coup.record if isinstance(event.step, Move)
                and event.step.kind == "commission"] == [cut]
    with pytest.raises(NotPriced):
        require_priced(at(cagnotte_of="whole-bank").rules)


@law("ir/252", "45")
def test_banco_is_rounded_down_by_another_reading() -> None:
    for reading, cost in (("exactly", 4300), ("rounded-down", 4000)):
        coup = going_on("2S 3S 4D 5D 2C 2H", bank=4300, odd_bank=reading)
        assert offer(coup, "Rui", "banco").cost == cost
        coup = play_out(do(coup, "Rui: banco 2"))
        assert coup.outcome.covered is (coup.outcome.due == "won")
        single = do(going_on(bank=4300, odd_bank=reading), "time", "Rui: bet 2 4000", "time")
        assert ("cards-to 2" in calls(single)) is (reading == "exactly")


# -- banco and cards -------------------------------------------------------------------------------


@law("ir/240", "51", "48")
def test_banco_suivi_has_no_place_before_others_by_another_reading() -> None:
    for reading, first in (("before-all", True), ("only-later", False)):
        coup = do(going_on(carry={"suivi": "Gil"}, suivi=reading), "Rui: banco 2")
        assert ("suivi" in may(coup, "Gil")) is first
        free = do(going_on(carry={"suivi": "Gil"}, suivi=reading), "time", "Rui: bet 2 1000",
                  "time", "time")
        assert window(free) == "suivi" and "suivi" in may(free, "Gil")


@law("ir/241", "45", "70")
def test_a_bet_that_covers_the_bank_is_one_of_several_by_another_reading() -> None:
    for reading, acts in (("banco", {"no", "card"}), ("bet", {"no"})):
        coup = do(going_on("2S 2H 4D 3C", single_bet=reading), "time", "Rui: bet 2 4000")
        assert {"no", "card"} & may(coup, "Rui") == acts


@law("ir/242", "60", "101")
def test_a_seated_player_without_a_bet_has_the_cards_by_another_reading() -> None:
    for reading, seat in (("bettor", 2), ("without-bet", 3)):
        carry = {"novices": ("Rui",)}
        coup = do(going_on("2S 2H 4D 3C 2C 2H", carry=carry, no_able_bettor=reading),
                  "time", "Rui: bet 2 1000", "time", "time")
        assert f"hand-over {seat}" in handles(coup)
        ended = play_out(coup)
        assert ended.outcome.results and nets(ended).get("Eva", 0) == 0


@law("ir/244", "98-2", "67.d")
def test_a_banker_may_learn_that_they_are_free_by_another_reading() -> None:
    """The bank has 5, and the ponto's third card is a 4."""
    for reading, advice in (("draw", "advice-card"), ("free", "advice-free")):
        coup = do(going_on("2S 2H 2D 3C 4S 6S", free_cells=reading), "time", "Rui: bet 2 1000",
                  "time", "time", "Rui: card 2", "Ana: ask-advice 1")
        assert advice in calls(coup)
        if advice == "advice-free":
            assert {"draw", "stand"} <= may(coup, "Ana") and "ask-advice" not in may(coup, "Ana")
            do(coup, "Ana: stand 1")
        assert coup.over


@law("ir/245", "64.d", "105.e")
def test_a_silent_ponto_with_five_stands_by_another_reading() -> None:
    for reading, call in (("draws", "ponto-card"), ("stands", "ponto-no")):
        coup = do(going_on("2S 2H 3D 5C 4S 6S", silent_five=reading), "Rui: banco 2", "time",
                  "time")
        assert call in calls(coup)


@law("ir/246", "70", "64.a", "67.a")
def test_eight_and_nine_are_free_under_banco_by_another_reading() -> None:
    """Rui has 9; the bank has 7, 8 or 0."""
    for cards, asked in (("2S 2H 7D 5C 4S 6S", True), ("2S 2H 7D 6C 4S 6S", True),
                         ("2S KH 7D TC 4S 6S", False)):
        usual = do(going_on(cards), "Rui: banco 2")
        assert {"show", "no", "card"} & may(usual, "Rui") == {"show"}
        assert do(usual, "Rui: show 2").over
        free = do(going_on(cards, naturals="free"), "Rui: banco 2")
        assert {"show", "no", "card"} <= may(free, "Rui")
        do(free, "Rui: show 2")
        assert (window(free) == "banker") is asked
        if asked:
            do(free, "Ana: draw 1")
        assert free.over and len(free.outcome.results) == 1
    held_back = do(going_on("2S 2H 7D 5C 4S 6S", naturals="free"), "Rui: banco 2", "Rui: card 2",
                   "Ana: stand 1")
    assert held_back.outcome.results[0] == "B7-3" and "late" not in calls(held_back)
    with pytest.raises(NotPriced):
        require_priced(at(naturals="free").rules)


@law("ir/248", "104.c")
def test_cards_that_stuck_together_are_burnt_by_another_reading() -> None:
    """They are a 2 and a 3, and the next card is a 6. The ponto has 4, the bank 7."""
    for reading, result in (("in-order", "B7-6"), ("burnt", "B7-0")):
        chance = Scripted(["2S", "2H", "2D", "5C", Incident("stuck", card="2C"), "3D", "6S", "KD",
                           "KH"], words=["certain"])
        coup = do(going_on(chance, attended=True, stuck_cards=reading), "Rui: banco 2",
                  "Rui: card 2", "Ana: stand 1")
        assert coup.outcome.results[0] == result


@law("ir/250", "105.c")
def test_a_banker_with_baccarat_chooses_between_two_words_by_another_reading() -> None:
    for reading, call in (("first-word", True), ("chooses", False)):
        chance = Scripted(["2S", "KH", "4D", "QC", Incident("changed"), "3D", "6S", "KD"],
                          words=["give"])
        coup = do(going_on(chance, attended=True, baccarat_bank=reading), "Rui: banco 2",
                  "Rui: no 2")
        assert ("first-word" in announced(coup)) is call
        assert ("banker-chooses" in handles(coup)) is not call


@law("ir/255", "75", "104.j")
def test_a_banker_who_puts_the_third_card_away_loses_by_another_reading() -> None:
    """The bank has 3 and draws a 6: a tie with the 9 of 104.j."""
    for reading, result in (("nine", "T9-9"), ("coup-lost", "P9-3")):
        chance = Scripted(["2S", "2H", "2D", "AC", Incident("in-deposit", card="6S"), "6D"])
        coup = do(going_on(chance, attended=True, third_in_deposit=reading), "Rui: banco 2",
                  "Rui: card 2")
        if window(coup) == "banker":
            do(coup, "Ana: draw 1")
        assert coup.outcome.results[0] == result


@law("ir/256", "51", "52")
def test_banco_suivi_ends_once_another_has_the_cards_by_another_reading() -> None:
    for reading, asked in (("by-how", True), ("end-suivi", False)):
        chance = Scripted("?? ?? ?? ??", words=["unseen"])
        coup = do(going_on(chance, attended=True, carry={"suivi": "Gil"}, cards_in_hand=reading),
                  "time", "Rui: bet 2 1000", "time", "time", "report cards-given 2")
        assert (window(coup) == "suivi") is asked
