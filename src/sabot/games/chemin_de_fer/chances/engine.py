"""The reference engine with the play of a kernel; the compiled loop must give the same results.

Four players sit. In every coup the first one banks, and the second one plays against the bank: with
banco against all of it, or with a bet. The cards come from a stream, in the order of the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from sabot.equipment import PACK
from sabot.equipment.streams import Stream
from sabot.families.baccarat.values import points, value
from sabot.families.shoe.shoe import BURN, InUse
from sabot.games.chemin_de_fer.chances.deal import NATURAL
from sabot.games.chemin_de_fer.chances.duel import CARDS, side
from sabot.games.chemin_de_fer.chances.kernel import Player
from sabot.games.chemin_de_fer.chances.plays import Play
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.games.chemin_de_fer.round import Carry, opening
from sabot.games.chemin_de_fer.rules import MIN_SEATED, PACKS, SEATS, least_bank
from sabot.procedure import (
    Act,
    Coup,
    Deal,
    Dealer,
    Event,
    Listen,
    Move,
    Refusal,
    Shuffle,
    TimeOut,
    gain,
)
from sabot.procedure.steps import ChanceStep
from sabot.procedure.table import Table

PEOPLE = tuple(f"player {n}" for n in range(1, MIN_SEATED + 1))
PONTO = PEOPLE[1]
FIRST = 4
"""Cards of a coup that are drawn from one random word."""


class Tape:
    """Chance from one stream; with ``fresh`` burnt cards do not come from the shoe."""

    def __init__(self, stream: Stream, fresh: bool) -> None:
        self.stream, self.fresh = stream, fresh
        self.cards, self.at = list(PACK) * PACKS, 0
        self.waiting: list[str] | None = None

    def begin(self) -> None:
        """Begin a coup."""
        self.waiting = None

    def resolve(self, step: ChanceStep) -> object:
        """Answer a step of chance: a seal, a card, or None."""
        if isinstance(step, Shuffle):
            self.at = 0
            return "tape"
        return self._card(step) if isinstance(step, Deal) else None

    def _card(self, step: Deal) -> str:
        if step.to == BURN:
            return PACK[0] if self.fresh else self._draw(1)[0]
        if self.waiting is None:
            self.waiting = self._draw(FIRST)[::-1]
        return self.waiting.pop() if self.waiting else self._draw(1)[0]

    def _draw(self, count: int) -> list[str]:
        for ahead in self.stream.draws(len(self.cards) - self.at, count):
            at, other = self.at, self.at + ahead
            self.cards[at], self.cards[other] = self.cards[other], self.cards[at]
            self.at += 1
        return self.cards[self.at - count:self.at]


class CoupPlayer:
    """A table of the reference engine with its players."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel
        self.play: Play = kernel.play
        self.bank = least_bank(table)

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[int]:
        """The net win of the ponto in each of ``count`` coups from a new shoe, in cents of the
        kernel."""
        tape, shoe = Tape(stream, fresh), InUse()
        for _ in range(count):
            won, next_carry = self.play_coup(InUse() if fresh else shoe, tape)
            shoe = next_carry.shoe
            yield won

    def play_coup(self, shoe: InUse, tape: Tape) -> tuple[int, Carry]:
        """Play one coup; returns the ponto's net win, in the kernel's cents, and the carry."""
        net, next_carry = self.net_cents(shoe, tape)
        return ((net > 0) - (net < 0)) * self.kernel.unit, next_carry

    def net_cents(self, shoe: InUse, tape: Tape) -> tuple[int, Carry]:
        """Play one coup; returns the cents that the ponto wins, and the next carry."""
        tape.begin()
        seats = (*PEOPLE, *[""] * (SEATS - MIN_SEATED))
        carry = msgspec.structs.replace(opening(self.table), seats=seats, shoe=shoe)
        dealer = Dealer(self.coup(self.table, carry), tape)
        events = list(dealer.record)
        while (listen := dealer.standing) is not None:
            result = dealer.answer(self._answer(listen, events, tape))
            if isinstance(result, Refusal):
                raise ValueError(f"an act was refused: {result.text}")
            events += result
        net = sum(gain(event.step) for event in events
                  if type(event.step) is Move and event.step.player == PONTO)
        next_carry: Carry = dealer.outcome
        net += sum(cents for _, player, cents in next_carry.held if player == PONTO)  # after a tie
        return net, next_carry

    def _answer(self, listen: Listen, events: list[Event], tape: Tape) -> Act | TimeOut:
        offers = {offer.act: offer for offer in reversed(listen.offers)}
        own = {offer.act: offer for offer in listen.offers if offer.player == PONTO}
        if "bank" in offers:
            bank = offers["bank"]
            return Act(bank.player, "bank", bank.spots[0], self.bank)
        if listen.window.startswith("ponto:"):
            act = self._ponto(self._hand(events, "ponto"), tape)
            return Act(PONTO, act, offers[act].spots[0])
        if listen.window == "banker":
            act = "draw" if self._banker(events, tape) else "stand"
            return Act(offers[act].player, act, offers[act].spots[0])
        if self.play.banco and "banco" in own:
            return Act(PONTO, "banco", own["banco"].spots[0])
        if listen.window == "bets" and not listen.clock:
            return Act(PONTO, "bet", own["bet"].spots[0], self.table.minimum)
        return TimeOut(listen.window)

    @staticmethod
    def _hand(events: list[Event], hand: str) -> list[str]:
        return [event.card for event in events
                if type(event.step) is Deal and event.step.to == hand]

    @staticmethod
    def _index(cards: list[str]) -> int:
        low, high = sorted(map(value, cards[:2]))
        return side(CARDS).names.index(f"{low}-{high}")

    def _ponto(self, cards: list[str], tape: Tape) -> str:
        if points(cards) >= NATURAL:
            return "show"
        return "card" if _draws(self.play.ponto[self._index(cards)], tape) else "no"

    def _banker(self, events: list[Event], tape: Tape) -> bool:
        against, own = self._hand(events, "ponto"), self._hand(events, "banca")
        third = value(against[2]) if len(against) > 2 else NONE
        return _draws(self.play.banker[self._index(own) * (NONE + 1) + third], tape)


def _draws(chance: Fraction, tape: Tape) -> bool:
    if 0 < chance < 1:
        return tape.stream.word() < int(chance * (1 << 64))
    return chance == 1
