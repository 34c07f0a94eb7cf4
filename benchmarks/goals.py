"""The goals of measured figures, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

BEGIN, END = "<!-- made by benchmarks.run -->\n", "<!-- until here -->\n"


@dataclass(frozen=True)
class Goal:
    """A figure with its peer of the same run and its goal.

    ``figure`` and ``beside`` (the peer's figure) are in ``unit``; ``peer`` names the peer, or
    says why there is none in this run. ``asked`` is the goal for the ``figure``, or for its ratio
    to the peer (``of``). A time, a size or a number of requests (``unit`` s, ms, kB, requests) may
    not exceed the goal; a rate must reach it.
    """

    what: str
    figure: float
    unit: str
    peer: str = ""
    beside: float | None = None
    asked: float | None = None
    of: Literal["figure", "ratio"] = "figure"

    @property
    def less(self) -> bool:
        """Whether less is better."""
        return self.unit in ("s", "ms", "kB", "requests")

    @property
    def ratio(self) -> float | None:
        """The figure divided by the peer's."""
        return None if self.beside is None else self.figure / self.beside

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None if there is no goal, or no peer in this run."""
        held = self.ratio if self.of == "ratio" else self.figure
        if self.asked is None or held is None:
            return None
        return held <= self.asked if self.less else held >= self.asked


def number(value: float) -> str:
    """Format a figure with as many digits as a benchmark justifies: 37,402,113; 0.38; 4.6."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(goal: Goal) -> tuple[str, ...]:
    """Format a goal as a row of the page."""
    asked = ""
    if goal.asked is not None:
        asked = (f"{'≤' if goal.less else '≥'} {number(goal.asked)} "
                 f"{'times' if goal.of == 'ratio' else goal.unit}")
    beside = goal.peer if goal.beside is None else f"{goal.peer}: {number(goal.beside)} {goal.unit}"
    return (goal.what, f"{number(goal.figure)} {goal.unit}", beside,
            "" if goal.ratio is None else f"{number(goal.ratio)}", asked,
            {True: "yes", False: "no", None: ""}[goal.reached])


HEAD = ("measured", "figure", "compared with, in the same run", "ratio", "goal", "reached")


def page(benches: Iterable[tuple[Mapping[str, Any], list[Goal]]], machine: Mapping[str, Any]
         ) -> str:
    """Render all goals in Markdown, by benchmark, each with its setting."""
    lines = [f"{machine['at']}; {machine['processor']}, {machine['cores']} cores, load "
             f"{machine['load']} at the start; Python {machine['python']}, "
             f"{machine['system']}.", ""]
    for figures, goals in benches:
        lines += [f"## {figures['bench']}", "", *([f"{figures['setting']}.", ""]
                                                 if "setting" in figures else [])]
        lines += _table([HEAD, *map(row, goals)])
        lines.append("")
    return "\n".join(lines)


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    wide = [max(len(line[at]) for line in rows) for at in range(len(HEAD))]
    lines = ["| " + " | ".join(cell.ljust(wide[at]) for at, cell in enumerate(line)) + " |"
             for line in rows]
    return [lines[0], "|" + "|".join("-" * (n + 2) for n in wide) + "|", *lines[1:]]


def around(file: Path) -> tuple[str, str]:
    """Return the text of a file before and after the page, including the marks.

    ValueError if the file does not exist or has no marks.
    """
    if not file.is_file():
        raise ValueError(f"{file} is no file: a page is written between two marks of one, as in "
                         "docs/bench.md")
    before, begun, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begun and end):
        raise ValueError(f"{file} has not the marks {BEGIN.strip()} and {END.strip()}")
    return before + begun, end + after


def write(file: Path, report: str) -> None:
    """Replace the page between the marks of a file; ValueError if it has none."""
    before, after = around(file)
    file.write_text(before + report + after, "utf-8")
