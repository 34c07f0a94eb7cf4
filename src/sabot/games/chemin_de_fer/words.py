"""The words of chemin de fer."""

from __future__ import annotations

from sabot.games.chemin_de_fer import words_asked, words_hand, words_play
from sabot.words import said

WORDS = {**said({**words_asked.WORDS, **words_hand.WORDS, **words_play.WORDS}),
         "keys": {**words_hand.KEYS, **words_play.KEYS}}
