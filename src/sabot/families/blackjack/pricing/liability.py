"""The maximum that a bank may have to pay in one round, for the limits that a regulator sets.

Stakes are the highest that the table's limits allow; the cards are the worst that may come. Places
that share one shoe cannot all have the worst cards, so the sum for the table is an upper bound that
may not be reached. Insurance pays only where main bets lose as much, and jackpot prizes come out of
the pool: neither is counted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    SideBet,
    ThirdCard,
    net_odds,
    three_card_lines,
    two_card_lines,
)
from sabot.families.blackjack.rules.table_law import RuleBook, TableLaw
from sabot.probability.liability import Limit, Owed, Unlimited, liability
from sabot.procedure.table import Table


def most_hands(terms: Terms, value: int) -> int:
    """The maximum of hands that a pair of this value may become at one place."""
    ranks = 4 if value == 10 and not terms.split_rank else 1
    cards = 4 * terms.packs * ranks
    again = terms.resplit_aces if value == 1 else terms.resplit
    return min(cards, terms.max_hands or cards) if again else min(2, terms.max_hands or 2)


def _may_double(totals: tuple[int, ...], low: int, high: int) -> bool:
    """Whether a total from ``low`` to ``high`` may double."""
    return bool(totals) and totals[0] <= high and low <= totals[1]


def _double_partners(terms: Terms, value: int) -> int:
    """How many cards of the shoe give two cards that may double with a card of a split pair."""
    return sum((16 if other == 10 else 4) * terms.packs for other in range(1, 11)
               if other != value and _may_double(terms.double_split, value + other, value + other))


def main_bet_gains(terms: Terms) -> dict[str, tuple[Fraction, int]]:
    """What a place's main bet may gain in stakes, by how its hand goes on, with the cards that this
    takes at least."""
    win, prize = terms.win_pays.ratio, terms.special_pays.ratio if terms.special else Fraction(0)
    gains = {"a blackjack": (terms.blackjack_pays.ratio, 2),
             "a double that wins": (2 * win if terms.double else win, 3)}
    if prize:
        both = 2 * win if _may_double(terms.double, 13, 15) else win
        gains["a special prize"] = (both + prize, 3)
    for value in range(1, 11):
        most = most_hands(terms, value)
        if most < 2:
            continue
        doubled = 0
        if value != 1 or terms.double_aces:
            doubled = min(most, _double_partners(terms, value))
        best, cards = win * (most + doubled), 2 * most + doubled
        if value in (6, 7, 8) and prize and terms.on_split:
            gain = prize + (2 * win if _may_double(terms.double_split, 13, 15) else win)
            best, cards = max((best, cards), (gain * most, 3 * most))
        name = "aces" if value == 1 else "tens" if value == 10 else f"{value}s"
        gains[f"{name} split into {most} hands"] = (best, cards)
    return gains


def side_bet_gains(table_law: TableLaw, splits: int) -> dict[str, Fraction]:
    """The maximum that each side bet may gain in stakes, at a place that may split this often."""
    return {bet.spot: _side_bet_gain(bet, splits) for bet in table_law.sides}


def _side_bet_gain(bet: SideBet, splits: int) -> Fraction:
    """The maximum that one side bet may gain in stakes."""
    match bet.decided:
        case FirstCards() as decided:
            return max(map(net_odds, two_card_lines(decided).values()))
        case ThirdCard() as decided:
            lines = (*two_card_lines(decided).values(), *three_card_lines(decided).values())
            return max(map(net_odds, lines))
        case EveryPair(pays=pays):
            return pays.ratio * splits
        case InARow(pays=pays):
            return pays.ratio
        case _ as never:
            assert_never(never)


def maximum_liability(book: RuleBook, table: Table) -> Owed | Unlimited:
    """The maximum that the bank of a table pays net in one round."""
    table_law = book.table_law(table)
    terms = pricing_terms(table_law)
    if not table_law.place_together and not table_law.bettors:
        return Unlimited(why="nothing limits how many may bet on one place")
    stake = table.maximum * (1 if table_law.place_together else table_law.bettors)
    side_gains = side_bet_gains(
        table_law, max(most_hands(terms, value) for value in range(1, 11)) - 1)
    if any(side.anywhere for side in table_law.sides) or (side_gains and not table_law.bettors):
        # Each bettor has their own limits for these, and the number of bettors is not limited.
        counted = {}
        left_out = "additional bets are left out: nothing limits how many people make them"
    else:
        counted, left_out = side_gains, ""
    people = table_law.bettors or 1
    outcomes = {
        name: {"main": gain, **counted} for name, (gain, _) in main_bet_gains(terms).items()
    }
    limits = [Limit(frozenset({"main"}), stake),
              *(Limit(frozenset({spot}), table_law.side_high * people) for spot in counted)]
    worst = liability(outcomes, limits)
    # Places share the shoe, so its cards limit the gains.
    dense = max(gain / cards for gain, cards in main_bet_gains(terms).values())
    staked = min(stake * table.places, table_law.table_high or stake * table.places)
    shared = stake * dense * (52 * terms.packs - 2) + sum(
        gain * table_law.side_high * people * table.places for gain in counted.values())
    separate = worst.cents * Fraction(staked, stake)
    return Owed(place=int(worst.cents), table=int(min(separate, shared)), outcome=worst.outcome,
                stake=stake, left_out=left_out)
