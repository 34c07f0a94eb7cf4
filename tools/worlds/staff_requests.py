"""Those who work in a simulated house of several nodes: they do the acts of their role over HTTP,
at whichever node their browser reaches, as the pages of the staff do."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from sabot.house.books import tickets
from sabot.house.books.tickets import Codes
from sabot.house.money import meter_check
from sabot.house.staff import croupier
from sabot.house.table.desk import Desk
from sabot.house.table.effective_tables import limits_of
from sabot.ledger import Ledger, LedgerError
from sabot.procedure import Incident
from sabot.procedure.table import Table
from tools.worlds.doors import Answer, Browser, NoAnswer
from tools.worlds.people import Person
from tools.worlds.plan import PersonPlan, Plan
from tools.worlds.staff import choose_fact, choose_incident, misread


class Workplace(Protocol):
    """What those who work there know of a house of several nodes."""

    plan: Plan
    people: Sequence[Person]
    tables: dict[str, Table]

    def browser(self, number: int) -> Browser:
        """Return a client of this house, at an address of its own."""

    def desks(self) -> dict[str, Desk]:
        """The desks of all tables that are run now, by id."""

    def journal(self) -> Ledger | None:
        """The journal, as a node reads it; None while no node is there."""

    def codes(self) -> Codes | None:
        """The codes of the tickets of the house; None while no node is there."""

    async def employ(self, plan: PersonPlan) -> str:
        """Add somebody to the staff; return their token, "" when nobody answers."""

    def tell(self, what: str) -> None:
        """Add to the story."""

    def fail(self, what: str) -> None:
        """Something is wrong: the world ends."""


Act = Callable[[Random, str], Awaitable[str]]
"""An act, with its random numbers and its reason, which no other act has; returns what was done in
words, or "" when there was nothing to do."""


class Refused(Exception):
    """The house refused an act, with this code."""


class StaffRequests:
    """Somebody who works in the house. ``done`` counts their acts, by name and outcome;
    ``reasons`` are those that they gave, each with whether the house said that the act is done."""

    def __init__(self, plan: PersonPlan, number: int, world: Workplace) -> None:
        self.plan = plan
        self._world = world
        self._browser = world.browser(100 + number)
        self.done: Counter[str] = Counter()
        self.reasons: dict[str, bool] = {}
        self._acts: Mapping[str, Mapping[str, Act]] = {
            "cashier": {"redeem": self._redeem, "pay": self._pay, "papers": self._papers},
            "supervisor": {"close": self._close, "open": self._open, "game": self._game,
                           "void": self._void, "limits": self._limits, "fault": self._fault,
                           "erase": self._erase, "draw": self._draw,
                           "give-back": self._give_back, "sign-out": self._sign_out,
                           "answer": self._answer},
            "inspector": {"journal": self._journal, "look": self._look}}

    async def live(self) -> None:
        """Work until the world ends, or everything planned is done."""
        deals = self.plan.role == "croupier"
        acts = {"enter": self._enter} if deals else self._acts[self.plan.role]
        for number in range(self.plan.acts):
            chance = self._world.plan.stream(self.plan.name, number)
            await asyncio.sleep(chance.uniform(0.1, 0.8) if deals
                                else chance.uniform(1, 90 / (2 + self.plan.acts)))
            if (self.plan.name, number) not in self._world.plan.left_out:
                name = chance.choice(list(acts))
                await self._do(name, acts[name], chance, f"{self.plan.name}, reason {number}")
        await asyncio.Event().wait()

    async def _do(self, name: str, act: Act, chance: Random, reason: str) -> None:
        try:
            what = await act(chance, reason)
            outcome = "done" if what else "nothing to do"
        except Refused as error:
            outcome = what = str(error)
        except (NoAnswer, LedgerError):
            outcome = what = "no answer"
        self.done[f"{name}, {outcome}"] += 1
        if outcome != "nothing to do":
            self._world.tell(f"{self.plan.name}: {name}, {outcome}: {what}")

    # -- requests ---------------------------------------------------------------------------------

    async def _sign_in(self, chance: Random) -> None:
        token = await self._world.employ(self.plan)
        if not token:
            raise NoAnswer
        answer = await self._browser.request(
            "POST", "/api/staff/login", {"token": token, "name": self.plan.name}, chance=chance)
        if answer.status != 200:
            raise Refused(answer.code)

    async def _ask(self, method: str, path: str, body: Mapping[str, Any] | None, chance: Random
                   ) -> Any:
        """Send a request and return the answer; Refused or NoAnswer."""
        if "sabot-staff" not in self._browser.cookies:
            await self._sign_in(chance)
        answer: Answer = await self._browser.request(method, path, body, chance=chance)
        if answer.status == 401:  # the node does not know the sign-in yet, or it was lost
            self._browser.cookies.clear()
        if answer.status >= 400:
            raise Refused(answer.code)
        return answer.json

    async def _read(self, path: str, chance: Random) -> Any:
        return await self._ask("GET", path, None, chance)

    async def _change(self, path: str, reason: str, chance: Random, **facts: object) -> Any:
        """Change something for a reason."""
        self.reasons[reason] = False
        answer = await self._ask("POST", path, {"reason": reason, **facts}, chance)
        self.reasons[reason] = True
        return answer

    async def _change_one(self, names: Sequence[str], path: str, chance: Random, reason: str
                          ) -> str:
        """Change one of these for a reason; ``path`` has a place for its name."""
        if not names:
            return ""
        name = chance.choice(names)
        await self._change(path.format(name), reason, chance)
        return name

    # -- the croupier -----------------------------------------------------------------------------

    async def _enter(self, chance: Random, reason: str) -> str:
        """Enter what the cards did, when the table waits for it."""
        table = self.plan.table
        desk = self._world.desks().get(table)
        if desk is None or desk.awaited is None:
            return ""
        fact, seen = choose_fact(desk, chance), desk.state.version
        what = {"incident": fact} if isinstance(fact, Incident) else {"fact": fact}
        answer = await self._ask("POST", f"/api/staff/tables/{table}/enter", {**what, "v": seen},
                                 chance)
        if answer["v"] <= seen:
            self._world.fail(f"{self.plan.name} entered {fact} at version {seen}, which made "
                             f"version {answer['v']}")
        return str(fact)

    # -- the cashier ------------------------------------------------------------------------------

    async def _redeem(self, chance: Random, reason: str) -> str:
        books, codes = self._world.journal(), self._world.codes()
        known = tickets.tickets(books) if books else ()
        if not known or codes is None:
            return ""
        code = codes.code(chance.choice(known[:4]).number)
        guest = chance.choice(self._guests() or [""]) if chance.random() < 0.2 else ""
        if chance.random() < 0.1:
            wrong = misread(code)
            try:
                await self._ask("POST", "/api/staff/tickets/redeem", {"code": wrong}, chance)
            except Refused as error:
                return f"a wrong code: {error}"
            self._world.fail(f"the cashier redeemed a ticket with a wrong code, {wrong}")
        paid = await self._ask("POST", "/api/staff/tickets/redeem",
                               {"code": code, "player": guest}, chance)
        return f"ticket {paid['number']}, {paid['cents']} cents"

    async def _pay(self, chance: Random, reason: str) -> str:
        vouchers = await self._read("/api/staff/vouchers", chance)
        if not vouchers:
            return ""
        voucher = chance.choice(vouchers[:3])["id"]
        await self._ask("POST", f"/api/staff/vouchers/{voucher}/pay", None, chance)
        return f"voucher {voucher}"

    async def _papers(self, chance: Random, reason: str) -> str:
        return f"{len(await self._read('/api/staff/tickets', chance))} tickets"

    # -- the supervisor ---------------------------------------------------------------------------

    def _guests(self) -> list[str]:
        return [person.id for person in self._world.people if person.id]

    async def _close(self, chance: Random, reason: str) -> str:
        table = chance.choice(sorted(self._world.tables))
        await self._switch(f"tables/{table}/close", f"tables/{table}/open", chance, reason)
        return table

    async def _game(self, chance: Random, reason: str) -> str:
        game = chance.choice(sorted({table.game for table in self._world.tables.values()}))
        await self._switch(f"games/{game}/disable", f"games/{game}/enable", chance, reason)
        return game

    async def _switch(self, off: str, on: str, chance: Random, reason: str) -> None:
        await self._change(f"/api/staff/{off}", f"{reason}, off", chance)
        await asyncio.sleep(chance.uniform(0.1, 6))
        await self._change(f"/api/staff/{on}", f"{reason}, on", chance)

    async def _open(self, chance: Random, reason: str) -> str:
        """Open again what an earlier act has left closed."""
        games = [one["id"] for one in await self._read("/api/staff/games", chance)
                 if not one["open"]]
        tables = [one["id"] for one in await self._read("/api/staff/tables", chance)
                  if one["switch"] and not one["switch"]["open"]]
        for path in (*(f"games/{game}/enable" for game in games),
                     *(f"tables/{table}/open" for table in tables)):
            await self._change(f"/api/staff/{path}", f"{reason}, {path}", chance)
        return ", ".join([*games, *tables])

    async def _void(self, chance: Random, reason: str) -> str:
        tables = [name for name, desk in sorted(self._world.desks().items())
                  if not desk.state.over and desk.staked]
        return await self._change_one(tables, "/api/staff/tables/{}/void", chance, reason)

    async def _limits(self, chance: Random, reason: str) -> str:
        tables = [name for name, table in sorted(self._world.tables.items()) if limits_of(table)]
        if not tables:
            return ""
        name = chance.choice(tables)
        part = limits_of(self._world.tables[name])
        assert part is not None
        await self._change(f"/api/staff/tables/{name}/limits", reason, chance,
                           minimum=self._world.tables[name].minimum * chance.choice((1, 2, 3)),
                           mode=chance.choice(("", *part.modes)))
        return name

    async def _fault(self, chance: Random, reason: str) -> str:
        desks = [desk for _, desk in sorted(self._world.desks().items())
                 if croupier.faults_at(desk)]
        if not desks:
            return ""
        desk = chance.choice(desks)
        seen, question = desk.state.version, desk.awaited or (
            desk.dealer.standing if desk.dealer else None)
        incident = choose_incident(croupier.faults_at(desk), getattr(question, "details", ()),
                                   chance)
        await self._change(
            f"/api/staff/tables/{desk.id}/faults", reason, chance, kind=incident.kind,
            seat=incident.seat, card=incident.card, amount=incident.amount, v=seen)
        return f"{incident.kind} at {desk.id}"

    async def _erase(self, chance: Random, reason: str) -> str:
        guests = self._guests()
        if not guests or chance.random() < 0.5:
            return ""
        guest = chance.choice(guests)
        await self._change("/api/staff/erase", reason, chance, id=guest)
        books = self._world.journal()
        if books is not None and books.name_of(guest) is not None:
            self._world.fail(f"the name of {guest} was erased and is still there")
        return guest

    async def _draw(self, chance: Random, reason: str) -> str:
        names = sorted({table.list for table in self._world.tables.values() if table.list})
        return await self._change_one(names, "/api/staff/lists/{}/draw", chance, reason)

    async def _give_back(self, chance: Random, reason: str) -> str:
        machines = [name for name, desk in sorted(self._world.desks().items())
                    if meter_check.meters_of(desk)]
        return await self._change_one(machines, "/api/staff/machines/{}/give-back", chance, reason)

    async def _sign_out(self, chance: Random, reason: str) -> str:
        return await self._change_one(self._guests(), "/api/staff/players/{}/sign-out", chance,
                                      reason)

    async def _answer(self, chance: Random, reason: str) -> str:
        complaints = await self._read("/api/staff/complaints", chance)
        if not complaints:
            return ""
        complaint = chance.choice(complaints)["id"]
        await self._ask("POST", f"/api/staff/complaints/{complaint}/answer", {"text": reason},
                        chance)
        return str(complaint)

    # -- the inspector ----------------------------------------------------------------------------

    async def _journal(self, chance: Random, reason: str) -> str:
        lines = await self._read("/api/staff/journal?limit=100", chance)
        head = await self._read("/api/staff/head", chance)
        return f"{len(lines)} entries up to {head['seq']}"

    async def _look(self, chance: Random, reason: str) -> str:
        seen = []
        for part in ("tables", "machines", "players"):
            seen.append(f"{len(await self._read(f'/api/staff/{part}', chance))} {part}")
        return ", ".join(seen)


def at_the_end(ledger: Ledger, staff: Sequence[StaffRequests]) -> str:
    """An act of the staff that the house said is done and is not stored, or one of which something
    is stored twice; or ""."""
    entries = ledger.entries()
    for one in staff:
        for reason, done in one.reasons.items():
            kinds = Counter(entry.kind for entry in entries
                            if f'"{reason}"'.encode() in entry.body)
            if done and not kinds:
                return f"the act with the reason {reason!r} was done and is not stored"
            if twice := [kind for kind, times in kinds.items() if times > 1]:
                return f"the act with the reason {reason!r} is stored twice, as {twice}"
    return ""
