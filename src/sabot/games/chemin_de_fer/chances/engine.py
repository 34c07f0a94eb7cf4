"""The reference engine under the play of a kernel, which the compiled loop must equal.

Four people sit; before every coup the first has the hand, puts up his bank, and the second plays
against it: the whole of it as banco, or a part. The cards come from a stream, drawn as the compiled
loop draws them.
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
from sabot.games.chemin_de_fer.rules import LEAST, PACKS, SEATS, least_bank
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

PEOPLE = tuple(f"player {n}" for n in range(1, LEAST + 1))
PONTO = PEOPLE[1]
FIRST = 4
"""Cards of a coup that are drawn from one word."""


class Tape:
    """Chance from one stream; with ``fresh`` what is burned is no card of the shoe."""

    def __init__(self, stream: Stream, fresh: bool) -> None:
        self.stream, self.fresh = stream, fresh
        self.cards, self.at = list(PACK) * PACKS, 0
        self.waiting: list[str] | None = None

    def begin(self) -> None:
        """A coup begins."""
        self.waiting = None

    def resolve(self, step: ChanceStep) -> object:
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
            at, there = self.at, self.at + ahead
            self.cards[at], self.cards[there] = self.cards[there], self.cards[at]
            self.at += 1
        return self.cards[self.at - count:self.at]


class CoupPlayer:
    """One table of the reference engine and who plays at it."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel
        self.play: Play = kernel.play
        # A single bet of all of the bank is banco too (45): else the bank is twice the bet.
        least = max(least_bank(table), 2 * table.minimum)
        self.bank = -(-least // table.minimum) * table.minimum

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[int]:
        """What the ponto won net in each of so many coups from a new shoe on, in the kernel's
        cents."""
        tape, shoe = Tape(stream, fresh), InUse()
        for _ in range(count):
            won, after = self.one(InUse() if fresh else shoe, tape)
            shoe = after.shoe
            yield won

    def one(self, shoe: InUse, tape: Tape) -> tuple[int, Carry]:
        """One coup and the carry after it."""
        tape.begin()
        seats = (*PEOPLE, *[""] * (SEATS - LEAST))
        carry = msgspec.structs.replace(opening(self.table), seats=seats, shoe=shoe)
        dealer = Dealer(self.coup(self.table, carry), tape)
        told = list(dealer.record)
        while (listen := dealer.standing) is not None:
            heard = dealer.answer(self._says(listen, told, tape))
            if isinstance(heard, Refusal):
                raise ValueError(f"an act was refused: {heard.text}")
            told += heard
        net = sum(gain(event.step) for event in told
                  if type(event.step) is Move and event.step.player == PONTO)
        after: Carry = dealer.outcome
        net += sum(cents for _, player, cents in after.held if player == PONTO)  # after a tie
        return ((net > 0) - (net < 0)) * self.kernel.unit, after

    def _says(self, listen: Listen, told: list[Event], tape: Tape) -> Act | TimeOut:
        offers = {offer.act: offer for offer in reversed(listen.offers)}
        mine = {offer.act: offer for offer in listen.offers if offer.player == PONTO}
        if "bank" in offers:
            bank = offers["bank"]
            return Act(bank.player, "bank", bank.spots[0], self.bank)
        if listen.window.startswith("ponto:"):
            act = self._ponto(self._hand(told, "ponto"), tape)
            return Act(PONTO, act, offers[act].spots[0])
        if listen.window == "banker":
            act = "draw" if self._banker(told, tape) else "stand"
            return Act(offers[act].player, act, offers[act].spots[0])
        if self.play.banco and "banco" in mine:
            return Act(PONTO, "banco", mine["banco"].spots[0])
        if listen.window == "bets" and not listen.clock:
            return Act(PONTO, "bet", mine["bet"].spots[0], self.table.minimum)
        return TimeOut(listen.window)

    @staticmethod
    def _hand(told: list[Event], hand: str) -> list[str]:
        return [event.card for event in told
                if type(event.step) is Deal and event.step.to == hand]

    @staticmethod
    def _of(cards: list[str]) -> int:
        low, high = sorted(map(value, cards[:2]))
        return side(CARDS).names.index(f"{low}-{high}")

    def _ponto(self, cards: list[str], tape: Tape) -> str:
        if points(cards) >= NATURAL:
            return "show"
        return "card" if _takes(self.play.ponto[self._of(cards)], tape) else "no"

    def _banker(self, told: list[Event], tape: Tape) -> bool:
        against, mine = self._hand(told, "ponto"), self._hand(told, "banca")
        third = value(against[2]) if len(against) > 2 else NONE
        return _takes(self.play.banker[self._of(mine) * (NONE + 1) + third], tape)


def _takes(chance: Fraction, tape: Tape) -> bool:
    if 0 < chance < 1:
        return tape.stream.word() < int(chance * (1 << 64))
    return chance == 1
