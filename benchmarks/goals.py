"""What is asked of a measured figure, and the page on which all of them stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

BEGIN, END = "<!-- made by benchmarks.run -->\n", "<!-- until here -->\n"


@dataclass(frozen=True)
class Goal:
    """A figure with what it is read against in the same run, and what is asked of it.

    ``figure`` is in ``unit``, and so is that of the ``peer`` or limit; ``peer`` says what it is, or
    why there is none in this run. ``asked`` is asked of the ``figure``, or ``of`` its ratio to the
    peer's; a time (``unit`` in seconds) may not be more, a rate not less.
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
        return self.unit in ("s", "ms")

    @property
    def ratio(self) -> float | None:
        """How many times the peer's the figure is."""
        return None if self.beside is None else self.figure / self.beside

    @property
    def reached(self) -> bool | None:
        """Whether the figure is what is asked; None where nothing is, or no peer was here."""
        held = self.ratio if self.of == "ratio" else self.figure
        if self.asked is None or held is None:
            return None
        return held <= self.asked if self.less else held >= self.asked


def number(value: float) -> str:
    """A figure with the digits that a bench is worth: 37,402,113; 0.38; 4.6."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(goal: Goal) -> tuple[str, ...]:
    """A goal as a line of the page."""
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
    """All goals, bench by bench, each with its setting, in Markdown."""
    lines = [f"{machine['at']}; {machine['processor']}, {machine['cores']} cores, load "
             f"{machine['load']} at the start; Python {machine['python']}, "
             f"{machine['system']}.", ""]
    for found, goals in benches:
        lines += [f"## {found['bench']}", "", *([f"{found['setting']}.", ""]
                                                 if "setting" in found else [])]
        lines += _table([HEAD, *map(row, goals)])
        lines.append("")
    return "\n".join(lines)


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    wide = [max(len(line[at]) for line in rows) for at in range(len(HEAD))]
    told = ["| " + " | ".join(cell.ljust(wide[at]) for at, cell in enumerate(line)) + " |"
            for line in rows]
    return [told[0], "|" + "|".join("-" * (n + 2) for n in wide) + "|", *told[1:]]


def around(file: Path) -> tuple[str, str]:
    """What stands before and after the page in a file, its marks with it; ValueError where there is
    no such file, or no marks in it."""
    if not file.is_file():
        raise ValueError(f"{file} is no file: a page is written between two marks of one, as in "
                         "docs/bench.md")
    before, begun, rest = file.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begun and end):
        raise ValueError(f"{file} has not the marks {BEGIN.strip()} and {END.strip()}")
    return before + begun, end + after


def write(file: Path, made: str) -> None:
    """The page in place of the one between the marks of a file; ValueError where it has none."""
    before, after = around(file)
    file.write_text(before + made + after, "utf-8")
