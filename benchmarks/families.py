"""The reference engine on every game: coups per second compared with online blackjack.

Setting: for each game of the catalogue that one person can play, a table of one player with its
default rules, a seeded source, and the strategy of the simulation (``sabot.simulation``); one
process, one thread, warm, CPU time, all games in turn in the same run. The goal: no blackjack is
more than a third slower than online blackjack.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Live
from sabot.procedure.table import Table
from sabot.simulation.engine import play_coup

PEER = "blackjack-online"
GOAL = 0.67


def _rate(game_id: str, coups: int) -> float:
    """Return coups per second of CPU time."""
    game = catalogue()[game_id]
    table = Table(game=game_id, name="bench", rules=game.rules(), individual=True)
    chance, carry = Live(Seeded("bench")), game.opening(table)
    for _ in range(coups // 5):
        _, carry = play_coup(game, table, carry, chance)
    began = time.process_time()
    for _ in range(coups):
        _, carry = play_coup(game, table, carry, chance)
    return coups / (time.process_time() - began)


def measure(coups: int = 3_000, rounds: int = 5) -> dict[str, Any]:
    """Return the median of several rounds for each game, and its ratio to the peer."""
    found: dict[str, list[float]] = {game_id: [] for game_id, game in catalogue().items()
                                     if game.players_needed == 1}
    for _ in range(rounds):
        for game_id in found:
            found[game_id].append(_rate(game_id, coups))
    middle = {game_id: sorted(rates)[rounds // 2] for game_id, rates in found.items()}
    figures: dict[str, Any] = {
        "bench": "The reference engine, game by game",
        "setting": "individual table, 1 seat, default rules, full dealer path, warm, CPU time",
        "seats": 1, "tables": 1, "coups": coups * rounds,
    }
    for game_id, rate in middle.items():
        figures[game_id] = round(rate)
    return figures


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals: two thirds of the rate of the online table for each blackjack."""
    family = figures[PEER]
    return [Goal(name, rate, "coups/s", PEER, family,
                 GOAL if name.startswith(PEER.partition("-")[0]) else None, "ratio")
            for name, rate in figures.items() if name in catalogue() and name != PEER]
