"""The words of Synthetic poker."""

from __future__ import annotations

from sabot.families.pokertable.words import words
from sabot.games.sintetico.rules import VARIANT

WORDS = words(VARIANT)
