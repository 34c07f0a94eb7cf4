"""Something that the house keeps beside its tables and that has times of its own: lists, requests.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from sabot.house.errors import HouseError

if TYPE_CHECKING:
    from sabot.house.house import House

log = structlog.get_logger("sabot.keeping")


class Keeping:
    """What is kept does one thing at a time (``_lock``), and looks at the clock when the first of
    its ``_times`` has come, at most once a second."""

    def __init__(self, house: House) -> None:
        self.house = house
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

    def _ring(self) -> None:
        task = asyncio.create_task(self._tick())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick(self) -> None:
        try:
            await self.tick()
        except HouseError as error:  # it is tried again
            log.error("not kept", what=type(self).__name__, error=error.text)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        times = self._times()
        if times and not self._stopped:
            delay = max(1.0, min(times) - self.house.clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)
