"""Random tables and random players for any game of the catalogue.

A walk is one coup played by somebody who chooses among the offers by chance, and who now and then
tries what is not offered. Everything is drawn from one seed, so that a walk can be taken again.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import assume, settings
from hypothesis import strategies as st

from sabot.equipment import PACK, RANKS, UNKNOWN, EmptyShoe, Seeded, Shoe, packs
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    Attended,
    Cover,
    Covered,
    Cut,
    Deal,
    Dealer,
    Detail,
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
    Throw,
    TimeOut,
    encode,
    renamed,
)
from sabot.procedure.game import Game
from sabot.procedure.steps import REMOVED
from sabot.procedure.table import Authorisation, Table

PLAYERS = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")
SEEDS = st.integers(0, 2**32)
FEW = 10  # spots of an offer that are all thought of
TRIES = 100_000  # a walk that needs so many for one act has no end
LONG = "--soak" in sys.argv


def examples(number: int) -> settings:
    """So many lawful tables are tried for each game, the same ones each time; a soak tries sixty
    times as many, and others each time."""
    return settings(max_examples=number * 60 if LONG else number, deadline=None,
                    derandomize=not LONG)


# Whatever the authority may be asked to allow was asked for and allowed long ago.
ALLOWED = tuple(Authorisation(option=str(n), by="the authority", reference="1",
                              requested="2020-01-01", effective="2020-01-08")
                for n in (*range(1, 22), 38, 40, 43))


def tables(game: Game) -> st.SearchStrategy[Table]:
    """Any lawful table of a game: its options are drawn from the fields of its Rules type.

    An option that the regulation does not allow goes back to its default.
    """
    if (made := _MADE.get(id(game))) is None or made[0] is not game:
        options = _options(game)
        # Hypothesis tells what a strategy was made of, and a whole game is too long for it.
        strategy = st.composite(lambda draw: _table(draw, game, options))()
        made = _MADE[id(game)] = game, strategy
    return made[1]


_MADE: dict[int, tuple[Game, st.SearchStrategy[Table]]] = {}
"""The tables of each game: to make a strategy takes longer than to draw from it."""


def _options(game: Game) -> dict[str, st.SearchStrategy[Any]]:
    """What each option of a game may be."""
    found: dict[str, st.SearchStrategy[Any]] = {}
    choices = game.choices
    for field in msgspec.structs.fields(game.rules):
        if field.name in choices:
            found[field.name] = st.sampled_from(choices[field.name])
        elif isinstance(field.default, bool):
            found[field.name] = st.booleans()
        elif isinstance(field.default, int):
            found[field.name] = st.sampled_from(
                sorted({field.default, *range(9), 20, 80, 2 * field.default}))
    return found


def _table(draw: st.DrawFn, game: Game, options: dict[str, st.SearchStrategy[Any]]) -> Table:
    rules = {name: draw(strategy) for name, strategy in options.items()}
    unit = draw(st.sampled_from((2, 100, 500)))
    minimum = unit * draw(st.integers(1, 5))
    individual = draw(st.booleans())
    places = game.places or draw(st.integers(1, 9))
    made: dict[str, Any] = {
        "authorisations": ALLOWED, "places": places,
        "places_per_player": draw(st.integers(1, places)),
        "individual": individual, "unit": unit, "minimum": minimum,
        "maximum": minimum * draw(st.sampled_from(game.times or range(1, 101))),
    }
    table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    for _ in range(3):
        for broken in game.violations(table):
            name = broken.what.removeprefix("rules.").partition(".")[0]
            rules.pop(name, None)
            limits = ("unit", "minimum", "maximum")
            for one in limits if name in limits else (name,):
                made.pop(one, None)
                if one == "maximum" and game.times:  # no usual table is lawful
                    made[one] = made.get("minimum", 500) * game.times[0]
        table = Table(game=game.id, name="walk", rules=game.rules(**rules), **made)
    if any(broken.what == "places" for broken in game.violations(table)):  # of so many sides
        made.pop("places", None)
        table = Table(game=game.id, name="walk", rules=game.rules(), **made)
    assume(not game.violations(table))
    return table


class Tape:
    """Chance from a list of cards under a seal that says nothing of them; throws come from a seed.

    ``covered`` is a seed of its own for those that nobody sees.
    """

    def __init__(self, cards: list[str], dealt: int = 0, throws: int = 0, covered: int = 0) -> None:
        self.cards = cards
        self.hidden: list[tuple[int, Deal | Cover]] = []
        self.dealt = dealt
        self.throws, self.covered = Random(throws), Random(covered)
        self.pack = list(PACK)

    def again(self, covered: int = 0) -> Tape:
        """What is left of this tape, for a coup that goes on elsewhere."""
        other = Tape(self.cards, self.dealt, covered=covered)
        other.throws.setstate(self.throws.getstate())
        other.pack = self.pack
        return other

    def resolve(self, step: Any) -> Any:
        if isinstance(step, Shuffle):
            self.pack = [card for card in PACK if step.packs > 1 or card not in step.without]
            if len(set(self.cards)) == len(self.cards):  # a pack as it is: some cards are not in it
                self.cards = [card for card in self.cards if card in self.pack]
            return "sealed"
        if isinstance(step, Open):
            return {"seal": "sealed"}
        if isinstance(step, Cut | Handle):
            return None
        if isinstance(step, Throw):
            return thrown(self.throws, step)
        if isinstance(step, Cover):
            self.hidden.append((-1, step))
            return Covered(thrown(self.covered, step), "sealed", "")
        if step.seen_by != "*":
            self.hidden.append((self.dealt, step))
        if self.dealt >= len(self.cards):
            raise EmptyShoe("the tape has ended")
        self.dealt += 1
        card = self.cards[self.dealt - 1]
        return card if card in self.pack else self.pack[PACK.index(card) % len(self.pack)]


def thrown(chance: Random, step: Throw | Cover) -> tuple[int, ...]:
    """What the dice or the ball may show."""
    return tuple(step.first + chance.randrange(sides) for sides in step.sides)


def seeded(seed: int) -> Live:
    return Live(Seeded(seed, "walk"))


def rich(seed: int) -> Tape:
    """Four packs with a few ranks on top, so that pairs, blackjacks and prizes are common."""
    r = Random(seed)
    ranks = r.choice(("A", "AKT", "7", "678", "A23", ""))
    ranks += "".join(r.sample(RANKS, r.randint(0, 5)))
    cards = packs(4)
    r.shuffle(cards)
    return Tape(sorted(cards, key=lambda card: card[0] not in ranks and r.random() < 0.9),
                throws=seed)


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


class Walk:
    """A coup played by chance. ``stop`` ends it after so many answers, at a Listen; ``faults`` is
    how likely one of the faults that a step names is told, and ``unseen`` how likely a croupier
    at a real table does not know a face-down card."""

    def __init__(self, game: Game, table: Table, seed: int, carry: Any = None,
                 chance: Any = None, hostile: bool = False, stop: int = 10_000,
                 faults: float = 0.0, unseen: float = 0.0) -> None:
        if isinstance(chance, Attended):
            table = msgspec.structs.replace(table, attended=True)
        self.game, self.table = game, table
        self.random = Random(seed)
        self.carry = game.opening(table) if carry is None else carry
        self.chance = chance or rich(seed)
        self.used: Counter[tuple[str, str]] = Counter()
        self.lying: dict[str, str] = {}
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
            kinds, listen = self.dealer.standing.faults, self.dealer.standing
            if kinds and self.random.random() < faults:
                told = self.dealer.report(self.incident(kinds, self.dealer.standing.details))
            elif not (listen.clock or any(map(somebody, listen.offers))):
                self.dealer.void(REMOVED)  # all who could come were sent away
                continue
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
            raise AssertionError(f"after {len(self.record)} steps hardly anything that is offered "
                                 f"may be done: is there room for a bet at {self.table}?")
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
        if self.random.random() < faults and getattr(step, "faults", ()):
            fact = self.incident(step.faults, getattr(step, "details", ()))
        elif isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = thrown(self.random, step)
        elif isinstance(step, Deal) and step.seen_by == NOBODY and self.random.random() < unseen:
            fact = UNKNOWN
        told = self.dealer.enter(fact)
        if isinstance(told, Refusal) and told.code == "not-in-pack":
            return  # the croupier looks again
        assert not isinstance(told, Refusal), f"awaited, but refused: {told}"

    def incident(self, kinds: tuple[str, ...], details: tuple[Detail, ...] = ()) -> Incident:
        """One of these faults, at any hand of the table or at none, with any card or none; where
        it must say more, what it may say."""
        hands = [e.step.to for e in self.record if isinstance(e.step, Deal)]
        kind, card = self.random.choice(kinds), self.random.choice(("", *PACK))
        seat = self.random.choice(("", "1", *hands))
        for detail in details:
            if detail.kind == kind:
                return Incident(kind, card, seat=self.random.choice(detail.seats or (seat,)),
                                amount=self.amount(detail))
        return Incident(kind, card, seat=seat)

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
        before = list(self.record)
        stored = encode(before) if len(before) % 4 == 0 else b""  # it costs more than all else
        for act in self.hostile(listen):
            if fits(listen, act):
                continue
            told = self.dealer.answer(act)
            assert isinstance(told, Refusal), f"not offered, but accepted: {act}"
            assert told.code and told.law and told.text
            assert self.record == before and self.dealer.standing is listen
            self.refusals.append((len(self.record), told))
        stale = self.dealer.answer(TimeOut("another window"))
        assert isinstance(stale, Refusal)
        assert not stored or encode(self.record) == stored

    def hostile(self, listen: Listen) -> list[Act]:
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
        elif (step.kind in ("travel", "prize", "redeem", "jackpot-due")
              and self.held[to] == step.amount):  # nothing lay there
            self.owners[to] = f"player:{step.player}"
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
    into = (frm == "stake" and getattr(move, "into", "")) or move.bet
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
