"""Bets that are made again before every throw, as a chain of positions.

A spot is filled up to its stake whenever it is open; undecided bets stay. The bets before a throw
depend on the state and on what the earlier throws have left: a finite number of positions, which
are numbered here.
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
SOLVED = 600  # the most positions for which the long-run mean is computed
Lying = tuple[tuple[str, str, int], ...]
"""Bets on the layout: the spot on which each was made or to which it has moved, the part that
decides it, and its cents at stake."""


def alone(spot: str) -> str:
    """The spot that needs a bet before this one: none."""
    return ""


def whole(kind: str, cents: int) -> int:
    """The cents at stake on a spot of a kind: all."""
    return cents


def thrown_again(cloth: Cloth) -> tuple[bool, ...]:
    """The outcomes that decide no possible bet, in a game without states: the same coup goes on
    with the next throw."""
    spots = [part for spot in cloth.spots for part, _ in cloth.parts(spot)]
    if len(cloth.states) > 1 or cloth.dealt:
        return (False,) * len(cloth.outcomes)
    return tuple(all(cloth.fates(spot, cloth.states[0])[at] == STAYS for spot in spots)
                 for at in range(len(cloth.outcomes)))


class Chain(NamedTuple):
    """The positions of repeated bets, as tables by position and outcome: ``then``, the next
    position (its number times the number of outcomes); ``nets``, the net result in cents;
    ``decided``, the cents of stakes decided; ``ends``, whether the table is in its initial state
    afterwards. ``bets``: in the same order, the bets that are decided, by number, with the net of
    each. ``again``: the outcomes that do not end a coup."""

    then: Numbers
    nets: Numbers
    decided: Numbers
    ends: Flags
    bets: tuple[tuple[tuple[int, int], ...], ...]
    again: Flags

    @property
    def positions(self) -> int:
        """The number of positions."""
        return len(self.then)


@dataclass(frozen=True, eq=False)
class Laying:
    """Bets that are made again before every throw. ``bets``: cents by spot; ``beside``: the spot
    that needs a bet first; ``counts``: the cents at stake on a spot of a kind."""

    cloth: Cloth
    bets: tuple[tuple[str, int], ...]
    beside: Callable[[str], str] = alone
    counts: Callable[[str, int], int] = whole

    @cached_property
    def stakes(self) -> dict[str, int]:
        """The cents at stake on each spot."""
        return {spot: self.counts(self.cloth.spots[spot].kind, cents) for spot, cents in self.bets}

    def renewed(self, state: State, lying: Lying) -> Lying:
        """The bets before a throw, with every open spot filled up."""
        present = {spot for spot, _, _ in lying}
        more = list(lying)
        for spot, cents in self.stakes.items():
            base = self.beside(spot)
            if (spot in present or not self.cloth.open(state, spot)
                    or (base and base not in present)):
                continue
            present.add(spot)
            parts = self.cloth.parts(spot)
            chip = cents // sum(many for _, many in parts)
            more += [(spot, part, chip * many) for part, many in parts]
        return tuple(sorted(more))

    def thrown(self, state: State, lying: Lying, fell: Fell) -> tuple[dict[str, int], Lying]:
        """The net result of one outcome on each spot that it decides, and the bets left."""
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
        """The number of the bet that may be on a spot, made there or moved there."""
        origins = {spot: n for n, (spot, _) in enumerate(self.bets)}
        for n, (spot, _) in enumerate(self.bets):
            starts = [(state, part) for part, _ in self.cloth.parts(spot)
                      for state in self.cloth.states if self.cloth.open(state, spot)]
            if len(self.cloth.parts(spot)) == 1:
                for _, reached in positions(self.cloth, starts):
                    origins.setdefault(reached, n)
        return origins

    @cached_property
    def first(self) -> Lying:
        """The bets before the first throw of a table."""
        return self.renewed(self.cloth.states[0], ())

    @cached_property
    def chain(self) -> Chain:
        """All positions that can be reached, the initial one first; ValueError when they are too
        many."""
        cloth = self.cloth
        start = (cloth.states[0], self.first)
        number = {start: 0}
        nodes, rows = [start], []
        led: dict[tuple[State, Lying], int] = {}  # the position by what a throw leaves
        decided: list[tuple[tuple[int, int], ...]] = []
        for state, lying in nodes:
            for fell in cloth.outcomes:
                nets, left = self.thrown(state, lying, fell)
                following = cloth.after(state, fell)
                to = led.get((following, left))
                if to is None:
                    node = (following, self.renewed(following, left))
                    if node not in number:
                        number[node] = len(nodes)
                        nodes.append(node)
                    to = led[following, left] = number[node]
                decided.append(tuple((self.origin[spot], net) for spot, net in nets.items()))
                rows.append((to * len(cloth.outcomes), sum(nets.values()),
                             sum(c for *_, c in lying) - sum(c for *_, c in left),
                             not left and following == cloth.states[0]))
            if len(nodes) > MOST:
                raise ValueError("too many bets that wait for one another: take fewer"
                                 "")
        shape = (len(nodes), len(cloth.outcomes))
        next_, nets_, of_stakes, ends = (np.array(column).reshape(shape)
                                         for column in zip(*rows, strict=True))
        return Chain(next_, nets_, of_stakes, ends, tuple(decided),
                     np.array(thrown_again(cloth)))

    @property
    def unit(self) -> int:
        """The sum of the first bets of a table, in cents; of all bets where none is possible before
        the first throw."""
        return sum(cents for *_, cents in self.first) or sum(self.stakes.values())

    @cached_property
    def by_place(self) -> tuple[Laying, ...]:
        """These bets; or, where the outcomes of all of them are too many to list, those on the
        bank's hand alone and those of each place."""
        place = self.cloth.place
        if place is None:
            return (self,)
        places: dict[int, list[tuple[str, int]]] = {}
        for spot, cents in self.bets:
            places.setdefault(place(spot), []).append((spot, cents))
        return tuple(Laying(self.cloth.of([spot for spot, _ in bets]), tuple(bets), self.beside,
                            self.counts) for _, bets in sorted(places.items()))

    @cached_property
    def mean(self) -> float | None:
        """The long-run mean of a coup, in units of the first bets; None when there are too many
        positions to solve."""
        if self.by_place != (self,):
            parts = [(part.mean, part.unit) for part in self.by_place]
            return sum((mean or 0.0) * unit for mean, unit in parts) / self.unit
        chain = self.chain
        size = chain.positions
        if size > SOLVED:
            return None
        moves = np.zeros((size, size))
        counted = ~chain.again
        ways = [ways for ways, counts in zip(self.cloth.weights, counted, strict=True) if counts]
        chances = np.array(ways) / sum(ways)
        for at, row in enumerate(chain.then[:, counted] // len(self.cloth.outcomes)):
            np.add.at(moves[at], row, chances)
        system = np.vstack((moves.T - np.eye(size), np.ones(size)))
        often = np.linalg.lstsq(system, np.append(np.zeros(size), 1.0), rcond=None)[0]
        return float(often @ (chain.nets[:, counted] @ chances)) / self.unit
