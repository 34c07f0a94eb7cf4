"""Fantan of Macau: counters under a cover, counted off in fours."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.games.fantan.coup import coup
from sabot.games.fantan.felt import felt
from sabot.games.fantan.rules import BOOK, CHOICES, CONDUCT, CURRENCY, Rules, violations
from sabot.games.fantan.words import ODDS, WORDS

GAME = layout_game(
    BOOK,
    id="fantan",
    section="mo-fantan/fantan",
    names={"pt": "Fantan", "en": "Fantan", "zh": "番攤"},
    rules=Rules,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    currency=CURRENCY,
    chances=chances(BOOK, first="kuoc", words=ODDS),
    choices=CHOICES,
)
