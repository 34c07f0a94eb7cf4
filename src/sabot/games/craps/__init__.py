"""Craps: Portaria n.º 217/2007, craps."""

from __future__ import annotations

from sabot.families.layout.declare import chances
from sabot.families.layout.game import layout_game
from sabot.games.craps.coup import coup
from sabot.games.craps.felt import felt
from sabot.games.craps.hands import LAST_PLAY
from sabot.games.craps.rules import (
    BOOK,
    CALLS,
    CHOICES,
    CONDUCT,
    Rules,
    required_bet,
    violations,
)
from sabot.games.craps.words import WORDS

GAME = layout_game(
    BOOK,
    id="craps",
    section="pt-217-2007/craps",
    names={"pt": "Craps", "en": "Craps", "zh": "花旗骰"},
    rules=Rules,
    coup=coup,
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    calls=CALLS,
    state="point",
    chances=chances(BOOK, first="pass", state="point", beside=required_bet),
    choices=CHOICES,
    last_play=LAST_PLAY,
)
