"""A game of cards: five are dealt, some are kept, the others are drawn once."""

from __future__ import annotations

from itertools import combinations

from sabot.equipment import UNKNOWN
from sabot.families.machine.draw import HAND, Draw
from sabot.games.machines.clauses import CHOICE, REELS, STOPPED, WON
from sabot.games.machines.round import SEAT, Round, Steps
from sabot.games.machines.rules import Bet
from sabot.procedure import Act, Discard, Listen, Offer, Result

NONE, ALL = "none", "all"


def hand(place: int) -> str:
    """The name of the place of a card, from 1."""
    return f"{SEAT}.{place}"


def ways() -> tuple[str, ...]:
    """Every way to keep some of five cards, as an act names it: none, 1, 1-3, ..., all."""
    places = [str(n) for n in range(1, HAND + 1)]
    some = ["-".join(kept) for many in range(1, HAND) for kept in combinations(places, many)]
    return (NONE, *some, ALL)


def kept(way: str) -> tuple[int, ...]:
    """The places whose cards are kept."""
    if way == ALL:
        return tuple(range(1, HAND + 1))
    return () if way == NONE else tuple(map(int, way.split("-")))


def play(r: Round, model: Draw, bet: Bet) -> Steps:
    """The whole game, from a pack that is shuffled for it."""
    shoe = r.shoe
    yield from shoe.shuffle((), 1)
    cards: dict[int, str] = {}
    for place in range(1, HAND + 1):
        cards[place] = yield from shoe.draw(REELS, hand(place))
        r.lies.append(hand(place))
    keeps = yield from _kept(r)
    away = [place for place in cards if place not in keeps]
    if away:
        r.lies = [hand(place) for place in keeps]
        yield Discard(*CHOICE, hands=tuple(map(hand, away)))
    for place in away:
        cards[place] = yield from shoe.draw(REELS, hand(place))
        r.lies.append(hand(place))
    r.shown = (tuple(cards.values()),)
    five = list(cards.values())
    coins = 0 if UNKNOWN in five or len(set(five)) < HAND else model.paid(five, bet.stake)
    if coins:
        r.won = coins * bet.coin
        r.shows(model.prize(five), 0)
        yield Result(*WON, hand=f"{SEAT}/hand", result="won", facts={
            "name": model.prize(five), "coins": coins, "times": 1, "cents": r.won})
    r.lies = []
    yield Discard(*STOPPED, hands=tuple(map(hand, cards)))


def _kept(r: Round) -> Steps:
    """Which cards the player keeps; who says nothing keeps all of them."""
    heard = yield Listen(*CHOICE, window="draw", clock="decision", default="draw",
                         default_law=CHOICE[1][0], offers=(
                             Offer("draw", "", CHOICE[0], r.player, also=CHOICE[1], seats=ways()),))
    return kept(heard.seat if isinstance(heard, Act) else ALL)
