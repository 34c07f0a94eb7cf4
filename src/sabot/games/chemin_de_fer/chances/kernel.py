"""The kernel of chemin de fer: blocks of coups in a compiled loop, with whole-number results.

In each coup the ponto stakes one unit against the bank; who banks and how the hand passes make no
difference. Chances are 64-bit words, exact to 2**-64.
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
from sabot.games.chemin_de_fer.chances.plays import Play, decision_table
from sabot.games.chemin_de_fer.rules import PACKS, WARNING
from sabot.probability.tally import Tally

VERSION = 1  # increase it when a change of the loop changes the results of a block
BLOCK = 1 << 22
FIGURES = frozenset("JQK")


def burns(card: str) -> int:
    """How many cards the first card of a shoe burns: ten for a ten, none for a figure."""
    return 0 if card[0] in FIGURES else PIPS[card[0]]


def pack_cards() -> Octets:
    """The cards of six packs in the encoding of the loop, in the order of the packs."""
    return np.array([burns(card) << 4 | value(card) for card in PACK] * PACKS, np.uint8)


def parameters(first_counts: bool, fresh: bool) -> Numbers:
    """The parameters of a table for the loop."""
    values = np.zeros(loop.LAW, np.int64)
    values[loop.SIZE], values[loop.BEHIND] = len(PACK) * PACKS, WARNING
    values[loop.BURNS], values[loop.FIRST] = 1, int(first_counts)
    values[loop.FRESH] = int(fresh)
    return values


@dataclass(frozen=True)
class Player:
    """A table with a fixed play of the ponto and the banker, one unit against one.

    ``first_counts``: the first burnt card counts towards the number of burnt cards (13-4);
    ``fresh``: every coup is dealt from a full shoe, without burnt cards. For the rest see
    `sabot.probability.tally.Kernel`.
    """

    play: Play
    unit: int
    strategy: str
    first_counts: bool = True
    fresh: bool = False
    size: int = BLOCK

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a coup, about."""
        return 6e-5

    @cached_property
    def identity(self) -> str:
        """A hash of everything that decides the results of a block."""
        digest = hashlib.sha256(f"{VERSION} {self.unit} {self.first_counts} {self.fresh}".encode())
        digest.update(" ".join(map(str, (*self.play.ponto, *self.play.banker))).encode())
        return f"chemin de fer {digest.hexdigest()[:16]}"

    @cached_property
    def law(self) -> Numbers:
        """The parameters of the loop."""
        return parameters(self.first_counts, self.fresh)

    @cached_property
    def decisions(self) -> tuple[Octets, Words]:
        """The decision of each hand; for mixed ones, the word below which they draw."""
        kinds, chances = decision_table(self.play)
        words = [int(chance * (1 << 64)) if 0 < chance < 1 else 0 for chance in chances]
        return np.array(kinds, np.uint8), np.array(words, np.uint64)

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` coups from a new shoe, with stream ``number`` of the seed."""
        nets, sums, _ = self.count(seed, number, size, 0)
        unit, results = self.unit, {}
        for net, times in zip((-unit, 0, unit), nets, strict=True):
            if times:
                results[net] = int(times)
        shoes, nn, ns, ss = (int(number) for number in sums)
        lost, tied, won = (int(times) for times in nets)
        counts = {"losses": lost, "pushes": tied, "staked": unit * size, "wins": won}
        return Tally(
            coups=size, shoes=shoes, nn=nn, ns=ns * unit, ss=ss * unit * unit, nets=results,
            counts={name: times for name, times in counts.items() if times})

    def each(self, seed: int, number: int, size: int) -> list[int]:
        """The net win of the ponto in every coup of a block, in cents."""
        results: list[int] = (self.count(seed, number, size, size)[2] * self.unit).tolist()
        return results

    def count(self, seed: int, number: int, size: int, listed: int
                ) -> tuple[Numbers, Numbers, Numbers]:
        """The coups that the ponto lost, tied and won, the sums over shoes (see
        `loop.count_coups`), and the net units of the first ``listed`` coups."""
        nets, sums = np.zeros(3, np.int64), np.zeros(4, np.int64)
        each = np.zeros(listed, np.int64)
        kinds, words = self.decisions
        count = loop.count_coups if listed else loop.count_coups.for_work(
            size * self.plain_seconds)
        count(
            self.law, kinds, words, stream(seed, number), pack_cards(), np.zeros(4, np.int64), size,
            nets, sums, each)
        return nets, sums, each
