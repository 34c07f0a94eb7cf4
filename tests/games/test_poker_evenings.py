"""Portaria 217/2007, non-banked poker: evenings in which people come, rest, ask for seats, leave
and come back as they like, and try what they may not; what the law promises is reckoned beside."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.equipment import Seeded
from sabot.games import game
from sabot.procedure import (
    RISES,
    Act,
    Call,
    Deal,
    Dealer,
    Event,
    Incident,
    Live,
    Move,
    Refusal,
    TimeOut,
    offers_for,
    replay,
)
from support.poker_table import law, table, window
from support.random_play import examples

PEOPLE = tuple(f"P{n}" for n in range(14))
ACTS = ("sit", "leave", "book", "change-seat", "rest", "back", "tip", "top-up", "fold", "check",
        "call", "bet", "raise", "all-in", "cut", "dance")
DECIDE = ("fold", "check", "call", "bet", "raise", "all-in")


class Evening:
    """Hands at one table, and what the law promises to each player, computed independently."""

    def __init__(self, seed: int, of: str, hands: int, **rules: Any) -> None:
        self.dice = Random(seed)
        self.game, self.table = game(of), table(of, unit=100, **rules)
        self.carry = self.game.opening(self.table)
        self.chance = Live(Seeded(seed, "evening"))
        self.brought = self.taken = 0
        self.seats: dict[int, str] = {}
        self.moves: list[tuple[str, int]] = []      # 12.a
        self.listed: list[tuple[str, int]] = []     # 12.b
        self.left: dict[str, int] = {}              # 14.h
        self.rests: dict[str, int] = {}             # 13
        self.idle: dict[str, int] = {}              # 13-2
        self.resting: set[str] = set()
        self.dealt_hands = 0
        self.playing: dict[int, str] = {}
        self.acted: set[str] = set()
        self.late: set[str] = set()
        self.joined: set[str] = set()
        self.waiting: set[str] = set()
        self.seen: set[str] = set()
        for _ in range(hands):
            self.one()

    # -- a hand -----------------------------------------------------------------------------------

    def one(self) -> None:
        start = self.carry
        self.dealer = Dealer(self.game.coup(self.table, start), self.chance)
        self.playing, self.acted, self.late = {}, set(), set()
        self.resting.clear()
        self.follow(self.dealer.record)
        for _ in range(400):
            if self.dealer.over:
                break
            self.step()
        else:
            self.follow(self.dealer.void("long enough"))
        if not any(event.void for event in self.dealer.record):
            self.counted()
        self.carry = self.dealer.outcome
        again = replay(self.game.coup(self.table, start), self.dealer.record)
        assert again.outcome == self.carry
        held = {who: cents for _, who, cents in self.carry.held}
        assert sum(held.values()) == self.brought - self.taken
        assert {n: who for n, who in enumerate(self.carry.seats, 1) if who} == self.seats
        assert len(set(self.seats.values())) == len(self.seats)

    def step(self) -> None:
        dealer, dice = self.dealer, self.dice
        standing = dealer.standing
        assert standing is not None
        roll = dice.random()
        act: Act | TimeOut | Incident
        turn = next((o.player for o in standing.offers if o.act in DECIDE and o.player), "")
        strokes = [kind for kind in standing.faults if kind.startswith("after")]
        if strokes and roll < 0.01:
            reply = dealer.report(Incident(dice.choice(strokes)))
            assert not isinstance(reply, Refusal)
            self.follow(reply)
            return
        if standing.clock and roll < (0.06 if turn else 0.25):
            before = len(dealer.record)
            if turn:
                self.late.add(turn)
            reply = dealer.answer(TimeOut(window(dealer)))
            assert not isinstance(reply, Refusal)
            self.follow(dealer.record[before + 1:])
            return
        player = turn if turn and roll < 0.7 else dice.choice(PEOPLE)
        act = self.wish(player) if roll < 0.9 else Act(
            player, dice.choice(ACTS), dice.choice(("table", *map(str, range(13)))),
            dice.choice((0, 0, 100, 1_000, 20_000, 20_001, -100)))
        before = len(dealer.record)
        standing_before = dealer.standing
        reply = dealer.answer(act)
        if isinstance(reply, Refusal):
            assert len(dealer.record) == before and dealer.standing is standing_before
            assert reply.code and reply.law and reply.text
            return
        self.heard(act)
        self.follow(reply[1:])

    def wish(self, player: str) -> Act:
        """Something that is open to this player, decisions and seats before all."""
        open_ = offers_for(self.dealer.standing, player)
        if not open_:
            return Act(player, "sit", "1", 20_000)
        weights = [{"leave": 0.3, "fold": 2, "check": 6, "call": 6, "sit": 8}.get(o.act, 1)
                   for o in open_]
        offer = self.dice.choices(open_, weights)[0]
        amount = 0
        if offer.unit:
            top = min(offer.high, offer.low + self.dice.choice((0, 0, 5_000, 10**9)))
            top = min(top, 200_000) if top > 200_000 >= offer.low else top
            amount = offer.low + self.dice.randint(
                0, max(top - offer.low, 0) // offer.unit) * offer.unit
        return Act(player, offer.act, self.dice.choice(offer.spots), amount)

    # -- what the law promises --------------------------------------------------------------------

    def heard(self, act: Act) -> None:
        """An act that was accepted."""
        player = act.player
        self.seen.add(act.act)
        mine = next((n for n, who in self.seats.items() if who == player), 0)
        if act.act == "sit":
            seat = int(act.seat)
            assert not mine and seat not in self.seats, "one seat each, one player each (10)"
            assert act.amount >= self.left.pop(player, 0), "no less than before (14.h)"
            assert not any(place == seat for _, place in self.moves), "asked for before (12.a)"
            self.listed = [one for one in self.listed if one[0] != player]
            self.seats[seat] = player
            self.joined.add(player)
        elif act.act == "book":
            assert not mine
            self.listed.append((player, self.dealt_hands))
        elif act.act == "leave" and act.seat == "table":
            self.listed = [one for one in self.listed if one[0] != player]
        elif act.act == "leave":
            assert mine == int(act.seat)
            self.gone(mine)
        elif act.act == "change-seat":
            assert mine and (self.playing.get(mine) != player or player in self.folded())
            self.moves = [one for one in self.moves if one[0] != player]
            if int(act.seat) != mine:
                self.moves.append((player, int(act.seat)))
        elif act.act == "rest":
            self.rests[player] = 2
        elif act.act == "back":
            self.rests.pop(player)
        elif act.act == "top-up":
            assert player not in self.playing.values(), "nothing is added in a hand (14.e)"
        elif act.act in DECIDE or act.act == "cut":
            assert self.seats[int(act.seat)] == player, "nobody acts for another (14.l)"
            if act.act != "cut":
                self.acted.add(player)

    def folded(self) -> set[str]:
        """Who plays no more in this hand."""
        return {self.playing[int(hand)] for event in self.dealer.record
                if event.step is not None and getattr(event.step, "hands", None)
                and event.step.law.endswith(("/39.a", "/70.b"))
                for hand in event.step.hands if hand.isdecimal() and int(hand) in self.playing}

    def gone(self, place: int) -> None:
        player = self.seats.pop(place)
        for clocks in (self.rests, self.idle):
            clocks.pop(player, None)
        self.joined.discard(player)
        self.moves = [one for one in self.moves if one[0] != player]

    def follow(self, events: list[Event]) -> None:
        """Follow the events of a hand."""
        for event in events:
            step = event.step
            if isinstance(step, Move):
                self.moved(step)
            elif isinstance(step, Call):
                self.called(step)
            elif isinstance(step, Deal) and step.to.isdecimal():
                place = int(step.to)
                who = self.seats[place]
                if place not in self.playing:
                    assert who not in self.resting, "two hands of rest (13)"
                    self.playing[place] = who

    def counted(self) -> None:
        """A hand is over: one more of rest, one more that somebody did not play (13)."""
        for who in self.seats.values():
            if who in self.playing.values():
                if who in self.acted:
                    self.idle.pop(who, None)
                elif who in self.late:
                    self.idle[who] = self.idle.get(who, 0) + 1
            elif who in self.resting:
                if who in self.rests:
                    self.rests[who] -= 1
                    if not self.rests[who]:
                        del self.rests[who]
            elif who not in self.joined:
                self.idle[who] = self.idle.get(who, 0) + 1

    def moved(self, step: Move) -> None:
        cave = step.bet.endswith("/cave")
        if step.kind == "stake":
            self.brought += step.amount
        elif step.kind in ("return", "gratuity", "commission", "refund"):
            self.taken += step.amount
        if step.kind == "return" and cave and self.dealt_hands:
            self.left[step.player] = step.amount

    def called(self, step: Call) -> None:
        word = step.call
        self.seen.add(word)
        if word == "hand":
            self.begins()
        elif word == "drawn":
            moves = {int(old): new for old, new in step.facts[RISES].items()}
            self.seats = {moves[old]: who for old, who in self.seats.items()}
            self.joined.clear()
        elif word == "not-drawn":
            player = self.seats[int(step.seat)]
            self.gone(int(step.seat))
            self.listed.append((player, 0))
        elif word == "seat-changed":
            old, new = step.facts[RISES], int(step.seat)
            player = self.seats.pop(old)
            first = next(who for who, place in self.moves if place == new)
            assert first == player and new not in self.seats, "who asked first (12.a, 14.k)"
            self.moves.remove((player, new))
            self.seats[new] = player
        elif word == "enters-next":
            assert self.seats[int(step.seat)] in self.joined, "who has just joined (80)"
            self.waiting.add(self.seats[int(step.seat)])
        elif word == "rests-over":
            self.rests.clear()
        elif word == "away":
            assert self.idle[self.seats[int(step.seat)]] >= 3, "three hands in a row (13-2)"
            self.gone(int(step.seat))
        elif word in ("game-closed", "game-over"):
            if word == "game-closed":
                assert len(self.able()) < 4, "four players are no reason to close (24)"
            self.seats, self.moves, self.left = {}, [], {}
            self.rests, self.idle, self.joined = {}, {}, set()
            self.dealt_hands = 0
        elif word == "suspended":
            assert len(self.able()) < 4, "four players are no reason to suspend (24)"

    def able(self) -> list[str]:
        """The players who have the minimum or more at the table."""
        lies: dict[str, int] = {}
        for event in self.dealer.record:
            if isinstance(step := event.step, Move) and step.bet.endswith("/cave"):
                who = step.player
                sign = 1 if step.kind in ("stake", "resume") else \
                    -1 if step.kind in ("return", "gratuity", "commission") else 0
                lies[who] = lies.get(who, 0) + sign * step.amount
        return [who for who in self.seats.values() if lies.get(who, 0) >= self.table.minimum]

    def begins(self) -> None:
        """A hand begins: what was promised for it."""
        able = self.able()
        assert len(able) >= 4, "a hand needs four players (24)"
        self.resting = set(self.rests)
        # Who joined plays now, but for who would have the hand (80).
        self.joined &= self.waiting
        self.waiting = set()
        self.dealt_hands += 1


EVENINGS = pytest.mark.parametrize(("of", "rules"), [
    ("holdem", {}), ("omaha", {"percentage": "session", "rate": 10}),
    ("holdem", {"entry": "average", "sessions": 2}), ("sintetico", {"estardilho": True})])


@law("8.a", "10", "11", "12", "12.a", "12.b", "13", "13-2", "14.e", "14.h", "14.k", "24")
@EVENINGS
@examples(5)
@given(seed=st.integers(0, 2**32))
def test_whatever_people_wish_the_law_keeps_its_promises(of: str, rules: dict[str, Any],
                                                         seed: int) -> None:
    Evening(seed, of, hands=8, **rules)
