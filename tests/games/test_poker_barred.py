"""Portaria 217/2007, non-banked poker at a real table: who has made an error, or saw a card too
early, raises no more in that round (57, 70.h, 71.c, 71.f, 71.i)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_poker_faults import Hostile

from sabot.families.pokertable.early_cards import STREETS
from sabot.procedure import Act, Call, Deal, Discard, Incident, Listen, Move
from support.poker_table import law
from support.random_play import examples

CLOSED = {"short": True, "out-of-turn": True, "looked-again": False}
"""The reports that bar a player, and whether also from a first bet."""


WEIGHT = {"fold": 1, "all-in": 1, "raise": 30, "bet": 30}


class Erring(Hostile):
    """The same, with few errors that end the hand, and many who raise."""

    def fault(self, step: Any, card: str = "") -> Incident:
        for _ in range(4):
            found = super().fault(step, card)
            if found.kind in CLOSED or found.kind in ("announced", "skipped", *STREETS):
                break
        if found.kind == "out-of-turn":  # few chips: somebody may raise after it
            return Incident(found.kind, seat=found.seat, amount=min(found.amount, 1_500))
        return found

    def asked(self) -> Any:
        listen = self.dealer.standing
        assert listen is not None
        if listen.window.startswith("turn:") and self.random.random() < 0.75:
            player = next(one.player for one in listen.offers if one.act == "fold")
            acts = [one for one in listen.offers if one.player == player
                    and player not in one.barred and one.act != "leave"]
            one = self.random.choices(acts, [WEIGHT.get(one.act, 9) for one in acts])[0]
            return self.dealer.answer(Act(player, one.act, one.seat, one.low))
        return super().asked()


class Rounds:
    """What was bet in each round, read from the events."""

    def __init__(self, of: str) -> None:
        self.of, self.street = of, 0
        self.put: dict[str, int] = {}
        self.live: set[str] = set()
        self.own: set[str] = set()         # who has bet by choice in this round
        self.barred: dict[str, bool] = {}  # who may not raise; whether not bet either
        self.announced: dict[str, bool] = {}    # the same, from the next question on
        self.raises = self.level = 0

    def hears(self, event: Any) -> None:
        step, incident = event.step, event.incident
        if step is None and incident is not None and incident.kind in CLOSED:
            self.announced[incident.seat] = CLOSED[incident.kind]
        elif isinstance(step, Listen):
            self.asks(step)
        elif isinstance(step, Call) and step.call == "skipped-heard":
            self.announced[step.seat] = False
        elif isinstance(step, Call) and step.call.startswith("early-"):
            self.announced |= dict.fromkeys(self.live - self.own, True)
        elif isinstance(step, Deal) and step.to.isdecimal() and not self.street:
            self.live.add(step.to)
        elif isinstance(step, Discard) and len(step.hands) == 1:
            self.live.discard(step.hands[0])
        elif isinstance(step, Move):
            self.moves(step)

    def asks(self, step: Listen) -> None:
        name, *where = step.window.split(":")
        if name == "turn" and int(where[0]) != self.street:
            begins = self.of == "sintetico" or self.street
            self.street, self.raises = int(where[0]), 0
            self.put, self.level = ({}, 0) if begins else (self.put, self.level)
            self.own, self.barred, self.announced = set(), {}, {}
        self.barred |= self.announced
        self.announced = {}

    def moves(self, move: Move) -> None:
        place, lies = move.bet.split("/")
        clause = move.law.rpartition("/")[2]
        if move.bet.endswith("/pot") and move.into == f"{place}/cave":
            self.put[place] = self.put.get(place, 0) - move.amount  # what goes back
        if lies != "cave" or not move.into.endswith("/pot"):
            return
        level, now = self.level, self.put.get(place, 0) + move.amount
        self.put[place] = now
        if clause == "71.d":
            return  # a raise that was not announced: what is over goes back
        self.level = max(level, now)
        if self.street:
            self.own.add(place)
        if not self.street or now <= level or clause in ("91", "111"):
            return
        assert place not in self.barred or not (level or self.barred[place]), (place, self.barred)
        self.raises += level > 0
        assert self.raises <= 3 or len(self.live) == 2 or self.of == "sintetico"


@law("57", "70.h", "71.c", "71.f", "71.i")
@pytest.mark.parametrize("of", ["holdem", "omaha", "sintetico"])
@examples(400)
@given(seed=st.integers(0, 2**32))
def test_who_is_barred_raises_no_more_in_that_round(of: str, seed: int) -> None:
    seen = Rounds(of)
    for event in Erring(of, seed, attended=True).dealer.record:
        seen.hears(event)
