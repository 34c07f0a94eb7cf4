"""The progress bar of a simulation: how far it is, its mean and its interval."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from sabot.cli.language import rendered
from sabot.probability.tally import Tally
from sabot.simulation import Aim, figures
from sabot.words import phrase

INTERVAL = 0.1  # seconds between two updates


@contextlib.contextmanager
def show_progress(unit: int, aim: Aim, done: int) -> Iterator[Callable[[Tally, str], None]]:
    """A callback for `run`, which takes the tally so far and draws a bar on stderr if that is a
    terminal.

    The bar is the share of the coups played; with a target precision, of the coups that it is
    estimated to take.
    """
    if not sys.stderr.isatty():
        yield lambda tally, trouble: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    with Progress(
            TextColumn("{task.fields[mean]}"), BarColumn(bar_width=16),
            TextColumn("{task.percentage:3.0f} % {task.fields[played]}"),
            TextColumn("{task.fields[trouble]}", style="yellow"),
            console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=aim.coups, completed=done, mean="", played="", trouble="")
        started, last_update = time.monotonic(), [0.0]

        def watch(tally: Tally, trouble: str) -> None:
            now = time.monotonic()
            if now - last_update[0] < INTERVAL or tally.coups < 2:
                return
            last_update[0] = now
            numbers = figures(tally, unit)
            low, high = numbers.interval()
            half_width = (high - low) / 2
            total = coups_needed(aim, tally.coups, half_width)
            speed = (tally.coups - done) / max(now - started, INTERVAL)
            bar.update(task, completed=tally.coups, total=total, trouble=trouble,
                       mean=rendered(phrase("mean {mean:+.5%} ± {half:.5%}", mean=numbers.mean,
                                            half=half_width)),
                       played=rendered(phrase("{n} coups, {speed}/s{left}",
                                              n=short_number(tally.coups),
                                              speed=short_number(speed),
                                              left=time_left(total, tally.coups, speed))))
        yield watch


def coups_needed(aim: Aim, coups: int, half_width: float) -> float | None:
    """How many coups the aim will take: an interval shrinks with the root of their number."""
    by_precision = coups * (half_width / aim.until) ** 2 if aim.until is not None else None
    if aim.coups is None or by_precision is None:
        return by_precision if aim.coups is None else aim.coups
    return min(aim.coups, by_precision)


def short_number(number: float) -> str:
    """A number in a short form: 12.3M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f}{letter}"
    return f"{number:.0f}"


def time_left(total: float | None, coups: int, speed: float) -> str:
    """The remaining time at this speed, as text."""
    if not total or not speed:
        return ""
    seconds = round(max(0.0, total - coups) / speed)
    hours, rest = divmod(seconds, 3600)
    text = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return phrase(", {time} left", time=text)
