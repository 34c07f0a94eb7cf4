"""What is made once before coups are played: machine code, and the tables that it reads."""

from __future__ import annotations

import time
from typing import NamedTuple

from sabot.probability.tally import Kernel

FEW = 2
"""The coups that are played to prepare a kernel, and not counted."""


class Prepared(NamedTuple):
    """The seconds of the preparation, and whether something was compiled in them."""

    seconds: float
    compiled: bool


def prepare(kernel: Kernel, coups: int) -> Prepared:
    """Make what a compiled kernel needs for a block of ``coups``, so that the time of play is that
    of play alone. Does nothing more than playing two coups where plain code plays."""
    from sabot.equipment import compiled

    begin = time.perf_counter()
    before = compiled.compilations()
    with compiled.as_if(coups * seconds_of(kernel)):
        kernel.block(0, 0, min(FEW, kernel.size))
    return Prepared(time.perf_counter() - begin, compiled.compilations() > before)


def seconds_of(kernel: Kernel) -> float:
    """The seconds that plain code takes for a coup of a kernel, about; 0 where it does not say."""
    seconds: float = getattr(kernel, "plain_seconds", 0.0)
    return seconds
