"""Compiled rounds of no-draw poker at many tables: a bet, the cards, and one decision.

The cards are those of `loop`: ten for each round, from a full pack, by the stream of the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Flags, Halves, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import draws
from sabot.families.poker.no_draw import HAND, RANK_BITS

BET, PLAY = range(2)
"""The phases of a table: the player bets, or looks at the cards and goes on or passes."""
PHASE, STAKE, CARDS, OPEN, CATEGORY, STRENGTH, WIDTH = 0, 1, 2, 7, 8, 9, 10
"""The columns of a view."""
RANKS = (1 << RANK_BITS) - 1


class Rules(NamedTuple):
    """The law of a table as arrays. ``stakes``: the sums that may be bet. ``parts``, ``rows``,
    ``codes``, ``suits``, ``categories`` and ``pays``: see `kernel.BoxPlayer.tables`. ``plays``: the
    strength with which the bank plays; ``second``: the second bet in initial bets; ``cap``: the
    limit of prizes, 0 for none, applied ``in_order`` or in proportion."""

    stakes: Numbers
    parts: Numbers
    rows: Halves
    codes: Halves
    suits: Octets
    categories: Numbers
    pays: Numbers
    plays: int
    second: int
    cap: int
    in_order: int


@within
def _number(r: Rules, cards: Octets, i: int, first: int) -> int:
    """The number of the strength of five cards."""
    total = signed(0)
    for at in range(first, first + HAND):
        total += r.parts[cards[i, at]]
    return signed(r.codes[r.rows[total & RANKS] * 4 + r.suits[total >> RANK_BITS]])


@within
def _deal(r: Rules, streams: Words, cards: Octets, i: int, ahead: Words, views: Ints) -> None:
    """Deal the cards of the player and the bank, and show what the player sees."""
    draws(streams[i], np.uint64(cards.shape[1]), np.uint64(2 * HAND), ahead)
    for at in range(2 * HAND):
        there = np.uint64(at) + ahead[at]
        card = cards[i, there]
        cards[i, there] = cards[i, at]
        cards[i, at] = card
    for at in range(HAND):
        mine, below = cards[i, at], signed(0)
        for other in range(HAND):
            below += signed(cards[i, other] < mine)
        views[i, CARDS + below] = signed(mine) + 1
    views[i, OPEN] = signed(cards[i, 2 * HAND - 1]) + 1
    number = _number(r, cards, i, signed(0))
    views[i, CATEGORY], views[i, STRENGTH] = r.categories[number], number


@within
def _capped(r: Rules, first: int, other: int) -> int:
    """The prizes of both bets, reduced to the limit on prizes (15, IR 185)."""
    due = first + other
    if r.cap == 0 or due <= r.cap:
        return due
    if r.in_order:
        return signed(r.cap)
    return other * r.cap // due + first * r.cap // due


@within
def _net(r: Rules, cards: Octets, i: int, mine: int, stake: int) -> int:
    """The net cents of a player who goes on."""
    bank = _number(r, cards, i, signed(HAND))
    if bank < r.plays:
        return _capped(r, stake, signed(0))
    if mine < bank:
        return -(1 + r.second) * stake
    if mine == bank:
        return signed(0)
    return _capped(r, stake, r.second * stake * r.pays[r.categories[mine]])


@lean
def advance(r: Rules, streams: Words, cards: Octets, decisions: Numbers, ahead: Words, views: Ints,
            masks: Bytes, nets: Numbers, over: Flags, refused: Flags, last_views: Ints) -> None:
    """Apply one decision at each table: the bets come first, then to go on, then to pass."""
    many = len(r.stakes)
    for i in range(len(views)):
        decision = signed(decisions[i])
        nets[i], over[i], refused[i] = 0, False, False
        if decision < 0 or decision >= many + 2 or masks[i, decision] == 0:
            refused[i] = True
            continue
        if views[i, PHASE] == BET:
            views[i, PHASE], views[i, STAKE] = PLAY, r.stakes[decision]
            _deal(r, streams, cards, i, ahead, views)
        else:
            stake = signed(views[i, STAKE])
            nets[i] = -stake if decision > many else _net(
                r, cards, i, signed(views[i, STRENGTH]), stake)
            over[i] = True
            for field in range(WIDTH):
                last_views[i, field] = views[i, field]
                views[i, field] = 0
        for at in range(many):
            masks[i, at] = views[i, PHASE] == BET and r.stakes[at] > 0
        masks[i, many] = masks[i, many + 1] = views[i, PHASE] == PLAY
