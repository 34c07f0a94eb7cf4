"""A crowd of random and hostile players, and an evening with them that checks itself."""

from __future__ import annotations

import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from sabot.certify.audit.verify import verify
from sabot.equipment import PACK, UNKNOWN
from sabot.house import HouseError
from sabot.house.people.players import GUEST_CREDIT
from sabot.house.people.roles import Member
from sabot.house.staff.croupier import enter_fact, faults_at, report_fault
from sabot.house.table.messages import Ack, ActCommand, EndCommand, ReadyCommand, Refused
from sabot.procedure import ALL, NOBODY, Handle, Incident
from support.house_evening import ALONE, Evening, Guest, Screen, table

BIG = """
game = "blackjack-online"
name = "Big"
minimum = 2
maximum = 200
places = 7
places_per_player = 2
[clocks]
betting = 5
decision = 8
insurance = 4
between = 1
[rules]
packs = 4
warning_card = 120
double_any = true
"""
ACTS = ("sit", "leave", "bet", "clear", "deal", "hit", "stand", "double", "split", "surrender",
        "insure", "no-insurance", "even-money", "wait", "void", "cut", "follow", "play-on", "")
SEATS = ("", "0", "1", "3", "8", "3.1", "3+1", "1/pair", "bank", "table", "é")


class Crowd:
    """Some players at a shared and at their own tables, driven by one random stream."""

    def __init__(self, evening: Evening, stream: random.Random) -> None:
        self.evening = evening
        self.random = stream
        self.guests: list[Guest] = []
        self.screens: list[Screen] = []
        self.sent: dict[tuple[str, str], tuple[object, Ack]] = {}
        self.keys = 0
        self.answers = 0
        self.member: Member

    async def arrive(self, count: int) -> None:
        self.guests = [await self.evening.guest(f"G{n}") for n in range(count)]
        for guest in self.guests:
            self.screens.append(await guest.look("big"))

    def command(self, guest: Guest, where: str) -> ActCommand:
        desk = guest.room(where).desk
        standing = desk.dealer.standing if desk.dealer else None
        offers = list(standing.offers) if standing else []
        mine = [o for o in offers if o.player in ("", guest.id) and guest.id not in o.barred
                and o.act not in ("leave", "clear")]
        self.keys += 1
        key = f"k{self.keys}"
        dice = self.random.random()
        if mine and dice < 0.75:
            offer = self.random.choice(mine)
            amount = 0
            if offer.priced:
                amount = min(offer.low + offer.unit * self.random.randrange(4), offer.high)
            return ActCommand(key, offer.act, self.random.choice(offer.spots), amount)
        if offers and dice < 0.85:
            offer = self.random.choice(offers)
            return ActCommand(key, offer.act, self.random.choice(offer.spots), offer.low)
        return ActCommand(key, self.random.choice(ACTS),
                          self.random.choice(SEATS),
                          self.random.choice((0, 0, 1, -200, 200, 333, 10 ** 12)))

    async def act(self) -> None:
        guest = self.random.choice(self.guests)
        where = "big" if self.random.random() < 0.8 else "alone"
        if self.sent and self.random.random() < 0.1:  # an old command once more
            (player, key), (command, first) = self.random.choice(list(self.sent.items()))
            again = next(g for g in self.guests if g.id == player)
            answer = await again.room(where).reply_to(player, command)  # type: ignore[arg-type]
            assert answer == first, (key, answer, first)
            return
        dice = self.random.random()
        if dice < 0.06:
            self.keys += 1
            message: ActCommand | EndCommand | ReadyCommand = (
                EndCommand if dice < 0.03 else ReadyCommand)(f"e{self.keys}")
        else:
            message = self.command(guest, where)
        before = guest.room(where).desk.state.version
        answer = await guest.room(where).reply_to(guest.id, message)
        self.answers += 1
        assert isinstance(answer, Ack | Refused) and answer.id == message.id
        if isinstance(answer, Ack):
            assert answer.v >= before
            self.sent[guest.id, message.id] = (message, answer)
        else:
            assert answer.code not in ("fault", "not-stored", "busy") and answer.text

    async def line(self) -> None:
        n = self.random.randrange(len(self.screens))
        screen = self.screens[n]
        screen.read()
        await screen.go()
        new = Screen(screen.room, screen.viewer.player)
        new.state = screen.state
        self.screens[n] = await new.enter(screen.version)

    async def restart(self) -> None:
        for screen in self.screens:
            screen.read()
        await self.evening.reopen()
        for n, screen in enumerate(self.screens):
            guest = self.guests[n]
            new = Screen(guest.room("big"), guest.id)
            new.state = screen.state
            self.screens[n] = await new.enter(screen.version)

    async def croupier(self) -> None:
        """Somebody in the house enters what is asked at a real table, or reports a fault."""
        house = self.evening.house
        for _ in range(self.random.randrange(1, 8)):
            step = house.rooms["big"].desk.awaited
            if step is None:
                break
            fact: Any = self.random.choice(PACK)
            if isinstance(step, Handle):
                fact = self.random.choice(step.answers or ("done",))
            elif getattr(step, "seen_by", ALL) == NOBODY and self.random.random() < 0.5:
                fact = UNKNOWN
            if getattr(step, "faults", ()) and self.random.random() < 0.05:
                fact = self.incident(step.faults)
            await self.attempt(enter_fact(house, self.member, "big", fact))
        faults = faults_at(house.rooms["big"].desk)
        if faults and self.random.random() < 0.2:
            await self.attempt(report_fault(house, self.member, "big", self.incident(faults)))

    def incident(self, faults: tuple[str, ...]) -> Incident:
        kind = self.random.choice(faults)
        card = self.random.choice(PACK) if kind not in ("jam", "warning-card") else ""
        return Incident(kind, card=card if self.random.random() < 0.7 else "", note="it happened",
                        seat=self.random.choice(("", "1", "2.1", "bank")))

    async def attempt(self, act: Coroutine[Any, Any, int]) -> None:
        try:
            await act
        except HouseError as error:
            assert error.code not in ("fault", "not-stored", "form"), error

    async def void(self) -> None:
        room = self.evening.house.rooms["big"]
        await room.ask(lambda: room.void("tried"))

    async def check(self) -> None:
        """What every viewer knows is what the table holds; and no money came or went."""
        ledger, desk = self.evening.ledger, self.evening.desk("big")
        names = desk.accounts
        balances = ledger.balances()
        assert sum(balances.values()) == 0
        assert balances[names.name_of("issue", "demo")] == -GUEST_CREDIT * len(self.guests)
        assert all(v >= 0 for a, v in balances.items() if a.startswith(("player:", "stake:")))
        assert sum(desk.at_stake.values()) == balances.get(names.stake(desk.state.coup), 0)
        assert sum(c for _, c in desk.state.held.values()) == balances.get(
            names.held_stakes("big"), 0
        )
        assert getattr(desk.carry, "pool", 0) == balances.get(names.jackpot("big"), 0) or not (
            desk.state.over)
        for guest, screen in zip(self.guests, self.screens, strict=True):
            screen.read()
            assert screen.version == desk.state.version
            fresh = await Screen(screen.room, "").enter()
            assert fresh.state.show() == screen.state.show()
            hidden = [e for e in desk.layout.coup_items if e.event
                      and getattr(e.event.step, "to", "") == "bank"
                      and getattr(e.event.step, "seen_by", ALL) == NOBODY]
            if desk.listening and hidden and not desk.playing.attended:
                assert None in screen.state.hands["bank"]
            you = screen.last.get("you")
            if you and screen.messages:
                assert you["player"] == guest.id
            await screen.room.depart(fresh.viewer)


async def evening_of(seed: int, players: int, steps: int, where: Path | str, *, kills: bool,
                     big: str = BIG, alone: str = ALONE) -> int:
    stream = random.Random(seed)
    tables = {"big": table(big), "alone": table(alone)}
    evening = Evening(where, tables=tables, seed=seed)
    async with evening:
        crowd = Crowd(evening, stream)
        await crowd.arrive(players)
        crowd.member = await evening.staff("Crowd", "supervisor")
        attended = tables["big"].attended
        for _ in range(steps):
            dice = stream.random()
            if dice < 0.02 or (dice < 0.4 and attended):
                await crowd.croupier()
            elif dice < 0.80:
                await crowd.act()
            elif dice < 0.92:
                await evening.later(stream.choice((0.5, 2, 6, 9)))
            elif dice < 0.97:
                await crowd.line()
            elif dice < 0.985 and kills:
                await crowd.restart()
            else:
                await crowd.void()
        await crowd.check()
        found = verify(evening.ledger)
        assert found.verified, found.fault
        return found.coups
