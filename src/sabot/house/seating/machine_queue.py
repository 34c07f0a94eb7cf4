"""Queues for machines: players who ask for a machine of a type when none is free (12).

A game says which of its tables are alike (``parts["alike"]``) and under which clauses
(``parts["several"]``). While nobody asks, a player may use as many machines as they like. A player
who asks and finds none waits in a queue for its type. Then nobody takes a second machine, and each
player with several is asked to give one up, and loses one when they do not. Everything is stored
before it takes effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec
import structlog

from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.money.meter_check import meters_of
from sabot.house.people.players import Player
from sabot.house.ports import AnyTable, ClosesTables, HasClock, HasLedger, HasTables
from sabot.house.seating.scheduled_service import ScheduledService
from sabot.house.shared_views import Facts
from sabot.house.table.restrictions import Restriction
from sabot.house.table.versioned_events import Proposal
from sabot.ledger import Document, Entry
from sabot.procedure import Act, canonical, digest
from sabot.procedure.readings import reading
from sabot.regulations import cite_clause
from sabot.words import phrase

GIVE = 120.0  # seconds for a player to choose which machine to give up
COME = 60.0   # seconds for which a free machine is reserved for the first in the queue

log = structlog.get_logger("sabot.several")


class WaitingPlayer(msgspec.Struct, frozen=True):
    """A player who asked for a machine of a type, ``since`` when; ``kept`` is the time from
    which a free machine is reserved for them, 0 while there is none."""

    player: str
    since: float
    kept: float = 0.0


class Queue(msgspec.Struct, frozen=True):
    """The queue for the machines of one type: who waits, who was asked when to give one up, and at
    which machines a player begins no further game."""

    waiting: tuple[WaitingPlayer, ...] = ()
    asked: dict[str, float] = {}
    ending: dict[str, str] = {}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of a queue: "ask", "leave", "sat", "kept", "late", "give-up", "spared", "ends",
    "ended"; for which player, at which machine, under which clause."""

    act: str
    player: str
    law: str
    at: float
    table: str = ""


class MyMachines(msgspec.Struct, frozen=True, kw_only=True):
    """My situation with a type of machines: those I use; that I wait (``waits``), how many wait
    before me, and whether one is reserved for me; that I was ``asked`` to give one up; and my
    remaining seconds. What does not concern me is left out."""

    uses: list[str]
    waits: bool | msgspec.UnsetType = msgspec.UNSET
    before: int | msgspec.UnsetType = msgspec.UNSET
    kept: bool | msgspec.UnsetType = msgspec.UNSET
    asked: bool | msgspec.UnsetType = msgspec.UNSET
    seconds: int | msgspec.UnsetType = msgspec.UNSET


class OneOfType(msgspec.Struct, frozen=True, kw_only=True):
    """A machine of a type: whether it is free or yours, and whether your play there is ending
    (``ends``)."""

    id: str
    name: str
    free: bool
    yours: bool
    ends: bool


class MachineType(msgspec.Struct, frozen=True, kw_only=True):
    """A type of machines: its limits in cents, how many wait, the clauses, how many are free, my
    situation, and its machines."""

    id: str
    game: str
    minimum: int
    maximum: int
    waiting: int
    law: str
    how: str
    free: int
    you: MyMachines
    machines: list[OneOfType]


class _Host(HasClock, HasLedger, HasTables, ClosesTables, Protocol):
    """What the queues need of the house."""


class MachineQueue(ScheduledService):
    """The types of machines of a house, and the queue for each."""

    def __init__(self, house: _Host) -> None:
        super().__init__(house.clock)
        self.house = house
        self.types: dict[str, tuple[str, ...]] = {}
        self.queues: dict[str, Queue] = {}
        self._of: dict[str, str] = {}
        self._last_use: dict[str, float] = {}
        for table_id, table in house.tables.items():
            played = game(table.game)
            if played.cabinet and not table.individual:
                kind = digest(canonical([played.id, *played.cabinet.type_key(table)]))[:12]
                self.types[kind] = (*self.types.get(kind, ()), table_id)
                self._of[table_id] = kind
                self.queues[kind] = Queue()

    def open(self, tables: Collection[str]) -> None:
        """Load the queues for machines from the journal, and find when each was last used."""
        stored = {d.id: msgspec.json.decode(d.body, type=Queue)
                  for d in self.house.ledger.documents("asking")}
        here = {kind for table_id, kind in self._of.items() if table_id in tables}
        self.queues.update((kind, stored.get(kind, Queue())) for kind in here)
        for table_id in self._of.keys() & set(tables):
            last = self.house.ledger.entries(table=table_id, newest_first=True, limit=1)
            self._last_use[table_id] = last[0].seq - 1e12 if last else -1e13

    def close(self, tables: Collection[str]) -> None:
        """End the work of the queues for machines: another process does it from now on."""
        for table_id in self._of.keys() & set(tables):
            self.queues[self._of[table_id]] = Queue()
        self._set_timer()

    # -- queries -----------------------------------------------------------------------------------

    def _laws(self, kind: str) -> tuple[str, str]:
        cabinet = game(self.house.tables[self.types[kind][0]].game).cabinet
        assert cabinet is not None
        law, (how,) = cabinet.several_clauses
        cite_clause(law, how)
        return law, how

    def _room(self, table_id: str) -> AnyTable:
        return self.house.rooms[table_id]

    def _holder(self, table_id: str) -> str:
        return next((player for player in self._room(table_id).desk.seats if player), "")

    def _free(self, kind: str) -> list[str]:
        """Return the machines of a type at which somebody could sit down now."""
        return [
            table_id for table_id in self.types[kind]
            if not self._holder(table_id) and self._accepts_player(table_id)]

    def _accepts_player(self, table_id: str) -> bool:
        desk = self._room(table_id).desk
        standing = desk.dealer.standing if desk.dealer else None
        return self.house.closed_by(desk) is None and (desk.state.over or any(
            offer.act == "sit" for offer in (standing.offers if standing else ())))

    def _machines_of(self, kind: str, player: str) -> list[str]:
        return [table_id for table_id in self.types[kind] if self._holder(table_id) == player]

    def restriction(self, player: str, table_id: str) -> Restriction | None:
        """Return why a player may not sit down at a machine now, or None."""
        kind = self._of.get(table_id, "")
        queue = self.queues.get(kind, Queue())
        second = reading(self.house.tables[table_id].rules, "second_machine") if kind else ""
        if second == "never-the-last" and self._machines_of(kind, player) \
                and self._free(kind) == [table_id]:
            return Restriction("several", self._laws(kind)[1], "this is the last free machine of "
                               "this type and bet: nobody may take it as a second one",
                               {"waiting": len(queue.waiting), "free": self._other_free(kind)})
        if not queue.waiting:
            return None
        free, others = self._free(kind), [w.player for w in queue.waiting if w.player != player]
        if self._machines_of(kind, player):
            text = ("others are waiting for a machine of this type and bet: nobody may take a "
                    "second one")
        elif player in [w.player for w in queue.waiting[:len(free)]] or len(free) > len(others):
            return None
        else:
            text = "this machine is reserved for players who asked before you: join the queue"
        law, _ = self._laws(kind)
        return Restriction("several", law, text, {"waiting": len(queue.waiting),
                                                  "free": self._other_free(kind)})

    def _other_free(self, kind: str) -> list[dict[str, str]]:
        """Return the machines of other types that anybody may take."""
        return [
            {"id": table_id, "name": self.house.tables[table_id].name} for other in self.types
            if other != kind and not self.queues[other].waiting for table_id in self._free(other)]

    def further_game_restriction(self, player: str, table_id: str, act: str) -> Restriction | None:
        """Return why a player may begin no further game at a machine, or None."""
        kind = self._of.get(table_id, "")
        if self.queues.get(kind, Queue()).ending.get(table_id) != player:
            return None
        part = meters_of(self._room(table_id).desk)
        if part is None or act not in part.begins:
            return None
        law, _ = self._laws(kind)
        return Restriction(
            "give-up", law, "others are waiting, and you were asked to give up one of your "
            "machines: you cannot begin another game at this one", {})

    def describe(self, player: str) -> list[MachineType]:
        """Describe every type: its machines, how many wait, and a player's situation."""
        return [self._describe(kind, player) for kind in self.types]

    def _describe(self, kind: str, player: str) -> MachineType:
        queue, free = self.queues[kind], self._free(kind)
        law, how = self._laws(kind)
        table = self.house.tables[self.types[kind][0]]
        own = self._machines_of(kind, player) if player else []
        you = MyMachines(uses=own)
        for before, entry in enumerate(queue.waiting):
            if entry.player == player:
                you = msgspec.structs.replace(you, waits=True, before=before, kept=bool(entry.kept),
                                              seconds=self._seconds_left(entry.kept, COME))
        if player in queue.asked and len(own) > 1:
            you = msgspec.structs.replace(you, asked=True,
                                          seconds=self._seconds_left(queue.asked[player], GIVE))
        return MachineType(
            id=kind, game=table.game, minimum=table.minimum, maximum=table.maximum,
            waiting=len(queue.waiting), law=law, how=how, free=len(free), you=you,
            machines=[OneOfType(id=entry, name=self.house.tables[entry].name, free=entry in free,
                                yours=entry in own, ends=queue.ending.get(entry, " ") == player)
                      for entry in self.types[kind]])

    # -- what players do ---------------------------------------------------------------------------

    async def ask(self, player: Player, table_id: str) -> MachineType:
        """Put a player in the queue for a machine like this one. HouseError when one is free, or
        theirs."""
        kind = self._kind(table_id)
        law, _ = self._laws(kind)
        async with self._lock:
            queue, free = self.queues[kind], self._free(kind)
            if self._machines_of(kind, player.id):
                raise HouseError("several", "you are already using a machine of this "
                                            "type and bet", law,
                                 409)
            if all(entry.player != player.id for entry in queue.waiting):
                if len(free) > len(queue.waiting):
                    raise HouseError("free", phrase("a machine of this type and bet is free: "
                                                    "{name}",
                                                    name=self.house.tables[free[0]].name), law, 409,
                                     {"tables": free})
                now = self.house.clock.now()
                await self._store(kind, msgspec.structs.replace(
                    queue, waiting=(*queue.waiting, WaitingPlayer(player.id, now))),
                    [Change("ask", player.id, law, now)])
        await self._tick_safely()  # the change is stored even if this fails
        return self._describe(kind, player.id)

    async def leave(self, player: Player, table_id: str) -> MachineType:
        """Take a player out of a queue."""
        kind = self._kind(table_id)
        async with self._lock:
            law, _ = self._laws(kind)
            await self._stop_waiting(kind, "leave", (player.id,), law)
        await self._tick_safely()  # the change is stored even if this fails
        return self._describe(kind, player.id)

    def _kind(self, table_id: str) -> str:
        if table_id not in self._of:
            raise HouseError("no-machine", phrase("there is no machine {table_id}",
                                                  table_id=repr(table_id)), status=404)
        return self._of[table_id]

    async def _stop_waiting(self, kind: str, act: str, players: Sequence[str], law: str) -> None:
        queue, now = self.queues[kind], self.house.clock.now()
        removed = [w.player for w in queue.waiting if w.player in players]
        if removed:
            await self._store(kind, msgspec.structs.replace(queue, waiting=tuple(
                w for w in queue.waiting if w.player not in removed)),
                [Change(act, player, law, now) for player in removed])

    # -- time, and what happens at the machines ----------------------------------------------------

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """Note that a machine was used, or that somebody sat down or left."""
        table_id = table.desk.id
        kind = self._of.get(table_id)
        if kind is None:
            return
        if any(isinstance(event.answer, Act) for event in proposal.events):
            self._last_use[table_id] = self.house.clock.now()
        if self.queues and self.queues[kind] != Queue() and not self._stopped:
            self._start_tick()

    async def tick(self) -> None:
        """Do what is due for every queue."""
        async with self._lock:
            for kind, queue in list(self.queues.items()):
                if queue != Queue():
                    await self._update(kind)
        self._set_timer()

    async def _update(self, kind: str) -> None:
        law, how = self._laws(kind)
        now = self.house.clock.now()
        sat = {player for machine in self.types[kind] if (player := self._holder(machine))}
        await self._stop_waiting(kind, "sat", tuple(sat), law)
        for table_id, player in list(self.queues[kind].ending.items()):
            await self._end_use(kind, table_id, player, law)
        late = tuple(w.player for w in self.queues[kind].waiting
                     if w.kept and now >= self.house.since(w.kept) + COME)
        await self._stop_waiting(kind, "late", late, how)
        before = None
        while before != self.queues[kind]:  # a machine just given up may serve a waiting player
            before = self.queues[kind]
            await self._keep_machines(kind, law, now)
            await self._ask_to_give_up(kind, law, now)

    async def _keep_machines(self, kind: str, law: str, now: float) -> None:
        """Reserve the free machines for those who have waited longest."""
        queue, free = self.queues[kind], len(self._free(kind))
        waiting = tuple(msgspec.structs.replace(w, kept=(w.kept or now) if n < free else 0.0)
                        for n, w in enumerate(queue.waiting))
        new = [w.player for w, was in zip(waiting, queue.waiting, strict=True)
               if w.kept and not was.kept]
        if waiting != queue.waiting:
            await self._store(kind, msgspec.structs.replace(queue, waiting=waiting),
                              [Change("kept", player, law, now) for player in new])
        for player in new:
            self._notify(player, "machine-kept", law, {
                "seconds": COME, "tables": self._free(kind)})

    async def _ask_to_give_up(self, kind: str, law: str, now: float) -> None:
        """Ask players with several machines to give one up while somebody waits whom no free
        machine serves; when their time is over, end their play at one of them."""
        queue = self.queues[kind]
        short = len(queue.waiting) - len(self._free(kind)) - len(queue.ending)
        counts = Counter(player for machine in self.types[kind] if machine not in queue.ending
                         and (player := self._holder(machine)))
        with_several = [player for player, n in counts.items() if n > 1]
        to_ask = (
            {player: queue.asked.get(player, now) for player in with_several} if short > 0 else {})
        changes = [Change("give-up", player, law, now) for player in to_ask
                   if player not in queue.asked]
        changes += [Change("spared", player, law, now) for player in queue.asked
                    if player not in to_ask]
        ending = dict(queue.ending)
        for player in sorted(to_ask, key=lambda machine: to_ask[machine]):
            if short > 0 and now >= self.house.since(to_ask[player]) + GIVE:
                mine = [
                    machine for machine in self._machines_of(kind, player) if machine not in ending]
                table_id = min(mine, key=lambda machine: self._last_use[machine])
                ending[table_id] = player
                changes.append(Change("ends", player, law, now, table_id))
                del to_ask[player]
                short -= 1
        if changes:
            await self._store(kind, Queue(queue.waiting, to_ask, ending), changes)
        for change in changes:
            if change.act == "give-up":
                self._notify(change.player, "give-up", law, {
                    "seconds": GIVE, "tables": [self.house.tables[machine].name for machine
                                                in self._machines_of(kind, change.player)]})
            elif change.act == "ends":
                self._notify(change.player, "given-up", law, {
                    "table": self.house.tables[change.table].name})
                await self._end_use(kind, change.table, change.player, law)

    async def _end_use(self, kind: str, table_id: str, player: str, law: str) -> None:
        """Let a player leave a machine with their credit; a game under way is played first."""
        room = self._room(table_id)
        if self._holder(table_id) == player:
            await room.ask(lambda: room.act_for(Act(player, "leave", "1")))
        if self._holder(table_id) != player:
            queue = self.queues[kind]
            ending = {
                machine: holder for machine, holder in queue.ending.items() if machine != table_id}
            await self._store(kind, msgspec.structs.replace(queue, ending=ending), [
                Change("ended", player, law, self.house.clock.now(), table_id)])

    def _notify(self, player: str, kind: str, law: str, facts: Facts) -> None:
        for room in list(self.house.rooms.values()):
            room.notify(player, kind, law, facts)

    def _times(self) -> list[float]:
        since, queues = self.house.since, self.queues.values()
        return [since(w.kept) + COME for queue in queues for w in queue.waiting if w.kept] + [
            since(at) + GIVE for queue in queues for at in queue.asked.values()]

    def _seconds_left(self, since: float, seconds: float) -> int:
        now = self.house.clock.now()
        return max(0, round(self.house.since(since) + seconds - now)) if since else 0

    async def _store(self, kind: str, queue: Queue, changes: Sequence[Change]) -> None:
        """Store changes of a queue, then apply them."""
        cite_clause(*(change.law for change in changes))
        body = {"type": kind, "tables": self.types[kind],
                "changes": msgspec.to_builtins(list(changes))}
        await self.house.commit(Entry(
            kind="asking", body=canonical(body),
            documents=(Document(kind="asking", id=kind, body=canonical(queue)),)))
        self.queues[kind] = queue
