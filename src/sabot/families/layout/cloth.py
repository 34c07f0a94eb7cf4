"""A layout: the spots on which bets lie, and what each throw makes of a bet there.

It is a plain value that a game makes once for a table. The procedure settles by it, the odds are an
enumeration of it, the kernel is filled from it: a bet cannot be paid one way and priced another.
Whoever reads what a throw makes of a bet reads one closed type, `Fate`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple, assert_never

from sabot.money import Odds, unit_for

MOST_HANDS = 2
"""Places whose hands are priced together with the bank's: 31 ranks of each are 29,791 outcomes."""

Cite = tuple[str, tuple[str, ...]]
"""The clause that orders a thing, and those that shaped it."""

Fell = tuple[int, ...]
"""What a throw showed: the number of the pocket, the pips of each die; or what the cards came to.
"""


State = int | None
"""What a table is in before a throw: a number where throws depend on one another (the point), else
None."""


@dataclass(frozen=True, slots=True)
class Returns:
    """The bet wins nothing: this share of the stake goes back to the player, and the bank collects
    the rest."""

    share: Fraction

    def of(self, stake: int) -> int:
        """What goes back of a stake, in cents; ValueError when that is not whole cents."""
        back = self.share * stake
        if back.denominator != 1:
            raise ValueError(f"{self.share} of a stake of {stake} cents is not whole cents")
        return back.numerator


@dataclass(frozen=True, slots=True)
class Stays:
    """Nothing is decided: the bet waits where it lies."""


class Moves(NamedTuple):
    """The bet goes to another spot and stays there."""

    to: str


LOST, BACK, STAYS = Returns(Fraction(0)), Returns(Fraction(1)), Stays()
"""The stake is collected; it goes back whole; it waits."""

Fate = Odds | Returns | Stays | Moves
"""What a throw makes of a bet: it wins at these odds and the stake goes back, or a share of the
stake goes back, or it stays, or it moves. Whoever reads a fate does so with `prize` and `net_of`,
or takes each of the four apart and ends in ``assert_never``."""


def prize(fate: Fate) -> Odds | None:
    """The odds at which a bet wins; None where it does not."""
    match fate:
        case Odds():
            return fate
        case Returns() | Stays() | Moves():
            return None
        case _:
            assert_never(fate)


def net_of(fate: Odds | Returns, stake: int) -> int:
    """What a bet that is decided returns beyond its stake, in cents; ValueError when that is not a
    whole number of cents."""
    match fate:
        case Odds():
            return fate.pays(stake)
        case Returns():
            return fate.of(stake) - stake
        case _:
            assert_never(fate)


def unit_of(fate: Fate) -> int:
    """The least stake, in cents, of which a fate gives whole cents."""
    match fate:
        case Odds():
            return unit_for(fate)
        case Returns():
            return fate.share.denominator
        case Stays() | Moves():
            return 1
        case _:
            assert_never(fate)


@dataclass(frozen=True)
class Kind:
    """A chance of the law: what all its spots have in common.

    ``bet`` is the clause that allows it, ``pay`` the one that pays it; ``prizes`` everything that
    it may win, ``shares`` the shares of the stake that may go back where it wins nothing, but none
    and all of it. ``limit`` is the clause of its maximum, ``most`` that maximum in minima of the
    same chance (0: the law names none). ``chips`` are the chips of one unit of a bet that is made
    of several, of which there may be ``fewest`` to ``many``.
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

    @property
    def unit(self) -> int:
        """The least unit of a stake, in cents, of which each prize and share is whole cents."""
        fates: list[Fate] = [*self.prizes, *map(Returns, self.shares)]
        return self.chips * lcm(*map(unit_of, fates))

    def has(self, fate: Fate) -> bool:
        """Whether this is one of the fates that the chance says it may have."""
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
    """A place on the cloth for a bet: "split/17-20", of the kind "split".

    ``parts`` are the spots, and the chips of a unit on each, of a bet that is made of several.
    ``law`` is the clause that allows this spot, where its kind has one for each.
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
    """The colour in which an outcome is drawn: none of its own."""
    return ""


@dataclass(frozen=True, eq=False)
class Cloth:
    """All spots of a layout, and their fates.

    A throw is ``sides`` from ``first`` on, as in `procedure.Throw`; all outcomes are equally
    likely. Where cards decide there are no ``sides``: ``falls`` lists every outcome then, or none
    where there are too many to list. ``fate(state, spot, fell)`` is what becomes of a bet there,
    ``after(state, fell)`` the state that the table is in then; a game whose throws do not depend on
    one another has the one state None. ``open(state, spot)`` says whether a new bet may lie there.
    What is paid within a spot made of ``parts`` is the fate of each part.

    Outcomes of cards are not equally likely: ``weigh(falls)`` counts the deals that lead to each of
    these. Where they are too many to list, an outcome is the ``rank`` (from 1) of the bank's hand
    and that of each place, 0 for one that does not matter, and ``place(spot)`` is the place whose
    hand decides there with the bank's, 0 for the bank's alone. ``label(fell, spots)`` names an
    outcome for who has bets on these spots.
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
    _listed: dict[tuple[int, ...], Cloth] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def outcomes(self) -> tuple[Fell, ...]:
        """Every outcome of a throw, each as likely as any other; or every listed one of the cards.
        """
        if self.falls is not None:
            return self.falls
        return tuple(itertools.product(*(range(self.first, self.first + n) for n in self.sides)))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """How many of all throws or deals, each as likely as any other, show each outcome."""
        return (1,) * len(self.outcomes) if self.weigh is None else tuple(self.weigh(self.outcomes))

    @property
    def dealt(self) -> bool:
        """Whether cards decide."""
        return self.falls is not None

    def of(self, spots: Iterable[str]) -> Cloth:
        """The cloth with the outcomes that decide bets on these spots listed: itself, or where they
        are too many, with the spots of the places concerned. ValueError for more than two places.
        """
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
        """What each outcome makes of a bet on a spot without parts."""
        at = self._fates.setdefault(state, {})
        if spot not in at:
            at[spot] = tuple(self._checked_fate(state, spot, fell) for fell in self.outcomes)
        return at[spot]

    def _checked_fate(self, state: State, spot: str, fell: Fell) -> Fate:
        """The fate of a bet, one of those that its kind says it may have: limits and units stand on
        these. ValueError for another."""
        fate, kind = self.fate(state, spot, fell), self.kinds[self.spots[spot].kind]
        if not kind.has(fate):
            raise ValueError(f"the fate of {spot} where {fell} falls is {fate}, which its kind "
                             f"{kind.name} does not say; allowed: {kind.prizes}, {kind.shares}")
        return fate

    def met(self, spot: str, state: State, fell: Fell) -> Fate:
        """What one outcome makes of a bet on a spot without parts."""
        number = self.number.get(fell)
        return (self._checked_fate(state, spot, fell) if number is None
                else self.fates(spot, state)[number])

    def wins(self, spot: str, state: State = None) -> tuple[tuple[int, Odds], ...]:
        """The numbers of the outcomes that pay a bet on a spot without parts, each with its odds.
        """
        if (state, spot) not in self._wins:
            self._wins[state, spot] = tuple(
                (n, odds) for n, fate in enumerate(self.fates(spot, state))
                if (odds := prize(fate)) is not None)
        return self._wins[state, spot]

    @cached_property
    def lies(self) -> dict[str, tuple[str, str]]:
        """For each bet, named without its place: the spot on which it is laid, and the one that
        decides it."""
        return {spot.name if spot.name == part else f"{spot.name}/{part}": (spot.name, part)
                for spot in self.spots.values() for part, _ in self.parts(spot.name)}

    def bet(self, spot: str) -> Cite:
        """The clause that allows a bet on a spot."""
        kind = self.kinds[self.spots[spot].kind]
        return self.spots[spot].law or kind.bet[0], kind.bet[1]

    def chips(self, spot: str) -> int:
        """How many chips one unit of a bet on a spot is made of."""
        return sum(chips for _, chips in self.parts(spot))

    def parts(self, spot: str) -> tuple[tuple[str, int], ...]:
        """The spots, and the chips of a unit on each, that make up a bet on a spot."""
        return self.spots[spot].parts or ((spot, 1),)


def of_kinds(*kinds: Kind) -> dict[str, Kind]:
    """Kinds by their names, in this order."""
    return {kind.name: kind for kind in kinds}


def of_spots(*spots: Spot) -> dict[str, Spot]:
    """Spots by their names, in this order."""
    return {spot.name: spot for spot in spots}
