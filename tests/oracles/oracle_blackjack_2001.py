"""Blackjack of Portaria 1364/2001, judged from the published text.

The game is that of 2007 but for a few rules: a bet may be made until the place's own first card
(13), the maximum is exactly 30 times the minimum (37), and the law itself gives the scale of the
jackpot (43).
"""

from __future__ import annotations

from judging import Judge, Round
from judging_blackjack import READINGS, Book
from judging_blackjack_bets import Betting
from judging_blackjack_play import Play
from judging_blackjack_shoe import Shoe

SECTION = "pt-1364-2001/blackjack"
RULES = (
    "1.a", "1.b", "2", "3", "5-2", "6", "6-2", "6-3", "7", "8", "8-2", "8-3", "8-4", "8-5",
    "9", "9-2", "9-3", "10", "11", "11-2", "11-3", "12",
    "13", "14", "15", "15-2", "15-3", "15-4", "15-5", "16", "16-2", "16-3",
    "17", "17-2", "17-3", "17-4", "18", "18-2", "18-3", "18-4", "19", "19-3", "20", "20-2",
    "21", "21-2", "21-3", "22", "22-2", "23", "23-2", "24", "24-2", "25",
    "26", "26-2", "26-3", "26-4", "27", "28", "28-2", "29", "29-2", "30", "31", "32",
    "33", "33-2", "33-3", "34", "35", "35-2", "36", "36-2", "36-3", "37",
    "39-2", "40", "41.a", "41.a-2", "41.b", "41.b-2", "42",
    "43", "43.a", "43.b", "43.c", "43.d", "43.e", "44", "45", "45-2", "46", "47",
    "48", "48-2", "48-3", "50", "50.a",
    "52", "53", "53-2", "54", "54-2", "56", "57", "58", "59", "59-2", "61",
)
RARE = ("5-3", "18-6", "18-7", "18-8", "19-2", "49", "50.b", "51", "51-2", "51-3", "51-4")
"""Rules that are judged where they come up, and that random rounds do not meet."""
NOT_JUDGED: dict[str, str] = {}

__all__ = ["NOT_JUDGED", "RARE", "READINGS", "RULES", "SECTION", "judge"]


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    book = Book(verdict, SECTION, RARE)
    Shoe(book, round).judge()
    if (opening := Betting(book, round).judge()) is not None:
        Play(book, round, opening).judge()
