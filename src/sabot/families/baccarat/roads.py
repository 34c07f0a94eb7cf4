"""The five roads of a shoe, drawn from its results. They show the past and predict nothing.

Each road is a list of cells in the order in which they are drawn. A cell has a ``column`` and a
``row``, from 0, and a ``value``: "P", "B" or "T" in the bead plate, "P" or "B" in the big road,
"red" or "blue" in the three derived roads that compare its columns: red where they repeat. A cell
of the big road has the number of ``ties`` that followed it, if any; ``pairs`` are those of its
coup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sabot.families.layout.round import Carry

ROWS = 6
DISTANCE = {"eye": 1, "small": 2, "cockroach": 3}
"""How many columns to the left each of the three derived roads compares."""

Cell = dict[str, Any]


def roads(results: Sequence[str]) -> dict[str, list[Cell]]:
    """All five roads, from results such as "P8-6" or "T6-6pb", the oldest first."""
    big, streaks = _big(results)
    return {"bead": _bead(results), "big": big,
            **{name: _columns((colour, {}) for colour in _derived(streaks, distance))
               for name, distance in DISTANCE.items()}}


def public_roads(carry: Carry) -> dict[str, Any]:
    """The roads of the shoe in use, for the public state of a table."""
    return {"roads": roads(carry.results[::-1])} if carry.results else {}


def _pairs(result: str) -> dict[str, str]:
    pairs = "".join(mark for mark in "pb" if mark in result[1:])
    return {"pairs": pairs} if pairs else {}


def _bead(results: Sequence[str]) -> list[Cell]:
    """Every result, column after column from the top."""
    return [{"column": n // ROWS, "row": n % ROWS, "value": result[0], **_pairs(result)}
            for n, result in enumerate(results)]


def _big(results: Sequence[str]) -> tuple[list[Cell], list[int]]:
    """The big road, and the length of each streak. Ties before the first win count with it."""
    marks: list[tuple[str, Cell]] = []
    streaks: list[int] = []
    early = 0
    for result in results:
        side = result[0]
        if side == "T":
            if marks:
                marks[-1][1]["ties"] = marks[-1][1].get("ties", 0) + 1
            else:
                early += 1
            continue
        if marks and marks[-1][0] == side:
            streaks[-1] += 1
        else:
            streaks.append(1)
        marks.append((side, _pairs(result) | ({"ties": early} if early else {})))
        early = 0
    return _columns(marks), streaks


def _derived(streaks: Sequence[int], distance: int) -> Iterable[str]:
    """The colours of a road that compares each cell of the big road with the columns before it.

    The first cell of a column is red when the column before it and the one ``distance`` columns
    further left have the same length. Any other cell is red when the column ``distance`` to the
    left has a cell in its row, or has none in the row above either.
    """
    for column, length in enumerate(streaks):
        for row in range(length):
            if row == 0:
                if column > distance:
                    alike = streaks[column - 1] == streaks[column - 1 - distance]
                    yield "red" if alike else "blue"
            elif column >= distance:
                yield "blue" if streaks[column - distance] == row else "red"


def _columns(marks: Iterable[tuple[str, Cell]]) -> list[Cell]:
    """Arrange marks in columns: a mark that repeats goes below the last one, another mark begins a
    new column. At the sixth row, or at a cell already in use, a column turns right (dragon
    tail)."""
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    start, column, row, last = -1, 0, 0, ""
    for value, more in marks:
        if value != last:
            start += 1
            while (start, 0) in taken:
                start += 1
            column, row, turned = start, 0, False
        elif not turned and row + 1 < ROWS and (column, row + 1) not in taken:
            row += 1
        else:
            column, turned = column + 1, True
        last = value
        taken.add((column, row))
        cells.append({"column": column, "row": row, "value": value, **more})
    return cells
