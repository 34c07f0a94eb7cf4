"""Figures of the law as values that carry their clauses."""

from __future__ import annotations

from typing import TypeVar

from sabot.law.interpretations import interpretation
from sabot.law.register import row, rows

Value = TypeVar("Value")
Several = TypeVar("Several", bound=tuple[object, ...])


def figure(value: Value, *clauses: str) -> Value:
    """What the law lays down as a number, a yes or no or a word, under the clauses that do: the
    value itself. ``BANK_STANDS = figure(17, L["17.a"])``.

    Each of the clauses must notice each part of the value that is wrong, as
    `sabot.certify.figures` makes it. UnknownClause where the register has no such clause.
    """
    for clause in clauses:
        if clause not in rows():
            _ = interpretation(clause) if clause.startswith("ir/") else row(clause)
    return value


def figures(values: Several, *clauses: str) -> Several:
    """Several figures, each under the clause that stands in its place: the values themselves.
    ``PAYS = figures((3, 8), L["14.5.1"], L["14.5.2"])``.

    UnknownClause as `figure`; ValueError where there are not as many clauses as values.
    """
    if len(values) != len(clauses):
        raise ValueError(f"found {len(clauses)} clauses for {len(values)} figures")
    return figure(values, *clauses)
