"""The most that a bank may have to pay in one coup, for the limits that a regulator sets.

Stakes are the highest that the table's limits allow; the cards are the worst that may come. Where
places share the cards of one shoe they cannot all have the worst, so that the sum of the table is
a limit that is not passed, and may not be reached. Insurance pays only where main bets lose as
much; a jackpot's prizes come out of its pool: neither is counted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from sabot.families.blackjack.rules.code import RuleBook, TableLaw
from sabot.families.blackjack.rules.pricing_rules import Terms, of_code
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    SideBet,
    ThirdCard,
    firsts,
    net_of,
    thirds,
)
from sabot.odds.liability import Limit, Owed, Unlimited, liability
from sabot.procedure.table import Table


def hands(terms: Terms, value: int) -> int:
    """The most hands that a pair of this value may become at one place."""
    ranks = 4 if value == 10 and not terms.split_rank else 1
    there = 4 * terms.packs * ranks
    again = terms.resplit_aces if value == 1 else terms.resplit
    return min(there, terms.max_hands or there) if again else min(2, terms.max_hands or 2)


def _doubles(totals: tuple[int, ...], low: int, high: int) -> bool:
    return bool(totals) and totals[0] <= high and low <= totals[1]


def _partners(terms: Terms, value: int) -> int:
    """How many cards of the shoe make two cards with one of a split pair that may be doubled."""
    return sum((16 if other == 10 else 4) * terms.packs for other in range(1, 11)
               if other != value and _doubles(terms.double_split, value + other, value + other))


def main(terms: Terms) -> dict[str, tuple[Fraction, int]]:
    """What a place's main bet may gain in stakes, by how its first two cards go on; and the cards
    that this takes at least."""
    win, prize = terms.win_pays.ratio, terms.special_pays.ratio if terms.special else Fraction(0)
    found = {"a blackjack": (terms.blackjack_pays.ratio, 2),
             "a double that wins": (2 * win if terms.double else win, 3)}
    if prize:
        both = 2 * win if _doubles(terms.double, 13, 15) else win
        found["a special prize"] = (both + prize, 3)
    for value in range(1, 11):
        most = hands(terms, value)
        if most < 2:
            continue
        doubled = min(most, _partners(terms, value)) if value != 1 or terms.double_aces else 0
        best, cards = win * (most + doubled), 2 * most + doubled
        if value in (6, 7, 8) and prize and terms.on_split:
            more = prize + (2 * win if _doubles(terms.double_split, 13, 15) else win)
            best, cards = max((best, cards), (more * most, 3 * most))
        name = "aces" if value == 1 else "tens" if value == 10 else f"{value}s"
        found[f"{name} split into {most} hands"] = (best, cards)
    return found


def sides(code: TableLaw, splits: int) -> dict[str, Fraction]:
    """The most that each side bet may gain in stakes, at a place whose hands may split so often."""
    return {bet.spot: _gain(bet, splits) for bet in code.sides}


def _gain(bet: SideBet, splits: int) -> Fraction:
    """The same of one bet."""
    match bet.decided:
        case FirstCards() as decided:
            return max(map(net_of, firsts(decided).values()))
        case ThirdCard() as decided:
            return max(map(net_of, (*firsts(decided).values(), *thirds(decided).values())))
        case EveryPair(pays=pays):
            return pays.ratio * splits
        case InARow(pays=pays):
            return pays.ratio
        case _ as never:
            assert_never(never)


def most(book: RuleBook, table: Table) -> Owed | Unlimited:
    """The most that the bank of a table pays net in one coup."""
    code = book.code(table)
    terms = of_code(code)
    if not code.place_together and not code.bettors:
        return Unlimited(why="nothing limits how many may bet on one place")
    stake = table.maximum * (1 if code.place_together else code.bettors)
    beside = sides(code, max(hands(terms, value) for value in range(1, 11)) - 1)
    if any(side.anywhere for side in code.sides) or (beside and not code.bettors):
        # Each bettor has limits of his own for these, and their number has none.
        more, why = {}, "additional bets are left out: nothing limits how many people make them"
    else:
        more, why = beside, ""
    people = code.bettors or 1
    outcomes = {name: {"main": gain, **more} for name, (gain, _) in main(terms).items()}
    limits = [Limit(frozenset({"main"}), stake),
              *(Limit(frozenset({spot}), code.side_high * people) for spot in more)]
    worst = liability(outcomes, limits)
    # Places share the shoe: no more than its cards can win.
    dense = max(gain / cards for gain, cards in main(terms).values())
    staked = min(stake * table.places, code.table_high or stake * table.places)
    shared = stake * dense * (52 * terms.packs - 2) + sum(
        gain * code.side_high * people * table.places for gain in more.values())
    apart = worst.cents * Fraction(staked, stake)
    return Owed(place=int(worst.cents), table=int(min(apart, shared)), outcome=worst.outcome,
                stake=stake, left_out=why)
