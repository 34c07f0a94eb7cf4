"""One life of a node of a simulated house: a process that joins the house, serves it, and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Protocol

from sabot.equipment import Seeded
from sabot.house import House
from sabot.house.money.jackpot_claims import pool_of
from sabot.house.money.pools import HousePools
from sabot.house.world import GroupStore
from sabot.ledger.group import Group
from sabot.ledger.nodes import Lease, Nodes
from sabot.ledger.shared_ledger import SharedLedger
from sabot.ledger.vault import Vault
from sabot.procedure.table import Table
from sabot.web.auth import Signer
from sabot.web.nodes import OpenNode, node_of
from tools.worlds.doors import ANSWERED, Answer, Doors, NoAnswer
from tools.worlds.lines import Line
from tools.worlds.machine import LoopCalls, LoopCommitter, SeededEntropy, SimulatedClock
from tools.worlds.plan import Plan
from tools.worlds.pool_books import PoolBook
from tools.worlds.processes import Process
from tools.worlds.shared_file import NodeDisk, SharedFile
from tools.worlds.wallets import OperatorWallet
from tools.worlds.wire import SimulatedChannel, Wire
from tools.worlds.world import KEY, VAULT_KEY

TICK = 0.1
"""Seconds between two looks of the server of a node at whether its house can go on."""


class Site(Protocol):
    """Where a node runs. ``edition`` is the number of the table files that it reads."""

    plan: Plan
    tables: dict[str, Table]
    edition: int
    file: Path
    wire: Wire
    wallet: OperatorWallet | None
    pool_book: PoolBook | None

    def clock_of(self, name: str) -> SimulatedClock:
        """A clock of the machine of this node, as it is set now."""

    def entries_stored(self, life: NodeLife) -> None:
        """A node has stored entries in this moment."""

    def group_stored(self, life: NodeLife) -> None:
        """A node has tried to store a group."""

    def tables_taken(self, life: NodeLife, tables: Collection[str]) -> None:
        """A node takes tables over."""

    def lease_given_up(self) -> None:
        """A node has given up the lease of a group in this moment."""

    def process_killed(self, life: NodeLife, where: str) -> None:
        """The process of a node ends at once."""

    def fail(self, what: str) -> None:
        """Say what is wrong."""


class NodeLedger(SharedLedger):
    """The books of a node. ``on_stored`` is called in the moment in which entries are stored;
    ``moved`` are the accounts that they have moved since they were looked at."""

    on_stored: Callable[[], None]
    moved: Collection[str] = ()

    def _apply(self, group: Group) -> None:
        super()._apply(group)
        self.moved = {*self.moved, *group.balances}
        if group.journal:
            self.on_stored()


class NodeHouse(House):
    """The house of a node. ``taking`` is told which tables it takes over."""

    taking: Callable[[Collection[str]], None]

    async def take_over(self, tables: Collection[str]) -> None:
        """Run tables that another node of the house ran before, or nobody yet."""
        self.taking(tables)
        await super().take_over(tables)


class NodeDoors(Doors):
    """The doors of one node, whose process serves what comes. They open when it is ready."""

    def __init__(self, house: House, signer: Signer, fail: Callable[[str], None],
                 killed: Callable[[], None], process: Process) -> None:
        super().__init__(house, signer, fail, killed)
        self._process = process
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.open = False
        self.app.asgi_handler = self._checked(self.app.asgi_handler)

    def _run(self, work: Any) -> asyncio.Task[Any]:
        task = self._process.start(work)
        task.add_done_callback(self._ended)
        return task

    async def _is_done(self, task: asyncio.Task[Answer]) -> bool:
        """Wait for an answer. A process that was stopped meanwhile, or has ended, owes none."""
        process, stops = self._process, self._process.stops
        halted = process.halted
        awaited: list[asyncio.Future[Any]] = [task, self._gone]
        await asyncio.wait(awaited, timeout=ANSWERED, return_when=asyncio.FIRST_COMPLETED)
        if not task.done() and (halted or process.stops != stops):
            raise NoAnswer
        return task.done()

    def _check(self, scope: dict[str, Any], answer: Answer) -> None:
        """Check an answer: one that was passed on is checked where it is given."""
        if "litestar_app" in scope:
            super()._check(scope, answer)
        elif answer.status == 500:
            self._fail(f"{scope['method']} {scope['path']} was answered with 500")

    def _checked(self, handler: Any) -> Any:
        """Check the answers that are given to other nodes, whose requests have no extensions."""
        async def handle(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http" or "extensions" in scope:
                await handler(scope, receive, send)
                return
            sent: list[dict[str, Any]] = []

            async def note(message: dict[str, Any]) -> None:
                sent.append(message)
                await send(message)

            await handler(scope, receive, note)
            super(NodeDoors, self)._check(scope, Answer(
                sent[0]["status"], tuple((name.decode("latin-1").lower(), value.decode("latin-1"))
                                         for name, value in sent[0]["headers"]),
                b"".join(message.get("body", b"") for message in sent[1:])))

        return handle

    def kill(self) -> None:
        """The process has ended: nobody is answered any more."""
        self.open, self._dead = False, True
        self.cut()
        if not self._gone.done():
            self._gone.set_result(None)


class NodeLife:
    """A node from its start to its end. ``ended`` is set when its process is gone."""

    def __init__(self, site: Site, name: str, number: int) -> None:
        self.site = site
        self.name = name
        self.number = number
        self.process = Process()
        self.disk = NodeDisk(lambda: site.process_killed(self, "in a group"))
        self.clock = site.clock_of(name)
        self.write_seconds = 0.0
        self.moment = 0.0, 0.0
        self.ended = asyncio.Event()
        self.closing = False
        self.ready_since = -1.0
        self.house: NodeHouse | None = None
        self.ledger: NodeLedger | None = None
        self.pools: HousePools | None = None
        self.doors: NodeDoors | None = None
        self.node: OpenNode | None = None
        self.nodes: Nodes | None = None

    @property
    def serves(self) -> bool:
        """Whether clients can connect."""
        return self.doors is not None and self.doors.open

    @property
    def here(self) -> set[str]:
        """The tables that it runs."""
        return self.house.open_rooms.here if self.house is not None else set()

    # -- the process ------------------------------------------------------------------------------

    async def run(self) -> None:
        """What the process does: `sabot serve --node`. LedgerError when it cannot open."""
        try:
            self._join()
            assert self.node is not None and self.doors is not None and self.house is not None
            await self.node.start()
            self.doors.open = True
            self.ready_since = asyncio.get_running_loop().time()
            while not (self.closing or self.house.broken):
                await asyncio.sleep(TICK)
            await self.node.leave()
            await self.doors.close()
            await self.node.stop()
        finally:
            if self.ledger is not None:
                self.ledger.close()

    def _join(self) -> None:
        site, life = self.site, f"{self.site.plan.seed}/{self.name}/{self.number}"
        store = SharedFile(site.file, self.disk, self._time_of_database)
        self.ledger, self.nodes = NodeLedger.join_at(
            store, self.name, f"rules {site.edition}", Vault(VAULT_KEY), self.clock.milliseconds)
        self.ledger.on_stored = lambda: site.entries_stored(self)
        self.nodes.leave = self._leaving(  # type: ignore[assignment]
            self.nodes.leave)
        pause = site.plan.stream("writes", self.name, self.number)

        def commits(purse: GroupStore) -> LoopCommitter:
            books = LoopCommitter(
                purse, write_time=lambda: self.write_seconds + pause.uniform(0, 0.01),
                stored=lambda: site.group_stored(self), killed=lambda: None)
            books.task.add_done_callback(self._committer_ended)
            return books

        calls, wallet = site.plan.stream("calls", self.name, self.number), site.wallet
        if site.pool_book is not None and any(map(pool_of, site.tables.values())):
            self.pools = site.pool_book.for_house(self.ledger, life)
        self.house = NodeHouse(
            self.ledger, site.tables, clock=self.clock, source=Seeded(life),
            entropy=SeededEntropy(life, "entropy"), commits=commits, wallet=wallet,
            pools=self.pools, calls=lambda at_once: LoopCalls(
                at_once, wallet.call_time if wallet else lambda: calls.uniform(0, 0.05)))
        if self.pools is not None:
            self.pools.attach(self.house.books.commit)
        self.house.taking = lambda tables: site.tables_taken(self, tables)
        signer = Signer(KEY, self.clock.now, self.clock.wall, SeededEntropy(life, "signer"))
        self.doors = NodeDoors(self.house, signer, site.fail,
                               lambda: site.process_killed(self, "in a request"), self.process)
        self.node = node_of(self.house, self.doors.app, self.ledger, self.nodes,
                            SimulatedChannel(site.wire, self.process))
        self.doors.entry = self.node.door

    def _leaving(self, leave: Callable[[Lease], None]) -> Callable[[Lease], None]:
        def leave_and_tell(lease: Lease) -> None:
            leave(lease)
            self.site.lease_given_up()

        return leave_and_tell

    def _time_of_database(self) -> float:
        return asyncio.get_running_loop().time()

    def _committer_ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.site.fail(f"what commits at {self.name} has ended with {error!r}")

    # -- from outside -----------------------------------------------------------------------------

    def end(self) -> None:
        """The process is gone, with all that it had in memory."""
        self.process.end()
        if self.doors is not None:
            self.doors.kill()
        self.ended.set()

    def bury(self) -> None:
        """What was in its memory is gone, and its connections to the database have ended."""
        if self.house is not None:
            for room in self.house.rooms.values():
                room.abandon()
            self.house.purse.abandon()
            assert isinstance(self.house.books, LoopCommitter)
            self.house.books.abandon()
        if self.pools is not None:
            self.pools.abandon()
        if self.ledger is not None:
            self.ledger.abandon()

    def lines(self) -> tuple[Line, ...]:
        """The sockets that it serves."""
        return self.doors.lines if self.doors is not None else ()

    def failed_alone(self, epoch: int) -> str:
        """An error of the database that no fault explains, or "". ``epoch`` is that of the node in
        the database."""
        assert self.ledger is not None
        trouble = self.ledger.trouble
        if self.ledger.overtaken:
            if epoch == self.ledger.node.epoch:
                return f"{self.name} gives up, and its epoch {epoch} has not ended"
        elif trouble is None:
            self.disk.failed = False
        elif not self.disk.failed:
            return f"the database is well, and {self.name} cannot write: {trouble}"
        return ""
