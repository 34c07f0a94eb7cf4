"""Decisions per second of poker in self-play: thousands of compiled tables, one compiled table, and
the engine's environments, compared with other libraries in the same run.

Setting: one core, CPU time, the best of several runs; six players, random decisions among those
that are open, drawn before the clock runs. Ours deals, observes, checks and pays by the whole law:
three raises, all-in hands in proportion, the percentage of the house.

``SABOT_SELFPLAY`` is a command that makes as many decisions with other libraries, as
``peers/selfplay_peers.py`` does; without it that part is skipped.
"""

from __future__ import annotations

import json
import random
import time
from typing import Any

import numpy as np

import sabot.gym as learn
from benchmarks.goals import Goal
from benchmarks.other_programs import Skipped, other_program
from sabot.gym.poker_batch import PokerBatch, SelfPlayPoker

GAMES = ("holdem", "omaha", "sintetico")
PLAYERS = 6
TABLES, STEPS = 4096, 100
SINGLE, ENGINE = 20_000, 400
RUNS = 5
MANY_GOAL, SINGLE_GOAL = 1e6, 20_000


def many(game: str, tables: int, steps: int) -> tuple[float, float]:
    """Return decisions per second at many tables, with the whole step and its arrays, and decisions
    per hand."""
    env, chance = PokerBatch(game, tables, players=PLAYERS), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    best, hands = [], 0
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(steps):
            acts = (chance.random(info["action_mask"].shape, np.float32)
                    * info["action_mask"]).argmax(axis=1)
            start = time.process_time()
            _, _, over, _, info = env.step(acts)
            spent += time.process_time() - start
            hands += int(over.sum())
        best.append(spent / steps / tables)
    return 1 / min(best), RUNS * steps * tables / max(hands, 1)


def single(game: str, decisions: int) -> float:
    """Return decisions per second at one compiled table, from a plain loop."""
    env, chance, best = SelfPlayPoker(game, players=PLAYERS), random.Random(1), []
    env.reset(seed=1)
    for _ in range(RUNS):
        spent = 0.0
        for _ in range(decisions // RUNS):
            act = chance.choice(np.flatnonzero(env.mask).tolist())
            start = time.process_time()
            if env.step(act)[2]:
                env.reset()
            spent += time.process_time() - start
        best.append(spent / (decisions // RUNS))
    return 1 / min(best)


def engine(game: str, decisions: int) -> tuple[float, float]:
    """Return decisions per second of the engine's environments: of one player among players of the
    house, and of six players in turn."""
    chance = random.Random(1)
    env = learn.env(game, bots=PLAYERS - 1, coups=50)
    _, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(decisions):
        act = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        start = time.process_time()
        _, _, over, _, info = env.step(act)
        if over:
            _, info = env.reset()
        spent += time.process_time() - start
    alone, spent = decisions / spent, 0.0
    table = learn.aec(game, players=PLAYERS, coups=50)
    table.reset(seed=1)
    for _ in range(decisions):
        observation, _, terminated, truncated, _ = table.last()
        act = None if terminated or truncated else chance.choice(
            np.flatnonzero(observation["action_mask"]).tolist())
        start = time.process_time()
        table.step(act)
        if not table.agents:
            table.reset()
        spent += time.process_time() - start
    return alone, decisions / spent


def _peers(decisions: int) -> dict[str, Any]:
    """Return the decisions per second of other libraries."""
    try:
        with other_program("SABOT_SELFPLAY") as peer:
            seconds: list[dict[str, float]] = [json.loads(peer.ask(decisions)) for _ in range(3)]
    except Skipped as skipped:
        return {"peers": str(skipped)}
    return {"peers": peer.name, "peers_per_second": {
        name: round(decisions / min(run[name] for run in seconds)) for name in seconds[0]}}


def measure(tables: int = TABLES, steps: int = STEPS, alone: int = SINGLE, slow: int = ENGINE
            ) -> dict[str, Any]:
    """Measure this benchmark."""
    figures: dict[str, Any] = {
        "bench": "Self-play of poker",
        "setting": "six players, random open decisions, one core, CPU time",
        "tables": tables, **_peers(max(alone // 4, 1))}
    for game in GAMES:
        many(game, 2, 1)  # compiled
        rate, hand = many(game, tables, steps)
        house_players, in_turn = engine(game, slow)
        figures[game] = {
            "many_per_second": round(rate), "decisions_a_hand": round(hand, 1),
            "single_per_second": round(single(game, alone)),
            "engine_env_per_second": round(house_players),
            "engine_aec_per_second": round(in_turn)}
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    known = figures.get("peers_per_second", {})
    name = max(known, key=known.__getitem__, default=figures["peers"])
    of_name = {"hold'em": "holdem", "Omaha": "omaha", "synthetic poker": "sintetico"}
    lines = []
    for words, game in of_name.items():
        found = figures[game]
        lines += [
            Goal(f"{words}, {figures['tables']:,} compiled tables", found["many_per_second"],
                 "decisions/s", name, known.get(name), MANY_GOAL),
            Goal(f"{words}, one compiled table", found["single_per_second"], "decisions/s", name,
                 known.get(name), SINGLE_GOAL),
            Goal(f"{words}, the engine, six players in turn", found["engine_aec_per_second"],
                 "decisions/s", name, known.get(name)),
            Goal(f"{words}, the engine, one player and five of the house",
                 found["engine_env_per_second"], "decisions/s", name, known.get(name))]
    return lines
