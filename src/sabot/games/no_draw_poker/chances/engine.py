"""The reference engine with the play of a kernel; the compiled loop must give the same results.

A player sits at each box and bets the minimum, and a chip for the jackpot if the kernel has one.
The cards come from a stream, box by box and the bank last, in whatever order they are dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sabot.equipment import PACK
from sabot.equipment.streams import Stream
from sabot.families.jackpot.pool import CHIP
from sabot.families.poker.no_draw import HAND, number, row
from sabot.families.shoe.shoe import BURN
from sabot.games.no_draw_poker.chances import loop
from sabot.games.no_draw_poker.chances.kernel import JACKPOT, BoxPlayer
from sabot.games.no_draw_poker.round import BANK, Carry, opening
from sabot.games.no_draw_poker.rules import ranking
from sabot.procedure import (
    Act,
    Coup,
    Deal,
    Dealer,
    Event,
    Listen,
    Move,
    Open,
    Refusal,
    Shuffle,
    TimeOut,
    gain,
)
from sabot.procedure.steps import ChanceStep
from sabot.procedure.table import Table

Net = list[int]
Chips = list[dict[str, int]]


class Tape:
    """Chance from one stream: the cards of a round at once, drawn as by the loop. The burn card is
    not taken from the pack."""

    def __init__(self, stream: Stream, names: list[str], seats: int) -> None:
        self.stream, self.cards, self.seats = stream, names, seats
        self.hands: dict[str, list[str]] = {}

    def begin(self) -> None:
        """Draw the cards of the next round."""
        count, at = HAND * (self.seats + 1), 0
        while at < count:
            batch = min(loop.BATCH, count - at)
            for ahead in self.stream.draws(len(self.cards) - at, batch):
                swap = at + ahead
                self.cards[at], self.cards[swap] = self.cards[swap], self.cards[at]
                at += 1
        boxes = [*map(str, range(1, self.seats + 1)), BANK]
        self.hands = {to: self.cards[HAND * n:HAND * (n + 1)] for n, to in enumerate(boxes)}

    def resolve(self, step: ChanceStep) -> object:
        """Resolve a step of chance."""
        if isinstance(step, Deal):
            return PACK[0] if step.to == BURN else self.hands[step.to].pop(0)
        if isinstance(step, Shuffle):
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None


class CoupPlayer:
    """A table of the reference engine and its players."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: BoxPlayer
                 ) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel
        self.ranking = ranking(table.rules)
        self.people = [f"player {n}" for n in range(1, kernel.seats + 1)]

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[Net]:
        """The net result of each box in each of ``count`` rounds, in cents."""
        return (nets for nets, _ in self.play_stream(stream, count, fresh))

    def play_stream(self, stream: Stream, count: int, fresh: bool = False
                    ) -> Iterator[tuple[Net, Chips]]:
        """The same, with the net result of each chip for the jackpot."""
        places = range(len(self.ranking.pack))
        names = sorted(self.ranking.pack, key=lambda card: number(card, self.ranking))
        tape = Tape(stream, [names[at] for at in places], self.kernel.seats)
        carry = opening(self.table)
        for _ in range(count):
            nets, chips, carry = self._play_round(carry, tape)
            yield nets, chips

    def _play_round(self, carry: Carry, tape: Tape) -> tuple[Net, Chips, Carry]:
        tape.begin()
        dealer = Dealer(self.coup(self.table, carry), tape)
        events = list(dealer.record)
        while (listen := dealer.standing) is not None:
            result = dealer.answer(self._answer(listen, events))
            if isinstance(result, Refusal):
                raise ValueError(f"an act was refused: {result.text}")
            events += result
        nets, chips = ([0] * len(self.people) for _ in range(2))
        for event in events:
            if type(event.step) is Move and event.step.player:
                into = chips if event.step.bet.endswith(CHIP) else nets
                into[self.people.index(event.step.player)] += gain(event.step)
        after: Carry = dealer.outcome
        return nets, [{JACKPOT: chip} for chip in chips], after

    def _answer(self, listen: Listen, events: list[Event]) -> Act | TimeOut:
        if not listen.window.startswith("bets"):
            offer = next((offer for offer in listen.offers if offer.act == "call"), None)
            if offer is None:
                return TimeOut(listen.window)
            goes = self._goes_on(offer.seat, events)
            return Act(offer.player, "call" if goes else "pass", offer.seat)
        staked = {event.step.bet for event in events if type(event.step) is Move}
        for n, player in enumerate(self.people, start=1):
            mine = {(offer.act, offer.seat): offer for offer in listen.offers
                    if offer.player in ("", player) and player not in offer.barred}
            if ("sit", str(n)) in mine:
                return Act(player, "sit", str(n))
            for bet in (str(n), f"{n}{CHIP}" if self.kernel.stakes else ""):
                if bet and bet not in staked:
                    return Act(player, "bet", bet, mine["bet", bet].low)
        deal = next((offer for offer in listen.offers if offer.act == "deal"), None)
        return Act(deal.player, "deal", deal.seat) if deal else TimeOut(listen.window)

    def _goes_on(self, seat: str, events: list[Event]) -> bool:
        """Whether these cards go on by the chart, which is read without the sums of the loop."""
        chart, cards = self.kernel.chart, self._hand(events, seat)
        decision = chart.decides[self.kernel.known.number(self.ranking, cards)]
        if decision != loop.LOOK:
            return bool(decision == loop.CALL)
        mine = sorted(number(card, self.ranking) for card in cards)
        pattern = sum(card % 4 << 2 * at for at, card in enumerate(mine))
        up = number(self._hand(events, BANK)[-1], self.ranking)
        place = int(chart.places[row([card // 4 for card in mine])])
        return bool(int(chart.masks[place * loop.PATTERNS + pattern]) >> up & 1)

    @staticmethod
    def _hand(events: list[Event], hand: str) -> list[str]:
        return [event.card for event in events
                if type(event.step) is Deal and event.step.to == hand]
