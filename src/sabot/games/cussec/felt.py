"""The drawing of cussec: the boxes of its eight kinds of bets, and the shaker with its dome."""

from __future__ import annotations

from itertools import combinations

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Drawing, layout, lit, seats, split
from sabot.games.cussec.rules import of_table
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, DiceArea, LastThrows
from sabot.procedure.felt.parts import Area, Cited
from sabot.procedure.table import Table
from sabot.regulations import IR, Section, cite_clause, figure

L = Section("pt-217-2007/cussec")

FACES = range(1, 7)
SMALL, BIG = "4 a 10", "11 a 17"  # 7.a 7.b
EQUAL = figure("perde com três iguais", L["9"])


def felt(table: Table) -> LayoutFelt:
    """The zones (3): the bets (7) with their prizes (8), which light up when they win (5), and the
    shaker with its dome (2).
    """
    cite_clause(L["2"], L["2-2"], L["3"], L["5-5"], L["7"], L["7.a"], L["7.b"], L["9"], IR[155])
    spots = of_table(table.rules)
    return layout("dice", _wide(spots), _tall(spots), seats(table.places, L["3"]), lit=lit(spots),
                  lights=Cited(law=L["5-5"]))


def _wide(cloth: Cloth) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    x, w = 30, 996
    top = 188
    for spot, left, text, sub in (("small", x, "PEQUENO", SMALL),
                                  ("big", x + w - 168, "GRANDE", BIG)):
        draw.box(spot, (left, top, 168, 142), text, size=25, small=13.5,
                 sub=f"{sub}\n{EQUAL}\n{draw.pays(spot)}")
    for first, left in ((1, x + 168), (4, x + w - 168 - 195)):
        for n, box in enumerate(split((left, top, 195, 142), 3), start=first):
            draw.box(f"double/{n}", box, faces=(n, n), die=26, dy=-10,
                     sub="10 a 1\ncom três\n30 a 1")
    middle = (x + 168 + 195, top, w - 2 * (168 + 195), 96)
    for n, box in enumerate(split(middle, 6), start=1):
        draw.box(f"triple/{n}", box, faces=(n, n, n), die=22, upright=True, small=11,
                 chip=(box[0] + box[2] - 13, top + 14))  # of three equal dice one may be covered
    draw.box("triple/any", (middle[0], top + 96, middle[2], 46), "TRÊS IGUAIS", size=16)
    for n, box in enumerate(split((x, top + 142, w, 88), 14), start=4):
        draw.box(f"total/{n}", box, str(n), size=29, bold=True, small=12.5, dy=-7)
    for (a, b), box in zip(combinations(FACES, 2), split((x, top + 230, w, 86), 15), strict=True):
        draw.box(f"pair/{a}-{b}", box, faces=(a, b), die=27, dy=-8)
    for n, box in enumerate(split((x, top + 316, w, 104), 6), start=1):
        draw.box(f"single/{n}", box, faces=(n,), die=42, dy=-3, small=12,
                 chip=(box[0] + box[2] - 18, box[1] + 20),
                 sub="num dado 1 a 1\nem dois 2 · em três 3")
    draw.more = Beside(dice=DiceArea(count=3, cover=True, x=436, y=20, w=184, h=160, law=L["2-2"]),
                       results=LastThrows(x=30, y=30, w=380, h=96),
                       people=Area(x=646, y=30, w=380, h=96))
    return draw


def _tall(cloth: Cloth) -> Drawing:
    draw = Drawing(cloth, TALL, 398)
    x, w, y = 4, TALL - 8, 4
    for spot, left, text, sub in (("small", x, "PEQUENO", SMALL),
                                  ("big", x + w - 128, "GRANDE", BIG)):
        draw.box(spot, (left, y, 128, 58), text, size=16, dx=-4,
                 sub=f"{sub} · {draw.pays(spot)}\n{EQUAL}", chip=(left + 114, y + 14))
    draw.box("triple/any", (x + 128, y, w - 256, 58), "TRÊS IGUAIS", size=13.5, aside=13)
    for n, box in enumerate(split((x, y + 58, w, 92), 7, 2), start=4):
        draw.box(f"total/{n}", box, str(n), size=20, bold=True, aside=12)
    for n, box in enumerate(split((x, y + 150, w, 46), 6), start=1):
        draw.box(f"double/{n}", box, faces=(n, n), die=21, sub="10, 30 a 1", aside=12)
    for n, box in enumerate(split((x, y + 196, w, 46), 6), start=1):
        draw.box(f"triple/{n}", box, faces=(n, n, n), die=16, aside=12)
    rows = (*split((x, y + 242, w, 46), 8), *split((x, y + 288, w, 46), 7))
    for (a, b), box in zip(combinations(FACES, 2), rows, strict=True):
        draw.box(f"pair/{a}-{b}", box, faces=(a, b), die=19, aside=12)
    for n, box in enumerate(split((x, y + 334, w, 56), 6), start=1):
        draw.box(f"single/{n}", box, faces=(n,), die=28, aside=12)
    draw.more = Beside(dice=DiceArea(x=0, y=0, w=184, h=160), results=LastThrows())
    return draw
