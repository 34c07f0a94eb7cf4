"""The event loop of a world: seeded, in virtual time, with threads that take time."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any, TypeVar

if sys.version_info < (3, 12):
    raise ImportError("simulated worlds need Python 3.12 or later")

from simloop import SimLoop

T = TypeVar("T")
MOST_AT_ONE_MOMENT = 100_000
"""The callbacks that may run without time going on; a house that begins needs a few thousand."""


class TimeStandsStill(RuntimeError):
    """What runs in a world repeats itself, and time does not go on."""


class _NoTrace:
    """Keeps no trace: the story and the answers of a world say what it was."""

    def record(self, *event: object) -> None:
        """Forget an event."""


class WorldLoop(SimLoop):  # type: ignore[misc]
    """What runs in a thread runs at once, and its result arrives ``thread_seconds()`` later."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._recorder = _NoTrace()
        self.thread_seconds: Callable[[], float] = lambda: 0.0
        self._ran_now = 0

    def time(self) -> float:
        """The virtual clock, which is the same for all: nobody here has a machine of their own."""
        return float(self._now)

    def _step(self) -> None:
        self._ran_now += 1
        if self._ran_now > MOST_AT_ONE_MOMENT:
            self._ran_now = 0
            raise TimeStandsStill(f"{MOST_AT_ONE_MOMENT} callbacks at {self._now} s")
        super()._step()

    def _advance_clock(self) -> None:
        before = self._now
        super()._advance_clock()
        if self._now > before:
            self._ran_now = 0

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any
                        ) -> asyncio.Future[T]:
        """Run a function as if in a thread."""
        work: asyncio.Future[T] = super().run_in_executor(executor, func, *args)
        seconds = self.thread_seconds()
        if not seconds:
            return work
        late: asyncio.Future[T] = self.create_future()

        def done(work: asyncio.Future[T]) -> None:
            self.call_later(seconds, _hand_over, work, late)

        work.add_done_callback(done)
        return late


def _hand_over(work: asyncio.Future[T], late: asyncio.Future[T]) -> None:
    if late.cancelled() or work.cancelled():
        return
    if (error := work.exception()) is not None:
        late.set_exception(error)
    else:
        late.set_result(work.result())
