"""Every game of the catalogue as a game of OpenSpiel, where it is installed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough
from open_spiel.python.policy import Policy

from sabot import games
from sabot.gym import equilibria, open_spiel
from sabot.gym.equilibria import GameTree, game_tree
from sabot.gym.state import State, new_state


@pytest.mark.more_of("american-roulette", "french-roulette", "craps", "cussec", "fantan", "omaha")
@pytest.mark.parametrize("game", games.ids())
def test_the_tests_of_open_spiel_pass(game: str) -> None:
    """Random episodes with every check of its own: legal actions, masks, observations, clones,
    serialised states, utilities within their bounds."""
    open_spiel.register()
    loaded = pyspiel.load_game(f"sabot_{game.replace('-', '_')}(steps=40)")
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)
    assert loaded.num_players() == max(1, games.game(game).players_needed)


@pytest.mark.parametrize("game", ["blackjack-online", "holdem", "craps"])
def test_a_playthrough_is_written(game: str) -> None:
    """The text of a whole episode, with every function that OpenSpiel has for a state."""
    open_spiel.register()
    name = f"sabot_{game.replace('-', '_')}(steps=12)"
    text = generate_playthrough.playthrough(name, action_sequence=None, seed=3)
    assert "IsTerminal() = True" in text and "InformationStateString(0)" in text


def small() -> State:
    """A banco at chemin de fer, from a shoe of six cards."""
    state = new_state("chemin-de-fer", waits=False, amounts=("least",), fixed={"burn": ["AS"]},
                      cards=["AS", "5S", "5S", "TS", "TS", "6S", "6S"])
    for act in ("no-cut", "no-cut", "no-cut", "no-cut", "AS", "bank least", "alone", "banco"):
        state.apply({state.action_text(n): n for n in state.legal_actions()}[act])
    return state


class TreePolicy(Policy):  # type: ignore[misc]
    """A policy of a tree for OpenSpiel."""

    def __init__(self, game: Any, tree: GameTree, policy: Any) -> None:
        super().__init__(game, list(range(tree.players)))
        self.tree, self.policy = tree, policy

    def action_probabilities(self, state: Any, player_id: Any = None) -> dict[int, float]:
        return self.tree.at(self.policy, state.information_state_string())


def test_both_measure_the_same_exploitability() -> None:
    """What can be gained against a policy, and what regret minimisation finds, is the same by the
    algorithms of OpenSpiel on the same game."""
    state = small()
    for card in state.legal_actions()[:1]:
        state.apply(card)
    game, tree = open_spiel.continuation(state), game_tree(state)
    for policy in (tree.uniform(), equilibria.solve(tree, 50).policy):
        ours = equilibria.exploitability(tree, policy).total / state.table.minimum
        theirs = exploitability.nash_conv(game, TreePolicy(game, tree, policy))
        assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.more
def test_both_minimise_regret_by_the_same_steps() -> None:
    """After some iterations the average policies are equal at every information set."""
    state = small()
    for card in state.legal_actions()[:2]:
        state.apply(card)
    game, tree = open_spiel.continuation(state), game_tree(state)
    solver = cfr.CFRSolver(game)
    for _ in range(4):
        solver.evaluate_and_update_policy()
    ours, theirs = equilibria.solve(tree, 4, "cfr").policy, solver.average_policy()
    assert len(tree.keys) > 10
    for key in tree.keys:
        probabilities = theirs.policy_for_key(key.text)
        for n, action in enumerate(key.actions):
            assert ours[key.start + n] == pytest.approx(probabilities[action], abs=1e-9)
