"""The drawing of 3-card baccarat: places on an arc, each with a main box and a tie box, and the
boxes of the banker's result in front of the banker's cards."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Box, Drawing, layout, pays, seats, split
from sabot.games.three_card_baccarat.spots import COMMISSION, POINTS, PRIZES, cloth
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, LastThrows
from sabot.procedure.felt.parts import Area, CardBox
from sabot.procedure.table import Table
from sabot.regulations import IR, Section, cite_clause

L = Section("mo-22-96-M/3-card-baccarat")

ROW = 5  # places in one row on a phone
CHARGE = f"menos {COMMISSION} %"


def felt(table: Table) -> LayoutFelt:
    """The zones: the places (4.1), and the bets on the banker's result (8.1, 8.2), with boxes for
    the cards of each place and of the banker."""
    cite_clause(L["4.1"], L["8"], L["8.1"], L["8.2"], IR[217])
    places = table.places
    spots = cloth(places, table.rules.zero_with_figures, places)
    return layout("baccarat", _wide(spots, places), _tall(spots, places), seats(places, L["4.1"]))


def _bank(draw: Drawing, parity: Box, points: Box, size: float, three: str,
          dx: float | UnsetType = UNSET) -> None:
    """Draw the boxes of the banker's result; three figures are between odd and even. ``dx``: where
    the lettering makes room for chips."""
    low, all_three, high = split(parity, 3)
    for spot, box, text in (("odd", low, "ÍMPAR 單"), ("even", high, "PAR 雙")):
        draw.box(spot, box, text, size=size, dx=dx, sub=f"{pays(PRIZES[spot])}, {CHARGE}")
    draw.box("figures", all_three, f"{three} 三公", size=size * .8)
    for n, box in zip(POINTS, split(points, len(POINTS)), strict=True):
        draw.box(f"points/{n}", box, str(n), size=size, bold=True, aside=12)


def _place(draw: Drawing, n: int, box: Box, high: tuple[float, float, float], size: float = 15
           ) -> CardBox:
    """Draw one place, from the banker's side: cards, main box, tie box; ``high`` are the heights.
    Returns the box of the cards."""
    x, y, w, _ = box
    cards, main, tie = high
    draw.box(f"hand/{n}", (x, y + cards, w, main), f"Lugar {n}", size=size,
             sub=f"{pays(PRIZES['hand'])}\n{CHARGE}", dx=-8 if w < 90 else UNSET,
             chip=(round(x + w - 14, 1), round(y + cards + main / 2, 1)))
    draw.box(f"tie/{n}", (x, y + cards + main, w, tie), "EMPATE 和", size=12, aside=12)
    return CardBox(x=round(x + 2), y=round(y), w=round(w - 4), h=round(cards - 4), cards=3)


def _wide(cloth: Cloth, places: int) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    draw.label("BANQUEIRO 莊家", 528, 28, 13)
    _bank(draw, (258, 170, 540, 56), (258, 226, 540, 46), 18, "TRÊS FIGURAS")
    boxes = {"bank": CardBox(x=402, y=40, w=252, h=120, cards=3)}
    draw.label("3-CARD BACCARAT 三公百家樂", 528, 308, 24)
    wide = min(150, 996 / places)
    for n in range(1, places + 1):
        # The first place is at the banker's left, which is on the right of the drawing.
        x = 528 + wide * (places / 2 - n)
        off = abs(2 * n - places - 1) / 9
        boxes[str(n)] = _place(draw, n, (x + 3, 352 - 84 * off * off, wide - 6, 0), (112, 84, 52))
    draw.more = Beside(cards=boxes, results=LastThrows(x=30, y=30, w=360, h=90),
                       people=Area(x=666, y=30, w=360, h=90))
    return draw


def _tall(cloth: Cloth, places: int) -> Drawing:
    rows = -(-places // ROW)
    high = (42, 46, 34)
    draw = Drawing(cloth, TALL, 134 + rows * (sum(high) + 2))
    x, w = 4, TALL - 8
    draw.label("BANQUEIRO 莊家", 70, 24, 12)
    _bank(draw, (x, 48, w, 42), (x, 90, w, 38), 15, "3 FIGURAS", dx=-11)
    boxes = {"bank": CardBox(x=140, y=2, w=110, h=42, cards=3)}
    columns = -(-places // rows)
    each = min(110, w / columns)
    for n in range(1, places + 1):
        row, at = divmod(n - 1, columns)
        left = TALL / 2 + each * (columns / 2 - at - 1)
        boxes[str(n)] = _place(
            draw, n, (left + 1.5, 134 + row * (sum(high) + 2), each - 3, 0), high, 12)
    draw.more = Beside(cards=boxes, results=LastThrows())
    return draw
