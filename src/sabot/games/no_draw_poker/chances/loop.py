"""The compiled loop of no-draw poker: whole coups, each from a full pack.

A hand is the sum of its cards' parts: the weights of its ranks and the counters of its suits, which
tables turn into the number of its strength (`families.poker.nodraw`). Cards are drawn box by box,
the bank's last, of which the fifth lies open.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Ints, Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean
from sabot.equipment.streams import draws
from sabot.families.poker.no_draw import HAND, RANK_BITS

PASS, CALL, LOOK = range(3)
"""What a strength decides: at once, or by the hand's ranks, suits and the open card."""
SEATS, PLAYS, ANTE, SECOND, CAP, ORDER, CHIP, RATE, START, REFILL = range(10)
LAW = 10
"""What the loop reads of a table: boxes; the strength with which the bank plays; initial and second
bet; the most that the bank pays in prizes, and whether in the order of the boxes; the jackpot's
chip, increment and beginning in cents, and whether every prize has the pool filled up."""
PASSED, WEAK, LOST, TIED, WON = range(5)
"""How a box ends; a win has the place of its combination added."""
RESULTS = WON + 10
BATCH = 10
"""Cards drawn from one word."""
PATTERNS = 1024
"""Ways to give five ranks suits."""
L_TIMES, L_SHARE, L_TOP = range(3)


@lean
def _deal(rng: Words, cards: Octets, count: int, scratch: Numbers) -> None:
    """So many cards come to the front of the pack."""
    size, at = len(cards), 0
    while at < count:
        some = min(BATCH, count - at)
        draws(rng, size - at, some, scratch)
        for i in range(some):
            place = at + i + scratch[i]
            card = cards[place]
            cards[place] = cards[at + i]
            cards[at + i] = card
        at += some


@lean
def _sum(cards: Octets, first: int, parts: Numbers) -> int:
    total: int = (parts[cards[first]] + parts[cards[first + 1]] + parts[cards[first + 2]]
                  + parts[cards[first + 3]] + parts[cards[first + 4]])
    return total


@lean
def _looks(cards: Octets, first: int, up: int, place: int, masks: Words) -> np.uint64:
    """Whether a hand of five ranks goes on against the open card: its suits are read from the
    lowest rank on."""
    pattern = signed(0)
    for i in range(HAND):
        mine, below = signed(cards[first + i]), signed(0)
        for j in range(HAND):
            below += signed(cards[first + j] < mine)
        pattern |= (mine & 3) << 2 * below
    goes: np.uint64 = (masks[place * PATTERNS + pattern] >> np.uint64(up)) & np.uint64(1)
    return goes


@lean
def _capped(law: Numbers, wins: Numbers, pays: Numbers, kinds: Numbers, result: Numbers,
            nets: Numbers) -> None:
    """What each box returns net where prizes have a limit (15): all of them are cut in the same
    proportion, in whole cents for each bet, or they are paid in the order of the boxes."""
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
def _jackpot(law: Numbers, lines: Numbers, line_of: Numbers, kinds: Numbers, result: Numbers,
             state: Numbers, won: Numbers, of_seat: Numbers) -> None:
    """Chips go to the pool, and prizes out of it, from the smallest to the largest; those of one
    line divide it (12). ``won``: line and net of each prize, from ``state[1]`` on."""
    seats, chip = law[SEATS], law[CHIP]
    pool = state[0] + seats * (chip * law[RATE] // 100)
    left = signed(0)
    fell = False
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
            fell = True
            left = pool if share == 100 else 0
    if (fell or not pool or law[REFILL]) and pool - left < law[START]:
        pool = law[START] + left
    state[0] = pool


@lean
def block(law: Numbers, rng: Words, cards: Octets, parts: Numbers, rows: Halves, codes: Halves,
          suits: Octets, categories: Numbers, wins: Numbers, pays: Numbers, decides: Octets,
          places: Ints, masks: Words, lines: Numbers, line_of: Numbers, count: int,
          scratch: Numbers, kinds: Numbers, result: Numbers, nets: Numbers, of_seat: Numbers,
          counts: Numbers, sums: Numbers, low: int, step: int, state: Numbers, won: Numbers,
          told: Numbers, told_chips: Numbers) -> None:
    """``count`` coups. ``counts``: how boxes ended; ``sums``: how often all boxes together returned
    ``low`` and so many ``step`` more; ``told``, ``told_chips``: what each box and its chip returned
    net in the first coups, as many as they hold."""
    seats, plays, ante, second = law[SEATS], law[PLAYS], law[ANTE], law[SECOND]
    cap, chip, keep = law[CAP], law[CHIP], len(told)
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
            what = decides[mine]
            goes = what == CALL
            if what == LOOK:
                goes = _looks(cards, HAND * seat, up, places[row], masks) != 0
            kinds[seat] = categories[mine]
            if not goes:
                ends, net = signed(PASSED), -ante
            elif bank < plays:
                ends, net = signed(WEAK), ante
            elif mine > bank:
                ends, net = signed(WON + categories[mine]), wins[mine]
            elif mine < bank:
                ends, net = signed(LOST), -ante - second
            else:
                ends, net = signed(TIED), signed(0)
            result[seat], nets[seat] = ends, net
            counts[ends] += 1
            whole += net
            prizes += max(net, 0)
        if cap and prizes > cap:
            _capped(law, wins, pays, kinds, result, nets)
            whole = signed(0)
            for seat in range(seats):
                whole += nets[seat]
        sums[(whole - low) // step] += 1
        if chip:
            for seat in range(seats):
                of_seat[seat] = -chip
            _jackpot(law, lines, line_of, kinds, result, state, won, of_seat)
        if coup < keep:
            for seat in range(seats):
                told[coup, seat] = nets[seat]
                if chip:
                    told_chips[coup, seat] = of_seat[seat]
