"""How roulette is drawn: numbers in three columns, outside bets, the wheel, and the racetrack where
the regulation has bets on neighbours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Drawing, layout
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import (
    Beside,
    LastThrows,
    LayoutPlace,
    SheetView,
    WheelDrawn,
)
from sabot.procedure.felt.parts import Area

Box = tuple[float, float, float, float]
Spot = tuple[float, float]

DOZENS = ("1ª DÚZIA", "2ª DÚZIA", "3ª DÚZIA")
SIMPLE = {"low": "MENOR", "even": "PAR", "red": "ENCARNADO", "black": "PRETO", "odd": "ÍMPAR",
          "high": "MAIOR"}
ASIDE = -8
"""How far the signs of the colours are moved, so that a chip does not hide them."""
UNDER = {"low": "1 – 18", "high": "19 – 36"}
SERIES = {"series/pequena": ("PEQUENA", "5-8 · 6 fichas"), "series/vadios": ("VADIOS", "5 fichas"),
          "series/grande": ("GRANDE", "0-2-3 · 9 fichas")}


def roulette(cloth: Cloth, order: tuple[int, ...], red: frozenset[int], *,
             laws: Mapping[str, str], places: tuple[LayoutPlace, ...], values: bool,
             marks: str = "marker") -> LayoutFelt:
    """The drawing of a table with a wheel of 37 pockets, in this ``order``. ``laws``: the clauses
    of the ``wheel``, of the ``marker`` of the number and of the board of the ``values`` of the
    colours, where chips have no printed value; ``marks``: what marks the number, "marker" or
    "rake". Where chips have a printed value, the even chances lie on both sides of the numbers, as
    at a French table.
    """
    wide, tall = (_wide if values else _sides)(cloth, order, red), _tall(cloth, order, red)
    wheel = WheelDrawn(order=tuple(order), colours={str(n): colour(n, red) for n in order}, x=185,
                       y=184, r=160, law=laws["wheel"])
    if values:
        results = LastThrows(x=350, y=22, w=410, h=78)
        people = Area(x=772, y=22, w=262, h=78, law=laws["values"])
    else:
        results = LastThrows(x=30, y=354, w=296, h=94)
        people = Area(x=30, y=456, w=296, h=150)
    wide.more = replace(wide.more, wheel=wheel, results=results, people=people)
    tall.more = replace(tall.more, results=LastThrows())
    return layout("roulette", wide, tall, places, marker=laws["marker"], marks=marks,
                  colours=values,
                  covers={spot: numbers for spot in cloth.spots
                          if (numbers := covers(cloth, spot))})


def colour(number: int, red: frozenset[int]) -> Literal["green", "red", "black"]:
    """The colour of a pocket and of its box on the layout."""
    return "green" if number == 0 else "red" if number in red else "black"


def covers(cloth: Cloth, spot: str) -> tuple[int, ...]:
    """The numbers on which at least a part of a bet wins."""
    won = {at for name, _ in cloth.parts(spot) for at, _ in cloth.wins(name)}
    return tuple(fell[0] for i, fell in enumerate(cloth.outcomes) if i in won)


def choice(cloth: Cloth) -> tuple[str, ...]:
    """The numbers of pockets that a bet on neighbours may have on this cloth."""
    return tuple(n for n in ("3", "5", "7") if f"neighbours-{n}/0" in cloth.spots)


# ---- the numbers, wide and tall -----------------------------------------------------------------


class Grid:
    """The numbers of a layout: twelve streets of three, wide or ``standing``, and zero at their
    head.

    ``along`` is the length of a cell in the direction of the dozens, ``across`` the other one;
    ``x`` and ``y``: the corner of the grid without zero.
    """

    def __init__(self, draw: Drawing, x: float, y: float, along: float, across: float, *,
                 standing: bool) -> None:
        self.draw, self.x, self.y, self.standing = draw, x, y, standing
        self.along, self.across = along, across
        self.cell = (across, along) if standing else (along, across)

    def at(self, u: float, v: float) -> Spot:
        """A point ``u`` streets from zero and ``v`` columns from that of 1."""
        if self.standing:
            return self.x + v * self.across, self.y + u * self.along
        return self.x + u * self.along, self.y + (3 - v) * self.across

    def middle(self, number: int) -> Spot:
        """The middle of a number's cell."""
        return self.at((number - 1) // 3 + 0.5, (number - 1) % 3 + 0.5)

    def numbers(self, red: frozenset[int], chip: Spot) -> None:
        """Draw the cells; ``chip``: the place of a chip, from the middle of a cell."""
        w, h = self.cell
        for n in range(1, 37):
            x, y = self.middle(n)
            self.draw.zone(f"straight/{n}", x - w / 2, y - h / 2, w, h, str(n),
                           "red" if n in red else "black", chip=(x + chip[0], y + chip[1]))

    def lines(self, thick: float) -> None:
        """Draw every bet on a line between numbers or at its end; ``thick``: the width of a
        line."""
        for name in self.draw.cloth.spots:
            kind, _, rest = name.partition("/")
            if kind not in ("split", "street", "corner", "line"):
                continue
            on = [int(n) for n in rest.split("-")]
            u, v, length, upright = self._on(kind, on)
            x, y = self.at(u, v)
            if length == 0:
                self.draw.point(name, x, y, thick, thick)
            elif upright == self.standing:  # the line runs in the direction of the screen's rows
                self.draw.point(name, x, y, length * self.cell[0] - thick, thick)
            else:
                self.draw.point(name, x, y, thick, length * self.cell[1] - thick)

    @staticmethod
    def _on(kind: str, on: list[int]) -> tuple[float, float, int, bool]:
        """The position of a bet: streets from zero, columns, the length of its line in cells (0
        for a crossing), and whether the line runs across the dozens."""
        if kind == "line":
            return (on[0] - 1) // 3 + 1, 0, 0, False
        if 0 in on:
            if kind == "split":
                return 0, (on[1] - 1) % 3 + 0.5, 1, True
            return 0, {"0-1-2": 1, "0-2-3": 2}.get("-".join(map(str, on)), 0), 0, False
        street = (on[0] - 1) // 3
        if kind == "street":
            return street + 0.5, 0, 1, False
        if kind == "corner":
            return street + 1, (on[0] - 1) % 3 + 1, 0, False
        if on[1] == on[0] + 3:
            return street + 1, (on[0] - 1) % 3 + 0.5, 1, True
        return street + 0.5, (on[0] - 1) % 3 + 1, 1, False


def _wide(cloth: Cloth, order: tuple[int, ...], red: frozenset[int]) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    x, y, along, across, out, outer = 110, 352, 69, 52, 46, 60
    grid = Grid(draw, x, y, along, across, standing=False)
    low, far = y + 3 * across, x + 12 * along
    draw.zone("straight/0", x - 66, y, 66, 3 * across, "0", "green", chip=(x - 40, y + 36),
              path=f"M{x} {y}V{low}H{x - 30}Q{x - 66} {low - 20} {x - 66} {y + 1.5 * across} "
                   f"{x - 66} {y + 20} {x - 30} {y}Z")
    grid.numbers(red, (18, 13))
    for i, head in enumerate((34, 35, 36)):
        top = y + (2 - i) * across
        draw.zone(f"column/{head}", far, top, 96, across, "COLUNA", size=12, small=11, dx=-15,
                  chip=(far + 81, top + across / 2))
    for i, text in enumerate(DOZENS):
        draw.zone(f"dozen/{i + 1}", x + i * 4 * along, low, 4 * along, out, text, size=19,
                  chip=(x + i * 4 * along + 50, low + out / 2))
    for i, (spot, text) in enumerate(SIMPLE.items()):
        left = x + i * 2 * along
        draw.zone(spot, left, low + out, 2 * along, outer, text,
                  {"red": "lozenge", "black": "disc"}.get(spot, "plain"), size=15, small=12,
                  sub=UNDER.get(spot, UNSET), chip=(left + 2 * along - 15, low + out + 16))
    for a, b in _twos(cloth, "dozens"):
        if b - a == 1:
            draw.point(f"dozens/{a}-{b}", x + a * 4 * along, low + out / 2, 26, out - 16)
        else:
            draw.zone(f"dozens/{a}-{b}", x - 66, low, 62, out, "1ª + 3ª", size=13)
    for a, b in _twos(cloth, "columns"):
        if b - a == 1:
            draw.point(f"columns/{a}-{b}", far + 48, y + (36 - a) * across, 70, 22)
        else:
            draw.zone(f"columns/{a}-{b}", far + 4, low, 92, out, "34 + 36", size=13)
    grid.lines(20)
    if choice(cloth):
        _track(draw, order, red, (358, 140, 676, 198), standing=False)
        draw.more = Beside(choices=Area(x=350, y=104, w=684, h=30))
    return draw


def _sides(cloth: Cloth, order: tuple[int, ...], red: frozenset[int]) -> Drawing:
    """The numbers upright next to the wheel, three even chances on each side, dozens below."""
    draw = Drawing(cloth, *WIDE)
    x, y, along, across, left, right = 524, 72, 36, 112, 350, 1034
    grid = Grid(draw, x, y, along, across, standing=True)
    far, low = x + 3 * across, y + 12 * along
    draw.zone("straight/0", x, 28, 3 * across, y - 28, "0", "green", chip=(x + 225, 50),
              path=f"M{x} {y}V48Q{x} 28 {x + 22} 28H{far - 22}Q{far} 28 {far} 48V{y}Z")
    grid.numbers(red, (40, 0))
    for at, wide, chances in ((left, x - left, ("low", "odd", "red")),
                              (far, right - far, ("high", "even", "black"))):
        for i, spot in enumerate(chances):
            # Chips lie clear of the name, which is below a sign.
            up = 4 * along - 24 if spot in ("red", "black") else 26
            draw.zone(spot, at, y + i * 4 * along, wide, 4 * along, SIMPLE[spot],
                      {"red": "lozenge", "black": "disc"}.get(spot, "plain"), size=22, small=17,
                      sub=UNDER.get(spot, UNSET),
                      chip=(at + wide - 26, y + (i + 1) * 4 * along - up))
    for i, head in enumerate((34, 35, 36)):
        draw.zone(f"column/{head}", x + i * across, low, across, 42, "COLUNA", size=13, small=11,
                  dx=-14, chip=(x + (i + 1) * across - 19, low + 21))
    third = (right - left) / 3
    for i, text in enumerate(DOZENS):
        draw.zone(f"dozen/{i + 1}", left + i * third, low + 42, third, 52, text, size=19,
                  chip=(left + i * third + 36, low + 68))
    for a, b in _twos(cloth, "columns"):
        if b - a == 1:
            draw.point(f"columns/{a}-{b}", x + (a - 33) * across, low + 24, 26, 30)
        else:
            draw.zone(f"columns/{a}-{b}", far, low, 90, 42, "34 + 36", size=13)
    for a, b in _twos(cloth, "dozens"):
        if b - a == 1:
            draw.point(f"dozens/{a}-{b}", left + a * third, low + 68, 26, 40)
        else:
            draw.zone(f"dozens/{a}-{b}", left, low, 90, 42, "1ª + 3ª", size=13)
    grid.lines(17)
    return draw


def _tall(cloth: Cloth, order: tuple[int, ...], red: frozenset[int]) -> Drawing:
    draw = Drawing(cloth, TALL, 390)
    x, y, along, across, out = 145, 32, 27, 80, 52
    grid = Grid(draw, x, y, along, across, standing=True)
    far, low = x + 3 * across, y + 12 * along
    draw.zone("straight/0", x, 4, 3 * across, y - 4, "0", "green", chip=(x + 165, 18),
              path=f"M{x} {y}V18Q{x} 4 {x + 14} 4H{far - 14}Q{far} 4 {far} 18V{y}Z")
    grid.numbers(red, (27, 0))
    for i, head in enumerate((34, 35, 36)):
        left = x + i * across
        draw.zone(f"column/{head}", left, low, across, 29, "COLUNA", size=12, dx=-12, spaced=0.02,
                  chip=(left + across - 14, low + 14.5))
    for i, text in enumerate(DOZENS):
        top = y + i * 4 * along
        draw.zone(f"dozen/{i + 1}", x - out, top, out, 4 * along, text, size=15.5, turn=-90, dx=5,
                  chip=(x - out + 16, top + 4 * along - 18))
    for i, (spot, text) in enumerate(SIMPLE.items()):
        top, sign = y + i * 2 * along, spot in ("red", "black")
        draw.zone(spot, 4, top, x - out - 4, 2 * along, text,
                  {"red": "lozenge", "black": "disc"}.get(spot, "plain"),
                  size=12 if sign else 14.5, sub=UNDER.get(spot, UNSET),
                  shift=ASIDE if spot == "red" else UNSET,
                  dx=ASIDE if spot == "black" else UNSET if sign else -8,
                  chip=(x - out - 14, top + (24 if sign else 2 * along - 14)))
    for a, b in _twos(cloth, "dozens"):
        if b - a == 1:
            draw.point(f"dozens/{a}-{b}", x - out + 9, y + a * 4 * along, 34, 24)
        else:
            draw.zone(f"dozens/{a}-{b}", 4, low, x - out - 8, 29, "1ª + 3ª", size=12)
    for a, b in _twos(cloth, "columns"):
        if b - a == 1:
            draw.point(f"columns/{a}-{b}", x + (a - 33) * across, low + 16, 22, 24)
        else:
            draw.zone(f"columns/{a}-{b}", x - out, low, out - 4, 29, "34 + 36", size=12)
    grid.lines(14)
    if choice(cloth):
        draw.view = "track"
        _track(draw, order, red, (41, 40, 308, 346), standing=True)
        draw.view = ""
        draw.zones = [replace(zone, view=zone.view or "cloth") for zone in draw.zones]
        draw.points = [replace(point, view=point.view or "cloth") for point in draw.points]
        draw.more = Beside(choices=Area(x=16, y=2, w=358, h=34, view="track"),
                           views=(SheetView(view="cloth"), SheetView(view="track")))
    return draw


def _twos(cloth: Cloth, kind: str) -> Iterator[tuple[int, int]]:
    """The pairs of dozens or columns that one stake may cover."""
    for name in cloth.spots:
        if name.startswith(f"{kind}/"):
            a, b = name.partition("/")[2].split("-")
            yield int(a), int(b)


# ---- the racetrack: the numbers in the order of the wheel --------------------------------------


def _track(draw: Drawing, order: tuple[int, ...], red: frozenset[int], box: Box, *,
           standing: bool) -> None:
    """Draw the racetrack for bets on neighbours, with the series inside it."""
    x0, y0, w, h = box
    long, short = (h, w) if standing else (w, h)
    deep = 48 if standing else 36
    track = _Stadium(long, short, deep)

    def put(at: Spot) -> Spot:
        u, v = at
        return (x0 + short - v, y0 + u) if standing else (x0 + u, y0 + v)

    def path(points: list[Spot]) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in map(put, points)) + "Z"

    first, count = order.index(5), len(order)
    for i in range(count):
        number = order[(first + i) % count]
        start, end = track.round * i / count, track.round * (i + 1) / count
        edge = [start + (end - start) * k / 8 for k in range(9)]
        outer, inner = ([track.at(d, r) for d in edge] for r in (track.outer, track.inner))
        cx, cy = put(track.at((start + end) / 2, track.middle))
        size = min(deep, track.round / count)
        spots = {n: f"neighbours-{n}/{number}" for n in choice(draw.cloth)}
        draw.zone(spots.get("5") or next(iter(spots.values())), cx - size / 2, cy - size / 2, size,
                  size, str(number), colour(number, red), spots=spots, size=15, track=True,
                  chip=(_n(cx), _n(cy)),
                  path=path(outer + inner[::-1]))
    cuts = [deep, long * 0.37, long * 0.63, long - deep]
    for (spot, (text, under)), (left, right) in zip(SERIES.items(), pairwise(cuts), strict=True):
        if spot not in draw.cloth.spots:  # the large series without the street 0-2-3 (IR 131)
            continue
        lean = {"series/pequena": (0, 10), "series/vadios": (10, -10)}.get(spot, (-10, 0))
        area = track.inside(left, right, lean)
        middle = put((left + (right - left) * (0.56 if spot == "series/pequena" else
                                               0.44 if spot == "series/grande" else 0.5),
                      short / 2))
        across = (short - 2 * deep, right - left) if standing else (right - left, short - 2 * deep)
        draw.zone(spot, middle[0] - across[0] / 2, middle[1] - across[1] / 2, *across, text,
                  "track", sub=under, size=17, path=path(area),
                  chip=(_n(middle[0]), _n(middle[1] + 38)))


def _n(value: float) -> float:
    return round(value, 1)


class _Stadium:
    """A stadium: two straight sides and two half circles, measured clockwise from the left end of
    the upper side; ``long`` by ``short``, with a band of width ``deep`` along its edge."""

    def __init__(self, long: float, short: float, deep: float) -> None:
        self.outer = short / 2
        self.inner = self.outer - deep
        self.middle = self.outer - deep / 2
        self.left, self.right, self.y = self.outer, long - self.outer, short / 2
        self.side = self.right - self.left
        self.round = 2 * self.side + 2 * math.pi * self.middle

    def at(self, along: float, radius: float) -> Spot:
        """A point of the band at this distance ``along`` its middle line."""
        bend = math.pi * self.middle
        along %= self.round
        if along < self.side:
            return self.left + along, self.y - radius
        along -= self.side
        if along < bend:
            a = along / self.middle
            return self.right + radius * math.sin(a), self.y - radius * math.cos(a)
        along -= bend
        if along < self.side:
            return self.right - along, self.y + radius
        a = (along - self.side) / self.middle
        return self.left - radius * math.sin(a), self.y + radius * math.cos(a)

    def half(self, x: float) -> float:
        """Half the inner height at a position of its length."""
        off = max(self.left - x, x - self.right, 0)
        return math.sqrt(max(0, self.inner ** 2 - off ** 2))

    def inside(self, left: float, right: float, lean: tuple[float, float]) -> list[Spot]:
        """The outline inside the band between two cuts; ``lean``: the slope of each cut."""
        def edge(x0: float, x1: float, side: int) -> list[Spot]:
            along = [x0 + (x1 - x0) * k / 24 for k in range(25)]
            return [(x, self.y - side * self.half(x)) for x in along]

        return [*edge(left + lean[0], right + lean[1], 1),
                *edge(right - lean[1], left - lean[0], -1)]
