"""The words of online blackjack: what it has of the family's, and the names of its choices."""

from __future__ import annotations

from sabot.families.blackjack.words import vocabulary

RULES = {
    "pt": {
        "packs": "Baralhos", "warning_card": "Carta de aviso, do fim",
        "double_any": "Dobrar com qualquer total",
        "double_any_after_split": "Também depois de desdobrar",
        "split_pairs_only": "Desdobrar só pares", "max_splits": "Desdobramentos por lugar",
        "resplit_aces": "Voltar a desdobrar ases", "insurance": "Seguro",
        "special_prizes": "Prémio especial 3 a 1",
        "special_prize_on_split": "Prémio também em mãos desdobradas",
    },
    "en": {
        "packs": "Packs", "warning_card": "Warning card, from the end",
        "double_any": "Double on any total", "double_any_after_split": "After a split too",
        "split_pairs_only": "Split pairs only", "max_splits": "Splits for each place",
        "resplit_aces": "Split aces again", "insurance": "Insurance",
        "special_prizes": "Special prize 3 to 1",
        "special_prize_on_split": "Prize on split hands too",
    },
}

WORDS = vocabulary(
    ("sit", "leave", "bet", "clear", "deal", "hit", "stand", "double", "split", "surrender",
     "insure", "no-insurance", "even-money", "wait"),
    ("won", "lost", "tie", "blackjack", "bust", "surrendered", "even-money", "special", "stands"),
    RULES)
