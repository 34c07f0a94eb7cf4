"""The table as data: places, lettering and marks, in the language of the law."""

from __future__ import annotations

from typing import Any

from sabot.games.blackjack_online.rules import BLACKJACK_PAYS, INSURANCE_PAYS
from sabot.law import Section, given
from sabot.procedure.table import Table

L = Section("pt-805-2015/blackjack-online")

# Where the seven places stand: percent of the cloth's width and height, and the lean of the cards.
# Place 1 is at the croupier's left, so at the right of who looks at the table.
SEVEN = ((89.2, 58.6, -19), (80.6, 74.4, -10), (66.5, 85.5, -5), (50.0, 89.0, 0),
         (33.5, 85.5, 5), (19.4, 74.4, 10), (10.8, 58.6, 19))
CHOSEN = {1: (3,), 2: (2, 4), 3: (1, 3, 5), 4: (0, 2, 4, 6), 5: (0, 1, 3, 5, 6),
          6: (0, 1, 2, 4, 5, 6), 7: tuple(range(7))}


def felt(table: Table) -> dict[str, Any]:
    """Zones of the cloth (3-2, 4): places with a circle for the bet, the insurance mark, the
    indicator of the bank's results (4.a to 4.c)."""
    given(L["3-2"], L["4"], L["4.a"], L["4.c"])
    where = (SEVEN[i] for i in CHOSEN[table.places])
    zones: dict[str, Any] = {
        "shape": "arc",
        "cloth": "blackjack",
        "places": [{"place": str(n), "x": x, "y": y, "lean": lean, "law": L["4.a"]}
                   for n, (x, y, lean) in enumerate(where, start=1)],
        "lettering": [
            {"text": f"Blackjack paga {BLACKJACK_PAYS.win} a {BLACKJACK_PAYS.per}", "size": "large",
             "law": L["25.a"]},
            {"text": "A banca tira carta até 16 e fica a partir de 17", "size": "small",
             "law": L["17.b"]},
        ],
        "indicator": {"text": "Últimas da banca", "law": L["4.c"]},
        "shoe": True,
        "tray": True,
    }
    if table.rules.insurance:
        zones["band"] = {"text": f"Seguro paga {INSURANCE_PAYS.win} a {INSURANCE_PAYS.per}",
                         "law": L["4.a"]}
    return zones
