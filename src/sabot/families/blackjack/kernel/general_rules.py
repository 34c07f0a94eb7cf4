"""The kernel of general rules: a second method for what `general` prices.

General rules have no regulation, no table and no shoe: each coup is dealt from full packs. Where
the bank does not look at its hidden card it always draws, so that what a blackjack of its takes of
bets that were lost before is known.
"""

from __future__ import annotations

from math import lcm

import msgspec

from sabot.families.blackjack.charts.chart import Chart, mimic
from sabot.families.blackjack.kernel.player import SIMPLE, Player
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.odds import CLASSES
from sabot.families.blackjack.rules.code import Insurance, TableLaw
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.families.blackjack.rules.prizes import SpecialPrize
from sabot.money import Odds
from sabot.odds.tally import Strategy

CENTS = 100


def stake_of(terms: Terms) -> int:
    """The least number of whole hundreds of cents of which every payment is whole cents."""
    return CENTS * lcm(terms.surrender_part, *(
        value.per for value in msgspec.structs.asdict(terms).values() if isinstance(value, Odds)))


def code_of(terms: Terms) -> TableLaw:
    """As much of general rules as the code of a table can say."""
    return TableLaw(
        packs=terms.packs, second="hidden" if terms.peek else "late", peek=terms.peek,
        plays_always=not terms.peek, must_hit=terms.must_hit, double=terms.double,
        double_split=terms.double_split, fixes_ace=terms.fixes_ace, split_rank=terms.split_rank,
        max_splits=max(0, terms.max_hands - 1), resplit=terms.resplit,
        resplit_aces=terms.resplit_aces,
        surrender="pass" if terms.surrender.startswith("early") else "decision",
        insurance=Insurance(high=terms.insurance, natural=terms.insure_blackjack,
                            pays=terms.insurance_pays) if terms.insurance else None,
        special=SpecialPrize(pays=terms.special_pays, on_split=terms.on_split)
        if terms.special else None,
        even_money=terms.even_money, five=terms.five, keeps_split=terms.keeps_split,
        keeps_double=terms.keeps_double or terms.keeps_double_split,
        blackjack_pays=terms.blackjack_pays, win_pays=terms.win_pays,
        even_money_pays=terms.even_money_pays, surrender_part=terms.surrender_part,
        five_pays=terms.five_pays)


def kernel(terms: Terms, chart: Chart, *, seats: int = 1) -> Player:
    """The kernel of general rules under a chart: a full shoe for each coup.

    ValueError for what a chart may not do, and for the few rules that cannot be played together.
    """
    if terms.charlie and terms.five:
        raise ValueError("charlie and five_cards together are priced but not simulated")
    if terms.charlie == 3 and terms.special:
        raise ValueError("charlie=3 together with special is priced but not simulated")
    made = Player(code_of(terms), stake_of(terms), chart, "as the chart says; a full shoe for each "
                  "coup", seats, True, True, terms=terms)
    made.packed  # noqa: B018  # an unlawful chart is told here
    return made


def played(terms: Terms, way: str, *, seats: int = 1) -> tuple[Player, Strategy]:
    """Who plays these rules, and the way in which: "best", "mimic", or a class of `CLASSES`."""
    if way == "mimic":
        chart = mimic()
        plays = Strategy(chart, SIMPLE)
    else:
        found = worth(terms, "composition" if way == "best" else way)
        chart = found.chart
        plays = Strategy(chart, f"best play, {CLASSES[found.strategy]}", found.mean)
    return kernel(terms, chart, seats=seats), plays
