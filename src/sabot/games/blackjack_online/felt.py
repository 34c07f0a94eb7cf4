"""The table as data: places, lettering and marks, in the language of the law."""

from __future__ import annotations

from msgspec import UNSET

from sabot.families.blackjack.face.cloth import cloth
from sabot.games.blackjack_online.rules import BLACKJACK_PAYS, BOOK, INSURANCE_PAYS
from sabot.procedure.felt import ArcFelt
from sabot.procedure.felt.arc import Lettering
from sabot.procedure.felt.parts import Printed
from sabot.procedure.table import Table
from sabot.regulations import Section

L = Section("pt-805-2015/blackjack-online")


def felt(table: Table) -> ArcFelt:
    """Zones of the layout (3-2, 4): places with a circle for the bet, the insurance mark, the
    indicator of the bank's results (4.a to 4.c)."""
    band = Printed(text=f"Seguro paga {INSURANCE_PAYS.win} a {INSURANCE_PAYS.per}", law=L["4.a"])
    return cloth(
        BOOK, table, place_law=L["4.a"], laws=(L["3-2"], L["4"], L["4.c"]),
        lettering=(
            Lettering(text=f"Blackjack paga {BLACKJACK_PAYS.win} a {BLACKJACK_PAYS.per}",
                      size="large", law=L["25.a"]),
            Lettering(text="A banca tira carta até 16 e fica a partir de 17", size="small",
                      law=L["17.b"])),
        band=band if table.rules.insurance else UNSET)
