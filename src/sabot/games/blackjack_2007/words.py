"""The words of the blackjack of 2007: those of the floors, and a call in the law's own."""

from __future__ import annotations

from sabot.families.blackjack.face.words import of_floor

WORDS = of_floor({  # 48-2: in these words
    "call.no-more-bets": ("Jogo feito, nada mais", "No more bets", "停止投注"),
})
