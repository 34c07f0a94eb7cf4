"""A cloth: the spots for bets on a layout, and the fate of each bet under every throw.

A game makes this plain value once for a table. The procedure settles by it, the odds enumerate it
and the kernel is filled from it, so that a bet cannot be paid one way and priced another. All of
them read the fate of a bet as one closed type, `Fate`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Literal, NamedTuple, assert_never

from sabot.money import Odds, unit_for

MOST_HANDS = 2
"""The most places priced together with the bank's hand: 31 ranks of each are 29,791 outcomes."""

Cite = tuple[str, tuple[str, ...]]
"""The clause that orders something, and the clauses that shaped it."""

Fell = tuple[int, ...]
"""The outcome of a throw: the number of the pocket, the pips of each die, or the result of the
cards."""


State = int | None
"""The state of a table before a throw: a number where throws depend on one another (the point),
else None."""


@dataclass(frozen=True, slots=True)
class Returns:
    """The bet does not win: this share of the stake goes back to the player, and the bank collects
    the rest."""

    share: Fraction

    def of(self, stake: int) -> int:
        """The part of a stake that goes back, in cents; ValueError when it is not whole cents."""
        back = self.share * stake
        if back.denominator != 1:
            raise ValueError(f"{self.share} of a stake of {stake} cents is not whole cents")
        return back.numerator


@dataclass(frozen=True, slots=True)
class Stays:
    """The throw does not decide: the bet stays on its spot."""


class Moves(NamedTuple):
    """The bet moves to another spot and stays there."""

    to: str


LOST, BACK, STAYS = Returns(Fraction(0)), Returns(Fraction(1)), Stays()
"""The stake is collected; it goes back in full; it stays."""

Fate = Odds | Returns | Stays | Moves
"""The fate of a bet under a throw: it wins at these odds and the stake goes back, or a share of the
stake goes back, or it stays, or it moves. Code reads a fate with `prize` and `net_of`, or matches
all four and ends in ``assert_never``."""


def prize(fate: Fate) -> Odds | None:
    """The odds at which a bet wins; None when it does not win."""
    match fate:
        case Odds():
            return fate
        case Returns() | Stays() | Moves():
            return None
        case _:
            assert_never(fate)


def net_of(fate: Odds | Returns, stake: int) -> int:
    """The net result of a decided bet, in cents; ValueError when it is not whole cents."""
    match fate:
        case Odds():
            return fate.pays(stake)
        case Returns():
            return fate.of(stake) - stake
        case _:
            assert_never(fate)


def unit_of(fate: Fate) -> int:
    """The smallest stake, in cents, for which a fate gives whole cents."""
    match fate:
        case Odds():
            return unit_for(fate)
        case Returns():
            return fate.share.denominator
        case Stays() | Moves():
            return 1
        case _:
            assert_never(fate)


class Rounding(NamedTuple):
    """What is rounded down to whole cents, so that any stake is taken: a ``prize``, or what the
    house deducts from it; and the clause."""

    down: Literal["prize", "deduction"]
    law: str


@dataclass(frozen=True)
class Kind:
    """A kind of bet: what all its spots have in common.

    ``bet``: the clause that allows it; ``pay``: the clause that pays it. ``prizes``: all odds that
    it may win; ``shares``: the shares of the stake that may go back when it does not win, except
    none and all. ``limit``: the clause of its maximum; ``most``: that maximum as a multiple of its
    minimum (0: the law names none). ``chips``: the chips in one unit of a bet made of several,
    which may have ``fewest`` to ``many`` units. ``rounding``: see `Rounding`; None where only
    stakes are taken that are paid in whole cents. ``by_spot``: what a bet wins depends on its spot
    and on the state in which it is decided, and so does its step.
    """

    name: str
    bet: Cite
    pay: Cite
    prizes: tuple[Odds, ...]
    limit: Cite = ("", ())
    most: int = 0
    chips: int = 1
    fewest: int = 0
    many: int = 0
    shares: tuple[Fraction, ...] = ()
    rounding: Rounding | None = None
    by_spot: bool = False

    @cached_property
    def unit(self) -> int:
        """The smallest unit of a stake, in cents, for which each prize and share is whole cents."""
        fates: list[Fate] = [*self.prizes, *map(Returns, self.shares)]
        return self.chips * lcm(*map(unit_of, fates))

    def has(self, fate: Fate) -> bool:
        """Whether this kind of bet declares this fate."""
        match fate:
            case Odds():
                return fate in self.prizes
            case Returns():
                return fate in (LOST, BACK) or fate.share in self.shares
            case Stays() | Moves():
                return True
            case _:
                assert_never(fate)


@dataclass(frozen=True)
class Spot:
    """A spot for a bet on the cloth: "split/17-20", of the kind "split".

    ``parts``: the spots of a bet made of several, with the chips of a unit on each. ``law``: the
    clause that allows this spot, where each spot of its kind has its own.
    """

    name: str
    kind: str
    parts: tuple[tuple[str, int], ...] = ()
    law: str = ""


def _no_state(state: State, fell: Fell) -> State:
    return state


def _open(state: State, spot: str) -> bool:
    return True


def colourless(fell: Fell) -> str:
    """The colour of an outcome: none."""
    return ""


@dataclass(frozen=True, eq=False)
class Cloth:
    """All spots of a layout, and the fates of bets on them.

    A throw is ``sides`` numbers from ``first`` on, as in `procedure.Throw`; all outcomes are
    equally likely. Where cards decide there are no ``sides``: ``falls`` lists every outcome, or
    none when there are too many. ``fate(state, spot, fell)``: the fate of a bet. ``after(state,
    fell)``: the state of the table afterwards; a game with independent throws has the one state
    None. ``open(state, spot)``: whether a new bet may be made there. A bet made of ``parts`` is
    paid by the fate of each part.

    Outcomes of cards are not equally likely: ``weigh(falls)`` counts the deals that lead to each.
    When there are too many to list, an outcome is the ``rank`` (from 1) of the bank's hand and that
    of each place, 0 for a hand that does not matter; ``place(spot)``: the place whose hand decides
    there against the bank's, 0 for the bank's alone. ``label(fell, spots)`` names an outcome for
    players with bets on these spots.
    """

    kinds: Mapping[str, Kind]
    spots: Mapping[str, Spot]
    sides: tuple[int, ...]
    fate: Callable[[State, str, Fell], Fate]
    first: int = 1
    states: tuple[State, ...] = (None,)
    after: Callable[[State, Fell], State] = _no_state
    open: Callable[[State, str], bool] = _open
    falls: tuple[Fell, ...] | None = None
    weigh: Callable[[Sequence[Fell]], Sequence[int]] | None = None
    place: Callable[[str], int] | None = None
    places: int = 0
    ranks: int = 0
    label: Callable[[Fell, Collection[str]], str] | None = None
    _fates: dict[State, dict[str, tuple[Fate, ...]]] = field(default_factory=dict, repr=False)
    _wins: dict[tuple[State, str], tuple[tuple[int, Odds], ...]] = field(default_factory=dict,
                                                                        repr=False)
    _units: dict[tuple[str, State], int] = field(default_factory=dict, init=False, repr=False)
    _opened: dict[State, frozenset[str]] = field(default_factory=dict, init=False, repr=False)
    _listed: dict[tuple[int, ...], Cloth] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def outcomes(self) -> tuple[Fell, ...]:
        """Every outcome of a throw, all equally likely; or every listed outcome of the cards."""
        if self.falls is not None:
            return self.falls
        return tuple(itertools.product(*(range(self.first, self.first + n) for n in self.sides)))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The number of equally likely throws or deals that lead to each outcome."""
        return (1,) * len(self.outcomes) if self.weigh is None else tuple(self.weigh(self.outcomes))

    @property
    def dealt(self) -> bool:
        """Whether cards decide."""
        return self.falls is not None

    def of(self, spots: Iterable[str]) -> Cloth:
        """The cloth with the outcomes of bets on these spots listed: itself, or, where all outcomes
        are too many, the spots of the places concerned. ValueError for more than two places."""
        if self.place is None:
            return self
        hands = {self.place(part) for spot in spots for part, _ in self.parts(spot)} - {0}
        return self._of(tuple(sorted(hands)))

    def _of(self, hands: tuple[int, ...]) -> Cloth:
        if hands in self._listed:
            return self._listed[hands]
        if len(hands) > MOST_HANDS:
            raise ValueError(f"the hands of {len(hands)} places and the bank's have too many "
                             f"outcomes together: take {MOST_HANDS} places, or simulate")
        ranks = range(1, self.ranks + 1)
        columns = [ranks, *(ranks if n in hands else (0,) for n in range(1, self.places + 1))]
        decided = {name: spot for name, spot in self.spots.items()
                   if all(self._place(part) in (0, *hands) for part, _ in self.parts(name))}
        return self._listed.setdefault(hands, replace(
            self, spots=decided, falls=tuple(itertools.product(*columns)), place=None, _fates={},
            _wins={}))

    def _place(self, spot: str) -> int:
        return self.place(spot) if self.place is not None else 0

    @cached_property
    def number(self) -> dict[Fell, int]:
        """Each outcome's number among them."""
        return {fell: n for n, fell in enumerate(self.outcomes)}

    def fates(self, spot: str, state: State = None) -> tuple[Fate, ...]:
        """The fate under each outcome of a bet on a spot without parts."""
        at = self._fates.setdefault(state, {})
        if spot not in at:
            at[spot] = tuple(self._checked_fate(state, spot, fell) for fell in self.outcomes)
        return at[spot]

    def _checked_fate(self, state: State, spot: str, fell: Fell) -> Fate:
        """The fate of a bet; ValueError when its kind does not declare it, since limits and units
        rely on the declared fates."""
        fate, kind = self.fate(state, spot, fell), self.kinds[self.spots[spot].kind]
        if not kind.has(fate):
            raise ValueError(f"the fate of {spot} where {fell} falls is {fate}, which its kind "
                             f"{kind.name} does not declare; allowed: {kind.prizes}, {kind.shares}")
        return fate

    def fate_of(self, spot: str, state: State, fell: Fell) -> Fate:
        """The fate under one outcome of a bet on a spot without parts."""
        number = self.number.get(fell)
        return (self._checked_fate(state, spot, fell) if number is None
                else self.fates(spot, state)[number])

    def wins(self, spot: str, state: State = None) -> tuple[tuple[int, Odds], ...]:
        """The numbers of the outcomes that pay a bet on a spot without parts, with the odds."""
        if (state, spot) not in self._wins:
            self._wins[state, spot] = tuple(
                (n, odds) for n, fate in enumerate(self.fates(spot, state))
                if (odds := prize(fate)) is not None)
        return self._wins[state, spot]

    @cached_property
    def lies(self) -> dict[str, tuple[str, str]]:
        """For each bet, named without its place: the spot on which it is made, and the spot that
        decides it."""
        return {spot.name if spot.name == part else f"{spot.name}/{part}": (spot.name, part)
                for spot in self.spots.values() for part, _ in self.parts(spot.name)}

    def bet(self, spot: str) -> Cite:
        """The clause that allows a bet on a spot."""
        kind = self.kinds[self.spots[spot].kind]
        return self.spots[spot].law or kind.bet[0], kind.bet[1]

    def unit(self, spot: str, state: State) -> int:
        """The smallest unit of a stake on a spot in a state, in cents, for which each prize and
        share is whole cents: that of its kind, or of its own prizes where they differ."""
        kind = self.kinds[self.spots[spot].kind]
        if not kind.by_spot:
            return kind.unit
        if (spot, state) not in self._units:
            self._units[spot, state] = lcm(*map(unit_of, set(self.fates(spot, state))))
        return self._units[spot, state]

    def open_spots(self, state: State) -> frozenset[str]:
        """The spots on which a new bet may be made in a state."""
        if state not in self._opened:
            self._opened[state] = frozenset(spot for spot in self.spots if self.open(state, spot))
        return self._opened[state]

    @cached_property
    def by_kind(self) -> dict[str, tuple[str, ...]]:
        """The spots of each kind."""
        return {name: tuple(spot.name for spot in self.spots.values() if spot.kind == name)
                for name in self.kinds}

    def chips(self, spot: str) -> int:
        """The number of chips in one unit of a bet on a spot."""
        return sum(chips for _, chips in self.parts(spot))

    def parts(self, spot: str) -> tuple[tuple[str, int], ...]:
        """The parts of a bet on a spot, with the chips of a unit on each."""
        return self.spots[spot].parts or ((spot, 1),)


def of_kinds(*kinds: Kind) -> dict[str, Kind]:
    """Kinds by their names, in this order."""
    return {kind.name: kind for kind in kinds}


def of_spots(*spots: Spot) -> dict[str, Spot]:
    """Spots by their names, in this order."""
    return {spot.name: spot for spot in spots}
