"""The return of a model as a machine reads the eighty per cent (2): under which play, of which
bets, and with or without its jackpot."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from sabot import regulations as law
from sabot.families.machine.draw import Draw
from sabot.families.machine.features import climb
from sabot.families.machine.file import AnyModel
from sabot.families.machine.minimum_return import (
    WinnersByBet,
    bets,
    figures,
    least_return,
    return_to_player,
    winners_of,
)
from sabot.families.machine.model import Ladder
from sabot.regulations import IR


def judged_return(model: AnyModel, share: Fraction | int = 0, winners: WinnersByBet | None = None,
                  *, together: bool = False, least_play: bool = False
                  ) -> tuple[Fraction, int] | None:
    """The return that must reach eighty per cent, and its bet. ``share``: the part of each bet that
    goes to a jackpot and counts as returned where every game of the bet can win it. ``together``:
    all bets, each played equally often (the bet is 0). ``least_play``: what comes back to the play
    that returns least; None where a plan assures nothing to it."""
    if not (share or together or least_play):
        return least_return(model)
    law.cite_clause(IR[312], IR[313], IR[314])
    if least_play and isinstance(model, Draw):
        return None
    returns = {bet: (least_played(model, bet) if least_play else return_to_player(model, bet))
               + (share if winners_of(winners, bet).all else 0) for bet in bets(model)}
    if together:
        return sum(bet * part for bet, part in returns.items()) / Fraction(sum(returns)), 0
    return min((part, bet) for bet, part in returns.items())


def least_played(model: AnyModel, bet: int) -> Fraction:
    """The return of a bet on reels to who climbs a ladder as badly as can be."""
    returned = return_to_player(model, bet)
    ladder = None if isinstance(model, Draw) else model.ladder
    if ladder is None or not ladder.choice:
        return returned
    begins = figures(model, bet).begins.get("ladder", Fraction(0))
    return returned - begins * (climb(ladder).mean - least_climb(ladder))


def least_climb(ladder: Ladder) -> Fraction:
    """The mean prize of a ladder, in bets, with the choices that return least."""
    rungs = [({int(times): share for times, share in rung.pays.items()}, rung.ends)
             for rung in ladder.rungs]

    @cache
    def value(rung: int, amount: int) -> Fraction:
        if rung == len(rungs):
            return Fraction(amount)
        pays, ends = rungs[rung]
        total = ends * Fraction(0 if ladder.lost else amount)
        total += sum(share * value(rung + 1, amount + times) for times, share in pays.items())
        going_on = total / (ends + sum(pays.values()))
        return min(going_on, Fraction(amount)) if rung else going_on

    return value(0, 0)
