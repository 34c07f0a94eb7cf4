"""The clause of each step of the French bank: Portaria n.º 217/2007, banca francesa."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import Clauses
from sabot.regulations import IR

L = law.Section("pt-217-2007/banca-francesa")

CLAUSES = Clauses(
    open_bets=(L["9"], (L["10"],)), betting=(IR[152], ()),
    sit=(IR[151], ()), leave=(IR[151], ()), one_place=(IR[151], ()),
    unbet=(IR[152], ()), repeat=(IR[121], ()), no_more=(IR[152], ()),
    call=(IR[152], ()), null=(L["8"], (IR[161],)), again=(IR[118], (L["8"],)),
    collect=(L["12"], (IR[158],)), lost=(L["12"], ()),
    order=(L["15"], (L["13"],)), announce=(IR[158], ()),
    kept=(L["14"], (IR[121],)), stay=(IR[121], (IR[156],)), void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(IR[24], ()), exposure=(IR[123], ()), lone=(IR[25], ()),
    rest=(L["11"], (L["11-3"], IR[157])))
