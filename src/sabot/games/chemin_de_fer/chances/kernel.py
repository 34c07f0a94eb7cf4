"""The fast player of chemin de fer: blocks of coups in a compiled loop, counted in whole numbers.

A coup is one unit of the ponto's against one of the bank; who holds the bank, and how the hand
passes, change nothing in it. Chances are words of 64 bits: none is further off than 2**-64.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sabot.equipment import PACK
from sabot.equipment.arrays import Numbers, Octets, Words
from sabot.equipment.streams import stream
from sabot.families.baccarat.values import PIPS, value
from sabot.games.chemin_de_fer.chances import loop
from sabot.games.chemin_de_fer.chances.plays import Play, tables
from sabot.games.chemin_de_fer.rules import PACKS, WARNING
from sabot.odds.tally import Tally

VERSION = 1  # of what a block gives: a change of the loop that changes it counts on
BLOCK = 1 << 22
FIGURES = frozenset("JQK")


def burns(card: str) -> int:
    """How many cards the first card of a shoe burns: its value, of a ten ten, of figures none."""
    return 0 if card[0] in FIGURES else PIPS[card[0]]


def packed() -> Octets:
    """The cards of six packs as the loop reads them, in the order of the packs."""
    return np.array([burns(card) << 4 | value(card) for card in PACK] * PACKS, np.uint8)


@dataclass(frozen=True)
class Player:
    """A table at which the ponto and the banker play so, one unit against one.

    ``first_counts``: the first burned card is one of those that its value burns (13-4); ``fresh``:
    every coup from a full shoe, none burned. `sabot.odds.tally.Kernel` says the rest.
    """

    play: Play
    unit: int
    strategy: str
    first_counts: bool = True
    fresh: bool = False
    size: int = BLOCK

    @cached_property
    def identity(self) -> str:
        told = hashlib.sha256(f"{VERSION} {self.unit} {self.first_counts} {self.fresh}".encode())
        told.update(" ".join(map(str, (*self.play.ponto, *self.play.banker))).encode())
        return f"chemin de fer {told.hexdigest()[:16]}"

    @cached_property
    def law(self) -> Numbers:
        """What the loop reads of the table."""
        found = np.zeros(loop.LAW, np.int64)
        found[loop.SIZE], found[loop.BEHIND] = len(PACK) * PACKS, WARNING
        found[loop.BURNS], found[loop.FIRST] = 1, int(self.first_counts)
        found[loop.FRESH] = int(self.fresh)
        return found

    @cached_property
    def decisions(self) -> tuple[Octets, Words]:
        """What each hand decides, and below which word one that mixes draws."""
        kinds, chances = tables(self.play)
        words = [int(chance * (1 << 64)) if 0 < chance < 1 else 0 for chance in chances]
        return np.array(kinds, np.uint8), np.array(words, np.uint64)

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from a new shoe on, with the cards of stream ``number`` of the seed."""
        nets, sums, _ = self.counted(seed, number, size, 0)
        unit, found = self.unit, {}
        for net, times in zip((-unit, 0, unit), nets, strict=True):
            if times:
                found[net] = int(times)
        shoes, nn, ns, ss = (int(number) for number in sums)
        lost, tied, won = (int(times) for times in nets)
        counts = {"losses": lost, "pushes": tied, "staked": unit * size, "wins": won}
        return Tally(coups=size, shoes=shoes, nn=nn, ns=ns * unit, ss=ss * unit * unit, nets=found,
                     counts={name: times for name, times in counts.items() if times})

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """What the ponto won net in every coup of a block, in cents."""
        found: list[int] = (self.counted(seed, number, size, size)[2] * self.unit).tolist()
        return found

    def counted(self, seed: int, number: int, size: int, keep: int
                ) -> tuple[Numbers, Numbers, Numbers]:
        """Coups lost, tied and won by the ponto, the sums over shoes, and the first results."""
        nets, sums = np.zeros(3, np.int64), np.zeros(4, np.int64)
        told = np.zeros(keep, np.int64)
        kinds, words = self.decisions
        loop.block(self.law, kinds, words, stream(seed, number), packed(), np.zeros(4, np.int64),
                   size, nets, sums, told)
        return nets, sums, told
