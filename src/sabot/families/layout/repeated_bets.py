"""Bets that are laid again before every throw, as a chain of positions.

A spot is filled up to its stake whenever it is open; what no throw has decided stays as it is. What
lies before a throw depends on the state and on what the throws before have left: finitely many
positions, which are numbered here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, assert_never

import numpy as np

from sabot.equipment.arrays import Flags, Numbers
from sabot.families.layout.chain import positions
from sabot.families.layout.cloth import STAYS, Cloth, Fell, Moves, Returns, State, Stays, net_of
from sabot.money import Odds

MOST = 4096  # positions
SOLVED = 600  # positions of which the long run is worked out
Lying = tuple[tuple[str, str, int], ...]
"""Bets on the cloth: the spot on which each was laid or to which it has moved, the part of it that
decides, and its cents at stake."""


def alone(spot: str) -> str:
    """The bet that one on this spot may only accompany: none."""
    return ""


def whole(kind: str, cents: int) -> int:
    """What of the cents on a spot of a kind is at stake: all."""
    return cents


def thrown_again(cloth: Cloth) -> tuple[bool, ...]:
    """The outcomes that decide no bet that could be made, in a game without states: the same coup
    goes on with the next throw."""
    spots = [part for spot in cloth.spots for part, _ in cloth.parts(spot)]
    if len(cloth.states) > 1 or cloth.dealt:
        return (False,) * len(cloth.outcomes)
    return tuple(all(cloth.fates(spot, cloth.states[0])[at] == STAYS for spot in spots)
                 for at in range(len(cloth.outcomes)))


class Chain(NamedTuple):
    """The positions of a laying: for each of them and each outcome where it leads (the number of
    the position times that of the outcomes), the net result in cents, what is decided of all
    stakes, and whether the table is then as at the beginning. ``bets`` are, in the same order, the
    bets that are decided, by their number among those laid, with the net result of each. ``again``
    are the outcomes that end no coup."""

    then: Numbers
    nets: Numbers
    decided: Numbers
    ends: Flags
    bets: tuple[tuple[tuple[int, int], ...], ...]
    again: Flags

    @property
    def positions(self) -> int:
        return len(self.then)


@dataclass(frozen=True, eq=False)
class Laying:
    """``bets``: cents by spot; ``beside`` names the spot on which another bet must lie first,
    ``counts`` says what of the cents on a spot of a kind is at stake."""

    cloth: Cloth
    bets: tuple[tuple[str, int], ...]
    beside: Callable[[str], str] = alone
    counts: Callable[[str, int], int] = whole

    @cached_property
    def stakes(self) -> dict[str, int]:
        """The cents at stake on each spot."""
        return {spot: self.counts(self.cloth.spots[spot].kind, cents) for spot, cents in self.bets}

    def renewed(self, state: State, lying: Lying) -> Lying:
        """What lies before a throw, once every open spot is filled up."""
        there = {spot for spot, _, _ in lying}
        more = list(lying)
        for spot, cents in self.stakes.items():
            base = self.beside(spot)
            if spot in there or not self.cloth.open(state, spot) or (base and base not in there):
                continue
            there.add(spot)
            parts = self.cloth.parts(spot)
            chip = cents // sum(many for _, many in parts)
            more += [(spot, part, chip * many) for part, many in parts]
        return tuple(sorted(more))

    def thrown(self, state: State, lying: Lying, fell: Fell) -> tuple[dict[str, int], Lying]:
        """What one outcome returns net on each spot that it decides, and what it leaves lying."""
        left, at = [], self.cloth.number[fell]
        nets: dict[str, int] = {}
        for spot, part, cents in lying:
            fate = self.cloth.fates(part, state)[at]
            match fate:
                case Odds() | Returns():
                    nets[spot] = nets.get(spot, 0) + net_of(fate, cents)
                case Moves():
                    left.append((fate.to, fate.to, cents))
                case Stays():
                    left.append((spot, part, cents))
                case _:
                    assert_never(fate)
        return nets, tuple(sorted(left))

    @cached_property
    def origin(self) -> dict[str, int]:
        """The number of the laid bet that may lie on a spot, which it may have reached later."""
        found = {spot: n for n, (spot, _) in enumerate(self.bets)}
        for n, (spot, _) in enumerate(self.bets):
            starts = [(state, part) for part, _ in self.cloth.parts(spot)
                      for state in self.cloth.states if self.cloth.open(state, spot)]
            if len(self.cloth.parts(spot)) == 1:
                for _, there in positions(self.cloth, starts):
                    found.setdefault(there, n)
        return found

    @cached_property
    def first(self) -> Lying:
        """What lies before the first throw of a table."""
        return self.renewed(self.cloth.states[0], ())

    @cached_property
    def chain(self) -> Chain:
        """All positions that can come, the first one of a table first; ValueError where they are
        too many."""
        cloth = self.cloth
        start = (cloth.states[0], self.first)
        number = {start: 0}
        nodes, rows = [start], []
        led: dict[tuple[State, Lying], int] = {}  # the position by what a throw leaves
        decided: list[tuple[tuple[int, int], ...]] = []
        for state, lying in nodes:
            for fell in cloth.outcomes:
                nets, left = self.thrown(state, lying, fell)
                then = cloth.after(state, fell)
                to = led.get((then, left))
                if to is None:
                    node = (then, self.renewed(then, left))
                    if node not in number:
                        number[node] = len(nodes)
                        nodes.append(node)
                    to = led[then, left] = number[node]
                decided.append(tuple((self.origin[spot], net) for spot, net in nets.items()))
                rows.append((to * len(cloth.outcomes), sum(nets.values()),
                             sum(c for *_, c in lying) - sum(c for *_, c in left),
                             not left and then == cloth.states[0]))
            if len(nodes) > MOST:
                raise ValueError("so many bets that wait for one another cannot be played: take "
                                 "fewer")
        shape = (len(nodes), len(cloth.outcomes))
        then_, nets_, of_stakes, ends = (np.array(column).reshape(shape)
                                         for column in zip(*rows, strict=True))
        return Chain(then_, nets_, of_stakes, ends, tuple(decided),
                     np.array(thrown_again(cloth)))

    @property
    def unit(self) -> int:
        """The cents of the first bets of a table; where none can lie before the first throw, of
        all that are laid."""
        return sum(cents for *_, cents in self.first) or sum(self.stakes.values())

    @cached_property
    def apart(self) -> tuple[Laying, ...]:
        """This laying; or where the outcomes of all its bets are too many to list, that of the
        bank's hand alone and that of each place."""
        place = self.cloth.place
        if place is None:
            return (self,)
        found: dict[int, list[tuple[str, int]]] = {}
        for spot, cents in self.bets:
            found.setdefault(place(spot), []).append((spot, cents))
        return tuple(Laying(self.cloth.of([spot for spot, _ in bets]), tuple(bets), self.beside,
                            self.counts) for _, bets in sorted(found.items()))

    @cached_property
    def mean(self) -> float | None:
        """What a coup returns on average in the long run, in units of the first bets; None where
        the positions are too many to be solved at once."""
        if self.apart != (self,):
            parts = [(one.mean, one.unit) for one in self.apart]
            return sum((mean or 0.0) * unit for mean, unit in parts) / self.unit
        chain = self.chain
        size = chain.positions
        if size > SOLVED:
            return None
        moves = np.zeros((size, size))
        counted = ~chain.again
        ways = [ways for ways, counts in zip(self.cloth.weights, counted, strict=True) if counts]
        chances = np.array([one / sum(ways) for one in ways])
        for at, row in enumerate(chain.then[:, counted] // len(self.cloth.outcomes)):
            np.add.at(moves[at], row, chances)
        system = np.vstack((moves.T - np.eye(size), np.ones(size)))
        often = np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)[0]
        return float(often @ (chain.nets[:, counted] @ chances)) / self.unit
