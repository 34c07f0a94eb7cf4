"""Base class for services that wake on their own schedule (waiting lists, machine queues)."""

from __future__ import annotations

import asyncio

import structlog

from sabot.house.clock import Clock
from sabot.house.errors import HouseError
from sabot.house.ports import TableService
from sabot.ledger import LedgerError

log = structlog.get_logger("sabot.keeping")


class ScheduledService(TableService):
    """A service with a schedule. Its work is serialised by a lock (``_lock``). It wakes at the
    first of its ``_times``, at most once a second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = asyncio.Lock()
        self._stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Stop; work under way is finished."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def tick(self) -> None:
        """Do what is due."""
        raise NotImplementedError

    def _times(self) -> list[float]:
        """Return the times at which work is due, in seconds since 1970."""
        raise NotImplementedError

    def _start_tick(self) -> None:
        task = asyncio.create_task(self._tick_safely())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick_safely(self) -> None:
        try:
            await self.tick()
        except (HouseError, LedgerError) as error:
            log.error("a scheduled service failed", what=type(self).__name__, error=str(error))
            self._set_timer(again=True)
        else:
            self._set_timer()

    def _set_timer(self, *, again: bool = False) -> None:
        """Set the timer to the first due time; to one second when something must be tried
        ``again``, or the journal cannot be read."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._stopped:
            return
        try:
            times = self._times()
        except LedgerError as error:
            log.error("the next due time is unknown", what=type(self).__name__, error=str(error))
            again, times = True, []
        if again or times:
            delay = 1.0 if again else max(1.0, min(times) - self._clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._start_tick)
