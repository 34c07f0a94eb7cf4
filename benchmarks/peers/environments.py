"""Learning environments of other libraries, one table each: what `benchmarks.learn` reads.

Run it with a Python that has ``rlcard``, ``open_spiel`` and ``gymnasium``, or some of them. It
prints one line with what there is, then for each line that holds a number plays so many steps of
each game at random and prints the steps per second of the processor, by game, as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

Steps = Callable[[int], None]


def rlcard_game(name: str) -> Steps:
    """Play a game of RLCard: its own step, with its observation."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    dice = random.Random(1)

    def play(steps: int) -> None:
        state, _ = env.reset()
        for _ in range(steps):
            state, _ = env.step(dice.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()

    return play


def open_spiel_game(name: str) -> Steps:
    """Play a game of OpenSpiel: chance and players at random, with the tensor of the player."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(1)

    def play(steps: int) -> None:
        state, done = game.new_initial_state(), 0
        while done < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.observation_tensor()
                state.apply_action(dice.choice(state.legal_actions()))
                done += 1

    return play


def gymnasium_game(name: str) -> Steps:
    """Play a game of Gymnasium."""
    import gymnasium

    env = gymnasium.make(name)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    actions = int(env.action_space.n)
    dice = random.Random(1)

    def play(steps: int) -> None:
        env.reset(seed=1)
        for _ in range(steps):
            _, _, over, late, _ = env.step(dice.randrange(actions))
            if over or late:
                env.reset()

    return play


GAMES: dict[str, tuple[str, Callable[[], Steps]]] = {
    "RLCard blackjack": ("rlcard", lambda: rlcard_game("blackjack")),
    "RLCard no-limit hold'em": ("rlcard", lambda: rlcard_game("no-limit-holdem")),
    "OpenSpiel blackjack": ("open_spiel", lambda: open_spiel_game("blackjack")),
    "Gymnasium Blackjack-v1": ("gymnasium", lambda: gymnasium_game("Blackjack-v1")),
}


def installed() -> dict[str, str]:
    """Return the version of each library that is installed."""
    versions: dict[str, str] = {}
    for name in sorted({library for library, _ in GAMES.values()}):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


def main() -> None:
    versions = installed()
    print(", ".join(f"{name} {number}" for name, number in versions.items()), flush=True)
    games = {name: build() for name, (library, build) in GAMES.items() if library in versions}
    for line in sys.stdin:
        steps, rates = int(line), dict[str, float]()
        for name, play in games.items():
            play(max(1, steps // 10))
            start = time.process_time()
            play(steps)
            rates[name] = steps / (time.process_time() - start)
        print(json.dumps(rates), flush=True)


if __name__ == "__main__":
    main()
