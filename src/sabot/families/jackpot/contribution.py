"""What a bet adds to a pool, to the cent: fractions of a cent are carried to the next bet."""

from __future__ import annotations

from fractions import Fraction


def share_of(share: Fraction, bet: int, carried: Fraction = Fraction(0)) -> tuple[int, Fraction]:
    """The whole cents that a bet adds to a pool, and the fraction carried to the next bet.

    Over any number of bets the cents and the carried fraction are exactly ``share`` of their sum.
    ValueError for a negative bet, or if ``carried`` is not from 0 to less than 1 cent.
    """
    if bet < 0 or not 0 <= carried < 1:
        raise ValueError(f"bet {bet}, carried {carried}: allowed is a bet of 0 cents or more "
                         "and 0 to less than 1 cent carried")
    exact = share * bet + carried
    cents = exact.numerator // exact.denominator
    return cents, exact - cents
