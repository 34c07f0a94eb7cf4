"""The words of ponto e banca."""

from __future__ import annotations

from sabot.families.baccarat.words import words

WORDS = words({
    "pt": {
        "rule.tie": "Limites: empate", "rule.pair": "Limites: pares",
        "refused.barred.12-2": "Em pé só se completa a aposta do lugar ao lado, e aí ele não "
                               "tem nenhuma.",
        "refused.barred.12-3": "Em pé não se aposta contra a marcação do lugar ao lado.",
    },
    "en": {
        "rule.tie": "Limits: tie", "rule.pair": "Limits: pairs",
        "refused.barred.12-2": "Who stands only adds to the bet of the seat beside, which has "
                               "none there.",
        "refused.barred.12-3": "Who stands may not bet against the seat beside.",
    },
})
