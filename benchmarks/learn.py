"""Decisions per second of the learning environments of every game: one table of the reference
engine, one compiled table, many compiled tables; compared with Gymnasium's own blackjack,
vectorised, and with the environments of other libraries.

Setting: one core, CPU time, the best of several runs; random decisions among those that are open,
drawn before the clock runs. Ours plays the whole law of a table (splits, doubles, insurance,
surrender, a shoe; every bet of a layout); Gymnasium's ``Blackjack-v1`` has an endless shoe, hit and
stand.

``SABOT_ENVIRONMENTS`` is a command that plays games of other libraries, as
``peers/environments.py`` does; without it that part is skipped.
"""

from __future__ import annotations

import json
import time
from typing import Any

import gymnasium
import numpy as np

import sabot.gym as learn
from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from sabot import games

TABLES = (1024, 4096, 16384)
EACH = 1024
STEPS = 200
RUNS = 5
SINGLE = 400
ALONE = 4000
GYMNASIUM = 1024
PEER_STEPS = 20_000
MILLION = ("american-roulette", "banca-francesa", "blackjack-2001", "blackjack-2007",
           "blackjack-macau", "blackjack-online", "craps", "cussec", "fantan", "french-roulette")
"""The games that must decide a million times a second; the others twenty times as often as one
table of the engine."""
FASTER = 20
SINGLE_GOAL = 10_000
"""Decisions a second of one table."""
ENGINE_TOO = ("american-roulette", "craps")
"""The games of which the table of the engine is held to this goal as well."""
COMPILED = tuple(game for game in games.ids()
                 if (play := games.game(game).simulation) and play.batch)


def _many(game: str, tables: int, steps: int, runs: int = RUNS) -> float:
    """Return the seconds per decision at a number of tables, with the whole step and its arrays."""
    env = learn.batch(game, tables)
    _, info = env.reset(seed=1)
    chance = np.random.default_rng(1)
    best = []
    for _ in range(runs):
        spent = 0.0
        for _ in range(steps):
            mask = info["action_mask"]
            acts = (chance.random(mask.shape, np.float32) * mask).argmax(axis=1)
            start = time.process_time()
            _, _, _, _, info = env.step(acts)
            spent += time.process_time() - start
        best.append(spent / steps / tables)
    return min(best)


def _single(env: gymnasium.Env[Any, Any], steps: int, runs: int = 3) -> float:
    """Return the seconds per decision in the environment of one table."""
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    best = []
    for _ in range(runs):
        spent = 0.0
        for _ in range(steps):
            act = int(chance.choice(np.flatnonzero(info["action_mask"])))
            start = time.process_time()
            _, _, over, _, info = env.step(act)
            if over:
                _, info = env.reset()
            spent += time.process_time() - start
        best.append(spent / steps)
    return min(best)


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


def _of_game(game: str, tables: int, steps: int, single: int, alone: int) -> dict[str, float]:
    """Measure one game: the rates of many tables, of one compiled table, of one of the engine."""
    _many(game, tables, 1, 1)  # compiled
    many = 1 / _many(game, tables, steps)
    compiled = 1 / _single(learn.compiled(game), alone)
    engine = 1 / _single(learn.env(game), single)
    return {"many": round(many), "compiled": round(compiled), "engine": round(engine),
            "times_engine": round(many / engine)}


def _peers(steps: int) -> dict[str, Any]:
    """Return the steps per second of the environments of other libraries."""
    try:
        with other_program("SABOT_ENVIRONMENTS") as peer:
            rates = json.loads(peer.ask(steps))
    except Skipped as skipped:
        return {"peers": str(skipped)}
    return {"peers": peer.name,
            "peer_steps_per_second": {name: round(rate) for name, rate in rates.items()}}


def measure(tables: tuple[int, ...] = TABLES, steps: int = STEPS, single: int = SINGLE,
            peers: int = GYMNASIUM, each: tuple[str, ...] = COMPILED, alone: int = ALONE
            ) -> dict[str, Any]:
    """Measure this benchmark."""
    game = "blackjack-online"
    figures: dict[str, Any] = {"bench": "Learning environments: decisions at random, one core"}
    _many(game, tables[0], 1)  # compiled
    rates = {n: 1 / _many(game, n, steps) for n in tables}
    figures["decisions_per_second"] = {n: round(rate) for n, rate in rates.items()}
    best = max(rates.values())
    one, peer = 1 / _single(learn.env(game), single), 1 / _gymnasium(peers, max(1, steps // 40))
    figures["single_env_per_second"] = round(one)
    figures["times_single"] = round(best / one)
    figures["gymnasium_blackjack_per_second"] = round(peer)
    figures["gymnasium_tables"] = peers
    figures["times_gymnasium"] = round(best / peer)
    figures["games"] = {name: _of_game(name, min(EACH, max(tables)), steps, single, alone)
                        for name in each}
    return figures | _peers(min(PEER_STEPS, 50 * single))


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the figures with their peers and goals."""
    tables, rate = max(figures["decisions_per_second"].items(), key=lambda one: one[1])
    listed = [Goal(f"decisions at {int(tables):,} tables of blackjack", rate, "decisions/s",
                   "Gymnasium's own blackjack", figures["gymnasium_blackjack_per_second"]),
              Goal("decisions at one table of blackjack, the reference engine",
                   figures["single_env_per_second"], "decisions/s")]
    rates = figures.get("peer_steps_per_second", {})
    fastest = max(rates, key=rates.__getitem__) if rates else ""
    for game, of_game in figures["games"].items():
        million = game in MILLION
        listed.append(Goal(f"{game}: many compiled tables", of_game["many"], "decisions/s",
                           "one table of the engine", of_game["engine"],
                           1_000_000 if million else FASTER, "figure" if million else "ratio"))
        listed.append(Goal(f"{game}: one compiled table", of_game["compiled"], "decisions/s",
                           fastest or figures["peers"], rates[fastest] if rates else None,
                           SINGLE_GOAL))
        if game in ENGINE_TOO:
            listed.append(Goal(f"{game}: one table of the engine", of_game["engine"],
                               "decisions/s", asked=SINGLE_GOAL))
    return listed
