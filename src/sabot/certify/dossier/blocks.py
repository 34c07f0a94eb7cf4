"""The parts of a document that both forms of a dossier can show."""

from __future__ import annotations

import msgspec


class Run(msgspec.Struct, frozen=True):
    """A piece of text: ``style`` is "", "strong", "code" or "quiet"; ``to`` is the anchor that it
    leads to, "" for none; ``lang`` is its language where it is not that of the document."""

    text: str
    style: str = ""
    to: str = ""
    lang: str = ""


Text = tuple[Run, ...]
"""A paragraph, or a cell of a table."""


def plain(text: str) -> Text:
    """A text without anything special."""
    return (Run(text),) if text else ()


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """A heading of level 1 (a chapter) or 2, with its number ("4.2") and its anchor."""

    level: int
    number: str
    text: str
    anchor: str
    lang: str = ""


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph; a ``notice`` stands out."""

    text: Text
    notice: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of a table, which may be the target of a link."""

    cells: tuple[Text, ...]
    anchor: str = ""


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table: the first cell of each row is its head. Without ``heads`` it lists names and values.
    ``widths`` are shares of the line; the columns in ``numbers`` are set to the right. The caption
    is shown unless the heading above it says the same (``named``)."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    widths: tuple[float, ...]
    numbers: frozenset[int] = frozenset()
    named: bool = False


class Verbatim(msgspec.Struct, frozen=True):
    """Text in lines, set in letters of one width."""

    text: str


Block = Heading | Paragraph | Grid | Verbatim


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A document: its title and what stands below it, the line at the foot of each page, the
    heading of its contents, and its blocks."""

    lang: str
    title: str
    subtitle: str
    foot: str
    page: str
    contents: str
    blocks: tuple[Block, ...]
