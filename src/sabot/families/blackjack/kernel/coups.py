"""Whole rounds as compiled loops over numbers: the phases of the family, without words.

A card is one byte: its value less 1, which of the four tens it is (from bit 4) and its suit (from
bit 6). Bets are counted in shares of one or more cents (`encoding`), so that every payment is a
whole number of shares. The engine (`coup`) is the law; a test plays both with the same cards.

`blocks` plays many rounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Bytes, Halves, Numbers, Octets, Shorts, Words, signed
from sabot.equipment.compiled import high, lean, within
from sabot.equipment.streams import BATCH, draws, word
from sabot.families.blackjack.charts.chart import CLAIM, DOUBLE, HIT, SPLIT, STAND, SURRENDER

NATURAL, DOUBLE_FIXED = 6, 7
"""Further acts besides those of a chart: a blackjack, and a double that keeps an ace at 1."""

(SIZE, STOP, FRESH, MACHINE, LID, BURN, BURN_LATER, BURN_BANK, LATE, PEEK, ALWAYS, AT_ONCE,
 TENS_EVEN, INSURES, INSURE_NATURAL, PASS, SPECIAL, SPECIAL_NOW, ON_SPLIT, GUARDS, KEEPS_SPLIT,
 KEEPS_DOUBLE, KEEPS_DOUBLE_SPLIT, FIVE, RANK, MAX_SPLITS, RESPLIT, RESPLIT_ACES, FINAL, FIX_SPLIT,
 STAKE, WIN, BLACKJACK, EVENS, PRIZE, HALF, INSURANCE, INSURANCE_PAYS, CLAIM_PAYS,
 PLAIN, MIXED, SUITED_678, PLAIN_678, SEVENS, FIVE_ACE, ACES_PLAY, GIVES_ALL) = range(47)
LAW = 47
"""The numbers of a table that the loops read: see `encoding.pack`."""

(WINS, PUSHES, LOSSES, BUSTS, BLACKJACKS, SPLITS, DOUBLES, SURRENDERS, INSURANCES, INSURANCES_WON,
 EVEN_MONEY, FIVE_CARDS, SPECIALS, VOID, IDLE) = range(15)
BANK = 16
"""The index of the bank's first result among the counts: bust, 17 to 21, blackjack."""
COUNTS = BANK + 7
COUNTED = ("wins", "pushes", "losses", "busts", "blackjacks", "splits", "doubles", "surrenders",
           "insurances", "insurances_won", "even_money", "five_cards", "specials", "void",
           "bank_idle", "", "bank_bust", "bank_17", "bank_18", "bank_19", "bank_20", "bank_21",
           "bank_blackjack")

BANK_DONE = 64  # states of the bank from here on are final: the excess is its strength
BANK_BUST, BANK_NATURAL = 1, 22

# A hand: its two first cards, its number (-1 with one card), whether it is out of play, the bet,
# the prize it earned, its points (22 for a blackjack that waits for the bank), a double with
# its ace at 1.
(H_CARD, H_SECOND, H_NUMBER, H_OUT, H_BET, H_PRIZE, H_TOTAL, H_FIXED) = range(8)
HAND = 8
# A place: its net result so far, its insurance (see below), the maximum that a bank's blackjack
# takes and what was lost before it, its hands, those won less those lost, whether it surrendered;
# for side bets (see `side_bets`) the pairs that its split hands made, where in the shoe its further
# cards begin and end, how many cards were dealt to hands of a split, and the first two of these.
(P_GOT, P_INSURED, P_LIMIT, P_TAKEN, P_COUNT, P_AHEAD, P_GAVE, P_PAIRS, P_FROM, P_TO, P_DEALT,
 P_THIRD, P_FOURTH) = range(13)
PLACE = 13
INSURED, INSURED_WON, INSURED_LOST = 1, 2, 3
# A shoe in use: cards drawn, rounds that the shuffler's cards have waited, rounds played.
(AT, WAITS, PLAYED) = range(3)
# After the state of a stream: the rest of the word that gives cards and how many it still gives;
# how many words were taken in advance, and these words.
(REST, LEFT, WAITING, WORD, WORD_AFTER) = range(4, 9)
RNG = 9


class Tables(NamedTuple):
    """What the compiled rounds read. ``law``: see `LAW`. By number of a hand: ``total``, ``hard``,
    ``size`` as in `states`, ``insure``, and by number and the value of one more card ``follow``.
    ``first``, ``after``, ``whole`` are the chart's rows end to end, ``evens`` its own. By the
    values of two cards ``two``, and ``glance``, which is `transitions.LOOK` where suits or ranks
    decide. ``bank``: see `encoding.bank_table`."""

    law: Numbers
    two: Shorts
    glance: Halves
    follow: Halves
    total: Bytes
    hard: Bytes
    size: Bytes
    first: Bytes
    after: Bytes
    whole: Bytes
    insure: Bytes
    evens: Bytes
    bank: Octets


@lean
def begin_coup(rng: Words) -> None:
    """Take two words for a round; `BATCH` cards come from each word, and the last one of a round
    may give fewer."""
    rng[WORD] = word(rng)
    rng[WORD_AFTER] = word(rng)
    rng[WAITING] = 2
    rng[LEFT] = 0


@lean
def _fill_word(rng: Words, below: int) -> None:
    """Take a word for the next cards, as `streams.draws` would for `BATCH` at once."""
    product = np.uint64(1)
    for i in range(min(BATCH, below)):
        product *= np.uint64(below - i)
    while True:
        if rng[WAITING]:
            rest = rng[WORD]
            rng[WORD] = rng[WORD_AFTER]
            rng[WAITING] -= np.uint64(1)
        else:
            rest = word(rng)
        product_low = rest * product
        if product_low >= product or product_low >= (np.uint64(0) - product) % product:
            break
    rng[REST] = rest
    rng[LEFT] = BATCH


@lean
def _draw_card(rng: Words, cards: Octets, size: int, at: Numbers) -> int:
    """The next card of the shoe, -1 where none is left."""
    below = size - at[AT]
    if below <= 0:
        return signed(-1)
    if rng[LEFT] == 0:
        _fill_word(rng, below)
    ahead = high(rng[REST], np.uint64(below))
    rng[REST] *= np.uint64(below)
    rng[LEFT] -= np.uint64(1)
    return _swap(cards, at, ahead)


@within
def _swap(cards: Octets, at: Numbers, ahead: np.uint64) -> int:
    """The next card: the card ``ahead`` changes places with the first."""
    place = np.uint64(at[AT])
    card = cards[place + ahead]
    cards[place + ahead] = cards[place]
    cards[place] = card
    at[AT] += 1
    return signed(card)


@within
def two_card_hand(
    law: Numbers, two: Shorts, first_card: int, second_card: int, up: int, split: bool
) -> int:
    """The number of a hand of two cards; two tens that are not a pair have their own number, and so
    have two cards of one suit that may still earn a prize."""
    first, second = first_card & 15, second_card & 15
    if first == 9 and second == 9 and law[RANK] and (first_card ^ second_card) & 63:
        return signed(law[MIXED])
    prized = law[SPECIAL] and (law[ON_SPLIT] or not split)
    if (
        prized
        and (first_card ^ second_card) >> 6 == 0
        and first != second
        and min(first, second) >= 5
        and (max(first, second) <= 7)
    ):
        missing = 18 - first - second
        same = 1 if up == (missing | (first_card & 192)) else 0
        suited: int = law[PLAIN] + 2 * (7 - missing) + same
        return suited
    return signed(two[first * 16 + second])


@within
def with_card(law: Numbers, follow: Halves, number: int, first_card: int, card: int) -> int:
    """The hand after one more card; ``first_card`` is its first."""
    after = signed(follow[number * 16 + (card & 15)])
    if (
        after == law[PLAIN_678]
        and law[PLAIN] <= number < law[MIXED]
        and (first_card ^ card) >> 6 == 0
    ):
        return signed(law[SUITED_678])
    return after


@within
def _earns_prize(law: Numbers, number: int, split: bool) -> bool:
    """Whether a hand has just earned a special prize."""
    earned: bool = law[SPECIAL] and (number == law[SUITED_678] or number == law[SEVENS]) and (
        law[ON_SPLIT] or not split)
    return earned


@within
def _end_hand(
    hands: Numbers, places: Numbers, p: int, k: int, counts: Numbers, outcome: int, net: int
) -> None:
    """A hand of place ``p`` is decided and out; ``net`` is what it returns."""
    hands[p, k, H_OUT] = 1
    places[p, P_GOT] += net
    counts[outcome] += 1


@within
def _play_place(t: Tables, rng: Words, cards: Octets, at: Numbers, up: int, hands: Numbers,
                places: Numbers, p: int, counts: Numbers) -> bool:
    """Play the decisions of one place, hand by hand; False where the cards run out.

    ``hands[p, 0]`` has its first two cards; the hands split off follow it.
    """
    law, total, first = t.law, t.total, t.first
    rows = len(total)
    ace_up = (up & 15) == 0
    base = (up & 15) * rows
    value = hands[p, 0, H_CARD] & 15
    deeper = (base * 10) + value * rows
    splits = 0
    refused = False
    count = 1
    current = 0
    while current < count:
        split = splits > 0
        aces = split and value == 0
        first_card = hands[p, current, H_CARD]
        number = hands[p, current, H_NUMBER]
        done = False
        while True:
            if number < 0:  # one card, after a split
                card = _draw_card(rng, cards, law[SIZE], at)
                if card < 0:
                    return False
                number = two_card_hand(law, t.two, first_card, card, up, True)
                if (first_card ^ card) & 63 == 0:
                    places[p, P_PAIRS] += 1
                if places[p, P_DEALT] < 2:
                    places[p, P_THIRD + places[p, P_DEALT]] = card
                places[p, P_DEALT] += 1
                hands[p, current, H_NUMBER] = number
                hands[p, current, H_SECOND] = card
            points = signed(total[number])
            if hands[p, current, H_FIXED]:
                points = hands[p, current, H_TOTAL]
            if _earns_prize(law, number, split):
                counts[SPECIALS] += 1
                if law[SPECIAL_NOW]:
                    places[p, P_GOT] += law[PRIZE]
                else:
                    hands[p, current, H_PRIZE] = law[PRIZE]
            hands[p, current, H_TOTAL] = points
            if points == 0:
                counts[BUSTS] += 1
                places[p, P_TAKEN] += hands[p, current, H_BET]
                places[p, P_AHEAD] -= 1
                _end_hand(hands, places, p, current, counts, LOSSES, -hands[p, current, H_BET])
                break
            length = t.size[number]
            five = length == law[FIVE] and (not ace_up or law[FIVE_ACE])
            if done or (points == 21 and not five):
                break
            twin = length == 2 and value == (hands[p, current, H_SECOND] & 15)
            may_split = (
                twin
                and (not law[RANK] or not (first_card ^ hands[p, current, H_SECOND]) & 63)
                and (not law[MAX_SPLITS] or splits < law[MAX_SPLITS])
            )
            if split:
                may_split = (
                    may_split and not refused and (law[RESPLIT_ACES] if aces else law[RESPLIT])
                )
            if aces and not may_split and not law[ACES_PLAY]:
                break
            # A declined split is not offered again where the law makes a refusal final.
            if not split:
                act = first[base + number]
            elif twin and not may_split:
                act = t.whole[deeper + number]
            else:
                act = t.after[deeper + number]
            if may_split and act != SPLIT and law[FINAL] and not aces:
                refused = True
            if act == STAND or (aces and act != SPLIT and not law[ACES_PLAY]):
                break
            if act == SPLIT:
                if count >= hands.shape[1]:
                    return False
                splits += 1
                split = True
                aces = value == 0
                counts[SPLITS] += 1
                if not law[KEEPS_SPLIT]:
                    places[p, P_LIMIT] += law[STAKE]
                for field in range(HAND):
                    hands[p, count, field] = 0
                hands[p, count, H_CARD] = hands[p, current, H_SECOND]
                hands[p, count, H_NUMBER] = -1
                hands[p, count, H_BET] = law[STAKE]
                count += 1
                places[p, P_COUNT] = count
                number = signed(-1)
                continue
            if act == SURRENDER:
                _end_hand(hands, places, p, current, counts, SURRENDERS, -law[HALF])
                places[p, P_GAVE] = 1
                break
            if act == CLAIM:
                counts[FIVE_CARDS] += 1
                places[p, P_AHEAD] += 1
                _end_hand(hands, places, p, current, counts, WINS, law[CLAIM_PAYS])
                break
            fixed = False
            if act != HIT:
                counts[DOUBLES] += 1
                hands[p, current, H_BET] += law[STAKE]
                is_protected = law[KEEPS_DOUBLE_SPLIT] if split else law[KEEPS_DOUBLE]
                if not is_protected:
                    places[p, P_LIMIT] += law[STAKE]
                fixed = act == DOUBLE_FIXED or (
                    act == DOUBLE and split and law[FIX_SPLIT]
                    and ((first_card & 15) == 0 or (hands[p, current, H_SECOND] & 15) == 0))
                done = True
            card = _draw_card(rng, cards, law[SIZE], at)
            if card < 0:
                return False
            after_card = with_card(law, t.follow, number, first_card, card)
            if fixed and (card & 15) != 0:  # its only ace counts 1
                hands[p, current, H_FIXED] = 1
                hands[p, current, H_TOTAL] = t.hard[after_card]
            number = after_card
            hands[p, current, H_NUMBER] = number
        current += 1
    return True


@lean
def _deal(rng: Words, cards: Octets, size: int, at: Numbers, count: int, out: Numbers) -> bool:
    """Deal the first cards of a round; False where the shoe has too few."""
    if at[AT] + count > size:
        at[AT] = size
        return False
    for i in range(count):
        out[i] = _draw_card(rng, cards, size, at)
    return True


@within
def _play_bank(
    t: Tables, rng: Words, cards: Octets, at: Numbers, up: int, hidden: int, draws_on: bool
) -> int:
    """The bank's strength after its second card and, with ``draws_on``, further cards; -1 where the
    cards run out."""
    law, bank = t.law, t.bank
    if law[LATE]:
        if law[BURN_BANK] and _draw_card(rng, cards, law[SIZE], at) < 0:
            return signed(-1)
        hidden = _draw_card(rng, cards, law[SIZE], at)
        if hidden < 0:
            return signed(-1)
    state = signed(bank[(up & 15) * 16 + (hidden & 15)])
    while draws_on and state < BANK_DONE:
        card = _draw_card(rng, cards, law[SIZE], at)
        if card < 0:
            return signed(-1)
        state = signed(bank[state * 16 + (card & 15)])
    return state - BANK_DONE if state >= BANK_DONE else signed(BANK_BUST)


@lean
def play_coup(t: Tables, rng: Words, cards: Octets, at: Numbers, dealt: Numbers, hands: Numbers,
              places: Numbers, counts: Numbers) -> bool:
    """Play one round of all places from the first card to the last payment; False for a void round.

    The net result of each place is left in ``places``: of a void round, what was paid and collected
    before the cards ran out.
    """
    begin_coup(rng)
    return play_begun_coup(t, rng, cards, at, dealt, hands, places, counts)


@lean
def play_begun_coup(t: Tables, rng: Words, cards: Octets, at: Numbers, dealt: Numbers,
                    hands: Numbers, places: Numbers, counts: Numbers) -> bool:
    """`play_coup` after the words of its beginning are taken."""
    law = t.law
    seats = len(places)
    initial = 2 * seats + (1 if law[LATE] else 2)
    if not _deal(rng, cards, law[SIZE], at, initial, dealt):
        places[:] = 0
        counts[VOID] += 1
        return False
    return play_dealt_coup(t, rng, cards, at, dealt, hands, places, counts)


@within
def play_dealt_coup(t: Tables, rng: Words, cards: Octets, at: Numbers, dealt: Numbers,
                    hands: Numbers, places: Numbers, counts: Numbers) -> bool:
    """`play_coup` after the first cards are ``dealt``: those of the places, the bank's, a second to
    each place, and the bank's hidden one."""
    law, total, bank = t.law, t.total, t.bank
    seats = len(places)
    up = dealt[seats]
    hidden = signed(0) if law[LATE] else dealt[2 * seats + 1]
    up_value = up & 15
    ace, ten = up_value == 0, up_value == 9
    rows = len(total)
    alive = 0
    insured = False
    for p in range(seats):
        for field in range(HAND):
            hands[p, 0, field] = 0
        for field in range(PLACE):
            places[p, field] = 0
        hands[p, 0, H_CARD], hands[p, 0, H_SECOND] = dealt[p], dealt[seats + 1 + p]
        hands[p, 0, H_BET] = places[p, P_LIMIT] = law[STAKE]
        places[p, P_COUNT] = 1
        number = two_card_hand(law, t.two, dealt[p], dealt[seats + 1 + p], up, False)
        hands[p, 0, H_NUMBER] = number
        natural = total[number] == 21
        if natural:
            counts[BLACKJACKS] += 1
            hands[p, 0, H_TOTAL] = BANK_NATURAL
            paid = signed(0)
            if law[AT_ONCE] and not (ace or ten):
                paid = law[BLACKJACK]
            elif (ace or (ten and law[TENS_EVEN])) and t.evens[up_value]:
                counts[EVEN_MONEY] += 1
                paid = law[EVENS]
            if paid:
                places[p, P_AHEAD] += 1
                _end_hand(hands, places, p, 0, counts, WINS, paid)
        if ace and law[INSURES] and not hands[p, 0, H_OUT] and t.insure[number] and (
                not natural or law[INSURE_NATURAL]):
            counts[INSURANCES] += 1
            places[p, P_INSURED] = INSURED
            insured = True
        if not natural and law[PASS] and t.first[up_value * rows + number] == SURRENDER:
            _end_hand(hands, places, p, 0, counts, SURRENDERS, -law[HALF])
            places[p, P_GAVE] = 1
    strength = signed(0)
    if law[PEEK] and (ace or ten) and bank[up_value * 16 + (hidden & 15)] == (
            BANK_DONE + BANK_NATURAL):
        strength = signed(BANK_NATURAL)
    else:
        for p in range(seats):
            if hands[p, 0, H_OUT] or hands[p, 0, H_TOTAL] == BANK_NATURAL:
                continue
            places[p, P_FROM] = at[AT]
            ended = _play_place(t, rng, cards, at, up, hands, places, p, counts)
            places[p, P_TO] = at[AT]
            if not ended:
                counts[VOID] += 1
                return False
        for p in range(seats):
            for k in range(places[p, P_COUNT]):
                alive += 1 - hands[p, k, H_OUT]
        if alive or law[ALWAYS] or insured:
            strength = _play_bank(t, rng, cards, at, up, hidden,
                                  alive > 0 or law[ALWAYS] != 0)
            if strength < 0:
                counts[VOID] += 1
                return False
    if alive or law[ALWAYS] or strength == BANK_NATURAL:
        counts[BANK + (0 if strength == BANK_BUST else strength - 16)] += 1
    else:
        counts[IDLE] += 1
    for p in range(seats):
        _settle_place(law, strength, hands, places, p, counts)
    return True


@within
def _settle_place(
    law: Numbers, strength: int, hands: Numbers, places: Numbers, p: int, counts: Numbers
) -> None:
    """Settle a place against the bank: its insurance, the hands in play, and what a bank's
    blackjack gives back."""
    natural = strength == BANK_NATURAL
    if places[p, P_INSURED]:
        if natural:
            counts[INSURANCES_WON] += 1
            places[p, P_INSURED] = INSURED_WON
            places[p, P_GOT] += law[INSURANCE_PAYS]
        else:
            places[p, P_INSURED] = INSURED_LOST
            places[p, P_GOT] -= law[INSURANCE]
    lost = places[p, P_TAKEN]
    if natural and places[p, P_GAVE] and law[GIVES_ALL]:
        places[p, P_GOT] -= law[STAKE] - law[HALF]
    for k in range(places[p, P_COUNT]):
        if hands[p, k, H_OUT]:
            continue
        places[p, P_GOT] += hands[p, k, H_PRIZE]
        points = hands[p, k, H_TOTAL]
        if points > strength:
            counts[WINS] += 1
            places[p, P_AHEAD] += 1
            places[p, P_GOT] += (law[BLACKJACK] if points == BANK_NATURAL else
                             law[WIN] * (hands[p, k, H_BET] // law[STAKE]))
        elif points == strength:
            counts[PUSHES] += 1
        else:
            counts[LOSSES] += 1
            places[p, P_AHEAD] -= 1
            lost += hands[p, k, H_BET]
            places[p, P_GOT] -= hands[p, k, H_BET]
    if natural and law[GUARDS] and lost > places[p, P_LIMIT]:
        places[p, P_GOT] += lost - places[p, P_LIMIT]


@lean
def prepare_shoe(law: Numbers, rng: Words, cards: Octets, at: Numbers, scratch: Numbers) -> bool:
    """Prepare the cards for a round; return whether all of them are in the shoe again."""
    if law[FRESH]:
        at[AT] = 0
        return True
    begins = at[PLAYED] == 0
    at[PLAYED] += 1
    if law[MACHINE] and not begins:
        again: bool = at[WAITS] + 1 >= law[LID]
        at[WAITS] = 0 if again else at[WAITS] + 1
        burn = law[BURN_LATER]
    else:
        again = begins or at[AT] >= law[STOP]
        burn = law[BURN] if again else law[BURN_LATER]
    if again:
        at[AT] = 0
    for _ in range(burn):
        if at[AT] < law[SIZE]:
            draws(rng, law[SIZE] - at[AT], 1, scratch)
            _swap(cards, at, np.uint64(scratch[0]))
    return again
