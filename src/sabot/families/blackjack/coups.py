"""Whole coups as compiled loops over numbers: what the phases of the family do, without words.

A card is one byte: its value less one, which of the four tens it is (from bit 4) and its suit (from
bit 6). Bets are counted in shares of a cent or more (`packed`), so that every payment is a whole
number of them. The engine (`coup`) is the law; a test plays both with the same cards.

Two ways of playing a coup draw the same words of a stream for the same cards: ``_table`` does any
coup of any number of places, ``_fast`` those of one place that is not split, with cards to spare.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sabot.equipment.compiled import compiled, high, inlined
from sabot.equipment.streams import draws
from sabot.families.blackjack.chart import CLAIM, DOUBLE, HIT, SPLIT, STAND, SURRENDER

NATURAL, DOUBLE_FIXED = 6, 7
"""Acts beside those of a chart: a blackjack, and a double that keeps an ace at 1."""

(SIZE, STOP, FRESH, MACHINE, LID, BURN, BURN_LATER, BURN_BANK, LATE, PEEK, ALWAYS, AT_ONCE,
 TENS_EVEN, INSURES, INSURE_NATURAL, PASS, SPECIAL, SPECIAL_NOW, ON_SPLIT, GUARDS, KEEPS_SPLIT,
 KEEPS_DOUBLE, KEEPS_DOUBLE_SPLIT, FIVE, RANK, MAX_SPLITS, RESPLIT, RESPLIT_ACES, FINAL, FIX_SPLIT,
 STAKE, WIN, BLACKJACK, EVENS, PRIZE, HALF, INSURANCE, INSURANCE_PAYS, CLAIM_PAYS,
 PLAIN, MIXED, SUITED_678, PLAIN_678, SEVENS) = range(44)
LAW = 44
"""What the loops read of a table: one number each, see `packed.pack`."""

(WINS, PUSHES, LOSSES, BUSTS, BLACKJACKS, SPLITS, DOUBLES, SURRENDERS, INSURANCES, INSURANCES_WON,
 EVEN_MONEY, FIVE_CARDS, SPECIALS, VOID, IDLE) = range(15)
BANK = 16
"""Where the bank's results begin among the counts: bust, 17 to 21, blackjack."""
COUNTS = BANK + 7
COUNTED = ("wins", "pushes", "losses", "busts", "blackjacks", "splits", "doubles", "surrenders",
           "insurances", "insurances_won", "even_money", "five_cards", "specials", "void",
           "bank_idle", "", "bank_bust", "bank_17", "bank_18", "bank_19", "bank_20", "bank_21",
           "bank_blackjack")

BANK_DONE = 64  # a bank's state from here on is final: its strength is what exceeds this
BANK_BUST, BANK_NATURAL = 1, 22

# A hand: its two first cards, its number (-1 with one card), whether it is out of play, the bet,
# what it earned beside it, its points (22 for a blackjack that waits for the bank), a double with
# its ace at 1.
(H_CARD, H_SECOND, H_NUMBER, H_OUT, H_BET, H_PRIZE, H_TOTAL, H_FIXED) = range(8)
HAND = 8
# A place: what is decided of its net result, its insurance, the most that a bank's blackjack takes
# and what was lost before it, its hands, those won less those lost, whether it was given up.
(P_GOT, P_INSURED, P_LIMIT, P_TAKEN, P_COUNT, P_AHEAD, P_GAVE) = range(7)
PLACE = 7
# A shoe in use: cards that have left it, coups that the shuffler's cards have waited, coups played.
(AT, WAITS, PLAYED) = range(3)
ROOM = 44
"""More cards than a coup of one place without a split can take."""


@compiled
def _card(rng: Any, cards: Any, size: Any, at: Any, scratch: Any) -> Any:
    """The next card of the shoe, -1 where there is none left."""
    place = at[AT]
    if place >= size:
        return np.int64(-1)
    draws(rng, size - place, 1, scratch)
    return _swap(cards, at, scratch[0])


@compiled
def _swap(cards: Any, at: Any, ahead: Any) -> Any:
    place = at[AT]
    card = cards[place + ahead]
    cards[place + ahead] = cards[place]
    cards[place] = card
    at[AT] = place + 1
    return np.int64(card)


@compiled
def _two(two: Any, law: Any, one: Any, other: Any, up: Any) -> Any:
    """The number of a hand of two cards; two tens that are no pair have one of their own."""
    first, second = one & 15, other & 15
    if first == 9 and second == 9 and law[RANK] and (one ^ other) & 63:
        return law[MIXED]
    if (one ^ other) >> 6 == 0 and first != second and min(first, second) >= 5 and (
            max(first, second) <= 7):
        missing = 18 - first - second
        same = 1 if up == (missing | (one & 192)) else 0
        return law[PLAIN] + 2 * (7 - missing) + same
    return np.int64(two[first * 16 + second])


@compiled
def _next(follow: Any, law: Any, number: Any, one: Any, card: Any) -> Any:
    """The hand after one more card; ``one`` is its first."""
    after = np.int64(follow[number * 16 + (card & 15)])
    if after == law[PLAIN_678] and law[PLAIN] <= number < law[MIXED] and (one ^ card) >> 6 == 0:
        return law[SUITED_678]
    return after


@compiled
def _prize(law: Any, number: Any, split: Any) -> Any:
    """Whether a hand has just earned a special prize."""
    return law[SPECIAL] and (number == law[SUITED_678] or number == law[SEVENS]) and (
        law[ON_SPLIT] or not split)


@compiled
def _end(hand: Any, place: Any, counts: Any, what: Any, won: Any) -> None:
    """A hand is decided and out; ``won`` is what it returns net."""
    hand[H_OUT] = 1
    place[P_GOT] += won
    counts[what] += 1


@compiled
def _play(law: Any, rng: Any, cards: Any, at: Any, scratch: Any, two: Any, follow: Any, total: Any,
          hard: Any, size: Any, first: Any, after: Any, whole: Any, up: Any, hands: Any, place: Any,
          counts: Any) -> Any:
    """The decisions of one place, hand by hand; False where the cards run out.

    ``hands[0]`` has its first two cards, those that are split off follow it.
    """
    rows = len(total)
    ace_up = (up & 15) == 0
    base = (up & 15) * rows
    value = hands[0, H_CARD] & 15
    deeper = (base * 10) + value * rows
    splits = 0
    refused = False
    count = 1
    now = 0
    while now < count:
        hand = hands[now]
        split = splits > 0
        aces = split and value == 0
        one = hand[H_CARD]
        number = hand[H_NUMBER]
        done = False
        while True:
            if number < 0:  # one card, after a split
                card = _card(rng, cards, law[SIZE], at, scratch)
                if card < 0:
                    return False
                number = _two(two, law, one, card, up)
                hand[H_NUMBER] = number
                hand[H_SECOND] = card
            points = np.int64(total[number])
            if hand[H_FIXED]:
                points = hand[H_TOTAL]
            if _prize(law, number, split):
                counts[SPECIALS] += 1
                if law[SPECIAL_NOW]:
                    place[P_GOT] += law[PRIZE]
                else:
                    hand[H_PRIZE] = law[PRIZE]
            hand[H_TOTAL] = points
            if points == 0:
                counts[BUSTS] += 1
                place[P_TAKEN] += hand[H_BET]
                place[P_AHEAD] -= 1
                _end(hand, place, counts, LOSSES, -hand[H_BET])
                break
            length = size[number]
            five = law[FIVE] and length == 5 and not ace_up
            if done or (points == 21 and not five):
                break
            twin = length == 2 and value == (hand[H_SECOND] & 15)
            may = (twin and (not law[RANK] or not (one ^ hand[H_SECOND]) & 63)
                   and (not law[MAX_SPLITS] or splits < law[MAX_SPLITS]))
            if split:
                may = may and not refused and (law[RESPLIT_ACES] if aces else law[RESPLIT])
            if aces and not may:
                break
            # What was not split is not asked for again where the law has a refusal count.
            if not split:
                act = first[base + number]
            elif twin and not may:
                act = whole[deeper + number]
            else:
                act = after[deeper + number]
            if may and act != SPLIT and law[FINAL]:
                refused = True
            if act == STAND or (aces and act != SPLIT):
                break
            if act == SPLIT:
                if count >= len(hands):
                    return False
                splits += 1
                split = True
                aces = value == 0
                counts[SPLITS] += 1
                if not law[KEEPS_SPLIT]:
                    place[P_LIMIT] += law[STAKE]
                other = hands[count]
                count += 1
                other[:] = 0
                other[H_CARD] = hand[H_SECOND]
                other[H_NUMBER] = -1
                other[H_BET] = law[STAKE]
                number = np.int64(-1)
                continue
            if act == SURRENDER:
                _end(hand, place, counts, SURRENDERS, -law[HALF])
                place[P_GAVE] = 1
                break
            if act == CLAIM:
                counts[FIVE_CARDS] += 1
                place[P_AHEAD] += 1
                _end(hand, place, counts, WINS, law[CLAIM_PAYS])
                break
            fixed = False
            if act != HIT:
                counts[DOUBLES] += 1
                hand[H_BET] += law[STAKE]
                kept = law[KEEPS_DOUBLE_SPLIT] if split else law[KEEPS_DOUBLE]
                if not kept:
                    place[P_LIMIT] += law[STAKE]
                fixed = act == DOUBLE_FIXED or (
                    act == DOUBLE and split and law[FIX_SPLIT]
                    and ((one & 15) == 0 or (hand[H_SECOND] & 15) == 0))
                done = True
            card = _card(rng, cards, law[SIZE], at, scratch)
            if card < 0:
                return False
            after_card = _next(follow, law, number, one, card)
            if fixed and (card & 15) != 0:  # its only ace counts 1
                hand[H_FIXED] = 1
                hand[H_TOTAL] = hard[after_card]
            number = after_card
            hand[H_NUMBER] = number
        now += 1
        place[P_COUNT] = count
    return True


@compiled
def _deal(rng: Any, cards: Any, size: Any, at: Any, scratch: Any, count: Any, out: Any) -> Any:
    """The first cards of a coup, up to four from one word; False where the shoe has not so many."""
    if at[AT] + count > size:
        at[AT] = size
        return False
    for start in range(0, count, 4):
        batch = min(4, count - start)
        draws(rng, size - at[AT], batch, scratch)
        for i in range(batch):
            out[start + i] = _swap(cards, at, scratch[i])
    return True


@compiled
def _bank(law: Any, rng: Any, cards: Any, at: Any, scratch: Any, bank: Any, up: Any, hidden: Any,
          draws_on: Any) -> Any:
    """The bank's strength after its second card and, where it ``draws_on``, the others; -1 where
    the cards run out."""
    if law[LATE]:
        if law[BURN_BANK] and _card(rng, cards, law[SIZE], at, scratch) < 0:
            return np.int64(-1)
        hidden = _card(rng, cards, law[SIZE], at, scratch)
        if hidden < 0:
            return np.int64(-1)
    state = np.int64(bank[(up & 15) * 16 + (hidden & 15)])
    while draws_on and state < BANK_DONE:
        card = _card(rng, cards, law[SIZE], at, scratch)
        if card < 0:
            return np.int64(-1)
        state = np.int64(bank[state * 16 + (card & 15)])
    return state - BANK_DONE if state >= BANK_DONE else np.int64(BANK_BUST)


@compiled
def _table(law: Any, rng: Any, cards: Any, at: Any, scratch: Any, two: Any, follow: Any,
           total: Any, hard: Any, size: Any, first: Any, after: Any, whole: Any, insure: Any,
           evens: Any, bank: Any, dealt: Any, hands: Any, places: Any, counts: Any) -> Any:
    """One coup of all places from the first card to the last payment; False for a void one.

    What each place returns net is left in ``places``: of a void coup what was paid and collected
    before the cards ran out.
    """
    seats = len(places)
    initial = 2 * seats + (1 if law[LATE] else 2)
    if not _deal(rng, cards, law[SIZE], at, scratch, initial, dealt):
        places[:] = 0
        counts[VOID] += 1
        return False
    return _dealt(law, rng, cards, at, scratch, two, follow, total, hard, size, first, after, whole,
                  insure, evens, bank, dealt, hands, places, counts)


@compiled
def _dealt(law: Any, rng: Any, cards: Any, at: Any, scratch: Any, two: Any, follow: Any,
           total: Any, hard: Any, size: Any, first: Any, after: Any, whole: Any, insure: Any,
           evens: Any, bank: Any, dealt: Any, hands: Any, places: Any, counts: Any) -> Any:
    """The same once the first cards are ``dealt``: those of the places, the bank's, a second to
    each place, and the bank's hidden one."""
    seats = len(places)
    places[:] = 0
    up = dealt[seats]
    hidden = np.int64(0) if law[LATE] else dealt[2 * seats + 1]
    shown = up & 15
    ace, ten = shown == 0, shown == 9
    rows = len(total)
    alive = 0
    insured = False
    for p in range(seats):
        hand, place = hands[p, 0], places[p]
        hand[:] = 0
        hand[H_CARD], hand[H_SECOND] = dealt[p], dealt[seats + 1 + p]
        hand[H_BET] = place[P_LIMIT] = law[STAKE]
        place[P_COUNT] = 1
        number = hand[H_NUMBER] = _two(two, law, dealt[p], dealt[seats + 1 + p], up)
        natural = total[number] == 21
        if natural:
            counts[BLACKJACKS] += 1
            hand[H_TOTAL] = BANK_NATURAL
            paid = np.int64(0)
            if law[AT_ONCE] and not (ace or ten):
                paid = law[BLACKJACK]
            elif (ace or (ten and law[TENS_EVEN])) and evens[shown]:
                counts[EVEN_MONEY] += 1
                paid = law[EVENS]
            if paid:
                place[P_AHEAD] += 1
                _end(hand, place, counts, WINS, paid)
        if ace and law[INSURES] and not hand[H_OUT] and insure[number] and (
                not natural or law[INSURE_NATURAL]):
            counts[INSURANCES] += 1
            place[P_INSURED] = 1
            insured = True
        if not natural and law[PASS] and first[shown * rows + number] == SURRENDER:
            _end(hand, place, counts, SURRENDERS, -law[HALF])
            place[P_GAVE] = 1
    strength = np.int64(0)
    if law[PEEK] and (ace or ten) and bank[shown * 16 + (hidden & 15)] == (
            BANK_DONE + BANK_NATURAL):
        strength = np.int64(BANK_NATURAL)
    else:
        for p in range(seats):
            hand = hands[p, 0]
            if not hand[H_OUT] and hand[H_TOTAL] != BANK_NATURAL and not _play(
                    law, rng, cards, at, scratch, two, follow, total, hard, size, first, after,
                    whole, up, hands[p], places[p], counts):
                counts[VOID] += 1
                return False
        for p in range(seats):
            for k in range(places[p, P_COUNT]):
                alive += 1 - hands[p, k, H_OUT]
        if alive or law[ALWAYS] or insured:
            strength = _bank(law, rng, cards, at, scratch, bank, up, hidden,
                             alive > 0 or law[ALWAYS] != 0)
            if strength < 0:
                counts[VOID] += 1
                return False
    if alive or law[ALWAYS] or strength == BANK_NATURAL:
        counts[BANK + (0 if strength == BANK_BUST else strength - 16)] += 1
    else:
        counts[IDLE] += 1
    for p in range(seats):
        _settle(law, strength, hands[p], places[p], counts)
    return True


@compiled
def _settle(law: Any, strength: Any, hands: Any, place: Any, counts: Any) -> None:
    """A place is paid against the bank: its insurance, the hands in play, and what a bank's
    blackjack gives back."""
    natural = strength == BANK_NATURAL
    if place[P_INSURED]:
        if natural:
            counts[INSURANCES_WON] += 1
            place[P_GOT] += law[INSURANCE_PAYS]
        else:
            place[P_GOT] -= law[INSURANCE]
    lost = place[P_TAKEN]
    for k in range(place[P_COUNT]):
        hand = hands[k]
        if hand[H_OUT]:
            continue
        place[P_GOT] += hand[H_PRIZE]
        points = hand[H_TOTAL]
        if points > strength:
            counts[WINS] += 1
            place[P_AHEAD] += 1
            place[P_GOT] += (law[BLACKJACK] if points == BANK_NATURAL else
                             law[WIN] * (hand[H_BET] // law[STAKE]))
        elif points == strength:
            counts[PUSHES] += 1
        else:
            counts[LOSSES] += 1
            place[P_AHEAD] -= 1
            lost += hand[H_BET]
            place[P_GOT] -= hand[H_BET]
    if natural and law[GUARDS] and lost > place[P_LIMIT]:
        place[P_GOT] += lost - place[P_LIMIT]


@compiled
def _ready(law: Any, rng: Any, cards: Any, at: Any, scratch: Any) -> Any:
    """Make the cards ready for a coup: whether all of them are in the shoe again."""
    if law[FRESH]:
        at[AT] = 0
        return True
    begins = at[PLAYED] == 0
    at[PLAYED] += 1
    if law[MACHINE] and not begins:
        again = at[WAITS] + 1 >= law[LID]
        at[WAITS] = 0 if again else at[WAITS] + 1
        burn = law[BURN_LATER]
    else:
        again = begins or at[AT] >= law[STOP]
        burn = law[BURN] if again else law[BURN_LATER]
    if again:
        at[AT] = 0
    for _ in range(burn):
        _card(rng, cards, law[SIZE], at, scratch)
    return again


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
    below = np.uint64(left)
    rest = word * below
    if rest < below:
        while rest < (np.uint64(0) - below) % below:
            word, a, b, c, d = _step(a, b, c, d)
            rest = word * below
    return np.int64(high(word, below)), a, b, c, d


@compiled
def _single(law: Any, rng: Any, cards: Any, two: Any, glance: Any, follow: Any, total: Any, hard: Any,
            size: Any, first: Any, after: Any, whole: Any, insure: Any, evens: Any, bank: Any,
            hands: Any, places: Any, count: Any, nets: Any, counts: Any, sums: Any, each: Any
            ) -> None:
    """`coups` for one place. What is rare, splits and insurances above all, is left to `_dealt`;
    the rest is told once more here with its state in registers."""
    at = np.zeros(3, np.int64)
    scratch = np.zeros(4, np.int64)
    dealt = np.zeros(4, np.int64)
    middle = len(nets) // 2
    rows = len(total)
    cards_in, stop, fresh = law[SIZE], law[STOP], law[FRESH] != 0
    plain_shoe = law[MACHINE] == 0 and law[BURN_LATER] == 0
    hole, peeks, always, guards = (law[LATE] == 0, law[PEEK] != 0, law[ALWAYS] != 0,
                                   law[GUARDS] != 0)
    stake, wins, prize = law[STAKE], law[WIN], law[PRIZE]
    plain = law[PLAIN]
    late_surrender = peeks and not law[PASS]
    # Where no prize is paid no hand has these numbers.
    sevens = law[SEVENS] if law[SPECIAL] else np.int64(-1)
    suited = law[SUITED_678] if law[SPECIAL] else np.int64(-1)
    kept = law[KEEPS_DOUBLE] != 0
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    pos = np.int64(0)
    played = returned = 0
    for number in range(count):
        if fresh:
            pos = np.int64(0)
        elif plain_shoe and played and pos < stop:
            pass
        else:
            rng[0], rng[1], rng[2], rng[3] = a, b, c, d
            at[AT] = pos
            if _ready(law, rng, cards, at, scratch) and played:
                _shoe(sums, played, returned)
                played = returned = 0
            pos = at[AT]
            a, b, c, d = rng[0], rng[1], rng[2], rng[3]
        net = np.int64(0)
        slow = cards_in - pos < ROOM
        begun = False
        if not slow:
            # The first cards, as `_deal` takes them.
            begun = True
            n = np.uint64(cards_in - pos)
            m, k = n - np.uint64(1), n - np.uint64(2)
            product = n * m * k
            last = n - np.uint64(3)
            if hole:
                product *= last
            while True:
                rest, a, b, c, d = _step(a, b, c, d)
                one, rest = high(rest, n), rest * n
                other, rest = high(rest, m), rest * m
                third, rest = high(rest, k), rest * k
                fourth = np.uint64(0)
                if hole:
                    fourth, rest = high(rest, last), rest * last
                if rest >= product or rest >= (np.uint64(0) - product) % product:
                    break
            j = pos + np.int64(one)
            mine = np.int64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = mine
            pos += 1
            j = pos + np.int64(other)
            up = np.int64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = up
            pos += 1
            j = pos + np.int64(third)
            second = np.int64(cards[j])
            cards[j] = cards[pos]
            cards[pos] = second
            pos += 1
            hidden = np.int64(0)
            if hole:
                j = pos + np.int64(fourth)
                hidden = np.int64(cards[j])
                cards[j] = cards[pos]
                cards[pos] = hidden
                pos += 1
            shown = up & 15
            state = np.int64(glance[(mine & 15) * 16 + (second & 15)])
            if state < 0:
                state = _two(two, law, mine, second, up)
            row = shown * rows
            act = first[row + state]
            slow = act == SPLIT or (shown == 0 and insure[state] != 0) or (
                late_surrender and act == SURRENDER)
        if slow:
            rng[0], rng[1], rng[2], rng[3] = a, b, c, d
            at[AT] = pos
            if begun:
                dealt[0], dealt[1], dealt[2], dealt[3] = mine, up, second, hidden
                _dealt(law, rng, cards, at, scratch, two, follow, total, hard, size, first, after,
                       whole, insure, evens, bank, dealt, hands, places, counts)
            else:
                _table(law, rng, cards, at, scratch, two, follow, total, hard, size, first, after,
                       whole, insure, evens, bank, dealt, hands, places, counts)
            pos = at[AT]
            a, b, c, d = rng[0], rng[1], rng[2], rng[3]
            net = places[0, P_GOT]
        else:
            bet = limit = stake
            bonus = np.int64(0)
            out = False
            points = np.int64(0)
            strength = np.int64(0)
            if act == NATURAL:
                counts[BLACKJACKS] += 1
                points = np.int64(BANK_NATURAL)
                if law[AT_ONCE] and shown != 0 and shown != 9:
                    out, net = True, law[BLACKJACK]
                elif (shown == 0 or (shown == 9 and law[TENS_EVEN])) and evens[shown]:
                    counts[EVEN_MONEY] += 1
                    out, net = True, law[EVENS]
                if out:
                    counts[WINS] += 1
            elif act == SURRENDER:
                counts[SURRENDERS] += 1
                out, net = True, -law[HALF]
            if peeks and (shown == 0 or shown == 9) and bank[shown * 16 + (hidden & 15)] == (
                    BANK_DONE + BANK_NATURAL):
                strength = np.int64(BANK_NATURAL)
            elif act != NATURAL and not out:
                while act == HIT:
                    word, a, b, c, d = _step(a, b, c, d)
                    ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                    j = pos + ahead
                    card = np.int64(cards[j])
                    cards[j] = cards[pos]
                    cards[pos] = card
                    pos += 1
                    if state >= plain:
                        state = _next(follow, law, state, mine, card)
                    else:
                        state = np.int64(follow[state * 16 + (card & 15)])
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
                        card = np.int64(cards[j])
                        cards[j] = cards[pos]
                        cards[pos] = card
                        pos += 1
                        state = _next(follow, law, state, mine, card)
                        points = np.int64(total[state])
                        if act == DOUBLE_FIXED and (card & 15) != 0:
                            points = np.int64(hard[state])
                if state == sevens or state == suited:
                    counts[SPECIALS] += 1
                    bonus = prize
                if points == 0:
                    counts[BUSTS] += 1
            if strength == 0:
                if always or (points > 0 and not out):
                    if not hole:
                        for _ in range(law[BURN_BANK] + 1):
                            word, a, b, c, d = _step(a, b, c, d)
                            ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                            j = pos + ahead
                            hidden = np.int64(cards[j])
                            cards[j] = cards[pos]
                            cards[pos] = hidden
                            pos += 1
                    draws_to = np.int64(bank[shown * 16 + (hidden & 15)])
                    while draws_to < BANK_DONE:
                        word, a, b, c, d = _step(a, b, c, d)
                        ahead, a, b, c, d = _index(word, cards_in - pos, a, b, c, d)
                        j = pos + ahead
                        card = np.int64(cards[j])
                        cards[j] = cards[pos]
                        cards[pos] = card
                        pos += 1
                        draws_to = np.int64(bank[draws_to * 16 + (card & 15)])
                    strength = draws_to - BANK_DONE
                    counts[BANK + max(strength - 16, 0)] += 1
                else:
                    strength = np.int64(BANK_BUST)
                    counts[IDLE] += 1
            else:
                counts[BANK + strength - 16] += 1
            if not out:
                ahead = np.int64(points > strength)
                behind = np.int64(points < strength)
                counts[1 - ahead + behind] += 1
                if guards and strength == BANK_NATURAL:
                    bet = min(bet, limit)
                pays = wins if bet == stake else wins + wins
                if points == BANK_NATURAL:
                    pays = law[BLACKJACK]
                net = ahead * pays - behind * bet + bonus
        nets[middle + net] += 1
        if len(each):
            each[number, 0] = net
        played += 1
        returned += net
    if not fresh and played:
        _shoe(sums, played, returned)
    if fresh:
        for i in range(len(nets)):
            net = i - middle
            sums[0] += nets[i]
            sums[1] += nets[i]
            sums[2] += nets[i] * net
            sums[3] += nets[i] * net * net


@compiled
def coups(law: Any, rng: Any, cards: Any, two: Any, glance: Any, follow: Any, total: Any, hard: Any, size: Any,
          first: Any, after: Any, whole: Any, insure: Any, evens: Any, bank: Any, hands: Any,
          places: Any, count: Any, nets: Any, counts: Any, sums: Any, each: Any) -> None:
    """Play ``count`` coups from new packs on and add what they returned.

    ``nets``: how often each net result came, its middle for 0; its first row of whole coups, the
    others of each place. ``sums``: shoes, and over shoes of n coups that returned s, of n * n,
    n * s, s * s. ``each``: a row for each coup with the net result of each place, or no rows.
    """
    seats = len(places)
    if seats == 1:
        _single(law, rng, cards, two, glance, follow, total, hard, size, first, after, whole, insure,
                evens, bank, hands, places, count, nets[0], counts, sums, each)
        return
    at = np.zeros(3, np.int64)
    scratch = np.zeros(4, np.int64)
    dealt = np.zeros(2 * seats + 2, np.int64)
    middle = nets.shape[1] // 2
    played = returned = 0
    for number in range(count):
        if _ready(law, rng, cards, at, scratch) and played:
            _shoe(sums, played, returned)
            played = returned = 0
        _table(law, rng, cards, at, scratch, two, follow, total, hard, size, first, after, whole,
               insure, evens, bank, dealt, hands, places, counts)
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


@compiled
def _shoe(sums: Any, played: Any, returned: Any) -> None:
    sums[0] += 1
    sums[1] += played * played
    sums[2] += played * returned
    sums[3] += returned * returned
