"""Blocks given out, taken back in any order, and counted in the order of their numbers.

A simulation of N coups is the blocks 0, 1, 2, ... of one size, the last one cut so that there are
exactly N. Which worker plays a block, when, and how often it was begun in vain, cannot be seen in
the result: it is the sum over the blocks in the order of their numbers, and it ends at the first
block after which it is precise enough or has all its coups.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sabot.odds.tally import Kernel, Tally, merged
from sabot.simulate.checkpoint import Blocks, save
from sabot.simulate.figures import half_width
from sabot.simulate.workers import Crew

TICK = 0.2  # seconds between two looks whether to stop
SAVE_EVERY = 5.0  # seconds
DEATHS = 5  # losses without a block done in between: then it is the block that kills
EARLY = 32  # times what is under way may wait for a block before it


class Deadly(RuntimeError):
    """Workers die one after another with nothing done."""


@dataclass(frozen=True)
class Aim:
    """When it is enough: so many ``coups``, or (``until``) half of the 99 % interval below so many
    units; with both, whichever comes first."""

    coups: int | None = None
    until: float | None = None

    def size(self, number: int, block: int) -> int:
        """How many coups this block has; 0 where there is none any more."""
        return block if self.coups is None else max(0, min(block, self.coups - number * block))

    def reached(self, tally: Tally, unit: int) -> bool:
        """Whether these blocks, all from the first on, are enough."""
        if self.coups is not None and tally.coups >= self.coups:
            return True
        half = None if self.until is None else half_width(tally, unit)
        return half is not None and self.until is not None and half < self.until


@dataclass(frozen=True)
class Run:
    """What was played: ``whole`` are the blocks that a longer run can go on from; ``complete``
    unless it was stopped before its aim; ``lost`` counts blocks begun in vain."""

    tally: Tally
    whole: Blocks
    complete: bool
    lost: int = 0


Watch = Callable[[Tally, str], None]


def run(kernel: Kernel, begun: Blocks, aim: Aim, crew: Crew, *, file: Path | None = None,
        watch: Watch = lambda tally, trouble: None, stop: Callable[[], bool] = lambda: False
        ) -> Run:
    """Play from where ``begun`` ends until the aim is reached or ``stop`` says so.

    ``file``: where to save every few seconds and at the end. ``watch`` is told the sum whenever it
    grows, and what keeps the crew from playing. Raises Deadly, and what a crew raises that is not
    the loss of a worker; what was counted is saved first.
    """
    state = _State(kernel, begun, aim, file, watch)
    if state.whole.blocks and aim.reached(state.tally, kernel.unit):
        return Run(state.tally, state.whole, True)
    try:
        _play(state, crew, stop)
    finally:
        state.cancel()
        if file is not None:
            save(file, state.whole)
    return Run(state.tally, state.whole, state.complete, state.lost)


class _State:
    """What is known while it runs: the sum of the first blocks, and later ones that wait."""

    def __init__(self, kernel: Kernel, begun: Blocks, aim: Aim, file: Path | None, watch: Watch
                 ) -> None:
        self.kernel, self.aim, self.file, self.watch = kernel, aim, file, watch
        self.whole, self.tally = begun, begun.tally
        self.next = self.given = begun.blocks  # the next to count, the next to give out
        self.waiting: dict[Future[Tally], int] = {}
        self.early: dict[int, Tally] = {}
        self.complete = False
        self.lost = 0
        self.saved = -math.inf  # the first block shows at once whether it can be kept

    def take(self, number: int, tally: Tally) -> None:
        """A block is done: count it, and those behind it that waited for it."""
        self.early[number] = tally
        while self.next in self.early and not self.complete:
            one = self.early.pop(self.next)
            self.tally = merged((self.tally, one))
            self.next += 1
            if one.coups == self.whole.block:
                self.whole = msgspec.structs.replace(self.whole, blocks=self.next,
                                                     tally=self.tally)
            self.complete = self.aim.reached(self.tally, self.kernel.unit)
            self.watch(self.tally, "")
        if self.file is not None and time.monotonic() - self.saved > SAVE_EVERY:
            save(self.file, self.whole)
            self.saved = time.monotonic()

    def cancel(self) -> None:
        for future in self.waiting:
            future.cancel()


def _play(state: _State, crew: Crew, stop: Callable[[], bool]) -> None:
    again: list[int] = []
    deaths = 0
    while not state.complete and not stop():
        try:
            _give(state, crew, again)
            done, _ = wait(state.waiting, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=state.waiting.__getitem__):
                state.take(state.waiting[future], future.result())
                del state.waiting[future]
                deaths = 0
        except crew.lost as error:
            # Whatever was under way is begun anew: a block is the same whenever it is played.
            deaths += 1
            state.lost += len(state.waiting)
            state.cancel()
            again = sorted({*again, *state.waiting.values()})
            state.waiting.clear()
            if deaths >= DEATHS:
                raise Deadly(f"workers died {deaths} times in a row at block {again[0]} and those "
                             "after it with nothing done: too little memory, or a fault of the "
                             "program") from error
            crew.renew()
        else:
            if not done and (trouble := crew.missing()):
                state.watch(state.tally, trouble)


def _give(state: _State, crew: Crew, again: list[int]) -> None:
    """Keep the crew busy: first with what was lost, then with the next blocks."""
    ahead = crew.ahead
    while len(state.waiting) < ahead and len(state.early) < EARLY * ahead:
        number = again[0] if again else state.given
        size = state.aim.size(number, state.whole.block)
        if not size:
            return
        future = crew.submit(state.whole.seed, number, size)
        state.waiting[future] = number
        if again:
            del again[0]
        else:
            state.given += 1
