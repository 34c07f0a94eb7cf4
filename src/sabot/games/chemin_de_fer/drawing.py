"""What the table of drawing asks of the ponto and of the banker (64, 67)."""

from __future__ import annotations

from sabot import law
from sabot.families.baccarat.values import NATURALS, value

L = law.Section("pt-217-2007/chemin-de-fer")

NONE = 10
"""The last column: the ponto took no card."""

MUST, MAY, NOT = "T", "0", "F"
"""The letters of the printed table: draw (tirar), as he likes (à vontade), stand (ficar)."""

TABLE = {
    3: "TTTTTTTTF0T",
    4: "FFTTTTTTFFT",
    5: "FFFF0TTTFFT",
    6: "FFFFFFTTFFF",
}
"""For the banker's score the letter of each third card of the ponto, 0 to 9, and of none (67.d)."""


def ponto(points: int) -> str:
    """What the ponto has to do with two cards of so many points that he need not show."""
    if points < 5:
        return MUST  # 64.c
    return MAY if points == 5 else NOT  # 64.d, 64.b


def banker(points: int, third: str) -> str:
    """What the banker has to do with two cards of so many points that he need not show; ``third``
    is the card that the ponto took, "" for none."""
    if points < 3:
        return MUST  # 67.c
    if points == 7:
        return NOT  # 67.b
    return TABLE[points][value(third) if third else NONE]  # 67.d


def clause(points: int) -> str:
    """The clause that speaks of a banker with so many points."""
    if points in NATURALS:
        return L["67.a"]
    return L["67.c"] if points < 3 else L["67.b"] if points == 7 else L["67.d"]


def clause_ponto(points: int) -> str:
    """The clause that speaks of a ponto with so many points."""
    if points in NATURALS:
        return L["64.a"]
    return L["64.c"] if points < 5 else L["64.d"] if points == 5 else L["64.b"]
