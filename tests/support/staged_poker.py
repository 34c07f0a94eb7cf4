"""A table of poker for a picture: a real hand, as one person sees it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from sabot.equipment import Seeded
from sabot.games import game
from sabot.procedure import (
    Act,
    Call,
    Dealer,
    Discard,
    Listen,
    Live,
    Refusal,
    Result,
    TimeOut,
    offers_for,
)
from support.staged_coups import ME, Stage

PEOPLE = ("Ana", "Rui", "Eva", "Tomás", "Beatriz", "Guilherme", "Inês", "João", "Maria Antónia",
          "Zé", "Leonor")
WEIGHT = {"check": 6.0, "call": 8.0, "raise": 2.0, "bet": 3.0, "all-in": 0.6, "fold": 1.5,
          "cut": 9.0}
SAID = {"fold": "39.a", "check": "39.b", "call": "39.c", "bet": "39", "raise": "39.d"}


class Hand(Stage):
    """One hand at a full table; I register at ``mine``, and a lot gives me my place (11)."""

    def __init__(self, name: str, seed: int, *, mine: int = 3, bold: bool = False) -> None:
        places = game(name).places
        super().__init__(f'game = "{name}"\nname = "Ria"\nplaces = {places}\nminimum = 2\n'
                         'maximum = 1000\n[rules]\nminimum_share = false\nlimit = "cave"\n',
                         mine=(mine,), chance=Live(Seeded(seed)))
        self.random, self.place = Random(seed), mine
        self.weight = {**WEIGHT, "all-in": 3.0} if bold else WEIGHT
        others = iter(PEOPLE[1:])
        for place in range(1, places + 1):
            who = ME if place == mine else next(others)
            offer = next(o for o in offers_for(self.dealer.standing, who) if o.act == "sit")
            assert self.act(who, "sit", str(place), offer.low)
        assert self.dealer.standing
        self.dealer.answer(TimeOut(self.dealer.standing.window))

    def until(self, so: Callable[[Listen], bool]) -> Hand:
        """Everybody acts by chance until the condition is true, or the hand is over."""
        for _ in range(900):
            listen = self.dealer.standing
            if listen is None or so(listen):
                break
            self._answer(listen)
        return self

    def _answer(self, listen: Listen) -> None:
        asked = [o for o in listen.offers if o.player and o.act in self.weight
                 and o.player not in o.barred]
        if asked:
            mine = [o for o in asked if o.player == asked[0].player]
            one = self.random.choices(mine, [self.weight[o.act] for o in mine])[0]
            sum_ = min(one.high, one.low + one.unit * self.random.randrange(6))
            reply = self.dealer.answer(Act(one.player, one.act, one.seat, sum_))
            if not isinstance(reply, Refusal):
                return
        self.dealer.answer(TimeOut(listen.window))

    def again(self) -> Hand:
        """The next hand of the same people, whose caves are not alike any more."""
        self.carry, self.no = self.dealer.outcome, self.no + 1
        self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        return self

    @property
    def piles(self) -> int:
        """How many side pots were announced."""
        return sum(isinstance(event.step, Call) and event.step.call == "side-lies"
                   for event in self.dealer.record)

    @property
    def alive(self) -> int:
        """How many hold cards."""
        return sum(name.isdigit() for name in self.state(ME, None).hands)

    @property
    def hands_shown(self) -> int:
        """How many hands were turned up."""
        return sum(isinstance(event.step, Result) for event in self.dealer.record)

    def put_away(self) -> int:
        """Where the last picture of the hand ends: before the cards are put away."""
        return max(i for i, event in enumerate(self.dealer.record)
                   if isinstance(event.step, Discard))

    def message(self, end: int | None = None) -> dict[str, Any]:
        """What the house sends me of it."""
        snapshot = self.snapshot(end=end)
        snapshot["shown"] = self.game.public_state(self.dealer.outcome if self.dealer.over
                                                   else self.carry)
        return snapshot


def asked(name: str, street: int, act: str = "fold", mine: int = 3) -> dict[str, Any]:
    """I am asked in this round of betting, and may do this."""
    for seed in range(400):
        hand = Hand(name, seed, mine=mine).until(
            lambda listen: listen.window.startswith(f"turn:{street}:")
            and any(o.act == act and o.player == ME and ME not in o.barred
                    for o in listen.offers))
        if hand.dealer.standing:
            return hand.message()
    raise AssertionError("nobody came so far")


def piled(name: str, piles: int = 2) -> dict[str, Any]:
    """Somebody is asked while so many side pots lie there."""
    for seed in range(400):
        hand = Hand(name, seed)
        hand.weight = {**WEIGHT, "all-in": 0.01, "fold": 6.0}
        hand.until(lambda listen: False).again()
        if hand.dealer.standing and hand.dealer.standing.window == "between":
            hand.dealer.answer(TimeOut("between"))
        hand.weight = {**WEIGHT, "all-in": 3.0}
        hand.until(lambda listen, hand=hand: listen.window.startswith("turn:")
                   and hand.piles >= piles)
        if hand.dealer.standing:
            return hand.message()
    raise AssertionError("nobody came so far")


def restored(name: str, cents: int) -> dict[str, Any]:
    """The second hand, in which somebody restores missed bets of this sum (90)."""
    hand = Hand(name, 1).until(lambda listen: False)
    carry = hand.dealer.outcome
    owes = msgspec.structs.replace(carry.folk, owed={carry.seats[4]: cents})
    caves = tuple((f"{n}/cave", who, 4_000) for n, who in enumerate(carry.seats, start=1))
    hand.carry = msgspec.structs.replace(carry, folk=owes, held=caves)
    hand.dealer = Dealer(hand.game.coup(hand.table, hand.carry), hand.chance)
    assert hand.dealer.standing
    hand.dealer.answer(TimeOut(hand.dealer.standing.window))
    return hand.message()


def showdown(name: str, hands: int = 3) -> dict[str, Any]:
    """So many hands are turned up, and the pot is paid."""
    for seed in range(400):
        hand = Hand(name, seed, bold=True).until(lambda listen: False)
        if hand.hands_shown >= hands:
            return hand.message(hand.put_away())
    raise AssertionError("nobody came so far")


def midhand() -> dict[str, Any]:
    """A picture of an evening: the turn lies there, four are in, and I am asked to pay a bet."""
    for seed in range(400):
        hand = Hand("holdem", seed).until(lambda listen: any(
            listen.window.startswith("turn:3:") and o.act == "raise" and o.player == ME
            and ME not in o.barred for o in listen.offers))
        if hand.dealer.standing and hand.alive in (3, 4):
            message = hand.message()
            message["shown"]["results"] = ["two-pair 4150", "unseen 1200", "straight 7800",
                                           "pair 950"]
            message["you"] |= {"balance": 96_000, "session": message["you"]["session"] | {
                "coups": 0, "staked": 4_000, "won": 0, "net": 0}}
            names = {seat["place"]: seat["name"] for seat in message["seats"]}
            for step in message["steps"]:
                if law := SAID.get(step.get("answer")):  # the house tells these with each answer
                    step |= {"law": f"pt-217-2007/poquer-nao-bancado/{law}",
                             "by": names[step["seat"]]}
            return message
    raise AssertionError("nobody came so far")
