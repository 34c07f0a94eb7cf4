"""The course of a coup as one table: where each card leads from each position, and what ends it.

Chart, hands and bank of one place are put together: a position is all that still matters of the
cards so far, so that the loops (`blocks`) need no question between one card and the next. Positions
that lead to the same ends by the same cards are one. Hands that are split, and what else is rare,
are left to `coups.finish`.
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
"""Numbers of a row: one for each value of a card, the others unused."""
COUNT = 1 << 40
"""A coup that ended adds this to its lane, and what it returned: see `blocks`."""


Places = Halves | NDArray[np.uint32]
"""Positions, in numbers as small as there are few of them."""


class Course(NamedTuple):
    """Positions by their number, the beginning 0, those that are left first ``asks`` (suits or
    ranks decide), then ``rare`` (`coups.finish` tells the rest), then ``ends``.

    ``lead``: the position after a card, in rows of `WIDTH` by value. The first cards lead in the
    order place, place, bank, and the bank's hidden one. ``plain``: for those that ask, the
    position where suits and ranks are nothing special. ``pays``: `COUNT` and what an end returns;
    what is rare has `COUNT` alone. ``counts``: by position, what an end adds to the counts.
    """

    lead: Places
    plain: Numbers
    pays: Numbers
    counts: Numbers
    asks: int
    rare: int
    ends: int


class _Hand(NamedTuple):
    """A hand that takes no more cards: points, bets and prizes of it, what it returned already
    (None while the bank decides), what it adds to the counts."""

    points: int
    bets: int = 1
    prizes: int = 0
    won: int | None = None
    named: tuple[int, ...] = ()


_STEP, _ASK, _RARE, _END = range(4)


class _End(NamedTuple):
    """Where a coup ends: what it returned, and what it adds to the counts."""

    kind: int
    won: int
    named: tuple[int, ...]


_Key = tuple[int, ...] | _End


class _Maker:
    """Positions of one table and chart, each made once."""

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
        self.least = int(stands.min()) - c.BANK_DONE - 1  # points below are worth the same
        self.known: dict[Hashable, int] = {}
        self.numbers: dict[_Key, int] = {}
        self.keys: list[_Key] = []
        self.told: list[dict[int, int]] = [{} for _ in VALUES]
        self.hands: list[_Hand | tuple[int, ...]] = []
        self.alike: dict[_Hand | tuple[int, ...], int] = {}
        self.ended: dict[tuple[int, int, bool], int] = {}
        self.met: dict[int, dict[int, int]] = defaultdict(dict)
        self.put("rare", lambda: (_RARE,))

    def put(self, name: Hashable, make: Callable[[], _Key]) -> int:
        """The number of a position, made where its name is new."""
        known = self.known.get(name)
        if known is None:
            known = self.known[name] = self.position(make())
        return known

    def position(self, key: _Key) -> int:
        """The number of a position by where it leads."""
        number = self.numbers.setdefault(key, len(self.keys))
        if number == len(self.keys):
            self.keys.append(key)
        return number

    def hand(self, made: _Hand | tuple[int, ...]) -> int:
        """The number of a hand that is done, or of one by what it is after each card: those from
        which the same comes are one."""
        number = self.alike.setdefault(made, len(self.hands))
        if number == len(self.hands):
            self.hands.append(made)
        return number

    def begin(self) -> int:
        """The beginning: a card of the place, its second, the bank's, and its hidden one."""
        return self.put("begin", lambda: (_STEP, *(
            self.put(("one", one), lambda one=one: (_STEP, *(  # type: ignore[misc]
                self.put(("two", min(one, two), max(one, two)),
                         lambda two=two: (_STEP, *(  # type: ignore[misc]
                             self.shown(min(one, two), max(one, two), up) for up in VALUES)))
                for two in VALUES))) for one in VALUES)))

    def shown(self, one: int, two: int, up: int) -> int:
        if not self.hole:
            return self.dealt(one, two, up, 0)
        return self.put(("shown", one, two, up), lambda: (_STEP, *(
            self.dealt(one, two, up, hidden) for hidden in VALUES)))

    def dealt(self, one: int, two: int, up: int, hidden: int) -> int:
        """The first cards are dealt; ``hidden`` is 0 where it comes late."""
        number = self.two[one][two]
        if self.glance[one][two] != LOOK:
            return self.asked(up, number, hidden)
        mixed = self.law[c.MIXED]
        tens = one == two == 9
        if tens and (self.first[up][number], self.insure[number]) == (
                self.first[up][mixed], self.insure[mixed]):
            return self.asked(up, number, hidden)
        plain = self.asked(up, mixed if tens else number, hidden)
        return self.put(("ask", plain), lambda: (_ASK, plain))

    def asked(self, up: int, number: int, hidden: int) -> int:
        """What a hand of two cards does first."""
        law, act = self.law, self.first[up][number]
        late = (law[c.PEEK] or law[c.GIVES_ALL]) and not law[c.PASS]
        if act == SPLIT or (up == 0 and self.insure[number]) or (act == SURRENDER and late):
            return self.known["rare"]
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
            return self.against(self.play(up, number), self.bank[up][hidden] if self.hole else up)
        if looked:
            return self.end(self.hand(hand), c.BANK_NATURAL)
        return self.against(self.hand(hand), self.bank[up][hidden] if self.hole else up)

    def play(self, up: int, number: int) -> int:
        """A hand that the chart plays."""
        told = self.told[up].get(number)
        if told is None:
            told = self.told[up][number] = self._play(up, number)
        return told

    def _play(self, up: int, number: int) -> int:
        act, follow = self.first[up][number], self.follow[number][:len(VALUES)]
        if act == HIT:
            told, play = self.told[up].get, self.play
            return self.hand(tuple([
                play(up, then) if (hand := told(then)) is None else hand for then in follow]))
        if act in (STAND, CLAIM):
            return self.done(number, self.total[number], act)
        return self.hand(tuple([self.done(
            then, (self.hard if act == c.DOUBLE_FIXED and value else self.total)[then], act)
            for value, then in enumerate(follow)]))

    def done(self, number: int, points: int, act: int) -> int:
        """A hand that takes no more cards."""
        name = points, act, number in self.prized
        hand = self.ended.get(name)
        if hand is None:
            hand = self.ended[name] = self.hand(self._done(*name))
        return hand

    def _done(self, points: int, act: int, special: bool) -> _Hand:
        named = (c.SPECIALS,) * special
        prizes = len(named)
        if act == CLAIM:
            return _Hand(0, 1, prizes, self.law[c.CLAIM_PAYS], (*named, c.FIVE_CARDS, c.WINS))
        points = max(points, self.least) if points else 0
        if act == STAND:
            return _Hand(points, 1, prizes, None, named)
        return _Hand(points, 2, prizes, None, (*named, c.DOUBLES))

    def against(self, hand: int, bank: int) -> int:
        """A hand and the bank that waits for it, with its hidden card where it has one."""
        met = self.met[bank].get(hand)
        if met is None:
            met = self.met[bank][hand] = self._against(hand, bank)
        return met

    def _against(self, number: int, bank: int) -> int:
        hand = self.hands[number]
        if not isinstance(hand, _Hand):
            met, against = self.met[bank].get, self.against
            return self.position((_STEP, *[
                against(then, bank) if (at := met(then)) is None else at for then in hand]))
        law = self.law
        if not law[c.ALWAYS] and (hand.points == 0 or hand.won is not None):
            return self.end(number, 0)
        if self.hole:
            return self.turn(number, bank)
        second = self.position((_STEP, *(
            self.turn(number, self.bank[bank][value]) for value in VALUES)))
        if not law[c.BURN_BANK]:
            return second
        return self.position((_STEP, *([second] * len(VALUES))))

    def turn(self, hand: int, bank: int) -> int:
        """The bank draws until it is done."""
        if bank >= c.BANK_DONE:
            return self.end(hand, bank - c.BANK_DONE)
        return self.put((hand, bank, "turn"), lambda: (_STEP, *(
            self.turn(hand, self.bank[bank][value]) for value in VALUES)))

    def end(self, hand: int, strength: int) -> int:
        """What a coup came to; ``strength`` is 0 where the bank did not play."""
        return self.put((hand, strength, "end"), lambda: self._end(hand, strength))

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


class _Named:
    """Packed tables by what stands in them."""

    def __init__(self, tables: c.Tables) -> None:
        self.tables = tables
        self.name = tuple(part.tobytes() for part in tables)

    def __hash__(self) -> int:
        return hash(self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.name == other.name


def course(tables: c.Tables) -> Course:
    """The course of a coup of one place under a packed table and chart; who asks for the same again
    has the same."""
    return _course(_Named(tables))


@lru_cache(maxsize=4)
def _course(named: _Named) -> Course:
    tables = named.tables
    maker = _Maker(tables)
    root = maker.begin()
    keys = maker.keys
    order = sorted(range(len(keys)), key=lambda at: (keys[at][0], at != root, at))
    size = len(keys)
    number = np.zeros(size, np.int64)
    number[order] = np.arange(size)
    # As small as they can be, for the sake of the cache.
    lead = np.zeros((size, WIDTH), np.uint16 if size <= 1 << 16 else np.uint32)
    plain = np.zeros(size, np.int64)
    pays, counts = np.zeros(size, np.int64), np.zeros((size, c.COUNTS), np.int64)
    kinds = [keys[at][0] for at in order]
    steps = kinds.count(_STEP)
    lead[:steps, :len(VALUES)] = number[np.array([keys[at][1:] for at in order[:steps]])]
    for new, at in enumerate(order[steps:], start=steps):
        key = keys[at]
        if isinstance(key, _End):
            pays[new] = COUNT + key.won
            for at_count in key.named:
                counts[new, at_count] += 1
        elif key[0] == _ASK:
            plain[new] = number[key[1]]
        else:
            pays[new] = COUNT
    asks, rare, ends = (sum(kind < of for kind in kinds) for of in (_ASK, _RARE, _END))
    return Course(lead.ravel(), plain, pays, counts, asks, rare, ends)
