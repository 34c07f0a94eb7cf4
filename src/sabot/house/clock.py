"""The time of the house: the wall clock in play, or a clock that tests move by hand."""

from __future__ import annotations

from typing import Protocol

from sabot.ledger.clock import MACHINE


class Clock(Protocol):
    """Unix seconds. Deadlines are stored in them, so that they survive a restart."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    def off(self) -> float:
        """Return how many seconds the machine's clock is ahead of this one."""


class WallClock:
    """The time of day; it does not jump while the house is open (`sabot.ledger.clock`)."""

    def now(self) -> float:
        """Return the time of the machine."""
        return MACHINE.now()

    def off(self) -> float:
        """Return how many seconds the machine's clock is ahead of the time of day."""
        return MACHINE.off()


class HandClock:
    """A clock that moves only when a test moves it."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now

    def now(self) -> float:
        """Return the time to which it was moved."""
        return self._now

    def off(self) -> float:
        """Return 0: this clock follows no machine."""
        return 0.0

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._now += seconds
