"""The reference engine under the play of a kernel, which the compiled loop must equal.

A player sits at each box, bets the minimum, and a chip for the jackpot where the kernel has one.
The cards come from a stream, box by box and the bank last, however they are dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sabot.equipment import PACK
from sabot.equipment.streams import Stream
from sabot.families.jackpot.pool import CHIP
from sabot.families.poker.no_draw import HAND, number, row
from sabot.families.shoe.shoe import BURN
from sabot.games.no_draw_poker.chances import loop
from sabot.games.no_draw_poker.chances.kernel import JACKPOT, Player
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
    """Chance from one stream: the cards of a coup at once, drawn as the loop draws them. A burnt
    card is none of the pack."""

    def __init__(self, stream: Stream, names: list[str], seats: int) -> None:
        self.stream, self.cards, self.seats = stream, names, seats
        self.hands: dict[str, list[str]] = {}

    def begin(self) -> None:
        """A coup begins."""
        count, at = HAND * (self.seats + 1), 0
        while at < count:
            some = min(loop.BATCH, count - at)
            for ahead in self.stream.draws(len(self.cards) - at, some):
                there = at + ahead
                self.cards[at], self.cards[there] = self.cards[there], self.cards[at]
                at += 1
        boxes = [*map(str, range(1, self.seats + 1)), BANK]
        self.hands = {to: self.cards[HAND * n:HAND * (n + 1)] for n, to in enumerate(boxes)}

    def resolve(self, step: ChanceStep) -> object:
        if isinstance(step, Deal):
            return PACK[0] if step.to == BURN else self.hands[step.to].pop(0)
        if isinstance(step, Shuffle):
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None


class CoupPlayer:
    """One table of the reference engine and who plays at it."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player) -> None:
        self.coup, self.table, self.kernel = coup, table, kernel
        self.ranking = ranking(table.rules)
        self.people = [f"player {n}" for n in range(1, kernel.seats + 1)]

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[Net]:
        """What each box returned net in each of so many coups, in cents."""
        return (nets for nets, _ in self.played(stream, count, fresh))

    def played(self, stream: Stream, count: int, fresh: bool = False
               ) -> Iterator[tuple[Net, Chips]]:
        """The same with what each chip for the jackpot did."""
        places = range(len(self.ranking.pack))
        names = sorted(self.ranking.pack, key=lambda card: number(card, self.ranking))
        tape = Tape(stream, [names[at] for at in places], self.kernel.seats)
        carry = opening(self.table)
        for _ in range(count):
            nets, chips, carry = self._one(carry, tape)
            yield nets, chips

    def _one(self, carry: Carry, tape: Tape) -> tuple[Net, Chips, Carry]:
        tape.begin()
        dealer = Dealer(self.coup(self.table, carry), tape)
        told = list(dealer.record)
        while (listen := dealer.standing) is not None:
            heard = dealer.answer(self._says(listen, told))
            if isinstance(heard, Refusal):
                raise ValueError(f"an act was refused: {heard.text}")
            told += heard
        nets, chips = ([0] * len(self.people) for _ in range(2))
        for event in told:
            if type(event.step) is Move and event.step.player:
                into = chips if event.step.bet.endswith(CHIP) else nets
                into[self.people.index(event.step.player)] += gain(event.step)
        after: Carry = dealer.outcome
        return nets, [{JACKPOT: chip} for chip in chips], after

    def _says(self, listen: Listen, told: list[Event]) -> Act | TimeOut:
        if not listen.window.startswith("bets"):
            offer = next((one for one in listen.offers if one.act == "call"), None)
            if offer is None:
                return TimeOut(listen.window)
            return Act(offer.player, "call" if self._goes(offer.seat, told) else "pass", offer.seat)
        staked = {event.step.bet for event in told if type(event.step) is Move}
        for n, player in enumerate(self.people, start=1):
            mine = {(one.act, one.seat): one for one in listen.offers
                    if one.player in ("", player) and player not in one.barred}
            if ("sit", str(n)) in mine:
                return Act(player, "sit", str(n))
            for bet in (str(n), f"{n}{CHIP}" if self.kernel.stakes else ""):
                if bet and bet not in staked:
                    return Act(player, "bet", bet, mine["bet", bet].low)
        deal = next((one for one in listen.offers if one.act == "deal"), None)
        return Act(deal.player, "deal", deal.seat) if deal else TimeOut(listen.window)

    def _goes(self, seat: str, told: list[Event]) -> bool:
        """What the chart says of these cards, read without the sums of the loop."""
        chart, cards = self.kernel.chart, self._hand(told, seat)
        what = chart.decides[self.kernel.known.number(self.ranking, cards)]
        if what != loop.LOOK:
            return bool(what == loop.CALL)
        mine = sorted(number(card, self.ranking) for card in cards)
        pattern = sum(card % 4 << 2 * at for at, card in enumerate(mine))
        up = number(self._hand(told, BANK)[-1], self.ranking)
        place = int(chart.places[row([card // 4 for card in mine])])
        return bool(int(chart.masks[place * loop.PATTERNS + pattern]) >> up & 1)

    @staticmethod
    def _hand(told: list[Event], hand: str) -> list[str]:
        return [event.card for event in told
                if type(event.step) is Deal and event.step.to == hand]
