"""Side bets in compiled rounds: the result of each bet.

They draw no card: `coups.play_coup` plays the round, and its cards and its notes on each place
decide them. Tables filled from the bets themselves (`sidebets`) and from the lines of the jackpot
(`jackpot.makes_line`) say which cards win, so that no loop depends on a certain bet. A result is a
number: the stake goes back, it is lost, or from `WON` on what was won. The engine (`sides`,
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
from sabot.families.blackjack.kernel.blocks import end_shoe
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
    play_coup,
    prepare_shoe,
)
from sabot.families.blackjack.kernel.encoding import SUITS, Packed, card_byte
from sabot.families.blackjack.kernel.transitions import COUNT
from sabot.families.blackjack.round.jackpot import MOST_CARDS, makes_line
from sabot.families.blackjack.rules.hand import same_rank
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    Line,
    ThirdCard,
    three_card_lines,
    two_card_lines,
)
from sabot.families.blackjack.rules.table_law import Jackpot, Prize, TableLaw

INSURANCE, JACKPOT = "insurance", "jackpot"
FIRST, PAIRS, THIRD, ROW, INSURES, CHIPS = range(6)
"""What decides a bet: a kind of `sidebets.Decided`, the bank's blackjack, or jackpot lines."""

BACK, LOST, WON = range(3)
"""Results: the stake goes back (void round), it is lost, something is won."""
NOT_YET = -1  # no such bet was made, or it stays on the table
NOTHING = -(1 << 62)  # the net result of such a bet
CHUNK = 1 << 13  # rounds after which the shares of a pool are read

(DOWN, ALONE, CHIP, RATE, START, REFILL, DRAWN, ANY_THIRD) = range(8)
L_TIMES, L_SHARE = range(2)
# State from round to round: the pool, the number of rounds, the number of shares of the pool that
# were won; then for each place the wins so far and, as bits, the bets on wins that lie there.
S_POOL, S_COUPS, S_WON = range(3)
STATE = 3


class SideBetTables(NamedTuple):
    """Side bets as the loops read them, a row for each bet.

    ``kinds``: what decides each; ``wins``: how many wins it needs; ``law``: numbers of the table;
    ``nets``: cents by bet and result. ``dense``: a card of the loops as a number below 52; ``two``:
    the result by two such cards and bet; ``three``: by three of them, for the bets that wait for a
    third (``third``: their rows there). ``lines``: the jackpot's scale from the smallest prize on:
    times the chip, hundredths of the pool; ``best``: the line by rank (`_rank`), number of cards
    less 2, and their suits as digits of a number to base four, -1 for none.
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


def offered_bets(table_law: TableLaw) -> tuple[str, ...]:
    """The side bets of a table, then insurance, which is part of the round, then the jackpot."""
    more = [name for name, bet in ((INSURANCE, table_law.insurance), (JACKPOT, table_law.jackpot))
            if bet is not None]
    return (*(side.spot for side in table_law.sides), *more)


def stakes(table_law: TableLaw, stake: int, bets: tuple[str, ...]) -> dict[str, int]:
    """The stake of each bet, in cents: the minimum that the table takes."""
    cents = dict.fromkeys(bets, table_law.side_low)
    if INSURANCE in cents and table_law.insurance is not None:
        cents[INSURANCE] = stake * table_law.insurance.high // 100
    if JACKPOT in cents and table_law.jackpot is not None:
        cents[JACKPOT] = table_law.jackpot.chip
    return cents


def _scale(jackpot: Jackpot | None) -> list[Prize]:
    """The lines of the jackpot, from the smallest prize on."""
    return sorted(jackpot.prizes, key=lambda p: (p.share, p.times)) if jackpot is not None else []


def line_names(table_law: TableLaw) -> list[str]:
    """The names of these lines."""
    return [prize.name for prize in _scale(table_law.jackpot)]


class SideBetRow(NamedTuple):
    """One side bet: its kind, the lines won by each result, and the results of cards."""

    kind: int
    wins: list[tuple[Line, ...]]
    two: dict[tuple[str, str], int]
    three: dict[tuple[str, str, str], int]


def _side_bet_row(decided: FirstCards | ThirdCard) -> SideBetRow:
    """A bet that the cards dealt to a place decide."""
    two = two_card_lines(decided)
    three = three_card_lines(decided) if isinstance(decided, ThirdCard) else {}
    lines_won = list(dict.fromkeys((*two.values(), *three.values())))
    number_of = {lines: n for n, lines in enumerate(lines_won)}
    kind = THIRD if isinstance(decided, ThirdCard) else FIRST
    return SideBetRow(kind, lines_won,
                      {cards: WON + number_of[lines] for cards, lines in two.items()},
                      {cards: WON + number_of[lines] for cards, lines in three.items()})


def pack_side_bets(
    table_law: TableLaw, packed: Packed, stake: int, bets: tuple[str, ...], alone: bool
) -> SideBetTables:
    """These bets at a table: each place has them, at their minimum."""
    bet_stakes = stakes(table_law, stake, bets)
    sides = {side.spot: side for side in table_law.sides}
    scale = _scale(table_law.jackpot) if JACKPOT in bet_stakes else []
    won: list[list[int]] = []
    kinds, wins = np.zeros(len(bets), np.int64), np.zeros(len(bets), np.int64)
    two = np.full((len(PACK), len(PACK), len(bets)), LOST, np.int8)
    third = np.zeros(len(bets), np.int64)
    threes: list[NDArray[np.int8]] = []
    index = {card: n for n, card in enumerate(PACK)}
    for row, bet in enumerate(bets):
        paid: list[int] = []
        if bet == INSURANCE and table_law.insurance is not None:
            kinds[row], paid = INSURES, [table_law.insurance.pays.pays(bet_stakes[bet])]
        elif bet == JACKPOT:
            kinds[row], paid = (
                CHIPS,
                [line.times * bet_stakes[bet] - bet_stakes[bet] for line in scale],
            )
        else:
            match sides[bet].decided:
                case FirstCards() | ThirdCard() as decided:
                    side_row = _side_bet_row(decided)
                    kinds[row] = side_row.kind
                    paid = [sum(line.pays.pays(bet_stakes[bet]) for line in lines)
                            for lines in side_row.wins]
                    for (first, second), result in side_row.two.items():
                        two[index[first], index[second], row] = result
                    if side_row.kind == THIRD:
                        third[row] = len(threes)
                        all_three = np.repeat(two[:, :, row, None], len(PACK), axis=2)
                        for (first, second, third_card), result in side_row.three.items():
                            all_three[index[first], index[second], index[third_card]] = result
                        threes.append(all_three)
                case EveryPair(pays=pays):
                    kinds[row] = PAIRS
                    paid = [pays.pays(bet_stakes[bet]) * n for n in range(1, 2 * packed.hands + 1)]
                    for first, second in product(PACK, PACK):
                        if same_rank(first, second):
                            two[index[first], index[second], row] = WON
                case InARow(wins=number, pays=pays):
                    kinds[row], wins[row] = ROW, number
                    paid = [pays.pays(bet_stakes[bet])]
                case _ as never:
                    assert_never(never)
        won.append(paid)
    nets = np.zeros((len(bets), WON + max(map(len, won), default=0)), np.int64)
    for row, paid in enumerate(won):
        nets[row, LOST], nets[row, WON:WON + len(paid)] = -bet_stakes[bets[row]], paid
    law = np.zeros(ANY_THIRD + 1, np.int64)
    law[[DOWN, ALONE, ANY_THIRD]] = (
        table_law.down != "", alone, table_law.readings.third_seven == "any")
    if JACKPOT in bet_stakes and table_law.jackpot is not None:
        law[[CHIP, RATE, START, REFILL, DRAWN]] = (
            table_law.jackpot.chip, table_law.jackpot.rate, table_law.jackpot.start,
            table_law.jackpot.refill, table_law.jackpot.drawn_cards)
    dense = np.zeros(256, np.int64)
    for card, n in index.items():
        dense[card_byte(card)] = n
    lines = np.array([[line.times, line.share] for line in scale], np.int64)
    return SideBetTables(kinds, wins, law, nets, dense, two,
                  np.array(threes, np.int8).reshape(-1, len(PACK), len(PACK), len(PACK)), third,
                  lines.reshape(len(scale), L_SHARE + 1), _best_lines(scale))


def _best_lines(scale: list[Prize]) -> NDArray[np.int8]:
    """The line that two to four cards of one rank win."""
    best = np.full((len(SUITS) * len(SUITS), MOST_CARDS - 1, len(SUITS) ** MOST_CARDS), -1, np.int8)
    for rank in {card[0] for card in PACK}:
        for many in range(2, MOST_CARDS + 1):
            for number, suits in enumerate(product(SUITS, repeat=many)):
                cards = [rank + suit for suit in suits]
                for n, line in enumerate(scale):  # the highest comes last
                    if makes_line(line, cards):
                        best[_rank(card_byte(cards[0])), many - 2, number] = n
    return best


@within
def _rank(card: int) -> int:
    """The rank of a card of the loops, as a number below sixteen."""
    return (card & 15) + (card >> 4 & 3)


@within
def _later_result(b: SideBetTables, row: int, result: int, first: int, second: int, third: int,
                  pairs: int, over: bool) -> int:
    """The result of a bet that has won with its first cards, where further cards may decide it.

    Cards are numbers of `SideBetTables.dense`; ``third``: after a split pair, -1 for none;
    ``over``: no further card can follow.
    """
    if b.kinds[row] == PAIRS:
        return result + pairs
    if third >= 0:
        return signed(b.three[b.third[row], first, second, third])
    return result if over else signed(BACK)


@within
def _settle_wins_in_a_row(
    b: SideBetTables, place: Numbers, state: Numbers, p: int, out: Numbers
) -> None:
    """The bets on wins in a row of a place: a win increases its count, a loss takes them all."""
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
def _jackpot_line(b: SideBetTables, cards: Octets, place: Numbers, first: int, second: int) -> int:
    """The highest line of the cards of a place that count: its first two, then the cards dealt to
    hands of a split, or all cards that it takes; -1 for none."""
    if (first ^ second) & 63 != 0:
        return -1
    count, suits = 2, (first >> 6) * 4 + (second >> 6)
    for k in range(MOST_CARDS - 2):
        at = place[P_FROM] + k
        if at >= place[P_TO] if b.law[DRAWN] else k >= place[P_DEALT]:
            break
        card = signed(cards[at]) if b.law[DRAWN] else place[P_THIRD + k]
        if (first ^ card) & 63 != 0:
            break
        count, suits = count + 1, suits * 4 + (card >> 6)
    return signed(b.best[_rank(first), count - 2, suits])


@within
def _settle_jackpot(b: SideBetTables, row: int, cards: Octets, dealt: Numbers, places: Numbers,
                    state: Numbers, out: Numbers, paid: Numbers) -> None:
    """Settle the chips of a round: each adds to the pool; fixed prizes are paid first, then the
    line that is a share of the pool, in equal parts. ``paid``: the net value of such a part."""
    law, lines = b.law, b.lines
    seats = len(places)
    chips = 1 if law[ALONE] else seats
    fixed = among = 0
    last = len(lines) - 1
    for p in range(chips):
        line = _jackpot_line(b, cards, places[p], dealt[p], dealt[seats + 1 + p])
        out[p, row] = WON + line if line >= 0 else LOST
        if line == last and lines[last, L_SHARE]:
            among += 1
        elif line >= 0:
            fixed += lines[line, L_TIMES] * law[CHIP]
    # The bank adds what the pool lacks for the fixed prizes.
    pool = max(0, state[S_POOL] + chips * (law[CHIP] * law[RATE] // 100) - fixed)
    kept_back = 0
    if among:
        each = pool * lines[last, L_SHARE] // 100 // among
        pool -= each * among
        kept_back = pool if lines[last, L_SHARE] == 100 else 0
        for p in range(chips):
            paid[p] = each - law[CHIP]
    if (among or pool == 0 or law[REFILL]) and pool - kept_back < law[START]:
        pool = law[START] + kept_back
    state[S_POOL] = pool


@within
def settle_side_bets(b: SideBetTables, chips: int, ended: bool, cards: Octets, dealt: Numbers,
                     hands: Numbers, places: Numbers, state: Numbers, out: Numbers,
                     paid: Numbers) -> None:
    """Write the results of the side bets of a round into ``out``, by place and bet. ``chips``: the
    row of the jackpot, -1 for none; ``ended``: the round was not void.

    Face-down cards decide their bets when they are shown.
    """
    seats = len(places)
    for p in range(seats):
        place = places[p]
        split = place[P_COUNT] > 1
        known = place[P_COUNT] and (ended or not b.law[DOWN] or split or hands[p, 0, H_OUT])
        third = signed(-1)
        if known and (split or b.law[ANY_THIRD]) and place[P_TO] > place[P_FROM]:
            third = b.dense[cards[place[P_FROM]]]
        first, second = b.dense[dealt[p]], b.dense[dealt[seats + 1 + p]]
        has_row_bets = False
        for row in range(len(b.kinds)):
            kind, result = b.kinds[row], signed(BACK)
            if kind <= THIRD:
                if known:
                    result = signed(b.two[first, second, row])
                    if kind != FIRST and result != LOST:
                        result = _later_result(
                            b, row, result, first, second, third, place[P_PAIRS], ended
                        )
            elif kind == ROW:
                has_row_bets, result = True, signed(NOT_YET)
            elif kind == INSURES:
                insured = place[P_INSURED]
                if insured != INSURED:
                    result = signed(NOT_YET if insured == 0 else
                                      WON if insured == INSURED_WON else LOST)
            elif p > 0 and b.law[ALONE]:
                result = signed(NOT_YET)
            out[p, row] = result
        if has_row_bets and ended:
            _settle_wins_in_a_row(b, place, state, p, out[p])
    if ended and chips >= 0:
        _settle_jackpot(b, chips, cards, dealt, places, state, out, paid)


@lean
def play_block(t: Tables, b: SideBetTables, streams: Words, decks: Octets, all_at: Numbers,
               shoes: Numbers, scratch: Numbers, dealt: Numbers, hands: Numbers, places: Numbers,
               count: int, nets: Numbers, counts: Numbers, sums: Numbers, state: Numbers,
               out: Numbers, paid: Numbers, result_counts: Numbers, shares: Numbers,
               bet_nets: Numbers) -> None:
    """`blocks.play_block` with side bets: ``count`` further rounds with the same cards, from each
    lane's shoe in turn; ``streams``, ``decks``, ``all_at`` and ``shoes`` have a row for each lane.

    ``result_counts``: how often each bet had each result. ``shares``: the net results of chips that
    won a share of the pool; ``state`` has their number. ``bet_nets``: for each round the net
    results of each place, the main bet's first and `NOTHING` where there was none; or no rows.
    ``out`` and ``paid`` are workspace. The caller counts the last shoes.
    """
    seats = len(places)
    middle = nets.shape[1] // 2
    row_bets, chips = 0, -1
    for row in range(len(b.kinds)):
        if b.kinds[row] == ROW:
            row_bets |= 1 << row
        elif b.kinds[row] == CHIPS:
            chips = row
    state[S_WON] = 0
    for number in range(count):
        lane = state[S_COUPS] % len(decks)
        state[S_COUPS] += 1
        rng, cards, at = streams[lane], decks[lane], all_at[lane]
        if prepare_shoe(t.law, rng, cards, at, scratch) and shoes[lane]:
            end_shoe(sums, shoes, lane)
        if chips >= 0 and state[S_POOL] == 0:
            state[S_POOL] = b.law[START]
        for p in range(seats):
            if state[STATE + 2 * p + 1] == 0:
                state[STATE + 2 * p] = 0
                state[STATE + 2 * p + 1] = row_bets
        ended = play_coup(t, rng, cards, at, dealt, hands, places, counts)
        settle_side_bets(b, chips, ended, cards, dealt, hands, places, state, out, paid)
        net = 0
        for p in range(seats):
            place_net = places[p, P_GOT]
            net += place_net
            if seats > 1:
                nets[1 + p, middle + place_net] += 1
            for bet in range(len(b.kinds)):
                result = out[p, bet]
                if result == NOT_YET:
                    continue
                result_counts[bet, result] += 1
                if bet == chips and result >= WON and b.lines[result - WON, L_SHARE]:
                    shares[state[S_WON]] = paid[p]
                    state[S_WON] += 1
        nets[0, middle + net] += 1
        shoes[lane] += COUNT + net
        if len(bet_nets):
            for p in range(seats):
                bet_nets[number, p, 0] = places[p, P_GOT]
                for bet in range(len(b.kinds)):
                    result = out[p, bet]
                    if result == NOT_YET:
                        bet_nets[number, p, 1 + bet] = NOTHING
                    elif bet == chips and result >= WON and b.lines[result - WON, L_SHARE]:
                        bet_nets[number, p, 1 + bet] = paid[p]
                    else:
                        bet_nets[number, p, 1 + bet] = b.nets[bet, result]
