"""Compiled steps of many tables of a layout: bets are laid, and throws are settled.

Between the two a source of outcomes throws, or deals cards, for the tables that ask for it. All
sums are cents.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Shorts, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.families.layout.loop import outcome

STATE, THROWS, LEFT, SPOTS = range(4)
"""The columns of a view: the state of the table, the throws of this episode, the cards left in the
shoe; then the cents on each spot."""
PAYS, BACK, WAITS, GOES = range(4)
"""What a throw does to a bet: it wins the odds a to b, or a of b parts of the stake go back, or it
stays, or it moves to line a."""
READY = 0
"""The decision that ends the bets."""
UNLIMITED = 1 << 62


class Rules(NamedTuple):
    """The law of a layout as arrays.

    A *line* is a bet that is decided by itself: a spot, or one of the parts of a spot. A *cap* is a
    sum that several bets keep to together.

    ``cents`` and ``counted``: by state and decision, the stake, and the part of it that is at risk;
    0 where the decision is closed. ``most``: whether a decision is the highest bet of its spot.
    ``needs``: the spot that needs a bet of at least this sum first, -1 for none; ``units`` and
    ``least``: the step and the minimum of a bet by state and spot. ``lines``: the first line of
    each spot and the end of the last; ``chips``: the chips of a unit, by spot; ``parts``: the chips
    of each line; ``of``: the spot of each line. ``bound``: the first entry of each spot in
    ``caps``, the rows of which are a cap and the share of a bet, of ``chips``, that counts there;
    ``ceilings``: the highest sum of each cap; ``members``: the first entry of each cap in
    ``under``, the spots with their shares, where no bet makes room. ``touched``: the first entry of
    each spot in ``touches``, the spots whose limits its bet changes. ``apart``: by spot, a spot
    from whose bet this one must differ by a sum, -1 for none, and that sum. ``fates``: by
    state, line and outcome what happens, with a and b; ``up``: prizes of a line are rounded up.
    ``places``: the column of the outcome that decides a line. ``after``: the next state by state
    and outcome; ``values``: the states as the game numbers them. ``empty``: the mask of a table
    without bets, by state.
    """

    cents: Numbers
    counted: Numbers
    most: Flags
    needs: Numbers
    units: Numbers
    least: Numbers
    lines: Numbers
    chips: Numbers
    parts: Numbers
    of: Numbers
    bound: Numbers
    caps: Numbers
    ceilings: Numbers
    members: Numbers
    under: Numbers
    touched: Numbers
    touches: Numbers
    apart: Numbers
    fates: Ints
    up: Flags
    places: Numbers
    after: Numbers
    values: Numbers
    empty: Bytes


class Tables(NamedTuple):
    """The tables: ``states`` by number; the cents at risk on each line (``stakes``); the lines with
    bets (``order``) and their number (``many``); the sums of the caps (``loads``), and an upper
    bound of what an open bet adds to each (``largest``); the bets of each column of the outcome
    (``at_place``); the ``views`` and the ``masks``."""

    states: Numbers
    stakes: Numbers
    order: Shorts
    many: Numbers
    loads: Numbers
    largest: Numbers
    at_place: Numbers
    views: Ints
    masks: Bytes


@within
def _stake_of(r: Rules, t: Tables, i: int, spot: int, decision: int) -> int:
    """The cents that a decision lays on a spot now, 0 where it is closed."""
    state = t.states[i]
    cents = r.cents[state, decision]
    if cents == 0 or t.views[i, SPOTS + spot] > 0:
        return signed(0)
    base = r.needs[spot]
    if base >= 0:
        under = signed(t.views[i, SPOTS + base])
        if cents > under:
            if not r.most[decision]:
                return signed(0)
            unit = r.units[state, spot]
            cents = under // unit * unit
            if cents < r.least[state, spot]:
                return signed(0)
    return signed(cents)


@within
def _most_by_caps(r: Rules, t: Tables, i: int, spot: int) -> int:
    """The highest bet on a spot for which the caps leave room."""
    most = signed(UNLIMITED)
    for at in range(r.bound[spot], r.bound[spot + 1]):
        cap, share = r.caps[at, 0], r.caps[at, 1]
        load = t.loads[i, cap]
        if share > 0 and load > 0:
            most = min(most, (r.ceilings[cap] - load) * r.chips[spot] // share)
    return most


@within
def _mark_spot(r: Rules, t: Tables, i: int, spot: int, each: int) -> None:
    """Write which bets on a spot are open."""
    first = 1 + spot * each
    if t.views[i, SPOTS + spot] > 0:
        for k in range(each):
            t.masks[i, first + k] = 0
        return
    for at in range(r.bound[spot], r.bound[spot + 1]):
        t.largest[i, r.caps[at, 0]] = UNLIMITED  # what opens here may be larger
    most, other = _most_by_caps(r, t, i, spot), r.apart[spot, 0]
    lies = signed(t.views[i, SPOTS + other]) if other >= 0 else signed(0)
    for k in range(each):
        cents = _stake_of(r, t, i, spot, first + k)
        fits = 0 < cents <= most and (lies == 0 or abs(lies - cents) >= r.apart[spot, 1])
        t.masks[i, first + k] = fits


@within
def _mark_all(r: Rules, t: Tables, i: int, each: int) -> None:
    """Write which decisions are open."""
    if t.many[i] == 0:
        for decision in range(t.masks.shape[1]):
            t.masks[i, decision] = r.empty[t.states[i], decision]
        return
    t.masks[i, READY] = 1
    for spot in range(len(r.needs)):
        _mark_spot(r, t, i, spot, each)


@within
def _load(r: Rules, t: Tables, i: int, spot: int, cents: int) -> None:
    """Add a bet to the sums that it counts in."""
    for at in range(r.bound[spot], r.bound[spot + 1]):
        t.loads[i, r.caps[at, 0]] += cents * r.caps[at, 1] // r.chips[spot]


@within
def _close_over(r: Rules, t: Tables, i: int, spot: int, each: int) -> None:
    """Close the bets for which a new bet on a spot has left no room under the caps."""
    for at in range(r.bound[spot], r.bound[spot + 1]):
        cap = r.caps[at, 0]
        free = r.ceilings[cap] - t.loads[i, cap]
        if free >= t.largest[i, cap]:
            continue
        largest = signed(0)
        for entry in range(r.members[cap], r.members[cap + 1]):
            other, share = r.under[entry, 0], r.under[entry, 1]
            if t.views[i, SPOTS + other] > 0:
                continue
            first = 1 + other * each
            for k in range(each):
                if t.masks[i, first + k]:
                    counts = r.cents[t.states[i], first + k] * share // r.chips[other]
                    if counts > free:
                        t.masks[i, first + k] = 0
                    else:
                        largest = max(largest, counts)
        t.largest[i, cap] = largest


@within
def _lay(r: Rules, t: Tables, i: int, spot: int, decision: int, each: int) -> None:
    """Lay the bet of an open decision."""
    cents = _stake_of(r, t, i, spot, decision)
    state = t.states[i]
    at_risk = cents if r.cents[state, decision] != cents else r.counted[state, decision]
    t.views[i, SPOTS + spot] = cents
    for line in range(r.lines[spot], r.lines[spot + 1]):
        t.stakes[i, line] += at_risk * r.parts[line] // r.chips[spot]
        t.order[i, t.many[i]] = line
        t.many[i] += 1
        t.at_place[i, r.places[line]] += 1
    _load(r, t, i, spot, cents)
    _close_over(r, t, i, spot, each)
    t.masks[i, READY] = 1
    for at in range(r.touched[spot], r.touched[spot + 1]):
        _mark_spot(r, t, i, r.touches[at], each)


@lean
def open_tables(r: Rules, t: Tables, each: int) -> None:
    """Write the views and the masks of tables without bets."""
    for i in range(len(t.states)):
        t.views[i, STATE] = r.values[t.states[i]]
        _mark_all(r, t, i, each)


@lean
def lay_bets(r: Rules, t: Tables, each: int, decisions: Numbers, throwing: Flags, refused: Flags
             ) -> int:
    """Apply one decision at each table: the bets are laid; tables that are ready are marked in
    ``throwing``, and their number is returned. ``refused``: what was not open."""
    many = signed(0)
    for i in range(len(t.states)):
        decision = signed(decisions[i])
        throwing[i] = refused[i] = False
        if decision < 0 or decision >= t.masks.shape[1] or t.masks[i, decision] == 0:
            refused[i] = True
        elif decision == READY:
            throwing[i] = True
            many += 1
        else:
            _lay(r, t, i, (decision - 1) // each, decision, each)
    return many


@lean
def throw_each(size: np.uint64, floor: np.uint64, again: Flags, streams: Words, throwing: Flags,
               outcomes: Ints) -> None:
    """Throw once at each table in ``throwing``; outcomes in ``again`` are thrown again."""
    for i in range(len(throwing)):
        if throwing[i]:
            while True:
                number = outcome(streams[i], size, floor)
                if not again[number]:
                    break
            outcomes[i, 0] = signed(number)


@within
def _settle_bets(r: Rules, t: Tables, i: int, outcomes: Ints) -> int:
    """Settle the bets of a table; returns the net cents. What is decided leaves the table first,
    then bets move."""
    state, net, left, moving = t.states[i], signed(0), signed(0), signed(0)
    count = t.many[i]
    ways = r.after.shape[1]
    for k in range(count):
        line = signed(t.order[i, k])
        t.views[i, SPOTS + r.of[line]] = 0
        cents, place = t.stakes[i, line], r.places[line]
        at = (state * len(r.parts) + line) * ways + outcomes[i, place]
        what, a, b = r.fates[at, 0], signed(r.fates[at, 1]), signed(r.fates[at, 2])
        if what == PAYS:
            net += (cents * a + b - 1) // b if r.up[line] else cents * a // b
        elif what == BACK:
            net += cents * a // b - cents
        else:
            if what == GOES:
                moving += 1
            t.order[i, left] = line
            left += 1
            continue
        t.stakes[i, line] = 0
        t.at_place[i, place] -= 1
    if moving:
        still = left
        left = signed(0)
        room = signed(0)
        for k in range(still):
            line = signed(t.order[i, k])
            at = (state * len(r.parts) + line) * ways + outcomes[i, r.places[line]]
            if r.fates[at, 0] != GOES:
                t.order[i, left] = line
                left += 1
                continue
            target, cents = signed(r.fates[at, 1]), t.stakes[i, line]
            t.stakes[i, line] = 0
            if t.stakes[i, target] == 0:
                t.order[i, still + room] = target
                room += 1
            t.stakes[i, target] += cents
        for k in range(room):
            t.order[i, left] = t.order[i, still + k]
            left += 1
    t.many[i] = left
    return net


@lean
def settle(r: Rules, t: Tables, each: int, throwing: Flags, outcomes: Ints, left: Ints, fresh: int,
           nets: Numbers, over: Flags, last_views: Ints) -> None:
    """Settle the throws of the tables in ``throwing``.

    ``nets``: the net cents; ``over``: all bets are decided, and the next episode has begun;
    ``last_views`` has the last view of the one before. ``left``: the cards left in the shoes.
    ``fresh``: each episode begins in the initial state.
    """
    for i in range(len(throwing)):
        nets[i], over[i] = 0, False
        if not throwing[i]:
            continue
        nets[i] = _settle_bets(r, t, i, outcomes)
        t.views[i, THROWS] += 1
        state = r.after[t.states[i], outcomes[i, 0]]
        t.states[i] = state
        t.views[i, STATE], t.views[i, LEFT] = r.values[state], left[i]
        for cap in range(t.loads.shape[1]):
            t.loads[i, cap], t.largest[i, cap] = 0, UNLIMITED
        for k in range(t.many[i]):
            line = signed(t.order[i, k])
            t.views[i, SPOTS + r.of[line]] += t.stakes[i, line]
        for k in range(t.many[i]):
            spot = r.of[t.order[i, k]]
            if r.lines[spot] == t.order[i, k]:
                _load(r, t, i, spot, t.views[i, SPOTS + spot])
        if t.many[i] == 0:
            over[i] = True
            for field in range(t.views.shape[1]):
                last_views[i, field] = t.views[i, field]
            t.views[i, THROWS] = 0
            if fresh:
                t.states[i] = 0
                t.views[i, STATE] = r.values[0]
        _mark_all(r, t, i, each)
