"""The words of ponto e banca/Macau."""

from __future__ import annotations

from sabot.families.baccarat.words import words

WORDS = words({
    "pt": {
        "rule.pairs_together": "Um só limite para os dois pares",
        "refused.barred.23": "Apostas no outro lado dependem da sua: fica até ao fim da jogada, e "
                             "não baixa do que elas pedem.",
    },
    "en": {
        "rule.pairs_together": "One limit for both pairs",
        "refused.barred.23": "Bets on the other side rest on yours: it stays until the coup is "
                             "decided, and does not shrink below what they need.",
    },
})
