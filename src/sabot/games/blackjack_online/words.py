"""The words of online blackjack: those that it takes from the family, and its options."""

from __future__ import annotations

from sabot.families.blackjack.face.words import vocabulary

RULES = {
    "packs": ("Baralhos", "Packs", "紙牌副數"),
    "warning_card": ("Carta de aviso, do fim", "Warning card, from the end", "白咭距尾端張數"),
    "double_any": ("Dobrar com qualquer total", "Double on any total", "任何點數可加注"),
    "double_any_after_split": ("Também depois de desdobrar", "After a split too",
                               "分門後亦可加注"),
    "split_pairs_only": ("Desdobrar só pares", "Split pairs only", "只限對子分門"),
    "max_splits": ("Desdobramentos por lugar", "Splits per place", "每門分門次數上限"),
    "resplit_aces": ("Voltar a desdobrar ases", "Resplit aces", "A牌可再分門"),
    "insurance": ("Seguro", "Insurance", "保險投注"),
    "special_prizes": ("Prémio especial 3 a 1", "Special prize 3 to 1", "特別彩金1賠3"),
    "special_prize_on_split": ("Prémio também em mãos desdobradas",
                               "Special prize on split hands too", "分門後亦可得特別彩金"),
}

WORDS = vocabulary(
    ("sit", "leave", "bet", "clear", "deal", "hit", "stand", "double", "split", "surrender",
     "insure", "no-insurance", "even-money", "wait"),
    ("won", "lost", "tie", "blackjack", "bust", "surrendered", "even-money", "special", "stands"),
    RULES)
