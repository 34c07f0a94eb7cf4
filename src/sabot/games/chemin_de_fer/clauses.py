"""The clauses for what chemin de fer tells in the words of a family; others stand where told."""

from __future__ import annotations

from functools import lru_cache

from sabot import law
from sabot.families.shoe.shoe import ShoeLaw

L = law.Section("pt-217-2007/chemin-de-fer")


@lru_cache
def packs_law() -> ShoeLaw:
    """Who orders each moment of the shoe."""
    return ShoeLaw(
        shuffle=(L["12-2"], (L["12-3"],)), cut_offer=(L["27"], (L["27-2"],)),
        cut=(L["13"], (L["13-2"],)), house_cuts=(L["28"], ()), warning=(L["13-3"], ()),
        load=(L["13-4"], ()),
        burn=(L["13-4"], ()), last_coup=(L["14"], (L["14-3"], L["96.c-11"])),
        opened=(L["14-2"], ()))
