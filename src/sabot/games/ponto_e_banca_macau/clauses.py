"""The clause of each step of ponto e banca/Macau: Portaria n.º 217/2007, bacará ponto e
banca/Macau."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.baccarat.clauses import Law
from sabot.families.layout.values import NOT, Clauses
from sabot.families.shoe.shoe import ShoeLaw
from sabot.regulations import IR

L = law.Section("pt-217-2007/bacara-ponto-e-banca-macau")

CLAUSES = Clauses(
    open_bets=(L["11"], (L["10"], L["21"])), betting=(L["11-3"], (L["12-4"],)),
    sit=(L["2"], (L["12"], IR[195])), leave=(IR[195], ()), one_place=(IR[195], ()),
    unbet=(L["12-4"], ()), repeat=(IR[203], ()), no_more=(L["12-4"], ()),
    call=(L["13"], ()), null=NOT, again=NOT,
    collect=(L["1"], ()), lost=(L["17"], (L["1"],)),
    order=(L["17-2"], ()), announce=(L["17-2"], ()), kept=(L["17-2"], ()),
    stay=(L["18-2"], (IR[203],)),
    void=(IR[24], ()), refund=(IR[24], ()), indicator=(L["9-2"], ()), lone=(IR[25], ()),
    gather=(IR[198], ()))

SHOE = ShoeLaw(
    shuffle=(L["4"], (L["1-2"], L["7-2"])), cut_offer=(L["4-3"], (IR[198],)),
    cut=(L["4-2"], (L["4-3"], IR[198])), house_cuts=(L["4-4"], (L["4-2"],)),
    warning=(L["6"], (IR[197],)), load=(L["6-2"], ()), burn=(L["6-3"], ()),
    last_coup=(L["7"], (IR[197],)), opened=(L["7-2"], (IR[24],)), cut_card=(L["4-5"], ()))

LAW = Law(
    shoe=SHOE, packs=(L["1-2"], (L["4"],)),
    machine=(L["5"], (L["5.a"], L["5.b"], IR[205])), back=(L["5.c"], (IR[205],)),
    corner=(L["5.c"], (L["5.b"], IR[205])), start=(L["6-3"], ()), burn=(L["13-3"], (IR[205],)),
    renew=(L["3"], ()), invite=(L["11-3"], (L["11"],)), closed=(L["12-4"], ()),
    deal=(L["13"], (L["10"],)), uncover=(L["13-2"], ()), values=(L["9.a"], L["9.b"], L["9.c"]),
    natural=(L["13-5"], (L["9-2"], IR[199])), third=(L["13-4"], ()), draws=(L["13-5"], ()),
    stands=(L["13-5"], ()), against=(L["13-6"], ()), alone=(L["13-7"], (IR[199],)),
    natural_banca=(L["13-6"], (L["9-2"], IR[199])), face_up=(L["8"], (IR[202],)),
    slip=(L["14"], (IR[202],)), null=(L["14-2"], (IR[202],)), null_back=(L["14-2"], (IR[202],)),
    handles=(L["15"], (IR[201],)), equal=(L["15-2"], ()), declines=(L["15-3"], (IR[201],)),
    looks=(L["15-4"], (IR[201],)), third_alone=(L["15-5"], (L["15-4"],)), dealer=(L["16"], ()),
    scores=(L["16-2"], (L["9"], L["9-2"], IR[201])), wins=(L["17"], ()),
    tie=(L["18-2"], (IR[203],)),
    pair=(L["19"], (IR[206],)))
