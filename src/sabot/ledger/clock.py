"""A clock that follows the machine's clock and never jumps while the program runs.

The machine's clock can be set by hand, by a time server or by mistake. A program that reads it
every time takes over every jump: into deadlines, the age of sign-ins, and the journal. This clock
reads it once and then counts the time that passes. It makes up for a difference to the machine's
clock slowly.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

PACE = 1 / 60
"""How fast a difference to the machine's clock is made up for: one second a minute."""


_BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)
_elapsed = time.monotonic if _BOOT is None else partial(time.clock_gettime, _BOOT)
"""Seconds since some moment, by a clock that nobody can set and that includes the machine's sleep.
"""


class Steady:
    """Unix seconds that never go back. ``wall`` is the machine's clock, ``elapsed`` counts seconds.
    Any thread may call it."""

    def __init__(self, wall: Callable[[], float] = time.time,
                 elapsed: Callable[[], float] = _elapsed) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._lock = threading.Lock()
        self._now = wall()
        self._at = elapsed()

    def now(self) -> float:
        """The time."""
        with self._lock:
            elapsed = self._elapsed()
            if (passed := elapsed - self._at) > 0:
                ahead, most = self._wall() - self._now - passed, passed * PACE
                self._at = elapsed
                self._now += passed + (most if ahead > most else max(ahead, -most))
            return self._now

    def off(self) -> float:
        """How many seconds the machine's clock is ahead of this one."""
        now = self.now()
        return self._wall() - now


MACHINE = Steady()
"""The clock of this process: for its journal, its deadlines, and the age of what it signs."""


def milliseconds() -> int:
    """Milliseconds since 1970."""
    return int(MACHINE.now() * 1000)
