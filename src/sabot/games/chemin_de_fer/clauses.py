"""The clauses that the shared code of the shoe cites at chemin de fer."""

from __future__ import annotations

from functools import lru_cache

from sabot import regulations as law
from sabot.families.shoe.shoe import ShoeLaw

L = law.Section("pt-217-2007/chemin-de-fer")


@lru_cache
def shoe_law() -> ShoeLaw:
    """The clause of each step with the shoe."""
    return ShoeLaw(
        shuffle=(L["12-2"], (L["12-3"],)), cut_offer=(L["27"], (L["27-2"],)),
        cut=(L["13"], (L["13-2"],)), house_cuts=(L["28"], ()), warning=(L["13-3"], ()),
        load=(L["13-4"], ()),
        burn=(L["13-4"], ()), last_coup=(L["14"], (L["14-3"], L["96.c-11"])),
        opened=(L["14-2"], ()))
