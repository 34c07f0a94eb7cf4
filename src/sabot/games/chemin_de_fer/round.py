"""The state of one coup of chemin de fer, and the carry to the next coup.

The house does not bank: one player holds the bank, the others are punters. Names of bets in the
record: "bank" and "bank/associate" are the capital in play; "garage" and "garage/associate" the
money set aside (34, 46); "bank/claim/3" the money that seat 3 puts down to take the hand (80, 82);
"3" the bet of the punter at seat 3, "s3" of the first player behind that seat, "s11" of the second.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

import msgspec

from sabot.families.shoe.shoe import InUse, Shoe
from sabot.games.chemin_de_fer.clauses import shoe_law
from sabot.games.chemin_de_fer.places import PLACES, compact, place_name, trim
from sabot.games.chemin_de_fer.play import Play
from sabot.games.chemin_de_fer.readings import Readings
from sabot.games.chemin_de_fer.rules import ENDS, PACKS, SEATS, WARNING
from sabot.procedure import AnyStep, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BANK, GARAGE = "bank", "garage"
OF_ASSOCIATE = "/associate"


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is carried from one coup to the next.

    People. ``seats``: the player at each of the nine seats, "" for nobody; ``standing``: the player
    at each place behind a seat (24). ``placed``: standing players have numbered places; false only
    in a coup that release 0.1.0 began, where they are in the order of arrival (IR 344). ``stood``:
    by player, the seat behind which they stood before they left, in this shoe (93). ``risen``: by
    player, the seat that they gave up in this shoe. ``lost``: players who lost a seat in this shoe
    because they did not take the hand, with the clause: "85" refused, "94" absent (IR 229).
    ``booked``: registrations for seats and requests to change, in order (18, 20): player and seat,
    0 for any. ``skips``: players who must let the hand pass once (92). ``novices``: players who
    play by the table (101, 102). ``shufflers``: players who asked to shuffle the next shoe (12).
    ``barred``: by player, the clause that bars them from bidding or going banco in this coup (86,
    88, 89-2, 90). ``halted``: play stopped because there were too few players (15, 16).

    The hand. ``banker``: the player who holds it, "" when it must be given. ``due``: with a banker,
    the result of their last coup: "won", "tie" or "void"; without one, whose turn it is: "first"
    (29), "next" (32, 96.c-2) or "regular" (91). ``regular``: the seat of the last banker who had
    the hand in turn (79, 91). ``before``: the banker of the last coup. ``coups``: coups of this
    hand; ``wins``: those that the bank won (34). ``won``: the bets that it won in the last coup, in
    cents; ``covered``: they covered the whole bank (46); ``cut``: the house's percentage of them
    (47). ``auctioned``: the hand was bought at an auction (90). ``associate``: the player who
    shares the bank (31). ``held``: stakes that stay on the table: name, player, cents. ``suivi``:
    the player who went banco in the last coup and lost (51); ``repeated``: with that banco they had
    gone on after another (54); ``tabled``: the player who declared banco with the table in it (57).

    Cards. ``shoe``: the shoe. ``results``: the coups of this shoe, the newest first: "P8-6",
    "B7-3", "T6-6" (the winner's score first). ``spoilt``: a card is damaged, and its pack must be
    replaced before the next shoe (5). ``closing``: "last" when no other shoe will begin (107).
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
    repeated: bool = False


class LastShoe(Shoe):
    """A shoe that says whether fewer than six cards lay behind its warning card (106.d)."""

    short = False

    def _announce_last_coup(self) -> Steps:
        self.short = self.cards_left < ENDS
        yield from super()._announce_last_coup()


def opening(table: Table) -> Carry:
    """The carry of a table's first coup: free seats, no shoe, no banker."""
    return Carry(("",) * SEATS, due="first", placed=True)


class Round(Stakes):
    """The state of one coup: the fields of the carry as they change, and those of the coup itself.

    ``ponto``: the player who has the ponto's cards; ``call``: how they got them: "banco", "table"
    or "bets". ``play``: the cards. ``outcome``: "bank", "ponto", "tie", or "" for undecided or
    void. ``asked``: the seat that is asked to take the hand, 0 for none. ``menus_sent``: players
    have received the menus of this coup. ``returned``: the bank of the coup before has gone back to
    its owners in this one.
    """

    __slots__ = ("asked", "associate", "auctioned", "banker", "barred", "before", "booked", "call",
                 "carry", "closing", "coups", "covered", "cut", "due", "halted", "lost",
                 "menus_sent", "novices", "outcome", "placed", "play", "ponto", "regular",
                 "repeated", "results", "returned", "risen", "seats", "shoe", "shufflers", "skips",
                 "spoilt", "standing", "stood", "suivi", "table", "tabled", "wins", "won")

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table, self.carry = table, carry
        self.seats, self.standing = list(carry.seats), list(carry.standing)
        self.shoe = LastShoe(carry.shoe, shoe_law(), table, PACKS, WARNING)
        self.results = list(carry.results)
        self.banker, self.due, self.regular = carry.banker, carry.due, carry.regular
        self.before, self.wins, self.won = carry.before, carry.wins, carry.won
        self.covered, self.associate = carry.covered, carry.associate
        self.suivi, self.tabled, self.repeated = carry.suivi, carry.tabled, carry.repeated
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
        self.menus_sent = self.returned = False

    @property
    def readings(self) -> Readings:
        """The readings that the table has chosen."""
        chosen: Readings = self.table.rules.readings
        return chosen

    @property
    def naturals_free(self) -> bool:
        """Whether 8 and 9 are free as all draws are under banco (70), by the other reading of
        IR 246. Not so for a banker who plays by the table, nor after a fault."""
        p = self.play
        return (self.readings.naturals == "free" and self.call == "banco" and not p.by_table
                and not p.deemed and not p.faults)

    # -- people -----------------------------------------------------------------------------------

    def place(self, player: str) -> str:
        """The place of a player: "3" at seat 3, "s3" behind it; "" when they have none."""
        return place_of(self.seats, self.standing, player)

    def from_right(self, seat: int) -> Iterator[int]:
        """The seats in order of play, from the one to the right of this seat; this seat is last.
        Play runs to the right, that is in rising numbers (3)."""
        for n in range(seat, seat + SEATS):
            yield n % SEATS + 1

    def by_priority(self, *, standing: bool = True) -> Iterator[str]:
        """The punters in order of priority: seated players from the banker's right (48), then
        standing players likewise (49), last those without priority in this coup (92-2)."""
        yield from self.priority_from(self.banker, standing=standing)

    def offer_order(self, passer: str, *, standing: bool = True) -> Iterator[str]:
        """Everybody but the passer, in the order in which a hand that they passed is offered: from
        their right (78), or from that of the last regular banker if the passer stands (79)."""
        start = passer if passer in self.seats else ""
        yield from (player for player in self.priority_from(
            start, standing=standing, after=self._after_nobody(passer)) if player != passer)

    def priority_from(self, banker: str, *, standing: bool = True, after: int = 0) -> Iterator[str]:
        """Everybody but this player, in order of priority from the player's right (48, 49, 78);
        ``after``: see `by_place`."""
        yield from sorted(self.by_place(banker, standing=standing, after=after),
                          key=lambda player: (player in self.skips, player not in self.seats))

    def by_place(self, banker: str, *, standing: bool = True, after: int = 0) -> Iterator[str]:
        """Everybody but this player, in the order of places, as bets are paid (95): each seat is
        followed by the players who stand behind it. Without a banker the order begins at the right
        of the seat ``after``, or of the last regular banker; before the first hand, at the dealer's
        right (29)."""
        people = [*self.seats, *self.standing]
        for n in self._places(banker, after):
            player = people[n - 1]
            if player and player != banker and (standing or n <= SEATS):
                yield player

    def bid_order(self, passer: str) -> Iterator[str]:
        """Everybody but the passer, from their right, as equal bids go (84)."""
        yield from self.by_place(passer, after=self._after_nobody(passer))

    def _after_nobody(self, passer: str) -> int:
        """The seat from whose right the order runs where nobody passed the hand: the ninth, by the
        other reading of IR 430; 0 for that of the last regular banker."""
        return SEATS if not passer and self.readings.no_passer == "croupiers-right" else 0

    def bets_by_place(self) -> Iterator[str]:
        """The punters' bets in the order in which they are paid (95)."""
        for n in self._places(self.banker):
            bet = str(n) if n <= SEATS else place_name(n - SEATS)
            if self.staked(bet):
                yield bet

    def _places(self, banker: str, after: int = 0) -> list[int]:
        """The numbers of all places in order from this player's right: seats, then standing places
        (see `by_place`)."""
        people = [*self.seats, *self.standing]
        behind_last = self.readings.behind_banker == "last"  # IR 346
        here = banker and banker in people and (self.placed or banker in self.seats) and (
            banker in self.seats or not behind_last)
        start = people.index(banker) + 1 if here else after or self.regular or SEATS
        if self.placed:
            order = PLACES.order(len(people))
            first = order.index(start % SEATS + 1) if behind_last else order.index(start) + 1
            order = [*order[first:], *order[:first]]
        else:  # a coup of release 0.1.0: seated players, then standing ones by arrival
            order = [*self.from_right(start), *range(SEATS + 1, len(people) + 1)]
        return order

    # -- the bank ---------------------------------------------------------------------------------

    @property
    def capital(self) -> int:
        """The bank's money in play, in cents: the banker's and the associate's."""
        return self.staked(BANK) + self.staked(BANK + OF_ASSOCIATE)

    def punter_bets(self) -> dict[str, int]:
        """The punters' bets: name, cents."""
        return {bet: cents for bet, (_, cents) in self.stakes.items()
                if not bet.startswith((BANK, GARAGE))}

    @property
    def shoe_ended(self) -> bool:
        """Whether the cards must be shuffled before the next coup (14-2, 106.d)."""
        return not self.shoe.seal or self.shoe.last or self.shoe.cards_left < ENDS

    @property
    def uncovered(self) -> int:
        """The part of the bank that no bet covers yet, in cents."""
        return self.capital - sum(self.punter_bets().values())

    # -- between coups ----------------------------------------------------------------------------

    def next_carry(self) -> Carry:
        """The carry to the next coup; stakes that are still in play are held."""
        held_stakes = tuple((bet, player, cents) for bet, (player, cents) in self.stakes.items())
        return Carry(
            tuple(self.seats), self._standing_kept(), self.shoe.state(), tuple(self.results),
            self.banker, self.due, self.regular, self.before, self.wins, self.won, self.covered,
            self.associate, held_stakes, self.suivi, self.tabled, self.barred, tuple(self.skips),
            tuple(self.booked), tuple(self.novices), self.halted, self.closing,
            self.coups, self.cut, self.auctioned, self.risen,
            tuple(self.shufflers), self.spoilt, self.placed, self.stood, self.lost, self.repeated)

    def _standing_kept(self) -> tuple[str, ...]:
        """The standing players of the next coup; they keep their places while they have bets."""
        if any(bet[:1] == "s" for bet in self.stakes):
            return trim(self.standing)
        if self.placed:
            return compact(self.standing)
        return tuple(player for player in self.standing if player)


def place_of(seats: Sequence[str], standing: Sequence[str], player: str) -> str:
    """The place of a player: "3" at seat 3, "s3" behind it; "" when they have none."""
    if player and player in seats:
        return str(seats.index(player) + 1)
    return place_name(standing.index(player) + 1) if player and player in standing else ""
