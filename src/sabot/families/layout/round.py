"""The state of one coup of the layout, what one coup hands to the next, and the book by which it is
played: who orders each moment."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.values import Clauses, TableLaw
from sabot.families.shoe.shoe import InUse
from sabot.money import Odds
from sabot.procedure import Act, AnyStep, Call, Offer, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]
Bets = dict[str, int]
"""Cents by spot."""


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a throw.

    ``seats``: the player at each place. ``results``: the last throws, the newest first.
    ``throws``: how many there were. ``values``: the value of a chip of each place's colour, in
    cents. ``idle``: coups in a row without a bet, by place; ``waiting``: who waits for a place.
    ``last``: each player's bets when he bet last, by spot. ``held``: bets that no throw has decided
    yet: name, player, cents. ``state``: what the fate of the bets depends on. Where players throw:
    ``shooter`` is the place that does, or that did last, where ``passes`` says that the dice go to
    another; ``dice`` which of them he has taken. ``closing``: the "last" play is on, or is "over".
    ``shoe``: the cards, where cards decide; ``notes`` what else a game of cards remembers.
    """

    seats: tuple[str, ...]
    results: tuple[str, ...] = ()
    throws: int = 0
    values: dict[str, int] = {}
    idle: dict[str, int] = {}
    waiting: tuple[str, ...] = ()
    last: dict[str, Bets] = {}
    held: tuple[tuple[str, str, int], ...] = ()
    state: int | None = None
    shooter: str = ""
    passes: bool = True
    dice: str = ""
    closing: str = ""
    shoe: InUse | None = None
    notes: dict[str, str] = {}


def opening(table: Table) -> Carry:
    """The carry of a table's first coup: free places, an empty cloth."""
    return Carry(("",) * table.places)


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table laid out anew: bets that wait for a throw stay, each with the place from
    which it was made, and what they wait on.
    """
    return Carry(_waiting(("",) * table.places, carry.held), results=carry.results,
                 throws=carry.throws, held=carry.held, state=carry.state if carry.held else None)


def _waiting(seats: tuple[str, ...], held: tuple[tuple[str, str, int], ...]) -> tuple[str, ...]:
    """The places, at which those sit whose bets wait for a throw; more than the table has where it
    had more."""
    waits = {spot_of(bet)[0]: player for bet, player, _ in held}
    more = ("",) * (max([len(seats), *map(int, waits)]) - len(seats))
    return tuple(waits.get(str(n), player) for n, player in enumerate((*seats, *more), start=1))


def banked(carry: Carry, held: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes that the accounts of the table hold; each keeps the place from
    which it was made."""
    kept = tuple((bet, player, cents) for bet, (player, cents) in held.items())
    return msgspec.structs.replace(carry, held=kept, seats=_waiting(carry.seats, kept))


def spot_of(bet: str) -> tuple[str, str]:
    """The place and the rest of a bet's name: "3" and "series/grande/split/4-7"."""
    place, _, rest = bet.partition("/")
    return place, rest


def _no_rooms(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    return {}


def _no_locks(r: Round, player: str) -> dict[str, Cite]:
    return {}


def _no_gaps(r: Round, player: str) -> dict[str, tuple[int, int, Cite]]:
    return {}


def _no_law(r: Round, spot: str, fell: Fell) -> Cite | None:
    return None


def _of_cloth(r: Round, spot: str) -> bool:
    return r.cloth.open(r.state, spot)


def _for_all(spot: str) -> bool:
    return True


def _usual(r: Round, spot: str) -> Cite:
    return r.c.unbet


def _no_acts(r: Round, player: str) -> tuple[Offer, ...]:
    return ()


def _no_manner(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    return None


def _whole(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite] | None:
    return None


def _pays(r: Round, bet: str) -> str:
    return "pays"


def _nothing_more(r: Round) -> tuple[AnyStep, ...]:
    return ()


class RuleBook(NamedTuple):
    """The law of one game: its clauses, and the code of each table.

    ``rooms`` says where the limits leave a player less than those of the kind: the most for a spot,
    and the clause. ``locks``: his bets that may be neither changed nor taken back, each with its
    clause. ``lost``: a clause of its own for a bet that a throw loses, moves or gives back, where
    there is one; ``paid``: for one that it pays. ``open``: whether a new bet may lie on a spot now;
    ``common``: whether it may for everybody alike, by the menu; ``barred``: where a player may
    not bet now, each with the clause that a refusal cites. ``unbet``: under which clause a bet is
    taken back. ``acts``: what else a player may do while bets are made, and ``heard`` what comes of
    it.
    ``deducts``: what the house keeps of a prize, for a unit of the stake, and its clause; the fate
    of the bet is what is left to the player. ``floors``: bets that may grow and not shrink, each
    with the cents below which it may not go and the clause. ``gaps``: for a spot two sums, all
    between which a player's bet there may not be, and the clause. ``stays``: a player's bets that
    stay though he takes all back, with the clause, where they are not all ``locks`` and ``floors``.
    ``manner``: how the prizes of a throw are paid, where it is not the usual one: what is handled,
    and its clause. ``said`` is the word that announces a prize, by its bet. ``commands``: what a
    supervisor may report while bets are made, and what is done then. ``follows``: what comes of
    every change of bets: those of others that have to give way.
    """

    clauses: Clauses
    code: Callable[[Table], TableLaw]
    rooms: Callable[[Round, str], dict[str, tuple[int, Cite]]] = _no_rooms
    locks: Callable[[Round, str], dict[str, Cite]] = _no_locks
    lost: Callable[[Round, str, Fell], Cite | None] = _no_law
    paid: Callable[[Round, str, Fell], Cite | None] = _no_law
    open: Callable[[Round, str], bool] = _of_cloth
    common: Callable[[str], bool] = _for_all
    barred: Callable[[Round, str], dict[str, Cite]] = _no_locks
    unbet: Callable[[Round, str], Cite] = _usual
    acts: Callable[[Round, str], Iterable[Offer]] = _no_acts
    heard: Mapping[str, Callable[[Round, Act], Steps]] = {}
    manner: Callable[[Round, Fell], tuple[str, Cite] | None] = _no_manner
    said: Callable[[Round, str], str] = _pays
    commands: Mapping[str, Callable[[Round], Steps]] = {}
    deducts: Callable[[Round, str, Fell], tuple[Odds, Cite] | None] = _whole
    floors: Callable[[Round, str], dict[str, tuple[int, Cite]]] = _no_rooms
    follows: Callable[[Round], Iterable[AnyStep]] = _nothing_more
    gaps: Callable[[Round, str], dict[str, tuple[int, int, Cite]]] = _no_gaps
    stays: Callable[[Round, str], dict[str, Cite]] | None = None


class Round(Stakes):
    """The state of one coup.

    ``laid`` is what each player has on each spot, in cents; ``came`` the bets that lie there from
    the throws before, with their cents then; ``first`` each player's bets when they were closed.
    ``risk`` are the prizes of each outcome as the bets lie; ``throws`` counts the throws before the
    one that decides.
    """

    __slots__ = (
        "book",
        "c",
        "came",
        "carry",
        "closing",
        "cloth",
        "code",
        "dice",
        "first",
        "idle",
        "laid",
        "last",
        "notes",
        "passes",
        "risk",
        "seats",
        "shoe",
        "shooter",
        "state",
        "table",
        "throws",
        "told",
        "values",
        "waiting",
    )

    def __init__(self, book: RuleBook, table: Table, carry: Carry) -> None:
        super().__init__()
        self.book, self.table, self.carry = book, table, carry
        self.c, self.code = book.clauses, book.code(table)
        self.cloth = self.code.cloth
        self.state = carry.state if carry.state is not None else self.cloth.states[0]
        self.seats = list(carry.seats)
        self.values = dict(carry.values)
        self.idle = dict(carry.idle)
        self.waiting = list(carry.waiting)
        self.last = dict(carry.last)
        self.shooter, self.passes, self.dice = carry.shooter, carry.passes, carry.dice
        self.closing, self.throws = carry.closing, carry.throws
        self.laid: dict[str, Bets] = {}
        self.first: dict[str, Bets] = {}
        self.came: dict[str, int] = {}
        self.risk = [0] * len(self.cloth.outcomes)
        self.told: set[str] = set()
        self.shoe: Any = None
        """The cards of this coup, where cards decide: a `families.shoe.Shoe`."""
        self.notes = dict(carry.notes)

    def place(self, player: str) -> str:
        """The place of a player; "" where he has none."""
        return str(self.seats.index(player) + 1) if player in self.seats else ""

    def value(self, player: str) -> int:
        """What a chip of his colour is worth, in cents."""
        return self.values.get(self.place(player), self.table.minimum)

    def names(self, place: str, spot: str) -> Iterator[tuple[str, str, int]]:
        """The bets that make up one on a spot: name, spot that decides it, chips of a unit."""
        parts = self.cloth.spots[spot].parts
        if not parts:
            yield f"{place}/{spot}", spot, 1
        for part, chips in parts:
            yield f"{place}/{spot}/{part}", part, chips

    def decides(self, bet: str) -> str:
        """The spot whose fate a bet of this name shares."""
        return self.cloth.lies[spot_of(bet)[1]][1]

    def whole(self, bet: str) -> str:
        """The spot on which a bet of this name was laid."""
        return self.cloth.lies[spot_of(bet)[1]][0]

    def at_stake(self, bet: str, cents: int) -> int:
        """What counts of so many cents on a bet of this name."""
        return self.code.counts(self.cloth.spots[self.whole(bet)].kind, cents)

    # -- money ------------------------------------------------------------------------------------

    def lay(self, player: str, spot: str, amount: int, law: Cite) -> Steps:
        """A player's bet on a spot becomes so much: each of its parts has its chips of it."""
        place, before = self.place(player), self.laid.get(player, {}).get(spot, 0)
        chips = self.cloth.chips(spot)
        for bet, part, n in self.names(place, spot):
            share = amount * n // chips
            self._risk(part, self.at_stake(bet, share) - self.at_stake(bet, self.staked(bet)))
            yield from self.change(bet, player, share, law[0], *law[1],
                                   return_law=self.book.unbet(self, spot)[0])
        mine = self.laid.setdefault(player, {})
        if amount:
            mine[spot] = amount
        elif before:
            del mine[spot]

    def _risk(self, spot: str, more: int) -> None:
        """The prizes of each outcome, once so many more cents lie on a spot."""
        if more:
            for n, odds in self.cloth.wins(spot, self.state):
                self.risk[n] += more * odds.win // odds.per

    @property
    def exposure(self) -> int:
        """The most that the bank may have to pay in prizes on this throw, in cents."""
        return max(self.risk, default=0)

    def again(self, held: tuple[tuple[str, str, int], ...]) -> Steps:
        """The bets that the last throw did not decide are in play again."""
        yield from self.resume({bet: (player, cents) for bet, player, cents in held},
                               self.c.stay[0], *self.c.stay[1])
        for bet, player, cents in held:
            mine, spot = self.laid.setdefault(player, {}), self.whole(bet)
            mine[spot] = mine.get(spot, 0) + cents
            self.came[bet] = cents
            self._risk(self.decides(bet), self.at_stake(bet, cents))

    # -- between throws ---------------------------------------------------------------------------

    def closed(self) -> None:
        """The bets are closed: these are the ones that a player may want to repeat."""
        self.first = {player: dict(bets) for player, bets in self.laid.items() if bets}

    def after(self, fell: Fell | None, result: str) -> Carry:
        """The carry that this coup leaves; ``fell`` is None where no throw counted."""
        held = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        state = self.state if fell is None else self.cloth.after(self.state, fell)
        results = (result, *self.carry.results)[:self.code.results] if fell is not None \
            else self.carry.results
        return Carry(tuple(self.seats), results, self.throws + (fell is not None),
                     self.values, self.idle, tuple(self.waiting), self.last, held, state,
                     self.shooter, self.passes, self.dice, self.closing,
                     self.shoe.kept() if self.shoe else self.carry.shoe, self.notes)


def exposure(book: RuleBook, table: Table, carry: Carry,
             lying: Mapping[str, tuple[str, int]]) -> int:
    """The most that the bank may have to pay in prizes on the next throw, with these bets lying."""
    r = Round(book, table, carry)
    for bet, (_, cents) in lying.items():
        r._risk(r.decides(bet), r.at_stake(bet, cents))
    return r.exposure


def void(r: Round, cause: str, closes: bool) -> Steps:
    """A coup that cannot be determined: what was bet for it goes back. What lay there before waits
    for the next throw, unless the table closes."""
    yield Call(*r.c.void, call="void", facts={"cause": cause})
    for bet, (_, staked) in list(r.stakes.items()):
        new = staked if closes else staked - min(staked, r.came.get(bet, 0))
        if new:
            yield r.release("refund", bet, new, r.c.refund[0], *r.c.refund[1])
