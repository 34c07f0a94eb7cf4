"""The words of ponto e banca/Macau."""

from __future__ import annotations

from sabot.families.baccarat.words import words

WORDS = words({
    "rule.pairs_together": ("Um só limite para os dois pares", "One limit for both pairs",
                            "兩項對子共用一個限額"),
    "refused.barred.23": ("Apostas no outro lado dependem da sua: fica até ao fim da jogada, e "
                          "não baixa do que elas pedem.",
                          "Bets on the other side depend on yours: it stays until the round is "
                          "decided, and cannot go below what they need.",
                          "另一方的投注以您的投注為依據：在此局定出勝負前須予保留，且不可減至少於"
                          "所需金額。"),
})
