"""A night of chance: anybody does anything that is open at the tables of a house.

``Night`` is an evening whose guests, croupier, cashier and supervisors act by one stream of random
numbers, so that a night can be had again from its seed. ``step`` does one thing and returns what it
was, in a line that a failed test can print.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from sabot import games
from sabot.equipment import PACK, UNKNOWN
from sabot.house import HouseError
from sabot.house.books.tickets import tickets
from sabot.house.people.roles import Member
from sabot.house.staff import cashier, croupier, limits
from sabot.house.table.effective_tables import limits_of
from sabot.house.table.messages import ActCommand, EndCommand, ReadyCommand
from sabot.ledger.schema import USUAL
from sabot.procedure import NOBODY, Handle, Incident, Offer, Throw, offers_for
from sabot.procedure.table import Table
from support.house_evening import Evening, Guest

SHIPPED = Path(str(resources.files("sabot.house") / "tables"))
GET_UP = frozenset({"leave", "stand-up", "clear", "clear-all"})
START = 1.76e9  # when a night begins: seconds since 1970
SPOTS = 8       # of the spots of one offer so many are thought of


def shipped(name: str, **options: Any) -> Table:
    """A table of the house as it comes, without players of the house, with further options."""
    return read(file_of(name, **options))


def one_of_each() -> dict[str, str]:
    """By game the name of a table of the house at which several people play, without those that
    share their players."""
    found: dict[str, str] = {}
    for path in sorted(SHIPPED.glob("*.toml")):
        table = shipped(path.stem)
        if not table.list and table.kind == "multi":
            found.setdefault(table.game, path.stem)
    assert found.keys() == games.catalogue().keys()
    return found


def file_of(name: str, **options: Any) -> str:
    """The file of a table of the house with further options."""
    text = (SHIPPED / f"{name}.toml").read_text("utf-8")
    for key, value in options.items():
        text = re.sub(r"^(name = .*)$", rf"\1\n{key} = {value}", text, count=1, flags=re.MULTILINE)
    return text


def read(text: str, pooled: bool = False) -> Table:
    """The table of a file without players of the house and, unless it is ``pooled``, without a
    jackpot that has a book of its own."""
    text = re.sub(r"^bots = .*$", "", text, flags=re.MULTILINE)
    if not pooled:
        text = re.sub(r'^.*pool = "lusitania".*$', "", text, flags=re.MULTILINE)
    table = games.read_table(text)
    assert isinstance(table, Table), table
    return table


class Night(Evening):
    """One night from a seed."""

    def __init__(self, where: Path | str, tables: Mapping[str, Table], seed: int,
                 guests: int = 0, format: int = USUAL) -> None:
        super().__init__(where, tables=tables, seed=seed, format=format)
        self.clock.advance(START)
        self.seed = seed
        self.random = Random(seed)
        # Two tables with one list need more people than one.
        self.many = guests or (9 if any(table.list for table in tables.values()) else
                               min(6, 1 + max(table.places for table in tables.values())))
        self.guests: list[Guest] = []
        self.used: Counter[tuple[str, str]] = Counter()
        self.keys = 0
        self.idle = False
        self.staff_of: dict[str, Member] = {}

    async def begin(self) -> None:
        """The people of the night come."""
        self.guests = [await self.guest(f"G{n}") for n in range(self.many)]
        for role in ("supervisor", "croupier", "cashier"):
            self.staff_of[role] = await self.staff(role.title(), role)
        for name in sorted({table.list for table in self.tables.values() if table.list}):
            for guest in self.guests:
                await self.house.waiting_lists.register(guest.player, name)
            await self.house.waiting_lists.draw(
                self.staff_of["supervisor"], name, "the evening begins")

    @property
    def last_entry(self) -> int:
        """The number of the last entry of the journal; 0 when the books are closed."""
        try:
            return self.ledger.head()[0]
        except Exception:
            return 0

    async def step(self) -> str:
        """One thing happens at one of the tables; what it was."""
        table_id = self.random.choice(list(self.tables))
        dice = self.random.random()
        if dice < 0.02:
            return await self._staff(table_id)
        guest = self.random.choice(self.guests)
        room = guest.room(table_id)
        desk = room.desk
        if desk.awaited is not None and desk.playing.attended:
            return await self._enter(table_id)
        if dice < 0.03:
            self.keys += 1
            await room.reply_to(guest.id, EndCommand(f"n{self.keys}"))
            return f"{guest.player.name} ends the session at {table_id}"
        if dice < 0.06:
            self.keys += 1
            await room.reply_to(guest.id, ReadyCommand(f"n{self.keys}"))
            return f"{guest.player.name} is ready at {table_id}"
        standing = desk.dealer.standing if desk.dealer and not desk.state.over else None
        acts = [(g, o) for g in self.guests for o in self._open(standing, g)]
        if standing is None or not acts or dice > (0.9 if standing.clock else 0.97) or self.idle:
            self.idle = False
            return await self._wait(table_id, desk)
        who, offer = self.random.choices(acts, [self._weight(o) for _, o in acts])[0]
        self.used[offer.act, _group(offer)] += 1
        return await self._act(who, offer, table_id)

    def _weight(self, offer: Offer) -> float:
        """How likely an offer is taken: what was done less often, likelier; few people get up."""
        rare = 0.05 if offer.act in GET_UP else 1.0
        return rare / (1 + self.used[offer.act, _group(offer)]) ** 2

    def _open(self, standing: Any, guest: Guest) -> Iterable[Offer]:
        return (o for o in offers_for(standing, guest.id) if o.note != "full")

    async def _act(self, who: Guest, offer: Offer, table_id: str) -> str:
        spot, amount = self.random.choice(offer.spots), 0
        if offer.unit:
            first, last = -(-offer.low // offer.unit), offer.high // offer.unit
            least = min(last, first + 8)
            amount = offer.unit * self.random.choice(
                (first, least, self.random.randint(first, least)))
        self.keys += 1
        answer = await who.room(table_id).reply_to(
            who.id, ActCommand(f"n{self.keys}", offer.act, spot, amount))
        code = getattr(answer, "code", "done")
        if code == "not-listed":
            await self._outcome(
                "", self.house.waiting_lists.register(who.player, self.tables[table_id].list))
        self.idle = code != "done" and self.random.random() < 0.3  # perhaps time has to pass first
        return f"{who.player.name}: {offer.act} {spot} {amount or ''} at {table_id}: {code}"

    async def _wait(self, table_id: str, desk: Any) -> str:
        now, state = self.clock.now(), desk.state
        due = [
            t for t in (state.deadline, state.next_at, *self.house.waiting_lists._times())
            if t > now]
        seconds = min(due) - now if due else 1.0
        await self.later(seconds)
        return f"{seconds:.0f} seconds pass"

    # -- those who work there ---------------------------------------------------------------------

    async def _enter(self, table_id: str) -> str:
        step: Any = self.house.rooms[table_id].desk.awaited
        fact: Any = self.random.choice(PACK)
        if getattr(step, "faults", ()) and self.random.random() < 0.05:
            fact = self._incident(step.faults, getattr(step, "details", ()))
        elif isinstance(step, Handle):
            fact = self.random.choice(step.answers or ("done",))
        elif isinstance(step, Throw):
            fact = tuple(step.first + self.random.randrange(sides) for sides in step.sides)
        elif getattr(step, "seen_by", "*") == NOBODY and self.random.random() < 0.5:
            fact = UNKNOWN
        return await self._outcome(f"croupier: {fact} at {table_id}", croupier.enter_fact(
            self.house, self.staff_of["croupier"], table_id, fact))

    def _incident(self, kinds: tuple[str, ...], details: Iterable[Any]) -> Incident:
        kind = self.random.choice(kinds)
        for detail in details:
            if detail.kind == kind:
                amount = 0
                if detail.unit:
                    first, last = -(-detail.low // detail.unit), detail.high // detail.unit
                    amount = detail.unit * self.random.randint(first, min(last, first + 8))
                return Incident(kind, seat=self.random.choice(detail.seats or ("",)),
                                amount=amount, note="it happened")
        return Incident(kind, card=self.random.choice(("", *PACK)), note="it happened",
                        seat=self.random.choice(("", "1")))

    async def _staff(self, table_id: str) -> str:
        house, member = self.house, self.staff_of["supervisor"]
        room = self.random.choice([r for key, r in house.rooms.items()
                                   if key.partition("~")[0] == table_id])
        where = room.desk.id
        what = self.random.choice(("void", "fault", "switch", "limits", "cash"))
        if what == "void":
            return await self._outcome(f"void at {where}", house.void(member, where, "a test"))
        if what == "fault" and (kinds := croupier.faults_at(room.desk)):
            standing = room.desk.dealer.standing if room.desk.dealer else None
            details = getattr(room.desk.awaited or standing, "details", ())
            incident = self._incident(tuple(kinds), details)
            return await self._outcome(f"fault {incident} at {where}", croupier.report_fault(
                house, member, where, incident))
        if what == "switch":
            await self._outcome("", house.switch(member, f"table:{table_id}", False, "a test"))
            await self.settle()
            return await self._outcome(f"{table_id} is closed and opened", house.switch(
                member, f"table:{table_id}", True, "a test"))
        if what == "limits" and limits_of(self.tables[table_id]):
            return await self._outcome(f"limits at {table_id}", limits.change_limits(
                house, member, table_id, self.tables[table_id].minimum, "", "a test"))
        if what == "cash" and (papers := tickets(self.ledger)):
            ticket = self.random.choice(papers)
            return await self._outcome(f"cashier redeems {ticket.number}", cashier.redeem_ticket(
                house, self.staff_of["cashier"], house.codes.code(ticket.number)))
        return await self._wait(table_id, room.desk)

    async def _outcome(self, what: str, act: Any) -> str:
        try:
            await act
        except HouseError as error:
            return f"{what}: {error.code}"
        return f"{what}: done"


def _group(offer: Offer) -> str:
    """What counts as one choice: an act, or where it has many spots each part of the cloth."""
    return offer.spots[0] if len(offer.spots) > SPOTS else offer.act
