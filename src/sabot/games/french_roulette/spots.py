"""The bets of French roulette and their prizes: Portaria n.º 217/2007, roleta francesa, 16 to 19
and 24."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.layout.cloth import Cloth, Kind
from sabot.families.roulette.spots import FRENCH, layout, read_kinds
from sabot.money import EVENS, Odds
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/roleta-francesa")

WHEEL = figure(FRENCH, L["2"])

KINDS = (
    Kind("straight", (L["16.a.pleno"], ()), (L["18.a.pleno"], ()),
         figure((Odds(35),), L["18.a.pleno"]),
         (L["24.a.pleno"], (L["24.a"],)),
         most=figure(30, L["24.a.pleno"])),
    Kind("split", (L["16.a.cavalo"], (IR[131],)), (L["18.a.cavalo"], ()),
         figure((Odds(17),), L["18.a.cavalo"]),
         (L["24.a.cavalo"], (L["24.a"],)),
         most=figure(60, L["24.a.cavalo"])),
    Kind("street", (L["16.a.rua"], (IR[131],)), (L["18.a.rua"], ()),
         figure((Odds(11),), L["18.a.rua"]),
         (L["24.a.rua"], (L["24.a"],)),
         most=figure(90, L["24.a.rua"])),
    Kind("corner", (L["16.a.quadro"], (IR[131],)), (L["18.a.quadro"], ()),
         figure((Odds(8),), L["18.a.quadro"]),
         (L["24.a.quadro"], (L["24.a"],)),
         most=figure(120, L["24.a.quadro"])),
    Kind("line", (L["16.a.linha"], ()), (L["18.a.linha"], ()),
         figure((Odds(5),), L["18.a.linha"]),
         (L["24.a.linha"], (L["24.a"],)),
         most=figure(180, L["24.a.linha"])),
    Kind("dozen", (L["16.a.duzia"], ()), (L["18.a.duzia"], ()),
         figure((Odds(2),), L["18.a.duzia"]),
         (L["24.a.duzia"], (L["24.a"],)),
         most=figure(360, L["24.a.duzia"])),
    Kind("column", (L["16.a.coluna"], ()), (L["18.a.coluna"], ()),
         figure((Odds(2),), L["18.a.coluna"]),
         (L["24.a.coluna"], (L["24.a"],)),
         most=figure(360, L["24.a.coluna"])),
    Kind("dozens", (L["16.a.cavalo-duzia"], (IR[132],)), (L["18.a.cavalo-duzia"], ()),
         figure((Odds(1, 2),), L["18.a.cavalo-duzia"]),
         (L["24.a.cavalo-duzia"], (L["24.a"],)),
         most=figure(720, L["24.a.cavalo-duzia"])),
    Kind("columns", (L["16.a.cavalo-coluna"], (IR[132],)), (L["18.a.cavalo-coluna"], ()),
         figure((Odds(1, 2),), L["18.a.cavalo-coluna"]),
         (L["24.a.cavalo-coluna"], (L["24.a"],)),
         most=figure(720, L["24.a.cavalo-coluna"])),
    Kind("simple", (L["16.b"], ()), (L["18.b"], ()),
         figure((EVENS,), L["18.b"]),
         (L["24.b"], ()),
         most=figure(540, L["24.b"])),
)

LAWS = {
    "even": L["16.b.par"], "odd": L["16.b.impar"], "low": L["16.b.menor"],
    "high": L["16.b.maior"], "red": L["16.b.encarnado"], "black": L["16.b.preto"],
}
"""The clause of each even chance."""


@lru_cache
def cloth(non_adjacent: bool = False, zero_beside: bool = True, rounded: bool = False,
          more: bool = False) -> Cloth:
    """The cloth; for the options see `families.roulette.spots.layout` and `read_kinds`."""
    return layout(read_kinds(KINDS, rounded, more), non_adjacent, laws=LAWS,
                  zero_beside=zero_beside)
