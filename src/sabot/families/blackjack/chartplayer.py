"""The reference engine played by a chart: what every kernel of the family must equal.

A player sits on each place that is played and bets the minimum; what is asked is answered from the
chart, and nothing else is done. The cards come from a stream, drawn as the compiled coups draw
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sabot.equipment import PACK, EmptyShoe
from sabot.equipment.streams import BATCH, Stream
from sabot.families.blackjack.chart import ACTS, SURRENDER, Chart
from sabot.families.blackjack.code import Book
from sabot.families.blackjack.coup import coup
from sabot.families.blackjack.hand import LIMIT, value
from sabot.families.blackjack.round import BANK, BURN, Carry, opening
from sabot.families.blackjack.states import SUITED, states, suited
from sabot.procedure import (
    Act,
    Deal,
    Dealer,
    Event,
    Listen,
    Move,
    Offer,
    Open,
    Part,
    Refusal,
    Shuffle,
    TimeOut,
    gain,
)
from sabot.procedure.table import Table

PLAYERS = tuple(f"player {n}" for n in range(1, 10))


class Tape:
    """Chance from one stream: cards as the compiled coups draw them, in the same order.

    ``first``: how many cards a coup begins with, which are drawn four from a word. With ``burns``
    unset a card that is burned is none of the shoe's.
    """

    def __init__(self, stream: Stream, packs: int, first: int, burns: bool) -> None:
        self.stream = stream
        self.cards = list(PACK) * packs
        self.first = first
        self.burns = burns
        self.at = 0
        self.waiting: list[str] = []
        self.begun = False

    def begin(self) -> None:
        """A coup begins."""
        self.begun = False
        self.waiting = []

    def resolve(self, step: Any) -> Any:
        if type(step) is Deal:
            return self._card(step)
        if isinstance(step, Shuffle):
            self.at = len(step.without)
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _card(self, step: Deal) -> str:
        if step.to == BURN:
            return self._draw(1)[0] if self.burns else PACK[0]
        if not self.begun:
            self.begun = True
            if self.at + self.first > len(self.cards):
                self.at = len(self.cards)
                raise EmptyShoe("the tape has too few cards for a coup")
            for left in range(self.first, 0, -BATCH):
                self.waiting += self._draw(min(BATCH, left))
            self.waiting.reverse()
        return self.waiting.pop() if self.waiting else self._draw(1)[0]

    def _draw(self, count: int) -> list[str]:
        cards, left = self.cards, len(self.cards) - self.at
        if left < count:
            raise EmptyShoe("the tape has ended")
        for ahead in self.stream.draws(left, count):
            at = self.at
            cards[at], cards[at + ahead] = cards[at + ahead], cards[at]
            self.at = at + 1
        return cards[self.at - count:self.at]


class Hands:
    """The cards of each hand and the net result of each place, as the steps of a coup tell them."""

    def __init__(self, seats: int) -> None:
        self.of: dict[str, list[str]] = {}
        self.split: dict[str, int] = {}
        self.nets = [0] * seats

    def fold(self, events: Iterable[Event]) -> None:
        """Take in what was told."""
        for event in events:
            step = event.step
            if type(step) is Deal:
                if step.to in self.of:
                    self.of[step.to].append(event.card)
                else:
                    self.of[step.to] = [event.card]
            elif type(step) is Move and step.player:
                place = step.bet.partition("/")[0].partition(".")[0]
                self.nets[int(place) - 1] += gain(step)
            elif type(step) is Part:
                one, other = self.of.pop(step.hand)
                self.of[step.into[0]], self.of[step.into[1]] = [one], [other]
                self.split.setdefault(step.hand.partition(".")[0], value(one))

    @property
    def up(self) -> str:
        """The bank's open card."""
        return self.of[BANK][0]

    def number(self, hand: str) -> int:
        """The number of a hand's state."""
        cards, table = self.of[hand], states()
        values = [value(card) for card in cards]
        if len(cards) == 2:
            low, high = min(values), max(values)
            if cards[0][1] == cards[1][1] and (low, high) in SUITED:
                missing = f"{LIMIT - low - high}{cards[0][1]}"
                return table.plain + suited(low, high, self.up == missing)
            return int(table.two[values[0] - 1, values[1] - 1])
        number = table.one[values[0] - 1]
        for points in values[1:]:
            number = table.next[number, points - 1]
        return int(number)


class ChartPlayer:
    """One table of the reference engine and who plays it: ``seats`` places at the minimum.

    At an individual table one player holds all places, else each has its own.
    """

    def __init__(self, book: Book, table: Table, chart: Chart, seats: int = 1) -> None:
        self.book = book
        self.table = table
        self.chart = chart
        self.seats = seats
        self.who = [PLAYERS[0] if table.individual else PLAYERS[n] for n in range(seats)]

    def tape(self, stream: Stream, fresh: bool = False) -> Tape:
        """Chance for this table from one stream."""
        code = self.book.code(self.table)
        return Tape(stream, code.packs, 2 * self.seats + (1 if code.second == "late" else 2),
                    not fresh)

    def seated(self) -> Carry:
        """The carry of the first coup: the players have taken their places."""
        free = self.table.places - self.seats
        return msgspec.structs.replace(opening(self.table), seats=(*self.who, *[""] * free))

    def coup(self, carry: Carry, tape: Tape) -> tuple[list[int], Carry]:
        """One coup: what each place returned net, in cents, and the next carry."""
        tape.begin()
        hands = Hands(self.seats)
        dealer = Dealer(coup(self.book, self.table, carry), tape)
        hands.fold(dealer.record)
        bets = 0
        while (listen := dealer.standing) is not None:
            said: Act | TimeOut
            if listen.window == "bets" and bets < self.seats:
                said = Act(self.who[bets], "bet", str(bets + 1), self.table.minimum)
                bets += 1
            else:
                said = self.answer(hands, listen)
            told = dealer.answer(said)
            if isinstance(told, Refusal):
                raise ValueError(f"the chart's {said} was refused: {told.text}")
            hands.fold(told)
        return hands.nets, dealer.outcome

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[list[int]]:
        """What each place returned in each of so many coups from new packs on."""
        tape = self.tape(stream, fresh)
        carry = self.seated()
        for _ in range(count):
            nets, after = self.coup(carry, tape)
            yield nets
            carry = self.seated() if fresh else after

    def answer(self, hands: Hands, listen: Listen) -> Act | TimeOut:
        """What is said when the bets are made."""
        offers = {offer.act: offer for offer in reversed(listen.offers)}
        window = listen.window
        for act in ("deal", "no-cut"):
            if act in offers:
                return Act(offers[act].player, act, offers[act].seat)
        if window == "bets" or window.startswith("late:"):
            return TimeOut(window)
        first = listen.offers[0]
        hand = first.seat
        if window == "insurance":
            return self._insure(hands, {o.act: o for o in listen.offers if o.seat == hand})
        if window == "surrender":
            gives = self._says(hands, hand, self._may_split(hands, hand)) == SURRENDER
            return Act(first.player, "surrender" if gives else "play-on", hand)
        return Act(first.player, ACTS[self._says(hands, hand, "split" in offers)], hand)

    def _says(self, hands: Hands, hand: str, may_split: bool) -> int:
        """What the chart says to a hand."""
        place, split, _ = hand.partition(".")
        up, number, chart = value(hands.up) - 1, hands.number(hand), self.chart
        whole = not may_split and states().twin[number]
        if split:
            deep = chart.after_whole if whole else chart.after
            return int(deep[up, hands.split[place] - 1, number])
        return int((chart.first_whole if whole else chart.first)[up, number])

    def _may_split(self, hands: Hands, hand: str) -> bool:
        """Whether a hand that is asked for its surrender may be split later."""
        one, other = hands.of[hand]
        return not self.book.code(self.table).split_rank or one[0] == other[0]

    def _insure(self, hands: Hands, offers: dict[str, Offer]) -> Act:
        """Insurance and even money of one hand."""
        hand = next(iter(offers.values())).seat
        player = next(iter(offers.values())).player
        if "even-money" in offers and self.chart.evens[value(hands.up) - 1]:
            return Act(player, "even-money", hand)
        if "insure" in offers and self.chart.insure[hands.number(hand)]:
            return Act(player, "insure", hand, offers["insure"].high)
        return Act(player, "no-insurance" if "no-insurance" in offers else "wait", hand)
