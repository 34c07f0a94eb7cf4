"""The slow kernel that every game has: the reference engine with a simple strategy."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import msgspec

from sabot import games
from sabot.equipment import Seeded
from sabot.probability.tally import Tally, tally_shoes
from sabot.procedure import (
    Act,
    ChanceStep,
    Dealer,
    Event,
    Listen,
    Live,
    Move,
    Open,
    Refusal,
    Result,
    TimeOut,
    gain,
    offers_for,
)
from sabot.procedure.game import Game
from sabot.procedure.steps import Carry, Reply
from sabot.procedure.table import Table

PLAYER = "player"
BLOCK = 1_000  # coups, some tenths of a second


STRATEGY = ("one place at the minimum; cards are taken below 17 and never from 17 up; no double, "
            "split, surrender, insurance or even money")
LAYS = "one place; without a bet, the minimum on the first open spot"
"""The same on a layout, where nothing is decided after the bets."""


CLOSING_ACTS = ("deal", "no-cut", "spin", "throw", "open")
"""The acts that close the bets of a single player; they are offered once there is a bet."""


class ShoeOver(Exception):
    """The shoe has ended; the next coup belongs to another shoe."""


class OneShoe(Live):
    """Chance from one shoe only; it ends at the next shuffle."""

    def resolve(self, step: ChanceStep) -> Reply:
        """Answer a step of chance."""
        if isinstance(step, Open):
            raise ShoeOver
        return super().resolve(step)


def decide(game: Game, listen: Listen, record: list[Event]) -> Act | TimeOut:
    """The answer of the simple strategy: bet, deal, hit below 17.

    A hand that may hit or stand is decided by its total; a new shoe is not cut; everything else is
    left to the default.
    """
    offers = {offer.act: offer for offer in reversed(offers_for(listen, PLAYER))}
    for act in CLOSING_ACTS:
        if act in offers:
            return Act(PLAYER, act, offers[act].spots[0])
    if listen.clock == "shuffle":  # nobody else will come
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
        total = game.label(hand, list(cards), ()).total
        return Act(PLAYER, "hit" if isinstance(total, int) and total < 17 else "stand", hand)
    return TimeOut(listen.window)


def play_coup(game: Game, table: Table, carry: Carry, chance: Live,
              counts: Counter[str] | None = None) -> tuple[int, Carry]:
    """Play one coup with the simple strategy; return its net result in cents, and the next carry.

    Stakes and results of hands and bets are added to ``counts``.
    """
    dealer = Dealer(game.coup(table, carry), chance)
    while dealer.standing is not None:
        answer = decide(game, dealer.standing, dealer.record)
        events = dealer.answer(answer)
        if isinstance(events, Refusal):
            raise RuntimeError(f"the strategy's answer {answer} was refused: {events.text}")
    net = 0
    for event in dealer.record:
        step = event.step
        if type(step) is Move:
            net += gain(step)
            if counts is not None and step.kind == "stake":
                counts["staked"] += step.amount
        elif counts is not None and type(step) is Result and step.hand != "bank":
            counts[step.result] += 1
    return net, dealer.outcome


def play_shoe(game: Game, table: Table, seed: int | str, number: int | str,
              max_coups: int | None = None, counts: Counter[str] | None = None) -> list[int]:
    """What each coup of one shoe returned, net, in cents; no more than ``most`` of them."""
    chance = OneShoe(Seeded(seed, number))
    carry = game.opening(table)
    nets: list[int] = []
    try:
        while max_coups is None or len(nets) < max_coups:
            net, carry = play_coup(game, table, carry, chance, counts)
            nets.append(net)
    except ShoeOver:
        pass
    return nets


@dataclass(frozen=True)
class Engine:
    """The reference engine as a kernel: one place at the minimum, shoe after shoe, or with
    ``fresh`` a full shoe for each coup."""

    game_id: str
    table: Table
    fresh: bool = False
    strategy: str = STRATEGY
    size: int = BLOCK

    @property
    def unit(self) -> int:
        """The stake in which means are given, in cents."""
        return self.table.minimum

    @cached_property
    def identity(self) -> str:
        """What is played, as a text that changes with the result."""
        encoded = msgspec.json.encode((self.game_id, self.table, self.fresh, self.strategy),
                                      order="sorted")
        return f"engine {hashlib.sha256(encoded).hexdigest()[:16]}"

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play a block of coups."""
        game = games.game(self.game_id)
        counts: Counter[str] = Counter()
        shoes: list[list[int]] = []
        coups_left = size
        while coups_left:
            nets = play_shoe(game, self.table, seed, f"{number}.{len(shoes)}",
                             1 if self.fresh else coups_left, counts)
            shoes.append(nets)
            coups_left -= len(nets)
        return tally_shoes(shoes, dict(sorted(counts.items())))
