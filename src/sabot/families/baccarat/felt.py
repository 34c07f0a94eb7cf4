"""How ponto e banca is drawn: boxes of the bets, places, cards and roads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from msgspec import UNSET, UnsetType

from sabot.families.baccarat.clauses import SIDES, Seating
from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Box, Drawing, Look, layout
from sabot.money import Odds
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, LastThrows, LayoutPlace
from sabot.procedure.felt.parts import Area, CardAcross, CardBox, Cited
from sabot.procedure.table import Table

CARD = (76, 106)
"""Width and height of a card on a wide screen."""

PRINTED = {"ponto": "PONTO", "banca": "BANCA", "tie": "EMPATE", "pair/ponto": "PAR DO PONTO",
           "pair/banca": "PAR DA BANCA"}
"""The lettering of the boxes; after a line break the small text below it."""


def felt(cloth: Cloth, table: Table, seating: Seating, *, places: str, standing: str, cards: str,
         roads: str, box: str, printed: Mapping[str, str] = PRINTED,
         corner: bool | UnsetType = UNSET) -> LayoutFelt:
    """The drawing of a table: zones of the bets, numbered places, boxes for the cards of each
    side, and roads. The keywords are their clauses, the lettering ``printed`` on the
    layout, and whether played cards lie in a ``corner``."""
    return layout("baccarat", _wide(cloth, cards, roads, printed),
                  _tall(cloth, cards, roads, printed),
                  _places(table, seating, places, standing),
                  aside=("leave-cards", "take-cards"), table=table.rules.table,
                  sides=tuple(SIDES), box=Cited(law=box), corner=corner)


def _places(table: Table, seating: Seating, law: str, standing: str
            ) -> tuple[LayoutPlace, ...]:
    """Each place with its side of the table; for a standing place the seat to which it belongs."""
    places: list[LayoutPlace] = []
    for n in range(1, table.places + 1):
        seat = seating.seat_of(n) if not table.individual else 0
        side = (seat or n) - 1
        places.append(LayoutPlace(
            place=str(n), law=standing if seat else law, side=side // seating.seats + 1,
            stands=str(seat) if seat else ""))
    return tuple(places)


def _banca(cloth: Cloth) -> str:
    """What banca pays, as printed: even money, and the deduction."""
    prizes = cloth.kinds["banca"].prizes
    less = {Odds(19, 20): "1 a 1, menos 5 %", Odds(1, 2): "1 a 1; com 5, metade"}
    return next((text for odds, text in less.items() if odds in prizes), "1 a 1")


def _cards(law: str, left: tuple[float, float], right: tuple[float, float],
           card: tuple[float, float]) -> dict[str, CardBox]:
    """Boxes for two cards of each side, and for the third one, which lies sideways next to them."""
    wide, high = card
    boxes = {}
    for side, (x, y) in zip(SIDES, (left, right), strict=True):
        third = CardAcross(x=x + 2 * wide + 16, y=y + (high - wide) / 2, w=high, h=wide,
                           sideways=True)
        boxes[side] = CardBox(x=x, y=y, w=2 * wide + 8, h=high, card=card, law=law, third=third)
    return boxes


def _pair(draw: Drawing, spot: str, box: Box, printed: str, *, aside: float = 15,
          **look: Unpack[Look]) -> None:
    text, _, under = printed.partition("\n")
    look["sub"] = f"{under}\n{draw.pays(spot)}" if under else draw.pays(spot)
    draw.box(spot, box, text, aside=aside, **look)


def _wide(cloth: Cloth, cards: str, roads: str, printed: Mapping[str, str]) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    x, w, row = 30.0, 996.0, 256.0
    if "pair/ponto" in cloth.spots:
        for spot, left in (("pair/ponto", x), ("pair/banca", x + w - 190)):
            _pair(draw, spot, (left, row, 190, 78), printed[spot], size=17)
        draw.box("tie", (x + 190, row, w - 380, 78), printed["tie"], size=24)
    else:
        draw.box("tie", (x, row, w, 78), printed["tie"], size=24)
    draw.box("banca", (x, row + 78, w, 92), printed["banca"], sub=_banca(cloth), size=32,
             small=13.5)
    draw.box("ponto", (x, row + 170, w, 92), printed["ponto"], size=32, small=13.5)
    for side, middle in zip(SIDES, (120, 640), strict=True):
        draw.label(printed[side], middle, 194, 17, cards)
    draw.more = Beside(cards=_cards(cards, (190, 146), (710, 146), CARD),
                       roads=Area(x=30, y=12, w=996, h=124, law=roads),
                       results=LastThrows(), people=Area(x=30, y=536, w=996, h=86))
    return draw


def _tall(cloth: Cloth, cards: str, roads: str, printed: Mapping[str, str]) -> Drawing:
    draw = Drawing(cloth, TALL, 396)
    x, w, y = 4.0, TALL - 8.0, 122.0
    if "pair/ponto" in cloth.spots:
        for spot, left in (("pair/ponto", x), ("pair/banca", x + w - 110)):
            _pair(draw, spot, (left, y, 110, 64), printed[spot], size=12.5, small=11, aside=13)
        draw.box("tie", (x + 110, y, w - 220, 64), printed["tie"], size=17, aside=13)
    else:
        draw.box("tie", (x, y, w, 64), printed["tie"], size=17, aside=13)
    draw.box("banca", (x, y + 64, w, 100), printed["banca"], sub=_banca(cloth), size=24, aside=13)
    draw.box("ponto", (x, y + 164, w, 100), printed["ponto"], size=24, aside=13)
    for side, middle in zip(SIDES, (59, 254), strict=True):
        draw.label(printed[side], middle, 20, 13, cards)
    draw.more = Beside(cards=_cards(cards, (4, 30), (199, 30), (51, 71)),
                       roads=Area(x=4, y=4, w=382, h=80, law=roads), results=LastThrows())
    return draw
