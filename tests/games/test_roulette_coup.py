"""Portaria 217/2007, roulettes: the coup from the call for bets to the last payment."""

from __future__ import annotations

from typing import Any

import pytest

from sabot import regulations as law
from sabot.families.layout.declare import cloth_of
from sabot.procedure import (
    Act,
    Attended,
    Call,
    Dealer,
    Handle,
    Incident,
    Listen,
    Move,
    Refusal,
    Throw,
    TimeOut,
)
from support.roulette_table import (
    AMERICAN,
    FRENCH,
    RED,
    Played,
    american,
    both,
    breaks,
    french,
    sat,
    spun,
    table,
)

# -- the table -------------------------------------------------------------------------------------


@both("1 ir/140", "1 ir/140")
def test_a_coup_begins_with_the_call_for_bets(game: Any) -> None:
    first = Played(table(game)).dealer.record[0].step
    assert isinstance(first, Call) and first.call == "place-your-bets"


def order(of: Any, rule: str) -> tuple[int, ...]:
    """The numbers of the wheel as the act lists them."""
    text = law.row(f"{of.section}/{rule}").text.rpartition(": ")[2]
    return tuple(int(number) for number in text.rstrip(".").split("-"))


@both("", "2")
def test_the_one_order_of_french_roulette(game: Any) -> None:
    assert game.felt(table(game)).wheel.order == order(game, "2")


@american("2 2.a 2.b")
def test_two_orders_of_american_roulette_and_no_double_zero() -> None:
    for wheel, rule in (("french", "2.a"), ("american", "2.b")):
        at = table(wheel=wheel, series=False)
        assert AMERICAN.violations(at) == []
        assert AMERICAN.felt(at).wheel.order == order(AMERICAN, rule)
    assert breaks(wheel="double zero", series=False) == {"2": "rules.wheel"}


@both("5", "5")
def test_the_ball_rests_in_one_of_thirty_seven_pockets(game: Any) -> None:
    """The wheel is drawn with so many pockets, none of them twice; every number of them can fall,
    and a croupier who enters another gets a refusal."""
    pockets = game.felt(table(game)).wheel.order
    assert sorted(pockets) == list(range(37))
    at = table(game, attended=True)
    for number in (*range(37), -1, 37):
        dealer = Dealer(game.coup(at, game.opening(at)), Attended())
        for act in (Act("Ana", "sit", "1"), Act("Ana", "bet", "red", 100), TimeOut("bets")):
            assert not isinstance(dealer.answer(act), Refusal)
        dealer.enter("done")
        dealer.answer(TimeOut("late:ball"))
        assert isinstance(dealer.awaited, Throw)
        assert isinstance(dealer.enter((number,)), Refusal) is (number not in pockets)


@both("6 ir/130", "6")
def test_every_number_but_zero_is_called_with_its_colour(game: Any) -> None:
    for number in range(37):
        called = [c for c in spun(game, number, red=100).steps(Call)
                  if c.call.startswith("number-")]
        colour = "red" if number in RED else "black"
        assert [c.call for c in called] == [f"number-{colour}" if number else "number-zero"]


@american("8 8-2")
def test_a_colour_for_each_player() -> None:
    assert breaks(places=10) == {} and breaks(places=11) == {"8": "places"}
    assert breaks(places=0) == {"8": "places"}
    assert breaks(places_per_player=2) == {"8-2": "places_per_player"}
    refused = sat().no("Ana: sit 2")
    assert (refused.code, refused.law) == ("barred", f"{AMERICAN.section}/8-2")


@french("ir/146")
def test_places_of_french_roulette() -> None:
    assert breaks(FRENCH, places=10) == {}
    assert breaks(FRENCH, places=11) == {"ir/146": "places"}
    assert sat(FRENCH).no("Ana: sit 2").law == "ir/146"


# -- colours and their value -----------------------------------------------------------------------


@american("9")
def test_a_board_shows_the_value_of_each_colour() -> None:
    felt = AMERICAN.felt(table(places=6))
    assert felt.people.law == f"{AMERICAN.section}/9" and len(felt.places) == 6
    assert not FRENCH.felt(table(FRENCH)).people.law


@american("9-2")
def test_a_colour_is_worth_the_minimum_up_to_the_maximum_of_a_straight_up() -> None:
    played = sat(minimum=200, maximum=6_000)
    [offer] = played.offers("value")
    assert (offer.low, offer.high, offer.unit) == (200, 6_000, 100)
    for cents, code in ((100, "below-minimum"), (6_100, "above-maximum"), (250, "off-unit")):
        refused = played.no(f"Ana: value 1 {cents}")
        assert (refused.code, refused.law) == (code, f"{AMERICAN.section}/9-2")
    assert played.do("Ana: value 1 6000").limits("straight/7") == (6_000, 6_000, 6_000)


@american("13 ir/147")
def test_a_player_asks_for_a_colour_and_gives_it_a_value() -> None:
    """Until a player names one it is the minimum; the next player names their own."""
    played = Played(table(minimum=200))
    assert played.no("Ana: bet straight/7 200").code == "not-offered"
    played.do("Ana: sit 1")
    assert played.limits("straight/7")[2] == 200
    played.do("Ana: value 1 600")
    assert played.limits("straight/7")[2] == 600
    played.do("Ana: leave 1", "Rui: sit 1")
    assert played.limits("straight/7", "Rui")[2] == 200


@american("14")
def test_the_value_given_is_the_one_that_is_shown() -> None:
    played = sat(AMERICAN, 1).do("Ana: value 1 700", "Ana: bet straight/7 1400").spin()
    assert AMERICAN.public_state(played.dealer.outcome)["colours"] == {"1": {"value": 700}}
    assert played.next().limits("straight/7")[2] == 700


@american("9-2 ir/147")
def test_the_value_does_not_change_while_bets_lie() -> None:
    played = sat().do("Ana: value 1 200", "Ana: bet straight/7 400")
    assert played.offers("value") == []
    assert played.no("Ana: value 1 300").code == "not-offered"
    assert played.do("Ana: clear straight/7", "Ana: value 1 300").refused is None


@american("12")
def test_a_colour_is_its_player_s_until_it_is_given_back() -> None:
    played = sat(AMERICAN, 1, 2).bet(straight_7=100).spin().next()
    refused = played.no("Rui: sit 1")
    assert refused.code == "not-yours"
    played.do("Ana: leave 1", "Rui: sit 1")
    assert played.refused is None and played.offers("value", "Rui")


@american("15")
def test_who_leaves_takes_all_that_lies_on_the_cloth_in_euros() -> None:
    played = sat().do("Ana: value 1 500", "Ana: bet straight/7 1000", "Ana: bet red 300")
    [offer] = played.offers("leave")
    assert offer.law == f"{AMERICAN.section}/15"
    played.do("Ana: leave 1")
    assert played.moves("return") == [("straight/7", 1_000), ("red", 300)] and played.net() == 0
    assert played.offers("bet") == []


def waiting(*throws: Any) -> Played:
    """A table with two colours, Ana's and Eva's; Rui waits for one."""
    return sat(AMERICAN, *throws, places=2).do("Eva: sit 2")


def eva(played: Played) -> Played:
    """A coup in which only Eva bets."""
    return played.do("Eva: bet red 100").spin()


@american("12-2 ir/119")
def test_three_coups_without_a_bet_lose_the_colour_to_one_who_waits() -> None:
    played = eva(waiting(1, 2, 3, 4, 5).bet(red=100).do("Rui: wait table"))
    for _ in range(2):
        played = eva(played.next())
        assert "colour-lost" not in played.calls()
    played = eva(played.next())
    assert played.calls()[-2:] == ["colour-lost", "colour-given"]
    assert played.dealer.outcome.seats == ("Rui", "Eva")
    assert played.steps(Call, call="colour-lost")[0].seat == "1"
    assert played.law(Call, call="colour-lost") == "12-2"


@american("12-2 ir/119")
def test_without_anybody_waiting_the_colour_stays_and_a_bet_begins_the_count_anew() -> None:
    played = eva(waiting(*range(1, 9)).bet(red=100))
    for _ in range(4):
        played = eva(played.next())
        assert "colour-lost" not in played.calls()
    assert played.dealer.outcome.seats == ("Ana", "Eva")
    played = eva(played.next().bet(red=100).do("Rui: wait table"))
    assert played.dealer.outcome.seats == ("Ana", "Eva")


@american("ir/119")
def test_a_void_coup_does_not_count() -> None:
    played = eva(waiting(1, 2, 3, 4, 5).bet(red=100).do("Rui: wait table"))
    for n in range(3):
        played = played.next().do("Eva: bet red 100")
        if n == 1:
            played.dealer.void("a fault")
        played.spin()
    assert "colour-lost" not in played.calls()
    assert "colour-lost" in eva(played.next()).calls()


@american("12-2")
def test_who_waits_gets_the_first_free_place() -> None:
    """Only those may wait who have no place, and only while none is free."""
    assert waiting().no("Ana: wait table").code == "barred"
    assert sat().no("Rui: wait table").code == "not-offered"
    played = waiting().do("Rui: wait table", "Gil: wait table", "Rui: leave table")
    assert played.no("Rui: leave table").code == "not-offered"
    played.do("Ana: leave 1")
    assert played.no("Rui: sit 1").code == played.no("Ana: sit 1").code == "not-yours"
    played.do("Gil: sit 1")
    assert played.limits("straight/7", "Gil")[2] == 100
    alone = Played(table(individual=True, places=1)).do("Ana: sit 1")
    assert alone.no("Rui: wait table").code == "not-your-turn"


# -- the spin --------------------------------------------------------------------------------------


@both("19 21 21-2 ir/143", "11 13 13-2 ir/143")
def test_the_ball_runs_by_turns_against_the_plate_after_the_payments(game: Any) -> None:
    played = sat(game, 1, 2, 3, 4)
    ways = []
    for _ in range(4):
        played.bet(red=100).spin()
        [spin] = [step for step in played.steps(Handle) if step.what.startswith("spin-")]
        ways.append((spin.facts["direction"], spin.facts["plate"]))
        order = played.order()
        assert order.index(spin.what) > order.index("stake")
        assert not {"pay", "collect"} & set(order[:order.index(spin.what)])
        played = played.next()
    assert ways == [("right", "left"), ("left", "right")] * 2


@both("20 20-2", "12 12-2")
def test_bets_are_open_while_the_ball_runs_until_the_call(game: Any) -> None:
    played = sat(game, 17).bet(black=100).do("time")
    assert played.handled() == ["spin-right"] and played.asks.window == "late:ball"
    assert played.asks.law.endswith("/20-2" if game is AMERICAN else "/12-2")
    played.do("Ana: bet straight/17 100", "Ana: clear black", "time")
    assert played.calls()[1] == "no-more-bets"
    after = played.order()[played.order().index("no-more-bets"):]
    assert "stake" not in after and played.net() == 3500


@both("20-2", "12-2")
def test_nobody_bets_after_the_call(game: Any) -> None:
    """At a real table the ball still has to come to rest."""
    at = table(game, attended=True)
    dealer = Dealer(game.coup(at, game.opening(at)), Attended())
    for act in (Act("Ana", "sit", "1"), Act("Ana", "bet", "red", 100), TimeOut("bets")):
        assert not isinstance(dealer.answer(act), Refusal)
    dealer.enter("done")
    dealer.answer(TimeOut("late:ball"))
    assert isinstance(dealer.awaited, Throw)
    for act in (Act("Ana", "bet", "red", 200), Act("Ana", "clear", "red")):
        refused = dealer.answer(act)
        assert isinstance(refused, Refusal) and refused.code == "not-now"
    for wrong in ((37,), (-1,), (1, 2), "17"):
        assert isinstance(dealer.enter(wrong), Refusal)
    assert not isinstance(dealer.enter((18,)), Refusal)


@both("22 22-2 ir/118 ir/143", "14 14-2 ir/118 ir/143")
@pytest.mark.parametrize("cause", ["chip", "ball", "object"])
def test_a_null_spin_is_thrown_again_with_the_bets_as_they_lie(game: Any, cause: str) -> None:
    """The ball goes back to the number before, and runs the other way; nobody is asked."""
    played = sat(game, 5, Incident(cause), Incident("chip"), 18).bet(red=100).spin()
    played = played.next().bet(red=100).spin()
    order = [name for name in played.order(Call, Handle)
             if name.startswith(("spin", "stop", "null", "ball", "number"))]
    assert order == ["spin-left", "stop-plate", "null-spin", "ball-back", "spin-right",
                     "stop-plate", "null-spin", "ball-back", "spin-left", "number-red"]
    assert [h.facts["number"] for h in played.steps(Handle, what="ball-back")] == ["5", "5"]
    assert played.steps(Call, call="null-spin")[0].facts == {"cause": cause}
    assert cause in played.steps(Throw)[0].faults
    assert len(played.steps(Throw)) == 3 and played.moves("pay") == [("red", 100)]
    at = [i for i, e in enumerate(played.dealer.record) if isinstance(e.step, Throw | Listen)]
    assert all(isinstance(played.dealer.record[i].step, Throw) for i in at[-3:])
    assert sat(game, Incident(cause), 1).bet(red=100).spin().steps(
        Handle, what="ball-back")[0].facts == {"number": "0"}


@both("23 23-2", "15 15-2")
def test_the_number_is_called_and_marked(game: Any) -> None:
    played = spun(game, 17, red=100)
    order = played.order(Call, Handle)
    called, marked = order.index("number-black"), 1 + order.index("number-black")
    assert played.steps(Call, call="number-black")[0].facts == {"number": 17, "colour": "black"}
    assert order[called - 1] == "no-more-bets"
    assert order[marked] == ("mark-marker" if game is AMERICAN else "mark-rake")
    assert played.steps(Handle, what=order[marked])[0].seat == "straight/17"
    assert game.public_state(played.dealer.outcome)["results"] == ["17"]


@both("17-2 33 ir/122 ir/144", "9-2 25 ir/122 ir/144")
def test_every_hour_the_other_ball_and_another_croupier(game: Any) -> None:
    played = sat(game).do("report hour")
    assert played.handled() == ["change-ball", "relieve"]
    assert [h.law.rpartition("/")[2] for h in played.steps(Handle)] == (
        ["17-2", "33"] if game is AMERICAN else ["9-2", "25"])
    assert played.offers("bet")


@both("18", "10")
def test_a_ball_that_is_lost_is_replaced(game: Any) -> None:
    played = sat(game, 1).bet(red=100).do("report ball-lost")
    assert played.handled() == ["replace-ball"]
    assert played.law(Handle, what="replace-ball") == ("18" if game is AMERICAN else "10")
    played.do("time").do("report ball-lost").do("time")
    assert played.dealer.over and played.handled().count("replace-ball") == 2


@both("18 21 ir/143", "10 13 ir/143")
def test_a_ball_that_is_lost_while_it_runs_is_replaced_and_thrown_again(game: Any) -> None:
    played = sat(game, 1).bet(red=100).do("time", "report ball-lost")
    assert played.handled() == ["spin-right", "replace-ball", "spin-left"]
    assert played.asks.window == "late:ball" and played.offers("bet")
    played.do("time")
    assert played.net() == 100 and played.dealer.outcome.throws == 2


@both("17-2 33 ir/122 ir/144", "9-2 25 ir/122 ir/144")
def test_the_hour_changes_no_ball_that_runs(game: Any) -> None:
    played = sat(game, 1).bet(red=100).do("time")
    assert played.asks.window == "late:ball" and played.asks.faults == ("ball-lost",)
    assert played.dealer.report(Incident("hour")).code == "no-fault"
    assert played.do("time").next().do("report hour").handled() == ["change-ball", "relieve"]


@both("ir/148", "ir/148")
def test_a_lone_player_asks_for_the_ball(game: Any) -> None:
    played = Played(table(game, individual=True, places=1), [17]).do("Ana: sit 1")
    assert played.no("Ana: spin table").code == "not-offered"
    played.do("Ana: bet straight/17 100")
    assert not played.asks.clock and played.offers("spin")[0].law == "ir/148"
    played.do("Ana: spin table")
    assert played.dealer.over and played.net() == 3500


# -- what is paid, and when ------------------------------------------------------------------------


@both("29 29-2 30", "20 20-2")
def test_first_the_lost_bets_are_collected_then_the_others_opened_and_paid(game: Any) -> None:
    played = spun(game, 17, straight_17=100, straight_18=100, black=300, even=300)
    order = played.order()
    order = order[order.index("collect-lost"):]
    assert order[:4] == ["collect-lost", "collect", "collect", "pay-prizes"]
    assert {*order[4:]} == {"pay", "return", *(c for c in played.calls() if c.startswith("pays"))}
    [handled] = played.steps(Handle, what="pay-prizes")
    assert handled.facts == {"bets": 2}


ALL_ON_18 = {
    "columns/35-36": 200, "column/36": 100, "red": 100, "even": 100, "low": 100,
    "dozens/1-2": 200, "dozen/2": 100, "neighbours-3/18": 300, "neighbours-5/18": 500,
    "neighbours-7/18": 700, "series/grande": 900, "line/13-18": 100, "street/16-17-18": 100,
    "corner/14-15-17-18": 100, "split/17-18": 100, "straight/18": 100}
ORDERS = {
    AMERICAN.id: ["columns", "column", "simple", "dozens", "dozen", "neighbours-3", "neighbours-5",
                  "neighbours-7", "series-grande", "line", "street", "corner", "split",
                  "straight"],
    FRENCH.id: ["columns", "column", "dozens", "dozen", "simple", "line", "street", "corner",
                "split", "straight"]}


def kinds(played: Played, bets: list[tuple[str, int]]) -> list[str]:
    """The kinds of these bets, each once, in order."""
    spots = cloth_of(played.game, played.at).spots
    names = [next(name for name in (bet, bet.rpartition("/split/")[0],
                                    bet.rpartition("/straight/")[0]) if name in spots)
             for bet, _ in bets]
    return list(dict.fromkeys(spots[name].kind for name in names))


@both("29-3 ir/120", "20-3 ir/120")
def test_prizes_are_paid_in_the_order_of_the_law(game: Any) -> None:
    """Laid in the opposite order, by one player and by two."""
    played = sat(game, 18).do("Rui: sit 2")
    for spot, cents in reversed(ALL_ON_18.items()):
        played.do(f"Ana: bet {spot} {cents}")
    played.do("Rui: bet dozen/2 100", "Rui: bet straight/18 100").spin()
    mine = [(b.partition("/")[2], 0) for b in
            (m.bet for m in played.steps(Move, kind="pay", player="Ana"))]
    assert kinds(played, mine) == ORDERS[game.id]
    payees = [m.player for m in played.steps(Move, kind="pay")]
    assert payees == sorted(payees)  # Ana's first prize is a column


@both("29-3 30-3 ir/120", "20-3 21 ir/120")
def test_double_columns_and_columns_are_paid_by_place(game: Any) -> None:
    for first, second in (("column/36 100", "columns/35-36 200"),
                          ("dozen/2 100", "dozens/2-3 200")):
        played = sat(game, 18).do("Rui: sit 2", f"Ana: bet {first}", f"Rui: bet {second}").spin()
        assert [m.player for m in played.steps(Move, kind="pay")] == ["Ana", "Rui"]


@both("30-2 30-3", "21 ir/120")
def test_the_prizes_of_a_player_go_together(game: Any) -> None:
    """Rui's first chance comes after Ana's first and before her second."""
    played = sat(game, 18).do("Rui: sit 2", "Ana: bet columns/35-36 200",
                              "Ana: bet straight/18 100", "Rui: bet dozen/2 100").spin()
    assert [(m.player, m.amount) for m in played.steps(Move, kind="pay")] == [
        ("Ana", 100), ("Ana", 3500), ("Rui", 200)]
    payments = [(c.seat, c.facts["amount"]) for c in played.steps(Call)
                if c.call.startswith("pays")]
    assert payments == ([("1", 3600), ("2", 200)] if game is AMERICAN
                        else [("1", 100), ("1", 3500), ("2", 200)])
    assert played.steps(Call)[-1].facts["sum"] == "2.00 €"


@french("22 ir/145")
def test_each_payment_is_announced_by_bet_value_colour_and_prize() -> None:
    """«pleno de € ..., verde, total de € ...»: green chips are worth 25 euros."""
    played = spun(FRENCH, 18, straight_18=2500, red=1000, split_17_18=700, line_13_18=100)
    words = FRENCH.words["pt"]
    phrases = [words[f"call.{c.call}"].format(**c.facts) for c in played.steps(Call)
               if c.call.startswith("pays-")]
    assert phrases == ["encarnado de 10.00 €, azul, total de 10.00 €",
                       "linha de 1.00 €, branca, total de 5.00 €",
                       "cavalo de 7.00 €, vermelha, total de 119.00 €",
                       "pleno de 25.00 €, verde, total de 875.00 €"]
    for lang in ("pt", "en"):
        assert all(f"call.pays-{chance}-{colour}" in FRENCH.words[lang]
                   for chance in ("straight", "split", "street", "corner", "line", "dozen",
                                  "column", "dozens", "columns", "even", "odd", "low", "high",
                                  "red", "black")
                   for colour in ("white", "red", "blue", "green", "orange", "black", "violet",
                                  "gold"))


@both("31", "23")
def test_bets_that_the_croupiers_moved_are_rebuilt(game: Any) -> None:
    """With certainty by the house first; what the players say comes second."""
    moved = Incident("disturbed")
    for words, word in (((), ""), (("told",), "told")):
        played = sat(game, 17, faults=[moved], words=words).bet(straight_17=100, red=100).spin()
        [handled] = played.steps(Handle, what="rebuild")
        assert handled.answers == ("certain", "told")
        assert handled.law.endswith("/31" if game is AMERICAN else "/23")
        event = next(e for e in played.dealer.record if e.step == handled)
        assert event.word == word
        assert played.net() == 3500 - 100
    assert "rebuild" not in spun(game, 17, straight_17=100, red=100).handled()


# -- the same again, and what cannot be replayed ---------------------------------------------------


@both("ir/121", "ir/121")
def test_one_act_lays_the_last_bets_again_and_another_doubles_them(game: Any) -> None:
    played = sat(game, 17, 18).bet(straight_17=1_000, red=200).spin().next()
    [repeat] = played.offers("repeat")
    assert repeat.cost == 1_200
    played.do("Ana: repeat table")
    assert played.moves("stake") == [("red", 200), ("straight/17", 1_000)]
    played.do("Ana: double table")
    assert played.limits("straight/17")[1] == 3_000 and played.refused is None
    assert played.offers("double") == []  # 40 euros would be too much on 17
    played.do("Ana: clear-all table")
    assert played.net() == 0 and played.offers("clear-all") == []


@both("20-2", "12-2")
def test_bets_change_until_the_call(game: Any) -> None:
    played = sat(game, 18).bet(red=500).do("Ana: bet red 300").bet(red=800)
    assert [m.amount for m in played.steps(Move)] == [500, 200, 500]
    assert played.steps(Move, kind="return")[0].law.endswith(
        "/20-2" if game is AMERICAN else "/12-2")
    assert played.do("Ana: clear red").net() == 0
    played.do("Ana: clear red")
    assert played.refused is None and len(played.steps(Move)) == 4  # nothing lay there


@both("ir/24", "ir/24")
def test_a_void_coup_gives_every_bet_back(game: Any) -> None:
    played = sat(game).bet(straight_17=100, red=200)
    played.dealer.void("power failure")
    assert played.dealer.over and played.net() == 0
    assert played.moves("refund") == [("straight/17", 100), ("red", 200)]
    assert played.calls()[-1] == "void"
    assert game.public_state(played.dealer.outcome)["results"] == []


@both("21", "13")
def test_a_spin_that_a_void_coup_leaves_counts_for_the_next(game: Any) -> None:
    played = sat(game).bet(red=100).do("time")
    played.dealer.void("power failure")
    assert played.next().bet(red=100).do("time").handled() == ["spin-left"]
