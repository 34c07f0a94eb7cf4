"""Those who work in a simulated house: croupiers at attended tables, a cashier, a supervisor and an
inspector, each with the acts of their role, through the interface that the staff's pages call."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from sabot.certify.audit.verify import verify
from sabot.equipment import PACK, UNKNOWN
from sabot.house import House, HouseError
from sabot.house.books import tickets
from sabot.house.live.room import Room
from sabot.house.money import meter_check
from sabot.house.people import roles
from sabot.house.people.roles import Member
from sabot.house.staff import cashier, croupier, erasure, limits, machine_floor, personnel
from sabot.house.staff.croupier import Fact
from sabot.house.table.desk import Desk
from sabot.house.table.effective_tables import limits_of
from sabot.ledger import LedgerError
from sabot.procedure import NOBODY, Deal, Handle, Incident, Shuffle, Throw, Turn
from sabot.procedure.meters import Metered
from sabot.procedure.steps import Cover, Detail
from tools.worlds.people import Person
from tools.worlds.plan import PersonPlan, Plan

PATIENCE = 20.0
"""Seconds after which somebody who works here gives up waiting for an answer."""
REASON = "as the day demands"


class Workplace(Protocol):
    """What those who work there know of a world."""

    plan: Plan
    house: House | None
    people: Sequence[Person]

    def tell(self, what: str) -> None:
        """Add to the story."""

    def fail(self, what: str) -> None:
        """Something is wrong: the world ends."""


class _SlowPlans(machine_floor.PlanReturns):
    """Takes longer for the return of a machine than any world lasts, as plain code does for some:
    it is shown as not known yet."""

    async def _count(self, part: Metered, desk: Desk, key: Any) -> None:
        await asyncio.Event().wait()


class Employee:
    """Somebody who works in the house. ``done`` counts their acts, by name and outcome."""

    def __init__(self, plan: PersonPlan, world: Workplace) -> None:
        self.plan = plan
        self._world = world
        self.done: Counter[str] = Counter()
        self._plans = _SlowPlans()
        self._acts: dict[str, dict[str, Callable[..., Awaitable[str]]]] = {
            "cashier": {"redeem": self._redeem, "pay": self._pay, "papers": self._papers,
                        "wrong-code": self._wrong_code},
            "supervisor": {"close": self._close, "open": self._open, "void": self._void,
                           "limits": self._limits, "fault": self._fault, "game": self._game,
                           "erase": self._erase, "draw": self._draw, "give-back": self._give_back,
                           "sign-out": self._sign_out, "answer": self._answer},
            "inspector": {"journal": self._journal, "recall": self._recall,
                          "machines": self._machines, "look": self._look,
                          "verify": self._verify}}

    async def live(self) -> None:
        """Work until the world ends, or everything planned is done."""
        if self.plan.role == "croupier":
            await self._deal()
        else:
            await self._work()

    async def _work(self) -> None:
        acts = self._acts[self.plan.role]
        for number in range(self.plan.acts):
            chance = self._world.plan.stream(self.plan.name, number)
            await asyncio.sleep(chance.uniform(1, 90 / (2 + self.plan.acts)))
            if (self.plan.name, number) not in self._world.plan.left_out:
                name = chance.choice(list(acts))
                await self._do(name, partial(acts[name], chance=chance))
        await asyncio.Event().wait()

    async def _do(self, name: str, act: Callable[[House, Member], Awaitable[str]]) -> bool:
        """Do an act, if the house is open; whether it was done."""
        house = self._world.house
        if house is None or not house.ready:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                member = await self._sign_on(house)
                what = await act(house, member)
        except HouseError as error:
            outcome, what = error.code, str(error.text)
        except (LedgerError, TimeoutError) as error:
            outcome, what = "no answer", repr(error)
        except Exception as error:
            if self._world.house is house:  # otherwise the house is gone
                self._world.fail(f"{self.plan.name} did {name}, and the house failed: {error!r}")
            return False
        else:
            outcome = "done" if what else "nothing to do"
        self.done[f"{name}, {outcome}"] += 1
        if outcome != "nothing to do":
            self._world.tell(f"{self.plan.name}: {name}, {outcome}: {what}")
        return outcome == "done"

    async def _sign_on(self, house: House) -> Member:
        """Who they are in the journal of the house; they are added to its staff at first."""
        for member in roles.members(house.ledger):
            if member.name == self.plan.name and member.active:
                return member
        return (await employ(house, self.plan)).member

    # -- the croupier -----------------------------------------------------------------------------

    async def _deal(self) -> None:
        """Enter what the cards did, each time the table waits for it."""
        for number in range(self.plan.acts):
            chance = self._world.plan.stream(self.plan.name, number)
            await asyncio.sleep(chance.uniform(0.1, 0.8))
            house, table = self._world.house, self.plan.table
            if (self.plan.name, number) in self._world.plan.left_out or house is None \
                    or table not in house.rooms:
                continue
            room = house.rooms[table]
            if room.desk.awaited is None:
                continue
            seen, fact = room.desk.state.version, choose_fact(room.desk, chance)
            enter = partial(self._enter, fact=fact, seen=seen)
            await self._do("enter", enter)
            if chance.random() < 0.05:
                await self._do("enter again", enter)
        await asyncio.Event().wait()

    async def _enter(self, house: House, member: Member, fact: Fact, seen: int) -> str:
        version = await croupier.enter_fact(house, member, self.plan.table, fact, seen)
        if version <= seen:
            self._world.fail(f"{self.plan.name} entered {fact} at version {seen}, which made "
                             f"version {version}")
        return str(fact)

    # -- the cashier ------------------------------------------------------------------------------

    async def _redeem(self, house: House, member: Member, chance: Random) -> str:
        known = tickets.tickets(house.ledger)
        if not known:
            return ""
        ticket = chance.choice(known[:4])
        guest = chance.choice([person.id for person in self._world.people if person.id] or [""])
        to = guest if chance.random() < 0.2 else ""
        paid = await cashier.redeem_ticket(house, member, house.codes.code(ticket.number), to)
        return f"ticket {paid.number}, {paid.cents} cents"

    async def _wrong_code(self, house: House, member: Member, chance: Random) -> str:
        known = tickets.tickets(house.ledger)
        if not known:
            return ""
        code = house.codes.code(chance.choice(known).number)
        wrong = misread(code)
        await cashier.redeem_ticket(house, member, wrong)
        self._world.fail(f"the cashier redeemed a ticket with a wrong code, {wrong}")
        return wrong

    async def _pay(self, house: House, member: Member, chance: Random) -> str:
        vouchers = cashier.all_vouchers(house)
        if not vouchers:
            return ""
        voucher = chance.choice(vouchers[:3])
        paid = await cashier.pay_voucher(house, member, voucher.id)
        return f"voucher {paid.id}, {paid.cents} cents"

    async def _papers(self, house: House, member: Member, chance: Random) -> str:
        for ticket in cashier.all_tickets(house):
            worth = tickets.worth(house.ledger, ticket.number)
            if (ticket.state == "open") != (worth > 0) or worth not in (0, ticket.cents):
                self._world.fail(f"the ticket {ticket.number} over {ticket.cents} cents is "
                                 f"{ticket.state}, and worth {worth}")
        return f"{len(cashier.all_vouchers(house))} vouchers"

    # -- the supervisor ---------------------------------------------------------------------------

    async def _close(self, house: House, member: Member, chance: Random) -> str:
        table = chance.choice(sorted(house.tables))
        await house.switch(member, f"table:{table}", False, REASON)
        await asyncio.sleep(chance.uniform(0.1, 6))
        await house.switch(member, f"table:{table}", True, REASON)
        return table

    async def _open(self, house: House, member: Member, chance: Random) -> str:
        closed = [switch.key for switch in house.switches.all() if not switch.open]
        for key in closed:
            await house.switch(member, key, True, REASON)
        return ", ".join(closed)

    async def _game(self, house: House, member: Member, chance: Random) -> str:
        name = house.tables[chance.choice(sorted(house.tables))].game
        await house.switch(member, f"game:{name}", False, REASON)
        await asyncio.sleep(chance.uniform(0.1, 6))
        await house.switch(member, f"game:{name}", True, REASON)
        return name

    async def _void(self, house: House, member: Member, chance: Random) -> str:
        room = _in_play(house, chance)
        if room is None:
            return ""
        await house.void(member, room.desk.id, REASON)
        return room.desk.id

    async def _limits(self, house: House, member: Member, chance: Random) -> str:
        tables = [name for name, table in sorted(house.tables.items()) if limits_of(table)]
        if not tables:
            return ""
        name = chance.choice(tables)
        part = limits_of(house.tables[name])
        assert part is not None
        minimum = house.files[name].minimum * chance.choice((1, 2, 3))
        change = await limits.change_limits(house, member, name, minimum,
                                            chance.choice(("", *part.modes)), REASON)
        return f"{name}, at least {change.minimum} cents"

    async def _fault(self, house: House, member: Member, chance: Random) -> str:
        rooms = [room for _, room in sorted(house.rooms.items())
                 if croupier.faults_at(room.desk)]
        if not rooms:
            return ""
        room = chance.choice(rooms)
        desk, seen = room.desk, room.desk.state.version
        question = desk.awaited or (desk.dealer.standing if desk.dealer else None)
        incident = choose_incident(croupier.faults_at(desk), getattr(question, "details", ()),
                                   chance)
        await croupier.report_fault(house, member, desk.id, incident, seen=seen)
        return f"{incident.kind} at {desk.id}"

    async def _erase(self, house: House, member: Member, chance: Random) -> str:
        guests = [person.id for person in self._world.people if person.id]
        if not guests or chance.random() < 0.5:
            return ""
        erased = erasure.find_name(house.ledger, chance.choice(guests))
        await erasure.erase_name(house, erased, personnel.Author(member.signs, member.role,
                                                                 reason=REASON))
        if house.ledger.name_of(erased.id) is not None:
            self._world.fail(f"the name of {erased.id} was erased and is still there")
        return erased.id

    async def _draw(self, house: House, member: Member, chance: Random) -> str:
        names = sorted(house.waiting_lists.tables)
        if not names:
            return ""
        name = chance.choice(names)
        await house.waiting_lists.draw(member, name, REASON)
        return name

    async def _give_back(self, house: House, member: Member, chance: Random) -> str:
        machines = [name for name, room in sorted(house.rooms.items())
                    if meter_check.meters_of(room.desk)]
        if not machines:
            return ""
        name = chance.choice(machines)
        return f"{await croupier.give_back(house, member, name, REASON)} cents at {name}"

    async def _sign_out(self, house: House, member: Member, chance: Random) -> str:
        guests = [person.id for person in self._world.people if person.id]
        if not guests:
            return ""
        guest = chance.choice(guests)
        ended = await house.sign_ins.end_all_for_staff(member, guest, REASON)
        return f"{ended} sign-ins of {guest}"

    async def _answer(self, house: House, member: Member, chance: Random) -> str:
        complaints = house.archive.complaints()
        if not complaints:
            return ""
        complaint = chance.choice(complaints)
        await house.answer_complaint(member, complaint.id, "we have looked into it")
        return complaint.id

    # -- the inspector ----------------------------------------------------------------------------

    async def _journal(self, house: House, member: Member, chance: Random) -> str:
        return f"{len(house.archive.journal(100))} entries up to {house.ledger.mark()[0]}"

    async def _recall(self, house: House, member: Member, chance: Random) -> str:
        guests = [person.id for person in self._world.people if person.id]
        if not guests:
            return ""
        guest = chance.choice(guests)
        coups = house.archive.last_coups(guest)
        for line in coups[:3]:
            house.archive.coup_for(guest, line.id)
            house.archive.history_for(guest, line.id)
        return f"{len(coups)} rounds and {len(house.archive.sessions(guest))} sessions of {guest}"

    async def _machines(self, house: House, member: Member, chance: Random) -> str:
        machines = [name for name, room in sorted(house.rooms.items())
                    if meter_check.meters_of(room.desk)]
        if not machines:
            return ""
        name = chance.choice(machines)
        view = await machine_floor.describe_machine(house, name, self._plans)
        return f"{len(view.games)} games of {name}, lamp {view.lamp}"

    async def _look(self, house: House, member: Member, chance: Random) -> str:
        for name in sorted(house.rooms):
            croupier.table_status(house, name)
        return f"{len(house.room_cards())} tables"

    async def _verify(self, house: House, member: Member, chance: Random) -> str:
        if any(kind.startswith("verify") for kind in self.done):
            return ""  # once in a world: it takes long
        finding = verify(house.ledger)
        if not finding.verified:
            self._world.fail(f"the journal of the open house does not verify: {finding.fault}")
        return f"{finding.entries} entries"


def _in_play(house: House, chance: Random) -> Room | None:
    """A table with an open round, if there is one."""
    rooms = [room for _, room in sorted(house.rooms.items())
             if not room.desk.state.over and room.desk.staked]
    return chance.choice(rooms) if rooms else None


async def employ(house: House, plan: PersonPlan) -> personnel.StaffChange:
    """Add somebody to the staff of a house, as `sabot staff add` does."""
    added = personnel.add(house.ledger, plan.name, plan.role, house.entropy)
    await personnel.apply_change(house, added, personnel.Author(user="world"))
    return added


def misread(code: str) -> str:
    """The code of a ticket with another last digit."""
    return code[:-1] + ("2" if code[-1] != "2" else "3")


def choose_fact(desk: Desk, chance: Random) -> Fact:
    """What the cards, the dice or the croupier did at a table that waits for it: seldom a fault, or
    what cannot be."""
    step: Any = desk.awaited
    if getattr(step, "faults", ()) and chance.random() < 0.03:
        return choose_incident(step.faults, getattr(step, "details", ()), chance)
    if chance.random() < 0.02:
        return chance.choice(("99", "", (7, 7, 7, 7)))
    if isinstance(step, Handle):
        return str(chance.choice(step.answers or ("done",)))
    if isinstance(step, Throw | Cover):
        return tuple(step.first + chance.randrange(sides) for sides in step.sides)
    if isinstance(step, Deal) and step.seen_by == NOBODY and chance.random() < 0.5:
        return UNKNOWN
    return _next_card(desk, chance)


def choose_incident(kinds: Sequence[str], details: Sequence[Detail], chance: Random) -> Incident:
    """A fault of one of these kinds."""
    kind = chance.choice(list(kinds))
    for detail in details:
        if detail.kind == kind:
            amount = 0
            if detail.unit:
                first, last = -(-detail.low // detail.unit), detail.high // detail.unit
                amount = detail.unit * chance.randint(first, max(first, min(last, first + 8)))
            return Incident(kind, seat=chance.choice(detail.seats or ("",)), amount=amount,
                            note=REASON)
    return Incident(kind, card=chance.choice(("", *PACK)), note=REASON,
                    seat=chance.choice(("", "1")))


def _next_card(desk: Desk, chance: Random) -> str:
    """A card of the packs that lie at a table: one that the round has not shown yet."""
    record = desk.dealer.record if desk.dealer else []
    packs, seen = 0, Counter[str]()
    for event in record:
        if isinstance(event.step, Shuffle):
            packs = event.step.packs
            seen = Counter(event.step.without)
        elif isinstance(event.step, Deal | Turn) and event.card:
            seen[event.card] += 1
    left = Counter(dict.fromkeys(PACK, packs or 6)) - seen
    return chance.choice(sorted(left.elements()) or list(PACK))
