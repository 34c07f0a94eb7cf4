"""The odds of a blackjack's bets: the main bet at its best play, and what lies beside it.

Chances are those of the first coup of a full shoe; an edge is what the house keeps on average of
one unit of the initial stake, below nothing what the bettor gains.
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
from sabot.families.blackjack.pricing.sideodds import in_a_row, priced
from sabot.families.blackjack.rules.code import RuleBook, TableLaw
from sabot.odds.answer import PlayClass, Step
from sabot.odds.entry import figures, skewness
from sabot.procedure.table import Table

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


def insurance(packs: int) -> tuple[Fraction, Fraction]:
    """The chance that an insurance wins once the bank shows an ace.

    First for a bettor whose own cards are not known; then for one of whom only this is known, that
    he has no blackjack, where no other is offered the insurance.
    """
    left, tens, aces = 52 * packs - 1, 16 * packs, 4 * packs - 1
    plain = Fraction(tens, left)
    pairs = comb(left - 1, 2)
    with_ten = plain * (1 - Fraction((tens - 1) * aces, pairs))
    with_ace = Fraction(aces, left) * (1 - Fraction(tens * (aces - 1), pairs))
    with_other = Fraction(left - tens - aces, left) * (1 - Fraction(tens * aces, pairs))
    return plain, with_ten / (with_ten + with_ace + with_other)


def insurance_by_cards(packs: int) -> list[tuple[str, Fraction]]:
    """The chance that an insurance wins by how many tens its bettor holds in his two cards."""
    left = 52 * packs - 3
    return [(name, Fraction(16 * packs - tens, left))
            for name, tens in (("no ten", 0), ("one ten", 1), ("two tens", 2))]


def special(packs: int) -> Fraction:
    """The chance that the first three cards of a hand are 6-7-8 of one suit or three sevens.
    """
    return Fraction(4 * packs ** 3 + comb(4 * packs, 3), comb(52 * packs, 3))


def main_bet(worth: Worth) -> CardBet:
    """The main bet under the play that was priced: floats, with the bound of each mean."""
    from sabot.families.blackjack.pricing.exact import BOUND
    from sabot.families.blackjack.pricing.outcomes import outcomes
    from sabot.families.blackjack.pricing.splits import MANY
    terms = worth.terms
    found = outcomes(worth)
    bound = BOUND + found.gap
    most = terms.max_hands or 10 ** 9
    if most > MANY and (terms.resplit or terms.resplit_aces):
        # Beyond these hands a twin is played and not split. What it would become is on average
        # fewer than two hands, each of them worth at most a double and a prize.
        widest = 2 * (2 + float(terms.special_pays.ratio) * terms.special)
        bound += widest * chance_of_many(worth)
    bounds = _bounds(found, bound, terms)
    win = sum(chance for net, chance in found.net.items() if net > 0)
    push = found.net.get(Fraction(0), 0.0)
    net = tuple((str(gain), chance) for gain, chance in found.net.items())
    return CardBet(
        bet="main", edge=repr(worth.edge), edge_float=worth.edge, bound=bound, p_win=repr(win),
        p_push=repr(push), p_lose=repr(1 - win - push), variance=repr(found.variance),
        variance_float=found.variance, staked=found.staked,
        edge_per_staked=worth.edge / found.staked, covariance=found.covariance, often=found.often,
        first_decision=found.first, place=found.place,
        by_up={NAMES[seen.up]: UpCard(chance=seen.chance, edge=-seen.mean)
               for seen in worth.against},
        net=net, bounds=bounds, insured=worth.insurance,
        given=f"best play: {(CLASSES | KEPT)[worth.strategy]}; per unit of the initial bet",
        skewness=skewness(net))


SECOND = 12.0
"""Of what was moved because the hands of a split share the cards, so much over the cards of the
shoe may be missing: more than three times what exact sums of two hands found."""


def _bounds(found: Outcomes, mean: float, terms: Terms) -> Bounds:
    """How far each figure may be off, at most; ``mean``: that of ``net``."""
    missing = SECOND / (52 * terms.packs)
    chances, variance, covariance = (missing * moved for moved in found.moved)
    rest = mean + found.lumped
    chances = chances + rest
    most = 2 * (2 + float(terms.special_pays.ratio) * terms.special)
    return Bounds(net=chances, p_win=chances, p_push=chances, p_lose=chances, place=chances,
                  mean=mean + most * found.lumped, variance=variance + (2 * most) ** 2 * rest,
                  covariance=covariance + most ** 2 * rest, staked=most * rest, often=most * rest)


def chance_of_many(worth: Worth) -> float:
    """The chance that a place has more hands than are followed."""
    from sabot.families.blackjack.charts.chart import SPLIT
    from sabot.families.blackjack.charts.hand_states import states
    from sabot.families.blackjack.pricing.splits import MANY
    return sum(seen.chance * deal.chance * split.hands[-1] for seen in worth.against
               for deal, act in zip(seen.deals, seen.acts, strict=True) if act == SPLIT
               for split in (seen.splits[int(states().twin[deal.hand])],) if split.most >= MANY)


NAMES = {1: "A", **{n: str(n) for n in range(2, 11)}}


def beside(terms: Terms) -> list[CardBet]:
    """Insurance and the special prize, which do not depend on how the player plays."""
    bets = []
    if terms.insurance:
        plain, offered = insurance(terms.packs)
        pays = terms.insurance_pays.ratio
        bets.append(card_bet(
            "insurance", [(plain, pays)],
            given="the bank shows an ace; the bettor's own cards are not known",
            without_blackjack=UNSET if terms.insure_blackjack else figures([(offered, pays)]),
            by_cards={name: str(1 - chance * (pays + 1))
                      for name, chance in insurance_by_cards(terms.packs)}))
    if terms.special:
        bets.append(card_bet(
            "special", [(special(terms.packs), terms.special_pays.ratio)], Fraction(0),
            given="a hand that takes a third card whatever it holds; the prize has no stake of its "
                  "own and is counted for one unit of the main bet"))
    return bets


@lru_cache(maxsize=32)
def price_terms(terms: Terms, strategy: str = "composition") -> ChartAnswer:
    """The main bet and those beside it; ``chart`` and ``exceptions`` are how it is played."""
    from sabot.families.blackjack.pricing.bestplay import by_total, exceptions, two_cards
    from sabot.families.blackjack.pricing.expected_values import worth
    found = worth(terms, strategy)
    return ChartAnswer(
        strategy=strategy, bets=(main_bet(found), *beside(terms)), not_priced={},
        chart=by_total(found), two_cards=two_cards(found), exceptions=exceptions(found))


def of_sides(code: TableLaw) -> list[CardBet]:
    """The side bets of a table that cards decide, under each way to play that matters to them."""
    return [entry for side in code.sides for entry in priced(side, code)]


def price(book: RuleBook, table: Table, strategy: str = "composition") -> ChartAnswer:
    """The priced bets of a table, and for each of the others why it is not."""
    from sabot.families.blackjack.pricing.jackpot_chip import chip, unsplit
    from sabot.families.blackjack.rules.pricing_rules import of_code
    code = book.code(table)
    found = price_terms(of_code(code), strategy)
    more = of_sides(code)
    if (place := found.bets[0].place) is not UNSET:
        more += [in_a_row(side, place) for side in code.sides if side.in_a_row]
    if code.jackpot is not None:
        more += [chip(code.packs, code.jackpot), unsplit(code.packs, code.jackpot)]
    return msgspec.structs.replace(found, bets=(*found.bets, *more))


def edge(book: RuleBook, table: Table, strategy: str = "composition") -> float:
    """The edge of the main bet alone."""
    from sabot.families.blackjack.pricing.expected_values import worth
    from sabot.families.blackjack.rules.pricing_rules import of_code
    return worth(of_code(book.code(table)), strategy).edge


def classes(terms: Terms) -> tuple[PlayClass, ...]:
    """What the best play of each class is worth, and what it costs beside the best of all."""
    from sabot.families.blackjack.pricing.expected_values import worth
    best = worth(terms).edge
    return tuple(PlayClass(rule=words, play=name, edge=worth(terms, name).edge,
                           change=worth(terms, name).edge - best)
                 for name, words in CLASSES.items())


def simpler(book: RuleBook, table: Table) -> tuple[PlayClass, ...]:
    """What simpler ways to play a table cost."""
    from sabot.families.blackjack.rules.pricing_rules import of_code
    return classes(of_code(book.code(table)))


def waterfall(book: RuleBook, table: Table, strategy: str = "composition") -> tuple[Step, ...]:
    """What each rule of a table is worth, from the usual game of the rest of the world on."""
    from sabot.families.blackjack.pricing import rule_values
    from sabot.families.blackjack.rules.pricing_rules import of_code
    return rule_values.waterfall(of_code(book.code(table)), strategy=strategy)
