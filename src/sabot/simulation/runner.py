"""Distributes blocks to workers, and adds the results in the order of the blocks.

A simulation of N coups is the blocks 0, 1, 2, ... of one size; the last is cut so that there are
exactly N coups. The result does not depend on which worker plays a block, when, or how often: it is
the sum over the blocks in order, up to the first block after which the aim is reached.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

import msgspec

from sabot.probability.tally import Kernel, Tally, merge
from sabot.simulation.checkpoint import Blocks, save
from sabot.simulation.figures import half_width
from sabot.simulation.workers import Crew
from sabot.words import phrase

STOP_CHECK = 0.2  # seconds between two checks whether to stop
SAVE_EVERY = 5.0  # seconds
MAX_LOSSES = 5  # losses in a row, after which the block itself is at fault
MAX_EARLY = (
    32  # finished blocks that may wait for an earlier one, as a multiple of the running ones
)


class WorkersLost(RuntimeError):
    """Workers die one after another without finishing a block."""


@dataclass(frozen=True)
class Aim:
    """When to stop: after so many ``coups``, or when half of the 99 % interval is below ``until``
    units; with both, whichever comes first."""

    coups: int | None = None
    until: float | None = None

    def size(self, number: int, block: int) -> int:
        """The number of coups of this block; 0 after the last block."""
        return block if self.coups is None else max(0, min(block, self.coups - number * block))

    def reached(self, tally: Tally, unit: int) -> bool:
        """Whether the tally of all blocks so far reaches the aim."""
        if self.coups is not None and tally.coups >= self.coups:
            return True
        half = None if self.until is None else half_width(tally, unit)
        return half is not None and self.until is not None and half < self.until


@dataclass(frozen=True)
class Run:
    """The result of a run: ``whole`` are the complete blocks from which a longer run can continue;
    ``complete`` is False if it was stopped early; ``lost`` counts blocks that were lost."""

    tally: Tally
    whole: Blocks
    complete: bool
    lost: int = 0


Watch = Callable[[Tally, str], None]


def run(kernel: Kernel, start: Blocks, aim: Aim, crew: Crew, *, file: Path | None = None,
        watch: Watch = lambda tally, trouble: None, stop: Callable[[], bool] = lambda: False
        ) -> Run:
    """Play from where ``begun`` ends until the aim is reached or ``stop`` says so.

    ``file``: where to save every few seconds and at the end. ``watch`` receives the sum
    whenever it grows, and the reason why the crew cannot play. Raises Deadly, and what a crew
    raises that is not the loss of a worker; what was counted is saved first.
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
    """The state of a run: the tally of the first blocks, and later blocks that wait."""

    def __init__(self, kernel: Kernel, start: Blocks, aim: Aim, file: Path | None, watch: Watch
                 ) -> None:
        self.kernel, self.aim, self.file, self.watch = kernel, aim, file, watch
        self.whole, self.tally = start, start.tally
        self.next_to_count = self.next_to_submit = (
            start.blocks
        )  # block numbers
        self.running: dict[Future[Tally], int] = {}
        self.early_blocks: dict[int, Tally] = {}
        self.complete = False
        self.lost = 0
        self.last_saved = -math.inf  # so that the first block is saved at once

    def add_block(self, number: int, tally: Tally) -> None:
        """Add a finished block, and later ones that waited for it."""
        self.early_blocks[number] = tally
        while self.next_to_count in self.early_blocks and not self.complete:
            block = self.early_blocks.pop(self.next_to_count)
            self.tally = merge((self.tally, block))
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
        """Cancel all running blocks."""
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
            # Running blocks are repeated: a block has the same result whenever it is played.
            losses += 1
            state.lost += len(state.running)
            state.cancel()
            repeat = sorted({*repeat, *state.running.values()})
            state.running.clear()
            if losses >= MAX_LOSSES:
                raise WorkersLost(phrase("workers died {losses} times in a row at block {repeat} "
                                         "and those after it without finishing one: too little "
                                         "memory, or a fault of the program", losses=losses,
                                         repeat=repeat[0])) from error
            crew.renew()
        else:
            if not done and (trouble := crew.missing()):
                state.watch(state.tally, trouble)


def _submit_blocks(state: _State, crew: Crew, repeat: list[int]) -> None:
    """Submit blocks: first lost ones, then the next."""
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
