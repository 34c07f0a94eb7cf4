"""A layout around which players sit who play one another: chemin de fer, poker."""

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
    """A place: the position of its name, its ``chips`` and ``cards``, and where people stand
    ``behind`` it. ``side``: its column on a small screen."""

    x: float
    y: float
    chips: At | UnsetType = UNSET
    cards: At | UnsetType = UNSET
    behind: At | UnsetType = UNSET
    behind_law: str = ""
    side: Literal["left", "right"] | UnsetType = UNSET


class ChipPile(Printed, frozen=True, kw_only=True):
    """A separate amount on the table, by its middle; ``always``: drawn also when empty.
    """

    x: float
    y: float
    always: bool = False


class ShoePoint(Drawn, frozen=True, kw_only=True):
    """The position of the shoe when nobody holds it."""

    x: float
    y: float


class CallsRead(Drawn, frozen=True, kw_only=True):
    """Calls that the drawing follows: those that name the ``holder`` of the shoe or hand, who
    ``takes`` cards, and where a player ``lies``."""

    holder: tuple[str, ...]
    takes: tuple[str, ...]
    lies: tuple[str, ...] = ()


class HandRule(Cited, frozen=True, kw_only=True):
    """How a hand of five cards is made of a player's own and the common ones: exactly ``use`` own
    cards, 0 for any number; the ``ranks`` of the pack and the combinations (``order``), each from
    the lowest. Equal flushes, and equal hands without a combination, are compared card by card
    (``flush_all``, ``high_all``) or by the highest card alone."""

    use: int
    ranks: str
    order: tuple[str, ...]
    flush_all: bool
    high_all: bool


class Ring(Cited, frozen=True, kw_only=True):
    """The parts of a poker table: which bets are a stack (``cave``), the ``pot``, or in the pot
    without counting (``owed``); which hand is the common one (``board``), how many cards a player
    has (``hole``) and how many are in ``common``; ``street`` is the clause of a street. ``hands``
    says for each variant of the table how a hand is made."""

    cave: str
    pot: str
    owed: str
    board: str
    hole: int
    common: int
    street: str
    hands: dict[str, HandRule]


class OvalSheet(Drawn, frozen=True, kw_only=True):
    """The table at one ``size``: its places and its middle. ``track`` is the distance of chips from
    the rim; ``columns``: places are in two columns next to the table."""

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
    """An oval with its places in landscape, and in portrait for a small screen (``tall``).

    ``against`` is the hand that the others play. ``away`` is the name of a player without a place.
    ``refused_to_all`` are acts that nobody may do, shown with the clause that forbids them. For
    poker: the ``ring``, the acts of a ``turn`` in the order in which they are drawn, the ``step``
    of a bet in cents, and the ``decisions`` that are shown as closed where they are.
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
