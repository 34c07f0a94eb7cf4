"""The machine on which a simulated house runs: its clock, entropy, commits and slow calls."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from sabot.equipment import Seeded
from sabot.house.books.committer import GROUP, QUIET, GroupCommit, Waiting
from sabot.house.slow_calls import NoSlot, TooLate
from sabot.house.world import GroupStore
from sabot.ledger import LedgerError
from sabot.ledger.clock import Steady

T = TypeVar("T")
TRIES = 5
"""How often a house may look for a group in doubt at one moment."""
AT_REST = 500
"""How often a house is looked at until everything is stored."""


class Killed(BaseException):
    """The process of the house ended here."""


class SimulatedClock:
    """The clocks of a machine in virtual time: one that can be set (``jump``), and the steady one
    that the house follows it with."""

    def __init__(self, start: float, set_by: float = 0.0) -> None:
        self._start = start
        self._set_by = set_by
        self.restart()

    def restart(self) -> None:
        """A new process reads the clock anew."""
        self._steady = Steady(self.wall, _virtual)

    def jump(self, seconds: float) -> None:
        """Somebody sets the clock of the machine."""
        self._set_by += seconds

    def wall(self) -> float:
        """What the machine's clock says, in Unix seconds."""
        return self._start + _virtual() + self._set_by

    def now(self) -> float:
        """Unix seconds."""
        return self._steady.now()

    def off(self) -> float:
        """How many seconds the machine's clock is ahead of the house's."""
        return self._steady.off()

    def milliseconds(self) -> int:
        """Milliseconds since 1970, for the entries of the journal."""
        return int(self.now() * 1000)


def _virtual() -> float:
    return asyncio.get_running_loop().time()


class SeededEntropy(Seeded):
    """Bytes that a seed decides, in place of the system's."""

    def token(self, size: int) -> bytes:
        """This many bytes."""
        return bytes(self.each_below([256] * size))


class LoopCommitter(GroupCommit):
    """Group commit by a task of the loop in place of a thread. ``write_time`` gives the seconds
    that the next write takes, ``stored`` is called after each group, ``killed`` when the process
    ended in one."""

    def __init__(self, purse: GroupStore, *, write_time: Callable[[], float],
                 stored: Callable[[], None], killed: Callable[[], None]) -> None:
        super().__init__(purse, _virtual)
        self._queue: deque[Waiting] = deque()
        self._arrived = asyncio.Event()
        self._write_time, self._stored, self._killed = write_time, stored, killed
        self.groups = 0
        """Those stored so far."""
        self.task = asyncio.get_running_loop().create_task(self._run())

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be stored."""
        return not self._queue

    def _put(self, waiting: Waiting) -> None:
        self._queue.append(waiting)
        self._arrived.set()

    def _next_waiting(self, timeout: float) -> Waiting | None:
        return self._queue.popleft() if self._queue else None

    def close(self) -> None:
        """Store what waits, then accept nothing more."""
        self._closed = self._hurried = True
        self.task.cancel()
        while self._queue:
            self._store_next()

    def abandon(self) -> None:
        """The process ended: nothing more is stored, and nobody is answered."""
        self._closed = True
        self._queue.clear()
        self.task.cancel()

    def _wait(self, why: LedgerError, tries: int) -> bool:
        """Wait while a group is uncertain: no time passes meanwhile, so that what does not help at
        once never does."""
        return super()._wait(why, tries) and tries < TRIES

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._pause or QUIET):
                    await self._arrived.wait()
                is_quiet = False
            except TimeoutError:
                is_quiet = True
            if not is_quiet and (seconds := self._write_time()):
                await asyncio.sleep(seconds)
            try:
                if is_quiet:
                    self._check_ledger()
                else:
                    self._store_next()
            except Killed:
                self._killed()
                return
            if not self._queue:
                self._arrived.clear()

    def _store_next(self) -> None:
        group = [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]
        if group:
            self._store(group)
            self.groups += 1
            self._stored()


async def all_stored(committers: Sequence[LoopCommitter]) -> str:
    """Wait for a moment at which everything is stored and everybody who waited for it knows;
    return what is wrong, or ""."""
    before = [-1]
    for _ in range(AT_REST):
        groups = [books.groups for books in committers if books.empty]
        if groups == before and len(groups) == len(committers):
            return ""
        before = groups
        await asyncio.sleep(0.002)
    return "there is always something that waits to be stored"


class LoopCalls:
    """Slow calls made by tasks of the loop, at most ``at_once``, an eighth of them reserved for
    those that nobody waits for; ``call_time`` gives the seconds that each takes before and after it
    acts."""

    def __init__(self, at_once: int, call_time: Callable[[], float]) -> None:
        behind = max(1, at_once // 8)
        self._free = {True: asyncio.Semaphore(behind),
                      False: asyncio.Semaphore(max(1, at_once - behind))}
        self._call_time = call_time

    async def run(self, act: Callable[..., T], *args: object, until: float | None = None,
                  behind: bool = False, on_return: Callable[[], None] | None = None) -> T:
        """Return the result of a call, or raise its exception; as `sabot.house.world.CallRunner`.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(until):
                await self._free[behind].acquire()
        except TimeoutError:
            raise NoSlot from None
        if until is not None and loop.time() >= until:
            self._free[behind].release()
            raise NoSlot
        task = loop.create_task(self._call(act, args, behind, on_return))
        task.add_done_callback(_seen)
        try:
            async with asyncio.timeout_at(until):
                return await asyncio.shield(task)
        except TimeoutError:
            if task.done():
                return task.result()
            raise TooLate from None

    async def _call(self, act: Callable[..., T], args: tuple[object, ...], behind: bool,
                    on_return: Callable[[], None] | None) -> T:
        try:
            await asyncio.sleep(self._call_time())
            try:
                return act(*args)
            finally:
                await asyncio.sleep(self._call_time())
        finally:
            self._free[behind].release()
            if on_return is not None:
                on_return()


def _seen(task: asyncio.Task[T]) -> None:
    """Mark an exception that nobody waits for any more as seen."""
    if not task.cancelled():
        task.exception()
