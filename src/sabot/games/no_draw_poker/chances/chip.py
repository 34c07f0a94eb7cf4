"""The odds of a jackpot's chip: how often each line comes, and the pool at which it breaks even.

A prize is paid to who goes on (9, 11, IR 187), so that a line comes as often as the play that is
priced holds its combination and goes on. The chip is priced for who alone has one; where others
have the same combination they divide the prize (12), which `among` bounds.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from sabot.families.poker.nodraw import FOLD
from sabot.families.poker.nodrawplay import Played
from sabot.families.poker.nodrawshare import too
from sabot.games.no_draw_poker.rules import LINES, JackpotRules
from sabot.odds.entry import bet

QUANTILES = (0.05, 0.5, 0.95)


def lines(one: Played, jackpot: JackpotRules) -> dict[str, Fraction]:
    """The chance of each line to be paid."""
    found = {}
    for prize in jackpot.prizes:
        kind = LINES.index(prize.name)
        ways = sum(one.often(ends, kind) for ends in range(len(one.sums[0][0])) if ends != FOLD)
        found[prize.name] = Fraction(ways, one.deals)
    return found


def until(chance: Fraction) -> dict[str, Any]:
    """How many chips until a line comes: the mean, exactly, and quantiles."""
    rest = math.log1p(-float(chance))
    return {"mean": str(1 / chance), "chips": {
        f"{part:g}": math.ceil(math.log1p(-part) / rest) for part in QUANTILES}}


def _pool(start: int, grows: float, lesser: float, chips: int) -> int:
    """What the pool holds on average after so many chips, each of which adds ``grows`` cents and
    takes a part of it."""
    if not lesser:
        return max(0, round(start + grows * chips))
    rests = grows / lesser
    return max(0, round(rests + (start - rests) * (1 - lesser) ** chips))


def among(one: Played, jackpot: JackpotRules, boxes: int) -> dict[str, Any] | None:
    """The same where a chip lies at so many boxes and equal prizes are divided (12.b, 12.c): by
    line the chance that a given other box has it ``also``, and a pool in cents from which the chip
    is worth its price in any case (``even``). None for one box, for a line so common that this is
    not known, and where no line takes a share of the pool.

    Who shares a prize with K others has 1/(1 + K) of it, which is 1 - K/2 or more: on average at
    least 1 less half of how many others there are times that chance.
    """
    also = {prize.name: too(one.law.ranking, LINES.index(prize.name)) for prize in jackpot.prizes}
    if boxes < 2 or None in also.values():
        return None
    chances, fixed, shares = lines(one, jackpot), Fraction(0), Fraction(0)
    for prize in jackpot.prizes:
        mine = chances[prize.name] * (1 - Fraction(boxes - 1, 2) * (also[prize.name] or 0))
        fixed += mine * prize.times
        shares += mine * Fraction(prize.share, 100)
    return {"boxes": boxes, "even": str((1 - fixed) / shares * jackpot.chip),
            "also": {name: str(chance) for name, chance in also.items()}} if shares else None


def chip(one: Played, jackpot: JackpotRules, boxes: int = 1) -> dict[str, Any]:
    """The chip as a priced bet, with no more in the pool than at its start.

    ``jackpot``: its ``lines`` with their chances; ``even``: the pool in cents, this play's chip in
    it, from which the chip is worth its price, None where no line takes a share of the pool;
    ``top``: how many chips until the whole pool is won, and what it holds by then in cents
    (``pool``) on average, what the bank adds left out; ``shared``: see `among`.
    """
    chances = lines(one, jackpot)
    prizes = [(chances[prize.name],
               Fraction(jackpot.start * prize.share, 100 * jackpot.chip) if prize.share
               else Fraction(prize.times)) for prize in jackpot.prizes]
    fixed = sum((chances[prize.name] * prize.times for prize in jackpot.prizes), Fraction(0))
    shares = sum((chances[prize.name] * Fraction(prize.share, 100) for prize in jackpot.prizes),
                 Fraction(0))
    top = until(chances[jackpot.prizes[-1].name])
    grows = (Fraction(jackpot.rate, 100) - fixed) * jackpot.chip
    lesser = float(sum((chances[prize.name] * Fraction(prize.share, 100)
                        for prize in jackpot.prizes[:-1]), Fraction(0)))
    top["grows"] = str(grows)
    top["pool"] = {part: _pool(jackpot.start, float(grows), lesser, count)
                   for part, count in top["chips"].items()}
    return bet("jackpot", [(chance, pays - 1) for chance, pays in prizes],
               given=f"the pool holds {jackpot.start / 100:.2f}, nobody else has the same "
                     "combination, and who passes gets nothing") | {
        "jackpot": {
            "chip": jackpot.chip, "start": jackpot.start, "rate": jackpot.rate,
            "lines": [{"name": prize.name, "times": prize.times, "share": prize.share,
                       "chance": str(chances[prize.name])} for prize in jackpot.prizes],
            "fixed": str(fixed), "even": str((1 - fixed) / shares * jackpot.chip) if shares
            else None, "top": top, "shared": among(one, jackpot, boxes),
        }}
