"""Random tables and random players for any game of the catalogue.

A walk is one coup played by somebody who chooses among the offers by chance, and who now and then
tries what is not offered. Everything is drawn from one seed, so that a walk can be taken again.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import assume
from hypothesis import strategies as st

from sabot.equipment import PACK, RANKS, UNKNOWN, EmptyShoe, Seeded, Shoe, packs
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    Cut,
    Deal,
    Dealer,
    Event,
    Handle,
    Incident,
    Listen,
    Live,
    Move,
    Offer,
    Open,
    Part,
    Refusal,
    Shuffle,
    TimeOut,
    encode,
    renamed,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Table

PLAYERS = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")
SEEDS = st.integers(0, 2**32)


# Whatever the authority may be asked to allow was asked for and allowed long ago.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2020-01-01", effective="2020-02-01")
                for n in (*range(1, 22), 38, 40, 43))


def tables(game: Game) -> st.SearchStrategy[Table]:
    """Any lawful table of a game: its options are drawn from the fields of its Rules type.

    An option that the regulation does not allow goes back to its default.
    """
    # Hypothesis tells what a strategy was made of, and a whole game is too long for it.
    return st.composite(lambda draw: _table(draw, game))()


def _table(draw: st.DrawFn, game: Game) -> Table:
    rules = {}
    choices = game.parts.get("choices", {})
    for field in msgspec.structs.fields(game.rules):
        if field.name in choices:
            rules[field.name] = draw(st.sampled_from(choices[field.name]))
        elif isinstance(field.default, bool):
            rules[field.name] = draw(st.booleans())
        elif isinstance(field.default, int):
            rules[field.name] = draw(st.sampled_from(
                sorted({field.default, *range(9), 20, 80, 2 * field.default})))
    unit = draw(st.sampled_from((2, 100, 500)))
    minimum = unit * draw(st.integers(1, 5))
    individual = draw(st.booleans())
    places = draw(st.integers(1, 9))
    made: dict[str, Any] = {
        "authorisations": ALLOWED, "places": places,
        "places_per_player": draw(st.integers(1, places)),
        "individual": individual, "unit": unit, "minimum": minimum,
        "maximum": minimum * draw(st.integers(1, 100)),
    }
    table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    for _ in range(3):
        for broken in game.violations(table):
            name = broken.what.removeprefix("rules.").partition(".")[0]
            rules.pop(name, None)
            limits = ("unit", "minimum", "maximum")
            for one in limits if name in limits else (name,):
                made.pop(one, None)
        table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    assume(not game.violations(table))
    return table


class Tape:
    """Chance from a list of cards under a seal that says nothing of them."""

    def __init__(self, cards: list[str], dealt: int = 0) -> None:
        self.cards = cards
        self.hidden: list[tuple[int, Deal]] = []
        self.dealt = dealt

    def resolve(self, step: Any) -> Any:
        if isinstance(step, Shuffle):
            return "sealed"
        if isinstance(step, Open):
            return {"seal": "sealed"}
        if isinstance(step, Cut | Handle):
            return None
        if step.seen_by != "*":
            self.hidden.append((self.dealt, step))
        if self.dealt >= len(self.cards):
            raise EmptyShoe("the tape has ended")
        self.dealt += 1
        return self.cards[self.dealt - 1]


def seeded(seed: int) -> Live:
    return Live(Seeded(seed, "walk"))


def rich(seed: int) -> Tape:
    """Four packs with a few ranks on top, so that pairs, blackjacks and prizes are common."""
    r = Random(seed)
    ranks = r.choice(("A", "AKT", "7", "678", "A23", ""))
    ranks += "".join(r.sample(RANKS, r.randint(0, 5)))
    cards = packs(4)
    r.shuffle(cards)
    return Tape(sorted(cards, key=lambda card: card[0] not in ranks and r.random() < 0.9))


def somebody(offer: Offer) -> bool:
    """Whether anybody may take an offer: some stand there only to say why not."""
    return bool({*(offer.players or (offer.player or "Zoe",))} - {"", *offer.barred})


def fits(listen: Listen | None, act: Act) -> bool:
    """Whether an act is one of the offers: told from the offers alone, without the dealer."""
    for offer in listen.offers if listen else ():
        if (offer.act, offer.seat) != (act.act, act.seat) and (
                offer.act != act.act or act.seat not in getattr(offer, "seats", ())):
            continue
        if not act.player or offer.player not in ("", act.player) or act.player in offer.barred:
            continue
        if offer.players and act.player not in offer.players:
            continue
        if not offer.unit:
            return act.amount == 0
        return offer.low <= act.amount <= offer.high and act.amount % offer.unit == 0
    return False


class Walk:
    """A coup played by chance. ``stop`` ends it after so many answers, at a Listen; ``faults`` is
    how likely one of the faults that a step names is told, and ``unseen`` how likely a croupier
    at a real table does not know a face-down card."""

    def __init__(self, game: Game, table: Table, seed: int, carry: Any = None,
                 chance: Any = None, hostile: bool = False, stop: int = 10_000,
                 faults: float = 0.0, unseen: float = 0.0) -> None:
        self.game, self.table = game, table
        self.random = Random(seed)
        self.carry = game.opening(table) if carry is None else carry
        self.chance = chance or rich(seed)
        self.used: Counter[tuple[str, str]] = Counter()
        self.refusals: list[tuple[int, Refusal]] = []
        self.dealer = Dealer(game.coup(table, self.carry), self.chance)
        answers = 0
        while not self.dealer.over and answers < stop:
            answers += 1
            if self.dealer.awaited is not None:
                self.enter(faults, unseen)
                continue
            assert self.dealer.standing is not None
            if hostile:
                self.attack()
            kinds = self.dealer.standing.faults
            if kinds and self.random.random() < faults:
                told = self.dealer.report(self.incident(kinds))
            else:
                told = self.dealer.answer(self.choose())
            assert not isinstance(told, Refusal), f"offered, but refused: {told}"

    @property
    def record(self) -> list[Event]:
        return self.dealer.record

    def choose(self) -> Act | TimeOut:
        """An offer (the less used, the likelier) with an amount that it allows, or the clock."""
        listen = self.dealer.standing
        assert listen is not None
        choices = [(o, seat) for o in listen.offers if somebody(o) for seat in o.spots]
        if listen.clock and (not choices or self.random.random() < 0.15):
            return TimeOut(listen.window)
        weights = [1 / (1 + self.used[o.act, seat]) ** 3 for o, seat in choices]
        offer, seat = self.random.choices(choices, weights)[0]
        self.used[offer.act, seat] += 1
        return Act(offer.player or self.newcomer(offer), offer.act, seat, self.amount(offer))

    def enter(self, faults: float, unseen: float) -> None:
        """What a croupier enters at a real table: a card, a word, or now and then a fault."""
        step: Any = self.dealer.awaited
        fact: str | Incident = self.random.choice(PACK)
        if self.random.random() < faults and getattr(step, "faults", ()):
            fact = self.incident(step.faults)
        elif isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Deal) and step.seen_by == NOBODY and self.random.random() < unseen:
            fact = UNKNOWN
        told = self.dealer.enter(fact)
        assert not isinstance(told, Refusal), f"awaited, but refused: {told}"

    def incident(self, kinds: tuple[str, ...]) -> Incident:
        """One of these faults, at any hand of the table or at none, with any card or none."""
        hands = [e.step.to for e in self.record if isinstance(e.step, Deal)]
        return Incident(self.random.choice(kinds), self.random.choice(("", *PACK)),
                        seat=self.random.choice(("", "1", *hands)))

    def newcomer(self, offer: Any) -> str:
        free = [p for p in offer.players or PLAYERS if p not in offer.barred]
        others = (f"Zoe{n}".rstrip("0") for n in range(99))
        return self.random.choice(free or [next(p for p in others if p not in offer.barred)])

    def amount(self, offer: Any) -> int:
        """The least, the greatest or any other stake of an offer."""
        if not offer.unit:
            return 0
        first, last = -(-offer.low // offer.unit), offer.high // offer.unit
        return offer.unit * self.random.choice((first, last, self.random.randint(first, last)))

    def attack(self) -> None:
        """Commands of all kinds: those that do not fit an offer are refused and change nothing."""
        listen = self.dealer.standing
        assert listen is not None
        for act in self.hostile(listen):
            if fits(listen, act):
                continue
            before, standing = encode(self.record), self.dealer.standing
            told = self.dealer.answer(act)
            assert isinstance(told, Refusal), f"not offered, but accepted: {act}"
            assert told.code and told.law and told.text
            assert (encode(self.record), self.dealer.standing) == (before, standing)
            self.refusals.append((len(self.record), told))
        stale = self.dealer.answer(TimeOut("another window"))
        assert isinstance(stale, Refusal)

    def hostile(self, listen: Listen) -> list[Act]:
        r = self.random
        acts = [o.act for o in listen.offers] + ["hit", "fold", "", "sit", "deal"]
        seats = [o.seat for o in listen.offers] + ["0", "8", "bank", "", "1.1", "table"]
        wild = [Act(r.choice((*PLAYERS, "Zoe", "")), r.choice(acts), r.choice(seats),
                    r.choice((0, 1, -1, 3, 10**30, -(10**9)))) for _ in range(3)]
        offer = r.choice(listen.offers)
        owner = offer.player or "Ana"
        near = [Act(owner, offer.act, offer.seat, amount) for amount in (
            offer.low - 1, offer.low - offer.unit, offer.high + offer.unit, offer.high + 1,
            offer.low + 1, 7)]
        thief = Act(r.choice(PLAYERS), offer.act, offer.seat, self.amount(offer))
        return [*wild, r.choice(near), thief]


class Purse:
    """Each account while a record is told; a stake is an account for each bet, ``stake:<bet>``."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.owners: dict[str, str] = {}

    def tell(self, event: Event) -> Move | None:
        """Take one event; the movement in it, if it is one. A split bet changes its name only."""
        step = event.step
        if isinstance(step, Part):
            for bet in list(self.owners):
                was = bet.removeprefix("stake:")
                if (name := renamed(was, step)) != was:
                    self.held[f"stake:{name}"] += self.held.pop(bet, 0)
                    self.owners[f"stake:{name}"] = self.owners.pop(bet)
        if not isinstance(step, Move):
            return None
        frm, to = accounts(step)
        self.held[frm] -= step.amount
        self.held[to] += step.amount
        if step.kind == "stake":
            self.owners[to] = frm
        return step

    def in_play(self) -> dict[str, int]:
        """The stakes on the table, by bet."""
        return {name.removeprefix("stake:"): left for name, left in self.held.items()
                if left and name.startswith("stake:")}


def purse(record: list[Event]) -> Purse:
    """The accounts after a whole record."""
    told = Purse()
    for event in record:
        told.tell(event)
    return told


def accounts(move: Move) -> tuple[str, str]:
    """From where to where a movement goes."""
    frm, to = FLOWS[move.kind]
    into = getattr(move, "into", "") or move.bet
    named = {"player": f"player:{move.player}"}
    return (f"stake:{move.bet}" if frm == "stake" else named.get(frm, frm),
            f"stake:{into}" if to == "stake" else named.get(to, to))


def carry_again(game: Game, carry: Any) -> Any:
    """A carry after a journey through JSON."""
    return msgspec.convert(json.loads(msgspec.json.encode(carry)), game.carry)


def pack(seed: int) -> list[str]:
    """The 52 cards in an order of this seed, each once."""
    cards = list(PACK)
    Random(seed).shuffle(cards)
    return cards


def short_shoe(seed: int, length: int) -> Shoe:
    """The last cards of a shoe."""
    return Shoe(bytes(32), pack(seed)[:length])
