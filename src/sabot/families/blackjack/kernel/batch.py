"""Many tables of blackjack, each waiting for a decision: compiled, advanced one step together.

At each table one place is played at the minimum. The round is that of `coups`, card for card from
the same stream, but it stops at every decision and goes on with the answer. A round without a
decision stops once, so that its result is returned like any other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Bytes, Flags, Numbers, Octets, Shorts, Words, signed
from sabot.equipment.compiled import high, lean, within
from sabot.equipment.streams import stream
from sabot.families.blackjack.charts.chart import (
    ACTS,
    CLAIM,
    DOUBLE,
    SPLIT,
    STAND,
    SURRENDER,
    mimic,
)
from sabot.families.blackjack.charts.hand_states import VALUES, states
from sabot.families.blackjack.charts.legal import open_acts
from sabot.families.blackjack.kernel.coups import (
    ACES_PLAY,
    ALWAYS,
    AT,
    AT_ONCE,
    BANK_BUST,
    BANK_DONE,
    BANK_NATURAL,
    BLACKJACK,
    BURN_BANK,
    CLAIM_PAYS,
    COUNTS,
    EVENS,
    FINAL,
    FIVE,
    FIVE_ACE,
    FIX_SPLIT,
    H_BET,
    H_CARD,
    H_FIXED,
    H_NUMBER,
    H_OUT,
    H_PRIZE,
    H_SECOND,
    H_TOTAL,
    HALF,
    HAND,
    INSURE_NATURAL,
    INSURED,
    INSURES,
    KEEPS_DOUBLE,
    KEEPS_DOUBLE_SPLIT,
    KEEPS_SPLIT,
    LATE,
    LEFT,
    LOSSES,
    MAX_SPLITS,
    P_AHEAD,
    P_COUNT,
    P_GAVE,
    P_GOT,
    P_INSURED,
    P_LIMIT,
    P_PAIRS,
    P_TAKEN,
    PASS,
    PEEK,
    PLACE,
    PRIZE,
    RANK,
    RESPLIT,
    RESPLIT_ACES,
    REST,
    RNG,
    SIZE,
    SPECIAL_NOW,
    STAKE,
    SURRENDERS,
    TENS_EVEN,
    WINS,
    Tables,
    _earns_prize,
    _end_hand,
    _fill_word,
    _settle_place,
    begin_coup,
    prepare_shoe,
    two_card_hand,
    with_card,
)
from sabot.families.blackjack.kernel.encoding import pack
from sabot.families.blackjack.rules.pricing_rules import ANY, pricing_terms
from sabot.families.blackjack.rules.table_law import TableLaw

TAKE = 6
"""The decision to take insurance or even money, in addition to the acts of a chart."""
DECISIONS = (*ACTS, "take")
MANY = len(DECISIONS)
(DONE, PLAY, INSURANCE, EVEN, PASSES) = range(5)
"""The phases of a table: nothing is open, a hand decides, insurance, even money, surrender. Where
nothing is open the only decision is stand, which goes on."""
(PHASE, UP, HIDDEN, NOW, SPLITS_OF, REFUSED, MASK, STATE) = range(8)
(O_PHASE, O_TOTAL, O_SOFT, O_BANK, O_PAIR, O_CARDS, O_HAND, O_HANDS, O_SPLIT, O_LEFT, O_NUMBER,
 SEEN) = range(12)
COLUMNS = ("phase", "total", "soft", "bank", "pair", "cards", "hand", "hands", "split", "left",
           "number")
"""The view of a table: the phase, the points of the hand and whether an ace of it counts 11,
the bank's card (ace 1), the value of a pair (0 for none), its cards, which hand of how many it is,
the value that was split first (0 for none), the cards left in the shoe, and its number (`states`).
"""


class OpenRules(NamedTuple):
    """The open acts, as bits by act: ``first`` for hands of no split by the bank's card, ``after``
    for others by that card and the value that was split; then by whether a pair may be split, and
    the number of the hand.

    ``soft``, ``pairs``, ``fixes``: by number, whether an ace counts 11, the value of a pair, and
    whether a double keeps an ace at 1. ``evens``: whether a blackjack may take even money.
    """

    first: Octets
    after: Octets
    soft: Bytes
    pairs: Bytes
    fixes: Bytes
    evens: int


def open_rules(table_law: TableLaw) -> OpenRules:
    """The open acts under a table law, by the hand numbers of the compiled tables."""
    terms, table = pricing_terms(table_law), states()
    n = len(table.size)
    ten_ten = int(table.two[9, 9])

    def bits(up: int, split: int | None, may: bool) -> Octets:
        powers = 1 << np.arange(len(ACTS), dtype=np.uint8)[:, None]
        wide = np.zeros(n + 3, np.uint8)
        wide[:n] = (open_acts(terms, up, split, may) * powers).sum(axis=0)
        wide[n] = (open_acts(terms, up, split, False)[:, ten_ten] * powers[:, 0]).sum()
        wide[n + 1:] = 1 << STAND
        return wide

    def wide(values: Bytes | Flags | Numbers) -> Bytes:
        return np.concatenate([values, np.zeros(3)]).astype(np.int8)

    fixes = bool(table_law.fixes_ace and table_law.double != ANY)
    pairs = wide(table.twin)
    pairs[n] = 0 if table_law.split_rank else 10
    return OpenRules(
        np.array([[bits(up, None, may) for may in (False, True)] for up in VALUES]).ravel(),
        np.array([[[bits(up, split, may) for may in (False, True)] for split in VALUES]
                  for up in VALUES]).ravel(),
        wide(table.soft), pairs, wide((table.cards[:, 0] > 0) * fixes),
        int(terms.even_money != "none"))


@within
def _draw_card(law: Numbers, rng: Words, cards: Octets, at: Numbers, i: int) -> int:
    """`coups._draw_card` at one of many tables."""
    remaining = np.uint64(law[SIZE] - at[i, AT])
    if remaining == 0:
        return signed(-1)
    if rng[i, LEFT] == 0:
        _fill_word(rng[i], signed(remaining))
    rest = rng[i, REST]
    rng[i, REST] = rest * remaining
    rng[i, LEFT] -= np.uint64(1)
    here = np.uint64(at[i, AT])
    swap_with = here + high(rest, remaining)
    card = cards[i, swap_with]
    cards[i, swap_with] = cards[i, here]
    cards[i, here] = card
    at[i, AT] += 1
    return signed(card)


@within
def _play_bank(t: Tables, rng: Words, cards: Octets, at: Numbers, i: int, up: int, hidden: int,
               draws_on: bool) -> int:
    """`coups._play_bank` at one of many tables."""
    law, bank = t.law, t.bank
    if law[LATE]:
        if law[BURN_BANK] and _draw_card(law, rng, cards, at, i) < 0:
            return signed(-1)
        hidden = _draw_card(law, rng, cards, at, i)
        if hidden < 0:
            return signed(-1)
    state = signed(bank[(up & 15) * 16 + (hidden & 15)])
    while draws_on and state < BANK_DONE:
        card = _draw_card(law, rng, cards, at, i)
        if card < 0:
            return signed(-1)
        state = signed(bank[state * 16 + (card & 15)])
    return state - BANK_DONE if state >= BANK_DONE else signed(BANK_BUST)


@within
def _open_acts(
    t: Tables, r: OpenRules, hands: Numbers, i: int, state: Numbers, number: int, may_split: int
) -> int:
    """The acts that are open to the hand in turn, as bits."""
    rows = len(t.total)
    up = state[i, UP] & 15
    if state[i, SPLITS_OF] == 0:
        bits = signed(r.first[(up * 2 + 1) * rows + number])
        if t.law[PASS]:
            bits &= ~(1 << SURRENDER)
    else:
        value = hands[i, 0, H_CARD] & 15
        bits = signed(r.after[((up * 10 + value) * 2 + may_split) * rows + number])
        if value == 0 and not t.law[ACES_PLAY]:
            bits &= (1 << STAND) | (1 << SPLIT)
    if not may_split:
        bits &= ~(1 << SPLIT)
    return bits


@within
def _play_on(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
             places: Numbers, state: Numbers, i: int, counts: Numbers) -> int:
    """Play on until a hand has a decision: 1, all hands are done: 0, or no card is left: -1."""
    law = t.law
    up = state[i, UP]
    ace_up = (up & 15) == 0
    value = hands[i, 0, H_CARD] & 15
    while state[i, NOW] < places[i, P_COUNT]:
        current = state[i, NOW]
        split = state[i, SPLITS_OF] > 0
        aces = split and value == 0
        first_card = hands[i, current, H_CARD]
        number = hands[i, current, H_NUMBER]
        if number < 0:
            card = _draw_card(law, rng, cards, at, i)
            if card < 0:
                return signed(-1)
            number = two_card_hand(law, t.two, first_card, card, up, True)
            if (first_card ^ card) & 63 == 0:
                places[i, P_PAIRS] += 1
            hands[i, current, H_NUMBER] = number
            hands[i, current, H_SECOND] = card
        points = signed(t.total[number])
        if hands[i, current, H_FIXED]:
            points = hands[i, current, H_TOTAL]
        if _earns_prize(law, number, split):
            if law[SPECIAL_NOW]:
                places[i, P_GOT] += law[PRIZE]
            else:
                hands[i, current, H_PRIZE] = law[PRIZE]
        hands[i, current, H_TOTAL] = points
        if points == 0:
            places[i, P_TAKEN] += hands[i, current, H_BET]
            places[i, P_AHEAD] -= 1
            _end_hand(hands, places, i, current, counts, LOSSES, -hands[i, current, H_BET])
            state[i, NOW] += 1
            continue
        length = t.size[number]
        five = length == law[FIVE] and (not ace_up or law[FIVE_ACE])
        doubled = hands[i, current, H_BET] > law[STAKE]
        if doubled or (points == 21 and not five):
            state[i, NOW] += 1
            continue
        twin = length == 2 and value == (hands[i, current, H_SECOND] & 15)
        may_split = (twin and (not law[RANK] or not (first_card ^ hands[i, current, H_SECOND]) & 63)
                     and (not law[MAX_SPLITS] or state[i, SPLITS_OF] < law[MAX_SPLITS]))
        if split:
            may_split = (
                may_split
                and not state[i, REFUSED]
                and (law[RESPLIT_ACES] if aces else law[RESPLIT])
            )
        if places[i, P_COUNT] >= hands.shape[1]:
            may_split = False
        bits = _open_acts(t, r, hands, i, state, number, 1 if may_split else 0)
        if bits & ~(1 << STAND):
            state[i, MASK] = bits
            return signed(1)
        state[i, NOW] += 1
    return signed(0)


@within
def _apply_decision(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
                    places: Numbers, state: Numbers, i: int, act: int, counts: Numbers) -> bool:
    """Apply an open act to the hand in turn; False where no card is left."""
    law = t.law
    current = state[i, NOW]
    number, first_card = hands[i, current, H_NUMBER], hands[i, current, H_CARD]
    split = state[i, SPLITS_OF] > 0
    aces = split and (first_card & 15) == 0
    if state[i, MASK] & (1 << SPLIT) and act != SPLIT and law[FINAL] and not aces:
        state[i, REFUSED] = 1
    if act == STAND:
        state[i, NOW] += 1
        return True
    if act == SPLIT:
        count = places[i, P_COUNT]
        state[i, SPLITS_OF] += 1
        if not law[KEEPS_SPLIT]:
            places[i, P_LIMIT] += law[STAKE]
        for field in range(HAND):
            hands[i, count, field] = 0
        hands[i, count, H_CARD] = hands[i, current, H_SECOND]
        hands[i, count, H_NUMBER] = -1
        hands[i, count, H_BET] = law[STAKE]
        hands[i, current, H_NUMBER] = -1
        places[i, P_COUNT] = count + 1
        return True
    if act == SURRENDER:
        _end_hand(hands, places, i, current, counts, SURRENDERS, -law[HALF])
        places[i, P_GAVE] = 1
        state[i, NOW] += 1
        return True
    if act == CLAIM:
        places[i, P_AHEAD] += 1
        _end_hand(hands, places, i, current, counts, WINS, law[CLAIM_PAYS])
        state[i, NOW] += 1
        return True
    fixed = False
    if act == DOUBLE:
        hands[i, current, H_BET] += law[STAKE]
        if not (law[KEEPS_DOUBLE_SPLIT] if split else law[KEEPS_DOUBLE]):
            places[i, P_LIMIT] += law[STAKE]
        if split:
            fixed = law[FIX_SPLIT] and (
                (first_card & 15) == 0 or (hands[i, current, H_SECOND] & 15) == 0)
        else:
            fixed = r.fixes[number] != 0
    card = _draw_card(law, rng, cards, at, i)
    if card < 0:
        return False
    new_number = with_card(law, t.follow, number, first_card, card)
    if fixed and (card & 15) != 0:
        hands[i, current, H_FIXED] = 1
        hands[i, current, H_TOTAL] = t.hard[new_number]
    hands[i, current, H_NUMBER] = new_number
    return True


@within
def _end_coup(t: Tables, rng: Words, cards: Octets, at: Numbers, hands: Numbers, places: Numbers,
              state: Numbers, i: int, strength: int, counts: Numbers) -> None:
    """All hands are done: the bank draws where it must, and the place is settled."""
    law = t.law
    if strength == 0:
        alive = 0
        for k in range(places[i, P_COUNT]):
            alive += 1 - hands[i, k, H_OUT]
        if alive or law[ALWAYS] or places[i, P_INSURED] == INSURED:
            strength = _play_bank(t, rng, cards, at, i, state[i, UP], state[i, HIDDEN],
                                  alive > 0 or law[ALWAYS] != 0)
    if strength >= 0:
        _settle_place(law, strength, hands, places, i, counts)


@within
def _after_questions(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers,
                     hands: Numbers, places: Numbers, state: Numbers, i: int,
                     counts: Numbers) -> bool:
    """After insurance and surrender: the look at the bank's hidden card, then the play. Return
    whether there is a decision."""
    law = t.law
    up = state[i, UP] & 15
    if law[PEEK] and (up == 0 or up == 9) and t.bank[up * 16 + (state[i, HIDDEN] & 15)] == (
            BANK_DONE + BANK_NATURAL):
        _end_coup(t, rng, cards, at, hands, places, state, i, signed(BANK_NATURAL), counts)
        return False
    if not (hands[i, 0, H_OUT] or hands[i, 0, H_TOTAL] == BANK_NATURAL):
        more = _play_on(t, r, rng, cards, at, hands, places, state, i, counts)
        if more == 1:
            state[i, PHASE] = PLAY
            return True
        if more < 0:
            return False
    _end_coup(t, rng, cards, at, hands, places, state, i, signed(0), counts)
    return False


@within
def _ask(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
         places: Numbers, state: Numbers, i: int, after: int, counts: Numbers) -> bool:
    """Ask the questions before the play that follow question ``after``; return whether one is open.
    """
    law = t.law
    ace, ten = (state[i, UP] & 15) == 0, (state[i, UP] & 15) == 9
    natural = hands[i, 0, H_TOTAL] == BANK_NATURAL
    number = hands[i, 0, H_NUMBER]
    if not hands[i, 0, H_OUT]:
        if after < 1 and natural and r.evens and (ace or (ten and law[TENS_EVEN])):
            state[i, PHASE], state[i, MASK] = EVEN, (1 << STAND) | (1 << TAKE)
            return True
        if after < 2 and ace and law[INSURES] and (not natural or law[INSURE_NATURAL]):
            state[i, PHASE], state[i, MASK] = INSURANCE, (1 << STAND) | (1 << TAKE)
            return True
        if after < 3 and not natural and law[PASS] and (
                r.first[((state[i, UP] & 15) * 2 + 1) * len(t.total) + number] & (1 << SURRENDER)):
            state[i, PHASE], state[i, MASK] = PASSES, (1 << STAND) | (1 << SURRENDER)
            return True
    return _after_questions(t, r, rng, cards, at, hands, places, state, i, counts)


@within
def _begin_table(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
                 places: Numbers, state: Numbers, i: int, dealt: Numbers, scratch: Numbers,
                 counts: Numbers) -> None:
    """Play a round from its first card to its first decision."""
    law = t.law
    prepare_shoe(law, rng[i], cards[i], at[i], scratch)
    begin_coup(rng[i])
    for field in range(HAND):
        hands[i, 0, field] = 0
    for field in range(PLACE):
        places[i, field] = 0
    for field in range(STATE):
        state[i, field] = 0
    state[i, MASK] = 1 << STAND
    first = 3 if law[LATE] else 4
    if at[i, AT] + first > law[SIZE]:  # too few cards for a round
        at[i, AT] = law[SIZE]
        return
    for k in range(first):
        dealt[k] = _draw_card(law, rng, cards, at, i)
    up = dealt[1]
    state[i, UP] = up
    state[i, HIDDEN] = 0 if law[LATE] else dealt[3]
    hands[i, 0, H_CARD], hands[i, 0, H_SECOND] = dealt[0], dealt[2]
    hands[i, 0, H_BET] = places[i, P_LIMIT] = law[STAKE]
    places[i, P_COUNT] = 1
    number = two_card_hand(law, t.two, dealt[0], dealt[2], up, False)
    hands[i, 0, H_NUMBER] = number
    if t.total[number] == 21:
        hands[i, 0, H_TOTAL] = BANK_NATURAL
        if law[AT_ONCE] and (up & 15) != 0 and (up & 15) != 9:
            places[i, P_AHEAD] += 1
            _end_hand(hands, places, i, 0, counts, WINS, law[BLACKJACK])
    if not _ask(t, r, rng, cards, at, hands, places, state, i, signed(0), counts):
        state[i, PHASE], state[i, MASK] = DONE, 1 << STAND


@within
def _write_view(t: Tables, r: OpenRules, at: Numbers, hands: Numbers, places: Numbers,
                state: Numbers, i: int, view: Shorts, mask: Bytes) -> None:
    """Write what a player sees of table ``i`` into ``view``, and the open decisions into ``mask``.
    """
    current = min(state[i, NOW], places[i, P_COUNT] - 1)
    if current < 0:
        for field in range(SEEN):
            view[i, field] = 0
    else:
        number = hands[i, current, H_NUMBER]
        view[i, O_PHASE] = state[i, PHASE]
        view[i, O_TOTAL] = t.total[number]
        view[i, O_SOFT] = r.soft[number]
        view[i, O_BANK] = (state[i, UP] & 15) + 1
        view[i, O_PAIR] = r.pairs[number]
        view[i, O_CARDS] = t.size[number]
        view[i, O_HAND] = current
        view[i, O_HANDS] = places[i, P_COUNT]
        view[i, O_SPLIT] = ((hands[i, 0, H_CARD] & 15) + 1) * (state[i, SPLITS_OF] > 0)
        view[i, O_LEFT] = t.law[SIZE] - at[i, AT]
        view[i, O_NUMBER] = number
    bits = state[i, MASK]
    for act in range(MANY):
        mask[i, act] = bits >> act & 1


@lean
def start(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
          places: Numbers, state: Numbers, dealt: Numbers, scratch: Numbers, counts: Numbers,
          view: Shorts, mask: Bytes) -> None:
    """Start a round at every table."""
    for i in range(len(state)):
        _begin_table(t, r, rng, cards, at, hands, places, state, i, dealt, scratch, counts)
        _write_view(t, r, at, hands, places, state, i, view, mask)


@lean
def advance(t: Tables, r: OpenRules, rng: Words, cards: Octets, at: Numbers, hands: Numbers,
            places: Numbers, state: Numbers, dealt: Numbers, scratch: Numbers, counts: Numbers,
            decisions: Numbers, view: Shorts, mask: Bytes, net: Numbers, over: Flags,
            refused: Flags, last_view: Shorts) -> None:
    """Apply one decision at each table.

    ``net``: the shares that a round has returned, where it is ``over``; the next round has started
    there, and ``last_view`` is the last view of the one before. ``refused``: the decision was not
    open and changed nothing.
    """
    for i in range(len(state)):
        act = signed(decisions[i])
        net[i], over[i], refused[i] = 0, False, False
        if act < 0 or act >= MANY or not state[i, MASK] >> act & 1:
            refused[i] = True
            continue
        phase = state[i, PHASE]
        is_open = False
        if phase == PLAY:
            if _apply_decision(t, r, rng, cards, at, hands, places, state, i, act, counts):
                state_after = _play_on(t, r, rng, cards, at, hands, places, state, i, counts)
                is_open = state_after == 1
                if state_after == 0:
                    _end_coup(t, rng, cards, at, hands, places, state, i, signed(0), counts)
        elif phase != DONE:
            if phase == EVEN and act == TAKE:
                places[i, P_AHEAD] += 1
                _end_hand(hands, places, i, 0, counts, WINS, t.law[EVENS])
            elif phase == INSURANCE and act == TAKE:
                places[i, P_INSURED] = INSURED
            elif act == SURRENDER:
                _end_hand(hands, places, i, 0, counts, SURRENDERS, -t.law[HALF])
                places[i, P_GAVE] = 1
            asked = 1 if phase == EVEN else 2 if phase == INSURANCE else 3
            is_open = _ask(t, r, rng, cards, at, hands, places, state, i, asked, counts)
        if not is_open:
            net[i], over[i] = places[i, P_GOT], True
            state[i, PHASE], state[i, MASK] = DONE, 1 << STAND
            _write_view(t, r, at, hands, places, state, i, last_view, mask)
            _begin_table(t, r, rng, cards, at, hands, places, state, i, dealt, scratch, counts)
        _write_view(t, r, at, hands, places, state, i, view, mask)


_All = tuple[Tables, OpenRules, Words, Octets, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers,
             Numbers]


class TableBatch:
    """``n`` tables of one law. ``fresh``: a full shoe for each round. `start` starts all tables
    again.

    ``columns`` and ``highest``: the columns of a view (`COLUMNS`), and an upper bound of their
    values; ``decisions``: the decisions, by index.
    """

    columns, decisions, highest = COLUMNS, DECISIONS, 1 << 14

    def __init__(self, table_law: TableLaw, stake: int, n: int, fresh: bool = False) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        packed = pack(table_law, mimic(), stake, True, fresh)
        self.n, self.tables, self.rules, self.share = (
            n,
            packed.tables,
            open_rules(table_law),
            packed.share,
        )
        self._deck = packed.cards
        # The first hands of all tables lie next to each other; further hands are rare.
        self._hands = np.zeros((packed.hands, n, HAND), np.int64).transpose(1, 0, 2)
        self._places = np.zeros((n, PLACE), np.int64)
        self._state = np.zeros((n, STATE), np.int64)
        self._scratch = np.zeros(8, np.int64), np.zeros(4, np.int64), np.zeros(COUNTS, np.int64)

    def start(self, seed: int, number: int = 0) -> tuple[Shorts, Bytes]:
        """Put new packs at every table, with chance from stream ``number`` of the seed, one lane
        for each table; return views and masks of open decisions."""
        n = self.n
        self._rng = np.zeros((n, RNG), np.uint64)
        for lane in range(n):
            self._rng[lane, :4] = stream(seed, number, lane)
        self._cards, self._at = np.tile(self._deck, (n, 1)), np.zeros((n, 3), np.int64)
        self._views, self._mask = np.zeros((n, SEEN), np.int16), np.zeros((n, MANY), np.int8)
        start(*self._arrays(), self._views, self._mask)
        return self._views.copy(), self._mask.copy()

    def _arrays(self) -> _All:
        return (self.tables, self.rules, self._rng, self._cards, self._at, self._hands,
                self._places, self._state, *self._scratch)

    def step(self, decisions: ArrayLike
             ) -> tuple[Shorts, Bytes, Numbers, Flags, Flags, Shorts]:
        """Apply a decision at each table. Return views and masks, the cents returned by rounds that
        are over, which rounds are over, which decisions were refused, and the last views of the
        rounds that are over."""
        n = self.n
        chosen = np.asarray(decisions, np.int64)  # one type only: less to compile
        nets, over, refused = np.empty(n, np.int64), np.empty(n, np.bool_), np.empty(n, np.bool_)
        last_view = np.zeros((n, SEEN), np.int16)
        advance(*self._arrays(), chosen, self._views, self._mask, nets, over, refused, last_view)
        return self._views.copy(), self._mask.copy(), nets * self.share, over, refused, last_view
