"""Compiled games at many machines, each of which waits for a bet, a rung of a ladder, or the cards
to hold. The games are those of `loop` and `drawloop`, number for number from the same stream."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import draws
from sabot.families.machine.drawcount import HAND
from sabot.families.machine.drawloop import hand_number
from sabot.families.machine.loop import Lines, Ways, draw_below, hold_and_respin, spin

BET, DECIDE = range(2)
"""The phases of a machine: it waits for a bet, or for a decision in a game."""
PHASE, STAKE, WON, RUNG, AMOUNT = range(5)
REEL_COLUMNS = 5
"""The columns of a view of reels; sums are in cents."""
CARDS, PRIZE = 2, 7
CARD_COLUMNS = 8
"""Of a view of cards: its first two columns are those of reels."""
CLIMB = 0
"""The first decision after the bets; the next one stops."""
LOST = 6
"""Whether the rung that ends a ladder takes its prizes, in the numbers of hold and respin."""


class Reels(NamedTuple):
    """The games with one number of lines, as `loop.play_featured` reads them, and the ladder:
    ``choice`` is whether the player may stop. ``coins``: the cost of a game."""

    base: tuple[Lines, Ways]
    extra: tuple[Lines, Ways]
    max_falls: int
    floors: Words
    scatters: Numbers
    again: Numbers
    free: Numbers
    hold: Numbers
    values: Words
    rungs: Words
    many: Words
    choice: int
    coins: int


class Machines(NamedTuple):
    """The machines. ``units``: the cents of a coin of each bet; ``group``: the number of its lines
    among those of the machine. ``bets``: the bet of each game under way."""

    units: Numbers
    group: Numbers
    streams: Words
    bets: Numbers
    views: Ints
    masks: Bytes


@within
def _climb(r: Reels, m: Machines, i: int) -> bool:
    """Climb the next rung of the ladder; return whether the player decides about another one."""
    cost = r.coins * m.units[m.bets[i]]
    while True:
        rung = signed(m.views[i, RUNG])
        drawn = draw_below(m.streams[i], r.many[rung, 1])
        ends = drawn < r.rungs[rung, 0, 1]
        if ends:
            if r.hold[LOST] != 0:
                m.views[i, AMOUNT] = 0
        else:
            drawn -= r.rungs[rung, 0, 1]
            at = 1
            while drawn >= r.rungs[rung, at, 1]:
                drawn -= r.rungs[rung, at, 1]
                at += 1
            m.views[i, AMOUNT] += signed(r.rungs[rung, at, 0]) * cost
        m.views[i, RUNG] = rung + 1
        if ends or rung + 1 >= len(r.many):
            return False
        if r.choice:
            return True


@within
def _play(r: Reels, m: Machines, i: int, window: Numbers, tops: Numbers, removed: Numbers,
          code_out: Numbers) -> bool:
    """Play a game up to the first decision; return whether there is one."""
    words = m.streams[i]
    coins = spin(words, r.floors[0], r.base[0], r.base[1], r.max_falls, window, tops, removed,
                 code_out)
    code = code_out[0]
    coins += r.scatters[code, 0]
    left = granted = r.scatters[code, 1]
    while left:
        left -= 1
        won = spin(words, r.floors[1], r.extra[0], r.extra[1], r.max_falls, window, tops, removed,
                   code_out)
        coins += r.free[0] * (won + r.again[code_out[0], 0])
        more = min(r.again[code_out[0], 2], r.free[1] - granted)
        left += more
        granted += more
    if r.scatters[code, 3]:
        coins += r.coins * hold_and_respin(
            words, r.scatters[code, 3], r.hold[0], r.hold[1], np.uint64(r.hold[2]),
            np.uint64(r.hold[3]), r.values, np.uint64(r.hold[4]), r.hold[5])
    m.views[i, WON] = coins * m.units[m.bets[i]]
    return bool(r.scatters[code, 4]) and _climb(r, m, i)


@lean
def play_reels(r: Reels, m: Machines, this: int, decisions: Numbers,
               room: tuple[Numbers, Numbers, Numbers], code_out: Numbers, nets: Numbers,
               over: Flags, refused: Flags, last_views: Ints) -> None:
    """Apply the decisions of machines that play with the lines of group ``this``; ``refused``
    begins with True, and becomes False where a decision was open."""
    window, tops, removed = room
    bets = len(m.units)
    for i in range(len(m.views)):
        decision = signed(decisions[i])
        if decision < 0 or decision >= bets + 2 or m.masks[i, decision] == 0 or not refused[i]:
            continue
        waits = m.views[i, PHASE] == BET
        if m.group[decision if waits else m.bets[i]] != this:
            continue
        refused[i] = False
        if waits:
            m.bets[i] = decision
            m.views[i, STAKE] = r.coins * m.units[decision]
            asks = _play(r, m, i, window, tops, removed, code_out)
        else:
            asks = decision == bets + CLIMB and _climb(r, m, i)
        if asks:
            m.views[i, PHASE] = DECIDE
        else:
            nets[i] = signed(m.views[i, WON]) + m.views[i, AMOUNT] - m.views[i, STAKE]
            over[i] = True
            for field in range(REEL_COLUMNS):
                last_views[i, field] = m.views[i, field]
                m.views[i, field] = 0
        for at in range(bets):
            m.masks[i, at] = not asks
        m.masks[i, bets] = m.masks[i, bets + 1] = asks


@within
def _prize(cards: Octets, i: int, five: Numbers, order: Numbers, binomials: Numbers, prizes: Octets
           ) -> int:
    """The prize of five cards, by its number."""
    return signed(prizes[hand_number(five, order, binomials)])


@lean
def play_cards(m: Machines, pack: Octets, prizes: Octets, pays: Numbers, binomials: Numbers,
               decisions: Numbers, ahead: Words, five: Numbers, order: Numbers, nets: Numbers,
               over: Flags, refused: Flags, last_views: Ints) -> None:
    """Apply the decisions of machines of video poker. ``pays``: the cents of each prize, by bet;
    the decision after the bets holds no card, and that number more those of its bits."""
    bets = len(m.units)
    for i in range(len(m.views)):
        decision = signed(decisions[i])
        refused[i] = decision < 0 or decision >= m.masks.shape[1] or m.masks[i, decision] == 0
        if refused[i]:
            continue
        asks = m.views[i, PHASE] == BET
        if asks:
            m.bets[i] = decision
            m.views[i, PHASE], m.views[i, STAKE] = DECIDE, m.group[decision]
            draws(m.streams[i], np.uint64(pack.shape[1]), np.uint64(2 * HAND), ahead)
            for at in range(2 * HAND):
                there = np.uint64(at) + ahead[at]
                card = pack[i, there]
                pack[i, there] = pack[i, at]
                pack[i, at] = card
            for at in range(HAND):
                five[at] = pack[i, at]
                m.views[i, CARDS + at] = signed(pack[i, at]) + 1
            m.views[i, PRIZE] = _prize(pack, i, five, order, binomials, prizes)
        else:
            held, drawn = decision - bets, signed(HAND)
            for at in range(HAND):
                five[at] = pack[i, at]
                if not held >> at & 1:
                    five[at] = pack[i, drawn]
                    drawn += 1
            prize = _prize(pack, i, five, order, binomials, prizes)
            nets[i] = pays[m.bets[i], prize] - m.views[i, STAKE]
            over[i] = True
            for at in range(HAND):
                m.views[i, CARDS + at] = signed(five[at]) + 1
            m.views[i, PRIZE] = prize
            for field in range(CARD_COLUMNS):
                last_views[i, field] = m.views[i, field]
                m.views[i, field] = 0
        for at in range(m.masks.shape[1]):
            m.masks[i, at] = asks == (at >= bets)
