"""A cloth with boxes to bet on: wheels, dice, counters, baccarat against the house.

It is drawn twice, lying for a screen and standing for a phone, each time as a `LayoutSheet`.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import (
    Area,
    At,
    CardBox,
    Cited,
    Cloth,
    Drawn,
    FeltPlace,
    Label,
)


class Counters(Drawn, frozen=True, kw_only=True):
    """The numbers of counters that win a bet, and those with which it ``ties``, in rings of the
    radius ``r``."""

    wins: tuple[int, ...]
    ties: tuple[int, ...]
    r: float


class OnSpot(Drawn, frozen=True, kw_only=True):
    """Where a bet is laid: its spot and chance (``kind``), the clause that allows it, and on a
    small screen the part that it is shown with (``view``)."""

    spot: str
    x: float
    y: float
    w: float
    h: float
    kind: str
    law: str
    view: str = ""


class Zone(OnSpot, frozen=True, kw_only=True):
    """A box to bet on: its corner and size, what is written in it and how that looks.

    ``sub`` stands ``small`` below the text, lines divided by "\\n"; ``pays`` says that it ends in
    what the bet pays. ``dx``, ``dy`` and ``shift`` move the text, ``at`` is its middle where it is
    not that of the box, ``turn`` its degrees. ``chip`` is where chips lie. ``faces`` are dice of
    the size ``die``, ``upright`` one above another. ``path`` is the outline of what is no
    rectangle, ``fill`` and ``ink`` are its colours. ``spots`` are the bets of a number on the
    ``track`` of a wheel, by how many numbers they have.
    """

    text: str
    style: str
    chip: At | UnsetType = UNSET
    size: float | UnsetType = UNSET
    sub: str | UnsetType = UNSET
    small: float | UnsetType = UNSET
    pays: bool = False
    bold: bool = False
    spaced: float | UnsetType = UNSET
    dx: float | UnsetType = UNSET
    dy: float | UnsetType = UNSET
    shift: float | UnsetType = UNSET
    at: At | UnsetType = UNSET
    turn: float | UnsetType = UNSET
    path: str = ""
    fill: str = ""
    ink: str = ""
    faces: tuple[int, ...] = ()
    die: float | UnsetType = UNSET
    upright: bool = False
    counters: Counters | UnsetType = UNSET
    track: bool = False
    spots: dict[str, str] = {}


class Point(OnSpot, frozen=True, kw_only=True):
    """A place on a line, which is bet on and not drawn: its middle, and how far round it a chip
    still lies there."""


class Stroke(Drawn, frozen=True, kw_only=True):
    """A line of the cloth that bounds no box."""

    path: str
    view: str = ""


class LastThrows(Drawn, frozen=True, kw_only=True):
    """Where the last throws are told, in a ``row`` or as many as there is room for; nothing where
    the page has another place for them."""

    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    w: float | UnsetType = UNSET
    h: float | UnsetType = UNSET
    row: bool = False


class DiceArea(Area, frozen=True, kw_only=True):
    """Where dice fall or lie: how many there are, and whether a ``cover`` hides them."""

    count: int | UnsetType = UNSET
    cover: bool = False


class HeapArea(Area, frozen=True, kw_only=True):
    """Where a heap of counters lies and is counted out: ``by`` how many, how many covers it is
    chosen ``of``; the handling that ``covers`` it and the one that ``lifts`` the cover; under which
    name the croupier ``enters`` what is left."""

    by: int | UnsetType = UNSET
    of: int | UnsetType = UNSET
    covers: str = ""
    lifts: str = ""
    enters: str = ""


class WheelDrawn(Cited, frozen=True, kw_only=True):
    """A wheel: its pockets in their ``order``, the colour of each, its middle and its radius."""

    order: tuple[int, ...]
    colours: dict[str, Literal["green", "red", "black"]]
    x: float
    y: float
    r: float


class Puck(Drawn, frozen=True, kw_only=True):
    """Where the marker of the point stands: ``off``, or in the box of a number."""

    off: At
    four: At = msgspec.field(name="4")
    five: At = msgspec.field(name="5")
    six: At = msgspec.field(name="6")
    eight: At = msgspec.field(name="8")
    nine: At = msgspec.field(name="9")
    ten: At = msgspec.field(name="10")
    view: str = ""


class SheetView(Drawn, frozen=True, kw_only=True):
    """A part of a cloth that a small screen shows by itself, by its name."""

    view: str


class Beside(Drawn, frozen=True, kw_only=True):
    """What lies on a cloth beside its boxes: where the last ``results`` and the ``people`` at the
    table are told, what is thrown or dealt, the ``roads`` of the results, the ``choices`` of a bet
    on neighbours. ``views``: the parts that a small screen shows one at a time."""

    results: LastThrows | UnsetType = UNSET
    people: Area | UnsetType = UNSET
    dice: DiceArea | UnsetType = UNSET
    heap: HeapArea | UnsetType = UNSET
    wheel: WheelDrawn | UnsetType = UNSET
    puck: Puck | UnsetType = UNSET
    cards: dict[str, CardBox] = {}
    roads: Area | UnsetType = UNSET
    choices: Area | UnsetType = UNSET
    views: tuple[SheetView, ...] = ()


class LayoutSheet(Beside, frozen=True, kw_only=True):
    """A cloth drawn at one ``size``, its width and height: boxes (``zones``) and ``points`` to bet
    on, ``labels`` and ``lines``."""

    size: tuple[int, int]
    zones: tuple[Zone, ...]
    points: tuple[Point, ...]
    labels: tuple[Label, ...]
    lines: tuple[Stroke, ...]


class KindPays(Drawn, frozen=True, kw_only=True):
    """What a chance may win, most first, as "WIN:PER", with the clause that pays it and the one of
    its ``limit``; ``chips`` are those of one unit of it."""

    pays: tuple[str, ...]
    law: str
    limit: str
    chips: int


class LayoutPlace(FeltPlace, frozen=True, kw_only=True):
    """A place of people without a spot of their own: at which ``side`` of the table, or at which
    seat somebody ``stands``."""

    side: int | UnsetType = UNSET
    stands: str = ""


class LayoutFelt(Cloth, LayoutSheet, frozen=True, kw_only=True, tag="layout"):
    """A cloth with boxes to bet on, as it lies, and standing (``tall``); ``kinds`` says what each
    chance wins.

    ``parts``: for bets that are made of several the spots, and the chips on each. ``lit``: the
    chances that win on each throw, "1-2-2" for one of two and a one, and the ``lights`` that the
    law asks for. ``covers``: the numbers on which something of a bet wins. ``marker``: the clause
    of what marks the number or the point, ``marks`` what that is; ``colours``: chips have no value
    of their own. ``table``, ``sides``: which sides and which table of baccarat; ``box``: where
    played cards lie, in a ``corner`` or in a box.
    """

    cloth: str
    aside: tuple[str, ...] = ()
    places: tuple[LayoutPlace, ...]
    tall: LayoutSheet
    kinds: dict[str, KindPays]
    parts: dict[str, tuple[tuple[str, int], ...]] = {}
    lit: dict[str, tuple[str, ...]] = {}
    lights: Cited | UnsetType = UNSET
    covers: dict[str, tuple[int, ...]] = {}
    marker: str = ""
    marks: str = ""
    colours: bool | UnsetType = UNSET
    table: str = ""
    sides: tuple[str, ...] = ()
    box: Cited | UnsetType = UNSET
    corner: bool | UnsetType = UNSET
