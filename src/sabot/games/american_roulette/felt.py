"""The cloth of American roulette, its wheel, and the board that shows what each colour is worth."""

from __future__ import annotations

from typing import Any

from sabot.families.layout.cloth import Cloth
from sabot.families.layout.felt import seats
from sabot.families.roulette.felt import roulette
from sabot.families.roulette.spots import RED
from sabot.games.american_roulette.spots import WHEELS
from sabot.law import Section, given

L = Section("pt-217-2007/roleta-americana")

ORDERS = {"french": L["2.a"], "american": L["2.b"]}


def felt(cloth: Cloth, wheel: str, places: int) -> dict[str, Any]:
    """Zones of the cloth: the chances (24), with the French order also series and neighbours (25),
    as many places as there are colours (8), their values (9), the marker (23).
    """
    given(L["24"], L["8"], L["9"], L["23-2"], ORDERS[wheel])
    return roulette(cloth, WHEELS[wheel], RED, places=seats(places, L["8"]), values=True,
                    laws={"wheel": ORDERS[wheel], "values": L["9"], "marker": L["23-2"]})
