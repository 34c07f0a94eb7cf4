"""The words of American roulette."""

from __future__ import annotations

from sabot.families.roulette.words import of_roulette

WORDS = of_roulette()
