"""Portaria 217/2007, craps: what a table may say, what is refused, and any evening at the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.families.layout.cloth import LOST, STAYS, Moves
from sabot.families.layout.legality import Range
from sabot.families.layout.round import spot_of
from sabot.games import game
from sabot.games.craps.rules import Rules, table_law, violations
from sabot.money import Odds
from sabot.procedure import (
    Act,
    Attended,
    Dealer,
    Handle,
    Incident,
    Listen,
    Menu,
    Move,
    Refusal,
    Scripted,
    Throw,
    TimeOut,
    gain,
    replay,
)
from sabot.procedure.table import Table

GAME = game("craps")
NUMBERS = (4, 5, 6, 8, 9, 10)
NAMES = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo", "Zoe")


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/165`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def table(*, places: int = 4, minimum: int = 500, maximum: int = 10_000, unit: int = 100,
          individual: bool = False, attended: bool = False, places_per_player: int = 1,
          **rules: Any) -> Table:
    """A table with these limits and house rules; it need not be lawful."""
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=places, minimum=minimum,
                 maximum=maximum, unit=unit, individual=individual, attended=attended,
                 places_per_player=places_per_player)


def breaks(**options: Any) -> set[str]:
    """The clauses that a table with these options breaks."""
    return {v.clause.removeprefix(f"{GAME.section}/") for v in violations(table(**options))}


def begin_coup(at: Table, carry: Any = None, throws: tuple[Any, ...] = (), chance: Any = None
               ) -> Dealer:
    return Dealer(GAME.coup(at, carry or GAME.opening(at)), chance or Scripted("", throws))


def do(dealer: Dealer, *acts: str) -> Dealer:
    """Acts of Ana, none of which is refused: ``bet pass 10``."""
    for act in acts:
        reply = tell(dealer, act)
        assert not isinstance(reply, Refusal), f"{act}: {reply.text}"
    return dealer


def tell(dealer: Dealer, act: str, who: str = "Ana") -> Any:
    if act == "time":
        assert dealer.standing is not None
        return dealer.answer(TimeOut(dealer.standing.window))
    word, seat, *sums = act.split()
    return dealer.answer(Act(who, word, seat, int(float(sums[0]) * 100) if sums else 0))


def refusal_of(dealer: Dealer, act: str) -> tuple[str, str]:
    """The code and the clause with which an act of Ana is refused."""
    reply = tell(dealer, act)
    assert isinstance(reply, Refusal), act
    return reply.code, reply.law.removeprefix(f"{GAME.section}/")


def carried(state: int, *held: tuple[str, str, int], **more: Any) -> Any:
    """The carry of a table at which this point stands and these bets wait."""
    return msgspec.structs.replace(
        GAME.opening(table()), seats=("Ana", "Rui", "", ""), state=state, held=held, shooter="1",
        passes=False, dice="1-2", **more)


WAITS = carried(6, ("1/pass", "Ana", 1000), ("1/come/9", "Ana", 500), ("2/dont-pass", "Rui", 600))


# -- the table -------------------------------------------------------------------------------------


def test_the_table_of_these_examples_is_lawful() -> None:
    """So that each test below breaks one rule only."""
    assert breaks() == set()


@law("ir/181")
@pytest.mark.parametrize(("places", "lawful"), [(0, False), (1, True), (10, True), (11, False)])
def test_one_to_ten_places_one_for_each_player(places: int, lawful: bool) -> None:
    assert ("ir/181" not in breaks(places=places)) is lawful
    assert breaks(places_per_player=2) == {"ir/181"}


@law("10.2")
@pytest.mark.parametrize(("bar", "lawful"), [(2, True), (3, False), (7, False), (12, True)])
def test_the_bar_is_the_pair_of_aces_or_of_sixes(bar: int, lawful: bool) -> None:
    assert ("10.2" not in breaks(bar=bar)) is lawful


@law("ir/176")
def test_limits_fit_the_unit_and_one_another() -> None:
    assert breaks(line=Range(minimum=250)) == {"ir/176"}
    assert breaks(field=Range(minimum=1000, maximum=500)) == {"ir/176"}
    assert breaks(totals=Range(maximum=400)) == {"ir/176"}
    assert breaks(minimum=0) == breaks(maximum=400) == {"ir/176"}


@law("12.3", "ir/173")
def test_the_minimum_of_a_box_pays_in_whole_cents_and_divides_its_maximum() -> None:
    assert breaks(place_6_8=Range(minimum=500)) == {"ir/173"}
    assert breaks(lay_6_8=Range(minimum=1300, maximum=2000)) == {"12.3"}
    assert breaks(lay_6_8=Range(minimum=1300, maximum=2600)) == set()


@law("ir/176")
def test_what_the_house_leaves_out_follows_from_the_limits_of_the_table() -> None:
    limits = {name: (one.low, one.high) for name, one in table_law(table()).limits.items()}
    assert limits["pass"] == limits["total-2"] == limits["field"] == (500, 10_000)
    assert limits["odds"] == (100, 10_000) and limits["dont-odds"] == (100, 10_000)
    assert [limits[f"place-{n}"] for n in ("4-10", "5-9", "6-8")] == [
        (500, 10_000), (500, 10_000), (600, 9_600)]
    assert [limits[f"lay-{n}"] for n in ("4-10", "5-9", "6-8")] == [
        (1100, 9_900), (600, 9_600), (1300, 9_100)]
    own = table_law(table(line=Range(minimum=1000, maximum=2000))).limits
    assert own["pass"] == own["dont-come"] == (1000, 2000, 0) and own["field"].low == 500


def test_a_box_for_which_the_maximum_leaves_no_room_is_not_taken() -> None:
    narrow = table(maximum=1000)
    assert breaks(maximum=1000) == set()
    assert "lay-6-8" not in {bet.bet for bet in GAME.bets(narrow)}
    assert not {"lay/6", "lay/4"} & spots(do(begin_coup(narrow), "sit 1"))


@law("ir/172")
def test_a_maximum_of_payments_leaves_room_for_the_least_odds() -> None:
    assert breaks(most_prize=100) == {"ir/172"} and breaks(most_prize=1200) == set()


@law("ir/123")
def test_a_limit_of_the_house_s_risk_leaves_room_for_the_least_bet() -> None:
    assert breaks(exposure=14_999) == {"ir/123"} and breaks(exposure=15_000) == set()


@law("9", "10", "11", "12", "13", "10.1-2")
def test_the_cloth_has_every_chance_and_a_place_for_the_marker_on_each_number() -> None:
    cloth = GAME.felt(table())
    assert {zone.spot for zone in cloth.zones} == set(table_law(table()).cloth.spots)
    assert set(msgspec.to_builtins(cloth.puck)) == {"off", *map(str, NUMBERS)}


@law("9", "9.a", "9.b", "9.c", "13", "13.1")
def test_simple_chances_pay_evens_the_others_something_else_and_the_field_both() -> None:
    pays = {bet.bet: [one.odds for one in bet.pays] for bet in GAME.bets(table())}
    simple = {name for name, odds in pays.items() if odds == ["1:1"]}
    assert simple == {"pass", "dont-pass", "come", "dont-come", "big-6", "big-8", "under", "over"}
    assert pays["field"] == ["1:1", "2:1"]
    assert all("1:1" not in pays[name] for name in set(pays) - simple - {"field"})
    for acts, throw, clause, sum_ in (
            ("bet under 5", (1, 2), "9.a", 500), ("bet total/2 5", (1, 1), "9.b", 15_000),
            ("bet field 5", (1, 1), "9.c", 1000), ("bet field 5", (1, 2), "9.c", 500)):
        coup = do(begin_coup(table(individual=True), throws=(throw,)), "sit 1", acts, "throw table")
        paid = next(e.step for e in coup.record if isinstance(e.step, Move)
                    and e.step.kind == "pay")
        assert f"{GAME.section}/{clause}" in (paid.law, *paid.also) and paid.amount == sum_


# -- bets ------------------------------------------------------------------------------------------


def spots(dealer: Dealer) -> set[str]:
    """Where the last menu takes bets."""
    menu = [e.step for e in dealer.record if isinstance(e.step, Menu)][-1]
    return {spot for offer in menu.offers if offer.act == "bet" for spot in offer.seats}


@law("10.3", "10.4", "11.1", "12")
def test_the_menu_is_another_once_the_point_is_set() -> None:
    before, after = spots(do(begin_coup(table()), "sit 1")), spots(begin_coup(table(), WAITS))
    assert before - after == {"pass", "dont-pass"} and after - before == {"come", "dont-come"}
    assert {f"{form}/{n}" for form in ("place", "lay") for n in NUMBERS} <= before & after
    assert not [spot for spot in before | after if spot.startswith(("odds", "come/"))]


@law("10.3", "10.4", "11.1")
def test_what_is_refused_before_the_first_throw() -> None:
    coup = do(begin_coup(table()), "sit 1", "bet pass 5")
    assert refusal_of(coup, "bet come 5") == ("barred", "10.3")
    assert refusal_of(coup, "bet dont-come 5") == ("barred", "10.4")
    assert refusal_of(coup, "bet odds/pass 5") == ("barred", "11.1")
    assert refusal_of(coup, "bet odds/come/4 5") == ("barred", "11.1")
    assert refusal_of(coup, "bet place/7 5")[0] == "not-offered"


@law("10.9", "10.9-2", "10.3-3", "10.4-3", "11.1", "ir/139")
def test_what_is_refused_once_the_point_is_set() -> None:
    coup = begin_coup(table(), WAITS)
    for act, clause in (("bet pass 20", "10.9"), ("clear pass", "10.9"), ("leave 1", "10.9"),
                        ("bet dont-pass 5", "ir/139"), ("clear come/9", "10.9-2"),
                        ("bet come/9 10", "10.9-2"), ("bet come/8 5", "10.3-3"),
                        ("bet dont-come/8 6", "10.4-3"), ("bet odds/come/8 5", "11.1"),
                        ("bet odds/dont-pass 5", "11.1")):
        assert refusal_of(coup, act) == ("barred", clause), act


@law("11.1-3")
def test_odds_up_to_each_bet_that_they_accompany() -> None:
    coup = do(begin_coup(table(), WAITS), "bet odds/pass 10", "bet odds/come/9 5")
    assert refusal_of(coup, "bet odds/pass 11") == ("above-maximum", "11.1-3")
    assert refusal_of(coup, "bet odds/come/9 6") == ("above-maximum", "11.1-3")
    assert refusal_of(coup, "bet odds/pass 9.55") == ("off-unit", "11.1-3")
    assert coup.answer(Act("Rui", "bet", "odds/dont-pass", 600))
    reply = coup.answer(Act("Rui", "bet", "odds/dont-pass", 500))
    assert isinstance(reply, Refusal) and reply.code == "off-unit" and reply.accepts == (300, 600)


@law("11.1", "11.1-3", "ir/173", "ir/176")
def test_odds_go_in_the_steps_that_their_own_number_pays_in_whole_cents() -> None:
    for point, literal, unit, sums in (
            (4, False, 500, (500, 9500, 500)), (5, False, 500, (1500, 9000, 1500)),
            (6, False, 500, (1500, 9000, 1500)), (10, False, 1, (2, 9500, 2)),
            (9, True, 1, (2, 9500, 2)), (8, True, 1, (5, 9500, 5)), (4, True, 1, (1, 9500, 1))):
        coup = begin_coup(table(unit=unit, literal_odds=literal),
                          carried(point, ("1/dont-pass", "Ana", 9500)))
        assert odds_offer(coup, "odds/dont-pass") == sums, (point, literal)
        do(coup, f"bet odds/dont-pass {sums[1] / 100}")
        if sums[2] > 1:
            assert refusal_of(coup, "bet odds/dont-pass 89.99") == ("off-unit", "11.1-3")
    menu = {bet.bet: (bet.minimum, bet.unit) for bet in GAME.bets(table(unit=500))}
    assert menu["dont-odds"] == (500, 500) and menu["odds"] == (500, 500)


def odds_offer(coup: Dealer, spot: str) -> tuple[int, int, int]:
    """The minimum, maximum and step of odds that are offered to Ana."""
    assert coup.standing is not None
    offer, = (o for o in coup.standing.offers
              if (o.act, o.player) == ("bet", "Ana") and spot in o.spots)
    return offer.low, offer.high, offer.unit


@law("12.3")
@pytest.mark.parametrize(("spot", "step"), [("place/4", 5), ("place/9", 5), ("place/6", 6),
                                            ("lay/10", 11), ("lay/5", 6), ("lay/8", 13)])
def test_multiples_of_the_least_sum_on_the_boxes(spot: str, step: int) -> None:
    coup = do(begin_coup(table()), "sit 1", f"bet {spot} {step}", f"bet {spot} {2 * step}")
    assert refusal_of(coup, f"bet {spot} {step + 1}") == ("off-unit", "12.3")
    assert refusal_of(coup, f"bet {spot} {step - 1}") == ("below-minimum", "12.3")
    assert refusal_of(coup, f"bet {spot} 101") == ("above-maximum", "12.3")


@law("10.9-2", "ir/178")
def test_a_come_bet_may_be_changed_until_the_throw_that_follows_it() -> None:
    coup = do(begin_coup(table(), WAITS), "bet come 10", "bet come 5", "clear come", "bet come 5")
    assert coup.standing is not None


@law("ir/166", "11.1-4")
def test_what_is_not_locked_may_be_taken_back_all_at_once() -> None:
    coup = do(begin_coup(table(), WAITS), "bet odds/pass 10", "bet place/4 5", "clear-all table")
    back = {e.step.bet: e.step.law.removeprefix(f"{GAME.section}/") for e in coup.record
            if isinstance(e.step, Move) and e.step.kind == "return"}
    assert back == {"1/odds/pass": "11.1-4", "1/place/4": "ir/166"}


@law("ir/121")
def test_the_bets_of_a_first_throw_may_be_laid_again() -> None:
    at = table(individual=True)
    first = do(begin_coup(at, throws=((3, 4),)), "sit 1", "bet pass 5", "bet place/6 6",
               "throw table")
    again = do(begin_coup(at, first.outcome), "repeat table")
    assert {e.step.bet for e in again.record if isinstance(e.step, Move)} == {
        "1/pass", "1/place/6"}
    assert isinstance(tell(do(again, "double table"), "repeat table"), Refusal)


@law("ir/123")
def test_the_house_s_limit_of_risk_counts_what_waits_on_the_cloth() -> None:
    at = table(exposure=15_000)
    coup = do(begin_coup(at, WAITS), "bet total/2 5")
    assert refusal_of(coup, "bet total/2 6") == ("above-maximum", "ir/123")
    assert refusal_of(coup, "bet any-craps 5") == ("full", "ir/123")
    do(coup, "bet total/12 5")  # another outcome


@law("11.1", "ir/123")
def test_a_spot_has_one_offer_also_with_a_limit_of_the_house_s_risk() -> None:
    coup = begin_coup(table(exposure=15_000), carried(6, ("1/dont-come/4", "Ana", 500)))
    do(coup, "bet total/2 5")
    assert coup.standing is not None
    named = Counter(spot for offer in coup.standing.offers for spot in offer.spots
                    if (offer.act, offer.player) == ("bet", "Ana"))
    assert set(named.values()) == {1}
    assert refusal_of(coup, "bet odds/come/10 5") == ("barred", "11.1")


# -- the dice --------------------------------------------------------------------------------------


@law("4", "6", "2")
def test_two_dice_of_six_faces_are_thrown_of_five_that_are_numbered() -> None:
    coup = do(begin_coup(table(), throws=((1, 2),)), "sit 1", "bet field 5", "time")
    assert coup.standing is not None
    offered = next(o for o in coup.standing.offers if o.act == "dice")
    assert len(offered.seats) == 10 and offered.seats[0] == "1-2" and offered.seats[-1] == "4-5"
    do(coup, "dice 3-5")
    throw = next(e.step for e in coup.record if isinstance(e.step, Throw))
    assert (throw.sides, throw.first) == ((6, 6), 1)
    handed = next(e.step for e in coup.record if isinstance(e.step, Handle)
                  and e.step.what == "check-dice")
    assert handed.facts == {"dice": "3-5"} and handed.answers == ("sound", "3", "5")


@law("7", "7.a", "7.b", "7.a-2", "3")
def test_at_a_real_table_the_croupier_enters_dice_and_what_went_wrong() -> None:
    at = table(attended=True, individual=True)
    coup = do(begin_coup(at, chance=Attended()), "sit 1", "bet field 5", "throw table")
    for word in ("done", "sound"):
        assert not isinstance(coup.enter(word), Refusal)
    assert isinstance(coup.enter((0, 7)), Refusal) and isinstance(coup.enter((3,)), Refusal)
    assert isinstance(coup.enter(Incident("stacked")), Refusal)
    for fact in (Incident("short"), "sound", Incident("off-table", seat="2"), "done", "sound",
                 "sound", (5, 6)):
        reply = coup.enter(fact)
        assert not isinstance(reply, Refusal), reply.text
    while coup.awaited:
        coup.enter("done")
    gone = next(e.step for e in coup.record if isinstance(e.step, Handle)
                and e.step.what == "replace-die")
    assert gone.facts == {"out": "2", "in": "3"} and coup.outcome.dice == "1-3"


@law("3", "7", "7.b")
def test_the_dice_are_checked_again_before_the_throw_that_repeats_a_void_one() -> None:
    at = table(individual=True)
    coup = do(begin_coup(at, throws=(Incident("short"), (5, 6))), "sit 1", "bet field 5",
              "throw table")
    steps = [getattr(e.step, "what", "") or type(e.step).__name__ for e in coup.record]
    assert [step for step in steps if step in ("check-dice", "Throw")] == [
        "check-dice", "Throw", "check-dice", "Throw"]


@law("5", "5-2", "ir/168")
def test_the_dice_go_round_the_table_with_the_pass_line_before_the_others() -> None:
    """After place 2: Eva at 3 and Ana at 1 have line bets, Gil at 4 has none; Rui is the last."""
    carry = msgspec.structs.replace(WAITS, seats=("Ana", "Rui", "Eva", "Gil"), state=0, held=(),
                                    shooter="2", passes=True)
    coup = begin_coup(table(), carry, ((1, 2),))
    for who, spot in (("Ana", "pass"), ("Rui", "field"), ("Eva", "pass"), ("Gil", "field")):
        assert coup.answer(Act(who, "bet", spot, 500))
    do(coup, "time")
    asked = []
    while coup.standing is not None:
        offer = coup.standing.offers[0]
        asked.append(offer.player)
        if len(coup.standing.offers) == 1:
            do(coup, "time")
        else:
            coup.answer(Act(offer.player, "decline", coup.standing.offers[1].seat))
    assert asked == ["Eva", "Ana", "Gil", "Rui"] and coup.outcome.shooter == "2"


@law("8.b", "8.a", "ir/179")
def test_who_has_the_dice_next() -> None:
    at = table(individual=True)
    for state, throw, passes in ((0, (3, 4), False), (6, (3, 4), True), (6, (3, 3), False),
                                 (6, (1, 1), False)):
        carry = msgspec.structs.replace(WAITS, state=state, seats=("Ana", "", "", ""),
                                        held=(("1/place/4", "Ana", 500),))
        coup = do(begin_coup(at, carry, (throw,)), "throw table")
        assert coup.outcome.passes is passes, (state, throw)


@law("ir/170")
def test_a_lone_player_has_two_dice_until_they_take_others() -> None:
    at = table(individual=True)
    first = do(begin_coup(at, throws=((2, 3),)), "sit 1", "bet pass 5", "throw table")
    assert first.outcome.dice == "1-2"
    then = do(begin_coup(at, first.outcome, ((2, 2),)), "dice 4-5", "throw table")
    assert then.outcome.dice == "4-5"
    # A player need not have thrown to choose.
    begun = do(begin_coup(at, throws=((2, 3),)), "sit 1", "dice 3-5", "bet pass 5", "throw table")
    assert begun.outcome.dice == "3-5"


@law("4", "ir/170")
def test_who_comes_after_a_lone_player_begins_with_the_first_two_dice() -> None:
    at = table(individual=True)
    first = do(begin_coup(at, throws=((2, 3),)), "sit 1", "dice 4-5", "bet field 5", "throw table")
    then = do(begin_coup(at, first.outcome, ((2, 2),)), "leave 1")
    for act in ("sit 1", "bet field 5", "throw table"):
        word, seat, *sums = act.split()
        assert not isinstance(then.answer(Act("Rui", word, seat, 500 if sums else 0)), Refusal)
    assert then.outcome.dice == "1-2"


# -- closing, leaving, void ------------------------------------------------------------------------


@law("13.3.b", "13.3.b-2", "ir/174")
def test_the_last_play_is_announced_once_and_names_the_minutes() -> None:
    coup = begin_coup(table(), WAITS)
    assert not isinstance(coup.report(Incident("last-play")), Refusal)
    call = next(e.step for e in coup.record if getattr(e.step, "call", "") == "last-play")
    assert call.facts == {"minutes": 5}
    assert coup.answer(Act("Ana", "bet", "come", 500))  # the series that is on goes on


@law("13.3.b", "ir/174")
def test_after_the_last_play_nobody_bets_and_what_is_locked_is_decided() -> None:
    carry = carried(0, ("1/come/9", "Ana", 500), ("2/place/4", "Rui", 500), closing="over")
    coup = begin_coup(table(), carry, ((1, 1),))
    assert refusal_of(coup, "bet pass 5") == refusal_of(coup, "bet odds/come/9 5") == (
        "barred", "13.3.b")
    assert not spots(coup)
    do(coup, "time")
    assert coup.outcome.closing == "over" and len(coup.outcome.held) == 2
    last = do(begin_coup(table(), coup.outcome, ((4, 5),)), "time")
    assert last.outcome.held == () and last.outcome.closing == ""
    assert set(last.outcome.seats) == {""} and last.outcome.state == 0  # not the point of 9
    assert Counter(gain(e.step) for e in last.record if isinstance(e.step, Move)) == {
        500: 3, 0: 2}  # the prize of 9, its stake, and Rui's bet; two that were in play again


@law("ir/175")
def test_a_table_laid_out_anew_keeps_the_places_of_bets_that_wait() -> None:
    left = GAME.reset_carry(table(places=1), WAITS)
    assert left.seats == ("Ana", "Rui") and left.state == 6 and left.held == WAITS.held
    assert GAME.public_state(left)["point"] == 6
    carry = GAME.hold_stakes(left, {"3/come/4": ("Eva", 500)}, 0)
    assert GAME.reset_carry(table(), carried(6)).state is None  # nothing waits for a point
    assert carry.seats == ("Ana", "Rui", "Eva") and carry.held == (("3/come/4", "Eva", 500),)


@law("ir/24", "ir/165")
def test_a_void_throw_gives_back_what_it_saw_laid_and_no_more() -> None:
    carry = carried(6, ("1/pass", "Ana", 1000), ("1/place/4", "Ana", 500))
    coup = do(begin_coup(table(), carry), "bet place/4 15", "bet odds/pass 10")
    coup.void("the lights went out")
    assert sorted(coup.outcome.held) == [("1/pass", "Ana", 1000), ("1/place/4", "Ana", 500)]
    assert coup.outcome.state == 6
    gone = do(begin_coup(table(), carry), "bet odds/pass 10")
    gone.void("the session ends")
    assert gone.outcome.held == () and gone.outcome.state == 0


# -- any evening -----------------------------------------------------------------------------------


def evening(draw: Any, at: Table, coups: int) -> list[tuple[Any, Dealer]]:
    """Up to eight bettors lay what they are offered before each of so many throws."""
    carry = GAME.opening(at)
    coups_played = []
    for _ in range(coups):
        throw = tuple(draw(st.tuples(st.integers(1, 6), st.integers(1, 6))))
        nulls = [Incident(kind) for kind in draw(st.lists(
            st.sampled_from(("short", "off-table")), max_size=1))]
        dealer = begin_coup(at, carry, (*nulls, throw))
        for name in NAMES[:at.places]:
            if name not in carry.seats and dealer.standing is not None:
                free = next(o for o in dealer.standing.offers if o.act == "sit").seats[0]
                dealer.answer(Act(name, "sit", free))
        for _ in range(draw(st.integers(1, 2 * at.places))):
            lay(draw, dealer, draw(st.sampled_from(NAMES[:at.places])))
        if not any(isinstance(e.step, Move) for e in dealer.record):
            dealer.answer(Act(NAMES[0], "bet", "field", table_law(at).limits["field"].low))
        while dealer.standing is not None:
            dealer.answer(TimeOut(dealer.standing.window))
        coups_played.append((carry, dealer))
        carry = dealer.outcome
    return coups_played


def lay(draw: Any, dealer: Dealer, who: str) -> None:
    """One bet that is offered to a player, at any of the sums that it takes."""
    listen = dealer.standing
    assert isinstance(listen, Listen)
    offers = [o for o in listen.offers if o.act == "bet" and who not in o.barred
              and (o.player == who or who in o.players) and o.note != "full"]
    offer = draw(st.sampled_from(offers))
    low, high = -(-offer.low // offer.unit), offer.high // offer.unit
    spot = draw(st.sampled_from(offer.spots))
    taken = next(o for o in listen.offers if o.act == "bet" and spot in o.spots
                 and (o.player == who or who in o.players))
    if taken is offer:
        reply = dealer.answer(Act(who, "bet", spot, offer.unit * draw(st.integers(low, high))))
        assert not isinstance(reply, Refusal), reply.text


@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_of_any_evening_every_bet_meets_its_fate_and_no_money_is_lost(data: st.DataObject) -> None:
    """Money is conserved, the record replays, and what is paid is what the cloth says."""
    at = table(places=data.draw(st.integers(1, 8)), bar=data.draw(st.sampled_from((2, 12))),
               literal_odds=data.draw(st.booleans()))
    cloth = table_law(at).cloth
    for carry, dealer in evening(data.draw, at, data.draw(st.integers(1, 5))):
        assert replay(GAME.coup(at, carry), dealer.record).outcome == dealer.outcome
        at_throw = next(n for n, e in enumerate(dealer.record) if e.fell)
        fell = dealer.record[at_throw].fell
        moves = [e.step for e in dealer.record if isinstance(e.step, Move)]
        lying: Counter[str] = Counter()
        for move in (e.step for e in dealer.record[:at_throw] if isinstance(e.step, Move)):
            if move.kind in ("stake", "resume"):
                lying[move.bet] += move.amount
            elif move.kind == "return":
                lying[move.bet] -= move.amount
        check_fates(cloth, carry.state or 0, fell, lying, moves, dealer)


def check_fates(cloth: Any, state: int, fell: tuple[int, ...], lying: Counter[str],
                moves: list[Move], dealer: Dealer) -> None:
    """Each bet that lay there when the dice fell is paid, lost, given back, moved or held."""
    held: Counter[str] = Counter()
    for bet, cents in lying.items():
        if not cents:
            continue
        fate = cloth.fates(spot_of(bet)[1], state)[cloth.number[fell]]
        ends = {m.kind: m for m in moves if m.bet == bet and m.kind in (
            "pay", "collect", "travel")}
        if isinstance(fate, Odds):
            assert ends["pay"].amount == fate.pays(cents) and ends["pay"].odds == str(fate)
        elif fate is LOST:
            assert ends["collect"].amount == cents
        elif isinstance(fate, Moves):
            assert ends["travel"].amount == cents
            held[f"{spot_of(bet)[0]}/{fate.to}"] += cents
        elif fate is STAYS:
            assert not ends
            held[bet] += cents
    assert held == Counter({bet: cents for bet, _, cents in dealer.outcome.held})
    for bet, _, cents in dealer.outcome.held:
        if bet.partition("/")[2].startswith("odds/"):
            assert cents <= held[bet.replace("odds/", "", 1)]
    net = sum(gain(m) for m in moves)
    bank = sum(m.amount for m in moves if m.kind == "collect") - sum(
        m.amount for m in moves if m.kind == "pay")
    waits = sum(m.amount for m in moves if m.kind == "hold") - sum(
        m.amount for m in moves if m.kind == "resume")
    assert net + bank + waits == 0
