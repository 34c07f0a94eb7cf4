"""The words of chemin de fer, in Portuguese and English."""

from __future__ import annotations

from sabot.games.chemin_de_fer import words_asked, words_hand, words_play

WORDS = {
    **{lang: {**words_asked.WORDS[lang], **words_hand.WORDS[lang], **words_play.WORDS[lang]}
       for lang in ("pt", "en")},
    "keys": {**words_hand.KEYS, **words_play.KEYS},
}
