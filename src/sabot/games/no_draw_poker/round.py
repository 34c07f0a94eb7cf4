"""The state of one round of no-draw poker, and the carry from one round to the next.

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
"""The number of the bank's last hands that are shown."""


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state that passes from one round to the next.

    ``seats``: the player of each box. ``shoe``: the pack in use. ``results``: short names of the
    bank's last hands, the newest first, "-" when it did not qualify. ``pool``: cents in the
    jackpot. ``pack``: which of two packs was in play. ``spoilt``: a card is damaged, and the packs
    are not yet replaced. ``breaches``: how often each player broke the rules of conduct (20).
    ``barred``: the players who may not go on playing because of them (20-2).
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
    """The carry of a table's first round: free boxes, no pack yet."""
    return Carry(("",) * table.places)


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a table that is configured again: the pool, damaged cards that are not yet
    replaced, breaches and barred players stay."""
    return Carry(("",) * table.places, results=carry.results, pool=carry.pool, spoilt=carry.spoilt,
                 breaches=carry.breaches, barred=carry.barred)


def hold_stakes(carry: Carry, stakes: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the balance of the table's pool account."""
    return msgspec.structs.replace(carry, pool=pool)


class Hand:
    """The cards of a box and its player. ``called``: the player goes on; ``out``: the player has
    passed, or lost the bets for showing cards."""

    __slots__ = ("called", "cards", "out", "place", "player")

    def __init__(self, place: str, player: str) -> None:
        self.place, self.player = place, player
        self.cards: list[str] = []
        self.called = self.out = False

    @property
    def second(self) -> str:
        """The name of the second bet of this box."""
        return self.place + SECOND


class Round(Stakes):
    """The state of one round. ``open``: the indices of the bank's open cards;
    ``chips``: the players with a chip for the jackpot, by box; ``on_table``: the hands with cards
    on the table; ``shown``: whether the hands in play were turned up; ``jackpot_paid``: whether the
    jackpot has paid."""

    __slots__ = ("bank", "barred", "breaches", "carry", "chips", "hands", "jackpot_paid",
                 "on_table", "open", "pack", "pool", "results", "rules", "seats", "shoe",
                 "shown", "spoilt", "table")

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
        self.open = set[int]()
        self.chips: dict[str, str] = {}
        self.on_table: list[str] = []
        self.shown = self.jackpot_paid = False

    @property
    def in_play(self) -> list[Hand]:
        """The hands of the players who went on."""
        return [hand for hand in self.hands if hand.called and not hand.out]

    def strength_of(self, cards: list[str]) -> Strength:
        """The strength of five cards by the rules of this table."""
        return strength(cards, ranking(self.rules), distinct=False)

    def antes(self) -> dict[str, str]:
        """The players of the boxes with an initial bet, in the order of the deal."""
        owners = {bet: owner for bet, (owner, _) in self.stakes.items() if "/" not in bet}
        return {place: owners[place] for place in sorted(owners, key=int)}

    def discard(self, law: str, *hands: str) -> Discard:
        """Collect the cards of these hands."""
        self.on_table = [hand for hand in self.on_table if hand not in hands]
        return Discard(law, hands=hands)

    def next_carry(self) -> Carry:
        """The carry for the next round."""
        return Carry(tuple(self.seats), self.shoe.state(), self.results, self.pool, self.pack,
                     self.spoilt, self.breaches, self.barred)


def known(cards: list[str]) -> bool:
    """Whether the program knows all of these cards."""
    return UNKNOWN not in cards
