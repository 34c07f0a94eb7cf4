"""French roulette: Portaria n.º 217/2007, roleta francesa."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.families.roulette.coup import coup
from sabot.families.roulette.spots import colour
from sabot.games.french_roulette.clauses import WHEEL
from sabot.games.french_roulette.felt import felt
from sabot.games.french_roulette.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.french_roulette.words import WORDS

GAME = layout_game(
    BOOK,
    id="french-roulette",
    section="pt-217-2007/roleta-francesa",
    names={"pt": "Roleta francesa", "en": "French roulette", "zh": "法式輪盤"},
    rules=Rules,
    coup=partial(coup, BOOK, WHEEL),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    chances=chances(BOOK, first="straight", tint=lambda cloth, fell: colour(cloth, fell[0])),
)
