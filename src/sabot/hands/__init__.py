"""Poker hands of any file: read, played, compared with a law, and written as PHH.

`read` takes PHH, the texts of PokerStars and GGPoker, and Open Hand History, and returns `Hand`s;
`Hand.play` plays one and compares its chips with those of the file. `export` makes a hand of a
record of this program. Everything that is wrong with a file or a hand is a `HandError`.
"""

from sabot.hands.errors import HandError
from sabot.hands.formats import read, read_each
from sabot.hands.hand import Action, Hand, Player, Result
from sabot.hands.law import Departure
from sabot.hands.records import export

__all__ = ["Action", "Departure", "Hand", "HandError", "Player", "Result", "export", "read",
           "read_each"]
