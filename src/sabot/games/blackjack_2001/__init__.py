"""Blackjack/21: Portaria n.º 1364/2001, in force until 2007."""

from sabot.families.blackjack.declare import blackjack
from sabot.families.blackjack.rules.complaint import before_return
from sabot.games.blackjack_2001.bets import catalogue
from sabot.games.blackjack_2001.felt import felt
from sabot.games.blackjack_2001.rules import BOOK, CHOICES, CONDUCT, Rules, violations
from sabot.games.blackjack_2001.words import WORDS
from sabot.procedure.capabilities import Trial

GAME = blackjack(
    BOOK,
    id="blackjack-2001",
    section="pt-1364-2001/blackjack",
    names={"pt": "Blackjack/21 (2001)", "en": "Blackjack 2001", "zh": "二十一點（2001）"},
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
