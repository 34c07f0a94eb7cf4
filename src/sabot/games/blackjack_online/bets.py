"""Every bet of the game: where it is placed, when, within what limits, and what it wins."""

from __future__ import annotations

from typing import Any

from sabot.games.blackjack_online.rules import (
    BLACKJACK_PAYS,
    INSURANCE_PART,
    INSURANCE_PAYS,
    SPECIAL_PAYS,
    WIN_PAYS,
)
from sabot.law import IR, Section, given
from sabot.procedure import Offer
from sabot.procedure.table import Table

L = Section("pt-805-2015/blackjack-online")


def main_bet(table: Table, place: str, player: str) -> Offer:
    """The initial bet of a place (9, 10): from the minimum to the maximum, in the table's unit."""
    return Offer(act="bet", seat=place, player=player, low=table.minimum, high=table.maximum,
                 unit=table.unit, law=L["9"], also=(L["10"], L["2.b"], L["2.c"], IR[13]),
                 limit_law=L["9"], unit_law=IR[8])


def insurance(place: str, player: str, initial: int) -> Offer:
    """The insurance of a place (15.f): any whole cents up to half of the initial bet."""
    return Offer(act="insure", seat=place, player=player, low=1, high=initial // INSURANCE_PART,
                 unit=1, law=L["15.f"], also=(IR[10],), limit_law=L["15.f"], unit_law=IR[8])


def catalogue(table: Table) -> list[dict[str, Any]]:
    """The bets of a table as plain data, for the rules page and the API."""
    bets: list[dict[str, Any]] = [{
        "bet": "main", "law": L["9"], "minimum": table.minimum, "maximum": table.maximum,
        "unit": table.unit,
        "pays": [
            {"for": "blackjack", "odds": str(BLACKJACK_PAYS), "law": L["25.a"]},
            {"for": "win", "odds": str(WIN_PAYS), "law": L["25.c"]},
            {"for": "tie", "odds": "0:1", "law": L["25.h"]},
        ],
    }]
    if table.rules.special_prizes:
        bets[0]["pays"].append(
            {"for": "special", "odds": str(SPECIAL_PAYS), "law": L["25.i"]})
    if table.rules.insurance:
        bets.append({
            "bet": "insurance", "law": L["15.f"], "minimum": 1,
            "maximum": table.maximum // INSURANCE_PART, "unit": 1,
            "pays": [{"for": "bank blackjack", "odds": str(INSURANCE_PAYS), "law": L["25.f"]}],
        })
    given(L["32"], *(bet["law"] for bet in bets),
          *(prize["law"] for bet in bets for prize in bet["pays"]))
    return bets
