"""What players of a house of several nodes do besides playing, over HTTP as their pages do: waiting
lists, queues at machines and tickets."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from sabot.house.table.messages import ActCommand
from sabot.procedure.table import Table
from tools.worlds.doors import NoAnswer
from tools.worlds.errands import FEWEST, MOST
from tools.worlds.people import Person
from tools.worlds.plan import Plan


class Town(Protocol):
    """What the errands need of a world."""

    plan: Plan
    tables: dict[str, Table]
    all_tables: Mapping[str, Table]

    def tell(self, what: str) -> None:
        """Add to the story."""


class ErrandRequests:
    """The errands of one player. ``done`` counts them, by name and outcome."""

    def __init__(self, person: Person, world: Town) -> None:
        self._person = person
        self._world = world
        self.done: Counter[str] = Counter()

    async def live(self) -> None:
        """Register where the table has a list, then do some errands."""
        name, listed = self._person.name, False
        chance = self._world.plan.stream(name, "errands")
        for number in range(chance.randint(FEWEST, MOST)):
            await asyncio.sleep(chance.uniform(1, 10))
            errand = self._world.plan.stream(name, "errand", number)
            kinds = [] if self._person.stays_away or not self._person.id else self._kinds()
            if kinds:
                kind = kinds[0] if not listed else errand.choice(kinds)
                listed = await self._do(kind, errand) or listed
        await asyncio.Event().wait()

    def _kinds(self) -> list[str]:
        """What somebody at this table may have to do, the first thing first."""
        table = self._world.all_tables[self._person.plan.table]
        of_list = ["register", "register", "move", "move", "leave-list"] if table.list else []
        of_machine = ["queue", "queue", "leave-queue", "ticket", "ticket"] \
            if table.game == "machines" else []
        return of_list + of_machine

    async def _do(self, kind: str, chance: Random) -> bool:
        """Do an errand; whether it was done."""
        table = self._world.all_tables[self._person.plan.table]
        lists, machine = f"/api/lists/{table.list}", f"/api/machines/{self._person.plan.table}"
        try:
            if kind == "ticket":
                outcome = await self._ticket(chance)
            elif kind == "move":
                beside = sorted(name for name, other in self._world.tables.items()
                                if other.list == table.list)
                to = chance.choice(beside or [self._person.plan.table])  # all may be removed
                outcome = await self._post(f"{lists}/move", chance, {"to": to})
            else:
                outcome = await self._post({
                    "register": f"{lists}/register", "leave-list": f"{lists}/leave",
                    "queue": f"{machine}/ask", "leave-queue": f"{machine}/leave"}[kind], chance)
        except NoAnswer:
            outcome = "no answer"
        self.done[f"{kind}, {outcome}"] += 1
        self._world.tell(f"{self._person.name}: {kind}, {outcome}")
        return outcome == "done"

    async def _post(self, path: str, chance: Random, body: Mapping[str, Any] | None = None) -> str:
        answer = await self._person.browser.request("POST", path, body, chance=chance)
        return answer.code or "done"

    async def _ticket(self, chance: Random) -> str:
        answer = await self._person.browser.request("GET", "/api/tickets", chance=chance)
        if answer.code or not answer.json:
            return answer.code or "no ticket"
        ticket = chance.choice(answer.json)
        key = f"{self._person.name}-ticket-{chance.randrange(10 ** 6)}"
        sent = self._person.send(ActCommand(key, "redeem", ticket["code"]))
        return f"sent, {ticket['state']}" if sent else "no line"
