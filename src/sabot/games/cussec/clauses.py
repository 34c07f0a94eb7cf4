"""The clause of each step of cussec: Portaria n.º 217/2007, cussec."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import Clauses
from sabot.regulations import IR

L = law.Section("pt-217-2007/cussec")

CLAUSES = Clauses(
    open_bets=(L["7"], (L["8"],)), betting=(L["4-2"], (IR[152],)),
    sit=(IR[151], ()), leave=(IR[151], ()), one_place=(IR[151], ()),
    unbet=(IR[152], ()), repeat=(IR[121], ()), no_more=(L["5-2"], (IR[152],)),
    call=(L["5-4"], ()), null=(L["6"], ()), again=(L["6-2"], ()),
    collect=(IR[150], ()), lost=(IR[150], ()),
    order=(IR[150], ()), announce=(IR[150], ()),
    kept=(L["10"], (IR[121],)), stay=(IR[121], ()), void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(IR[24], ()), exposure=(IR[123], ()), lone=(IR[25], ()))
