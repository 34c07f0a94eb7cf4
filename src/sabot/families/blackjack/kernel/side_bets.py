"""The bets beside the main one in compiled coups: what each of them made of a coup.

They draw no card: `coups.table` plays the coup, and its cards and what it notes of each place
decide them. What cards win stands in tables that are filled from the bets themselves
(`sidebets`) and from the lines of the jackpot (`jackpot.fits`), so that no loop knows what a bet
is about. A result is a number: back, lost, or from `WON` on what was won. The engine (`sides`,
`streak`, `jackpot`) is the law; a test plays both with the same cards.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK
from sabot.equipment.arrays import Numbers, Octets, Words, signed
from sabot.equipment.compiled import lean, within
from sabot.families.blackjack.kernel.blocks import fold
from sabot.families.blackjack.kernel.coups import (
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
    Tables,
    ready,
    table,
)
from sabot.families.blackjack.kernel.encoding import SUITS, Packed, byte
from sabot.families.blackjack.kernel.transitions import COUNT
from sabot.families.blackjack.round.jackpot import MOST, fits
from sabot.families.blackjack.rules.code import Jackpot, Prize, TableLaw
from sabot.families.blackjack.rules.hand import same_rank
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    Line,
    ThirdCard,
    firsts,
    thirds,
)

INSURANCE, JACKPOT = "insurance", "jackpot"
FIRST, PAIRS, THIRD, ROW, INSURES, CHIPS = range(6)
"""What decides a bet: the kinds of `sidebets.Decided`, the bank's blackjack, jackpot lines."""

BACK, LOST, WON = range(3)
"""Results: the stake goes back with a void coup, it is lost, something is won."""
NOT_YET = -1  # no such bet was made, or it stays on the table
NOTHING = -(1 << 62)  # the net result of such a bet
CHUNK = 1 << 13  # coups after which the shares of a pool are taken down

(DOWN, ALONE, CHIP, RATE, START, REFILL, DRAWN) = range(7)
L_TIMES, L_SHARE = range(2)
# What lasts from coup to coup: the pool, how many coups there were, how many shares of the pool
# were won; then for each place the wins so far and, as bits, the bets on wins that lie there.
S_POOL, S_COUPS, S_WON = range(3)
STATE = 3


class Beside(NamedTuple):
    """Bets beside the main one as the loops read them, a row for each of them.

    ``kinds``: what decides each; ``wins``: how many wins it is for; ``law``: numbers of the table;
    ``nets``: cents by bet and result. ``dense``: a card of the loops as a number below 52; ``two``:
    the result by two such cards and bet; ``three``: by three of them, for the bets that wait for a
    third (``third``: their rows there). ``lines``: the jackpot's scale from the least prize on:
    times the chip, hundredths of the pool; ``best``: the line by rank (`_rank`), number of cards
    less two, and their suits as digits of a number to the base four, -1 for none.
    """

    kinds: NDArray[np.int64]
    wins: NDArray[np.int64]
    law: NDArray[np.int64]
    nets: NDArray[np.int64]
    dense: NDArray[np.int64]
    two: NDArray[np.int8]
    three: NDArray[np.int8]
    third: NDArray[np.int64]
    lines: NDArray[np.int64]
    best: NDArray[np.int8]


def offered(code: TableLaw) -> tuple[str, ...]:
    """The bets of a table beside the main one; the insurance, which is part of the coup, last but
    for the jackpot."""
    more = [INSURANCE] * (code.insurance is not None) + [JACKPOT] * (code.jackpot is not None)
    return (*(side.spot for side in code.sides), *more)


def stakes(code: TableLaw, stake: int, bets: tuple[str, ...]) -> dict[str, int]:
    """What lies on each bet, in cents: the least that the table takes."""
    found = dict.fromkeys(bets, code.side_low)
    if INSURANCE in found and code.insurance is not None:
        found[INSURANCE] = stake * code.insurance.high // 100
    if JACKPOT in found and code.jackpot is not None:
        found[JACKPOT] = code.jackpot.chip
    return found


def _scale(jackpot: Jackpot | None) -> list[Prize]:
    """The lines of the jackpot, from the least prize on."""
    return sorted(jackpot.prizes, key=lambda p: (p.share, p.times)) if jackpot is not None else []


def line_names(code: TableLaw) -> list[str]:
    """The names of these lines."""
    return [prize.name for prize in _scale(code.jackpot)]


class Row(NamedTuple):
    """One side bet: its kind, what each result wins in stakes, and the results of cards."""

    kind: int
    wins: list[tuple[Line, ...]]
    two: dict[tuple[str, str], int]
    three: dict[tuple[str, str, str], int]


def _row(decided: FirstCards | ThirdCard) -> Row:
    """A bet that the cards dealt to a place decide."""
    two = firsts(decided)
    three = thirds(decided) if isinstance(decided, ThirdCard) else {}
    made = list(dict.fromkeys((*two.values(), *three.values())))
    number = {lines: n for n, lines in enumerate(made)}
    kind = THIRD if isinstance(decided, ThirdCard) else FIRST
    return Row(kind, made, {cards: WON + number[lines] for cards, lines in two.items()},
               {cards: WON + number[lines] for cards, lines in three.items()})


def beside(
    code: TableLaw, packed: Packed, stake: int, bets: tuple[str, ...], alone: bool
) -> Beside:
    """These bets at a table: each place has them, at their least stake."""
    lay = stakes(code, stake, bets)
    sides = {side.spot: side for side in code.sides}
    scale = _scale(code.jackpot) if JACKPOT in lay else []
    won: list[list[int]] = []
    kinds, wins = np.zeros(len(bets), np.int64), np.zeros(len(bets), np.int64)
    two = np.full((len(PACK), len(PACK), len(bets)), LOST, np.int8)
    third = np.zeros(len(bets), np.int64)
    threes: list[NDArray[np.int8]] = []
    at = {card: n for n, card in enumerate(PACK)}
    for row, bet in enumerate(bets):
        paid: list[int] = []
        if bet == INSURANCE and code.insurance is not None:
            kinds[row], paid = INSURES, [code.insurance.pays.pays(lay[bet])]
        elif bet == JACKPOT:
            kinds[row], paid = CHIPS, [line.times * lay[bet] - lay[bet] for line in scale]
        else:
            match sides[bet].decided:
                case FirstCards() | ThirdCard() as decided:
                    found = _row(decided)
                    kinds[row] = found.kind
                    paid = [sum(line.pays.pays(lay[bet]) for line in lines)
                            for lines in found.wins]
                    for (one, other), result in found.two.items():
                        two[at[one], at[other], row] = result
                    if found.kind == THIRD:
                        third[row] = len(threes)
                        all_three = np.repeat(two[:, :, row, None], len(PACK), axis=2)
                        for (one, other, last), result in found.three.items():
                            all_three[at[one], at[other], at[last]] = result
                        threes.append(all_three)
                case EveryPair(pays=pays):
                    kinds[row] = PAIRS
                    paid = [pays.pays(lay[bet]) * n for n in range(1, 2 * packed.hands + 1)]
                    for one, other in product(PACK, PACK):
                        if same_rank(one, other):
                            two[at[one], at[other], row] = WON
                case InARow(wins=number, pays=pays):
                    kinds[row], wins[row] = ROW, number
                    paid = [pays.pays(lay[bet])]
                case _ as never:
                    assert_never(never)
        won.append(paid)
    nets = np.zeros((len(bets), WON + max(map(len, won), default=0)), np.int64)
    for row, paid in enumerate(won):
        nets[row, LOST], nets[row, WON:WON + len(paid)] = -lay[bets[row]], paid
    law = np.zeros(DRAWN + 1, np.int64)
    law[[DOWN, ALONE]] = (code.down != "", alone)
    if JACKPOT in lay and code.jackpot is not None:
        law[[CHIP, RATE, START, REFILL, DRAWN]] = (
            code.jackpot.chip, code.jackpot.rate, code.jackpot.start, code.jackpot.refill,
            code.jackpot.drawn_cards)
    dense = np.zeros(256, np.int64)
    for card, n in at.items():
        dense[byte(card)] = n
    lines = np.array([[line.times, line.share] for line in scale], np.int64)
    return Beside(kinds, wins, law, nets, dense, two,
                  np.array(threes, np.int8).reshape(-1, len(PACK), len(PACK), len(PACK)), third,
                  lines.reshape(len(scale), L_SHARE + 1), _best(scale))


def _best(scale: list[Prize]) -> NDArray[np.int8]:
    """The line that two to four cards of one rank are paid for."""
    best = np.full((len(SUITS) * len(SUITS), MOST - 1, len(SUITS) ** MOST), -1, np.int8)
    for rank in {card[0] for card in PACK}:
        for many in range(2, MOST + 1):
            for number, suits in enumerate(product(SUITS, repeat=many)):
                cards = [rank + suit for suit in suits]
                for n, line in enumerate(scale):  # the highest comes last
                    if fits(line, cards):
                        best[_rank(byte(cards[0])), many - 2, number] = n
    return best


@within
def _rank(card: int) -> int:
    """The rank of a card of the loops, as a number below sixteen."""
    return (card & 15) + (card >> 4 & 3)


@within
def _later(b: Beside, row: int, result: int, one: int, other: int, third: int, pairs: int,
           over: bool) -> int:
    """The result of a bet that has won with its first cards, where more than these decide it: cards
    as numbers of `Beside.dense`, ``third`` after a split pair, -1 for none; ``over`` says that none
    can follow any more."""
    if b.kinds[row] == PAIRS:
        return result + pairs
    if third >= 0:
        return signed(b.three[b.third[row], one, other, third])
    return result if over else signed(BACK)


@within
def _rows(b: Beside, place: Numbers, state: Numbers, p: int, out: Numbers) -> None:
    """The bets on wins in a row of a place: a win moves its count on, a loss takes them all."""
    wins, lying = STATE + 2 * p, STATE + 2 * p + 1
    if place[P_GAVE] or place[P_AHEAD] < 0:
        for row in range(len(b.kinds)):
            if state[lying] >> row & 1:
                out[row] = LOST
        state[lying] = 0
    elif place[P_AHEAD] > 0:
        state[wins] += 1
        for row in range(len(b.kinds)):
            if state[lying] >> row & 1 and b.wins[row] == state[wins]:
                out[row] = WON
                state[lying] -= 1 << row


@within
def _line(b: Beside, cards: Octets, place: Numbers, one: int, other: int) -> int:
    """The highest line that the cards of a place make which count: its first two, then the cards
    dealt to hands of a split, or all that it takes; -1 for none."""
    if (one ^ other) & 63 != 0:
        return -1
    many, suits = 2, (one >> 6) * 4 + (other >> 6)
    for k in range(MOST - 2):
        at = place[P_FROM] + k
        if at >= place[P_TO] if b.law[DRAWN] else k >= place[P_DEALT]:
            break
        card = signed(cards[at]) if b.law[DRAWN] else place[P_THIRD + k]
        if (one ^ card) & 63 != 0:
            break
        many, suits = many + 1, suits * 4 + (card >> 6)
    return signed(b.best[_rank(one), many - 2, suits])


@within
def _jackpot(b: Beside, row: int, cards: Octets, dealt: Numbers, places: Numbers, state: Numbers,
             out: Numbers, paid: Numbers) -> None:
    """The chips of a coup: each adds to the pool, fixed prizes are paid and then the one line that
    is a share of the pool, in equal parts; ``paid``: what such a part is, net."""
    law, lines = b.law, b.lines
    seats = len(places)
    chips = 1 if law[ALONE] else seats
    fixed = among = 0
    last = len(lines) - 1
    for p in range(chips):
        line = _line(b, cards, places[p], dealt[p], dealt[seats + 1 + p])
        out[p, row] = WON + line if line >= 0 else LOST
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


@within
def decide(b: Beside, chips: int, ended: bool, cards: Octets, dealt: Numbers, hands: Numbers,
           places: Numbers, state: Numbers, out: Numbers, paid: Numbers) -> None:
    """What the bets of a coup came to, into ``out``: by place and bet; ``chips``: the row of the
    jackpot, -1 for none; ``ended``: the coup was not void.

    Cards that lie face down decide their bets when they are shown.
    """
    seats = len(places)
    for p in range(seats):
        place = places[p]
        split = place[P_COUNT] > 1
        known = place[P_COUNT] and (ended or not b.law[DOWN] or split or hands[p, 0, H_OUT])
        third = signed(-1)
        if known and split and place[P_TO] > place[P_FROM]:
            third = b.dense[cards[place[P_FROM]]]
        one, other = b.dense[dealt[p]], b.dense[dealt[seats + 1 + p]]
        rows = False
        for row in range(len(b.kinds)):
            kind, result = b.kinds[row], signed(BACK)
            if kind <= THIRD:
                if known:
                    result = signed(b.two[one, other, row])
                    if kind != FIRST and result != LOST:
                        result = _later(b, row, result, one, other, third, place[P_PAIRS], ended)
            elif kind == ROW:
                rows, result = True, signed(NOT_YET)
            elif kind == INSURES:
                insured = place[P_INSURED]
                if insured != INSURED:
                    result = signed(NOT_YET if insured == 0 else
                                      WON if insured == INSURED_WON else LOST)
            elif p > 0 and b.law[ALONE]:
                result = signed(NOT_YET)
            out[p, row] = result
        if rows and ended:
            _rows(b, place, state, p, out[p])
    if ended and chips >= 0:
        _jackpot(b, chips, cards, dealt, places, state, out, paid)


@lean
def block(t: Tables, b: Beside, streams: Words, decks: Octets, all_at: Numbers, shoes: Numbers,
          scratch: Numbers, dealt: Numbers, hands: Numbers, places: Numbers, count: int,
          nets: Numbers, counts: Numbers, sums: Numbers, state: Numbers, out: Numbers,
          paid: Numbers, seen: Numbers, shares: Numbers, told: Numbers) -> None:
    """`blocks.block` with the bets beside: ``count`` coups more, the same cards, from each lane's
    shoe in turn; ``streams``, ``decks``, ``all_at`` and ``shoes`` have a row for each.

    ``seen``: how often each bet had each result; ``shares``: the net results of chips that won a
    share of the pool, ``state`` says how many; ``told``: for each coup the net results of each
    place, the main bet's first and `NOTHING` where there was none, or no rows. ``out`` and ``paid``
    are room to work in. The last shoes are for the caller to count.
    """
    seats = len(places)
    middle = nets.shape[1] // 2
    lay, chips = 0, -1
    for row in range(len(b.kinds)):
        if b.kinds[row] == ROW:
            lay |= 1 << row
        elif b.kinds[row] == CHIPS:
            chips = row
    state[S_WON] = 0
    for number in range(count):
        lane = state[S_COUPS] % len(decks)
        state[S_COUPS] += 1
        rng, cards, at = streams[lane], decks[lane], all_at[lane]
        if ready(t.law, rng, cards, at, scratch) and shoes[lane]:
            fold(sums, shoes, lane)
        if chips >= 0 and state[S_POOL] == 0:
            state[S_POOL] = b.law[START]
        for p in range(seats):
            if state[STATE + 2 * p + 1] == 0:
                state[STATE + 2 * p] = 0
                state[STATE + 2 * p + 1] = lay
        ended = table(t, rng, cards, at, dealt, hands, places, counts)
        decide(b, chips, ended, cards, dealt, hands, places, state, out, paid)
        net = 0
        for p in range(seats):
            got = places[p, P_GOT]
            net += got
            if seats > 1:
                nets[1 + p, middle + got] += 1
            for bet in range(len(b.kinds)):
                result = out[p, bet]
                if result == NOT_YET:
                    continue
                seen[bet, result] += 1
                if bet == chips and result >= WON and b.lines[result - WON, L_SHARE]:
                    shares[state[S_WON]] = paid[p]
                    state[S_WON] += 1
        nets[0, middle + net] += 1
        shoes[lane] += COUNT + net
        if len(told):
            for p in range(seats):
                told[number, p, 0] = places[p, P_GOT]
                for bet in range(len(b.kinds)):
                    result = out[p, bet]
                    if result == NOT_YET:
                        told[number, p, 1 + bet] = NOTHING
                    elif bet == chips and result >= WON and b.lines[result - WON, L_SHARE]:
                        told[number, p, 1 + bet] = paid[p]
                    else:
                        told[number, p, 1 + bet] = b.nets[bet, result]
