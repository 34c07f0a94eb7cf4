"""The table as data: places, lettering and marks, in the language of the law."""

from __future__ import annotations

from typing import Any

from sabot.families.blackjack.face.cloth import cloth
from sabot.games.blackjack_online.rules import BLACKJACK_PAYS, BOOK, INSURANCE_PAYS
from sabot.law import Section
from sabot.procedure.table import Table

L = Section("pt-805-2015/blackjack-online")


def felt(table: Table) -> dict[str, Any]:
    """Zones of the cloth (3-2, 4): places with a circle for the bet, the insurance mark, the
    indicator of the bank's results (4.a to 4.c)."""
    band = {"text": f"Seguro paga {INSURANCE_PAYS.win} a {INSURANCE_PAYS.per}", "law": L["4.a"]}
    return cloth(
        BOOK, table, place_law=L["4.a"], laws=(L["3-2"], L["4"], L["4.c"]),
        lettering=[
            {"text": f"Blackjack paga {BLACKJACK_PAYS.win} a {BLACKJACK_PAYS.per}",
             "size": "large", "law": L["25.a"]},
            {"text": "A banca tira carta até 16 e fica a partir de 17", "size": "small",
             "law": L["17.b"]}],
        band=band if table.rules.insurance else None)
