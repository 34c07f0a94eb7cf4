"""Many machines of one model in compiled code, each of which waits for a decision of its player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sabot.equipment.arrays import Bytes, Flags, Ints, Numbers, Octets
from sabot.equipment.streams import lanes
from sabot.families.machine import batch_loop as loop
from sabot.families.machine.draw import Draw
from sabot.families.machine.drawhands import HAND, numbering
from sabot.families.machine.drawkernel import prizes_by_number
from sabot.families.machine.kernel import ReelPlayer
from sabot.families.machine.model import Model

Step = tuple[Ints, Bytes, Numbers, Flags, Flags, Ints]
HIGHEST = 2**31 - 1


class CoinBet(NamedTuple):
    """A bet of a machine: its ``name``, the number of ``lines`` or of coins of the pay table
    (``level``), and the cents of one of its coins."""

    name: str
    level: int
    unit: int


class _Machines:
    """``n`` machines; see `ManyTables`."""

    columns: tuple[str, ...]
    decisions: tuple[str, ...]
    highest = HIGHEST

    def __init__(self, bets: Sequence[CoinBet], group: Sequence[int], n: int, more: Sequence[str]
                 ) -> None:
        if n < 1:
            raise ValueError(f"tables: found {n}; allowed: 1 or more")
        self.n, self.bets = n, tuple(bets)
        self.decisions = (*(f"spin {bet.name}" for bet in bets), *more)
        self._machines = loop.Machines(
            np.array([bet.unit for bet in bets], np.int64), np.array(group, np.int64),
            np.zeros((n, 4), np.uint64), np.zeros(n, np.int64),
            np.zeros((n, len(self.columns)), np.int32),
            np.zeros((n, len(self.decisions)), np.int8))

    def start(self, seed: int, number: int = 0) -> tuple[Ints, Bytes]:
        """Begin at every machine, with chance from stream ``number`` of the seed, one lane for
        each; return views and masks."""
        m = self._machines
        m.streams[:] = lanes(seed, number, self.n)
        m.views[:] = 0
        m.masks[:] = 0
        m.masks[:, :len(self.bets)] = 1
        return m.views.copy(), m.masks.copy()


class ReelMachines(_Machines):
    """Machines with reels: the player chooses a bet, and whether to climb a ladder further."""

    columns = ("phase", "bet", "won", "rung", "amount")

    def __init__(self, model: Model, bets: Sequence[CoinBet], n: int) -> None:
        levels = sorted({bet.level for bet in bets})
        super().__init__(bets, [levels.index(bet.level) for bet in bets], n, ("climb", "stop"))
        self._groups = [_reels(ReelPlayer(model, 0 if model.ways else level)) for level in levels]
        reels = len(model.window)
        self._room = (np.zeros((reels, max(model.window)), np.int64), np.zeros(reels, np.int64),
                      np.zeros(reels, np.int64))

    def step(self, decisions: ArrayLike) -> Step:
        """Apply a decision at each machine: see `ManyTables.step`."""
        m, n, chosen = self._machines, self.n, np.asarray(decisions, np.int64)
        nets, over, refused = np.zeros(n, np.int64), np.zeros(n, np.bool_), np.ones(n, np.bool_)
        last_views = np.zeros(m.views.shape, m.views.dtype)
        for number, reels in enumerate(self._groups):
            loop.play_reels(reels, m, number, chosen, self._room, np.zeros(1, np.int64), nets,
                            over, refused, last_views)
        return m.views.copy(), m.masks.copy(), nets, over, refused, last_views


def _reels(player: ReelPlayer) -> loop.Reels:
    base, extra, ladder = player._base, player._extra, player.model.ladder
    free, hold, values, rungs, many, _ = player._features
    return loop.Reels(
        base[:2], extra[:2], player._max_falls, np.array([base.floor, extra.floor]),
        player._scatters(base.codes), player._scatters(extra.codes), free, hold, values, rungs,
        many, int(bool(ladder and ladder.choice)), player.bet)


class CardMachines(_Machines):
    """Machines of video poker: the player chooses a bet, and the cards to hold.

    The decision that holds cards names their places. A card is numbered from 1: rank by rank from
    the two, spades, hearts, diamonds, clubs. ``prize``: the combination that the cards show, a
    place among the model's `outcomes`.
    """

    columns = ("phase", "bet", *(f"card {at}" for at in range(1, HAND + 1)), "prize")

    def __init__(self, model: Draw, bets: Sequence[CoinBet], n: int) -> None:
        holds = ["hold " + ("-".join(str(at + 1) for at in range(HAND) if held >> at & 1)
                            or "none") for held in range(1 << HAND)]
        super().__init__(bets, [bet.level * bet.unit for bet in bets], n, holds)
        self._prizes = prizes_by_number(model.canonical)
        self._size = model.kinds.size
        self._binomials = numbering(self._size).binomials
        tables = [(model.pay_table(bet.level), bet) for bet in bets]
        self._pays = np.array([[bet.level * bet.unit * table.get(name, 0)
                                for name in model.outcomes] for table, bet in tables], np.int64)
        self._pack: Octets = np.zeros((n, 0), np.uint8)

    def start(self, seed: int, number: int = 0) -> tuple[Ints, Bytes]:
        """Begin at every machine: see `ManyTables.start`."""
        self._pack = np.tile(np.arange(self._size, dtype=np.uint8), (self.n, 1))
        return super().start(seed, number)

    def step(self, decisions: ArrayLike) -> Step:
        """Apply a decision at each machine: see `ManyTables.step`."""
        m, n, chosen = self._machines, self.n, np.asarray(decisions, np.int64)
        nets, over, refused = np.zeros(n, np.int64), np.zeros(n, np.bool_), np.ones(n, np.bool_)
        last_views = np.zeros(m.views.shape, m.views.dtype)
        loop.play_cards(m, self._pack, self._prizes, self._pays, self._binomials, chosen,
                        np.zeros(2 * HAND, np.uint64), np.zeros(HAND, np.int64),
                        np.zeros(HAND, np.int64), nets, over, refused, last_views)
        return m.views.copy(), m.masks.copy(), nets, over, refused, last_views
