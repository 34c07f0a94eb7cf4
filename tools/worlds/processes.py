"""The processes of a simulated house of several nodes, and the event loop that runs all of them.

Whatever a process starts belongs to it: each callback has the context in which it was asked for,
and the context names the process. A process that is stopped runs nothing until it is woken; one
that has ended runs nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from tools.worlds.loop import WorldLoop

T = TypeVar("T")
_process: ContextVar[Process | None] = ContextVar("process", default=None)


class Process:
    """A process of the machine. ``halted``: nothing of it runs now; ``stops`` counts how often it
    was."""

    def __init__(self) -> None:
        self.halted = self.ended = False
        self.stops = 0
        self.waiting: list[Any] = []  # what would run
        self._tasks: set[asyncio.Task[Any]] = set()
        self._context = copy_context()
        self._context.run(_process.set, self)

    @property
    def context(self) -> Context:
        """A context for something that this process does."""
        return self._context.copy()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task of this process."""
        return asyncio.get_running_loop().create_task(work, context=self.context)

    def stop(self) -> None:
        """Run nothing until `wake`."""
        self.halted = True
        self.stops += 1
        _loop().halted[self] = None

    def wake(self) -> None:
        """Go on after a `stop`."""
        if not self.ended:
            self.release(_loop())

    def end(self) -> None:
        """Run nothing more."""
        self.ended = True
        # The tasks must not be collected as long as the world lasts.
        self._tasks = {task for task in asyncio.all_tasks()
                       if process_of(_context_of(task)) is self}
        self.stop()

    def release(self, loop: NodesLoop) -> None:
        """Run what was set aside."""
        self.halted = False
        loop.halted.pop(self, None)
        loop.run_again(self.waiting)
        self.waiting = []


def process_of(context: Context) -> Process | None:
    """The process to which a context belongs; None for the world itself."""
    return context.get(_process)


def _context_of(task: Any) -> Context:
    """The context of a task, which it tells since Python 3.12."""
    context: Context = task.get_context()
    return context


def current_process() -> Process | None:
    """The process that runs now."""
    return _process.get()


class NodesLoop(WorldLoop):
    """Runs several processes; ``halted`` are those of which nothing runs now."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.halted: dict[Process, None] = {}

    def _step(self) -> None:
        while self.halted:
            self._set_aside()
            if self._ready:
                break
            self._advance_clock()
        super()._step()

    def _set_aside(self) -> None:
        """Take what belongs to halted processes out of what is ready."""
        runnable = []
        for one in self._ready:
            process = process_of(one[2].get_context())
            if process is not None and process.halted:
                process.waiting.append(one)
            else:
                runnable.append(one)
        self._ready[:] = runnable

    def run_again(self, waiting: list[Any]) -> None:
        """Run what was set aside."""
        self._ready.extend(waiting)

    def release_all(self) -> None:
        """Run whatever was set aside, also of processes that have ended: the world is over."""
        for process in list(self.halted):
            process.release(self)


def _loop() -> NodesLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, NodesLoop)
    return loop
