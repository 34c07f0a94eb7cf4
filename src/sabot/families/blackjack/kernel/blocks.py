"""Blocks of rounds from new packs on: only what they returned is counted.

Rounds of several places are played one after the other by `coups.play_coup`. Rounds of one place
are played in lanes, each with its own stream and shoe: all lanes get their first cards, then every
lane that takes a card takes one, until none does. The position after a card is looked up
(`transitions`); no branch depends on the cards, and no lane waits for itself. Rare cases go to
`coups`, which draws the same words for the same cards.
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
    play_begun_coup,
    play_coup,
    play_dealt_coup,
    prepare_shoe,
    two_card_hand,
)
from sabot.families.blackjack.kernel.transitions import COUNT, Positions, Transitions

LANES = 32
"""The maximum of rounds played side by side: their shoes fit into the nearest cache."""
ROOM = 44
"""More cards than a round of one place without a split can take."""


@lean
def _add_shoe(sums: Numbers, played: int, returned: int) -> None:
    """Add a shoe of ``played`` rounds that returned ``returned`` to the sums."""
    sums[0] += 1
    sums[1] += played * played
    sums[2] += played * returned
    sums[3] += returned * returned


@lean
def end_shoe(sums: Numbers, shoes: Numbers, lane: np.uint64 | int) -> None:
    """Add the ended shoe of a lane to the sums."""
    played = (shoes[lane] + COUNT // 2) // COUNT
    _add_shoe(sums, played, shoes[lane] - played * COUNT)
    shoes[lane] = 0


@inlined
def _next_word(streams: Words, lane: np.uint64) -> np.uint64:
    """The next word of one lane."""
    second, third, fourth = (np.uint64(LANES) + lane, np.uint64(2 * LANES) + lane,
                             np.uint64(3 * LANES) + lane)
    word, streams[lane], streams[second], streams[third], streams[fourth] = step(
        streams[lane], streams[second], streams[third], streams[fourth])
    return word


@inlined
def _swap(flat: Octets, here: np.uint64, ahead: np.uint64) -> int:
    """The next card: the card ``ahead`` changes places with the first."""
    place = here + ahead
    card: int = flat[place]
    flat[place] = flat[here]
    flat[here] = card
    return card


@inlined
def _word_orders(below: np.uint64) -> np.uint64:
    """The number of orders in which a word may give its cards."""
    return (below * (below - np.uint64(1))) * (
        (below - np.uint64(2)) * (below - np.uint64(3)))


@lean
def _load_stream(streams: Words, lane: int, rng: Words) -> None:
    """Copy the state of a lane's stream into ``rng``."""
    for n in range(4):
        rng[n] = streams[n * LANES + lane]


@lean
def _store_stream(streams: Words, lane: int, rng: Words) -> None:
    """Copy the state in ``rng`` back to a lane's stream."""
    for n in range(4):
        streams[n * LANES + lane] = rng[n]


@lean
def play_lanes(t: Tables, transitions: Transitions, streams: Words, decks: Octets, flat: Octets,
               at: Numbers, ended: Numbers, shoes: Numbers, room: Words, small: Halves,
               state: Positions, rng: Words, scratch: Numbers, dealt: Numbers, hands: Numbers,
               places: Numbers, count: int, nets: Numbers, counts: Numbers, sums: Numbers,
               coup_nets: Numbers) -> None:
    """`play_block` for one place: one round from each lane in turn, with as many lanes as
    ``decks``.

    ``streams``: the states of the lanes' streams, `LANES` of each of the four words. ``decks``: a
    row of cards for each lane, ``flat`` the same cards end to end; ``at``: a row for each lane.
    ``ended``: how often each position was the end, initially all 0. ``shoes``: by lane,
    `transitions.COUNT` for each round of its shoe plus what they returned. ``room``, ``small``,
    ``state``, ``rng`` and the arguments up to ``places`` are workspace.
    """
    law, lead, pays = t.law, transitions.lead, transitions.pays
    middle = nets.shape[1] // 2
    # Unsigned integers, so that no index is checked for being negative.
    u0, u1, u2, u3 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(3)
    low, wide = np.uint64(15), np.uint64(16)
    size, stop = np.uint64(law[SIZE]), np.uint64(law[STOP])
    fresh, hole = law[FRESH] != 0, law[LATE] == 0
    plain = law[MACHINE] == 0 and law[BURN_LATER] == 0
    lane_count, stride = len(decks), np.uint64(decks.shape[1])
    rare, ends = np.uint64(transitions.rare), np.uint64(transitions.ends)
    asks = np.uint64(transitions.asks)
    first, second, rest, pos, todo = room[0], room[1], room[2], small[0], small[1]
    pos[:lane_count] = law[SIZE]
    for start in range(0, count, lane_count):
        active = min(lane_count, count - start)
        for i in range(active):
            lane = np.uint64(i)
            if fresh:
                pos[lane] = 0
            elif not plain or np.uint64(pos[lane]) >= stop:
                _load_stream(streams, i, rng)
                at[i, AT] = pos[lane]
                if prepare_shoe(law, rng, decks[i], at[i], scratch) and shoes[lane]:
                    end_shoe(sums, shoes, lane)
                pos[lane] = at[i, AT]
                _store_stream(streams, i, rng)
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
        waiting = u0
        for i in range(active):
            lane = np.uint64(i)
            place = np.uint64(pos[lane])
            here, n = lane * stride + place, size - place
            word: np.uint64 = first[lane]
            position = rare
            short = n < np.uint64(ROOM)
            if not short:
                orders = _word_orders(n)
                if word * orders < orders:
                    while word * orders < (u0 - orders) % orders:
                        word = second[lane]
                        second[lane] = _next_word(streams, lane)
                first_card = _swap(flat, here, high(word, n))
                word *= n
                up = _swap(flat, here + u1, high(word, n - u1))
                word *= n - u1
                second_card = _swap(flat, here + u2, high(word, n - u2))
                word *= n - u2
                place += u3
                position = np.uint64(lead[np.uint64(first_card) & low])
                position = np.uint64(lead[position * wide + (np.uint64(second_card) & low)])
                position = np.uint64(lead[position * wide + (np.uint64(up) & low)])
                if hole:
                    hidden = _swap(flat, here + u3, high(word, n - u3))
                    place += u1
                    position = np.uint64(lead[position * wide + (np.uint64(hidden) & low)])
                rest[lane] = word
            if position >= asks and position < ends:
                slow = position >= rare
                if not short:
                    dealt[0], dealt[1], dealt[2] = (
                        signed(first_card),
                        signed(up),
                        signed(second_card),
                    )
                    if hole:
                        dealt[3] = signed(hidden)
                if not slow:
                    number = two_card_hand(law, t.two, dealt[0], dealt[2], dealt[1], False)
                    # Cards of one suit, or tens that are a pair.
                    slow = (law[PLAIN] <= number < law[MIXED]
                            or (dealt[0] & 15 == 9 and number != law[MIXED]))
                    position = np.uint64(transitions.plain[position])
                    slow = slow or (position >= rare and position < ends)
                if slow:
                    _load_stream(streams, i, rng)
                    at[i, AT] = signed(place)
                    if short:
                        rng[WORD], rng[WORD_AFTER] = first[lane], second[lane]
                        rng[WAITING], rng[LEFT] = 2, 0
                        play_begun_coup(t, rng, decks[i], at[i], dealt, hands, places, counts)
                    else:
                        rng[WORD], rng[REST] = second[lane], word
                        rng[WAITING], rng[LEFT] = 1, 0 if hole else 1
                        play_dealt_coup(t, rng, decks[i], at[i], dealt, hands, places, counts)
                    place = np.uint64(at[i, AT])
                    _store_stream(streams, i, rng)
                    net = places[0, P_GOT]
                    nets[0, middle + net] += 1
                    shoes[lane] += net
                    if len(coup_nets):
                        coup_nets[start + i, 0] = net
                    position = rare
            pos[lane] = place
            state[lane] = position
            todo[waiting] = lane
            waiting += np.uint64(position < asks)
        card = 4 if hole else 3
        while waiting:
            if card & 3 == 0:
                for q in range(waiting):
                    lane = np.uint64(todo[np.uint64(q)])
                    word = second[lane] if card == 4 else _next_word(streams, lane)
                    orders = _word_orders(size - np.uint64(pos[lane]))
                    if word * orders < orders:
                        while word * orders < (u0 - orders) % orders:
                            word = _next_word(streams, lane)
                    rest[lane] = word
            card += 1
            staying = u0
            for q in range(waiting):
                lane = np.uint64(todo[np.uint64(q)])
                place, word = np.uint64(pos[lane]), rest[lane]
                here, n = lane * stride + place, size - place
                drawn = _swap(flat, here, high(word, n))
                rest[lane] = word * n
                pos[lane] = place + u1
                position = np.uint64(lead[np.uint64(state[lane]) * wide + (np.uint64(drawn) & low)])
                state[lane] = position
                todo[staying] = lane
                staying += np.uint64(position < asks)
            waiting = staying
        for i in range(active):
            lane = np.uint64(i)
            position = np.uint64(state[lane])
            ended[position] += 1
            shoes[lane] += pays[position]
        if len(coup_nets):
            for i in range(active):
                coup_nets[start + i, 0] += pays[state[i]] - COUNT
    for end in range(transitions.ends, len(pays)):
        nets[0, middle + pays[end] - COUNT] += ended[end]
        for name in range(len(counts)):
            counts[name] += ended[end] * transitions.counts[end, name]
    if fresh:
        for i in range(nets.shape[1]):
            sums[0] += nets[0, i]
            sums[1] += nets[0, i]
            sums[2] += nets[0, i] * (i - middle)
            sums[3] += nets[0, i] * (i - middle) ** 2
    else:
        for i in range(lane_count):
            if shoes[i]:
                end_shoe(sums, shoes, i)


@lean
def play_block(t: Tables, rng: Words, cards: Octets, at: Numbers, scratch: Numbers, dealt: Numbers,
               hands: Numbers, places: Numbers, count: int, nets: Numbers, counts: Numbers,
               sums: Numbers, coup_nets: Numbers) -> None:
    """Play ``count`` rounds from new packs on and add what they returned.

    ``nets``: how often each net result came, with 0 in the middle; its first row for whole rounds,
    the others for each place. ``sums``: the number of shoes, and over shoes of n rounds that
    returned s, the sums of n * n, n * s and s * s. ``coup_nets``: a row for each round with the net
    result of each place, or no rows. ``at``, ``scratch``, ``dealt``, ``hands``, ``places`` are
    workspace.
    """
    seats = len(places)
    middle = nets.shape[1] // 2
    played = returned = 0
    for number in range(count):
        if prepare_shoe(t.law, rng, cards, at, scratch) and played:
            _add_shoe(sums, played, returned)
            played = returned = 0
        play_coup(t, rng, cards, at, dealt, hands, places, counts)
        net = 0
        for p in range(seats):
            net += places[p, P_GOT]
            nets[1 + p, middle + places[p, P_GOT]] += 1
        nets[0, middle + net] += 1
        if len(coup_nets):
            for p in range(seats):
                coup_nets[number, p] = places[p, P_GOT]
        played += 1
        returned += net
    if played:
        _add_shoe(sums, played, returned)
