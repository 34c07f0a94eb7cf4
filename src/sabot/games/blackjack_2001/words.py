"""The words of the blackjack of 2001: those of casino floors."""

from __future__ import annotations

from sabot.families.blackjack.face.words import land_based_vocabulary

WORDS = land_based_vocabulary()
