"""Blocks of coups, from new packs on: what they returned is counted, nothing else is kept.

Any coup can be played by `coups.table`. The coup of one place that is not split, in a shoe with
cards to spare, is told here once more with its state in registers, for speed; it draws the same
words of its stream for the same cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sabot.equipment.compiled import high, inlined, lean
from sabot.families.blackjack.chart import CLAIM, HIT, SPLIT, STAND, SURRENDER
from sabot.families.blackjack.coups import (
    ALWAYS,
    AT,
    AT_ONCE,
    BANK,
    BANK_DONE,
    BANK_NATURAL,
    BLACKJACK,
    BLACKJACKS,
    BURN_BANK,
    BURN_LATER,
    BUSTS,
    CLAIM_PAYS,
    DOUBLE_FIXED,
    DOUBLES,
    EVEN_MONEY,
    EVENS,
    FIVE_CARDS,
    FRESH,
    GUARDS,
    HALF,
    IDLE,
    KEEPS_DOUBLE,
    LATE,
    LOSSES,
    MACHINE,
    NATURAL,
    P_GOT,
    PASS,
    PEEK,
    PLAIN,
    PRIZE,
    PUSHES,
    SEVENS,
    SIZE,
    SPECIAL,
    SPECIALS,
    STAKE,
    STOP,
    SUITED_678,
    SURRENDERS,
    TENS_EVEN,
    WIN,
    WINS,
    finish,
    of_two,
    ready,
    table,
    with_card,
)

LOOK = 65535
LOST, OUT = 3, 4  # ends of a hand after won, even and behind: over 21, decided before the bank
ROOM = 44
"""More cards than a coup of one place without a split can take."""


@lean
def _shoe(sums: Any, played: Any, returned: Any) -> None:
    sums[0] += 1
    sums[1] += played * played
    sums[2] += played * returned
    sums[3] += returned * returned


@inlined
def _step(a: Any, b: Any, c: Any, d: Any) -> Any:
    """A word of xoshiro256** and the state after it, all in registers: see `streams.word`."""
    five = b * np.uint64(5)
    c ^= a
    e = d ^ b
    return ((five << np.uint64(7) | five >> np.uint64(57)) * np.uint64(9),
            a ^ e, b ^ c, c ^ (b << np.uint64(17)), e << np.uint64(45) | e >> np.uint64(19))


@inlined
def _index(word: Any, left: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """A number below ``left`` from this word, or from later ones where it would favour some."""
    below = left
    rest = word * below
    if rest < below:
        while rest < (np.uint64(0) - below) % below:
            word, a, b, c, d = _step(a, b, c, d)
            rest = word * below
    return high(word, below), a, b, c, d


@lean
def _fold(ends: Any, counts: Any) -> None:
    """How coups ended, by eight times the bank's strength (0 where it did not play) and the end of
    the hand, among the counts."""
    for strength in range(BANK_NATURAL + 1):
        row = 8 * strength
        counts[WINS] += ends[row]
        counts[PUSHES] += ends[row + 1]
        counts[LOSSES] += ends[row + 2] + ends[row + LOST]
        counts[BUSTS] += ends[row + LOST]
        bank = IDLE if strength == 0 else BANK + max(0, strength - 16)
        for end in range(OUT + 1):
            counts[bank] += ends[row + end]


@lean
def _single(t: Any, rng: Any, cards: Any, at: Any, scratch: Any, dealt: Any, ends: Any,
            hands: Any, places: Any, count: Any, nets: Any, counts: Any, sums: Any, each: Any
            ) -> None:
    """`block` for one place. What is rare, splits and insurances above all, is left to `finish`;
    the rest is told once more here with its state in registers."""
    law, bank, first, follow, total = t.law, t.bank, t.first, t.follow, t.total
    glance, insure, evens = t.glance, t.insure, t.evens
    middle = nets.shape[1] // 2
    rows = np.uint64(len(total))
    # Whole numbers without a sign: no index is then looked at for being negative.
    u0, u1, u2, u3, low = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(15)
    wide = np.uint64(16)
    cards_in, stop, fresh = np.uint64(law[SIZE]), np.uint64(law[STOP]), law[FRESH] != 0
    plain_shoe = law[MACHINE] == 0 and law[BURN_LATER] == 0
    hole, peeks, always, guards = (law[LATE] == 0, law[PEEK] != 0, law[ALWAYS] != 0,
                                   law[GUARDS] != 0)
    stake, wins, prize = law[STAKE], law[WIN], law[PRIZE]
    plain = np.uint64(law[PLAIN])
    late_surrender = peeks and not law[PASS]
    # Where no prize is paid no hand has these numbers.
    sevens = np.uint64(law[SEVENS] if law[SPECIAL] else 1 << 20)
    suited = np.uint64(law[SUITED_678] if law[SPECIAL] else 1 << 20)
    kept = law[KEEPS_DOUBLE] != 0
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    pos = u0
    played = returned = 0
    for number in range(count):
        if fresh:
            pos = u0
        elif plain_shoe and played and pos < stop:
            pass
        else:
            rng[0], rng[1], rng[2], rng[3] = a, b, c, d
            at[AT] = np.int64(pos)
            if ready(law, rng, cards, at, scratch) and played:
                _shoe(sums, played, returned)
                played = returned = 0
            pos = np.uint64(at[AT])
            a, b, c, d = rng[0], rng[1], rng[2], rng[3]
        net: Any = np.int64(0)
        slow: Any = cards_in - pos < np.uint64(ROOM)
        begun = False
        if not slow:
            # The first cards, as `coups._deal` takes them.
            begun = True
            n = cards_in - pos
            m, k = n - u1, n - u2
            product = n * m * k
            last = n - u3
            if hole:
                product *= last
            while True:
                rest, a, b, c, d = _step(a, b, c, d)
                one, rest = high(rest, n), rest * n
                other, rest = high(rest, m), rest * m
                third, rest = high(rest, k), rest * k
                fourth = u0
                if hole:
                    fourth, rest = high(rest, last), rest * last
                if rest >= product or rest >= (u0 - product) % product:
                    break
            j = pos + one
            mine = np.uint64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = mine
            pos += u1
            j = pos + other
            up = np.uint64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = up
            pos += u1
            j = pos + third
            second = np.uint64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = second
            pos += u1
            hidden = u0
            if hole:
                j = pos + fourth
                hidden = np.uint64(cards[j])
                cards[j] = cards[pos]
                cards[pos] = hidden
                pos += u1
            shown = up & low
            state = np.uint64(glance[(mine & low) * wide + (second & low)])
            if state == np.uint64(LOOK):
                state = np.uint64(of_two(law, t.two, np.int64(mine), np.int64(second),
                                         np.int64(up)))
            row = shown * rows
            act = first[row + state]
            slow = act == SPLIT or (shown == u0 and insure[state] != 0) or (
                late_surrender and act == SURRENDER)
        if slow:
            rng[0], rng[1], rng[2], rng[3] = a, b, c, d
            at[AT] = np.int64(pos)
            if begun:
                dealt[0], dealt[1], dealt[2], dealt[3] = mine, up, second, hidden
                finish(t, rng, cards, at, scratch, dealt, hands, places, counts)
            else:
                table(t, rng, cards, at, scratch, dealt, hands, places, counts)
            pos = np.uint64(at[AT])
            a, b, c, d = rng[0], rng[1], rng[2], rng[3]
            net = places[0, P_GOT]
        else:
            bet = limit = stake
            bonus = np.int64(0)
            out = False
            points = np.int64(0)
            strength: Any = np.int64(0)
            if act == NATURAL:
                counts[BLACKJACKS] += 1
                points = np.int64(BANK_NATURAL)
                if law[AT_ONCE] and shown != u0 and shown != np.uint64(9):
                    out, net = True, law[BLACKJACK]
                elif (shown == u0 or (shown == np.uint64(9) and law[TENS_EVEN])) and evens[shown]:
                    counts[EVEN_MONEY] += 1
                    out, net = True, law[EVENS]
                if out:
                    counts[WINS] += 1
            elif act == SURRENDER:
                counts[SURRENDERS] += 1
                out, net = True, -law[HALF]
            if peeks and bank[shown * wide + (hidden & low)] == BANK_DONE + BANK_NATURAL:
                strength = np.int64(BANK_NATURAL)
            elif act != NATURAL and not out:
                while act == HIT:
                    word, a, b, c, d = _step(a, b, c, d)
                    ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                    j = pos + ahead
                    card = np.uint64(cards[j])
                    cards[j] = cards[pos]
                    cards[pos] = card
                    pos += u1
                    if state >= plain:
                        state = np.uint64(with_card(law, t.follow, np.int64(state), np.int64(mine),
                                                   np.int64(card)))
                    else:
                        state = np.uint64(follow[state * wide + (card & low)])
                    act = first[row + state]
                points = np.int64(total[state])
                if act != STAND:
                    if act == CLAIM:
                        counts[FIVE_CARDS] += 1
                        counts[WINS] += 1
                        out, net = True, law[CLAIM_PAYS]
                    else:
                        counts[DOUBLES] += 1
                        bet += stake
                        if not kept:
                            limit += stake
                        word, a, b, c, d = _step(a, b, c, d)
                        ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                        j = pos + ahead
                        card = np.uint64(cards[j])
                        cards[j] = cards[pos]
                        cards[pos] = card
                        pos += u1
                        state = np.uint64(with_card(law, t.follow, np.int64(state), np.int64(mine),
                                                   np.int64(card)))
                        points = np.int64(total[state])
                        if act == DOUBLE_FIXED and (card & low) != u0:
                            points = np.int64(t.hard[state])
                if state in (sevens, suited):
                    counts[SPECIALS] += 1
                    bonus = prize
            if strength == 0 and (always or (points > 0 and not out)):
                if not hole:
                    for _ in range(law[BURN_BANK] + 1):
                        word, a, b, c, d = _step(a, b, c, d)
                        ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                        j = pos + ahead
                        hidden = np.uint64(cards[j])
                        cards[j] = cards[pos]
                        cards[pos] = hidden
                        pos += u1
                draws_to = np.uint64(bank[shown * wide + (hidden & low)])
                while draws_to < np.uint64(BANK_DONE):
                    word, a, b, c, d = _step(a, b, c, d)
                    ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                    j = pos + ahead
                    card = np.uint64(cards[j])
                    cards[j] = cards[pos]
                    cards[pos] = card
                    pos += u1
                    draws_to = np.uint64(bank[draws_to * wide + (card & low)])
                strength = np.int64(draws_to) - BANK_DONE
            if out:
                ends[np.uint64(8 * strength + OUT)] += 1
            else:
                above = np.int64(points > strength)
                below = np.int64(points < strength) | np.int64(points == 0)
                ends[np.uint64(8 * strength + 1 - above + below + (points == 0))] += 1
                if guards and strength == BANK_NATURAL:
                    bet = min(bet, limit)
                pays = wins if bet == stake else wins + wins
                if points == BANK_NATURAL:
                    pays = law[BLACKJACK]
                net = above * pays - below * bet + bonus
        nets[u0, np.uint64(middle + net)] += 1
        if len(each):
            each[number, 0] = net
        played += 1
        returned += net
    _fold(ends, counts)
    if not fresh and played:
        _shoe(sums, played, returned)
    if fresh:
        for i in range(nets.shape[1]):
            sums[0] += nets[0, i]
            sums[1] += nets[0, i]
            sums[2] += nets[0, i] * (i - middle)
            sums[3] += nets[0, i] * (i - middle) ** 2


@lean
def block(t: Any, rng: Any, cards: Any, at: Any, scratch: Any, dealt: Any, ends: Any,
          hands: Any, places: Any, count: Any, nets: Any, counts: Any, sums: Any, each: Any
          ) -> None:
    """Play ``count`` coups from new packs on and add what they returned.

    ``nets``: how often each net result came, its middle for 0; its first row of whole coups, the
    others of each place. ``sums``: shoes, and over shoes of n coups that returned s, of n * n,
    n * s, s * s. ``each``: a row for each coup with the net result of each place, or no rows.
    ``at``, ``scratch``, ``dealt``, ``ends``, ``hands``, ``places`` are room to work in.
    """
    seats = len(places)
    if seats == 1:
        _single(t, rng, cards, at, scratch, dealt, ends, hands, places, count, nets, counts,
                sums, each)
        return
    middle = nets.shape[1] // 2
    played = returned = 0
    for number in range(count):
        if ready(t.law, rng, cards, at, scratch) and played:
            _shoe(sums, played, returned)
            played = returned = 0
        table(t, rng, cards, at, scratch, dealt, hands, places, counts)
        net = 0
        for p in range(seats):
            net += places[p, P_GOT]
            nets[1 + p, middle + places[p, P_GOT]] += 1
        nets[0, middle + net] += 1
        if len(each):
            for p in range(seats):
                each[number, p] = places[p, P_GOT]
        played += 1
        returned += net
    if played:
        _shoe(sums, played, returned)
