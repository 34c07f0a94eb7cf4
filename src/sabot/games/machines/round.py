"""The state of one game of a machine, and the carry from one game to the next.

The player's credit lies on the bet "1/credit" from game to game, the stake of a game on "1/game".
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from sabot.families.machine.file import AnyModel
from sabot.families.shoe.shoe import InUse, Shoe
from sabot.games.machines.clauses import PACK
from sabot.games.machines.rules import Bet, Rules, bets_of, model_of
from sabot.procedure import AnyStep, Move, Stakes, Void
from sabot.procedure.table import Table

Steps = Generator[AnyStep, Any, Any]

SEAT = "1"
CREDIT = "1/credit"
GAME = "1/game"
LAST = 10
"""The number of last games that are shown."""


class Meters(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meters of a machine since it was set up (9).

    ``games``: their number. In cents: the ``bets``; the ``prizes``, however paid; the notes and
    tickets inserted (``collected``); the credit paid ``out``; the prizes paid ``by_hand``; the
    contributions of bets to the jackpot (``contributed``), the amounts with which the bank
    ``seeded`` it, and the ``jackpots`` paid, which are not prizes of the plan. The number of
    ``tickets`` printed, of times that the ``door`` was opened and that the ``power`` failed.
    """

    games: int = 0
    bets: int = 0
    prizes: int = 0
    contributed: int = 0
    seeded: int = 0
    jackpots: int = 0
    collected: int = 0
    out: int = 0
    by_hand: int = 0
    tickets: int = 0
    door: int = 0
    power: int = 0

    @property
    def credit(self) -> int:
        """The player's credit by these meters, in cents."""
        return self.collected - self.out - self.bets + self.prizes - self.by_hand


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state that passes from one game to the next.

    ``seats``: the player; ``held``: their money in the machine; the ``meters``; ``stopped``: why
    the machine is out of order; the ``shoe`` and the window or cards ``shown``; the ``last`` games
    (bet and prize, the newest first); the seat of the last ``bet``; the ``pool`` of the machine's
    own jackpot, in cents, and the fraction of a cent carried forward for it (``owed``).
    """

    seats: tuple[str, ...] = ("",)
    held: dict[str, tuple[str, int]] = {}
    meters: Meters = Meters()
    stopped: str = ""
    shoe: InUse = InUse()
    shown: tuple[tuple[str, ...], ...] = ()
    last: tuple[tuple[int, int], ...] = ()
    bet: str = ""
    pool: int = 0
    owed: str = "0"


def opening(table: Table) -> Carry:
    """The carry of a machine's first game."""
    return Carry()


def reopen(table: Table, carry: Carry) -> Carry:
    """The carry of a machine that is set up again: its meters continue, and its credit stays the
    player's."""
    return Carry(held=carry.held, meters=carry.meters, stopped=carry.stopped, pool=carry.pool,
                 owed=carry.owed)


def hold_stakes(carry: Carry, stakes: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with the balances of the accounts: the player's money, and the jackpot."""
    return msgspec.structs.replace(carry, held=dict(stakes), pool=pool)


class Round(Stakes):
    """The state of one game. ``bet``: None until it is made. ``won``: its prize in cents, without
    the jackpot; ``hit``: whether it wins the jackpot. ``coin``: the cents of a coin of the pay
    table. ``ended``: what voided the game after it was
    played. ``open_hands``: the hands of cards that lie open. ``figures``: the meters that failed,
    what they showed and the amounts of the journal."""

    __slots__ = ("bet", "bets", "carry", "coin", "ended", "figures", "hit", "last", "meters",
                 "model", "open_hands", "owed", "player", "pool", "rules", "shoe", "shown",
                 "stopped", "table", "window", "won")

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table, self.carry = table, carry
        self.rules: Rules = table.rules
        self.model: AnyModel = model_of(self.rules)
        self.bets = bets_of(table)
        self.player = carry.seats[0]
        self.meters, self.stopped = carry.meters, carry.stopped
        self.shoe = Shoe(carry.shoe, PACK, table, 1, 0)
        self.shown, self.last = carry.shown, carry.last
        self.bet: Bet | None = None
        self.open_hands: list[str] = []
        self.figures: dict[str, tuple[int, int]] = {}
        self.won = self.coin = 0
        self.hit = False
        self.ended: Void | None = None
        self.pool, self.owed = carry.pool, Fraction(carry.owed)
        self.window = 0

    @property
    def credit(self) -> int:
        """The player's credit in the machine, in cents."""
        return self.staked(CREDIT)

    def count(self, **more: int) -> None:
        """Add to the meters."""
        self.meters = msgspec.structs.replace(self.meters, **{
            name: getattr(self.meters, name) + amount for name, amount in more.items()})

    def set_meters(self, figures: Mapping[str, tuple[int, int]]) -> None:
        """Set the meters to the amounts of the journal, the second figure of each."""
        self.meters = msgspec.structs.replace(self.meters, **{
            name: recorded for name, (_, recorded) in figures.items()
            if name in Meters.__struct_fields__})

    def check_jackpot(self, symbol: str, count: int) -> None:
        """Record whether this number of a symbol, or this combination of cards, wins the
        jackpot."""
        jackpot = self.rules.jackpot
        if jackpot and self.bet and self.bet.cost >= jackpot.least:
            self.hit |= symbol == jackpot.symbol and count >= jackpot.count

    def insert(self, amount: int, law: str, *also: str) -> Move:
        """The player inserts money."""
        self.count(collected=amount)
        return self.stake(CREDIT, self.player, amount, law, *also)

    def redeem(self, number: str, amount: int, law: str, *also: str) -> Move:
        """The player inserts a ticket worth ``amount``."""
        self.count(collected=amount)
        self.stakes[CREDIT] = (self.player, self.credit + amount)
        return Move(law, also, kind="redeem", bet=CREDIT, player=self.player, amount=amount,
                    into=number)

    def pay_credit(self, amount: int, law: str, *also: str) -> Move:
        """The machine adds a prize to the player's credit."""
        self.count(prizes=amount)
        self.stakes[CREDIT] = (self.player, self.credit + amount)
        return Move(law, also, kind="prize", bet=CREDIT, player=self.player, amount=amount)

    def next_carry(self, stakes: dict[str, tuple[str, int]]) -> Carry:
        """The carry for the next game."""
        return Carry((self.player,), stakes, self.meters,
                     self.stopped, self.shoe.state(), self.shown, self.last,
                     self.bet.seat if self.bet else self.carry.bet, self.pool,
                     str(self.owed))
