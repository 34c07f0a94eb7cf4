"""One player who makes the same bets before every throw with the reference engine: the compiled
loop must equal it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import gcd
from typing import Protocol, TypeVar, assert_never

import msgspec

from sabot.equipment.streams import Stream
from sabot.families.layout.bets import all_rooms, fits
from sabot.families.layout.cloth import Cloth
from sabot.families.layout.repeated_bets import Laying
from sabot.families.layout.round import Carry, Round, RuleBook, opening, spot_of
from sabot.families.layout.values import TableLaw
from sabot.money import format_money
from sabot.procedure import (
    Act,
    ChanceStep,
    Claim,
    Cover,
    Covered,
    Cut,
    Deal,
    Dealer,
    Event,
    Handle,
    Listen,
    Move,
    Open,
    Refusal,
    Shuffle,
    Throw,
    TimeOut,
    Turn,
    gain,
)
from sabot.procedure.dealer import Coup
from sabot.procedure.resolvers import Resolver
from sabot.procedure.table import Table
from sabot.words import phrase

PLAYER, PLACE, TABLE = "player", "1", "table"
Item = TypeVar("Item")
Bets = Mapping[str, int]
"""Cents by spot: the "chart" of a game without decisions."""


def laying(book: RuleBook, beside: Callable[[str], str], table: Table, bets: Bets) -> Laying:
    """Bets that are made again before every throw; ValueError for bets that a table does not
    take."""
    table_law = book.table_law(table)
    for spot, cents in bets.items():
        _check(table_law, beside, bets, spot, cents)
    money = partial(format_money, currency=table_law.currency)
    if not chip(table_law, table, bets):
        raise ValueError(
            phrase("these bets are not multiples of one chip, which is worth {minimum} to "
                   "{dearest} at this table, in steps of {unit}", minimum=money(table.minimum),
                   dearest=money(table_law.dearest), unit=money(table_law.unit)))
    if len(table_law.cloth.states) == 1 and not _together(book, table, bets):
        raise ValueError("these bets exceed a limit that they share")
    return Laying(table_law.cloth, tuple(bets.items()), beside, table_law.counts)


def _together(book: RuleBook, table: Table, bets: Bets) -> bool:
    """Whether one player may have all of these bets at an empty table."""
    seats = (PLAYER, *[""] * (table.places - 1))
    r = Round(book, table, msgspec.structs.replace(
        opening(table), seats=seats, values={PLACE: chip(book.table_law(table), table, bets)}))
    return fits(r, PLAYER, dict(bets), all_rooms(r, PLAYER))


def _check(table_law: TableLaw, beside: Callable[[str], str], bets: Bets, spot: str, cents: int
           ) -> None:
    money = partial(format_money, currency=table_law.currency)
    low, high, step = table_law.limits[table_law.cloth.spots[spot].kind]
    if not any(table_law.cloth.open(at, spot) for at in table_law.cloth.states):
        raise ValueError(phrase("no bet can be made on {spot}: bets only move there", spot=spot))
    if not low <= cents <= high:
        raise ValueError(phrase("{cents} on {spot}: this table takes {low} to {high} there",
                                cents=money(cents), spot=spot, low=money(low), high=money(high)))
    if cents % (step or table_law.unit):
        raise ValueError(phrase("{cents} on {spot}: this table takes multiples of {value}",
                                cents=money(cents), spot=spot,
                                value=money(step or table_law.unit)))
    if base := beside(spot):
        under = bets.get(base) or bets.get(base.partition("/")[0])
        if under is None:
            raise ValueError(phrase("a bet on {spot} needs a bet on {base}", spot=spot,
                                    base=base))
        if cents > under:
            raise ValueError(phrase("{cents} on {spot}: it may not exceed the {under} that it "
                                    "accompanies", cents=money(cents), spot=spot,
                                    under=money(under)))


def chip(table_law: TableLaw, table: Table, bets: Bets) -> int:
    """The value of the player's chips in which these bets are made, in cents; the table's minimum
    where chips have no colour, 0 when there is no such value."""
    cloth = table_law.cloth
    coloured = [(spot, cents) for spot, cents in bets.items()
                if cloth.spots[spot].kind in table_law.chips]
    if not coloured:
        return table.minimum
    each = [cents // cloth.kinds[cloth.spots[spot].kind].chips for spot, cents in coloured]
    if any(cents % cloth.kinds[cloth.spots[spot].kind].chips for spot, cents in coloured):
        return 0
    whole = gcd(*each)
    return max((value for value in range(table.minimum, min(whole, table_law.dearest) + 1)
                if not whole % value and not value % table_law.unit), default=0)


def random_bets(
    book: RuleBook, beside: Callable[[str], str], table: Table, seed: int
) -> dict[str, int]:
    """Random lawful bets, at the minimum of each or at twice as much.

    One of them can be made before every throw, so that no throw goes by without a bet. ValueError
    when the table has no such bet.
    """
    table_law, stream = book.table_law(table), Stream(seed, 0)
    cloth = table_law.cloth

    def choice(of: Sequence[Item]) -> Item:
        return of[stream.draws(len(of), 1)[0]]

    always: dict[str, list[str]] = {}
    some: dict[str, list[str]] = {}
    for spot in cloth.spots.values():
        opens = [cloth.open(at, spot.name) for at in cloth.states]
        if any(opens):
            some.setdefault(spot.kind, []).append(spot.name)
        if all(opens) and not beside(spot.name):
            always.setdefault(spot.kind, []).append(spot.name)
    bets: dict[str, int] = {}

    def add(spot: str) -> None:
        low = least(table_law, table, cloth.spots[spot].kind)
        most = max(1, table_law.limits[cloth.spots[spot].kind].high // low)
        bets[spot] = min(choice((1, 1, 2)), most) * low
        try:
            laying(book, beside, table, bets)
        except ValueError:  # the bet that it needs is missing, or a shared limit is exceeded
            del bets[spot]

    kinds = list(always)
    while not bets:
        if not kinds:
            raise ValueError("this table takes no bet that is always open")
        kind = kinds.pop(stream.draws(len(kinds), 1)[0])
        add(choice(always[kind]))
    count = choice((1, 2, 3, 4, 5, 6))
    more = dict.fromkeys(choice(some[choice(list(some))]) for _ in range(count))
    for name in sorted(more, key=lambda name: bool(beside(name))):
        if name not in bets:
            add(name)
    return bets


def least(table_law: TableLaw, table: Table, name: str) -> int:
    """The smallest stake on a spot of a kind for which every prize is whole cents."""
    kind, limit = table_law.cloth.kinds[name], table_law.limits[name]
    unit = table.minimum if name in table_law.chips else limit.step or table_law.unit
    step = unit * kind.chips
    while step % kind.unit:
        step += unit * kind.chips
    return -(-limit.low // step) * step


class CardTape(Resolver, Protocol):
    """Chance from one stream, coup by coup."""

    def begin(self) -> None:
        """Begin a coup."""


TapeOf = Callable[[Table, Stream, Laying], CardTape]


class Tape:
    """Chance from one stream: throws as the compiled loop draws them."""

    def __init__(self, stream: Stream, cloth: Cloth) -> None:
        self.stream, self.cloth = stream, cloth

    def begin(self) -> None:
        """Begin a coup."""

    def resolve(self, step: ChanceStep) -> object:
        """Answer a step of chance from the stream; TypeError for steps of cards."""
        match step:
            case Handle():
                return None
            case Cover():
                return Covered(self._fell(), "tape", "")
            case Throw():
                return self._fell()
            case Deal() | Turn() | Shuffle() | Cut() | Open() | Claim():
                raise TypeError(phrase("no throw answers {name}", name=type(step).__name__))
            case _ as never:
                assert_never(never)

    def _fell(self) -> tuple[int, ...]:
        return self.cloth.outcomes[self.stream.draws(len(self.cloth.outcomes), 1)[0]]


class LayPlayer:
    """One table of the reference engine, with one player who makes the same bets every throw."""

    def __init__(self, coup: Callable[[Table, Carry], Coup], book: RuleBook, table: Table,
                 laying: Laying, tape: TapeOf | None = None) -> None:
        self.coup, self.table, self.laying = coup, table, laying
        self.tape: TapeOf = tape or (lambda table, stream, laying: Tape(stream, laying.cloth))
        self.table_law = book.table_law(table)
        self.value = chip(self.table_law, table, dict(laying.bets))

    def coups(self, stream: Stream, count: int, fresh: bool = False) -> Iterator[int]:
        """The net result of each of ``count`` coups, in cents; with ``fresh`` each from a full
        shoe."""
        tape = self.tape(self.table, stream, self.laying)
        free = [""] * (self.table.places - 1)
        carry = msgspec.structs.replace(opening(self.table), seats=(PLAYER, *free),
                                        shooter=PLACE, values={PLACE: self.value})
        for _ in range(count):
            net, carry = self.play(carry, tape)
            if fresh:
                carry = msgspec.structs.replace(carry, shoe=None)
            yield net

    def play(self, carry: Carry, tape: CardTape) -> tuple[int, Carry]:
        """Play one coup: the net result of the bets that it decided, and the next carry."""
        tape.begin()
        dealer = Dealer(self.coup(self.table, carry), tape)
        net = self._net(dealer.record)
        acts = self._acts(carry)
        while (listen := dealer.standing) is not None:
            events = dealer.answer(self._answer(listen, acts))
            if isinstance(events, Refusal):
                raise ValueError(phrase("a bet was refused: {text}", text=events.text))
            net += self._net(events)
        after: Carry = dealer.outcome
        # Stakes that wait for another throw are neither won nor lost.
        waits = sum(cents for *_, cents in after.held) - sum(cents for *_, cents in carry.held)
        return net + waits, after

    def _answer(self, listen: Listen, acts: list[Act]) -> Act | TimeOut:
        if listen.window == "bets" and acts:
            return acts.pop(0)
        if self.table.individual and listen.window == "bets":
            return Act(PLAYER, self.table_law.act, TABLE)
        if listen.default == "decline":  # they throw
            dice = next(offer for offer in listen.offers if offer.act == "dice")
            return Act(PLAYER, dice.act, dice.spots[0])
        if not listen.default:
            offer = next((offer for offer in listen.offers if offer.player == PLAYER), None)
            if offer is not None:
                return Act(PLAYER, offer.act, offer.seat)
        return TimeOut(listen.window)

    def _acts(self, carry: Carry) -> list[Act]:
        """The missing bets; the first that are open now are made."""
        state = carry.state if carry.state is not None else self.table_law.cloth.states[0]
        lying = tuple((spot_of(bet)[1], spot_of(bet)[1], cents) for bet, _, cents in carry.held)
        present = {spot for spot, *_ in lying}
        missing = dict.fromkeys(spot for spot, *_ in self.laying.renewed(state, lying)
                                if spot not in present)
        stakes = dict(self.laying.bets)
        # A bet that another one needs comes first; else the kinds are in the order of the cloth.
        kinds = list(self.laying.cloth.kinds)

        def order(spot: str) -> tuple[bool, int]:
            return bool(self.laying.beside(spot)), kinds.index(self.laying.cloth.spots[spot].kind)

        return [Act(PLAYER, "bet", spot, stakes[spot]) for spot in sorted(missing, key=order)]

    @staticmethod
    def _net(events: list[Event]) -> int:
        """The net of the moves of money, in cents."""
        return sum(gain(event.step) for event in events if type(event.step) is Move)
