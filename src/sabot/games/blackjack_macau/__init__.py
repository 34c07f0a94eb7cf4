"""Black Jack in Macau: Despacho 57/2009."""

from functools import partial

from sabot.families.blackjack import Carry, banked, coup, label, opening, reopen, shown
from sabot.games.blackjack_macau.bets import catalogue
from sabot.games.blackjack_macau.felt import felt
from sabot.games.blackjack_macau.odds import notes, price
from sabot.games.blackjack_macau.rules import BOOK, CHOICES, CONDUCT, Rules, violations
from sabot.games.blackjack_macau.words import WORDS
from sabot.procedure.game import Game, ShoeAt

GAME = Game(
    id="blackjack-macau",
    section="mo-57-2009/black-jack",
    names={"pt": "Black Jack (Macau)", "en": "Macau blackjack", "zh": "二十一點（澳門）"},
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
    parts={"book": BOOK, "choices": CHOICES, "odds": price, "notes": notes},
)
