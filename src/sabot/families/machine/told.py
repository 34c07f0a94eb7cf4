"""The PAR sheet of a model as plain data, for the terminal, a page and programs."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.families.machine import lawful
from sabot.families.machine.combos import combos
from sabot.families.machine.draw import DrawSheet
from sabot.families.machine.features import climbs
from sabot.families.machine.file import AnyModel
from sabot.families.machine.par import Sheet
from sabot.odds.exact import text

BANDS = (1, 2, 5, 10, 20, 50, 100, 500, 1000)
"""Prizes are put together by how many bets they are: nothing, less than one, one to two, ..."""


GAMES = (1_000, 10_000, 100_000, 1_000_000)
"""After so many games it is told within what bounds the return lies."""
NINETY = 1.6448536269514722
"""Half of the width of a 90 % interval, in standard errors."""


def par(model: AnyModel, bet: int = 0, share: Fraction | int = 0, won: lawful.Won | None = None
        ) -> dict[str, Any]:
    """Everything exact that is known of a model. ``bet``: lines, or coins of a machine of cards; 0
    for the most. ``share``: what part of each bet goes to jackpots, ``won`` which games may win
    them, all where nothing is said. Fractions are texts; floats stand beside them."""
    head = {"model": model.name, "version": model.version, "identity": model.identity}
    made = lawful.sheet(model, bet)
    told = _reels(made) if isinstance(made, Sheet) else _cards(made)
    return {**head, **told, "volatility": volatility(made.returned, told["deviation"]),
            "readings": lawful.told(model, share, won),
            "every_bet": every_bet(model, share, won)}


def every_bet(model: AnyModel, share: Fraction | int = 0, won: lawful.Won | None = None
              ) -> list[dict[str, Any]]:
    """What a model returns for each number of lines, or of coins, that may be played; ``whole``
    with what goes to jackpots where the bet can win them (``won_by`` all its games, some from
    ``won_from`` cents on, or none), ``simple`` to who plays by simple rules."""
    found = []
    for one in lawful.readings(model, share, won):
        known, winners = lawful.figures(model, one.bet), lawful.winners(won, one.bet)
        found.append({
            **({"won_by": winners.told, "won_from": winners.since} if share else {}),
            "bet": one.bet, **_exact("returned", one.base), **_exact("whole", one.whole),
            **_exact("hit", known.hit), "deviation": math.sqrt(known.variance),
            "simple": {name: _exact("returned", value) for name, value in one.simple.items()}})
    return found


def volatility(returned: Fraction, deviation: float) -> dict[str, Any]:
    """The volatility index, half of the width of a game's 90 % interval in bets, and by the normal
    law the bounds of the return of so many games. Where prizes are large and rare few games are
    further from that law."""
    index = NINETY * deviation
    return {"index": index, "intervals": [
        {"games": games, "low": max(0.0, float(returned) - index / math.sqrt(games)),
         "high": float(returned) + index / math.sqrt(games)} for games in GAMES]}


def _exact(name: str, value: Fraction) -> dict[str, Any]:
    return {name: text(value), f"{name}_float": float(value)}


def _reels(sheet: Sheet) -> dict[str, Any]:
    model, unit = sheet.model, sheet.bet
    told = {
        "kind": "ways" if model.ways else "lines", "bet": unit, "cycle": sheet.base.cycle,
        "stops": [len(strip) for strip in model.strips], "sides": list(model.base.sides),
        "window": list(model.window),
        "symbols": {name: [strip.count(name) for strip in model.strips] for name in model.names},
        **_exact("returned", sheet.returned), **_exact("hit", sheet.hit),
        **_exact("variance", sheet.variance), "deviation": sheet.deviation,
        "parts": {name: _exact("returned", part) for name, part in sheet.parts.items()},
        "begins": {name: {**_exact("chance", chance), "once_in": float(1 / chance)}
                   for name, chance in sheet.begins.items()},
        "top": {"coins": sheet.top.coins, "bets": sheet.top.coins / unit,
                **_exact("chance", sheet.top.chance), "once_in": float(1 / sheet.top.chance)},
        "combinations": [{"name": one.name, "many": one.many, "coins": one.coins,
                          **_exact("chance", one.chance), "once_in": float(1 / one.chance)}
                         for one in combos(model, model.base) if one.chance],
        "bands": _bands(sheet.wins, unit),
        "wins": {str(coins): text(chance) for coins, chance in sheet.wins.items()},
    }
    if model.free:
        told["free"] = {str(games): {**_exact("mean", one.mean / unit),
                                     **_exact("games", one.games)}
                        for games, one in sheet.freely.items()}
    if model.hold:
        told["hold"] = {str(many): {**_exact("mean", _mean(chances)), "bands": _bands(chances, 1)}
                        for many, chances in sheet.held.items()}
    if model.ladder:
        best = climbs(model.ladder)
        told["ladder"] = {**_exact("mean", best.mean), "choice": model.ladder.choice,
                          "stops": list(best.stops), "bands": _bands(best.chances, 1)}
    return told


def _mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((chance * paid for paid, chance in chances.items()), Fraction(0))


def _bands(wins: Mapping[int, Fraction], unit: int) -> list[dict[str, Any]]:
    """How often so many bets are paid: by a game without features, or by a feature."""
    chances = [Fraction(0)] * (len(BANDS) + 1)
    for coins, chance in wins.items():
        if coins:
            chances[bisect_right(BANDS, Fraction(coins, unit))] += chance
    limits = zip((0, *BANDS), (*BANDS, None), strict=True)
    found = [{"from": 0, "below": 0, **_exact("chance", wins.get(0, Fraction(0)))}]
    found += [{"from": low, "below": high, **_exact("chance", chance)}
              for (low, high), chance in zip(limits, chances, strict=True)]
    return [band for band in found if band["chance_float"]]


def _cards(sheet: DrawSheet) -> dict[str, Any]:
    table = sheet.model.table(sheet.bet)
    return {
        "kind": "cards", "bet": sheet.bet, **_exact("returned", sheet.returned),
        **_exact("hit", sheet.hit), **_exact("variance", sheet.variance),
        "deviation": math.sqrt(sheet.variance), "choice": "best",
        "combinations": [{"name": name, "coins": table.get(name, 0), **_exact("chance", chance),
                          "once_in": float(1 / chance)}
                         for name, chance in sorted(sheet.ends.items(), key=lambda one: one[1])]}
