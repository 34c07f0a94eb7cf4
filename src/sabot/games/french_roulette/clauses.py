"""The clause of each step of French roulette: Portaria n.º 217/2007, roleta francesa."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import Clauses
from sabot.families.roulette.coup import Wheel
from sabot.regulations import IR

L = law.Section("pt-217-2007/roleta-francesa")

CLAUSES = Clauses(
    open_bets=(L["16"], (L["16.a"], L["17"])), betting=(L["16"], (L["12-2"],)),
    sit=(IR[146], ()), leave=(IR[146], ()), one_place=(IR[146], ()), unbet=(L["12-2"], ()),
    repeat=(IR[121], ()), no_more=(L["12"], (L["12-2"],)), call=(L["16"], (L["1"], IR[140])),
    null=(L["14"], ()), again=(L["14-2"], (IR[118],)), collect=(L["20"], ()), lost=(L["20"], ()),
    order=(L["20-3"], (L["20-2"], L["18.a"], IR[120])), announce=(L["22"], (L["21"], IR[145])),
    kept=(L["18"], (IR[121],)), stay=(IR[121], ()), void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(L["15"], ()), exposure=(IR[123], ()), disturbed=(L["23"], ()), lone=(IR[148], ()))

WHEEL = Wheel(
    spin=(L["13"], (L["13-2"], L["11"], IR[143])), running=(L["12-2"], ()),
    number=(L["15"], (L["6"],)), mark=(L["15-2"], ()), change=(L["9-2"], (IR[122],)),
    replace=(L["10"], ()), relief=(L["25"], (IR[144],)), marks="rake")
