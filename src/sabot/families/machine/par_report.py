"""The PAR sheet of a model as a struct, for the terminal, web pages and programs."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET, UnsetType

from sabot.families.machine import minimum_return
from sabot.families.machine.combinations import combination_chances
from sabot.families.machine.draw import DrawSheet
from sabot.families.machine.features import climb
from sabot.families.machine.file import AnyModel
from sabot.families.machine.minimum_return import WinnersByBet
from sabot.families.machine.model import Ladder as Rungs
from sabot.families.machine.par import Sheet
from sabot.probability.exact import text
from sabot.probability.par import (
    Band,
    Begins,
    BetReturn,
    Bounded,
    FreeGames,
    Hold,
    Interval,
    Ladder,
    PaidCombination,
    ParSheet,
    PartReturned,
    Readings,
    TopPrize,
    Volatility,
)

BANDS = (1, 2, 5, 10, 20, 50, 100, 500, 1000)
"""Limits of the bands of prizes, in bets: nothing, less than one, one to two, ..."""

GAMES = (1_000, 10_000, 100_000, 1_000_000)
"""The numbers of games for which a sheet has an interval of the return."""
MAX_PLACES = 60
"""The maximum number of decimal places that are given of a figure that is not exact."""
NINETY = 1.6448536269514722
"""Half of the width of a 90 % interval, in standard errors."""


def par_sheet(model: AnyModel, bet: int = 0, share: Fraction | int = 0,
              winners: WinnersByBet | None = None) -> ParSheet:
    """All exact figures of a model. ``bet``: lines, or coins of video poker, 0 for the maximum.
    ``share``: the part of each bet that goes to jackpots; ``winners``: the games that can win them,
    by default all."""
    sheet = minimum_return.sheet(model, bet)
    readings = minimum_return.describe_readings(model, share, winners)
    bets = every_bet(model, share, winners)
    if isinstance(sheet, DrawSheet):
        return _of_cards(sheet, readings, bets)
    return _of_reels(sheet, readings, bets)


def every_bet(model: AnyModel, share: Fraction | int = 0, winners: WinnersByBet | None = None
              ) -> tuple[BetReturn, ...]:
    """The returns of a model for each number of lines, or of coins, that may be played."""
    bets = []
    for reading in minimum_return.readings(model, share, winners):
        known = minimum_return.figures(model, reading.bet)
        games = minimum_return.winners_of(winners, reading.bet)
        bets.append(BetReturn(
            won_by=games.kind if share else UNSET, won_from=games.since if share else UNSET,
            bet=reading.bet, returned=text(reading.base), returned_float=float(reading.base),
            whole=text(reading.whole), whole_float=float(reading.whole), hit=text(known.hit),
            hit_float=float(known.hit), deviation=math.sqrt(known.variance),
            simple={name: _returned(value) for name, value in reading.simple.items()}))
    return tuple(bets)


def volatility(returned: Fraction, deviation: float) -> Volatility:
    """The volatility index, and the intervals of the return by the normal approximation. With large
    and rare prizes the approximation is poor for few games."""
    index = NINETY * deviation
    return Volatility(index=index, intervals=tuple(
        Interval(games=games, low=max(0.0, float(returned) - index / math.sqrt(games)),
                 high=float(returned) + index / math.sqrt(games)) for games in GAMES))


def _returned(part: Fraction) -> PartReturned:
    return PartReturned(returned=text(part), returned_float=float(part))


def _of_reels(sheet: Sheet, readings: Readings, bets: tuple[BetReturn, ...]) -> ParSheet:
    model, unit = sheet.model, sheet.bet
    free = {str(games): FreeGames(
        mean=text(feature.mean / unit), mean_float=float(feature.mean / unit),
        games=text(feature.games), games_float=float(feature.games))
        for games, feature in sheet.free_games.items()}
    hold = {str(many): Hold(mean=text(_mean(chances)), mean_float=float(_mean(chances)),
                            bands=_bands(chances, 1)) for many, chances in sheet.holds.items()}
    return ParSheet(
        model=model.name, version=model.version, identity=sheet.of.identity,
        kind="ways" if model.ways else "lines", bet=unit, cycle=sheet.base.cycle,
        lines=sheet.lines if sheet.of.by_coins and not model.ways else UNSET,
        bound=bounded(sheet.returned, sheet.bound) if sheet.bound else UNSET,
        stops=tuple(len(strip) for strip in model.strips), sides=tuple(model.base.sides),
        window=tuple(model.window), symbols={
            name: tuple(strip.count(name) for strip in model.strips) for name in model.names},
        returned=text(sheet.returned), returned_float=float(sheet.returned), hit=text(sheet.hit),
        hit_float=float(sheet.hit), variance=text(sheet.variance),
        variance_float=float(sheet.variance), deviation=sheet.deviation,
        parts={name: _returned(part) for name, part in sheet.parts.items()},
        begins={name: Begins(chance=text(chance), chance_float=float(chance),
                             once_in=float(1 / chance)) for name, chance in sheet.begins.items()},
        top=TopPrize(coins=sheet.top.coins, bets=sheet.top.coins / unit,
                     chance=text(sheet.top.chance), chance_float=float(sheet.top.chance),
                     once_in=float(1 / sheet.top.chance)),
        combinations=tuple(_combination(row.name, row.coins, row.chance, row.many)
                           for row in combination_chances(model, model.base) if row.chance),
        bands=_bands(sheet.wins, unit),
        wins={str(coins): text(chance) for coins, chance in sheet.wins.items()},
        free=free if model.free else UNSET, hold=hold if model.hold else UNSET,
        ladder=_ladder(model.ladder) if model.ladder else UNSET,
        volatility=volatility(sheet.returned, sheet.deviation), readings=readings, every_bet=bets)


def _of_cards(sheet: DrawSheet, readings: Readings, bets: tuple[BetReturn, ...]) -> ParSheet:
    model, deviation = sheet.model, math.sqrt(sheet.variance)
    table = model.pay_table(sheet.bet)
    return ParSheet(
        model=model.name, version=model.version, identity=model.identity, kind="cards",
        bet=sheet.bet, returned=text(sheet.returned), returned_float=float(sheet.returned),
        hit=text(sheet.hit), hit_float=float(sheet.hit), variance=text(sheet.variance),
        variance_float=float(sheet.variance), deviation=deviation, choice="best",
        combinations=tuple(_combination(name, table.get(name, 0), chance) for name, chance in
                           sorted(sheet.chances.items(), key=lambda item: item[1])),
        volatility=volatility(sheet.returned, deviation), readings=readings, every_bet=bets)


def bounded(low: Fraction, error: Fraction) -> Bounded:
    """The interval of a figure that is at least ``low`` and at most ``error`` more."""
    places = 0
    while places < MAX_PLACES and int(low * 10 ** (places + 1)) == int(
            (low + error) * 10 ** (places + 1)):
        places += 1
    digits = str(int(low * 10 ** places)).rjust(places + 1, "0")
    return Bounded(error=text(error), error_float=float(error),
                   digits=f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _combination(name: str, coins: int, chance: Fraction, many: int | UnsetType = UNSET
                 ) -> PaidCombination:
    return PaidCombination(name=name, many=many, coins=coins, chance=text(chance),
                           chance_float=float(chance), once_in=float(1 / chance))


def _ladder(rungs: Rungs) -> Ladder:
    best = climb(rungs)
    return Ladder(mean=text(best.mean), mean_float=float(best.mean), choice=rungs.choice,
                  stops=tuple(best.stops), bands=_bands(best.chances, 1))


def _mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((chance * paid for paid, chance in chances.items()), Fraction(0))


def _bands(wins: Mapping[int, Fraction], unit: int) -> tuple[Band, ...]:
    """The chance of each band of prizes, of a game without features or of a feature."""
    chances = [Fraction(0)] * (len(BANDS) + 1)
    for coins, chance in wins.items():
        if coins:
            chances[bisect_right(BANDS, Fraction(coins, unit))] += chance
    limits = zip((0, *BANDS), (*BANDS, None), strict=True)
    bands: list[tuple[int, int | None, Fraction]] = [(0, 0, wins.get(0, Fraction(0)))]
    bands += [(low, high, chance) for (low, high), chance in zip(limits, chances, strict=True)]
    return tuple(Band(least=low, below=high, chance=text(chance), chance_float=float(chance))
                 for low, high, chance in bands if float(chance))
