"""Compiled betting: who is asked, what is open to them, and what their decision does.

The same procedure as `betting`, `wagers` and `start`, at one of many tables (``i``). A player is
their position: 0 has the hand, the next one clockwise is 1, and so on. Sums are cents.
"""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import shuffle_front
from sabot.families.pokertable.kernel.encoding import (
    AHEAD,
    ANTE,
    ANTES,
    BEGINS,
    BIG,
    BIG_ASKED,
    BINDS,
    BURNS,
    CALL_ONLY,
    COUNTS,
    FREE_FROM_START,
    HALF_POT,
    HIGHEST_BET,
    HOLE,
    MAX_RAISES,
    MINIMUM,
    MODE,
    OF_EACH,
    OF_ROUND,
    PLAYERS,
    RAISES_OF,
    REOPENS,
    ROUNDS,
    SIZE,
    SMALL,
    SMALL_POT,
    STACK_LIMIT,
    TOTAL,
    UNIT,
    UNLIMITED,
)

ACTS = ("fold", "check", "call", "bet", "all-in")
"""The acts, by number. A bet where somebody has bet is a raise: its sum is added to theirs (39.d).
"""
(FOLD, CHECK, CALL, BET, ALL_IN) = range(5)

(HAND, STREET, LEVEL, RAISES, BEGAN, LEADER, LED, HIGHEST, SPOKEN, FOLDED, CURSOR, TURN, LIVE, POT,
 DUE, LOW, HIGH, OPEN, STATE) = range(19)
"""The state of a table. ``HAND``: the place that has the hand, from 0. ``SPOKEN``, ``FOLDED`` and
``OPEN`` (acts) are bits. ``LEADER``: the position that `Round.lead` marks, -1 for none. ``CURSOR``:
the position from which the next turn is looked for; ``TURN``: the one that is asked. ``DUE``,
``LOW``, ``HIGH``: what it must pay, and may bet at least and at most."""
(STACK, WAGERED, PUT, RAISED, START, SEAT) = range(6)
"""The state of a player: chips, bet in this round, bets of this hand, raises in this round, and the
chips with which the hand began."""


@within
def able_besides(law: Numbers, state: Numbers, seats: Numbers, i: int, position: int) -> bool:
    """Whether another player in the hand has chips."""
    for other in range(law[PLAYERS]):
        if (other != position and not state[i, FOLDED] >> other & 1
                and seats[i, other, STACK] > 0):
            return True
    return False


@within
def maximum(law: Numbers, state: Numbers, i: int, due: int) -> int:
    """`wagers.exact_maximum`."""
    mode = law[MODE]
    if mode == STACK_LIMIT or (mode == TOTAL and state[i, LEVEL] == 0):
        most = signed(UNLIMITED)
    else:
        counts = law[COUNTS]
        most = state[i, POT] + ((counts - 1) * state[i, LEVEL] if counts else due)
        if mode == HALF_POT:
            most //= 2
    return min(most, law[BINDS]) if law[BINDS] else most


@within
def capped(law: Numbers, state: Numbers, seats: Numbers, i: int, position: int) -> bool:
    """`wagers.raises_capped`."""
    if law[MAX_RAISES] == 0:
        return False
    raises = seats[i, position, RAISED] if law[RAISES_OF] == OF_EACH else state[i, RAISES]
    two = state[i, LIVE] == 2 and (law[RAISES_OF] != FREE_FROM_START or state[i, BEGAN] == 2)
    return raises >= law[MAX_RAISES] and not two


@within
def open_acts(law: Numbers, state: Numbers, seats: Numbers, i: int, position: int,
              closed: bool) -> None:
    """What is open to the player who is asked (`betting._choices`)."""
    stack = seats[i, position, STACK]
    due = state[i, LEVEL] - seats[i, position, WAGERED]
    state[i, TURN], state[i, DUE] = position, min(due, stack)
    state[i, LOW] = state[i, HIGH] = 0
    bits = 1 << FOLD | (1 << CHECK if due <= 0 else 1 << CALL)
    if not (closed or stack <= due) and not capped(law, state, seats, i, position):
        least, unit, rest = law[MINIMUM], law[UNIT], stack - due
        most = maximum(law, state, i, due)
        top = most // unit * unit
        if law[SMALL_POT]:
            top = max(top, least)
        high = min(top, rest) // unit * unit
        if high >= least:
            bits |= 1 << BET
            state[i, LOW], state[i, HIGH] = least, high
        if (rest >= least or not law[CALL_ONLY]) and rest <= max(top, most):
            bits |= 1 << ALL_IN
    state[i, OPEN] = bits


@within
def ask_next(law: Numbers, state: Numbers, seats: Numbers, i: int) -> bool:
    """Asks the next player of this betting round; False where the round is over."""
    position = state[i, CURSOR]
    for _ in range(law[PLAYERS]):
        here = position
        position += 1
        if position == law[PLAYERS]:
            position = 0
        if state[i, FOLDED] >> here & 1 or seats[i, here, STACK] == 0:
            continue
        spoken = state[i, SPOKEN] >> here & 1
        wagered, level = seats[i, here, WAGERED], state[i, LEVEL]
        if spoken and wagered >= level:
            continue
        state[i, CURSOR] = position
        alone = not able_besides(law, state, seats, i, here)
        if alone and (wagered >= level or state[i, LIVE] < 2):
            return False
        open_acts(law, state, seats, i, here, alone or spoken != 0)
        return True
    return False


@within
def next_live(law: Numbers, state: Numbers, i: int, position: int) -> int:
    """The next position in the hand after this one; this one if there is no other."""
    for _ in range(law[PLAYERS]):
        position += 1
        if position == law[PLAYERS]:
            position = 0
        if not state[i, FOLDED] >> position & 1:
            break
    return position


@within
def first_to_speak(law: Numbers, state: Numbers, i: int) -> int:
    """`start.first_to_speak` of the betting round that begins."""
    first = signed(0)
    if law[ANTES]:
        if state[i, STREET] == 1:
            return next_live(law, state, i, first)
        of_round = law[BEGINS] == OF_ROUND
        first = state[i, LEADER]
        if of_round and state[i, LED] < state[i, STREET] - 1:
            first = signed(-1)
        if first < 0:
            first = signed(0) if of_round else next_live(law, state, i, signed(0))
    elif state[i, STREET] == 1:
        return next_live(law, state, i, signed(1))
    return next_live(law, state, i, first) if state[i, FOLDED] >> first & 1 else first


@within
def begin_round(law: Numbers, state: Numbers, seats: Numbers, i: int) -> None:
    """A betting round in which nobody has bet yet."""
    state[i, LEVEL] = state[i, RAISES] = state[i, SPOKEN] = 0
    state[i, BEGAN] = state[i, LIVE]
    for position in range(law[PLAYERS]):
        seats[i, position, WAGERED] = seats[i, position, RAISED] = 0
    state[i, CURSOR] = first_to_speak(law, state, i)


@within
def go_on(law: Numbers, state: Numbers, seats: Numbers, i: int) -> bool:
    """Goes on to the next decision; False where the hand has none any more."""
    while not ask_next(law, state, seats, i):
        if state[i, LIVE] < 2 or state[i, STREET] == law[ROUNDS]:
            return False
        state[i, STREET] += 1
        begin_round(law, state, seats, i)
    return True


@within
def put_in(state: Numbers, seats: Numbers, i: int, position: int, amount: int) -> None:
    """Moves chips from a stack to the pot."""
    seats[i, position, STACK] -= amount
    seats[i, position, PUT] += amount
    state[i, POT] += amount


@within
def forced_bets(law: Numbers, state: Numbers, seats: Numbers, i: int) -> None:
    """The small and the big bet, or everybody's first bet (`start.forced_bets`)."""
    if law[ANTE]:
        for position in range(law[PLAYERS]):
            put_in(state, seats, i, position, min(law[ANTE], seats[i, position, STACK]))
        return
    for position in range(2):
        amount = min(law[BIG] if position else law[SMALL], seats[i, position, STACK])
        put_in(state, seats, i, position, amount)
        seats[i, position, WAGERED] = amount
    state[i, LEVEL] = law[BIG]
    if not law[BIG_ASKED]:
        state[i, SPOKEN] = 1 << 1


@within
def decide(law: Numbers, state: Numbers, seats: Numbers, i: int, act: int, amount: int) -> None:
    """Applies an open act of the player who is asked; ``amount`` is the sum of a bet."""
    position, due = state[i, TURN], state[i, DUE]
    bit = signed(1) << position
    if act == FOLD:
        state[i, FOLDED] |= bit
        state[i, LIVE] -= 1
    elif act == CALL:
        put_in(state, seats, i, position, due)
        seats[i, position, WAGERED] += due
    elif act != CHECK:
        added = amount if act == BET else seats[i, position, STACK] - due
        opens = state[i, LEVEL] == 0
        put_in(state, seats, i, position, due + added)
        seats[i, position, WAGERED] += due + added
        state[i, LEVEL] = seats[i, position, WAGERED]
        if law[BEGINS] != HIGHEST_BET or state[i, LEVEL] > state[i, HIGHEST]:
            state[i, HIGHEST] = state[i, LEVEL]
            state[i, LEADER], state[i, LED] = position, state[i, STREET]
        if not opens:
            state[i, RAISES] += 1
            seats[i, position, RAISED] += 1
        if added >= law[MINIMUM] or law[REOPENS]:
            state[i, SPOKEN] = 0
    state[i, SPOKEN] |= bit


@lean
def draw_cards(law: Numbers, rng: Words, deck: Octets, places: Numbers) -> None:
    """Draws all cards of a hand, in the order of the deal: those of the players, from the hand on,
    then the burn cards and the common ones."""
    shuffle_front(rng, deck, law[SIZE], law[PLAYERS] * law[HOLE] + 5 + 3 * law[BURNS], places)


@within
def begin_hand(law: Numbers, rng: Words, deck: Octets, state: Numbers, seats: Numbers,
               stacks: Numbers, i: int, places: Numbers) -> bool:
    """Begins a hand with new cards and these stacks by place; returns whether it has a decision."""
    hand = state[i, HAND]
    for field in range(STREET, STATE):
        state[i, field] = 0
    state[i, LEADER] = -1
    state[i, STREET] = 1
    state[i, LIVE] = law[PLAYERS]
    for position in range(law[PLAYERS]):
        place = hand + position
        if place >= law[PLAYERS]:
            place -= law[PLAYERS]
        for field in range(SEAT):
            seats[i, position, field] = 0
        seats[i, position, STACK] = seats[i, position, START] = stacks[i, place]
    draw_cards(law, rng[i], deck[i], places)
    begin_round(law, state, seats, i)
    forced_bets(law, state, seats, i)
    if law[AHEAD] == 0:
        state[i, LEVEL] = 0
    return go_on(law, state, seats, i)


__all__ = ["ACTS", "ALL_IN", "BET", "CALL", "CHECK", "DUE", "FOLD", "FOLDED", "HAND", "HIGH",
           "LEVEL", "LIVE", "LOW", "OPEN", "POT", "PUT", "SEAT", "STACK", "START", "STATE",
           "STREET", "TURN", "WAGERED", "begin_hand", "decide", "draw_cards", "go_on"]
