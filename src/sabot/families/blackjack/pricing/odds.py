"""The odds of a blackjack's bets: the main bet at its best play, and the other bets.

Chances are those of the first round of a full shoe. An edge is what the house keeps on average of
one unit of the initial stake; a negative edge is the bettor's gain.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from sabot.families.blackjack.pricing.odds_answer import (
    Bounds,
    CardBet,
    ChartAnswer,
    UpCard,
    card_bet,
)
from sabot.families.blackjack.pricing.sideodds import price_in_a_row, price_side_bet
from sabot.families.blackjack.rules.table_law import RuleBook, TableLaw
from sabot.probability.answer import PlayClass, Step
from sabot.probability.entry import figures, skewness
from sabot.procedure.table import Table
from sabot.words import phrase, sentences

if TYPE_CHECKING:
    from sabot.families.blackjack.pricing.expected_values import Worth
    from sabot.families.blackjack.pricing.outcomes import Outcomes
    from sabot.families.blackjack.rules.pricing_rules import Terms

CLASSES = {
    "composition": "every act by all cards of the hand",
    "zero-memory": "every act by all cards of the hand, those of a split as if there were none",
    "two-card": "the first act by the two cards, later ones by the total",
    "total": "every act by the total",
}
KEPT = {"total-kept": "every act by the total, those given up weighed as if they were played"}

PLAIN_SECONDS = 12.0  # of plain code for the odds of a table


def insurance_chances(packs: int) -> tuple[Fraction, Fraction]:
    """The chance that an insurance wins once the bank shows an ace.

    First for a bettor whose own cards are not known; then for a bettor who is only known to have no
    blackjack, where only such hands are offered insurance.
    """
    remaining, tens, aces = 52 * packs - 1, 16 * packs, 4 * packs - 1
    plain = Fraction(tens, remaining)
    pairs = comb(remaining - 1, 2)
    with_ten = plain * (1 - Fraction((tens - 1) * aces, pairs))
    with_ace = Fraction(aces, remaining) * (1 - Fraction(tens * (aces - 1), pairs))
    with_other = Fraction(remaining - tens - aces, remaining) * (1 - Fraction(tens * aces, pairs))
    return plain, with_ten / (with_ten + with_ace + with_other)


def insurance_chances_by_tens(packs: int) -> list[tuple[str, Fraction]]:
    """The chance that an insurance wins, by the number of tens in its bettor's two cards."""
    remaining = 52 * packs - 3
    return [(name, Fraction(16 * packs - tens, remaining))
            for name, tens in (("no ten", 0), ("one ten", 1), ("two tens", 2))]


def special_chance(packs: int) -> Fraction:
    """The chance that the first three cards of a hand are 6-7-8 of one suit or three sevens."""
    return Fraction(4 * packs ** 3 + comb(4 * packs, 3), comb(52 * packs, 3))


def main_bet(worth: Worth) -> CardBet:
    """The main bet under the play that was priced: floats, with the error bound of each mean."""
    from sabot.families.blackjack.pricing.exact import BOUND
    from sabot.families.blackjack.pricing.outcomes import outcomes
    from sabot.families.blackjack.pricing.splits import MANY
    terms = worth.terms
    outcome = outcomes(worth)
    bound = BOUND + outcome.gap
    most_hands = terms.max_hands or 10 ** 9
    if most_hands > MANY and (terms.resplit or terms.resplit_aces):
        # Beyond these hands a twin is played and not split. It would become fewer than two hands
        # on average, each of them worth at most a double and a prize.
        widest = 2 * (2 + float(terms.special_pays.ratio) * terms.special)
        bound += widest * many_hands_chance(worth)
    bounds = _bounds(outcome, bound, terms)
    win = sum(chance for net, chance in outcome.net.items() if net > 0)
    push = outcome.net.get(Fraction(0), 0.0)
    net = tuple((str(gain), chance) for gain, chance in outcome.net.items())
    return CardBet(
        bet="main",
        edge=repr(worth.edge),
        edge_float=worth.edge,
        bound=bound,
        p_win=repr(win),
        p_push=repr(push),
        p_lose=repr(1 - win - push),
        variance=repr(outcome.variance),
        variance_float=outcome.variance,
        staked=outcome.staked,
        edge_per_staked=worth.edge / outcome.staked,
        covariance=outcome.covariance,
        often=outcome.often,
        first_decision=outcome.first,
        place=outcome.place,
        by_up={
            NAMES[upcard.up]: UpCard(chance=upcard.chance, edge=-upcard.mean)
            for upcard in worth.against
        },
        net=net,
        bounds=bounds,
        insured=worth.insurance,
        conditions=sentences((
            phrase("best play: {play}", play=(CLASSES | KEPT)[worth.strategy]),
            "per unit of the initial bet")),
        skewness=skewness(net),
    )


SECOND_ORDER = 12.0
"""The hands of a split share the cards, which moves some chances. The error of what was moved is at
most this factor divided by the cards of the shoe: over three times that of exact two-hand sums."""


def _bounds(outcome: Outcomes, mean: float, terms: Terms) -> Bounds:
    """The maximum error of each figure; ``mean``: that of ``net``."""
    missing = SECOND_ORDER / (52 * terms.packs)
    chances, variance, covariance = (missing * moved for moved in outcome.moved)
    rest = mean + outcome.lumped
    chances = chances + rest
    most = 2 * (2 + float(terms.special_pays.ratio) * terms.special)
    return Bounds(net=chances, p_win=chances, p_push=chances, p_lose=chances, place=chances,
                  mean=mean + most * outcome.lumped, variance=variance + (2 * most) ** 2 * rest,
                  covariance=covariance + most ** 2 * rest, staked=most * rest, often=most * rest)


def many_hands_chance(worth: Worth) -> float:
    """The chance that a place has more hands than are followed."""
    from sabot.families.blackjack.charts.chart import SPLIT
    from sabot.families.blackjack.charts.hand_states import states
    from sabot.families.blackjack.pricing.splits import MANY
    return sum(upcard.chance * deal.chance * split.hands[-1] for upcard in worth.against
               for deal, act in zip(upcard.deals, upcard.acts, strict=True) if act == SPLIT
               for split in (upcard.splits[int(states().twin[deal.hand])],) if split.most >= MANY)


NAMES = {1: "A", **{n: str(n) for n in range(2, 11)}}


def other_bets(terms: Terms) -> list[CardBet]:
    """Insurance and the special prize, which do not depend on how the player plays."""
    bets = []
    if terms.insurance:
        plain, offered = insurance_chances(terms.packs)
        pays = terms.insurance_pays.ratio
        bets.append(card_bet(
            "insurance", [(plain, pays)],
            assumption="the bank shows an ace; the bettor's own cards are not known",
            without_blackjack=UNSET if terms.insure_blackjack else figures([(offered, pays)]),
            by_cards={name: str(1 - chance * (pays + 1))
                      for name, chance in insurance_chances_by_tens(terms.packs)}))
    if terms.special:
        bets.append(card_bet(
            "special", [(special_chance(terms.packs), terms.special_pays.ratio)], Fraction(0),
            assumption="a hand that takes a third card whatever it holds; the prize has no stake "
                       "of its own and is counted for one unit of the main bet"))
    return bets


@lru_cache(maxsize=32)
def price_terms(terms: Terms, strategy: str = "composition") -> ChartAnswer:
    """The main bet and the other bets; ``chart`` and ``exceptions`` show how it is played."""
    from sabot.equipment.compiled import expect_work
    expect_work(PLAIN_SECONDS)
    from sabot.families.blackjack.pricing.bestplay import chart_by_cards, chart_by_total, exceptions
    from sabot.families.blackjack.pricing.expected_values import worth
    value = worth(terms, strategy)
    return ChartAnswer(
        strategy=strategy, bets=(main_bet(value), *other_bets(terms)), not_priced={},
        chart=chart_by_total(value), two_cards=chart_by_cards(value), exceptions=exceptions(value))


def price_side_bets(table_law: TableLaw) -> list[CardBet]:
    """The side bets of a table that cards decide, under each strategy that matters to them."""
    return [entry for side in table_law.sides for entry in price_side_bet(side, table_law)]


def price(book: RuleBook, table: Table, strategy: str = "composition") -> ChartAnswer:
    """The priced bets of a table, and the reason for each bet that is not priced."""
    from sabot.families.blackjack.pricing.jackpot_chip import price_chip, price_unsplit_chip
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    table_law = book.table_law(table)
    answer = price_terms(pricing_terms(table_law), strategy)
    more = price_side_bets(table_law)
    if (place := answer.bets[0].place) is not UNSET:
        more += [price_in_a_row(side, place) for side in table_law.sides if side.in_a_row]
    if table_law.jackpot is not None:
        more += [price(table_law.packs, table_law.jackpot)
                 for price in (price_chip, price_unsplit_chip)]
    return msgspec.structs.replace(answer, bets=(*answer.bets, *more))


def edge(book: RuleBook, table: Table, strategy: str = "composition") -> float:
    """The edge of the main bet alone."""
    from sabot.families.blackjack.pricing.expected_values import worth
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return worth(pricing_terms(book.table_law(table)), strategy).edge


def price_classes(terms: Terms) -> tuple[PlayClass, ...]:
    """The edge of the best play of each class, and its cost compared with the best of all."""
    from sabot.families.blackjack.pricing.expected_values import worth
    best = worth(terms).edge
    return tuple(PlayClass(rule=words, play=name, edge=worth(terms, name).edge,
                           change=worth(terms, name).edge - best)
                 for name, words in CLASSES.items())


def simpler(book: RuleBook, table: Table) -> tuple[PlayClass, ...]:
    """What simpler strategies cost at a table."""
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return price_classes(pricing_terms(book.table_law(table)))


def waterfall(book: RuleBook, table: Table, strategy: str = "composition") -> tuple[Step, ...]:
    """What each rule of a table is worth, from the standard game on."""
    from sabot.families.blackjack.pricing import rule_values
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return rule_values.waterfall(pricing_terms(book.table_law(table)), strategy=strategy)
