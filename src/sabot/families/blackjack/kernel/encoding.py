"""One table's law and one chart as the numbers and flat arrays that the compiled coups read."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK
from sabot.families.blackjack.charts.chart import ACTS, CLAIM, DOUBLE, STAND, Chart
from sabot.families.blackjack.charts.hand_states import BUST, SUITED, VALUES, states
from sabot.families.blackjack.charts.legal import acts, asked, contexts
from sabot.families.blackjack.kernel import coups as c
from sabot.families.blackjack.kernel.coups import Tables
from sabot.families.blackjack.kernel.transitions import LOOK
from sabot.families.blackjack.rules.code import SHUFFLERS, TableLaw
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms, of_code
from sabot.money import Odds

SUITS = "SHDC"
TENS = "TJQK"
STRAIGHT = (6, 7, 8)


class Packed(NamedTuple):
    """A table and a chart for the compiled coups; ``cards`` in any order, ``hands`` more than a
    place can have, ``share`` the cents of one share of a bet, ``most`` more shares than any place
    can win or lose."""

    tables: Tables
    cards: NDArray[np.uint8]
    hands: int
    share: int
    most: int


def byte(card: str) -> int:
    """A card as the compiled coups see it."""
    rank, suit = card[0], card[1]
    value = 9 if rank in TENS else 0 if rank == "A" else int(rank) - 1
    return value | (TENS.index(rank) << 4 if rank in TENS else 0) | SUITS.index(suit) << 6


def _number(*values: int) -> int:
    """The number of a hand."""
    table = states()
    number = int(table.one[values[0] - 1])
    for value in values[1:]:
        number = int(table.next[number, value - 1])
    return number


def bank_table(stands: int, soft17: str) -> NDArray[np.uint8]:
    """The bank's state after one more card, by state and value; what is from `coups.BANK_DONE` on
    is final. The first ten states are those of one card. ``soft17``: see `Terms`."""
    numbers: dict[tuple[int, bool, int], int] = {}
    rows: list[list[int]] = []

    def state(hard: int, ace: bool, cards: int) -> int:
        soft = ace and hard <= 11
        points = hard + 10 * soft
        if cards == 2 and points == 21:
            return c.BANK_DONE + c.BANK_NATURAL
        if points > 21:
            return c.BANK_DONE + c.BANK_BUST
        again = soft and points == 17 and (
            soft17 == "hit" or (soft17 == "hit-ace-six" and cards == 2))
        if cards > 1 and points >= stands and not again:
            return c.BANK_DONE + points
        return numbers.setdefault((hard, ace, min(cards, 3)), len(numbers))

    for value in VALUES:
        state(value, value == 1, 1)
    while len(rows) < len(numbers):
        hard, ace, cards = list(numbers)[len(rows)]
        rows.append([state(hard + value, ace or value == 1, cards + 1) for value in VALUES])
    return np.array([row + [0] * 6 for row in rows], dtype=np.uint8).ravel()


def _checked(chart: Chart, terms: Terms) -> None:
    """ValueError where the chart does what the law does not allow."""
    for name, row, allowed in contexts(terms, chart):
        wrong = np.flatnonzero(~allowed[row, np.arange(len(row))] & asked(allowed))
        if len(wrong):
            number = int(wrong[0])
            cards = [v for v in VALUES for _ in range(states().cards[number, v - 1])]
            can = [ACTS[act] for act in range(len(ACTS)) if allowed[act, number]]
            raise ValueError(f"the chart's {name} says {ACTS[row[number]]} with {cards}; this "
                             f"table allows {', '.join(can)}")


def _wide(rows: NDArray[np.int8], mixed: NDArray[np.int8]) -> NDArray[np.int8]:
    """Rows of acts with the loops' own numbers behind them: ``mixed`` tens, and two of hands that
    nobody asks."""
    stand = np.full_like(mixed, STAND)
    return np.concatenate([rows, np.stack([mixed, stand, stand], axis=-1)], axis=-1)


def pack(code: TableLaw, chart: Chart, stake: int, alone: bool, fresh: bool,
         terms: Terms | None = None) -> Packed:
    """The packed form of one table with a chart, each place played at ``stake`` cents by one
    player, or all by one who is ``alone`` at the table.

    ``terms``: general rules that go before those of the code. ValueError where the chart is not
    lawful here.
    """
    terms = terms or of_code(code)
    _checked(chart, terms)
    table = states()
    n = len(table.size)
    mixed, suited, busted = n, n + 1, n + 2
    rows = n + 3
    ten_ten, straight = _number(10, 10), _number(*STRAIGHT)
    base = [*range(n), ten_ten, straight, 0]
    total, hard, size = (getattr(table, name)[base] for name in ("total", "hard", "size"))
    total[busted] = hard[busted] = size[busted] = 0
    follow = np.full((rows, 16), busted, dtype=np.uint16)
    follow[:, :10] = np.where(table.next[base] == BUST, busted, table.next[base])
    follow[busted] = busted
    two = np.zeros((16, 16), dtype=np.int16)
    two[:10, :10] = table.two
    glance = two.astype(np.uint16)
    # Here it is for `coups.of_two` to say.
    for one, other in (*SUITED * terms.special, *((10, 10),) * code.split_rank):
        glance[one - 1, other - 1] = glance[other - 1, one - 1] = LOOK
    idle = np.array([~asked(acts(terms, up, None, True)) for up in VALUES])
    first = _wide(np.where(idle, np.int8(STAND), chart.first), chart.first_whole[:, ten_ten])
    tens = chart.after_whole[:, :, ten_ten]
    fixes = code.fixes_ace and code.double != ANY
    soft = np.pad(table.cards[:, 0] > 0, (0, rows - n))
    first[(first == DOUBLE) & soft & fixes] = c.DOUBLE_FIXED
    after, whole = _wide(chart.after, tens), _wide(chart.after_whole, tens)
    if terms.charlie:  # so many cards are claimed as five are, for a whole win
        for rows_of in (first, after, whole):
            rows_of[..., (size == terms.charlie) & (total > 0)] = CLAIM
    blackjack = _number(1, 10)
    first[:, blackjack] = c.NATURAL
    size_of = 52 * code.packs
    most_hands = code.max_splits + 1 if code.max_splits else min(16 * code.packs, size_of // 2) + 1

    def pays(odds: Odds, bet: int = stake) -> int:
        return odds.pays(bet)

    insured = stake * terms.insurance // 100
    money = {
        c.STAKE: stake, c.WIN: pays(code.win_pays), c.BLACKJACK: pays(code.blackjack_pays),
        c.EVENS: pays(code.even_money_pays), c.PRIZE: pays(terms.special_pays) * terms.special,
        c.HALF: stake // code.surrender_part, c.INSURANCE: insured,
        c.INSURANCE_PAYS: pays(terms.insurance_pays, insured),
        c.CLAIM_PAYS: (pays(code.win_pays) if terms.charlie
                       else pays(code.five_pays) * code.five)}
    share = gcd(*money.values())
    law = np.zeros(c.LAW, dtype=np.int64)
    for at, value in (_shoe(code, size_of, alone, fresh) | _law(code, terms) | {
            at: cents // share for at, cents in money.items()}).items():
        law[at] = value
    law[[c.PLAIN, c.MIXED, c.SUITED_678, c.PLAIN_678, c.SEVENS]] = (
        table.plain, mixed, suited, straight, _number(7, 7, 7))
    most = most_hands * (2 * int(max(law[c.STAKE], law[c.WIN], law[c.BLACKJACK])) + int(
        law[c.PRIZE])) + int(law[c.INSURANCE_PAYS]) + int(law[c.INSURANCE])
    tables = Tables(
        law, two.ravel(), glance.ravel(), follow.ravel(), total, hard, size, first.ravel(),
        after.ravel(), whole.ravel(), _wide(chart.insure, chart.insure[ten_ten]),
        chart.evens * (terms.even_money != "none"), bank_table(code.stands, terms.soft17))
    cards = np.array([byte(card) for card in PACK] * code.packs, dtype=np.uint8)
    return Packed(tables, cards, most_hands, share, most)


def _shoe(code: TableLaw, size: int, alone: bool, fresh: bool) -> dict[int, int]:
    """What of the law is about the cards."""
    warning = size // 2 if code.alone_half and code.warning and alone else code.warning
    machine = code.source in SHUFFLERS
    stop = size - warning if code.source == "sealed" else size - warning + 1
    if code.each_coup or code.source == "box":
        stop = 1
    if fresh:
        return {c.SIZE: size, c.FRESH: 1, c.LATE: code.second == "late"}
    return {
        c.SIZE: size, c.STOP: min(stop, size), c.MACHINE: machine, c.LID: code.lid_every,
        c.BURN: code.burn, c.BURN_BANK: code.burn_bank, c.LATE: code.second == "late",
        c.BURN_LATER: code.burn_coup + (machine and code.burn_shuffled)}


def _law(code: TableLaw, terms: Terms) -> dict[int, int]:
    """What of the law is about the coup."""
    return {
        c.PEEK: code.peek, c.ALWAYS: code.plays_always, c.AT_ONCE: code.at_once,
        c.TENS_EVEN: code.even_money == "AT", c.INSURES: terms.insurance > 0,
        c.INSURE_NATURAL: terms.insure_blackjack, c.PASS: code.surrender == "pass",
        c.SPECIAL: terms.special,
        c.SPECIAL_NOW: code.special is not None and code.special.at_once,
        c.ON_SPLIT: terms.on_split,
        c.GUARDS: code.guards, c.KEEPS_SPLIT: code.keeps_split,
        c.KEEPS_DOUBLE: terms.keeps_double, c.KEEPS_DOUBLE_SPLIT: terms.keeps_double_split,
        c.FIVE: terms.charlie or 5 * code.five, c.FIVE_ACE: terms.charlie > 0,
        c.RANK: code.split_rank, c.MAX_SPLITS: code.max_splits,
        c.RESPLIT: code.resplit, c.RESPLIT_ACES: code.resplit_aces, c.FINAL: code.refusal_final,
        c.FIX_SPLIT: code.fixes_ace and code.double_split != ANY,
        c.ACES_PLAY: terms.hit_aces or terms.double_aces,
        c.GIVES_ALL: terms.surrender == "late" and not terms.peek}
