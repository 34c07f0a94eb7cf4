"""The meters of a machine, compared with the movements of money that they count.

A game with meters declares a `Metered`. Its books can then be checked: every meter is the sum, or
the number, of movements between kinds of account.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from sabot.procedure.steps import Carry, Listen
from sabot.procedure.table import Table

Flow = tuple[str, str]
"""The kinds of account that money leaves and reaches: ("player", "stake")."""


class Meter(NamedTuple):
    """A meter of a carry: its ``name``, its reading (``shows``, in cents, or a number where it
    ``counts``) and the ``flows`` that it adds up. ``vouchers`` is 1 where it includes the prizes
    that the cashier has paid, -1 where what the cashier paid, also from a pool, is not included,
    else 0."""

    name: str
    shows: int
    flows: tuple[Flow, ...]
    counts: bool = False
    vouchers: int = 0


class Plan(NamedTuple):
    """What a plan of prizes returns of a bet, exactly, and its variance in squared bets."""

    returned: Fraction
    variance: Fraction
    law: str


class Metered(NamedTuple):
    """The meters of a game, and what happens to a table with wrong meters.

    ``meters`` and ``pool`` read a carry: the meter readings, and the cents in its own jackpot.
    ``credit`` is the credit that these readings imply for the player. ``pooled`` says whether a
    voucher number is for a prize from a pool. ``fails`` and ``mends`` are the kinds of incident
    that report and correct wrong meters; the second sets every meter to the second of its
    ``figures``. ``begins`` are the acts that begin a game: a closed table refuses these and accepts
    all others. ``leave`` is the act and the seat by which a player takes their credit. ``law``
    closes the table, ``also`` says which records decide, ``gives`` is the clause of what is
    returned. ``lamp`` is the state of the machine from a Listen: "hand-pay", "out", "meters", or ""
    where it can be played. ``last`` are bet and prize of the last games, the newest first. ``plan``
    is what it returns at its maximum bet; computing it may take seconds.
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
