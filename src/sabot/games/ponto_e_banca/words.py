"""The words of ponto e banca."""

from __future__ import annotations

from sabot.families.baccarat.words import words

WORDS = words({
    "rule.tie": ("Limites: empate", "Limits: tie", "限額：和"),
    "rule.pair": ("Limites: pares", "Limits: pairs", "限額：對子"),
    "refused.barred.12-2": ("Em pé só se completa a aposta do lugar ao lado, e aí ele não tem "
                            "nenhuma.",
                            "Standing players may only add to the bet of the seat next to them, "
                            "which has no bet there.",
                            "企位博彩者只可在旁座的投注上加注，而旁座在該處並無投注。"),
    "refused.barred.12-3": ("Em pé não se aposta contra a marcação do lugar ao lado.",
                            "Standing players may not bet against the seat next to them.",
                            "企位博彩者不可作出與旁座相反的投注。"),
})
