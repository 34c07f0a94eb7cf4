"""Shoes of coups, played by one player under a stated strategy, and what they returned."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import count
from typing import Any

from sabot import games
from sabot.equipment import Seeded
from sabot.procedure import (
    Act,
    Dealer,
    Event,
    Listen,
    Live,
    Move,
    Open,
    Refusal,
    Step,
    TimeOut,
    gain,
    offers_for,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Table

PLAYER = "player"
SHOES_IN_A_TASK = 4
Z99 = 2.5758293035489004  # half of the width of a 99 % interval, in standard errors
ENOUGH_SHOES = 100

STRATEGY = ("one place at the minimum; cards are taken below 17 and never from 17 up; no double, "
            "split, surrender, insurance or even money")


class ShoeOver(Exception):
    """The shoe has ended: the next coup belongs to another."""


class OneShoe(Live):
    """Chance from one shoe only: it ends where the next shuffle would come."""

    def resolve(self, step: Step) -> Any:
        if isinstance(step, Open):
            raise ShoeOver
        return super().resolve(step)


def decide(game: Game, listen: Listen, record: list[Event]) -> Act | TimeOut:
    """What the stated strategy answers: the bet, the deal, a card below 17, else the least.

    Where a hand must take a card it takes one; where it may also stand, its total decides; a new
    shoe is not cut; all else is left to the default of the house.
    """
    offers = {offer.act: offer for offer in reversed(offers_for(listen, PLAYER))}
    for act in ("deal", "no-cut"):
        if act in offers:
            return Act(PLAYER, act, offers[act].spots[0])
    if listen.clock == "shuffle":  # nobody else comes
        return TimeOut(listen.window)
    if "sit" in offers and "bet" not in offers:
        return Act(PLAYER, "sit", offers["sit"].spots[0])
    if listen.window == "bets":
        return TimeOut("bets") if listen.clock else \
            Act(PLAYER, "bet", offers["bet"].spots[0], offers["bet"].low)
    if "hit" in offers:
        hand = offers["hit"].seat
        if "stand" not in offers:
            return Act(PLAYER, "hit", hand)
        cards = [e.card for e in record if e.card and getattr(e.step, "to", "") == hand]
        act = "hit" if game.label(hand, list(cards), ())["total"] < 17 else "stand"
        return Act(PLAYER, act, hand)
    return TimeOut(listen.window)


def play_coup(game: Game, table: Table, carry: Any, chance: Live) -> tuple[int, Any]:
    """One coup by the stated strategy: what it returned net, in cents, and the next carry."""
    dealer = Dealer(game.coup(table, carry), chance)
    while dealer.standing is not None:
        answer = decide(game, dealer.standing, dealer.record)
        told = dealer.answer(answer)
        if isinstance(told, Refusal):
            raise RuntimeError(f"the strategy was refused {answer}: {told.text}")
    net = 0
    for event in dealer.record:
        step = event.step
        if type(step) is Move:
            net += gain(step)
    return net, dealer.outcome


def play_shoe(game: Game, table: Table, seed: int | str, number: int) -> list[int]:
    """What each coup of one shoe returned, net, in cents."""
    chance = OneShoe(Seeded(seed, number))
    carry = game.opening(table)
    nets: list[int] = []
    try:
        while True:
            net, carry = play_coup(game, table, carry, chance)
            nets.append(net)
    except ShoeOver:
        return nets


def task(game_id: str, table: Table, seed: int, first: int) -> list[list[int]]:
    """A few shoes in a row: the unit that is given to a worker."""
    game = games.game(game_id)
    return [play_shoe(game, table, seed, first + i) for i in range(SHOES_IN_A_TASK)]


def _shoes(game_id: str, table: Table, seed: int, executor: Executor | None, ahead: int
           ) -> Iterator[list[int]]:
    """Every shoe from number 0, in order, for as long as they are asked for."""
    starts = count(0, SHOES_IN_A_TASK)
    if executor is None:
        for first in starts:
            yield from task(game_id, table, seed, first)
        return
    waiting: deque[Future[list[list[int]]]] = deque()
    try:
        while True:
            while len(waiting) < ahead:
                waiting.append(executor.submit(task, game_id, table, seed, next(starts)))
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


@dataclass(frozen=True)
class Outcome:
    """What a simulation found. ``mean`` is the net return for each unit of the initial stake, so
    that the edge of the house is its negative.

    ``error`` is its standard error; ``by`` says whether shoes (from a hundred on, which allows for
    coups of one shoe depending on one another) or coups were taken as independent.
    """

    coups: int
    shoes: int
    mean: float
    error: float
    deviation: float
    by: str

    @property
    def interval(self) -> tuple[float, float]:
        """The 99 % interval of the mean."""
        return self.mean - Z99 * self.error, self.mean + Z99 * self.error


def simulate(game_id: str, table: Table, coups: int, seed: int,
             executor: Executor | None = None, ahead: int = 2) -> Outcome:
    """Play so many coups; with an executor, ``ahead`` tasks are kept under way.

    The outcome depends on the game, the table, the seed and the number of coups, and on nothing
    else. ValueError for fewer than two coups.
    """
    if coups < 2:
        raise ValueError("a simulation needs at least two coups")
    sums: list[tuple[int, int]] = []
    squares = left = 0
    left = coups
    shoes = _shoes(game_id, table, seed, executor, ahead)
    try:
        for nets in shoes:
            taken = nets[:left]
            sums.append((len(taken), sum(taken)))
            squares += sum(net * net for net in taken)
            left -= len(taken)
            if not left:
                break
    finally:
        shoes.close()  # type: ignore[attr-defined]
    return _outcome(sums, squares, coups, table.minimum)


def _outcome(sums: list[tuple[int, int]], squares: int, coups: int, unit: int) -> Outcome:
    """Whole cents until the last step, so that the order of adding cannot matter."""
    total = sum(net for _, net in sums)
    spread = coups * squares - total * total
    deviation = math.sqrt(spread / (coups * (coups - 1))) / unit
    error = deviation / math.sqrt(coups)
    by = "coup"
    if len(sums) >= ENOUGH_SHOES:
        off = sum((net * coups - total * n) ** 2 for n, net in sums)
        error = math.sqrt(off * len(sums) / (len(sums) - 1)) / (coups * coups) / unit
        by = "shoe"
    return Outcome(coups, len(sums), total / coups / unit, error, deviation, by)
