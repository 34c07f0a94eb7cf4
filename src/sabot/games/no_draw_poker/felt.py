"""The cloth: up to seven numbered boxes of two spaces, and the slot of the jackpot (2, 3)."""

from __future__ import annotations

from typing import Any

from sabot import law
from sabot.families.blackjack.face.cloth import arc
from sabot.games.no_draw_poker.rules import CARDS, PAYS
from sabot.law import IR, given
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/poquer-sem-descarte")

SHORT = {"royal": "Real", "straight-flush": "Seq. de cor", "four": "Póquer", "full": "Full",
         "flush": "Cor", "straight": "Sequência", "three": "Trio", "two-pair": "Dois pares",
         "pair": "Par"}
"""What the second bet pays, as short as on a cloth."""
UP = 3.5
"""The boxes stand so much nearer to the bank, in hundredths of the height: spaces lie before them.
"""


def felt(table: Table) -> dict[str, Any]:
    """Measures and shape are those of blackjack/21 (2)."""
    jackpot = table.rules.jackpot
    given(L["2"], *((L["3"],) if jackpot else ()))
    spots = [{"spot": "second", "law": L["17-7"], "needs": L["17-2"], "text": "×2", "later": True}]
    zones: dict[str, Any] = {
        "shape": "arc", "cloth": "poker",
        "places": [{"place": str(n), "x": round(50 + (x - 50) * .96, 1), "y": round(y - UP, 1),
                    "lean": lean, "law": L["2"]}
                   for n, (x, y, lean) in enumerate(arc(table.places), start=1)],
        "lettering": [
            {"text": "Póquer sem descarte", "size": "large", "law": L["1"]},
            {"text": "A banca só vai a jogo com um ás e um rei, ou uma combinação superior",
             "size": "small", "law": L["18-2"]}],
        "band": {"text": " · ".join(f"{name} {PAYS[key].win}" for key, name in SHORT.items()),
                 "law": L["18-4"]},
        "indicator": {"text": "Últimas da banca", "law": IR[24]},
        "shoe": "batch" if table.rules.shuffler else "pack", "tray": True, "hand": CARDS,
        "decisions": [{"act": "call", "law": L["17-2"]}, {"act": "pass", "law": L["17-2"]}],
        "discard": {"text": "Descarte", "law": L["16-3"]}, "spots": spots,
    }
    if jackpot is not None:
        spots.append({"spot": "jackpot", "law": L["16-5"], "needs": L["16-5"], "text": "J"})
        zones["jackpot"] = {"text": "Prémio acumulado", "chip": jackpot.chip,
                            "start": jackpot.start, "pool": jackpot.pool, "law": L["10"]}
    return zones
