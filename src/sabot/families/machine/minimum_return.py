"""Check that a model returns the legal minimum of eighty per cent (2) at every bet that it takes.

The return depends on the number of lines played, or on the number of coins at video poker and in a
model with prizes by coins. It does not depend on the coins on each line or on the value of a coin
where lines, scatters and features all pay in proportion to the bet.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from sabot import regulations as law
from sabot.families.machine.draw import Draw, DrawSheet
from sabot.families.machine.features import climb, never_stop, stop_at_once
from sabot.families.machine.file import AnyModel, approvals
from sabot.families.machine.model import Model
from sabot.families.machine.par import Sheet, Top
from sabot.probability.exact import fraction, text
from sabot.probability.par import LeastReturn, Readings
from sabot.regulations import IR, Section, figure
from sabot.words import phrase

L = Section("pt-217-2007/maquinas-automaticas")

LEAST = figure(Fraction(80, 100), L["2"])
MAX_KNOWN = 1_000
"""The maximum number of bets whose figures stay in memory."""


class Figures(NamedTuple):
    """The exact figures of a bet of a model: the return per coin (``returned``) with the best play,
    the hit frequency (``hit``) and the ``variance`` in bets squared. For a machine with reels also
    the return of each of its ``parts``, how often each feature ``begins``, and the ``top`` prize.
    ``simple``: the return with simple rules of play, by their names. ``bound``: how much more the
    return may be at most, 0 where it is exact."""

    returned: Fraction
    hit: Fraction
    variance: Fraction
    parts: dict[str, Fraction]
    begins: dict[str, Fraction]
    top: Top | None
    simple: dict[str, Fraction]
    bound: Fraction = Fraction(0)


_known: dict[tuple[str, int], Figures] = {}


def bets(model: AnyModel) -> tuple[int, ...]:
    """The bets of a model whose returns may differ: numbers of lines, the cost of a game in coins
    where every way pays, or the coins of video poker and of a model with prizes by coins."""
    if isinstance(model, Draw):
        return tuple(sorted({*model.stakes}))
    if model.by_coins:
        return tuple(sorted(model.bets_by_coins))
    if model.ways:
        return (model.ways,)
    return tuple(sorted({*model.taken})) or (len(model.lines),)


def bet_of(model: AnyModel, lines: int, stake: int) -> int:
    """Which of the `bets` of a model a game is that costs ``stake`` coins on each of so many lines;
    of a model in which every way pays ``lines`` is the cost of a game in coins."""
    if isinstance(model, Draw):
        return stake
    return lines * stake if model.by_coins else lines


def sheet(model: AnyModel, bet: int = 0) -> Sheet | DrawSheet:
    """The exact figures of a bet; 0 for the maximum number of lines or coins. The computation takes
    up to some seconds; the `figures` of the bet stay in memory."""
    if isinstance(model, Model) and model.ways and not model.by_coins \
            and bet not in (0, model.ways):
        raise ValueError(phrase("coins: found {coins}; allowed: {stakes}", coins=bet,
                                stakes=[model.ways]))
    result = DrawSheet(model, bet) if isinstance(model, Draw) else Sheet(
        model, 0 if model.ways and not model.by_coins else bet)
    simple: dict[str, Fraction] = {}
    if isinstance(result, DrawSheet):
        simple["cards"] = DrawSheet(result.model, result.bet, simple=True).returned
        known = Figures(result.returned, result.hit, result.variance, {}, {}, None, simple)
    else:
        ladder = result.model.ladder
        if ladder and ladder.choice:
            best, begins = climb(ladder), result.begins.get("ladder", Fraction(0))
            for name, stops in (("stop", stop_at_once(ladder)), ("climb", never_stop(ladder))):
                less = best.mean - climb(ladder, stops).mean
                simple[name] = result.returned - begins * less
        known = Figures(result.returned, result.hit, result.variance, result.parts, result.begins,
                        result.top, simple, result.bound)
    if len(_known) >= MAX_KNOWN:
        _known.pop(next(iter(_known)))
    _known[model.identity, result.bet] = known
    return result


def figures(model: AnyModel, bet: int) -> Figures:
    """The figures of one of the `bets` of a model, computed once for each identity."""
    if (model.identity, bet) not in _known:
        sheet(model, bet)
    return _known[model.identity, bet]


def return_to_player(model: AnyModel, bet: int) -> Fraction:
    """The return of one of the `bets` of a model by its plan of prizes, without jackpots, with the
    best play (`IR` 312). For an approved model that comes with the program it is read from the
    approval."""
    approval = approvals().get(model.identity)
    return fraction(approval.returned[str(bet)]) if approval else figures(model, bet).returned


def least_return(model: AnyModel, share: Fraction | int = 0) -> tuple[Fraction, int]:
    """The minimum return of all bets of a model, and its bet. The ``share`` of each bet that goes
    to a jackpot counts as returned; by default the plan of prizes must reach `LEAST` without
    jackpots (2, 3, 4)."""
    law.cite_clause(IR[312], IR[314])
    return min((return_to_player(model, bet) + share, bet) for bet in bets(model))


class Winners(NamedTuple):
    """The games of a bet that can win the jackpot: those that cost ``since`` cents or more, None
    for no game; ``all``: whether these are all games of the bet."""

    since: int | None
    all: bool

    @property
    def kind(self) -> str:
        """"all", "none" or "some", as `ParSheet` has it."""
        return "all" if self.all else "none" if self.since is None else "some"


WinnersByBet = Mapping[int, Winners]
"""The games that can win the jackpot, by bet."""
ALL_GAMES = Winners(0, True)


class Reading(NamedTuple):
    """The returns of a ``bet``: by the plan of prizes alone (``base``), with its contribution to
    jackpots that it can win (``whole``), and with ``simple`` rules of play, without jackpots."""

    bet: int
    base: Fraction
    whole: Fraction
    simple: dict[str, Fraction]


def readings(model: AnyModel, share: Fraction | int = 0, winners: WinnersByBet | None = None
             ) -> tuple[Reading, ...]:
    """Both readings of the eighty per cent at every bet, when a ``share`` of each bet goes to
    jackpots (`IR` 313). ``winners``: the games that can win them, by default all; a jackpot is not
    a prize of a bet that can never win it."""
    by_bet = []
    for bet in bets(model):
        base = return_to_player(model, bet)
        whole = base if winners_of(winners, bet).since is None else base + share
        by_bet.append(Reading(bet, base, whole, figures(model, bet).simple))
    return tuple(by_bet)


def winners_of(winners: WinnersByBet | None, bet: int) -> Winners:
    """The games of a bet that can win the jackpot."""
    return ALL_GAMES if winners is None else winners.get(bet, Winners(None, False))


def describe_readings(model: AnyModel, share: Fraction | int = 0,
                      winners: WinnersByBet | None = None) -> Readings:
    """Both readings as a PAR sheet has them: the minimum of all bets under each, whether it reaches
    `LEAST`, the clauses, and whether all bets can win the jackpots, some or none."""
    law.cite_clause(L["2"], L["3"], L["4"], IR[312], IR[313], IR[314])
    by_bet = readings(model, share, winners)
    base = min(reading.base for reading in by_bet)
    whole = min(reading.whole if winners_of(winners, reading.bet).all else reading.base
                for reading in by_bet)
    kinds = {winners_of(winners, reading.bet).kind for reading in by_bet}
    can_win = kinds.pop() if len(kinds) == 1 else "some"
    return Readings(
        share=text(Fraction(share)), required=text(LEAST), base=_least(base), whole=_least(whole),
        won_by=can_win if share else UNSET,
        laws=(L["2"], L["3"], L["4"], IR[312], IR[313], IR[314]))


def _least(returned: Fraction) -> LeastReturn:
    return LeastReturn(least=text(returned), least_float=float(returned), lawful=returned >= LEAST)
