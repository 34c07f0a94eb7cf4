"""A layout drawn: where each spot of a cloth lies, as data that one client draws for every game.

A *zone* is a box with its lettering; a *point* is a place on a line, which is bet on and not drawn.
Each carries the clause that allows the bet. All measures are units of the drawing's own size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sabot.families.layout.cloth import Cloth, Kind, prize
from sabot.money import Odds

WIDE = (1056, 640)
"""The size of a cloth on a screen that lies."""

TALL = 390
"""The width of a cloth on a phone that stands."""


class Drawing:
    """A cloth being drawn at one size. A spot that the cloth lacks cannot be drawn."""

    def __init__(self, cloth: Cloth, width: int, height: int) -> None:
        self.cloth = cloth
        self.size = (width, height)
        self.view = ""
        """On a small screen: the part of the cloth that what is drawn from now on belongs to."""
        self.zones: list[dict[str, Any]] = []
        self.points: list[dict[str, Any]] = []
        self.labels: list[dict[str, Any]] = []
        self.lines: list[dict[str, Any]] = []
        self.more: dict[str, Any] = {}

    def kind(self, spot: str) -> Kind:
        """The chance that a spot belongs to."""
        return self.cloth.kinds[self.cloth.spots[spot].kind]

    def zone(self, spot: str, x: float, y: float, w: float, h: float, text: str = "",
             style: str = "plain", **more: Any) -> None:
        """A box to bet on: its corner and size, what is written in it, and how it looks."""
        self.zones.append({"spot": spot, "x": _n(x), "y": _n(y), "w": _n(w), "h": _n(h),
                           "text": text, "style": style, **self._about(spot), **more})

    def pays(self, spot: str) -> str:
        """What a spot pays, as it stands on the cloth."""
        return pays(*self.kind(spot).prizes)

    def box(self, spot: str, box: Box, text: str = "", **more: Any) -> None:
        """A box to bet on with what it pays below its lettering, and its chips at the corner."""
        x, y, w, h = box
        aside = more.pop("aside", 15)
        self.zone(spot, x, y, w, h, text, **{"sub": self.pays(spot), "pays": True, "small": 12,
                                             "chip": [_n(x + w - aside), _n(y + h - aside)],
                                             **more})

    def point(self, spot: str, x: float, y: float, w: float, h: float, **more: Any) -> None:
        """A place on a line: its middle, and how far round it a chip still lies there."""
        self.points.append({"spot": spot, "x": _n(x), "y": _n(y), "w": _n(w), "h": _n(h),
                            **self._about(spot), **more})

    def label(self, text: str, x: float, y: float, size: float, law: str = "", **more: Any) -> None:
        """Lettering that nobody bets on, about its middle."""
        self.labels.append({"text": text, "x": _n(x), "y": _n(y), "size": size,
                            **({"law": law} if law else {}),
                            **({"view": self.view} if self.view else {}), **more})

    def line(self, path: str, **more: Any) -> None:
        """A line of the cloth that bounds no box."""
        self.lines.append({"path": path, **({"view": self.view} if self.view else {}), **more})

    def _about(self, spot: str) -> dict[str, Any]:
        about = {"kind": self.cloth.spots[spot].kind, "law": self.cloth.bet(spot)[0]}
        return {**about, "view": self.view} if self.view else about

    def told(self) -> dict[str, Any]:
        """The drawing as data. ValueError: spots of the cloth that lie nowhere."""
        drawn = {name for one in (*self.zones, *self.points)
                 for name in (one["spot"], *one.get("spots", {}).values())}
        if missing := [spot for spot in self.cloth.spots if spot not in drawn]:
            raise ValueError(f"spots without a place on the cloth: {', '.join(missing)}")
        return {"size": list(self.size), "zones": self.zones, "points": self.points,
                "labels": self.labels, "lines": self.lines, **self.more}


def _n(value: float) -> float:
    """A measure as short as it goes."""
    short = round(value, 1)
    return int(short) if short == int(short) else short


def layout(family: str, wide: Drawing, tall: Drawing, places: Iterable[dict[str, Any]],
           **more: Any) -> dict[str, Any]:
    """The felt of a layout: the cloth lying and standing, with what every bet pays."""
    return {"shape": "layout", "cloth": family, "places": list(places), **wide.told(),
            "tall": tall.told(), "kinds": kinds(wide.cloth), **_parts(wide.cloth), **more}


def kinds(cloth: Cloth) -> dict[str, dict[str, Any]]:
    """What each chance may win, most first, with the clause that pays it."""
    return {kind.name: {"pays": [f"{odds.win}:{odds.per}" for odds in kind.prizes],
                        "law": kind.pay[0], "limit": kind.limit[0], "chips": kind.chips}
            for kind in cloth.kinds.values()}


def _parts(cloth: Cloth) -> dict[str, Any]:
    parts = {spot.name: [list(part) for part in spot.parts]
             for spot in cloth.spots.values() if spot.parts}
    return {"parts": parts} if parts else {}


def seats(count: int, law: str) -> list[dict[str, Any]]:
    """The places of a layout: people without a spot of their own."""
    return [{"place": str(n), "law": law} for n in range(1, count + 1)]


def lit(cloth: Cloth) -> dict[str, list[str]]:
    """The chances that win on each throw of dice, "1-2-2" for one of two and a one."""
    won: dict[str, list[str]] = {}
    for i, fell in enumerate(cloth.outcomes):
        if tuple(sorted(fell)) == fell:
            won["-".join(map(str, fell))] = [spot for spot in cloth.spots
                                             if prize(cloth.fates(spot)[i])]
    return won


def pays(*odds: Odds) -> str:
    """Prizes as they stand on a cloth: "5 a 1", or "1, 2, 3 a 1"."""
    if len({prize.per for prize in odds}) == 1:
        return f"{', '.join(str(prize.win) for prize in odds)} a {odds[0].per}"
    return " · ".join(f"{prize.win} a {prize.per}" for prize in odds)


Box = tuple[float, float, float, float]


def split(box: Box, columns: int, rows: int = 1) -> Iterator[Box]:
    """A box divided evenly, row by row."""
    x, y, w, h = box
    for row in range(rows):
        for column in range(columns):
            yield (x + column * w / columns, y + row * h / rows, w / columns, h / rows)
