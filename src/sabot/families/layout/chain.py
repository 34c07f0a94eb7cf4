"""The net result of bets on a layout until all of them are decided, in exact fractions.

Bets that stay from throw to throw make a Markov chain. A position is the state of the table with
the bets still on it; a throw leads to another position, or decides. Positions with the same bets
form a small linear system; positions with fewer bets are solved first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple, assert_never

from sabot.families.layout.cloth import (
    Cloth,
    Fate,
    Fell,
    Moves,
    Returns,
    State,
    Stays,
    net_of,
    unit_of,
)
from sabot.money import Odds
from sabot.probability.distribution import Distribution

MOST = 20_000  # positions of one layout

Bets = tuple[tuple[str, int], ...]
"""Spots without parts with the cents on each, by name."""

Chances = dict[int, Fraction]
Node = tuple[State, Bets]


class Course(NamedTuple):
    """The result of bets once all are decided: the distribution of the net in cents, and the mean
    number of throws until then."""

    net: Distribution
    throws: Fraction


class Throw(NamedTuple):
    """The effect of a throw: the net of the bets it decides, the bets left afterwards, the state
    then, and the number of throws or deals with this effect."""

    net: int
    left: Bets
    state: State
    ways: int


def spread(cloth: Cloth, bets: Mapping[str, int]) -> Bets:
    """The parts of bets, with the cents on each; ValueError when they are not whole cents."""
    on_parts: Counter[str] = Counter()
    for spot, cents in bets.items():
        parts, chips = cloth.parts(spot), cloth.chips(spot)
        if cents % chips:
            raise ValueError(f"{cents} cents on {spot} are not {chips} equal chips")
        for part, many in parts:
            on_parts[part] += cents // chips * many
    return tuple(sorted((spot, cents) for spot, cents in on_parts.items() if cents))


def after(cloth: Cloth, state: State, bets: Bets, fell: Fell) -> tuple[int, Bets]:
    """The effect of one outcome on bets: the net result, and the bets left afterwards."""
    at = cloth.number[fell]
    return resolve(bets, [cloth.fates(spot, state)[at] for spot, _ in bets])


def resolve(bets: Bets, fates: Iterable[Fate]) -> tuple[int, Bets]:
    """The effect of these fates, one for each bet: the net result, and the bets left afterwards."""
    net, left = 0, Counter[str]()
    for (spot, cents), fate in zip(bets, fates, strict=True):
        match fate:
            case Odds() | Returns():
                net += net_of(fate, cents)
            case Moves():
                left[fate.to] += cents
            case Stays():
                left[spot] += cents
            case _:
                assert_never(fate)
    return net, tuple(sorted(left.items()))


def positions(cloth: Cloth, starts: Iterable[tuple[State, str]]) -> set[tuple[State, str]]:
    """Every state and spot that a bet which begins at one of these can reach."""
    reached: set[tuple[State, str]] = set()
    pending = list(starts)
    while pending:
        at = pending.pop()
        if at in reached:
            continue
        reached.add(at)
        state, spot = at
        for fell, fate in zip(cloth.outcomes, cloth.fates(spot, state), strict=True):
            match fate:
                case Moves():
                    pending.append((cloth.after(state, fell), fate.to))
                case Stays():
                    pending.append((cloth.after(state, fell), spot))
                case Odds() | Returns():
                    pass
                case _:
                    assert_never(fate)
    return reached


def lawful(cloth: Cloth, state: State, spot: str) -> bool:
    """Whether a bet can be on a spot in a state: made there, or moved there."""
    return all((state, part) in _lawful(cloth) for part, _ in cloth.parts(spot))


@lru_cache(maxsize=64)
def _lawful(cloth: Cloth) -> set[tuple[State, str]]:
    return positions(cloth, ((state, part) for state in cloth.states for spot in cloth.spots
                             if cloth.open(state, spot) for part, _ in cloth.parts(spot)))


def unit(cloth: Cloth, state: State, spot: str) -> int:
    """The smallest stake, in cents, for which every prize and return of a bet made here is whole
    cents.

    More precise than the unit of the kind where the state decides the prize: odds at a point of 4.
    """
    parts, cloth = cloth.parts(spot), cloth.of((spot,))
    starts = ((state, part) for part, _ in parts)
    whole = lcm(*(unit_of(fate) for at, part in positions(cloth, starts)
                  for fate in cloth.fates(part, at)))
    return sum(many for _, many in parts) * whole


def combine(cloth: Cloth, bets: Mapping[str, int], state: State = None) -> Course:
    """The result of these bets together, in cents by spot, from a state until all are decided.

    ValueError for stakes that are not paid in whole cents, for bets that no throw ever decides, and
    when there are too many positions.
    """
    live = spread(cloth, bets)
    if not live:
        raise ValueError("no bet is made")
    return _Solver(cloth.of(bets)).solve((state, live))


@dataclass
class _Solver:
    """The positions of one layout, each solved once."""

    cloth: Cloth
    known: dict[Node, tuple[Chances, Fraction]] = field(default_factory=dict)
    open: set[Bets] = field(default_factory=set)
    free: dict[str, bool] = field(default_factory=dict)
    thrown: dict[Node, list[Throw]] = field(default_factory=dict)

    def solve(self, start: Node) -> Course:
        chances, throws = self._of(self._same(*start))
        return Course(Distribution(chances), throws)

    @cached_property
    def _total_ways(self) -> int:
        return sum(self.cloth.weights)

    def _is_free(self, spot: str) -> bool:
        """Whether the fate of a bet does not depend on the state."""
        if spot not in self.free:
            self.free[spot] = False  # a spot that can move back to itself is not free
            first, *others = (self.cloth.fates(spot, state) for state in self.cloth.states)
            self.free[spot] = all(fates == first for fates in others) and all(
                self._is_free(fate.to) for fate in first if isinstance(fate, Moves))
        return self.free[spot]

    def _same(self, state: State, live: Bets) -> Node:
        """The position, the same for all states where the bets do not depend on the state."""
        return (self.cloth.states[0] if all(self._is_free(spot) for spot, _ in live) else state,
                live)

    def throws(self, node: Node) -> list[Throw]:
        """The effects of the next throw; outcomes with the same effect are counted together."""
        if node in self.thrown:
            return self.thrown[node]
        (state, live), cloth = node, self.cloth
        alike: Counter[tuple[State, tuple[Fate, ...]]] = Counter()
        columns = [cloth.fates(spot, state) for spot, _ in live]
        for fell, ways, *fates in zip(cloth.outcomes, cloth.weights, *columns, strict=True):
            alike[cloth.after(state, fell), tuple(fates)] += ways
        effects: Counter[tuple[int, Node]] = Counter()
        for (following, its_fates), ways in alike.items():
            if ways:
                net, left = resolve(live, its_fates)
                effects[net, self._same(following, left)] += ways
        self.thrown[node] = [Throw(net, left, following, ways)
                             for (net, (following, left)), ways in effects.items()]
        return self.thrown[node]

    def _of(self, node: Node) -> tuple[Chances, Fraction]:
        if not node[1]:
            return {0: Fraction(1)}, Fraction(0)
        if node not in self.known:
            self._solve(node)
        return self.known[node]

    def _solve(self, start: Node) -> None:
        """Solve all positions with the same bets that can follow one another."""
        live = start[1]
        if live in self.open:
            raise ValueError("bets that move in a circle cannot be priced")
        self.open.add(live)
        nodes, pending = [], [start]
        while pending:
            node = pending.pop()
            if node in nodes:
                continue
            nodes.append(node)
            pending += [(throw.state, live) for throw in self.throws(node) if throw.left == live]
        rows = [self._row(node, nodes) for node in nodes]
        for node, solution in zip(nodes, _eliminated(rows), strict=True):
            self.known[node] = solution
        if len(self.known) > MOST:
            raise ValueError("too many bets that wait for one another: take fewer")
        self.open.remove(live)

    def _row(self, node: Node, nodes: list[Node]) -> _Row:
        """The equation of a position: its chances are those of the following positions."""
        row = _Row([Fraction(int(node == other)) for other in nodes], {}, Fraction(1))
        for throw in self.throws(node):
            part = Fraction(throw.ways, self._total_ways)
            if throw.left == node[1]:
                if throw.net:
                    raise ValueError("a bet that pays and stays cannot be priced")
                row.left[nodes.index((throw.state, throw.left))] -= part
                continue
            chances, throws = self._of((throw.state, throw.left))
            row.throws += part * throws
            for net, chance in chances.items():
                row.chances[net + throw.net] = (
                    row.chances.get(net + throw.net, Fraction(0)) + part * chance)
        return row


@dataclass
class _Row:
    """One equation: coefficients of the positions; chances and throws on the right side."""

    left: list[Fraction]
    chances: Chances
    throws: Fraction

    def less(self, other: _Row, factor: Fraction) -> None:
        """Subtract ``factor`` times another equation."""
        for i, value in enumerate(other.left):
            self.left[i] -= factor * value
        for net, chance in other.chances.items():
            self.chances[net] = self.chances.get(net, Fraction(0)) - factor * chance
        self.throws -= factor * other.throws


def _eliminated(rows: list[_Row]) -> list[tuple[Chances, Fraction]]:
    """The solution of the equations, by Gauss-Jordan elimination."""
    for i, row in enumerate(rows):
        if not row.left[i]:
            raise ValueError("no throw ever decides these bets")
        inverse = 1 / row.left[i]
        row.left = [value * inverse for value in row.left]
        row.chances = {net: chance * inverse for net, chance in row.chances.items()}
        row.throws *= inverse
        for other in rows:
            if other is not row and other.left[i]:
                other.less(row, other.left[i])
    return [(row.chances, row.throws) for row in rows]

