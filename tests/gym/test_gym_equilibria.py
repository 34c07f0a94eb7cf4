"""Regret minimisation against what is known exactly: chemin de fer has a proved equilibrium, a
small game of cards one that is solved by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from sabot.games.chemin_de_fer.chances.deal import SIX_PACKS, Cards
from sabot.games.chemin_de_fer.chances.duel import CARDS, Terms, duel
from sabot.games.chemin_de_fer.chances.equilibrium import solve as solve_exactly
from sabot.gym import equilibria
from sabot.gym.equilibria import best_response, expected_values, exploitability, game_tree, solve
from sabot.gym.state import CHANCE, TERMINAL, State, new_state
from support.chemin_duel import PONTO, DuelState


@dataclass(frozen=True)
class Kuhn:
    """Kuhn's poker: three cards, one each, an ante of 1 and a bet of 1. Its equilibria are known:
    the first player loses 1/18 of an ante. (Kuhn, "A simplified two-person poker", 1950.)"""

    history: tuple[int, ...] = ()
    players = 2

    def current_player(self) -> int:
        acts = self.history[2:]
        if len(self.history) < 2:
            return CHANCE
        return TERMINAL if acts in ((0, 0), (1, 0), (1, 1), (0, 1, 0), (0, 1, 1)) else len(acts) % 2

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        left = {0, 1, 2} - set(self.history)
        return [(card, Fraction(1, len(left))) for card in sorted(left)]

    def child(self, action: int) -> Kuhn:
        return Kuhn((*self.history, action))

    def returns(self) -> tuple[int, int]:
        first, second, *acts = self.history
        stake = 2 if acts in ([1, 1], [0, 1, 1]) else 1
        won = first > second
        if acts in ([1, 0], [0, 1, 0]):
            won = acts == [1, 0]
        return (stake, -stake) if won else (-stake, stake)

    def information_text(self, player: int) -> str:
        return f"{self.history[player]} {self.history[2:]}"


@pytest.mark.parametrize("method", ["cfr", "cfr+"])
def test_a_small_poker_converges_to_its_known_value(method: equilibria.Method) -> None:
    tree = game_tree(Kuhn())
    assert (tree.nodes, len(tree.keys)) == (58, 12)
    solution = solve(tree, 1000, method)
    assert solution.exploitability.values[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert solution.exploitability.total < 0.02
    assert exploitability(tree, tree.uniform()).total > 0.8
    called = tree.at(solution.policy, "2 (1,)")[1]  # with the highest card
    assert called == pytest.approx(1, abs=1e-2)


def test_more_iterations_leave_less_to_gain() -> None:
    tree = game_tree(Kuhn())
    totals = [solve(tree, n).exploitability.total for n in (4, 32, 256)]
    assert totals[0] > 3 * totals[1] > 9 * totals[2]


def test_a_best_reply_is_better_than_every_other_pure_one() -> None:
    """All 64 pure policies of the second player against a policy by chance."""
    tree = game_tree(Kuhn())
    chance = np.random.default_rng(1).random(len(tree.sets))
    policy = chance / np.bincount(tree.sets, chance)[tree.sets]
    keys = [key for key in tree.keys if key.player == 1]
    values = []
    for number in range(2**len(keys)):
        pure = policy.copy()
        for n, key in enumerate(keys):
            act = number >> n & 1
            pure[key.start:key.start + 2] = (1 - act, act)
        values.append(expected_values(tree, pure)[1])
    assert len(values) == 64
    assert best_response(tree, policy, 1).value == pytest.approx(max(values), abs=1e-12)


@pytest.mark.parametrize("terms", [Terms(), Terms(banco=True)], ids=["tabled", "banco"])
def test_chemin_de_fer_converges_to_its_exact_equilibrium(terms: Terms) -> None:
    """The value within the bound that the exploitability gives, and the same play: with a banco the
    ponto draws with five in about four of five coups."""
    game = duel(SIX_PACKS, terms)
    exact = solve_exactly(game)
    tree = game_tree(DuelState(game))
    solution = solve(tree, 300)
    assert solution.exploitability.total < 5e-5
    assert abs(solution.exploitability.values[PONTO] - float(exact.value)) \
        <= solution.exploitability.total
    for hand, chance in exact.ponto.items():
        number = game.ponto_side.names.index(hand)
        draws = tree.at(solution.policy, f"{number}").get(1, 0.0)
        assert draws == pytest.approx(float(chance), abs=0.01)


@pytest.mark.parametrize("shoe", [
    "5S 5H TS TH 6S 6H", pytest.param("5S 5S 5H 4D TS TH 6D", marks=pytest.mark.more)])
def test_the_engine_and_the_exact_solution_agree_on_a_small_shoe(shoe: str) -> None:
    """A banco by the engine, from a shoe of a few cards: the value of its whole tree is that of the
    exact solution of the same cards. The house's part of the bank's win is left out there."""
    state = new_state("chemin-de-fer", waits=False, suits=False, amounts=("least",),
                      fixed={"burn": ["AS"]}, cards=[*shoe.split(), "AS"])
    for act in ("no-cut", "no-cut", "no-cut", "no-cut", "AS", "bank least", "alone", "banco"):
        names = {state.action_text(action): action for action in state.legal_actions()}
        state.apply(names[act])
    tree = game_tree(state, utility=lambda won: (-won[1] / 500, won[1] / 500, 0, 0))
    points = ["T", *"A23456789"]
    counts = [sum(card[0] == rank for card in shoe.split()) for rank in points]
    exact = solve_exactly(duel(Cards(tuple(counts)), Terms(banco=True, ponto=CARDS, banker=CARDS)))
    solution = solve(tree, 300)
    assert solution.exploitability.total < 1e-3
    assert abs(solution.exploitability.values[1] - float(exact.value)) \
        <= solution.exploitability.total + 1e-9


BOARD = ["2S", "7H", "9D", "JC", "3S"]


def all_in_or_fold(state: State) -> list[int]:
    """Places 3 and 4 fold; place 1 is all-in or folds, place 2 calls or folds."""
    names = {str(state.actions[action]): action for action in state.legal_actions()}
    if state.current_player() > 1:
        return [names["fold +0"]]
    return sorted((names["fold +0"], names.get("all-in +0", names.get("call +0", -1))))


@pytest.mark.parametrize("hands", [
    "AS AH KS KH", pytest.param("AS AH KS KH QS", marks=pytest.mark.more)])
def test_all_in_or_fold_at_hold_em(hands: str) -> None:
    """Two players with a reduced pack and a known board, by the rules and with the percentage of
    the house: nobody can gain a cent by another policy, and aces always go all-in."""
    fixed = {"board": BOARD, "burn": ["4H", "4D", "4C"], "3": ["5H", "5D"], "4": ["6H", "6D"]}
    state = new_state("holdem", limit="cave", waits=False, amounts=("most",), buy_in=5000,
                      fixed=fixed, cards=[*hands.split(), *(c for d in fixed.values() for c in d)])
    for lot in (1, 1, 1, 1):
        state.apply(lot)
    tree = game_tree(state, actions=all_in_or_fold)
    solution = solve(tree, 300)
    assert solution.exploitability.total < 0.5  # cents; the blinds are 200 and 500
    assert exploitability(tree, tree.uniform()).total > 100
    aces = [key for key in tree.keys if key.player == 0 and "deal 1 AS" in key.text
            and "deal 1 AH" in key.text]
    assert aces
    for key in aces:
        chances = tree.at(solution.policy, key.text)
        assert max(chances, key=lambda action: chances[action]) != next(
            action for action in chances if state.actions[action].act == "fold")


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 100 nodes"):
        game_tree(new_state("blackjack-2007"), most=100)
    with pytest.raises(LookupError, match="no information set"):
        tree = game_tree(Kuhn())
        tree.at(tree.uniform(), "the fourth card")


@dataclass(frozen=True)
class Forgetful(Kuhn):
    """The same game with a player who forgets something."""

    forgets: str = ""

    def child(self, action: int) -> Forgetful:
        return Forgetful((*self.history, action), self.forgets)

    def legal_actions(self) -> list[int]:
        narrow = self.forgets == "actions" and self.history[:2] == (1, 2)
        return [0] if narrow else [0, 1]

    def information_text(self, player: int) -> str:
        text = super().information_text(player)
        return text.partition(" ")[0] if self.forgets == "choices" else text


@pytest.mark.parametrize(("forgets", "expected"), [
    ("choices", "does not remember what they chose"), ("actions", "are open in one")])
def test_players_who_forget_are_refused(forgets: str, expected: str) -> None:
    """Best replies and regret need players who remember what they saw and did."""
    with pytest.raises(ValueError, match=expected):
        game_tree(Forgetful((), forgets))
