"""Decisions per second of many blackjack tables, compared with a loop of single tables and with
Gymnasium's own blackjack, vectorised.

Setting: one core, CPU time, the best of several runs; random decisions among those that are open,
drawn before the clock runs. Ours plays the whole law of a table (splits, doubles, insurance,
surrender, a shoe); Gymnasium's ``Blackjack-v1`` has an endless shoe, hit and stand.
"""

from __future__ import annotations

import time
from typing import Any

import gymnasium
import numpy as np

import sabot.gym as learn
from benchmarks.goals import Goal

TABLES = (1024, 4096, 16384)
STEPS = 200
RUNS = 5
SINGLE = 400
GYMNASIUM = 1024


def _many(game: str, tables: int, steps: int) -> float:
    """Return the nanoseconds per decision at a number of tables, with the whole step and its
    arrays."""
    env = learn.BlackjackBatch(tables, game)
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(1)
    best = []
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(steps):
            mask = info["action_mask"]
            acts = (chance.random(mask.shape, np.float32) * mask).argmax(axis=1)
            start = time.process_time()
            _, _, _, _, info = env.step(acts)
            spent += time.process_time() - start
        best.append(spent / steps / tables)
    return min(best)


def _single(game: str, steps: int) -> float:
    """Return the seconds per decision in the environment of one table, the reference engine."""
    env, chance = learn.env(game), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(steps):
        act = int(chance.choice(np.flatnonzero(info["action_mask"])))
        start = time.process_time()
        _, _, over, _, info = env.step(act)
        if over:
            _, info = env.reset()
        spent += time.process_time() - start
    return spent / steps


def _gymnasium(tables: int, steps: int) -> float:
    """Return the seconds per decision in Gymnasium's blackjack, in its own vector environment."""
    env = gymnasium.make_vec("Blackjack-v1", num_envs=tables, vectorization_mode="sync")
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    best = []
    for _ in range(RUNS):
        acts = chance.integers(0, 2, tables)
        start = time.process_time()
        for _ in range(steps):
            env.step(acts)
        best.append((time.process_time() - start) / steps / tables)
    env.close()
    return min(best)


def measure(tables: tuple[int, ...] = TABLES, steps: int = STEPS, single: int = SINGLE,
            peers: int = GYMNASIUM) -> dict[str, Any]:
    """Measure this benchmark."""
    game = "blackjack-online"
    figures: dict[str, Any] = {"bench": "Learning environments: decisions of blackjack, one core"}
    _many(game, tables[0], 1)  # compiled
    rates = {n: 1 / _many(game, n, steps) for n in tables}
    figures["decisions_per_second"] = {n: round(rate) for n, rate in rates.items()}
    best = max(rates.values())
    alone, peer = 1 / _single(game, single), 1 / _gymnasium(peers, max(1, steps // 40))
    figures["single_env_per_second"] = round(alone)
    figures["times_single"] = round(best / alone)
    figures["gymnasium_blackjack_per_second"] = round(peer)
    figures["gymnasium_tables"] = peers
    figures["times_gymnasium"] = round(best / peer)
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the figures; they have peers and no goals."""
    tables, rate = max(figures["decisions_per_second"].items(), key=lambda one: one[1])
    return [Goal(f"decisions at {int(tables):,} tables", rate, "decisions/s",
                 "Gymnasium's own blackjack", figures["gymnasium_blackjack_per_second"]),
            Goal("decisions at one table, the reference engine", figures["single_env_per_second"],
                 "decisions/s")]
