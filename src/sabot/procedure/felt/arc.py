"""A cloth on which the places stand in a half circle before the bank: blackjack, poker without
draw."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import Cited, Cloth, Decision, FeltPlace, Printed


class ArcPlace(FeltPlace, frozen=True, kw_only=True):
    """A place on the arc, in hundredths of the cloth's width and height, and the ``lean`` of its
    cards in degrees."""

    x: float
    y: float
    lean: int


class Lettering(Printed, frozen=True, kw_only=True):
    """A line that is printed across the cloth."""

    size: Literal["large", "small"]


class SideSpot(Cited, frozen=True, kw_only=True):
    """The spot of an additional bet at each place: what is written on it, and the clause that
    ``needs`` a main bet beside it. ``streak``: how many wins in a row it is on; ``later``: the bet
    is made after the deal."""

    spot: str
    needs: str
    text: str
    streak: int | UnsetType = UNSET
    later: bool = False


class JackpotSlot(Printed, frozen=True, kw_only=True):
    """The slot and the meter of a jackpot: its ``chip`` and its ``start`` in cents, and the
    ``pool`` of several tables, "" for one of its own."""

    chip: int
    start: int
    pool: str


class ArcFelt(Cloth, frozen=True, kw_only=True, tag="arc"):
    """A cloth with its places on an arc: ``lettering`` and ``band`` as they are printed, the
    ``indicator`` of the bank's results, what the cards come from (``shoe``) and the corner where
    they are laid (``discard``), the usual ``decisions``; ``hand`` is how many cards a hand has
    where that is fixed, ``buttons`` the clause of those that count wins in a row."""

    cloth: str
    aside: tuple[str, ...] = ()
    places: tuple[ArcPlace, ...]
    lettering: tuple[Lettering, ...]
    indicator: Printed
    shoe: str
    tray: bool
    decisions: tuple[Decision, ...]
    discard: Printed
    band: Printed | UnsetType = UNSET
    spots: tuple[SideSpot, ...] = ()
    jackpot: JackpotSlot | UnsetType = UNSET
    buttons: Cited | UnsetType = UNSET
    hand: int | UnsetType = UNSET
