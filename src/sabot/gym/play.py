"""A table in play: some players are asked, the others are players of the house.

`Play` drives the reference engine, which the house uses too. Each player has their own redacted
view. If nobody acts, the clock answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.equipment import Seeded
from sabot.gym.money import TableMoney
from sabot.procedure import (
    Act,
    Dealer,
    Event,
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
from sabot.procedure.acceptance import is_open_to
from sabot.procedure.game import Game
from sabot.procedure.table import Table

SEAT_ACTS = frozenset({"sit", "leave"})
OpenActs = dict[tuple[str, str], list[Offer]]


def open_acts(listen: Listen | None, player: str) -> OpenActs:
    """What a player may do: by act and seat the offers that accept it, in the order in which the
    engine tries them. Barred offers, and those listed only to be refused, are left out."""
    acts: OpenActs = {}
    for offer in listen.offers if listen else ():
        if not is_open_to(offer, player):
            continue
        act, barred = offer.act, player in offer.barred or offer.note == "full"
        for seat in offer.spots:
            known = acts.get((act, seat))
            if known is None:
                acts[act, seat] = [] if barred else [offer]
            elif known and known[0].player and known[0].priced and offer.player == player:
                known.append(offer)
    return {key: offers for key, offers in acts.items() if offers}


def session_acts(game: Game, table: Table) -> frozenset[str]:
    """The acts outside coups: taking and leaving seats, and those that the table's felt declares (a
    rest, a tip, an association)."""
    return SEAT_ACTS | frozenset(game.felt(table).aside)


class Play:
    """One table, coup after coup.

    ``names`` are the players who are asked, ``bots`` those who play automatically. ``purse`` is the
    money of each in cents; ``buy_in`` what they bring to the table where a buy-in is required, 0
    for the minimum. Cards, dice and the bots' choices come from streams of the ``seed``.
    """

    def __init__(self, game: Game, table: Table, names: Sequence[str], bots: Sequence[str], *,
                 seed: int, purse: int, buy_in: int = 0) -> None:
        self.game, self.table, self.names, self.bots = game, table, tuple(names), tuple(bots)
        self.everybody = (*self.bots, *self.names)
        self.chance = Live(Seeded(seed, "cards"))
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
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.views = {name: TableState(self.game.label) for name in self.everybody}
        self.passed: set[str] = set()
        self._choices: dict[str, tuple[Listen | None, OpenActs]] = {}
        self._unaffordable: set[Act] = set()
        self._window, self._patient = "", False
        self.new_events: list[Event] = []
        self._shown_events = self._paid_events = 0
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
        """Update the views and the money with new events."""
        new_events = self.dealer.record[self._shown_events:]
        self._shown_events = len(self.dealer.record)
        self.new_events += new_events
        for event in new_events:
            for name, view in self.views.items():
                view.fold(redact(event, name))
        self.money.tell(self.dealer.record[self._paid_events:])
        self._paid_events = self._shown_events

    # -- who is asked -----------------------------------------------------------------------------

    def choices(self, name: str) -> OpenActs:
        """The acts of a player that are open and affordable now."""
        listen = self.dealer.standing
        cached = self._choices.get(name)
        if cached is None or cached[0] is not listen:
            purse, offers_ = self.money.purse[name], listen.offers if listen else ()
            unaffordable = {id(offer) for offer in offers_  # an offer may have hundreds of spots
                            if offer.note != "cards" and max(offer.cost, offer.least) > purse}
            cached = self._choices[name] = (listen, {
                key: offers for key, offers in open_acts(listen, name).items()
                if key[0] not in self.session_acts and not (
                    unaffordable and unaffordable.issuperset(map(id, offers)))})
        return cached[1]

    def may_wait(self, name: str) -> bool:
        """Whether a player may wait: a clock runs, or somebody else may act."""
        listen = self.dealer.standing
        if listen is None:
            return False
        return bool(listen.clock) or (
            not self._patient
            and any(
                other != name and other not in self.passed and self.choices(other)
                for other in self.names
            )
        )

    def affordable(self, act: Act) -> bool:
        """Whether the act was not just refused for lack of money."""
        return not self._unaffordable or act not in self._unaffordable

    def advance(self) -> str:
        """Run until a player must decide, and return their name; "" once the coup is over or nobody
        can act any more."""
        while self.dealer.standing is not None:
            listen = self.dealer.standing
            if listen.window != self._window:
                self._window, self._patient = listen.window, False
                self.passed.clear()
            if self._act_automatically(listen):
                continue
            for name in self.names:
                if name not in self.passed and self.choices(name):
                    return name
            if listen.clock:
                self.passed.clear()
                self._answer(TimeOut(listen.window))
            elif self.passed and not self._patient:  # somebody must act: ask again
                self._patient = True
                self.passed.clear()
            else:
                return ""
        if not self.dealer.over:
            raise ValueError("the coup waits for a pool that several houses share; such a table "
                             "cannot be an environment")
        return ""

    def _act_automatically(self, listen: Listen) -> bool:
        """Do one automatic act (sitting down, or a bot's act); return whether there was one."""
        for name in self.everybody:
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
            return self._bot(self.table, name, self.views[name], offers, self._dice) \
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
