"""The odds of a jackpot chip: the chance of each line, and the pool at which it breaks even.

The cards of a place that count are drawn from the shoe without replacement, whoever else is dealt
cards in between; every chance is exact. A player who splits as long as a higher line may still come
has up to four of them. A player who never splits has the first two alone, unless cards that a hand
draws count too (IR 45): then the player hits, which is possible while the hand holds only aces.
"""

from __future__ import annotations

from fractions import Fraction

from sabot.equipment import RANKS, SUITS
from sabot.families.blackjack.pricing.odds_answer import CardBet, card_bet
from sabot.families.blackjack.round.jackpot import MOST_CARDS, makes_line
from sabot.families.blackjack.rules.hand import DEALT
from sabot.families.blackjack.rules.table_law import Jackpot, Prize
from sabot.families.jackpot.chip import ChipLine, ChipOdds, WholePool, chips_until
from sabot.probability.entry import Prizes
from sabot.words import phrase, sentences


def line_chances(
    packs: int, prizes: tuple[Prize, ...], most: int = MOST_CARDS
) -> dict[str, Fraction]:
    """The chance that each line is paid: the highest that the cards make, of which up to ``most``
    count."""
    chances = {prize.name: Fraction(0) for prize in prizes}

    def follow(cards: list[str], chance: Fraction) -> None:
        """These cards are of one rank; another such card may follow, or something else."""
        left, continues = 52 * packs - len(cards), Fraction(0)
        if len(cards) < most:
            for suit in SUITS:
                card = cards[0][0] + suit
                if copies := packs - cards.count(card):
                    continues += Fraction(copies, left)
                    follow([*cards, card], chance * Fraction(copies, left))
        paid = max((prize for prize in prizes if makes_line(prize, cards)),
                   key=lambda prize: (prize.share, prize.times), default=None)
        if paid is not None:
            chances[paid.name] += chance * (1 - continues)

    named = {prize.rank for prize in prizes}
    for rank in RANKS:
        if rank in named or "" in named:
            for suit in SUITS:
                follow([rank + suit], Fraction(1, 52))
    return chances


def price_unsplit_chip(packs: int, jackpot: Jackpot) -> CardBet:
    """The chip of a player who splits no pair, priced as in `price_chip`."""
    most = MOST_CARDS if jackpot.drawn_cards else DEALT
    return card_bet(
        "jackpot-unsplit",
        _net_prizes(line_chances(packs, jackpot.prizes, most), jackpot),
        assumption=sentences((
            _pool_text(jackpot),
            "no pair is split, and who may still reach a higher line draws"
            if jackpot.drawn_cards else "no pair is split")),
    )


def _net_prizes(chances: dict[str, Fraction], jackpot: Jackpot) -> Prizes:
    """The net prizes of the chip while the pool holds its start."""
    return [(chances[prize.name],
             (Fraction(jackpot.start * prize.share, 100 * jackpot.chip) if prize.share
              else Fraction(prize.times)) - 1) for prize in jackpot.prizes]


def _pool_text(jackpot: Jackpot) -> str:
    """The assumption about the pool, as text."""
    return phrase("the pool holds {sum} and its lesser prizes are paid in full",
                  sum=f"{jackpot.start / 100:.2f}")


def price_chip(packs: int, jackpot: Jackpot) -> CardBet:
    """The chip as a priced bet, with no more in the pool than its start.

    What the pool holds by the time that it is won whole counts smaller prizes at their mean, and
    leaves out what the bank adds.
    """
    chances = line_chances(packs, jackpot.prizes)
    fixed = sum((chances[prize.name] * prize.times for prize in jackpot.prizes
                 if not prize.share), Fraction(0))
    shares = sum((chances[prize.name] * Fraction(prize.share, 100) for prize in jackpot.prizes
                  if prize.share), Fraction(0))
    top = next((prize for prize in jackpot.prizes if prize.share == 100), None)
    whole_pool = None
    if top is not None and chances[top.name]:
        chips = chips_until(chances[top.name])
        grows = (Fraction(jackpot.rate, 100) - fixed) * jackpot.chip
        whole_pool = WholePool(
            mean=str(1 / chances[top.name]), chips=chips, grows=str(grows),
            pool={part: max(0, round(jackpot.start + grows * n)) for part, n in chips.items()})
    return card_bet(
        "jackpot", _net_prizes(chances, jackpot),
        assumption=sentences((_pool_text(jackpot),
                              "who may still reach a higher line always splits")),
        jackpot=ChipOdds(
            chip=jackpot.chip, start=jackpot.start, rate=jackpot.rate,
            lines=tuple(ChipLine(name=prize.name, times=prize.times, share=prize.share,
                                 chance=str(chances[prize.name])) for prize in jackpot.prizes),
            fixed=str(fixed), even=str((1 - fixed) / shares * jackpot.chip) if shares else None,
            top=whole_pool))
