"""What players do besides playing: waiting lists, queues at machines, tickets, fresh credits,
complaints and their own past; through the interface that their pages call."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random

from sabot.house import House, HouseError
from sabot.house.people.players import Player
from sabot.house.staff import cashier
from sabot.house.table.messages import ActCommand
from sabot.house.table.switches import base_of
from sabot.ledger import LedgerError
from tools.worlds.people import Person
from tools.worlds.staff import PATIENCE, Workplace

FEWEST, MOST = 2, 7
Errand = Callable[[House, Player, Random], Awaitable[str]]


class Errands:
    """The errands of one player. ``done`` counts them, by name and outcome."""

    def __init__(self, person: Person, world: Workplace) -> None:
        self._person = person
        self._world = world
        self._listed = False
        self.done: Counter[str] = Counter()
        self._errands: dict[str, Errand] = {
            "register": self._register, "leave-list": self._leave, "move": self._move,
            "queue": self._queue, "ticket": self._ticket, "refill": self._refill,
            "complain": self._complain, "past": self._past, "end": self._end}

    async def live(self) -> None:
        """Register where the table has a list, then do some errands."""
        name = self._person.name
        chance = self._world.plan.stream(name, "errands")
        for number in range(chance.randint(FEWEST, MOST)):
            await asyncio.sleep(chance.uniform(1, 14))
            chosen = self._world.plan.stream(name, "errand", number)
            if not self._listed:
                self._listed = await self._do("register", self._register, chosen) != "no answer"
            what = chosen.choice(list(self._errands))
            await self._do(what, self._errands[what], chosen)
        await asyncio.Event().wait()

    async def _do(self, name: str, errand: Errand, chance: Random) -> str:
        """Do an errand, if the house is open and knows this player; its outcome."""
        house = self._world.house
        if house is None or not house.ready:
            return "no answer"
        try:
            player = house.player(self._person.id) if self._person.id else None
            if player is None:
                return "no answer"
            async with asyncio.timeout(PATIENCE):
                what = await errand(house, player, chance)
        except HouseError as error:
            outcome, what = error.code, str(error.text)
        except (LedgerError, TimeoutError) as error:
            outcome, what = "no answer", repr(error)
        except Exception as error:
            if self._world.house is house:  # otherwise the house is gone
                self._world.fail(
                    f"{self._person.name} did {name}, and the house failed: {error!r}")
            return "no answer"
        else:
            outcome = "done" if what else "nothing to do"
        self.done[f"{name}, {outcome}"] += 1
        if outcome != "nothing to do":
            self._world.tell(f"{self._person.name}: {name}, {outcome}: {what}")
        return outcome

    # -- each errand ------------------------------------------------------------------------------

    def _list(self, house: House) -> str:
        table = house.tables.get(self._person.plan.table)
        return table.list if table else ""

    async def _register(self, house: House, player: Player, chance: Random) -> str:
        if name := self._list(house):
            await house.waiting_lists.register(player, name)
        return name

    async def _leave(self, house: House, player: Player, chance: Random) -> str:
        name = self._list(house)
        if not name or chance.random() < 0.7:
            return ""
        await house.waiting_lists.leave(player, name)
        self._listed = False
        return name

    async def _move(self, house: House, player: Player, chance: Random) -> str:
        if not (name := self._list(house)):
            return ""
        to = chance.choice(house.waiting_lists.tables[name])
        await house.waiting_lists.move(player, name, to)
        return to

    async def _queue(self, house: House, player: Player, chance: Random) -> str:
        table = self._person.plan.table
        if table not in house.tables or house.tables[table].game != "machines":
            return ""
        ask = house.machine_queue.ask if chance.random() < 0.7 else house.machine_queue.leave
        await ask(player, table)
        return table

    async def _ticket(self, house: House, player: Player, chance: Random) -> str:
        own = cashier.own_tickets(house, player.id)
        if not own:
            return ""
        ticket = chance.choice(own)
        key = f"{self._person.name}-ticket-{chance.randrange(10 ** 6)}"
        if not self._person.send(ActCommand(key, "redeem", ticket.code)):
            return ""
        return f"{ticket.number}, which is {ticket.state}"

    async def _refill(self, house: House, player: Player, chance: Random) -> str:
        if not house.purse.demo:
            return ""
        fresh = await house.refill(player)
        return f"for the {fresh.fills}th time"

    async def _complain(self, house: House, player: Player, chance: Random) -> str:
        table = self._person.plan.table
        if table not in house.rooms or chance.random() < 0.5:
            return ""
        coups = house.archive.last_coups(player.id)
        coup = coups[0].id if coups and chance.random() < 0.7 else ""
        room = house.room_for(table, player.id)
        about = base_of(coup.rpartition("-")[0]) if coup else base_of(room.desk.id)
        complaint = await house.complain(player, about if about in house.tables else table, coup,
                                         "the light is poor")
        return complaint.id

    async def _past(self, house: House, player: Player, chance: Random) -> str:
        lines = house.archive.last_coups(player.id)
        for line in lines[:2]:
            house.archive.history_for(player.id, line.id)
        return f"{len(lines)} rounds, {len(house.balances.of(player.id))} accounts"

    async def _end(self, house: House, player: Player, chance: Random) -> str:
        table = self._person.plan.table
        if table not in house.tables or chance.random() < 0.6:
            return ""
        ended = await house.end_session(player, table)
        return f"{ended.coups} rounds"
