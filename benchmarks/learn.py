"""Decisions a second of many tables of blackjack, beside a loop of single ones and beside
Gymnasium's own blackjack, vectorised.

Setting: one core, the processor's time, the better of several runs; decisions at random among what
is open, drawn before the clock runs. Ours plays the whole law of a table (splits, doubles,
insurance, surrender, a shoe); Gymnasium's ``Blackjack-v1`` has cards without end, hit and stand.
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


def _batch_time(game: str, tables: int, steps: int) -> float:
    """Nanoseconds of a decision at so many tables, all of the step with its arrays."""
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


def _single_time(game: str, steps: int) -> float:
    """Seconds of a decision in the environment of one table, the reference engine."""
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


def _gymnasium_time(tables: int, steps: int) -> float:
    """Seconds of a decision in Gymnasium's blackjack, its own vector of so many."""
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
    """The figures."""
    game = "blackjack-online"
    report: dict[str, Any] = {"bench": "learn: decisions of blackjack for those who learn, one "
                                       "core"}
    _batch_time(game, tables[0], 1)  # compiled
    rates = {n: 1 / _batch_time(game, n, steps) for n in tables}
    report["decisions_per_second"] = {n: round(rate) for n, rate in rates.items()}
    best = max(rates.values())
    single_rate, peer = (
        1 / _single_time(game, single),
        1 / _gymnasium_time(peers, max(1, steps // 40)),
    )
    report["single_env_per_second"] = round(single_rate)
    report["times_single"] = round(best / single_rate)
    report["gymnasium_blackjack_per_second"] = round(peer)
    report["gymnasium_tables"] = peers
    report["times_gymnasium"] = round(best / peer)
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """Nothing is asked of them but to be read beside their peers."""
    tables, rate = max(report["decisions_per_second"].items(), key=lambda item: item[1])
    return [Goal(f"decisions at {int(tables):,} tables", rate, "decisions/s",
                 "Gymnasium's own blackjack", report["gymnasium_blackjack_per_second"]),
            Goal("decisions at one table, the reference engine", report["single_env_per_second"],
                 "decisions/s")]
