"""The state of one coup of a layout game, the carry to the next coup, and the rule book."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from sabot.families.layout.cloth import Cite, Fate, Fell
from sabot.families.layout.values import Clauses, TableLaw
from sabot.families.shoe.shoe import InUse
from sabot.money import Odds
from sabot.procedure import Act, AnyStep, Call, Move, Offer, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]
Bets = dict[str, int]
"""Cents by spot."""


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is carried from one coup to the next.

    ``seats``: the player at each place. ``results``: the last throws, the newest first.
    ``throws``: the number of throws. ``values``: the value of a chip of each place's colour, in
    cents. ``idle``: coups in a row without a bet, by place. ``waiting``: players who wait for a
    place. ``last``: each player's last bets, by spot. ``held``: bets that no throw has decided yet:
    name, player, cents. ``state``: what the fate of the bets depends on. Where players throw:
    ``shooter`` is the place that throws, or threw last when ``passes`` says that the dice go on;
    ``dice``: the two dice chosen. ``closing``: the "last" play is on, or is "over". ``shoe``: the
    cards, where cards decide; ``notes``: anything else that a card game remembers.
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
    """The carry of a table's first coup: free places, no bets."""
    return Carry(("",) * table.places)


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table that is opened again: undecided bets stay, each with its place, and so
    does the state that decides them.
    """
    return Carry(_waiting(("",) * table.places, carry.held), results=carry.results,
                 throws=carry.throws, held=carry.held, state=carry.state if carry.held else None,
                 values={place: carry.values[place] for place in
                         {spot_of(bet)[0] for bet, *_ in carry.held} & carry.values.keys()})


def _waiting(seats: tuple[str, ...], held: tuple[tuple[str, str, int], ...]) -> tuple[str, ...]:
    """The places, with the players of undecided bets seated; more places than the table has now if
    it had more before."""
    undecided = {spot_of(bet)[0]: player for bet, player, _ in held}
    more = ("",) * (max([len(seats), *map(int, undecided)]) - len(seats))
    return tuple(undecided.get(str(n), player) for n, player in enumerate((*seats, *more), start=1))


def hold_stakes(carry: Carry, held: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the stakes in the accounts of the table, each with its place."""
    undecided = tuple((bet, player, cents) for bet, (player, cents) in held.items())
    return msgspec.structs.replace(carry, held=undecided, seats=_waiting(carry.seats, undecided))


def spot_of(bet: str) -> tuple[str, str]:
    """The place and the rest of the name of a bet: "3" and "series/grande/split/4-7"."""
    place, _, rest = bet.partition("/")
    return place, rest


def _no_rooms(r: Round, player: str, spots: Collection[str] | None) -> dict[str, tuple[int, Cite]]:
    return {}


def _no_floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
    return {}


def _no_locks(r: Round, player: str) -> dict[str, Cite]:
    return {}


def _no_gaps(r: Round, player: str) -> dict[str, tuple[int, int, Cite]]:
    return {}


def _no_law(r: Round, spot: str, fell: Fell) -> Cite | None:
    return None


def _of_cloth(r: Round, spot: str) -> bool:
    return spot in r.cloth.open_spots(r.state)


def _for_all(spot: str) -> bool:
    return True


def _usual(r: Round, spot: str) -> Cite:
    return r.c.unbet


def _no_acts(r: Round, player: str) -> tuple[Offer, ...]:
    return ()


def _no_manner(r: Round, fell: Fell) -> tuple[str, Cite] | None:
    return None


def _stays_open(r: Round, spot: str, fell: Fell) -> bool:
    return True


def _whole(r: Round, bet: str, fell: Fell) -> tuple[Odds, Cite] | None:
    return None


def _pays(r: Round, bet: str) -> str:
    return "pays"


def _of_its_spot(r: Round, bet: str, fell: Fell) -> Fate:
    return r.cloth.fate_of(r.decides(bet), r.state, fell)


def _nothing_more(r: Round) -> tuple[AnyStep, ...]:
    return ()


Reports = Mapping[str, Callable[["Round"], Steps]]
"""What a supervisor may report, and the steps that follow."""


class RuleBook(NamedTuple):
    """The rules of one game: its clauses, and the law of each table.

    ``rooms``: the spots where a player may bet less than the limit of the kind, each with the
    maximum and the clause; where only some spots matter it is called with these, and may leave
    the others out. ``locks``: a player's bets that can be neither changed nor taken back,
    each with its clause. ``lost``: the special clause of a bet that a throw loses, moves or
    returns, if any; ``paid``: of a bet that it pays. ``open``: whether a new bet may be made on a
    spot now; ``common``: whether by everybody, through the menu; ``barred``: spots where a player
    may not bet now, each with the clause of the refusal. ``unbet``: the clause under which a bet is
    taken back. ``acts``: other offers to a player while bets are open; ``heard``: the steps of such
    an act. ``deducts``: the house's deduction from a prize, for a unit of the stake, with its
    clause; the fate of the bet is the prize after the deduction. ``floors``: bets that may be
    increased but not reduced, each with its minimum and the clause. ``gaps``: for a spot two sums
    between which a bet may not be, and the clause. ``stays``: a player's bets that remain when the
    player takes everything back, with the clause, where they are not all ``locks`` and ``floors``.
    ``fate``: what a throw does to a bet, where that depends on other bets. ``plays_on``: whether a
    stake that wins may stay on its spot after a throw (IR 121).
    ``manner``: how the prizes of a throw are paid where it is not the usual way: the handling and
    its clause. ``announces``: the call that announces a prize, by bet. ``commands``: what a
    supervisor may report while bets are open, and the steps that follow. ``follows``: the steps
    after every change of bets, for bets of others that must give way.
    """

    clauses: Clauses
    table_law: Callable[[Table], TableLaw]
    rooms: Callable[[Round, str, Collection[str] | None], dict[str, tuple[int, Cite]]] = _no_rooms
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
    announces: Callable[[Round, str], str] = _pays
    commands: Reports = {}
    deducts: Callable[[Round, str, Fell], tuple[Odds, Cite] | None] = _whole
    floors: Callable[[Round, str], dict[str, tuple[int, Cite]]] = _no_floors
    follows: Callable[[Round], Iterable[AnyStep]] = _nothing_more
    gaps: Callable[[Round, str], dict[str, tuple[int, int, Cite]]] = _no_gaps
    stays: Callable[[Round, str], dict[str, Cite]] | None = None
    fate: Callable[[Round, str, Fell], Fate] = _of_its_spot
    plays_on: Callable[[Round, str, Fell], bool] = _stays_open


def _prize(cents: int, odds: Odds, rounded_up: bool) -> int:
    """The prize of a bet, in whole cents."""
    return -(-cents * odds.win // odds.per) if rounded_up else cents * odds.win // odds.per


class Round(Stakes):
    """The state of one coup.

    ``bets``: what each player has on each spot, in cents. ``came``: bets from earlier throws, with
    their cents then. ``collected``: the stakes that the bank has taken. ``reopened``: how often
    bets were taken again after a throw that did not count. ``first``: each player's bets when bets
    were closed. ``menus``: the menus sent in this coup. ``risk``: the prizes of each outcome with
    the present bets. ``throws``: the number of throws before the deciding one.
    """

    __slots__ = (
        "bets",
        "book",
        "c",
        "came",
        "carry",
        "closing",
        "cloth",
        "collected",
        "dice",
        "first",
        "idle",
        "known_bounds",
        "known_offers",
        "known_rooms",
        "last",
        "menus",
        "notes",
        "passes",
        "reopened",
        "risk",
        "seats",
        "shoe",
        "shooter",
        "state",
        "table",
        "table_law",
        "throws",
        "trial",
        "values",
        "waiting",
    )

    def __init__(self, book: RuleBook, table: Table, carry: Carry) -> None:
        super().__init__()
        self.book, self.table, self.carry = book, table, carry
        self.c, self.table_law = book.clauses, book.table_law(table)
        self.cloth = self.table_law.cloth
        self.state = carry.state if carry.state is not None else self.cloth.states[0]
        self.seats = list(carry.seats)
        self.values = dict(carry.values)
        self.idle = dict(carry.idle)
        self.waiting = list(carry.waiting)
        self.last = dict(carry.last)
        self.shooter, self.passes, self.dice = carry.shooter, carry.passes, carry.dice
        self.closing, self.throws = carry.closing, carry.throws
        self.bets: dict[str, Bets] = {}
        self.first: dict[str, Bets] = {}
        self.came: dict[str, int] = {}
        self.collected: list[Move] = []
        self.reopened = 0
        self.risk = [0] * len(self.cloth.outcomes)
        self.menus: set[str] = set()
        self.known_bounds: dict[tuple[str, int, int], tuple[int, int, int]] = {}
        """The minimum, maximum and step of a bet by its kind, chips and unit: see
        `bets.bounds`."""
        self.known_offers: dict[tuple[object, ...], tuple[Offer, ...]] = {}
        self.known_rooms: dict[str, Any] = {}
        """What `RuleBook.rooms` remembers of each player from bet to bet."""
        self.trial: Round | None = None
        """What bets that somebody might make are tried in: see `bets.fits`."""
        self.shoe: Any = None
        """The cards of this coup, where cards decide: a `families.shoe.Shoe`."""
        self.notes = dict(carry.notes)

    def place(self, player: str) -> str:
        """The place of a player; "" for none."""
        return str(self.seats.index(player) + 1) if player in self.seats else ""

    def value(self, player: str) -> int:
        """The value of a chip of the player's colour, in cents."""
        return self.values.get(self.place(player), self.table.minimum)

    def names(self, place: str, spot: str) -> Iterator[tuple[str, str, int]]:
        """The parts of a bet on a spot: name, the spot that decides it, chips of a unit."""
        parts = self.cloth.spots[spot].parts
        if not parts:
            yield f"{place}/{spot}", spot, 1
        for part, chips in parts:
            yield f"{place}/{spot}/{part}", part, chips

    def decides(self, bet: str) -> str:
        """The spot that decides a bet of this name."""
        return self.cloth.lies[spot_of(bet)[1]][1]

    def whole(self, bet: str) -> str:
        """The spot on which a bet of this name was made."""
        return self.cloth.lies[spot_of(bet)[1]][0]

    def at_stake(self, bet: str, cents: int) -> int:
        """The cents at stake of these cents on a bet of this name."""
        return self.table_law.counts(self.cloth.spots[self.whole(bet)].kind, cents)

    # -- money ------------------------------------------------------------------------------------

    def lay(self, player: str, spot: str, amount: int, law: Cite) -> Steps:
        """Set a player's bet on a spot to this amount, divided among its parts by their chips."""
        place, before = self.place(player), self.bets.get(player, {}).get(spot, 0)
        chips = self.cloth.chips(spot)
        for bet, part, n in self.names(place, spot):
            share = amount * n // chips
            counted = self.at_stake(bet, self.staked(bet))
            self._risk(part, self.at_stake(bet, share) - counted, counted)
            yield from self.change(bet, player, share, law[0], *law[1],
                                   return_law=self.book.unbet(self, spot)[0])
        mine = self.bets.setdefault(player, {})
        if amount:
            mine[spot] = amount
        elif before:
            del mine[spot]

    def _risk(self, spot: str, more: int, before: int = 0) -> None:
        """Add ``more`` cents on a spot to the prizes of each outcome, where ``before`` lie."""
        if more:
            rounding = self.cloth.kinds[self.cloth.spots[spot].kind].rounding
            rounded_up = rounding is not None and rounding.down == "deduction"
            for n, odds in self.cloth.wins(spot, self.state):
                self.risk[n] += _prize(before + more, odds, rounded_up) \
                    - _prize(before, odds, rounded_up)

    def prize(self, bet: str, odds: Odds, law: str, *also: str) -> Move:
        """The bank pays a prize, rounded down where its kind is; the winning stake stays."""
        rounding = self.cloth.kinds[self.cloth.spots[self.whole(bet)].kind].rounding
        if rounding is None or rounding.down != "prize":
            return super().prize(bet, odds, law, *also)
        player, staked = self.stakes[bet]
        clauses = dict.fromkeys((*also, rounding.law))
        return Move(law, (*clauses,), kind="pay", bet=bet, player=player,
                    amount=staked * odds.win // odds.per, odds=str(odds))

    def forfeit(self, player: str) -> Steps:
        """The bank collects the bets that a player who leaves cannot take back."""
        for bet in [bet for bet, (owner, _) in self.stakes.items() if owner == player]:
            counted = self.at_stake(bet, self.staked(bet))
            self._risk(self.decides(bet), -counted, counted)
            yield self.release("collect", bet, self.staked(bet), self.c.leave[0], *self.c.leave[1])
        self.bets.pop(player, None)

    @property
    def exposure(self) -> int:
        """The maximum of the prizes of this throw, in cents."""
        return max(self.risk, default=0)

    def again(self, held: tuple[tuple[str, str, int], ...]) -> Steps:
        """Put the bets that the last throw did not decide back in play."""
        yield from self.resume({bet: (player, cents) for bet, player, cents in held},
                               self.c.stay[0], *self.c.stay[1])
        for bet, player, cents in held:
            mine, spot = self.bets.setdefault(player, {}), self.whole(bet)
            mine[spot] = mine.get(spot, 0) + cents
            self.came[bet] = cents
            self._risk(self.decides(bet), self.at_stake(bet, cents))

    # -- between throws ---------------------------------------------------------------------------

    def close_bets(self) -> None:
        """Note the bets when they are closed: a player may repeat them later."""
        self.first = {player: dict(bets) for player, bets in self.bets.items() if bets}

    def after(self, fell: Fell | None, result: str) -> Carry:
        """The carry to the next coup; ``fell`` is None when no throw counted."""
        held = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        state = self.state if fell is None else self.cloth.after(self.state, fell)
        results = (result, *self.carry.results)[:self.table_law.results] if fell is not None \
            else self.carry.results
        return Carry(tuple(self.seats), results, self.throws + (fell is not None),
                     self.values, self.idle, tuple(self.waiting), self.last, held, state,
                     self.shooter, self.passes, self.dice, self.closing,
                     self.shoe.state() if self.shoe else self.carry.shoe, self.notes)


def exposure(book: RuleBook, table: Table, carry: Carry,
             lying: Mapping[str, tuple[str, int]]) -> int:
    """The maximum of the prizes of the next throw with these bets, in cents."""
    r = Round(book, table, carry)
    for bet, (_, cents) in lying.items():
        r._risk(r.decides(bet), r.at_stake(bet, cents))
    return r.exposure


def void(r: Round, cause: str, closes: bool) -> Steps:
    """A coup that cannot be determined: its bets are refunded. Bets from earlier coups wait for the
    next throw, unless the table closes."""
    yield Call(*r.c.void, call="void", facts={"cause": cause})
    for bet, (_, staked) in list(r.stakes.items()):
        new = staked if closes else staked - min(staked, r.came.get(bet, 0))
        if closes and r.table_law.late[0]:
            worth = _late_worth(r, bet, new)
            if worth < new:
                yield r.release("collect", bet, new - worth, r.table_law.late[0],
                                *r.table_law.late[1])
            new = worth
        if new:
            yield r.release("refund", bet, new, r.c.refund[0], *r.c.refund[1])
    for move in r.collected if r.table_law.restores else ():
        yield Move(*r.c.refund, kind="restore", bet=move.bet, player=move.player,
                   amount=move.amount)


def _late_worth(r: Round, bet: str, cents: int) -> int:
    """What the chips of a bet are worth that are presented late: the minimum of the table for each
    chip of a player's own colour."""
    if r.cloth.spots[r.whole(bet)].kind not in r.table_law.chips:
        return cents
    return cents // r.value(r.stakes[bet][0]) * r.table.minimum
