"""How a layout is drawn: the position of each spot, as data that one client draws for every game.

A *zone* is a box with its lettering; a *point* is a spot on a line, which is not drawn. Each has
the clause that allows the bet. All measures are in units of the size of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypedDict, Unpack

import msgspec
from msgspec import UNSET, UnsetType

from sabot.families.layout.cloth import Cloth, Kind, prize
from sabot.money import Odds
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import (
    Beside,
    Counters,
    KindPays,
    LayoutPlace,
    LayoutSheet,
    Plan,
    Point,
    Stroke,
    ThirdCards,
    Zone,
)
from sabot.procedure.felt.parts import At, Cited, Label

WIDE = (1056, 640)
"""The size of the layout on a wide screen."""

TALL = 390
"""The width of the layout on an upright phone."""


class Look(TypedDict, total=False):
    """The look of a box: see `Zone` for each; UNSET values are left out."""

    chip: At
    size: float
    sub: str | UnsetType
    small: float
    pays: bool
    bold: bool
    spaced: float
    dx: float | UnsetType
    dy: float | UnsetType
    shift: float | UnsetType
    at: At
    turn: float
    path: str
    fill: str
    ink: str
    faces: tuple[int, ...]
    die: float | UnsetType
    upright: bool
    counters: Counters
    track: bool
    spots: dict[str, str]


class _About(TypedDict):
    """What every box and point of a spot has."""

    kind: str
    law: str
    view: str


class Drawing:
    """A drawing of a cloth at one size. Only spots of the cloth can be drawn."""

    def __init__(self, cloth: Cloth, width: int, height: int) -> None:
        self.cloth = cloth
        self.size = (width, height)
        self.view = ""
        """On a small screen: the view to which everything drawn from now on belongs."""
        self.zones: list[Zone] = []
        self.points: list[Point] = []
        self.labels: list[Label] = []
        self.lines: list[Stroke] = []
        self.more = Beside()
        """What is drawn in addition to boxes: wheel or dice, the last results, people."""

    def kind(self, spot: str) -> Kind:
        """The kind of bet of a spot."""
        return self.cloth.kinds[self.cloth.spots[spot].kind]

    def zone(self, spot: str, x: float, y: float, w: float, h: float, text: str = "",
             style: str = "plain", **look: Unpack[Look]) -> None:
        """Add a box for bets: its corner and size, its lettering and its look."""
        self.zones.append(Zone(spot=spot, x=_n(x), y=_n(y), w=_n(w), h=_n(h), text=text,
                               style=style, **self._about(spot), **look))

    def pays(self, spot: str) -> str:
        """What a spot pays, as printed on the layout."""
        return pays(*self.kind(spot).prizes)

    def box(self, spot: str, box: Box, text: str = "", *, aside: float = 15,
            **look: Unpack[Look]) -> None:
        """Add a box for bets with its odds below the lettering and its chips at the corner, at the
        distance ``aside``."""
        x, y, w, h = box
        whole: Look = {"sub": self.pays(spot), "pays": True, "small": 12,
                       "chip": (_n(x + w - aside), _n(y + h - aside))}
        whole.update(look)
        self.zone(spot, x, y, w, h, text, **whole)

    def point(self, spot: str, x: float, y: float, w: float, h: float) -> None:
        """Add a spot on a line: its middle, and the area in which a chip counts as on it."""
        self.points.append(Point(spot=spot, x=_n(x), y=_n(y), w=_n(w), h=_n(h),
                                 **self._about(spot)))

    def label(self, text: str, x: float, y: float, size: float, law: str = "", *,
              spaced: float | UnsetType = UNSET, fill: str = "") -> None:
        """Add lettering that is not a spot, centred."""
        self.labels.append(Label(text=text, x=_n(x), y=_n(y), size=size, law=law, view=self.view,
                                 spaced=spaced, fill=fill))

    def line(self, path: str) -> None:
        """Add a line that is not the edge of a box."""
        self.lines.append(Stroke(path=path, view=self.view))

    def _about(self, spot: str) -> _About:
        return {"kind": self.cloth.spots[spot].kind, "law": self.cloth.bet(spot)[0],
                "view": self.view}

    def sheet(self) -> LayoutSheet:
        """The drawing as data; ValueError when spots of the cloth are missing."""
        drawn = {shape.spot for shape in (*self.zones, *self.points)}.union(
            *(zone.spots.values() for zone in self.zones))
        if missing := [spot for spot in self.cloth.spots if spot not in drawn]:
            raise ValueError(f"spots that are not drawn: {', '.join(missing)}")
        return LayoutSheet(size=self.size, zones=tuple(self.zones), points=tuple(self.points),
                           labels=tuple(self.labels), lines=tuple(self.lines),
                           **msgspec.structs.asdict(self.more))


def _n(value: float) -> float:
    """A measure rounded to one decimal, an integer where possible."""
    short = round(value, 1)
    return int(short) if short == int(short) else short


def layout(family: str, wide: Drawing, tall: Drawing, places: Iterable[LayoutPlace], *,
           lit: Mapping[str, tuple[str, ...]] | None = None, lights: Cited | UnsetType = UNSET,
           covers: Mapping[str, tuple[int, ...]] | None = None, marker: str = "", marks: str = "",
           colours: bool | UnsetType = UNSET, aside: tuple[str, ...] = (), table: str = "",
           sides: tuple[str, ...] = (), box: Cited | UnsetType = UNSET,
           corner: bool | UnsetType = UNSET, thirds: ThirdCards | UnsetType = UNSET,
           plans: tuple[Plan, ...] = ()) -> LayoutFelt:
    """The drawing of a layout for wide and upright screens, with what every bet pays; the keywords
    are those of `LayoutFelt`."""
    return LayoutFelt(
        cloth=family, places=tuple(places), tall=tall.sheet(), kinds=kinds(wide.cloth),
        parts={spot.name: spot.parts for spot in wide.cloth.spots.values() if spot.parts},
        lit=dict(lit or {}), lights=lights, covers=dict(covers or {}), marker=marker, marks=marks,
        colours=colours, aside=aside, table=table, sides=sides, box=box, corner=corner,
        thirds=thirds, plans=plans, **msgspec.structs.asdict(wide.sheet()))


def kinds(cloth: Cloth) -> dict[str, KindPays]:
    """What each kind of bet may win, with the clause that pays it."""
    return {kind.name: KindPays(pays=tuple(f"{odds.win}:{odds.per}" for odds in kind.prizes),
                                law=kind.pay[0], limit=kind.limit[0], chips=kind.chips)
            for kind in cloth.kinds.values()}


def seats(count: int, law: str) -> tuple[LayoutPlace, ...]:
    """The places of players around a layout."""
    return tuple(LayoutPlace(place=str(n), law=law) for n in range(1, count + 1))


def lit(cloth: Cloth) -> dict[str, tuple[str, ...]]:
    """The spots that win on each throw of dice, by the sorted pips: "1-2-2"."""
    won: dict[str, tuple[str, ...]] = {}
    for i, fell in enumerate(cloth.outcomes):
        if tuple(sorted(fell)) == fell:
            won["-".join(map(str, fell))] = tuple(spot for spot in cloth.spots
                                                  if prize(cloth.fates(spot)[i]))
    return won


def pays(*odds: Odds) -> str:
    """Odds as printed on a layout: "5 a 1", or "1, 2, 3 a 1"."""
    if len({prize.per for prize in odds}) == 1:
        return f"{', '.join(str(prize.win) for prize in odds)} a {odds[0].per}"
    return " · ".join(f"{prize.win} a {prize.per}" for prize in odds)


Box = tuple[float, float, float, float]


def split(box: Box, columns: int, rows: int = 1) -> Iterator[Box]:
    """The cells of a box divided evenly, row by row."""
    x, y, w, h = box
    for row in range(rows):
        for column in range(columns):
            yield (x + column * w / columns, y + row * h / rows, w / columns, h / rows)
