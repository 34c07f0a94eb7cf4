"""A game of video poker: five cards are dealt, some are held, the others are drawn once."""

from __future__ import annotations

from itertools import combinations

from sabot.equipment import UNKNOWN
from sabot.families.machine.draw import Draw
from sabot.families.machine.drawhands import HAND
from sabot.games.machines.clauses import CHOICE, REELS, STOPPED, WON
from sabot.games.machines.people import void_game, voiding
from sabot.games.machines.round import SEAT, Round, Steps
from sabot.games.machines.rules import Bet
from sabot.procedure import Act, Discard, Incident, Listen, Offer, Result

NONE, ALL = "none", "all"


def hand(place: int) -> str:
    """The name of the hand of one card, by its place from 1."""
    return f"{SEAT}.{place}"


def hold_names() -> tuple[str, ...]:
    """Every choice of cards to hold, as an act names it: none, 1, 1-3, ..., all."""
    places = [str(n) for n in range(1, HAND + 1)]
    some = ["-".join(held) for many in range(1, HAND) for held in combinations(places, many)]
    return (NONE, *some, ALL)


def held_places(hold: str) -> tuple[int, ...]:
    """The places of the cards that a choice holds."""
    if hold == ALL:
        return tuple(range(1, HAND + 1))
    return () if hold == NONE else tuple(map(int, hold.split("-")))


def play(r: Round, model: Draw, bet: Bet) -> Steps:
    """Play the whole game, from a pack that is shuffled for it."""
    shoe = r.shoe
    yield from shoe.shuffle((), 1)
    cards: dict[int, str] = {}
    for place in range(1, HAND + 1):
        cards[place] = yield from shoe.draw(REELS, hand(place))
        r.open_hands.append(hand(place))
    held = yield from _choose_holds(r)
    discards = [place for place in cards if place not in held]
    if discards:
        r.open_hands = [hand(place) for place in held]
        yield Discard(*CHOICE, hands=tuple(map(hand, discards)))
    for place in discards:
        cards[place] = yield from shoe.draw(REELS, hand(place))
        r.open_hands.append(hand(place))
    r.shown = (tuple(cards.values()),)
    five = list(cards.values())
    coins = 0 if UNKNOWN in five or len(set(five)) < HAND else model.pay(five, bet.stake)
    if coins:
        r.won = coins * bet.coin
        r.check_jackpot(model.prize(five), 0)
        yield Result(*WON, hand=f"{SEAT}/hand", result="won", facts={
            "name": model.prize(five), "coins": coins, "times": 1, "cents": r.won})
    r.open_hands = []
    yield Discard(*STOPPED, hands=tuple(map(hand, cards)))


def _choose_holds(r: Round) -> Steps:
    """Ask the player which cards to hold; without an answer all are held. Returns their places."""
    answer = yield Listen(
        *CHOICE, window="draw", clock="decision", default="draw", default_law=CHOICE[1][0],
        offers=(Offer("draw", "", CHOICE[0], r.player, also=CHOICE[1], seats=hold_names()),),
        faults=voiding(r))
    if isinstance(answer, Incident):
        yield from void_game(r, answer)
    return held_places(answer.seat if isinstance(answer, Act) else ALL)
