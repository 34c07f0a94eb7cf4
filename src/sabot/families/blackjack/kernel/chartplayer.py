"""The reference engine played by a chart: what every kernel of the family must equal.

A player sits on each place that is played and bets the minimum, and the least on each of the bets
beside it that are wanted; what is asked is answered from the chart, and nothing else is done. The
cards come from a stream, drawn as the compiled coups draw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sabot.equipment import PACK, EmptyShoe
from sabot.equipment.streams import BATCH, Stream
from sabot.families.blackjack.charts.chart import ACTS, SURRENDER, Chart
from sabot.families.blackjack.charts.hand_states import SUITED, states, suited
from sabot.families.blackjack.round.coup import coup
from sabot.families.blackjack.round.round import BANK, BURN, Carry, opening
from sabot.families.blackjack.rules.code import RuleBook, TableLaw
from sabot.families.blackjack.rules.hand import LIMIT, value
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
from sabot.procedure.steps import ChanceStep
from sabot.procedure.table import Table

PLAYERS = tuple(f"player {n}" for n in range(1, 10))


class Tape:
    """Chance from one stream: cards as the compiled coups draw them, in the same order.

    ``first``: how many cards a coup begins with; it must find them in the shoe. With ``burns``
    unset a card that is burned is none of the shoe's.
    """

    def __init__(self, stream: Stream, packs: int, first: int, burns: bool) -> None:
        self.stream = stream
        self.cards = list(PACK) * packs
        self.first = first
        self.burns = burns
        self.at = 0
        self.ahead: list[int] = []
        self.draws: list[int] = []
        self.begun = False

    def begin(self) -> None:
        """A coup begins."""
        self.begun = False

    def resolve(self, step: ChanceStep) -> object:
        if type(step) is Deal:
            return self._card(step)
        if isinstance(step, Shuffle):
            self.at = len(step.without)
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _card(self, step: Deal) -> str:
        left = len(self.cards) - self.at
        if step.to == BURN and not self.burns:
            return PACK[0]
        if step.to == BURN and not self.begun:
            return self._take(self.stream.draws(left, 1)[0]) if left else self._none()
        if not self.begun:
            self.begun = True
            self.ahead = [self.stream.word(), self.stream.word()]
            self.draws = []
            if left < self.first:
                self.at = len(self.cards)
        if self.at == len(self.cards):
            return self._none()
        if not self.draws:
            self.draws = self.stream.draws(left, min(BATCH, left), self.ahead)
        return self._take(self.draws.pop(0))

    def _none(self) -> str:
        raise EmptyShoe("the tape has too few cards")

    def _take(self, ahead: int) -> str:
        cards, at = self.cards, self.at
        cards[at], cards[at + ahead] = cards[at + ahead], cards[at]
        self.at += 1
        return cards[at]


class Hands:
    """The cards of each hand and the net result of each place, as the steps of a coup tell them.

    ``bets``: the same of the bets in ``beside`` by place and spot; an insurance counts in both.
    ``code`` says which hands may earn a prize for their suit.
    """

    def __init__(self, seats: int, code: TableLaw, beside: Sequence[str] = ()) -> None:
        self.code = code
        self.of: dict[str, list[str]] = {}
        self.split: dict[str, int] = {}
        self.nets = [0] * seats
        self.beside = beside
        self.bets: dict[tuple[str, str], int] = {}

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
                hand, _, spot = step.bet.partition("/")
                place = hand.partition(".")[0]
                if spot in self.beside:
                    self.bets[place, spot] = self.bets.get((place, spot), 0) + gain(step)
                if spot == "insurance" or spot not in self.beside:
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
            special = self.code.special
            prized = special is not None and (special.on_split or "." not in hand)
            if prized and cards[0][1] == cards[1][1] and (low, high) in SUITED:
                missing = f"{LIMIT - low - high}{cards[0][1]}"
                return table.plain + suited(low, high, self.up == missing)
            return int(table.two[values[0] - 1, values[1] - 1])
        number = table.one[values[0] - 1]
        for points in values[1:]:
            number = table.next[number, points - 1]
        return int(number)


class ChartPlayer:
    """One table of the reference engine and who plays it: ``seats`` places at the minimum.

    At an individual table one player holds all places, else each has its own. ``bets``: spots of
    the bets that lie beside each main bet whenever they may. ``lanes``: shoes that are played in
    turn, a coup from each.
    """

    def __init__(self, book: RuleBook, table: Table, chart: Chart, seats: int = 1,
                 bets: Sequence[str] = (), lanes: int = 1) -> None:
        self.book = book
        self.table = table
        self.chart = chart
        self.seats = seats
        self.bets = bets
        self.lanes = lanes
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

    def coup(self, carry: Carry, tape: Tape) -> tuple[Hands, Carry]:
        """One coup: what it dealt and what each place returned, and the next carry."""
        tape.begin()
        hands = Hands(self.seats, self.book.code(self.table), self.bets)
        dealer = Dealer(coup(self.book, self.table, carry), tape)
        hands.fold(dealer.record)
        bets = self.lay(carry)
        while (listen := dealer.standing) is not None:
            said = bets.pop(0) if listen.window == "bets" and bets else self.answer(hands, listen)
            told = dealer.answer(said)
            if isinstance(told, Refusal):
                raise ValueError(f"the chart's {said} was refused: {told.text}")
            hands.fold(told)
        return hands, dealer.outcome

    def lay(self, carry: Carry) -> list[Act]:
        """The bets of a coup: the main bets, then those beside them. Streak bets are made when none
        is left at their place; a player has one chip for the jackpot."""
        places = [(str(n), who) for n, who in enumerate(self.who, start=1)]
        code = self.book.code(self.table)
        known = self.book.spots(code)
        made = [Act(who, "bet", place, self.table.minimum) for place, who in places]
        chips: set[str] = set()
        for place, who in places:
            for spot in self.bets:
                cents = code.side_low
                side = known.get(spot)
                if spot == "insurance" or (side is not None and side.in_a_row
                                           and place in carry.streaks):
                    continue
                if spot == "jackpot" and code.jackpot is not None:
                    if who in chips:
                        continue
                    chips.add(who)
                    cents = code.jackpot.chip
                made.append(Act(who, "bet", f"{place}/{spot}", cents))
        return made

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[list[int]]:
        """What each place returned in each of so many coups from new packs on."""
        for nets, _ in self.played(stream, count, fresh):
            yield nets

    def played(self, stream: Stream, count: int, fresh: bool = False
               ) -> Iterator[tuple[list[int], list[dict[str, int]]]]:
        """The same, and by name what the bets beside returned that were decided or went back.

        Streaks and the pool go on from coup to coup, as they belong to no shoe.
        """
        tapes = [self.tape(stream.lane(n) if n else stream, fresh) for n in range(self.lanes)]
        carries = [self.seated()] * self.lanes
        after = carries[0]
        flows: dict[tuple[str, str], int] = {}
        for number in range(count):
            lane = number % self.lanes
            carry = msgspec.structs.replace(
                self.seated() if fresh else carries[lane],
                held=after.held, streaks=after.streaks, pool=after.pool)
            hands, after = self.coup(carry, tapes[lane])
            carries[lane] = after
            for bet, cents in hands.bets.items():
                flows[bet] = flows.get(bet, 0) + cents
            lying = {(name.partition("/")[0], name.partition("/")[2]) for name, _, _ in after.held}
            ended: list[dict[str, int]] = [{} for _ in range(self.seats)]
            for bet in [bet for bet in flows if bet not in lying]:
                ended[int(bet[0]) - 1][bet[1]] = flows.pop(bet)
            yield hands.nets, ended

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
