"""The table of drawing for the ponto and the banker (64, 67)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.baccarat.values import NATURALS, value

L = law.Section("pt-217-2007/chemin-de-fer")

NONE = 10
"""The last column: the ponto took no card."""

MUST, MAY, NOT = "T", "0", "F"
"""The letters of the printed table: draw (tirar), free choice (à vontade), stand (ficar)."""

TABLE = {
    3: "TTTTTTTTF0T",
    4: "FFTTTTTTFFT",
    5: "FFFF0TTTFFT",
    6: "FFFFFFTTFFF",
}
"""By the banker's score, the letters for the ponto's third card, 0 to 9, and for none (67.d)."""


def ponto_letter(points: int) -> str:
    """The letter for a ponto with two cards of ``points`` below 8."""
    if points < 5:
        return MUST  # 64.c
    return MAY if points == 5 else NOT  # 64.d, 64.b


def banker_letter(points: int, third: str) -> str:
    """The letter for a banker with two cards of ``points`` below 8; ``third``: the ponto's third
    card, "" for none."""
    if points < 3:
        return MUST  # 67.c
    if points == 7:
        return NOT  # 67.b
    return TABLE[points][value(third) if third else NONE]  # 67.d


def banker_clause(points: int) -> str:
    """The clause on a banker with these points."""
    if points in NATURALS:
        return L["67.a"]
    return L["67.c"] if points < 3 else L["67.b"] if points == 7 else L["67.d"]


def ponto_clause(points: int) -> str:
    """The clause on a ponto with these points."""
    if points in NATURALS:
        return L["64.a"]
    return L["64.c"] if points < 5 else L["64.d"] if points == 5 else L["64.b"]
