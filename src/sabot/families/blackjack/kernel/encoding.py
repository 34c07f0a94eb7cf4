"""The law of a table and a chart, encoded as numbers and flat arrays for the compiled rounds."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment import PACK
from sabot.families.blackjack.charts.chart import ACTS, CLAIM, DOUBLE, STAND, Chart
from sabot.families.blackjack.charts.hand_states import BUST, SUITED, VALUES, states
from sabot.families.blackjack.charts.legal import chart_rows, open_acts, to_decide
from sabot.families.blackjack.kernel import coups as c
from sabot.families.blackjack.kernel.coups import Tables
from sabot.families.blackjack.kernel.transitions import LOOK
from sabot.families.blackjack.rules.pricing_rules import ANY, Terms, pricing_terms
from sabot.families.blackjack.rules.table_law import SHUFFLERS, TableLaw
from sabot.money import Odds

SUITS = "SHDC"
TENS = "TJQK"
STRAIGHT = (6, 7, 8)


class Packed(NamedTuple):
    """A table and a chart for the compiled rounds. ``cards``: in any order. ``hands``: more than a
    place can have. ``share``: the cents of one share of a bet. ``most``: more shares than any place
    can win or lose."""

    tables: Tables
    cards: NDArray[np.uint8]
    hands: int
    share: int
    most: int


def card_byte(card: str) -> int:
    """A card as one byte."""
    rank, suit = card[0], card[1]
    value = 9 if rank in TENS else 0 if rank == "A" else int(rank) - 1
    return value | (TENS.index(rank) << 4 if rank in TENS else 0) | SUITS.index(suit) << 6


def _hand_number(*values: int) -> int:
    """The number of a hand."""
    table = states()
    number = int(table.one[values[0] - 1])
    for value in values[1:]:
        number = int(table.next[number, value - 1])
    return number


def bank_table(stands: int, soft17: str) -> NDArray[np.uint8]:
    """The bank's state after one more card, by state and value; states from `coups.BANK_DONE` on
    are final.

    The first ten states are those of one card. ``soft17``: see `Terms`.
    """
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


def _check_chart(chart: Chart, terms: Terms) -> None:
    """Raise ValueError where the chart has an act that the law does not allow."""
    for name, row, allowed in chart_rows(terms, chart):
        wrong = np.flatnonzero(~allowed[row, np.arange(len(row))] & to_decide(allowed))
        if len(wrong):
            number = int(wrong[0])
            cards = [v for v in VALUES for _ in range(states().cards[number, v - 1])]
            can = [ACTS[act] for act in range(len(ACTS)) if allowed[act, number]]
            raise ValueError(f"the chart's {name} says {ACTS[row[number]]} with {cards}; this "
                             f"table allows {', '.join(can)}")


def _widen(rows: NDArray[np.int8], mixed: NDArray[np.int8]) -> NDArray[np.int8]:
    """Rows of acts with the loops' own hand numbers added: ``mixed`` tens, and two numbers of hands
    that have nothing to decide."""
    stand = np.full_like(mixed, STAND)
    return np.concatenate([rows, np.stack([mixed, stand, stand], axis=-1)], axis=-1)


def pack(table_law: TableLaw, chart: Chart, stake: int, alone: bool, fresh: bool,
         terms: Terms | None = None) -> Packed:
    """Encode one table with a chart: each place is played at ``stake`` cents by one player, or all
    by one who is ``alone`` at the table.

    ``terms``: general rules that override those of ``table_law``. ValueError where the chart is not
    lawful here.
    """
    terms = terms or pricing_terms(table_law)
    _check_chart(chart, terms)
    table = states()
    n = len(table.size)
    mixed, suited, busted = n, n + 1, n + 2
    rows = n + 3
    ten_ten, straight = _hand_number(10, 10), _hand_number(*STRAIGHT)
    base = [*range(n), ten_ten, straight, 0]
    total, hard, size = (getattr(table, name)[base] for name in ("total", "hard", "size"))
    total[busted] = hard[busted] = size[busted] = 0
    follow = np.full((rows, 16), busted, dtype=np.uint16)
    follow[:, :10] = np.where(table.next[base] == BUST, busted, table.next[base])
    follow[busted] = busted
    two = np.zeros((16, 16), dtype=np.int16)
    two[:10, :10] = table.two
    glance = two.astype(np.uint16)
    # For these `coups.two_card_hand` decides.
    for first_value, second_value in (*SUITED * terms.special, *((10, 10),) * table_law.split_rank):
        glance[first_value - 1, second_value - 1] = glance[second_value - 1, first_value - 1] = LOOK
    idle = np.array([~to_decide(open_acts(terms, up, None, True)) for up in VALUES])
    first = _widen(np.where(idle, np.int8(STAND), chart.first), chart.first_whole[:, ten_ten])
    tens = chart.after_whole[:, :, ten_ten]
    fixes = table_law.fixes_ace and table_law.double != ANY
    soft = np.pad(table.cards[:, 0] > 0, (0, rows - n))
    first[(first == DOUBLE) & soft & fixes] = c.DOUBLE_FIXED
    after, after_whole = _widen(chart.after, tens), _widen(chart.after_whole, tens)
    if terms.charlie:  # that many cards are claimed like five cards, for a whole win
        for act_rows in (first, after, after_whole):
            act_rows[..., (size == terms.charlie) & (total > 0)] = CLAIM
    blackjack = _hand_number(1, 10)
    first[:, blackjack] = c.NATURAL
    size_of = 52 * table_law.packs
    most_hands = (table_law.max_splits or min(16 * table_law.packs, size_of // 2)) + 1

    def pays(odds: Odds, bet: int = stake) -> int:
        return odds.pays(bet)

    insured = stake * terms.insurance // 100
    money = {
        c.STAKE: stake, c.WIN: pays(table_law.win_pays),
        c.BLACKJACK: pays(table_law.blackjack_pays), c.EVENS: pays(table_law.even_money_pays),
        c.PRIZE: pays(terms.special_pays) * terms.special,
        c.HALF: stake // table_law.surrender_part,
        c.INSURANCE: insured, c.INSURANCE_PAYS: pays(terms.insurance_pays, insured),
        c.CLAIM_PAYS: (pays(table_law.win_pays) if terms.charlie
                       else pays(table_law.five_pays) * terms.five)}
    share = gcd(*money.values())
    law = np.zeros(c.LAW, dtype=np.int64)
    for at, value in (_shoe_numbers(table_law, size_of, alone, fresh)
                      | _law_numbers(table_law, terms)
                      | {at: cents // share for at, cents in money.items()}).items():
        law[at] = value
    law[[c.PLAIN, c.MIXED, c.SUITED_678, c.PLAIN_678, c.SEVENS]] = (
        table.plain, mixed, suited, straight, _hand_number(7, 7, 7))
    most_shares = most_hands * (2 * int(max(law[c.STAKE], law[c.WIN], law[c.BLACKJACK])) + int(
        law[c.PRIZE])) + int(law[c.INSURANCE_PAYS]) + int(law[c.INSURANCE])
    tables = Tables(
        law, two.ravel(), glance.ravel(), follow.ravel(), total, hard, size, first.ravel(),
        after.ravel(), after_whole.ravel(), _widen(chart.insure, chart.insure[ten_ten]),
        chart.evens * (terms.even_money != "none"), bank_table(table_law.stands, terms.soft17))
    cards = np.array([card_byte(card) for card in PACK] * table_law.packs, dtype=np.uint8)
    return Packed(tables, cards, most_hands, share, most_shares)


def _shoe_numbers(table_law: TableLaw, size: int, alone: bool, fresh: bool) -> dict[int, int]:
    """The numbers of the law for the cards."""
    half = table_law.alone_half and table_law.warning and alone
    warning = size // 2 if half else table_law.warning
    machine = table_law.source in SHUFFLERS
    stop = size - warning if table_law.source == "sealed" else size - warning + 1
    if table_law.each_coup or table_law.source == "box":
        stop = 1
    if fresh:
        return {c.SIZE: size, c.FRESH: 1, c.LATE: table_law.second == "late"}
    return {
        c.SIZE: size, c.STOP: min(stop, size), c.MACHINE: machine, c.LID: table_law.lid_every,
        c.BURN: table_law.burn, c.BURN_BANK: table_law.burn_bank,
        c.LATE: table_law.second == "late",
        c.BURN_LATER: table_law.burn_coup + (machine and table_law.burn_shuffled)}


def _law_numbers(table_law: TableLaw, terms: Terms) -> dict[int, int]:
    """The numbers of the law for the round."""
    return {
        c.PEEK: table_law.peek, c.ALWAYS: table_law.plays_always, c.AT_ONCE: table_law.at_once,
        c.TENS_EVEN: table_law.even_money == "AT", c.INSURES: terms.insurance > 0,
        c.INSURE_NATURAL: terms.insure_blackjack, c.PASS: table_law.surrender == "pass",
        c.SPECIAL: terms.special,
        c.SPECIAL_NOW: table_law.special is not None and table_law.special.at_once,
        c.ON_SPLIT: terms.on_split,
        c.GUARDS: table_law.guards, c.KEEPS_SPLIT: table_law.keeps_split,
        c.KEEPS_DOUBLE: terms.keeps_double, c.KEEPS_DOUBLE_SPLIT: terms.keeps_double_split,
        c.FIVE: terms.charlie or 5 * terms.five, c.FIVE_ACE: terms.charlie > 0,
        c.RANK: table_law.split_rank, c.MAX_SPLITS: table_law.max_splits,
        c.RESPLIT: table_law.resplit, c.RESPLIT_ACES: table_law.resplit_aces,
        c.FINAL: table_law.refusal_final,
        c.FIX_SPLIT: table_law.fixes_ace and table_law.double_split != ANY,
        c.ACES_PLAY: terms.hit_aces or terms.double_aces,
        c.GIVES_ALL: terms.surrender == "late" and not terms.peek}
