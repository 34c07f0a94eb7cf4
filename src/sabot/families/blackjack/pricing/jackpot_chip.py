"""The odds of a jackpot's chip: how often each line comes, and the pool at which it breaks even.

The cards of a place that count, in the order in which they come, are cards of the shoe without
replacement, whoever else is dealt to in between; every chance is exact. Who splits as long as a
higher line may still come has up to four of them. Who splits nothing has his first two alone, but
where cards that a hand draws count too (IR 45): then he draws, as one who holds only aces may.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.equipment import RANKS, SUITS
from sabot.families.blackjack.pricing.odds_answer import CardBet, card_bet
from sabot.families.blackjack.round.jackpot import MOST, fits
from sabot.families.blackjack.rules.code import Jackpot, Prize
from sabot.families.blackjack.rules.hand import DEALT
from sabot.families.jackpot.chip import ChipLine, ChipOdds, WholePool, until
from sabot.odds.entry import Prizes


def lines(packs: int, prizes: tuple[Prize, ...], most: int = MOST) -> dict[str, Fraction]:
    """The chance of each line to be the one that is paid: the highest that the cards make, of which
    up to ``most`` count."""
    found = {prize.name: Fraction(0) for prize in prizes}

    def follow(cards: list[str], chance: Fraction) -> None:
        """These cards are of one rank; another may follow, or something else."""
        left, goes_on = 52 * packs - len(cards), Fraction(0)
        if len(cards) < most:
            for suit in SUITS:
                card = cards[0][0] + suit
                if there := packs - cards.count(card):
                    goes_on += Fraction(there, left)
                    follow([*cards, card], chance * Fraction(there, left))
        paid = max((prize for prize in prizes if fits(prize, cards)),
                   key=lambda prize: (prize.share, prize.times), default=None)
        if paid is not None:
            found[paid.name] += chance * (1 - goes_on)

    named = {prize.rank for prize in prizes}
    for rank in RANKS:
        if rank in named or "" in named:
            for suit in SUITS:
                follow([rank + suit], Fraction(1, 52))
    return found


def unsplit(packs: int, jackpot: Jackpot) -> CardBet:
    """The chip of one who splits no pair, priced as `chip` is."""
    most = MOST if jackpot.drawn_cards else DEALT
    return card_bet("jackpot-unsplit", _prizes(lines(packs, jackpot.prizes, most), jackpot),
                    given=f"{_pool(jackpot)}; no pair is split" + (
                        ", and who may still reach a higher line draws" if jackpot.drawn_cards
                        else ""))


def _prizes(chances: dict[str, Fraction], jackpot: Jackpot) -> Prizes:
    """What the chip may win, net, of a pool that holds its start."""
    return [(chances[prize.name],
             (Fraction(jackpot.start * prize.share, 100 * jackpot.chip) if prize.share
              else Fraction(prize.times)) - 1) for prize in jackpot.prizes]


def _pool(jackpot: Jackpot) -> str:
    return f"the pool holds {jackpot.start / 100:.2f} and its lesser prizes are paid in full"


def chip(packs: int, jackpot: Jackpot) -> CardBet:
    """The chip as a priced bet, with no more in the pool than at its start. What the pool holds by
    the time that it is won whole has lesser prizes taken from it at their mean, and what the bank
    adds left out."""
    chances = lines(packs, jackpot.prizes)
    fixed = sum((chances[prize.name] * prize.times for prize in jackpot.prizes
                 if not prize.share), Fraction(0))
    shares = sum((chances[prize.name] * Fraction(prize.share, 100) for prize in jackpot.prizes
                  if prize.share), Fraction(0))
    top = next((prize for prize in jackpot.prizes if prize.share == 100), None)
    whole = None
    if top is not None and chances[top.name]:
        chips = until(chances[top.name])
        grows = (Fraction(jackpot.rate, 100) - fixed) * jackpot.chip
        whole = WholePool(
            mean=str(1 / chances[top.name]), chips=chips, grows=str(grows),
            pool={part: max(0, round(jackpot.start + grows * n)) for part, n in chips.items()})
    return card_bet(
        "jackpot", _prizes(chances, jackpot),
        given=f"{_pool(jackpot)}; who may still reach a higher line always splits",
        jackpot=ChipOdds(
            chip=jackpot.chip, start=jackpot.start, rate=jackpot.rate,
            lines=tuple(ChipLine(name=prize.name, times=prize.times, share=prize.share,
                                 chance=str(chances[prize.name])) for prize in jackpot.prizes),
            fixed=str(fixed), even=str((1 - fixed) / shares * jackpot.chip) if shares else None,
            top=whole))
