"""Time as the house sees it: the wall clock in play, one that tests move by hand."""

from __future__ import annotations

from typing import Protocol

from sabot.ledger.clock import MACHINE


class Clock(Protocol):
    """Unix seconds. Deadlines are stored as such, so that they survive a restart."""

    def now(self) -> float: ...


class WallClock:
    """The time of day, which does not jump while the house is open (`sabot.ledger.clock`)."""

    def now(self) -> float:
        return MACHINE.now()


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds
