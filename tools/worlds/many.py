"""A world whose house has several nodes: processes that are killed, stopped and replaced while
people play, over one database and a channel that loses messages."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Coroutine, Mapping, MutableMapping
from contextvars import copy_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

import msgspec
import structlog

from sabot.house.books.tickets import Codes
from sabot.house.nodes.groups import DESK
from sabot.house.table.desk import Desk
from sabot.house.table.switches import base_of
from sabot.ledger import Ledger, LedgerError
from sabot.ledger.nodes import metadata
from sabot.procedure.table import Table
from sabot.web.auth import Signer
from tools.worlds import checks, staff_requests, views, visits
from tools.worlds.doors import ANSWERED, Browser, Doors, describe_error
from tools.worlds.errand_requests import ErrandRequests
from tools.worlds.machine import Killed, LoopCommitter, SeededEntropy, SimulatedClock, all_stored
from tools.worlds.node_life import NodeLife
from tools.worlds.people import Person
from tools.worlds.plan import FaultPlan, PersonPlan, Plan, clock_jump
from tools.worlds.processes import current_process
from tools.worlds.staff import employ
from tools.worlds.staff_requests import StaffRequests
from tools.worlds.standing import describe_standing
from tools.worlds.wire import Wire
from tools.worlds.world import KEY, LAST, START, World

NAMES = "abcdef"
LOOK = 0.5
"""Seconds between two looks at who runs what."""
UNRUN = 15.0
"""Seconds in which a table is run again while a node is well."""
CLOSED = 20
"""Seconds in which a node closes that is not cut off or stopped."""
SETTLED = 60
"""Seconds in which the nodes of a house that is left in peace run all tables again."""


class Whole(NamedTuple):
    """All nodes together, as the checks see a house of one process."""

    rooms: Mapping[str, Any]
    tables: Mapping[str, Table]
    trouble: LedgerError | None = None

    @property
    def books(self) -> Any:
        """What commits."""
        return self


class Entrance:
    """The node to which one browser connects; after a while, or when that is gone, another one."""

    def __init__(self, world: NodesWorld, number: int) -> None:
        self._world, self._number = world, number
        self._chance: Random | None = None
        self._life: NodeLife | None = None
        self._until = 0.0

    def __call__(self) -> Doors | None:
        """Return the doors of the node; None while no node is there."""
        chance = self._chance = self._chance or self._world.plan.stream("door", self._number)
        now = asyncio.get_running_loop().time()
        if self._life is None or not self._life.serves or now >= self._until:
            serving = [life for life in self._world.nodes.values() if life.serves]
            self._life = chance.choice(serving) if serving else None
            self._until = now + chance.uniform(3, 25)
        return self._life.doors if self._life is not None else None


class NodesWorld(World):
    """A house of several nodes with its machines, its people and its faults. ``nodes`` are those
    that there are now, by their places; ``taken`` says when each table was taken over.
    """

    def __init__(self, plan: Plan, tables: Mapping[str, Table], folder: Path,
                 observed: bool = False) -> None:
        super().__init__(plan, tables, folder, observed)
        self.staff = self.requests = [
            StaffRequests(one, number, self)
            for number, one in enumerate(one for one in plan.people if one.role != "player")]
        self.errands = [ErrandRequests(person, self) for person in self.people]
        self.nodes: dict[str, NodeLife] = {}
        self.taken: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._context = copy_context()
        self.wire = Wire(plan.stream("channel"))
        self._numbers: dict[str, int] = defaultdict(int)
        self._rests: dict[str, float] = {}  # how long the place of a node stays empty
        self._unrun: dict[str, float] = {}
        self._set_by: dict[str, float] = {}  # the clock of each machine, in seconds
        self._closing = False
        self.edition = 1
        self._files_ready = asyncio.Event()  # the files can be read
        self._files_ready.set()

    # -- the world around the nodes ---------------------------------------------------------------

    def soon(self, what: Any, *args: object) -> None:
        """Do something of the world, whoever asks for it."""
        work: Coroutine[Any, Any, None] = what(*args)
        task = asyncio.get_running_loop().create_task(work, context=self._context.copy())
        self.serving.add(task)
        task.add_done_callback(self.serving.discard)

    def standing(self) -> tuple[str, ...]:
        """Where the world stands now."""
        if self.house is not None:
            return describe_standing(self.house)
        return tuple(f"{life.name}: {line}" for life in self.nodes.values() if life.house
                     for line in describe_standing(life.house)
                     if line.split(":")[0].split("~")[0] in life.here)

    def browser(self, number: int) -> Browser:
        """Return a client of this house, at an address of its own."""
        return Browser(f"192.0.2.{number}", self.network, Entrance(self, number))

    def clock_of(self, name: str) -> SimulatedClock:
        """A clock of the machine of this node, as it is set now."""
        return SimulatedClock(START, self._set_by.get(name, 0.0))

    def read_log(self, logger: object, method: str, entry: MutableMapping[str, Any]) -> NoReturn:
        """Read the log of a process that has not ended."""
        process = current_process()
        if process is not None and process.ended:
            raise structlog.DropEvent
        super().read_log(logger, method, entry)

    @property
    def logs(self) -> bool:
        """Whether what is logged counts."""
        return self.house is not None or current_process() is not None

    def watch(self, person: Person, text: str) -> None:
        """Look at a message to somebody as it leaves a node."""
        desk = self._desk_of(person)
        if desk is None:
            return
        names = next(life.house for life in self._lives() if life.house).names
        nameless = {one.id for one in self.people if names.name(one.id) is None}
        if wrong := views.shown_too_much(desk, person.id, msgspec.json.decode(text), nameless):
            self.fail(wrong)

    def _desk_of(self, person: Person) -> Desk | None:
        """The desk at which somebody plays, at the node that runs it."""
        for life in self._lives():
            if life.house is not None and person.table in life.here:
                rooms = life.house.rooms
                room = rooms.get(f"{person.table}~{person.id.removeprefix('p_')}",
                                 rooms[person.table])
                return room.desk
        return None

    # -- those who work there ---------------------------------------------------------------------

    def desks(self) -> dict[str, Desk]:
        """The desks of all tables that are run now, by id."""
        return {name: room.desk for life in self._lives() if life.house is not None
                for name, room in life.house.rooms.items() if base_of(name) in life.here}

    def journal(self) -> Ledger | None:
        """The journal, as a node reads it; None while no node is there."""
        return next((life.ledger for life in self._lives() if life.serves), None)

    def codes(self) -> Codes | None:
        """The codes of the tickets of the house; None while no node is there."""
        return next((life.house.codes for life in self._lives() if life.house and life.serves),
                    None)

    async def employ(self, plan: PersonPlan) -> str:
        """Add somebody to the staff; return their token, "" when nobody answers."""
        for life in self._lives():
            if life.serves and life.house is not None and not life.process.halted:
                task = life.process.start(employ(life.house, plan))
                done, _ = await asyncio.wait([task], timeout=ANSWERED)
                if not done:
                    task.cancel()
                if not done or task.cancelled() or task.exception():
                    return ""
                return task.result().token
        return ""

    # -- the nodes --------------------------------------------------------------------------------

    def _lives(self) -> list[NodeLife]:
        """The nodes whose processes have not ended."""
        return [life for life in self.nodes.values() if not life.process.ended]

    def _epochs(self) -> dict[str, int]:
        """The epochs of the nodes, as they are stored."""
        return dict(self.look.execute("SELECT node, epoch FROM nodes").fetchall())

    async def begin(self) -> None:
        """The nodes start."""
        self.signer = Signer(KEY, self.clock.now, self.clock.wall,
                             SeededEntropy(str(self.plan.seed), "signer"))
        for place in NAMES[:self.plan.nodes]:
            self.soon(self._keep, place)
        self.soon(self._look_at_all)
        for _ in range(SETTLED):
            if all(life.serves for life in self.nodes.values()) and self.nodes:
                return
            await asyncio.sleep(0.5)
        self.fail("the house does not open")

    async def _keep(self, place: str) -> None:
        """Start the node of a place, and start it again when it has ended."""
        name = place
        while not self._closing:
            await self._files_ready.wait()
            self._numbers[name] += 1
            life = self.nodes[place] = NodeLife(self, name, self._numbers[name])
            task = life.process.start(life.run())
            gone = asyncio.ensure_future(life.ended.wait())
            await asyncio.wait([task, gone], return_when=asyncio.FIRST_COMPLETED)
            gone.cancel()
            if task.done() and not task.cancelled():
                self._process_ended(life, task.exception())
            life.bury()
            if life.closing:
                name = f"{place}{self._numbers[name] + 1}"
            rest = self._rests.pop(place, 1.0)
            await asyncio.sleep(rest)

    def _process_ended(self, life: NodeLife, error: BaseException | None) -> None:
        """The process of a node has ended by itself."""
        life.end()
        if error is None:
            broken = life.house.broken if life.house is not None else ""
            self.tell(f"node {life.name} closes{f': {broken}' if broken else ''}")
        elif isinstance(error, LedgerError):
            self.tell(f"node {life.name} cannot open: {error!r}")
        elif not isinstance(error, Killed):
            self.fail(f"node {life.name} ends with {describe_error(error)}")

    def process_killed(self, life: NodeLife, where: str = "") -> None:
        """The process of a node ends at once; it is started again."""
        if not life.process.ended:
            self.tell(f"node {life.name} is killed{f' {where}' if where else ''}")
            self._rests[life.name[0]] = self.plan.stream(
                "down", life.name, life.number).uniform(0.5, 8)
            life.end()

    def killed_at_wallet(self) -> None:
        """The process that asks the wallet ends."""
        process = current_process()
        for life in self._lives():
            if life.process is process:
                self.process_killed(life, "at the wallet")

    # -- what must hold ---------------------------------------------------------------------------

    def group_stored(self, life: NodeLife) -> None:
        """A node has tried to store a group."""
        ledger = life.ledger
        assert ledger is not None
        self.groups += 1
        # Where others have stored the last entry, this node reads the accounts later.
        moved, ledger.moved = ledger.moved if self._last() == ledger.last[0] else (), ()
        try:
            wrong = checks.after_a_group(self.look, ledger, checks.amounts_of(self.look, moved))
        except LedgerError:  # the database is away: it is checked at the end
            wrong = ""
        if wrong := (wrong or life.failed_alone(self._epochs()[life.name])
                     or self._runs_alone()):
            self.fail(wrong)

    def entries_stored(self, life: NodeLife) -> None:
        """A node has stored entries in this moment."""
        assert life.ledger is not None
        me, epoch = life.ledger.node, self._epochs()[life.name]
        if epoch != me.epoch:
            self.fail(f"{me.name} stores in epoch {me.epoch}, and its epoch is {epoch}")

    def lease_given_up(self) -> None:
        """A node has given up the lease of a group in this moment."""
        if wrong := self._runs_alone():
            self.fail(wrong)

    def _runs_alone(self) -> str:
        """A table that is run by a node without the lease of its group, or ""."""
        leases = {group: (name, epoch) for group, name, epoch in self.look.execute(
            "SELECT table_id, node, node_epoch FROM leases")}
        epochs = self._epochs()
        for life in self._lives():
            if life.node is None or life.ledger is None:
                continue
            me = life.ledger.node
            if epochs.get(me.name) != me.epoch:
                continue
            for table in life.here:
                if leases.get(life.node.node.group_of(table)) != (me.name, me.epoch):
                    return f"{me.name} runs {table} and does not have it"
        return ""

    def _last(self) -> int:
        """The number of the last entry of the journal."""
        return int(self.look.execute("SELECT seq FROM head").fetchone()[0])

    def tables_taken(self, life: NodeLife, tables: Collection[str]) -> None:
        """A node takes tables over."""
        moment = self._last(), int(life.clock.now() * 1000) / 1000
        for table in tables:
            self.taken[table].append(moment)
        if tables:
            self.tell(f"node {life.name} takes over {', '.join(sorted(tables))}")

    async def _look_at_all(self) -> None:
        """Look again and again at who runs what."""
        while not self._closing:
            await asyncio.sleep(LOOK)
            if not self._closing and (wrong := self._runs_alone() or self._rounds_go_on()
                                      or self._all_run()):
                self.fail(wrong)

    def _rounds_go_on(self) -> str:
        """A round that a node cannot continue, or whose question waits for too long, or ""."""
        for life in self._lives():
            for table, result in life.house.recovered.items() if life.house else ():
                if result in ("lost", "other-version"):
                    return f"the open round of {table} cannot be continued: {result}"
            for name, room in life.house.rooms.items() if life.house else ():
                if base_of(name) in life.here and (
                        wrong := checks.too_much_time(room.desk, life.clock.now())):
                    return wrong
        return ""

    def _all_run(self) -> str:
        """A table that nobody runs though a node has been well for long enough, or ""."""
        now = asyncio.get_running_loop().time()
        run = {table for life in self._lives() for table in life.here}
        desks = any(life.node is not None and life.node.node.owner(DESK) == life.node.node.me
                    for life in self._lives())
        missing = {*self.tables} - run | ({DESK} if not desks else set())
        if not any(life.serves and not (life.process.halted or life.disk.away or life.disk.full)
                   for life in self._lives()):
            missing = set()
        self._unrun = {one: self._unrun.get(one, now) for one in sorted(missing)}
        return next((f"nobody runs {one} for {now - since:.1f} s"
                     for one, since in self._unrun.items() if now - since > UNRUN), "")

    # -- what goes wrong --------------------------------------------------------------------------

    async def _fault(self, fault: FaultPlan) -> None:
        kind, lives = fault.kind, [life for life in self._lives() if not life.process.halted]
        if kind.startswith(("wallet-", "pools-", "slow-threads")) and kind != "wallet-kill":
            await self._trouble_outside(fault)
        elif kind.startswith("channel-"):
            await self._trouble_of_channel(fault)
        elif kind in ("late", "lossy"):
            await self._trouble_of_network(fault)
        elif kind == "wallet-kill" and self.wallet is not None:
            self.wallet.fatal = True
        elif kind == "no-database":
            await self._cut_off(lives, fault.size)
        elif kind == "files":
            await self._close_and_edit(self.plan.stream("files", fault.at))
        elif lives:
            await self._trouble_of_node(
                fault, self.plan.stream("whose", fault.at).choice(lives))

    async def _trouble_of_node(self, fault: FaultPlan, life: NodeLife) -> None:
        kind = fault.kind
        if kind == "kill":
            self.process_killed(life)
        elif kind == "kill-in-group":
            life.disk.kill_at = 1 + int(2 * fault.size)
        elif kind == "kill-in-request" and life.doors is not None:
            life.doors.fatal = True
        elif kind == "lost-answer":
            self.tell(f"the answer to the next write of {life.name} will be lost")
            life.disk.lose_answer = True
        elif kind == "cut-off":
            await self._cut_off([life], fault.size)
        elif kind == "stop":
            self.tell(f"node {life.name} is stopped")
            life.process.stop()
            await asyncio.sleep(fault.size)
            if not life.process.ended:
                self.tell(f"node {life.name} is woken")
                life.process.wake()
        elif kind == "replace":
            self.tell(f"node {life.name} is to be replaced")
            life.closing = True
        elif kind == "full-disk":
            await self._full([life], fault.size)
        elif kind == "slow-disk":
            self.tell(f"the disk is slow for {life.name}")
            life.write_seconds = fault.size / 8
            await asyncio.sleep(2 * fault.size)
            life.write_seconds = 0.0
        elif kind == "lines-cut" and life.doors is not None:
            self.tell(f"all lines to {life.name} are cut")
            life.doors.cut()
        elif kind.startswith("clock-"):
            jump = clock_jump(fault)
            self.tell(f"somebody sets the clock of {life.name} by {jump:+.0f} s")
            self._set_by[life.name] = self._set_by.get(life.name, 0.0) + jump
            life.clock.jump(jump)
        elif kind == "half-open":
            self.tell(f"lines of {life.name} deliver nothing to the clients")
            lines = life.lines()
            for line in lines:
                line.half_open = True
            await asyncio.sleep(fault.size)
            for line in lines:
                line.end()

    async def _close_and_edit(self, chance: Random) -> None:
        """All nodes close, somebody changes the files of the tables, and the nodes open again."""
        self._files_ready.clear()
        self.tell("all nodes are to close")
        rooms = {name: room for life in self._lives() if life.house
                 for name, room in life.house.rooms.items()}
        for life in self._lives():
            life.closing = True
        for _ in range(CLOSED):
            if not self._lives():
                break
            await asyncio.sleep(1)
        for life in self._lives():
            self.process_killed(life, "because it does not close")
        self.change_files(rooms, chance)
        self.edition += 1
        self._files_ready.set()

    async def _cut_off(self, lives: list[NodeLife], seconds: float) -> None:
        names = ", ".join(life.name for life in lives)
        self.tell(f"the database is away for {names}")
        for life in lives:
            life.disk.away = True
        await asyncio.sleep(seconds)
        for life in lives:
            life.disk.away = False
        self.tell(f"the database is back for {names}")

    async def _full(self, lives: list[NodeLife], seconds: float) -> None:
        self.tell("the disk of the database is full")
        for life in lives:
            life.disk.full = True
        await asyncio.sleep(seconds)
        for life in lives:
            life.disk.full = False
        self.tell("the disk has room again")

    async def _trouble_of_channel(self, fault: FaultPlan) -> None:
        how = fault.kind.removeprefix("channel-")
        self.tell(f"the channel: {how}, for {2 * fault.size:.1f} seconds")
        if how == "away":
            self.wire.away = True
        elif how == "late":
            self.wire.late = fault.size / 4
        elif how == "lossy":
            self.wire.loss = fault.size / 40
        else:
            self.wire.twice = 0.8
        await asyncio.sleep(2 * fault.size)
        self.wire.heal()
        self.tell("the channel is well again")

    async def _trouble_of_network(self, fault: FaultPlan) -> None:
        if fault.kind == "late":
            self.tell("messages come late")
            self.network.late = fault.size / 2
        else:
            self.tell("messages are lost")
            self.network.loss = fault.size / 80
        await asyncio.sleep(2 * fault.size)
        self.network.late = self.network.loss = 0.0

    # -- the end ----------------------------------------------------------------------------------

    async def _close(self) -> None:
        """The faults end, the nodes come to rest, and everything is checked. Then a house of one
        process opens on what they have left."""
        self._heal_outside()
        self.wire.heal()
        self._files_ready.set()
        for life in self._lives():
            life.process.wake()
            life.disk.heal()
            life.write_seconds = 0.0
        for _ in range(SETTLED):
            if self._is_settled() or self.wrong:
                break
            await asyncio.sleep(1)
        else:
            self.fail("the nodes do not run all tables again")
        if self.wrong:
            return
        await asyncio.sleep(checks.PATIENCE + 5)
        lives = self._lives()
        ledgers = [life.ledger for life in lives if life.ledger is not None]
        whole = Whole({name: room for life in lives if life.house
                       for name, room in life.house.rooms.items()
                       if base_of(name) in life.here}, self.tables)
        if wrong := (next((f"{life.name} does not store again: {life.ledger.trouble}"
                           for life in lives if life.ledger and life.ledger.trouble), "")
                     or await self._check_settled(ledgers[0])
                     or await all_stored([
                         life.house.books for life in lives
                         if life.house and isinstance(life.house.books, LoopCommitter)])
                     or checks.at_rest(whole, ledgers[0], self.people, self.plan.seconds, self.look)
                     or checks.at_the_end(ledgers[-1], self.people)
                     or staff_requests.at_the_end(ledgers[-1], self.requests)
                     or visits.at_the_end(ledgers[0], self.people)):
            self.fail(wrong)
            return
        self._closing = True
        self.remembered = checks.remember(whole)
        for life in lives:
            life.closing = True
            try:
                async with asyncio.timeout(SETTLED):
                    await life.ended.wait()
            except TimeoutError:
                self.fail(f"node {life.name} does not close")
                return
        moment = self._last(), START + asyncio.get_running_loop().time()
        for table in self.tables:
            self.taken[table].append(moment)
        # The tables of the nodes are none of a house of one process.
        self.look.executescript("; ".join(f"DROP TABLE {name}" for name in metadata.tables))
        last = self.plan.stream("last files")
        if last.random() < LAST:
            self.change_files(whole.rooms, last, only_remove=True)
        await self.open()
        await self._check_reopened(self.taken)

    def _is_settled(self) -> bool:
        """Whether every node serves, and all tables are run."""
        lives = self._lives()
        return (len(lives) == self.plan.nodes and all(
            life.serves and life.ledger is not None and life.ledger.trouble is None
            for life in lives) and {table for life in lives for table in life.here}
            == {*self.tables})
