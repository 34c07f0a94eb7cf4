"""A table in play: some players are asked, the others are players of the house.

`Play` drives the reference engine, which the house uses too. Each player has their own redacted
view. If nobody acts, the clock answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import msgspec

from sabot import games
from sabot.equipment import Seeded
from sabot.gym.copying import copy_attributes
from sabot.gym.money import TableMoney
from sabot.gym.open_offers import OpenActs, OpenOffers, open_acts
from sabot.procedure import (
    Act,
    Claim,
    Dealer,
    Event,
    Fact,
    Listen,
    Live,
    Move,
    Offer,
    Refusal,
    TableState,
    TimeOut,
    gain,
    offers_for,
    redact,
    replay,
)
from sabot.procedure.canonical_bytes import canonical
from sabot.procedure.game import Game
from sabot.procedure.record import decode, encode
from sabot.procedure.table import Table

SEAT_ACTS = frozenset({"sit", "leave"})
NOTHING = Listen("", offers=(), window="")
"""The question of a table that asks nobody."""


def session_acts(game: Game, table: Table) -> frozenset[str]:
    """The acts outside coups: taking and leaving seats, and those that the table's felt declares (a
    rest, a tip, an association)."""
    return SEAT_ACTS | frozenset(game.felt(table).aside)


class Play:
    """One table, coup after coup.

    ``names`` are the players who are asked, ``bots`` those who play automatically. ``purse`` is the
    money of each in cents; ``buy_in`` what they bring to the table where a buy-in is required, 0
    for the minimum. Cards, dice and the bots' choices come from streams of the ``seed``; with a
    ``chance`` of its own, cards and dice come from there, which may leave them to be entered.

    A copy, also one by `copy` or `pickle`, continues exactly as the original would.
    """

    def __init__(self, game: Game, table: Table, names: Sequence[str], bots: Sequence[str], *,
                 seed: int, purse: int, buy_in: int = 0, chance: Live | None = None) -> None:
        self.game, self.table, self.names, self.bots = game, table, tuple(names), tuple(bots)
        self.everybody = (*self.bots, *self.names)
        self.chance = chance or Live(Seeded(seed, "cards"))
        self._dice = Seeded(seed, "bots").below
        self._bot = game.bot
        self.session_acts = session_acts(game, table)
        self.money = TableMoney(dict.fromkeys(self.everybody, purse))
        self.buy_in = buy_in
        self.carry = game.opening(table)
        self.place: dict[str, str] = {}
        self._begin()

    # -- coups ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        ahead = self.game.preparation
        if ahead is not None and ahead.needed_soon():
            ahead.prepare()
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self._views = {name: (TableState(self.game.label), 0) for name in self.everybody}
        self.passed: set[str] = set()
        self._choices: dict[str, OpenOffers] = {}
        self._unaffordable: set[Act] = set()
        self._window, self._patient = "", False
        self.new_events: list[Event] = []
        self._shown_events = 0
        self._publish()

    def next_coup(self) -> None:
        """Begin the next coup."""
        self.carry = self.dealer.outcome
        self._find_places()
        self._begin()

    def _find_places(self) -> None:
        seats = self.game.seats(self.carry)
        self.place = {name: str(n) for n, name in reversed(list(enumerate(seats, start=1))) if name}

    def _publish(self) -> None:
        """Update the money with new events, which views may show from now on."""
        new_events = self.dealer.record[self._shown_events:]
        self._shown_events = len(self.dealer.record)
        self.new_events += new_events
        self.money.tell(new_events)

    def view(self, name: str) -> TableState:
        """What a player sees, brought up to date when somebody looks. Questions and answers change
        nothing in it."""
        state, folded = self._views[name]
        if folded < self._shown_events:
            for event in self.dealer.record[folded:self._shown_events]:
                if event.void or not (event.step is None or type(event.step) is Listen):
                    state.fold(redact(event, name))
            self._views[name] = state, self._shown_events
        return state

    # -- who is asked -----------------------------------------------------------------------------

    def choices(self, name: str) -> OpenActs:
        """The acts of a player that are open and affordable now."""
        return self.open_offers(name).all

    def open_offers(self, name: str) -> OpenOffers:
        """The same, as it is offered."""
        listen = self.dealer.standing
        cached = self._choices.get(name)
        if cached is not None and cached.listen is listen:
            return cached
        asked = self.dealer.asked
        offers = self._choices[name] = OpenOffers(
            listen or NOTHING, asked.offers if asked else (), name, self.money.purse[name],
            self.session_acts, cached.menu if cached is not None else None)
        return offers

    def may_wait(self, name: str) -> bool:
        """Whether a player may wait: a clock runs, or somebody else may act."""
        listen = self.dealer.standing
        if listen is None:
            return False
        return bool(listen.clock) or (
            not self._patient
            and any(
                other != name and other not in self.passed and self.open_offers(other)
                for other in self.names
            )
        )

    @property
    def refused(self) -> bool:
        """Whether an act was just refused for lack of money."""
        return bool(self._unaffordable)

    def affordable(self, act: Act) -> bool:
        """Whether the act was not just refused for lack of money."""
        return not self._unaffordable or act not in self._unaffordable

    def advance(self) -> str:
        """Run until a player must decide, and return their name; "" once the coup is over, nobody
        can act any more, or chance must be entered."""
        while self.dealer.standing is not None:
            listen = self.dealer.standing
            if listen.window != self._window:
                self._window, self._patient = listen.window, False
                self.passed.clear()
            if self._act_automatically(listen):
                continue
            for name in self.names:
                if name not in self.passed and self.open_offers(name):
                    return name
            if listen.clock:
                self.passed.clear()
                self._answer(TimeOut(listen.window))
            elif self.passed and not self._patient:  # somebody must act: ask again
                self._patient = True
                self.passed.clear()
            else:
                return ""
        if isinstance(self.dealer.awaited, Claim):
            raise ValueError("the coup waits for a pool that several houses share; such a table "
                             "cannot be an environment")
        return ""

    def _act_automatically(self, listen: Listen) -> bool:
        """Do one automatic act (sitting down, or a bot's act); return whether there was one."""
        for name in self.everybody:
            if self._bot is None and name in self.names and name in self.place:
                continue
            offers = tuple(offers_for(listen, name))
            if not offers:
                continue
            if name not in self.place:
                if self._sit(name, open_acts(listen, name)):
                    return True
                if name in self.bots:
                    continue
            if name in self.names:
                offers = tuple(offer for offer in offers if offer.act in self.session_acts)
            act = self._automatic_act(name, offers)
            if act is not None and self.affordable(act) and not isinstance(self._answer(act),
                                                                          Refusal):
                return True
        return False

    def _automatic_act(self, name: str, offers: tuple[Offer, ...]) -> Act | None:
        """The act of a player who is not asked: that of the game's bot, else the minimum bet on the
        first open spot if they have no bet."""
        if self._bot is not None:
            return self._bot(self.table, name, self.view(name), offers, self._dice) \
                if offers else None
        if name in self.names or self.money.staked(name):
            return None
        for (act, seat), offers_ in open_acts(self.dealer.standing, name).items():
            offer = offers_[0]
            if act == "bet" and (offer.player or offer.players):
                return Act(name, "bet", seat, offer.least)
        return None

    def _sit(self, name: str, acts: OpenActs) -> bool:
        """Let a player take the first free seat, with a buy-in if required."""
        for (act, seat), offers in acts.items():
            if act != "sit":
                continue
            offer = offers[0]
            amount = min(max(self.buy_in, offer.least), offer.high) if offer.priced else 0
            amount -= amount % offer.unit if offer.priced else 0
            if amount > self.money.purse[name]:
                continue
            if not isinstance(self._answer(Act(name, "sit", seat, amount)), Refusal):
                self.place[name] = seat
                return True
        return False

    # -- what is decided --------------------------------------------------------------------------

    def wait(self, name: str) -> None:
        """Let a player wait until the end of this window."""
        self.passed.add(name)

    def act(self, act: Act) -> Refusal | None:
        """Do a player's act; return None or the refusal, which changes nothing."""
        return self._answer(act)

    def enter(self, fact: Fact) -> None:
        """Enter the card or the throw that the coup waits for; ValueError for one it cannot be."""
        events = self.dealer.enter(fact)
        if isinstance(events, Refusal):
            raise ValueError(events.text)
        self._unaffordable.clear()
        self._publish()

    def _answer(self, answer: Act | TimeOut) -> Refusal | None:
        """Give the coup an answer. An act that costs more than the player has is undone and
        refused, as the house would do."""
        count_before, chance = len(self.dealer.record), self.chance
        shoe = chance.shoe
        shoe_state = (shoe.drawn, shoe.lifted) if shoe is not None else (0, 0)
        events = self.dealer.answer(answer)
        if isinstance(events, Refusal):
            return events
        if isinstance(answer, Act) and self._exceeds_purse(answer.player, events):
            chance.shoe = shoe
            if shoe is not None:
                shoe.drawn, shoe.lifted = shoe_state
            self.dealer = replay(self.game.coup(self.table, self.carry),
                                 self.dealer.record[:count_before], chance)
            self._unaffordable.add(answer)
            return Refusal("credit", self.game.conduct.laws.get("credit", ""),
                           f"{answer.act} takes more than the player has",
                           {"have": self.money.purse[answer.player]})
        self._unaffordable.clear()
        self._publish()
        return None

    def _exceeds_purse(self, player: str, events: list[Event]) -> bool:
        money = self.money.purse[player]
        for event in events:
            if isinstance(event.step, Move) and event.step.player == player:
                money += gain(event.step)
                if money < 0:
                    return True
        return False

    @property
    def over(self) -> bool:
        """Whether the coup is over."""
        return self.dealer.over

    # -- copies -----------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """A table at the same place. What never changes is shared. Its coup is brought there from
        the record when the copy is first continued."""
        copy = copy_attributes(self)
        copy.chance, copy._dice = deepcopy((self.chance, self._dice), memo)
        copy.money = self.money.copy()
        copy.dealer = self.dealer.copy(self.game.coup(self.table, self.carry), copy.chance)
        copy._views = {name: (state.copy(), folded)
                       for name, (state, folded) in self._views.items()}
        return copy

    def __getstate__(self) -> dict[str, object]:
        """The game by its id, the coup as its record, and no cache: the views come from it."""
        state = {**vars(self), "game": self.game.id, "carry": canonical(self.carry),
                 "record": encode(self.dealer.record)}
        for name in ("dealer", "_views", "_bot", "_choices", "new_events"):
            del state[name]
        return {**state, "new_events": encode(self.new_events)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the table; ReplayMismatch where this version plays its coup differently."""
        record, new_events = decode(state.pop("record")), decode(state.pop("new_events"))
        self.__dict__.update(state)
        self.game = games.game(state["game"])
        self._bot, self._choices = self.game.bot, {}
        self.carry = msgspec.json.decode(state["carry"], type=self.game.carry)
        self.dealer = replay(self.game.coup(self.table, self.carry), record, self.chance)
        self.new_events = new_events
        self._views = {name: (TableState(self.game.label), 0) for name in self.everybody}
