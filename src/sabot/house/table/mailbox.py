"""The jobs of one table: one at a time, in the order of arrival."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

from sabot.house import metrics
from sabot.house.errors import HouseError
from sabot.house.table import refusals
from sabot.house.table.messages import Refused

MAILBOX = 512

Job = Callable[[], Awaitable[object]]
QueuedJob = tuple[Job, asyncio.Future[object]]
Done = TypeVar("Done")


class Mailbox:
    """The jobs of a table. ``failed`` returns the reply for a job that failed. ``done`` is called
    after each job; when it returns True, the mailbox stops."""

    def __init__(self, failed: Callable[[Exception], object], done: Callable[[], bool]) -> None:
        self.closed = False
        self._failed = failed
        self._done = done
        self._mail: asyncio.Queue[QueuedJob | None] = asyncio.Queue(MAILBOX)
        self._task: asyncio.Task[None] | None = None

    @property
    def empty(self) -> bool:
        """Whether no job waits."""
        return self._mail.empty()

    @property
    def _runs(self) -> bool:
        """Whether jobs are run: not before `open`, as at a table that another node runs."""
        return self._task is not None and not self.closed

    def open(self, name: str) -> None:
        """Start to run jobs; ``name`` is that of the task."""
        self._task = asyncio.create_task(self._run(), name=name)

    async def finish(self) -> None:
        """Run the queued jobs, then stop; a job that comes later gets the reply CLOSED."""
        if self._task:
            await self._mail.put(None)
            await self._task
        self.close()

    def abandon(self) -> None:
        """Stop at once, as if the process had been killed."""
        if self._task:
            self._task.cancel()

    def close(self) -> None:
        """Accept nothing more; every waiting job gets the reply CLOSED."""
        self.closed = True
        while not self._mail.empty():
            post = self._mail.get_nowait()
            if post is not None and not post[1].done():
                post[1].set_result(refusals.CLOSED)

    async def _run(self) -> None:
        while (post := await self._mail.get()) is not None:
            job, future = post
            try:
                result = await job()
            except Exception as error:
                result = self._failed(error)
            if not future.done():
                future.set_result(result)
            if self._done():
                return

    def post(self, job: Job) -> asyncio.Future[object] | None:
        """Put a job in the mailbox; None when it is full or closed."""
        if self.closed:
            return None
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        try:
            self._mail.put_nowait((job, future))
        except asyncio.QueueFull:
            metrics.BUSY.inc()
            return None
        return future

    async def ask(self, job: Job) -> object:
        """Run a job in its turn and return its result; a Refused when it was not run."""
        if not self._runs:
            return refusals.CLOSED
        future = self.post(job)
        return refusals.BUSY if future is None else await future

    async def wait(self, job: Job) -> object:
        """As `ask`, for a job that waits for space in the mailbox."""
        if not self._runs:
            return refusals.CLOSED
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        await self._mail.put((job, future))
        if self.closed:
            self.close()
        return await future


async def run_in_turn(ask: Callable[[Job], Awaitable[object]], job: Callable[[], Awaitable[Done]]
                      ) -> Done:
    """Run a job in its turn at a table, through its ``ask``; HouseError when the job raises one or
    the table could not run it."""
    async def safely() -> Done | HouseError:
        try:
            return await job()
        except HouseError as error:
            return error
    result = await ask(safely)
    if isinstance(result, HouseError):
        raise result
    if isinstance(result, Refused):
        raise HouseError(result.code, result.text, result.law,
                         500 if result.code == "fault" else 503)
    return cast("Done", result)
