"""Random self-play of no-limit hold'em with six players by other libraries: what
`benchmarks.selfplay` reads.

Run it with a Python that has ``rlcard``, ``open_spiel`` or both, and NumPy. It prints one line with
what it is, then for each line that holds a number makes so many decisions with each library, drawn
before the clock runs, and prints the seconds of the processor by library as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

SPIEL = ("universal_poker(betting=nolimit,numPlayers=6,numRounds=4,blind=50 100 0 0 0 0,"
         "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
         "stack=20000 20000 20000 20000 20000 20000,bettingAbstraction=fchpa)")
"""Fold, call, half the pot, the pot or all-in; 200 big blinds, as in RLCard."""


def rlcard_seconds(decisions: int) -> float:
    """Seconds of RLCard's environment, its observations included."""
    import rlcard

    env = rlcard.make("no-limit-holdem", config={"game_num_players": 6, "seed": 1})
    chance, spent = random.Random(1), 0.0
    state, _ = env.reset()
    for _ in range(decisions):
        action = chance.choice(list(state["legal_actions"]))
        start = time.process_time()
        state, _ = env.step(action)
        if env.is_over():
            state, _ = env.reset()
        spent += time.process_time() - start
    return spent


def spiel_seconds(decisions: int) -> float:
    """Seconds of OpenSpiel's Python environment, which observes the player who is asked."""
    from open_spiel.python.rl_environment import Environment

    env, chance, spent = Environment(SPIEL), random.Random(1), 0.0
    at = env.reset()
    for _ in range(decisions):
        player = at.observations["current_player"]
        action = chance.choice(at.observations["legal_actions"][player])
        start = time.process_time()
        at = env.step([action])
        if at.last():
            at = env.reset()
        spent += time.process_time() - start
    return spent


KNOWN: dict[str, tuple[str, Callable[[int], float]]] = {
    "RLCard": ("rlcard", rlcard_seconds), "OpenSpiel": ("open_spiel", spiel_seconds)}


def main() -> None:
    peers = {}
    for name, (package, seconds) in KNOWN.items():
        try:
            peers[f"{name} {version(package)}"] = seconds
        except PackageNotFoundError:
            continue
    print(f"{', '.join(peers)}, Python {sys.version.split()[0]}", flush=True)
    for line in sys.stdin:
        print(json.dumps({name: seconds(int(line)) for name, seconds in peers.items()}), flush=True)


if __name__ == "__main__":
    main()
