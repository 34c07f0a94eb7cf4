"""The drawing of the table as data: an oval with nine seats, the cards, the bank, the garage."""

from __future__ import annotations

from math import cos, radians, sin

from msgspec import UNSET
from msgspec.structs import asdict

from sabot import regulations as law
from sabot.games.chemin_de_fer.places import PLACES, TABLE
from sabot.games.chemin_de_fer.rules import SEATS
from sabot.procedure.felt import OvalFelt
from sabot.procedure.felt.oval import CallsRead, ChipPile, OvalPlace, OvalSheet, ShoePoint
from sabot.procedure.felt.parts import Area, CardAcross, CardBox, Label
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

L = law.Section("pt-217-2007/chemin-de-fer")

WIDE, TALL = (1056, 640), (390, 620)
ASIDE = ("half", "stand-up", "leave", "sit-no-hand", "join", "book", "change-seat", "by-the-table",
         "by-choice", "shuffle", "ask-advice", "associate", "bid-together")
"""Rare acts: their buttons are drawn small, next to those of the question."""
REFUSED_TO_ALL = ("sit-no-hand",)
"""Acts that are forbidden to all, shown with their clause."""
_TURN = 360 / (SEATS + 1)  # the dealer has the place of a tenth seat


def felt(table: Table) -> OvalFelt:
    """Nine numbered seats from the dealer's right (3), standing places behind them but not next to
    the dealer (24, 25), the two hands (62), the bank next to the dealer (39-2), the garage (34),
    and the shoe at the banker (30)."""
    cite_clause(L["3"], L["25"], L["37"])
    sheet = _sheet(*WIDE, 480, 288, card=78, track=96, shoe=ShoePoint(x=528, y=60))
    return OvalFelt(
        cloth="baccarat", against="bank", aside=ASIDE, refused_to_all=REFUSED_TO_ALL, away=TABLE,
        calls=CallsRead(holder=("bank-of", "bank-is"), takes=("cards-to", "cards-pass")),
        tall=_sheet(*TALL, 144, 278, card=46, track=62, shoe=ShoePoint(x=195, y=40)),
        **asdict(sheet))


def _sheet(width: int, height: int, across: float, down: float, *, card: int, track: int,
           shoe: ShoePoint) -> OvalSheet:
    """The table at one size: ``across`` and ``down`` are the half-axes of the ellipse of seats,
    ``card`` is the width of a card, ``track`` the distance of chips from the rim, ``shoe`` the
    place of a shoe without a banker."""
    cx, cy, tall = width / 2, height / 2, height > width
    places = []
    for n in range(1, SEATS + 1):
        # The dealer sits at the top; the seats run anticlockwise from the dealer's right.
        angle = radians(90 + _TURN * n)
        x, y = cx + across * cos(angle), cy - down * sin(angle)
        right = radians(90 + _TURN * (n + .5))
        behind = (cx + across * cos(right), cy - down * sin(right))
        if tall and 2 * n in (SEATS - 1, SEATS + 1):  # little room next to the fifth seat
            behind = (cx + (86 if 2 * n > SEATS else -86), cy + down - 4)
        # Chips lie in front of the player; on an upright table, above or below the name.
        before = (x + 24 * _side(cx - x), y + 46 * _side(cy - y)) if tall \
            else (x - 118 * cos(angle), y + 66 * sin(angle))
        gap = n <= PLACES.gaps
        places.append(OvalPlace(
            place=str(n), law=L["3"], x=round(x, 1), y=round(y, 1),
            chips=(round(before[0], 1), round(before[1], 1)),
            behind=(round(behind[0], 1), round(behind[1], 1)) if gap else UNSET,
            behind_law=L["24"] if gap else ""))
    rows = ((cx, cy - 98), (cx, cy + 8)) if tall else ((cx - 160, cy - 16), (cx + 160, cy - 16))
    bank, garage = ((cx - 32, cy + 104), (cx + 32, cy + 104)) if tall \
        else ((cx - 84, cy - 178), (cx + 84, cy - 178))
    names = (("PONTO", rows[0]), ("BANCA", rows[1]))
    return OvalSheet(
        size=(width, height), places=tuple(places), track=track, shoe=shoe,
        cards={side: _box(x, y, card) for side, (x, y) in zip(("ponto", "banca"), rows,
                                                              strict=True)},
        piles={"bank": ChipPile(x=bank[0], y=bank[1], text="Banca", law=L["39-2"], always=True),
               "garage": ChipPile(x=garage[0], y=garage[1], text="Garage", law=L["34"])},
        labels=tuple(Label(text=text, x=x, y=y - card * .7 - 12, size=13 if tall else 15,
                           spaced=3, faint=True) for text, (x, y) in names),
        roads=UNSET if tall else Area(x=cx - 184, y=cy + 62, w=368, h=100))


def _side(off: float) -> int:
    """The side of the middle: -1 or 1, and 0 for within 12 units of it."""
    return (off > 12) - (off < -12)


def _box(x: float, y: float, card: int) -> CardBox:
    """Room for two cards and a third one lying across, centred on a point."""
    high, gap = card * 1.4, 6
    left, wide = x - (2 * card + gap + 10 + high) / 2, 2 * card + gap
    return CardBox(x=left, y=y - high / 2, w=wide, h=high, card=(card, high), law=L["62"],
                   third=CardAcross(x=left + wide + 10, y=y - card / 2, w=high, h=card))
