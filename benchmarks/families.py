"""The reference engine on every game: coups a second beside those of online blackjack.

Setting: for each game of the catalogue that one person can play a table of one player with its
default rules, a seeded source, the stated strategy of the simulation (``sabot.simulate``); one
process, one thread, warm, CPU time, all games in turn in the same run. The goal: no game of the
family more than a third slower than online blackjack.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Live
from sabot.procedure.table import Table
from sabot.simulate.engine import play_coup

PEER = "blackjack-online"
GOAL = 0.67


def _rate(game_id: str, coups: int) -> float:
    """Coups per second of CPU time."""
    game = catalogue()[game_id]
    table = Table(game=game_id, name="bench", rules=game.rules(), individual=True)
    chance, carry = Live(Seeded("bench")), game.opening(table)
    for _ in range(coups // 5):
        _, carry = play_coup(game, table, carry, chance)
    start = time.process_time()
    for _ in range(coups):
        _, carry = play_coup(game, table, carry, chance)
    return coups / (time.process_time() - start)


def measure(coups: int = 3_000, rounds: int = 5) -> dict[str, Any]:
    """The middle of several rounds for each game, and its part of the peer's."""
    rates: dict[str, list[float]] = {game_id: [] for game_id, game in catalogue().items()
                                     if game.people == 1}
    for _ in range(rounds):
        for game_id in rates:
            rates[game_id].append(_rate(game_id, coups))
    middle = {game_id: sorted(values)[rounds // 2] for game_id, values in rates.items()}
    report: dict[str, Any] = {
        "bench": "The reference engine, game by game",
        "setting": "individual table, 1 seat, default rules, full dealer path, warm, CPU time",
        "seats": 1, "tables": 1, "coups": coups * rounds,
    }
    for game_id, rate in middle.items():
        report[game_id] = round(rate)
    return report


def goals(report: dict[str, Any]) -> list[Goal]:
    """What is asked of them: of the blackjacks two thirds of the online table's rate."""
    family = report[PEER]
    return [Goal(name, rate, "coups/s", PEER, family,
                 GOAL if name.startswith(PEER.partition("-")[0]) else None, "ratio")
            for name, rate in report.items() if name in catalogue() and name != PEER]
