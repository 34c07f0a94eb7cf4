"""Figures of the law as values that carry their clauses."""

from __future__ import annotations

from typing import TypeVar

from sabot.law.interpretations import interpretation
from sabot.law.register import row

Value = TypeVar("Value")
Several = TypeVar("Several", bound=tuple[object, ...])
_KNOWN: set[str] = set()
"""Clauses that were looked up: what a table lays down is asked for in every coup."""


def figure(value: Value, clause: str, *more: str) -> Value:
    """What the law lays down as a number, a yes or no or a word, under the clauses that do: the
    value itself. ``BANK_STANDS = figure(17, L["17.a"])``.

    `tools.proof.figures` makes each part of it wrong, and a test of each clause must notice.
    UnknownClause where the register has no such clause.
    """
    for one in (clause, *more):
        if one not in _KNOWN:
            _KNOWN.add(interpretation(one).id if one.startswith("ir/") else row(one).id)
    return value


def figures(values: Several, clause: str, *more: str) -> Several:
    """Several figures, each under the clause that stands in its place: the values themselves.
    ``PAYS = figures((3, 8), L["14.5.1"], L["14.5.2"])``.

    UnknownClause as `figure`; ValueError where there are not as many clauses as values.
    """
    if len(values) != 1 + len(more):
        raise ValueError(f"found {1 + len(more)} clauses for {len(values)} figures")
    return figure(values, clause, *more)
