"""The words of the blackjack of 2001: those of the floors."""

from __future__ import annotations

from sabot.families.blackjack.face.words import of_floor

WORDS = of_floor()
