"""Runs calls that may take long in a bounded number of threads.

A call that is no longer waited for keeps its thread until it returns; there are never more threads
than the bound. The threads do not keep the program open.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class NoSlot(Exception):
    """Every thread was busy until the time was up: the call was never made."""


class TooLate(Exception):
    """The call was made, and had not returned when the time was up."""


class _Call(NamedTuple):
    act: Callable[..., object]
    args: tuple[object, ...]
    future: asyncio.Future[Any]  # of the result
    loop: asyncio.AbstractEventLoop
    behind: bool
    back: Callable[[], None] | None


class Slots:
    """Threads for ``at_once`` calls, an eighth of them for calls that nobody waits for
    (``behind``).

    For one event loop, whose coroutines wait for the calls.
    """

    def __init__(self, at_once: int) -> None:
        behind = max(1, at_once // 8)
        self._most = at_once
        self._share = {True: behind, False: max(1, at_once - behind)}
        self._busy = {True: 0, False: 0}
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}
        self._calls: queue.SimpleQueue[_Call] = queue.SimpleQueue()
        self._threads = 0

    async def run(self, act: Callable[..., T], *args: object, until: float | None = None,
                  behind: bool = False, on_return: Callable[[], None] | None = None) -> T:
        """Return the result of a call, or raise its exception. ``until`` is a time of the loop:
        NoSlot when no thread was free until then, TooLate when the call was made and did not
        return. ``on_return`` is called when a call returns, however late."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout_at(until):
                await self._enter(behind)
        except TimeoutError:
            raise NoSlot from None
        if until is not None and loop.time() >= until:
            self._leave(behind)
            raise NoSlot
        future: asyncio.Future[T] = loop.create_future()
        future.add_done_callback(_seen)
        self._calls.put(_Call(act, args, future, loop, behind, on_return))
        if self._threads < sum(self._busy.values()):
            self._threads += 1
            threading.Thread(target=self._run, name="wallet", daemon=True).start()
        try:
            async with asyncio.timeout_at(until):
                return await asyncio.shield(future)
        except TimeoutError:
            if future.done():
                return future.result()
            raise TooLate from None

    async def _enter(self, behind: bool) -> None:
        """Take a slot, in order."""
        line = self._waiting[behind]
        if self._free(behind) and not line:
            self._busy[behind] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._leave(behind)  # the slot was granted at the same moment
            else:
                line.remove(turn)
            raise

    def _free(self, behind: bool) -> bool:
        return (self._busy[behind] < self._share[behind]
                and sum(self._busy.values()) < self._most)

    def _leave(self, behind: bool) -> None:
        self._busy[behind] -= 1
        for kind, line in self._waiting.items():  # calls with ``behind`` first
            while line and self._free(kind):
                turn = line.popleft()
                if not turn.done():
                    self._busy[kind] += 1
                    turn.set_result(None)

    def _run(self) -> None:
        while True:
            call = self._calls.get()
            result, error = None, None
            try:
                result = call.act(*call.args)
            except BaseException as raised:  # the thread must survive any exception
                error = raised
            try:
                call.loop.call_soon_threadsafe(self._back, call, result, error)
            except RuntimeError:  # the loop has closed: nobody waits for the result
                return

    def _back(self, call: _Call, result: object, error: BaseException | None) -> None:
        self._leave(call.behind)
        if call.back is not None:
            call.back()
        if call.future.done():
            return
        if error is None:
            call.future.set_result(result)
        else:
            call.future.set_exception(error)


def _seen(future: asyncio.Future[T]) -> None:
    """Mark an exception that nobody waits for as seen, so that it is not logged as an error."""
    if not future.cancelled():
        future.exception()
