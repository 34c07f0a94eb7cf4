"""The clauses that the families need; the other clauses are cited where they apply."""

from __future__ import annotations

from functools import cache

from sabot import regulations as law
from sabot.families.jackpot.pool import PoolLaw
from sabot.families.shoe.shoe import ShoeLaw
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-sem-descarte")

Cite = tuple[str, tuple[str, ...]]

COMBINATION = {
    "royal": L["6.a"], "straight-flush": L["6.b"], "four": L["6.c"], "full": L["6.d"],
    "flush": L["6.e"], "straight": L["6.f"], "three": L["6.g"], "two-pair": L["6.h"],
    "pair": L["6.i"], "high": L["6.j"],
}
"""The clause that defines each combination and its prize."""

TIE_BREAK: dict[str, tuple[str, ...]] = {
    "four": (L["7.a"],), "full": (L["7.b"],), "straight": (L["7.c"],),
    "straight-flush": (L["7.c"],), "royal": (L["7.c"],), "flush": (L["7.d"], IR[149]),
    "three": (L["7.e"],), "two-pair": (L["7.f"],), "pair": (L["7.g"], IR[163]), "high": (L["6.j"],),
}
"""The clauses that decide between two hands of the same combination."""


@cache
def pack_law(shuffler: bool) -> ShoeLaw:
    """The clause of each moment of the pack; with an automatic shuffler it is not cut (16.a)."""
    machine = (IR[184],) if shuffler else ()
    return ShoeLaw(
        shuffle=(L["16-2"], (L["1"], *((L["16.a"],) if shuffler else ()), IR[134])),
        cut_offer=(L["16-3"], ()), cut=(L["16-3"], ()), house_cuts=(L["16-3"], ()),
        warning=("", ()), load=("", ()), burn=(L["16-3"], machine), last_coup=("", ()),
        opened=(IR[189], ()))


POOL = PoolLaw(
    collect=(L["4.a"], (L["4"], L["16-7"], L["3"])), marker=(L["4.b-2"], ()),
    rate=(L["3-3"], (L["8"],)), start=(L["10"], (IR[187],)), top_up=(IR[187], (L["10"],)),
    prize=lambda _: (L["9"], (IR[187],)), order=(L["12.a"], (L["12"],)),
    remainder=(L["12.a"], (L["12"],)), divide=(L["12.c"], (L["12"], IR[187])),
    divide_pool=(L["12.b"], (L["12"], IR[187])))
BY_HAND = POOL._replace(collect=(L["4.b"], (L["4"], L["16-7"], L["3"])))
"""The same, with chips collected and the display changed by hand (4.b)."""
