"""The layout: three boxes, and the place where the coins fall."""

from __future__ import annotations

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Drawing, layout, lit, seats, split
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, DiceArea, LastThrows
from sabot.procedure.felt.parts import Area
from sabot.procedure.table import Table
from sabot.regulations import Section
from two_coins.spots import COINS, cloth

L = Section("xx-two-coins/two-coins")

PRINTED = {"heads": "CARAS", "mixed": "UMA DE CADA", "tails": "COROAS"}


def felt(table: Table) -> LayoutFelt:
    """Zones of the layout: the bets with their prizes, and the coins."""
    spots = cloth()
    return layout("dice", _wide(spots), _tall(spots), seats(table.places, L["5"]), lit=lit(spots))


def _boxes(draw: Drawing, box: tuple[float, float, float, float], size: float) -> None:
    for (spot, text), at in zip(PRINTED.items(), split(box, len(PRINTED)), strict=True):
        draw.box(spot, at, text, size=size, sub=draw.pays(spot), small=14)


def _wide(cloth: Cloth) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    _boxes(draw, (30, 300, 996, 220), 30)
    draw.more = Beside(dice=DiceArea(count=COINS, x=436, y=60, w=184, h=160, law=L["1"]),
                       results=LastThrows(x=30, y=30, w=380, h=96),
                       people=Area(x=646, y=30, w=380, h=96))
    return draw


def _tall(cloth: Cloth) -> Drawing:
    draw = Drawing(cloth, TALL, 160)
    _boxes(draw, (4, 20, TALL - 8, 120), 16)
    draw.more = Beside(dice=DiceArea(x=0, y=0, w=184, h=160), results=LastThrows())
    return draw
