"""Exact odds of side bets, from the same values by which a coup pays them.

Chances are those of the first coup of a shoe, as exact fractions; an edge is what the house keeps
on average of one unit of the stake, and below nothing what the bettor gains. A shoe is given as how
often it holds each card (`full` for whole packs), so that what a card is worth to a bet can be told
(`removals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from sabot.equipment import PACK, RANKS
from sabot.families.blackjack.pricing.odds_answer import CardBet, card_bet
from sabot.families.blackjack.rules.code import TableLaw
from sabot.families.blackjack.rules.hand import ACE, TENS, same_rank, same_value
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    Line,
    SideBet,
    ThirdCard,
    firsts,
    net_of,
    priced_names,
    thirds,
)
from sabot.odds.entry import Prizes, skewness

Shoe = Mapping[str, int]
"""How often each card is there."""


def full(packs: int) -> Shoe:
    """A shoe of whole packs."""
    return dict.fromkeys(PACK, packs)


def priced(side: SideBet, code: TableLaw) -> list[CardBet]:
    """A bet that cards decide, under each way to play that matters to it. A bet on wins in a row
    rests on how the main bet is played: `in_a_row`."""
    if isinstance(side.decided, InARow):
        return []
    return [card_bet(name, prizes(side, name, code, full(code.packs)), given=given)
            for name, given in assumptions(side, code).items()]


def assumptions(side: SideBet, code: TableLaw) -> dict[str, str]:
    """On what the price of a bet rests, by the names under which it is priced."""
    return dict(zip(priced_names(side), _given(side, code), strict=True))


def _given(side: SideBet, code: TableLaw) -> tuple[str, ...]:
    match side.decided:
        case FirstCards(given=given) | InARow(given=given):
            return (given,)
        case EveryPair():
            how = f"into up to {code.max_splits + 1} hands" if code.resplit else "once"
            aces = "whenever they come" if code.resplit_aces else "once"
            return ("no pair is split",
                    f"every pair is split, {how}, aces {aces}, no other card is taken, and each "
                    "further pair wins as much again")
        case ThirdCard(given=given, given_unsplit=unsplit):
            return given, unsplit
        case _ as never:
            assert_never(never)


def prizes(side: SideBet, name: str, code: TableLaw, shoe: Shoe) -> Prizes:
    """What a bet that cards decide wins from a shoe, under one of the names of `assumptions`."""
    match side.decided:
        case FirstCards() as decided:
            found = _two(decided, shoe)
        case EveryPair(pays=pays):
            times = _first_pair(shoe) if name == side.spot else _pairs(code, shoe)
            found = {n * pays.ratio: chance for n, chance in times.items()}
        case ThirdCard() as decided:
            found = _three(decided, code, shoe) if name == side.spot else _two(decided, shoe)
        case InARow():
            raise ValueError(f"{side.spot!r} is decided by wins of the main bet, not by cards")
        case _ as never:
            assert_never(never)
    return [(chance, net) for net, chance in found.items() if chance]


def removals(side: SideBet, name: str, code: TableLaw) -> dict[str, Fraction]:
    """What the bettor gains by it on average, of one unit, when one card is not in the shoe: by
    card, beside what they gain from the whole shoe."""
    def mean(shoe: Shoe) -> Fraction:
        return sum((chance * (net + 1) for chance, net in prizes(side, name, code, shoe)),
                   Fraction(-1))

    whole = full(code.packs)
    return {card: mean({**whole, card: whole[card] - 1}) - mean(whole) for card in PACK}


def in_a_row(side: SideBet, place: tuple[float, float, float]) -> CardBet:
    """A bet on wins in a row: a chain whose state is the wins so far; ``place``: the chances that
    a place loses, ties and wins.

    A place that ties stays where it is, one that loses ends the chain, one that wins goes on; so
    each further win comes with the chance w / (w + l), whatever number of ties there is between.
    The coups are taken as those of full shoes.
    """
    if not isinstance(side.decided, InARow):
        raise ValueError(f"{side.spot!r} is no bet on wins in a row")
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
        given=side.decided.given, skewness=skewness(net))


def _ordered_pairs(shoe: Shoe) -> Iterator[tuple[tuple[str, str], int]]:
    """Every two cards in their order, with the number of ways in which they come."""
    for one, first in shoe.items():
        for other, second in shoe.items():
            if ways := first * (second - (one == other)):
                yield (one, other), ways


def _orders(shoe: Shoe) -> int:
    """The number of ways in which any two cards come."""
    size = sum(shoe.values())
    return size * (size - 1)


def _two(decided: FirstCards | ThirdCard, shoe: Shoe) -> dict[Fraction, Fraction]:
    """The chances of what two cards win."""
    found: dict[Fraction, int] = {}
    made = {pair: net_of(lines) for pair, lines in firsts(decided).items()}
    for pair, ways in _ordered_pairs(shoe):
        if pair in made:
            found[made[pair]] = found.get(made[pair], 0) + ways
    return {net: Fraction(ways, _orders(shoe)) for net, ways in found.items()}


def _three(decided: ThirdCard, code: TableLaw, shoe: Shoe) -> dict[Fraction, Fraction]:
    """The same where every winning pair is split, and the next card of its place counts too. Where
    the bank looks at its hidden card first, a blackjack leaves no time to split."""
    found: dict[Fraction, Fraction] = {}

    def add(made: tuple[Line, ...], chance: Fraction) -> None:
        paid = net_of(made)
        found[paid] = found.get(paid, Fraction(0)) + chance

    splits = same_rank if code.split_rank else same_value
    two, three = firsts(decided), thirds(decided)
    for pair, ways in _ordered_pairs(shoe):
        if pair not in two:
            continue
        chance = Fraction(ways, _orders(shoe))
        if not splits(*pair):
            add(two[pair], chance)
            continue
        left = _without(shoe, *pair)
        rest = sum(left.values())
        for card, there in left.items():
            if there:
                comes = chance * Fraction(there, rest)
                ends = _blackjack(_without(left, card)) if code.peek else Fraction(0)
                add(three[(*pair, card)], comes * (1 - ends))
                add(two[pair], comes * ends)
    return found


def _without(shoe: Shoe, *cards: str) -> dict[str, int]:
    left = dict(shoe)
    for card in cards:
        left[card] -= 1
    return left


def _blackjack(shoe: Shoe) -> Fraction:
    """The chance that two cards of a shoe are a blackjack."""
    size = sum(shoe.values())
    aces = sum(there for card, there in shoe.items() if card[0] == ACE)
    tens = sum(there for card, there in shoe.items() if card[0] in TENS)
    return Fraction(2 * aces * tens, size * (size - 1))


def _first_pair(shoe: Shoe) -> dict[int, Fraction]:
    """The chance of a first pair, by how many pairs that is."""
    return {1: Fraction(sum(ways for pair, ways in _ordered_pairs(shoe) if same_rank(*pair)),
                        _orders(shoe))}


def _pairs(code: TableLaw, shoe: Shoe) -> dict[int, Fraction]:
    """The chances of one pair, two, three... where every pair is split as often as it may be."""
    size = sum(shoe.values())
    many = {rank: sum(there for card, there in shoe.items() if card[0] == rank) for rank in RANKS}
    found: dict[int, Fraction] = {}
    for rank in RANKS:
        first = Fraction(many[rank] * (many[rank] - 1), size * (size - 1))
        again = code.resplit_aces if rank == ACE else code.resplit
        room = (code.max_splits or size) - 1 if again else 0
        for chance, alike, cards in _left(rank, many, code.peek):
            further = _further(2, room, alike, cards) if cards else (Fraction(1),)
            for n, more in enumerate(further, start=1):
                found[n] = found.get(n, Fraction(0)) + first * chance * more
    return found


@lru_cache(maxsize=4096)
def _further(open_: int, room: int, alike: int, cards: int) -> tuple[Fraction, ...]:
    """The chances of none, one, two... further pairs in hands of a split that each wait for a card.

    ``alike`` of the ``cards`` left pair such a hand; ``room`` more hands may be made of these.
    """
    if not open_:
        return (Fraction(1),)
    twin = Fraction(alike, cards)
    found = [(1 - twin) * chance for chance in _further(open_ - 1, room, alike, cards - 1)]
    if twin:
        paired = _further(open_ + 1, room - 1, alike - 1, cards - 1) if room \
            else _further(open_ - 1, 0, alike - 1, cards - 1)
        found += [Fraction(0)] * (len(paired) + 1 - len(found))
        for n, chance in enumerate(paired, start=1):
            found[n] += twin * chance
    return tuple(found)


def _left(rank: str, many: Mapping[str, int], peek: bool) -> Iterator[tuple[Fraction, int, int]]:
    """How many cards of its rank and how many in all are left when a first pair may be split, with
    their weight: those of every bank, less those of one whose hidden card ended the hand with a
    blackjack, after which no cards follow."""
    alike, cards = many[rank] - 2, sum(many.values()) - 2
    yield Fraction(1), alike, cards
    if not peek:
        return
    aces = alike if rank == ACE else many[ACE]
    every = sum(many[ten] for ten in TENS)
    tens = {True: alike if rank in TENS else 0,
            False: every - (many[rank] if rank in TENS else 0)}
    for same, there in tens.items():
        chance = Fraction(2 * aces * there, cards * (cards - 1))
        yield -chance, alike - (same or rank == ACE), cards - 2
        yield chance, 0, 0
