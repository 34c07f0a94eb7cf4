"""The layout as it is drawn: up to seven boxes with two spaces, and the jackpot slot (2, 3)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sabot import regulations as law
from sabot.families.blackjack.face.cloth import arc_places
from sabot.games.no_draw_poker.rules import CARDS, PAYS
from sabot.procedure.felt import ArcFelt
from sabot.procedure.felt.arc import ArcPlace, JackpotSlot, Lettering, SideSpot
from sabot.procedure.felt.parts import Decision, Printed
from sabot.procedure.table import Table
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-sem-descarte")

SHORT = {"royal": "Real", "straight-flush": "Seq. de cor", "four": "Póquer", "full": "Full",
         "flush": "Cor", "straight": "Sequência", "three": "Trio", "two-pair": "Dois pares",
         "pair": "Par"}
"""The combinations that pay the second bet, in the short form of the layout."""
UP = 3.5
"""How much nearer to the bank the boxes are than at blackjack, in hundredths of the height: the
spaces are in front of them."""


def felt(table: Table) -> ArcFelt:
    """The layout of a table; measures and shape are those of blackjack/21 (2)."""
    jackpot = table.rules.jackpot
    cite_clause(L["2"], *((L["3"],) if jackpot else ()))
    spots = [SideSpot(spot="second", law=L["17-7"], needs=L["17-2"], text="×2", later=True)]
    slot: JackpotSlot | UnsetType = UNSET
    if jackpot is not None:
        spots.append(SideSpot(spot="jackpot", law=L["16-5"], needs=L["16-5"], text="J"))
        slot = JackpotSlot(text="Prémio acumulado", chip=jackpot.chip, start=jackpot.start,
                           pool=jackpot.pool, law=L["10"])
    return ArcFelt(
        cloth="poker",
        places=tuple(ArcPlace(place=str(n), x=round(50 + (x - 50) * .96, 1), y=round(y - UP, 1),
                              lean=lean, law=L["2"])
                     for n, (x, y, lean) in enumerate(arc_places(table.places), start=1)),
        lettering=(
            Lettering(text="Póquer sem descarte", size="large", law=L["1"]),
            Lettering(text="A banca só vai a jogo com um ás e um rei, ou uma combinação superior",
                      size="small", law=L["18-2"])),
        band=Printed(text=" · ".join(f"{name} {PAYS[key].win}" for key, name in SHORT.items()),
                     law=L["18-4"]),
        indicator=Printed(text="Últimas da banca", law=IR[24]),
        shoe="batch" if table.rules.shuffler else "pack", tray=True, hand=CARDS,
        decisions=(Decision(act="call", law=L["17-2"]), Decision(act="pass", law=L["17-2"])),
        discard=Printed(text="Descarte", law=L["16-3"]), spots=tuple(spots), jackpot=slot)
