"""Exact odds of side bets, from the same values by which a round pays them.

Chances are those of the first round of a shoe, as exact fractions. An edge is what the house keeps
on average of one unit of the stake; a negative edge is the bettor's gain. A shoe is given as the
number of copies of each card (`full_shoe` for whole packs), so that the effect of a card on a bet
can be computed (`card_removals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from sabot.equipment import PACK, RANKS
from sabot.families.blackjack.pricing.odds_answer import CardBet, card_bet
from sabot.families.blackjack.rules.hand import ACE, TENS, same_rank, same_value
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    Line,
    SideBet,
    ThirdCard,
    net_odds,
    priced_names,
    three_card_lines,
    two_card_lines,
)
from sabot.families.blackjack.rules.table_law import TableLaw
from sabot.probability.entry import Prizes, skewness
from sabot.words import phrase

Shoe = Mapping[str, int]
"""The number of copies of each card."""


def full_shoe(packs: int) -> Shoe:
    """A shoe of whole packs."""
    return dict.fromkeys(PACK, packs)


def price_side_bet(side: SideBet, table_law: TableLaw) -> list[CardBet]:
    """A bet that cards decide, under each strategy that matters to it. A bet on wins in a row
    depends on how the main bet is played: `price_in_a_row`."""
    if isinstance(side.decided, InARow):
        return []
    shoe = full_shoe(table_law.packs)
    return [card_bet(name, bet_prizes(side, name, table_law, shoe), assumption=assumption)
            for name, assumption in assumptions(side, table_law).items()]


def assumptions(side: SideBet, table_law: TableLaw) -> dict[str, str]:
    """The assumption of each price of a bet, by the name under which it is priced."""
    return dict(zip(priced_names(side), _assumption_texts(side, table_law), strict=True))


def _assumption_texts(side: SideBet, table_law: TableLaw) -> tuple[str, ...]:
    """The assumptions in English."""
    match side.decided:
        case FirstCards(conditions=conditions) | InARow(conditions=conditions):
            return (conditions,)
        case EveryPair():
            limit_text = (f"into up to {table_law.max_splits + 1} hands" if table_law.resplit
                          else "once")
            aces_text = "whenever they come" if table_law.resplit_aces else "once"
            return (
                "no pair is split",
                f"every pair is split, {limit_text}, aces {aces_text}, no other card is taken, and "
                "each further pair wins as much again",
            )
        case ThirdCard(conditions=conditions, conditions_unsplit=unsplit):
            return conditions, unsplit
        case _ as never:
            assert_never(never)


def bet_prizes(side: SideBet, name: str, table_law: TableLaw, shoe: Shoe) -> Prizes:
    """What a bet that cards decide wins from a shoe, under one of the names of `assumptions`."""
    match side.decided:
        case FirstCards() as decided:
            chances = _two_card_chances(decided, shoe)
        case EveryPair(pays=pays):
            times = _first_pair(shoe) if name == side.spot else _pair_counts(table_law, shoe)
            chances = {n * pays.ratio: chance for n, chance in times.items()}
        case ThirdCard() as decided:
            chances = (
                _three_card_chances(decided, table_law, shoe)
                if name == side.spot
                else _two_card_chances(decided, shoe)
            )
        case InARow():
            raise ValueError(phrase("{spot} is decided by wins of the main bet, not by cards",
                                    spot=repr(side.spot)))
        case _ as never:
            assert_never(never)
    return [(chance, net) for net, chance in chances.items() if chance]


def card_removals(side: SideBet, name: str, table_law: TableLaw) -> dict[str, Fraction]:
    """By card, how the bettor's mean gain for one unit changes when one such card is missing from
    the shoe."""
    def mean(shoe: Shoe) -> Fraction:
        return sum((chance * (net + 1) for chance, net in bet_prizes(side, name, table_law, shoe)),
                   Fraction(-1))

    whole = full_shoe(table_law.packs)
    return {card: mean({**whole, card: whole[card] - 1}) - mean(whole) for card in PACK}


def price_in_a_row(side: SideBet, place: tuple[float, float, float]) -> CardBet:
    """A bet on wins in a row: a chain whose state is the number of wins so far. ``place``: the
    chances that a place loses, ties and wins.

    A place that ties stays where it is, a loss ends the chain, a win goes on; so each further win
    comes with the chance w / (w + l), however many ties come between. The rounds are taken as those
    of full shoes.
    """
    if not isinstance(side.decided, InARow):
        raise ValueError(phrase("{spot} is not a bet on wins in a row", spot=repr(side.spot)))
    n, pays = side.decided.wins, float(side.decided.pays.ratio)
    lost, _, won = place
    chance = (won / (won + lost)) ** n
    mean = chance * pays - (1 - chance)
    variance = chance * pays ** 2 + 1 - chance - mean ** 2
    net = (("-1", 1 - chance), (str(side.decided.pays.ratio), chance))
    return CardBet(
        bet=side.spot, edge=repr(-mean), edge_float=-mean, bound=1e-6, p_win=repr(chance),
        p_push="0", p_lose=repr(1 - chance), variance=repr(variance), variance_float=variance,
        net=net, coups=sum((won / (won + lost)) ** i for i in range(n)) / (won + lost),
        conditions=side.decided.conditions, skewness=skewness(net))


def _ordered_pairs(shoe: Shoe) -> Iterator[tuple[tuple[str, str], int]]:
    """Every two cards in order, with the number of ways to draw them."""
    for card_1, copies_1 in shoe.items():
        for card_2, copies_2 in shoe.items():
            if orders := copies_1 * (copies_2 - (card_1 == card_2)):
                yield (card_1, card_2), orders


def _ordered_count(shoe: Shoe) -> int:
    """The number of ways to draw two cards in order."""
    size = sum(shoe.values())
    return size * (size - 1)


def _two_card_chances(decided: FirstCards | ThirdCard, shoe: Shoe) -> dict[Fraction, Fraction]:
    """The chances of what two cards win."""
    orders_by_net: dict[Fraction, int] = {}
    net_by_pair = {pair: net_odds(lines) for pair, lines in two_card_lines(decided).items()}
    for pair, orders in _ordered_pairs(shoe):
        if pair in net_by_pair:
            orders_by_net[net_by_pair[pair]] = orders_by_net.get(net_by_pair[pair], 0) + orders
    return {net: Fraction(orders, _ordered_count(shoe)) for net, orders in orders_by_net.items()}


def _three_card_chances(decided: ThirdCard, table_law: TableLaw, shoe: Shoe
                        ) -> dict[Fraction, Fraction]:
    """The same where every winning pair is split and the next card of its place counts too. Where
    the bank looks at its hidden card first, a blackjack leaves no time to split."""
    chances: dict[Fraction, Fraction] = {}

    def add(lines: tuple[Line, ...], chance: Fraction) -> None:
        paid = net_odds(lines)
        chances[paid] = chances.get(paid, Fraction(0)) + chance

    splits = same_rank if table_law.split_rank else same_value
    two, three = two_card_lines(decided), three_card_lines(decided)
    for pair, orders in _ordered_pairs(shoe):
        if pair not in two:
            continue
        chance = Fraction(orders, _ordered_count(shoe))
        if not splits(*pair):
            add(two[pair], chance)
            continue
        left = _without(shoe, *pair)
        rest = sum(left.values())
        for card, copies in left.items():
            if copies:
                card_chance = chance * Fraction(copies, rest)
                blackjack = (_blackjack_chance(_without(left, card)) if table_law.peek
                             else Fraction(0))
                add(three[(*pair, card)], card_chance * (1 - blackjack))
                add(two[pair], card_chance * blackjack)
    return chances


def _without(shoe: Shoe, *cards: str) -> dict[str, int]:
    """The shoe without these cards."""
    left = dict(shoe)
    for card in cards:
        left[card] -= 1
    return left


def _blackjack_chance(shoe: Shoe) -> Fraction:
    """The chance that two cards of a shoe are a blackjack."""
    size = sum(shoe.values())
    aces = sum(copies for card, copies in shoe.items() if card[0] == ACE)
    tens = sum(copies for card, copies in shoe.items() if card[0] in TENS)
    return Fraction(2 * aces * tens, size * (size - 1))


def _first_pair(shoe: Shoe) -> dict[int, Fraction]:
    """The chance of a first pair, keyed by one pair."""
    return {1: Fraction(sum(orders for pair, orders in _ordered_pairs(shoe) if same_rank(*pair)),
                        _ordered_count(shoe))}


def _pair_counts(table_law: TableLaw, shoe: Shoe) -> dict[int, Fraction]:
    """The chances of one pair, two, three... where every pair is split as often as it may be."""
    size = sum(shoe.values())
    by_rank = {
        rank: sum(copies for card, copies in shoe.items() if card[0] == rank) for rank in RANKS
    }
    chances: dict[int, Fraction] = {}
    for rank in RANKS:
        first = Fraction(by_rank[rank] * (by_rank[rank] - 1), size * (size - 1))
        again = table_law.resplit_aces if rank == ACE else table_law.resplit
        room = (table_law.max_splits or size) - 1 if again else 0
        for chance, alike, cards in _left_to_split(rank, by_rank, table_law.peek):
            further = _further_pairs(2, room, alike, cards) if cards else (Fraction(1),)
            for n, more in enumerate(further, start=1):
                chances[n] = chances.get(n, Fraction(0)) + first * chance * more
    return chances


@lru_cache(maxsize=4096)
def _further_pairs(open_: int, room: int, alike: int, cards: int) -> tuple[Fraction, ...]:
    """The chances of none, one, two... further pairs in ``open_`` hands of a split that each wait
    for a card.

    ``alike`` of the ``cards`` left pair such a hand; ``room`` further hands may be made.
    """
    if not open_:
        return (Fraction(1),)
    twin = Fraction(alike, cards)
    chances = [(1 - twin) * chance for chance in _further_pairs(open_ - 1, room, alike, cards - 1)]
    if twin:
        paired = _further_pairs(open_ + 1, room - 1, alike - 1, cards - 1) if room \
            else _further_pairs(open_ - 1, 0, alike - 1, cards - 1)
        chances += [Fraction(0)] * (len(paired) + 1 - len(chances))
        for n, chance in enumerate(paired, start=1):
            chances[n] += twin * chance
    return tuple(chances)


def _left_to_split(
    rank: str, by_rank: Mapping[str, int], peek: bool
) -> Iterator[tuple[Fraction, int, int]]:
    """How many cards of the rank and how many in all are left when a first pair may be split, with
    their weights: those of every bank, less those of a bank whose hidden card ended the round with
    a blackjack, after which no cards follow."""
    alike, cards = by_rank[rank] - 2, sum(by_rank.values()) - 2
    yield Fraction(1), alike, cards
    if not peek:
        return
    aces = alike if rank == ACE else by_rank[ACE]
    every = sum(by_rank[ten] for ten in TENS)
    tens = {True: alike if rank in TENS else 0,
            False: every - (by_rank[rank] if rank in TENS else 0)}
    for same, ten_cards in tens.items():
        chance = Fraction(2 * aces * ten_cards, cards * (cards - 1))
        yield -chance, alike - (same or rank == ACE), cards - 2
        yield chance, 0, 0
