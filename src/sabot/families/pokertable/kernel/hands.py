"""Many tables of poker, each waiting for a decision: compiled, advanced one step together.

A hand is that of the engine from the first bets to the payments. At each table the same number of
players sit at places 1, 2, ...; every hand begins with the same stacks and is the first of its
game, so that nothing is owed from earlier hands (13, 89, 90), and the hand goes round the places.
Where a player cuts the cards (100) they are cut in the middle, as for a player who does not answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Octets, Words, signed
from sabot.equipment.cards import PACK
from sabot.equipment.compiled import lean, within
from sabot.equipment.streams import stream
from sabot.families.poker.estimates import Values
from sabot.families.pokertable.kernel.betting import (
    ACTS,
    ALL_IN,
    BET,
    CALL,
    CHECK,
    DUE,
    FOLD,
    FOLDED,
    HAND,
    HIGH,
    LIVE,
    LOW,
    OPEN,
    POT,
    PUT,
    SEAT,
    STACK,
    STATE,
    STREET,
    TURN,
    WAGERED,
    begin_hand,
    decide,
    go_on,
)
from sabot.families.pokertable.kernel.encoding import (
    ALL_MONEY,
    HOLE,
    LAW,
    PLAYERS,
    UNIT,
    Packed,
    check_stacks,
    packed,
    stacks_of,
)
from sabot.families.pokertable.kernel.paying import (
    SCRATCH,
    STRENGTHS,
    common_card,
    divided,
    judge,
    write_results,
)
from sabot.families.pokertable.percentage import of_hand, of_payments
from sabot.families.pokertable.pots import divide
from sabot.families.pokertable.showdown import sharing
from sabot.families.pokertable.variant import VARIANTS
from sabot.procedure.table import Table

Amount = str | int
AMOUNTS: tuple[Amount, ...] = ("least", 2, 5, "most")
"""The default sums of a bet: the least, multiples of it, and the most that is lawful."""
COLUMNS = ("street", "player", "position", "live", "pot", "due", "low", "high")
"""The first columns of a view: the betting round from 1, the place of the player who is asked from
0, their position from the one that has the hand (0), how many are in the hand, and in cents the
pot, what must be paid to stay in, and the least and the most that may be bet (0 where none may)."""
OF_PLAYER = ("stack", "wagered", "put", "in_hand")
"""The columns of each player, the one who is asked first and then clockwise: in cents their chips,
their bet in this round, their bets in this hand; and whether they are in it."""


class Arrays(NamedTuple):
    """The state of all tables: streams, decks, tables, players, and the stacks by place with which
    each hand begins."""

    rng: Words
    deck: Octets
    state: Numbers
    seats: Numbers
    stacks: Numbers


class Space(NamedTuple):
    """Memory for one hand: places of drawn cards, a hand, a board, numbers by position."""

    places: Numbers
    hand: Octets
    board: Octets
    numbers: Numbers


@within
def sum_of(law: Numbers, state: Numbers, i: int, multiple: int) -> int:
    """The sum of a bet in the grid, a multiple of the least or, for 0, the most; 0 where it is not
    open."""
    low, high = state[i, LOW], state[i, HIGH]
    amount = low * multiple if multiple else high
    return amount if low <= amount <= high else signed(0)


@within
def write_seen(law: Numbers, streets: Numbers, a: Arrays, i: int, viewer: int, view: Ints) -> None:
    """Writes what a player sees into row ``i`` of ``view``."""
    state, seats, players = a.state, a.seats, law[PLAYERS]
    view[i, 0], view[i, 1] = state[i, STREET], (state[i, HAND] + viewer) % players
    view[i, 2], view[i, 3], view[i, 4] = viewer, state[i, LIVE], state[i, POT]
    asked = viewer == state[i, TURN]
    view[i, 5], view[i, 6], view[i, 7] = (state[i, DUE] * asked, state[i, LOW] * asked,
                                          state[i, HIGH] * asked)
    at = len(COLUMNS)
    for k in range(law[HOLE]):
        view[i, at + k] = a.deck[i, viewer + k * players] + 1
    at += law[HOLE]
    common = streets[state[i, STREET] - 1]
    for n in range(5):
        view[i, at + n] = a.deck[i, common_card(law, signed(n))] + 1 if n < common else 0
    at += 5
    for k in range(players):
        position = viewer + k
        if position >= players:
            position -= players
        view[i, at] = seats[i, position, STACK]
        view[i, at + 1] = seats[i, position, WAGERED]
        view[i, at + 2] = seats[i, position, PUT]
        view[i, at + 3] = 1 - (state[i, FOLDED] >> position & 1)
        at += 4


@within
def write_view(law: Numbers, streets: Numbers, grid: Numbers, a: Arrays, i: int, view: Ints,
               mask: Bytes) -> None:
    """Writes what the player who is asked sees, and the decisions that are open to them."""
    state = a.state
    write_seen(law, streets, a, i, state[i, TURN], view)
    bits = state[i, OPEN]
    for act in (FOLD, CHECK, CALL):
        mask[i, act] = bits >> act & 1
    for n in range(len(grid)):
        amount = sum_of(law, state, i, grid[n]) if bits >> BET & 1 else 0
        is_open = amount > 0
        for k in range(n):
            if is_open and sum_of(law, state, i, grid[k]) == amount:
                is_open = False
        mask[i, BET + n] = is_open
    mask[i, BET + len(grid)] = bits >> ALL_IN & 1


@within
def begin_next(law: Numbers, a: Arrays, i: int, places: Numbers) -> None:
    """The hand goes to the next place, and a new hand begins."""
    a.state[i, HAND] += 1
    if a.state[i, HAND] == law[PLAYERS]:
        a.state[i, HAND] = 0
    begin_hand(law, a.rng, a.deck, a.state, a.seats, a.stacks, i, places)


@lean
def start(law: Numbers, streets: Numbers, grid: Numbers, a: Arrays, space: Space, view: Ints,
          mask: Bytes) -> None:
    """Begins a hand at every table."""
    for i in range(len(a.state)):
        begin_hand(law, a.rng, a.deck, a.state, a.seats, a.stacks, i, space.places)
        write_view(law, streets, grid, a, i, view, mask)


@lean
def look(law: Numbers, streets: Numbers, a: Arrays, i: int, place: int, view: Ints) -> None:
    """What the player at a place of table ``i`` sees, into row ``i`` of ``view``."""
    viewer = (place - a.state[i, HAND] + law[PLAYERS]) % law[PLAYERS]
    write_seen(law, streets, a, i, viewer, view)


@lean
def begin_others(law: Numbers, streets: Numbers, grid: Numbers, a: Arrays, space: Space, which:
                 Numbers, view: Ints, mask: Bytes) -> None:
    """Begins the next hand at these tables."""
    for n in range(len(which)):
        begin_next(law, a, which[n], space.places)
        write_view(law, streets, grid, a, which[n], view, mask)


@lean
def advance(law: Numbers, streets: Numbers, values: Values, grid: Numbers, a: Arrays, space: Space,
            decisions: Numbers, sums: Numbers, view: Ints, mask: Bytes, cents: Numbers, over: Flags,
            refused: Flags, last_view: Ints, strengths: Numbers) -> int:
    """Applies one decision at each table, and goes on to the next one.

    ``sums``: the sum of each bet in cents, or none for those of the grid. Where a hand is ``over``
    the results of all places are in ``cents``, the last view in ``last_view``, and the next hand
    has begun. Returns how many hands wait for their exact division: they are over and have their
    ``strengths`` by position, but have no result, and no new hand. ``refused``: the decision was
    not open and changed nothing.
    """
    waiting = 0
    state = a.state
    for i in range(len(state)):
        act, amount = decisions[i], signed(0)
        over[i], refused[i] = False, False
        if act == BET + len(grid):
            act = signed(ALL_IN)
        elif act >= BET:
            if act > BET + len(grid):
                act = signed(-1)
            elif len(sums):
                amount = sums[i]
                if not (state[i, LOW] <= amount <= state[i, HIGH] and amount % law[UNIT] == 0):
                    act = signed(-1)
            else:
                amount = sum_of(law, state, i, grid[act - BET])
            if amount <= 0:
                act = signed(-1)
            act = min(act, signed(BET))
        if act < 0 or not state[i, OPEN] >> act & 1:
            refused[i] = True
            continue
        decide(law, state, a.seats, i, act, amount)
        if not go_on(law, state, a.seats, i):
            over[i] = True
            write_view(law, streets, grid, a, i, last_view, mask)
            judge(law, values, a.deck, state, i, space.hand, space.board, space.numbers)
            if not divided(law, state, a.seats, i, space.numbers):
                for position in range(law[PLAYERS]):
                    strengths[waiting, position] = space.numbers[STRENGTHS, position]
                strengths[waiting, law[PLAYERS]] = i
                waiting += 1
                continue
            write_results(law, state, a.seats, i, cents)
            begin_next(law, a, i, space.places)
        write_view(law, streets, grid, a, i, view, mask)
    return signed(waiting)


class Step(NamedTuple):
    """What a step of all tables returns.

    ``views`` and ``mask``: what the player who is asked sees (`PokerTables.columns`), and which
    decisions are open. ``cents``: where a hand is ``over``, what each place has won or lost.
    ``refused``: decisions that were not open. ``last_views``: where a hand is over, what the player
    who decided last saw at its end.
    """

    views: Ints
    mask: Bytes
    cents: Numbers
    over: Flags
    refused: Flags
    last_views: Ints


class PokerTables:
    """``n`` tables of one law with ``players`` each, who bring ``buy_in`` cents to every hand: one
    sum for all, or one for each place; 0 for the buy-in that the table asks for.

    ``columns``: the columns of a view, all whole numbers. ``decisions``: by index; a bet is one of
    the sums of ``amounts``. ValueError for a table that compiled hands do not play, by name.
    """

    def __init__(self, table: Table, n: int, players: int, *, buy_in: int | Sequence[int] = 0,
                 amounts: Sequence[Amount] = AMOUNTS) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        variant = VARIANTS[table.game]
        self.packed: Packed = packed(table, variant, players)
        self.table, self.n, self.players = table, n, players
        stacks = stacks_of(table, players, buy_in, antes=variant.antes)
        self._grid = np.array([0 if amount == "most" else 1 if amount == "least" else
                               min(int(amount), ALL_MONEY) for amount in amounts], np.int64)
        self.decisions = ("fold", "check", "call", *(f"bet {amount}" for amount in amounts),
                          "all-in")
        self.columns = (*COLUMNS, *(f"own_{k + 1}" for k in range(variant.hole)),
                        *(f"board_{k + 1}" for k in range(5)),
                        *(f"{name}_{k}" for k in range(players) for name in OF_PLAYER))
        size = len(self.packed.pack)
        self._arrays = Arrays(np.zeros((n, 4), np.uint64), np.zeros((n, size), np.uint8),
                              np.zeros((n, STATE), np.int64),
                              np.zeros((n, players, SEAT), np.int64), np.tile(stacks, (n, 1)))
        self._space = Space(np.zeros(4, np.int64), np.zeros(variant.hole, np.uint8),
                            np.zeros(5, np.uint8), np.zeros((SCRATCH, players), np.int64))
        self._views = np.zeros((n, len(self.columns)), np.int32)
        self._mask = np.zeros((n, len(self.decisions)), np.int8)
        self._strengths = np.zeros((n, players + 1), np.int64)

    @property
    def highest(self) -> int:
        """An upper bound of all numbers of a view."""
        return max(int(self._arrays.stacks.sum(axis=1).max()), len(PACK))

    @property
    def stacks(self) -> Numbers:
        """The stacks of each table by place in cents with which the next hand begins."""
        return self._arrays.stacks.copy()

    def set_stacks(self, stacks: ArrayLike) -> None:
        """The stacks of each table by place in cents, from the next hand on; ValueError for stacks
        that cannot play."""
        new = np.array(stacks, np.int64)
        check_stacks(new, self.table.minimum, antes=self.packed.variant.antes)
        self._arrays.stacks[:] = new

    def start(self, seed: int, number: int = 0) -> tuple[Ints, Bytes]:
        """Begins a hand at every table, which has the hand at the first place, with chance from
        stream ``number`` of the seed, one lane for each table; returns views and masks of open
        decisions."""
        a, p = self._arrays, self.packed
        for lane in range(self.n):
            a.rng[lane] = stream(seed, number, lane)
        a.deck[:] = p.pack
        a.state[:] = 0
        start(p.law, p.streets, self._grid, a, self._space, self._views, self._mask)
        return self._views.copy(), self._mask.copy()

    def step(self, decisions: ArrayLike, sums: ArrayLike = ()) -> Step:
        """Applies a decision at each table; ``sums`` in cents replace the grid of bets: then any
        bet of the grid stands for a bet of that sum."""
        n, p = self.n, self.packed
        chosen, exact = np.asarray(decisions, np.int64), np.asarray(sums, np.int64)
        cents, last = np.zeros((n, self.players), np.int64), np.zeros_like(self._views)
        over, refused = np.empty(n, np.bool_), np.empty(n, np.bool_)
        waiting = advance(p.law, p.streets, p.values, self._grid, self._arrays, self._space, chosen,
                          exact, self._views, self._mask, cents, over, refused, last,
                          self._strengths)
        if waiting:
            self._divide_exactly(waiting, cents)
        return Step(self._views.copy(), self._mask.copy(), cents, over, refused, last)

    def _divide_exactly(self, waiting: int, cents: Numbers) -> None:
        """Pays the hands that wait with the division of the engine, and begins the next ones."""
        which = np.array(self._strengths[:waiting, self.players])
        for strengths, i in zip(self._strengths[:waiting].tolist(), which.tolist(), strict=True):
            cents[i] = self._exact_results(i, strengths[:self.players])
        begin_others(self.packed.law, self.packed.streets, self._grid, self._arrays, self._space,
                     which, self._views, self._mask)

    def _exact_results(self, i: int, strengths: list[int]) -> NDArray[np.int64]:
        """What each place has won or lost in a hand of these strengths by position, 0 for who
        folded."""
        terms, read, players = self.packed.terms, self.table.rules.readings, self.players
        first = int(self._arrays.state[i, HAND])
        place = [(first + position) % players + 1 for position in range(players)]
        put = dict(zip(place, self._arrays.seats[i, :, PUT].tolist(), strict=True))
        bets = {seat: bet for seat, bet in put.items() if bet}
        groups = {value: [seat for seat, of in zip(place, strengths, strict=True) if of == value]
                  for value in sorted(filter(None, strengths), reverse=True)}
        folded = {seat for seat, of in zip(place, strengths, strict=True) if not of} & bets.keys()
        categories = [self.packed.evaluator.strength(value).category for value in groups]
        division = divide(bets, folded, list(groups.values()), first + 1, self.table.places,
                          terms.odd, reading=terms.shares,
                          ties=sharing(self.packed.variant, terms, read, categories),
                          unmatched=read.unmatched, next_all_in=read.next_all_in,
                          first_odd=read.left_over == "first-winner")
        charge = of_hand if read.charged == "by-hand" else of_payments
        won = division.won
        cut = charge(won, terms.rate, terms.cap) if terms.rate else dict.fromkeys(won, 0)
        results = np.zeros(players, np.int64)
        for seat in place:
            results[seat - 1] = (won.get(seat, 0) - cut.get(seat, 0) - put[seat]
                                 + division.back.get(seat, 0))
        return results

    def view_of(self, i: int, place: int) -> Ints:
        """What the player at a place, from 0, of table ``i`` sees; nothing is open to a player who
        is not asked."""
        views = np.zeros_like(self._views)
        look(self.packed.law, self.packed.streets, self._arrays, i, place, views)
        view: Ints = views[i]
        return view

    def cards(self, i: int) -> tuple[list[list[str]], list[str], list[str]]:
        """All cards of the hand at table ``i``, of which players see only their own: by place, the
        burn cards and the common ones in their order."""
        p, players = self.packed, self.players
        deck = [PACK[card] for card in self._arrays.deck[i].tolist()]
        first, hole = int(self._arrays.state[i, HAND]), p.variant.hole
        own = [[deck[(place - first) % players + k * players] for k in range(hole)]
               for place in range(players)]
        rest = deck[players * hole:]
        if not p.variant.burns:
            return own, [], rest[:5]
        return own, [rest[0], rest[4], rest[6]], [*rest[1:4], rest[5], rest[7]]


__all__ = ["ACTS", "AMOUNTS", "COLUMNS", "LAW", "OF_PLAYER", "PokerTables", "Step"]
