"""Odds and sheets as documents: one page of HTML, a PDF, or a workbook of tables (XLSX).

A cell is a text, a whole number, or a `Figure`: a number with its exact fraction beside it. In a
workbook numbers are numbers, in a column of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple, Protocol, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sabot import extras
from sabot.cli.language import language, rendered
from sabot.cli.pricing.paper import TextTable, table_pages
from sabot.cli.pricing.render import pages, percent, picture_language
from sabot.cli.terminal import columns
from sabot.words import Phrase, phrase

STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #29332c; background: #fbf8f1 }
h1 { font-weight: normal; margin-bottom: .2rem }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-size: 14px }
caption { text-align: left; font-style: italic; padding-bottom: .3rem; white-space: nowrap }
.lists { display: flex; flex-wrap: wrap; column-gap: 4rem; align-items: flex-start }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; border-bottom: 1px solid #ddd6c8;
  vertical-align: top }
th:first-child, td:first-child { text-align: left; white-space: nowrap }
th { font-weight: normal; color: #5a6158 }
code { overflow-wrap: anywhere; font-size: 12px }
summary { color: #5a6158; font-size: 12px; white-space: nowrap }
details code { display: block; max-width: 30rem; text-align: left }
@media print { body { margin: 0; max-width: none } }
"""
SUFFIXES = (".html", ".pdf", ".xlsx")
PERCENT, NUMBER = "0.0000%", "0.000000"
MAX_FRACTION = 60  # letters of a fraction that a page shows beside its number
MAX_WIDTH, NUMBER_WIDTH = 60, 14  # columns of a column of a workbook, at most; of a number
MAX_SHEET_NAME = 31  # letters of the name of a sheet of a workbook
MAX_CELL = 32_000  # letters of a cell of a workbook


class Figure(NamedTuple):
    """A number: its ``value``, its ``exact`` fraction as text ("" for none), and whether it is
    shown in per cent."""

    value: float
    exact: str = ""
    in_percent: bool = False

    @property
    def text(self) -> str:
        """The number for people."""
        return percent(self.value, 5) if self.in_percent else f"{self.value:.6f}"


Cell = str | int | Figure


class DocumentTable(NamedTuple):
    """A table: title, column heads, rows."""

    title: str | Phrase
    heads: Sequence[str | Phrase]
    rows: Sequence[Sequence[Cell]]


class Document(NamedTuple):
    """A title, paragraphs of text, and tables."""

    title: str
    notes: Sequence[str]
    tables: Sequence[DocumentTable]


def write_document(document: Document, out: Path) -> None:
    """Write a document in the format of the ending of its file, one of `SUFFIXES`."""
    if out.suffix == ".html":
        out.write_text(_page(document), "utf-8")
    elif out.suffix == ".pdf":
        with picture_language():
            pages(table_pages(map(_text_table, document.tables), document.title,
                              document.notes), out)
    else:
        write_workbook(document, out)


# -- HTML ------------------------------------------------------------------------------------------


def html_page(title: str, body: str) -> str:
    """A page with a title and a body of HTML, in the one style of all documents."""
    return (f'<!doctype html><html lang="{language()}"><meta charset="utf-8">'
            f"<title>{escape(title)}</title><style>{STYLE}</style>"
            f"<h1>{escape(title)}</h1>{body}</html>\n")


def _page(document: Document) -> str:
    return html_page(document.title, "".join((
        *(f"<p>{escape(note)}</p>" for note in document.notes if note),
        *map(html_table, document.tables))))


def html_table(table: DocumentTable) -> str:
    """A table as HTML; without a title or heads where they are empty."""
    heads = "".join(f"<th>{escape(rendered(head))}</th>" for head in table.heads)
    title = f"<caption>{escape(rendered(table.title))}</caption>" if table.title else ""
    rows = "".join("<tr>" + "".join(f"<td>{_html_cell(cell)}</td>" for cell in row) + "</tr>"
                   for row in table.rows)
    return f"<table>{title}{f'<tr>{heads}</tr>' if any(table.heads) else ''}{rows}</table>"


def _html_cell(cell: Cell) -> str:
    if not isinstance(cell, Figure):
        return escape(str(cell))
    if len(cell.exact) > MAX_FRACTION:
        return (f"{escape(cell.text)}<details><summary>{escape(rendered('exact fraction'))}"
                f"</summary><code>{escape(cell.exact)}</code></details>")
    exact = f"<br><code>{escape(cell.exact)}</code>" if cell.exact else ""
    return f"{escape(cell.text)}{exact}"


# -- PDF -------------------------------------------------------------------------------------------


def _text_table(table: DocumentTable) -> TextTable:
    return TextTable(rendered(table.title), [rendered(head) for head in table.heads],
                     [[_paper_cell(cell) for cell in row] for row in table.rows])


def _paper_cell(cell: Cell) -> str:
    if not isinstance(cell, Figure):
        return str(cell)
    exact = f"  {cell.exact}" if 0 < len(cell.exact) <= MAX_FRACTION // 3 else ""
    return f"{cell.text}{exact}"


# -- XLSX ------------------------------------------------------------------------------------------


class _WorkbookCell(Protocol):
    number_format: str


class _Column(Protocol):
    width: float


class _Worksheet(Protocol):
    title: str
    freeze_panes: str
    column_dimensions: Mapping[str, _Column]

    def append(self, row: Sequence[str | int | float | None]) -> None: ...

    def cell(self, row: int, column: int) -> _WorkbookCell: ...


class _Workbook(Protocol):
    active: _Worksheet

    def create_sheet(self, title: str) -> _Worksheet: ...

    def save(self, file: BytesIO) -> None: ...


def write_workbook(document: Document, out: Path) -> None:
    """Write a workbook, the same bytes for the same document."""
    extras.require("plots", f"--out FILE{out.suffix}")
    book = cast("_Workbook", import_module("openpyxl").Workbook())
    first = book.active
    first.title = rendered("summary")
    first.append([document.title])
    for note in document.notes:
        first.append([_plain(note)])
    first.column_dimensions["A"].width = MAX_WIDTH
    names = {first.title}
    for table in document.tables:
        _fill(book.create_sheet(_sheet_name(rendered(table.title), names)), table)
    raw = BytesIO()
    book.save(raw)
    out.write_bytes(_reproducible(raw.getvalue()))


def _fill(sheet: _Worksheet, table: DocumentTable) -> None:
    """Write a table; a column with exact figures is followed by one with their fractions."""
    with_exact = [any(isinstance(row[column], Figure) and cast("Figure", row[column]).exact
                      for row in table.rows if column < len(row))
                  for column in range(len(table.heads))]
    heads: list[str] = []
    for head, exact in zip(map(rendered, table.heads), with_exact, strict=True):
        heads += [head, *([rendered(phrase("{head}, exact", head=head))] if exact else [])]
    sheet.append(heads)
    sheet.freeze_panes = "A2"
    widths = [columns(head) for head in heads]
    for at, row in enumerate(table.rows, 2):
        values: list[str | int | float | None] = []
        formats: dict[int, str] = {}
        for cell, exact in zip(row, with_exact, strict=False):
            if isinstance(cell, Figure):
                values.append(cell.value)
                formats[len(values)] = PERCENT if cell.in_percent else NUMBER
                values += [_plain(cell.exact)] if exact else []
            else:
                values += [_plain(cell) if isinstance(cell, str) else cell,
                           *([None] if exact else [])]
        sheet.append(values)
        for column, form in formats.items():
            sheet.cell(at, column).number_format = form
        widths = [max(most, NUMBER_WIDTH if isinstance(value, float) else columns(str(value)))
                  for most, value in zip(widths, values, strict=False)]
    for letter, most in zip(ascii_uppercase, widths, strict=False):
        sheet.column_dimensions[letter].width = min(most, MAX_WIDTH) + 2


def _plain(text: str) -> str:
    """A text that no program takes for a formula, as long as a cell may be."""
    short = text if len(text) <= MAX_CELL else f"{text[:MAX_CELL]}…"
    return f"'{short}" if short[:1] in ("=", "@") else short


def _sheet_name(title: str, used: set[str]) -> str:
    """A name for a sheet that no other one has, without the characters that names may not have."""
    name = re.sub(r"[\[\]:*?/\\]", " ", title).strip() or "1"
    if len(name) > MAX_SHEET_NAME:  # shortened after a whole word
        head, _, rest = name[:MAX_SHEET_NAME].rpartition(" ")
        name = (head or rest).rstrip(" ,;(")
    number = 2
    while name in used:
        name = f"{name[:MAX_SHEET_NAME - 3]} {number}"
        number += 1
    used.add(name)
    return name


def _reproducible(data: bytes) -> bytes:
    """A workbook without the moment at which it was written."""
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in sorted(old.namelist()):
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:(created|modified)[^>]*>)[^<]*",
                                 rb"\g<1>2000-01-01T00:00:00Z", content)
            info = ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            info.compress_type = ZIP_DEFLATED
            new.writestr(info, content)
    return out.getvalue()
