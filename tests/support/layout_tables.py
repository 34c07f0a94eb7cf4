"""A table of the reference engine that repeats the decisions of one of many compiled tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sabot.equipment.streams import Stream
from sabot.families.baccarat.kernel import Tape as CardTape
from sabot.families.layout.reference_player import PLACE, PLAYER, TABLE, Tape
from sabot.families.layout.round import Carry, RuleBook, opening, spot_of
from sabot.procedure import Act, Dealer, Event, Listen, Move, Refusal, TimeOut, gain
from sabot.procedure.game import Game
from sabot.procedure.resolvers import Resolver
from sabot.procedure.table import Table


class EngineTable:
    """One table with one player: bets are made and thrown for as at a compiled table. ``fresh``:
    new cards for each coup, and the initial state for each episode."""

    def __init__(self, game: Game, table: Table, tape: Any, *, fresh: bool = False) -> None:
        self.game, self.table, self.tape, self.fresh = game, table, tape, fresh
        book = game.book
        assert isinstance(book, RuleBook)
        self.act = book.table_law(table).act
        free = [""] * (table.places - 1)
        self.carry: Carry = msgspec.structs.replace(
            opening(table), seats=(PLAYER, *free), shooter=PLACE, values={PLACE: table.minimum})
        self.net = 0
        self.spots: set[str] = set()
        if isinstance(tape, PlacesTape):
            tape.engine = self
        self._begin()

    def _begin(self) -> None:
        self.tape.begin()
        self.held = sum(cents for *_, cents in self.carry.held)
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.tape)
        self._count(self.dealer.record)

    def _count(self, events: list[Event]) -> None:
        self.net += sum(gain(event.step) for event in events if type(event.step) is Move)

    def _answer(self, answer: Act | TimeOut) -> None:
        events = self.dealer.answer(answer)
        assert not isinstance(events, Refusal), events.text
        self._count(events)

    def _reach_bets(self) -> Listen | None:
        """Answer whatever is asked before bets are open."""
        while (listen := self.dealer.standing) is not None:
            if any(offer.act in ("bet", self.act) for offer in listen.offers):
                return listen
            self._pass(listen)
        return None

    def _pass(self, listen: Listen) -> None:
        if listen.default == "decline":
            dice = next(offer for offer in listen.offers if offer.act == "dice")
            self._answer(Act(PLAYER, dice.act, dice.spots[0]))
        elif listen.default:
            self._answer(TimeOut(listen.window))
        else:
            offer = next(offer for offer in listen.offers if offer.player == PLAYER)
            self._answer(Act(PLAYER, offer.act, offer.seat))

    def bet(self, spot: str, cents: int) -> None:
        """Lay a bet, which the engine must accept."""
        assert self._reach_bets()
        self.spots.add(spot)
        self._answer(Act(PLAYER, "bet", spot, cents))

    def throw(self) -> int:
        """End the bets and play to the end of the coup; the net cents of the decided bets."""
        while (listen := self._reach_bets()) is not None:
            if any(offer.act == self.act for offer in listen.offers):
                self._answer(Act(PLAYER, self.act, TABLE))
            else:
                self._pass(listen)
        self.carry = self.dealer.outcome
        waits = sum(cents for *_, cents in self.carry.held) - self.held
        net, self.net = self.net + waits, 0
        self.spots = set(self.lying)
        if self.fresh:
            self.carry = msgspec.structs.replace(self.carry, shoe=None)
            if not self.lying:
                self.carry = msgspec.structs.replace(self.carry, state=opening(self.table).state)
        self._begin()
        return net

    @property
    def lying(self) -> dict[str, int]:
        """The cents on each spot that no throw has decided."""
        lies: dict[str, int] = {}
        for bet, _, cents in self.carry.held:
            spot = spot_of(bet)[1]
            lies[spot] = lies.get(spot, 0) + cents
        return lies


def tape_of_sides(game: Game, table: Table, stream: Stream) -> CardTape:
    """The cards of ponto and banca from a stream."""
    packs = 8 if table.rules.table == "double" and table.rules.shuffler != "continuous" else 6
    return CardTape(stream, packs, 6)


class PlacesTape(CardTape):
    """The cards of hands of three: those of the places with bets, and of the bank."""

    engine: EngineTable

    def begin(self) -> None:
        """Begin a coup; the hands are known once bets are closed."""
        super().begin()
        self.left = 0

    def _card(self) -> str:
        if not self.left and not self.waiting:
            hands = {int(spot.partition("/")[2]) for spot in self.engine.spots
                     if spot.startswith(("hand/", "tie/"))}
            if self.engine.table.rules.cards_to == "players":
                hands.add(1)
            self.left = 3 * (len(hands) + 1)
        return super()._card()


def tape_of_places(game: Game, table: Table, stream: Stream) -> PlacesTape:
    """The cards of hands of three from a stream."""
    return PlacesTape(stream, table.rules.packs, 0)


TapeFor = Callable[[Table, Stream], Resolver]


def tape_of_throws(game: Game, table: Table, stream: Stream) -> Tape:
    """The throws of a stream, for a game in which no cards decide."""
    book = game.book
    assert isinstance(book, RuleBook)
    return Tape(stream, book.table_law(table).cloth)
