"""The clause of each step of fantan; interpretations where no text was found."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.layout.values import NOT, Clauses
from sabot.regulations import IR

L = law.Section("mo-fantan/fantan")

CLAUSES = Clauses(
    open_bets=(L["178-89.6"], (L["178-89.7"], IR[333])), betting=(L["told.bets"], (IR[338],)),
    sit=(IR[339], ()), leave=(IR[339], ()), one_place=(IR[339], ()),
    unbet=(IR[338], ()), repeat=(IR[121], ()), no_more=(L["told.bets"], (IR[338],)),
    call=(L["58-2004.3.1"], (IR[334],)), null=(IR[341], ()), again=(IR[341], ()),
    collect=(IR[342], ()), lost=(IR[342], ()),
    order=(IR[342], ()), announce=(IR[342], ()),
    kept=(L["178-89.7"], (IR[121],)), stay=NOT, void=(IR[24], ()), refund=(IR[24], ()),
    indicator=(IR[24], ()), exposure=(IR[123], ()), lone=(IR[25], ()))
