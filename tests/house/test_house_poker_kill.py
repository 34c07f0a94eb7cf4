"""Six at a mixed table of poker whose house is killed with SIGKILL while they go all-in: each hand
goes on from its record, and pays what it would have paid had nothing happened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.equipment import UNKNOWN
from sabot.house.open_rooms import BACK
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.table.messages import Ack
from sabot.house.table.stored_rounds import stored_round
from sabot.money import EURO
from sabot.procedure import Deal, Move, TimeOut, replay
from sabot.procedure.steps import gain
from support.house_evening import Evening, table
from support.killed_house import Command, Killer, record_digest

SIX = 6
TABLES = {"poker": table("""
game = "holdem"
name = "Killed"
places = 10
minimum = 2
maximum = 100
[clocks]
decision = 30
late = 5
[rules]
minimum_share = false
second = "omaha"
shares = "side-pots"
cave = 40
top_up = 40
""")}
WEIGHT = {"fold": 1, "check": 4, "call": 5, "bet": 2, "raise": 2, "all-in": 3}
BOLD = WEIGHT | {"call": 8, "all-in": 9}  # once somebody has gone all-in
MOMENTS = ("unanswered", "unanswered", "answered", "later", "later", "anywhen")
"""When the house is killed: an all-in was sent and not answered; it was answered; some decisions
after it; or at a moment that has nothing to do with one."""


class Six(Killer):
    """Six people who like to go all-in; the house is killed at a chosen moment of that."""

    def __init__(self, url: str, seed: int, format: int) -> None:
        super().__init__(url, seed, TABLES, SIX, format)
        self.all_ins = 0
        self.bold = ""  # the hand in which somebody last went all-in

    def play(self) -> None:
        moment = MOMENTS[self.n and self.random.randrange(len(MOMENTS))]
        self.linger = 0.005 if moment == "unanswered" else 0.02
        left = self.random.randint(1, 40) if moment == "anywhen" else 200
        gone = False
        while left > 0:
            what = self.next()
            self.tell(what)
            left -= 1
            if isinstance(what, Command) and what.act == "all-in":
                self.bold = self.last["coup"]
                if not gone and moment != "anywhen":
                    gone = True
                    left = self.random.randint(1, 4) if moment == "later" else 0
                    self.all_ins += 1
            while self.asked and not (gone and moment == "unanswered"):
                self.read(10)

    def next(self) -> Command | float:
        """A decision of whose turn it is; between two hands some add to their caves."""
        offers = self.last.get("offers", ())
        turn = [o for o in offers if o["act"] in WEIGHT or o["act"].startswith("deal-")]
        if turn:
            weight = BOLD if self.bold == self.last["coup"] else WEIGHT
            offer = self.random.choices(turn, [weight.get(o["act"], 1) for o in turn])[0]
            if self.random.random() < 0.15:  # a pause, or no answer at all
                return self.random.choice((12.0, 24.0, 24.0, 31.0))
            high = min(offer["high"], offer["low"] + 4 * offer["unit"])
            amount = self.random.randrange(offer["low"], high + 1, offer["unit"]) \
                if offer["unit"] else 0
            return self.command(offer, amount)
        sit = [o for o in offers if o["act"] == "sit"]
        seated = {o["player"] for o in offers if o["act"] in ("leave", "top-up")}
        if sit and (out := [p for p in self.players if p not in seated]):
            return self.command(sit[0] | {"player": out[0]}, sit[0]["low"])
        adds = [o for o in offers if o["act"] == "top-up"]
        few = self.last.get("window") == "seats"
        if adds and (few or self.random.random() < 0.6):
            return self.command(offer := self.random.choice(adds), offer["low"])
        return 5.0 if offers else 1.0

    def command(self, offer: dict[str, Any], amount: int) -> Command:
        return Command(offer["player"], f"c{self.n + 1}", offer["act"], offer["seats"][0], amount)

    async def holds(self, evening: Evening) -> None:
        self.stands(evening)
        await self.answers_again(evening)
        await self.waits_as_long(evening)
        self.pays_the_same(evening)
        await super().holds(evening)

    def stands(self, evening: Evening) -> None:
        """The table is found where it was when it last answered, or further on."""
        desk, before = evening.desk("poker"), self.last
        if not before or desk.state.coup != before["coup"]:
            return
        _, stored = stored_round(desk.ledger, desk.state.coup)
        assert not before["over"] or desk.state.over
        assert desk.state.over or list(desk.dealer.record) == stored
        assert record_digest(stored[:before["events"]]) == before["told"], "it was told otherwise"
        if desk.state.version == before["v"] and not desk.state.over and before["deadline"]:
            assert desk.state.deadline == max(before["deadline"], self.now + BACK)

    async def answers_again(self, evening: Evening) -> None:
        """What was sent and not answered is sent again under its key, twice: it is done once."""
        room, desk = evening.house.rooms["poker"], evening.desk("poker")
        for sent in [*self.sent.values()][-4:]:
            stored = evening.ledger.answer_to(sent.player, sent.key)
            version = desk.state.version
            first = await room.reply_to(sent.player, sent.command)
            if stored is not None:
                assert first == msgspec.json.decode(stored, type=Ack)
                assert desk.state.version == version, "done once"
            second = await room.reply_to(sent.player, sent.command)
            assert not isinstance(first, Ack) or second == first
            assert isinstance(second, Ack) or not isinstance(first, Ack)
            if isinstance(first, Ack):
                self.acked[sent.player, sent.key] = first.v

    async def waits_as_long(self, evening: Evening) -> None:
        """The clock answers when its time has come, and not before."""
        desk = evening.desk("poker")
        dealer, deadline = desk.dealer, desk.state.deadline
        if desk.state.over or not deadline or dealer.standing is None:
            return
        version = desk.state.version
        await evening.later(deadline - evening.clock.now() - 0.5)
        assert desk.state.version == version and evening.desk("poker").dealer is dealer
        if self.random.random() < 0.3:
            index = len(dealer.record)
            await evening.later(0.5)
            assert isinstance(dealer.record[index].answer, TimeOut)
        self.now = evening.clock.now()

    def pays_the_same(self, evening: Evening) -> None:
        """All hands replayed one after the other, each from what the one before left, nothing
        between them: the same cards, the same pots, the same caves."""
        desk = evening.desk("poker")
        carry, own = desk.game.opening(desk.table), dict.fromkeys(self.players, 0)
        for no in range(1, desk.state.no + 1):
            begin, record = stored_round(desk.ledger, f"poker-{no}")
            assert msgspec.convert(begin["carry"], type(carry)) == carry, f"hand {no} differs"
            dealer = replay(desk.game.coup(desk.table, carry), record)
            for event in record:
                if isinstance(event.step, Move):
                    own[event.step.player] += gain(event.step)
            dealt = [e.card for e in record if isinstance(e.step, Deal) and e.card != UNKNOWN]
            assert len(set(dealt)) == len(dealt), "a card was dealt twice"
            if dealer.over:
                carry = dealer.outcome
        names = evening.ledger.accounts(EURO)
        for player, came in own.items():
            assert evening.ledger.balance(names.player(player)) == GUEST_CREDIT + came
        if desk.state.over:
            lies = {name: (who, cents) for name, who, cents in carry.held}
            assert desk.state.held == lies


def kills(url: str, seed: int, count: int, format: int) -> None:
    six = Six(url, seed, format)
    asyncio.run(six.prepare())
    found = []
    for _ in range(count):
        six.play_and_kill()
        found.append(asyncio.run(six.check()))
    assert set(found) <= {"resumed", "between"} and found.count("resumed") > count // 3
    assert six.all_ins > count // 3


@pytest.mark.more_of("1-2", "2-1", "2-2")
@pytest.mark.parametrize("format", [1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_of_all_ins_outlives_a_kill(tmp_path: Path, seed: int, format: int) -> None:
    kills(f"sqlite:///{tmp_path / 'house.sqlite3'}", seed, 10, format)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_table_of_all_ins_is_killed_six_hundred_times(tmp_path: Path) -> None:
    for seed in range(20):
        kills(f"sqlite:///{tmp_path / f'{seed}.sqlite3'}", 100 + seed, 30, 1 + seed % 2)
