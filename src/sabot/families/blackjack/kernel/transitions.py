"""The transitions of a round as one table: the position after each card, and where a round ends.

Chart, hands and bank of one place are combined: a position is all that still matters of the cards
so far, so that the loops (`blocks`) need no branch between two cards. Positions that lead to the
same ends by the same cards are merged. Split hands and other rare cases are left to
`coups.play_dealt_coup`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.equipment.arrays import Halves, Numbers
from sabot.families.blackjack.charts.chart import CLAIM, HIT, SPLIT, STAND, SURRENDER
from sabot.families.blackjack.kernel import coups as c

LOOK = 65535
VALUES = range(10)
WIDTH = 16
"""Entries of a row: one for each value of a card, the others unused."""
COUNT = 1 << 40
"""A round that ended adds this to its lane, plus what it returned: see `blocks`."""


Positions = Halves | NDArray[np.uint32]
"""Positions, in the smallest integer type that holds them."""


class Transitions(NamedTuple):
    """Positions by number: the start is 0; from ``asks`` on those where suits or ranks decide, from
    ``rare`` on those that `coups.play_dealt_coup` plays, from ``ends`` on the ends.

    ``lead``: the position after a card, in rows of `WIDTH` by value. The first cards lead in the
    order place, place, bank, and the bank's hidden one. ``plain``: for positions that ask, the
    position where suits and ranks are nothing special. ``pays``: `COUNT` plus what an end returns;
    rare positions have `COUNT` alone. ``counts``: by position, what an end adds to the counts.
    """

    lead: Positions
    plain: Numbers
    pays: Numbers
    counts: Numbers
    asks: int
    rare: int
    ends: int


class _Hand(NamedTuple):
    """A hand that takes no more cards: its points, bets and prizes, its result where it is decided
    (None while the bank decides), and what it adds to the counts."""

    points: int
    bets: int = 1
    prizes: int = 0
    won: int | None = None
    named: tuple[int, ...] = ()


_STEP, _ASK, _RARE, _END = range(4)


class _End(NamedTuple):
    """Where a round ends: what it returned, and what it adds to the counts."""

    kind: int
    won: int
    named: tuple[int, ...]


_Key = tuple[int, ...] | _End


class _PositionTable:
    """The positions of one table and chart, each made once."""

    def __init__(self, tables: c.Tables) -> None:
        self.law = law = tables.law.tolist()
        self.first = tables.first.reshape(-1, len(tables.total)).tolist()
        self.follow = tables.follow.reshape(-1, WIDTH).tolist()
        self.two = tables.two.reshape(WIDTH, WIDTH).tolist()
        self.glance = tables.glance.reshape(WIDTH, WIDTH).tolist()
        self.bank = tables.bank.reshape(-1, WIDTH).tolist()
        self.total, self.hard = tables.total.tolist(), tables.hard.tolist()
        self.insure, self.evens = tables.insure.tolist(), tables.evens.tolist()
        self.hole = not law[c.LATE]
        self.prized = (law[c.SEVENS], law[c.SUITED_678]) if law[c.SPECIAL] else ()
        stands = tables.bank[tables.bank > c.BANK_DONE + c.BANK_BUST]
        self.least = int(stands.min()) - c.BANK_DONE - 1  # lower points are worth the same
        self.named_positions: dict[Hashable, int] = {}
        self.numbers: dict[_Key, int] = {}
        self.keys: list[_Key] = []
        self.played_hands: list[dict[int, int]] = [{} for _ in VALUES]
        self.hands: list[_Hand | tuple[int, ...]] = []
        self.hand_numbers: dict[_Hand | tuple[int, ...], int] = {}
        self.done_hands: dict[tuple[int, int, bool], int] = {}
        self.pairings: dict[int, dict[int, int]] = defaultdict(dict)
        self.position_named("rare", lambda: (_RARE,))

    def position_named(self, name: Hashable, make: Callable[[], _Key]) -> int:
        """The number of a position, made where its name is new."""
        known = self.named_positions.get(name)
        if known is None:
            known = self.named_positions[name] = self.number_position(make())
        return known

    def number_position(self, key: _Key) -> int:
        """The number of a position, by where it leads."""
        number = self.numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def number_hand(self, hand: _Hand | tuple[int, ...]) -> int:
        """The number of a hand that is done, or of a hand given by its successors after each card;
        hands with equal successors are merged."""
        number = self.hand_numbers.setdefault(hand, len(self.hands))
        if number == len(self.hands):
            self.hands.append(hand)
        return number

    def begin(self) -> int:
        """The start: a card of the place, its second, the bank's, and the bank's hidden card."""
        return self.position_named("begin", lambda: (_STEP, *(
            self.after_first_card(first) for first in VALUES)))

    def after_first_card(self, first: int) -> int:
        """The position after the first card of the place."""
        return self.position_named(("one", first), lambda: (_STEP, *(
            self.after_second_card(min(first, second), max(first, second)) for second in VALUES)))

    def after_second_card(self, first: int, second: int) -> int:
        """The position after both cards of the place, in ascending order."""
        return self.position_named(("two", first, second), lambda: (_STEP, *(
            self.after_up_card(first, second, up) for up in VALUES)))

    def after_up_card(self, first: int, second: int, up: int) -> int:
        """The position after the bank's open card."""
        if not self.hole:
            return self.after_deal(first, second, up, 0)
        return self.position_named(("shown", first, second, up), lambda: (_STEP, *(
            self.after_deal(first, second, up, hidden) for hidden in VALUES)))

    def after_deal(self, first: int, second: int, up: int, hidden: int) -> int:
        """The position once the first cards are dealt; ``hidden`` is 0 where it comes late."""
        number = self.two[first][second]
        if self.glance[first][second] != LOOK:
            return self.first_decision(up, number, hidden)
        mixed = self.law[c.MIXED]
        tens = first == second == 9
        if tens and (self.first[up][number], self.insure[number]) == (
                self.first[up][mixed], self.insure[mixed]):
            return self.first_decision(up, number, hidden)
        plain = self.first_decision(up, mixed if tens else number, hidden)
        return self.position_named(("ask", plain), lambda: (_ASK, plain))

    def first_decision(self, up: int, number: int, hidden: int) -> int:
        """The position after what a hand of two cards does first."""
        law, act = self.law, self.first[up][number]
        late = (law[c.PEEK] or law[c.GIVES_ALL]) and not law[c.PASS]
        if act == SPLIT or (up == 0 and self.insure[number]) or (act == SURRENDER and late):
            return self.named_positions["rare"]
        looked = law[c.PEEK] and self.bank[up][hidden] == c.BANK_DONE + c.BANK_NATURAL
        hand = _Hand(self.least)
        if act == c.NATURAL:
            hand = _Hand(c.BANK_NATURAL, named=(c.BLACKJACKS,))
            if law[c.AT_ONCE] and up not in (0, 9):
                hand = _Hand(0, won=law[c.BLACKJACK], named=(c.BLACKJACKS, c.WINS))
            elif (up == 0 or (up == 9 and law[c.TENS_EVEN])) and self.evens[up]:
                hand = _Hand(0, won=law[c.EVENS], named=(c.BLACKJACKS, c.EVEN_MONEY, c.WINS))
        elif act == SURRENDER:
            hand = _Hand(0, won=-law[c.HALF], named=(c.SURRENDERS,))
        elif not looked:
            return self.against(self.play_hand(up, number),
                                self.bank[up][hidden] if self.hole else up)
        if looked:
            return self.end(self.number_hand(hand), c.BANK_NATURAL)
        return self.against(self.number_hand(hand), self.bank[up][hidden] if self.hole else up)

    def play_hand(self, up: int, number: int) -> int:
        """The number of a hand as the chart plays it."""
        hand = self.played_hands[up].get(number)
        if hand is None:
            hand = self.played_hands[up][number] = self._play_hand(up, number)
        return hand

    def _play_hand(self, up: int, number: int) -> int:
        act, follow = self.first[up][number], self.follow[number][:len(VALUES)]
        if act == HIT:
            known_hand, play = self.played_hands[up].get, self.play_hand
            return self.number_hand(tuple([
                play(up, number) if (hand := known_hand(number)) is None else hand
                for number in follow]))
        if act in (STAND, CLAIM):
            return self.done_hand(number, self.total[number], act)
        return self.number_hand(tuple([self.done_hand(
            number, (self.hard if act == c.DOUBLE_FIXED and value else self.total)[number], act)
            for value, number in enumerate(follow)]))

    def done_hand(self, number: int, points: int, act: int) -> int:
        """The number of a hand that takes no more cards."""
        name = points, act, number in self.prized
        hand = self.done_hands.get(name)
        if hand is None:
            hand = self.done_hands[name] = self.number_hand(self._done_hand(*name))
        return hand

    def _done_hand(self, points: int, act: int, special: bool) -> _Hand:
        named = (c.SPECIALS,) * special
        prizes = len(named)
        if act == CLAIM:
            return _Hand(0, 1, prizes, self.law[c.CLAIM_PAYS], (*named, c.FIVE_CARDS, c.WINS))
        points = max(points, self.least) if points else 0
        if act == STAND:
            return _Hand(points, 1, prizes, None, named)
        return _Hand(points, 2, prizes, None, (*named, c.DOUBLES))

    def against(self, hand: int, bank: int) -> int:
        """The position of a hand and a bank that waits for it, with its hidden card where it has
        one."""
        position = self.pairings[bank].get(hand)
        if position is None:
            position = self.pairings[bank][hand] = self._against(hand, bank)
        return position

    def _against(self, number: int, bank: int) -> int:
        hand = self.hands[number]
        if not isinstance(hand, _Hand):
            known_position, against = self.pairings[bank].get, self.against
            return self.number_position((_STEP, *[
                against(hand_after, bank) if (known := known_position(hand_after)) is None
                else known for hand_after in hand]))
        law = self.law
        if not law[c.ALWAYS] and (hand.points == 0 or hand.won is not None):
            return self.end(number, 0)
        if self.hole:
            return self.bank_turn(number, bank)
        second = self.number_position((_STEP, *(
            self.bank_turn(number, self.bank[bank][value]) for value in VALUES)))
        if not law[c.BURN_BANK]:
            return second
        return self.number_position((_STEP, *([second] * len(VALUES))))

    def bank_turn(self, hand: int, bank: int) -> int:
        """The position where the bank draws until it is done."""
        if bank >= c.BANK_DONE:
            return self.end(hand, bank - c.BANK_DONE)
        return self.position_named((hand, bank, "turn"), lambda: (_STEP, *(
            self.bank_turn(hand, self.bank[bank][value]) for value in VALUES)))

    def end(self, hand: int, strength: int) -> int:
        """The end of a round; ``strength`` is 0 where the bank did not play."""
        return self.position_named((hand, strength, "end"), lambda: self._end(hand, strength))

    def _end(self, number: int, strength: int) -> _Key:
        law, bank, hand = self.law, c.IDLE, self.hands[number]
        assert isinstance(hand, _Hand)
        if strength:
            bank = c.BANK + max(0, strength - 16)
        if hand.won is not None:
            return _End(_END, hand.won, tuple(sorted((*hand.named, bank))))
        bet, net = hand.bets * law[c.STAKE], hand.prizes * law[c.PRIZE]
        if strength == c.BANK_NATURAL and law[c.GUARDS] and law[c.KEEPS_DOUBLE]:
            bet = min(bet, law[c.STAKE])
        named = [*hand.named, bank]
        if hand.points == 0:
            named += [c.LOSSES, c.BUSTS]
            net -= bet
        elif hand.points > strength:
            named.append(c.WINS)
            net += (law[c.BLACKJACK] if hand.points == c.BANK_NATURAL
                    else hand.bets * law[c.WIN])
        elif hand.points == strength:
            named.append(c.PUSHES)
        else:
            named.append(c.LOSSES)
            net -= bet
        return _End(_END, net, tuple(sorted(named)))


class _HashableTables:
    """Packed tables that can be hashed and compared by their content."""

    def __init__(self, tables: c.Tables) -> None:
        self.tables = tables
        self.name = tuple(part.tobytes() for part in tables)

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _HashableTables) and self.name == other.name


def transition_table(tables: c.Tables) -> Transitions:
    """The transitions of a round of one place under a packed table and chart; cached."""
    return _transition_table(_HashableTables(tables))


@lru_cache(maxsize=4)
def _transition_table(named: _HashableTables) -> Transitions:
    tables = named.tables
    positions = _PositionTable(tables)
    root = positions.begin()
    keys = positions.keys
    order = sorted(range(len(keys)), key=lambda old: (keys[old][0], old != root, old))
    size = len(keys)
    number = np.zeros(size, np.int64)
    number[order] = np.arange(size)
    # The smallest type, to fit into the cache.
    lead = np.zeros((size, WIDTH), np.uint16 if size <= 1 << 16 else np.uint32)
    plain = np.zeros(size, np.int64)
    pays, counts = np.zeros(size, np.int64), np.zeros((size, c.COUNTS), np.int64)
    kinds = [keys[old][0] for old in order]
    steps = kinds.count(_STEP)
    lead[:steps, :len(VALUES)] = number[np.array([keys[old][1:] for old in order[:steps]])]
    for new, old in enumerate(order[steps:], start=steps):
        key = keys[old]
        if isinstance(key, _End):
            pays[new] = COUNT + key.won
            for at_count in key.named:
                counts[new, at_count] += 1
        elif key[0] == _ASK:
            plain[new] = number[key[1]]
        else:
            pays[new] = COUNT
    asks, rare, ends = (sum(kind < of for kind in kinds) for of in (_ASK, _RARE, _END))
    return Transitions(lead.ravel(), plain, pays, counts, asks, rare, ends)
