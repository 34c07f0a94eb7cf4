"""Odds that are told in tables and curves, which the words of a game name (`Pricing.words`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from sabot.odds.answer import Answer


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of a sheet: the key of a ``word``, a ``text``, or a ``part`` of one with so many
    ``places`` of its hundredths, with its ``sign`` where that is wanted. Of a text, in a chart:
    its ``kind`` (one goes on, stays, or does either), and what the other choice costs.

    It is one struct since nothing in it says which of them it is.
    """

    word: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    cost: float | UnsetType = UNSET
    part: float | UnsetType = UNSET
    places: int | UnsetType = UNSET
    sign: bool | UnsetType = UNSET


def word(key: str) -> Cell:
    """A word of the game."""
    return Cell(word=key)


def part(value: float, places: int = 2, sign: bool = False) -> Cell:
    """A part of one, told in hundredths."""
    return Cell(part=value, places=places, sign=sign)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A table: the words ``sheet.NAME`` and ``sheet.NAME.COLUMN`` name it and its columns."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class RowsFirst(msgspec.Struct, frozen=True, kw_only=True):
    """A `Sheet` that has always been told with its rows before its columns."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...]


class CurveLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a curve through these points."""

    name: str
    points: tuple[tuple[int | float, int | float], ...]


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """Lines over how often the other side does something; ``mark`` is where they meet, if they do,
    and ``says`` the word for what follows."""

    name: str
    says: str
    mark: float | None
    lines: tuple[CurveLine, ...]


class SheetAnswer(Answer, frozen=True, kw_only=True):
    """An answer that is told in sheets and curves too."""

    # Each game has these as fields, in its own order beside what it adds.
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
        """The cards that are left, by rank; none where they are all there."""
        return {}

    def lines(self, words: Mapping[str, str]) -> Iterator[tuple[str | float, ...]]:
        """All of it as lines of one table: here the sheets, one after another."""
        for one in self.sheets:
            name = f"sheet.{one.name}"
            yield "table", *(words[f"{name}.{column}"] for column in one.columns)
            for row in one.rows:
                yield one.name, *(repr(cell.part) if cell.part is not UNSET else
                                  in_words(cell, words) for cell in row)


def in_words(cell: Cell, words: Mapping[str, str]) -> str:
    """A cell in words, as a person reads it."""
    if cell.part is not UNSET:
        places = cell.places if cell.places is not UNSET else 2
        sign = "+" if cell.sign is True and cell.part > 0 else ""
        return f"{sign}{100 * cell.part:.{places}f} %"
    if cell.word is not UNSET:
        return words[cell.word]
    return str(cell.text)
