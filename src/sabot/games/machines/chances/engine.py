"""The reference engine with the play of a kernel; the compiled games must give the same results.

The player inserts money whenever the credit does not cover the bet. Chance comes from a stream,
which is read in the same way as by the compiled loops.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sabot.equipment.streams import MASK, Stream
from sabot.families.machine.drawhands import HAND, PACK
from sabot.families.poker import no_draw
from sabot.families.poker.hands import STANDARD
from sabot.games.machines.cards import ALL, NONE
from sabot.games.machines.chances.kernel import Machine
from sabot.games.machines.reels import CLIMB, STOP
from sabot.games.machines.round import GAME, SEAT, Carry, opening
from sabot.probability.tally import Tally, tally_shoes
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
    """Chance from one stream: one word stops all reels, and one word deals ten cards."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.pack = [no_draw.name(card, STANDARD) for card in range(PACK)]
        self.cards: list[str] = []

    def resolve(self, step: ChanceStep) -> object:
        """Resolve a step of chance."""
        if isinstance(step, Throw):
            return self._numbers(step.sides) if step.thing == "reels" else tuple(
                self._numbers((side,))[0] for side in step.sides)
        if isinstance(step, Deal):
            return self.cards.pop(0)
        if isinstance(step, Shuffle):
            for at, ahead in enumerate(self.stream.draws(PACK, 2 * HAND)):
                swap = at + ahead
                self.pack[at], self.pack[swap] = self.pack[swap], self.pack[at]
            self.cards = self.pack[:2 * HAND]
            return "tape"
        if isinstance(step, Claim):
            return 0
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _numbers(self, sides: Sequence[int]) -> tuple[int, ...]:
        """Numbers from 0 to below each side, from one word. A word whose remainder is below 2**64
        modulo the product of the sides is rejected, because it would favour some results."""
        floor = (1 << 64) % math.prod(sides)
        while True:
            bits, numbers = self.stream.word(), []
            for side in sides:
                numbers.append(bits * side >> 64)
                bits = bits * side & MASK
            if bits >= floor:
                return tuple(numbers)


class CoupPlayer:
    """A machine of the reference engine and its player."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Machine) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[list[int]]:
        """The net result of each of ``count`` games in cents, without jackpots."""
        tape, carry, played = Tape(stream), opening(self.table), 0
        while played < count:
            dealer = Dealer(self.coup(self.table, carry), tape)
            events = list(dealer.record)
            while (listen := dealer.standing) is not None:
                result = dealer.answer(self._answer(listen, events))
                if isinstance(result, Refusal):
                    raise ValueError(f"an act was refused: {result.text}")
                events += result
            moves = [event.step for event in events if type(event.step) is Move]
            carry = dealer.outcome
            if cost := sum(move.amount for move in moves if move.into == GAME):
                played += 1
                yield [sum(move.amount for move in moves if move.kind == "prize") - cost]

    def _answer(self, listen: Listen, events: list[Event]) -> Act | TimeOut:
        offers = {offer.act: offer for offer in listen.offers if PLAYER not in offer.barred}
        if "sit" in offers:
            return Act(PLAYER, "sit", SEAT)
        if "spin" in offers and self.kernel.bet.seat in offers["spin"].seats:
            return Act(PLAYER, "spin", self.kernel.bet.seat)
        if "insert" in offers:
            insert = offers["insert"]
            maximum = insert.low + (insert.high - insert.low) // insert.unit * insert.unit
            return Act(PLAYER, "insert", SEAT, maximum)
        if CLIMB in offers:
            return Act(PLAYER, CLIMB if self._climbs(listen, events) else STOP, SEAT)
        if "draw" in offers:
            return Act(PLAYER, "draw", self._held_places(events))
        return TimeOut(listen.window)

    def _climbs(self, listen: Listen, events: list[Event]) -> bool:
        """Whether the play climbs the next rung with its present prize."""
        stops = self.kernel.player.stops  # type: ignore[union-attr]
        least = stops[int(listen.window.partition(":")[2]) - 2]
        cents = [event.step.facts["cents"] for event in events
                 if isinstance(event.step, Call) and event.step.call == "rung"][-1]
        return least is None or cents < least * self.kernel.bet.cost

    def _held_places(self, events: list[Event]) -> str:
        """The places of the cards that the play holds."""
        cards = [no_draw.number(event.card, STANDARD) for event in events
                 if type(event.step) is Deal]
        five = sorted(cards)
        number = sum(math.comb(card, n) for n, card in enumerate(five, 1))
        hold = int(self.kernel.player.holds[number])  # type: ignore[union-attr]
        held_cards = {card for n, card in enumerate(five) if hold >> n & 1}
        places = [str(n) for n, card in enumerate(cards, 1) if card in held_cards]
        return ALL if len(places) == HAND else "-".join(places) or NONE


@dataclass(frozen=True)
class EngineKernel:
    """The reference engine with a play, as a kernel: every game is run step by step."""

    table: Table
    kernel: Machine
    size: int = 200

    @property
    def strategy(self) -> str:
        """The play in words."""
        return self.kernel.strategy

    @property
    def identity(self) -> str:
        """A digest of everything that determines the results of a block."""
        return f"told {self.kernel.identity}"

    @property
    def unit(self) -> int:
        """The cost of a game in cents."""
        return self.kernel.unit

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Run ``size`` games from stream ``number`` of the seed."""
        from sabot.games.machines.coup import coup
        player = CoupPlayer(coup, self.table, self.kernel)
        return tally_shoes(player.coups(Stream(seed, number), size), {"staked": size * self.unit})
