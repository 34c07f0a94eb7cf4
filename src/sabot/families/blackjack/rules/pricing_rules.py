"""The rules that change the price of blackjack, for exact odds and the kernel.

`Terms` cover more than the four regulations: they include the usual rules of other casinos, so that
published figures can be checked with the same code. `pricing_terms` reads them from the `TableLaw`
of a lawful table.
"""

from __future__ import annotations

import msgspec

from sabot.families.blackjack.rules.prizes import has_special_prize
from sabot.families.blackjack.rules.table_law import EvenMoney, TableLaw
from sabot.money import EVENS, Odds

ANY = (0, 21)
ELEVEN = (11, 11)
SOFT17 = ("stand", "hit", "hit-ace-six")
SURRENDER = ("none", "late", "early", "early-not-ace")
EVEN_MONEY: tuple[EvenMoney, ...] = ("none", "A", "AT")


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules that decide what a round of blackjack is worth.

    ``packs``: of 52 cards. ``soft17``: the bank stands, hits, or hits ace-six in two cards only.
    ``peek``: the bank's hidden card is looked at under an ace or ten before the decisions. A bank's
    blackjack does not take bets added by a split (``keeps_split``), by a double (``keeps_double``)
    or by a double of a split hand (``keeps_double_split``). ``must_hit``: no stand on this total or
    less. ``double``, ``double_split``: lowest and highest total (an ace as 1), () for never; two
    cards only. ``fixes_ace``: a double that needs its ace at 1 keeps it there, else such a double
    is refused. ``double_aces``: on split aces too. ``split_rank``: equal ranks, not values.
    ``max_hands``: of one place, 0 for no limit, 1 for no splits. ``resplit``, ``resplit_aces``;
    ``hit_aces``: more than one card on split aces. ``surrender``: "late" is after the look at the
    hidden card. ``insurance``: hundredths of the bet that may be insured; ``insure_blackjack``:
    with a blackjack too; ``even_money`` for it. ``five``: five cards may be cashed unless the bank
    shows an ace. ``charlie``: this many cards win at once, 0 for never. ``special``: 6-7-8 of one
    suit and three sevens earn a prize in addition to the hand, ``on_split`` on split hands too.
    """

    packs: int = 6
    soft17: str = "stand"
    peek: bool = False
    keeps_split: bool = True
    keeps_double: bool = True
    keeps_double_split: bool = True
    must_hit: int = 0
    double: tuple[int, ...] = ANY
    double_split: tuple[int, ...] = ANY
    fixes_ace: bool = False
    double_aces: bool = False
    split_rank: bool = False
    max_hands: int = 4
    resplit: bool = True
    resplit_aces: bool = False
    hit_aces: bool = False
    surrender: str = "none"
    insurance: int = 50
    insure_blackjack: bool = True
    even_money: EvenMoney = "A"
    five: bool = False
    charlie: int = 0
    special: bool = False
    on_split: bool = True
    blackjack_pays: Odds = Odds(3, 2)
    win_pays: Odds = EVENS
    even_money_pays: Odds = EVENS
    insurance_pays: Odds = Odds(2)
    special_pays: Odds = Odds(3)
    five_pays: Odds = Odds(1, 2)
    surrender_part: int = 2


def five_claimed(table_law: TableLaw) -> bool:
    """Whether five cards may be claimed for a prize; nobody claims them to lose half of the bet."""
    return table_law.five and table_law.readings.five_cards == "prize"


def pricing_terms(table_law: TableLaw) -> Terms:
    """The terms of a lawful table."""
    eleven = table_law.double == ELEVEN and table_law.keeps_eleven  # only this double is protected
    insurance, special = table_law.insurance, table_law.special
    return Terms(
        packs=table_law.packs, soft17="hit-ace-six" if table_law.hit_soft else "stand",
        peek=table_law.peek, keeps_split=table_law.keeps_split,
        keeps_double_split=table_law.keeps_double,
        keeps_double=eleven if table_law.double == ELEVEN else table_law.keeps_double,
        must_hit=table_law.must_hit, double=table_law.double, double_split=table_law.double_split,
        fixes_ace=table_law.fixes_ace, split_rank=table_law.split_rank,
        max_hands=table_law.max_splits + 1 if table_law.max_splits else 0,
        resplit=table_law.resplit, resplit_aces=table_law.resplit_aces,
        surrender="early-not-ace" if table_law.surrender else "none",
        insurance=insurance.high if insurance else 0,
        insure_blackjack=insurance.natural if insurance else True,
        even_money=table_law.even_money, five=five_claimed(table_law),
        special=has_special_prize(special),
        on_split=special.on_split if special else True, blackjack_pays=table_law.blackjack_pays,
        win_pays=table_law.win_pays, even_money_pays=table_law.even_money_pays,
        insurance_pays=insurance.pays if insurance else Odds(2),
        special_pays=special.pays if special else Odds(3),
        five_pays=table_law.five_pays, surrender_part=table_law.surrender_part)
