"""The odds of a jackpot's chip: how often each line comes, and the pool at which it breaks even.

A prize is paid to who goes on (9, 11, IR 187), so that a line comes as often as the play that is
priced holds its combination and goes on. The chip is priced for who alone has one; where others
have the same combination they divide the prize (12), which `among` bounds.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.families.jackpot.chip import ChipLine, ChipOdds, SharedChip, WholePool, chips_until
from sabot.families.poker.no_draw import FOLD
from sabot.families.poker.no_draw_plays import PricedPlay
from sabot.families.poker.no_draw_shares import shared_combination
from sabot.games.no_draw_poker.rules import LINES, JackpotRules
from sabot.odds.entry import Prizes


def lines(one: PricedPlay, jackpot: JackpotRules) -> dict[str, Fraction]:
    """The chance of each line to be paid."""
    found = {}
    for prize in jackpot.prizes:
        kind = LINES.index(prize.name)
        ways = sum(one.often(ends, kind) for ends in range(len(one.sums[0][0])) if ends != FOLD)
        found[prize.name] = Fraction(ways, one.deals)
    return found


def _pool(start: int, grows: float, lesser: float, chips: int) -> int:
    """What the pool holds on average after so many chips, each of which adds ``grows`` cents and
    takes a part of it."""
    if not lesser:
        return max(0, round(start + grows * chips))
    rests = grows / lesser
    return max(0, round(rests + (start - rests) * (1 - lesser) ** chips))


def among(one: PricedPlay, jackpot: JackpotRules, boxes: int) -> SharedChip | None:
    """The same where a chip lies at so many boxes and equal prizes are divided (12.b, 12.c). None
    for one box, for a line so common that this is not known, and where no line takes a share of the
    pool.

    Who shares a prize with K others has 1/(1 + K) of it, which is 1 - K/2 or more: on average at
    least 1 less half of how many others there are times that chance.
    """
    also = {prize.name: shared_combination(one.law.ranking, LINES.index(prize.name))
            for prize in jackpot.prizes}
    if boxes < 2 or None in also.values():
        return None
    chances, fixed, shares = lines(one, jackpot), Fraction(0), Fraction(0)
    for prize in jackpot.prizes:
        mine = chances[prize.name] * (1 - Fraction(boxes - 1, 2) * (also[prize.name] or 0))
        fixed += mine * prize.times
        shares += mine * Fraction(prize.share, 100)
    return SharedChip(
        boxes=boxes, even=str((1 - fixed) / shares * jackpot.chip),
        also={name: str(chance) for name, chance in also.items()}) if shares else None


def prizes(one: PricedPlay, jackpot: JackpotRules) -> Prizes:
    """What the chip wins net, with no more in the pool than at its start: in chips."""
    chances = lines(one, jackpot)
    return [(chances[prize.name],
             (Fraction(jackpot.start * prize.share, 100 * jackpot.chip) if prize.share
              else Fraction(prize.times)) - 1) for prize in jackpot.prizes]


def chip(one: PricedPlay, jackpot: JackpotRules, boxes: int = 1) -> ChipOdds:
    """All else of the chip. What the pool holds by the time that it is won whole is an average,
    what the bank adds left out; for what others share see `among`."""
    chances = lines(one, jackpot)
    fixed = sum((chances[prize.name] * prize.times for prize in jackpot.prizes), Fraction(0))
    shares = sum((chances[prize.name] * Fraction(prize.share, 100) for prize in jackpot.prizes),
                 Fraction(0))
    top = chances[jackpot.prizes[-1].name]
    chips = chips_until(top)
    grows = (Fraction(jackpot.rate, 100) - fixed) * jackpot.chip
    lesser = float(sum((chances[prize.name] * Fraction(prize.share, 100)
                        for prize in jackpot.prizes[:-1]), Fraction(0)))
    return ChipOdds(
        chip=jackpot.chip, start=jackpot.start, rate=jackpot.rate,
        lines=tuple(ChipLine(name=prize.name, times=prize.times, share=prize.share,
                             chance=str(chances[prize.name])) for prize in jackpot.prizes),
        fixed=str(fixed), even=str((1 - fixed) / shares * jackpot.chip) if shares else None,
        top=WholePool(mean=str(1 / top), chips=chips, grows=str(grows),
                      pool={part: _pool(jackpot.start, float(grows), lesser, count)
                            for part, count in chips.items()}),
        shared=among(one, jackpot, boxes))
