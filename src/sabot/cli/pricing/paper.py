"""Tables of text on the pages of a PDF, with columns as wide as their texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sabot.cli.language import rendered
from sabot.cli.pricing.render import FAINT, INK, new_figure
from sabot.cli.terminal import columns, wrap_columns

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

PAGE = (8.3, 11.7)  # inches
LINES_PER_PAGE = 56
PAGE_WIDTH = 100  # columns of text of the size `TEXT`: a digit is as wide as a column
HEAD_WIDTH = 18  # columns of a head, before it is wrapped
GAP = 2  # columns between columns of a table
TEXT, TITLE = 8.0, 16.0  # points


class TextTable(NamedTuple):
    """A table of texts: title, column heads, rows. The first column is aligned to the left."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class _Part(NamedTuple):
    """A text on a line: the column of its left end, or of its right end."""

    column: float
    text: str
    right: bool = False


class _Line(NamedTuple):
    parts: Sequence[_Part]
    size: float = TEXT
    faint: bool = False


def table_pages(tables: Iterable[TextTable], title: str = "", notes: Sequence[str] = ()
                ) -> list[Page]:
    """The pages: the title, the notes, then the tables one below another. A table that fits on one
    page is not divided."""
    lines = [_Line([_Part(0, part)]) for note in notes for part in wrap_columns(note, PAGE_WIDTH)]
    for table in tables:
        block = _table(table)
        room = LINES_PER_PAGE - len(lines) % LINES_PER_PAGE
        if lines and room < min(len(block) + 1, LINES_PER_PAGE):
            lines += [_Line(())] * room
        lines += [_Line(()), *block] if len(lines) % LINES_PER_PAGE else block
    return [_page(lines[first:first + LINES_PER_PAGE], "" if first else title)
            for first in range(0, max(1, len(lines)), LINES_PER_PAGE)]


def _table(table: TextTable) -> list[_Line]:
    """The lines of a table. A table that is wider than the page has smaller letters."""
    heads = [wrap_columns(rendered(head), HEAD_WIDTH) for head in table.heads]
    widths = [max([columns(text) for text in head] + [columns(row[n]) for row in table.rows
                                                      if n < len(row)], default=0) + GAP
              for n, head in enumerate(heads)]
    ends = [sum(widths[:n + 1]) - GAP for n in range(len(widths))]
    share = min(1.0, PAGE_WIDTH / max(1, *ends))

    def line(cells: Sequence[str], faint: bool = False) -> _Line:
        return _Line([_Part(ends[n] * share, cell, right=True) if n else _Part(0, cell)
                      for n, cell in enumerate(cells)], TEXT * share, faint)

    depth = max((len(head) for head in heads), default=0)
    titles = [_Line([_Part(0, part)], TEXT, faint=True)
              for part in wrap_columns(rendered(table.title), PAGE_WIDTH)]
    return [*titles, *(line([*_row_of(heads, n - depth)], faint=True) for n in range(depth)),
            *map(line, table.rows)]


def _row_of(heads: Sequence[Sequence[str]], n: int) -> Iterable[str]:
    """A line of the heads, counted from the last one, -1."""
    return (head[n] if -n <= len(head) else "" for head in heads)


def _page(lines: Sequence[_Line], title: str) -> Page:
    figure, axes = new_figure(*PAGE)
    axes.axis("off")
    if title:
        axes.set_title(title, loc="left", fontsize=TITLE, color=INK)
    for n, line in enumerate(lines):
        for part in line.parts:
            axes.text(part.column / PAGE_WIDTH, 1 - (n + 1) / LINES_PER_PAGE, part.text,
                      transform=axes.transAxes, fontsize=line.size, va="bottom",
                      ha="right" if part.right else "left", color=FAINT if line.faint else INK)
    return figure
