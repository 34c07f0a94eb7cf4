"""The terms of a table as numbers."""

from __future__ import annotations

from typing import NamedTuple


class Law(NamedTuple):
    """`Terms` as numbers for compiled code; ``low`` above ``high`` means never.

    ``loss`` and ``loss_doubled``: what a bank's blackjack takes of a bet and of a doubled one.
    ``prize``: for a special combination, 0 for none. ``five``: what five cards are cashed for,
    negative where they are not.
    """

    must_hit: int
    low: int
    high: int
    fixes_ace: bool
    one_card: bool
    win: float
    loss: float
    loss_doubled: float
    peek: bool
    prize: float
    five: float
    charlie: int
