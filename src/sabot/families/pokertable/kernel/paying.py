"""Compiled showdowns and payments: `pots.divide` and `percentage` at one of many tables.

Sums are whole cents, and every product fits into 64 bits (`encoding.ALL_MONEY`). Where equal hands
with different bets share a part, the shares of 66 and 104 are fractions that may not fit: such a
hand is left to the exact division of `pots` (`divided` returns False).
"""

from __future__ import annotations

from sabot.equipment.arrays import Numbers, Octets, signed
from sabot.equipment.compiled import within
from sabot.families.poker.estimates import Values
from sabot.families.poker.kernel import rank7, two
from sabot.families.pokertable.kernel.betting import FOLDED, HAND, LIVE, PUT, STACK, START
from sabot.families.pokertable.kernel.encoding import (
    BURNS,
    BY_PAYMENT,
    CAP,
    FIRST_ODD,
    HOLE,
    IN_POT_READING,
    MINIMUM,
    NEXT_ALL_IN,
    NOT_ALL_IN,
    PER,
    PLAYERS,
    RATE,
    SHARES,
    USE,
    WHOLE,
)

(BETS, WON, STRENGTHS, SCRATCH) = range(4)
"""The rows of scratch numbers of a hand, by position: bets without what goes back, sums won, and
strengths (0 for who folded)."""


@within
def common_card(law: Numbers, n: int) -> int:
    """Where common card ``n`` lies in the deck: after the cards of the players and, where cards are
    burned, one before each street."""
    first: int = law[PLAYERS] * law[HOLE]
    if law[BURNS]:
        first += 1 + (n > 2) + (n > 3)
    return first + n


@within
def judge(law: Numbers, values: Values, deck: Octets, state: Numbers, i: int, hand: Octets,
          board: Octets, scratch: Numbers) -> None:
    """The strength of every hand that is shown."""
    players = law[PLAYERS]
    for n in range(5):
        board[n] = deck[i, common_card(law, signed(n))]
    for position in range(players):
        scratch[STRENGTHS, position] = 0
        if state[i, FOLDED] >> position & 1:
            continue
        if state[i, LIVE] == 1:
            scratch[STRENGTHS, position] = 1
        elif law[USE]:
            for k in range(law[HOLE]):
                hand[k] = deck[i, position + k * players]
            scratch[STRENGTHS, position] = two(values.two, hand[:law[HOLE]], board)
        else:
            scratch[STRENGTHS, position] = rank7(
                values.seven, deck[i, position], deck[i, position + players], board[0], board[1],
                board[2], board[3], board[4])


@within
def take_back(law: Numbers, state: Numbers, seats: Numbers, i: int, scratch: Numbers) -> int:
    """`pots.uncalled`: gives back what nobody matched, and notes the bets that stay; returns the
    sum of these."""
    most = second = total = signed(0)
    owner = signed(-1)
    for position in range(law[PLAYERS]):
        bet = seats[i, position, PUT]
        scratch[BETS, position] = bet
        scratch[WON, position] = 0
        total += bet
        if bet > most:
            most, second, owner = bet, most, position
        elif bet > second:
            second = bet
    if owner < 0 or law[IN_POT_READING] or second == most or state[i, FOLDED] >> owner & 1:
        return total
    scratch[BETS, owner] = second
    seats[i, owner, STACK] += most - second
    return total - most + second


@within
def give(law: Numbers, scratch: Numbers, winners: int, count: int, amount: int, least: int) -> None:
    """`pots.apportion` of an amount among equal hands with equal bets (67): ``winners`` are bits,
    ``least`` what each gets at least."""
    unit = law[MINIMUM]
    share = max(amount // (count * unit) * unit, least)
    left = amount - count * share
    for position in range(law[PLAYERS]):
        if winners >> position & 1:
            scratch[WON, position] += share
            if left > 0 and (law[FIRST_ODD] or count == 1):
                scratch[WON, position] += left
                left = signed(0)
            elif left > 0 and share * count < amount:
                piece = min(unit, left)
                scratch[WON, position] += piece
                left -= piece


@within
def best_of(law: Numbers, scratch: Numbers, below: int, eligible_above: int) -> int:
    """The highest strength under ``below`` of a hand whose bet is above ``eligible_above``; 0 for
    none."""
    best = signed(0)
    for position in range(law[PLAYERS]):
        value = scratch[STRENGTHS, position]
        if best < value < below and scratch[BETS, position] > eligible_above:
            best = value
    return best


@within
def divide_by_pots(law: Numbers, scratch: Numbers, total: int) -> None:
    """`pots._by_pots`: each pot goes to the best hand that may win it (38)."""
    players = law[PLAYERS]
    top = signed(0)
    for position in range(players):
        if scratch[STRENGTHS, position]:
            top = max(top, scratch[BETS, position])
    if top == 0:
        if total:
            best = best_of(law, scratch, signed(1 << 40), signed(-1))
            winners = count = signed(0)
            for position in range(players):
                if scratch[STRENGTHS, position] == best:
                    winners |= signed(1) << position
                    count += 1
            give(law, scratch, winners, count, total, signed(0))
        return
    before = level_below = signed(0)
    while level_below < top:
        level = top
        for position in range(players):
            if scratch[STRENGTHS, position] and scratch[BETS, position] > level_below:
                level = min(level, scratch[BETS, position])
        upto = signed(0)
        for position in range(players):
            upto += min(scratch[BETS, position], level)
        if level == top:
            upto = total
        best = best_of(law, scratch, signed(1 << 40), level_below)
        winners = count = signed(0)
        for position in range(players):
            if scratch[STRENGTHS, position] == best and scratch[BETS, position] > level_below:
                winners |= signed(1) << position
                count += 1
        give(law, scratch, winners, count, upto - before, level - level_below)
        before, level_below = upto, level


@within
def divide_by_proportion(law: Numbers, scratch: Numbers, total: int) -> bool:
    """`pots._by_proportion` (49, 50); False where equal hands with different bets share a part."""
    players, unit = law[PLAYERS], law[MINIMUM]
    equal = paid = signed(0)
    for position in range(players):
        if scratch[STRENGTHS, position]:
            equal = max(equal, scratch[BETS, position])
    pot, parts, below = total, False, signed(1 << 40)
    while pot > 0:
        best = best_of(law, scratch, below, signed(-1))
        if best == 0:
            break
        below = best
        winners = count = own = most = signed(0)
        least = signed(1 << 40)
        for position in range(players):
            bet = scratch[BETS, position]
            if scratch[STRENGTHS, position] == best and bet > paid and (
                    not parts or law[NEXT_ALL_IN] != NOT_ALL_IN or bet == equal):
                winners |= signed(1) << position
                count += 1
                own += bet - paid
                most, least = max(most, bet - paid), min(least, bet - paid)
        if count == 0:
            continue
        amount = pot
        if most < equal - paid:
            exact = own * (equal - paid) + most * (pot - own)
            amount = min(max(exact // ((equal - paid) * unit) * unit, own), pot)
        if least != most:
            return False
        give(law, scratch, winners, count, amount, most if own <= amount else signed(0))
        pot -= amount
        parts = True
        if law[NEXT_ALL_IN] != WHOLE:
            paid += most
    return True


@within
def take_percentage(law: Numbers, state: Numbers, i: int, scratch: Numbers) -> None:
    """`percentage.of_hand`, or `percentage.of_payments` by the other reading (7.a, 65)."""
    players, rate, per, cap = law[PLAYERS], law[RATE], law[PER], law[CAP]
    if rate == 0:
        return
    if law[BY_PAYMENT]:
        for position in range(players):
            cut = scratch[WON, position] * rate // per
            scratch[WON, position] -= min(cut, cap) if cap >= 0 else cut
        return
    pot = signed(0)
    for position in range(players):
        pot += scratch[WON, position]
    total = pot * rate // per
    if cap >= 0:
        total = min(total, cap)
    if total == 0:
        return
    rest = total
    for position in range(players):
        scratch[BETS, position] = scratch[WON, position]
        cut = total * scratch[WON, position] // pot
        scratch[WON, position] -= cut
        rest -= cut
    while rest > 0:  # cents that are left: the largest payment first, equal ones by place
        largest, payer, of_place = signed(0), signed(-1), signed(0)
        for position in range(players):
            place = (state[i, HAND] + position) % players
            payment = scratch[BETS, position]
            if payment > largest or (payment == largest and payer >= 0 and place < of_place):
                largest, payer, of_place = payment, signed(position), place
        scratch[BETS, payer] = 0
        scratch[WON, payer] -= 1
        rest -= 1


@within
def divided(law: Numbers, state: Numbers, seats: Numbers, i: int, scratch: Numbers) -> bool:
    """Divides the pot and pays it; False, with nothing paid, where the exact division must."""
    total = take_back(law, state, seats, i, scratch)
    live = signed(0)
    for position in range(law[PLAYERS]):
        if scratch[STRENGTHS, position]:
            live = max(live, scratch[BETS, position])
    if law[SHARES] or live == 0:
        divide_by_pots(law, scratch, total)
    elif not divide_by_proportion(law, scratch, total):
        return False
    take_percentage(law, state, i, scratch)
    for position in range(law[PLAYERS]):
        seats[i, position, STACK] += scratch[WON, position]
    return True


@within
def write_results(law: Numbers, state: Numbers, seats: Numbers, i: int, cents: Numbers) -> None:
    """What each place has won or lost in this hand."""
    for position in range(law[PLAYERS]):
        place = (state[i, HAND] + position) % law[PLAYERS]
        cents[i, place] = seats[i, position, STACK] - seats[i, position, START]
