"""Random players at a table of any game.

A walk is one coup played by random choices among the offers, and sometimes by acts that are not
offered. Everything comes from one seed, so that a walk can be repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from random import Random
from typing import Any

import msgspec

from sabot.conformance.chance_sources import random_throw, rich_tape
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
MAX_SPOTS = 10  # up to this many spots of an offer are all considered
TRIES = 100_000  # maximum tries to find one act
ANSWERS = 10_000  # of players in one coup
EAGER_CHANCE = 0.5  # the chance that an eager walk reports a named fault
STEPS = 50_000  # of one coup


def is_available(offer: Offer) -> bool:
    """Whether anybody may accept an offer; some are only listed with the reason why not."""
    if offer.note == "full":
        return False
    if not (offer.barred or offer.players):
        return True
    return bool({*(offer.players or (offer.player or "Zoe",))} - {"", *offer.barred})


def matching_offer(listen: Listen, player: str, act: str, seat: str, amount: int | None = None
                   ) -> Offer | None:
    """The offer to which an act belongs: the player's first matching one, or, if its sums do not
    include this one, another of the player's own offers whose sums do."""
    own_offers = (offer for offer in listen.offers
            if offer.act == act and (seat in offer.seats if offer.seats else seat == offer.seat)
            and (player in offer.players if offer.players else offer.player in ("", player)))
    first = next(own_offers, None)
    if amount is not None and first and first.player and first.unit:
        fitting = (offer for offer in (first, *own_offers)
                   if offer.player and offer.low <= amount <= offer.high)
        return next(fitting, first)
    return first


def fits(listen: Listen | None, act: Act) -> bool:
    """Whether an act matches an offer, decided from the offers alone."""
    offer = (matching_offer(listen, act.player, act.act, act.seat, act.amount)
             if listen and act.player else None)
    if offer is None or offer.note == "full" or act.player in offer.barred:
        return False
    if not offer.unit:
        return act.amount == 0
    return offer.low <= act.amount <= offer.high and act.amount % offer.unit == 0


def usage_key(offer: Offer, seat: str) -> str:
    """The key under which uses are counted: the spot, or the first of many alike."""
    return seat if len(offer.seats) <= MAX_SPOTS else offer.seats[0]


def limit_steps(coup: Coup) -> Coup:
    """A coup that raises Broken after more steps than any coup has."""
    count, step = 0, next(coup)
    while True:
        count += 1
        if count > STEPS:
            raise Broken(f"a coup does not end: it has {STEPS} steps", count)
        try:
            answer = yield step
        except BaseException as error:
            following: Generator[AnyStep, Any, Any] = coup
            try:
                step = following.throw(error)
            except StopIteration as end:
                return end.value
        else:
            try:
                step = coup.send(answer)
            except StopIteration as end:
                return end.value


class Walk:
    """A coup played at random.

    Args:
        game: The game.
        table: The table.
        seed: The seed of all choices.
        carry: The carry to begin with (default: a new table).
        chance: The source of chance (default: a tape of frequent special cards).
        hostile: Try acts that are not offered at each Listen; ``refusals`` has the answers, with
            the length of the record at that time.
        stop: End after this many answers, at a Listen.
        faults: The chance that a fault named by a step is reported.
        unseen: The chance that a croupier at a real table does not know a face-down card.
        eager: Report each fault that a step names once, sooner or later.

    Raises Broken if an offered act is refused, or an act that is not offered is accepted.
    """

    def __init__(self, game: Game, table: Table, seed: int, carry: Any = None,
                 chance: Any = None, hostile: bool = False, stop: int = ANSWERS,
                 faults: float = 0.0, unseen: float = 0.0, eager: bool = False) -> None:
        if isinstance(chance, Attended):
            table = msgspec.structs.replace(table, attended=True)
        self.game, self.table = game, table
        self.random = Random(seed)
        self.carry = game.opening(table) if carry is None else carry
        self.chance: Any = chance or rich_tape(seed)
        self.used: Counter[tuple[str, str]] = Counter()
        self.placed: dict[str, str] = {}
        self.eager, self.reported = eager, set[str]()
        self.refusals: list[tuple[int, Refusal]] = []
        self.dealer = Dealer(limit_steps(game.coup(table, self.carry)), self.chance)
        answers = 0
        while not self.dealer.over and answers < stop:
            answers += 1
            if self.dealer.awaited is not None:
                self.enter(faults, unseen)
                continue
            if (listen := self.dealer.standing) is None:
                raise Broken("the coup waits for nobody but is not over", len(self.record))
            if hostile:
                self.try_hostile_acts()
            if kinds := self.possible_faults(listen.faults, faults):
                answer = self.dealer.report(self.incident(kinds, listen.details))
            elif not (listen.clock or any(map(is_available, listen.offers))):
                self.dealer.void(REMOVED)  # all possible players were removed
                continue
            else:
                answer = self.dealer.answer(chosen := self.choose())
                if isinstance(answer, Refusal):
                    raise Broken(f"{_act_text(chosen)} is offered, and refused: {answer.text}",
                                 len(self.record))
            if isinstance(answer, Refusal):
                raise Broken("a fault that the step names "
                             f"is refused: {answer.text}", len(self.record))

    @property
    def record(self) -> list[Event]:
        """Every event so far."""
        return self.dealer.record

    def choose(self) -> Act | TimeOut:
        """A random offer (rarely used ones are more likely) with a valid amount, or the clock."""
        listen = self.dealer.standing
        assert listen is not None
        offers = [o for o in listen.offers if is_available(o)]
        if listen.clock and (not offers or self.random.random() < 0.15):
            return TimeOut(listen.window)
        choices, times_used = (
            [(o, seat) for o in offers for seat in self.some_spots(o)],
            self.used.get,
        )
        weights = [1 / (1 + times_used((o.act, usage_key(o, seat)), 0)) ** 3 for o, seat in choices]
        for _ in range(TRIES):
            offer, seat = self.random.choices(choices, weights)[0]
            player = offer.player or self.newcomer(offer)
            if matching_offer(listen, player, offer.act, seat) is offer:
                break  # else the player has an own offer with other limits
        else:
            raise Broken("almost no offer can be accepted: is there room for a bet "
                         "at this table?", len(self.record))
        self.used[offer.act, usage_key(offer, seat)] += 1
        if offer.act == "bet":
            self.placed[seat] = player
        return Act(player, offer.act, seat, self.amount(offer))

    def some_spots(self, offer: Offer) -> list[str]:
        """The spots of an offer to consider: of many only a few, and some with bets."""
        spots = offer.spots
        if len(spots) <= MAX_SPOTS:
            return list(spots)
        with_bets = [spot for spot in self.placed if spot in spots]
        return [self.random.choice(spots), *self.random.sample(with_bets, min(2, len(with_bets)))]

    def enter(self, faults: float, unseen: float) -> None:
        """Enter what a croupier may enter at a real table: a card, a word, or sometimes a fault."""
        step: Any = self.dealer.awaited
        fact: str | tuple[int, ...] | Incident = self.random.choice(PACK)
        if kinds := self.possible_faults(getattr(step, "faults", None) or (), faults):
            fact = self.incident(kinds, step.details if isinstance(step, Handle) else ())
        elif isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = random_throw(self.random, step)
        elif isinstance(step, Deal) and step.seen_by == NOBODY and self.random.random() < unseen:
            fact = UNKNOWN
        answer = self.dealer.enter(fact)
        if isinstance(answer, Refusal) and answer.code == "not-in-pack":
            return  # the croupier looks again
        if isinstance(answer, Refusal):
            raise Broken(f"the answer that the croupier is asked for is refused: {answer.text}",
                         len(self.record))

    def possible_faults(self, kinds: tuple[str, ...], faults: float) -> tuple[str, ...]:
        """The faults of which one is reported now; mostly none."""
        if kinds and self.random.random() < faults:
            return kinds
        unreported = (
            tuple(kind for kind in kinds if kind not in self.reported) if self.eager else ()
        )
        return unreported if unreported and self.random.random() < EAGER_CHANCE else ()

    def incident(self, kinds: tuple[str, ...], details: tuple[Detail, ...] = ()) -> Incident:
        """One of these faults with a random hand and card (or none), and with the details that it
        needs."""
        hands = [e.step.to for e in self.record if isinstance(e.step, Deal)]
        kind, card = self.random.choice(kinds), self.random.choice(("", *PACK))
        seat = self.random.choice(("", "1", *hands))
        self.reported.add(kind)
        for detail in details:
            if detail.kind == kind:
                return Incident(kind, card, seat=self.random.choice(detail.seats or (seat,)),
                                amount=self.amount(detail))
        return Incident(kind, card, seat=seat)

    def newcomer(self, offer: Offer) -> str:
        """A player who may accept an offer that is open to all."""
        candidates = [p for p in offer.players or PLAYERS if p not in offer.barred]
        others = (f"Zoe{n}".rstrip("0") for n in range(99))
        return self.random.choice(candidates or [next(p for p in others if p not in offer.barred)])

    def amount(self, offer: Offer | Detail) -> int:
        """The minimum, the maximum or another valid amount of an offer."""
        if not offer.unit:
            return 0
        first, last = -(-offer.low // offer.unit), offer.high // offer.unit
        if last < first:
            raise Broken(f"no sum fits an offer: {offer}", len(self.record))
        return offer.unit * self.random.choice((first, last, self.random.randint(first, last)))

    def try_hostile_acts(self) -> None:
        """Try random acts: those that match no offer must be refused and change nothing."""
        listen, position = self.dealer.standing, len(self.record)
        assert listen is not None
        record_before = list(self.record)
        encoded = encode(record_before) if len(record_before) % 4 == 0 else b""  # encoding is slow
        for act in self.hostile_acts(listen):
            if fits(listen, act):
                continue
            answer = self.dealer.answer(act)
            if not isinstance(answer, Refusal):
                raise Broken(f"{_act_text(act)} is accepted but was not offered", position)
            need(answer.code and answer.law and answer.text,
                 f"{_act_text(act)} is refused without a clause or without a reason", position)
            need(self.record == record_before and self.dealer.standing is listen,
                 f"{_act_text(act)} is refused but changes something", position)
            self.refusals.append((position, answer))
        late_answer = self.dealer.answer(TimeOut("another window"))
        need(isinstance(late_answer, Refusal), "a clock that belongs to another "
                                               "window is accepted", position)
        need(not encoded or encode(self.record) == encoded,
             "a refused act changes the record", position)

    def hostile_acts(self, listen: Listen) -> list[Act]:
        """Acts that mostly match no offer: wild ones and near misses."""
        random = self.random
        acts = [o.act for o in listen.offers] + ["hit", "fold", "", "sit", "deal"]
        seats = [random.choice(o.spots) for o in listen.offers] + [
            "0",
            "8",
            "bank",
            "",
            "1.1",
            "table",
        ]
        wild_acts = [
            Act(
                random.choice((*PLAYERS, "Zoe", "")), random.choice(acts), random.choice(seats),
                random.choice((0, 1, -1, 3, 10**30, -(10**9))))
            for _ in range(3)
        ]
        if not listen.offers:
            return wild_acts
        offer = random.choice(listen.offers)
        owner, seat = (
            offer.player or random.choice(offer.players or ("Ana",)),
            random.choice(offer.spots),
        )
        near_misses = [Act(owner, offer.act, seat, amount) for amount in (
            offer.low - 1, offer.low - offer.unit, offer.high + offer.unit, offer.high + 1,
            offer.low + 1, 7)]
        thief = Act(random.choice(PLAYERS), offer.act, seat, self.amount(offer))
        return [*wild_acts, random.choice(near_misses), thief]


def _act_text(act: Act | TimeOut) -> str:
    """An act as text: ``'Ana: bet red 500'``, or the clock."""
    if isinstance(act, TimeOut):
        return f"the clock of {act.window!r}"
    amount = f" {act.amount}" if act.amount else ""
    return repr(f"{act.player}: {act.act} {act.seat}{amount}")
