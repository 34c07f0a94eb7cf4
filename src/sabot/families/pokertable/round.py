"""The state of one hand of poker, and what one hand hands to the next.

Bets in the record: "3/cave" is what seat 3 has before him (52), "3/pot" what he has put into the
pot in this hand (38), "3/dead" what it owed the pot and no bet of this hand can count (90). The
common cards are the hand "board", the cards burnt "burn".
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

import msgspec

from sabot.families.pokertable.betting_terms import Terms
from sabot.families.pokertable.irregularities import Trouble
from sabot.families.pokertable.pots import Pot
from sabot.families.pokertable.variant import Variant
from sabot.procedure import AnyStep, Menu, Move, Offer, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BOARD, BURN = "board", "burn"
CAVE, POT, DEAD = "/cave", "/pot", "/dead"


SEATS, CAVES, POTS, DEADS = (tuple([f"{place}{end}" for place in range(53)])
                             for end in ("", CAVE, POT, DEAD))
"""Each place in words, and its bets: a pack has cards for no more."""


class Beside(NamedTuple):
    """What stands beside every question of a hand, the same until somebody gives up or does
    something about his place: what people may do there, what may be reported of the time, and who
    may choose from which menu."""

    offers: tuple[Offer, ...]
    reports: tuple[str, ...]
    menus: tuple[tuple[str, tuple[str, ...]], ...]


class Folk(msgspec.Struct, omit_defaults=True):
    """What is known of people from one hand to the next; sums in cents, counts in hands.

    ``registered``: who sits at a table whose seats are not drawn yet (11), in order. ``booked``:
    the list of who waits for a seat, each with the number of hands played before he registered
    (8.a, 12.b). ``moves``: who asked to sit elsewhere, and where (12.a). ``resting``: hands that a
    player may still rest; ``rested``: who has not bet since he did (13). ``absent``: hands in a row
    in which a player did not play of himself (13-2), ``unbet`` in which he bet nothing (89).
    ``owed``: the small and big bets that he missed (90). ``gone``: the cave with which a player
    left this game (14.h), ``left`` the seat that he had (90). ``out``: who had
    to leave it, and the clause (58, 71.a). ``entered``: who joined since the
    last hand (80). ``previous``: who played the last session (27), ``sessions`` how many this game
    has had (74-2, 98). ``timed``: the duration of this game runs, ``passed``: it has passed (74-2,
    98). ``limits``: minimum and limit of the last hand (22).
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

    def copied(self) -> Folk:
        """The same, to be changed."""
        found: list[Any] = [one if isinstance(one, int) else one.copy()
                            for one in msgspec.structs.astuple(self)]
        return Folk(*found)


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a hand.

    ``seats``: the player at each place, "" where it is free. ``held``: stakes that stay on the
    table: name, player, cents. ``hand``: the place that had the hand last, 0 before the first.
    ``hands`` played since the game began. ``results``: the last pots, the newest first: the
    combination that won and its cents. ``folk``: who waits, rests and owes. ``halted``: play
    stopped for want of players (24). ``session``: how far the session under way is, where they are
    counted, and ``charged`` who has paid for it (7.b). ``variant``: what was played last at a mixed
    table (23). ``warned``: what each player was warned of in this game (58, 71.a). ``renewed``: the
    pack is shown again before the next hand (4-2). ``pack``: which of two the last hand was dealt
    from, 0 before the first and where there is one (76).
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


def opening(places: int) -> Carry:
    """The carry of a table's first hand: free places."""
    return Carry(("",) * places)


class Round(Stakes):
    """The state of one hand: all of the carry as it changes, and what the hand itself finds.

    ``dealt``: the places that play in this hand, from the one that has the hand on, clockwise;
    ``folded`` those of them that are out, ``live`` those that are not. ``level``: what must be bet
    in this round to stay in, ``put`` what each place has; ``raised``: by how much the last bet or
    raise went up, ``raises`` how many there were. ``opener``: the place that spoke first in the
    last round in which anybody could, ``leader`` the one that bet the most before. ``cards``: each
    hand of cards, and the common ones. ``street``: the rounds of betting so far. ``pots``: those
    that were told to lie there (38-2). ``shown``: the combination that won, "" where nobody had to
    show. ``names``: who was dealt in at each place;
    ``spoke``: the places that decided something of themselves, ``silent`` those for which the clock
    did. ``idle``: the players whose rest this hand belongs to (13); ``waits`` who joined
    and plays from the next one on (80).
    """

    __slots__ = ("asking", "beside", "board", "cards", "carry", "charged", "dealing", "dealt",
                 "folded", "folk", "halted", "hand", "hands", "idle", "leader", "level", "live",
                 "menus", "names", "opener", "pack", "places", "pots", "put", "raised", "raises",
                 "renewed", "results", "seats", "session", "shown", "silent", "spoke", "street",
                 "table", "terms", "trouble", "variant", "waits", "warned")

    def __init__(self, table: Table, carry: Carry, variant: Variant, terms: Terms) -> None:
        super().__init__()
        self.table, self.carry, self.variant, self.terms = table, carry, variant, terms
        self.seats, self.places = list(carry.seats), len(carry.seats)
        self.hand, self.hands = carry.hand, carry.hands
        self.results, self.folk = list(carry.results), carry.folk.copied()
        self.halted = carry.halted
        self.session, self.charged = carry.session, list(carry.charged)
        self.warned, self.renewed, self.pack = dict(carry.warned), carry.renewed, carry.pack
        self.deals([])
        self.level = self.raised = self.raises = self.opener = self.street = self.leader = 0
        self.put: dict[int, int] = {}
        self.pots: list[Pot] = []
        self.cards: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.shown = ""
        self.trouble = Trouble()
        self.names: dict[int, str] = {}
        self.spoke: set[int] = set()
        self.silent: set[int] = set()
        self.idle: set[str] = set()
        self.waits: list[str] = []
        self.beside: Beside | None = None    # what stands beside every question, None when stale
        self.menus: dict[str, Menu] = {}     # what of it was told as a menu
        self.asking = self.dealing = False   # people may tell their wishes; the hand has begun

    # -- people -----------------------------------------------------------------------------------

    def place(self, player: str) -> int:
        """The place of a player, 0 where he has none."""
        return self.seats.index(player) + 1 if player and player in self.seats else 0

    def player(self, place: int) -> str:
        """Who sits at a place, "" where it is free."""
        return self.seats[place - 1]

    def clockwise(self, place: int) -> Iterator[int]:
        """The places after this one, clockwise, itself last: they are numbered so (6)."""
        for n in range(place, place + self.places):
            yield n % self.places + 1

    def real(self, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The faults that may be told here: those of real cards and chips, where they are real."""
        return kinds if self.table.attended else ()

    # -- who is in --------------------------------------------------------------------------------

    def deals(self, places: list[int]) -> None:
        """These places play in this hand."""
        self.dealt, self.live = places, places
        self.folded: set[int] = set()

    def gives_up(self, place: int) -> None:
        """A place is out of this hand."""
        self.folded.add(place)
        self.live = [n for n in self.live if n != place]

    def after(self, place: int) -> Iterator[int]:
        """The places in play after this one, clockwise, once each, itself last where it is."""
        for n in self.clockwise(place):
            if n in self.live:
                yield n

    # -- money ------------------------------------------------------------------------------------

    def cave(self, place: int) -> int:
        """What a place has before it, in cents."""
        found = self.stakes.get(CAVES[place])
        return found[1] if found else 0

    def paid(self, place: int) -> int:
        """What a place has put into the pot in this hand, in cents."""
        found = self.stakes.get(POTS[place])
        return found[1] if found else 0

    @property
    def pot(self) -> int:
        """What lies in the pot, in cents."""
        return sum(cents for bet, (_, cents) in self.stakes.items() if not bet.endswith(CAVE))

    def bet(self, place: int, amount: int, law: str, *also: str) -> Move:
        """Chips go from the cave of a place to the pot (38, 53)."""
        return self._travel(CAVES[place], POTS[place], amount, law, also)

    def owed(self, place: int, amount: int, law: str, *also: str) -> Move:
        """Chips go from a cave to the pot and count for no bet of this hand (90)."""
        return self.travel(CAVES[place], DEADS[place], law, *also, amount=amount)

    @property
    def bets(self) -> dict[int, int]:
        """What each place that was dealt in has put into the pot, where that is anything."""
        stakes = self.stakes
        return {place: stakes[POTS[place]][1] for place in self.dealt if POTS[place] in stakes}

    @property
    def dead(self) -> int:
        """What lies in the pot and counts for no bet of this hand, in cents (90)."""
        stakes = self.stakes
        return sum([stakes[DEADS[place]][1] for place in self.dealt if DEADS[place] in stakes])

    # -- between hands ----------------------------------------------------------------------------

    def left(self) -> Carry:
        """The carry that this hand leaves; what is still staked is held."""
        held = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        return msgspec.structs.replace(
            self.carry, seats=tuple(self.seats), held=held, hand=self.hand, hands=self.hands,
            results=tuple(self.results), folk=self.folk, halted=self.halted,
            session=self.session, charged=tuple(self.charged),
            variant=self.variant.name if self.table.rules.second else "",
            warned=self.warned, renewed=self.renewed, pack=self.pack)
