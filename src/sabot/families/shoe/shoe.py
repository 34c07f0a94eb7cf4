"""The shoe in use: what of it outlives a coup, and the cards that a coup draws from it.

Which clause orders what is the game's to say, as a `ShoeLaw`; no game is named here.
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
"""What a croupier reports at a real table instead of a card: the warning card has come."""

_NONE: Cite = ("", ())


class InUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe between two coups.

    ``seal``: that of its order, "" where none stands there: what is left of the one before says
    nothing then. ``drawn``: cards that have left it.
    ``at``: where it was cut. ``cutter``: the place that cut it, 0 for the house. ``coups``: coups
    begun from it. ``last``: its warning card has come. ``out``: cards that lie outside a shuffling
    machine. ``shown``: its packs have been shown.
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
    """For each moment of a shoe, the clause that orders it; ("", ()) where a law has none.

    ``opened``: the order of the shoe that has ended is shown. ``last_coup``: the warning card has
    come. ``cut_card``: the cut card covers the last card of the pile. ``load``: the cards go into
    something, for which ``loads`` is the word.
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
    """The shoe of one coup.

    ``size`` counts its cards, ``behind`` those behind the warning card, 0 where there is none.
    """

    __slots__ = ("at", "behind", "coups", "cutter", "drawn", "last", "law", "out", "seal", "shown",
                 "size", "watch")

    def __init__(self, kept: InUse, law: ShoeLaw, table: Table, packs: int, behind: int) -> None:
        self.law, self.watch = law, table.attended
        self.size, self.behind = PACK * packs, behind
        self.seal, self.drawn, self.at, self.cutter = kept.seal, kept.drawn, kept.at, kept.cutter
        self.coups, self.last, self.out, self.shown = kept.coups, kept.last, kept.out, kept.shown

    def kept(self) -> InUse:
        """What the next coup finds."""
        return InUse(self.seal, self.drawn, self.at, self.cutter, self.coups, self.last, self.out,
                     self.shown)

    @property
    def left(self) -> int:
        """The cards that are still in it."""
        return self.size - len(self.out) - self.drawn

    def draw(self, law: Cite, to: str, seen: str = ALL, faults: tuple[str, ...] = ()) -> Steps:
        """The next card goes to a hand; the card, or an incident of one of ``faults``.

        Before it the warning card may come: the coup is then the last of the shoe.
        """
        if self.behind and not self.watch and not self.last and self.left <= self.behind:
            yield from self._warned()
        while True:
            more = (*faults, WARNING) if self.watch and self.behind and not self.last else faults
            card = yield Deal(law[0], law[1], to=to, seen_by=seen, faults=more)
            if isinstance(card, Incident) and card.kind == WARNING:
                yield from self._warned()
                if not card.card:
                    continue
                card = card.card  # it came with the card behind it
            if not isinstance(card, Incident) or card.card:
                self.drawn += 1
            return card

    def _warned(self) -> Steps:
        self.last = True
        yield Call(*self.law.last_coup, call="last-coup")

    def burn(self, law: Cite) -> Steps:
        """One card goes to the box of played cards, face down; the card."""
        card = yield from self.draw(law, BURN, NOBODY)
        yield Discard(*law, hands=(BURN,))
        return card

    def shuffled(self, players: Sequence[tuple[int, str]], packs: int, low: int = 0, high: int = 0,
                 at_once: bool = False) -> Steps:
        """All packs are shuffled, cut, marked and loaded into the shoe.

        ``players`` have the right to cut, in this order: place and player. A cut leaves ``low`` to
        ``high`` cards before it; nothing is offered where ``high`` is 0. ``at_once``: any of them
        may cut, and the first who wants to does.
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
        """Who has the right to cut is asked, all at once or one after another; when nobody will,
        the house cuts."""
        c = self.law
        asked = list(players)
        while asked:
            some = asked if at_once else asked[:1]
            heard = yield Listen(
                *c.cut_offer, offers=tuple(self._offers(some, low, high)),
                window="cut" if at_once else f"cut:{some[0][0]}", clock="cut", default="no-cut",
                default_law=c.cut_offer[0])
            if isinstance(heard, Act) and heard.act == "cut":
                self.at, self.cutter = heard.amount, int(heard.seat)
                yield Cut(*c.cut, at=heard.amount)
                return
            asked = [(place, player) for place, player in asked
                     if isinstance(heard, Act) and player != heard.player] if at_once else asked[1:]
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
    """What one coup from a shoe hands to the next."""

    @property
    def shoe(self) -> InUse | None: ...


def in_use(carry: _Carry) -> ShoeAt:
    """The shoe of a carry as the house asks for it."""
    kept = carry.shoe
    return ShoeAt(kept.seal, kept.drawn, kept.at) if kept and kept.seal else ShoeAt("", 0)
