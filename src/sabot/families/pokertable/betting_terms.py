"""The terms of a table as plain values: how much may be bet, and how the pot is shared.

The law's own terms are `lawful`. `general` are those used elsewhere, with a button, minimum raises
and side pots: hands played elsewhere can be replayed by the same procedure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sabot.families.pokertable.rules import Mode, Rules, Tied
from sabot.families.pokertable.variant import Variant
from sabot.procedure.table import Table

Limit = Mode | Literal["fixed"]
"""The limits of bets: those of the law, and bets of one size, which it does not have."""


@dataclass(frozen=True)
class Terms:
    """The terms of one table, in cents.

    - ``least``: the minimum bet and the minimum raise; ``unit``: of every bet.
    - ``small`` and ``big``: bets before the deal by the hand and the next place; ``ante``: by
      everybody.
    - ``limit``: the maximum of a bet or a raise: half the pot, the pot, or the player's stack (21);
      or, for a raise, the total of the bets, and for a bet the stack (86, 21.c).
    - ``sizes``: where the limit is fixed, the size of bets and raises in the first two betting
      rounds, and in later ones.
    - ``counts``: how many times the last bet counts in the pot that a raise may match (86); 0 where
      a raise may match the pot after the call.
    - ``max_raises``: raises per round, 0 for no limit (87); ``two_free``: no limit between two
      players (47-2, 88).
    - ``climbing``: a raise is at least the last one. ``reopens``: an all-in of less than the
      minimum raise lets those who have spoken raise again.
    - ``shares``: how an all-in player wins (38, 49); ``tied``: how equal hands share when one of
      them is all-in (66); ``equal``: ties divide in equal parts; ``odd``: the smallest part of a
      divided pot (67).
    - ``blind_button``: between two players the second place puts the small bet and speaks first
      before the common cards.
    - ``rate``: the percentage of each hand (7.a); ``cap``: its maximum, None for none.
    - ``posts``: in place of the small and the big bet, what each place puts in before the deal:
      first the sum that is no bet of this hand, then the sum that is. ``speaks``: who then speaks
      first; 0 for the place after the big bet.
    - ``full``: the big bet is called in full even if its player had less; otherwise the highest sum
      put in is.
    - ``trimmed``: dead money is matched and divided like bets, so that a player who had less of it
      wins only that much; ``dead_for_all``: every player who stayed in may win it, even without a
      bet.
    - ``as_one``: pots that the same hands win are divided as one, and the first winner gets all odd
      parts.
    - ``blind``: estardilho and restardilho may be announced (106).
    - ``low``: half of each pot goes to the best hand of five different cards up to eight, if any.
    - ``boards``: common cards are dealt several times: for each board after the first, how many
      of its cards are its own. Each board decides an equal part of each pot.
    - ``unseen``: places whose cards nobody will see: a hand that is not shown loses to one that is.
    """

    least: int
    small: int
    big: int
    ante: int = 0
    unit: int = 1
    limit: Limit = "cave"
    counts: int = 3
    max_raises: int = 3
    two_free: bool = True
    climbing: bool = False
    reopens: bool = True
    shares: Literal["proportion", "side-pots"] = "proportion"
    tied: Tied = "part"
    equal: bool = False
    odd: int = 1
    blind_button: bool = False
    rate: Fraction = Fraction(0)
    cap: int | None = None
    posts: tuple[tuple[int, int, int], ...] = ()
    speaks: int = 0
    full: bool = True
    trimmed: bool = False
    dead_for_all: bool = False
    as_one: bool = False
    blind: bool = False
    sizes: tuple[int, int] = (0, 0)
    low: bool = False
    boards: tuple[int, ...] = ()
    unseen: frozenset[int] = frozenset()


def lawful(table: Table, variant: Variant) -> Terms:
    """The terms of a lawful table. Half of an odd minimum is rounded down to a whole chip, or up
    (IR 331). Synthetic poker has no rules 86 and 87 unless the table reads them so (112, IR 297).
    """
    rules: Rules = table.rules
    least, unit, read = table.minimum, table.unit, rules.readings
    half = -(-least // (2 * unit)) if read.small_bet == "made-up" else least // (2 * unit)
    general_rules = variant.antes and read.synthetic_raises == "general"
    return Terms(
        least, small=0 if variant.antes else half * unit,
        big=0 if variant.antes else least, ante=least if variant.antes else 0, unit=unit,
        limit=rules.limit, counts=1 if general_rules else rules.counts,
        max_raises=0 if general_rules else 3, reopens=read.short_all_in != "others-call",
        shares=rules.shares, tied=rules.tied, equal=variant.equal, odd=least,
        rate=Fraction(rules.rate, 100) if rules.percentage == "hand" else Fraction(0),
        cap=rules.cap or None, blind=variant.antes and rules.estardilho)


def general(small: int, big: int, *, posts: tuple[tuple[int, int, int], ...] = (),
            limit: Limit = "cave", unit: int = 1) -> Terms:
    """The terms used elsewhere: a button, unlimited raises of at least the last one, side pots
    divided in equal parts."""
    return Terms(big, small, big, 0, unit, limit, counts=0, max_raises=0, climbing=True,
                 reopens=False, shares="side-pots", equal=True, odd=unit, blind_button=True,
                 posts=posts)
