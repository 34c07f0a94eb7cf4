"""The state of one coup of no-draw poker, and what one coup hands to the next.

Bets in the record: "3" is the initial bet of box 3, "3/second" its second bet, "3/jackpot" its chip
for the jackpot.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

import msgspec

from sabot.equipment import UNKNOWN
from sabot.families.poker.hands import Strength, strength
from sabot.families.shoe.shoe import InUse, Shoe
from sabot.games.no_draw_poker.clauses import pack_law
from sabot.games.no_draw_poker.rules import Rules, ranking
from sabot.procedure import AnyStep, Discard, Stakes
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

BANK = "bank"
SECOND = "/second"
RESULTS = 12
"""So many of the bank's last hands are shown."""


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a coup.

    ``seats``: who holds each box. ``shoe``: the pack in use. ``results``: the bank's last hands in
    short, the newest first, "-" where it did not qualify. ``pool``: cents in the jackpot. ``pack``:
    which of two packs was in play. ``spoilt``: a card is damaged and the packs are not replaced
    yet. ``breaches``: how often each player broke the rules of silence (20); ``barred``: who may
    not go on playing for it (20-2).
    """

    seats: tuple[str, ...]
    shoe: InUse = InUse()
    results: tuple[str, ...] = ()
    pool: int = 0
    pack: int = 0
    spoilt: bool = False
    breaches: dict[str, int] = {}
    barred: tuple[str, ...] = ()


def opening(table: Table) -> Carry:
    """The carry of a table's first coup: free boxes, no pack yet."""
    return Carry(("",) * table.places)


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table laid out anew: the pool stays, and so do damaged cards that are still to
    be replaced, and who may not go on playing."""
    return Carry(("",) * table.places, results=carry.results, pool=carry.pool, spoilt=carry.spoilt,
                 breaches=carry.breaches, barred=carry.barred)


def banked(carry: Carry, held: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the pool that the accounts of the table hold."""
    return msgspec.structs.replace(carry, pool=pool)


class Hand:
    """The cards of a box and who plays them. ``called``: he goes on; ``out``: he has passed, or
    lost his bets for showing his cards."""

    __slots__ = ("called", "cards", "out", "place", "player")

    def __init__(self, place: str, player: str) -> None:
        self.place, self.player = place, player
        self.cards: list[str] = []
        self.called = self.out = False

    @property
    def second(self) -> str:
        """The name of its second bet."""
        return self.place + SECOND


class Round(Stakes):
    """The state of one coup. ``open``: which of the bank's cards lies open, -1 for none yet;
    ``chips``: who has a chip for the jackpot, by box; ``lies``: the hands that lie on the table;
    ``shown``: those in play were turned up; ``paid``: the jackpot has paid."""

    __slots__ = ("bank", "barred", "breaches", "carry", "chips", "hands", "lies", "open", "pack",
                 "paid", "pool", "results", "rules", "seats", "shoe", "shown", "spoilt", "table")

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table, self.carry = table, carry
        self.rules: Rules = table.rules
        self.seats = list(carry.seats)
        self.shoe = Shoe(carry.shoe, pack_law(self.rules.shuffler), table, 1, 0)
        self.results, self.pool = carry.results, carry.pool
        self.pack, self.spoilt = carry.pack, carry.spoilt
        self.breaches, self.barred = dict(carry.breaches), carry.barred
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.open = -1
        self.chips: dict[str, str] = {}
        self.lies: list[str] = []
        self.shown = self.paid = False

    @property
    def in_play(self) -> list[Hand]:
        """The hands of those who went on."""
        return [hand for hand in self.hands if hand.called and not hand.out]

    def worth(self, cards: list[str]) -> Strength:
        """What five cards are worth at this table."""
        return strength(cards, ranking(self.rules), distinct=False)

    def antes(self) -> dict[str, str]:
        """The boxes with an initial bet, in the order of the deal, and whose they are."""
        at = {bet: owner for bet, (owner, _) in self.stakes.items() if "/" not in bet}
        return {place: at[place] for place in sorted(at, key=int)}

    def discard(self, law: str, *hands: str) -> Discard:
        """The cards of these hands are collected."""
        self.lies = [hand for hand in self.lies if hand not in hands]
        return Discard(law, hands=hands)

    def after(self) -> Carry:
        """The carry that this coup leaves."""
        return Carry(tuple(self.seats), self.shoe.state(), self.results, self.pool, self.pack,
                     self.spoilt, self.breaches, self.barred)


def known(cards: list[str]) -> bool:
    """Whether the program knows all of these cards."""
    return UNKNOWN not in cards
