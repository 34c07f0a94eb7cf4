"""Portaria 217/2007, roulettes: which bets there are, what they win, and how much they may be."""

from __future__ import annotations

from typing import Any

import pytest

from sabot import regulations as law
from sabot.families.layout.legality import Range
from sabot.procedure import Menu, Move
from support.roulette_table import AMERICAN, FRENCH, RED, american, both, breaks, sat, spun, table

KINDS = {"straight": "pleno", "split": "cavalo", "street": "rua", "corner": "quadro",
         "line": "linha", "dozen": "duzia", "column": "coluna", "dozens": "cavalo-duzia",
         "columns": "cavalo-coluna"}
PAYS = {"straight": 3500, "split": 1700, "street": 1100, "corner": 800, "line": 500, "dozen": 200,
        "column": 200, "dozens": 50, "columns": 50}
MOST = {"straight": 30, "split": 60, "street": 90, "corner": 120, "line": 180, "dozen": 360,
        "column": 360, "dozens": 720, "columns": 720}
COUNT = {"straight": (37, 1), "split": (60, 2), "street": (14, 3), "corner": (23, 4),
         "line": (11, 6), "dozen": (3, 12), "column": (3, 12), "dozens": (2, 24),
         "columns": (2, 24)}
EVEN = {"even": "par", "odd": "impar", "low": "menor", "high": "maior", "red": "encarnado",
        "black": "preto"}
OF_EVEN = {"even": set(range(2, 37, 2)), "odd": set(range(1, 37, 2)), "low": set(range(1, 19)),
           "high": set(range(19, 37)), "red": RED, "black": set(range(1, 37)) - RED}


def each(of: dict[str, str], bets: str, more: str = "") -> Any:
    """The cases of a chance of both games: the game, and the chance in English and in law."""
    cases = []
    for game, (bet, pay, limit) in ((AMERICAN, ("24", "27", "32")), (FRENCH, ("16", "18", "24"))):
        rule = {"bet": bet, "pay": pay, "limit": limit}[bets]
        for name, row in of.items():
            rows = f"{game.section}/{rule}.{row}"
            cases.append(pytest.param(game, name, id=f"{game.id}-{name}",
                                      marks=pytest.mark.law(rows, *more.split())))
    return pytest.mark.parametrize(("game", "kind"), cases)


MULTIPLE = {name: f"a.{row}" for name, row in KINDS.items()}


def spots(game: Any, kind: str) -> list[str]:
    """The spots of a chance that a newcomer's menu offers."""
    menu = sat(game).steps(Menu)[-1]
    return [seat for offer in menu.offers if offer.act == "bet" for seat in offer.spots
            if seat.partition("/")[0] == kind]


def numbers(game: Any, spot: str) -> set[int]:
    """The numbers on which a bet on a spot is paid."""
    return {n for n in range(37) if spun(game, n, **{
        spot.replace("/", "_").replace("-", "_"): 200}).moves("pay")}


# -- which bets there are --------------------------------------------------------------------------


@both("24 24.a 24.b", "16 16.a 16.b")
def test_the_menu_offers_all_chances_and_no_others(game: Any) -> None:
    menu = sat(game, **({"series": False} if game is AMERICAN else {})).steps(Menu)[-1]
    assert menu.law.endswith(("/24", "/16"))
    offered = {seat.partition("/")[0] for o in menu.offers if o.act == "bet" for seat in o.spots}
    assert offered == {*KINDS, *EVEN}
    played = sat(game)
    played.bet(straight_17=100, even=100)
    assert [m.law.rpartition("/")[2] for m in played.steps(Move, kind="stake")] == (
        ["24.a.pleno", "24.b.par"] if game is AMERICAN else ["16.a.pleno", "16.b.par"])


@each(MULTIPLE, "bet")
def test_each_multiple_chance_has_its_spots_and_numbers(game: Any, kind: str) -> None:
    """A bet on each of them is taken; a few of them are played on every number."""
    count, many = COUNT[kind]
    found = spots(game, kind)
    assert len(found) == count
    played = sat(game)
    for spot in found:
        played.do(f"Ana: bet {spot} 200")
        assert played.refused is None, spot
    for spot in (found[0], found[-1]):
        won = numbers(game, spot)
        assert len(won) == many
        if kind not in ("dozen", "column", "dozens", "columns", "line"):
            assert won == set(map(int, spot.partition("/")[2].split("-")))


@both("24.a.duzia 24.a.coluna 24.a.linha", "16.a.duzia 16.a.coluna 16.a.linha")
def test_numbers_of_dozens_columns_and_lines(game: Any) -> None:
    assert numbers(game, "dozen/1") == set(range(1, 13))
    assert numbers(game, "column/35") == set(range(2, 36, 3))
    assert numbers(game, "line/1-6") == set(range(1, 7))


@both("24.a.cavalo 24.a.rua 24.a.quadro ir/131", "16.a.cavalo 16.a.rua 16.a.quadro ir/131")
def test_zero_lies_across_the_first_row(game: Any) -> None:
    played = sat(game).bet(split_0_1=100, split_0_2=100, split_0_3=100, street_0_1_2=100,
                           street_0_2_3=100, corner_0_1_2_3=100)
    assert played.refused is None and len(played.moves("stake")) == 6


@both("24.a.cavalo 24.a.quadro", "16.a.cavalo 16.a.quadro")
@pytest.mark.parametrize("spot", ["split/3-4", "split/1-5", "corner/3-4-6-7", "street/1-2-4",
                                  "line/2-7", "straight/37", "straight/00", "dozen/4", "column/33",
                                  "nowhere", "series/0-2-3", ""])
def test_a_bet_off_the_layout_is_refused(game: Any, spot: str) -> None:
    """Numbers that are not neighbours, spots that no cloth has."""
    played = sat(game).bet(split_1_2=100, corner_1_2_4_5=100)
    refused = played.no(f"Ana: bet {spot or 'x'} 100")
    assert refused.code == "not-offered" and refused.law.startswith(game.section)


@both("24.a.cavalo-duzia 24.a.cavalo-coluna ir/132", "16.a.cavalo-duzia 16.a.cavalo-coluna ir/132")
def test_dozens_and_columns_that_do_not_touch_are_the_house_s_choice(game: Any) -> None:
    assert sat(game).bet(dozens_1_2=200, columns_35_36=200).refused is None
    for spot in ("dozens/1-3", "columns/34-36"):
        assert sat(game).no(f"Ana: bet {spot} 200").code == "not-offered"
        assert sat(game, apart=True).do(f"Ana: bet {spot} 200").refused is None


@each({name: f"b.{row}" for name, row in EVEN.items()}, "bet")
def test_each_even_chance_has_eighteen_numbers_and_never_zero(game: Any, kind: str) -> None:
    assert numbers(game, kind) == OF_EVEN[kind]


@both("26", "17")
def test_a_player_may_lay_all_splits_streets_corners_and_lines(game: Any) -> None:
    played = sat(game)
    every = [spot for kind in ("split", "street", "corner", "line") for spot in spots(game, kind)]
    for spot in every:
        assert played.do(f"Ana: bet {spot} 100").refused is None, spot
    assert len(played.moves("stake")) == len(every) == 108


# -- what they win ---------------------------------------------------------------------------------

AN_18 = {"straight": "straight_18", "split": "split_17_18", "street": "street_16_17_18",
         "corner": "corner_14_15_17_18", "line": "line_13_18", "dozen": "dozen_2",
         "column": "column_36", "dozens": "dozens_1_2", "columns": "columns_35_36"}


@each(MULTIPLE, "pay")
def test_each_multiple_chance_pays_its_prize(game: Any, kind: str) -> None:
    played = spun(game, 18, **{AN_18[kind]: 200})
    [(_, prize)] = played.moves("pay")
    assert prize == 2 * PAYS[kind] == played.net()
    assert played.law(kind="pay").endswith(KINDS[kind])
    lost = spun(game, 0, **{AN_18[kind]: 200})
    assert lost.moves("pay") == [] and lost.net() == -200


@both("27.a", "18.a")
def test_prizes_are_multiples_of_the_stake_which_is_kept(game: Any) -> None:
    played = spun(game, 18, **dict.fromkeys(AN_18.values(), 200))
    assert sum(prize for _, prize in played.moves("pay")) == 2 * sum(PAYS.values())
    assert played.steps(Move, kind="pay")[0].odds == "1:2"


@both("27.b", "18.b")
@pytest.mark.parametrize("kind", EVEN)
def test_even_chances_pay_what_was_bet(game: Any, kind: str) -> None:
    won = min(OF_EVEN[kind])
    assert spun(game, won, **{kind: 700}).moves("pay") == [(kind, 700)]


@both("28", "19")
def test_zero_takes_even_chances_dozens_and_columns(game: Any) -> None:
    """No half comes back, and nothing waits."""
    bets = {"red": 100, "even": 100, "low": 100, "dozen_1": 100, "column_34": 100,
            "dozens_1_2": 200, "columns_34_35": 200}
    played = spun(game, 0, straight_0=100, **bets)
    assert played.moves("pay") == [("straight/0", 3500)]
    assert len(played.moves("collect")) == len(bets)
    assert {m.law.rpartition("/")[2] for m in played.steps(Move, kind="collect")} == {
        "28" if game is AMERICAN else "19"}
    assert played.net() == 3500 - 900


@both("27 ir/121", "18 ir/121")
def test_the_winning_stake_goes_back_to_its_owner(game: Any) -> None:
    played = spun(game, 17, straight_17=300, black=500)
    assert played.moves("return") == [("black", 500), ("straight/17", 300)]
    assert played.law(kind="return") == ("27" if game is AMERICAN else "18")


# -- limits ----------------------------------------------------------------------------------------


def ranged(game: Any, kind: str, low: int, high: int) -> dict[str, str]:
    """What a table breaks whose house has fixed these limits of one chance."""
    return breaks(game, minimum=low, maximum=30 * low, **{kind: Range(minimum=low, maximum=high)})


@each({**MULTIPLE, "simple": "b"}, "limit")
def test_the_maximum_of_a_chance_in_its_minima(game: Any, kind: str) -> None:
    """The house may fix less, and not a cent more."""
    most = (MOST | {"simple": 540})[kind] * 200
    rule = f"{'32' if game is AMERICAN else '24'}.{(MULTIPLE | {'simple': 'b'})[kind]}"
    assert ranged(game, kind, 200, most) == ranged(game, kind, 200, 200) == {}
    assert rule in ranged(game, kind, 200, most + 200)


@both("32.a.pleno", "24.a.pleno")
def test_the_table_s_own_maximum_is_that_of_a_straight_up(game: Any) -> None:
    rule = "32.a.pleno" if game is AMERICAN else "24.a.pleno"
    assert breaks(game, minimum=500, maximum=15_000) == {}
    assert breaks(game, minimum=500, maximum=15_100) == {rule: "maximum"}


@both("32.a", "24.a")
def test_no_maximum_lies_below_the_minimum(game: Any) -> None:
    rule = "32.a" if game is AMERICAN else "24.a"
    found = breaks(game, line=Range(minimum=500, maximum=400))
    assert found == {rule: "rules.line"}


@both("32.a.linha", "24.a.linha")
def test_limits_hold_a_multiple_of_the_unit(game: Any) -> None:
    rule = "32.a.linha" if game is AMERICAN else "24.a.linha"
    assert breaks(game, line=Range(minimum=210, maximum=270)) == {rule: "rules.line"}
    assert breaks(game, line=Range(minimum=210, maximum=300)) == {}


@both("32 ir/117", "24 ir/117")
def test_limits_keep_the_proportions_of_the_law(game: Any) -> None:
    """Chances whose limits are not given follow from the table's own."""
    rule = "32" if game is AMERICAN else "24"
    assert breaks(game, minimum=0) == {rule: "minimum"}
    assert rule in breaks(game, minimum=500, maximum=400)
    played = sat(game, minimum=500, maximum=5_000)  # ten times, not thirty
    assert played.limits("straight/7") == (500, 5_000, 100 if game is FRENCH else 500)
    assert played.limits("dozens/1-2")[:2] == (500, 120_000)
    assert played.limits("red")[:2] == (500, 90_000)


@both("32.a.pleno 32.b", "24.a.pleno 24.b")
def test_a_bet_outside_its_limits_is_refused_with_the_nearest(game: Any) -> None:
    played = sat(game, minimum=500, maximum=5_000)
    rule = {"american-roulette": "32", "french-roulette": "24"}[game.id]
    for act, code, clause, near in (
            ("bet straight/7 400", "below-minimum", "a.pleno", 500),
            ("bet straight/7 5500", "above-maximum", "a.pleno", 5_000),
            ("bet red 90100", "above-maximum", "b", 90_000)):
        refused = played.no(f"Ana: {act}")
        assert (refused.code, refused.law) == (code, f"{game.section}/{rule}.{clause}")
        assert near in refused.accepts


@american("16")
def test_chips_with_a_face_value_are_for_the_outside_chances() -> None:
    """They go in steps of the table; bets on the numbers in chips of the colour."""
    played = sat(minimum=100).do("Ana: value 1 500")
    assert played.limits("red") == (100, 54_000, 100)
    assert played.limits("dozens/1-2") == (100, 72_000, 100)
    assert played.limits("straight/7") == (500, 3_000, 500)
    refused = played.no("Ana: bet split/7-8 700")
    assert (refused.code, refused.law[-3:]) == ("off-unit", "9-2")
    refused = played.no("Ana: bet dozen/1 150")
    assert (refused.code, refused.law[-3:]) == ("off-unit", "/16")


@american("16-2")
def test_chips_with_a_marked_value_are_for_every_chance_but_series_and_neighbours() -> None:
    played = sat(marked=True, unit=200, minimum=200, maximum=6_000).do("Ana: value 1 1000")
    assert played.limits("straight/7") == (200, 6_000, 200)
    refused = played.no("Ana: bet straight/7 300")
    assert (refused.code, refused.law[-4:]) == ("off-unit", "16-2")
    assert played.limits("neighbours-3/7")[2] == 3_000
    assert played.limits("series/vadios")[2] == 5_000


# -- series and neighbours -------------------------------------------------------------------------


@american("25")
def test_series_and_neighbours_need_the_french_order() -> None:
    assert breaks() == {} and breaks(wheel="american", series=False) == {}
    assert breaks(wheel="american") == {}  # by default the order decides
    assert breaks(wheel="american", series=True) == {"25": "rules.series"}
    assert sat(wheel="american", series=False).no("Ana: bet series/grande 900").code == \
        "not-offered"


NETS = {  # by hand, from the notes of the register
    "grande": (9, {**dict.fromkeys((0, 2, 3), 15), **dict.fromkeys(
        (4, 7, 12, 15, 18, 19, 21, 22, 25, 26, 28, 29, 32, 35), 9)}),
    "pequena": (6, dict.fromkeys((5, 8, 10, 11, 13, 16, 23, 24, 27, 30, 33, 36), 12)),
    "vadios": (5, {1: 31, 17: 31, **dict.fromkeys((6, 9, 14, 20, 31, 34), 13)}),
}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=american(f"25.a 25.a.{row} 27.c"))
    for name, row in (("grande", "serie-grande"), ("pequena", "serie-pequena"),
                      ("vadios", "vadios"))])
def test_a_series_is_one_bet_of_several_chips(name: str) -> None:
    """On every number: what wins is paid like the chance that it is, all the rest is lost."""
    chips, nets = NETS[name]
    for number in range(37):
        played = sat(AMERICAN, number).do(f"Ana: bet series/{name} {100 * chips}").spin()
        assert sum(cents for _, cents in played.moves("stake")) == 100 * chips
        assert played.net() == 100 * nets.get(number, -chips), number
    catalogue = {entry.bet: entry for entry in AMERICAN.bets(table())}
    assert [prize.odds for prize in catalogue[f"series-{name}"].pays] == {
        "grande": ["17:1", "11:1", "8:1"], "pequena": ["17:1"], "vadios": ["35:1", "17:1"]}[name]


@american("27.c 25.a.vadios")
def test_seventeen_lies_in_two_splits_of_the_vadios() -> None:
    played = sat(AMERICAN, 17).do("Ana: bet series/vadios 500").spin()
    assert played.moves("pay") == [("series/vadios/split/14-17", 1700),
                                   ("series/vadios/split/17-20", 1700)]
    assert played.law(kind="pay") == "27.c"


AROUND = {3: [26, 0, 32], 5: [3, 26, 0, 32, 15], 7: [35, 3, 26, 0, 32, 15, 19]}


@pytest.mark.parametrize("chips", [
    pytest.param(n, marks=american(f"25.b 25.b.{n}-chips 27.d")) for n in AROUND])
def test_a_number_and_its_neighbours_on_the_wheel(chips: int) -> None:
    """One chip straight up on each, in the order of the wheel: beside zero lie 26 and 32."""
    played = sat(AMERICAN, 0).do(f"Ana: bet neighbours-{chips}/0 {100 * chips}")
    assert played.moves("stake") == [
        (f"neighbours-{chips}/0/straight/{n}", 100) for n in AROUND[chips]]
    assert played.law(kind="stake") == f"25.b.{chips}-chips"
    played.spin()
    assert played.moves("pay") == [(f"neighbours-{chips}/0/straight/0", 3500)]
    assert played.net() == 3500 - 100 * (chips - 1) and played.law(kind="pay") == "27.d"
    catalogue = {entry.bet: entry for entry in AMERICAN.bets(table())}
    assert [p.odds for p in catalogue[f"neighbours-{chips}"].pays] == ["35:1"]


@pytest.mark.parametrize(("name", "low", "high"), [
    pytest.param("grande", 9, 135, marks=american("32.c 32.c.i")),
    pytest.param("pequena", 6, 120, marks=american("32.c 32.c.ii")),
    pytest.param("vadios", 5, 50, marks=american("32.c 32.c.iii"))])
def test_series_go_from_so_many_chips_to_so_many_in_whole_multiples(
        name: str, low: int, high: int) -> None:
    played = sat()
    assert played.limits(f"series/{name}") == (100 * low, 100 * high, 100 * low)
    for chips, code in ((low + 1, "off-unit"), (high + low, "above-maximum")):
        refused = played.no(f"Ana: bet series/{name} {100 * chips}")
        assert refused.code == code
        assert refused.law.rpartition("/")[2] == {
            "grande": "32.c.i", "pequena": "32.c.ii", "vadios": "32.c.iii"}[name]


@american("32.c.i 32.d 9-2")
def test_the_catalogue_of_bets_tells_the_limits_of_a_chip_at_the_minimum() -> None:
    by_bet = {entry.bet: entry for entry in AMERICAN.bets(table(minimum=200, maximum=6_000))}
    assert [(by_bet[bet].minimum, by_bet[bet].maximum, by_bet[bet].unit)
            for bet in ("series-grande", "neighbours-3", "straight", "simple")] == [
        (1_800, 27_000, 1_800), (600, 18_000, 600), (200, 6_000, 200), (200, 108_000, 100)]


@american("32.c ir/362")
def test_dear_chips_of_a_series_meet_the_limits_of_what_it_is_made_of() -> None:
    """At 30 euros a chip, a split of the series may hold two of them, 1 may hold one."""
    assert breaks() == {}
    played = sat().do("Ana: value 1 3000")
    assert played.limits("series/pequena")[:2] == (18_000, 36_000)
    assert played.limits("series/vadios")[:2] == (15_000, 15_000)


@pytest.mark.parametrize(("name", "low", "high"), [
    pytest.param("grande", 9, 135, marks=american("32.c 32.c.i ir/362")),
    pytest.param("pequena", 6, 120, marks=american("32.c 32.c.ii ir/362")),
    pytest.param("vadios", 5, 50, marks=american("32.c 32.c.iii ir/362"))])
def test_to_the_letter_a_series_is_limited_by_its_chips_alone(
        name: str, low: int, high: int) -> None:
    assert breaks(series_within=False) == {}
    for value in (100, 400, 3_000):
        played = sat(series_within=False).do(f"Ana: value 1 {value}")
        assert played.limits(f"series/{name}") == (value * low, value * high, value * low)
        assert played.do(f"Ana: bet series/{name} {value * high}").refused is None
        refused = played.no(f"Ana: bet series/{name} {value * (high + low)}")
        assert (refused.code, refused.law.partition("32")[2][:2]) == ("above-maximum", ".c")
    assert sat(series_within=False).do("Ana: value 1 3000").limits("neighbours-3/5")[1] == 9_000


@american("32.d ir/124")
def test_neighbours_and_straight_ups_on_one_number_share_a_maximum() -> None:
    """Overlapping neighbours add up; the chip on 1 of the vadios does not count."""
    played = sat().bet(straight_17=2_000)
    assert played.limits("neighbours-3/17")[1] == 3 * 1_000
    assert played.limits("neighbours-3/25")[1] == 3 * 1_000  # 17 lies beside it
    assert played.limits("neighbours-3/5")[1] == 3 * 3_000
    refused = played.no("Ana: bet neighbours-5/17 5500")
    assert (refused.code, refused.law[-4:]) == ("above-maximum", "32.d")
    played.do("Ana: bet neighbours-3/25 3000")
    refused = played.no("Ana: bet neighbours-3/34 300")
    assert (refused.code, refused.law[-4:]) == ("full", "32.d")
    assert sat().bet(straight_1=3_000).do("Ana: bet series/vadios 5000").refused is None


@american("32.d")
def test_the_maximum_of_neighbours_is_each_player_s() -> None:
    played = sat().do("Rui: sit 2", "Ana: bet straight/17 3000")
    assert played.limits("neighbours-3/17", "Rui")[1] == 3 * 3_000


# -- the house's own limit -------------------------------------------------------------------------


@both("ir/123", "ir/123")
def test_a_house_may_limit_what_one_number_can_cost_it(game: Any) -> None:
    """A bet that would go beyond is refused with what still fits, whoever laid the others."""
    played = sat(game, exposure=150_000, maximum=3_000).do("Rui: sit 2")
    played.do("Ana: bet straight/17 3000")
    refused = played.no("Rui: bet straight/17 1500")
    assert (refused.code, refused.law) == ("above-maximum", "ir/123")
    assert played.do("Rui: bet straight/17 1200").refused is None
    assert played.no("Rui: bet split/17-20 500").law == "ir/123"
    assert breaks(game, exposure=3_400) == {"ir/123": "rules.exposure"}


@american("9-2 32.a.linha ir/123")
def test_a_chance_that_dear_chips_cannot_reach_is_not_called_full() -> None:
    played = sat(line=Range(minimum=600, maximum=900), exposure=150_000)
    assert "line/1-6" in spots(AMERICAN, "line")
    played.do("Ana: value 1 500")
    assert played.no("Ana: bet line/1-6 600").law != "ir/123"


def test_every_row_of_the_chances_is_named_here() -> None:
    """No chance of either act is left out of the tables above."""
    for game, rule in ((AMERICAN, "24"), (FRENCH, "16")):
        rows = {row.rule for row in law.sections()[game.section]
                if row.rule.startswith(f"{rule}.") and row.rule.count(".") == 2}
        assert rows == {f"{rule}.{name}" for name in MULTIPLE.values()} | {
            f"{rule}.b.{name}" for name in EVEN.values()}
