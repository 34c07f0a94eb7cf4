"""Two coins: a game of its own package, for those who write theirs."""

from __future__ import annotations

from functools import partial

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from two_coins.coup import coup
from two_coins.felt import felt
from two_coins.rules import BOOK, CONDUCT, Rules, violations
from two_coins.words import ODDS, WORDS

GAME = layout_game(
    BOOK,
    id="two-coins",
    section="xx-two-coins/two-coins",
    names={"pt": "Duas moedas", "en": "Two coins", "zh": "擲雙幣"},
    rules=Rules,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    chances=chances(BOOK, first="heads", words=ODDS),
)
