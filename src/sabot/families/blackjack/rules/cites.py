"""Citations: the clause that orders a moment, and those that shaped it."""

from __future__ import annotations

Cite = tuple[str, tuple[str, ...]]
"""The clause of a step and further clauses that shaped it: ``Deal(*cite, to="3")``."""

NONE: Cite = ("", ())
"""The law says nothing about this moment."""


def cite(law: str, *also: str) -> Cite:
    """A clause with further clauses cited after it."""
    return law, also


def flat(law: Cite) -> tuple[str, ...]:
    """A clause and its further clauses in one tuple, as movements of money take them."""
    return (law[0], *law[1])


def either(law: Cite, other: Cite) -> Cite:
    """The first clause where the regulation has one for the moment, else the second."""
    return law if law[0] else other
