"""The layout: six or more places, the insurance line, the spots of the additional bets."""

from __future__ import annotations

from sabot.families.blackjack.face.cloth import cloth
from sabot.games.blackjack_macau.rules import BLACKJACK_PAYS, BOOK, INSURANCE_PAYS
from sabot.procedure.felt import ArcFelt
from sabot.procedure.felt.arc import Lettering
from sabot.procedure.felt.parts import Printed
from sabot.procedure.table import Table
from sabot.regulations import Section

L = Section("mo-57-2009/black-jack")


def felt(table: Table) -> ArcFelt:
    """Zones of the layout (1.1), in both languages of the law: places, insurance (12), additional
    bets (13)."""
    draws = "A banca tira com 16 e com 17 suave · 軟牌十七點博牌" \
        if table.rules.hit_soft_17 else "A banca tira com 16 e fica com 17 · 十七點不博牌"
    wins, safe = BLACKJACK_PAYS, INSURANCE_PAYS
    return cloth(
        BOOK, table, place_law=L["3.1"], laws=(L["1.1"], L["6.1"], L["12.1"]),
        lettering=(
            Lettering(text=f"Black Jack paga {wins.win} a {wins.per} · {wins.per}賠{wins.win}",
                      size="large", law=L["10.2"]),
            Lettering(text=draws, size="small", law=L["6.1"])),
        band=Printed(text=f"Seguro {safe.win} a {safe.per} · 保險{safe.per}賠{safe.win}",
                     law=L["12.1"]))
