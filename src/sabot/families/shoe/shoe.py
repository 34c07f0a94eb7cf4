"""The shoe in use: its state between coups, and the cards that a coup draws from it.

Each game gives the clauses in a `ShoeLaw`; this module names no game.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from sabot.procedure import (
    ALL,
    NOBODY,
    Act,
    AnyStep,
    Call,
    Cut,
    Deal,
    Discard,
    Handle,
    Incident,
    Listen,
    Offer,
    Open,
    Shuffle,
)
from sabot.procedure.game import ShoeAt
from sabot.procedure.table import Table

Cite = tuple[str, tuple[str, ...]]
Steps = Generator[AnyStep, Any, Any]

PACK = 52
BURN = "burn"
WARNING = "warning-card"
"""At a real table a croupier reports this instead of a card: the warning card has come."""

_NONE: Cite = ("", ())


class InUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe between two coups.

    ``seal``: the seal of its order, "" where there is no shoe yet: the other fields then mean
    nothing. ``drawn``: cards that have left it. ``at``: where it was cut. ``cutter``: the place
    that cut it, 0 for the house. ``coups``: coups begun from it. ``last``: its warning card has
    come. ``out``: cards outside a shuffling machine. ``shown``: its packs have been shown.
    """

    seal: str = ""
    drawn: int = 0
    at: int = 0
    cutter: int = 0
    coups: int = 0
    last: bool = False
    out: tuple[str, ...] = ()
    shown: bool = False


class ShoeLaw(NamedTuple):
    """The clause of each moment of a shoe; ("", ()) where a law has none.

    ``opened``: the order of the shoe that has ended is shown. ``last_coup``: the warning card has
    come. ``cut_card``: the cut card covers the last card of the pile. ``load``: the cards go into
    the shoe, or into what ``loads`` names.
    """

    shuffle: Cite
    cut_offer: Cite
    cut: Cite
    house_cuts: Cite
    warning: Cite
    load: Cite
    burn: Cite
    last_coup: Cite
    opened: Cite
    cut_card: Cite = _NONE
    loads: str = "load-shoe"


class Shoe:
    """The shoe during one coup.

    ``size``: all its cards. ``behind``: those behind the warning card, 0 where there is none.
    """

    __slots__ = ("at", "behind", "coups", "cutter", "drawn", "last", "law", "out", "seal", "shown",
                 "size", "watch")

    def __init__(self, state: InUse, law: ShoeLaw, table: Table, packs: int, behind: int) -> None:
        self.law, self.watch = law, table.attended
        self.size, self.behind = PACK * packs, behind
        self.seal, self.drawn, self.at, self.cutter = (
            state.seal,
            state.drawn,
            state.at,
            state.cutter,
        )
        self.coups, self.last, self.out, self.shown = (
            state.coups,
            state.last,
            state.out,
            state.shown,
        )

    def state(self) -> InUse:
        """The state of the shoe for the next coup."""
        return InUse(self.seal, self.drawn, self.at, self.cutter, self.coups, self.last, self.out,
                     self.shown)

    @property
    def cards_left(self) -> int:
        """The number of cards that are still in it."""
        return self.size - len(self.out) - self.drawn

    def draw(self, law: Cite, to: str, seen_by: str = ALL, faults: tuple[str, ...] = ()) -> Steps:
        """Deal the next card to a hand; return the card, or an incident of one of ``faults``.

        The warning card may come first: the coup is then the last of the shoe.
        """
        if self.behind and not self.watch and not self.last and self.cards_left <= self.behind:
            yield from self._announce_last_coup()
        while True:
            possible_faults = (
                (*faults, WARNING) if self.watch and self.behind and not self.last else faults
            )
            card = yield Deal(law[0], law[1], to=to, seen_by=seen_by, faults=possible_faults)
            if isinstance(card, Incident) and card.kind == WARNING:
                yield from self._announce_last_coup()
                if not card.card:
                    continue
                card = card.card  # the report names the card behind it too
            if not isinstance(card, Incident) or card.card:
                self.drawn += 1
            return card

    def _announce_last_coup(self) -> Steps:
        self.last = True
        yield Call(*self.law.last_coup, call="last-coup")

    def burn(self, law: Cite) -> Steps:
        """Burn one card, face down; return it."""
        card = yield from self.draw(law, BURN, NOBODY)
        yield Discard(*law, hands=(BURN,))
        return card

    def shuffle(self, players: Sequence[tuple[int, str]], packs: int, low: int = 0, high: int = 0,
                at_once: bool = False) -> Steps:
        """Shuffle, cut, mark and load all packs.

        ``players``: place and player of those who may cut, in this order. A cut leaves ``low`` to
        ``high`` cards before it; no cut is offered where ``high`` is 0. ``at_once``: all are asked
        together, and the first who wants to cuts.
        """
        c = self.law
        if self.seal and not self.watch:
            yield Open(*c.opened, seal=self.seal)
        self.size = PACK * packs
        self.seal = yield Shuffle(*c.shuffle, packs=packs, warning=self.behind)
        self.drawn = self.at = self.coups = 0
        self.last, self.out = False, ()
        if high:
            yield from self._cut(players, low, high, at_once)
        if c.cut_card[0]:
            yield Handle(*c.cut_card, what="cut-card")
        if self.behind:
            yield Handle(*c.warning, what="warning-card", facts={"behind": self.behind})
        if c.load[0]:
            yield Handle(*c.load, what=c.loads)

    def _cut(self, players: Sequence[tuple[int, str]], low: int, high: int, at_once: bool
             ) -> Steps:
        """Ask the players who may cut, together or one after another; if nobody does, the house
        cuts."""
        c = self.law
        asked = list(players)
        while asked:
            askable = asked if at_once else asked[:1]
            answer = yield Listen(
                *c.cut_offer, offers=tuple(self._offers(askable, low, high)),
                window="cut" if at_once else f"cut:{askable[0][0]}", clock="cut", default="no-cut",
                default_law=c.cut_offer[0])
            if isinstance(answer, Act) and answer.act == "cut":
                self.at, self.cutter = answer.amount, int(answer.seat)
                yield Cut(*c.cut, at=answer.amount)
                return
            asked = (
                [
                    (place, player)
                    for place, player in asked
                    if isinstance(answer, Act) and player != answer.player
                ]
                if at_once
                else asked[1:]
            )
        self.at, self.cutter = self.size // 2, 0
        yield Call(*c.house_cuts, call="house-cuts")
        yield Cut(*c.house_cuts, at=self.at)

    def _offers(self, players: Sequence[tuple[int, str]], low: int, high: int) -> Iterator[Offer]:
        c = self.law
        for place, player in players:
            yield Offer("cut", str(place), c.cut[0], player, low=low, high=high, unit=1,
                        note="cards", also=c.cut[1], limit_law=c.cut[0], unit_law=c.cut[0])
            yield Offer("no-cut", str(place), c.cut_offer[0], player)


class _Carry(Protocol):
    """The part of a game's carry with the shoe."""

    @property
    def shoe(self) -> InUse | None:
        """The shoe between two coups, None before the first."""


def shoe_at(carry: _Carry) -> ShoeAt:
    """The shoe of a carry as the house reads it: seal, cards drawn, and where it was cut."""
    shoe = carry.shoe
    return ShoeAt(shoe.seal, shoe.drawn, shoe.at) if shoe and shoe.seal else ShoeAt("", 0)
