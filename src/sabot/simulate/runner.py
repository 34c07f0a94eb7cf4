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

STOP_CHECK = 0.2  # seconds between two looks whether to stop
SAVE_EVERY = 5.0  # seconds
MAX_LOSSES = 5  # losses without a block done in between: then it is the block that kills
MAX_EARLY = 32  # times what is under way may wait for a block before it


class WorkersLost(RuntimeError):
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


def run(kernel: Kernel, start: Blocks, aim: Aim, crew: Crew, *, file: Path | None = None,
        watch: Watch = lambda tally, trouble: None, stop: Callable[[], bool] = lambda: False
        ) -> Run:
    """Play from where ``begun`` ends until the aim is reached or ``stop`` says so.

    ``file``: where to save every few seconds and at the end. ``watch`` is told the sum whenever it
    grows, and what keeps the crew from playing. Raises Deadly, and what a crew raises that is not
    the loss of a worker; what was counted is saved first.
    """
    state = _State(kernel, start, aim, file, watch)
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

    def __init__(self, kernel: Kernel, start: Blocks, aim: Aim, file: Path | None, watch: Watch
                 ) -> None:
        self.kernel, self.aim, self.file, self.watch = kernel, aim, file, watch
        self.whole, self.tally = start, start.tally
        self.next_to_count = self.next_to_submit = (
            start.blocks
        )  # the next to count, the next to give out
        self.running: dict[Future[Tally], int] = {}
        self.early_blocks: dict[int, Tally] = {}
        self.complete = False
        self.lost = 0
        self.last_saved = -math.inf  # the first block shows at once whether it can be kept

    def add_block(self, number: int, tally: Tally) -> None:
        """A block is done: count it, and those behind it that waited for it."""
        self.early_blocks[number] = tally
        while self.next_to_count in self.early_blocks and not self.complete:
            block = self.early_blocks.pop(self.next_to_count)
            self.tally = merged((self.tally, block))
            self.next_to_count += 1
            if block.coups == self.whole.block:
                self.whole = msgspec.structs.replace(self.whole, blocks=self.next_to_count,
                                                     tally=self.tally)
            self.complete = self.aim.reached(self.tally, self.kernel.unit)
            self.watch(self.tally, "")
        if self.file is not None and time.monotonic() - self.last_saved > SAVE_EVERY:
            save(self.file, self.whole)
            self.last_saved = time.monotonic()

    def cancel(self) -> None:
        for future in self.running:
            future.cancel()


def _play(state: _State, crew: Crew, stop: Callable[[], bool]) -> None:
    repeat: list[int] = []
    losses = 0
    while not state.complete and not stop():
        try:
            _submit_blocks(state, crew, repeat)
            done, _ = wait(state.running, timeout=STOP_CHECK, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=state.running.__getitem__):
                state.add_block(state.running[future], future.result())
                del state.running[future]
                losses = 0
        except crew.lost as error:
            # Whatever was under way is begun anew: a block is the same whenever it is played.
            losses += 1
            state.lost += len(state.running)
            state.cancel()
            repeat = sorted({*repeat, *state.running.values()})
            state.running.clear()
            if losses >= MAX_LOSSES:
                raise WorkersLost(f"workers died {losses} times in a row at block {repeat[0]} and "
                                  "those "
                             "after it with nothing done: too little memory, or a fault of the "
                             "program") from error
            crew.renew()
        else:
            if not done and (trouble := crew.missing()):
                state.watch(state.tally, trouble)


def _submit_blocks(state: _State, crew: Crew, repeat: list[int]) -> None:
    """Keep the crew busy: first with what was lost, then with the next blocks."""
    target = crew.ahead
    while len(state.running) < target and len(state.early_blocks) < MAX_EARLY * target:
        number = repeat[0] if repeat else state.next_to_submit
        size = state.aim.size(number, state.whole.block)
        if not size:
            return
        future = crew.submit(state.whole.seed, number, size)
        state.running[future] = number
        if repeat:
            del repeat[0]
        else:
            state.next_to_submit += 1
