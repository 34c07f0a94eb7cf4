"""The layout: six or seven numbered places, the insurance line, the slot of the jackpot."""

from __future__ import annotations

from sabot.families.blackjack.face.cloth import cloth
from sabot.games.blackjack_2007.rules import BLACKJACK_PAYS, BOOK, INSURANCE_PAYS
from sabot.procedure.felt import ArcFelt
from sabot.procedure.felt.arc import Lettering
from sabot.procedure.felt.parts import Printed
from sabot.procedure.table import Table
from sabot.regulations import Section

L = Section("pt-217-2007/blackjack")


def felt(table: Table) -> ArcFelt:
    """Zones of the layout: numbered places (2), the insurance line (33), and a jackpot where the
    house has one (38, 39)."""
    return cloth(
        BOOK, table, place_law=L["2"],
        laws=(L["2"], L["33"], *((L["38"], L["39"]) if table.rules.jackpot else ())),
        lettering=(
            Lettering(text=f"Blackjack paga {BLACKJACK_PAYS.win} a {BLACKJACK_PAYS.per}",
                      size="large", law=L["21"]),
            Lettering(text="A banca tira carta até 16 e fica a partir de 17", size="small",
                      law=L["19-3"])),
        band=Printed(text=f"Seguro paga {INSURANCE_PAYS.win} a {INSURANCE_PAYS.per}",
                     law=L["33"]))
