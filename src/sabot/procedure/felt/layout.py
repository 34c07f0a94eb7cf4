"""A layout with boxes for bets: wheels, dice, counters, baccarat against the house.

It is drawn twice, in landscape for a screen and in portrait for a phone, each time as a
`LayoutSheet`.
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
    """Where a bet is placed: its spot and chance (``kind``), the clause that allows it, and the
    part that shows it on a small screen (``view``)."""

    spot: str
    x: float
    y: float
    w: float
    h: float
    kind: str
    law: str
    view: str = ""


class Zone(OnSpot, frozen=True, kw_only=True):
    """A box for bets: its corner and size, its text and style.

    ``sub`` is a ``small`` text below, with lines divided by "\\n"; ``pays``: it ends in the odds of
    the bet. ``dx``, ``dy`` and ``shift`` move the text, ``at`` is its middle where that is not the
    middle of the box, ``turn`` its degrees. ``chip`` is the position of chips. ``faces`` are dice
    of the size ``die``, ``upright`` if stacked. ``path`` is the outline of a box that is not a
    rectangle, ``fill`` and ``ink`` its colours. ``spots`` are the bets of a number on the ``track``
    of a wheel, by how many numbers they have.
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
    """A position on a line that takes bets and is not drawn: its middle, and how far around it a
    chip counts."""


class Stroke(Drawn, frozen=True, kw_only=True):
    """A line of the layout that bounds no box."""

    path: str
    view: str = ""


class LastThrows(Drawn, frozen=True, kw_only=True):
    """Where the last throws are shown, in a ``row`` or as many as fit; empty where the page has
    another place for them."""

    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    w: float | UnsetType = UNSET
    h: float | UnsetType = UNSET
    row: bool = False


class DiceArea(Area, frozen=True, kw_only=True):
    """Where dice fall or lie: how many, and whether a ``cover`` hides them."""

    count: int | UnsetType = UNSET
    cover: bool = False


class HeapArea(Area, frozen=True, kw_only=True):
    """Where a heap of counters lies and is counted: ``by`` how many, how many covers it is chosen
    ``of``; the handling that ``covers`` it and the one that ``lifts`` the cover; the name under
    which the croupier ``enters`` the remainder."""

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
    """Where the marker of the point is: ``off``, or in the box of a number."""

    off: At
    four: At = msgspec.field(name="4")
    five: At = msgspec.field(name="5")
    six: At = msgspec.field(name="6")
    eight: At = msgspec.field(name="8")
    nine: At = msgspec.field(name="9")
    ten: At = msgspec.field(name="10")
    view: str = ""


class SheetView(Drawn, frozen=True, kw_only=True):
    """A part of a layout that a small screen shows separately, by its name."""

    view: str


class Beside(Drawn, frozen=True, kw_only=True):
    """What a layout has next to its boxes: the areas for the last ``results``, for ``people``, for
    dice, heap, wheel and cards, the ``roads`` of the results, and the ``choices`` of a bet on
    neighbours. ``views`` are the parts that a small screen shows one at a time."""

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
    """A layout drawn at one ``size`` (width and height): ``zones`` and ``points`` for bets,
    ``labels`` and ``lines``."""

    size: tuple[int, int]
    zones: tuple[Zone, ...]
    points: tuple[Point, ...]
    labels: tuple[Label, ...]
    lines: tuple[Stroke, ...]


class KindPays(Drawn, frozen=True, kw_only=True):
    """What a chance may win, the largest first, as "WIN:PER", with the clause that pays it and that
    of its ``limit``; ``chips`` is the number of chips in one unit of it."""

    pays: tuple[str, ...]
    law: str
    limit: str
    chips: int


class LayoutPlace(FeltPlace, frozen=True, kw_only=True):
    """A place for a person without their own spot: its ``side`` of the table, or the seat behind
    which the person ``stands``."""

    side: int | UnsetType = UNSET
    stands: str = ""


class ThirdCards(Drawn, frozen=True, kw_only=True):
    """The tables of drawing of two sides, and what each result brings.

    ``ponto`` and ``alone`` are the points with which ponto draws, and banca when ponto did not;
    ``against``: for the points of banca the third cards of ponto against which it draws, 1 for an
    ace, 10 for a ten or a figure. ``natural_ends``: eight or nine on either side ends the coup.
    ``banca_pays``: what banca wins with 0 to 9 points, as "WIN:PER"; "" where it cannot win.
    ``tie_loses``: at a tie bets on either side lose.
    """

    ponto: tuple[int, ...]
    alone: tuple[int, ...]
    against: dict[str, tuple[int, ...]]
    natural_ends: bool
    banca_pays: tuple[str, ...]
    tie_loses: bool


class Plan(Cited, frozen=True, kw_only=True):
    """A plan that a page may follow for a player: when the bet ``first`` lies and the house offers
    ``then``, that many ``times`` its stake goes there. ``edge`` is the part of all stakes that the
    house keeps, exactly, as "7:825"."""

    first: str
    then: str
    times: int
    edge: str


class LayoutFelt(Cloth, LayoutSheet, frozen=True, kw_only=True, tag="layout"):
    """A layout with boxes for bets, in landscape, and in portrait (``tall``); ``kinds`` says what
    each chance wins.

    ``parts`` has the spots, and the chips on each, of bets that consist of several. ``lit`` has the
    chances that win on each throw ("1-2-2" for a one and two twos), ``lights`` the clause that
    requires lights. ``covers`` has the numbers on which a bet wins something. ``marker`` is the
    clause of the marker of the number or point, ``marks`` its kind; ``colours``: chips have no
    value of their own. ``table`` and ``sides`` describe a baccarat table; ``box`` is where played
    cards lie, in a ``corner`` or in a box; ``thirds``: who draws a third card, and what that
    decides; ``plans``: bets that may follow others by themselves.
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
    thirds: ThirdCards | UnsetType = UNSET
    plans: tuple[Plan, ...] = ()
