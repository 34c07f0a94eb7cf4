"""The state of one game of a machine, and what one game hands to the next.

What a player has put in lies on "1/credit" from game to game, the bet of a game on "1/game".
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
"""So many games are shown again."""


class Meters(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a machine has counted since it was set up (9): ``games``; in cents the ``bets`` made,
    the ``prizes`` paid in all ways, the ``collected`` notes and tickets that were put in, what was
    paid ``out`` of credit, and of the prizes those paid ``by_hand``; what bets have ``contributed``
    to the jackpot, what the bank has ``seeded`` it with, and the ``jackpots`` that it has paid,
    which are no prizes of the plan; how many ``tickets`` it has printed, how often the ``door`` was
    opened and the ``power`` failed."""

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
        """What must lie in the machine for its player, by these meters: in cents."""
        return self.collected - self.out - self.bets + self.prizes - self.by_hand


class Carry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What outlives a game: who plays (``seats``), what is ``held`` for him, the ``meters``, why
    the machine is out of order (``stopped``), what the reels or the pack show, the ``last`` games
    (bet and prize, the newest first); the ``pool`` of the machine's own jackpot, in cents, and what
    of its share was no whole cent yet (``owed``, a fraction)."""

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
    """The carry of a machine that is set up anew: its meters go on, and what lies in it is its
    player's."""
    return Carry(held=carry.held, meters=carry.meters, stopped=carry.stopped, pool=carry.pool,
                 owed=carry.owed)


def banked(carry: Carry, held: Mapping[str, tuple[str, int]], pool: int) -> Carry:
    """The carry with what the accounts hold for the machine's player, and in its jackpot."""
    return msgspec.structs.replace(carry, held=dict(held), pool=pool)


class Round(Stakes):
    """The state of one game. ``bet``: what is played, once it is; ``won``: cents it has won,
    the jackpot apart, which it has ``hit`` or not; ``ended``: what
    voided it once it was played; ``lies``: the hands of cards that lie open; ``figures``: which
    meters failed, what they showed and what the books held."""

    __slots__ = ("bet", "bets", "carry", "ended", "figures", "hit", "last", "lies", "meters",
                 "model", "owed", "player", "pool", "rules", "shoe", "shown", "stopped", "table",
                 "window", "won")

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
        self.lies: list[str] = []
        self.figures: dict[str, tuple[int, int]] = {}
        self.won = 0
        self.hit = False
        self.ended: Void | None = None
        self.pool, self.owed = carry.pool, Fraction(carry.owed)
        self.window = 0

    @property
    def credit(self) -> int:
        """What lies in the machine for its player."""
        return self.staked(CREDIT)

    def count(self, **more: int) -> None:
        """The meters go on by so much."""
        self.meters = msgspec.structs.replace(self.meters, **{
            name: getattr(self.meters, name) + by for name, by in more.items()})

    def read(self, figures: Mapping[str, tuple[int, int]]) -> None:
        """The meters are set to what the books hold, the second figure of each."""
        self.meters = msgspec.structs.replace(self.meters, **{
            name: held for name, (_, held) in figures.items()
            if name in Meters.__struct_fields__})

    def shows(self, symbol: str, count: int) -> None:
        """So many of a symbol have won, or a combination of cards: the jackpot may fall to it."""
        jackpot = self.rules.jackpot
        if jackpot and self.bet and self.bet.cost >= jackpot.least:
            self.hit |= symbol == jackpot.symbol and count >= jackpot.count

    def put_in(self, amount: int, law: str, *also: str) -> Move:
        """The player puts money in."""
        self.count(collected=amount)
        return self.stake(CREDIT, self.player, amount, law, *also)

    def redeemed(self, number: str, amount: int, law: str, *also: str) -> Move:
        """The player puts a ticket in, which is worth so much."""
        self.count(collected=amount)
        self.stakes[CREDIT] = (self.player, self.credit + amount)
        return Move(law, also, kind="redeem", bet=CREDIT, player=self.player, amount=amount,
                    into=number)

    def credited(self, amount: int, law: str, *also: str) -> Move:
        """The machine pays a prize into the player's credit."""
        self.count(prizes=amount)
        self.stakes[CREDIT] = (self.player, self.credit + amount)
        return Move(law, also, kind="prize", bet=CREDIT, player=self.player, amount=amount)

    def after(self, held: dict[str, tuple[str, int]]) -> Carry:
        """The carry that this game leaves."""
        return Carry((self.player,), held, self.meters, self.stopped, self.shoe.state(), self.shown,
                     self.last, self.bet.seat if self.bet else self.carry.bet, self.pool,
                     str(self.owed))
