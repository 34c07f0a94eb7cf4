"""Synthetic poker, *póquer sintético*: Portaria n.º 217/2007, póquer não bancado 1 to 71,
95 to 112."""

from __future__ import annotations

from sabot.families.pokertable.declare import game
from sabot.games.sintetico.felt import felt
from sabot.games.sintetico.rules import VARIANT, violations
from sabot.games.sintetico.words import WORDS

GAME = game(VARIANT, violations=violations, felt=felt, words=WORDS)
