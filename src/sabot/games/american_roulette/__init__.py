"""American roulette: Portaria n.º 217/2007, roleta americana."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.families.roulette.coup import coup
from sabot.families.roulette.spots import tint
from sabot.games.american_roulette.clauses import WHEEL
from sabot.games.american_roulette.felt import felt
from sabot.games.american_roulette.rules import (
    BOOK,
    CHOICES,
    CONDUCT,
    JOINED,
    Rules,
    chips,
    shared_limits,
    violations,
)
from sabot.games.american_roulette.words import WORDS

GAME = layout_game(
    BOOK,
    id="american-roulette",
    section="pt-217-2007/roleta-americana",
    names={"pt": "Roleta americana", "en": "American roulette", "zh": "美式輪盤"},
    rules=Rules,
    coup=partial(coup, BOOK, WHEEL),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    chances=chances(BOOK, first="straight", tint=tint, joined=JOINED[1:],
                    limits=shared_limits),
    choices=CHOICES,
    chips=chips,
)
