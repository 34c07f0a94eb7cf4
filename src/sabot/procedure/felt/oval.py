"""A cloth round which players sit who play one another: chemin de fer, poker."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import (
    Area,
    At,
    CardBox,
    Cited,
    Cloth,
    Decision,
    Drawn,
    FeltPlace,
    Label,
    Printed,
)


class OvalPlace(FeltPlace, frozen=True, kw_only=True):
    """A place: where its name stands, its ``chips`` and ``cards``, and where people stand
    ``behind`` it. On a small screen that is drawn in two columns, at which ``side``."""

    x: float
    y: float
    chips: At | UnsetType = UNSET
    cards: At | UnsetType = UNSET
    behind: At | UnsetType = UNSET
    behind_law: str = ""
    side: Literal["left", "right"] | UnsetType = UNSET


class ChipPile(Printed, frozen=True, kw_only=True):
    """A sum that lies on the table by itself, its middle; ``always`` also where nothing is there.
    """

    x: float
    y: float
    always: bool = False


class ShoePoint(Drawn, frozen=True, kw_only=True):
    """Where the shoe stands that nobody holds."""

    x: float
    y: float


class CallsRead(Drawn, frozen=True, kw_only=True):
    """Calls that a drawing follows: those that name the ``holder`` of the shoe or of the hand, who
    ``takes`` cards, and which player ``lies`` where."""

    holder: tuple[str, ...]
    takes: tuple[str, ...]
    lies: tuple[str, ...] = ()


class Ring(Cited, frozen=True, kw_only=True):
    """What lies where at a table of poker: which bets are a ``cave`` and a ``pot``, or lie in the
    pot and count for none (``owed``); which hand is the common one (``board``), how many cards a
    player has (``hole``) and how many are in ``common``; ``street`` is the clause of a street."""

    cave: str
    pot: str
    owed: str
    board: str
    hole: int
    common: int
    street: str


class OvalSheet(Drawn, frozen=True, kw_only=True):
    """The table at one ``size``: its places, and what lies in the middle. ``track`` is how far from
    the rim chips lie; ``columns``: places stand in two columns beside the table."""

    size: tuple[int, int]
    places: tuple[OvalPlace, ...]
    labels: tuple[Label, ...] = ()
    track: float | UnsetType = UNSET
    columns: bool = False
    cards: dict[str, CardBox] = {}
    piles: dict[str, ChipPile] = {}
    shoe: ShoePoint | UnsetType = UNSET
    roads: Area | UnsetType = UNSET
    board: At | UnsetType = UNSET
    pot: At | UnsetType = UNSET


class OvalFelt(Cloth, OvalSheet, frozen=True, kw_only=True, tag="oval"):
    """An oval with its places as it lies, and on a small screen (``tall``).

    ``against``: the hand that the others play. ``away``: the name of who has no place.
    ``refused_to_all``: what nobody may do, and is shown with the clause that says so. Of poker the
    ``ring``, what a ``turn`` may offer in the order in which it is drawn, the ``step`` of a bet in
    cents, and the ``decisions`` that are told as closed where they are so.
    """

    cloth: str
    aside: tuple[str, ...] = ()
    tall: OvalSheet
    calls: CallsRead
    against: str = ""
    away: str = ""
    refused_to_all: tuple[str, ...] = ()
    ring: Ring | UnsetType = UNSET
    turn: tuple[str, ...] = ()
    step: int | UnsetType = UNSET
    decisions: tuple[Decision, ...] = ()
