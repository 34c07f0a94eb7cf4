"""The reference engine: whole coups through the dealer, with offers checked and the record
stored.

Setting: online blackjack at an individual table with one place, six packs, a seeded shoe that is
shuffled and sealed as in play, a player who hits until standing is allowed; one process, one
thread, warm.

Two limits are measured in the same run. ``told alone`` sends the recorded answers of the same
coups to their generators: no dealer, no chance, no checks, no record. ``bare`` runs generators
that yield the same number of prepared steps and do nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

from benchmarks.goals import Goal
from sabot.equipment import Seeded
from sabot.games import game, read_table
from sabot.procedure import Act, Dealer, Event, Live, Resolver
from sabot.procedure.game import Game
from sabot.procedure.table import Table

TABLE = """
game = "blackjack-online"
name = "bench"
kind = "individual"
places = 1
minimum = 5
maximum = 500
"""
SIT, BET, DEAL = Act("p", "sit", "1"), Act("p", "bet", "1", 1_000), Act("p", "deal", "table")
STAND, HIT = Act("p", "stand", "1"), Act("p", "hit", "1")
NO_INSURANCE, WAIT = Act("p", "no-insurance", "1"), Act("p", "wait", "1")


def play(blackjack: Game, table: Table, carry: Any, chance: Resolver) -> Dealer:
    """Play one coup with the scripted player."""
    dealer = Dealer(blackjack.coup(table, carry), chance)
    answer = dealer.answer
    if not carry.seats[0]:
        answer(SIT)
    answer(BET)
    answer(DEAL)
    while (listen := dealer.standing) is not None:
        offers = listen.offers
        if listen.window == "insurance":
            events = answer(NO_INSURANCE if offers[-1].act == "no-insurance" else WAIT)
        else:
            stands = len(offers) > 1 and offers[1].act == "stand"
            events = answer(STAND if stands else HIT)
        if not isinstance(events, list):
            raise RuntimeError(events.text)
    return dealer


def _per_second(run: Callable[[int], object], coups: int, rounds: int) -> list[float]:
    """Return coups per second of CPU time, one figure for each round, the slowest first."""
    found = []
    for _ in range(rounds):
        began = time.process_time()
        run(coups)
        found.append(coups / (time.process_time() - began))
    return sorted(found)


def _replies(record: list[Event]) -> list[Any]:
    """Return what a coup was sent for each of its steps."""
    replies: list[Any] = []
    for event in record:
        if event.answer is not None:
            replies[-1] = event.answer
        else:
            replies.append(event.card or event.seal or event.opening)
    return replies


def _bare(steps: list[Any]) -> Generator[Any, Any, None]:
    for step in steps:
        _ = yield step


def _drain(coup: Generator[Any, Any, Any], replies: list[Any]) -> None:
    send = coup.send
    send(None)
    try:
        for reply in replies:
            send(reply)
    except StopIteration:
        pass


def measure(coups: int = 5_000, rounds: int = 5) -> dict[str, Any]:
    """Measure this benchmark and return its figures with the setting."""
    blackjack, table = game("blackjack-online"), read_table(TABLE)
    if isinstance(table, list):
        raise RuntimeError(str(table))
    chance = Live(Seeded("bench"))
    carry = play(blackjack, table, blackjack.opening(table), chance).outcome
    taped: list[tuple[Any, list[Any], list[Any]]] = []
    for _ in range(1_000):  # warm, and recorded for the two limits
        dealer = play(blackjack, table, carry, chance)
        steps = [event.step for event in dealer.record if event.step is not None]
        taped.append((carry, _replies(dealer.record), steps))
        carry = dealer.outcome

    def engine(count: int) -> None:
        nonlocal carry
        for _ in range(count):
            dealer = play(blackjack, table, carry, chance)
            carry = dealer.outcome
        if any(event.void for event in dealer.record):
            raise RuntimeError("the coups were void: the shoe and the carry have parted")

    def alone(count: int) -> None:
        for n in range(count):
            before, replies, _ = taped[n % len(taped)]
            _drain(blackjack.coup(table, before), replies)

    def bare(count: int) -> None:
        for n in range(count):
            _, replies, steps = taped[n % len(taped)]
            _drain(_bare(steps), replies)

    found = {name: _per_second(run, coups, rounds)
             for name, run in (("engine", engine), ("alone", alone), ("bare", bare))}
    middle = {name: figures[len(figures) // 2] for name, figures in found.items()}
    return {
        "bench": "The reference engine, online blackjack",
        "setting": "individual table, 1 seat, 6 packs, full dealer path, 1 process, warm, CPU time",
        "seats": 1, "tables": 1, "coups": coups * rounds,
        "steps_per_coup": round(sum(len(t[2]) for t in taped) / len(taped), 1),
        "coups_per_second": round(middle["engine"]),
        "best": round(found["engine"][-1]), "worst": round(found["engine"][0]),
        "told_alone_per_second": round(middle["alone"]),
        "of_told_alone": round(middle["engine"] / middle["alone"], 2),
        "bare_per_second": round(middle["bare"]),
        "of_bare": round(middle["engine"] / middle["bare"], 3),
    }


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [Goal("coups", figures["coups_per_second"], "coups/s",
                 "the same coups without dealer and record", figures["told_alone_per_second"],
                 20_000)]


if __name__ == "__main__":
    print(measure())
