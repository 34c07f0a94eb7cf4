"""Black Jack in Macau: Despacho 57/2009."""

from sabot.families.blackjack.declare import blackjack
from sabot.games.blackjack_macau.bets import catalogue
from sabot.games.blackjack_macau.felt import felt
from sabot.games.blackjack_macau.odds import advantage_notes
from sabot.games.blackjack_macau.rules import (
    BOOK,
    CHOICES,
    CONDUCT,
    CURRENCY,
    DEMONSTRATION,
    Rules,
    missing_choices,
    violations,
)
from sabot.games.blackjack_macau.words import ODDS, WORDS
from sabot.procedure.capabilities import OpenChoices

GAME = blackjack(
    BOOK,
    id="blackjack-macau",
    section="mo-57-2009/black-jack",
    names={"pt": "Black Jack (Macau)", "en": "Macau blackjack", "zh": "二十一點（澳門）"},
    rules=Rules,
    violations=violations,
    felt=felt,
    bets=catalogue,
    conduct=CONDUCT,
    words=WORDS,
    currency=CURRENCY,
    all_places=True,  # 3.2, IR 106
    odds_words=ODDS,
    choices=CHOICES,
    notes=advantage_notes,
    open_choices=OpenChoices(missing_choices, DEMONSTRATION),
)
