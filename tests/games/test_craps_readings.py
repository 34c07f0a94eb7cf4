"""Portaria 217/2007, craps: what the readings of ambiguous clauses change at a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.games import game
from sabot.procedure import (
    Attended,
    Call,
    Dealer,
    Handle,
    Incident,
    Move,
    Refusal,
    Scripted,
    Throw,
)
from sabot.procedure.readings import NotPriced
from sabot.procedure.table import Table
from support.dice_coups import begin, breaks, do, lawful, nets, refusal_of, steps
from support.house_evening import Evening, run_async
from support.house_evening import table as house_table

GAME = game("craps")


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/165`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


def both(field: str, *values: str, **keys: Any) -> list[Table]:
    """Tables with the usual reading and with each of the others."""
    return [lawful("craps", "", **keys), *(
        lawful("craps", f"readings = {{ {field} = {value} }}", **keys) for value in values)]


def waiting(state: int, *held: tuple[str, str, int], **more: Any) -> Any:
    """The carry of a table where Ana, who throws, and Rui have bets that wait."""
    return msgspec.structs.replace(
        GAME.opening(lawful("craps")), seats=("Ana", "Rui", "", ""), state=state, held=held,
        **{"shooter": "1", "passes": False, "dice": "1-2", **more})


def coup(table: Table, carry: Any, *throws: Any) -> Dealer:
    """A coup with these throws, up to its first question."""
    return begin(table, Scripted(throws=throws), carry)


def left_bets(dealer: Dealer) -> dict[str, int]:
    """The bets that wait after a coup, in cents."""
    return {bet: cents for bet, _, cents in dealer.outcome.held}


def calls(dealer: Dealer) -> list[str]:
    """What the stickman has announced."""
    return [call.call for call in steps(dealer, Call)]


def handled(dealer: Dealer) -> list[str]:
    """What the croupiers have done."""
    return [handle.what for handle in steps(dealer, Handle)]


def edges(table: Table) -> dict[str, str]:
    """The edge of each bet."""
    return {bet.bet: bet.edge for bet in GAME.priced.odds(table).bets}


def kinds(dealer: Dealer, bet: str) -> list[str]:
    """The moves of one bet."""
    return [move.kind for move in steps(dealer, Move) if move.bet == bet]


@law("10.2-3", "10.4-2", "10.9", "10.9-2", "ir/136")
def test_a_bet_on_the_bar_goes_back_or_stays_locked() -> None:
    usual, other = both("bar_bet", '"stays-locked"')
    for state, spot, clause in ((0, "dont-pass", "10.9"), (6, "dont-come", "10.9-2")):
        for table, left in ((usual, {}), (other, {f"1/{spot}": 500})):
            dealer = do(coup(table, waiting(state), (6, 6)), f"Ana: bet {spot} 500", "time")
            assert left_bets(dealer) == left
        after = coup(other, dealer.outcome)
        for act in (f"clear {spot}", f"bet {spot} 1000", "leave 1"):
            assert refusal_of(after, f"Ana: {act}") == ("barred", clause)
    assert (edges(usual)["dont-pass"], edges(other)["dont-pass"]) == ("3/220", "27/1925")


@law("10.9", "ir/139")
def test_a_bet_on_a_line_may_be_made_late_and_is_locked() -> None:
    usual, other = both("late_line_bets", "true")
    late = "Rui: bet dont-pass 500"
    start = waiting(4, ("1/pass", "Ana", 500))
    assert refusal_of(coup(usual, start), late) == ("barred", "ir/139")
    dealer = do(coup(other, start, (3, 4)), late)
    assert refusal_of(dealer, "Rui: clear dont-pass") == ("barred", "10.9")
    assert refusal_of(dealer, "Ana: bet pass 1000") == ("barred", "10.9")
    assert nets(do(dealer, "time"))["Rui"] == 500
    assert edges(usual)["dont-pass"] == edges(other)["dont-pass-0"] == "3/220"
    assert edges(other)["dont-pass-4-10"] == "-1/3" and edges(other)["pass-6-8"] == "1/11"


@law("12", "ir/166")
def test_bets_that_wait_are_free_or_bound() -> None:
    usual, other = both("waiting_bets", '"bound"')
    start = waiting(0, ("1/big/6", "Ana", 500))
    do(coup(usual, start), "Ana: bet big/6 1000", "Ana: clear big/6", "Ana: leave 1")
    dealer = do(coup(other, start, (1, 1)), "Ana: bet place/5 500", "Ana: clear place/5")
    for act in ("bet big/6 1000", "clear big/6", "leave 1"):
        assert refusal_of(dealer, f"Ana: {act}") == ("barred", "ir/166"), act
    assert not isinstance(dealer.report(Incident("last-play")), Refusal)
    do(dealer, "time")
    assert dealer.outcome.closing == "over" and left_bets(dealer) == {"1/big/6": 500}


@law("5-2", "ir/168")
def test_the_dice_are_offered_to_the_pass_line_first_or_in_turn() -> None:
    for table, asked in zip(both("offered_first", '"turn"'), ("dice:1", "dice:2"), strict=True):
        dealer = do(coup(table, waiting(0, passes=True)), "Ana: bet pass 500",
                    "Rui: bet field 500", "time")
        assert dealer.standing is not None and dealer.standing.window == asked


@law("13.3.b", "ir/174")
def test_the_last_play_is_a_series_or_a_throw_and_what_it_leaves_is_decided_or_goes_back() -> None:
    start = waiting(6, ("1/pass", "Ana", 500), ("1/come/9", "Ana", 500))
    usual, all_back, throw = both("last_play", '"series-all-back"', '"throw"')
    for table, thrown, closes in ((usual, (3, 3), False), (all_back, (3, 3), True),
                                  (usual, (1, 2), False), (all_back, (1, 2), False),
                                  (throw, (1, 2), True)):
        dealer = coup(table, start, thrown)
        assert not isinstance(dealer.report(Incident("last-play")), Refusal)
        do(dealer, "time")
        assert ("table-closes" in calls(dealer)) is closes, thrown
        assert ("1/come/9" in left_bets(dealer)) is not closes
        assert not closes or kinds(dealer, "1/come/9")[-1] == "return"
        assert not closes or dealer.outcome.state == 0


@law("ir/176")
def test_each_chance_may_need_limits_of_its_own() -> None:
    reading = "readings = { own_limits = true }"
    assert breaks("craps", reading) == {"rules.readings.own_limits": "ir/176"}
    own = "".join(f"{section} = {{ minimum = {low}, maximum = {26 * low} }}\n" for section, low in (
        *((name, 5) for name in ("line", "odds", "big", "under_over", "field", "craps", "hardways",
                                 "totals", "place_4_10", "place_5_9")),
        ("place_6_8", 6), ("lay_4_10", 11), ("lay_5_9", 8), ("lay_6_8", 13)))
    assert lawful("craps", own + reading).rules.readings.own_limits


@law("10.9-2", "ir/178")
def test_a_come_bet_is_locked_from_its_throw_or_at_once() -> None:
    usual, other = both("come_locked", '"at-once"')
    for spot in ("come", "dont-come"):
        act = f"Ana: bet {spot} 500"
        do(coup(usual, waiting(6)), act, f"Ana: clear {spot}")
        assert refusal_of(do(coup(other, waiting(6)), act), f"Ana: clear {spot}") == (
            "barred", "10.9-2")


@law("8.a", "ir/179")
def test_who_throws_keeps_the_dice_with_any_bet_or_with_a_new_one() -> None:
    start = waiting(0, ("1/place/4", "Ana", 500))
    for table, windows in zip(both("keeps_dice", '"new-bet"'), ("", "dice:2"), strict=True):
        dealer = do(coup(table, start, (1, 1)), "Rui: bet field 500", "time")
        assert (dealer.standing.window if dealer.standing else "") == windows
        assert ("dice-pass" in calls(dealer)) is bool(windows)
        again = do(coup(table, start, (1, 1)), "Ana: bet field 500", "time")
        assert "dice-pass" not in calls(again)


@law("11.1", "ir/180")
def test_odds_on_come_are_made_at_any_time_or_while_a_point_stands() -> None:
    usual, other = both("come_odds", '"point-stands"')
    act = "Ana: bet odds/come/9 200"
    bets = [("1/come/9", "Ana", 500)]
    do(coup(usual, waiting(0, *bets)), act)
    assert refusal_of(coup(other, waiting(0, *bets)), act) == ("barred", "11.1")
    dealer = do(coup(other, waiting(6, *bets), (4, 2)), act, "time")
    assert left_bets(dealer)["1/odds/come/9"] == 200


@law("3", "10.3", "12", "ir/167")
def test_bets_are_taken_until_the_dice_are_given_out_or_come_to_rest() -> None:
    usual, other = both("bets_until", '"dice-rest"')
    for table, late in ((usual, False), (other, True)):
        dealer = do(coup(table, waiting(0), (1, 1)), "Ana: bet pass 500", "Rui: bet field 500",
                    "time")
        assert (dealer.standing is not None) is late
    assert "check-dice" in handled(dealer) and not steps(dealer, Throw)
    do(dealer, "Rui: bet total/2 500", "time")
    assert nets(dealer) == {"Ana": -500, "Rui": 1000 + 15_000}
    # Who has the dice takes back their bet: the dice pass on.
    gone = do(coup(other, waiting(0), (1, 1)), "Ana: bet pass 500", "Rui: bet field 500", "time",
              "Ana: clear pass", "time")
    assert gone.standing is not None and gone.standing.window == "dice:2"
    assert do(gone, "time", "time").outcome.shooter == "2"


@law("5", "ir/169")
def test_who_says_nothing_takes_the_dice_or_declines_them() -> None:
    usual, other = both("no_answer", '"declines"')
    start = waiting(6, ("1/pass", "Ana", 500), ("2/place/4", "Rui", 500), passes=True)
    dealer = do(coup(usual, start, (1, 1)), "time", "time")
    assert dealer.outcome.shooter == "1" and not dealer.outcome.passes
    nobody = do(coup(other, start), "time", "time", "Rui: decline 2")
    assert calls(nobody)[-1] == "nobody-throws" and not steps(nobody, Throw)
    assert left_bets(nobody) == {} and kinds(nobody, "1/pass") == ["resume", "return"]
    assert (nobody.outcome.state, nobody.outcome.passes) == (0, True)
    asked = do(coup(other, start, (1, 1)), "time", "time")
    assert asked.standing is not None and asked.standing.window == "dice:2"
    assert do(asked, "Rui: dice 2-3").outcome.dice == "2-3" and asked.outcome.shooter == "2"


@law("4", "ir/170")
def test_dice_are_chosen_when_they_are_taken_or_before_each_throw() -> None:
    usual, other = both("dice_chosen", '"each-throw"', kind="individual")
    start = waiting(6, ("1/pass", "Ana", 500))
    dealer = do(coup(usual, start, (1, 1)), "Ana: dice 4-5", "Ana: throw table")
    assert dealer.outcome.dice == "4-5"
    asked = coup(other, start, Incident("short"), (1, 1))
    assert refusal_of(asked, "Ana: dice 4-5")[0] == "not-offered"
    do(asked, "Ana: throw table", "Ana: dice 4-5")
    assert asked.standing is not None and asked.standing.window == "dice:1"  # the other was void
    assert do(asked, "time").outcome.dice == "4-5"


@law("7.b", "ir/171")
def test_a_throw_is_void_when_one_die_falls_short_or_both() -> None:
    for table, void, other in zip(both("short_throw", '"both-dice"'), ("short", "both-short"),
                                  ("both-short", "short"), strict=True):
        dealer = do(coup(table, waiting(0), Incident(void), (5, 6)), "Ana: bet pass 500", "time")
        assert f"null-{void}" in calls(dealer) and nets(dealer) == {"Ana": 500}
        assert other not in steps(dealer, Throw)[0].faults


@law("12.3", "12.1.pay-6-8", "11.1.pay-6-8", "ir/173")
def test_a_fraction_of_a_cent_is_avoided_by_the_stakes_or_left_to_the_bank() -> None:
    usual, other = both("fractions", '"rounded-down"')
    start = waiting(6, ("1/pass", "Ana", 5200), ("2/dont-pass", "Rui", 700))
    odd = coup(usual, start)
    assert refusal_of(odd, "Ana: bet place/8 500") == ("below-minimum", "12.3")
    assert refusal_of(odd, "Rui: bet odds/dont-pass 400") == ("off-unit", "11.1-3")
    for thrown, bet, prize in (((6, 2), "Ana: bet place/8 500", 583),
                                      ((3, 4), "Rui: bet odds/dont-pass 400", 333)):
        dealer = do(coup(other, start, thrown), bet, "time")
        paid = next(move for move in steps(dealer, Move)
                    if move.kind == "pay" and bet.split()[2] in move.bet)
        assert paid.amount == prize and "ir/173" in paid.also
    assert refusal_of(coup(other, start), "Ana: bet place/8 700") == ("off-unit", "12.3")
    capped = lawful("craps", 'most_prize = 6\nreadings = { fractions = "rounded-down" }')
    assert do(coup(capped, start), "Ana: bet odds/pass 500").standing is not None
    assert refusal_of(coup(capped, start), "Ana: bet odds/pass 600")[0] == "above-maximum"
    with pytest.raises(NotPriced, match="fractions"):
        GAME.priced.odds(other)


@law("10.9", "ir/175")
def test_who_leaves_waits_for_locked_bets_or_lets_them_play_on_or_forfeits_them() -> None:
    usual, plays_on, forfeits = both("leaving", '"plays-on"', '"forfeits"')
    start = waiting(6, ("1/pass", "Ana", 500), ("1/big/8", "Ana", 700), ("2/pass", "Rui", 500))
    assert refusal_of(coup(usual, start), "Ana: leave 1") == ("barred", "10.9")
    gone = do(coup(plays_on, start, (3, 3)), "Ana: leave 1")
    assert refusal_of(gone, "Eva: sit 1")[0] == "not-yours"
    assert refusal_of(gone, "Ana: sit 3") == ("barred", "ir/181")
    do(gone, "Eva: sit 3", "time", "time")
    assert nets(gone)["Ana"] == 1000 + 700 and kinds(gone, "1/big/8") == ["resume", "return"]
    assert gone.outcome.shooter == "2"
    back = do(coup(plays_on, start, (3, 3)), "Ana: leave 1", "Ana: sit 1")
    assert refusal_of(back, "Ana: clear pass") == ("barred", "10.9")
    lost = do(coup(forfeits, start, (3, 3)), "Ana: leave 1", "Eva: sit 1", "time", "time")
    assert kinds(lost, "1/pass") == ["resume", "collect"]
    assert kinds(lost, "1/big/8") == ["resume", "return"]


@law("10.3-3", "11.1-5", "ir/182")
def test_a_come_bet_wins_by_its_own_number_or_by_any_that_was_played() -> None:
    usual, other = both("come_wins", '"any-played"')
    start = waiting(10, ("1/come/4", "Ana", 500), ("1/odds/come/4", "Ana", 400),
                    ("2/come/9", "Rui", 500))
    for table, won in ((usual, 0), (other, 500 + 800)):
        dealer = do(coup(table, start, (4, 5)), "time")
        assert nets(dealer)["Rui"] == 1000
        assert sum(move.amount for move in steps(dealer, Move)
                   if move.player == "Ana" and move.kind == "pay") == won
        assert ("1/come/4" in left_bets(dealer)) is not won
    assert "1/come/4" in left_bets(do(coup(other, start, (4, 4)), "time"))
    with pytest.raises(NotPriced, match="come_wins"):
        GAME.priced.odds(other)
    assert breaks("craps", 'exposure = 5000\nreadings = { come_wins = "any-played" }') == {
        "rules.exposure": "ir/182"}


@law("13.3.b", "ir/360")
def test_the_hours_of_a_file_or_a_supervisor_alone_close_the_room() -> None:
    hours = {"closes": "03:00", "gaming_day": "15:00", "time_zone": "Europe/Lisbon"}
    supervisor = 'readings = { closing_hour = "supervisor" }'
    assert lawful("craps", **hours).closes == "03:00"
    assert breaks("craps", supervisor, **hours) == {"closes": "ir/360"}
    assert not isinstance(coup(lawful("craps", supervisor), waiting(6)).report(
        Incident("last-play")), Refusal)


@law("5", "ir/181")
def test_a_full_table_takes_nobody_or_whoever_comes() -> None:
    usual, other = both("places_for", '"all-comers"', places=2)
    start = msgspec.structs.replace(waiting(0, passes=True), seats=("Ana", "Rui"))
    full = coup(usual, start)
    assert full.standing is not None
    assert not [offer for offer in full.standing.offers if offer.act == "sit"]
    dealer = do(coup(other, start, (5, 6)), "Eva: sit 3", "Gil: sit 4", "Gil: bet pass 500",
                "Ana: leave 1")
    assert refusal_of(dealer, "Ivo: sit 3")[0] == "not-yours"
    do(dealer, "Ivo: sit 1", "time")
    assert dealer.standing is not None and dealer.standing.window == "dice:4"
    assert nets(do(dealer, "time")) == {"Gil": 500}
    assert dealer.outcome.seats == ("Ivo", "Rui", "Eva", "Gil")


@run_async
@law("5", "ir/181")
async def test_a_house_has_room_for_all_at_such_a_table(tmp_path: Path) -> None:
    text = ('game = "craps"\nname = "Craps"\nminimum = 5\nmaximum = 300\nplaces = 1\n'
            '[rules.readings]\nplaces_for = "all-comers"\n')
    async with Evening(tmp_path, tables={"one": house_table(text)}) as house:
        for place, name in enumerate(("Ana", "Rui", "Eva"), start=1):
            guest = await house.guest(name)
            await guest.must("sit", str(place), table="one")
            await guest.must("bet", "field", 500, table="one")
        for seconds in (15, 20, 3):
            await house.later(seconds)
        assert sum(map(bool, house.desk("one").seats)) == 3
        await guest.must("leave", "3", table="one")
        assert sum(map(bool, house.desk("one").seats)) == 2


SHORT = Incident("short")


@law("7", "7.b", "ir/118")
def test_after_a_null_throw_bets_stay_or_may_be_changed() -> None:
    usual, other = both("after_null", '"may-change"')
    start = waiting(6, ("1/pass", "Ana", 500), ("2/big/8", "Rui", 500))
    assert do(coup(usual, start, SHORT, (3, 3)), "time").over
    dealer = do(coup(other, start, SHORT, (2, 6)), "time")
    assert dealer.standing is not None and dealer.standing.window == "bets:1"
    assert refusal_of(dealer, "Ana: clear pass") == ("barred", "10.9")
    do(dealer, "Rui: clear big/8", "Rui: bet field 500", "Ana: dice 3-4", "time")
    assert dealer.over and nets(dealer) == {"Ana": 500 - 500, "Rui": 500 - 500}
    assert left_bets(dealer) == {"1/pass": 500} and dealer.outcome.dice == "3-4"
    assert calls(dealer).count("same-shooter-same-point") == 2


@law("8.a", "ir/118")
def test_after_a_null_throw_the_dice_pass_when_who_throws_withdraws_every_bet() -> None:
    other = both("after_null", '"may-change"')[1]
    start = waiting(0, ("1/big/6", "Ana", 500), ("2/big/8", "Rui", 500))
    dealer = do(coup(other, start, SHORT, (2, 6)), "time", "Ana: clear big/6", "time")
    assert "dice-pass" in calls(dealer)
    assert dealer.standing is not None and dealer.standing.window == "dice:2"
    rest = lawful("craps", 'readings = { after_null = "may-change", bets_until = "dice-rest" }')
    dealer = do(coup(rest, start, SHORT, (2, 6)), "time", "time", "time")
    assert not dealer.over
    assert do(dealer, "time").over


@law("7", "11.1-4", "ir/370")
def test_after_a_null_throw_odds_stay_or_may_be_taken_back() -> None:
    usual, other = both("null_throw_odds", '"may-go-back"')
    start = waiting(6, ("1/pass", "Ana", 500), ("1/odds/pass", "Ana", 500),
                    ("2/big/8", "Rui", 500))
    assert do(coup(usual, start, SHORT, (3, 3)), "time").over
    dealer = do(coup(other, start, SHORT, (3, 4)), "time")
    assert dealer.standing is not None and dealer.standing.window == "bets:1"
    for act in ("Rui: clear big/8", "Ana: clear pass", "Ana: bet field 500",
                "Ana: bet odds/pass 400", "Rui: bet pass 500", "Rui: leave 2"):
        assert refusal_of(dealer, act) == ("barred", "ir/118"), act
    do(dealer, "Ana: clear odds/pass", "time")
    assert dealer.over and kinds(dealer, "1/odds/pass") == ["resume", "return"]
    assert kinds(dealer, "1/pass") == ["resume", "collect"]
    no_odds = waiting(6, ("1/pass", "Ana", 500), ("2/big/8", "Rui", 500))
    assert do(coup(other, no_odds, SHORT, (3, 4)), "time").over


@law("13.2", "ir/121")
def test_a_winning_stake_goes_back_or_plays_on_where_a_bet_may_be_made() -> None:
    usual, other = both("winning_stake", '"plays-on"')
    start = waiting(6, ("1/pass", "Ana", 500), ("1/odds/pass", "Ana", 500),
                    ("1/come/8", "Ana", 500), ("2/field", "Rui", 500))
    for table, left in ((usual, {"1/come/8": 500}), (other, {"1/pass": 500, "1/come/8": 500})):
        dealer = do(coup(table, start, (3, 3)), "time")
        assert left_bets(dealer) == left
        assert kinds(dealer, "1/odds/pass") == ["resume", "pay", "return"]
    number = waiting(6, ("1/come/8", "Ana", 500), ("1/odds/come/8", "Ana", 500),
                     ("1/big/8", "Ana", 500), ("1/come", "Ana", 500))
    dealer = do(coup(other, number, (4, 4)), "time")
    assert left_bets(dealer) == {"1/big/8": 500, "1/come/8": 500}
    assert kinds(dealer, "1/come/8") == ["resume", "pay", "return", "hold"]
    lone = do(coup(other, waiting(6, ("1/come", "Ana", 500)), (5, 6)), "time")
    assert left_bets(lone) == {"1/come": 500}
    assert not left_bets(do(coup(other, waiting(6, ("1/come", "Ana", 500)), (3, 4)), "time"))


@law("13.2", "13.3.b", "ir/121", "ir/174")
def test_a_winning_stake_goes_back_when_no_bet_follows() -> None:
    other = both("winning_stake", '"plays-on"')[1]
    start = waiting(6, ("1/come/8", "Ana", 500), ("2/big/6", "Rui", 500))
    for closing, state, left in (
            ("", 6, {"1/come/8": 500, "2/big/6": 500}), ("last", 6, {"1/come/8": 500})):
        held = msgspec.structs.replace(start, state=state, closing=closing)
        assert left_bets(do(coup(other, held, (3, 3)), "time")) == left


@law("13.2", "ir/121", "ir/136", "ir/166")
def test_a_stake_that_plays_on_may_be_taken_back() -> None:
    other = lawful("craps", 'readings = { winning_stake = "plays-on", waiting_bets = "bound", '
                            'bar_bet = "stays-locked" }')
    start = waiting(4, ("1/dont-pass", "Ana", 500), ("2/big/8", "Rui", 500),
                    ("2/lay/6", "Rui", 6_500))
    first = do(coup(other, start, (3, 4)), "time")
    assert left_bets(first) == {"1/dont-pass": 500, "2/lay/6": 6_500}
    do(coup(other, first.outcome), "Ana: clear dont-pass", "Rui: bet lay/6 13000")
    again = do(coup(other, first.outcome, (1, 1)), "time", "time")
    assert again.over and "2/lay/6" in left_bets(again)
    assert refusal_of(coup(other, again.outcome), "Rui: clear lay/6") == ("barred", "ir/166")


@law("ir/24")
def test_a_void_throw_also_returns_what_was_collected() -> None:
    usual, other = both("void_undoes", '"every-bet"')
    for table, restored in ((usual, []), (other, [("1/pass", 500)])):
        dealer = Dealer(GAME.coup(table, waiting(6, ("1/pass", "Ana", 500), (
            "2/dont-pass", "Rui", 500))), Attended())
        while getattr(dealer.awaited, "what", "") != "pay-prizes":
            if dealer.standing is not None:
                do(dealer, "time")
            else:
                dealer.enter((3, 4) if isinstance(dealer.awaited, Throw) else
                             "sound" if getattr(dealer.awaited, "answers", ()) else "done")
        dealer.void("power failure")
        assert [(move.bet, move.amount) for move in steps(dealer, Move)
                if move.kind == "restore"] == restored


@law("12.3", "ir/371")
def test_a_maximum_limits_each_player_or_all_who_bet_on_a_spot() -> None:
    usual, other = both("maximum_of", '"whole-spot"')
    start = waiting(6, ("1/field", "Ana", 30_000), ("1/come/8", "Ana", 50_000),
                    ("2/come/8", "Rui", 50_000), ("1/odds/come/8", "Ana", 40_000))
    do(coup(usual, start), "Rui: bet field 50000", "Rui: bet odds/come/8 50000")
    dealer = do(coup(other, start), "Rui: bet field 20000", "Rui: bet odds/come/8 10000")
    assert refusal_of(dealer, "Rui: bet field 20500") == ("above-maximum", "ir/371")
    assert refusal_of(dealer, "Rui: bet odds/come/8 10500") == ("above-maximum", "ir/371")
    capped = lawful("craps", 'exposure = 100000\nreadings = { maximum_of = "whole-spot" }')
    assert refusal_of(coup(capped, start), "Rui: bet field 20500")[0] == "above-maximum"


@law("8", "8.b", "5-2", "ir/373")
def test_who_lost_the_dice_with_a_seven_is_asked_as_others_or_last() -> None:
    start = waiting(6, ("1/pass", "Ana", 500), ("2/field", "Rui", 500))
    for table, asked in zip(both("after_seven", '"last"'), ("1", "2"), strict=True):
        seven = do(coup(table, start, (3, 4)), "time")
        again = do(coup(table, seven.outcome, (3, 3), (1, 1)), "Ana: bet pass 500",
                   "Rui: bet field 500", "time")
        assert again.standing is not None and again.standing.window == f"dice:{asked}"
        assert not do(again, "time").outcome.notes
    alone = do(coup(table, seven.outcome, (3, 3)), "Ana: bet pass 500", "time")
    assert alone.standing is not None and alone.standing.window == "dice:1"
    gone = do(coup(table, seven.outcome), "Ana: leave 1", "Eva: sit 1", "Eva: bet pass 500",
              "Rui: bet field 500", "time")
    assert gone.standing is not None and gone.standing.window == "dice:1"


@law("8.b", "ir/374")
def test_a_seven_passes_the_dice_or_only_where_it_takes_a_bet_on_the_pass_line() -> None:
    usual, other = both("seven_passes", '"takes-pass-bets"')
    without = waiting(6, ("1/big/8", "Ana", 500), ("2/dont-pass", "Rui", 500))
    line = waiting(6, ("1/big/8", "Ana", 500), ("2/pass", "Rui", 500))
    for table, start, passes in ((usual, without, True), (other, without, False),
                                 (usual, line, True), (other, line, True)):
        dealer = do(coup(table, start, (3, 4)), "time")
        assert dealer.outcome.passes is passes and ("dice-pass" in calls(dealer)) is passes


@law("7.a-2", "3", "4", "ir/376")
def test_a_die_is_replaced_by_the_next_or_by_one_that_who_throws_chooses() -> None:
    jumped = (Incident("off-table", seat="2"), (3, 3))
    usual, other = both("replaced_die", '"chosen"')
    start = waiting(6, ("1/pass", "Ana", 500))
    assert do(coup(usual, start, *jumped), "time").outcome.dice == "1-3"
    dealer = do(coup(other, start, *jumped), "time")
    assert dealer.standing is not None and dealer.standing.window == "dice:1"
    assert refusal_of(dealer, "Ana: dice 1-2")[0]
    assert do(dealer, "Ana: dice 1-5").outcome.dice == "1-5"
    silent = do(coup(other, start, *jumped), "time", "time")
    assert silent.outcome.dice == "1-3"
    worn = begin(other, Scripted(throws=[(3, 3)], words=["1"]), start)
    assert do(worn, "time", "Ana: dice 2-4").outcome.dice == "2-4"


@law("13.3.b", "ir/377")
def test_free_bets_lie_until_the_table_closes_or_go_back_with_the_last_series() -> None:
    start = waiting(6, ("1/come/8", "Ana", 500), ("1/odds/come/8", "Ana", 500),
                    ("2/place/5", "Rui", 500), closing="last")
    usual, other = both("free_bets", '"back-at-once"')
    for table, lie in ((usual, True), (other, False)):
        dealer = do(coup(table, start, (3, 3)), "time")
        assert dealer.outcome.closing == "over"
        assert ("2/place/5" in left_bets(dealer)) is lie
        assert {"1/come/8", "1/odds/come/8"} <= left_bets(dealer).keys()
    assert kinds(dealer, "2/place/5") == ["resume", "return"]


@law("13.2", "ir/375")
def test_losses_are_collected_before_prizes_are_paid_place_by_place() -> None:
    start = waiting(6, ("2/pass", "Rui", 500), ("1/field", "Ana", 500), ("1/big/6", "Ana", 500),
                    ("1/place/6", "Ana", 600))
    dealer = do(coup(lawful("craps"), start, (3, 3)), "time")
    moves = [(move.kind, move.bet) for move in steps(dealer, Move) if move.kind != "resume"]
    assert moves == [("collect", "1/field"), ("pay", "1/big/6"), ("return", "1/big/6"),
                     ("pay", "1/place/6"), ("return", "1/place/6"), ("pay", "2/pass"),
                     ("return", "2/pass")]
    assert calls(dealer).count("pays") == 2
