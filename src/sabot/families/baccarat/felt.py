"""How ponto e banca is drawn: boxes of the bets, places, cards and roads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack

from msgspec import UNSET, UnsetType

from sabot.families.baccarat.clauses import BANCA, SIDES, Seating
from sabot.families.baccarat.drawing import ALONE
from sabot.families.baccarat.drawing import BANCA as BANCA_DRAWS
from sabot.families.baccarat.drawing import PONTO as PONTO_DRAWS
from sabot.families.baccarat.readings import naturals_end
from sabot.families.layout.cloth import LOST, Cloth
from sabot.families.layout.felt import TALL, WIDE, Box, Drawing, Look, layout
from sabot.money import Odds
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, LastThrows, LayoutPlace, ThirdCards
from sabot.procedure.felt.parts import Area, CardAcross, CardBox, Cited
from sabot.procedure.table import Table

CARD = (92, 129)
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
                  sides=tuple(SIDES), box=Cited(law=box), corner=corner,
                  thirds=_thirds(cloth, table))


def _thirds(cloth: Cloth, table: Table) -> ThirdCards:
    """The tables of drawing as a page reads them, and what the results bring."""
    won = [cloth.fate(None, BANCA, (0, n, 0, 0)) for n in range(10)]
    return ThirdCards(
        ponto=tuple(sorted(PONTO_DRAWS)), alone=tuple(sorted(ALONE)),
        against={str(points): tuple(sorted(cards)) for points, cards in BANCA_DRAWS.items()},
        natural_ends=naturals_end(table),
        banca_pays=tuple(f"{odds.win}:{odds.per}" if isinstance(odds, Odds) else ""
                         for odds in won),
        tie_loses=cloth.fate(None, BANCA, (0, 0, 0, 0)) == LOST)


def _places(table: Table, seating: Seating, law: str, standing: str
            ) -> tuple[LayoutPlace, ...]:
    """Each place with its side of the table; for a standing place the seat to which it belongs."""
    places: list[LayoutPlace] = []
    for n in range(1, table.places + 1):
        seat = seating.seat_of(n)
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
    draw = Drawing(cloth, WIDE[0], 424)
    x, w, row = 30.0, 996.0, 206.0
    if "pair/ponto" in cloth.spots:
        for spot, left in (("pair/ponto", x), ("pair/banca", x + w - 220)):
            _pair(draw, spot, (left, row, 220, 54), printed[spot], size=16, aside=17)
        draw.box("tie", (x + 220, row, w - 440, 54), printed["tie"], size=20, aside=17)
    else:
        draw.box("tie", (x, row, w, 54), printed["tie"], size=20, aside=17)
    draw.box("banca", (x, row + 54, w, 60), printed["banca"], sub=_banca(cloth), size=25,
             small=13, aside=24)
    draw.box("ponto", (x, row + 114, w, 60), printed["ponto"], size=25, small=13, aside=24)
    for side, middle in zip(SIDES, (126, 486), strict=True):
        draw.label(printed[side], middle, 42, 19, cards)
    draw.more = Beside(cards=_cards(cards, (30, 62), (390, 62), CARD),
                       roads=Area(x=30, y=12, w=996, h=124, law=roads),
                       results=LastThrows(), people=Area(x=30, y=384, w=996, h=26))
    return draw


def _tall(cloth: Cloth, cards: str, roads: str, printed: Mapping[str, str]) -> Drawing:
    draw = Drawing(cloth, TALL, 356)
    x, w, y = 4.0, TALL - 8.0, 132.0
    if "pair/ponto" in cloth.spots:
        for spot, left in (("pair/ponto", x), ("pair/banca", x + w - 116)):
            _pair(draw, spot, (left, y, 116, 64), printed[spot], size=12.5, small=12, aside=13)
        draw.box("tie", (x + 116, y, w - 232, 64), printed["tie"], size=17, aside=13)
    else:
        draw.box("tie", (x, y, w, 64), printed["tie"], size=17, aside=13)
    draw.box("banca", (x, y + 64, w, 76), printed["banca"], sub=_banca(cloth), size=22, aside=15)
    draw.box("ponto", (x, y + 140, w, 76), printed["ponto"], size=22, aside=15)
    for side, middle in zip(SIDES, (60, 252), strict=True):
        draw.label(printed[side], middle, 18, 13, cards)
    draw.more = Beside(cards=_cards(cards, (6, 34), (198, 34), (50, 70)),
                       roads=Area(x=4, y=4, w=382, h=80, law=roads), results=LastThrows())
    return draw
