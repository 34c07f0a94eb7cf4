"""The words of the blackjack of 2007: those of casino floors, and one call in the law's own words.
"""

from __future__ import annotations

from sabot.families.blackjack.face.words import land_based_vocabulary

WORDS = land_based_vocabulary({  # the wording of 48-2
    "call.no-more-bets": ("Jogo feito, nada mais", "No more bets", "停止投注"),
})
