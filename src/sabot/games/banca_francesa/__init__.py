"""French bank: Portaria n.º 217/2007, banca francesa."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.games.banca_francesa.coup import coup
from sabot.games.banca_francesa.felt import felt
from sabot.games.banca_francesa.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.banca_francesa.words import WORDS

GAME = layout_game(
    BOOK,
    id="banca-francesa",
    section="pt-217-2007/banca-francesa",
    names={"pt": "Banca francesa", "en": "French bank", "zh": "法式骰"},
    rules=Rules,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    chances=chances(BOOK, first="small"),
)
