"""The clause of each step of American roulette: Portaria n.º 217/2007, roleta americana."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import Clauses
from sabot.families.roulette.coup import Wheel
from sabot.regulations import IR

L = law.Section("pt-217-2007/roleta-americana")

CLAUSES = Clauses(
    open_bets=(L["24"], (L["24.a"], L["26"])), betting=(L["24"], (L["20-2"],)),
    sit=(L["13"], (L["8"], L["8-2"], L["12"], IR[147])), leave=(L["15"], ()),
    one_place=(L["8-2"], ()), unbet=(L["20-2"], ()), repeat=(IR[121], ()),
    no_more=(L["20"], (L["20-2"],)), call=(L["24"], (L["1"], IR[140])), null=(L["22"], ()),
    again=(L["22-2"], (IR[118],)), collect=(L["29"], ()), lost=(L["29"], ()),
    order=(L["29-3"], (L["29-2"], L["30"], L["27.a"], IR[120])),
    announce=(L["30-2"], (L["30-3"],)), kept=(L["27"], (IR[121],)), stay=(IR[121], ()),
    void=(IR[24], ()), refund=(IR[24], ()), indicator=(L["23"], ()), exposure=(IR[123], ()),
    value=(L["9-2"], (L["13"], L["14"], IR[147])), posted=(L["9-2"], ()),
    idle=(L["12-2"], (IR[119], IR[141])), waits=(L["12-2"], (IR[119],)), disturbed=(L["31"], ()),
    lone=(IR[148], ()))

WHEEL = Wheel(
    spin=(L["21"], (L["21-2"], L["19"], IR[143])), running=(L["20-2"], ()),
    number=(L["23"], (L["6"], IR[130])), mark=(L["23-2"], ()), change=(L["17-2"], (IR[122],)),
    replace=(L["18"], ()), relief=(L["33"], (IR[144],)))
