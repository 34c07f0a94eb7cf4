"""Portaria 217/2007, roulettes: the readings of ambiguous clauses that a table may choose."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sabot.families.layout.legality import Range
from sabot.games.american_roulette.readings import Readings as OfAmerican
from sabot.games.french_roulette.readings import Readings
from sabot.procedure import Act, Attended, Dealer, Handle, Incident, Move, Throw, TimeOut
from sabot.procedure.readings import NotPriced
from sabot.procedure.steps import REMOVED
from support.roulette_table import AMERICAN, FRENCH, Played, american, both, breaks, sat, table


def chosen(game: Any, **readings: Any) -> dict[str, Any]:
    """The rules of a table with these readings."""
    return {"readings": (OfAmerican if game is AMERICAN else Readings)(**readings)}


@both("27 ir/121", "18 ir/121")
def test_a_winning_stake_goes_back_or_plays_on(game: Any) -> None:
    back = sat(game, 1).bet(red=100).spin().next()
    assert not back.dealer.record or not back.offers("clear-all")
    on = sat(game, 1, 3, **chosen(game, winning_stake="plays-on")).bet(red=100).spin()
    assert on.net() == 0 and on.moves("hold") == [("red", 100)]
    on = on.next()
    assert on.moves("resume") == [("red", 100)]
    assert on.law(kind="resume") == "121" and on.offers("clear-all")
    assert on.spin().net() == 100
    lost = on.next().do("Ana: clear red")
    assert lost.moves("return") == [("red", 100)]


@american("27 ir/121")
def test_the_winning_chip_of_a_series_goes_back() -> None:
    on = sat(AMERICAN, 5, **chosen(AMERICAN, winning_stake="plays-on")).do(
        "Ana: bet series/pequena 600").spin()
    assert on.net() == 1_700 - 500 and not on.moves("hold")


@both("ir/24", "ir/24")
def test_a_void_coup_also_returns_what_was_collected(game: Any) -> None:
    for reading, restored in (("undecided", ()), ("every-bet", ("black",))):
        at = table(game, attended=True, **chosen(game, void_undoes=reading))
        dealer = Dealer(game.coup(at, game.opening(at)), Attended())
        for act in (Act("Ana", "sit", "1"), Act("Ana", "bet", "red", 100),
                    Act("Ana", "bet", "black", 100), TimeOut("bets")):
            dealer.answer(act)
        while getattr(dealer.awaited, "what", "") != "pay-prizes":
            if dealer.standing is not None:
                dealer.answer(TimeOut("late:ball"))
            else:
                dealer.enter((1,) if isinstance(dealer.awaited, Throw) else "done")
        moves = [e.step for e in dealer.void("power failure") if isinstance(e.step, Move)]
        assert [(move.kind, move.bet) for move in moves] == [
            ("refund", "1/red"), *(("restore", f"1/{spot}") for spot in restored)], reading


@both("ir/117", "ir/117")
def test_one_minimum_for_all_chances(game: Any) -> None:
    own = {"line": Range(minimum=200, maximum=36_000)}
    assert breaks(game, minimum=100, **own) == {}
    assert breaks(game, minimum=100, **own, **chosen(game, one_minimum=True)) == {
        "ir/117": "rules.line"}
    assert breaks(game, line=Range(maximum=18_000), **chosen(game, one_minimum=True)) == {}


@both("22-2 ir/118", "14-2 ir/118")
def test_after_a_null_spin_bets_stay_or_may_be_changed(game: Any) -> None:
    stays = sat(game, Incident("chip"), 1, attended=True).bet(red=100)
    assert stays.spin().dealer.over and stays.calls().count("place-your-bets") == 1
    for individual in (False, True):
        played = sat(game, Incident("chip"), 1, individual=individual,
                     **chosen(game, after_null="may-change")).bet(red=100)
        if individual:
            played.do("Ana: spin table")
        else:
            played.do("time", "time")
        assert played.asks.window == "bets:1" and played.asks.law.endswith("-2")
        played.do("Ana: clear red", "Ana: bet straight/1 100")
        if individual:
            played.do("Ana: spin table")
        else:
            played.do("time")
            assert played.asks.window == "late:ball:1"
            played.do("time")
        assert played.net() == 3_500 and played.calls().count("no-more-bets") == 2


@both("24.a.cavalo 24.a.rua 24.a.quadro ir/131", "16.a.cavalo 16.a.rua 16.a.quadro ir/131")
def test_zero_lies_beside_the_first_row_or_not(game: Any) -> None:
    with_zero = {"split/0-1", "split/0-2", "split/0-3", "street/0-1-2", "street/0-2-3",
                 "corner/0-1-2-3"}
    usual, alone = (table(game, **chosen(game, zero_beside=value))
                    for value in ("first-row", "none"))
    spots = [{spot for bet in game.priced.odds(at).bets for spot in bet.spots}
             for at in (usual, alone)]
    gone = with_zero | ({"series/grande"} if game is AMERICAN else set())
    assert spots[0] - spots[1] == gone and not spots[1] - spots[0]
    assert {zone.spot for zone in game.felt(alone).zones}.isdisjoint(gone)
    assert sat(game, **chosen(game, zero_beside="none")).no("Ana: bet split/0-1 100").code


@american("12-2 ir/119")
@pytest.mark.parametrize(("reading", "waits_from", "void", "lost_after"), [
    ("decided", 0, True, 4), ("all", 0, True, 3), ("decided", 1, False, 3),
    ("while-waited", 1, False, 4)])
def test_which_coups_without_a_bet_cost_a_colour(reading: str, waits_from: int, void: bool,
                                                  lost_after: int) -> None:
    """Ana does not bet, Rui does; Eva waits. The first coup may be void."""
    played = Played(table(AMERICAN, places=2, **chosen(AMERICAN, idle_coups=reading)),
                    [1] * 5).do("Ana: sit 1", "Rui: sit 2")
    for coup in range(5):
        if coup == waits_from:
            played.do("Eva: wait table")
        played.do("Rui: bet red 100")
        if void and not coup:
            played.dealer.void("fire")
        else:
            played.spin()
        if "colour-lost" in played.calls():
            break
        played = played.next()
    assert coup + 1 == lost_after, reading


@american("32.d 26 ir/124")
def test_what_the_maximum_of_neighbours_counts() -> None:
    def at(reading: str) -> Played:
        return sat(AMERICAN, **chosen(AMERICAN, neighbours_limit=reading))

    each, whole, series = map(at, ("each-number", "whole-bets", "with-series"))
    assert [played.limits("neighbours-3/17")[1] for played in (each, whole, series)] == [
        9_000, 3_000, 9_000]
    for played in (each, whole, series):
        played.do("Ana: bet straight/5 1000", "Ana: bet series/vadios 500")
    assert [played.limits("neighbours-3/17")[1] for played in (each, whole, series)] == [
        9_000, 1_800, 9_000]
    assert [played.limits("straight/1")[1] for played in (each, whole, series)] == [
        3_000, 3_000, 2_900]
    whole.do("Ana: bet neighbours-3/17 1500")
    assert whole.limits("straight/5")[1] == 1_500
    assert whole.no("Ana: bet straight/6 600").law.endswith("/32.d")


@american("2.b 6 24.b.encarnado ir/130")
def test_colours_of_the_american_order_are_the_usual_ones_or_alternate() -> None:
    for reading, colour in (("usual", "red"), ("alternate", "black")):
        options = {"wheel": "american", **chosen(AMERICAN, red_numbers=reading)}
        drawn = AMERICAN.felt(table(AMERICAN, **options)).wheel
        colours = [drawn.colours[str(number)] for number in drawn.order]
        assert colours.count("red") == 18
        assert all(a != b for a, b in pairwise(colours)) == (reading == "alternate")
        played = sat(AMERICAN, 27, **options).bet(red=100).spin()
        assert f"number-{colour}" in played.calls()
        assert played.net() == (100 if colour == "red" else -100)
        priced = AMERICAN.priced.odds(table(AMERICAN, **options))
        assert {bet.edge for bet in priced.bets} == {"1/37"}


@american("9-2 13 ir/147")
def test_a_colour_has_the_minimum_until_a_value_is_named_or_none() -> None:
    assert sat().do("Ana: bet straight/1 100").refused is None
    named = sat(**chosen(AMERICAN, colour_value="named"))
    refused = named.no("Ana: bet straight/1 100")
    assert refused.law.endswith("/13")
    assert named.do("Ana: bet red 100").refused is None, "chips with a face value"
    named.do("Ana: clear red", "Ana: value 1 200")
    assert named.do("Ana: bet straight/1 200").refused is None


@american("15-2 ir/141")
def test_chips_that_lie_when_the_table_closes_have_their_value_or_the_minimum() -> None:
    for reading, back in (("value-shown", 600), ("minimum", 200)):
        played = sat(**chosen(AMERICAN, late_chips=reading)).do(
            "Ana: value 1 300", "Ana: bet straight/1 600", "Ana: bet red 500")
        played.dealer.void(REMOVED)
        assert dict(played.moves("refund")) == {"straight/1": back, "red": 500}
        assert dict(played.moves("collect")) == ({"straight/1": 400} if back < 600 else {})


@both("20 ir/148", "12 ir/148")
def test_a_lone_player_waits_for_the_clock_at_a_shared_table_with_one_place(game: Any) -> None:
    for individual in (True, False):
        played = Played(table(game, individual=individual, places=1), [1]).do(
            "Ana: sit 1", "Ana: bet red 100")
        assert bool(played.offers("spin")) == individual and bool(played.asks.clock) != individual


@pytest.mark.law("pt-217-2007/roleta-francesa/1", "ir/146")
def test_as_many_play_as_the_table_states_or_whoever_comes() -> None:
    full = Played(table(FRENCH, places=1)).do("Ana: sit 1")
    assert not full.offers("sit", "Rui")
    comers = Played(table(FRENCH, places=1, **chosen(FRENCH, places_for="all-comers")), [1]).do(
        "Ana: sit 1", "Rui: sit 2", "Eva: sit 3", "Rui: bet red 100", "Eva: leave 3")
    assert comers.refused is None and comers.offers("sit", "Gil")[0].spots == ("3",)
    assert comers.spin().net("Rui") == 100
    assert comers.next().do("Gil: sit 3").refused is None


def test_french_roulette_has_no_readings_of_colours() -> None:
    assert not {"idle_coups", "colour_value"} & set(Readings.__struct_fields__)
    assert FRENCH.rules().readings == Readings()


@both("ir/371", "ir/371")
def test_a_maximum_limits_each_player_or_all_who_bet_on_a_spot(game: Any) -> None:
    for reading, left in (("each-player", 3_000), ("whole-spot", 1_000)):
        at = sat(game, 17, **chosen(game, maximum_of=reading)).do(
            "Rui: sit 2", "Ana: bet straight/17 2000", "Ana: bet red 5000")
        assert at.limits("straight/17", "Rui")[1] == left
        assert at.limits("straight/18", "Rui")[1] == 3_000
        assert at.limits("straight/17", "Ana")[1] == 3_000
        if reading == "whole-spot":
            assert at.no("Rui: bet straight/17 1100").law == "ir/371"
            at.do("Rui: bet straight/17 1000")
            assert at.no("Ana: double table").code
            assert not at.offers("repeat", "Rui")
            assert at.do("Eva: sit 3").no("Eva: bet straight/17 100").law == "ir/371"
            at.do("Rui: clear straight/17", "Ana: bet straight/17 3000")
        assert at.spin().dealer.over


@american("32.c 32.d ir/371")
def test_chips_of_a_series_count_together_and_neighbours_for_each_player() -> None:
    at = sat(AMERICAN, 17, maximum=3_000, **chosen(AMERICAN, maximum_of="whole-spot")).do(
        "Rui: sit 2", "Ana: bet series/vadios 4500", "Ana: bet neighbours-3/17 9000")
    assert at.limits("series/vadios", "Rui")[1] == 500
    assert at.limits("neighbours-3/17", "Rui")[1] == 9_000
    assert at.no("Rui: bet series/vadios 1000").law == "ir/371"


@both("27.a.cavalo-duzia ir/372", "18.a.cavalo-duzia ir/372")
def test_half_of_a_stake_is_whole_cents_or_rounded_down(game: Any) -> None:
    odd = {"minimum": 25, "maximum": 750, "unit": 25}
    exact = sat(game, 1, **odd)
    assert exact.limits("dozens/1-2")[2] == 50 and exact.limits("dozen/1")[2] == 25
    down = sat(game, 1, **odd, **chosen(game, fractions="rounded-down"))
    assert down.limits("dozens/1-2")[2] == 25
    down = down.bet(dozens_1_2=25).spin()
    assert down.net() == 12 and down.moves("pay") == [("dozens/1-2", 12)]
    assert "ir/372" in down.steps(Move, kind="pay")[0].also
    with pytest.raises(NotPriced, match="fractions"):
        game.priced.odds(table(game, **chosen(game, fractions="rounded-down")))


@both("22-2 ir/378", "14-2 ir/378")
def test_before_the_first_number_the_ball_goes_back_to_zero(game: Any) -> None:
    at = sat(game, Incident("chip"), 5, Incident("chip"), 1, attended=True).bet(red=100).spin()
    back, = at.steps(Handle, what="ball-back")
    assert back.facts["number"] == "0" and "ir/378" in back.also
    back = at.next().bet(red=100).spin().steps(Handle, what="ball-back")[-1]
    assert back.facts["number"] == "5" and "ir/378" not in back.also


@american("32.a.cavalo ir/379")
def test_chips_of_series_and_neighbours_are_one_or_reach_each_minimum() -> None:
    own = {"split": Range(minimum=500, maximum=6_000), "straight": Range(minimum=200)}
    for reading, series, beside in (("one-chip", 600, 300), ("each-minimum", 3_000, 600)):
        options = own | chosen(AMERICAN, chips_reach=reading)
        assert breaks(AMERICAN, **options) == {}
        at = sat(AMERICAN, **options)
        assert at.limits("series/pequena")[0] == series
        assert at.limits("neighbours-3/17")[0] == beside


@both("32.a.pleno ir/380", "24.a.pleno ir/380")
def test_a_maximum_is_thirty_minimums_or_exceeds_one_by_thirty(game: Any) -> None:
    assert breaks(game, maximum=3_100)
    more = chosen(game, times="more-than-it")
    assert breaks(game, maximum=3_100, **more) == {} and breaks(game, maximum=3_200, **more)
    assert sat(game, maximum=3_100, **more).limits("red")[1] == 54_100
