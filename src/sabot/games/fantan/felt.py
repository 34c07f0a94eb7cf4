"""The drawing of fantan: its five kinds of bets in rows, and the place for counting the heap."""

from __future__ import annotations

from typing import Unpack

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import (
    TALL,
    WIDE,
    Box,
    Drawing,
    Look,
    layout,
    lit,
    pays,
    seats,
    split,
)
from sabot.games.fantan.rules import of_table
from sabot.games.fantan.spots import COMMISSION, FOUR, PRIZES, numbers
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, Counters, HeapArea, LastThrows
from sabot.procedure.felt.parts import Area
from sabot.procedure.table import Table
from sabot.regulations import IR, Section, cite_clause, figure

L = Section("mo-fantan/fantan")

ROWS = (("fan", "番", "FAN"), ("nim", "念", "NIM"), ("kuoc", "角", "KUOC"), ("nga", "", "NGA"),
        ("sam-hong", "射三紅", "SÉ-SAM-HONG"))
COVERS = figure(2, L["58-2004.1.3"])
HOUSE = {"of-prize": f"dos prémios a casa retém {COMMISSION} %",
         "of-stake": f"a casa retém {COMMISSION} % do que ganha ou empata"}
TIES = "○ empata"


def felt(table: Table) -> LayoutFelt:
    """The zones: the bets with their prizes, and in front of the croupier the heap under its cover,
    the other cover, and the counted counters.

    Prizes are shown without the commission; a note states the commission.
    """
    cite_clause(L["58-2004.1.2"], L["58-2004.1.3"], IR[339], IR[343])
    spots = of_table(table.rules)
    return layout("counters", _wide(spots, HOUSE[table.rules.readings.commission]), _tall(spots), 
                  seats(table.places, IR[339]), lit=lit(spots))


def _spots(cloth: Cloth, kind: str) -> list[str]:
    return [spot.name for spot in cloth.spots.values() if spot.kind == kind]


def _box(draw: Drawing, spot: str, box: Box, r: float, *, aside: float = 15,
         **look: Unpack[Look]) -> None:
    """Draw a bet as the numbers with which it wins, and in a ring the number of a tie."""
    wins, ties = numbers(spot)
    look.update({"counters": Counters(wins=wins, ties=ties, r=r), "sub": ""})
    draw.box(spot, box, aside=aside, **look)


def _wide(cloth: Cloth, house: str) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    x, w, side, y = 30, 996, 92, 256
    for kind, sign, name in ROWS:
        h = 82 if kind == "fan" else 70
        middle = x + side / 2
        names = [part for part in (sign, name) if part]
        tied = kind in ("nim", "nga")
        lines = [*((n, 22 if n == sign and len(sign) == 1 else 13) for n in names),
                 (pays(PRIZES[kind]), 13), *([(TIES, 11.5)] if tied else [])]
        if kind == "sam-hong":
            lines = [(sign, 17), (name, 10.5), (pays(PRIZES[kind]), 13)]
        line_y = y + h / 2 - sum(size * 1.2 for _, size in lines) / 2
        for text, size in lines:
            draw.label(text, middle, line_y + size * 0.6, size, spaced=0.02)
            line_y += size * 1.2
        spots = _spots(cloth, kind)
        r = {"fan": 25, "nim": 15, "kuoc": 19, "nga": 11, "sam-hong": 19}[kind]
        for spot, box in zip(spots, split((x + side, y, w - side, h), len(spots)), strict=True):
            # Chips go below the numbers in narrow boxes, and in the corner of wide ones.
            low: Look = {"dy": -11, "chip": (box[0] + box[2] / 2, box[1] + box[3] - 15)} \
                if tied else {}
            _box(draw, spot, box, r, **low)
        y += h
    draw.label(house, 143, 240, 12.5, L["told.commission"])
    draw.more = Beside(
        heap=HeapArea(by=FOUR, of=COVERS, covers="draw-heap", lifts="lift-cover", enters="fan",
                      x=276, y=22, w=750, h=222, law=L["58-2004.2"]),
        results=LastThrows(x=30, y=28, w=232, h=92), people=Area(x=30, y=130, w=232, h=92))
    return draw


def _tall(cloth: Cloth) -> Drawing:
    draw = Drawing(cloth, TALL, 404)
    x, w, y = 4, TALL - 8, 0
    for kind, sign, name in ROWS:
        tied = f" · {TIES}" if kind in ("nim", "nga") else ""
        head = " ".join(part for part in (sign, name) if part)
        draw.label(f"{head} · {pays(PRIZES[kind])}{tied}", x + w / 2, y + 8, 12, spaced=0.03)
        y += 16
        spots = _spots(cloth, kind)
        rows = 1 if len(spots) <= 6 else 2
        columns = len(spots) // rows
        boxes = split((x, y, w, 46 * rows), columns, rows)
        r = {"fan": 17, "nim": 12, "kuoc": 13, "nga": 9.8, "sam-hong": 13}[kind]
        for spot, box in zip(spots, boxes, strict=True):
            _box(draw, spot, box, r, aside=12)
        y += 46 * rows
    draw.more = Beside(heap=HeapArea(x=0, y=0, w=750, h=222), results=LastThrows())
    return draw
