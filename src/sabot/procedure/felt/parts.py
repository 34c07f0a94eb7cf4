"""What layouts of several shapes have in common."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

At = tuple[float, float]
"""A point of a drawing."""


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a drawing; members with their default are left out."""


class Cloth(Drawn, frozen=True, tag_field="shape"):
    """A layout of some shape. Each has a ``cloth``, which selects its colours, and the acts that
    are ``aside``: drawn small, and no part of a coup. The shapes declare these fields
    themselves, because a shape may inherit the fields of a drawing too, and structs inherit fields
    from one base only."""

    @property
    def shape(self) -> str:
        """The name of the shape, as it is sent."""
        return str(type(self).__struct_config__.tag)


class Area(Drawn, frozen=True, kw_only=True):
    """A part of the layout: its corner, size and clause. On a small screen it is shown with the
    part ``view``."""

    x: float
    y: float
    w: float
    h: float
    law: str = ""
    view: str = ""


class Cited(Drawn, frozen=True, kw_only=True):
    """Something that a clause requires on the layout."""

    law: str


class Printed(Cited, frozen=True, kw_only=True):
    """Lettering, with the clause that requires it."""

    text: str


class Label(Drawn, frozen=True, kw_only=True):
    """Lettering that takes no bets, around its middle: ``spaced`` is the distance of its letters,
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
    """A place at the table: its name, and the clause that requires it."""

    place: str
    law: str


class Decision(Drawn, frozen=True, kw_only=True):
    """A decision of the game, with its clause, whether or not it is open now; ``acts`` are the acts
    of one turn that count as it."""

    act: str
    law: str
    acts: tuple[str, ...] = ()


class CardAcross(Drawn, frozen=True, kw_only=True):
    """Room for a card that lies across others; ``sideways`` where its figures are turned too."""

    x: float
    y: float
    w: float
    h: float
    sideways: bool = False


class CardBox(Area, frozen=True, kw_only=True):
    """Room for cards: the size of each ``card``, or how many ``cards`` lie side by side; and room
    for a ``third`` card."""

    card: At | UnsetType = UNSET
    cards: int | UnsetType = UNSET
    third: CardAcross | UnsetType = UNSET
