"""The bets of American roulette and their prizes: Portaria n.º 217/2007, roleta americana, 24 to 28
and 32."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import Cloth, Kind, Spot
from sabot.families.roulette.spots import (
    ALTERNATE,
    AMERICAN,
    FRENCH,
    POCKETS,
    RED,
    layout,
    neighbours,
    read_kinds,
)
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/roleta-americana")

WHEELS = figure({"french": FRENCH, "american": AMERICAN}, L["2.a"], L["2.b"])

KINDS = (
    Kind("straight", (L["24.a.pleno"], ()), (L["27.a.pleno"], ()),
         figure((Odds(35),), L["27.a.pleno"]),
         (L["32.a.pleno"], (L["32.a"],)),
         most=figure(30, L["32.a.pleno"])),
    Kind("split", (L["24.a.cavalo"], (IR[131],)), (L["27.a.cavalo"], ()),
         figure((Odds(17),), L["27.a.cavalo"]),
         (L["32.a.cavalo"], (L["32.a"],)),
         most=figure(60, L["32.a.cavalo"])),
    Kind("street", (L["24.a.rua"], (IR[131],)), (L["27.a.rua"], ()),
         figure((Odds(11),), L["27.a.rua"]),
         (L["32.a.rua"], (L["32.a"],)),
         most=figure(90, L["32.a.rua"])),
    Kind("corner", (L["24.a.quadro"], (IR[131],)), (L["27.a.quadro"], ()),
         figure((Odds(8),), L["27.a.quadro"]),
         (L["32.a.quadro"], (L["32.a"],)),
         most=figure(120, L["32.a.quadro"])),
    Kind("line", (L["24.a.linha"], ()), (L["27.a.linha"], ()),
         figure((Odds(5),), L["27.a.linha"]),
         (L["32.a.linha"], (L["32.a"],)),
         most=figure(180, L["32.a.linha"])),
    Kind("dozen", (L["24.a.duzia"], ()), (L["27.a.duzia"], ()),
         figure((Odds(2),), L["27.a.duzia"]),
         (L["32.a.duzia"], (L["32.a"],)),
         most=figure(360, L["32.a.duzia"])),
    Kind("column", (L["24.a.coluna"], ()), (L["27.a.coluna"], ()),
         figure((Odds(2),), L["27.a.coluna"]),
         (L["32.a.coluna"], (L["32.a"],)),
         most=figure(360, L["32.a.coluna"])),
    Kind("dozens", (L["24.a.cavalo-duzia"], (IR[132],)), (L["27.a.cavalo-duzia"], ()),
         figure((Odds(1, 2),), L["27.a.cavalo-duzia"]),
         (L["32.a.cavalo-duzia"], (L["32.a"],)),
         most=figure(720, L["32.a.cavalo-duzia"])),
    Kind("columns", (L["24.a.cavalo-coluna"], (IR[132],)), (L["27.a.cavalo-coluna"], ()),
         figure((Odds(1, 2),), L["27.a.cavalo-coluna"]),
         (L["32.a.cavalo-coluna"], (L["32.a"],)),
         most=figure(720, L["32.a.cavalo-coluna"])),
    Kind("simple", (L["24.b"], (IR[130],)), (L["27.b"], ()),
         figure((EVENS,), L["27.b"]),
         (L["32.b"], ()),
         most=figure(540, L["32.b"])),
)

LAWS = {
    "even": L["24.b.par"], "odd": L["24.b.impar"], "low": L["24.b.menor"],
    "high": L["24.b.maior"], "red": L["24.b.encarnado"], "black": L["24.b.preto"],
}
"""The clause of each even chance."""

SERIES = {
    "grande": figure(
        (("street/0-2-3", 2), ("split/4-7", 1), ("split/12-15", 1), ("split/18-21", 1),
         ("split/19-22", 1), ("corner/25-26-28-29", 2), ("split/32-35", 1)),
        L["25.a.serie-grande"]),
    "pequena": figure(
        (("split/5-8", 1), ("split/10-11", 1), ("split/13-16", 1), ("split/23-24", 1),
         ("split/27-30", 1), ("split/33-36", 1)),
        L["25.a.serie-pequena"]),
    "vadios": figure(
        (("straight/1", 1), ("split/6-9", 1), ("split/14-17", 1), ("split/17-20", 1),
         ("split/31-34", 1)),
        L["25.a.vadios"]),
}
"""The parts of each series: spots, and the number of chips on each."""

OF_SERIES = (
    Kind("series-grande", (L["25.a.serie-grande"], (L["25.a"], L["25"])), (L["27.c"], ()),
         figure((Odds(17), Odds(11), Odds(8)), L["27.c"]),
         (L["32.c.i"], (L["32.c"],)),
         chips=figure(9, L["32.c.i"]), fewest=figure(9, L["32.c.i"]),
         many=figure(135, L["32.c.i"])),
    Kind("series-pequena", (L["25.a.serie-pequena"], (L["25.a"], L["25"])), (L["27.c"], ()),
         figure((Odds(17),), L["27.c"]),
         (L["32.c.ii"], (L["32.c"],)),
         chips=figure(6, L["32.c.ii"]), fewest=figure(6, L["32.c.ii"]),
         many=figure(120, L["32.c.ii"])),
    Kind("series-vadios", (L["25.a.vadios"], (L["25.a"], L["25"])), (L["27.c"], ()),
         figure((Odds(35), Odds(17)), L["27.c"]),
         (L["32.c.iii"], (L["32.c"],)),
         chips=figure(5, L["32.c.iii"]), fewest=figure(5, L["32.c.iii"]),
         many=figure(50, L["32.c.iii"])),
)
OF_NEIGHBOURS = tuple(
    Kind(f"neighbours-{chips}", (clause, (L["25.b"], L["25"])), (L["27.d"], ()),
         figure((Odds(35),), L["27.d"]),
         (L["32.d"], ()), chips=chips)
    for chips, clause in ((3, L["25.b.3-chips"]),
                          (5, L["25.b.5-chips"]),
                          (7, L["25.b.7-chips"])))


def compose_spots(zero_beside: bool = True) -> tuple[Spot, ...]:
    """The series, and each number with its neighbours on the wheel, as bets of several chips.
    Without ``zero_beside`` there is no street 0-2-3, and so no large series (IR 131)."""
    return (*(Spot(f"series/{name}", f"series-{name}", parts) for name, parts in SERIES.items()
              if zero_beside or name != "grande"),
            *(Spot(f"{kind.name}/{number}", kind.name,
                   tuple((f"straight/{n}", 1)
                         for n in neighbours(FRENCH, number, kind.chips // 2)))
              for kind in OF_NEIGHBOURS for number in range(POCKETS)))


@lru_cache
def cloth(wheel: str = "french", non_adjacent: bool = False, series: bool = True, *,
          zero_beside: bool = True, alternate: bool = False, rounded: bool = False,
          more: bool = False) -> Cloth:
    """The cloth of a table whose wheel has this order ("french" or "american").

    ``series``: with bets on series and neighbours, which only the French order allows (25);
    ValueError with the other order. ``non_adjacent`` and ``zero_beside``: see
    `families.roulette.spots.layout`. ``alternate``: the colours alternate on the wheel in the
    American order too (IR 130). ``rounded`` and ``more``: see `read_kinds`.
    """
    kinds = read_kinds(KINDS, rounded, more)
    reds = ALTERNATE if alternate and WHEELS[wheel] == AMERICAN else RED
    if series and WHEELS[wheel] != FRENCH:
        raise ValueError("series and neighbours need the French order of the wheel (25)")
    if not series:
        return layout(kinds, non_adjacent, laws=LAWS, zero_beside=zero_beside, reds=reds)
    return layout((*kinds, *(OF_SERIES if zero_beside else OF_SERIES[1:]), *OF_NEIGHBOURS),
                  non_adjacent, compose_spots(zero_beside), LAWS, zero_beside=zero_beside,
                  reds=reds)
