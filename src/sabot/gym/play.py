"""A table in play: some of its players decide for themselves, the others are the house's own.

`Play` drives the reference engine, the same that the house uses. Each player sees what his own eyes
may see. Whom nothing is asked of waits; where nobody does anything the clock answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.equipment import Seeded
from sabot.gym.money import Books
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

COMING = frozenset({"sit", "leave"})
Open = dict[tuple[str, str], list[Offer]]


def open_acts(listen: Listen | None, player: str) -> Open:
    """What a player may do: by act and seat the offers that take it, in the order in which an act
    is held against them. What is barred to him, or stands there only to be refused, is not in it.
    """
    found: Open = {}
    for offer in listen.offers if listen else ():
        if not is_open_to(offer, player):
            continue
        act, shut = offer.act, player in offer.barred or offer.note == "full"
        for seat in offer.spots:
            stands = found.get((act, seat))
            if stands is None:
                found[act, seat] = [] if shut else [offer]
            elif stands and stands[0].player and stands[0].priced and offer.player == player:
                stands.append(offer)
    return {key: offers for key, offers in found.items() if offers}


def set_aside(game: Game, table: Table) -> frozenset[str]:
    """The acts that are no part of a coup: taking and leaving seats, and what the table's cloth
    lays aside (a rest, a tip, an association)."""
    return COMING | frozenset(game.felt(table).aside)


class Play:
    """One table, coup after coup.

    ``names`` are the players who are asked, ``bots`` those who play by themselves. ``purse`` is
    what each begins with, in cents; ``buy_in`` what he takes to his seat where one must, the least
    that is lawful where it is 0. Cards, dice and the bots' own chance come from streams of the
    ``seed``.
    """

    def __init__(self, game: Game, table: Table, names: Sequence[str], bots: Sequence[str], *,
                 seed: int, purse: int, buy_in: int = 0) -> None:
        self.game, self.table, self.names, self.bots = game, table, tuple(names), tuple(bots)
        self.everybody = (*self.bots, *self.names)
        self.chance = Live(Seeded(seed, "cards"))
        self._dice = Seeded(seed, "bots").below
        self._bot = game.bot
        self.aside = set_aside(game, table)
        self.books = Books(dict.fromkeys(self.everybody, purse))
        self.buy_in = buy_in
        self.carry = game.opening(table)
        self.place: dict[str, str] = {}
        self._begin()

    # -- coups ------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.views = {name: TableState(self.game.label) for name in self.everybody}
        self.passed: set[str] = set()
        self._choices: dict[str, tuple[Listen | None, Open]] = {}
        self._dear: set[Act] = set()
        self._window, self._patient = "", False
        self.news: list[Event] = []
        self._told = self._paid = 0
        self._tell()

    def next_coup(self) -> None:
        """The table goes on to its next coup."""
        self.carry = self.dealer.outcome
        self._find_places()
        self._begin()

    def _find_places(self) -> None:
        held = self.game.seats(self.carry)
        self.place = {name: str(n) for n, name in reversed(list(enumerate(held, start=1))) if name}

    def _tell(self) -> None:
        """Everybody sees what has happened, and the money of it moves."""
        fresh = self.dealer.record[self._told:]
        self._told = len(self.dealer.record)
        self.news += fresh
        for event in fresh:
            for name, view in self.views.items():
                view.fold(redact(event, name))
        self.books.tell(self.dealer.record[self._paid:])
        self._paid = self._told

    # -- who is asked -----------------------------------------------------------------------------

    def choices(self, name: str) -> Open:
        """What a player may decide now, as far as he can pay for it."""
        listen = self.dealer.standing
        known = self._choices.get(name)
        if known is None or known[0] is not listen:
            purse, offered = self.books.purse[name], listen.offers if listen else ()
            dear = {id(offer) for offer in offered  # one offer may be of hundreds of spots
                    if offer.note != "cards" and max(offer.cost, offer.least) > purse}
            known = self._choices[name] = (listen, {
                key: offers for key, offers in open_acts(listen, name).items()
                if key[0] not in self.aside and not (
                    dear and dear.issuperset(map(id, offers)))})
        return known[1]

    def may_wait(self, name: str) -> bool:
        """Whether a player may let time pass: a clock runs, or somebody else may act."""
        listen = self.dealer.standing
        if listen is None:
            return False
        return bool(listen.clock) or (not self._patient and any(
            one != name and one not in self.passed and self.choices(one) for one in self.names))

    def affordable(self, act: Act) -> bool:
        """Whether an act is none of those that have just proved to take more than there is."""
        return not self._dear or act not in self._dear

    def advance(self) -> str:
        """Run until one of the players has something to decide: his name, "" once the coup is over
        or nobody can do anything more."""
        while self.dealer.standing is not None:
            listen = self.dealer.standing
            if listen.window != self._window:
                self._window, self._patient = listen.window, False
                self.passed.clear()
            if self._of_itself(listen):
                continue
            for name in self.names:
                if name not in self.passed and self.choices(name):
                    return name
            if listen.clock:
                self.passed.clear()
                self._answer(TimeOut(listen.window))
            elif self.passed and not self._patient:  # somebody must: they are asked once more
                self._patient = True
                self.passed.clear()
            else:
                return ""
        if not self.dealer.over:
            raise ValueError("the coup waits for a pool that several houses share: such a table "
                             "has no environment")
        return ""

    def _of_itself(self, listen: Listen) -> bool:
        """What is done for somebody without asking; whether anything was."""
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
                offers = tuple(offer for offer in offers if offer.act in self.aside)
            act = self._does(name, offers)
            if act is not None and self.affordable(act) and not isinstance(self._answer(act),
                                                                          Refusal):
                return True
        return False

    def _does(self, name: str, offers: tuple[Offer, ...]) -> Act | None:
        """What somebody does with these offers who is not asked: as the game has its own players
        do, else the least on the first spot that is open where none of his lies."""
        if self._bot is not None:
            return self._bot(self.table, name, self.views[name], offers, self._dice) \
                if offers else None
        if name in self.names or self.books.staked(name):
            return None
        for (act, seat), open_ in open_acts(self.dealer.standing, name).items():
            offer = open_[0]
            if act == "bet" and (offer.player or offer.players):
                return Act(name, "bet", seat, offer.least)
        return None

    def _sit(self, name: str, acts: Open) -> bool:
        """A player takes the first free seat, with his buy-in where one must have one."""
        for (act, seat), offers in acts.items():
            if act != "sit":
                continue
            offer = offers[0]
            amount = min(max(self.buy_in, offer.least), offer.high) if offer.priced else 0
            amount -= amount % offer.unit if offer.priced else 0
            if amount > self.books.purse[name]:
                continue
            if not isinstance(self._answer(Act(name, "sit", seat, amount)), Refusal):
                self.place[name] = seat
                return True
        return False

    # -- what is decided --------------------------------------------------------------------------

    def wait(self, name: str) -> None:
        """A player lets time pass: he does nothing more in this window."""
        self.passed.add(name)

    def act(self, act: Act) -> Refusal | None:
        """A player decides; None, or why it is refused. A refusal changes nothing."""
        return self._answer(act)

    def _answer(self, answer: Act | TimeOut) -> Refusal | None:
        """Give the coup an answer. What takes more than its player has is taken back, as the house
        would have refused it."""
        before, chance = len(self.dealer.record), self.chance
        shoe = chance.shoe
        at = (shoe.drawn, shoe.lifted) if shoe is not None else (0, 0)
        told = self.dealer.answer(answer)
        if isinstance(told, Refusal):
            return told
        if isinstance(answer, Act) and self._too_dear(answer.player, told):
            chance.shoe = shoe
            if shoe is not None:
                shoe.drawn, shoe.lifted = at
            self.dealer = replay(self.game.coup(self.table, self.carry),
                                 self.dealer.record[:before], chance)
            self._dear.add(answer)
            return Refusal("credit", self.game.conduct.laws.get("credit", ""),
                           f"{answer.act} takes more than the player has",
                           {"have": self.books.purse[answer.player]})
        self._dear.clear()
        self._tell()
        return None

    def _too_dear(self, player: str, events: list[Event]) -> bool:
        left = self.books.purse[player]
        for event in events:
            if isinstance(event.step, Move) and event.step.player == player:
                left += gain(event.step)
                if left < 0:
                    return True
        return False

    @property
    def over(self) -> bool:
        """Whether the coup is over."""
        return self.dealer.over
