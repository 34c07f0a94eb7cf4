"""Whether a plan of prizes assures the eighty per cent of the law (2), at every bet that it takes.

What a machine returns depends on how many lines are played, or on how many coins where a machine of
cards pays more for the most of them. It does not depend on the coins on each line nor on what a
coin is worth: lines, scatters and features all pay in proportion to the bet.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from sabot import law
from sabot.families.machine.draw import Draw, DrawSheet
from sabot.families.machine.features import at_once, climbs, never
from sabot.families.machine.file import AnyModel, approvals
from sabot.families.machine.par import Sheet, Top
from sabot.law import IR, Section, figure
from sabot.odds.exact import fraction, text
from sabot.odds.par import LeastReturn, Readings

L = Section("pt-217-2007/maquinas-automaticas")

LEAST = figure(Fraction(80, 100), L["2"])
KEPT = 1_000
"""Figures of so many bets are kept."""


class Figures(NamedTuple):
    """What is known of a bet of a model: what it ``returned`` of a coin, by its best player where
    he may choose, how often a game pays (``hit``), the ``variance`` in bets squared; what each of
    its ``parts`` returns and how often it ``begins``, and the ``top`` prize, of a machine with
    reels; what it returns to who plays by ``simple`` rules, by their names."""

    returned: Fraction
    hit: Fraction
    variance: Fraction
    parts: dict[str, Fraction]
    begins: dict[str, Fraction]
    top: Top | None
    simple: dict[str, Fraction]


_known: dict[tuple[str, int], Figures] = {}


def bets(model: AnyModel) -> tuple[int, ...]:
    """The bets of a model that may differ in what they return: numbers of lines, the coins of a
    game in ways, the coins of a machine of cards."""
    if isinstance(model, Draw):
        return tuple(sorted({*model.stakes}))
    if model.ways:
        return (model.ways,)
    return tuple(sorted({*model.taken})) or (len(model.lines),)


def sheet(model: AnyModel, bet: int = 0) -> Sheet | DrawSheet:
    """All exact figures of a bet, of the most lines or coins where none is named. Counting them
    takes up to some seconds; those of `figures` are kept."""
    made = DrawSheet(model, bet) if isinstance(model, Draw) else Sheet(
        model, 0 if model.ways else bet)
    simple: dict[str, Fraction] = {}
    if isinstance(made, DrawSheet):
        simple["cards"] = DrawSheet(made.model, made.bet, simple=True).returned
        found = Figures(made.returned, made.hit, made.variance, {}, {}, None, simple)
    else:
        ladder = made.model.ladder
        if ladder and ladder.choice:
            best, begins = climbs(ladder), made.begins.get("ladder", Fraction(0))
            for name, stops in (("stop", at_once(ladder)), ("climb", never(ladder))):
                less = best.mean - climbs(ladder, stops).mean
                simple[name] = made.returned - begins * less
        found = Figures(made.returned, made.hit, made.variance, made.parts, made.begins, made.top,
                        simple)
    if len(_known) >= KEPT:
        _known.pop(next(iter(_known)))
    _known[model.identity, made.bet] = found
    return made


def figures(model: AnyModel, bet: int) -> Figures:
    """The figures of one of the `bets` of a model, counted once for each identity."""
    if (model.identity, bet) not in _known:
        sheet(model, bet)
    return _known[model.identity, bet]


def returned(model: AnyModel, bet: int) -> Fraction:
    """What one of the `bets` of a model returns by its plan of prizes, jackpots apart, to who plays
    best where he may choose (`IR` 312). For a model that comes with the program it was counted when
    that was approved."""
    approval = approvals().get(model.identity)
    return fraction(approval.returned[str(bet)]) if approval else figures(model, bet).returned


def least_return(model: AnyModel, share: Fraction | int = 0) -> tuple[Fraction, int]:
    """The least that any bet of a model returns, and that bet. Of each bet the ``share`` goes to a
    jackpot and counts as returned; without it the plan of prizes must assure the `LEAST` alone,
    which a jackpot shall not touch (2, 3, 4)."""
    law.cite_clause(IR[312], IR[314])
    return min((returned(model, bet) + share, bet) for bet in bets(model))


class Winners(NamedTuple):
    """Which games of a bet may win the jackpot: those that cost ``since`` cents or more, None where
    none may; ``all``: that is every one of them."""

    since: int | None
    all: bool

    @property
    def told(self) -> str:
        return "all" if self.all else "none" if self.since is None else "some"


Won = Mapping[int, Winners]
"""The same by bet."""
EVERY = Winners(0, True)


class Reading(NamedTuple):
    """What a ``bet`` returns by the plan of prizes alone (``base``), with what it adds to jackpots
    that it can win (``whole``), and to who plays by ``simple`` rules, jackpots apart."""

    bet: int
    base: Fraction
    whole: Fraction
    simple: dict[str, Fraction]


def readings(model: AnyModel, share: Fraction | int = 0, won: Won | None = None
             ) -> tuple[Reading, ...]:
    """Both readings of the eighty per cent at every bet, where of each a ``share`` goes to jackpots
    (`IR` 313). ``won``: which games may win them, all where nothing is said; a jackpot is no prize
    of a bet that can never win it."""
    return tuple(Reading(bet, base, base if winners(won, bet).since is None else base + share,
                         figures(model, bet).simple)
                 for bet in bets(model) for base in (returned(model, bet),))


def winners(won: Won | None, bet: int) -> Winners:
    """Which games of a bet may win the jackpot."""
    return EVERY if won is None else won.get(bet, Winners(None, False))


def told(model: AnyModel, share: Fraction | int = 0, won: Won | None = None) -> Readings:
    """Both readings as a sheet tells them: the least of all bets under either, whether it is
    `LEAST` or more, by what that is read, and whether all bets can win what goes to jackpots, some
    or none."""
    law.cite_clause(L["2"], L["3"], L["4"], IR[312], IR[313], IR[314])
    found = readings(model, share, won)
    base = min(one.base for one in found)
    whole = min(one.whole if winners(won, one.bet).all else one.base for one in found)
    kinds = {winners(won, one.bet).told for one in found}
    can_win = kinds.pop() if len(kinds) == 1 else "some"
    return Readings(
        share=text(Fraction(share)), required=text(LEAST), base=_least(base), whole=_least(whole),
        won_by=can_win if share else UNSET,
        laws=(L["2"], L["3"], L["4"], IR[312], IR[313], IR[314]))


def _least(returned: Fraction) -> LeastReturn:
    return LeastReturn(least=text(returned), least_float=float(returned), lawful=returned >= LEAST)
