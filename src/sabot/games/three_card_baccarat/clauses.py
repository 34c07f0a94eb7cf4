"""The clause of each step of 3-card baccarat: Portaria n.º 22/96/M."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import NOT, Clauses
from sabot.families.shoe.shoe import ShoeLaw
from sabot.regulations import IR

L = law.Section("mo-22-96-M/3-card-baccarat")

CLAUSES = Clauses(
    open_bets=(L["8"], (L["4.2"],)), betting=(IR[210], (L["7.2-2"],)),
    sit=(L["4.1"], (IR[219],)), leave=(IR[219], (L["4.3"],)), one_place=(L["4.3"], (IR[219],)),
    unbet=(IR[210], ()), repeat=(IR[121], ()), no_more=(IR[210], ()), call=(IR[210], ()),
    null=NOT, again=NOT, collect=(IR[212], ()), lost=(L["6"], ()), order=(IR[212], ()),
    announce=(IR[212], ()), kept=(L["9"], ()), stay=(L["7.2"], (L["8.1-3"],)),
    void=(IR[24], ()), refund=(IR[24], ()), indicator=(IR[24], ()), lone=(IR[25], ()),
    gather=(IR[116], ()))

SHOE = ShoeLaw(
    shuffle=(L["2.1"], (L["1.1"],)), cut_offer=(L["2.1"], ()), cut=(L["2.1"], ()),
    house_cuts=(L["2.1"], ()), warning=(L["2.1-2"], (L["1.2"], IR[218])),
    load=(L["2.1-3"], (L["1.2"],)), burn=(L["2.2"], ()), last_coup=(L["3.1"], (IR[218],)),
    opened=(L["3.1"], ()))

COMBINATIONS = (
    L["annex.1"], L["annex.2"], L["annex.3"], L["annex.4"], L["annex.5"], L["annex.6"],
    L["annex.7"], L["annex.8"], L["annex.9"], L["annex.10"], L["annex.11"], L["annex.12"],
    L["annex.13"], L["annex.14"], L["annex.15"], L["annex.16"], L["annex.17"], L["annex.18"],
    L["annex.19"], L["annex.20"], L["annex.21"], L["annex.22"], L["annex.23"], L["annex.24"],
    L["annex.25"], L["annex.26"], L["annex.27"], L["annex.28"], L["annex.29"], L["annex.30"],
    L["annex.31"])
"""The rows of the list, from the highest combination to the lowest."""
