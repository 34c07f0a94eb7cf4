"""What cloths of several shapes have in common."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

At = tuple[float, float]
"""A point of a drawing."""


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a drawing: what it does not say is left out."""


class Cloth(Drawn, frozen=True, tag_field="shape"):
    """A cloth of some shape. Each has a ``cloth``, by which it is coloured, and the acts that are
    laid ``aside``: drawn small, and no part of a coup. They are fields of the shapes themselves,
    since a shape may have those of a drawing too, and structs have their fields from one side.
    """

    @property
    def shape(self) -> str:
        """The word for its shape, as it is told."""
        return str(type(self).__struct_config__.tag)


class Area(Drawn, frozen=True, kw_only=True):
    """A part of the cloth: its corner and its size, and its clause. On a small screen ``view`` is
    the part that it is shown with."""

    x: float
    y: float
    w: float
    h: float
    law: str = ""
    view: str = ""


class Cited(Drawn, frozen=True, kw_only=True):
    """Something that a clause puts on the cloth."""

    law: str


class Printed(Cited, frozen=True, kw_only=True):
    """Lettering with the clause that asks for it."""

    text: str


class Label(Drawn, frozen=True, kw_only=True):
    """Lettering that nobody bets on, about its middle: ``spaced`` how far apart its letters are,
    ``fill`` its colour."""

    text: str
    x: float
    y: float
    size: float
    law: str = ""
    view: str = ""
    spaced: float | UnsetType = UNSET
    fill: str = ""
    faint: bool = False


class FeltPlace(Drawn, frozen=True, kw_only=True):
    """A place at the table: its name, and the clause that puts it there."""

    place: str
    law: str


class Decision(Drawn, frozen=True, kw_only=True):
    """What may be decided in a game, with its clause, whether or not it may now; ``acts`` are those
    of one turn that count as it."""

    act: str
    law: str
    acts: tuple[str, ...] = ()


class CardAcross(Drawn, frozen=True, kw_only=True):
    """Room for a card that lies across beside others; ``sideways`` where its figures do too."""

    x: float
    y: float
    w: float
    h: float
    sideways: bool = False


class CardBox(Area, frozen=True, kw_only=True):
    """Room for cards: the width and height of each ``card``, or how many ``cards`` lie there beside
    one another; and room for a ``third`` one."""

    card: At | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    third: CardAcross | UnsetType = UNSET
