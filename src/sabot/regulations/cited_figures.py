"""Figures of the law as values that carry their clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sabot.regulations.interpretations import interpretation
from sabot.regulations.register import row

Value = TypeVar("Value")
Values = TypeVar("Values", bound=tuple[object, ...])
_CHECKED: set[str] = set()
"""Clauses that were looked up: a table's figures are requested in every coup."""


def figure(value: Value, clause: str, *more: str) -> Value:
    """A number, a boolean or a word that the law prescribes under these clauses: returns the value.
    ``BANK_STANDS = figure(17, L["17.a"])``.

    `tools.proof.figures` changes each part of it, and a test of each clause must notice.
    UnknownClause where the register has no such clause.
    """
    for citation in (clause, *more):
        if citation not in _CHECKED:
            _CHECKED.add(
                interpretation(citation).id if citation.startswith("ir/") else row(citation).id
            )
    return value


def figure_on(day: str, values: Mapping[str, Value], clause: str, *more: str) -> Value:
    """A figure that amendments changed, by the law of a day: ``values`` has each value by the day
    from which on it is valid, "" for the regulation as it was first published. ``day`` is
    `Table.law_since`. ``figure_on(table.law_since, {"": 30, "2027-02-01": 50}, L["37"])``."""
    since = max(first for first in values if first <= day)
    return figure(values[since], clause, *more)


def figures(values: Values, clause: str, *more: str) -> Values:
    """Several figures, each under the clause at the same position: returns the values. ``PAYS =
    figures((3, 8), L["14.5.1"], L["14.5.2"])``.

    UnknownClause as `figure`; ValueError where the number of clauses differs from that of values.
    """
    if len(values) != 1 + len(more):
        raise ValueError(f"found {1 + len(more)} clauses for {len(values)} figures")
    return figure(values, clause, *more)
