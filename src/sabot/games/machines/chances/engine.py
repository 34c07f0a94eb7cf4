"""The reference engine under the play of a kernel, which the compiled games must equal.

A player puts money in whenever it does not last for the bet. What the reels, the places, the rungs
and the cards do comes from a stream, read as the compiled loops read it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sabot.equipment.streams import MASK, Stream
from sabot.families.machine.draw import HAND, PACK
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD
from sabot.games.machines.cards import ALL, NONE
from sabot.games.machines.chances.kernel import Machine
from sabot.games.machines.reels import CLIMB, STOP
from sabot.games.machines.round import GAME, SEAT, Carry, opening
from sabot.odds.tally import Tally, tallied
from sabot.procedure import (
    Act,
    Call,
    Claim,
    Coup,
    Deal,
    Dealer,
    Event,
    Listen,
    Move,
    Open,
    Refusal,
    Shuffle,
    Throw,
    TimeOut,
)
from sabot.procedure.steps import ChanceStep
from sabot.procedure.table import Table

PLAYER = "player"


class Tape:
    """Chance from one stream. One word stops all reels, and one deals ten cards."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.pack = [no_draw.name(card, STANDARD) for card in range(PACK)]
        self.cards: list[str] = []

    def resolve(self, step: ChanceStep) -> object:
        """What chance answers to a step."""
        if isinstance(step, Throw):
            return self._reels(step.sides) if step.thing == "reels" else tuple(
                self._reels((side,))[0] for side in step.sides)
        if isinstance(step, Deal):
            return self.cards.pop(0)
        if isinstance(step, Shuffle):
            for at, ahead in enumerate(self.stream.draws(PACK, 2 * HAND)):
                there = at + ahead
                self.pack[at], self.pack[there] = self.pack[there], self.pack[at]
            self.cards = self.pack[:2 * HAND]
            return "tape"
        if isinstance(step, Claim):
            return 0
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _reels(self, sides: Sequence[int]) -> tuple[int, ...]:
        """Numbers from 0 below the sides from one word; one whose rest is below 2**64 modulo their
        product would favour some, and is thrown away."""
        floor = (1 << 64) % math.prod(sides)
        while True:
            bits, found = self.stream.word(), []
            for side in sides:
                found.append(bits * side >> 64)
                bits = bits * side & MASK
            if bits >= floor:
                return tuple(found)


class CoupPlayer:
    """A machine of the reference engine and who plays it."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Machine) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[list[int]]:
        """What each of so many games returned net, in cents, jackpots apart."""
        tape, carry, played = Tape(stream), opening(self.table), 0
        while played < count:
            dealer = Dealer(self.coup(self.table, carry), tape)
            told = list(dealer.record)
            while (listen := dealer.standing) is not None:
                heard = dealer.answer(self._says(listen, told))
                if isinstance(heard, Refusal):
                    raise ValueError(f"an act was refused: {heard.text}")
                told += heard
            moves = [event.step for event in told if type(event.step) is Move]
            carry = dealer.outcome
            if cost := sum(move.amount for move in moves if move.into == GAME):
                played += 1
                yield [sum(move.amount for move in moves if move.kind == "prize") - cost]

    def _says(self, listen: Listen, told: list[Event]) -> Act | TimeOut:
        offers = {offer.act: offer for offer in listen.offers if PLAYER not in offer.barred}
        if "sit" in offers:
            return Act(PLAYER, "sit", SEAT)
        if "spin" in offers and self.kernel.bet.seat in offers["spin"].seats:
            return Act(PLAYER, "spin", self.kernel.bet.seat)
        if "insert" in offers:
            insert = offers["insert"]
            most = insert.low + (insert.high - insert.low) // insert.unit * insert.unit
            return Act(PLAYER, "insert", SEAT, most)
        if CLIMB in offers:
            return Act(PLAYER, CLIMB if self._climbs(listen, told) else STOP, SEAT)
        if "draw" in offers:
            return Act(PLAYER, "draw", self._keeps(told))
        return TimeOut(listen.window)

    def _climbs(self, listen: Listen, told: list[Event]) -> bool:
        """Whether the play climbs a rung with what it has."""
        stops = self.kernel.player.stops  # type: ignore[union-attr]
        least = stops[int(listen.window.partition(":")[2]) - 2]
        cents = [event.step.facts["cents"] for event in told
                 if isinstance(event.step, Call) and event.step.call == "rung"][-1]
        return least is None or cents < least * self.kernel.bet.cost

    def _keeps(self, told: list[Event]) -> str:
        """The places of the cards that the play holds."""
        cards = [no_draw.number(event.card, STANDARD) for event in told
                 if type(event.step) is Deal]
        five = sorted(cards)
        number = sum(math.comb(card, n) for n, card in enumerate(five, 1))
        hold = int(self.kernel.player.kept[number])  # type: ignore[union-attr]
        kept = {card for n, card in enumerate(five) if hold >> n & 1}
        places = [str(n) for n, card in enumerate(cards, 1) if card in kept]
        return ALL if len(places) == HAND else "-".join(places) or NONE


@dataclass(frozen=True)
class Told:
    """The reference engine under a play as a kernel: games told step by step."""

    table: Table
    kernel: Machine
    size: int = 200

    @property
    def strategy(self) -> str:
        """How is played, in words."""
        return self.kernel.strategy

    @property
    def identity(self) -> str:
        return f"told {self.kernel.identity}"

    @property
    def unit(self) -> int:
        """The cents of a game."""
        return self.kernel.unit

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` games by stream ``number`` of the seed."""
        from sabot.games.machines.coup import coup
        told = CoupPlayer(coup, self.table, self.kernel)
        return tallied(told.coups(Stream(seed, number), size), {"staked": size * self.unit})
