"""A long simulation as one watches it: how far it is, its mean, and the interval that shrinks."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from sabot.odds.tally import Tally
from sabot.simulate import Aim, figures

EVERY = 0.1  # seconds between two looks


@contextlib.contextmanager
def watching(unit: int, aim: Aim, already: int) -> Iterator[Callable[[Tally, str], None]]:
    """What `run` calls with the sum so far; it draws on stderr, and only where that is a terminal.

    The bar is the part of the coups that are played; where a precision ends it, of the coups that
    it will take by the deviation known so far.
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
        task = bar.add_task("", total=aim.coups, completed=already, mean="", played="", trouble="")
        began, last = time.monotonic(), [0.0]

        def watch(tally: Tally, trouble: str) -> None:
            now = time.monotonic()
            if now - last[0] < EVERY or tally.coups < 2:
                return
            last[0] = now
            found = figures(tally, unit)
            low, high = found.interval()
            half = (high - low) / 2
            total = needed(aim, tally.coups, half)
            speed = (tally.coups - already) / max(now - began, EVERY)
            bar.update(task, completed=tally.coups, total=total, trouble=trouble,
                       mean=f"mean {found.mean:+.5%} ± {half:.5%}",
                       played=f"{short(tally.coups)} coups, {short(speed)}/s"
                              f"{left(total, tally.coups, speed)}")
        yield watch


def needed(aim: Aim, coups: int, half: float) -> float | None:
    """How many coups it will take: an interval shrinks with the root of their number."""
    enough = coups * (half / aim.until) ** 2 if aim.until is not None else None
    if aim.coups is None or enough is None:
        return enough if aim.coups is None else aim.coups
    return min(aim.coups, enough)


def short(number: float) -> str:
    """A number as one reads it at a glance: 12.3M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f}{letter}"
    return f"{number:.0f}"


def left(total: float | None, coups: int, speed: float) -> str:
    """How long it will take at this speed."""
    if not total or not speed:
        return ""
    seconds = round(max(0.0, total - coups) / speed)
    hours, rest = divmod(seconds, 3600)
    clock = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return f", {clock} left"
