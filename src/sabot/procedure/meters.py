"""What a machine counts, held against the movements of money that it counts.

A game with meters declares a `Metered` in ``parts["meters"]``. Whoever keeps books can then say
whether they agree: every meter is the sum, or the number, of movements between kinds of account.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot.procedure.steps import Carry, Listen
from sabot.procedure.table import Table

Flow = tuple[str, str]
"""From one kind of account to another: ("player", "stake")."""


class Meter(NamedTuple):
    """A meter of a carry: its ``name``, what it ``shows`` (cents, or how many where it ``counts``),
    and the ``flows`` that it adds up. ``vouchers``: 1 where it adds what the cashier has paid
    of prizes, -1 where all that he has paid, those of a pool too, is not its own."""

    name: str
    shows: int
    flows: tuple[Flow, ...]
    counts: bool = False
    vouchers: int = 0


class Plan(NamedTuple):
    """What a plan of prizes returns of a bet, exactly, and its variance in bets squared."""

    returned: Fraction
    variance: Fraction
    law: str


class Metered(NamedTuple):
    """The meters of a game, and what becomes of a table whose meters are wrong.

    ``meters`` and ``pool`` read a carry: what its meters show, and the cents in a jackpot of its
    own; ``credit`` is what must lie there for its player when the meters show this; ``pooled`` says
    of the number of a voucher whether it is for a prize out of a pool. ``fails`` and ``mends`` are
    the kinds of incident that say so; the second sets every meter to the second of its ``figures``.
    ``begins`` are the acts that begin a game: a table that is closed takes none of them, and all
    others. ``leave`` is the act and the seat by which a player takes what is his. ``law`` closes
    the table, ``also`` says which records decide, ``gives`` what is given back. ``lamp`` is what a
    question says of the machine: "hand-pay", "out", "meters", or "" where it can be played;
    ``last`` are the bets and prizes of the last games, the newest first; ``plan`` is what it
    returns at its greatest bet, which may take seconds to count.
    """

    meters: Callable[[Carry], tuple[Meter, ...]]
    credit: Callable[[Mapping[str, int]], int]
    pool: Callable[[Carry], int]
    pooled: Callable[[str], bool]
    fails: str
    mends: str
    begins: tuple[str, ...]
    leave: tuple[str, str]
    law: str
    gives: str
    lamp: Callable[[Listen], str]
    last: Callable[[Carry], tuple[tuple[int, int], ...]]
    plan: Callable[[Table], Plan]
    also: tuple[str, ...] = ()
