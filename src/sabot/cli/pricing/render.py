"""Output helpers for odds: tables, pictures, numbers as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sabot.cli.language import ENGLISH, choose, language, rendered
from sabot.cli.terminal import width
from sabot.words import to_plain

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
    return Table(title=rendered(title) if title else title, title_justify="left", box=None,
                 padding=padding, pad_edge=pad_edge, title_style=title_style)


def add_column(table: Table, head: str, **options: Any) -> None:
    """Add a column with this head, in the language of the command line."""
    table.add_column(rendered(head), **options)


def number(value: str | float) -> float:
    """A fraction, a decimal or a float as a float."""
    return float(Fraction(value)) if isinstance(value, str) else float(value)


def percent(value: float, digits: int = 4) -> str:
    """A share as per cent."""
    return f"{100 * value:.{digits}f} %"


def write_json(value: object, out: Path) -> None:
    """Write a value as a JSON file."""
    text = json.dumps(to_plain(value), ensure_ascii=False, indent=1)
    out.write_text(text + "\n", encoding="utf-8")


def new_figure(width_: float, height: float) -> tuple[Figure, Axes]:
    """A matplotlib figure of this size in inches, with its axes."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    chinese = [_chinese_font()] if language() == "zh" else []
    pyplot.rcParams.update({"font.family": ["DejaVu Sans", *chinese], "svg.hashsalt": "sabot",
                            "svg.fonttype": "path"})
    return pyplot.subplots(figsize=(width_, height))


CJK_FONTS = ("Noto Sans CJK TC", "Noto Sans TC", "Noto Sans CJK JP", "Noto Sans CJK SC",
             "PingFang TC", "Heiti TC", "Microsoft JhengHei", "WenQuanYi Zen Hei",
             "Droid Sans Fallback", "AR PL UMing TW")
"""Fonts with Chinese letters, of which systems have one or none."""


@contextmanager
def picture_language() -> Iterator[None]:
    """While a picture is drawn: English instead of Chinese where no font has its letters."""
    lang = language()
    if lang == "zh" and not _chinese_font():
        choose(ENGLISH)
    try:
        yield
    finally:
        choose(lang)


def _chinese_font() -> str:
    from matplotlib import font_manager
    known = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in CJK_FONTS if name in known), "")


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
    paper = BytesIO()
    with PdfPages(paper, metadata={"CreationDate": None}) as pdf:
        for figure in figures:
            figure.subplots_adjust(0.08, 0.06, 0.94, 0.94)
            pdf.savefig(figure, facecolor=PAPER)
            pyplot.close(figure)
    out.write_bytes(paper.getvalue())
