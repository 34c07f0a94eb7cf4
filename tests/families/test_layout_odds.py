"""The exact odds of the five layouts: every edge of the register, and layouts of several bets held
against playing them out throw by throw."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from sabot.families.layout import odds
from sabot.families.layout.bet_notation import read
from sabot.families.layout.chain import after, combine, lawful, spread, unit
from sabot.families.layout.cloth import Cloth
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import cloth as craps
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french
from sabot.money import euros

ROULETTE = dict.fromkeys(
    ("straight", "split", "street", "corner", "line", "dozen", "column", "dozens", "columns",
     "simple"), "1/37")
COMPOSED = dict.fromkeys(
    ("series-grande", "series-pequena", "series-vadios", "neighbours-3", "neighbours-5",
     "neighbours-7"), "1/37")
CUSSEC = {
    "small": "1/36", "big": "1/36", "single": "17/216", "pair": "1/6", "double": "5/54",
    "triple": "25/216", "any-triple": "1/12", "total-4-17": "1/12", "total-5-16": "1/12",
    "total-6-15": "2/27", "total-7-14": "7/72", "total-8-13": "1/8", "total-9-12": "2/27",
    "total-10-11": "1/8"}
CRAPS = {
    "pass": "7/495", "dont-pass": "3/220", "come": "7/495", "dont-come": "3/220",
    **dict.fromkeys(("odds-4-10", "odds-5-9", "odds-6-8", "dont-odds-4-10", "dont-odds-5-9",
                     "dont-odds-6-8"), "0"),
    "big-6": "1/11", "big-8": "1/11", "under": "1/6", "over": "1/6", "any-craps": "1/9",
    "hard-4-10": "1/9", "hard-6-8": "1/11", "total-7": "1/6", "total-2": "5/36",
    "total-3": "1/9", "total-11": "1/9", "total-12": "5/36", "place-4-10": "1/15",
    "place-5-9": "1/25", "place-6-8": "1/66", "lay-4-10": "1/33", "lay-5-9": "1/40",
    "lay-6-8": "5/143", "field": "1/18"}
BANCA = dict.fromkeys(("aces", "small", "big", "line-small", "line-big"), "1/63")


@pytest.mark.parametrize(("cloth", "edges"), [
    (american(), ROULETTE | COMPOSED), (american("american", series=False), ROULETTE),
    (american(non_adjacent=True), ROULETTE | COMPOSED), (french(), ROULETTE), (banca(), BANCA),
    (cussec(), CUSSEC), (craps(), CRAPS), (craps(2), CRAPS)])
def test_the_edge_of_every_bet(cloth: Cloth, edges: dict[str, str]) -> None:
    assert {one.name: str(one.edge) for one in odds.priced(cloth)} == edges


def test_odds_against_the_point_as_they_are_printed_would_ruin_the_bank() -> None:
    found = {one.name: one.edge for one in odds.priced(craps(literal_odds=True))}
    assert [found[f"dont-odds-{n}"] for n in ("4-10", "5-9", "6-8")] == [
        -1, Fraction(-1, 2), Fraction(-1, 5)]


def test_a_bet_against_the_line_is_told_by_bets_made_decided_and_by_throws() -> None:
    for bar in (2, 12):
        one = next(one for one in odds.priced(craps(bar)) if one.name == "dont-pass")
        assert (one.edge, one.push, one.edge_decided) == (
            Fraction(3, 220), Fraction(1, 36), Fraction(27, 1925))
        assert one.course.throws == Fraction(557, 165)
        assert one.edge_throw == Fraction(3, 220) * Fraction(165, 557)


@pytest.mark.parametrize(("cloth", "name", "throws", "a_throw"), [
    (banca(), "small", Fraction(24, 7), Fraction(1, 216)),
    (craps(), "place-6-8", Fraction(36, 11), Fraction(1, 216)),
    (craps(), "hard-4-10", Fraction(4), Fraction(1, 36)),
    (craps(), "pass", Fraction(557, 165), Fraction(7, 1671))])
def test_bets_that_last_have_an_edge_for_each_throw_too(
        cloth: Cloth, name: str, throws: Fraction, a_throw: Fraction) -> None:
    one = next(one for one in odds.priced(cloth) if one.name == name)
    assert (one.course.throws, one.edge_throw) == (throws, a_throw)


def test_the_pass_line_by_hand() -> None:
    line = combine(craps(), {"pass": 100}, 0).net
    assert line.chances == {100: Fraction(244, 495), -100: Fraction(251, 495)}
    one = next(one for one in odds.priced(craps()) if one.name == "dont-pass")
    assert one.net == {Fraction(1): Fraction(949, 1980), Fraction(0): Fraction(1, 36),
                       Fraction(-1): Fraction(976, 1980)}


def played_out(cloth: Cloth, bets: dict[str, int], state: Any, left: float = 1e-10
               ) -> tuple[dict[int, float], float]:
    """The same by following every outcome, throw after throw, until hardly anything is open."""
    alive: Counter[Any] = Counter({(state, spread(cloth, bets), 0): 1.0})
    done: Counter[int] = Counter()
    throws, one = 0.0, 1 / len(cloth.outcomes)
    met: dict[tuple[Any, Any], Counter[Any]] = {}
    while (mass := sum(alive.values())) > left:
        throws += mass
        then: Counter[Any] = Counter()
        for (at, live, so_far), chance in alive.items():
            if (at, live) not in met:
                met[at, live] = Counter((*after(cloth, at, live, fell), cloth.after(at, fell))
                                        for fell in cloth.outcomes)
            for (net, rest, next_state), ways in met[at, live].items():
                if rest:
                    then[next_state, rest, so_far + net] += chance * ways * one
                else:
                    done[so_far + net] += chance * ways * one
        alive = then
    return dict(done), throws


LAID: list[tuple[Cloth, dict[str, int], Any]] = [
    (american(), {"series/vadios": 500, "neighbours-5/17": 500, "straight/17": 200, "red": 1000},
     None),
    (banca(), {"aces": 100, "small": 500, "line/big": 700}, None),
    (cussec(), {"single/3": 100, "double/3": 200, "total/9": 300, "small": 500}, None),
    (craps(), {"pass": 500, "place/6": 600, "hard/8": 100, "field": 200}, 0),
    (craps(), {"pass": 500, "odds/pass": 500, "come": 400, "dont-come": 300}, 5),
    (craps(2), {"dont-pass": 600, "odds/dont-pass": 600, "come/4": 500, "odds/come/4": 100}, 8),
]


@pytest.mark.parametrize(("cloth", "bets", "state"), LAID)
def test_bets_laid_together_are_as_if_played_out(cloth: Cloth, bets: dict[str, int], state: Any
                                                 ) -> None:
    exact = combine(cloth, bets, state)
    chances, throws = played_out(cloth, bets, state)
    assert exact.net.exact and sum(exact.net.chances.values()) == 1
    assert set(exact.net.chances) == set(chances)
    for net, chance in chances.items():
        assert float(exact.net.chances[net]) == pytest.approx(chance, abs=1e-9)
    assert float(exact.throws) == pytest.approx(throws, abs=1e-8)


@pytest.mark.parametrize(("cloth", "bets", "state"), LAID)
def test_what_bets_return_together_is_on_average_what_they_return_apart(
        cloth: Cloth, bets: dict[str, int], state: Any) -> None:
    assert combine(cloth, bets, state).net.mean == sum(
        combine(cloth, {spot: stake}, state).net.mean for spot, stake in bets.items())


def test_red_and_black_together_only_lose_to_zero() -> None:
    net = combine(french(), {"red": 1000, "black": 1000}).net
    assert net.chances == {0: Fraction(36, 37), -2000: Fraction(1, 37)}


def test_a_come_bet_that_outlives_its_point_is_followed_into_the_next_series() -> None:
    """A pass bet and a come bet moved to 4, with the point at 8: the order of 4 and 8 matters."""
    found = combine(craps(), {"pass": 100, "come/4": 100}, 8).net.chances
    # 8 first (5 of 14), then 4 before 7 (1 of 3); 4 first (3 of 14), then 8 before 7 (5 of 11).
    both = Fraction(5, 14) * Fraction(1, 3) + Fraction(3, 14) * Fraction(5, 11)
    none = Fraction(6, 14)
    assert found == {200: both, -200: none, 0: 1 - both - none}


def test_what_the_next_throw_does() -> None:
    rows = {row.name: row[:4] for row in odds.outcomes(
        craps(), {"pass": 500, "hard/6": 100, "field": 100}, 0)}
    assert rows["7"] == ("7", 500 - 100 - 100, 0, 6)
    assert rows["6 (3-3)"] == ("6 (3-3)", 900 - 100, 500, 1)
    assert rows["6 (1-5, 2-4)"] == ("6 (1-5, 2-4)", -200, 500, 4)
    assert sum(ways for *_, ways in rows.values()) == 36
    numbers = odds.outcomes(american(), {"straight/17": 100, "split/17-20": 100})
    assert len(numbers) == 37
    assert [(row.net, row.stays) for row in numbers if row.name in ("17", "20", "0")] == [
        (-200, 0), (5200, 0), (1600, 0)]


def test_the_unit_of_a_stake_is_that_of_the_prizes_it_can_win() -> None:
    table = craps()
    assert [unit(table, point, "odds/dont-pass") for point in (4, 5, 6)] == [2, 3, 6]
    assert [unit(table, point, "odds/pass") for point in (4, 5, 6)] == [1, 2, 5]
    assert unit(table, 0, "lay/6") == 13 and unit(table, 0, "pass") == 1
    assert unit(american(), None, "series/grande") == 9
    assert unit(french(), None, "dozens/1-2") == 2


def test_where_a_bet_can_lie() -> None:
    table = craps()
    assert lawful(table, 6, "pass") and lawful(table, 0, "come/4") and lawful(table, 9, "come/4")
    assert not lawful(table, 0, "odds/pass") and not lawful(table, 0, "come")


def test_bets_as_text() -> None:
    assert read(american(), "straight/17=5 red=10", euros) == (
        {"straight/17": 500, "red": 1000}, None)
    assert read(craps(), "point=6, pass=10,odds/pass=2.50", euros, "point") == (
        {"pass": 1000, "odds/pass": 250}, 6)
    assert read(french(), "red=10,50; black=2", euros) == ({"red": 1050, "black": 200}, None)


@pytest.mark.parametrize(("text", "says"), [
    ("straigt/17=5", "there is no spot 'straigt/17'; did you mean straight/17"),
    ("zzzz=5", "there is no spot 'zzzz'; bets are straight, split, street"),
    ("", "no bet is named; for example straight/0=5"), ("  ", "no bet is named"),
    ("red", "'red' is not SPOT=SUM"), ("red=x", "red: 'x' is not a sum"),
    ("red=0", "red: found 0; allowed: more than 0, up to 10000000000.00 €"),
    ("red=99999999999", "found 99999999999; allowed: more than 0, up to 10000000000.00 €"),
    ("red=1 red=2", "red is named twice"),
    ("dozens/1-2=5.01", "5.01 € on dozens/1-2 cannot be paid in whole cents: it takes multiples "
     "of 0.02 €, such as 5.00 € or 5.02 €"),
    ("series/grande=10", "it takes multiples of 0.09 €, such as 9.99 € or 10.08 €")])
def test_bets_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(ValueError) as wrong:
        read(american(), text, euros)
    assert says in str(wrong.value)


def test_bets_that_cannot_lie_there_now() -> None:
    with pytest.raises(ValueError, match="no bet can lie on odds/pass with point=0; with point=4"):
        read(craps(), "pass=5 odds/pass=5", euros, "point")
    later = read(craps(), "pass=5 odds/pass=5", euros, "point", now=False)
    assert later == ({"pass": 500, "odds/pass": 500}, 0)
    with pytest.raises(ValueError, match=r"it takes multiples of 0\.06 €"):
        read(craps(), "dont-pass=5 odds/dont-pass=5.00", euros, "point", now=False)
    with pytest.raises(ValueError, match="the point is one of 0, 4, 5, 6, 8, 9, 10"):
        read(craps(), "point=7 pass=5", euros, "point")
