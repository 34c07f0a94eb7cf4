"""Exact odds of the bets whose value does not depend on how the player plays.

Chances are those of the first coup of a full shoe, as exact fractions; an edge is what the house
keeps on average of one unit of the stake.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from sabot.families.blackjack.code import Book
from sabot.procedure.table import Table

Prizes = list[tuple[Fraction, Fraction]]

NOT_PRICED = {
    "main": "its value depends on every decision of the player and on the cards left in the shoe; "
            "the exact value of best play from a finite shoe is not computed, and the value under "
            "cards drawn with replacement would be that of another game",
}


def insurance(packs: int) -> tuple[Fraction, Fraction]:
    """The chance that an insurance wins once the bank shows an ace.

    First for a bettor whose own cards are not known; then for one of whom only this is known, that
    he has no blackjack, where no other is offered the insurance.
    """
    left, tens, aces = 52 * packs - 1, 16 * packs, 4 * packs - 1
    plain = Fraction(tens, left)
    pairs = comb(left - 1, 2)
    with_ten = plain * (1 - Fraction((tens - 1) * aces, pairs))
    with_ace = Fraction(aces, left) * (1 - Fraction(tens * (aces - 1), pairs))
    with_other = Fraction(left - tens - aces, left) * (1 - Fraction(tens * aces, pairs))
    return plain, with_ten / (with_ten + with_ace + with_other)


def special(packs: int) -> Fraction:
    """The chance that the first three cards of a hand are 6-7-8 of one suit or three sevens.
    """
    return Fraction(4 * packs ** 3 + comb(4 * packs, 3), comb(52 * packs, 3))


def bet(name: str, prizes: Prizes, lose: Fraction | None = None, **more: Any) -> dict[str, Any]:
    """A bet that pays each of these prizes with its chance, and loses its stake with another: with
    every other, unless ``lose`` is given."""
    win = sum((chance for chance, _ in prizes), Fraction(0))
    lose = 1 - win if lose is None else lose
    mean = sum((chance * pays for chance, pays in prizes), Fraction(0)) - lose
    variance = sum((chance * pays ** 2 for chance, pays in prizes), Fraction(0)) + lose - mean ** 2
    return {
        "bet": name, "edge": str(-mean), "edge_float": float(-mean), "p_win": str(win),
        "p_push": str(1 - win - lose), "p_lose": str(lose), "variance": str(variance),
        "variance_float": float(variance), **more,
    }


def price(book: Book, table: Table) -> dict[str, Any]:
    """The priced bets of a table, and for each of the others why it is not."""
    code = book.code(table)
    bets: list[dict[str, Any]] = []
    if code.insure_to:
        plain, offered = insurance(code.packs)
        pays = code.insurance_pays.ratio
        entry = bet("insurance", [(plain, pays)],
                    given="the bank shows an ace; the bettor's own cards are not known")
        if not code.insure_blackjack:
            entry["without_blackjack"] = bet("insurance", [(offered, pays)])
            del entry["without_blackjack"]["bet"]
        bets.append(entry)
    if code.special:
        bets.append(bet("special", [(special(code.packs), code.special_pays.ratio)], Fraction(0),
                        given="a hand that takes a third card whatever it holds; the prize has no "
                              "stake of its own and is counted for one unit of the main bet"))
    return {"bets": bets, "not_priced": NOT_PRICED}
