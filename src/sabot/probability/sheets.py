"""Odds in tables and curves, with texts from the words of a game (`Pricing.words`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from sabot.probability.answer import Answer


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of a sheet: the key of a ``word``, a ``text``, or a fraction of one (``part``) as a
    percentage with so many ``places``, with its ``sign`` where wanted. In a chart a text also has
    its ``kind`` (go on, stay, or either), and the cost of the other choice.

    It is one struct because its members do not say which kind it is.
    """

    word: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    cost: float | UnsetType = UNSET
    part: float | UnsetType = UNSET
    places: int | UnsetType = UNSET
    sign: bool | UnsetType = UNSET


def word(key: str) -> Cell:
    """A cell with a word of the game."""
    return Cell(word=key)


def part(value: float, places: int = 2, sign: bool = False) -> Cell:
    """A cell with a fraction of one, shown as a percentage."""
    return Cell(part=value, places=places, sign=sign)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A table: the words ``sheet.NAME`` and ``sheet.NAME.COLUMN`` are its title and those of its
    columns."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class RowsFirst(msgspec.Struct, frozen=True, kw_only=True):
    """A `Sheet` whose JSON has the rows before the columns."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...]


class CurveLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line through these points."""

    name: str
    points: tuple[tuple[int | float, int | float], ...]


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """Lines over how often the other side does something; ``mark`` is where they meet, if they do,
    and ``says`` the word for the conclusion."""

    name: str
    says: str
    mark: float | None
    lines: tuple[CurveLine, ...]


class SheetAnswer(Answer, frozen=True, kw_only=True):
    """An answer with sheets and curves."""

    # Each game declares these as fields, in its own order with its additions.
    @property
    def sheets(self) -> tuple[Sheet | RowsFirst, ...]:
        """The tables."""
        raise NotImplementedError

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The lines."""
        raise NotImplementedError

    @property
    def cards_left(self) -> dict[str, int]:
        """The cards left, by rank; empty where none is gone."""
        return {}

    def lines(self, words: Mapping[str, str]) -> Iterator[tuple[str | float, ...]]:
        """Everything as lines of one table: here the sheets, one after another."""
        for sheet in self.sheets:
            name = f"sheet.{sheet.name}"
            yield "table", *(words[f"{name}.{column}"] for column in sheet.columns)
            for row in sheet.rows:
                yield sheet.name, *(repr(cell.part) if cell.part is not UNSET else
                                    in_words(cell, words) for cell in row)


def in_words(cell: Cell, words: Mapping[str, str]) -> str:
    """A cell as text for people."""
    if cell.part is not UNSET:
        places = cell.places if cell.places is not UNSET else 2
        sign = "+" if cell.sign is True and cell.part > 0 else ""
        return f"{sign}{100 * cell.part:.{places}f} %"
    if cell.word is not UNSET:
        return words[cell.word]
    return str(cell.text)
