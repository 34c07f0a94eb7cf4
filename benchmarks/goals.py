"""Goals for measured figures, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

BEGIN, END = "<!-- made by benchmarks.run -->\n", "<!-- until here -->\n"


@dataclass(frozen=True)
class Goal:
    """A measured figure with that of a peer in the same run, and the goal for it.

    ``figure`` and ``peer_figure`` are in ``unit``; ``peer`` names the peer or limit, or says why
    there is none in this run. ``asked`` is the limit for the ``figure`` or its ratio to the peer's
    (``compared``): a maximum for a time (``unit`` in seconds), else a minimum.
    """

    what: str
    figure: float
    unit: str
    peer: str = ""
    peer_figure: float | None = None
    asked: float | None = None
    compared: Literal["figure", "ratio"] = "figure"

    @property
    def less_is_better(self) -> bool:
        """Whether less is better."""
        return self.unit in ("s", "ms")

    @property
    def ratio(self) -> float | None:
        """The figure divided by the peer's."""
        return None if self.peer_figure is None else self.figure / self.peer_figure

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without a goal or a peer."""
        value = self.ratio if self.compared == "ratio" else self.figure
        if self.asked is None or value is None:
            return None
        return value <= self.asked if self.less_is_better else value >= self.asked


def number(value: float) -> str:
    """A figure with a useful number of digits: 37,402,113; 0.38; 4.6."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(goal: Goal) -> tuple[str, ...]:
    """A goal as a row of the page."""
    asked = ""
    if goal.asked is not None:
        asked = (f"{'≤' if goal.less_is_better else '≥'} {number(goal.asked)} "
                 f"{'times' if goal.compared == 'ratio' else goal.unit}")
    peer_text = (
        goal.peer
        if goal.peer_figure is None
        else f"{goal.peer}: {number(goal.peer_figure)} {goal.unit}"
    )
    return (goal.what, f"{number(goal.figure)} {goal.unit}", peer_text,
            "" if goal.ratio is None else f"{number(goal.ratio)}", asked,
            {True: "yes", False: "no", None: ""}[goal.reached])


HEAD = ("measured", "figure", "beside it, in the same run", "ratio", "asked", "reached")


def page(benches: Iterable[tuple[Mapping[str, Any], list[Goal]]], machine: Mapping[str, Any]
         ) -> str:
    """All goals by benchmark with their settings, as Markdown."""
    lines = [f"{machine['at']}; {machine['processor']}, {machine['cores']} cores, load "
             f"{machine['load']} at the start; Python {machine['python']}, "
             f"{machine['system']}.", ""]
    for report, goals in benches:
        lines += [f"## {report['bench']}", "", *([f"{report['setting']}.", ""]
                                                 if "setting" in report else [])]
        lines += _table([HEAD, *map(row, goals)])
        lines.append("")
    return "\n".join(lines)


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(widths[column]) for column, cell in enumerate(line)) + " |"
        for line in rows
    ]
    return [lines[0], "|" + "|".join("-" * (n + 2) for n in widths) + "|", *lines[1:]]


def text_around(file: Path) -> tuple[str, str]:
    """The text before and after the page in a file, including the marks.

    ValueError if there is no such file, or no marks in it.
    """
    if not file.is_file():
        raise ValueError(f"{file} is not a file; allowed: a file with two marks, as in "
                         "docs/bench.md")
    before, begin_mark, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin_mark and end):
        raise ValueError(f"{file} does not have the marks {BEGIN.strip()} and {END.strip()}")
    return before + begin_mark, end + after


def write(file: Path, page_text: str) -> None:
    """Replace the page between the marks of a file; ValueError if it has no marks."""
    before, after = text_around(file)
    file.write_text(before + page_text + after, "utf-8")
