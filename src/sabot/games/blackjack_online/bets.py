"""Every bet of the game: within what limits, and what it wins."""

from __future__ import annotations

from typing import Any

from sabot.games.blackjack_online.rules import (
    BLACKJACK_PAYS,
    INSURANCE_PART,
    INSURANCE_PAYS,
    SPECIAL_PAYS,
    WIN_PAYS,
)
from sabot.law import Section, given
from sabot.procedure.table import Table

L = Section("pt-805-2015/blackjack-online")


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
