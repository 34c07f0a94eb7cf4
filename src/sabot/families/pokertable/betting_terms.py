"""How much may be bet, and how what was bet is shared: the terms of a table as plain values.

The law's own terms are one value of this type (`lawful`); what the rest of the world plays, with
its button, its least raises and its side pots, is another (`general`), so that hands played
elsewhere can be told by the same procedure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from sabot.families.pokertable.rules import Mode, Rules, Tied
from sabot.families.pokertable.variant import Variant
from sabot.procedure.table import Table

Limit = Mode


@dataclass(frozen=True)
class Terms:
    """The terms of one table, in cents.

    ``least``: the least bet and the least raise. ``small`` and ``big``: what the hand and the next
    put in before the deal; ``ante``: what everybody does. ``unit``: of every bet. ``limit``: the
    most that a bet or a raise may be: half the pot, the pot, or the player's cave (21); or a raise
    the total of the bets, and a bet the cave (86, 21.c). ``counts``: how many times the last bet
    counts in the pot that a raise may match (86); 0 where a raise may match the pot once it is
    called. ``raises`` in a round, 0 for no limit (87); ``two_free``: without limit between two
    (47-2, 88). ``climbing``: a raise is at least the last one. ``reopens``: a raise with a whole
    cave that is less than the least lets those who have spoken raise again. ``shares``: how an
    all-in player wins (38, 49), ``tied`` how equal hands of which one is all-in share (66).
    ``equal``: ties divide in equal parts. ``odd``: the least part of a pot that is divided (67).
    ``blind_button``: between two the second place puts the small bet and speaks first before the
    common cards. ``rate``: what the house takes of each hand (7.a), ``cap`` the most of it, None
    for no such maximum. ``posts``: in place of the small and the big bet, by place what it puts in
    before the deal: first what counts for no bet of this hand, then what does; ``speaks``: who then
    speaks first, 0 for who comes after the big bet. ``full``: the big bet is called in full though
    who made it had less; else what was put in the most is. ``trimmed``: what counts for no bet is
    matched and divided as if it did, so that who had less of it wins only so much of it;
    ``dead_for_all``: whoever stayed in may win it, though they bet nothing. ``as_one``: pots that
    the same hands win are divided as one, and all odd parts go to the first winner. ``blind``:
    estardilho and restardilho may be announced (106). ``unseen``: places whose cards nobody will
    see: who does not show them has lost to who does.
    """

    least: int
    small: int
    big: int
    ante: int = 0
    unit: int = 1
    limit: Limit = "cave"
    counts: int = 3
    raises: int = 3
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
    unseen: frozenset[int] = frozenset()


def lawful(table: Table, variant: Variant) -> Terms:
    """The terms of a lawful table. Half of an odd minimum is cut to a whole chip (IR 331); 86 and
    87 are not among the rules of synthetic poker (112, IR 297)."""
    rules: Rules = table.rules
    least, unit = table.minimum, table.unit
    return Terms(
        least, small=0 if variant.antes else least // 2 // unit * unit,
        big=0 if variant.antes else least, ante=least if variant.antes else 0, unit=unit,
        limit=rules.limit, counts=1 if variant.antes else rules.counts,
        raises=0 if variant.antes else 3,
        shares=rules.shares, tied=rules.tied, equal=variant.equal, odd=least,
        rate=Fraction(rules.rate, 100) if rules.percentage == "hand" else Fraction(0),
        cap=rules.cap or None, blind=variant.antes and rules.estardilho)


def general(small: int, big: int, *, posts: tuple[tuple[int, int, int], ...] = (),
            limit: Limit = "cave", unit: int = 1) -> Terms:
    """The terms of games elsewhere: a button, raises of at least the last one and without end, side
    pots that are divided in equal parts."""
    return Terms(big, small, big, 0, unit, limit, counts=0, raises=0, climbing=True,
                 reopens=False, shares="side-pots", equal=True, odd=unit, blind_button=True,
                 posts=posts)
