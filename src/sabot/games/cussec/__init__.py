"""Cussec: Portaria n.º 217/2007, cussec."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.games.cussec.coup import coup
from sabot.games.cussec.felt import felt
from sabot.games.cussec.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.cussec.words import WORDS

GAME = layout_game(
    BOOK,
    id="cussec",
    section="pt-217-2007/cussec",
    names={"pt": "Cussec", "en": "Cussec", "zh": "骰寶"},
    rules=Rules,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    chances=chances(BOOK, first="small"),
)
