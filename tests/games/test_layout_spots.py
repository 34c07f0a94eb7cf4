"""The five layouts as examples of the law: which bets there are, and what each throw makes of them.

A cloth is a value and gives no clause to anybody; what a table tells of it is tested with its
procedure.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from sabot.families.layout.cloth import BACK, LOST, STAYS, Cloth, Moves
from sabot.families.roulette import spots as wheel
from sabot.games.american_roulette.spots import cloth as american
from sabot.games.banca_francesa.spots import cloth as banca
from sabot.games.craps.spots import cloth as craps
from sabot.games.cussec.spots import cloth as cussec
from sabot.games.french_roulette.spots import cloth as french
from sabot.money import EVENS, Odds

CUSTOMARY_RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ROULETTES = (american(), french())


def wins(cloth: Cloth, spot: str) -> list[tuple[int, ...]]:
    """The throws after which a bet wins, where throws do not depend on one another."""
    return [fell for fell, fate in zip(cloth.outcomes, cloth.fates(spot), strict=True)
            if isinstance(fate, Odds)]


def counted(cloth: Cloth, kind: str) -> int:
    return sum(spot.kind == kind for spot in cloth.spots.values())


# The wheel and the layout.

@pytest.mark.parametrize("order", wheel.ORDERS.values())
def test_both_orders_of_the_wheel_hold_every_number_once_from_zero_on(
        order: tuple[int, ...]) -> None:
    assert sorted(order) == list(range(37)) and order[0] == 0


# roleta americana 2.b
def test_the_american_order_is_that_of_two_zeros_without_the_second() -> None:
    assert wheel.AMERICAN[17:21] == (13, 1, 27, 10)
    assert wheel.AMERICAN[-3:] == (35, 14, 2)


# roleta americana 6; roleta francesa 6; interpretation 130
def test_colours_alternate_on_the_french_order_and_break_once_on_the_american() -> None:
    assert set(wheel.RED) == CUSTOMARY_RED

    def alike(order: tuple[int, ...]) -> list[tuple[int, int]]:
        around = [n for n in order if n]
        colours = {n: wheel.colour(ROULETTES[0], n) for n in around}
        return [(a, b) for a, b in pairwise(around) if colours[a] == colours[b]]

    assert alike(wheel.FRENCH) == [] and alike(wheel.AMERICAN) == [(1, 27)]
    assert wheel.colour(ROULETTES[0], 0) == ""


# roleta americana 24.a; roleta francesa 16.a; interpretation 131
@pytest.mark.parametrize("cloth", ROULETTES)
def test_the_layout_has_every_chance_that_its_grid_allows(cloth: Cloth) -> None:
    kinds = ("straight", "split", "street", "corner", "line", "dozen", "column", "dozens",
             "columns", "simple")
    assert {kind: counted(cloth, kind) for kind in kinds} == {
        "straight": 37, "split": 60, "street": 14, "corner": 23, "line": 11, "dozen": 3,
        "column": 3, "dozens": 2, "columns": 2, "simple": 6}
    with_zero = {spot for spot in cloth.spots
                 if not cloth.spots[spot].parts and (0,) in wins(cloth, spot)}
    assert with_zero == {"straight/0", "split/0-1", "split/0-2", "split/0-3", "street/0-1-2",
                         "street/0-2-3", "corner/0-1-2-3"}


@pytest.mark.parametrize("cloth", ROULETTES)
@pytest.mark.parametrize(("kind", "many"), [
    ("straight", 1), ("split", 2), ("street", 3), ("corner", 4), ("line", 6), ("dozen", 12),
    ("column", 12), ("dozens", 24), ("columns", 24), ("simple", 18)])
# roleta americana 24; roleta francesa 16
def test_each_chance_covers_its_count_of_numbers(cloth: Cloth, kind: str, many: int) -> None:
    for spot in cloth.spots.values():
        if spot.kind == kind:
            assert len(wins(cloth, spot.name)) == many


# roleta americana 24.a.linha, 24.a.coluna; roleta francesa 16.a.linha, 16.a.coluna
@pytest.mark.parametrize("cloth", ROULETTES)
def test_numbers_of_some_spots_by_hand(cloth: Cloth) -> None:
    for spot, numbers in {
            "line/31-36": range(31, 37), "column/34": range(1, 37, 3), "column/36": range(3, 37, 3),
            "dozen/2": range(13, 25), "columns/34-35": [n for n in range(1, 37) if n % 3],
            "corner/25-26-28-29": (25, 26, 28, 29), "split/17-20": (17, 20),
            "even": range(2, 37, 2), "low": range(1, 19), "red": sorted(CUSTOMARY_RED)}.items():
        assert wins(cloth, spot) == [(n,) for n in numbers]
    assert "split/3-4" not in cloth.spots and "corner/3-4-6-7" not in cloth.spots


# interpretation 132
def test_two_that_do_not_touch_are_offered_only_where_the_house_allows_it() -> None:
    for cloth in (american(), french()):
        assert "dozens/1-3" not in cloth.spots and "columns/34-36" not in cloth.spots
    for cloth in (american(non_adjacent=True), french(non_adjacent=True)):
        assert len(wins(cloth, "dozens/1-3")) == len(wins(cloth, "columns/34-36")) == 24


PAYS = {"straight": Odds(35), "split": Odds(17), "street": Odds(11), "corner": Odds(8),
        "line": Odds(5), "dozen": Odds(2), "column": Odds(2), "dozens": Odds(1, 2),
        "columns": Odds(1, 2), "simple": EVENS}


@pytest.mark.parametrize("cloth", ROULETTES)
@pytest.mark.parametrize("kind", PAYS)
# roleta americana 27.a, 27.b; roleta francesa 18.a, 18.b
def test_each_chance_pays_what_the_law_says(cloth: Cloth, kind: str) -> None:
    for spot in cloth.spots.values():
        if spot.kind == kind:
            assert set(cloth.fates(spot.name)) <= {PAYS[kind], LOST}


# roleta americana 28; roleta francesa 19
@pytest.mark.parametrize("cloth", ROULETTES)
def test_zero_takes_the_whole_of_all_outer_bets(cloth: Cloth) -> None:
    for spot in cloth.spots.values():
        if spot.kind in ("simple", "dozen", "column", "dozens", "columns"):
            assert cloth.fates(spot.name)[0] is LOST


LIMITS = {"straight": 30, "split": 60, "street": 90, "corner": 120, "line": 180, "dozen": 360,
          "column": 360, "dozens": 720, "columns": 720, "simple": 540}


# roleta americana 32; roleta francesa 24
@pytest.mark.parametrize("cloth", ROULETTES)
def test_the_maximum_of_each_chance_in_minima(cloth: Cloth) -> None:
    assert {name: kind.most for name, kind in cloth.kinds.items() if kind.most} == LIMITS


# Series and neighbours.

def chips(cloth: Cloth, spot: str, number: int) -> int:
    """What one unit of a composed bet returns net, in chips, when a number falls."""
    total = 0
    for part, many in cloth.parts(spot):
        fate = cloth.fates(part)[number]
        total += many * fate.win if isinstance(fate, Odds) else -many
    return total


# roleta americana 25.a, 27.c
@pytest.mark.parametrize(("series", "net"), [
    ("grande", {15: {0, 2, 3}, 9: {25, 26, 28, 29, 4, 7, 12, 15, 18, 21, 19, 22, 32, 35}}),
    ("pequena", {12: {5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36}}),
    ("vadios", {31: {1, 17}, 13: {6, 9, 14, 20, 31, 34}})])
def test_what_a_unit_of_each_series_returns(series: str, net: dict[int, set[int]]) -> None:
    cloth = american()
    kind = cloth.kinds[f"series-{series}"]
    assert sum(many for _, many in cloth.parts(f"series/{series}")) == kind.chips
    found = {n: chips(cloth, f"series/{series}", n) for n in range(37)}
    for paid, numbers in net.items():
        assert {n for n, value in found.items() if value == paid} == numbers
    assert Counter(found.values())[-kind.chips] == 37 - sum(map(len, net.values()))


# roleta americana 25.a
def test_the_three_series_cover_the_wheel_once() -> None:
    cloth = american()
    covered = [{fell[0] for part, _ in cloth.parts(f"series/{name}") for fell in wins(cloth, part)}
               for name in ("grande", "pequena", "vadios")]
    assert list(map(len, covered)) == [17, 12, 8]
    assert set().union(*covered) == set(range(37))


# roleta americana 25.b, 27.d
def test_neighbours_are_those_of_the_wheel_on_both_sides() -> None:
    cloth = american()
    numbers = [[int(part.partition("/")[2]) for part, _ in cloth.parts(spot)]
               for spot in ("neighbours-3/0", "neighbours-5/17", "neighbours-7/26")]
    assert numbers == [[26, 0, 32], [2, 25, 17, 34, 6], [12, 35, 3, 26, 0, 32, 15]]
    assert [chips(cloth, f"neighbours-{n}/17", 17) for n in (3, 5, 7)] == [33, 31, 29]
    assert "neighbours-9/17" not in cloth.spots


# roleta americana 25; roleta francesa 16
def test_series_and_neighbours_only_on_the_french_order_of_the_american_game() -> None:
    with pytest.raises(ValueError, match="French order"):
        american("american", series=True)
    assert not any(spot.parts for spot in american("american", series=False).spots.values())
    assert not any(spot.parts for spot in french().spots.values())


# roleta americana 32.c
def test_series_are_counted_in_chips() -> None:
    kinds = american().kinds
    assert [(kinds[f"series-{s}"].fewest, kinds[f"series-{s}"].many)
            for s in ("grande", "pequena", "vadios")] == [(9, 135), (6, 120), (5, 50)]


# French bank.

# banca francesa 9, 13; interpretation 133
def test_sixty_three_of_216_throws_decide_all_bets_of_the_french_bank() -> None:
    cloth = banca()
    assert {spot: (len(wins(cloth, spot)), cloth.fates(spot).count(LOST),
                   cloth.fates(spot).count(STAYS)) for spot in cloth.spots} == {
        "aces": (1, 62, 153), "small": (31, 32, 153), "big": (31, 32, 153),
        "line/small": (31, 32, 153), "line/big": (31, 32, 153)}
    assert set(cloth.fates("aces")) == {Odds(61), LOST, STAYS}
    assert Odds(1) in cloth.fates("small") and Odds(1) in cloth.fates("line/big")


# banca francesa 17
def test_the_maximum_of_aces_and_of_the_even_chances() -> None:
    assert {name: kind.most for name, kind in banca().kinds.items()} == {
        "aces": 6, "small": 200, "big": 200, "line-small": 200, "line-big": 200}


# Cussec.

def cussec_of(spot: str, *fell: int) -> object:
    cloth = cussec()
    return cloth.fates(spot)[cloth.number[fell]]


# cussec 9, 7.a, 7.b
def test_small_and_big_lose_to_every_triple() -> None:
    assert cussec_of("small", 2, 2, 2) is LOST and cussec_of("big", 5, 5, 5) is LOST
    assert cussec_of("small", 1, 1, 2) == EVENS and cussec_of("big", 6, 6, 5) == EVENS
    assert [len(wins(cussec(), spot)) for spot in ("small", "big")] == [105, 105]


# cussec 8; interpretation 138
@pytest.mark.parametrize(("spot", "fell", "fate"), [
    ("single/3", (3, 5, 5), Odds(1)), ("single/3", (3, 3, 5), Odds(2)),
    ("single/3", (3, 3, 3), Odds(3)), ("single/3", (1, 5, 5), LOST),
    ("pair/1-2", (1, 1, 2), Odds(5)), ("pair/1-2", (1, 1, 1), LOST),
    ("double/4", (4, 1, 4), Odds(10)), ("double/4", (4, 4, 4), Odds(30)),
    ("double/4", (4, 1, 2), LOST), ("triple/6", (6, 6, 6), Odds(190)),
    ("triple/6", (5, 5, 5), LOST), ("triple/any", (5, 5, 5), Odds(32)),
    ("total/6", (2, 2, 2), Odds(19)), ("total/4", (1, 1, 2), Odds(65)),
    ("total/16", (4, 6, 6), Odds(32)), ("total/7", (1, 1, 5), Odds(12)),
    ("total/13", (1, 6, 6), Odds(8)), ("total/12", (4, 4, 4), Odds(7)),
    ("total/10", (1, 3, 6), Odds(6)), ("total/10", (1, 3, 5), LOST)])
def test_a_throw_of_cussec(spot: str, fell: tuple[int, ...], fate: object) -> None:
    assert cussec_of(spot, *fell) == fate


# cussec 7
def test_winning_throws_of_every_chance_of_cussec() -> None:
    cloth = cussec()
    ways = {"single": 91, "pair": 30, "double": 16, "triple": 1, "any-triple": 6,
            "total-4-17": 3, "total-5-16": 6, "total-6-15": 10, "total-7-14": 15,
            "total-8-13": 21, "total-9-12": 25, "total-10-11": 27, "small": 105, "big": 105}
    for spot in cloth.spots.values():
        assert len(wins(cloth, spot.name)) == ways[spot.kind]
    assert "total/3" not in cloth.spots and "total/18" not in cloth.spots
    assert len(cloth.spots) == 50


# Craps.

def craps_of(spot: str, total: int, point: int = 0, *, bar: int = 12, pair: bool = False,
             literal_odds: bool = False) -> object:
    cloth = craps(bar, literal_odds)
    low = total // 2 if pair else max(1, total - 6)
    return cloth.fates(spot, point)[cloth.number[(low, total - low)]]


# craps 10.1, 10.1-2
def test_the_pass_line() -> None:
    assert [craps_of("pass", n) for n in (7, 11)] == [EVENS] * 2
    assert [craps_of("pass", n) for n in (2, 3, 12)] == [LOST] * 3
    assert [craps_of("pass", n) for n in (4, 5, 6, 8, 9, 10)] == [STAYS] * 6
    assert craps_of("pass", 6, 6) == EVENS and craps_of("pass", 7, 6) is LOST
    assert craps_of("pass", 11, 6) is craps_of("pass", 12, 6) is STAYS


# craps 10.2, 10.2-2, 10.2-3; interpretation 136
@pytest.mark.parametrize(("bar", "other"), [(12, 2), (2, 12)])
def test_the_dont_pass_line_and_its_bar(bar: int, other: int) -> None:
    for spot, point in (("dont-pass", 0), ("dont-come", 6)):
        assert craps_of(spot, bar, point, bar=bar) is BACK
        assert [craps_of(spot, n, point, bar=bar) for n in (other, 3)] == [EVENS] * 2
        assert [craps_of(spot, n, point, bar=bar) for n in (7, 11)] == [LOST] * 2
    assert craps_of("dont-pass", 7, 9) == EVENS and craps_of("dont-pass", 9, 9) is LOST
    assert craps_of("dont-pass", bar, 9, bar=bar) is STAYS


# craps 10.3-2, 10.3-3, 10.4-3, 10.4-4
def test_come_bets_move_to_their_number_and_are_decided_there() -> None:
    assert craps_of("come", 4, 6) == Moves("come/4")
    assert craps_of("come", 6, 6) == Moves("come/6")
    assert craps_of("dont-come", 10, 6) == Moves("dont-come/10")
    for point in (0, 5):  # they outlive the point of the line
        assert craps_of("come/4", 4, point) == EVENS
        assert craps_of("come/4", 7, point) is LOST
        assert craps_of("come/4", 5, point) is STAYS
        assert craps_of("dont-come/4", 7, point) == EVENS
        assert craps_of("dont-come/4", 4, point) is LOST


# craps 11.1-5, 11.1.pay-6-8, 11.1.pay-5-9, 11.1.pay-4-10; interpretation 135
@pytest.mark.parametrize(("number", "pays"), [
    (4, Odds(2)), (5, Odds(3, 2)), (6, Odds(6, 5)), (8, Odds(6, 5)), (9, Odds(3, 2)),
    (10, Odds(2))])
def test_odds_are_always_in_play_and_fair(number: int, pays: Odds) -> None:
    inverse = Odds(pays.per, pays.win)
    assert craps_of("odds/pass", number, number) == pays
    assert craps_of("odds/pass", 7, number) is LOST
    assert craps_of(f"odds/come/{number}", number, 0) == pays
    assert craps_of(f"odds/come/{number}", 7, 0) is LOST
    for literal, paid in ((False, inverse), (True, pays)):
        assert craps_of("odds/dont-pass", 7, number, literal_odds=literal) == paid
        assert craps_of(f"odds/dont-come/{number}", 7, 0, literal_odds=literal) == paid
    assert craps_of("odds/dont-pass", number, number) is LOST


# craps 11.3, 11.3-2
@pytest.mark.parametrize(("number", "pays"), [(4, 7), (10, 7), (6, 9), (8, 9)])
def test_hardways(number: int, pays: int) -> None:
    assert craps_of(f"hard/{number}", number, pair=True) == Odds(pays)
    assert craps_of(f"hard/{number}", number) is LOST
    assert craps_of(f"hard/{number}", 7) is LOST
    assert craps_of(f"hard/{number}", 12, 8, pair=True) is STAYS


# craps 11.2, 11.4, 11.5, 11.6, 11.7, 11.8, 10.7, 10.8, 13.1
@pytest.mark.parametrize(("spot", "pays"), [
    ("any-craps", {2: 7, 3: 7, 12: 7}), ("total/7", {7: 4}), ("total/2", {2: 30}),
    ("total/3", {3: 15}), ("total/11", {11: 15}), ("total/12", {12: 30}),
    ("under", dict.fromkeys(range(2, 7), 1)), ("over", dict.fromkeys(range(8, 13), 1)),
    ("field", {2: 2, 12: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1})])
def test_bets_of_one_throw(spot: str, pays: dict[int, int]) -> None:
    for point in (0, 6):
        for total in range(2, 13):
            expected = Odds(pays[total]) if total in pays else LOST
            assert craps_of(spot, total, point) == expected


# craps 12.1, 12.2, 10.5, 10.6
@pytest.mark.parametrize(("number", "first", "second"), [
    (4, Odds(9, 5), Odds(5, 11)), (10, Odds(9, 5), Odds(5, 11)), (5, Odds(7, 5), Odds(5, 8)),
    (9, Odds(7, 5), Odds(5, 8)), (6, Odds(7, 6), Odds(10, 13)), (8, Odds(7, 6), Odds(10, 13))])
def test_numbers_against_seven(number: int, first: Odds, second: Odds) -> None:
    for point in (0, 5, number):  # at any time, before the point too (12)
        assert craps_of(f"place/{number}", number, point) == first
        assert craps_of(f"place/{number}", 7, point) is LOST
        assert craps_of(f"lay/{number}", 7, point) == second
        assert craps_of(f"lay/{number}", number, point) is LOST
        assert craps_of(f"lay/{number}", 3, point) is STAYS
    assert craps_of("big/6", 6) == EVENS and craps_of("big/8", 7, 8) is LOST


# craps 10.3, 10.9, 11.1; interpretation 139
def test_when_a_bet_may_be_made() -> None:
    cloth = craps()
    assert {spot for spot in cloth.spots if cloth.open(0, spot) and not cloth.open(4, spot)} == {
        "pass", "dont-pass"}
    assert {spot for spot in cloth.spots if cloth.open(4, spot) and not cloth.open(0, spot)} == {
        "come", "dont-come", "odds/pass", "odds/dont-pass"}
    assert {spot for spot in cloth.spots if not cloth.open(0, spot) and not cloth.open(4, spot)
            } == {f"{name}/{n}" for name in ("come", "dont-come") for n in (4, 5, 6, 8, 9, 10)}


# craps 10.1-2
def test_the_point_is_set_and_ends() -> None:
    after = craps().after
    assert [after(0, (a, b)) for a, b in ((1, 1), (3, 4), (2, 2), (5, 5), (5, 6))] == [
        0, 0, 4, 10, 0]
    assert [after(4, fell) for fell in ((1, 3), (3, 4), (6, 6), (5, 5))] == [0, 0, 4, 4]


def test_every_fate_is_known_and_a_bet_only_moves_to_a_spot() -> None:
    for cloth in (american(), french(), banca(), cussec(), craps(), craps(2, True)):
        for name, spot in cloth.spots.items():
            for state in cloth.states:
                for part, _ in cloth.parts(name):
                    for fate in cloth.fates(part, state):
                        if isinstance(fate, Odds):
                            assert fate in cloth.kinds[spot.kind].prizes
                        elif isinstance(fate, Moves):
                            assert fate.to in cloth.spots
