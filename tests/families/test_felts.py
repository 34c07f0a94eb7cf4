"""Where each bet lies on the cloth of a wheel or of dice, lying and standing."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from typing import Any

import msgspec
import pytest

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import Drawing
from sabot.games import game
from sabot.games.american_roulette.spots import cloth
from sabot.games.banca_francesa import spots as banca_spots
from sabot.games.craps import spots as craps_spots
from sabot.games.cussec import spots as cussec_spots
from sabot.money import Odds
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import KindPays, LayoutSheet
from sabot.procedure.table import Table


def drawn_at(name: str, places: int, **rules: Any) -> LayoutFelt:
    """The cloth of a table with so many places and these choices of the house."""
    of = game(name)
    felt = of.felt(Table(game=name, name="cloth", places=places, rules=of.rules(**rules)))
    assert isinstance(felt, LayoutFelt)
    return felt


FELTS = {
    "american": partial(drawn_at, "american-roulette", 6),
    "apart": partial(drawn_at, "american-roulette", 6, wheel="american", apart=True),
    "french": partial(drawn_at, "french-roulette", 5),
}
DICE = {
    "banca-francesa": partial(drawn_at, "banca-francesa", 5),
    "craps": partial(drawn_at, "craps", 8),
    "cussec": partial(drawn_at, "cussec", 6),
}
CARDS = {f"three-card-{n}": partial(drawn_at, "three-card-baccarat", n) for n in (1, 7, 10)}


def middles(drawn: LayoutSheet) -> dict[str, tuple[float, float]]:
    """The middle of every spot."""
    return {**{z.spot: (z.x + z.w / 2, z.y + z.h / 2) for z in drawn.zones},
            **{p.spot: (p.x, p.y) for p in drawn.points}}


@pytest.mark.parametrize("which", FELTS)
@pytest.mark.parametrize("way", ["lying", "standing"])
def test_a_bet_on_several_numbers_lies_between_them(which: str, way: str) -> None:
    felt = FELTS[which]()
    at = middles(felt if way == "lying" else felt.tall)
    for spot, where in at.items():
        kind, _, rest = spot.partition("/")
        if kind not in ("split", "corner") or "0" in rest.split("-"):
            continue
        cells = [at[f"straight/{n}"] for n in rest.split("-")]
        assert where == pytest.approx([sum(axis) / len(cells) for axis in zip(*cells, strict=True)],
                                      abs=0.11), spot


@pytest.mark.parametrize("which", {**FELTS, **DICE, **CARDS})
@pytest.mark.parametrize("way", ["lying", "standing"])
def test_no_two_boxes_lie_over_each_other(which: str, way: str) -> None:
    felt = {**FELTS, **DICE, **CARDS}[which]()
    drawn = felt if way == "lying" else felt.tall
    framed = ("neighbours-", "series/", "line/small", "line/big")  # drawn as paths round others
    boxes = [z for z in drawn.zones if not z.spot.startswith(framed)]
    for a, b in combinations(boxes, 2):
        if a.view != b.view:
            continue
        over = (min(a.x + a.w, b.x + b.w) - max(a.x, b.x),
                min(a.y + a.h, b.y + b.h) - max(a.y, b.y))
        assert min(over) < 0.2, (a.spot, b.spot, over)
    width, height = drawn.size
    for z in drawn.zones:
        assert z.x >= 0 and z.y >= 0, z
        assert z.x + z.w <= width and z.y + z.h <= height, z


def test_every_spot_has_its_clause_and_what_it_pays() -> None:
    felt = FELTS["american"]()
    law = {one.spot: one.law for one in (*felt.zones, *felt.points)}
    assert law["split/17-20"] == "pt-217-2007/roleta-americana/24.a.cavalo"
    assert law["series/vadios"] == "pt-217-2007/roleta-americana/25.a.vadios"
    assert felt.kinds["dozens"] == KindPays(
        pays=("1:2",), law="pt-217-2007/roleta-americana/27.a.cavalo-duzia",
        limit="pt-217-2007/roleta-americana/32.a.cavalo-duzia", chips=1)
    assert felt.covers["series/vadios"] == (1, 6, 9, 14, 17, 20, 31, 34)
    assert sorted(felt.covers["neighbours-3/0"]) == [0, 26, 32]


def test_only_the_french_order_has_a_track() -> None:
    assert FELTS["american"]().choices
    assert not FELTS["apart"]().choices
    assert not FELTS["french"]().tall.views
    assert FELTS["apart"]().wheel.order[1] == 28


@pytest.mark.law("pt-217-2007/cussec/5-5")
def test_the_boxes_that_win_light_up() -> None:
    lit = DICE["cussec"]().lit
    assert lit["2-2-5"] == ("small", "single/2", "single/5", "pair/2-5", "double/2", "total/9")
    assert lit["6-6-6"] == ("single/6", "double/6", "triple/6", "triple/any")  # big loses (9)
    assert len(lit) == 56


@pytest.mark.law("pt-217-2007/banca-francesa/10.a", "pt-217-2007/banca-francesa/10.b")
def test_the_outer_line_is_small_and_the_inner_one_big() -> None:
    for drawn in (felt := DICE["banca-francesa"](), felt.tall):
        lines = {z.spot: z for z in drawn.zones if z.path}
        assert lines["line/small"].x < lines["line/big"].x
        assert lines["line/small"].w > lines["line/big"].w
        assert all(lines["line/big"].x < z.x for z in drawn.zones if not z.path)


@pytest.mark.law("pt-217-2007/craps/10.1-2")
def test_the_marker_stands_in_the_box_of_the_point() -> None:
    for drawn in (felt := DICE["craps"](), felt.tall):
        zone = {z.spot: z for z in drawn.zones}
        puck = msgspec.to_builtins(drawn.puck)
        for point in (4, 5, 6, 8, 9, 10):
            x, y = puck[str(point)]
            lay, come = zone[f"lay/{point}"], zone[f"come/{point}"]
            assert lay.x < x < lay.x + lay.w
            assert lay.y + lay.h < y < come.y


# What stands on a cloth in letters is what the cloth pays.


def lettering(drawn: LayoutSheet, spot: str) -> str:
    (zone,) = [zone for zone in drawn.zones if zone.spot == spot]
    return f"{zone.text} {zone.sub or ''}"


def paid(cloth: Cloth, spot: str) -> dict[Odds, set[int]]:
    """The totals that pay a bet before a point stands, by what they pay."""
    found: dict[Odds, set[int]] = {}
    for fell in cloth.outcomes:
        if isinstance(fate := cloth.fate_of(spot, cloth.states[0], fell), Odds):
            found.setdefault(fate, set()).add(sum(fell))
    return found


@pytest.mark.law("pt-217-2007/craps/13.1", "pt-217-2007/craps/11.2", "pt-217-2007/craps/10.2",
                 "pt-217-2007/craps/11.3")
@pytest.mark.parametrize("bar", [12, 2])
def test_the_letters_of_craps_are_what_it_pays(bar: int) -> None:
    layout = craps_spots.cloth(bar)
    for drawn in (felt := drawn_at("craps", 8, bar=bar), felt.tall):
        once, twice = re.match(r"FIELD ([\d ·]+) a 1\s+—\s+([\d e]+) o dobro",
                               lettering(drawn, "field")).groups()  # type: ignore[union-attr]
        assert {Odds(1): numbers(once), Odds(2): numbers(twice)} == paid(layout, "field")
        assert [numbers(lettering(drawn, "any-craps").split(" 7 a 1")[0])] == [
            *paid(layout, "any-craps").values()]
        for spot in ("dont-pass", "dont-come"):
            pair = {int(n) for n in re.findall(r"barra (\d)-(\d)", lettering(drawn, spot))[0]}
            assert pair == {bar // 2}
        for total in (4, 6, 8, 10):
            (zone,) = [zone for zone in drawn.zones if zone.spot == f"hard/{total}"]
            assert sum(zone.faces) == total and len({*zone.faces}) == 1


@pytest.mark.law("pt-217-2007/cussec/7.a", "pt-217-2007/cussec/7.b", "pt-217-2007/cussec/9")
def test_the_letters_of_cussec_are_what_it_pays() -> None:
    layout = cussec_spots.cloth()
    for drawn in (felt := DICE["cussec"](), felt.tall):
        for spot in ("small", "big"):
            low, high = (int(n) for n in re.findall(r"(\d+) a (\d+)", lettering(drawn, spot))[0])
            assert {*range(low, high + 1)} == set().union(*paid(layout, spot).values())
            assert drawn is not felt or "perde com três iguais" in lettering(drawn, spot)


@pytest.mark.law("pt-217-2007/banca-francesa/9.a", "pt-217-2007/banca-francesa/9.b",
                 "pt-217-2007/banca-francesa/9.c")
def test_the_letters_of_the_french_bank_are_what_it_pays() -> None:
    layout = banca_spots.cloth()
    for drawn in (felt := DICE["banca-francesa"](), felt.tall):
        for spot in ("small", "big"):
            sums = re.findall(r"\d+ · \d+ · \d+", lettering(drawn, spot))
            assert numbers(sums[0]) == set().union(*paid(layout, spot).values())
        assert "1-1-1" in lettering(drawn, "aces")


def numbers(text: str) -> set[int]:
    return {int(n) for n in re.findall(r"\d+", text)}


def test_a_spot_that_lies_nowhere_is_no_cloth() -> None:
    draw = Drawing(cloth(), 100, 100)
    draw.zone("straight/0", 0, 0, 10, 10)
    with pytest.raises(ValueError, match="that are not drawn: straight/1, straight/2"):
        draw.sheet()
