"""The words of the blackjack of 2001: what it has of the family's, and the names of its choices."""

from __future__ import annotations

from sabot.families.blackjack.words import vocabulary

RULES = {
    "pt": {
        "packs": "Baralhos", "shuffler": "Baralhador automático",
        "lid_every": "Jogadas entre devoluções ao baralhador",
        "replace_damaged_only": "Substituir só a carta danificada",
        "jackpot": "Prémio acumulado", "standing_bets": "Apostas de quem não tem lugar",
        "resplit_aces": "Voltar a desdobrar ases",
        "special_prize_on_split": "Prémio também em mãos desdobradas",
    },
    "en": {
        "packs": "Packs", "shuffler": "Automatic shuffler",
        "lid_every": "Coups between returns to the shuffler",
        "replace_damaged_only": "Replace the damaged card only", "jackpot": "Jackpot",
        "standing_bets": "Bets of people without a place", "resplit_aces": "Split aces again",
        "special_prize_on_split": "Prize on split hands too",
    },
}

WORDS = vocabulary(
    ("cut", "no-cut", "sit", "leave", "bet", "clear", "deal", "hit", "stand", "double",
     "split", "follow", "no-follow", "surrender", "play-on", "insure", "no-insurance",
     "even-money", "wait"),
    ("won", "lost", "tie", "blackjack", "bust", "surrendered", "even-money", "special",
     "stands", "jackpot"),
    RULES)
