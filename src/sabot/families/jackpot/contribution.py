"""What a bet owes to a pool, to the cent: fractions of a cent are carried and never lost."""

from __future__ import annotations

from fractions import Fraction


def share_of(share: Fraction, bet: int, carried: Fraction = Fraction(0)) -> tuple[int, Fraction]:
    """The cents that a bet of so many cents adds to a pool, and what is carried to the next bet.

    Over any bets the cents and what is still carried are exactly ``share`` of their sum, so that
    the pool never has a cent too little or too much. ValueError for a bet below nothing and for
    a carry that is no part of a cent.
    """
    if bet < 0 or not 0 <= carried < 1:
        raise ValueError(f"a share is of a bet of 0 cents or more and carries less than a cent, "
                         f"not of {bet} with {carried}")
    due = share * bet + carried
    whole = due.numerator // due.denominator
    return whole, due - whole
