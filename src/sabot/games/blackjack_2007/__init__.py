"""Blackjack/21: Portaria n.º 217/2007."""

from functools import partial

from sabot.families.blackjack import Carry, banked, coup, label, opening, reopen, shown
from sabot.families.blackjack.complaint import before_return
from sabot.families.blackjack.odds import price
from sabot.games.blackjack_2007.bets import catalogue
from sabot.games.blackjack_2007.felt import felt
from sabot.games.blackjack_2007.rules import BOOK, CHOICES, CONDUCT, Rules, violations
from sabot.games.blackjack_2007.words import WORDS
from sabot.procedure.game import Game, ShoeAt

GAME = Game(
    id="blackjack-2007",
    section="pt-217-2007/blackjack",
    names={"pt": "Blackjack/21", "en": "Blackjack 2007", "zh": "二十一點（葡萄牙）"},
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
    shoe=lambda carry: ShoeAt(carry.seal, carry.drawn, carry.at),
    steps_bound=6_000,
    words=WORDS,
    parts={"book": BOOK, "choices": CHOICES, "odds": partial(price, BOOK)},
    complaint_open=before_return,
)
