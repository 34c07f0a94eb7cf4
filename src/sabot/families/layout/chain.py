"""What bets on a layout return until all of them are decided, in exact fractions.

Bets that stay from throw to throw make a Markov chain: a position is the state of the table with
the bets that still lie there. A throw leads to another position, or decides. Positions with the
same bets form a small linear system; those with fewer bets are solved before.
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
from sabot.odds.distribution import Distribution

MOST = 20_000  # positions of one layout

Bets = tuple[tuple[str, int], ...]
"""Spots without parts with the cents on each, by name."""

Chances = dict[int, Fraction]
Node = tuple[State, Bets]


class Course(NamedTuple):
    """What bets return until they are all decided: the net result in cents, and the mean number of
    throws until then."""

    net: Distribution
    throws: Fraction


class Throw(NamedTuple):
    """What one throw does: the net result of what it decides, the bets that lie there afterwards,
    the state then, and how many of all throws or deals do so."""

    net: int
    left: Bets
    state: State
    ways: int


def spread(cloth: Cloth, bets: Mapping[str, int]) -> Bets:
    """The parts of bets, with the cents on each; ValueError where they are not whole cents."""
    found: Counter[str] = Counter()
    for spot, cents in bets.items():
        parts, chips = cloth.parts(spot), cloth.chips(spot)
        if cents % chips:
            raise ValueError(f"{cents} cents on {spot} are not {chips} equal chips")
        for part, many in parts:
            found[part] += cents // chips * many
    return tuple(sorted((spot, cents) for spot, cents in found.items() if cents))


def after(cloth: Cloth, state: State, bets: Bets, fell: Fell) -> tuple[int, Bets]:
    """What one outcome makes of bets: the net result, and those that lie there afterwards."""
    at = cloth.number[fell]
    return met(bets, [cloth.fates(spot, state)[at] for spot, _ in bets])


def met(bets: Bets, fates: Iterable[Fate]) -> tuple[int, Bets]:
    """What these fates, one for each, make of bets: the net result, and those that lie there
    afterwards."""
    found, left = 0, Counter[str]()
    for (spot, cents), fate in zip(bets, fates, strict=True):
        match fate:
            case Odds() | Returns():
                found += net_of(fate, cents)
            case Moves():
                left[fate.to] += cents
            case Stays():
                left[spot] += cents
            case _:
                assert_never(fate)
    return found, tuple(sorted(left.items()))


def positions(cloth: Cloth, starts: Iterable[tuple[State, str]]) -> set[tuple[State, str]]:
    """Every state and spot at which a bet may be that begins at one of these."""
    found: set[tuple[State, str]] = set()
    begun = list(starts)
    while begun:
        at = begun.pop()
        if at in found:
            continue
        found.add(at)
        state, spot = at
        for fell, fate in zip(cloth.outcomes, cloth.fates(spot, state), strict=True):
            match fate:
                case Moves():
                    begun.append((cloth.after(state, fell), fate.to))
                case Stays():
                    begun.append((cloth.after(state, fell), spot))
                case Odds() | Returns():
                    pass
                case _:
                    assert_never(fate)
    return found


def lawful(cloth: Cloth, state: State, spot: str) -> bool:
    """Whether a bet can lie on a spot in a state: made there, or come there from where it was."""
    return all((state, part) in _lawful(cloth) for part, _ in cloth.parts(spot))


@lru_cache(maxsize=64)
def _lawful(cloth: Cloth) -> set[tuple[State, str]]:
    return positions(cloth, ((state, part) for state in cloth.states for spot in cloth.spots
                             if cloth.open(state, spot) for part, _ in cloth.parts(spot)))


def unit(cloth: Cloth, state: State, spot: str) -> int:
    """The least stake, in cents, of which everything is whole cents that a bet made here may win or
    get back.

    Sharper than that of the kind where the state decides the prize: odds at a point of 4.
    """
    parts, cloth = cloth.parts(spot), cloth.of((spot,))
    starts = ((state, part) for part, _ in parts)
    whole = lcm(*(unit_of(fate) for at, part in positions(cloth, starts)
                  for fate in cloth.fates(part, at)))
    return sum(many for _, many in parts) * whole


def combined(cloth: Cloth, bets: Mapping[str, int], state: State = None) -> Course:
    """What these bets, in cents by spot, return together from a state until all are decided.

    ValueError for stakes that are not paid in whole cents, for bets that nothing ever decides, and
    where the positions are too many.
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
    told: dict[Node, list[Throw]] = field(default_factory=dict)

    def solve(self, start: Node) -> Course:
        chances, throws = self._of(self._same(*start))
        return Course(Distribution(chances), throws)

    @cached_property
    def _ways(self) -> int:
        return sum(self.cloth.weights)

    def _is_free(self, spot: str) -> bool:
        """Whether the state has no part in what becomes of a bet."""
        if spot not in self.free:
            self.free[spot] = False  # a spot that can move to itself by way of others is not
            first, *others = (self.cloth.fates(spot, state) for state in self.cloth.states)
            self.free[spot] = all(one == first for one in others) and all(
                self._is_free(fate.to) for fate in first if isinstance(fate, Moves))
        return self.free[spot]

    def _same(self, state: State, live: Bets) -> Node:
        """One position for all states where the state has no part in what becomes of the bets."""
        return (self.cloth.states[0] if all(self._is_free(spot) for spot, _ in live) else state,
                live)

    def throws(self, node: Node) -> list[Throw]:
        """What the next throw may do, outcomes that do the same taken together."""
        if node in self.told:
            return self.told[node]
        (state, live), cloth = node, self.cloth
        alike: Counter[tuple[State, tuple[Fate, ...]]] = Counter()
        columns = [cloth.fates(spot, state) for spot, _ in live]
        for fell, ways, *fates in zip(cloth.outcomes, cloth.weights, *columns, strict=True):
            alike[cloth.after(state, fell), tuple(fates)] += ways
        found: Counter[tuple[int, Node]] = Counter()
        for (then, met_by), ways in alike.items():
            if ways:
                net, left = met(live, met_by)
                found[net, self._same(then, left)] += ways
        self.told[node] = [Throw(net, left, then, ways)
                           for (net, (then, left)), ways in found.items()]
        return self.told[node]

    def _of(self, node: Node) -> tuple[Chances, Fraction]:
        if not node[1]:
            return {0: Fraction(1)}, Fraction(0)
        if node not in self.known:
            self._solve(node)
        return self.known[node]

    def _solve(self, start: Node) -> None:
        """All positions with the same bets that can follow one another."""
        live = start[1]
        if live in self.open:
            raise ValueError("bets that go round in a circle cannot be priced")
        self.open.add(live)
        nodes, begun = [], [start]
        while begun:
            node = begun.pop()
            if node in nodes:
                continue
            nodes.append(node)
            begun += [(throw.state, live) for throw in self.throws(node) if throw.left == live]
        rows = [self._row(node, nodes) for node in nodes]
        for node, found in zip(nodes, _eliminated(rows), strict=True):
            self.known[node] = found
        if len(self.known) > MOST:
            raise ValueError("too many bets that wait for one another: take fewer")
        self.open.remove(live)

    def _row(self, node: Node, nodes: list[Node]) -> _Row:
        """The equation of a position: its chances are those of the positions that follow."""
        row = _Row([Fraction(int(node == other)) for other in nodes], {}, Fraction(1))
        for throw in self.throws(node):
            part = Fraction(throw.ways, self._ways)
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
    """Coefficients of the positions on the left; chances and throws on the right."""

    left: list[Fraction]
    chances: Chances
    throws: Fraction

    def less(self, other: _Row, factor: Fraction) -> None:
        """Take so many times another equation from this one."""
        for i, value in enumerate(other.left):
            self.left[i] -= factor * value
        for net, chance in other.chances.items():
            self.chances[net] = self.chances.get(net, Fraction(0)) - factor * chance
        self.throws -= factor * other.throws


def _eliminated(rows: list[_Row]) -> list[tuple[Chances, Fraction]]:
    """The solution of the equations, by Gauss and Jordan."""
    for i, row in enumerate(rows):
        if not row.left[i]:
            raise ValueError("nothing ever decides these bets")
        inverse = 1 / row.left[i]
        row.left = [value * inverse for value in row.left]
        row.chances = {net: chance * inverse for net, chance in row.chances.items()}
        row.throws *= inverse
        for other in rows:
            if other is not row and other.left[i]:
                other.less(row, other.left[i])
    return [(row.chances, row.throws) for row in rows]

