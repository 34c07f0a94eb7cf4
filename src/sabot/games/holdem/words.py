"""The words of Hold’em."""

from __future__ import annotations

from sabot.families.pokertable.words import words
from sabot.games.holdem.rules import VARIANT

WORDS = words(VARIANT)
