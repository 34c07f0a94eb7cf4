"""States of the reference engine: random play, clones, whole trees, and regret minimisation.

Setting: one core, CPU time. A tree is that of a coup of chemin de fer by the engine, from a shoe of
seven cards; "played again" is the same node from its stored answers, which is what a copy costs
without sharing. The peer is OpenSpiel, where ``pyspiel`` can be imported: random play of its
blackjack from Python, and its compiled solver on Leduc poker, by nodes of the tree visited.
"""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from typing import Any

from benchmarks.goals import Goal
from sabot.gym.equilibria import GameTree, game_tree, solve
from sabot.gym.state import State, new_state

GAMES = ("blackjack-online", "holdem", "chemin-de-fer", "cussec")
SECONDS = 2.0
SHOE = ("5S", "5S", "5S", "4S", "TS", "TS", "6S")
ITERATIONS = 300
SAMPLE = 60
LEDUC = 9457
"""The nodes of the tree of Leduc poker, with those of chance and the leaves."""


def _steps(root: Any, seconds: float, legal: str, apply: str, over: str) -> float:
    """Random steps per second from Python, by the methods of these names."""
    chance, steps, start = random.Random(1), 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        state = root.clone()
        while not getattr(state, over)():
            getattr(state, apply)(chance.choice(getattr(state, legal)()))
            steps += 1
    return steps / spent


def _clones(root: State, steps: int) -> dict[str, float]:
    """Milliseconds of a step, of a clone that is not continued, and of the step of a clone whose
    original has continued."""
    chance, state = random.Random(2), root.clone()
    times = {"step": 0.0, "clone": 0.0, "second_step": 0.0}
    for _ in range(steps):
        if state.is_terminal():
            state = root.clone()
        action = chance.choice(state.legal_actions())
        start = time.process_time()
        clone = state.clone()
        times["clone"] += time.process_time() - start
        start = time.process_time()
        state.apply(action)
        times["step"] += time.process_time() - start
        start = time.process_time()
        clone.apply(action)
        times["second_step"] += time.process_time() - start
    return {name: round(1e3 * spent / steps, 4) for name, spent in times.items()}


def _banco() -> State:
    """A banco at chemin de fer from a shoe of a few cards."""
    state = new_state("chemin-de-fer", waits=False, amounts=("least",), fixed={"burn": ["AS"]},
                      cards=[*SHOE, "AS"])
    for act in ("no-cut", "no-cut", "no-cut", "no-cut", "AS", "bank least", "alone", "banco"):
        state.apply({state.action_text(n): n for n in state.legal_actions()}[act])
    return state


def _again(root: State, sample: int) -> float:
    """Seconds for a node that is played again from its answers."""
    chance, spent = random.Random(3), 0.0
    for _ in range(sample):
        state = root.clone()
        while not state.is_terminal() and chance.random() < 0.8:
            state.apply(chance.choice(state.legal_actions()))
        stored = state.to_bytes()
        start = time.process_time()
        State.from_bytes(stored)
        spent += time.process_time() - start
    return spent / sample


def _visits(tree: GameTree, iterations: int) -> float:
    """Nodes visited per second by regret minimisation: every node once for each player who
    decides."""
    deciders = len({key.player for key in tree.keys})
    start = time.process_time()
    solve(tree, iterations)
    return tree.nodes * deciders * iterations / (time.process_time() - start)


def _open_spiel(seconds: float, iterations: int) -> dict[str, float]:
    """The same figures of OpenSpiel."""
    import pyspiel
    root = pyspiel.load_game("blackjack").new_initial_state()
    steps = _steps(root, seconds, "legal_actions", "apply_action", "is_terminal")
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))
    start = time.process_time()
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return {"blackjack_steps": round(steps),
            "visits": round(LEDUC * 2 * iterations / (time.process_time() - start))}


def measure(seconds: float = SECONDS, iterations: int = ITERATIONS, sample: int = SAMPLE
            ) -> dict[str, Any]:
    """Measure this benchmark."""
    figures: dict[str, Any] = {"bench": "States: random play, clones, trees; one core",
                               "steps_per_second": {}, "ms": {}}
    for game in GAMES:
        root = new_state(game)
        figures["steps_per_second"][game] = round(
            _steps(root, seconds, "legal_actions", "apply", "is_terminal"))
        figures["ms"][game] = _clones(root, sample)
    root = _banco()
    start = time.process_time()
    tree = game_tree(root)
    node = (time.process_time() - start) / tree.nodes
    figures |= {"nodes": tree.nodes, "nodes_per_second": round(1 / node),
                "times_played_again": round(_again(root, sample) / node, 1),
                "visits_per_second": round(_visits(tree, iterations))}
    figures["open_spiel"] = _open_spiel(seconds, iterations) if find_spec("pyspiel") else None
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the figures; they have peers and no goals."""
    peer = figures["open_spiel"]
    name = "OpenSpiel" if peer else "skipped: no pyspiel here"
    steps = figures["steps_per_second"]
    return [
        Goal("steps of random play, states of blackjack", steps["blackjack-online"], "steps/s",
             f"{name}, its blackjack of fewer rules" if peer else name,
             peer and peer["blackjack_steps"]),
        *(Goal(f"steps of random play, states of {game}", steps[game], "steps/s")
          for game in GAMES[1:]),
        Goal("a clone that is not continued, blackjack", figures["ms"]["blackjack-online"]["clone"],
             "ms", "a step", figures["ms"]["blackjack-online"]["step"]),
        Goal(f"nodes of a whole tree of {figures['nodes']:,}", figures["nodes_per_second"],
             "nodes/s", "each node played again",
             figures["nodes_per_second"] / figures["times_played_again"]),
        Goal("nodes visited by regret minimisation", figures["visits_per_second"], "nodes/s",
             f"{name}, compiled, Leduc poker" if peer else name, peer and peer["visits"])]
