"""The dealer runs a coup: it resolves chance, checks answers and keeps the record.

It does no input or output. An answer is accepted exactly when it fits an offer of the Listen that
is open. A refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, assert_never, cast

import msgspec

from sabot.equipment import UNKNOWN, EmptyShoe, is_card
from sabot.money import euros
from sabot.procedure.acceptance import Answer, check
from sabot.procedure.canonical_bytes import read_back
from sabot.procedure.refusal import Refusal
from sabot.procedure.resolvers import LATER, Resolver
from sabot.procedure.steps import (
    NOBODY,
    AnyStep,
    Call,
    Carry,
    ChanceStep,
    Claim,
    Cover,
    Covered,
    Cut,
    Deal,
    Detail,
    Handle,
    Incident,
    Listen,
    Menu,
    Move,
    Offer,
    Open,
    Reply,
    Shuffle,
    Step,
    Throw,
    TimeOut,
    Turn,
    Void,
)
from sabot.regulations import hearers, witnesses

Coup = Generator[AnyStep, Reply, Carry]
CHANCE = (Deal, Shuffle, Open, Throw, Cover, Cut, Turn, Handle, Claim)
"""The steps that chance or a croupier answers, for `isinstance`."""
DONE = "done"
"""What a croupier enters for a Handle that has no other answers."""
_CHANCE = frozenset(CHANCE)


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One item of a record: a step with the answer of chance to it, or the answer to a Listen.

    ``card``, ``seal``, ``opening`` and ``fell`` answer a Deal, a Shuffle, an Open and a Throw. A
    Turn has a ``card`` too, a Cover ``fell``, ``seal`` and ``nonce``, a Handle a ``word``, and a
    Claim the ``cents`` that the pool pays. ``incident`` is what happened instead; without a step it
    answers a Listen. ``void`` is the cause for which the coup was voided.
    """

    step: AnyStep | None = None
    answer: Answer | None = None
    card: str = ""
    seal: str = ""
    opening: dict[str, str] | None = None
    void: str = ""
    fell: tuple[int, ...] = ()
    nonce: str = ""
    incident: Incident | None = None
    word: str = ""
    cents: int | None = None


Fact = str | int | tuple[int, ...] | Covered | Incident
"""What a croupier or a pool's keeper enters where a coup waits for a fact; a Covered where chance
itself is entered."""
EXHAUSTED = "shoe-exhausted"
"""The cause of a void when the shoe has no more cards."""


class ReplayMismatch(RuntimeError):
    """A replay yields another step than the record, or refuses a recorded answer."""


class Menus:
    """The menus that a coup has published, and each Listen with their offers filled in."""

    def __init__(self) -> None:
        self._menus: dict[str, Menu] = {}
        self._open: dict[tuple[str, tuple[str, ...]], tuple[Offer, ...]] = {}

    def add(self, menu: Menu) -> None:
        """Add a menu, or replace the one of the same name."""
        self._menus[menu.name] = menu
        self._open.clear()

    def copy(self) -> Menus:
        """An independent copy."""
        copy = Menus()
        copy._menus, copy._open = dict(self._menus), dict(self._open)
        return copy

    @property
    def by_name(self) -> dict[str, Menu]:
        """The latest menu of each name."""
        return dict(self._menus)

    def expand(self, listen: Listen) -> Listen:
        """A Listen with the offers of its menus, each limited to the players who may choose from
        it."""
        if not listen.menus:
            return listen
        offers = list(listen.offers)
        for choice in listen.menus:
            if choice not in self._open:
                name, players = choice
                self._open[choice] = tuple(
                    msgspec.structs.replace(offer, players=players)
                    for offer in self._menus[name].offers) if players else ()
            offers += self._open[choice]
        return msgspec.structs.replace(listen, offers=tuple(offers), menus=())


class Dealer:
    """Runs one coup from its start to its end.

    ``asked`` is the Listen that waits for people, as the coup yielded it; ``standing`` is the same
    with the offers of its menus. Both are None when nobody is asked. ``awaited`` is the card, throw
    or handling that a croupier must ``enter`` at an attended table. ``record`` holds every event so
    far. When the coup is ``over``, ``outcome`` is the carry for the next coup, as it is decoded
    from its stored bytes.
    """

    def __init__(self, coup: Coup, chance: Resolver) -> None:
        self._coup = coup
        self._chance = chance
        self.record: list[Event] = []
        self.menus = Menus()
        self.asked: Listen | None = None
        self.standing: Listen | None = None
        self.awaited: ChanceStep | None = None
        self.outcome: Carry = None
        self.over = False
        self._outside: frozenset[str] = frozenset()  # the cards that a single pack lacks
        self._behind = 0  # the events that the coup of a copy has not repeated yet
        self._advance(None)

    def copy(self, coup: Coup, chance: Resolver) -> Dealer:
        """An independent dealer at the same place of the round.

        ``coup`` is a new generator of the same table and carry. It repeats the recorded answers,
        without checking them again, when the copy is first continued; ``chance`` answers after
        that. `replay` checks a record.
        """
        copy = Dealer.__new__(Dealer)
        copy._coup, copy._chance = coup, chance
        copy.record, copy.menus = list(self.record), self.menus.copy()
        copy.asked, copy.standing, copy.awaited = self.asked, self.standing, self.awaited
        copy.outcome, copy.over, copy._outside = self.outcome, self.over, self._outside
        copy._behind = len(self.record)
        return copy

    # -- answers ----------------------------------------------------------------------------------

    def answer(self, answer: Answer) -> list[Event] | Refusal:
        """Answer the open Listen. Returns the events that follow, or why the answer is refused."""
        listen = self.standing
        if type(answer) is TimeOut:
            if listen is None or listen.window != answer.window or not listen.clock:
                return Refusal("late", "", "that clock "
                                           "has already stopped", {"window": answer.window})
        else:
            refusal = check(listen, answer)  # type: ignore[arg-type]
            if refusal is not None:
                return refusal
        start = len(self.record)
        self.asked = self.standing = None
        self.record.append(Event(None, answer))
        self._advance(answer)
        return self.record[start:]

    def enter(self, fact: Fact) -> list[Event] | Refusal:
        """Enter the fact that the coup waits for. Returns the events that follow, or a refusal.

        The fact is a card, the numbers of a throw, a word or an incident of an attended table, or
        the cents that a pool pays. A Handle takes "done" or one of its ``answers``; a card that
        nobody has seen is "??".
        """
        step = self.awaited
        if step is None:
            return Refusal("not-now", "", "the coup waits for no card, throw or handling")
        refusal = _check_fact(step, fact) or self._check_pack(step, fact)
        if refusal is not None:
            return refusal
        reply = None if isinstance(step, Handle) and fact == DONE and not step.answers else fact
        start = len(self.record)
        self.awaited = None
        self.record.append(_event(step, reply))
        self._advance(reply)
        return self.record[start:]

    def _check_pack(self, step: AnyStep, fact: Fact) -> Refusal | None:
        """None unless the card is missing from the single pack in play."""
        card = fact.card if isinstance(fact, Incident) else fact
        if isinstance(step, Deal | Turn) and card in self._outside:
            return Refusal("not-in-pack", step.law, f"{card} is not in the pack that is played "
                           f"with: {len(self._outside)} cards lie outside", {"found": card})
        return None

    def report(self, incident: Incident) -> list[Event] | Refusal:
        """Report an incident while people are asked. Returns the events that follow, or a refusal.

        Only the kinds in the ``faults`` of the Listen are accepted: the coup knows how to go on
        from them.
        """
        listen = self.standing
        if listen is None:
            return Refusal("not-now", "", "no question is open now: a fault is reported while "
                           "the table waits for people")
        refusal = _check_incident(listen, incident)
        if refusal is not None:
            return refusal
        start = len(self.record)
        self.asked = self.standing = None
        self.record.append(Event(incident=incident))
        self._advance(incident)
        return self.record[start:]

    def void(self, cause: str) -> list[Event]:
        """Void the coup as one that cannot be decided. Returns the events of its refund; none once
        the coup is over."""
        start = len(self.record)
        if not self.over:
            self._void(cause)
        return self.record[start:]

    def _void(self, cause: str) -> None:
        self.asked = self.standing = self.awaited = None
        self._catch_up()
        self.record.append(Event(void=cause))
        try:
            step = self._coup.throw(Void(cause))
        except StopIteration as end:
            self._finish(end.value)
        else:
            self._advance(None, step)

    # -- driving ----------------------------------------------------------------------------------

    def _advance(self, reply: Reply, step: AnyStep | None = None) -> None:
        """Run until people must be asked, a fact must be entered, or the coup ends."""
        self._catch_up()
        send, append = self._coup.send, self.record.append
        resolve: Callable[[Any], Reply] = self._chance.resolve
        try:
            if step is None:
                step = send(reply)
            while True:
                if witnesses:
                    _witness(step)
                kind = type(step)
                if kind is Deal:
                    reply = resolve(step)
                    if type(reply) is str:
                        append(Event(step, None, reply))
                        step = send(reply)
                        continue
                elif type(step) is Listen:
                    append(Event(step))
                    self.asked = step
                    self.standing = self.menus.expand(step) if step.menus else step
                    return
                elif kind in _CHANCE:
                    reply = resolve(step)
                    if type(step) is Shuffle and step.packs == 1:
                        self._outside = frozenset(step.without)
                else:
                    append(Event(step))
                    if type(step) is Menu:
                        self.menus.add(step)
                    step = send(None)
                    continue
                asked = cast(ChanceStep, step)
                if reply is LATER:
                    self.awaited = asked
                    return
                append(_event(asked, reply))
                step = send(reply)
        except StopIteration as end:
            self._finish(end.value)
        except EmptyShoe:
            # The coup needs a card and the shoe has none: it cannot be decided.
            self._void(EXHAUSTED)

    def _catch_up(self) -> None:
        """Let the coup of a copy repeat what was recorded before it was copied."""
        if not self._behind:
            return
        events, self._behind = self.record[:self._behind], 0
        coup = self._coup
        coup.send(None)
        for event in events:
            step = event.step
            if event.void:
                coup.throw(Void(event.void))
            elif step is None:
                coup.send(event.answer or event.incident)
            elif type(step) is not Listen:  # the next event answers a Listen
                coup.send(_reply(step, event) if isinstance(step, CHANCE) else None)

    def _finish(self, outcome: Carry) -> None:
        self.asked = self.standing = None
        self.outcome = read_back(outcome) if isinstance(outcome, msgspec.Struct) else outcome
        self.over = True


def _event(step: ChanceStep, reply: Reply) -> Event:
    """The event of a step with the answer of chance."""
    if isinstance(reply, Incident):
        return Event(step, incident=reply)
    match step:
        case Deal() | Turn():
            return Event(step, card=reply)
        case Handle():
            return Event(step, word=reply or "")
        case Claim():
            return Event(step, cents=reply)
        case Throw():
            return Event(step, fell=reply)
        case Shuffle():
            return Event(step, seal=reply)
        case Open():
            return Event(step, opening=reply)
        case Cut():
            return Event(step)
        case Cover():
            fell, seal, nonce = reply
            return Event(step, fell=fell, seal=seal, nonce=nonce)
        case _ as never:
            assert_never(never)


def _reply(step: ChanceStep, event: Event) -> Reply:
    """The answer of chance in an event: the inverse of `_event`."""
    if event.incident is not None:
        return event.incident
    match step:
        case Deal() | Turn():
            return event.card
        case Handle():
            return event.word or None
        case Claim():
            return event.cents
        case Throw():
            return event.fell
        case Shuffle():
            return event.seal
        case Open():
            return event.opening
        case Cut():
            return None
        case Cover():
            return Covered(event.fell, event.seal, event.nonce)
        case _ as never:
            assert_never(never)


def _check_fact(step: ChanceStep, fact: Fact) -> Refusal | None:
    """None when the fact can answer the step."""
    if isinstance(fact, Incident):
        return _check_incident(step, fact)
    if isinstance(fact, int):
        return _check_cents(step, fact)
    match step:
        case Claim():
            return _check_cents(step, fact)
        case Deal() | Turn():
            return _check_card(step, fact)
        case Handle():
            allowed = step.answers or (DONE,)
            return None if fact in allowed else Refusal(
                "no-answer", step.law, f"{fact!r} does not answer {step.what}: "
                f"{' or '.join(allowed)} does", {"found": fact}, allowed)
        case Throw():
            return _check_throw(step, fact)
        case Cover():
            return _check_throw(step, fact.fell if isinstance(fact, Covered) else "")
        case Shuffle() | Cut() | Open():
            return None  # nobody enters these: an attended table answers them itself
        case _ as never:
            assert_never(never)


def _check_card(step: Deal | Turn, fact: Fact) -> Refusal | None:
    """None when the fact is a card, or "??" for a card that lies face down."""
    if is_card(fact):
        return None
    if fact != UNKNOWN:
        return Refusal("no-card", step.law, f"{fact!r} is not a card; a card is like KH or 2C",
                       {"found": fact})
    if isinstance(step, Turn) or step.seen_by != NOBODY:
        return Refusal("no-card", step.law, "this card is face up: enter which one it is",
                       {"found": fact})
    return None


def _check_throw(step: Throw | Cover, fact: Fact) -> Refusal | None:
    """None when the fact has a possible number for each object that is thrown."""
    ends = [(step.first, step.first + sides - 1) for sides in step.sides]
    if isinstance(fact, tuple) and not isinstance(fact, Covered) and len(fact) == len(ends) and all(
            low <= n <= high for n, (low, high) in zip(fact, ends, strict=True)):
        return None
    return Refusal("no-throw", step.law, f"{fact!r} is not a throw; the numbers go "
                   + ", ".join(f"from {low} to {high}" for low, high in ends),
                   {"found": fact, "ends": ends})


def _check_cents(step: AnyStep, fact: Fact) -> Refusal | None:
    """None when a pool can pay so many cents."""
    if not isinstance(step, Claim):
        return Refusal("no-answer", step.law, f"{fact!r} is a sum, and none is awaited",
                       {"found": fact})
    if isinstance(fact, int) and fact >= 0 and (not step.amount or fact <= step.amount):
        return None
    return Refusal("no-answer", step.law, f"{fact!r} is not a prize of the pool {step.pool}: its "
                   "keeper says how many cents it pays", {"found": fact})


def _check_incident(step: AnyStep, incident: Incident) -> Refusal | None:
    """None when the step accepts this kind of incident and its particulars are valid."""
    law, faults = step.law, getattr(step, "faults", ())
    if incident.kind not in faults:
        known = f": {', '.join(faults)}" if faults else ""
        return Refusal("no-fault", law, f"{incident.kind!r} is not a fault from which the coup can "
                       f"continue here{known}", {"found": incident.kind}, faults)
    if incident.card and not is_card(incident.card):
        return Refusal("no-card", law, f"{incident.card!r} is not a card; a card is like KH or 2C",
                       {"found": incident.card})
    for detail in getattr(step, "details", ()):
        if detail.kind == incident.kind:
            return _check_detail(law, detail, incident)
    return None


def _check_detail(law: str, detail: Detail, incident: Incident) -> Refusal | None:
    """None when the incident names a place and an amount that its kind allows."""
    kind, amount, seats = incident.kind, incident.amount, detail.seats
    if seats and incident.seat not in seats:
        return Refusal("fault-place", law, f"{kind} concerns one of the places {', '.join(seats)}, "
                       f"not {incident.seat!r}",
                       {"found": incident.seat}, seats)
    if not detail.unit and amount:
        return Refusal("no-amount", law, f"{kind} takes no amount", {"amount": amount})
    if detail.unit and not (detail.low <= amount <= detail.high
                            and amount % detail.unit == 0):
        return Refusal("fault-amount", law, f"{kind} has an amount of {euros(detail.low)} to "
                       f"{euros(detail.high)} in steps of {euros(detail.unit)}; "
                       f"{euros(amount)} was entered", {
                           "amount": amount, "low": detail.low, "high": detail.high,
                           "unit": detail.unit})
    return None


def is_announcement(step: Step) -> bool:
    """Whether a step only announces something: a call, or a handling in everybody's sight."""
    return isinstance(step, (Call, Handle))


def _witness(step: AnyStep) -> None:
    kind = type(step)
    if kind is Call or kind is Handle:  # `is_announcement`
        for hear in hearers:
            hear(step.law)
    cites = {step.law, *step.also}
    if isinstance(step, Listen | Menu):
        if isinstance(step, Listen):
            cites.add(step.default_law)
        for offer in step.offers:
            cites.add(offer.law)
            if offer.also:
                cites.update(offer.also)
    cites.discard("")
    for witness in witnesses:
        for clause in cites:
            witness(clause)


# -- replay ---------------------------------------------------------------------------------------


class _Recorded:
    """Chance that repeats the answers of a record."""

    def __init__(self, record: list[Event]) -> None:
        self._events = [e for e in record if isinstance(e.step, CHANCE)]
        self._next = 0
        self._exhausted = any(e.void == EXHAUSTED for e in record)

    def resolve(self, step: ChanceStep) -> Reply:
        if self._next >= len(self._events):
            if self._exhausted:
                raise EmptyShoe("the recorded shoe had no more cards")
            return LATER
        event = self._events[self._next]
        self._next += 1
        if event.step != step:
            raise ReplayMismatch(f"the record holds {event.step}, the replay yields {step}")
        return _reply(step, event)


def replay(coup: Coup, record: list[Event], chance: Resolver | None = None) -> Dealer:
    """Run a new coup by a record. The dealer that is returned is where the record ends.

    Each step must equal the recorded one and each recorded answer must be accepted, else
    ReplayMismatch. ``chance`` takes over after the record, so that an unfinished coup can go on.
    """
    recorded = _Recorded(record)
    dealer = Dealer(coup, recorded)
    for event in record:
        if event.void:
            dealer.void(event.void)
        elif event.answer is not None:
            result = dealer.answer(event.answer)
            if isinstance(result, Refusal):
                raise ReplayMismatch(f"the record accepts {event.answer}, the replay refuses it: "
                                     f"{result.text}")
        elif event.step is None and event.incident is not None:
            result = dealer.report(event.incident)
            if isinstance(result, Refusal):
                raise ReplayMismatch(f"the record reports {event.incident.kind}, the replay "
                                     f"refuses it: {result.text}")
    if dealer.record != record:
        index = next((i for i, (a, b) in enumerate(zip(dealer.record, record, strict=False))
                      if a != b), min(len(dealer.record), len(record)))
        raise ReplayMismatch(f"the replay differs from the record at event {index}")
    if chance is not None:
        dealer._chance = chance
        if dealer.awaited is not None:
            awaited, dealer.awaited = dealer.awaited, None
            dealer._advance(None, awaited)
    return dealer


def flows(record: list[Event]) -> list[tuple[int, Move]]:
    """The movements of money in a record, each with its index there."""
    return [(i, e.step) for i, e in enumerate(record) if isinstance(e.step, Move)]
