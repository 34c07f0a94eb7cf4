"""Random players at a table of any game.

A walk is one coup played by somebody who chooses among the offers by chance, and who now and then
tries what is not offered. Everything is drawn from one seed, so that a walk can be taken again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from random import Random
from typing import Any

import msgspec

from sabot.conformance.chance_sources import rich, thrown
from sabot.conformance.findings import Broken, need
from sabot.equipment import PACK, UNKNOWN
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Attended,
    Deal,
    Dealer,
    Detail,
    Event,
    Handle,
    Incident,
    Listen,
    Offer,
    Refusal,
    Throw,
    TimeOut,
    encode,
)
from sabot.procedure.dealer import Coup
from sabot.procedure.game import Game
from sabot.procedure.steps import REMOVED
from sabot.procedure.table import Table

PLAYERS = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")
FEW = 10  # spots of an offer that are all thought of
TRIES = 100_000  # a walk that needs so many for one act has no end
ANSWERS = 10_000  # of people in one coup
SOON = 0.5  # how likely an eager one tells a fault where it is named
STEPS = 50_000  # of one coup, changes of bets among them


def somebody(offer: Offer) -> bool:
    """Whether anybody may take an offer: some stand there only to say why not."""
    if offer.note == "full":
        return False
    if not (offer.barred or offer.players):
        return True
    return bool({*(offer.players or (offer.player or "Zoe",))} - {"", *offer.barred})


def taken(listen: Listen, player: str, act: str, seat: str, amount: int | None = None
          ) -> Offer | None:
    """The offer that an act is for: the first one of those that this player has, or where its sums
    are his own and do not hold this one, another of his own whose sums do."""
    mine = (offer for offer in listen.offers
            if offer.act == act and (seat in offer.seats if offer.seats else seat == offer.seat)
            and (player in offer.players if offer.players else offer.player in ("", player)))
    first = next(mine, None)
    if amount is not None and first and first.player and first.unit:
        holds = (offer for offer in (first, *mine)
                 if offer.player and offer.low <= amount <= offer.high)
        return next(holds, first)
    return first


def fits(listen: Listen | None, act: Act) -> bool:
    """Whether an act is one of the offers: told from the offers alone, without the dealer."""
    offer = (taken(listen, act.player, act.act, act.seat, act.amount)
             if listen and act.player else None)
    if offer is None or offer.note == "full" or act.player in offer.barred:
        return False
    if not offer.unit:
        return act.amount == 0
    return offer.low <= act.amount <= offer.high and act.amount % offer.unit == 0


def group(offer: Offer, seat: str) -> str:
    """What counts as used: a spot of its own, or one of many that are alike."""
    return seat if len(offer.seats) <= FEW else offer.seats[0]


def bounded(coup: Coup) -> Coup:
    """A coup that stops where it has told more steps than any coup has."""
    told, step = 0, next(coup)
    while True:
        told += 1
        if told > STEPS:
            raise Broken(f"a coup goes on without end: it has told {STEPS} steps", told)
        try:
            answer = yield step
        except BaseException as thrown_in:
            following: Generator[AnyStep, Any, Any] = coup
            try:
                step = following.throw(thrown_in)
            except StopIteration as end:
                return end.value
        else:
            try:
                step = coup.send(answer)
            except StopIteration as end:
                return end.value


class Walk:
    """A coup played by chance. ``stop`` ends it after so many answers, at a Listen; ``faults`` is
    how likely one of the faults that a step names is told, and ``unseen`` how likely a croupier
    at a real table does not know a face-down card. An ``eager`` one tells each fault that a step
    names once, sooner or later. A ``hostile`` one tries at each Listen what is not offered;
    ``refusals`` are what it was answered, by the length of the record then.

    Broken where what is offered is refused, or what is not offered is accepted.
    """

    def __init__(self, game: Game, table: Table, seed: int, carry: Any = None,
                 chance: Any = None, hostile: bool = False, stop: int = ANSWERS,
                 faults: float = 0.0, unseen: float = 0.0, eager: bool = False) -> None:
        if isinstance(chance, Attended):
            table = msgspec.structs.replace(table, attended=True)
        self.game, self.table = game, table
        self.random = Random(seed)
        self.carry = game.opening(table) if carry is None else carry
        self.chance: Any = chance or rich(seed)
        self.used: Counter[tuple[str, str]] = Counter()
        self.lying: dict[str, str] = {}
        self.eager, self.told = eager, set[str]()
        self.refusals: list[tuple[int, Refusal]] = []
        self.dealer = Dealer(bounded(game.coup(table, self.carry)), self.chance)
        answers = 0
        while not self.dealer.over and answers < stop:
            answers += 1
            if self.dealer.awaited is not None:
                self.enter(faults, unseen)
                continue
            if (listen := self.dealer.standing) is None:
                raise Broken("the coup waits for nobody and is not over", len(self.record))
            if hostile:
                self.attack()
            if kinds := self.going_wrong(listen.faults, faults):
                told = self.dealer.report(self.incident(kinds, listen.details))
            elif not (listen.clock or any(map(somebody, listen.offers))):
                self.dealer.void(REMOVED)  # all who could come were sent away
                continue
            else:
                told = self.dealer.answer(answer := self.choose())
                if isinstance(told, Refusal):
                    raise Broken(f"{_act(answer)} is offered, and refused: {told.text}",
                                 len(self.record))
            if isinstance(told, Refusal):
                raise Broken(f"a fault that is named is refused: {told.text}", len(self.record))

    @property
    def record(self) -> list[Event]:
        """Every event so far."""
        return self.dealer.record

    def choose(self) -> Act | TimeOut:
        """An offer (the less used, the likelier) with an amount that it allows, or the clock."""
        listen = self.dealer.standing
        assert listen is not None
        offers = [o for o in listen.offers if somebody(o)]
        if listen.clock and (not offers or self.random.random() < 0.15):
            return TimeOut(listen.window)
        choices, used = [(o, seat) for o in offers for seat in self.some(o)], self.used.get
        weights = [1 / (1 + used((o.act, group(o, seat)), 0)) ** 3 for o, seat in choices]
        for _ in range(TRIES):
            offer, seat = self.random.choices(choices, weights)[0]
            player = offer.player or self.newcomer(offer)
            if taken(listen, player, offer.act, seat) is offer:
                break  # else his own limits stand before what all are offered
        else:
            raise Broken("hardly anything that is offered may be done: is there room for a bet at "
                         "this table?", len(self.record))
        self.used[offer.act, group(offer, seat)] += 1
        if offer.act == "bet":
            self.lying[seat] = player
        return Act(player, offer.act, seat, self.amount(offer))

    def some(self, offer: Offer) -> list[str]:
        """The spots of an offer that are thought of: of hundreds a few, and those where bets lie.
        """
        spots = offer.spots
        if len(spots) <= FEW:
            return list(spots)
        lying = [spot for spot in self.lying if spot in spots]
        return [self.random.choice(spots), *self.random.sample(lying, min(2, len(lying)))]

    def enter(self, faults: float, unseen: float) -> None:
        """What a croupier enters at a real table: a card, a word, or now and then a fault."""
        step: Any = self.dealer.awaited
        fact: str | tuple[int, ...] | Incident = self.random.choice(PACK)
        if kinds := self.going_wrong(getattr(step, "faults", None) or (), faults):
            fact = self.incident(kinds, step.details if isinstance(step, Handle) else ())
        elif isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = thrown(self.random, step)
        elif isinstance(step, Deal) and step.seen_by == NOBODY and self.random.random() < unseen:
            fact = UNKNOWN
        told = self.dealer.enter(fact)
        if isinstance(told, Refusal) and told.code == "not-in-pack":
            return  # the croupier looks again
        if isinstance(told, Refusal):
            raise Broken(f"what the croupier is asked for is refused: {told.text}",
                         len(self.record))

    def going_wrong(self, named: tuple[str, ...], faults: float) -> tuple[str, ...]:
        """Of the faults that a step names those of which one is told now; none mostly."""
        if named and self.random.random() < faults:
            return named
        untold = tuple(kind for kind in named if kind not in self.told) if self.eager else ()
        return untold if untold and self.random.random() < SOON else ()

    def incident(self, kinds: tuple[str, ...], details: tuple[Detail, ...] = ()) -> Incident:
        """One of these faults, at any hand of the table or at none, with any card or none; where
        it must say more, what it may say."""
        hands = [e.step.to for e in self.record if isinstance(e.step, Deal)]
        kind, card = self.random.choice(kinds), self.random.choice(("", *PACK))
        seat = self.random.choice(("", "1", *hands))
        self.told.add(kind)
        for detail in details:
            if detail.kind == kind:
                return Incident(kind, card, seat=self.random.choice(detail.seats or (seat,)),
                                amount=self.amount(detail))
        return Incident(kind, card, seat=seat)

    def newcomer(self, offer: Offer) -> str:
        """Somebody who may take an offer that is nobody's own."""
        free = [p for p in offer.players or PLAYERS if p not in offer.barred]
        others = (f"Zoe{n}".rstrip("0") for n in range(99))
        return self.random.choice(free or [next(p for p in others if p not in offer.barred)])

    def amount(self, offer: Offer | Detail) -> int:
        """The least, the greatest or any other stake of an offer."""
        if not offer.unit:
            return 0
        first, last = -(-offer.low // offer.unit), offer.high // offer.unit
        if last < first:
            raise Broken(f"no sum fits an offer: {offer}", len(self.record))
        return offer.unit * self.random.choice((first, last, self.random.randint(first, last)))

    def attack(self) -> None:
        """Commands of all kinds: those that do not fit an offer are refused and change nothing."""
        listen, at = self.dealer.standing, len(self.record)
        assert listen is not None
        before = list(self.record)
        stored = encode(before) if len(before) % 4 == 0 else b""  # it costs more than all else
        for act in self.hostile(listen):
            if fits(listen, act):
                continue
            told = self.dealer.answer(act)
            if not isinstance(told, Refusal):
                raise Broken(f"{_act(act)} is not offered, and accepted", at)
            need(told.code and told.law and told.text,
                 f"{_act(act)} is refused, and no clause or no reason is given", at)
            need(self.record == before and self.dealer.standing is listen,
                 f"{_act(act)} is refused, and changes something", at)
            self.refusals.append((at, told))
        stale = self.dealer.answer(TimeOut("another window"))
        need(isinstance(stale, Refusal), "the clock of another window is accepted", at)
        need(not stored or encode(self.record) == stored,
             "what was refused changes the record", at)

    def hostile(self, listen: Listen) -> list[Act]:
        """Acts that mostly fit no offer: wild ones, and some that lie beside an offer."""
        r = self.random
        acts = [o.act for o in listen.offers] + ["hit", "fold", "", "sit", "deal"]
        seats = [r.choice(o.spots) for o in listen.offers] + ["0", "8", "bank", "", "1.1", "table"]
        wild = [Act(r.choice((*PLAYERS, "Zoe", "")), r.choice(acts), r.choice(seats),
                    r.choice((0, 1, -1, 3, 10**30, -(10**9)))) for _ in range(3)]
        offer = r.choice(listen.offers)
        owner, seat = offer.player or r.choice(offer.players or ("Ana",)), r.choice(offer.spots)
        near = [Act(owner, offer.act, seat, amount) for amount in (
            offer.low - 1, offer.low - offer.unit, offer.high + offer.unit, offer.high + 1,
            offer.low + 1, 7)]
        thief = Act(r.choice(PLAYERS), offer.act, seat, self.amount(offer))
        return [*wild, r.choice(near), thief]


def _act(act: Act | TimeOut) -> str:
    """An act in words: ``'Ana: bet red 500'``; the clock that runs out."""
    if isinstance(act, TimeOut):
        return f"the clock of {act.window!r}"
    amount = f" {act.amount}" if act.amount else ""
    return repr(f"{act.player}: {act.act} {act.seat}{amount}")
