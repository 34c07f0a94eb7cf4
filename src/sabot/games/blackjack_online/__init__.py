"""Blackjack/21 Online: Regulamento n.º 805/2015."""

from functools import partial

from sabot.families.blackjack import Carry, banked, coup, label, opening, reopen, shown
from sabot.families.blackjack.odds import price
from sabot.games.blackjack_online.bets import catalogue
from sabot.games.blackjack_online.felt import felt
from sabot.games.blackjack_online.rules import BOOK, CONDUCT, Rules, violations
from sabot.games.blackjack_online.words import WORDS
from sabot.procedure.game import Game, ShoeAt

GAME = Game(
    id="blackjack-online",
    section="pt-805-2015/blackjack-online",
    names={"pt": "Blackjack/21 Online", "en": "Online blackjack", "zh": "網上二十一點"},
    rules=Rules,
    carry=Carry,
    opening=opening,
    reopen=reopen,
    banked=banked,
    coup=partial(coup, BOOK),
    violations=violations,
    felt=felt,
    bets=catalogue,
    shown=partial(shown, BOOK),
    label=label,
    conduct=CONDUCT,
    seats=lambda carry: carry.seats,
    shoe=lambda carry: ShoeAt(carry.seal, carry.drawn),
    steps_bound=4_000,  # eight packs, every card split or drawn: under 3,000
    words=WORDS,
    parts={"book": BOOK, "odds": partial(price, BOOK)},
)
