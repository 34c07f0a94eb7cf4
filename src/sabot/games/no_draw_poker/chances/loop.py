"""The compiled loop of no-draw poker: whole rounds, each from a full pack.

A hand is the sum of the parts of its cards: the weights of its ranks and the counters of its suits.
Tables map the sum to the number of its strength (`families.poker.no_draw`). Cards are drawn box by
box, those of the bank last; the bank's fifth card is the open one.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws
from sabot.families.poker.no_draw import HAND, RANK_BITS

PASS, CALL, LOOK = range(3)
"""The decision of a strength: at once, or by the ranks, the suits and the open card."""
SEATS, PLAYS, ANTE, SECOND, CAP, ORDER, CHIP, RATE, START, REFILL = range(10)
LAW = 10
"""The rules of a table: boxes; the strength with which the bank plays; initial and second bet; the
limit on prizes, and whether it is applied in the order of the boxes; the jackpot's chip, increment
and start in cents, and whether the pool is filled up after every prize."""
PASSED, WEAK, LOST, TIED, WON = range(5)
"""How a box ends; a win adds the index of its combination."""
RESULTS = WON + 10
BATCH = 10
"""The number of cards drawn from one word."""
PATTERNS = 1024
"""The number of ways to give suits to five ranks."""
L_TIMES, L_SHARE, L_TOP = range(3)


@lean
def _deal(rng: Words, cards: Octets, count: int, scratch: Numbers) -> None:
    """Draw ``count`` cards to the front of the pack."""
    size, at = len(cards), 0
    while at < count:
        batch = min(BATCH, count - at)
        draws(rng, size - at, batch, scratch)
        for i in range(batch):
            place = at + i + scratch[i]
            card = cards[place]
            cards[place] = cards[at + i]
            cards[at + i] = card
        at += batch


@lean
def _sum(cards: Octets, first: int, parts: Numbers) -> int:
    total: int = (parts[cards[first]] + parts[cards[first + 1]] + parts[cards[first + 2]]
                  + parts[cards[first + 3]] + parts[cards[first + 4]])
    return total


@lean
def _goes_on(cards: Octets, first: int, up: int, place: int, masks: Words) -> np.uint64:
    """Whether a hand of five ranks goes on against the open card; its suits are read from the
    lowest rank upwards."""
    pattern = signed(0)
    for i in range(HAND):
        mine, below = signed(cards[first + i]), signed(0)
        for j in range(HAND):
            below += signed(cards[first + j] < mine)
        pattern |= (mine & 3) << 2 * below
    goes: np.uint64 = (masks[place * PATTERNS + pattern] >> np.uint64(up)) & np.uint64(1)
    return goes


@lean
def _apply_cap(law: Numbers, wins: Numbers, pays: Numbers, kinds: Numbers, result: Numbers,
               nets: Numbers) -> None:
    """Reduce the net results of the boxes to the limit on prizes (15): in proportion, in whole
    cents for each bet, or in the order of the boxes."""
    seats, cap, ante, second = law[SEATS], law[CAP], law[ANTE], law[SECOND]
    total = signed(0)
    for seat in range(seats):
        if result[seat] == WEAK or result[seat] >= WON:
            total += nets[seat]
    if total <= cap:
        return
    left = cap
    for seat in range(seats):
        if result[seat] == WEAK:
            first, other = ante, signed(0)
        elif result[seat] >= WON:
            first, other = ante, second * pays[kinds[seat]]
        else:
            continue
        if law[ORDER]:  # the second bet is paid first
            paid = min(other, left)
            paid += min(first, left - paid)
        else:
            paid = other * cap // total + first * cap // total
        left -= paid
        nets[seat] = paid


@lean
def _pay_jackpot(law: Numbers, lines: Numbers, line_of: Numbers, kinds: Numbers, result: Numbers,
                 state: Numbers, won: Numbers, of_seat: Numbers) -> None:
    """Add the chips to the pool and pay its prizes, from the smallest to the largest; winners of
    the same line divide it (12). ``won``: line and net of each prize, from ``state[1]`` on."""
    seats, chip = law[SEATS], law[CHIP]
    pool = state[0] + seats * (chip * law[RATE] // 100)
    left = signed(0)
    top_won = False
    for line in range(len(lines)):
        winners = 0
        for seat in range(seats):
            winners += result[seat] != PASSED and line_of[kinds[seat]] == line
        if not winners:
            continue
        share = lines[line, L_SHARE]
        amount = pool * share // 100 if share else lines[line, L_TIMES] * chip
        pool = max(pool, amount)
        each = amount // winners
        pool -= each * winners
        for seat in range(seats):
            if result[seat] != PASSED and line_of[kinds[seat]] == line:
                won[state[1], 0], won[state[1], 1] = line, each - chip
                state[1] += 1
                of_seat[seat] = each - chip
        if share and lines[line, L_TOP]:
            top_won = True
            left = pool if share == 100 else 0
    if (top_won or not pool or law[REFILL]) and pool - left < law[START]:
        pool = law[START] + left
    state[0] = pool


@lean
def count_deals(law: Numbers, rng: Words, cards: Octets, parts: Numbers, rows: Halves,
                codes: Halves, suits: Octets, categories: Numbers, wins: Numbers, pays: Numbers,
                decides: Octets, places: Ints, masks: Words, lines: Numbers, line_of: Numbers,
                count: int, scratch: Numbers, kinds: Numbers, result: Numbers, nets: Numbers,
                of_seat: Numbers, counts: Numbers, sums: Numbers, low: int, step: int,
                state: Numbers, won: Numbers, box_nets: Numbers, chip_nets: Numbers) -> None:
    """Play ``count`` rounds. ``counts``: how boxes ended; ``sums[i]``: how often all boxes together
    returned ``low + i * step``; ``box_nets``, ``chip_nets``: the net result of each box and of its
    chip in the first rounds, as many as fit."""
    seats, plays, ante, second = law[SEATS], law[PLAYS], law[ANTE], law[SECOND]
    cap, chip, keep = law[CAP], law[CHIP], len(box_nets)
    ranks = (1 << RANK_BITS) - 1
    for coup in range(count):
        _deal(rng, cards, HAND * (seats + 1), scratch)
        last = HAND * seats
        up = signed(cards[last + HAND - 1])
        total = _sum(cards, last, parts)
        bank = codes[rows[total & ranks] * 4 + suits[total >> RANK_BITS]]
        whole = signed(0)
        prizes = signed(0)
        for seat in range(seats):
            total = _sum(cards, HAND * seat, parts)
            row = rows[total & ranks]
            mine = codes[row * 4 + suits[total >> RANK_BITS]]
            decision = decides[mine]
            goes = decision == CALL
            if decision == LOOK:
                goes = _goes_on(cards, HAND * seat, up, places[row], masks) != 0
            kinds[seat] = categories[mine]
            if not goes:
                end, net = signed(PASSED), -ante
            elif bank < plays:
                end, net = signed(WEAK), ante
            elif mine > bank:
                end, net = signed(WON + categories[mine]), wins[mine]
            elif mine < bank:
                end, net = signed(LOST), -ante - second
            else:
                end, net = signed(TIED), signed(0)
            result[seat], nets[seat] = end, net
            counts[end] += 1
            whole += net
            prizes += max(net, 0)
        if cap and prizes > cap:
            _apply_cap(law, wins, pays, kinds, result, nets)
            whole = signed(0)
            for seat in range(seats):
                whole += nets[seat]
        sums[(whole - low) // step] += 1
        if chip:
            for seat in range(seats):
                of_seat[seat] = -chip
            _pay_jackpot(law, lines, line_of, kinds, result, state, won, of_seat)
        if coup < keep:
            for seat in range(seats):
                box_nets[coup, seat] = nets[seat]
                if chip:
                    chip_nets[coup, seat] = of_seat[seat]
