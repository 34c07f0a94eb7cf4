"""Output helpers for odds: tables, pictures, numbers as text."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sabot.cli.terminal import width

if TYPE_CHECKING:  # JSON output needs neither rich nor matplotlib
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from rich.console import Console
    from rich.table import Table

PAPER = "#fbf8f1"
INK = "#29332c"
FAINT = "#5a6158"


def console() -> Console:
    """A console of the terminal's width."""
    from rich.console import Console
    return Console(width=width(), highlight=False)


def new_table(title: str | None, *, padding: tuple[int, int] = (0, 1), pad_edge: bool = True,
              title_style: str | None = None) -> Table:
    """A table without lines."""
    from rich.table import Table
    return Table(title=title, title_justify="left", box=None, padding=padding, pad_edge=pad_edge,
                 title_style=title_style)


def number(value: str | float) -> float:
    """A fraction, a decimal or a float as a float."""
    return float(Fraction(value)) if isinstance(value, str) else float(value)


def percent(value: float, digits: int = 4) -> str:
    """A share as per cent."""
    return f"{100 * value:.{digits}f} %"


def write_json(value: object, out: Path) -> None:
    """Write a value as a JSON file."""
    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=1)
    out.write_text(text + "\n", encoding="utf-8")


def new_figure(width_: float, height: float) -> tuple[Figure, Axes]:
    """A matplotlib figure of this size in inches, with its axes."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams.update({"font.family": "DejaVu Sans", "svg.hashsalt": "sabot",
                            "svg.fonttype": "path"})
    return pyplot.subplots(figsize=(width_, height))


def save(figure: Figure, out: Path) -> None:
    """Write a figure reproducibly, and close it."""
    stamp = {{".svg": "Date", ".pdf": "CreationDate"}.get(out.suffix, "Software"): None}
    figure.savefig(out, bbox_inches="tight", metadata=stamp, dpi=150, facecolor=PAPER)
    from matplotlib import pyplot
    pyplot.close(figure)


def pages(figures: list[Figure], out: Path) -> None:
    """Write figures reproducibly as the pages of one PDF, and close them."""
    from matplotlib import pyplot
    from matplotlib.backends.backend_pdf import PdfPages
    with PdfPages(out, metadata={"CreationDate": None}) as pdf:
        for figure in figures:
            figure.subplots_adjust(0.08, 0.06, 0.94, 0.94)
            pdf.savefig(figure, facecolor=PAPER)
            pyplot.close(figure)
