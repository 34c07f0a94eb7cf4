"""Omaha: Portaria n.º 217/2007, póquer não bancado 1 to 91."""

from __future__ import annotations

from sabot.families.pokertable.declare import game
from sabot.games.omaha.felt import felt
from sabot.games.omaha.rules import VARIANT, violations
from sabot.games.omaha.words import WORDS

GAME = game(VARIANT, violations=violations, felt=felt, words=WORDS)
