"""What becomes of side bets in a coup: those that cards decide (`streak` has the others)."""

from __future__ import annotations

from typing import assert_never

from sabot.families.blackjack.round.bets import spot_of
from sabot.families.blackjack.round.round import Hand, Round, Steps
from sabot.families.blackjack.rules.cites import Cite, flat
from sabot.families.blackjack.rules.hand import same_rank
from sabot.families.blackjack.rules.sidebets import (
    EveryPair,
    FirstCards,
    InARow,
    Line,
    SideBet,
    ThirdCard,
    won,
)
from sabot.procedure import Result


def lying(r: Round, place: str) -> list[tuple[str, SideBet]]:
    """The bets on a place that cards decide, by name."""
    found = []
    for name in r.stakes:
        at, _, spot = spot_of(name)
        bet = r.beside.get(spot) if at == place else None
        if bet is not None and not bet.in_a_row:
            found.append((name, bet))
    return found


def initial_sides(r: Round, hand: Hand) -> Steps:
    """The first two cards of a place against every bet on them, once."""
    if hand.place in r.sided:
        return
    r.sided[hand.place] = pair = hand.cards[:2]
    for name, bet in lying(r, hand.place):
        match bet.decided:
            case FirstCards() as decided:
                yield from _decide(r, name, bet, won(decided, pair))
            case EveryPair() as decided:
                if same_rank(*pair):
                    yield from _prize(r, name, decided, decided.law)
                else:
                    yield from _lost(r, name, bet.lost)
            case ThirdCard() as decided:
                if not won(decided, pair):
                    yield from _lost(r, name, bet.lost)
            case InARow():
                pass  # a place's wins decide it
            case _ as never:
                assert_never(never)


def show_sides(r: Round, hand: Hand) -> Steps:
    """The same for a hand that was face down until now, or leaves the table."""
    if r.code.sides:
        yield from initial_sides(r, hand)


def second_card(r: Round, hand: Hand) -> Steps:
    """A hand of a split has its second card: perhaps a further pair, or the third card of its place
    for who waits for that."""
    first = r.splits.get(hand.place) == 1 and hand.name.endswith(".1")
    for name, bet in lying(r, hand.place):
        match bet.decided:
            case EveryPair(further=further) as decided:
                if same_rank(*hand.cards[:2]):
                    yield from _prize(r, name, decided, further)
            case ThirdCard() as decided:
                if first:
                    cards = [*r.sided[hand.place], hand.cards[1]]
                    yield from _decide(r, name, bet, won(decided, cards))
            case FirstCards() | InARow():
                pass  # decided by now, or by the wins of the place
            case _ as never:
                assert_never(never)


def finish_sides(r: Round) -> Steps:
    """Who waited for a third card that has not come is paid for two; the stake of a bet on every
    pair goes back."""
    for place, cards in r.sided.items():
        for name, bet in lying(r, place):
            match bet.decided:
                case ThirdCard() as decided:
                    yield from _decide(r, name, bet, won(decided, cards))
                case EveryPair(law=law):
                    yield r.release("return", name, r.staked(name), law[0])
                case FirstCards() | InARow():
                    pass
                case _ as never:
                    assert_never(never)


def _decide(r: Round, name: str, bet: SideBet, made: tuple[Line, ...]) -> Steps:
    """A bet is over: it is lost, or paid for each of these lines, and its stake goes back with the
    last of them."""
    if not made:
        yield from _lost(r, name, bet.lost)
        return
    for line in made[:-1]:
        yield from _prize(r, name, line, line.law)
    last = made[-1]
    yield Result(*last.law, hand=name, result="won", facts=_called(last))
    yield from r.pay(name, last.pays, last.law, *last.law[1], kept=last.law[0])


def _lost(r: Round, name: str, law: Cite) -> Steps:
    yield Result(*law, hand=name, result="lost")
    yield r.lose(name, law[0])


def _prize(r: Round, name: str, line: Line | EveryPair, law: Cite) -> Steps:
    """A prize whose stake stays on the table."""
    yield Result(*law, hand=name, result="won", facts=_called(line))
    yield r.prize(name, line.pays, *flat(law))


def _called(line: Line | EveryPair) -> dict[str, str]:
    return {"for": line.called} if line.called else {}
