"""The state of one poker hand, and the carry from one hand to the next.

Bets in the record: "3/cave" is the stack of seat 3 (52), "3/pot" its bets in the pot of this hand
(38), "3/dead" its dead money, which counts as no bet of this hand (90). The common cards are the
hand "board", the burn cards "burn".
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import msgspec

from sabot.families.pokertable.betting_terms import Terms
from sabot.families.pokertable.irregularities import Trouble
from sabot.families.pokertable.pots import Pot
from sabot.families.pokertable.readings import Readings
from sabot.families.pokertable.variant import Variant
from sabot.procedure import AnyStep, Menu, Move, Offer, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BOARD, BURN = "board", "burn"
CAVE, POT, DEAD = "/cave", "/pot", "/dead"


SEATS, CAVES, POTS, DEADS = (tuple([f"{place}{end}" for place in range(53)])
                             for end in ("", CAVE, POT, DEAD))
"""The name of each place and of its bets, for as many places as a pack has cards."""


class SideActs(NamedTuple):
    """The acts and reports that accompany every question of a hand; they change when a player folds
    or acts about seats. ``offers``: acts about seats; ``reports``: reports of the time; ``menus``:
    who may choose from which menu."""

    offers: tuple[Offer, ...]
    reports: tuple[str, ...]
    menus: tuple[tuple[str, tuple[str, ...]], ...]


class Folk(msgspec.Struct, omit_defaults=True):
    """The state of people from one hand to the next; sums in cents, counts in hands.

    - ``registered``: players at a table whose seats are not drawn yet (11), in order. ``booked``:
      the waiting list, each player with the number of hands played before they registered (8.a,
      12.b). ``moves``: players who asked for another seat, and which (12.a).
    - ``resting``: hands of rest left to a player; ``rested``: players who have not bet since their
      rest (13). ``absent``: hands in a row in which a player did not act (13-2); ``unbet``: in
      which they bet nothing (89). ``owed``: the small and big bets that they missed (90).
    - ``gone``: the stack with which a player left this game (14.h); ``left``: the seat that they
      had (90). ``out``: players who had to leave it, and the clause (58, 71.a). ``entered``:
      players who joined since the last hand (80).
    - ``previous``: players of the last session (27); ``sessions``: the sessions of this game so far
      (74-2, 98). ``timed``: the duration of this game is running; ``passed``: it has passed (74-2,
      98). ``limits``: minimum and limit of the last hand (22). ``last_round``: players who are
      still to have the hand before the session ends, by one reading (7.b-2, IR 239). ``drawn``:
      seats were drawn among the players of the list, by one reading (IR 258).
    """

    registered: list[str] = []
    booked: list[tuple[str, int]] = []
    moves: list[tuple[str, int]] = []
    resting: dict[str, int] = {}
    rested: list[str] = []
    absent: dict[str, int] = {}
    unbet: dict[str, int] = {}
    owed: dict[str, int] = {}
    gone: dict[str, int] = {}
    left: dict[str, int] = {}
    out: dict[str, str] = {}
    entered: list[str] = []
    previous: list[str] = []
    sessions: int = 0
    timed: bool = False
    passed: bool = False
    limits: list[str] = []
    last_round: list[str] = []
    drawn: bool = False

    def copy(self) -> Folk:
        """A copy that may be changed."""
        values: list[Any] = [value if isinstance(value, int) else value.copy()
                             for value in msgspec.structs.astuple(self)]
        return Folk(*values)


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state that outlives a hand.

    - ``seats``: the player at each place, "" where it is free. ``held``: stakes that stay on the
      table: name, player, cents. ``hand``: the place that had the hand last, 0 before the first.
      ``hands`` played since the game began.
    - ``results``: the last pots, the newest first: the winning combination and the cents. ``folk``:
      the state of people. ``halted``: play stopped for lack of players (24).
    - ``session``: the state of the current session, where sessions are counted; ``charged``: the
      players who have paid for it (7.b). ``variant``: the last variant played at a mixed table
      (23).
    - ``warned``: what each player was warned of in this game (58, 71.a). ``renewed``: the pack is
      shown again before the next hand (4-2). ``pack``: which of two packs the last hand was dealt
      from; 0 before the first, and where there is one (76). ``same_hand``: after a null hand the
      same player has the hand again (IR 270).
    """

    seats: tuple[str, ...]
    held: tuple[tuple[str, str, int], ...] = ()
    hand: int = 0
    hands: int = 0
    results: tuple[str, ...] = ()
    folk: Folk = msgspec.field(default_factory=Folk)
    halted: bool = False
    variant: str = ""
    session: str = ""
    charged: tuple[str, ...] = ()
    warned: dict[str, tuple[str, ...]] = {}
    renewed: bool = False
    pack: int = 0
    same_hand: bool = False


def opening(places: int) -> Carry:
    """The carry before a table's first hand: free places."""
    return Carry(("",) * places)


class Round(Stakes):
    """The state of one hand: the carry as it changes, and the state of the hand itself.

    - ``dealt``: the places in this hand, clockwise from the one that has the hand; ``folded``:
      those of them that are out; ``live``: those that are not. ``names``: the player dealt in at
      each place.
    - ``level``: the bet required in this betting round to stay in; ``wagered``: the bet of each
      place in it; ``last_raise``: the size of the last bet or raise; ``raise_count``: the number of
      raises, ``raises_of``: of those of each place; ``began``: how many players began it.
    - ``opener``: the place that spoke first in the last betting round in which anybody could;
      ``leader``: the place that bet the most before, in the round ``led``; ``highest``: the highest
      bet of one round, where that counts. ``street``: betting rounds so far.
    - ``cards``: the own cards of each place; ``board``: the common cards, ``boards``:
      those of further boards. ``pots``: those announced
      last (38-2). ``winning_category``: the combination that won, "" where nobody had to show.
    - ``decided``: the places that acted themselves; ``bettors``: those that chose to bet;
      ``timed_out``: those for which the clock acted. ``idle``: the players for whom this hand is a
      hand of rest (13); ``joining``: players who play from the next hand on (80).
    """

    __slots__ = ("asking", "began", "bettors", "board", "boards", "cards", "carry", "charged",
                 "dealing", "dealt", "decided", "folded", "folk", "halted", "hand",
                 "hands", "highest", "idle", "joining", "last_raise", "leader", "led",
                 "level", "live", "menus", "names", "opener", "pack",
                 "places", "pots", "raise_count", "raises_of", "readings", "renewed", "results",
                 "same_hand", "seats", "session", "side_acts", "street", "table", "terms",
                 "timed_out", "trouble", "variant", "wagered", "warned", "winning_category")

    def __init__(self, table: Table, carry: Carry, variant: Variant, terms: Terms) -> None:
        super().__init__()
        self.table, self.carry, self.variant, self.terms = table, carry, variant, terms
        self.readings: Readings = table.rules.readings
        self.seats, self.places = list(carry.seats), len(carry.seats)
        self.hand, self.hands = carry.hand, carry.hands
        self.results, self.folk = list(carry.results), carry.folk.copy()
        self.halted = carry.halted
        self.session, self.charged = carry.session, list(carry.charged)
        self.warned, self.renewed, self.pack = dict(carry.warned), carry.renewed, carry.pack
        self.same_hand = False
        self.deal_in([])
        self.level = self.last_raise = self.raise_count = 0
        self.opener = self.street = self.leader = self.led = self.began = self.highest = 0
        self.raises_of: dict[int, int] = {}
        self.wagered: dict[int, int] = {}
        self.pots: list[Pot] = []
        self.cards: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.boards: list[list[str]] = []
        self.winning_category = ""
        self.trouble = Trouble()
        self.names: dict[int, str] = {}
        self.decided: set[int] = set()
        self.bettors: set[int] = set()
        self.timed_out: set[int] = set()
        self.idle: set[str] = set()
        self.joining: list[str] = []
        self.side_acts: SideActs | None = None  # cache; None when out of date
        self.menus: dict[str, Menu] = {}        # menus published so far
        self.asking = self.dealing = False      # wishes are accepted; the hand has begun

    # -- people -----------------------------------------------------------------------------------

    def place(self, player: str) -> int:
        """The place of a player, 0 for none."""
        return self.seats.index(player) + 1 if player and player in self.seats else 0

    def player(self, place: int) -> str:
        """The player at a place, "" where it is free."""
        return self.seats[place - 1]

    def clockwise(self, place: int) -> Iterator[int]:
        """The places after this one, clockwise, itself last; places are numbered clockwise (6)."""
        for n in range(place, place + self.places):
            yield n % self.places + 1

    def if_attended(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """These faults at an attended table, which has real cards and chips; none elsewhere."""
        return kinds if self.table.attended else ()

    # -- who plays ---------------------------------------------------------------------------------

    def deal_in(self, places: list[int]) -> None:
        """Sets the places that play this hand."""
        self.dealt, self.live = places, places
        self.folded: set[int] = set()

    def give_up(self, place: int) -> None:
        """Marks a place as out of this hand."""
        self.folded.add(place)
        self.live = [n for n in self.live if n != place]

    def after(self, place: int) -> Iterator[int]:
        """The places in the hand after this one, clockwise, once each; this one last if it is
        in."""
        for n in self.clockwise(place):
            if n in self.live:
                yield n

    def lead(self, place: int) -> None:
        """Marks a place as the one that made the highest bet, 0 for none: the last who raised has
        the most in the pot. By one reading only a higher bet of one round counts (IR 285)."""
        if self.readings.begins == "highest-bet":
            if place and self.level <= self.highest:
                return
            self.highest = self.level if place else 0
        self.leader, self.led = place, self.street

    # -- money ------------------------------------------------------------------------------------

    def cave(self, place: int) -> int:
        """The stack of a place, in cents."""
        stake = self.stakes.get(CAVES[place])
        return stake[1] if stake else 0

    def in_pot(self, place: int) -> int:
        """The bets of a place in the pot of this hand, in cents."""
        stake = self.stakes.get(POTS[place])
        return stake[1] if stake else 0

    @property
    def pot(self) -> int:
        """The sum in the pot, in cents."""
        return sum(cents for bet, (_, cents) in self.stakes.items() if not bet.endswith(CAVE))

    def bet(self, place: int, amount: int, law: str, *also: str) -> Move:
        """Moves chips from the stack of a place to the pot (38, 53)."""
        return self._travel(CAVES[place], POTS[place], amount, law, also)

    def pay_dead(self, place: int, amount: int, law: str, *also: str) -> Move:
        """Moves chips from a stack to the pot as dead money, which counts as no bet of this hand
        (90)."""
        return self.travel(CAVES[place], DEADS[place], law, *also, amount=amount)

    @property
    def bets(self) -> dict[int, int]:
        """The bets in the pot of each place that was dealt in, without zeros."""
        stakes = self.stakes
        return {place: stakes[POTS[place]][1] for place in self.dealt if POTS[place] in stakes}

    @property
    def forfeits(self) -> set[int]:
        """The places that are out and have lost their whole bets. By one reading a null hand has
        not lost what nobody matched of its bet (71.b, 71.g, 71.h, IR 454)."""
        if self.readings.null_bets == "lost":
            return self.folded
        return self.folded - self.trouble.null

    @property
    def dead(self) -> int:
        """The dead money in the pot, in cents (90)."""
        stakes = self.stakes
        return sum([stakes[DEADS[place]][1] for place in self.dealt if DEADS[place] in stakes])

    # -- between hands ----------------------------------------------------------------------------

    def next_carry(self) -> Carry:
        """The carry after this hand; stakes still on the table are held."""
        stakes = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        return msgspec.structs.replace(
            self.carry, seats=tuple(self.seats), held=stakes, hand=self.hand, hands=self.hands,
            results=tuple(self.results), folk=self.folk, halted=self.halted,
            session=self.session, charged=tuple(self.charged),
            variant=self.variant.name if self.table.rules.second else "",
            warned=self.warned, renewed=self.renewed, pack=self.pack,
            same_hand=self.same_hand)
