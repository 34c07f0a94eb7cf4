"""Side bets in a round: those that cards decide (`streak` has the others)."""

from __future__ import annotations

from typing import assert_never

from sabot.families.blackjack.round.bets import parse_bet
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
    winning_lines,
)
from sabot.procedure import Move, Result


def card_bets(r: Round, place: str) -> list[tuple[str, SideBet]]:
    """The bets on a place that cards decide, with their names."""
    bets = []
    for name in r.stakes:
        at, _, spot = parse_bet(name)
        bet = r.side_bets.get(spot) if at == place else None
        if bet is not None and not bet.in_a_row:
            bets.append((name, bet))
    return bets


def settle_first_cards(r: Round, hand: Hand) -> Steps:
    """Settle every bet on the first two cards of a place, once."""
    if hand.place in r.decided_cards:
        return
    r.decided_cards[hand.place] = pair = hand.cards[:2]
    for name, bet in card_bets(r, hand.place):
        match bet.decided:
            case FirstCards() as decided:
                yield from _settle_bet(r, name, bet, winning_lines(decided, pair))
            case EveryPair() as decided:
                if same_rank(*pair):
                    yield from _pay_prize(r, name, decided, decided.law)
                else:
                    yield from _lose_bet(r, name, bet.lost)
            case ThirdCard() as decided:
                if not winning_lines(decided, pair):
                    yield from _lose_bet(r, name, bet.lost)
            case InARow():
                pass  # wins of the place decide it
            case _ as never:
                assert_never(never)


def settle_shown_cards(r: Round, hand: Hand) -> Steps:
    """Settle the same bets for a hand that was face down until now, or leaves the table."""
    if r.table_law.sides:
        yield from settle_first_cards(r, hand)


def settle_second_card(r: Round, hand: Hand) -> Steps:
    """A hand of a split has its second card: it may be a further pair, or the third card of its
    place for bets that wait for one."""
    first = r.splits.get(hand.place) == 1 and hand.name.endswith(".1")
    for name, bet in card_bets(r, hand.place):
        match bet.decided:
            case EveryPair(further=further) as decided:
                if same_rank(*hand.cards[:2]):
                    yield from _pay_prize(r, name, decided, further)
            case ThirdCard() as decided:
                if first:
                    cards = [*r.decided_cards[hand.place], hand.cards[1]]
                    yield from _settle_bet(r, name, bet, winning_lines(decided, cards))
            case FirstCards() | InARow():
                pass  # already decided, or decided by wins of the place
            case _ as never:
                assert_never(never)


def settle_remaining_sides(r: Round) -> Steps:
    """At the end, pay bets that waited for a third card by two cards, and release the stakes of
    bets on every pair."""
    for place, cards in r.decided_cards.items():
        for name, bet in card_bets(r, place):
            match bet.decided:
                case ThirdCard() as decided:
                    yield from _settle_bet(
                        r, name, bet, winning_lines(decided, cards + _third_card(r, place)))
                case EveryPair(law=law):
                    yield release_won(r, name, law[0])
                case FirstCards() | InARow():
                    pass
                case _ as never:
                    assert_never(never)


def _third_card(r: Round, place: str) -> list[str]:
    """The third card of a place that did not split, where such a card counts."""
    if r.readings.third_seven == "of-split" or place in r.splits:
        return []
    return next(hand.cards[2:3] for hand in r.hands if hand.place == place)


def _settle_bet(r: Round, name: str, bet: SideBet, lines: tuple[Line, ...]) -> Steps:
    """Settle a bet: it loses, or is paid for each of these lines, and its stake leaves the table
    with the last."""
    if not lines:
        yield from _lose_bet(r, name, bet.lost)
        return
    for line in lines[:-1]:
        yield from _pay_prize(r, name, line, line.law)
    last = lines[-1]
    yield Result(*last.law, hand=name, result="won", facts=_prize_facts(last))
    yield r.prize(name, last.pays, *flat(last.law))
    yield release_won(r, name, last.law[0])


def release_won(r: Round, name: str, law: str) -> Move:
    """The stake of a side bet that was paid goes back, or the bank takes it (IR 398)."""
    if r.readings.side_stakes == "returned":
        return r.release("return", name, r.staked(name), law)
    return r.release("collect", name, r.staked(name), *flat(r.c.side_stake))


def _lose_bet(r: Round, name: str, law: Cite) -> Steps:
    yield Result(*law, hand=name, result="lost")
    yield r.lose(name, law[0])


def _pay_prize(r: Round, name: str, line: Line | EveryPair, law: Cite) -> Steps:
    """Pay a prize whose stake stays on the table."""
    yield Result(*law, hand=name, result="won", facts=_prize_facts(line))
    yield r.prize(name, line.pays, *flat(law))


def _prize_facts(line: Line | EveryPair) -> dict[str, str]:
    return {"for": line.called} if line.called else {}
