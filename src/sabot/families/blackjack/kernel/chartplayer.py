"""The reference engine played by a chart: every kernel of the family must equal it.

A player sits on each played place and bets the minimum, and the minimum of each wanted side bet.
The chart answers every question, and nothing else is done. The cards come from a stream, drawn as
the compiled rounds draw them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sabot.equipment import PACK, EmptyShoe
from sabot.equipment.streams import BATCH, Stream
from sabot.families.blackjack.charts.chart import ACTS, SURRENDER, Chart
from sabot.families.blackjack.charts.hand_states import SUITED, states, suited_offset
from sabot.families.blackjack.round.bets import dealt_backward
from sabot.families.blackjack.round.coup import coup
from sabot.families.blackjack.round.round import BANK, BURN, Carry, opening
from sabot.families.blackjack.rules.hand import LIMIT, value
from sabot.families.blackjack.rules.table_law import RuleBook, TableLaw
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
from sabot.words import phrase

PLAYERS = tuple(f"player {n}" for n in range(1, 10))


class Tape:
    """Chance from one stream: cards as the compiled rounds draw them, in the same order.

    ``first``: the number of cards with which a round begins; the shoe must hold that many. Without
    ``burns`` a burned card is not taken from the shoe.
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
        """Begin a round."""
        self.begun = False

    def resolve(self, step: ChanceStep) -> object:
        """The outcome of a step of chance."""
        if type(step) is Deal:
            return self._card(step)
        if isinstance(step, Shuffle):
            self.at = len(step.without)
            return "tape"
        return {"seal": "tape"} if isinstance(step, Open) else None

    def _card(self, step: Deal) -> str:
        remaining = len(self.cards) - self.at
        if step.to == BURN and not self.burns:
            return PACK[0]
        if step.to == BURN and not self.begun:
            return (
                self._take(self.stream.draws(remaining, 1)[0]) if remaining else self._raise_empty()
            )
        if not self.begun:
            self.begun = True
            self.ahead = [self.stream.word(), self.stream.word()]
            self.draws = []
            if remaining < self.first:
                self.at = len(self.cards)
        if self.at == len(self.cards):
            return self._raise_empty()
        if not self.draws:
            self.draws = self.stream.draws(remaining, min(BATCH, remaining), self.ahead)
        return self._take(self.draws.pop(0))

    def _raise_empty(self) -> str:
        raise EmptyShoe("the tape has too few cards")

    def _take(self, ahead: int) -> str:
        cards, at = self.cards, self.at
        cards[at], cards[at + ahead] = cards[at + ahead], cards[at]
        self.at += 1
        return cards[at]


class Hands:
    """The cards of each hand and the net result of each place, in the order in which the places are
    dealt, read from the steps of a round.

    ``bets``: the net results of the bets in ``side_bets``, by place and spot; an insurance counts
    in both. ``table_law``: the law that says which hands may earn a prize for their suit.
    """

    def __init__(self, seats: int, table_law: TableLaw, side_bets: Sequence[str] = ()) -> None:
        self.table_law = table_law
        self.of: dict[str, list[str]] = {}
        self.split: dict[str, int] = {}
        self.nets = [0] * seats
        self.side_bets = side_bets
        self.bets: dict[tuple[str, str], int] = {}

    def index(self, place: str) -> int:
        """The number of a place from 0 on, in the order in which the places are dealt."""
        return len(self.nets) - int(place) if dealt_backward(self.table_law) else int(place) - 1

    def add_events(self, events: Iterable[Event]) -> None:
        """Read further events."""
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
                if spot in self.side_bets:
                    self.bets[place, spot] = self.bets.get((place, spot), 0) + gain(step)
                if spot == "insurance" or spot not in self.side_bets:
                    self.nets[self.index(place)] += gain(step)
            elif type(step) is Part:
                first, second = self.of.pop(step.hand)
                self.of[step.into[0]], self.of[step.into[1]] = [first], [second]
                self.split.setdefault(step.hand.partition(".")[0], value(first))

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
            special = self.table_law.special
            prized = special is not None and (special.on_split or "." not in hand)
            if prized and cards[0][1] == cards[1][1] and (low, high) in SUITED:
                missing = f"{LIMIT - low - high}{cards[0][1]}"
                return table.plain + suited_offset(low, high, self.up == missing)
            return int(table.two[values[0] - 1, values[1] - 1])
        number = table.one[values[0] - 1]
        for card_value in values[1:]:
            number = table.next[number, card_value - 1]
        return int(number)


class ChartPlayer:
    """A table of the reference engine with its players: ``seats`` places at the minimum.

    At an individual table one player holds all places, else each place has its own. ``bets``: spots
    of the side bets made with each main bet whenever they may be. ``lanes``: the number of shoes
    played in turn, one round from each.
    """

    def __init__(self, book: RuleBook, table: Table, chart: Chart, seats: int = 1,
                 bets: Sequence[str] = (), lanes: int = 1) -> None:
        self.book = book
        self.table = table
        self.chart = chart
        self.seats = seats
        self.bets = bets
        self.lanes = lanes
        self.players = [PLAYERS[0] if table.individual else PLAYERS[n] for n in range(seats)]

    def tape(self, stream: Stream, fresh: bool = False) -> Tape:
        """Chance for this table from one stream."""
        table_law = self.book.table_law(self.table)
        bank_cards = 1 if table_law.second == "late" else 2
        return Tape(stream, table_law.packs, 2 * self.seats + bank_cards, not fresh)

    def seated_carry(self) -> Carry:
        """The carry of the first round: the players have taken their places."""
        free = self.table.places - self.seats
        return msgspec.structs.replace(opening(self.table), seats=(*self.players, *[""] * free))

    def coup(self, carry: Carry, tape: Tape) -> tuple[Hands, Carry]:
        """Play one round: return its hands with the net results, and the next carry."""
        tape.begin()
        hands = Hands(self.seats, self.book.table_law(self.table), self.bets)
        dealer = Dealer(coup(self.book, self.table, carry), tape)
        hands.add_events(dealer.record)
        bets = self.opening_bets(carry)
        while (listen := dealer.standing) is not None:
            reply = bets.pop(0) if listen.window == "bets" and bets else self.answer(hands, listen)
            events = dealer.answer(reply)
            if isinstance(events, Refusal):
                raise ValueError(phrase("the chart's {reply} was refused: {text}", reply=reply,
                                        text=events.text))
            hands.add_events(events)
        return hands, dealer.outcome

    def opening_bets(self, carry: Carry) -> list[Act]:
        """The bets of a round: the main bets, then the side bets. Streak bets are made when none is
        left at their place; each player bets one jackpot chip."""
        places = [(str(n), player) for n, player in enumerate(self.players, start=1)]
        table_law = self.book.table_law(self.table)
        known = self.book.spots(table_law)
        acts = [Act(player, "bet", place, self.table.minimum) for place, player in places]
        chips: set[str] = set()
        for place, player in places:
            for spot in self.bets:
                cents = table_law.side_low
                side = known.get(spot)
                if spot == "insurance" or (side is not None and side.in_a_row
                                           and place in carry.streaks):
                    continue
                if spot == "jackpot" and table_law.jackpot is not None:
                    if player in chips:
                        continue
                    chips.add(player)
                    cents = table_law.jackpot.chip
                acts.append(Act(player, "bet", f"{place}/{spot}", cents))
        return acts

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[list[int]]:
        """Yield what each place returned in each of ``count`` rounds from new packs on."""
        for nets, _ in self.play_stream(stream, count, fresh):
            yield nets

    def play_stream(self, stream: Stream, count: int, fresh: bool = False
                    ) -> Iterator[tuple[list[int], list[dict[str, int]]]]:
        """Yield the same, and by name what the side bets returned that were decided or went back.

        Streaks and the pool go on from round to round, whatever the shoe.
        """
        tapes = [self.tape(stream.lane(n) if n else stream, fresh) for n in range(self.lanes)]
        carries = [self.seated_carry()] * self.lanes
        after = carries[0]
        flows: dict[tuple[str, str], int] = {}
        for number in range(count):
            lane = number % self.lanes
            carry = msgspec.structs.replace(
                self.seated_carry() if fresh else carries[lane],
                held=after.held, streaks=after.streaks, pool=after.pool)
            hands, after = self.coup(carry, tapes[lane])
            carries[lane] = after
            for bet, cents in hands.bets.items():
                flows[bet] = flows.get(bet, 0) + cents
            lying = {(name.partition("/")[0], name.partition("/")[2]) for name, _, _ in after.held}
            ended: list[dict[str, int]] = [{} for _ in range(self.seats)]
            for bet in [bet for bet in flows if bet not in lying]:
                ended[hands.index(bet[0])][bet[1]] = flows.pop(bet)
            yield hands.nets, ended

    def answer(self, hands: Hands, listen: Listen) -> Act | TimeOut:
        """The answer to a question after the bets are made."""
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
            gives = self._chart_act(hands, hand, self._may_split(hands, hand)) == SURRENDER
            return Act(first.player, "surrender" if gives else "play-on", hand)
        may_split = any(offer.act == "split" for offer in listen.offers if offer.seat == hand)
        return Act(first.player, ACTS[self._chart_act(hands, hand, may_split)], hand)

    def _chart_act(self, hands: Hands, hand: str, may_split: bool) -> int:
        """The chart's act for a hand."""
        place, split, _ = hand.partition(".")
        up, number, chart = value(hands.up) - 1, hands.number(hand), self.chart
        unsplittable = not may_split and states().twin[number]
        if split:
            rows = chart.after_whole if unsplittable else chart.after
            return int(rows[up, hands.split[place] - 1, number])
        return int((chart.first_whole if unsplittable else chart.first)[up, number])

    def _may_split(self, hands: Hands, hand: str) -> bool:
        """Whether a hand that is asked about surrender may be split later."""
        first, second = hands.of[hand]
        return not self.book.table_law(self.table).split_rank or first[0] == second[0]

    def _insure(self, hands: Hands, offers: dict[str, Offer]) -> Act:
        """The answer about insurance or even money of one hand."""
        hand = next(iter(offers.values())).seat
        player = next(iter(offers.values())).player
        if "even-money" in offers and self.chart.evens[value(hands.up) - 1]:
            return Act(player, "even-money", hand)
        if "insure" in offers and self.chart.insure[hands.number(hand)]:
            return Act(player, "insure", hand, offers["insure"].high)
        return Act(player, "no-insurance" if "no-insurance" in offers else "wait", hand)
