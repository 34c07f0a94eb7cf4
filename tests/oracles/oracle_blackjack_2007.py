"""Blackjack of Portaria 217/2007, judged from the published text.

Each player bets before the deal (13), also on places of others (15, 16), and plays against the
bank, which draws to 17 (19). A blackjack wins three to two (21), any other better total one to one
(23). Rules 38 to 50 are about a jackpot, rules 51 to 61 about automatic shufflers.
"""

from __future__ import annotations

from judging import Judge, Round
from judging_blackjack import READINGS, Book
from judging_blackjack_bets import Betting
from judging_blackjack_play import Play
from judging_blackjack_shoe import Shoe

SECTION = "pt-217-2007/blackjack"
RULES = (
    "1.a", "1.b", "2", "3", "5-2", "6", "6.a", "6.a.banca", "6.b", "6.c", "7", "8", "8-2", "8-3",
    "9", "9-2", "9-3", "10", "11", "11-2", "11-3", "12",
    "13", "14", "15", "15-2", "15-3", "15-4", "16", "16-2", "16-3",
    "17", "18", "18-2", "18-3", "19", "19-3", "20", "20-2", "21", "21-2", "21-3", "22", "22-2",
    "23", "24", "24-2", "25", "26", "26-2", "26-3", "27", "28", "28-2", "29", "29-2", "30", "31",
    "32", "33", "33-2", "34", "35", "36", "36-2", "36-3", "37",
    "39-2", "40", "41.a", "41.b", "41.b-2", "42", "43", "44", "45", "45-2", "46", "47",
    "48", "48-2", "48-3", "50", "50.a",
    "52", "53", "53-2", "54", "54-2", "56", "57", "58", "59", "60",
)
RARE = ("5-3", "17-2", "18-4", "18-5", "18-6", "19-2", "49", "50.b", "51", "51-2", "51-3")
"""Rules that are judged where they come up, and that random rounds do not meet."""
NOT_JUDGED: dict[str, str] = {}

__all__ = ["NOT_JUDGED", "RARE", "READINGS", "RULES", "SECTION", "judge"]


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    book = Book(verdict, SECTION, RARE)
    Shoe(book, round).judge()
    if (opening := Betting(book, round).judge()) is not None:
        Play(book, round, opening).judge()
