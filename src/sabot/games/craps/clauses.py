"""The clause of each step of craps: Portaria n.º 217/2007, craps."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import Clauses
from sabot.regulations import IR

L = law.Section("pt-217-2007/craps")

CLAUSES = Clauses(
    open_bets=(L["9"], (L["10"], L["11"], L["12"], L["13"])), betting=(IR[167], ()),
    sit=(L["5"], (IR[181],)), leave=(IR[175], ()), one_place=(IR[181], ()), unbet=(IR[166], ()),
    repeat=(IR[121], ()), no_more=(IR[167], ()), call=(IR[118], ()), null=(L["7"], ()),
    again=(L["7"], (IR[118],)), collect=(L["1"], ()), lost=(L["1"], ()),
    order=(L["13.2"], (IR[375],)), announce=(L["13.3.a"], (L["13.3"],)),
    kept=(L["13.2"], (IR[121],)), stay=(IR[165], ()), void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(L["10.1-2"], ()), exposure=(IR[123], ()))
