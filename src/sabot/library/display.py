"""How results are shown: as data frames, as tables and pictures of a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.errors import SabotError
from sabot.pictures import Picture, Sheet, bars
from sabot.words import phrase

if TYPE_CHECKING:
    import pandas

Number = Fraction | float
"""An exact figure as a fraction, any other as a float."""
Cell = str | int | float | Fraction | bool | None


MAX_BARS = 1000
"""The bars of a picture."""


def frame(rows: Iterable[Mapping[str, Cell]]) -> pandas.DataFrame:
    """Rows as a data frame, a column for each key; SabotError where pandas is not installed."""
    try:
        import pandas
    except ModuleNotFoundError:
        raise SabotError(phrase("to_frame needs pandas: {command}",
                                command="pip install pandas")) from None
    return pandas.DataFrame(list(rows))


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    """A table as HTML, escaped, under a caption."""
    return Sheet(tuple(head), tuple(tuple(row) for row in rows), caption).html


def percent(value: Number, places: int = 4) -> str:
    """A chance or an edge in hundredths: "2.7027 %"."""
    return f"{100 * float(value):.{places}f} %"


__all__ = ["MAX_BARS", "Cell", "Number", "Picture", "bars", "frame", "html_table", "percent"]
