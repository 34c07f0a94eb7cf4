"""Blocks of coups, from new packs on: what they returned is counted, nothing else is kept.

Coups of several places are played one after the other by `coups.table`. Those of one place are
played in lanes, each with a stream and a shoe of its own: all lanes are dealt their first cards,
then those that take a card take one, until none does. Where a card leads is looked up (`course`);
no branch asks what the cards are, and no lane waits for itself. What is rare is left to `coups`,
which draws the same words for the same cards.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Halves, Numbers, Octets, Words, signed
from sabot.equipment.compiled import high, inlined, lean
from sabot.equipment.streams import step
from sabot.families.blackjack.kernel.coups import (
    AT,
    BURN_LATER,
    FRESH,
    LATE,
    LEFT,
    MACHINE,
    MIXED,
    P_GOT,
    PLAIN,
    REST,
    SIZE,
    STOP,
    WAITING,
    WORD,
    WORD_AFTER,
    Tables,
    finish,
    of_two,
    ready,
    table,
    told,
)
from sabot.families.blackjack.kernel.transitions import COUNT, Course, Places

LANES = 32
"""The most coups that are played side by side: their shoes fit into the nearest cache."""
ROOM = 44
"""More cards than a coup of one place without a split can take."""


@lean
def _shoe(sums: Numbers, played: int, returned: int) -> None:
    sums[0] += 1
    sums[1] += played * played
    sums[2] += played * returned
    sums[3] += returned * returned


@lean
def fold(sums: Numbers, shoes: Numbers, lane: np.uint64 | int) -> None:
    """A lane's shoe has ended."""
    played = (shoes[lane] + COUNT // 2) // COUNT
    _shoe(sums, played, shoes[lane] - played * COUNT)
    shoes[lane] = 0


@inlined
def _word(streams: Words, lane: np.uint64) -> np.uint64:
    """The next word of one lane."""
    two, three, four = (np.uint64(LANES) + lane, np.uint64(2 * LANES) + lane,
                        np.uint64(3 * LANES) + lane)
    found, streams[lane], streams[two], streams[three], streams[four] = step(
        streams[lane], streams[two], streams[three], streams[four])
    return found


@inlined
def _swap(flat: Octets, here: np.uint64, ahead: np.uint64) -> int:
    """The next card: the one so far ahead, which changes places with the first."""
    place = here + ahead
    card: int = flat[place]
    flat[place] = flat[here]
    flat[here] = card
    return card


@inlined
def _batch(below: np.uint64) -> np.uint64:
    """In how many ways a word may give its cards."""
    return (below * (below - np.uint64(1))) * (
        (below - np.uint64(2)) * (below - np.uint64(3)))


@lean
def _out(streams: Words, lane: int, rng: Words) -> None:
    for n in range(4):
        rng[n] = streams[n * LANES + lane]


@lean
def _back(streams: Words, lane: int, rng: Words) -> None:
    for n in range(4):
        streams[n * LANES + lane] = rng[n]


@lean
def lanes(t: Tables, course: Course, streams: Words, decks: Octets, flat: Octets, at: Numbers,
          ended: Numbers, shoes: Numbers, room: Words, small: Halves, state: Places, rng: Words,
          scratch: Numbers, dealt: Numbers, hands: Numbers, places: Numbers, count: int,
          nets: Numbers, counts: Numbers, sums: Numbers, each: Numbers) -> None:
    """`block` for one place: coup after coup comes from lane after lane, as many as ``decks``.

    ``streams``: the states of the lanes' streams, of each of its four words `LANES`. ``decks``: a
    row of cards for each lane, ``flat`` the same cards end to end; ``at``: a row for each lane.
    ``ended``: how often each position of the course was the end, all of them 0; ``shoes``: by lane
    `course.COUNT` for each coup of its shoe and what they returned. ``room``, ``small``, ``state``,
    ``rng`` and what follows to ``places`` are room to work in.
    """
    law, lead, pays = t.law, course.lead, course.pays
    middle = nets.shape[1] // 2
    # Whole numbers without a sign: no index is then looked at for being negative.
    u0, u1, u2, u3 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
    low, wide = np.uint64(15), np.uint64(16)
    size, stop = np.uint64(law[SIZE]), np.uint64(law[STOP])
    fresh, hole = law[FRESH] != 0, law[LATE] == 0
    plain = law[MACHINE] == 0 and law[BURN_LATER] == 0
    many, stride = len(decks), np.uint64(decks.shape[1])
    rare, ends = np.uint64(course.rare), np.uint64(course.ends)
    asks = np.uint64(course.asks)
    first, second, rest, pos, todo = room[0], room[1], room[2], small[0], small[1]
    pos[:many] = law[SIZE]
    for start in range(0, count, many):
        active = min(many, count - start)
        for i in range(active):
            lane = np.uint64(i)
            if fresh:
                pos[lane] = 0
            elif not plain or np.uint64(pos[lane]) >= stop:
                _out(streams, i, rng)
                at[i, AT] = pos[lane]
                if ready(law, rng, decks[i], at[i], scratch) and shoes[lane]:
                    fold(sums, shoes, lane)
                pos[lane] = at[i, AT]
                _back(streams, i, rng)
        for i in range(LANES):
            lane = np.uint64(i)
            a, b, c, d = (streams[lane], streams[np.uint64(LANES) + lane],
                          streams[np.uint64(2 * LANES) + lane],
                          streams[np.uint64(3 * LANES) + lane])
            first[lane], a, b, c, d = step(a, b, c, d)
            second[lane], a, b, c, d = step(a, b, c, d)
            streams[lane] = a
            streams[np.uint64(LANES) + lane] = b
            streams[np.uint64(2 * LANES) + lane] = c
            streams[np.uint64(3 * LANES) + lane] = d
        left = u0
        for i in range(active):
            lane = np.uint64(i)
            place = np.uint64(pos[lane])
            here, n = lane * stride + place, size - place
            word: np.uint64 = first[lane]
            s = rare
            short = n < np.uint64(ROOM)
            if not short:
                ways = _batch(n)
                if word * ways < ways:
                    while word * ways < (u0 - ways) % ways:
                        word = second[lane]
                        second[lane] = _word(streams, lane)
                one = _swap(flat, here, high(word, n))
                word *= n
                up = _swap(flat, here + u1, high(word, n - u1))
                word *= n - u1
                two = _swap(flat, here + u2, high(word, n - u2))
                word *= n - u2
                place += u3
                s = np.uint64(lead[np.uint64(one) & low])
                s = np.uint64(lead[s * wide + (np.uint64(two) & low)])
                s = np.uint64(lead[s * wide + (np.uint64(up) & low)])
                if hole:
                    hidden = _swap(flat, here + u3, high(word, n - u3))
                    place += u1
                    s = np.uint64(lead[s * wide + (np.uint64(hidden) & low)])
                rest[lane] = word
            if s >= asks and s < ends:
                slow = s >= rare
                if not short:
                    dealt[0], dealt[1], dealt[2] = signed(one), signed(up), signed(two)
                    if hole:
                        dealt[3] = signed(hidden)
                if not slow:
                    number = of_two(law, t.two, dealt[0], dealt[2], dealt[1], False)
                    # Cards of one suit, or tens that are a pair.
                    slow = (law[PLAIN] <= number < law[MIXED]
                            or (dealt[0] & 15 == 9 and number != law[MIXED]))
                    s = np.uint64(course.plain[s])
                    slow = slow or (s >= rare and s < ends)
                if slow:
                    _out(streams, i, rng)
                    at[i, AT] = signed(place)
                    if short:
                        rng[WORD], rng[WORD_AFTER] = first[lane], second[lane]
                        rng[WAITING], rng[LEFT] = 2, 0
                        told(t, rng, decks[i], at[i], dealt, hands, places, counts)
                    else:
                        rng[WORD], rng[REST] = second[lane], word
                        rng[WAITING], rng[LEFT] = 1, 0 if hole else 1
                        finish(t, rng, decks[i], at[i], dealt, hands, places, counts)
                    place = np.uint64(at[i, AT])
                    _back(streams, i, rng)
                    net = places[0, P_GOT]
                    nets[0, middle + net] += 1
                    shoes[lane] += net
                    if len(each):
                        each[start + i, 0] = net
                    s = rare
            pos[lane] = place
            state[lane] = s
            todo[left] = lane
            left += np.uint64(s < asks)
        card = 4 if hole else 3
        while left:
            if card & 3 == 0:
                for q in range(left):
                    lane = np.uint64(todo[np.uint64(q)])
                    word = second[lane] if card == 4 else _word(streams, lane)
                    ways = _batch(size - np.uint64(pos[lane]))
                    if word * ways < ways:
                        while word * ways < (u0 - ways) % ways:
                            word = _word(streams, lane)
                    rest[lane] = word
            card += 1
            staying = u0
            for q in range(left):
                lane = np.uint64(todo[np.uint64(q)])
                place, word = np.uint64(pos[lane]), rest[lane]
                here, n = lane * stride + place, size - place
                drawn = _swap(flat, here, high(word, n))
                rest[lane] = word * n
                pos[lane] = place + u1
                s = np.uint64(lead[np.uint64(state[lane]) * wide + (np.uint64(drawn) & low)])
                state[lane] = s
                todo[staying] = lane
                staying += np.uint64(s < asks)
            left = staying
        for i in range(active):
            lane = np.uint64(i)
            s = np.uint64(state[lane])
            ended[s] += 1
            shoes[lane] += pays[s]
        if len(each):
            for i in range(active):
                each[start + i, 0] += pays[state[i]] - COUNT
    for end in range(course.ends, len(pays)):
        nets[0, middle + pays[end] - COUNT] += ended[end]
        for name in range(len(counts)):
            counts[name] += ended[end] * course.counts[end, name]
    if fresh:
        for i in range(nets.shape[1]):
            sums[0] += nets[0, i]
            sums[1] += nets[0, i]
            sums[2] += nets[0, i] * (i - middle)
            sums[3] += nets[0, i] * (i - middle) ** 2
    else:
        for i in range(many):
            if shoes[i]:
                fold(sums, shoes, i)


@lean
def block(t: Tables, rng: Words, cards: Octets, at: Numbers, scratch: Numbers, dealt: Numbers,
          hands: Numbers, places: Numbers, count: int, nets: Numbers, counts: Numbers,
          sums: Numbers, each: Numbers) -> None:
    """Play ``count`` coups from new packs on and add what they returned.

    ``nets``: how often each net result came, its middle for 0; its first row of whole coups, the
    others of each place. ``sums``: shoes, and over shoes of n coups that returned s, of n * n,
    n * s, s * s. ``each``: a row for each coup with the net result of each place, or no rows.
    ``at``, ``scratch``, ``dealt``, ``hands``, ``places`` are room to work in.
    """
    seats = len(places)
    middle = nets.shape[1] // 2
    played = returned = 0
    for number in range(count):
        if ready(t.law, rng, cards, at, scratch) and played:
            _shoe(sums, played, returned)
            played = returned = 0
        table(t, rng, cards, at, dealt, hands, places, counts)
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
