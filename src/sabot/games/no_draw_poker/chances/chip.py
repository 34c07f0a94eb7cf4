"""The odds of a jackpot chip: the chance of each line, and the pool at which the chip breaks even.

Only players who go on get a prize (9, 11, IR 187), so the chance of a line is the chance that the
priced strategy holds its combination and goes on. The chip is priced for its only player; equal
combinations of several players divide the prize (12), which `shared_chip` bounds.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.families.jackpot.chip import ChipLine, ChipOdds, SharedChip, WholePool, chips_until
from sabot.families.poker.no_draw import FOLD
from sabot.families.poker.no_draw_plays import PricedPlay
from sabot.families.poker.no_draw_shares import shared_combination
from sabot.games.no_draw_poker.rules import LINES, JackpotRules
from sabot.probability.entry import Prizes


def line_chances(play: PricedPlay, jackpot: JackpotRules) -> dict[str, Fraction]:
    """The chance that each line is paid."""
    chances = {}
    for prize in jackpot.prizes:
        kind = LINES.index(prize.name)
        ways = sum(play.often(end, kind) for end in range(len(play.sums[0][0])) if end != FOLD)
        chances[prize.name] = Fraction(ways, play.deals)
    return chances


def _pool(start: int, grows: float, lesser: float, chips: int) -> int:
    """The mean of the pool after ``chips`` chips, each of which adds ``grows`` cents and takes the
    part ``lesser`` of it."""
    if not lesser:
        return max(0, round(start + grows * chips))
    limit = grows / lesser
    return max(0, round(limit + (start - limit) * (1 - lesser) ** chips))


def shared_chip(play: PricedPlay, jackpot: JackpotRules, boxes: int) -> SharedChip | None:
    """The odds when ``boxes`` boxes have a chip and equal prizes are divided (12.b, 12.c). None for
    one box, for lines so common that this is not known, and if no line takes a share of the pool.

    A player who shares a prize with K others gets 1/(1 + K) of it, which is at least 1 - K/2: on
    average at least 1 minus half of the number of others times their chance.
    """
    also = {prize.name: shared_combination(play.law.ranking, LINES.index(prize.name))
            for prize in jackpot.prizes}
    if boxes < 2 or None in also.values():
        return None
    chances, fixed, shares = line_chances(play, jackpot), Fraction(0), Fraction(0)
    for prize in jackpot.prizes:
        mine = chances[prize.name] * (1 - Fraction(boxes - 1, 2) * (also[prize.name] or 0))
        fixed += mine * prize.times
        shares += mine * Fraction(prize.share, 100)
    return SharedChip(
        boxes=boxes, even=str((1 - fixed) / shares * jackpot.chip),
        also={name: str(chance) for name, chance in also.items()}) if shares else None


def prizes(play: PricedPlay, jackpot: JackpotRules) -> Prizes:
    """The net prizes of the chip in chips, with the start amount in the pool."""
    chances = line_chances(play, jackpot)
    return [(chances[prize.name],
             (Fraction(jackpot.start * prize.share, 100 * jackpot.chip) if prize.share
              else Fraction(prize.times)) - 1) for prize in jackpot.prizes]


def chip_odds(play: PricedPlay, jackpot: JackpotRules, boxes: int = 1) -> ChipOdds:
    """The odds of the chip. The pool at the time when it is won as a whole is an average, without
    additions of the bank. See `shared_chip` for prizes that players divide."""
    chances = line_chances(play, jackpot)
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
        shared=shared_chip(play, jackpot, boxes))
