"""Blackjack/21: Portaria n.º 217/2007."""

from sabot.families.blackjack.declare import blackjack
from sabot.families.blackjack.rules.complaint import before_return
from sabot.games.blackjack_2007.bets import catalogue
from sabot.games.blackjack_2007.felt import felt
from sabot.games.blackjack_2007.rules import BOOK, CHOICES, CONDUCT, Rules, violations
from sabot.games.blackjack_2007.words import WORDS
from sabot.procedure.capabilities import Trial

GAME = blackjack(
    BOOK,
    id="blackjack-2007",
    section="pt-217-2007/blackjack",
    names={"pt": "Blackjack/21", "en": "Blackjack 2007", "zh": "二十一點（葡萄牙）"},
    rules=Rules,
    violations=violations,
    felt=felt,
    bets=catalogue,
    conduct=CONDUCT,
    words=WORDS,
    choices=CHOICES,
    put_away=lambda carry: carry.loaded,
    complaint_open=before_return,
    trial=Trial(begin=2_560),  # walks that take rare acts early
)
