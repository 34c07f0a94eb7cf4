"""A layout with its places in a half circle before the bank: blackjack, poker without draw."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from sabot.procedure.felt.parts import Cited, Cloth, Decision, FeltPlace, Printed


class ArcPlace(FeltPlace, frozen=True, kw_only=True):
    """A place on the arc, in hundredths of the layout's width and height, and the ``lean`` of its
    cards in degrees."""

    x: float
    y: float
    lean: int


class Lettering(Printed, frozen=True, kw_only=True):
    """A line that is printed across the layout."""

    size: Literal["large", "small"]


class SideSpot(Cited, frozen=True, kw_only=True):
    """The spot of a side bet at each place: its text, and the clause that ``needs`` a main bet.
    ``streak``: the number of wins in a row that it bets on; ``later``: the bet is made after the
    deal."""

    spot: str
    needs: str
    text: str
    streak: int | UnsetType = UNSET
    later: bool = False


class JackpotSlot(Printed, frozen=True, kw_only=True):
    """The slot and the meter of a jackpot: its ``chip`` and ``start`` in cents, and the ``pool`` of
    several tables, "" for its own."""

    chip: int
    start: int
    pool: str


class ArcFelt(Cloth, frozen=True, kw_only=True, tag="arc"):
    """A layout with its places on an arc: printed ``lettering`` and ``band``, the ``indicator`` of
    the bank's results, the device that holds the cards (``shoe``) and the corner for used cards
    (``discard``), and the usual ``decisions``. ``hand`` is the number of cards of a hand where that
    is fixed, ``buttons`` the clause of the buttons that count wins in a row."""

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
