"""Equilibria of small games: counterfactual regret minimisation and exploitability.

`game_tree` walks every continuation of a state (or of anything with the same methods) once and
keeps it as arrays. `solve` runs counterfactual regret minimisation on the whole tree: nothing is
sampled, so that the only error is that of the policy, which `exploitability` measures. A policy is
an array of probabilities, one for each action of each information set, in the order of
`GameTree.keys`.

References: Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with incomplete
information", 2007; Tammelin, "Solving large imperfect information games using CFR+", 2014.

Values are floats in the unit of the returns (cents for a `State`); they are analysis and no money.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from sabot.gym.state import CHANCE, TERMINAL

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Method = Literal["cfr", "cfr+"]
MOST = 500_000
"""The maximum number of nodes of a tree, unless the caller says otherwise."""


class Sequential(Protocol):
    """What a tree is made from: the methods of `sabot.gym.State`."""

    @property
    def players(self) -> int:
        """The number of players."""

    def current_player(self) -> int:
        """The player who decides, CHANCE or TERMINAL."""

    def legal_actions(self) -> list[int]:
        """The open actions, or the outcomes of chance."""

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """The outcomes of chance with their probabilities."""

    def child(self, action: int) -> Self:
        """The state after an action."""

    def returns(self) -> Sequence[float]:
        """What each player has won."""

    def information_text(self, player: int) -> str:
        """A text for the information set of a player."""


class Key(NamedTuple):
    """An information set: the player who decides there, its text, and the actions that are open;
    ``start`` is the index of the first of them in a policy."""

    player: int
    text: str
    actions: tuple[int, ...]
    start: int


class Level(NamedTuple):
    """The nodes from ``first`` to before ``end``, all equally far from the root."""

    first: int
    end: int


@dataclass(frozen=True)
class GameTree:
    """All continuations of a state.

    Attributes:
        players: The number of players.
        keys: The information sets.
        parents: The parent of each node; nodes are ordered by their distance from the root.
        deciders: The player who decides at each node, CHANCE or TERMINAL.
        choices: The index in a policy of the action that leads to a node; -1 after chance.
        chances: The probability of the outcome that leads to a node; 1 after a decision.
        utilities: What each player has at each leaf; 0 at other nodes.
        levels: The nodes by their distance from the root.
        sets: The information set of each action of a policy.
    """

    players: int
    keys: tuple[Key, ...]
    parents: Numbers
    deciders: Numbers
    choices: Numbers
    chances: Floats
    utilities: Floats
    levels: tuple[Level, ...]
    sets: Numbers
    depths: Numbers = field(repr=False)
    """The number of earlier decisions of the same player, for each action of a policy."""

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.parents)

    def uniform(self) -> Floats:
        """The policy that takes every action with the same probability."""
        sizes = np.array([len(key.actions) for key in self.keys], np.float64)
        return 1 / sizes[self.sets]

    def at(self, policy: Floats, text: str) -> dict[int, float]:
        """The probability of each action at the information set with this text; LookupError where
        there is none."""
        for key in self.keys:
            if key.text == text:
                return dict(zip(key.actions, policy[key.start:].tolist(), strict=False))
        raise LookupError(f"no information set of this tree has the text {text[:200]!r}")


S = TypeVar("S", bound=Sequential)


def game_tree(state: S, *, utility: Callable[[Sequence[float]], Sequence[float]] | None = None,
              actions: Callable[[S], list[int]] | None = None, most: int = MOST) -> GameTree:
    """The tree of all continuations of a state.

    Args:
        state: The root.
        utility: What each player strives for, from what each has won; by default that itself.
        actions: The actions of a state that the tree has, for the study of a smaller game (all-in
            or fold); by default all that are open.
        most: The maximum number of nodes.

    ValueError for a tree with more nodes, and where a player does not remember their own choices or
    the actions that were open to them.
    """
    build = _Building(state.players)
    rules = _Rules(utility or _itself, actions or type(state).legal_actions)
    root = build.add(state, -1, -1, 1.0, 0, ((),) * state.players)
    open_nodes = [(root, state, rules.edges(build, root, state), 0)]
    while open_nodes:
        node, place, edges, n = open_nodes.pop()
        if n == len(edges):
            continue
        open_nodes.append((node, place, edges, n + 1))
        action, choice, chance = edges[n]
        child = place.child(action)
        if len(build.parents) >= most:
            raise ValueError(f"the tree has more than {most} nodes: continue the state first, or "
                             "take fewer cards or amounts")
        decided = list(build.decided[node])
        if choice >= 0:
            decided[build.deciders[node]] += (choice,)
        number = build.add(child, node, choice, chance, build.depth[node] + 1, tuple(decided))
        open_nodes.append((number, child, rules.edges(build, number, child), 0))
    return build.finish()


class _Building:
    """The lists from which a tree is made, in the order of the walk."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parents: list[int] = []
        self.deciders: list[int] = []
        self.choices: list[int] = []
        self.chances: list[float] = []
        self.utilities: list[Sequence[float]] = []
        self.depth: list[int] = []
        self.decided: list[tuple[tuple[int, ...], ...]] = []
        self.keys: dict[tuple[int, str], Key] = {}
        self.remembered: dict[Key, tuple[int, ...]] = {}
        self.depths: list[int] = []

    def add(self, state: Sequential, parent: int, choice: int, chance: float, depth: int,
            decided: tuple[tuple[int, ...], ...]) -> int:
        """Add a node and return its number. ``decided``: what each player has chosen before."""
        self.parents.append(parent)
        self.deciders.append(state.current_player())
        self.choices.append(choice)
        self.chances.append(chance)
        self.utilities.append((0.0,) * self.players)
        self.depth.append(depth)
        self.decided.append(decided)
        return len(self.parents) - 1

    def key(self, node: int, text: str, actions: tuple[int, ...]) -> Key:
        """The information set of a node where a player decides."""
        player = self.deciders[node]
        key, decided = self.keys.get((player, text)), self.decided[node][player]
        if key is None:
            key = self.keys[player, text] = Key(player, text, actions, len(self.depths))
            self.remembered[key] = decided
            self.depths += [len(decided)] * len(actions)
        elif self.remembered[key] != decided:
            raise ValueError(f"player {player} does not remember what they chose before, since two "
                             f"states after different choices have the text {text[:200]!r}")
        elif key.actions != actions:
            raise ValueError(f"player {player} could tell two states with the text {text[:200]!r} "
                             f"apart: {key.actions} are open in one, {actions} in the other")
        return key

    def finish(self) -> GameTree:
        """The tree."""
        depth = np.array(self.depth)
        order = np.argsort(depth, kind="stable")
        number = np.empty(len(order), np.int64)
        number[order] = np.arange(len(order))
        parents = np.array(self.parents)[order]
        ends = np.cumsum(np.bincount(depth))
        keys = tuple(self.keys.values())
        return GameTree(
            self.players, keys, np.where(parents < 0, -1, number[parents]),
            np.array(self.deciders)[order], np.array(self.choices)[order],
            np.array(self.chances)[order], np.array(self.utilities, np.float64)[order],
            tuple(Level(int(a), int(b)) for a, b in zip((0, *ends[:-1]), ends, strict=True)),
            np.repeat(np.arange(len(keys)), [len(key.actions) for key in keys]),
            np.array(self.depths, np.int64))


def _itself(returns: Sequence[float]) -> Sequence[float]:
    return returns


@dataclass(frozen=True)
class _Rules(Generic[S]):
    """What is kept of a state in a tree."""

    utility: Callable[[Sequence[float]], Sequence[float]]
    actions: Callable[[S], list[int]]

    def edges(self, build: _Building, node: int, state: S) -> list[tuple[int, int, float]]:
        """What leads on from a node: each action with its index in a policy (-1 for chance) and its
        probability (1 for a decision). A leaf notes its utilities."""
        decider = build.deciders[node]
        if decider == TERMINAL:
            build.utilities[node] = tuple(self.utility(state.returns()))
            return []
        if decider == CHANCE:
            return [(outcome, -1, float(chance)) for outcome, chance in state.chance_outcomes()]
        text = state.information_text(decider)
        key = build.key(node, text, tuple(self.actions(state)))
        return [(action, key.start + n, 1.0) for n, action in enumerate(key.actions)]


# -- values ----------------------------------------------------------------------------------------


def _probabilities(tree: GameTree, policy: Floats) -> Floats:
    """The probability of the step that leads to each node."""
    return np.where(tree.choices >= 0, policy[tree.choices], tree.chances)


def _values(tree: GameTree, steps: Floats, player: int) -> Floats:
    """The expected utility of a player from each node on."""
    values = tree.utilities[:, player].copy()
    for first, end in reversed(tree.levels[1:]):
        np.add.at(values, tree.parents[first:end], steps[first:end] * values[first:end])
    return values


def _reach(tree: GameTree, steps: Floats, player: int) -> tuple[Floats, Floats]:
    """The probability of each node: the part of the player's own decisions, and that of all
    others and of chance."""
    own, others = np.ones(tree.nodes), np.ones(tree.nodes)
    for first, end in tree.levels[1:]:
        parents = tree.parents[first:end]
        mine = tree.deciders[parents] == player
        own[first:end] = own[parents] * np.where(mine, steps[first:end], 1)
        others[first:end] = others[parents] * np.where(mine, 1, steps[first:end])
    return own, others


def expected_values(tree: GameTree, policy: Floats) -> list[float]:
    """What each player wins on average when all play by a policy."""
    steps = _probabilities(tree, policy)
    return [float(_values(tree, steps, player)[0]) for player in range(tree.players)]


class BestResponse(NamedTuple):
    """The best reply of one player to the others: its ``value``, and the ``policy`` with the
    player's part replaced by it."""

    value: float
    policy: Floats


def best_response(tree: GameTree, policy: Floats, player: int) -> BestResponse:
    """The best reply of a player to a policy of the others. The player remembers what they saw and
    did: their information sets are decided from the last one back."""
    policy = policy.copy()
    _, others = _reach(tree, _probabilities(tree, policy), player)
    mine = np.array([key.player == player for key in tree.keys])[tree.sets]
    taken = np.flatnonzero((tree.choices >= 0) & (tree.deciders[tree.parents] == player))
    for depth in sorted(set(tree.depths[mine].tolist()), reverse=True):
        values = _values(tree, _probabilities(tree, policy), player)
        nodes = taken[tree.depths[tree.choices[taken]] == depth]
        worth = _sums(tree, tree.choices[nodes], others[nodes] * values[nodes])
        for key in tree.keys:
            if key.player == player and tree.depths[key.start] == depth:
                part = slice(key.start, key.start + len(key.actions))
                policy[part] = np.arange(len(key.actions)) == worth[part].argmax()
    return BestResponse(float(_values(tree, _probabilities(tree, policy), player)[0]), policy)


class Exploitability(NamedTuple):
    """How far a policy is from an equilibrium.

    ``values`` is what each player wins on average, ``gains`` what each could win more by a best
    reply. ``total`` is the sum of the gains, which is 0 in an equilibrium and only there; ``mean``
    is their mean. """

    values: tuple[float, ...]
    gains: tuple[float, ...]

    @property
    def total(self) -> float:
        """The sum of what the players could gain."""
        return sum(self.gains)

    @property
    def mean(self) -> float:
        """What a player could gain, on average of all players."""
        return self.total / len(self.gains)


def exploitability(tree: GameTree, policy: Floats) -> Exploitability:
    """How far a policy is from an equilibrium."""
    values = expected_values(tree, policy)
    return Exploitability(tuple(values), tuple(
        max(0.0, best_response(tree, policy, player).value - values[player])
        for player in range(tree.players)))


# -- counterfactual regret minimisation ------------------------------------------------------------


class Solution(NamedTuple):
    """A policy that was computed, and how far it is from an equilibrium."""

    policy: Floats
    exploitability: Exploitability


def solve(tree: GameTree, iterations: int, method: Method = "cfr+") -> Solution:
    """The average policy of counterfactual regret minimisation.

    In a game of two players whose utilities add up to the same number everywhere, its
    exploitability goes to zero: as one divided by the square root of ``iterations`` by proof, and
    faster in practice. "cfr+" keeps no negative regret and gives later policies more weight.
    """
    regrets, weights = np.zeros(len(tree.sets)), np.zeros(len(tree.sets))
    policy, deciders = tree.uniform(), sorted({key.player for key in tree.keys})
    for number in range(1, iterations + 1):
        for player in deciders:
            gains, share = _improvement(tree, policy, player)
            regrets += gains
            if method == "cfr+":
                np.maximum(regrets, 0, out=regrets)
            weights += share * (number if method == "cfr+" else 1)
            policy = _matching(tree, regrets)
    average = _normalised(tree, weights)
    return Solution(average, exploitability(tree, average))


def _improvement(tree: GameTree, policy: Floats, player: int) -> tuple[Floats, Floats]:
    """For each action of a player's information sets, what it would have gained, weighed by the
    others' part of the probability; and its own part of the probability."""
    steps = _probabilities(tree, policy)
    own, others = _reach(tree, steps, player)
    values = _values(tree, steps, player)
    nodes = np.flatnonzero((tree.choices >= 0) & (tree.deciders[tree.parents] == player))
    parents, choices = tree.parents[nodes], tree.choices[nodes]
    return (_sums(tree, choices, others[parents] * (values[nodes] - values[parents])),
            _sums(tree, choices, own[nodes]))


def _sums(tree: GameTree, choices: Numbers, values: Floats) -> Floats:
    """Values summed by action of a policy."""
    return np.bincount(choices, values, len(tree.sets)).astype(np.float64)


def _matching(tree: GameTree, regrets: Floats) -> Floats:
    """The policy in proportion to positive regrets."""
    return _normalised(tree, np.maximum(regrets, 0))


def _normalised(tree: GameTree, weights: Floats) -> Floats:
    """Weights as probabilities, equal ones where all weights of an information set are 0."""
    totals = np.bincount(tree.sets, weights, len(tree.keys))[tree.sets]
    return np.where(totals > 0, weights / np.where(totals > 0, totals, 1), tree.uniform())
