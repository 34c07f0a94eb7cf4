"""Time that follows the machine's clock and never jumps while the program runs.

A machine's clock may be set by hand, by a server of time or by a mistake. Whoever reads it anew
each time takes every jump over: into deadlines, into the age of sign-ins, into the journal. Here it
is read once, and from then on the time that has passed is counted. What then differs from the
machine's clock is made up for slowly. """

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PACE = 1 / 60
"""How fast a difference to the machine's clock is made up for: one second a minute."""


def _elapsed() -> float:
    """Seconds since some moment, by a clock that nobody can set; the machine's sleep counts too."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Steady:
    """Unix seconds that never go back. ``wall`` is the machine's clock, ``elapsed`` counts seconds
    that have passed. Any thread may ask."""

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
            at, wall = self._elapsed(), self._wall()
            passed = max(0.0, at - self._at)
            ahead = wall - (self._now + passed)
            self._at = max(at, self._at)
            self._now += passed + max(-passed * PACE, min(passed * PACE, ahead))
            return self._now

    def off(self) -> float:
        """How many seconds the machine's clock is ahead of this one."""
        now = self.now()
        return self._wall() - now


MACHINE = Steady()
"""The time of this process: of its journal, its deadlines, and the ages of what it has signed."""


def milliseconds() -> int:
    """Milliseconds since 1970."""
    return int(MACHINE.now() * 1000)
