"""Blackjack/21 Online: Regulamento n.º 805/2015."""

from sabot.families.blackjack.declare import blackjack
from sabot.games.blackjack_online.bets import catalogue
from sabot.games.blackjack_online.felt import felt
from sabot.games.blackjack_online.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.blackjack_online.words import WORDS
from sabot.procedure.capabilities import Trial

GAME = blackjack(
    BOOK,
    id="blackjack-online",
    section="pt-805-2015/blackjack-online",
    names={"pt": "Blackjack/21 Online", "en": "Online blackjack", "zh": "網上二十一點"},
    rules=Rules,
    violations=violations,
    felt=felt,
    bets=catalogue,
    conduct=CONDUCT,
    words=WORDS,
    steps_bound=4_000,  # eight packs, every card split or drawn: under 3,000
    trial=Trial(begin=2_560),  # walks that take rare acts early
)
