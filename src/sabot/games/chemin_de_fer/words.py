"""The words of chemin de fer."""

from __future__ import annotations

from sabot.games.chemin_de_fer import words_asked, words_hand, words_play
from sabot.procedure.act_letters import lettered
from sabot.words import said

WORDS = lettered(said({**words_asked.WORDS, **words_hand.WORDS, **words_play.WORDS}),
                 "chemin-de-fer")
