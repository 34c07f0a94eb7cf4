"""Hold’em: Portaria n.º 217/2007, póquer não bancado 1 to 94."""

from __future__ import annotations

from sabot.families.pokertable.declare import game
from sabot.games.holdem.felt import felt
from sabot.games.holdem.rules import VARIANT, violations
from sabot.games.holdem.words import WORDS

GAME = game(VARIANT, violations=violations, felt=felt, words=WORDS)
