"""Something that the house keeps beside its tables and that has times of its own: lists, requests.
"""

from __future__ import annotations

import asyncio

import structlog

from sabot.house.clock import Clock
from sabot.house.errors import HouseError
from sabot.house.ports import TableService
from sabot.ledger import LedgerError

log = structlog.get_logger("sabot.keeping")


class ScheduledService(TableService):
    """What is kept does one thing at a time (``_lock``), and looks at the clock when the first of
    its ``_times`` has come, at most once a second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = asyncio.Lock()
        self._stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Nothing more is done; what is under way is finished."""
        self._stopped = True
        if self._timer:
            self._timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def tick(self) -> None:
        """Do what the clock and the tables ask."""
        raise NotImplementedError

    def _times(self) -> list[float]:
        """When something must be looked at, in seconds since 1970."""
        raise NotImplementedError

    def _start_tick(self) -> None:
        task = asyncio.create_task(self._tick_safely())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick_safely(self) -> None:
        try:
            await self.tick()
        except (HouseError, LedgerError) as error:
            log.error("not kept", what=type(self).__name__, error=str(error))
            self._set_timer(again=True)
        else:
            self._set_timer()

    def _set_timer(self, *, again: bool = False) -> None:
        """Look at the clock at the first of the times; in a second where something is to be tried
        ``again``, or the books cannot say when."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._stopped:
            return
        try:
            times = self._times()
        except LedgerError as error:
            log.error("no time is known", what=type(self).__name__, error=str(error))
            again, times = True, []
        if again or times:
            delay = 1.0 if again else max(1.0, min(times) - self._clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._start_tick)
