"""The two plots of the pages of odds. The same figures give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, FAINT, PAPER = "#29332c", "#5a6158", "#fbf8f1"
KEPT, GAINED = "#c96f5e", "#5f9d7c"
PARTS = ("#c2a14d", "#5f9d7c", "#6e93c9", "#a184c4")


def _canvas(high: float) -> tuple[Figure, Axes]:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    pyplot.rcParams.update({"font.family": "DejaVu Sans", "svg.hashsalt": "sabot",
                            "svg.fonttype": "path"})
    figure, axes = pyplot.subplots(figsize=(8.6, high))
    axes.set_facecolor(PAPER)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def _save(figure: Figure, out: Path) -> None:
    figure.savefig(out, bbox_inches="tight", metadata={"Date": None}, facecolor=PAPER)
    from matplotlib import pyplot
    pyplot.close(figure)


def bars(out: Path, label: str, rows: Sequence[tuple[str, float]]) -> None:
    """Draw named values as horizontal bars, the first on top."""
    figure, axes = _canvas(0.30 * len(rows) + 1.0)
    values = [value for _, value in rows]
    axes.barh(range(len(rows)), values, height=0.66,
              color=[KEPT if value >= 0 else GAINED for value in values])
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=9, color=INK)
    axes.invert_yaxis()
    axes.axvline(0, color=INK, lw=0.8)
    for row, value in enumerate(values):
        axes.annotate(f"{value:.4g}", (max(value, 0), row), xytext=(4, 0), va="center",
                      textcoords="offset points", fontsize=8, color=FAINT)
    axes.margins(x=0.12)
    axes.set_xlabel(label, fontsize=9, color=FAINT)
    _save(figure, out)


def parts(out: Path, label: str, rows: Sequence[tuple[str, float]]) -> None:
    """Draw parts of a hundred as one bar."""
    figure, axes = _canvas(1.5)
    left = 0.0
    for n, (name, value) in enumerate(rows):
        axes.barh([0], [value], left=left, color=PARTS[n % len(PARTS)],
                  label=f"{name} {value:.2f}")
        left += value
    axes.set_xlim(0, 100)
    axes.set_yticks([])
    axes.set_xlabel(label, fontsize=9, color=FAINT)
    axes.legend(fontsize=8, ncols=4, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False)
    _save(figure, out)
