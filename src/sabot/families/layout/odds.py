"""The exact odds of every bet of a layout, and of several bets together.

An edge is what the house keeps of one unit of the stake on average. It is given for each bet
that is made; where a bet may go back undecided, also for each decided bet; where it lasts
longer than a throw, also for each throw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import UNSET

from sabot.families.layout.chain import Course, after, combine, spread, unit
from sabot.families.layout.cloth import Cloth, Fell, colourless
from sabot.families.layout.odds_answer import ClothAnswer, ClothBet
from sabot.probability.answer import Outcome as OutcomeLaid
from sabot.probability.answer import Together
from sabot.probability.entry import skewness
from sabot.words import either, phrase, sentences

SHOWN = 3  # combinations of dice named for an outcome that is more than one


class Priced(NamedTuple):
    """Bets with the same odds: their kind, where they lie, the state in which they are made, and
    what one of ``stake`` cents returns."""

    name: str
    kind: str
    spots: tuple[str, ...]
    stake: int
    course: Course

    @property
    def net(self) -> dict[Fraction, Fraction]:
        """Each net result in stakes, with its chance."""
        return {Fraction(cents, self.stake): Fraction(chance)
                for cents, chance in self.course.net.chances.items()}

    @property
    def edge(self) -> Fraction:
        """For each bet that is made."""
        return Fraction(self.course.net.edge(self.stake))

    @property
    def push(self) -> Fraction:
        """The chance that the bet goes back undecided."""
        return Fraction(self.course.net.chances.get(0, 0))

    @property
    def edge_decided(self) -> Fraction:
        """For each bet that is won or lost."""
        return self.edge / (1 - self.push)

    @property
    def edge_throw(self) -> Fraction:
        """For each throw while the bet is on the layout."""
        return self.edge / self.course.throws


@lru_cache(maxsize=64)
def priced(cloth: Cloth) -> tuple[Priced, ...]:
    """Every bet that can be made, in the order of the kinds; bets with the same odds are one
    entry."""
    by_odds: dict[tuple[str, Any], list[tuple[str, Any, str, int, Course]]] = {}
    for spot in cloth.spots.values():
        for state in cloth.states:
            if not cloth.open(state, spot.name):
                continue
            stake = unit(cloth, state, spot.name)
            course = combine(cloth, {spot.name: stake}, state)
            key = (spot.kind, tuple((Fraction(net, stake), chance) for net, chance
                                    in course.net.chances.items()))
            by_odds.setdefault(key, []).append((spot.name, state, _tag(cloth, spot.name, state),
                                              stake, course))
    entries = []
    for kind in cloth.kinds:
        groups = [group for (name, _), group in by_odds.items() if name == kind]
        for group in groups:
            tags = dict.fromkeys(tag for _, _, tag, _, _ in group)
            name = kind if len(groups) == 1 else "-".join((kind, *tags))
            spots = tuple(dict.fromkeys(spot for spot, *_ in group))
            entries.append(Priced(name, kind, spots, group[0][3], group[0][4]))
    return tuple(entries)


def _tag(cloth: Cloth, spot: str, state: Any) -> str:
    """The difference between a bet and others of its kind: its number, or its state."""
    last = spot.rpartition("/")[2]
    return last if last.isdecimal() else str(state)


def entry(cloth: Cloth, one: Priced, beside: bool = False) -> ClothBet:
    """A priced bet as it is sent; fractions are text. ``beside``: it can only be made together
    with another bet."""
    variance = Fraction(one.course.net.variance) / one.stake ** 2
    win = sum((chance for gain, chance in one.net.items() if gain > 0), Fraction(0))
    net = tuple((str(gain), str(chance)) for gain, chance in one.net.items())
    lasts = one.course.throws != 1
    return ClothBet(
        bet=one.name, edge=str(one.edge), edge_float=float(one.edge), p_win=str(win),
        p_push=str(one.push), p_lose=str(1 - win - one.push), variance=str(variance),
        variance_float=float(variance), net=net, conditions=_conditions(cloth, one),
        spots=one.spots, edge_decided=str(one.edge_decided) if 0 < one.push < 1 else UNSET,
        throws=str(one.course.throws) if lasts else UNSET,
        edge_throw=str(one.edge_throw) if lasts else UNSET,
        beside=True if beside else UNSET, skewness=skewness(net))


def _conditions(cloth: Cloth, one: Priced) -> str:
    chips = cloth.kinds[one.kind].chips
    pays = either(str(gain) for gain in sorted(one.net) if gain > 0)
    gains = phrase("pays {odds} to 1" if chips == 1 else
                   "{chips} chips, which gain {odds} to 1 together", odds=pays, chips=chips)
    if one.course.throws == 1:
        lasts: str = phrase("one coup decides" if cloth.dealt else "one throw decides")
    else:
        lasts = phrase("{n} coups on average" if cloth.dealt else "{n} throws on average",
                       n=f"{float(one.course.throws):.2f}")
    where = one.spots[0] if len(one.spots) == 1 else \
        phrase("{n} spots, as {spot}", n=len(one.spots), spot=one.spots[0])
    return sentences((where, gains, lasts))


def price(cloth: Cloth, first: str = "", beside: Callable[[str], str] | None = None
          ) -> ClothAnswer:
    """All bets of a layout, those of the kind ``first`` before the others; ``beside`` names the
    spot on which another bet must lie first, "" for none."""
    entries = sorted(priced(cloth), key=lambda one: one.kind != first)
    return ClothAnswer(
        strategy="", by="coup" if cloth.dealt else "throw", not_priced={},
        bets=tuple(entry(cloth, one, bool(beside and beside(one.spots[0]))) for one in entries))


# -- several bets together -------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What a throw makes of a layout: how it is named, the net result of what it decides, the cents
    that lie there afterwards, how many of all throws or deals do so, and its colour."""

    name: str
    net: int
    stays: int
    ways: int
    colour: str = ""


def outcomes(cloth: Cloth, bets: Mapping[str, int], state: Any = None,
             tint: Callable[[Fell], str] = colourless) -> list[Outcome]:
    """What the next throw makes of these bets, by what it shows: a number, a sum of dice, or what
    cards come to, as the cloth names it."""
    live, cloth = spread(cloth, bets), cloth.of(bets)
    groups: dict[int | str, dict[tuple[int, int], list[Fell]]] = {}
    for fell, ways in zip(cloth.outcomes, cloth.weights, strict=True):
        if ways:
            net, left = after(cloth, state, live, fell)
            name = cloth.label(fell, bets) if cloth.label else sum(fell)
            at = groups.setdefault(name, {}).setdefault((net, sum(c for _, c in left)), [])
            at.append(fell)
    named = groups.items() if cloth.label else sorted(groups.items())
    return [Outcome(str(name) if len(group) == 1 or cloth.label else f"{name} ({_dice(fells)})",
                    net, stays, sum(cloth.weights[cloth.number[fell]] for fell in fells),
                    tint(fells[0]))
            for name, group in named for (net, stays), fells in group.items()]


def _dice(fells: list[Fell]) -> str:
    seen = list(dict.fromkeys("-".join(map(str, sorted(fell))) for fell in fells))
    return ", ".join(seen[:SHOWN]) + (", …" if len(seen) > SHOWN else "")


def together(cloth: Cloth, bets: Mapping[str, int], state: Any = None,
             tint: Callable[[Fell], str] = colourless) -> Together:
    """What a layout of bets returns until all is decided, and after the next throw; ``tint`` gives
    the colour of an outcome."""
    course = combine(cloth, bets, state)
    staked, net = sum(bets.values()), course.net
    rows, deals = outcomes(cloth, bets, state, tint), sum(cloth.of(bets).weights)
    return Together(
        by="coup" if cloth.dealt else "throw", bets=dict(bets), state=state, staked=staked,
        edge=str(net.edge(staked)), edge_float=float(net.edge(staked)), mean=str(net.mean),
        variance=str(net.variance), deviation=net.deviation, throws=str(course.throws),
        p_win=str(net.above(0)), p_push=str(net.chances.get(0, 0)),
        p_lose=str(net.mirrored.above(0)), low=net.low, high=net.high,
        net=tuple((cents, str(chance)) for cents, chance in net.chances.items()),
        outcomes=tuple(OutcomeLaid(
            outcome=row.name, net=row.net, stays=row.stays, chance=str(Fraction(row.ways, deals)),
            colour=row.colour) for row in rows))


