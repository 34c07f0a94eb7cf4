"""The drawing of craps: line bets, boxes of the numbers, bets on one throw, and the marker of the
point."""

from __future__ import annotations

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import TALL, WIDE, Box, Drawing, layout, seats, split
from sabot.games.craps.plans import plans
from sabot.games.craps.rules import of_table
from sabot.procedure.felt import LayoutFelt
from sabot.procedure.felt.layout import Beside, DiceArea, LastThrows, Puck, SheetView
from sabot.procedure.felt.parts import Area, At
from sabot.procedure.table import Table
from sabot.regulations import Section, cite_clause, figure

L = Section("pt-217-2007/craps")

POINTS = figure((4, 5, 6, 8, 9, 10), L["10.1-2"])
HARD = figure({4: 2, 10: 5, 6: 3, 8: 4}, L["11.3"])
ONCE = {2: (1, 1), 12: (6, 6), 3: (1, 2), 11: (5, 6)}  # 11.5 11.6 11.7 11.8
FIELD = figure("3 · 4 · 9 · 10 · 11 a 1   —   2 e 12 o dobro", L["13.1"])
CRAPS = figure("CRAPS 2 · 3 · 12", L["11.2"])
MOVED = {"come": "COME", "dont-come": "D.C."}  # 10.3-3 10.4-3
BAR = figure({12: "6-6", 2: "1-1"}, L["10.2"])


def felt(table: Table) -> LayoutFelt:
    """The zones: the simple chances (10), the multiple chances (11), the boxes of the numbers (12)
    and the field (13), with the total on which don't pass is not decided (10.2).
    """
    cite_clause(
        L["9"], L["10"], L["10.1-2"], L["10.2"], L["11"], L["11.2"], L["11.3"], L["12"], L["13"],
        L["13.1"])
    cloth, bar = of_table(table.rules), table.rules.bar
    return layout("dice", _wide(cloth, bar), _tall(cloth, bar), seats(table.places, L["5"]),
                  marker=L["10.1-2"], plans=plans(table))


def _numbers(draw: Drawing, box: Box, rows: tuple[float, ...], big: float, *, small: float
             ) -> dict[int, At]:
    """Draw the boxes of the numbers. From the bank's side: moved don't come bets and their odds,
    lay, the number, moved come bets and their odds, place. ``rows`` are the heights. Returns the
    place of the marker in each box.
    """
    marks: dict[int, At] = {}
    for point, (x, y, w, _) in zip(POINTS, split(box, len(POINTS)), strict=True):
        dont, lay, name, come, place = rows
        low = y + dont + lay + name
        for kind, top, high in (("dont-come", y, dont), ("come", low, come)):
            for spot, left, text in ((f"{kind}/{point}", x, MOVED[kind]),
                                     (f"odds/{kind}/{point}", x + w / 2, "ODDS")):
                draw.zone(spot, left, top, w / 2, high, text, "moved", size=12, spaced=0,
                          ink="#e6cf95", chip=_chip(left + w / 4, top + high / 2))
        for spot, top, high, form in ((f"lay/{point}", y + dont, lay, "2ª"),
                                      (f"place/{point}", low + come, place, "1ª")):
            draw.zone(spot, x, top, w, high, f"{form} {draw.pays(spot)}", size=small, spaced=0,
                      dx=-6, fill="#ffffff0d", chip=_chip(x + w - 14, top + high / 2))
        middle = y + dont + lay + name / 2
        draw.label(str(point), x + w * 0.36, middle, big, L["12"], fill="#fff4d6", spaced=0)
        draw.line(f"M{x} {y}h{w}v{sum(rows)}h{-w}Z")
        marks[point] = _chip(x + w * 0.74, middle)
    return marks


def _chip(x: float, y: float) -> At:
    return round(x, 1), round(y, 1)


def _puck(off: At, marks: dict[int, At], view: str = "") -> Puck:
    return Puck(off=off, four=marks[4], five=marks[5], six=marks[6], eight=marks[8], nine=marks[9],
                ten=marks[10], view=view)


def _wide(cloth: Cloth, bar: int) -> Drawing:
    draw = Drawing(cloth, *WIDE)
    box: Box
    x, y, w = 30, 30, 672
    marks = _numbers(draw, (x + 120, y, w - 120, 218), (38, 40, 54, 44, 42), 34, small=13)
    draw.box("dont-come", (x, y, 120, 218), "DON'T\nCOME", size=22, small=13, aside=20,
             sub=f"barra {BAR[bar]}\n{draw.pays('dont-come')}")
    draw.box("come", (x + 120, 248, w - 120, 76), "COME", size=30, small=13, aside=20)
    draw.box("field", (x + 120, 324, w - 120, 70), "FIELD", size=24, small=14, sub=FIELD, aside=20)
    for spot, text, box in (("under", "UNDER 7", (x, 248, 60, 76)),
                            ("over", "OVER 7", (x + 60, 248, 60, 76)),
                            ("big/6", "BIG 6", (x, 324, 60, 70)),
                            ("big/8", "BIG 8", (x + 60, 324, 60, 70))):
        draw.box(spot, box, text.replace(" ", "\n"), size=14.5, small=11.5, spaced=0)
    draw.box("dont-pass", (x, 394, w - 170, 54), f"DON'T PASS  ·  barra {BAR[bar]}", size=19,
             aside=20)
    draw.zone("odds/dont-pass", x + w - 170, 394, 170, 54, "ODDS", "moved", size=15,
              sub="don't pass", small=11.5, chip=(x + w - 22, 421))
    draw.box("pass", (x, 448, w, 66), "PASS LINE", size=28, aside=22)
    draw.zone("odds/pass", x, 514, w, 42, "ODDS  ·  6, 8: 6 a 5  ·  5, 9: 3 a 2  ·  4, 10: 2 a 1",
              "moved", size=14, chip=(x + w - 22, 535))
    left, wide = 722, 304
    draw.box("total/7", (left, 186, wide, 46), "TOTAL 7", size=20)
    for n, box in zip(HARD, split((left, 232, wide, 128), 2, 2), strict=True):
        draw.box(f"hard/{n}", box, faces=(HARD[n], HARD[n]), die=30)
    for n, box in zip(ONCE, split((left, 360, wide, 88), 4), strict=True):
        draw.box(f"total/{n}", box, str(n), faces=ONCE[n], die=25, size=16)
    draw.box("any-craps", (left, 448, wide, 54), CRAPS, size=19)
    draw.more = Beside(dice=DiceArea(count=2, x=left, y=28, w=wide, h=146, law=L["4"]),
                       results=LastThrows(x=x, y=563, w=672, h=48, row=True),
                       people=Area(x=left, y=514, w=wide, h=97),
                       puck=_puck((x + 60, y + 28), marks))
    return draw


def _tall(cloth: Cloth, bar: int) -> Drawing:
    draw = Drawing(cloth, TALL, 402)
    x, y, w = 4, 4, TALL - 8
    draw.view = "line"
    draw.box("dont-come", (x, y, 150, 46), "DON'T COME", size=14, aside=13, dx=-14,
             sub=f"barra {BAR[bar]}")
    draw.box("come", (x + 150, y, w - 150, 46), "COME", size=18, aside=13)
    marks = _numbers(draw, (x, 50, w, 180), (32, 36, 40, 36, 36), 23, small=12)
    draw.box("field", (x, 230, w, 44), "FIELD", size=16, sub=FIELD, small=12, aside=13)
    draw.box("dont-pass", (x, 274, w - 110, 44), f"DON'T PASS · barra {BAR[bar]}", size=14.5,
             aside=13)
    draw.zone("odds/dont-pass", x + w - 110, 274, 110, 44, "ODDS", "moved", size=14,
              chip=(x + w - 15, 296))
    draw.box("pass", (x, 318, w, 44), "PASS LINE", size=18, aside=13)
    draw.zone("odds/pass", x, 362, w, 36, "ODDS", "moved", size=14, chip=(x + w - 15, 380))
    draw.view = "once"
    for n, box in zip(HARD, split((x, y, w, 128), 2, 2), strict=True):
        draw.box(f"hard/{n}", box, faces=(HARD[n], HARD[n]), die=32)
    draw.box("total/7", (x, 132, w / 2, 52), "TOTAL 7", size=18)
    draw.box("any-craps", (x + w / 2, 132, w / 2, 52), CRAPS, size=15)
    for n, box in zip(ONCE, split((x, 184, w, 84), 4), strict=True):
        draw.box(f"total/{n}", box, str(n), faces=ONCE[n], die=27, size=16)
    for (spot, text), box in zip((("under", "UNDER 7"), ("over", "OVER 7"), ("big/6", "BIG 6"),
                                  ("big/8", "BIG 8")), split((x, 268, w, 116), 2, 2), strict=True):
        draw.box(spot, box, text, size=18)
    draw.view = ""
    draw.more = Beside(dice=DiceArea(x=0, y=0, w=304, h=146), results=LastThrows(),
                       puck=_puck((x + 132, 27), marks, "line"),
                       views=(SheetView(view="line"), SheetView(view="once")))
    return draw
