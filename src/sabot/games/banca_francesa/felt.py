"""The drawing of the French bank: three boxes, and around them two lines for half stakes."""

from __future__ import annotations

from msgspec import UNSET

from sabot.families.layout.felt import TALL, WIDE, Box, Drawing, layout, lit, seats, split
from sabot.games.banca_francesa.rules import of_table
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, DiceArea, LastThrows
from sabot.procedure.felt.parts import Area
from sabot.procedure.table import Table
from sabot.regulations import IR, Section, cite_clause, figure

L = Section("pt-217-2007/banca-francesa")

BOXES = {"small": figure(("PEQUENO", "5 · 6 · 7"), L["9.b"]),
         "aces": figure(("ASES", "1-1-1"), L["9.a"]),
         "big": figure(("GRANDE", "14 · 15 · 16"), L["9.c"])}
LINES = {"line/small": figure("RISCO EXTERIOR · PEQUENO", L["10.a"]),
         "line/big": figure("RISCO INTERIOR · GRANDE", L["10.b"])}
HALF = figure("conta metade", L["11"])


def felt(table: Table) -> LayoutFelt:
    """The zones: the bets (9), the outer line for small and the inner one for big (10), and the
    dice with the track on which they roll (2).
    """
    cite_clause(L["2.d"], L["9"], L["9.a"], L["9.b"], L["9.c"], L["10.a"], L["10.b"], IR[155])
    spots = of_table(table.rules)
    wide, tall = Drawing(spots, *WIDE), Drawing(spots, TALL, 412)
    _lines(wide, (34, 178, 988, 430), 36, 16)
    for (spot, (text, sums)), box in zip(BOXES.items(), split((106, 250, 844, 286), 3),
                                         strict=True):
        wide.box(spot, box, text, size=40, sub=f"{sums}\n{wide.pays(spot)}", small=22, aside=24,
                 faces=(1, 1, 1) if spot == "aces" else (), die=42 if spot == "aces" else UNSET)
    wide.more = Beside(dice=DiceArea(count=3, x=398, y=26, w=260, h=140, law=L["2.d"]),
                       results=LastThrows(x=34, y=30, w=340, h=100),
                       people=Area(x=682, y=30, w=340, h=100))
    _lines(tall, (4, 4, 382, 404), 46, 12, 0.01)
    for (spot, (text, sums)), box in zip(BOXES.items(), split((96, 96, 198, 220), 1, 3),
                                         strict=True):
        tall.box(spot, box, text, size=21, sub=f"{sums} · {tall.pays(spot)}", small=14)
    tall.more = Beside(dice=DiceArea(x=0, y=0, w=260, h=140), results=LastThrows())
    return layout("dice", wide, tall, seats(table.places, L["9"]), lit=lit(spots))


def _lines(draw: Drawing, box: Box, deep: float, size: float, spaced: float = 0.03) -> None:
    """Draw the two lines, one inside the other, with letters so far apart (in their size)."""
    for i, (spot, text) in enumerate(LINES.items()):
        x, y, w, h = (box[0] + i * deep, box[1] + i * deep, box[2] - 2 * i * deep,
                      box[3] - 2 * i * deep)
        low = y + h - deep / 2
        draw.zone(spot, x, y, w, h, f"{text} · {HALF} · {draw.pays(spot)}", size=size,
                  spaced=spaced, fill="#ffffff09" if i else "#0000001f", at=(x + w / 2, low),
                  chip=(x + deep / 2, low),
                  path=f"M{x} {y}h{w}v{h}h{-w}ZM{x + deep} {y + deep}v{h - 2 * deep}"
                       f"h{w - 2 * deep}v{2 * deep - h}Z")
