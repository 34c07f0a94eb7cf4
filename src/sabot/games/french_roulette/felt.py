"""The cloth of French roulette and its wheel."""

from __future__ import annotations

from typing import Any

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import seats
from sabot.families.roulette.felt import roulette
from sabot.families.roulette.spots import FRENCH, RED
from sabot.law import Section, given

L = Section("pt-217-2007/roleta-francesa")


def felt(cloth: Cloth, places: int) -> dict[str, Any]:
    """Zones of the cloth: the chances (16), the wheel in its one order (2), and the number that the
    croupier marks with the rake (15).
    """
    given(L["16"], L["2"], L["15-2"])
    return roulette(cloth, FRENCH, RED, places=seats(places, L["16"]), values=False,
                    marks="rake", laws={"wheel": L["2"], "values": "", "marker": L["15-2"]})
