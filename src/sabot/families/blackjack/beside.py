"""The bets beside the main one in compiled coups: what each of them made of a coup.

They draw no card: `coups.table` plays the coup, and its cards and what it notes of each place
decide them. A result is a number: back, lost, or from `WON` on what was won. The engine (`sides`,
`streak`, `jackpot`) is the law; a test plays both with the same cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK
from sabot.equipment.compiled import lean
from sabot.families.blackjack.blocks import fold
from sabot.families.blackjack.code import Code
from sabot.families.blackjack.coups import (
    H_OUT,
    INSURED,
    INSURED_WON,
    P_AHEAD,
    P_COUNT,
    P_DEALT,
    P_FROM,
    P_GAVE,
    P_GOT,
    P_INSURED,
    P_PAIRS,
    P_THIRD,
    P_TO,
    ready,
    table,
)
from sabot.families.blackjack.course import COUNT
from sabot.families.blackjack.packed import Packed, byte
from sabot.families.blackjack.sides import MIDDLE

STREAKS = tuple(f"streak{n}" for n in range(2, 6))
SPOTS = ("pair", "perfect", "sevens", "over", "under", *STREAKS, "insurance", "jackpot")
"""The bets that are known here, in the order of their rows."""
PAIR, PERFECT, SEVENS, OVER, UNDER, STREAK = range(6)
INSURANCE, JACKPOT = SPOTS.index("insurance"), SPOTS.index("jackpot")

BACK, LOST, WON = range(3)
"""Results: the stake goes back with a void coup, it is lost, something is won."""
NOT_YET = -1  # no such bet was made, or it stays on the table
NOTHING = -(1 << 62)  # the net result of such a bet
CHUNK = 1 << 13  # coups after which the shares of a pool are taken down

(DOWN, ONCE, ACE_ANY, ALONE, CHIP, RATE, START, REFILL, DRAWN) = range(9)
L_CARDS, L_RANK, L_ALIKE, L_TIMES, L_SHARE = range(5)
# What lasts from coup to coup: the pool, how many coups there were, how many shares of the pool
# were won; then for each place the wins so far and the streak bets that lie there.
S_POOL, S_COUPS, S_WON = range(3)
STATE = 3
SEVEN = 6  # a seven's value less one


class Beside(NamedTuple):
    """Bets beside the main one as the loops read them.

    ``made``: which of `SPOTS`; ``law``: numbers of the table; ``nets``: cents by bet and result;
    ``lines``: the jackpot's scale from the least prize on: cards, rank (-1 for any), what they have
    in common (0 nothing, 1 colour, 2 suit), times the chip, hundredths of the pool.
    """

    made: NDArray[np.int64]
    law: NDArray[np.int64]
    nets: NDArray[np.int64]
    lines: NDArray[np.int64]


def offered(code: Code) -> tuple[str, ...]:
    """The bets of a table that are known here; the insurance, which is part of the coup, last."""
    spots = {side.spot for side in code.sides}
    spots |= {"jackpot"} if code.jackpot is not None else set()
    spots |= {"insurance"} if code.insure_to else set()
    return tuple(spot for spot in SPOTS if spot in spots)


def stakes(code: Code, stake: int, bets: tuple[str, ...]) -> dict[str, int]:
    """What lies on each bet, in cents: the least that the table takes."""
    found = dict.fromkeys(bets, code.side_low)
    if "insurance" in found:
        found["insurance"] = stake * code.insure_to // 100
    if "jackpot" in found and code.jackpot is not None:
        found["jackpot"] = code.jackpot.chip
    return found


def line_names(code: Code) -> list[str]:
    """The lines of the jackpot's scale, from the least prize on."""
    prizes = code.jackpot.prizes if code.jackpot is not None else ()
    return [prize.name for prize in sorted(prizes, key=lambda p: (p.share, p.times))]


def beside(code: Code, packed: Packed, stake: int, bets: tuple[str, ...], alone: bool) -> Beside:
    """These bets at a table: each place has them, at their least stake."""
    lay = stakes(code, stake, bets)
    lines = sorted(code.jackpot.prizes, key=lambda p: (p.share, p.times)) \
        if code.jackpot is not None else []
    nets = np.zeros((len(SPOTS), WON + max(2 * packed.hands, len(lines), 4)), np.int64)

    def wins(spot: str, *prizes: int) -> None:
        row = SPOTS.index(spot)
        nets[row, LOST] = -lay[spot]
        nets[row, WON:WON + len(prizes)] = prizes

    if "pair" in lay:
        one = code.pair_pays.pays(lay["pair"])
        wins("pair", *(one * n for n in range(1, 2 * packed.hands + 1)))
    if "perfect" in lay:
        mixed, colour, suit = (odds.pays(lay["perfect"]) for odds in (
            code.mixed_pays, code.colour_pays, code.perfect_pays))
        below = mixed if code.perfect_all else 0
        wins("perfect", mixed, below + colour, below + suit)
    if "sevens" in lay:
        wins("sevens", *(odds.pays(lay["sevens"]) for odds in (
            code.two_sevens_pays, code.two_suited_pays, code.three_sevens_pays,
            code.three_suited_pays)))
    for spot in ("over", "under"):
        if spot in lay:
            wins(spot, code.thirteen_pays.pays(lay[spot]))
    for spot, pays in zip(STREAKS, code.streak_pays, strict=False):
        if spot in lay:
            wins(spot, pays * lay[spot])
    if "insurance" in lay:
        wins("insurance", code.insurance_pays.pays(lay["insurance"]))
    law = np.zeros(DRAWN + 1, np.int64)
    law[[DOWN, ONCE, ACE_ANY, ALONE]] = (code.down != "", code.pair_once, code.ace_any, alone)
    if "jackpot" in lay and code.jackpot is not None:
        chip = code.jackpot.chip
        wins("jackpot", *(line.times * chip - chip for line in lines))
        law[[CHIP, RATE, START, REFILL, DRAWN]] = (
            chip, code.jackpot.rate, code.jackpot.start, code.jackpot.refill,
            code.jackpot.drawn_cards)
    ranks = {card[0]: byte(card) & 63 for card in PACK}
    scale = [[line.cards, ranks.get(line.rank, -1), ("", "colour", "suit").index(line.alike),
              line.times, line.share] for line in lines]
    return Beside(np.array([spot in lay for spot in SPOTS], np.int64), law, nets,
                  np.array(scale, np.int64).reshape(len(scale), L_SHARE + 1))


@lean
def _alike(one: Any, other: Any) -> Any:
    """What two cards have in common: 2 the suit, 1 the colour, 0 neither."""
    first, second = one >> 6, other >> 6
    if first == second:
        return 2
    return 1 if (first in (1, 2)) == (second in (1, 2)) else 0


@lean
def _first_cards(b: Any, one: Any, other: Any, third: Any, pairs: Any, over: Any, out: Any
                 ) -> None:
    """The bets that the first cards decide; ``third`` follows a split pair, -1 for none, and
    ``over`` says that none can follow any more."""
    same = (one ^ other) & 63 == 0
    like = _alike(one, other)
    if b.made[PAIR]:
        out[PAIR] = LOST if not same else WON + (0 if b.law[ONCE] else pairs)
    if b.made[PERFECT]:
        out[PERFECT] = WON + like if same else LOST
    low = (one & 15) + (other & 15) + 2
    high = low + 10 if b.law[ACE_ANY] and (one & 15 == 0 or other & 15 == 0) else low
    if b.made[OVER]:
        out[OVER] = WON if high > MIDDLE else LOST
    if b.made[UNDER]:
        out[UNDER] = WON if low < MIDDLE else LOST
    if b.made[SEVENS]:
        if one & 15 != SEVEN or other & 15 != SEVEN:
            out[SEVENS] = LOST
        elif third >= 0 and third & 15 == SEVEN:
            out[SEVENS] = WON + (3 if like == 2 and _alike(one, third) == 2 else 2)
        elif third >= 0 or over:
            out[SEVENS] = WON + (1 if like == 2 else 0)


@lean
def _streaks(b: Any, ended: Any, place: Any, state: Any, p: Any, out: Any) -> None:
    """The streak bets of a place: a win moves its count on, a loss takes them all."""
    wins, lying = STATE + 2 * p, STATE + 2 * p + 1
    if not ended:
        return
    if place[P_GAVE] or place[P_AHEAD] < 0:
        for n in range(4):
            if state[lying] >> n & 1:
                out[STREAK + n] = LOST
        state[lying] = 0
    elif place[P_AHEAD] > 0:
        state[wins] += 1
        won = state[wins] - 2
        if won >= 0 and state[lying] >> won & 1:
            out[STREAK + won] = WON
            state[lying] -= 1 << won


@lean
def _line(b: Any, cards: Any, place: Any, one: Any, other: Any) -> Any:
    """The highest line that the cards of a place make which count: its first two, then the cards
    dealt to hands of a split, or all that it takes; -1 for none."""
    if (one ^ other) & 63 != 0:
        return -1
    best = -1
    for n in range(len(b.lines)):
        line = b.lines[n]
        if line[L_RANK] >= 0 and line[L_RANK] != one & 63:
            continue
        fits = line[L_ALIKE] <= _alike(one, other)
        for k in range(line[L_CARDS] - 2):
            at = place[P_FROM] + k
            if at >= place[P_TO] if b.law[DRAWN] else k >= place[P_DEALT]:
                fits = False
                break
            card = np.int64(cards[at]) if b.law[DRAWN] else place[P_THIRD + k]
            if (one ^ card) & 63 != 0 or _alike(one, card) < line[L_ALIKE]:
                fits = False
        if fits and (best < 0 or line[L_SHARE] > b.lines[best][L_SHARE] or (
                line[L_SHARE] == b.lines[best][L_SHARE]
                and line[L_TIMES] > b.lines[best][L_TIMES])):
            best = n
    return best


@lean
def _jackpot(b: Any, cards: Any, dealt: Any, places: Any, state: Any, out: Any, paid: Any) -> None:
    """The chips of a coup: each adds to the pool, fixed prizes are paid and then the one line that
    is a share of the pool, in equal parts; ``paid``: what such a part is, net."""
    law, lines = b.law, b.lines
    seats = len(places)
    chips = 1 if law[ALONE] else seats
    fixed = among = 0
    last = len(lines) - 1
    for p in range(chips):
        line = _line(b, cards, places[p], dealt[p], dealt[seats + 1 + p])
        out[p, JACKPOT] = WON + line if line >= 0 else LOST
        if line == last and lines[last, L_SHARE]:
            among += 1
        elif line >= 0:
            fixed += lines[line, L_TIMES] * law[CHIP]
    # What the pool lacks for the fixed ones the bank adds.
    pool = max(0, state[S_POOL] + chips * (law[CHIP] * law[RATE] // 100) - fixed)
    left = 0
    if among:
        each = pool * lines[last, L_SHARE] // 100 // among
        pool -= each * among
        left = pool if lines[last, L_SHARE] == 100 else 0
        for p in range(chips):
            paid[p] = each - law[CHIP]
    if (among or pool == 0 or law[REFILL]) and pool - left < law[START]:
        pool = law[START] + left
    state[S_POOL] = pool


@lean
def decide(b: Any, ended: Any, cards: Any, dealt: Any, hands: Any, places: Any, state: Any,
           out: Any, paid: Any) -> None:
    """What the bets of a coup came to, into ``out``: by place and bet; ``ended``: it was not void.

    Cards that lie face down decide their bets when they are shown.
    """
    seats = len(places)
    for p in range(seats):
        place = places[p]
        for bet in range(len(SPOTS)):
            lies = b.made[bet] and (bet < STREAK or bet == JACKPOT)
            out[p, bet] = BACK if lies and (bet != JACKPOT or p == 0 or not b.law[ALONE]) \
                else NOT_YET
        split = place[P_COUNT] > 1
        if place[P_COUNT] and (ended or not b.law[DOWN] or split or hands[p, 0, H_OUT]):
            third = np.int64(-1)
            if split and place[P_TO] > place[P_FROM]:
                third = np.int64(cards[place[P_FROM]])
            _first_cards(b, dealt[p], dealt[seats + 1 + p], third, place[P_PAIRS], ended, out[p])
        _streaks(b, ended, place, state, p, out[p])
        if b.made[INSURANCE] and place[P_INSURED]:
            out[p, INSURANCE] = BACK if place[P_INSURED] == INSURED else (
                WON if place[P_INSURED] == INSURED_WON else LOST)
    if b.made[JACKPOT] and ended:
        _jackpot(b, cards, dealt, places, state, out, paid)


@lean
def block(t: Any, b: Any, streams: Any, decks: Any, all_at: Any, shoes: Any, scratch: Any,
          dealt: Any, hands: Any, places: Any, count: Any, nets: Any, counts: Any, sums: Any,
          state: Any, out: Any, paid: Any, seen: Any, shares: Any, told: Any) -> None:
    """`blocks.block` with the bets beside: ``count`` coups more, the same cards, from each lane's
    shoe in turn; ``streams``, ``decks``, ``all_at`` and ``shoes`` have a row for each.

    ``seen``: how often each bet had each result; ``shares``: the net results of chips that won a
    share of the pool, ``state`` says how many; ``told``: for each coup the net results of each
    place, the main bet's first and `NOTHING` where there was none, or no rows. ``out`` and ``paid``
    are room to work in. The last shoes are for the caller to count.
    """
    seats = len(places)
    middle = nets.shape[1] // 2
    lay = 0
    for n in range(4):
        lay |= b.made[STREAK + n] << n
    state[S_WON] = 0
    for number in range(count):
        lane = state[S_COUPS] % len(decks)
        state[S_COUPS] += 1
        rng, cards, at = streams[lane], decks[lane], all_at[lane]
        if ready(t.law, rng, cards, at, scratch) and shoes[lane]:
            fold(sums, shoes, lane)
        if b.made[JACKPOT] and state[S_POOL] == 0:
            state[S_POOL] = b.law[START]
        for p in range(seats):
            if state[STATE + 2 * p + 1] == 0:
                state[STATE + 2 * p] = 0
                state[STATE + 2 * p + 1] = lay
        ended = table(t, rng, cards, at, dealt, hands, places, counts)
        decide(b, ended, cards, dealt, hands, places, state, out, paid)
        net = 0
        for p in range(seats):
            got = places[p, P_GOT]
            net += got
            if seats > 1:
                nets[1 + p, middle + got] += 1
            for bet in range(len(SPOTS)):
                result = out[p, bet]
                if result == NOT_YET:
                    continue
                seen[bet, result] += 1
                if bet == JACKPOT and result >= WON and b.lines[result - WON, L_SHARE]:
                    shares[state[S_WON]] = paid[p]
                    state[S_WON] += 1
        nets[0, middle + net] += 1
        shoes[lane] += COUNT + net
        if len(told):
            for p in range(seats):
                told[number, p, 0] = places[p, P_GOT]
                for bet in range(len(SPOTS)):
                    result = out[p, bet]
                    if result == NOT_YET:
                        told[number, p, 1 + bet] = NOTHING
                    elif bet == JACKPOT and result >= WON and b.lines[result - WON, L_SHARE]:
                        told[number, p, 1 + bet] = paid[p]
                    else:
                        told[number, p, 1 + bet] = b.nets[bet, result]
