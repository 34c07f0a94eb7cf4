"""The kernel of general rules: a second method for the prices of `general`.

General rules have no regulation, no table and no shoe: each round is dealt from full packs. Where
the bank does not look at its hidden card it always draws, so that it is known what its blackjack
takes of bets lost earlier.
"""

from __future__ import annotations

from math import lcm

import msgspec

from sabot.families.blackjack.charts.chart import Chart, mimic
from sabot.families.blackjack.kernel.player import SIMPLE, Player
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.odds import CLASSES
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.families.blackjack.rules.prizes import SpecialPrize
from sabot.families.blackjack.rules.table_law import Insurance, TableLaw
from sabot.money import Odds
from sabot.probability.tally import Strategy

CENTS = 100


def whole_stake(terms: Terms) -> int:
    """The smallest multiple of 100 cents for which every payment is whole cents."""
    return CENTS * lcm(terms.surrender_part, *(
        value.per for value in msgspec.structs.asdict(terms).values() if isinstance(value, Odds)))


def table_law(terms: Terms) -> TableLaw:
    """General rules as a table law, as far as it can express them."""
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
    """The kernel of general rules under a chart: a full shoe for each round.

    ValueError for a chart that is not lawful, and for the few rules that cannot be played together.
    """
    if terms.charlie and terms.five:
        raise ValueError("charlie and five_cards together are priced but not simulated")
    if terms.charlie == 3 and terms.special:
        raise ValueError("charlie=3 together with special is priced but not simulated")
    player = Player(table_law(terms), whole_stake(terms), chart,
                    "as the chart says; a full shoe for each round", seats, True, True, terms=terms)
    player.packed  # noqa: B018  # raises here for an unlawful chart
    return player


def make_player(terms: Terms, strategy: str, *, seats: int = 1) -> tuple[Player, Strategy]:
    """The player of these rules and its strategy: "best", "mimic", or a class of `CLASSES`."""
    if strategy == "mimic":
        chart = mimic()
        played = Strategy(chart, SIMPLE)
    else:
        price = worth(terms, "composition" if strategy == "best" else strategy)
        chart = price.chart
        played = Strategy(chart, f"best play, {CLASSES[price.strategy]}", price.mean)
    return kernel(terms, chart, seats=seats), played
