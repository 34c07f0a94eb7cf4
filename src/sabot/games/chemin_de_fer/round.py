"""The state of one coup of chemin de fer, and what one coup hands to the next.

No house banks here: one player holds the bank, the others are punters. Bets in the record: "bank"
and "bank/associate" are the capital in play, "garage" and "garage/associate" what was set aside
(34, 46), "bank/claim/3" what seat 3 lays down to take the hand (80, 82), "3" the punter's bet at
seat 3, "s3" that of who stands behind that seat, "s11" of the second there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import msgspec

from sabot.families.shoe.shoe import InUse, Shoe
from sabot.games.chemin_de_fer.clauses import packs_law
from sabot.games.chemin_de_fer.places import PLACES, name, tidied, trimmed
from sabot.games.chemin_de_fer.play import Play
from sabot.games.chemin_de_fer.rules import ENDS, PACKS, SEATS, WARNING
from sabot.procedure import AnyStep, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BANK, GARAGE = "bank", "garage"
OF_ASSOCIATE = "/associate"


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup.

    ``seats``: the player at each of nine; ``standing``: the player at each place behind a seat,
    "" where nobody stands (24). ``placed``: those who stand have these places; without it, in a
    coup that release 0.1.0 began, they come in the order of their arrival (IR 344).
    ``stood``: the seats behind which those stood who left their place during this shoe (93).
    ``results``: the coups of this shoe, the newest first, "P8-6", "B7-3", "T6-6"
    (the punter's score first). ``banker``: who holds the hand, "" while it is to be given. ``due``:
    with a banker how his last coup ended, "won", "tie" or "void"; without one to whom the hand
    falls, "first" (29), "next" (32, 96.c-2) or "regular" (91). ``regular``: the seat of the last
    banker in his own turn (79, 91). ``before``: who banked the last coup. ``coups`` of this hand
    so far, ``wins``: those won (34); ``won``: bets that were won in the last one, ``covered``:
    whether they covered the bank (46), ``cut``: what the house took of them (47). ``auctioned``:
    the hand was got at an auction (90). ``associate`` shares the bank (31). ``held``: stakes that
    stay on the table: name, player, cents. ``suivi``: who went banco in the last coup and lost it
    (51); ``tabled``: who declared banco with the table then (57). ``barred``: by player, why he may
    not bid, or go banco, in this coup (86, 88, 89-2, 90). ``skips``: who must let the hand pass the
    first time (92). ``booked``: registrations for seats and requests to change, in their order (18,
    20): player and seat, 0 for any. ``risen``: the seats of those who got up during this shoe.
    ``shufflers``: who asked to shuffle the next shoe (12). ``novices`` play by the table (101,
    102). ``halted``: play stopped for want of players (15, 16). ``closing``: "last" once no other
    shoe will be begun (107). ``spoilt``: a card is no longer perfect, and its pack gives way to
    another before the next shoe (5). ``lost``: who gave up a seat in this shoe for not taking the
    hand, with the clause: "85" refused, "94" not there (IR 229).
    """

    seats: tuple[str, ...]
    standing: tuple[str, ...] = ()
    shoe: InUse = InUse()
    results: tuple[str, ...] = ()
    banker: str = ""
    due: str = ""
    regular: int = 0
    before: str = ""
    wins: int = 0
    won: int = 0
    covered: bool = False
    associate: str = ""
    held: tuple[tuple[str, str, int], ...] = ()
    suivi: str = ""
    tabled: str = ""
    barred: dict[str, str] = {}
    skips: tuple[str, ...] = ()
    booked: tuple[tuple[str, int], ...] = ()
    novices: tuple[str, ...] = ()
    halted: bool = False
    closing: str = ""
    coups: int = 0
    cut: int = 0
    auctioned: bool = False
    risen: dict[str, int] = {}
    shufflers: tuple[str, ...] = ()
    spoilt: bool = False
    placed: bool = False
    stood: dict[str, int] = {}
    lost: dict[str, str] = {}


def opening(table: Table) -> Carry:
    """The carry of a table's first coup: free seats, no shoe, the hand to be given."""
    return Carry(("",) * SEATS, due="first", placed=True)


class Round(Stakes):
    """The state of one coup: all of the carry as it changes, and what the coup itself finds.

    ``ponto``: who has the punter's cards; ``call``: how he came to them, "banco", "table" or
    "bets". ``play``: the cards, and what was said and done with them. ``outcome``: "bank",
    "ponto", "tie", or "" while undecided and where the coup was void. ``asked``: the seat to which
    the hand has come, 0 while it has come to none.
    """

    __slots__ = ("asked", "associate", "auctioned", "banker", "barred", "before", "booked", "call",
                 "carry", "closing", "coups", "covered", "cut", "due", "halted", "lost", "novices",
                 "outcome", "placed", "play", "ponto", "regular", "results", "risen", "seats",
                 "shoe", "shufflers", "skips", "spoilt", "standing", "stood", "suivi", "table",
                 "tabled", "told", "wins", "won")

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table, self.carry = table, carry
        self.seats, self.standing = list(carry.seats), list(carry.standing)
        self.shoe = Shoe(carry.shoe, packs_law(), table, PACKS, WARNING)
        self.results = list(carry.results)
        self.banker, self.due, self.regular = carry.banker, carry.due, carry.regular
        self.before, self.wins, self.won = carry.before, carry.wins, carry.won
        self.covered, self.associate = carry.covered, carry.associate
        self.suivi, self.tabled = carry.suivi, carry.tabled
        self.barred, self.skips = dict(carry.barred), list(carry.skips)
        self.booked, self.novices = list(carry.booked), list(carry.novices)
        self.halted, self.closing = carry.halted, carry.closing
        self.coups, self.cut, self.auctioned = carry.coups, carry.cut, carry.auctioned
        self.risen, self.shufflers = dict(carry.risen), list(carry.shufflers)
        self.spoilt = carry.spoilt
        self.placed, self.stood = carry.placed, dict(carry.stood)
        self.lost, self.asked = dict(carry.lost), 0
        self.ponto = self.call = self.outcome = ""
        self.play = Play()
        self.told = False  # what people may ask for

    # -- people -----------------------------------------------------------------------------------

    def place(self, player: str) -> str:
        """Where a player is: "3" at seat 3, "s3" behind it; "" where he is not."""
        return place_of(self.seats, self.standing, player)

    def from_right(self, seat: int) -> Iterator[int]:
        """The seats in order of play from the right of this one, itself last: play runs to the
        right, that is by rising numbers (3)."""
        for n in range(seat, seat + SEATS):
            yield n % SEATS + 1

    def in_order(self, *, standing: bool = True) -> Iterator[str]:
        """The punters in order of priority: those who sit, from the banker's right on (48), then
        those who stand, likewise (49), last who has no priority for now (92-2)."""
        yield from self.nearest(self.banker, standing=standing)

    def ranked(self, passer: str, *, standing: bool = True) -> Iterator[str]:
        """Everybody but this player in the order in which a hand that he passed is offered: from
        his right (78), from that of the last regular banker where he stands (79)."""
        start = passer if passer in self.seats else ""
        yield from (player for player in self.nearest(start, standing=standing)
                    if player != passer)

    def nearest(self, banker: str, *, standing: bool = True) -> Iterator[str]:
        """Everybody but this player in order of priority from his right (48, 49, 78)."""
        yield from sorted(self.by_place(banker, standing=standing),
                          key=lambda player: (player in self.skips, player not in self.seats))

    def by_place(self, banker: str, *, standing: bool = True) -> Iterator[str]:
        """Everybody but this player in the order of places alone, as bets are paid (95): those who
        stand behind a seat at its right follow who sits there. Without a banker it begins at the
        right of the last regular one, before the first at the dealer's right (29)."""
        people = [*self.seats, *self.standing]
        here = banker and banker in people and (self.placed or banker in self.seats)
        start = people.index(banker) + 1 if here else self.regular or SEATS
        if self.placed:
            order = PLACES.order(len(people))
            first = order.index(start) + 1
            order = [*order[first:], *order[:first]]
        else:  # a coup of release 0.1.0: all who sit, then those who stand as they came
            order = [*self.from_right(start), *range(SEATS + 1, len(people) + 1)]
        for n in order:
            player = people[n - 1]
            if player and player != banker and (standing or n <= SEATS):
                yield player

    # -- the bank ---------------------------------------------------------------------------------

    @property
    def capital(self) -> int:
        """What the bank has in play, in cents: the banker's and his associate's."""
        return self.staked(BANK) + self.staked(BANK + OF_ASSOCIATE)

    def punted(self) -> dict[str, int]:
        """The punters' bets, in cents by name."""
        return {bet: cents for bet, (_, cents) in self.stakes.items()
                if not bet.startswith((BANK, GARAGE))}

    @property
    def shoe_ended(self) -> bool:
        """Whether no coup may be played before the cards are shuffled (14-2, 106.d)."""
        return not self.shoe.seal or self.shoe.last or self.shoe.cards_left < ENDS

    @property
    def open(self) -> int:
        """What of the bank nobody has covered yet, in cents."""
        return self.capital - sum(self.punted().values())

    # -- between coups ----------------------------------------------------------------------------

    def after(self) -> Carry:
        """The carry that this coup leaves; what is still staked is held."""
        held = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        return Carry(
            tuple(self.seats), self._stand(), self.shoe.state(), tuple(self.results),
            self.banker, self.due, self.regular, self.before, self.wins, self.won, self.covered,
            self.associate, held, self.suivi, self.tabled, self.barred, tuple(self.skips),
            tuple(self.booked), tuple(self.novices), self.halted, self.closing,
            self.coups, self.cut, self.auctioned, self.risen,
            tuple(self.shufflers), self.spoilt, self.placed, self.stood, self.lost)

    def _stand(self) -> tuple[str, ...]:
        """Where those stand who are left: money that lies there keeps its place."""
        if any(bet[:1] == "s" for bet in self.stakes):
            return trimmed(self.standing)
        if self.placed:
            return tidied(self.standing)
        return tuple(player for player in self.standing if player)


def place_of(seats: Sequence[str], standing: Sequence[str], player: str) -> str:
    """"3" at seat 3, "s3" behind it, "" for one who is neither here nor there."""
    if player and player in seats:
        return str(seats.index(player) + 1)
    return name(standing.index(player) + 1) if player and player in standing else ""
