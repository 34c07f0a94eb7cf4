"""One player and several machines: who asks for one of a type of which none is free (12).

A game says which of its tables are alike (``parts["alike"]``) and under which clauses
(``parts["several"]``). Where nobody asks, a player may use as many as he likes. Who asks for one
and finds none waits in a list of its type; then nobody takes a second one, and each who uses
several is asked to give one up, and loses one when he does not. All of it is stored first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import msgspec
import structlog

from sabot.games import game
from sabot.house.errors import HouseError
from sabot.house.money.meter_check import metered
from sabot.house.people.players import Player
from sabot.house.ports import AnyTable, Booked, Closes, Laid, Timed
from sabot.house.seating.scheduled_service import ScheduledService
from sabot.house.shared_views import Facts
from sabot.house.table.restrictions import Bar
from sabot.house.table.versioned_events import Proposal
from sabot.law import cite_clause
from sabot.ledger import Document, Entry
from sabot.procedure import Act, canonical, digest

GIVE = 120.0  # seconds in which who is asked to give one up chooses which
COME = 60.0   # seconds for which a free machine is kept for who has waited longest

log = structlog.get_logger("sabot.several")


class Waits(msgspec.Struct, frozen=True):
    """A player who asked for a machine of a type, ``since`` when; ``kept`` is since when one that
    is free is kept for him, 0 while there is none."""

    player: str
    since: float
    kept: float = 0.0


class Queue(msgspec.Struct, frozen=True):
    """What is asked at the machines of one type: who waits, who was asked when to give one up, and
    at which machines a player begins no further game."""

    waiting: tuple[Waits, ...] = ()
    asked: dict[str, float] = {}
    ending: dict[str, str] = {}


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: "ask", "leave", "sat", "kept", "late", "give-up", "spared", "ends",
    "ended"; to whom, at which machine, under which clause."""

    act: str
    player: str
    law: str
    at: float
    table: str = ""


class MyMachines(msgspec.Struct, frozen=True, kw_only=True):
    """What I have to do with a type of machines: those that I use; that I wait (``waits``), behind
    how many, and whether one is kept for me; that I was ``asked`` to give one up; and the seconds
    that are left to me. What does not concern me is left out."""

    uses: list[str]
    waits: bool | msgspec.UnsetType = msgspec.UNSET
    before: int | msgspec.UnsetType = msgspec.UNSET
    kept: bool | msgspec.UnsetType = msgspec.UNSET
    asked: bool | msgspec.UnsetType = msgspec.UNSET
    seconds: int | msgspec.UnsetType = msgspec.UNSET


class OneOfType(msgspec.Struct, frozen=True, kw_only=True):
    """A machine of a type: whether it is free or yours, and whether you end with it (``ends``)."""

    id: str
    name: str
    free: bool
    yours: bool
    ends: bool


class MachineType(msgspec.Struct, frozen=True, kw_only=True):
    """A type of machines: its limits in cents, how many wait, the clauses, how many are free, what
    I have to do with it, and its machines."""

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


class _Host(Timed, Booked, Laid, Closes, Protocol):
    """What the queues of machines need of the house."""


class MachineQueue(ScheduledService):
    """The types of machines of a house, and who waits for one of each."""

    def __init__(self, house: _Host) -> None:
        super().__init__(house.clock)
        self.house = house
        self.types: dict[str, tuple[str, ...]] = {}
        self.queues: dict[str, Queue] = {}
        self._of: dict[str, str] = {}
        self._used: dict[str, float] = {}
        for table_id, table in house.tables.items():
            played = game(table.game)
            if played.cabinet and not table.individual:
                kind = digest(canonical([played.id, *played.cabinet.alike(table)]))[:12]
                self.types[kind] = (*self.types.get(kind, ()), table_id)
                self._of[table_id] = kind

    def start(self) -> None:
        """Find the lists as the books have them, and which machine was used last."""
        kept = {d.id: msgspec.json.decode(d.body, type=Queue)
                for d in self.house.ledger.documents("asking")}
        self.queues = {kind: kept.get(kind, Queue()) for kind in self.types}
        for table_id in self._of:
            last = self.house.ledger.entries(table=table_id, newest_first=True, limit=1)
            self._used[table_id] = last[0].seq - 1e12 if last else -1e13

    # -- what others ask of them -------------------------------------------------------------------

    def _laws(self, kind: str) -> tuple[str, str]:
        cabinet = game(self.house.tables[self.types[kind][0]].game).cabinet
        assert cabinet is not None
        law, (how,) = cabinet.several
        cite_clause(law, how)
        return law, how

    def _room(self, table_id: str) -> AnyTable:
        return self.house.rooms[table_id]

    def _holder(self, table_id: str) -> str:
        return next((player for player in self._room(table_id).desk.seats if player), "")

    def _free(self, kind: str) -> list[str]:
        """The machines of a type at which somebody could sit down now."""
        return [one for one in self.types[kind] if not self._holder(one) and self._takes(one)]

    def _takes(self, table_id: str) -> bool:
        desk = self._room(table_id).desk
        standing = desk.dealer.standing if desk.dealer else None
        return self.house.closed_by(desk) is None and (desk.state.over or any(
            offer.act == "sit" for offer in (standing.offers if standing else ())))

    def _mine(self, kind: str, player: str) -> list[str]:
        return [one for one in self.types[kind] if self._holder(one) == player]

    def bars(self, player: str, table_id: str) -> Bar | None:
        """Why a player may not sit down at a machine now, or None."""
        kind = self._of.get(table_id, "")
        queue = self.queues.get(kind, Queue())
        if not queue.waiting:
            return None
        free, others = self._free(kind), [w.player for w in queue.waiting if w.player != player]
        if self._mine(kind, player):
            text = "others wait for a machine of this type and bet: nobody takes a second one"
        elif player in [w.player for w in queue.waiting[:len(free)]] or len(free) > len(others):
            return None
        else:
            text = "this machine is kept for those who asked before you: ask for one too"
        law, _ = self._laws(kind)
        return Bar("several", law, text, {"waiting": len(queue.waiting),
                                          "free": self._elsewhere(kind)})

    def _elsewhere(self, kind: str) -> list[dict[str, str]]:
        """The machines of other types that anybody may take."""
        return [{"id": one, "name": self.house.tables[one].name} for other in self.types
                if other != kind and not self.queues[other].waiting for one in self._free(other)]

    def ends(self, player: str, table_id: str, act: str) -> Bar | None:
        """Why a player begins no further game at a machine, or None."""
        kind = self._of.get(table_id, "")
        if self.queues.get(kind, Queue()).ending.get(table_id) != player:
            return None
        part = metered(self._room(table_id).desk)
        if part is None or act not in part.begins:
            return None
        law, _ = self._laws(kind)
        return Bar("give-up", law, "others wait, and you were asked to give one of your machines "
                   "up: at this one you play no further game", {})

    def told(self, player: str) -> list[MachineType]:
        """Every type with its machines, how many wait, and what a player has to do with it."""
        return [self._told(kind, player) for kind in self.types]

    def _told(self, kind: str, player: str) -> MachineType:
        queue, free = self.queues[kind], self._free(kind)
        law, how = self._laws(kind)
        table = self.house.tables[self.types[kind][0]]
        mine = self._mine(kind, player) if player else []
        you = MyMachines(uses=mine)
        for before, one in enumerate(queue.waiting):
            if one.player == player:
                you = msgspec.structs.replace(you, waits=True, before=before, kept=bool(one.kept),
                                              seconds=self._left(one.kept, COME))
        if player in queue.asked and len(mine) > 1:
            you = msgspec.structs.replace(you, asked=True,
                                          seconds=self._left(queue.asked[player], GIVE))
        return MachineType(
            id=kind, game=table.game, minimum=table.minimum, maximum=table.maximum,
            waiting=len(queue.waiting), law=law, how=how, free=len(free), you=you,
            machines=[OneOfType(id=one, name=self.house.tables[one].name, free=one in free,
                                yours=one in mine, ends=queue.ending.get(one, " ") == player)
                      for one in self.types[kind]])

    # -- what players do ---------------------------------------------------------------------------

    async def ask(self, player: Player, table_id: str) -> MachineType:
        """A player asks for a machine like this one. HouseError where one is free, or his."""
        kind = self._kind(table_id)
        law, _ = self._laws(kind)
        async with self._lock:
            queue, free = self.queues[kind], self._free(kind)
            if self._mine(kind, player.id):
                raise HouseError("several", "you already use a machine of this type and bet", law,
                                 409)
            if all(one.player != player.id for one in queue.waiting):
                if len(free) > len(queue.waiting):
                    raise HouseError("free", "a machine of this type and bet is free: "
                                     f"{self.house.tables[free[0]].name}", law, 409,
                                     {"tables": free})
                now = self.house.clock.now()
                await self._note(kind, msgspec.structs.replace(
                    queue, waiting=(*queue.waiting, Waits(player.id, now))),
                    [Change("ask", player.id, law, now)])
        await self._tick()  # what he asked is stored, whatever comes of the rest
        return self._told(kind, player.id)

    async def leave(self, player: Player, table_id: str) -> MachineType:
        """A player waits no more."""
        kind = self._kind(table_id)
        async with self._lock:
            law, _ = self._laws(kind)
            await self._gone(kind, "leave", (player.id,), law)
        await self._tick()  # what he asked is stored, whatever comes of the rest
        return self._told(kind, player.id)

    def _kind(self, table_id: str) -> str:
        if table_id not in self._of:
            raise HouseError("no-machine", f"there is no machine {table_id!r}", status=404)
        return self._of[table_id]

    async def _gone(self, kind: str, act: str, players: Sequence[str], law: str) -> None:
        queue, now = self.queues[kind], self.house.clock.now()
        found = [w.player for w in queue.waiting if w.player in players]
        if found:
            await self._note(kind, msgspec.structs.replace(queue, waiting=tuple(
                w for w in queue.waiting if w.player not in found)),
                [Change(act, player, law, now) for player in found])

    # -- time, and what happens at the machines ----------------------------------------------------

    def on_stored(self, table: AnyTable, proposal: Proposal) -> None:
        """A machine was used, or somebody sat down or went."""
        table_id = table.desk.id
        kind = self._of.get(table_id)
        if kind is None:
            return
        if any(isinstance(event.answer, Act) for event in proposal.events):
            self._used[table_id] = self.house.clock.now()
        if self.queues and self.queues[kind] != Queue() and not self._stopped:
            self._ring()

    async def tick(self) -> None:
        """Do what the clock and the machines ask."""
        async with self._lock:
            for kind, queue in list(self.queues.items()):
                if queue != Queue():
                    await self._look(kind)
        self._set_timer()

    async def _look(self, kind: str) -> None:
        law, how = self._laws(kind)
        now = self.house.clock.now()
        sat = {player for one in self.types[kind] if (player := self._holder(one))}
        await self._gone(kind, "sat", tuple(sat), law)
        for table_id, player in list(self.queues[kind].ending.items()):
            await self._end(kind, table_id, player, law)
        late = tuple(w.player for w in self.queues[kind].waiting
                     if w.kept and now >= self.house.since(w.kept) + COME)
        await self._gone(kind, "late", late, how)
        before = None
        while before != self.queues[kind]:  # a machine that was given up may serve who waits
            before = self.queues[kind]
            await self._keep(kind, law, now)
            await self._demand(kind, law, now)

    async def _keep(self, kind: str, law: str, now: float) -> None:
        """The free machines are kept for those who have waited longest."""
        queue, free = self.queues[kind], len(self._free(kind))
        kept = tuple(msgspec.structs.replace(w, kept=(w.kept or now) if n < free else 0.0)
                     for n, w in enumerate(queue.waiting))
        new = [w.player for w, was in zip(kept, queue.waiting, strict=True)
               if w.kept and not was.kept]
        if kept != queue.waiting:
            await self._note(kind, msgspec.structs.replace(queue, waiting=kept),
                             [Change("kept", player, law, now) for player in new])
        for player in new:
            self._say(player, "machine-kept", law, {
                "seconds": COME, "tables": self._free(kind)})

    async def _demand(self, kind: str, law: str, now: float) -> None:
        """Those who use several are asked to give one up while somebody waits whom no free
        machine serves; who has not done so in time plays one of them no further."""
        queue = self.queues[kind]
        short = len(queue.waiting) - len(self._free(kind)) - len(queue.ending)
        many = Counter(player for one in self.types[kind] if one not in queue.ending
                       and (player := self._holder(one)))
        several = [player for player, n in many.items() if n > 1]
        asked = {player: queue.asked.get(player, now) for player in several} if short > 0 else {}
        made = [Change("give-up", player, law, now) for player in asked
                if player not in queue.asked]
        made += [Change("spared", player, law, now) for player in queue.asked
                 if player not in asked]
        ending = dict(queue.ending)
        for player in sorted(asked, key=lambda one: asked[one]):
            if short > 0 and now >= self.house.since(asked[player]) + GIVE:
                mine = [one for one in self._mine(kind, player) if one not in ending]
                table_id = min(mine, key=lambda one: self._used[one])
                ending[table_id] = player
                made.append(Change("ends", player, law, now, table_id))
                del asked[player]
                short -= 1
        if made:
            await self._note(kind, Queue(queue.waiting, asked, ending), made)
        for change in made:
            if change.act == "give-up":
                self._say(change.player, "give-up", law, {
                    "seconds": GIVE, "tables": [self.house.tables[one].name for one
                                                in self._mine(kind, change.player)]})
            elif change.act == "ends":
                self._say(change.player, "given-up", law, {
                    "table": self.house.tables[change.table].name})
                await self._end(kind, change.table, change.player, law)

    async def _end(self, kind: str, table_id: str, player: str, law: str) -> None:
        """Let a player go from a machine, with what is his; a game under way is played first."""
        room = self._room(table_id)
        if self._holder(table_id) == player:
            await room.ask(lambda: room.quiet(Act(player, "leave", "1")))
        if self._holder(table_id) != player:
            queue = self.queues[kind]
            ending = {one: who for one, who in queue.ending.items() if one != table_id}
            await self._note(kind, msgspec.structs.replace(queue, ending=ending), [
                Change("ended", player, law, self.house.clock.now(), table_id)])

    def _say(self, player: str, what: str, law: str, facts: Facts) -> None:
        for room in list(self.house.rooms.values()):
            room.notice(player, what, law, facts)

    def _times(self) -> list[float]:
        since, queues = self.house.since, self.queues.values()
        return [since(w.kept) + COME for queue in queues for w in queue.waiting if w.kept] + [
            since(at) + GIVE for queue in queues for at in queue.asked.values()]

    def _left(self, since: float, seconds: float) -> int:
        now = self.house.clock.now()
        return max(0, round(self.house.since(since) + seconds - now)) if since else 0

    async def _note(self, kind: str, queue: Queue, changes: Sequence[Change]) -> None:
        """Store what happens at the machines of a type; then it is so."""
        cite_clause(*(change.law for change in changes))
        body = {"type": kind, "tables": self.types[kind],
                "changes": msgspec.to_builtins(list(changes))}
        await self.house.commit(Entry(
            kind="asking", body=canonical(body),
            documents=(Document(kind="asking", id=kind, body=canonical(queue)),)))
        self.queues[kind] = queue
