"""One node of a house: it says that it lives, takes its share of the tables, and gives tables up.

Each node runs a `House` that knows all tables and runs those of its leases (`sabot.ledger.nodes`).
A node that dies gives no more signs of life; the others end its epoch and take its tables over. A
node whose own epoch has ended can store nothing more, and ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, Protocol, TypeVar

import structlog

from sabot.house.books.purse import Purse
from sabot.house.nodes.groups import DESK, groups_of, share_out
from sabot.house.table.switches import base_of
from sabot.ledger import LedgerError
from sabot.ledger.nodes import Lease, Node, Nodes
from sabot.procedure.table import Table

BEAT = 0.5
"""Seconds between two looks at the other nodes."""
PATIENCE = 20.0
"""Seconds for which the nodes stay uneven while all tables of the busier one are looked at."""
ENDED = 15.0
"""Seconds in which what was asked of the database last is answered or given up."""

log = structlog.get_logger("sabot.nodes")
T = TypeVar("T")


class _House(Protocol):
    """What a node needs of its house."""

    files: dict[str, Table]
    purse: Purse

    async def take_over(self, tables: Collection[str]) -> None:
        """Run tables that another node ran."""

    async def give_up(self, tables: Collection[str]) -> None:
        """Stop running tables."""

    async def settle_removed_tables(self) -> None:
        """Settle the tables of the journal that the house no longer has."""

    def seal(self) -> None:
        """Store what waits and accept nothing more; end the journal with a checkpoint."""

    def looked_at(self, tables: Collection[str]) -> int:
        """Return how many look at tables now."""


class _Follower(Protocol):
    """Reads what other nodes have stored that concerns the whole house."""

    async def catch_up(self) -> None:
        """Apply what was stored since the last look."""


class _Seen(NamedTuple):
    """What a node sees of the others in one look."""

    valid: bool
    epochs: frozenset[Node]
    living: Mapping[Node, str]
    leases: Mapping[str, Lease]


class HouseNode:
    """The part that one process has in a house. ``on_ended`` is called once when the epoch of this
    node has ended: other nodes run its tables. ``on_lost`` is called with the name of another node
    when its epoch has ended."""

    def __init__(self, house: _House, follower: _Follower, nodes: Nodes, me: Node,
                 on_ended: Callable[[], None], on_lost: Callable[[str], None]) -> None:
        self.me = me
        self.groups = groups_of(house.files)
        self._house = house
        self._follower = follower
        self._nodes = nodes
        self._on_ended = on_ended
        self._on_lost = on_lost
        self._of = {table: name for name, tables in self.groups.items() for table in tables}
        self._owners: dict[str, Node] = {}  # of the groups that others run
        self._living: tuple[Node, ...] = (me,)
        self._mine: dict[str, Lease] = {}
        self.settled = False  # whether all groups are run, and the nodes even, as far as is seen
        self._uneven_since = 0.0
        self._signed = self._steady_from = 0.0
        self._finished_for: frozenset[Node] = frozenset()  # the epochs at the last take-up
        self._left = False
        self._task: asyncio.Task[None] | None = None
        self._signs: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(2, "nodes")

    # -- who runs what ----------------------------------------------------------------------------

    @property
    def others(self) -> tuple[Node, ...]:
        """The other living nodes."""
        return tuple(node for node in self._living if node != self.me)

    def group_of(self, table: str) -> str:
        """Return the group of a table, or of a player's own copy; "" where there is none."""
        return self._of.get(base_of(table), "")

    def owner(self, group: str) -> Node | None:
        """Return the node that runs a group; None while nobody does. It may be one that has just
        died."""
        return self.me if group in self._mine else self._owners.get(group)

    def owner_of(self, table: str) -> Node | None:
        """Return the node that runs a table, as `owner`."""
        group = self.group_of(table)
        return self.owner(group) if group else None

    # -- life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take the first share of the tables, then look at the others again and again."""
        loop = asyncio.get_running_loop()
        await self._call(self._nodes.give_sign, self.me)
        self._signed = self._steady_from = loop.time()
        self._signs = loop.create_task(self._give_signs())
        await self._look()
        self._task = loop.create_task(self._run())

    async def leave(self) -> None:
        """Give up all tables and end the epoch of this node: the others take them over at once."""
        if self._left:
            return
        self._left = True
        self.abandon()
        await asyncio.gather(*(task for task in (self._task, self._signs) if task),
                             return_exceptions=True)
        leaving, self._mine = self._mine, {}
        try:
            await self._house.give_up([table for name in leaving for table in self.groups[name]])
            await self._house.purse.stop()
            self._house.seal()
            await self._call(self._nodes.end, self.me)
        except LedgerError as error:  # the others find out by its silence
            log.error("this node cannot take its leave", error=str(error))

    async def stop(self) -> None:
        """Leave, and end the threads: what they still ask the database ends before it is closed."""
        await self.leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDED):
                await asyncio.to_thread(self._threads.shutdown)

    def abandon(self) -> None:
        """Give no more signs of life and look at nobody, as if the process were stopped."""
        for task in (self._task, self._signs):
            if task is not None:
                task.cancel()

    async def _call(self, act: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, act, *args)

    async def _give_signs(self) -> None:
        """Say that this node lives, as long as its loop runs."""
        now = asyncio.get_running_loop().time
        while True:
            try:
                if not await self._call(self._nodes.give_sign, self.me):
                    log.error("the epoch of this node has ended", node=self.me.name,
                              epoch=self.me.epoch)
                    self._on_ended()
                    return
                if now() - self._signed > self._gap:
                    self._steady_from = now() + self._gap
                self._signed = now()
            except LedgerError as error:
                log.error("no sign of life can be given", error=str(error))
            await asyncio.sleep(BEAT)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._look()
                await self._follower.catch_up()
            except LedgerError as error:
                log.error("the other nodes cannot be seen", error=str(error))
            except Exception:  # this task must live
                log.exception("a look at the other nodes failed")

    @property
    def _gap(self) -> float:
        return max(self._nodes.silence, 2 * BEAT)

    def _steady(self) -> bool:
        """Whether this node itself has given signs of life without a gap. After one, when the
        database was away for all, the others get as much time again to give theirs."""
        now = asyncio.get_running_loop().time()
        return now >= self._steady_from and now - self._signed <= self._gap

    def _see(self, end_silent: bool) -> _Seen:
        for name in self._nodes.end_silent() if end_silent else ():
            log.warning("a node gives no sign of life; its tables are taken over", node=name)
        living = self._nodes.living()
        return _Seen(self.me in living, self._nodes.epochs(), living, self._nodes.leases())

    async def _look(self) -> None:
        """Take and give up tables, so that all are run and the nodes are even."""
        seen = await self._call(self._see, self._steady())
        for node in self._living:
            if node not in seen.epochs:
                self._on_lost(node.name)
        self._living = tuple(seen.living)
        # A lease of ours whose tables do not run here is given back, for whoever takes it then: its
        # answer was lost, or the database was away when it was to be given up.
        idle = [lease for name, lease in seen.leases.items()
                if lease.node == self.me and name not in self._mine]
        owners = {name: lease.node for name, lease in seen.leases.items() if lease not in idle}
        self._owners = {name: node for name, node in owners.items() if node != self.me}
        if not seen.valid:
            return
        if idle:
            await self._call(self._leave, idle)
        share = share_out(self.groups, {name: node.name for name, node in owners.items()},
                          [node.name for node in self._living], self.me.name)
        self.settled = not share.take and not share.give_up \
            and owners.keys() == self.groups.keys()
        if share.take:
            await self._take(share.take)
        await self._finish_for_others(seen.epochs)
        await self._even_out(share.give_up)

    async def _finish_for_others(self, epochs: frozenset[Node]) -> None:
        """Where the front desk is here, do at the operator's wallet what ended epochs have left."""
        if DESK not in self._mine:
            self._finished_for = frozenset()
        elif epochs != self._finished_for:
            await self._house.purse.take_up({node.in_epoch for node in epochs})
            self._finished_for = epochs

    async def _take(self, names: Sequence[str]) -> None:
        """Take groups over, all at once: their tables are read from the journal in one go."""
        leases = await self._call(self._lease, names)
        tables = [table for name in leases for table in self.groups[name]]
        try:
            await self._house.take_over(tables)
            if DESK in leases:
                await self._house.settle_removed_tables()
        except BaseException:
            await self._house.give_up(tables)
            await self._call(self._leave, list(leases.values()))
            raise
        self._mine.update(leases)
        log.info("tables taken over", groups=len(leases), tables=tables)

    def _lease(self, names: Sequence[str]) -> dict[str, Lease]:
        taken = {name: self._nodes.take(self.me, name) for name in names}
        return {name: lease for name, lease in taken.items() if lease is not None}

    def _leave(self, leases: Iterable[Lease]) -> None:
        for lease in leases:
            self._nodes.leave(lease)

    async def _even_out(self, spare: Collection[str]) -> None:
        """Give up one group: one at whose tables nobody looks, or after a while the least."""
        now = asyncio.get_running_loop().time()
        if not spare:
            self._uneven_since = now
            return
        lookers = {name: self._house.looked_at(self.groups[name]) for name in spare}
        name = min(spare, key=lambda name: lookers[name])
        if not lookers[name] or now - self._uneven_since > PATIENCE:
            self._uneven_since = now
            await self._give_up(name)

    async def _give_up(self, name: str) -> None:
        lease = self._mine.pop(name)
        await self._house.give_up(self.groups[name])
        await self._call(self._nodes.leave, lease)
        log.info("tables given up", group=name)
