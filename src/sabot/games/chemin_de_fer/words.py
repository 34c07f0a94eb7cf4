"""The words of chemin de fer."""

from __future__ import annotations

from sabot.games.chemin_de_fer import words_asked, words_hand, words_play
from sabot.procedure.act_letters import with_letters
from sabot.words import by_language

WORDS = with_letters(by_language({**words_asked.WORDS, **words_hand.WORDS, **words_play.WORDS}),
                     "chemin-de-fer")
