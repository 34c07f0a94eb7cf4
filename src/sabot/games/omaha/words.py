"""The words of Omaha."""

from __future__ import annotations

from sabot.families.pokertable.words import words
from sabot.games.omaha.rules import VARIANT

WORDS = words(VARIANT)
