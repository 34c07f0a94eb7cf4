"""The percentage of the house (7): per hand from the payments, or per session from each player.

Sums are whole cents, rates exact fractions. ``HOUR`` is the length of a session, in seconds;
``LATE`` the time during which a player who takes a seat pays for the session.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sabot import regulations as law
from sabot.regulations import figure

__all__ = ["HAND_MOST", "HOUR", "LATE", "SESSION_LEAST", "SESSION_MOST", "of_hand", "of_payments",
           "of_session"]

L = law.Section("pt-217-2007/poquer-nao-bancado")

HAND_MOST = figure(Fraction(5, 100), L["7.a"])
SESSION_LEAST, SESSION_MOST = figure((Fraction(5, 100), Fraction(20, 100)), L["7.b"])
HOUR = figure(60 * 60, L["7.b-2"])
LATE = figure(30 * 60, L["7.b-3"])


def of_hand(payments: Mapping[int, int], rate: Fraction, most: int | None = None) -> dict[int, int]:
    """The percentage taken from each payment of a hand (7.a, 65), in cents, by seat.

    ``payments``: what each winner gets of the pot, without returned bets. ``rate``: at most
    ``HAND_MOST``. ``most``: the maximum that the house has fixed for one hand, if any. The total is
    rounded down to a whole cent, since more than the rate may not be taken. It is spread over the
    payments by their size; remaining cents go from the largest payment on, equal ones by seat
    (interpretation 237).
    """
    if not 0 <= rate <= HAND_MOST:
        raise ValueError(f"the percentage of a hand is at most {HAND_MOST}; found {rate}")
    pot = sum(payments.values())
    total = pot * rate.numerator // rate.denominator
    if most is not None:
        total = min(total, most)
    if not total:
        return dict.fromkeys(payments, 0)
    shares = {seat: total * paid // pot for seat, paid in payments.items()}
    rest = total - sum(shares.values())
    for seat in sorted(payments, key=lambda seat: (-payments[seat], seat))[:rest]:
        shares[seat] += 1
    return shares


def of_payments(payments: Mapping[int, int], rate: Fraction, most: int | None = None
                ) -> dict[int, int]:
    """As `of_hand`, with each payment charged, rounded and limited by itself (interpretation
    237)."""
    return {seat: of_hand({seat: paid}, rate, most)[seat] for seat, paid in payments.items()}


def of_session(base: int, rate: Fraction) -> int:
    """The charge of each player for a session (7.b), rounded down to a whole cent.

    ``base``: the maximum of the table, or the stack where bets have no fixed maximum
    (interpretation 239), in cents. ``rate``: from ``SESSION_LEAST`` to ``SESSION_MOST``.
    """
    if not SESSION_LEAST <= rate <= SESSION_MOST:
        raise ValueError(f"a session costs from 1/20 to 1/5 of the maximum or cave; found {rate}")
    return base * rate.numerator // rate.denominator
